"""Modules of `tensorflow.contrib.distributions.python` that hold names which were never public."""
