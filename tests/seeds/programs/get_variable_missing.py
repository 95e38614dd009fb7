# Seed 004, lines 12781-12783.
import tensorflow as tf

with tf.variable_scope("foo", reuse=True):
    v = tf.get_variable("v", [1])
    # Raises ValueError("... v does not exists ...").
