"""Modules of `tensorflow.python.module`."""
