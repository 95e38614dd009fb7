"""Modules of `tensorflow.contrib.losses.python.metric_learning` that hold names which were never public."""
