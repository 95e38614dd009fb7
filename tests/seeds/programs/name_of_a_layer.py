# Seed 004, lines 9558-9565.
import tensorflow as tf

inputs = tf.constant([[1.0, -2.0]])
with g.name_scope('my_layer') as scope:
    weights = tf.Variable([[1.0], [2.0]], name="weights")
    biases = tf.Variable([0.5], name="biases")
    affine = tf.matmul(inputs, weights) + biases
    output = tf.nn.relu(affine, name=scope)
