"""Callbacks, utilities, data preparation and data sets of Keras; run by 1.15.5, it writes `recorded.json`.

Each function gives what can be written as JSON; random numbers are NumPy's or Python's with a seed.
"""

import contextlib
import io
import json
import os
import pathlib
import random
import re
import tempfile

import numpy as np

try:
    import penstock as tf
except (ImportError, SyntaxError):  # 1.15.5 runs on Python 3.7
    import tensorflow as tf

keras = tf.keras
callbacks, utils, text, sequence = (
    keras.callbacks,
    keras.utils,
    keras.preprocessing.text,
    keras.preprocessing.sequence,
)
image = keras.preprocessing.image
DOCUMENTS = ["The cat sat on the mat.", "A dog, a cat; and the bird!", "birds\tfly\nhigh -- the DOG runs"]


def plain(value):
    """As JSON has it."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    return value.item() if isinstance(value, np.generic) else value


def outcome(function, *args, **kwargs):
    """The value, or the class and text of the error."""
    try:
        return plain(function(*args, **kwargs))
    except Exception as error:
        return [type(error).__name__, str(error)]


# -- callbacks --------------------------------------------------------------------------------------------------------


class Metrics(callbacks.Callback):
    """Gives an epoch's results values from a list, for the callbacks after it."""

    def __init__(self, **values):
        super().__init__()
        self.values = values

    def on_epoch_end(self, epoch, logs=None):
        for name, values in self.values.items():
            logs[name] = values[epoch]


class Model:
    """What callbacks need of a model."""

    def __init__(self):
        self.stop_training = False
        self.weights, self.saved = 0, []
        self.optimizer = type("Optimizer", (), {})()
        self.optimizer.lr = keras.backend.variable(1.0)
        self._is_graph_network = True
        self._in_multi_worker_mode = lambda: False

    def get_weights(self):
        return self.weights

    def set_weights(self, weights):
        self.weights = weights

    def save(self, path, **kwargs):
        self.saved.append(path)

    save_weights = save


def drive(callback, epochs):
    """Tells a callback of epochs with these results; what it did to the model, and what it printed."""
    model, printed, rates = Model(), io.StringIO(), []
    callback.set_params({"verbose": 0, "epochs": len(epochs)})
    callback.set_model(model)
    with contextlib.redirect_stdout(printed):
        callback.on_train_begin({})
        for epoch, logs in enumerate(epochs):
            if model.stop_training:
                break
            model.weights = epoch
            logs = dict(logs)
            callback.on_epoch_begin(epoch, logs)
            callback.on_epoch_end(epoch, logs)
            rates.append(float(keras.backend.get_value(model.optimizer.lr)))
        callback.on_train_end({})
    return {
        "epochs": len(rates),
        "rates": rates,
        "weights": model.weights,
        "saved": model.saved,
        "printed": printed.getvalue(),
    }


def losses(*values):
    return [{"loss": v, "val_loss": v, "acc": -v} for v in values]


CURVE = losses(5.0, 4.0, 4.05, 3.99, 4.2, 4.3, 4.4, 4.1, 3.0)


def stopping():
    make = callbacks.EarlyStopping
    settings = [
        {"patience": 2},
        {"patience": 2, "min_delta": 0.5, "verbose": 1},
        {"monitor": "acc", "patience": 1},
        {"monitor": "acc", "mode": "max", "patience": 3},
        {"patience": 2, "restore_best_weights": True, "verbose": 1},
        {"patience": 1, "baseline": 3.5},
        {"monitor": "loss", "mode": "odd", "patience": 3},
        {"monitor": "none"},
    ]
    return [drive(make(**given), CURVE) for given in settings]


def plateaus():
    make = callbacks.ReduceLROnPlateau
    settings = [
        {"patience": 1},
        {"patience": 1, "cooldown": 2, "verbose": 1},
        {"factor": 0.5, "patience": 0, "min_lr": 0.2},
        {"monitor": "acc", "mode": "max", "patience": 2, "min_delta": 0.3},
        {"monitor": "loss", "epsilon": 0.2},
    ]
    return [drive(make(**given), CURVE) for given in settings] + [outcome(make, factor=1.0)]


