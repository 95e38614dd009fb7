"""Modules of `tensorflow.contrib.model_pruning.python` that hold names which were never public."""
