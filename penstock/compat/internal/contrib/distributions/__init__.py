"""Modules of `tensorflow.contrib.distributions` that hold names which were never public."""
