"""Modules of `tensorflow.python.util` that hold names which were never public."""
