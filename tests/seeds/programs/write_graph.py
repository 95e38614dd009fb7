# Seed 004, lines 26503-26505.
import tensorflow as tf

v = tf.Variable(0, name='my_variable')
sess = tf.Session()
tf.train.write_graph(sess.graph_def, folder, 'train.pbtxt')
