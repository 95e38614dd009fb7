"""Modules of `tensorflow.contrib.framework.python.framework` that hold names which were never public."""
