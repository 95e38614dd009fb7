"""Modules of `tensorflow.contrib.learn.python` that hold names which were never public."""
