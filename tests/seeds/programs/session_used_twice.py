# Seed 004, lines 23562-23570.
import tensorflow as tf

c = tf.constant(7)
sess = tf.Session()
with sess.as_default():
    print(c.eval())
# ...
with sess.as_default():
    print(c.eval())

sess.close()
