"""Every optimizer with its options and schedules, and every callback with what it does to a fit."""

import csv
import glob
import os
import tempfile

import numpy as np
import tensorflow as tf
from common import program, run, vectors
from tensorflow import keras
from tensorflow.keras import backend as K
from tensorflow.keras import callbacks, layers, optimizers


def model_for(optimizer, metrics=None):
    model = keras.Sequential([layers.Dense(5, activation="tanh", input_shape=(6,)), layers.Dense(3, activation="softmax")])
    model.compile(optimizer, "categorical_crossentropy", metrics=metrics)
    return model


@program
def every_optimizer():
    x, y = vectors()
    results = {}
    for name, optimizer in (
        ("sgd", optimizers.SGD(0.1)),
        ("momentum", optimizers.SGD(0.1, momentum=0.9, decay=0.01)),
        ("nesterov", optimizers.SGD(lr=0.1, momentum=0.9, nesterov=True, clipnorm=0.5)),
        ("clipvalue", optimizers.SGD(lr=0.1, clipvalue=0.01)),
        ("rmsprop", optimizers.RMSprop()),
        ("rmsprop centered", optimizers.RMSprop(0.01, rho=0.8, momentum=0.5, centered=True)),
        ("adagrad", optimizers.Adagrad(0.1, initial_accumulator_value=0.2)),
        ("adadelta", optimizers.Adadelta(1.0, rho=0.9)),
        ("adam", optimizers.Adam(0.01, beta_1=0.8)),
        ("amsgrad", optimizers.Adam(0.01, amsgrad=True, decay=0.1)),
        ("adamax", optimizers.Adamax(0.02)),
        ("nadam", optimizers.Nadam(0.02)),
        ("ftrl", optimizers.Ftrl(0.1, l1_regularization_strength=0.001, l2_regularization_strength=0.01, l2_shrinkage_regularization_strength=0.01)),
        ("tensorflow", tf.train.MomentumOptimizer(0.1, 0.9)),
        ("exponential", optimizers.SGD(optimizers.schedules.ExponentialDecay(0.1, 2, 0.5, staircase=True))),
        ("piecewise", optimizers.Adam(optimizers.schedules.PiecewiseConstantDecay([2, 4], [0.1, 0.05, 0.01]))),
        ("polynomial", optimizers.SGD(optimizers.schedules.PolynomialDecay(0.1, 5, 0.01, power=2.0))),
        ("inverse time", optimizers.RMSprop(optimizers.schedules.InverseTimeDecay(0.1, 3, 0.5))),
    ):
        model = model_for(optimizer)
        report = {"losses": [model.train_on_batch(x, y) for _ in range(6)]}
        if not isinstance(optimizer, tf.train.Optimizer):
            report["config"] = {k: str(v) for k, v in sorted(optimizer.get_config().items())}
            report["weights"] = [[w.name, float(np.abs(v).sum())] for w, v in zip(optimizer.weights, optimizer.get_weights())]
        results[name] = report
    return results


@program
def optimizers_by_name_and_config():
    x, y = vectors()
    results = {}
    for name in ("sgd", "rmsprop", "adagrad", "adadelta", "adam", "adamax", "nadam", "ftrl", "SGD", "Adam"):
        model = model_for(name)
        again = type(model.optimizer).from_config(model.optimizer.get_config())
        results[name] = [type(again).__name__, [model.train_on_batch(x, y) for _ in range(2)], K.eval(model.optimizer.lr)]
    results["serialized"] = str(optimizers.serialize(optimizers.Adam(0.5))["class_name"])
    return results


@program
def sparse_gradients():
    x = np.random.RandomState(0).randint(0, 10, (8, 4))
    y = np.random.RandomState(1).rand(8, 1)
    results = {}
    for name, optimizer in (
        ("sgd", optimizers.SGD(0.1)),
        ("momentum", optimizers.SGD(0.1, momentum=0.5)),
        ("adam", optimizers.Adam(0.1)),
        ("rmsprop", optimizers.RMSprop(0.1)),
        ("adagrad", optimizers.Adagrad(0.1)),
        ("adadelta", optimizers.Adadelta(0.1)),
        ("adamax", optimizers.Adamax(0.1)),
        ("ftrl", optimizers.Ftrl(0.1)),
    ):
        model = keras.Sequential([layers.Embedding(10, 3, input_length=4), layers.Flatten(), layers.Dense(1)])
        model.compile(optimizer, "mse")
        results[name] = [model.train_on_batch(x, y) for _ in range(4)]
    return results


@program
def learning_rate_set_and_read():
    x, y = vectors()
    model = model_for(optimizers.SGD(0.1))
    seen = [float(K.get_value(model.optimizer.lr))]
    model.train_on_batch(x, y)
    K.set_value(model.optimizer.lr, 0.01)
    seen.append(model.train_on_batch(x, y))
    model.optimizer.lr = 0.5
    seen.append(model.train_on_batch(x, y))
    seen.append(float(K.get_value(model.optimizer.learning_rate)))
    seen.append(int(K.get_value(model.optimizer.iterations)))
    return seen


