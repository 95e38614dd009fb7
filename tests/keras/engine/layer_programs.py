"""Programs about single layers: each function takes `tf` and returns what can be written as JSON.

Run by TensorFlow 1.15's Python, `python tests/keras/engine/watch.py` writes what they return into `recorded.json`.
"""

import numpy as np


def said(function):
    """The class and the text of the error that a function raises."""
    try:
        function()
    except Exception as error:
        return [type(error).__name__, str(error)]
    return None


def _dense(tf):
    class Dense(tf.keras.layers.Layer):
        def __init__(self, units, **kwargs):
            super().__init__(**kwargs)
            self.units = units

        def build(self, shape):
            self.kernel = self.add_weight(
                "kernel", [int(shape[-1]), self.units], regularizer=lambda w: 0.5 * tf.reduce_sum(w * w)
            )
            self.bias = self.add_weight("bias", [self.units], initializer="zeros")
            self.built = True

        def call(self, inputs):
            return tf.matmul(inputs, self.kernel) + self.bias

    return Dense


def _block(tf):
    dense = _dense(tf)

    class Block(tf.keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.parts = [dense(3)]
            self.parts.append(dense(2))
            self.extra = tf.Variable(2.0, name="extra", trainable=False)

        def call(self, inputs, training=None, mask=None):
            for part in self.parts:
                inputs = part(inputs)
            self.add_loss(tf.reduce_mean(inputs))
            self.add_update(self.extra.assign_add(1.0))
            return inputs * self.extra

    return Block()


def layers_inside_of_a_layer(tf):
    x = tf.keras.Input((4,))
    block = _block(tf)
    y = block(x)
    found = {
        "output": [y.name, y.shape.as_list(), list(block.input_shape), list(block.output_shape)],
        "weights": [w.name for w in block.weights],
        "trained": [w.name for w in block.trainable_weights],
        "losses": [loss.name for loss in block.losses],
        "updates": [update.name for update in block.updates],
        "of inputs": [len(block.get_losses_for(x)), len(block.get_updates_for(x))],
        "of none": [len(block.get_losses_for(None)), len(block.get_updates_for(None))],
        "values": [w.tolist() for w in block.get_weights()],
        "size": block.count_params(),
        "input": repr(sorted(x._keras_history.layer.get_config().items())),
        "operations": [op.name for op in tf.get_default_graph().get_operations()],
    }
    block.trainable = False
    found["frozen"] = [len(block.trainable_weights), len(block.updates), [p.trainable for p in block.parts]]
    return found


def operations_between_layers(tf):
    x = tf.keras.Input((4,))
    y = _dense(tf)(2, name="first")(x)
    second = _dense(tf)(2, name="second")
    z = second(tf.sqrt(x) + y[:, :1] * 2.0)
    layers = [n.outbound_layer for n in x._keras_history.layer.outbound_nodes]
    made = second.input._keras_history.layer
    config = made.get_config()
    return {
        "names": [z.name, second.input.name, made.name, [type(layer).__name__ for layer in layers]],
        "config": [config["name"], config["node_def"]["op"], config["constants"]],
        "operations": [op.name for op in tf.get_default_graph().get_operations()],
    }


def what_layers_complain_about(tf):
    dense = _dense(tf)
    used = dense(2, name="d")
    used(tf.zeros([3, 4]))

    class Forgetful(tf.keras.layers.Layer):
        def call(self, inputs):
            return None

    class Narrow(tf.keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.input_spec = tf.keras.layers.InputSpec(ndim=2, axes={-1: 3})

    def spoil():
        used.input_spec = 3

    return [
        said(function)
        for function in (
            lambda: dense(2).get_config(),
            lambda: dense(2, foo=1),
            lambda: used.set_weights([np.zeros(2)]),
            lambda: used.set_weights([np.zeros(2)] * 2),
            lambda: used.get_input_at(3),
            lambda: dense(1).input,
            lambda: dense(1).output,
            lambda: dense(1).input_shape,
            lambda: dense(1).get_output_at(0),
            lambda: tf.keras.Input(),
            lambda: tf.keras.Input((2,), batch_shape=(1, 2)),
            lambda: tf.keras.Input((2,), sparse=True, ragged=True),
            lambda: dense(1).count_params(),
            lambda: tf.keras.layers.Layer().compute_output_shape((1, 2)),
            lambda: Forgetful()(tf.zeros([2, 2])),
            lambda: Narrow()(tf.zeros([2, 2])),
            lambda: Narrow()(tf.zeros([2])),
            spoil,
            lambda: used.add_metric(tf.zeros([])),
            lambda: used.add_metric(tf.zeros([]), aggregation="sum"),
            lambda: used.add_weight("w", [], wrong=1),
            lambda: tf.keras.layers.Layer().compute_mask(None, tf.zeros([2])),
        )
    ]
