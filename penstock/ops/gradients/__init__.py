"""Automatic differentiation: `tf.gradients`, gradients that users define, numeric checks."""
