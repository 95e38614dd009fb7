"""Modules of `tensorflow.python.framework` that hold names which were never public."""
