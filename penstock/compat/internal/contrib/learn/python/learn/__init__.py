"""Modules of `tensorflow.contrib.learn.python.learn` that hold names which were never public."""
