"""Modules of `tensorflow.contrib.losses.python` that hold names which were never public."""
