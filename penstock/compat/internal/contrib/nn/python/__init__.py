"""Modules of `tensorflow.contrib.nn.python` that hold names which were never public."""
