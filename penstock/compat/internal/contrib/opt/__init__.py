"""Modules of `tensorflow.contrib.opt` that hold names which were never public."""
