"""Modules of `tensorflow.contrib.seq2seq.python.ops` that hold names which were never public."""
