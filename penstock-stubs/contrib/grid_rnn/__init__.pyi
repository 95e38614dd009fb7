"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.grid_rnn.cells import Grid1BasicLSTMCell as Grid1BasicLSTMCell
from penstock.contrib.grid_rnn.cells import Grid1BasicRNNCell as Grid1BasicRNNCell
from penstock.contrib.grid_rnn.cells import Grid1LSTMCell as Grid1LSTMCell
from penstock.contrib.grid_rnn.cells import Grid2BasicLSTMCell as Grid2BasicLSTMCell
from penstock.contrib.grid_rnn.cells import Grid2BasicRNNCell as Grid2BasicRNNCell
from penstock.contrib.grid_rnn.cells import Grid2GRUCell as Grid2GRUCell
from penstock.contrib.grid_rnn.cells import Grid2LSTMCell as Grid2LSTMCell
from penstock.contrib.grid_rnn.cells import Grid3LSTMCell as Grid3LSTMCell
from penstock.contrib.grid_rnn.cells import GridRNNCell as GridRNNCell

__all__ = [
    "Grid1BasicLSTMCell",
    "Grid1BasicRNNCell",
    "Grid1LSTMCell",
    "Grid2BasicLSTMCell",
    "Grid2BasicRNNCell",
    "Grid2GRUCell",
    "Grid2LSTMCell",
    "Grid3LSTMCell",
    "GridRNNCell",
]
