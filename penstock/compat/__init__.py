"""`tf.compat`, and the way programs that say `import tensorflow` reach Penstock (`penstock.compat.tensorflow`)."""

from penstock import _namespace

__getattr__, __dir__ = _namespace.attach(__name__)
