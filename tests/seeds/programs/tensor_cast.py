# Seed 000, lines 1426-1428.
import tensorflow as tf

# Cast a constant integer tensor into floating point.
float_tensor = tf.cast(tf.constant([1, 2, 3]), dtype=tf.float32)
