# Seed 004, lines 13240-13251.
import tensorflow as tf

a = tf.IndexedSlices(tf.ones([4, 10]), tf.constant([12, 26, 37, 45]), tf.constant([1000, 10]))

b = tf.sparse_mask(a, [12, 45])
