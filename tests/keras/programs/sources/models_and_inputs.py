"""Kinds of models (functional, shared, nested, subclassed, deferred) and kinds of input (generators, Sequences, datasets)."""

import numpy as np
import tensorflow as tf
from common import program, run, trained, vectors, weights_of
from tensorflow import keras
from tensorflow.keras import backend as K
from tensorflow.keras import layers


@program
def shared_layers():
    rng = np.random.RandomState(0)
    a, b, y = rng.randn(8, 5, 4), rng.randn(8, 5, 4), rng.randint(0, 2, (8, 1))
    tweet_a, tweet_b = keras.Input((5, 4)), keras.Input((5, 4))
    shared = layers.LSTM(6)
    merged = layers.concatenate([shared(tweet_a), shared(tweet_b)], axis=-1)
    model = keras.Model([tweet_a, tweet_b], layers.Dense(1, activation="sigmoid")(merged))
    model.compile("rmsprop", "binary_crossentropy", metrics=["accuracy"])
    report = trained(model, [a, b], y)
    report["nodes"] = [len(shared._inbound_nodes), K.int_shape(shared.get_output_at(1)), [l.name for l in model.layers]]
    return report


@program
def nested_models():
    x, y = vectors()
    inner = keras.Sequential([layers.Dense(5, activation="relu", input_shape=(6,)), layers.BatchNormalization()], name="inner")
    inputs = keras.Input((6,))
    outer_input = layers.Dense(6)(inputs)
    h = layers.add([inner(outer_input), inner(inputs)])
    model = keras.Model(inputs, layers.Dense(3, activation="softmax")(h), name="outer")
    model.compile("adam", "categorical_crossentropy", metrics=["accuracy"])
    report = trained(model, x, y)
    report["config"] = [[layer["class_name"], layer["name"]] for layer in model.get_config()["layers"]]
    report["trainable"] = [len(model.trainable_weights), len(model.non_trainable_weights)]
    inner.trainable = False
    report["frozen"] = [len(model.trainable_weights), len(model.non_trainable_weights)]
    model.compile("sgd", "categorical_crossentropy")
    report["after"] = [model.train_on_batch(x, y) for _ in range(3)]
    return report


@program
def subclassed_model():
    x, y = vectors()

    class MLP(keras.Model):
        def __init__(self):
            super(MLP, self).__init__(name="mlp")
            self.dense1 = layers.Dense(8, activation="relu")
            self.dense2 = layers.Dense(3, activation="softmax")
            self.dropout = layers.Dropout(0.3)
            self.blocks = [layers.Dense(8) for _ in range(2)]

        def call(self, inputs, training=False):
            h = self.dense1(inputs)
            for block in self.blocks:
                h = h + block(h)
            if training:
                h = self.dropout(h, training=training)
            return self.dense2(h)

    model = MLP()
    model.compile("adam", "categorical_crossentropy", metrics=["accuracy"])
    history = model.fit(x, y, batch_size=8, epochs=3, verbose=0)
    return {"history": history.history, "weights": weights_of(model)["names"], "layers": [l.name for l in model.layers], "score": model.evaluate(x, y, verbose=0)}


@program
def deferred_sequential():
    x, y = vectors()
    model = keras.Sequential()
    model.add(layers.Dense(5, activation="relu"))
    model.add(layers.Dense(3, activation="softmax"))
    before = model.built
    model.compile("sgd", "categorical_crossentropy")
    losses = [model.fit(x, y, epochs=1, verbose=0, shuffle=False).history["loss"] for _ in range(2)]
    return {"before": before, "losses": losses, "after": [l.name for l in model.layers], "names": [w.name for w in model.weights]}


@program
def operations_on_keras_tensors():
    x, y = vectors()
    inputs = keras.Input((6,))
    h = layers.Dense(6)(inputs)
    h = tf.nn.relu(h) + 0.5 * inputs
    h = tf.concat([h, tf.square(h)], axis=-1)
    scale = tf.reduce_mean(h, axis=1, keepdims=True)
    outputs = layers.Dense(3, activation="softmax")(h / (1.0 + tf.abs(scale)))
    model = keras.Model(inputs, outputs)
    model.compile("sgd", "categorical_crossentropy")
    report = trained(model, x, y)
    report["layers"] = [[type(l).__name__, l.name] for l in model.layers]
    return report


