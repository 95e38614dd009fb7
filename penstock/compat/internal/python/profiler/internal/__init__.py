"""Modules of `tensorflow.python.profiler.internal` that hold names which were never public."""
