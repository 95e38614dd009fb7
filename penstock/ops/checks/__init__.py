"""Assertions about values, types and shapes (`tf.debugging`)."""
