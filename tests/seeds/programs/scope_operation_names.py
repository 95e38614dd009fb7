# Seed 004, lines 7957-7959.
import tensorflow as tf

with tf.variable_scope("foo"):
    x = 1.0 + tf.get_variable("v", [1])
assert x.op.name == "foo/add"
