# Seed 000, lines 1442-1445, 1455-1460.
import tensorflow as tf

constant = tf.constant([1, 2, 3])
tensor = constant * constant
print(tensor.eval())

p = tf.placeholder(tf.float32)
t = p + 1.0
t.eval()  # This will fail, since the placeholder did not get a value.
t.eval(feed_dict={p:2.0})  # This will succeed because we're feeding a value
                           # to the placeholder.
