"""Modules of `tensorflow.contrib.seq2seq` that hold names which were never public."""
