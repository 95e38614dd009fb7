"""Modules of `tensorflow.python.ops.parallel_for`."""