def rates():
    make = callbacks.LearningRateScheduler
    return [
        drive(make(lambda epoch: 1.0 / (epoch + 1), verbose=1), CURVE[:4]),
        drive(make(lambda epoch, rate: rate * 0.5), CURVE[:4]),
        outcome(drive, make(lambda epoch, rate: "fast"), CURVE[:2]),
    ]


def checkpoints():
    make = callbacks.ModelCheckpoint
    settings = [
        {"filepath": "w{epoch:02d}-{val_loss:.2f}.h5"},
        {"filepath": "best.h5", "save_best_only": True, "verbose": 1},
        {"filepath": "acc.h5", "monitor": "acc", "mode": "max", "save_best_only": True},
        {"filepath": "weights.h5", "save_weights_only": True, "period": 3},
    ]
    return [drive(make(**given), CURVE) for given in settings]


def csv():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "log.csv")
        for append, epochs in ((False, CURVE[:2]), (True, CURVE[2:3])):
            drive(callbacks.CSVLogger(path, separator=";", append=append), epochs)
        with open(path) as file:
            return file.read().split()


def order():
    """When which method of a callback is called."""
    calls = []
    hooks = ["on_epoch_begin", "on_epoch_end", "on_batch_begin", "on_batch_end", "on_train_begin", "on_train_end"]

    class Watching(callbacks.Callback):
        pass

    for hook in [
        *hooks,
        "on_test_begin",
        "on_test_end",
        "on_test_batch_begin",
        "on_test_batch_end",
        "on_predict_begin",
        "on_predict_end",
        "on_predict_batch_begin",
        "on_predict_batch_end",
    ]:

        def method(self, *args, hook=hook, **kwargs):
            logs = args[-1] if args and isinstance(args[-1], dict) else kwargs.get("logs") or {}
            number = args[:1] if args and isinstance(args[0], int) else ()
            calls.append([hook, *number, *sorted(logs)])

        setattr(Watching, hook, method)
    keras.backend.clear_session()
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(2,))])
    model.compile("sgd", "mse", metrics=["mae"])
    x, y = np.ones((5, 2)), np.ones((5, 1))
    watching = Watching()
    model.fit(x, y, epochs=2, batch_size=3, verbose=0, callbacks=[watching], validation_data=(x[:2], y[:2]))
    model.evaluate(x, y, batch_size=3, verbose=0, callbacks=[watching])
    model.predict(x, batch_size=3, callbacks=[watching])
    return calls


def lambdas():
    calls = []
    callback = callbacks.LambdaCallback(
        on_epoch_begin=lambda epoch, logs: calls.append(["begin", epoch]),
        on_epoch_end=lambda epoch, logs: calls.append(["end", epoch, logs["loss"]]),
        on_train_end=lambda logs: calls.append(["over"]),
    )
    drive(callback, CURVE[:2])
    return calls


