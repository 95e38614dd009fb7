"""The names of tf.distribute: one program on several devices or machines. `strategy` has the interface of all strategies."""

from penstock import _namespace

__getattr__, __dir__ = _namespace.attach(__name__)