@program
def a_layer_of_ones_own():
    x, y = vectors()

    class Linear(layers.Layer):
        def __init__(self, units=4, **kwargs):
            super(Linear, self).__init__(**kwargs)
            self.units = units

        def build(self, input_shape):
            self.w = self.add_weight("w", shape=(input_shape[-1], self.units), initializer="random_normal", trainable=True)
            self.b = self.add_weight("b", shape=(self.units,), initializer="zeros", regularizer=keras.regularizers.l2(0.1))
            self.count = self.add_weight("count", shape=(), initializer="zeros", trainable=False)

        def call(self, inputs):
            self.add_update(self.count.assign_add(1.0))
            return tf.matmul(inputs, self.w) + self.b

        def get_config(self):
            config = super(Linear, self).get_config()
            config["units"] = self.units
            return config

    inputs = keras.Input((6,))
    model = keras.Model(inputs, layers.Softmax()(Linear(3, name="mine")(inputs)))
    model.compile("sgd", "categorical_crossentropy")
    report = trained(model, x, y)
    copy = keras.Model.from_config(model.get_config(), custom_objects={"Linear": Linear})
    copy.set_weights(model.get_weights())
    report["counted"] = float(K.get_value(model.get_layer("mine").count))
    report["equal"] = bool(np.allclose(copy.predict(x), model.predict(x)))
    report["json"] = sorted(keras.models.model_from_json(model.to_json(), custom_objects={"Linear": Linear}).get_layer("mine").get_config())
    return report


@program
def cloned_model():
    x, y = vectors()
    inputs = keras.Input((6,))
    model = keras.Model(inputs, layers.Dense(3, activation="softmax")(layers.Dense(4)(inputs)))
    copy = keras.models.clone_model(model)
    other = keras.models.clone_model(model, input_tensors=keras.Input((6,), name="fresh"))
    copy.compile("sgd", "categorical_crossentropy")
    return {"report": trained(copy, x, y), "names": [w.name for w in other.weights], "inputs": other.input_names, "outputs": copy.output_names}


@program
def generators():
    x, y = vectors(24)

    def batches(size):
        while True:
            for i in range(0, len(x), size):
                yield x[i : i + size], y[i : i + size]

    model = keras.Sequential([layers.Dense(3, activation="softmax", input_shape=(6,))])
    model.compile("adam", "categorical_crossentropy", metrics=["accuracy"])
    history = model.fit_generator(batches(8), steps_per_epoch=3, epochs=2, verbose=0, validation_data=batches(12), validation_steps=2)
    return {
        "history": history.history,
        "evaluated": model.evaluate_generator(batches(8), steps=3),
        "predicted": model.predict_generator(batches(8), steps=3).sum(axis=0),
        "fit": model.fit(batches(6), steps_per_epoch=2, epochs=1, verbose=0).history,
    }


@program
def sequences_of_batches():
    x, y = vectors(24)

    class Batches(keras.utils.Sequence):
        def __len__(self):
            return 4

        def __getitem__(self, index):
            return x[index * 6 : index * 6 + 6], y[index * 6 : index * 6 + 6]

    model = keras.Sequential([layers.Dense(3, activation="softmax", input_shape=(6,))])
    model.compile("sgd", "categorical_crossentropy")
    history = model.fit_generator(Batches(), epochs=2, verbose=0, shuffle=False, workers=2, validation_data=Batches(), class_weight={0: 1.0, 1: 2.0, 2: 0.5})
    return {"history": history.history, "evaluated": model.evaluate(Batches(), verbose=0), "predicted": model.predict(Batches()).shape}


