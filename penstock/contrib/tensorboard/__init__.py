"""`tf.contrib.tensorboard`: settings for TensorBoard's plugins. The names are served from here."""

from penstock import _namespace

__getattr__, __dir__ = _namespace.attach(__name__)
