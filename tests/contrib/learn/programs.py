"""Estimators of tf.contrib.learn that are trained here and, by `record.py`, with 1.15's own sources."""

import numpy as np

_RANDOM = np.random.RandomState(0)
X = _RANDOM.normal(size=[12, 4]).astype(np.float32)
CLASSES = _RANDOM.randint(0, 3, size=12).astype(np.int64)
NUMBERS = _RANDOM.normal(size=12).astype(np.float32)
WORDS = np.array(["a", "b", "c", "a", "d", "b", "a", "c", "d", "b", "c", "a"]).reshape(12, 1)
WEIGHTS = np.linspace(0.5, 2, 12).astype(np.float32)


def begin(tf):
    """A hook that gives variables the same first values everywhere, whatever random numbers are."""

    class Begin(tf.train.SessionRunHook):
        def after_create_session(self, session, coord):
            for i, v in enumerate(sorted(tf.trainable_variables(), key=lambda v: v.op.name)):
                shape = v.get_shape().as_list()
                v.load(0.5 * np.sin(np.arange(np.prod(shape)) + i).reshape(shape).astype(np.float32), session)

    return Begin()


def results(tf, learn, layers):
    """Name → variables, metrics and predictions after five steps."""
    found = {}
    columns = [layers.real_valued_column("", dimension=4)]

    def config():
        return learn.RunConfig(tf_random_seed=3)

    def measure(name, estimator, evaluated, predictions):
        found[name] = {
            "variables": {n: estimator.get_variable_value(n) for n in sorted(estimator.get_variable_names())},
            "metrics": {key: float(value) for key, value in sorted(evaluated.items())},
            "predictions": predictions,
        }

    def arrays(name, estimator, y):
        estimator.fit(x=X, y=y, batch_size=5, steps=5, monitors=[begin(tf)])
        measure(name, estimator, estimator.evaluate(x=X, y=y), np.array(list(estimator.predict(x=X))))

    def tensors(name, estimator, y, outputs):
        def input_fn():
            words = tf.SparseTensor([[i, 0] for i in range(12)], WORDS.ravel().tolist(), [12, 1])
            return {"x": tf.constant(X), "word": words, "weight": tf.constant(WEIGHTS)}, tf.constant(y.reshape(12, -1))

        estimator.fit(input_fn=input_fn, steps=5, monitors=[begin(tf)])
        predictions = list(estimator.predict(input_fn=input_fn, outputs=outputs))
        predictions = {key: np.array([p[key] for p in predictions]) for key in outputs}
        measure(name, estimator, estimator.evaluate(input_fn=input_fn, steps=1), predictions)

    binary = (CLASSES > 0).astype(np.int64)
    many = np.stack([binary, CLASSES % 2, (NUMBERS > 0).astype(np.int64)], 1)
    arrays("deep, three classes", learn.DNNClassifier([5, 4], columns, n_classes=3, config=config()), CLASSES)
    arrays(
        "deep, two classes, centered bias",
        learn.DNNClassifier([5], columns, config=config(), enable_centered_bias=True, gradient_clip_norm=0.5),
        binary,
    )
    adam = tf.train.AdamOptimizer(0.01)
    arrays(
        "deep, numbers",
        learn.DNNRegressor([5], columns, config=config(), optimizer=adam, activation_fn=tf.nn.tanh),
        NUMBERS,
    )
    arrays("linear, three classes", learn.LinearClassifier(columns, n_classes=3, config=config()), CLASSES)
    arrays(
        "linear, two classes, clipped",
        learn.LinearClassifier(columns, config=config(), optimizer="Adagrad", gradient_clip_norm=0.1),
        binary,
    )
    arrays("linear, numbers", learn.LinearRegressor(columns, config=config()), NUMBERS)
    both = {"linear_feature_columns": columns, "dnn_feature_columns": columns, "dnn_hidden_units": [4]}
    arrays("both, two classes", learn.DNNLinearCombinedClassifier(**both, config=config()), binary)
    once = learn.DNNLinearCombinedRegressor(**both, config=config(), fix_global_step_increment_bug=True)
    arrays("both, numbers, steps counted once", once, NUMBERS)

    x = layers.real_valued_column("x", dimension=4)
    hashed = layers.sparse_column_with_hash_bucket("word", 7)
    embedded = layers.embedding_column(hashed, 3)
    wide_and_deep = learn.DNNLinearCombinedClassifier(
        weight_column_name="weight",
        linear_feature_columns=[hashed],
        dnn_feature_columns=[x, embedded],
        dnn_hidden_units=[4],
        embedding_lr_multipliers={embedded: 0.5},
        config=config(),
    )
    tensors("wide and deep with words and weights", wide_and_deep, binary, ["classes", "probabilities"])
    heads = {
        "several labels": (learn.multi_label_head(3, metric_class_ids=[1]), many, ["classes", "probabilities"]),
        "margin": (learn.binary_svm_head(), binary, ["classes", "logits"]),
        "counts": (learn.poisson_regression_head(), CLASSES.astype(np.float32), ["scores"]),
        "classes with metrics of their own": (
            learn.multi_class_head(3, metric_class_ids=[0, 2], weight_column_name="weight", head_name="h"),
            CLASSES,
            ["classes"],
        ),
    }
    for name, (head, y, outputs) in heads.items():
        tensors(name, learn.DNNEstimator(head, [4], [x], config=config()), y, outputs)
    return found
