# Seed 004, lines 11139-11144, 11150-11154.
import tensorflow as tf

# Place the operations on device "GPU:0" in the "ps" job.
DeviceSpec = tf.DeviceSpec
device_spec = DeviceSpec(job="ps", device_type="GPU", device_index=0)
with tf.device(device_spec):
    # Both my_var and squared_var will be placed on /job:ps/device:GPU:0.
    my_var = tf.Variable(3.0, name="my_variable")
    squared_var = tf.square(my_var)

with tf.device(DeviceSpec(job="train", )):
    with tf.device(DeviceSpec(job="ps", device_type="GPU", device_index=0)):
        # Nodes created here will be assigned to /job:ps/device:GPU:0.
        first = tf.constant(1)
    with tf.device(DeviceSpec(device_type="GPU", device_index=1)):
        # Nodes created here will be assigned to /job:train/device:GPU:1.
        second = tf.constant(1)
