"""Lookup tables: kernels, initializers, and the classes of `tf.lookup` and `tf.contrib.lookup`."""
