"""Modules of `tensorflow.python.autograph` that libraries subclass from."""
