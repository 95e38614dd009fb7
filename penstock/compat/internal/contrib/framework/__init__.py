"""Modules of `tensorflow.contrib.framework` that hold names which were never public."""
