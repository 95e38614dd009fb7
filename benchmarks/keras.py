"""Times Keras models on Penstock and on TensorFlow 1.15, one after the other, and prints ratios.

    python benchmarks/keras.py --tensorflow PYTHON [--only mlp,inception] [--rounds 2]

PYTHON has tensorflow 1.15 (and h5py below 3). Both sides run the same code in fresh processes, in turn; the best of all rounds
counts, since other work on the machine only ever adds. A ratio is TensorFlow's time over ours: above 1, Penstock is faster.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

GOALS = {
    "mlp step": 2.0,
    "cnn step": 1.2,
    "lstm step": 1.5,
    "embedding step": 1.2,
    **{f"{name} predict one row": 3.0 for name in ("mlp", "cnn", "lstm", "embedding")},
    "inception predict": 1.1,
}
# Seconds of predictions before those that count, on both sides: by then, ours is compiled.
SETTLED = 3.0


def models(keras):
    """Name → a compiled model, its inputs and its targets."""
    import numpy as np

    layers, random = keras.layers, np.random.RandomState(0)

    def compiled(loss, *stack):
        model = keras.Sequential(list(stack))
        model.compile("adam", loss)
        return model

    def mlp():
        dense = [layers.Dense(128, activation="relu", input_shape=(100,)), layers.Dense(128, activation="relu")]
        return compiled("sparse_categorical_crossentropy", *dense, layers.Dense(10, activation="softmax"))

    def cnn():
        first = [layers.Conv2D(32, 3, activation="relu", input_shape=(28, 28, 1)), layers.MaxPooling2D()]
        second = [layers.Conv2D(64, 3, activation="relu"), layers.MaxPooling2D(), layers.Flatten()]
        return compiled("sparse_categorical_crossentropy", *first, *second, layers.Dense(10, activation="softmax"))

    def lstm():
        return compiled("mse", layers.LSTM(64, input_shape=(30, 32)), layers.Dense(1))

    def embedding():
        embedded = [layers.Embedding(10000, 32, input_length=20), layers.Flatten()]
        return compiled("binary_crossentropy", *embedded, layers.Dense(1, activation="sigmoid"))

    return {
        "mlp": (mlp, random.rand(6400, 100).astype("f"), random.randint(0, 10, 6400)),
        "cnn": (cnn, random.rand(1600, 28, 28, 1).astype("f"), random.randint(0, 10, 1600)),
        "lstm": (lstm, random.rand(1600, 30, 32).astype("f"), random.rand(1600, 1)),
        "embedding": (embedding, random.randint(0, 10000, (6400, 20)), random.randint(0, 2, (6400, 1))),
    }


def timed(function, *arguments, **settings):
    start = time.perf_counter()
    function(*arguments, **settings)
    return time.perf_counter() - start


def small(keras, name):
    """Seconds of a model's first batch, of a step of `fit`, of `predict` for one row, and of its first 200 calls."""
    make, x, y = models(keras)[name]
    model = make()
    first = timed(model.train_on_batch, x[:32], y[:32])
    step = min(timed(model.fit, x, y, batch_size=32, verbose=0) for _ in range(6)) / (len(x) / 32)
    early = min(sum(timed(model.predict, x[:1]) for _ in range(50)) / 50 for _ in range(4))
    until = time.perf_counter() + SETTLED
    while time.perf_counter() < until:
        model.predict(x[:1])
    row = min(sum(timed(model.predict, x[:1]) for _ in range(50)) / 50 for _ in range(4))
    return {"first batch": first, "step": step, "predict one row": row, "its first 200": early}


def inception(keras):
    """Seconds to build InceptionV3, to predict with it, and to write and read it."""
    import numpy as np

    x = np.random.RandomState(0).rand(8, 299, 299, 3).astype("f")
    build = timed(keras.applications.InceptionV3, weights=None)
    model = keras.applications.InceptionV3(weights=None)
    found = {"build": build, "first predict": timed(model.predict, x)}
    found["predict"] = min(timed(model.predict, x) for _ in range(8))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.h5")
        found["save .h5"] = timed(model.save, path)
        keras.backend.clear_session()
        found["load .h5"] = timed(keras.models.load_model, path, compile=False)
    return found


def work(side, name):
    sys.path[:] = [p for p in sys.path if os.path.abspath(p or ".") != os.path.dirname(os.path.abspath(__file__))]
    start = time.perf_counter()
    if side == "penstock":
        import penstock

        penstock.install()
    import tensorflow as tf

    keras = tf.keras
    _ = keras.layers.Dense
    loaded = time.perf_counter() - start
    tf.logging.set_verbosity(tf.logging.ERROR)
    found = inception(keras) if name == "inception" else small(keras, name)
    print(json.dumps({"import": loaded, **found}))


def measure(python, side, name):
    done = subprocess.run([python, __file__, "--worker", side, name], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{side}, {name}: {done.stderr[-2000:]}")
    return json.loads(done.stdout.strip().splitlines()[-1])


def main():
    cli = argparse.ArgumentParser(description=__doc__)
    cli.add_argument("--tensorflow", help="the Python of an environment with tensorflow 1.15")
    cli.add_argument("--only", default="mlp,cnn,lstm,embedding,inception", help="names of models, separated by commas")
    cli.add_argument("--rounds", type=int, default=2, help="how many measurements on each side")
    cli.add_argument("--worker", nargs=2, help=argparse.SUPPRESS)
    args = cli.parse_args()
    if args.worker:
        work(*args.worker)
        return
    print(f"{'':32} {'TensorFlow':>12} {'Penstock':>12} {'ratio':>7} {'goal':>6}")
    for name in args.only.split(","):
        sides: dict[str, list] = {"tensorflow": [], "penstock": []}
        for _ in range(args.rounds):
            sides["tensorflow"].append(measure(args.tensorflow, "tensorflow", name))
            sides["penstock"].append(measure(sys.executable, "penstock", name))
        for key in sides["penstock"][0]:
            theirs, ours = (min(r[key] for r in sides[side]) for side in ("tensorflow", "penstock"))
            what = f"{name} {key}"
            print(
                f"{what:32} {theirs * 1e3:9.2f} ms {ours * 1e3:9.2f} ms {theirs / ours:7.2f} {GOALS.get(what, 1.0):6.1f}"
            )


if __name__ == "__main__":
    main()
