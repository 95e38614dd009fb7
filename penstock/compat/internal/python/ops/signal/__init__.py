"""Modules of `tensorflow.python.ops.signal` that hold names which were never public."""
