"""All of `contrib.recurrent`: `tensorflow.contrib.recurrent.python.recurrent_api`."""

from penstock.contrib.functional_networks import Recurrent, bidirectional_functional_rnn, functional_rnn

__all__ = ["Recurrent", "bidirectional_functional_rnn", "functional_rnn"]
