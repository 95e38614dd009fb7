"""Modules of `tensorflow.python.training.saving` that hold names which were never public."""
