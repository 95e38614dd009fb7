"""Modules of `tensorflow.python` that hold names which were never public."""
