"""Modules of `tensorflow.python.compat` that hold names which were never public."""
