"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.feature_column.layers import SequenceFeatures as SequenceFeatures
from penstock.keras.layers.recurrent_cells import PeepholeLSTMCell as PeepholeLSTMCell
from penstock.keras.utils.enqueuers import terminate_keras_multiprocessing_pools as terminate_keras_multiprocessing_pools

__all__ = [
    "PeepholeLSTMCell",
    "SequenceFeatures",
    "terminate_keras_multiprocessing_pools",
]
