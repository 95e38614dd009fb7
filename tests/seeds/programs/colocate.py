# Seed 004, lines 9843-9848.
import tensorflow as tf

a = tf.Variable([1.0])
with g.colocate_with(a):
    b = tf.constant(1.0)
    c = tf.add(a, b)
