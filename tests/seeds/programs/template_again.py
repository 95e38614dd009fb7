# Seed 004, lines 12895-12912.
import tensorflow as tf

input1 = tf.constant(3.0)
input2 = tf.constant(5.0)

def my_op(x, scalar_name):
    var1 = tf.get_variable(scalar_name,
                          shape=[],
                          initializer=tf.constant_initializer(1))
    return x * var1

with tf.variable_scope('scope') as vs:
    scale_by_y = tf.make_template('scale_by_y', my_op, scalar_name='y')
    z = scale_by_y(input1)
    w = scale_by_y(input2)

# Creates a template that reuses the variables above.
with tf.variable_scope(vs, reuse=True):
    scale_by_y2 = tf.make_template('scale_by_y', my_op, scalar_name='y')
    z2 = scale_by_y2(input1)
    w2 = scale_by_y2(input2)
