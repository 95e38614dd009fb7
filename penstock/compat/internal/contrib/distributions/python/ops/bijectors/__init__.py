"""Modules of `tensorflow.contrib.distributions.python.ops.bijectors` that hold names which were never public."""
