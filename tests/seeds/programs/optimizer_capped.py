# Seed 004, lines 23966-23977.
import tensorflow as tf

x = tf.Variable([3.0, -4.0])
cost = loss = tf.reduce_sum(tf.square(x))
from tensorflow.python.training.gradient_descent import GradientDescentOptimizer
MyCapper = lambda g: tf.clip_by_value(g, -1.0, 1.0)

# Create an optimizer.
opt = GradientDescentOptimizer(learning_rate=0.1)

# Compute the gradients for a list of variables.
grads_and_vars = opt.compute_gradients(loss, [x])

# grads_and_vars is a list of tuples (gradient, variable). Do whatever you
# need to the 'gradient' part, for example cap them, etc.
capped_grads_and_vars = [(MyCapper(gv[0]), gv[1]) for gv in grads_and_vars]

# Ask the optimizer to apply the capped gradients.
train = opt.apply_gradients(capped_grads_and_vars)
