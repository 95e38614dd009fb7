"""The names of tf.contrib.optimizer_v2."""

from penstock import _namespace

__getattr__, __dir__ = _namespace.attach(__name__)
