"""Modules of `tensorflow.contrib.learn.python.learn.datasets` that hold names which were never public."""
