# Seed 004, lines 24628-24653. The list is named: the second argument is global_step.
import tensorflow as tf

opt = tf.train.GradientDescentOptimizer(0.5)

# Create variables.
var0 = tf.Variable(4.0)
var1 = tf.Variable(2.0)

# ... use the variables to build a training model...
my_loss = var0 + 2.0 * var1

# Create an op that applies the optimizer. This is what we usually
# would use as a training op.
opt_op = opt.minimize(my_loss, var_list=[var0, var1])

# Create an ExponentialMovingAverage object
ema = tf.train.ExponentialMovingAverage(decay=0.9999)

# Create the shadow variables, and add ops to maintain moving averages
# of var0 and var1.
maintain_averages_op = ema.apply([var0, var1])

# Create an op that will update the moving averages after each training
# step. This is what we will use in place of the usual training op.
with tf.control_dependencies([opt_op]):
    training_op = tf.group(maintain_averages_op)

