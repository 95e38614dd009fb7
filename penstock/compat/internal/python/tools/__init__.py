"""Modules of `tensorflow.python.tools` that hold names which were never public."""
