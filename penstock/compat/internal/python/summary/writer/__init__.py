"""Modules of `tensorflow.python.summary.writer` that hold names which were never public."""
