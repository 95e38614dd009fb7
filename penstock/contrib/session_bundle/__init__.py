"""The names of tf.contrib.session_bundle: exports for TensorFlow Serving as they were before SavedModels."""

from penstock import _namespace

__getattr__, __dir__ = _namespace.attach(__name__)
