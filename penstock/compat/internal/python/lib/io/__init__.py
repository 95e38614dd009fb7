"""Modules of `tensorflow.python.lib.io`."""
