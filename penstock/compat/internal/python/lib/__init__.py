"""Modules of `tensorflow.python.lib`."""
