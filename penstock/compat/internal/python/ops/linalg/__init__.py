"""Modules of `tensorflow.python.ops.linalg` that hold names which were never public."""
