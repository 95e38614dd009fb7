"""The objects of `objects_115.py`, made here."""

import penstock as tf


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
