"""SavedModel: graphs with their variables, assets and signatures, in one directory. The names of tf.saved_model."""

from penstock import _namespace

__getattr__, __dir__ = _namespace.attach(__name__)
