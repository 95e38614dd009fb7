"""Programs for the package `keras` (2.2.4 and 2.3.1), as its users wrote them; prints what they came to as one JSON object.

PYTHONPATH=<folder with keras> python3.7 programs.py > recorded_2.2.4.json     (tensorflow==1.15.5, h5py 2.10)
"""

import json
import os
import sys
import tempfile
import warnings

import keras
import numpy as np
import tensorflow as tf
from keras import backend as K
from keras import layers, optimizers
from keras.callbacks import (
    CSVLogger,
    EarlyStopping,
    LambdaCallback,
    LearningRateScheduler,
    ModelCheckpoint,
    ReduceLROnPlateau,
)
from keras.layers import LSTM, BatchNormalization, Conv2D, Dense, Dropout, Embedding, Flatten, MaxPooling2D
from keras.models import Model, Sequential, load_model, model_from_json
from keras.preprocessing.image import ImageDataGenerator
from keras.utils import to_categorical

ROWS = "glorot_uniform"  # the default is by NumPy's singular vectors, whose signs depend on NumPy's version


def numbers(n=32, width=6, classes=3):
    rng = np.random.RandomState(0)
    x = rng.randn(n, width).astype("float32")
    return x, to_categorical((x @ rng.randn(width, classes)).argmax(1), classes)


def mlp(optimizer, metrics=("accuracy",)):
    model = Sequential()
    model.add(Dense(8, activation="relu", input_shape=(6,)))
    model.add(Dropout(0.2))
    model.add(Dense(3, activation="softmax"))
    model.compile(loss="categorical_crossentropy", optimizer=optimizer, metrics=list(metrics))
    return model


def in_order(model):
    """Every value of a weight is read before the weight changes.

    `keras` reads its variables without waiting for anything, and 1.15 changes them in place: whether Adam's first step
    counts from 1 or from 2, and whether a gradient sees a weight of before or after the step, is decided by threads there: two
    runs with one seed differ. With this order both sides compute what the formulas of the optimizers say.
    """
    get_updates = model.optimizer.get_updates

    def all_values_first(loss, params):
        update, update_add, pairs = K.update, K.update_add, []
        K.update, K.update_add = lambda x, new: (x, new), lambda x, step: (x, x + step)
        try:
            pairs = get_updates(loss=loss, params=params)
        finally:
            K.update, K.update_add = update, update_add
        with tf.control_dependencies([new for _, new in pairs]):
            return [update(x, new) for x, new in pairs]

    model.optimizer.get_updates = all_values_first
    return model


def sums(model):
    return [float(np.abs(w).sum()) for w in model.get_weights()]


def mlp_with_every_optimizer():
    x, y = numbers()
    made = {
        "sgd": lambda: optimizers.SGD(lr=0.1, decay=1e-2),
        "momentum": lambda: optimizers.SGD(lr=0.1, momentum=0.9, nesterov=True, clipnorm=1.0),
        "adam": lambda: optimizers.Adam(lr=0.01, decay=1e-2),
        "amsgrad": lambda: optimizers.Adam(lr=0.01, amsgrad=True),
        "rmsprop": lambda: optimizers.RMSprop(lr=0.01),
        "adagrad": lambda: optimizers.Adagrad(lr=0.01),
        "adadelta": lambda: optimizers.Adadelta(),
        "adamax": lambda: optimizers.Adamax(lr=0.01),
        "nadam": lambda: optimizers.Nadam(lr=0.01),
    }
    found = {}
    for name, optimizer in made.items():
        fresh()
        model = in_order(mlp(optimizer()))
        losses = [float(model.train_on_batch(x, y)[0]) for _ in range(6)]
        found[name] = {
            "losses": losses,
            "weights": sums(model),
            "iterations": int(K.get_value(model.optimizer.iterations)),
        }
    return found


def fit_evaluate_predict():
    x, y = numbers(64)
    model = in_order(mlp("adam"))
    history = model.fit(x, y, batch_size=16, epochs=3, verbose=0, validation_split=0.25, shuffle=False)
    return {
        "history": history.history,
        "evaluated": model.evaluate(x, y, verbose=0),
        "predicted": model.predict(x[:3]),
        "names": [w.name for w in model.weights],
    }


def cnn():
    rng = np.random.RandomState(1)
    x, y = rng.rand(16, 12, 12, 1).astype("float32"), to_categorical(rng.randint(0, 4, 16), 4)
    model = Sequential()
    model.add(Conv2D(4, kernel_size=(3, 3), activation="relu", input_shape=(12, 12, 1)))
    model.add(BatchNormalization())
    model.add(MaxPooling2D(pool_size=(2, 2)))
    model.add(Dropout(0.25))
    model.add(Flatten())
    model.add(Dense(4, activation="softmax"))
    model.compile(loss=keras.losses.categorical_crossentropy, optimizer=optimizers.Adadelta(), metrics=["accuracy"])
    in_order(model)
    losses = [float(model.train_on_batch(x, y)[0]) for _ in range(5)]
    flow = ImageDataGenerator(rotation_range=20, horizontal_flip=True).flow(x, y, batch_size=8, seed=3)
    history = model.fit_generator(flow, steps_per_epoch=2, epochs=2, verbose=0, workers=0)
    return {"losses": losses, "generator": history.history["loss"], "predicted": model.predict(x[:2])}


