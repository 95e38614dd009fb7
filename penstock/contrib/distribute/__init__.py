"""The names of tf.contrib.distribute: the strategies as they were before `tf.distribute`."""

from penstock import _namespace

__getattr__, __dir__ = _namespace.attach(__name__)