def bars():
    """What the bar shows in a log."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        for verbose in (1, 2):
            bar = utils.Progbar(5, verbose=verbose, stateful_metrics=["last"], interval=0)
            for i in range(5):
                bar.update(i + 1, [("loss", 1.0 + i), ("small", 1e-5 * (i + 1)), ("last", float(i))])
        bar = utils.Progbar(None, unit_name="sample", interval=0)
        bar.add(3, [("loss", 2.0)])
    return re.sub(r"[0-9.]+ ?[mu]?s(/sample|/step|ample|tep)?", "T", printed.getvalue())


# -- text and sequences ------------------------------------------------------------------------------------------------


def tokens():
    found = []
    for settings in (
        {},
        {"num_words": 4},
        {"oov_token": "?", "num_words": 5},
        {"char_level": True},
        {"lower": False, "filters": ",;"},
    ):
        tokenizer = text.Tokenizer(**settings)
        tokenizer.fit_on_texts(DOCUMENTS)
        sequences = tokenizer.texts_to_sequences([*DOCUMENTS, "a new cat"])
        found.append(
            [
                dict(tokenizer.word_index),
                dict(tokenizer.word_counts),
                dict(sorted(tokenizer.word_docs.items())),
                tokenizer.document_count,
                sequences,
                tokenizer.sequences_to_texts(sequences[:2]),
                *[tokenizer.texts_to_matrix(DOCUMENTS, mode) for mode in ("binary", "count", "freq", "tfidf")],
            ]
        )
        found.append(sorted(json.loads(tokenizer.to_json())["config"]))
    return plain(found) + [outcome(text.Tokenizer().texts_to_matrix, ["a"]), outcome(text.Tokenizer, words=3)]


def words():
    return plain(
        [
            text.text_to_word_sequence(DOCUMENTS[1]),
            text.text_to_word_sequence("a|b", split="|", filters=""),
            text.hashing_trick(DOCUMENTS[0], 50, "md5"),
            text.hashing_trick("x y", 9, lambda word: len(word) + 3),
        ]
    )


def padded():
    rows = [[1], [2, 3, 4], [], [5, 6]]
    settings = [
        {},
        {"maxlen": 2},
        {"maxlen": 2, "truncating": "post", "padding": "post"},
        {"dtype": "float32", "value": -1.5},
        {"padding": "odd"},
        {"maxlen": 1, "truncating": "odd"},
        {"maxlen": 5, "value": 9},
    ]
    found = [outcome(sequence.pad_sequences, rows, **given) for given in settings]
    found.append(outcome(sequence.pad_sequences, [["a"], ["b", "c"]], dtype=object, value="-"))
    found.append(outcome(sequence.pad_sequences, 3))
    return [*found, outcome(sequence.pad_sequences, [[[1, 2]], [[3, 4], [5, 6]]])]


def grams():
    found = []
    for settings in (
        {},
        {"window_size": 1, "shuffle": False},
        {"negative_samples": 0.0},
        {"categorical": True, "negative_samples": 2.0},
    ):
        random.seed(3)
        found.append(sequence.skipgrams([1, 2, 3, 4, 0, 2], 5, seed=None if settings else 7, **settings))
    random.seed(5)
    table = sequence.make_sampling_table(6)
    return plain([found, table, sequence.skipgrams([1, 2, 3, 4], 6, sampling_table=table, shuffle=False)])


def series():
    data, targets = np.arange(24).reshape(12, 2), np.arange(12)
    found = []
    for settings in (
        {},
        {"sampling_rate": 2, "stride": 2},
        {"start_index": 2, "end_index": 9},
        {"reverse": True, "batch_size": 3},
    ):
        made = sequence.TimeseriesGenerator(data, targets, length=4, **settings)
        found.append([len(made), [[x.tolist(), y.tolist()] for x, y in (made[i] for i in range(len(made)))]])
    return [*plain(found), outcome(sequence.TimeseriesGenerator, data, targets[:5], 3)]


# -- images -------------------------------------------------------------------------------------------------------------


def pictures():
    given = np.random.RandomState(0).rand(4, 6, 5, 3) * 255
    settings = [
        {"rescale": 1 / 255.0, "samplewise_center": True},
        {"samplewise_std_normalization": True},
        {"featurewise_center": True, "featurewise_std_normalization": True},
        {"preprocessing_function": lambda x: x / 2},
        {"zca_whitening": True, "zca_epsilon": 1e-2},
    ]
    found = []
    for one in settings:
        generator = image.ImageDataGenerator(**one)
        if not one.get("zca_whitening"):
            generator.fit(given, seed=1)
        x = generator.standardize(given[0].astype(np.float32))
        found.append(x.sum(axis=(0, 1)).round(3))
    found.append(
        [
            image.img_to_array(given[0]).shape,
            image.ImageDataGenerator(rotation_range=20).get_random_transform((6, 5, 3), 3),
        ]
    )
    return [
        *plain(found),
        outcome(image.ImageDataGenerator, zoom_range=(1, 2, 3)),
        outcome(image.ImageDataGenerator, data_format="odd"),
    ]


# -- utilities ------------------------------------------------------------------------------------------------------------


def arrays():
    x = np.arange(6.0).reshape(2, 3)
    return [
        outcome(utils.to_categorical, [0, 2, 1]),
        outcome(utils.to_categorical, [[1], [0]], 4, "int32"),
        outcome(utils.to_categorical, [3], 2),
        outcome(utils.normalize, x),
        outcome(utils.normalize, x, axis=0, order=1),
    ]


class Batches(utils.Sequence):
    def __len__(self):
        return 4

    def __getitem__(self, number):
        return np.full((2,), number)


def queued():
    enqueuer = utils.OrderedEnqueuer(Batches())
    enqueuer.start(workers=2, max_queue_size=3)
    found = enqueuer.get()
    values = [plain(next(found)) for _ in range(6)]
    enqueuer.stop()
    other = utils.GeneratorEnqueuer(iter([np.array([1]), np.array([2])]))
    other.start()
    return [values, [plain(x) for x in other.get()]]


def files():
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "given.txt")
        source.write_text("hello")
        path = utils.get_file(
            "got.txt",
            source.as_uri(),
            cache_dir=folder,
            cache_subdir="sub",
            file_hash="5d41402abc4b2a76b9719d911017c592",
        )
        with contextlib.redirect_stdout(io.StringIO()):
            refused = outcome(utils.get_file, "bad.txt", source.as_uri(), cache_dir=folder, file_hash="0" * 32)
        return [
            os.path.relpath(path, folder),
            pathlib.Path(path).read_text(),
            refused[0] if isinstance(refused, list) else "accepted",
        ]


def named():
    """Objects by name and configuration."""

    def relu7(x):
        return tf.minimum(tf.nn.relu(x), 7.0)

    with utils.CustomObjectScope({"relu7": relu7}):
        inside = keras.activations.get("relu7") is relu7
    found = [inside, outcome(lambda: keras.activations.get("relu7").__name__)]
    found.append(outcome(utils.deserialize_keras_object, {"class_name": "No", "config": {}}, {}, None, "thing"))
    found.append(outcome(utils.serialize_keras_object, keras.initializers.Zeros()))
    return [*found, sorted(utils.get_custom_objects())]


def weights():
    with tempfile.TemporaryDirectory() as folder:
        import h5py

        path = os.path.join(folder, "data.h5")
        with h5py.File(path, "w") as file:
            file["x"] = np.arange(20.0).reshape(10, 2)
        data = utils.HDF5Matrix(path, "x", 2, 8, normalizer=lambda x: x + 1)
        return [len(data), plain(data[1:3]), list(data.shape), plain(data[[0, 2]]), outcome(lambda: data[7])]


# -- data sets ------------------------------------------------------------------------------------------------------------


def reuters():
    with tempfile.TemporaryDirectory() as folder:
        rows = np.empty(6, object)
        rows[:] = [[1, 5, 9], [2, 3], [4, 4, 4, 30], [7], [8, 2, 2], [3]]
        path = os.path.join(folder, "data.npz")
        np.savez(path, x=rows, y=np.arange(6))
        found = []
        for settings in (
            {},
            {"num_words": 6, "skip_top": 2},
            {"maxlen": 5, "oov_char": None},
            {"index_from": None, "start_char": None},
        ):
            parts = keras.datasets.reuters.load_data(path, test_split=0.34, **settings)
            found.append([[plain([list(map(int, x)) for x in xs]), plain(ys)] for xs, ys in parts])
        index = os.path.join(folder, "index.json")
        pathlib.Path(index).write_text(json.dumps({"the": 1}))
        return [*found, keras.datasets.reuters.get_word_index(index)]


def houses():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "boston.npz")
        np.savez(path, x=np.arange(30.0).reshape(10, 3), y=np.arange(10.0))
        return plain(keras.datasets.boston_housing.load_data(path, test_split=0.3, seed=4))


def digits():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "mnist.npz")
        np.savez(path, x_train=np.ones((2, 2, 2)), y_train=[1, 2], x_test=np.zeros((1, 2, 2)), y_test=[3])
        return plain(keras.datasets.mnist.load_data(path))


PROGRAMS = [
    stopping,
    plateaus,
    rates,
    checkpoints,
    csv,
    order,
    lambdas,
    bars,
    tokens,
    words,
    padded,
    grams,
    series,
    pictures,
    arrays,
    queued,
    files,
    named,
    weights,
    reuters,
    houses,
    digits,
]


if __name__ == "__main__":
    # Where data sets come from is no part of what is compared: 1.15 would fetch them anew.
    for module in ("reuters", "boston_housing", "mnist"):
        inside = __import__(f"tensorflow.python.keras.datasets.{module}", fromlist=["load_data"])
        inside.get_file = lambda path, **unused: path
    tf.logging.set_verbosity(tf.logging.ERROR)
    recorded = {}
    for program in PROGRAMS:
        try:
            recorded[program.__name__] = plain(program())
        except Exception as error:
            print(program.__name__, "failed:", type(error).__name__, error)
    pathlib.Path(__file__).with_name("recorded.json").write_text(json.dumps(recorded))
