"""Modules of `tensorflow.python.ops.distributions`."""
