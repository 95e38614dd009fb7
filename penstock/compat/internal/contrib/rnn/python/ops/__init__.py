"""Modules of `tensorflow.contrib.rnn.python.ops` that hold names which were never public."""
