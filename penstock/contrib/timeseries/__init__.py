"""The names of tf.contrib.timeseries."""

from penstock import _namespace

__getattr__, __dir__ = _namespace.attach(__name__)
