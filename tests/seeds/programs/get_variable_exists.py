# Seed 004, lines 12772-12775.
import tensorflow as tf

with tf.variable_scope("foo"):
    v = tf.get_variable("v", [1])
    v1 = tf.get_variable("v", [1])
    # Raises ValueError(... v already exists ...).
