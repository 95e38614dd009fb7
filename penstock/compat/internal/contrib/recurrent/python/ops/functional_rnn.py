"""Cells in that loop: `tensorflow.contrib.recurrent.python.ops.functional_rnn`."""

from penstock.contrib.functional_networks import bidirectional_functional_rnn, functional_rnn

__all__ = ["bidirectional_functional_rnn", "functional_rnn"]
