"""`tf.function`."""

from penstock.autograph.functions import function, run_functions_eagerly

__all__ = ["function", "run_functions_eagerly"]
