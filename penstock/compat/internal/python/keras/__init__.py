"""Modules inside of `tensorflow.python.keras`, by the path they had there."""
