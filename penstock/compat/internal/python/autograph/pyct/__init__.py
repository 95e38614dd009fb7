"""Modules of `tensorflow.python.autograph.pyct`."""
