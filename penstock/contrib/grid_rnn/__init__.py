"""The names of tf.contrib.grid_rnn."""

from penstock import _namespace

__getattr__, __dir__ = _namespace.attach(__name__)
