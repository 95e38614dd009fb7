"""SavedModels as TensorFlow 2.15.1 saves them, with signatures that are functions, and what these answer.

Run inside of TensorFlow 2.15.1; it imports nothing of Penstock.
"""

import os

import tensorflow as tf


class Module(tf.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = tf.Variable(0.5), tf.Variable(2.0)
        self.table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2]), -1)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32, name="x")])
    def f(self, x):
        return {"y": self.a * x + self.b}

    @tf.function(
        input_signature=[tf.TensorSpec([None], tf.string, name="s"), tf.TensorSpec([None, 2], tf.float32, name="m")]
    )
    def g(self, s, m):
        return {"n": self.table.lookup(s), "t": tf.strings.upper(s), "k": tf.reduce_sum(m, 1)}


def make(base):
    """Makes all models in the folder `base`."""
    module = Module()
    tf.saved_model.save(module, os.path.join(base, "mod", "1"), signatures={"serving_default": module.f, "g": module.g})
    layers = tf.keras.layers
    tf.keras.utils.set_random_seed(1)
    model = tf.keras.Sequential(
        [layers.Input([4]), layers.Dense(8, "relu"), layers.BatchNormalization(), layers.Dense(3, "softmax")]
    )
    tf.saved_model.save(model, os.path.join(base, "keras", "1"))
    return {"keras": model(tf.constant([[1.0, 2.0, 3.0, 4.0]])).numpy().tolist()}
