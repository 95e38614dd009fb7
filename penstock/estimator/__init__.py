"""The names of tf.estimator: models that train, evaluate, predict and export themselves, given by a `model_fn`."""

from penstock import _namespace

__getattr__, __dir__ = _namespace.attach(__name__)
