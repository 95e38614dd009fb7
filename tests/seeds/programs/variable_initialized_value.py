# Seed 000, lines 1622-1624.
import tensorflow as tf

v = tf.get_variable("v", shape=(), initializer=tf.zeros_initializer())
w = tf.get_variable("w", initializer=v.initialized_value() + 1)
