"""Modules of `tensorflow.python.keras.engine`, by the names they had there."""
