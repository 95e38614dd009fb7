"""`tensorflow.contrib.labeled_tensor.python.ops.sugar` of 1.15."""

from penstock.contrib.labeled_tensor.inputs import ReshapeCoder

__all__ = [
    "ReshapeCoder",
]
