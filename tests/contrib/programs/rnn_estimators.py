"""Programs of tf.contrib.learn.DynamicRnnEstimator; what 1.15.5 says to them is in `recorded/rnn_estimators.json`."""

PROGRAM = """
import shutil
import tempfile

L, E = tf.contrib.layers, tf.contrib.learn
random = np.random.RandomState(4)
x, c = random.normal(size=[6, 5, 2]).astype(np.float32), random.normal(size=[6, 1]).astype(np.float32)
lengths = np.int32([5, 3, 1, 4, 2, 5])
one, many = random.randint(0, 3, [6]), random.randint(0, 2, [6, 5])
settings = dict({settings})
labels, state, with_lengths = {labels}, {state}, {with_lengths}


def input_fn():
    features = {"x": tf.constant(x), "c": tf.constant(c)}
    features.update({"rnn_cell_state_%d" % i: tf.ones([6, n]) * 0.3 for i, n in enumerate(state)})
    if with_lengths:
        features["sequence_length"] = tf.constant(lengths)
    return features, tf.constant(labels)


folder = tempfile.mkdtemp()
try:
    model = E.DynamicRnnEstimator(
        sequence_feature_columns=[L.real_valued_column("x", 2)],
        context_feature_columns=[L.real_valued_column("c")],
        model_dir=folder,
        config=E.RunConfig(tf_random_seed=2),
        **settings
    )
    model.fit(input_fn=input_fn, steps=4)
    names = model.get_variable_names()
    result = dict(
        names=names,
        values=[np.asarray(model.get_variable_value(v)) for v in names if "OptimizeLoss" not in v],
        metrics=sorted(model.evaluate(input_fn=input_fn, steps=1).items()),
        predictions=sorted(next(iter(model.predict(input_fn=input_fn))).items()),
    )
except (ValueError, TypeError) as error:
    result = [type(error).__name__, str(error)]
shutil.rmtree(folder)
"""

# Title → settings, labels, the sizes of the state that is given, whether there are lengths.
MODELS = {
    "a class for a sequence": (
        "problem_type=1, prediction_type=1, num_classes=3, num_units=4, cell_type='lstm', predict_probabilities=True,"
        " optimizer='Adam', learning_rate=.02",
        "one",
        [],
        True,
    ),
    "a class for each step": (
        "problem_type=1, prediction_type=2, num_classes=2, num_units=[4, 3], cell_type='gru',"
        " predict_probabilities=True, optimizer='Momentum', momentum=.9",
        "many",
        [],
        True,
    ),
    "a number for a sequence": ("problem_type=2, prediction_type=1, num_units=4", "x[:, 0, 0]", [4], True),
    "a number for each step": (
        "problem_type=2, prediction_type=2, num_units=[4], cell_type=tf.contrib.rnn.LSTMCell,"
        " gradient_clipping_norm=None",
        "x[:, :, 0]",
        [4, 4],
        False,
    ),
    "no number of classes": ("problem_type=1, prediction_type=1", "one", [], True),
    "no such problem": ("problem_type=3, prediction_type=1", "one", [], True),
    "no such prediction": ("problem_type=2, prediction_type=3", "one", [], True),
    "probabilities of numbers": ("problem_type=2, prediction_type=1, predict_probabilities=True", "one", [], True),
    "too few probabilities": (
        "problem_type=2, prediction_type=1, num_units=[2], dropout_keep_probabilities=[.5]",
        "x[:, 0, 0]",
        [],
        True,
    ),
    "half of a state": ("problem_type=2, prediction_type=1, num_units=[2], cell_type='lstm'", "x[:, 0, 0]", [2], True),
}


def _program(values):
    source = PROGRAM
    for key, value in zip(("settings", "labels", "state", "with_lengths"), values):  # noqa: B905 (also for Python 3.7)
        source = source.replace("{%s}" % key, str(value))
    return source


PROGRAMS = {title: _program(values) for title, values in MODELS.items()}
