"""Modules of `tensorflow.contrib.layers.python.ops` that hold names which were never public."""
