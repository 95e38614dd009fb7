# Seed 000, lines 1507-1508, 1516-1518, 1524-1526, 1540-1542, 1548-1551, 1557-1558, 1564-1565, 1573-1575.
import tensorflow as tf

my_variable = tf.get_variable("my_variable", [1, 2, 3])

my_int_variable = tf.get_variable("my_int_variable", [1, 2, 3], dtype=tf.int32,
  initializer=tf.zeros_initializer)

other_variable = tf.get_variable("other_variable", dtype=tf.int32,
  initializer=tf.constant([23, 42]))

my_local = tf.get_variable("my_local", shape=(),
collections=[tf.GraphKeys.LOCAL_VARIABLES])

my_non_trainable = tf.get_variable("my_non_trainable",
                                   shape=(),
                                   trainable=False)

tf.add_to_collection("my_collection_name", my_local)

tf.get_collection("my_collection_name")

with tf.device("/device:GPU:1"):
  v = tf.get_variable("v", [1])
