# Seed 000, lines 1485-1489.
import tensorflow as tf

t = tf.constant([1, 2, 3])
tf.Print(t, [t])  # This does nothing
t = tf.Print(t, [t])  # Here we are using the value returned by tf.Print
result = t + 1  # Now when result is evaluated the value of `t` will be printed.
