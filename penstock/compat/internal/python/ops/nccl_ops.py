"""Reductions over GPUs by NCCL: `tensorflow.python.ops.nccl_ops`. They can be built, and fail as in 1.15.5 without GPUs."""

from penstock.ops.control.gpu_only import all_max, all_min, all_prod, all_sum, broadcast, reduce_sum

__all__ = ["all_max", "all_min", "all_prod", "all_sum", "broadcast", "reduce_sum"]
