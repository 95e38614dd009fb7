"""Modules of `tensorflow.contrib.losses` that hold names which were never public."""
