# Seed 000, lines 1341-1342, 1350-1351, 1357-1359, 1389-1390.
import tensorflow as tf

my_scalar = my_vector[2]

my_scalar = my_matrix[1, 2]

my_row_vector = my_matrix[2]
my_column_vector = my_matrix[:, 3]

zeros = tf.zeros(my_matrix.shape[1])
