"""Modules of `tensorflow.contrib.distributions.python.ops` that hold names which were never public."""
