"""Streaming metrics: `tf.metrics` and confusion matrices."""
