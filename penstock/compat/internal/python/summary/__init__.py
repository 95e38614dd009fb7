"""Modules of `tensorflow.python.summary` that hold names which were never public."""
