"""Modules of `tensorflow.python.autograph.core`."""