@program
def datasets():
    x, y = vectors(24)
    dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(8)
    model = keras.Sequential([layers.Dense(5, activation="relu", input_shape=(6,)), layers.Dense(3, activation="softmax")])
    model.compile("adam", "categorical_crossentropy", metrics=["accuracy"])
    first = model.fit(dataset.repeat(), steps_per_epoch=3, epochs=2, verbose=0, validation_data=dataset, validation_steps=2).history
    second = model.fit(dataset, epochs=2, verbose=0).history
    return {"first": first, "second": second, "evaluated": model.evaluate(dataset, steps=3, verbose=0), "predicted": model.predict(dataset, steps=3).shape}


@program
def tensors_as_input():
    x, y = vectors()
    inputs = keras.Input(tensor=K.constant(x))
    model = keras.Model(inputs, layers.Dense(3, activation="softmax")(inputs))
    model.compile("sgd", "categorical_crossentropy", target_tensors=[K.constant(y)])
    history = model.fit(steps_per_epoch=3, epochs=2, verbose=0)
    second = keras.Sequential([layers.Dense(3, activation="softmax", input_shape=(6,))])
    second.compile("sgd", "categorical_crossentropy")
    return {"history": history.history, "fed": second.fit(K.constant(x), K.constant(y), steps_per_epoch=2, epochs=1, verbose=0).history, "weights": weights_of(model)}


@program
def shuffles_splits_and_weights():
    x, y = vectors(30)
    model = keras.Sequential([layers.Dense(3, activation="softmax", input_shape=(6,))])
    model.compile("adam", "categorical_crossentropy", metrics=["accuracy"])
    histories = [
        model.fit(x, y, batch_size=7, epochs=2, verbose=0).history,
        model.fit(x, y, batch_size=7, epochs=2, verbose=0, shuffle="batch").history,
        model.fit(x, y, batch_size=7, epochs=2, verbose=0, validation_split=0.3, class_weight={0: 0.5, 1: 3.0, 2: 1.0}).history,
        model.fit(x, y, batch_size=7, epochs=3, initial_epoch=1, verbose=0, sample_weight=np.linspace(0, 1, 30), validation_data=(x, y, np.ones(30)), validation_freq=2).history,
    ]
    return {"histories": histories, "predicted": model.predict_on_batch(x[:3]), "classes": model.predict_classes(x[:5]), "probabilities": model.predict_proba(x[:2])}


@program
def weights_in_and_out():
    x, y = vectors()
    model = keras.Sequential([layers.Dense(4, input_shape=(6,), name="a"), layers.BatchNormalization(name="b"), layers.Dense(3, name="c")])
    layer = model.get_layer("a")
    layer.set_weights([np.ones((6, 4)), np.arange(4.0)])
    return {
        "sum": float(model.predict(x).sum()),
        "by index": model.get_layer(index=1).name,
        "weights": [[w.name, list(w.shape.as_list()), w.trainable] for w in model.weights],
        "inputs": [str(model.input_shape), str(model.output_shape), layer.input.name, layer.output.name, layer.count_params()],
        "config": str(model.get_config()["layers"][0]["config"]["kernel_initializer"]["class_name"]),
    }


@program
def as_an_estimator():
    import tempfile

    x, y = vectors()
    model = keras.Sequential([layers.Dense(5, activation="relu", input_shape=(6,), name="first"), layers.Dense(3, activation="softmax", name="second")])
    model.compile(keras.optimizers.SGD(0.1), "categorical_crossentropy", metrics=["accuracy"])
    model.get_weights()  # makes the weights: an Estimator's own would be other ones each time
    estimator = keras.estimator.model_to_estimator(model, model_dir=tempfile.mkdtemp())

    def input_fn():
        return tf.data.Dataset.from_tensor_slices(({"first_input": x}, y)).batch(8).repeat(2)

    estimator.train(input_fn)
    found = estimator.evaluate(input_fn)
    rows = list(estimator.predict(lambda: tf.data.Dataset.from_tensor_slices({"first_input": x[:4]}).batch(2)))
    return {"metrics": {k: float(v) for k, v in sorted(found.items())}, "keys": sorted(rows[0]), "rows": [r["second"] for r in rows], "variables": estimator.get_variable_names()}


if __name__ == "__main__":
    run()
