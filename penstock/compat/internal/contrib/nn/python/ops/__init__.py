"""Modules of `tensorflow.contrib.nn.python.ops` that hold names which were never public."""
