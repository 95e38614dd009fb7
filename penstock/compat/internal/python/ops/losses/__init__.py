"""Modules of `tensorflow.python.ops.losses` that hold names which were never public."""
