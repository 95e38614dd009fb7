"""Modules of `tensorflow.contrib.opt.python` that hold names which were never public."""
