"""Modules of `tensorflow.contrib` that hold names which were never public."""
