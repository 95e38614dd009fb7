"""Modules of `tensorflow.python.ops` that hold names which were never public."""
