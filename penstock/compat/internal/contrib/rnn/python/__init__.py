"""Modules of `tensorflow.contrib.rnn.python` that hold names which were never public."""
