"""Small models trained by every optimizer and schedule of Keras; run by 1.15.5, it writes `recorded.json` beside it."""

import json
import pathlib

import numpy as np

try:
    import penstock as tf
except (ImportError, SyntaxError):  # 1.15.5 runs on Python 3.7
    import tensorflow as tf

K = tf.keras.backend
O = tf.keras.optimizers
S = O.schedules
CASES = {
    "sgd": lambda: O.SGD(0.1),
    "sgd_momentum": lambda: O.SGD(0.1, momentum=0.9),
    "sgd_nesterov": lambda: O.SGD(0.1, momentum=0.9, nesterov=True, decay=0.1),
    "adam": lambda: O.Adam(0.1),
    "adam_amsgrad": lambda: O.Adam(0.1, amsgrad=True),
    "adamax": lambda: O.Adamax(0.1),
    "nadam": lambda: O.Nadam(0.1),
    "rmsprop": lambda: O.RMSprop(0.1),
    "rmsprop_centered": lambda: O.RMSprop(0.1, centered=True),
    "rmsprop_momentum": lambda: O.RMSprop(0.1, momentum=0.5),
    "rmsprop_both": lambda: O.RMSprop(0.1, momentum=0.5, centered=True),
    "adagrad": lambda: O.Adagrad(0.1),
    "adadelta": lambda: O.Adadelta(0.1),
    "ftrl": lambda: O.Ftrl(0.1, l1_regularization_strength=0.01),
    "ftrl_shrinking": lambda: O.Ftrl(0.1, l2_shrinkage_regularization_strength=0.1),
    "clipnorm": lambda: O.SGD(0.1, clipnorm=0.5),
    "clipvalue": lambda: O.Adam(0.1, clipvalue=0.1),
    "exponential": lambda: O.SGD(S.ExponentialDecay(0.1, 2, 0.5)),
    "piecewise": lambda: O.SGD(S.PiecewiseConstantDecay([1, 3], [0.1, 0.05, 0.01])),
    "polynomial": lambda: O.SGD(S.PolynomialDecay(0.1, 3)),
    "inverse_time": lambda: O.SGD(S.InverseTimeDecay(0.1, 1, 0.5)),
    "cosine": lambda: O.SGD(tf.keras.experimental.CosineDecay(0.1, 4)),
    "cosine_restarts": lambda: O.SGD(tf.keras.experimental.CosineDecayRestarts(0.1, 2)),
    "linear_cosine": lambda: O.SGD(tf.keras.experimental.LinearCosineDecay(0.1, 4)),
    "of_tf_train": lambda: tf.train.AdamOptimizer(0.1),
}


def trained(make, rows):
    """Losses of six steps, and all that is left of them; with `rows`, gradients of one variable are of some rows only."""
    with tf.Graph().as_default(), tf.Session():
        w = K.variable(np.linspace(-1, 1, 12).reshape(4, 3), name="w")
        b = K.variable(np.ones(3), name="b")
        x = tf.gather(w, [0, 2, 2]) if rows else w
        loss = tf.reduce_sum(tf.square(x - 0.3)) + tf.reduce_sum(tf.square(b * 2 - 1))
        with tf.name_scope("training"):
            optimizer = O.get(make())
            updates = optimizer.get_updates(loss, [w, b])
        step = K.function([], [loss], updates=updates)
        found = {
            "losses": [float(step([])[0]) for _ in range(6)],
            "w": K.get_value(w).tolist(),
            "names": [v.name for v in tf.global_variables()],
        }
        if isinstance(optimizer, O.Optimizer):
            found["weights"] = [np.asarray(v).tolist() for v in optimizer.get_weights()]
            config = optimizer.get_config()
            found["config"] = {k: float(v) if isinstance(v, np.generic) else v for k, v in sorted(config.items())}
        return found


if __name__ == "__main__":
    recorded = {f"{name}/{rows}": trained(make, rows) for name, make in CASES.items() for rows in (False, True)}
    pathlib.Path(__file__).with_name("recorded.json").write_text(json.dumps(recorded, indent=None))
