"""Modules of `tensorflow.contrib.predictor` that hold names which were never public."""
