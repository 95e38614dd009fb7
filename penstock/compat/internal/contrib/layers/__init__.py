"""Modules of `tensorflow.contrib.layers` that hold names which were never public."""
