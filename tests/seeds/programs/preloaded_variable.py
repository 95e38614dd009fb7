# Seed 004, lines 5740-5755.
import numpy as np
import tensorflow as tf

training_data = np.arange(6.0).reshape(3, 2)
training_labels = np.array([0, 1, 0])
with tf.Session() as sess:
    data_initializer = tf.placeholder(dtype=training_data.dtype,
                                      shape=training_data.shape)
    label_initializer = tf.placeholder(dtype=training_labels.dtype,
                                       shape=training_labels.shape)
    input_data = tf.Variable(data_initializer, trainable=False, collections=[])
    input_labels = tf.Variable(label_initializer, trainable=False, collections=[])
    sess.run(input_data.initializer,
             feed_dict={data_initializer: training_data})
    sess.run(input_labels.initializer,
             feed_dict={label_initializer: training_labels})
