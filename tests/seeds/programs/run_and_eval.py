# Seed 004, lines 28839-28847.
import tensorflow as tf

# `Session.run()` 사용.
sess = tf.Session()
c = tf.constant(5.0)
print sess.run(c)

# `Tensor.eval()` 사용.
c = tf.constant(5.0)
with tf.Session():
    print c.eval()
