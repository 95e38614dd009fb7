"""Modules of `tensorflow.python.tpu` that libraries reach into."""
