"""Modules of `tensorflow.python.data` that hold names which were never public."""
