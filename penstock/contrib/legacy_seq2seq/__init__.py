"""The names of tf.contrib.legacy_seq2seq."""

from penstock import _namespace

__getattr__, __dir__ = _namespace.attach(__name__)
