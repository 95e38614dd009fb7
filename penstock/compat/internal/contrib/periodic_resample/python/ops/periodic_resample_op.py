"""One dimension for others: `tensorflow.contrib.periodic_resample.python.ops.periodic_resample_op`."""

from penstock.contrib.periodic_resampling import periodic_resample, periodic_resample_op_grad

__all__ = ["periodic_resample", "periodic_resample_op_grad"]
