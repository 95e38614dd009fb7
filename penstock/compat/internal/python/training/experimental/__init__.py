"""Modules of `tensorflow.python.training.experimental` that hold names which were never public."""
