# Seed 000, lines 1507-1508, 1600-1602, 1608-1609, 1615-1616.
import tensorflow as tf

my_variable = tf.get_variable("my_variable", [1, 2, 3])

session.run(tf.global_variables_initializer())
# Now all variables are initialized.

session.run(my_variable.initializer)

print(session.run(tf.report_uninitialized_variables()))
