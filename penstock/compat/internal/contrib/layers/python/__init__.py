"""Modules of `tensorflow.contrib.layers.python` that hold names which were never public."""
