# Seed 004, lines 5727-5734.
import numpy as np
import tensorflow as tf

training_data = np.arange(6.0).reshape(3, 2)
training_labels = np.array([0, 1, 0])
with tf.Session():
    input_data = tf.constant(training_data)
    input_labels = tf.constant(training_labels)
