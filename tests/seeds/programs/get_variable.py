# Seed 004, lines 12607-12613.
import tensorflow as tf

with tf.variable_scope("foo"):
    v = tf.get_variable("v", [1]) # v.name == "foo/v:0"
    w = tf.get_variable("w", [1]) # w.name == "foo/w:0"
with tf.variable_scope("foo", reuse=True):
    v1 = tf.get_variable("v") # The same as v above.