@program
def schedules_and_plateaus():
    x, y = vectors()
    model = model_for(optimizers.SGD(0.2))
    schedule = callbacks.LearningRateScheduler(lambda epoch, lr: lr * 0.5 if epoch else lr)
    plateau = callbacks.ReduceLROnPlateau(monitor="loss", factor=0.2, patience=1, min_delta=0.5, min_lr=0.001)
    first = model.fit(x, y, epochs=4, verbose=0, callbacks=[schedule], shuffle=False).history
    second = model.fit(x, y, epochs=6, verbose=0, callbacks=[plateau], shuffle=False).history
    return [first, second]


@program
def early_stopping_and_checkpoints():
    x, y = vectors()
    folder = tempfile.mkdtemp()
    model = model_for(optimizers.SGD(0.5), ["acc"])
    stop = callbacks.EarlyStopping(monitor="val_loss", patience=2, min_delta=0.02, restore_best_weights=True)
    save = callbacks.ModelCheckpoint(os.path.join(folder, "w.{epoch:02d}-{val_loss:.2f}.h5"), save_best_only=True, monitor="val_loss")
    history = model.fit(x, y, epochs=30, verbose=0, callbacks=[stop, save], validation_data=(x[:10], y[:10]), shuffle=False)
    files = sorted(os.path.basename(f) for f in glob.glob(folder + "/*"))
    best = keras.models.load_model(os.path.join(folder, files[-1]))
    return {"epochs": len(history.epoch), "stopped": stop.stopped_epoch, "files": files, "score": best.evaluate(x, y, verbose=0), "last": history.history["val_loss"][-1]}


@program
def logs_and_calls():
    x, y = vectors()
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "log.csv")
    calls = []

    class Recorder(callbacks.Callback):
        def on_train_begin(self, logs=None):
            calls.append("train begin %s" % sorted(self.params))

        def on_train_end(self, logs=None):
            calls.append("train end")

        def on_epoch_begin(self, epoch, logs=None):
            calls.append("epoch %d" % epoch)

        def on_epoch_end(self, epoch, logs=None):
            calls.append("epoch end %s" % sorted(logs))

        def on_batch_begin(self, batch, logs=None):
            calls.append("batch %d %s" % (batch, sorted(logs)))

        def on_batch_end(self, batch, logs=None):
            calls.append("batch end %s" % sorted(logs))

        def on_test_begin(self, logs=None):
            calls.append("test begin")

        def on_test_batch_end(self, batch, logs=None):
            calls.append("test batch end %s" % sorted(logs))

        def on_predict_batch_end(self, batch, logs=None):
            calls.append("predict batch end %s" % sorted(logs))

    model = model_for("sgd", ["accuracy"])
    recorder = Recorder()
    model.fit(x, y, batch_size=20, epochs=2, verbose=0, callbacks=[recorder, callbacks.CSVLogger(path)], validation_split=0.25)
    model.evaluate(x, y, batch_size=20, verbose=0, callbacks=[recorder])
    model.predict(x, batch_size=20, callbacks=[recorder])
    rows = list(csv.reader(open(path)))
    return {"calls": calls, "header": rows[0], "rows": [[float(v) for v in row] for row in rows[1:]]}


@program
def not_a_number_ends_it():
    x, y = vectors()
    x[3] = np.nan
    model = model_for("sgd")
    history = model.fit(x, y, batch_size=4, epochs=3, verbose=0, callbacks=[callbacks.TerminateOnNaN()], shuffle=False)
    return {"epochs": history.epoch}


@program
def tensorboard():
    x, y = vectors()
    folder = tempfile.mkdtemp()
    model = model_for("adam", ["accuracy"])
    board = callbacks.TensorBoard(folder, histogram_freq=1, write_graph=True, write_grads=False, update_freq="epoch")
    model.fit(x, y, epochs=2, verbose=0, callbacks=[board], validation_data=(x[:8], y[:8]), shuffle=False)
    tags, kinds = [], set()
    for name in sorted(glob.glob(folder + "/**/events*", recursive=True)):
        for event in tf.train.summary_iterator(name):
            kinds.add(event.WhichOneof("what"))
            for value in event.summary.value:
                tags.append([event.step, value.tag, value.WhichOneof("value")])
    return {"tags": sorted(tags), "kinds": sorted(kinds)}


@program
def what_fit_prints():
    import contextlib
    import io
    import re

    x, y = vectors()
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        model = model_for("sgd", ["accuracy"])
        model.fit(x, y, epochs=2, verbose=2, validation_split=0.25, shuffle=False)
        model.summary()
        model.fit(x, y, epochs=1, verbose=1, shuffle=False)
        model.evaluate(x, y, verbose=1)
    text = re.sub(r"\d+(\.\d+)?(ms|us|s)(/(sample|step))?", "TIME", out.getvalue())
    return {"lines": [line.split("\r")[-1].replace("\b", "").rstrip() for line in text.splitlines()]}


if __name__ == "__main__":
    run()
