"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.lite.recurrent_cells import TFLiteLSTMCell as TFLiteLSTMCell
from penstock.lite.recurrent_cells import TfLiteRNNCell as TfLiteRNNCell
from penstock.lite.recurrent_cells import dynamic_rnn as dynamic_rnn

__all__ = [
    "TFLiteLSTMCell",
    "TfLiteRNNCell",
    "dynamic_rnn",
]
