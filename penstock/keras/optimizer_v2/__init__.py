"""The optimizers of tf.keras.optimizers: a base class, one file for each algorithm, and schedules of learning rates."""
