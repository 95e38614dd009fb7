"""Modules of `tensorflow.contrib.seq2seq.python` that hold names which were never public."""
