"""Modules of `tensorflow.python.layers` that hold names which were never public."""
