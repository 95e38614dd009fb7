"""Modules of `tensorflow.contrib.rnn` that hold names which were never public."""
