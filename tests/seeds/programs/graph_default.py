# Seed 004, lines 9310-9311, 9317-9321.
import tensorflow as tf

c = tf.constant(4.0)
assert c.graph is tf.get_default_graph()

g = tf.Graph()
with g.as_default():
    # Define operations and tensors in `g`.
    c = tf.constant(30.0)
    assert c.graph is g
