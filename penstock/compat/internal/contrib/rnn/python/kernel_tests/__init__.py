"""Modules of `tensorflow.contrib.rnn.python.kernel_tests` that hold names which were never public."""
