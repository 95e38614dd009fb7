"""Programs about models and their training: each function takes `tf` and returns what can be written as JSON.

See `layer_programs.py`; data is the same for all.
"""

import numpy as np

try:
    from layer_programs import said
except ImportError:
    from tests.keras.engine.layer_programs import said

_rng = np.random.RandomState(0)
X = _rng.randn(40, 6).astype("float32")
Y = X[:, :1] * 2 - X[:, 1:2]
CLASSES = np.eye(3)[_rng.randint(0, 3, 40)]


def _history(history):
    return {key: [float(v) for v in values] for key, values in history.history.items()}


def a_chain_with_dropout_and_a_validation_split(tf):
    np.random.seed(1)
    layers = tf.keras.layers
    model = tf.keras.Sequential(
        [layers.Dense(8, activation="relu", input_shape=(6,)), layers.Dropout(0.3), layers.Dense(1)]
    )
    model.compile("sgd", "mse", metrics=["mae"])
    history = model.fit(X, Y, batch_size=16, epochs=3, verbose=0, validation_split=0.2)
    return {
        "history": _history(history),
        "evaluated": [float(v) for v in model.evaluate(X, Y, verbose=0)],
        "predicted": model.predict(X[:3]).tolist(),
        "steps": [float(v) for _ in range(3) for v in model.train_on_batch(X, Y)],
        "tested": [float(v) for v in model.test_on_batch(X, Y)],
        "names": [model.metrics_names, [w.name for w in model.weights]],
    }


def two_inputs_two_outputs_weights_of_samples_and_classes(tf):
    np.random.seed(1)
    layers = tf.keras.layers
    a, b = tf.keras.Input((6,), name="a"), tf.keras.Input((6,), name="b")
    shared = layers.Dense(4, activation="tanh")
    first, second = shared(a), shared(b)
    number = layers.Dense(1, name="number")(first)
    kind = layers.Dense(3, activation="softmax", name="kind")(tf.concat([first, second], -1))
    model = tf.keras.Model([a, b], [number, kind])
    losses = {"number": "mse", "kind": "categorical_crossentropy"}
    model.compile("adam", losses, loss_weights={"number": 0.5, "kind": 2.0}, weighted_metrics={"kind": ["accuracy"]})
    history = model.fit(
        {"a": X, "b": X[::-1]},
        {"number": Y, "kind": CLASSES},
        batch_size=8,
        epochs=2,
        verbose=0,
        sample_weight={"number": np.linspace(0, 1, 40)},
        class_weight={"kind": {0: 1.0, 1: 2.0, 2: 0.5}},
    )
    return {
        "history": _history(history),
        "names": [model.metrics_names, model.output_names, [w.name for w in model.optimizer.weights]],
        "layers": [layer.name for layer in model.layers],
    }


def a_subclassed_model_with_added_losses_and_metrics(tf):
    np.random.seed(1)

    class Model(tf.keras.Model):
        def __init__(self):
            super().__init__()
            layers = tf.keras.layers
            self.parts = [layers.Dense(5, activation="relu", kernel_regularizer="l2"), layers.Dense(1)]

        def call(self, inputs, training=None):
            for part in self.parts:
                inputs = part(inputs)
            self.add_loss(0.01 * tf.reduce_mean(inputs**2))
            self.add_metric(tf.reduce_mean(inputs), name="mean", aggregation="mean")
            return inputs

    model = Model()
    model.compile(tf.train.GradientDescentOptimizer(0.05), "mae")
    history = model.fit(X, Y, epochs=2, verbose=0)
    return {"history": _history(history), "weights": [w.name for w in model.weights], "names": model.metrics_names}


def data_sets_generators_and_sequences(tf):
    np.random.seed(1)
    layers = tf.keras.layers
    model = tf.keras.Sequential([layers.Dense(3), layers.Dense(1)])
    model.compile("rmsprop", "mse")
    data = tf.data.Dataset.from_tensor_slices((X, Y))

    def batches():
        while True:
            for i in range(0, 40, 10):
                yield X[i : i + 10], Y[i : i + 10]

    class Rows(tf.keras.utils.Sequence):
        def __len__(self):
            return 4

        def __getitem__(self, i):
            return X[i * 10 : i * 10 + 10], Y[i * 10 : i * 10 + 10]

    return {
        "data set": _history(
            model.fit(
                data.batch(10).repeat(),
                epochs=2,
                steps_per_epoch=4,
                verbose=0,
                validation_data=data.batch(20),
                validation_steps=2,
            )
        ),
        "evaluated": float(model.evaluate(data.batch(20), verbose=0)),
        "generator": _history(
            model.fit_generator(batches(), steps_per_epoch=4, epochs=2, verbose=0, validation_data=(X, Y))
        ),
        "sequence": _history(model.fit_generator(Rows(), epochs=2, verbose=0, workers=2, shuffle=False)),
        "by generator": [float(model.evaluate_generator(Rows())), list(model.predict_generator(Rows()).shape)],
    }


def losses_and_metrics_that_are_added_to_a_functional_model(tf):
    np.random.seed(1)
    x = tf.keras.Input((6,))
    hidden = tf.keras.layers.Dense(4)(x)
    model = tf.keras.Model(x, tf.keras.layers.Dense(1)(hidden))
    model.add_loss(tf.reduce_mean(tf.square(hidden)))
    model.add_metric(tf.reduce_sum(hidden), name="sum", aggregation="mean")
    model.compile("sgd", "mse")
    history = model.fit(X, Y, batch_size=20, epochs=2, verbose=0, shuffle=False)
    return {"history": _history(history), "layers": [layer.name for layer in model.layers]}


def what_models_complain_about(tf):
    layers = tf.keras.layers
    model = tf.keras.Sequential([layers.Dense(3, input_dim=6, name="d")])
    before = said(lambda: model.fit(X, Y))
    model.compile("sgd", "mse")
    other = tf.keras.Input((2,))
    return [before] + [
        said(function)
        for function in (
            lambda: model.fit(X, Y),
            lambda: model.fit(X[:3], CLASSES),
            lambda: model.fit(X[:, :3], CLASSES),
            lambda: model.fit(X, CLASSES, foo=1),
            lambda: model.fit(X, CLASSES, sample_weight=np.ones([40, 2])),
            lambda: model.fit(X, CLASSES, class_weight={0: 1.0}),
            lambda: model.fit(X, CLASSES, validation_steps=3),
            lambda: model.fit(tf.constant(X), tf.constant(CLASSES)),
            lambda: model.get_layer("z"),
            lambda: model.get_layer(index=7),
            lambda: model.get_layer(),
            lambda: model.add(3),
            lambda: tf.keras.Model(tf.keras.Input((2,)), layers.Dense(1)(other)),
            lambda: tf.keras.Sequential().summary(),
            lambda: tf.keras.Sequential().pop(),
            lambda: model.save_weights("w.h5", save_format="nothing"),
            lambda: model.compile("sgd", {"x": "mse"}),
            lambda: model.compile("sgd", ["mse", "mse"]),
            lambda: model.compile("sgd", "no such loss"),
            lambda: model.compile("no such optimizer", "mse"),
            lambda: model.compile("sgd", "mse", loss_weights=[1.0, 2.0]),
            lambda: model.compile("sgd", "mse", metrics={"x": ["mae"]}),
        )
    ]
