# Seed 004, lines 7965-7970.
import tensorflow as tf

with tf.variable_scope("foo"):
    with tf.name_scope("bar"):
        v = tf.get_variable("v", [1])
        x = 1.0 + v
    assert v.name == "foo/v:0"
    assert x.op.name == "foo/bar/add"
