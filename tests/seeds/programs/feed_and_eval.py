# Seed 004, lines 5485-5488.
import tensorflow as tf

with tf.Session():
    input = tf.placeholder(tf.float32)
    classifier = tf.nn.softmax(input)
    print(classifier.eval(feed_dict={input: my_python_preprocessing_fn()}))
