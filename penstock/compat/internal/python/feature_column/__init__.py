"""Modules of `tensorflow.python.feature_column` that hold names which were never public."""
