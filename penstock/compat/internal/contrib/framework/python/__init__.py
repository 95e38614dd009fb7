"""Modules of `tensorflow.contrib.framework.python` that hold names which were never public."""
