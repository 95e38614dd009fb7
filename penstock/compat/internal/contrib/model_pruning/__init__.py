"""Modules of `tensorflow.contrib.model_pruning` that hold names which were never public."""
