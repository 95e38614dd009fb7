"""Modules of `tensorflow.contrib.opt.python.training` that hold names which were never public."""
