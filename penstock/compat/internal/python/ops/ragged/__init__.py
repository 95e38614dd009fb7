"""Modules of `tensorflow.python.ops.ragged`."""
