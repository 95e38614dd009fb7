"""Modules of `tensorflow.compiler.tf2xla.python`."""
