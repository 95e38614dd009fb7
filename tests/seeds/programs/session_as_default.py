# Seed 004, lines 23549-23554.
import tensorflow as tf

c = tf.constant(7)
sess = tf.Session()

with sess.as_default():
    assert tf.get_default_session() is sess
    print(c.eval())
