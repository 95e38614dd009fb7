"""Modules of `tensorflow.python.training` that hold names which were never public."""
