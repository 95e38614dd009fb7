"""The names of tf.contrib.tensor_forest."""

from penstock import _namespace

__getattr__, __dir__ = _namespace.attach(__name__)
