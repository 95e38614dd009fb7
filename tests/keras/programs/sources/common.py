"""What the Keras programs share: a decorator that collects them, small data, and what is reported of a model."""

import json
import sys

import numpy as np
import tensorflow as tf

PROGRAMS = []


def program(function):
    PROGRAMS.append(function)
    return function


def run():
    """Runs the programs of a file (or those named on the command line), each in a graph of its own; prints one JSON object."""
    tf.logging.set_verbosity(tf.logging.ERROR)
    results = {}
    for function in PROGRAMS:
        if len(sys.argv) > 1 and function.__name__ not in sys.argv[1:]:
            continue
        tf.keras.backend.clear_session()
        tf.set_random_seed(7)
        np.random.seed(7)
        try:
            results[function.__name__] = plain(function())
        except Exception as error:  # reported, so that the other programs are compared all the same
            if "--raise" in sys.argv:
                raise
            results[function.__name__] = {"failed": type(error).__name__ + ": " + str(error)}
    print(json.dumps(results))


def plain(value):
    """Numbers, lists and dictionaries that JSON knows."""
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, (np.integer, np.bool_)):
        return value.item()
    if isinstance(value, (float, np.floating)):
        return float("%.7g" % value)
    return value


def weights_of(model):
    """Names, shapes and sums: what two sides must agree on before the first step."""
    values = model.get_weights()
    return {
        "names": [w.name for w in model.weights],
        "shapes": [list(v.shape) for v in values],
        "sums": [float(np.sum(np.abs(v))) for v in values],
    }


def trained(model, x, y, steps=6, **kwargs):
    """The report of a compiled model: its weights, the losses of some steps on one batch, and what it predicts then."""
    report = weights_of(model)
    report["losses"] = [model.train_on_batch(x, y, **kwargs) for _ in range(steps)]
    predicted = model.predict(x)
    report["predicted"] = [np.mean(np.abs(p)) for p in (predicted if isinstance(predicted, list) else [predicted])]
    return report


def images(n=16, size=8, channels=3, classes=4, seed=0):
    rng = np.random.RandomState(seed)
    y = rng.randint(0, classes, n)
    x = rng.rand(n, size, size, channels).astype("float32") + y[:, None, None, None] / float(classes)
    return x, np.eye(classes, dtype="float32")[y]


def vectors(n=32, width=6, classes=3, seed=0):
    rng = np.random.RandomState(seed)
    x = rng.randn(n, width).astype("float32")
    return x, np.eye(classes, dtype="float32")[(x @ rng.randn(width, classes)).argmax(1)]


def sequences(n=8, length=5, width=4, seed=0):
    rng = np.random.RandomState(seed)
    x = rng.randn(n, length, width).astype("float32")
    return x, np.tanh(x.sum(axis=(1, 2), keepdims=False))[:, None].astype("float32")


def words(n=12, length=7, vocabulary=20, seed=0):
    rng = np.random.RandomState(seed)
    x = rng.randint(1, vocabulary, (n, length))
    for row, used in enumerate(rng.randint(2, length + 1, n)):
        x[row, used:] = 0
    return x, (x.max(axis=1) > vocabulary * 0.8).astype("float32")[:, None]
