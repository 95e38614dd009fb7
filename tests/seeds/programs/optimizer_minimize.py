# Seed 004, lines 23940-23945, 23951-23952.
import tensorflow as tf

x = tf.Variable([3.0, -4.0])
cost = loss = tf.reduce_sum(tf.square(x))
from tensorflow.python.training.gradient_descent import GradientDescentOptimizer

# Create an optimizer with the desired parameters.
opt = GradientDescentOptimizer(learning_rate=0.1)
# Add Ops to the graph to minimize a cost by updating a list of variables.
# "cost" is a Tensor, and the list of variables contains tf.Variable
# objects.
opt_op = opt.minimize(cost, var_list=[x])

sess = tf.InteractiveSession()
tf.initialize_all_variables().run()

# Execute opt_op to do one step of training:
opt_op.run()