def lstm():
    rng = np.random.RandomState(2)
    x, y = rng.randint(0, 20, (16, 7)), rng.randint(0, 2, (16, 1))
    model = Sequential()
    model.add(Embedding(20, 8, mask_zero=True))
    model.add(LSTM(6, recurrent_initializer=ROWS, dropout=0.2, recurrent_dropout=0.2))
    model.add(Dense(1, activation="sigmoid"))
    model.compile(loss="binary_crossentropy", optimizer="rmsprop", metrics=["accuracy"])
    in_order(model)
    losses = [float(model.train_on_batch(x, y)[0]) for _ in range(5)]
    return {"losses": losses, "predicted": model.predict(x[:3])}


def recurrent_layers():
    rng = np.random.RandomState(3)
    x, y = rng.rand(8, 5, 4), rng.rand(8, 3)
    inputs = layers.Input(shape=(5, 4))
    twice = layers.Bidirectional(layers.GRU(3, recurrent_initializer=ROWS, return_sequences=True))(inputs)
    outputs = layers.TimeDistributed(Dense(4))(twice)
    model = Model(inputs, layers.SimpleRNN(3, recurrent_initializer=ROWS)(outputs))
    model.compile("adam", "mse")
    in_order(model)
    return {"losses": [float(model.train_on_batch(x, y)) for _ in range(5)]}


def two_inputs():
    rng = np.random.RandomState(4)
    a, b = layers.Input(shape=(4,), name="a"), layers.Input(shape=(3,), name="b")
    joined = layers.concatenate([Dense(5, activation="tanh")(a), b])
    first = Dense(1, name="first")(joined)
    second = layers.Lambda(lambda t: K.sigmoid(t) * 2.0, name="second")(Dense(1)(joined))
    model = Model(inputs=[a, b], outputs=[first, second])
    model.compile("sgd", loss={"first": "mse", "second": "mae"}, loss_weights={"first": 1.0, "second": 0.3})
    in_order(model)
    fed = {"a": rng.rand(8, 4), "b": rng.rand(8, 3)}
    wanted = {"first": rng.rand(8, 1), "second": rng.rand(8, 1)}
    return {"losses": [[float(v) for v in model.train_on_batch(fed, wanted)] for _ in range(4)]}


def files():
    x, y = numbers()
    model = in_order(mlp(optimizers.Adam(lr=0.01)))
    before = [float(model.train_on_batch(x, y)[0]) for _ in range(3)]
    with tempfile.TemporaryDirectory() as folder:
        path, weights = os.path.join(folder, "model.h5"), os.path.join(folder, "weights.h5")
        model.save(path)
        model.save_weights(weights)
        again = load_model(path)
        moments = sum(float(np.abs(w).sum()) for w in again.optimizer.get_weights()[1:])
        other = model_from_json(model.to_json())
        other.load_weights(weights)
    return {
        "before": before,
        "evaluated": again.evaluate(x, y, verbose=0),
        "goes on": float(again.train_on_batch(x, y)[0]),
        "moments": moments,
        "weights alone": np.abs(other.predict(x) - model.predict(x)).max() < 1e-6,
        "config": json.loads(model.to_json()),
    }


def callbacks():
    x, y = numbers(64)
    model = in_order(mlp(optimizers.SGD(lr=0.1)))
    seen = []
    with tempfile.TemporaryDirectory() as folder:
        used = [
            ModelCheckpoint(os.path.join(folder, "{epoch:02d}.h5"), save_best_only=True),
            CSVLogger(os.path.join(folder, "log.csv")),
            LearningRateScheduler(lambda epoch: 0.1 / (epoch + 1)),
            LambdaCallback(on_epoch_end=lambda epoch, logs: seen.append([epoch, sorted(logs)])),
            EarlyStopping(monitor="val_loss", patience=2),
            ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=1),
        ]
        history = model.fit(
            x, y, batch_size=16, epochs=4, verbose=0, validation_split=0.25, shuffle=False, callbacks=used
        )
        files = sorted(os.listdir(folder))
        with open(os.path.join(folder, "log.csv")) as log:
            header = log.readline()
    return {"loss": history.history["loss"], "seen": seen, "files": files, "header": header}


def functions_of_the_backend():
    x, y = numbers()
    model = in_order(mlp("sgd"))
    hidden = K.function([model.layers[0].input, K.learning_phase()], [model.layers[0].output])
    slope = K.gradients(K.mean(model.output[:, 0]), model.input)[0]
    return {
        "hidden": np.sum(hidden([x, 0])[0]),
        "slope": np.abs(K.function([model.input, K.learning_phase()], [slope])([x, 0])[0]).sum(),
        "session": type(K.get_session()).__name__,
        "phase": K.learning_phase().dtype.name,
    }


PROGRAMS = [
    mlp_with_every_optimizer,
    fit_evaluate_predict,
    cnn,
    lstm,
    recurrent_layers,
    two_inputs,
    files,
    callbacks,
    functions_of_the_backend,
]


def fresh():
    K.clear_session()
    tf.set_random_seed(7)
    np.random.seed(7)


def plain(value):
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, np.bool_):
        return bool(value)
    return float("%.7g" % value) if isinstance(value, (float, np.floating)) else value


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    tf.logging.set_verbosity(tf.logging.ERROR)
    found = {"version": keras.__version__}
    for function in PROGRAMS:
        if len(sys.argv) > 1 and function.__name__ not in sys.argv[1:]:
            continue
        fresh()
        found[function.__name__] = plain(function())
    print(json.dumps(found))
