"""Modules of `tensorflow.contrib.learn` that hold names which were never public."""
