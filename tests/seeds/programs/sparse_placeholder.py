# Seed 004, lines 19801-19819. The session is left open; braces and its name as meant.
import numpy as np
import tensorflow as tf

x = tf.sparse_placeholder(tf.float32)
y = tf.sparse_reduce_sum(x)

sess = tf.Session()
print(sess.run(y)) # ERROR: will fail because x was not fed.

indices = np.array([[3, 2, 0], [4, 5, 1]], dtype=np.int64)
values = np.array([1.0, 2.0], dtype=np.float32)
shape = np.array([7, 9, 2], dtype=np.int64)
print(sess.run(y, feed_dict={
    x: tf.SparseTensorValue(indices, values, shape)})) # Will succeed.
print(sess.run(y, feed_dict={
    x: (indices, values, shape)})) # Will succeed.

sp = tf.SparseTensor(indices=indices, values=values, shape=shape)
sp_value = sp.eval(session=sess)
print(sess.run(y, feed_dict={x: sp_value})) # Will succeed.
