"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.rnn.cell_base import RNNCell as RNNCell
from penstock.rnn.cells import BasicRNNCell as BasicRNNCell
from penstock.rnn.cells import GRUCell as GRUCell
from penstock.rnn.lstm import BasicLSTMCell as BasicLSTMCell
from penstock.rnn.lstm import LSTMCell as LSTMCell
from penstock.rnn.lstm import LSTMStateTuple as LSTMStateTuple
from penstock.rnn.wrappers import DeviceWrapper as DeviceWrapper
from penstock.rnn.wrappers import DropoutWrapper as DropoutWrapper
from penstock.rnn.wrappers import EmbeddingWrapper as EmbeddingWrapper
from penstock.rnn.wrappers import InputProjectionWrapper as InputProjectionWrapper
from penstock.rnn.wrappers import MultiRNNCell as MultiRNNCell
from penstock.rnn.wrappers import OutputProjectionWrapper as OutputProjectionWrapper
from penstock.rnn.wrappers import ResidualWrapper as ResidualWrapper

__all__ = [
    "BasicLSTMCell",
    "BasicRNNCell",
    "DeviceWrapper",
    "DropoutWrapper",
    "EmbeddingWrapper",
    "GRUCell",
    "InputProjectionWrapper",
    "LSTMCell",
    "LSTMStateTuple",
    "MultiRNNCell",
    "OutputProjectionWrapper",
    "RNNCell",
    "ResidualWrapper",
]
