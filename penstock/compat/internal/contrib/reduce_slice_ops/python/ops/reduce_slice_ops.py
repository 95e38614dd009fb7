"""Sums, products and extremes of slices: `tensorflow.contrib.reduce_slice_ops.python.ops.reduce_slice_ops`."""

from penstock.contrib.reduced_slices import reduce_slice_max, reduce_slice_min, reduce_slice_prod, reduce_slice_sum

__all__ = ["reduce_slice_max", "reduce_slice_min", "reduce_slice_prod", "reduce_slice_sum"]
