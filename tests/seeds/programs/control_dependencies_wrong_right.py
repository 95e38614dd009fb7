# Seed 004, lines 9429-9442.
import tensorflow as tf

# WRONG
def my_func(pred, tensor):
    t = tf.matmul(tensor, tensor)
    with tf.control_dependencies([pred]):
        # The matmul op is created outside the context, so no control
        # dependency will be added.
        pass
    return t

wrong = my_func

# RIGHT
def my_func(pred, tensor):
    with tf.control_dependencies([pred]):
        # The matmul op is created in the context, so a control dependency
        # will be added.
        return tf.matmul(tensor, tensor)
