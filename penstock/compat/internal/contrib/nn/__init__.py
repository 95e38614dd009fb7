"""Modules of `tensorflow.contrib.nn` that hold names which were never public."""
