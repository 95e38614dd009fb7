"""Writes `objects_of_1_15.zip`: SavedModels of objects made by TensorFlow 1.15.5, which `test_objects.py` loads.

    PYTHON_WITH_1_15 tests/saved_model/objects_115.py
"""

import os
import shutil
import tempfile

import numpy as np
import tensorflow as tf


class Inner(tf.Module):
    def __init__(self):
        super().__init__()
        self.b = tf.Variable([1.0, 2.0], name="b", use_resource=True)


class Outer(tf.Module):
    def __init__(self):
        super().__init__(name="outer")
        self.v = tf.Variable(3.0, name="v", use_resource=True)
        self.inner = Inner()
        self.items = [tf.Variable(5.0, name="item", use_resource=True, trainable=False)]
        self.named = {"k": tf.Variable(7.0, name="named", use_resource=True)}

    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
    def f(self, x):
        return {"y": x * self.v + self.inner.b, "z": self.g(x)}

    @tf.function
    def g(self, x, k=2):
        return x * float(k)


def write(folder):
    with tf.Session(graph=tf.Graph()) as sess:
        outer = Outer()
        spec = tf.TensorSpec([None, 2], tf.float32)
        outer.g.get_concrete_function(spec, 3)
        sess.run(tf.global_variables_initializer())
        tf.saved_model.save(outer, os.path.join(folder, "module"))
        signatures = {"a": outer.f, "b": outer.g.get_concrete_function(spec)}
        tf.saved_model.save(outer, os.path.join(folder, "named"), signatures=signatures)
    tf.keras.backend.clear_session()
    model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,)), tf.keras.layers.Dense(1)])
    model.compile(tf.keras.optimizers.Adam(), "mse")
    model.set_weights([np.arange(6.0).reshape(3, 2), np.ones(2), np.ones((2, 1)), np.zeros(1)])
    model.train_on_batch(np.zeros((1, 3)), np.ones((1, 1)) * 2)  # right already: nothing changes, but there are slots
    tf.saved_model.save(model, os.path.join(folder, "model"))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        write(made)
        shutil.make_archive(os.path.join(os.path.dirname(__file__), "objects_of_1_15"), "zip", made)
