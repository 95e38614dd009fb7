"""Modules of `tensorflow.python.tpu.ops`."""
