# Seed 004, lines 12875-12884.
import tensorflow as tf

input1 = tf.constant(3.0)
input2 = tf.constant(5.0)

def my_op(x, scalar_name):
    var1 = tf.get_variable(scalar_name,
                          shape=[],
                          initializer=tf.constant_initializer(1))
    return x * var1

scale_by_y = tf.make_template('scale_by_y', my_op, scalar_name='y')

z = scale_by_y(input1)
w = scale_by_y(input2)
