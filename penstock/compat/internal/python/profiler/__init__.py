"""Modules of `tensorflow.python.profiler` that hold names which were never public."""
