"""Modules of `tensorflow.contrib.layers.python.layers` that hold names which were never public."""
