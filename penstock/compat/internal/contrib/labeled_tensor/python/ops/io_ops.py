"""Inputs of 1.15's `tf.contrib.labeled_tensor`: `tensorflow.contrib.labeled_tensor.python.ops.io_ops`."""

from penstock.contrib.labeled_tensor.inputs import FixedLenFeature, parse_example, parse_single_example, placeholder

__all__ = [
    "FixedLenFeature",
    "parse_example",
    "parse_single_example",
    "placeholder",
]
