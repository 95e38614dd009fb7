"""Modules of `tensorflow.python.data.util` that hold names which were never public."""
