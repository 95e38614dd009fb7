# Seed 004, lines 9804-9815.
import tensorflow as tf

@tf.RegisterGradient("CustomSquare")
def _custom_square_grad(op, grad):
    return grad * 100.0

with tf.Graph().as_default() as g:
    c = tf.constant(5.0)
    s_1 = tf.square(c)  # Uses the default gradient for tf.square.
    with g.gradient_override_map({"Square": "CustomSquare"}):
        s_2 = tf.square(s_1)  # Uses _custom_square_grad to compute the
                              # gradient of s_2.
