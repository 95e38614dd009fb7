"""Canned Estimators against TensorFlow's: each goes on from the same checkpoint, and the same things must happen."""

import shutil

import numpy as np
import pytest

import penstock as tf
from tests.estimator.canned.comparing import equal
from tests.same_program import run_here

BEGIN = """
rng = np.random.RandomState(0)
x = {"a": rng.rand(60, 3).astype("f"), "c": rng.choice(["u", "v", "w"], 60), "weight": rng.rand(60).astype("f") + 0.5}
score = x["a"].sum(1) + (x["c"] == "u")
labels = {
    "two": (score > 1.7).astype("int64"),
    "three": np.digitize(score, [1.5, 2.0]),
    "names": np.array(["low", "middle", "high"])[np.digitize(score, [1.5, 2.0])],
    "number": score.astype("f").reshape(60, 1),
    "numbers": np.stack([score, -score], 1).astype("f"),
}

def input_fn(which, epochs=None):
    return tf.estimator.inputs.numpy_input_fn(x, labels[which], batch_size=20, shuffle=False, num_epochs=epochs)

fc = tf.feature_column
category = fc.categorical_column_with_vocabulary_list("c", ["u", "v", "w"])
numeric = fc.numeric_column("a", shape=[3])
crossed = fc.crossed_column([fc.bucketized_column(fc.numeric_column("weight"), [0.7, 1.0]), "c"], 10)
deep = [numeric, fc.embedding_column(category, 2)]
wide = [category, numeric, crossed]
config = tf.estimator.RunConfig(tf_random_seed=3)
E = tf.estimator
model = {model}
"""
TRAIN_ONE_STEP = BEGIN + 'model.train(input_fn("{which}"), steps=1)\nresult = {}\n'
GO_ON = (
    BEGIN
    + """
losses = []

class Recorder(tf.train.SessionRunHook):
    def before_run(self, context):
        collected = tf.get_collection(tf.GraphKeys.LOSSES)
        return tf.train.SessionRunArgs(collected[-1])

    def after_run(self, context, values):
        losses.append(values.results)

model.train(input_fn("{which}"), steps=30, hooks=[Recorder()])
metrics = model.evaluate(input_fn("{which}", 1))
predictions = list(model.predict(input_fn("{which}", 1)))[:5]
exported = model.export_savedmodel(
    folder + "/export", E.export.build_parsing_serving_input_receiver_fn(fc.make_parse_example_spec(deep + wide)))
with tf.Session(graph=tf.Graph()) as sess:
    meta = tf.saved_model.loader.load(sess, ["serve"], exported.decode() if isinstance(exported, bytes) else exported)
    signatures = {
        key: (s.method_name, {k: v.name for k, v in s.outputs.items()}) for key, s in meta.signature_def.items()
    }
result = {
    "losses": np.array(losses),
    "metrics": {key: float(value) for key, value in metrics.items()},
    "predictions": {key: np.stack([p[key] for p in predictions]) for key in predictions[0]},
    "variables": {name: np.array(model.get_variable_value(name)) for name in model.get_variable_names()},
    "signatures": signatures,
}
"""
)
MODELS = {
    "DNNClassifier": ("two", "E.DNNClassifier([6, 4], deep, folder, config=config)"),
    "DNNClassifier of three, normalized": (
        "three",
        "E.DNNClassifier([5], deep, folder, n_classes=3, weight_column='weight', batch_norm=True, activation_fn=tf.nn.tanh,"
        " optimizer=lambda: tf.train.AdamOptimizer(0.01), loss_reduction=tf.losses.Reduction.SUM_OVER_BATCH_SIZE)",
    ),
    "LinearClassifier of names": (
        "names",
        "E.LinearClassifier(wide, folder, n_classes=3, label_vocabulary=['low', 'middle', 'high'], sparse_combiner='mean')",
    ),
    "LinearRegressor": (
        "numbers",  # of a mean: steps by a sum's gradient end in numbers that are none
        "E.LinearRegressor(wide, folder, label_dimension=2, optimizer='SGD',"
        " loss_reduction=tf.losses.Reduction.SUM_OVER_BATCH_SIZE)",
    ),
    "DNNLinearCombinedClassifier": (
        "two",
        "E.DNNLinearCombinedClassifier(folder, wide, dnn_feature_columns=deep, dnn_hidden_units=[4],"
        " weight_column=fc.numeric_column('weight'))",
    ),
    "DNNLinearCombinedRegressor": (
        "number",
        "E.DNNLinearCombinedRegressor(folder, wide, 'Adam', deep, tf.train.RMSPropOptimizer(0.01), [4])",
    ),
    "BaselineRegressor": ("number", "E.BaselineRegressor(folder, weight_column='weight')"),
}


@pytest.mark.parametrize("name", MODELS)
def test_a_model_goes_on_as_in_tensorflow_from_its_checkpoint(name, peer, tmp_path):
    which, model = MODELS[name]
    programs = [text.replace("{model}", model).replace("{which}", which) for text in (TRAIN_ONE_STEP, GO_ON)]
    theirs, ours = tmp_path / "theirs", tmp_path / "ours"
    peer.run(programs[0], folder=str(theirs))
    shutil.copytree(theirs, ours)
    text = (ours / "checkpoint").read_text().replace(str(theirs), str(ours))
    (ours / "checkpoint").write_text(text)
    found, wanted = run_here(programs[1], folder=str(ours)), peer.run(programs[1], folder=str(theirs))
    assert np.isfinite(wanted["losses"]).all()
    equal(found, wanted)


def test_initial_variables_are_those_of_tensorflow(peer, tmp_path):
    """Names, shapes and what is not random; kernels are as far from zero as Glorot says."""
    still = "tf.train.GradientDescentOptimizer(0.0)"
    model = (
        "E.DNNLinearCombinedClassifier(folder, wide, dnn_feature_columns=deep, dnn_hidden_units=[40, 30], dnn_dropout=0.2,"
        f" batch_norm=True, dnn_optimizer={still}, linear_optimizer={still}, config=config)"
    )
    program = TRAIN_ONE_STEP.replace("{model}", model).replace("{which}", "two") + (
        "result = {name: np.array(model.get_variable_value(name)) for name in model.get_variable_names()}"
    )
    ours, theirs = run_here(program, folder=str(tmp_path / "a")), peer.run(program, folder=str(tmp_path / "b"))
    assert list(ours) == list(theirs)
    for name, value in theirs.items():
        assert (ours[name].shape, ours[name].dtype) == (value.shape, value.dtype), name
        if "kernel" in name:
            assert abs(ours[name].std() - value.std()) < 0.35 * value.std(), name
        elif "embedding" in name:  # six numbers: not their spread, but the limits of their distribution are known
            for found in (ours[name], value):
                assert 0 < np.abs(found).max() <= 2 / np.sqrt(value.shape[1]) and len(set(found.ravel())) == value.size
        elif "moving" not in name:
            np.testing.assert_array_equal(ours[name], value)


def test_a_model_begins_and_trains_as_1_15_did_with_its_seed():
    """The numbers are those of TensorFlow 1.15.5: initial values and dropout depend on how many operations came before."""
    random = np.random.RandomState(0)
    x = {"a": random.rand(100, 3).astype("f"), "c": random.choice(["u", "v", "w"], 100)}
    y = (x["a"].sum(1) > 1.5).astype("int64")
    category = tf.feature_column.categorical_column_with_vocabulary_list("c", ["u", "v", "w"])
    numeric = tf.feature_column.numeric_column("a", shape=[3])

    def input_fn():
        return tf.data.Dataset.from_tensor_slices((dict(x), y)).batch(20).repeat()

    model = tf.estimator.DNNLinearCombinedClassifier(
        linear_feature_columns=[numeric, category],
        dnn_feature_columns=[numeric, tf.feature_column.embedding_column(category, 2)],
        dnn_hidden_units=[4, 3],
        dnn_dropout=0.1,
        batch_norm=True,
        config=tf.estimator.RunConfig(tf_random_seed=7),
    )
    model.train(input_fn, steps=5)
    kernels = [
        model.get_variable_value(f"dnn/{name}/kernel").ravel()[:2]
        for name in ("hiddenlayer_0", "hiddenlayer_1", "logits")
    ]
    np.testing.assert_allclose(kernels, [[0.3385, 0.0894], [0.0567, 0.4239], [-0.7588, 1.1547]], atol=1e-4)
    assert model.evaluate(input_fn, steps=3)["loss"] == pytest.approx(14.063766, rel=1e-5)


def columns():
    return [tf.feature_column.numeric_column("x")]


def numbers(labels, **more):
    features = {"x": np.linspace(0, 1, len(labels), dtype=np.float32).reshape(-1, 1), **more}
    return tf.estimator.inputs.numpy_input_fn(features, labels, shuffle=False, num_epochs=1, batch_size=len(labels))


def test_a_model_is_warm_started_from_another(tmp_path):
    first = tf.estimator.DNNRegressor([3], columns(), str(tmp_path / "first"))
    first.train(numbers(np.ones(4, np.float32)))
    settings = tf.estimator.WarmStartSettings(str(tmp_path / "first"), vars_to_warm_start=".*hiddenlayer_0.*")
    second = tf.estimator.DNNRegressor(
        [3], columns(), warm_start_from=settings, optimizer=tf.train.GradientDescentOptimizer(0.0)
    )
    second.train(numbers(np.ones(4, np.float32)))
    for name in ("kernel", "bias"):
        name = f"dnn/hiddenlayer_0/{name}"
        np.testing.assert_array_equal(second.get_variable_value(name), first.get_variable_value(name))


def test_dropout_is_for_training_only(tmp_path):
    model = tf.estimator.DNNClassifier([8], columns(), dropout=0.5).train(numbers(np.array([0, 1, 1])))
    twice = [[p["logits"] for p in model.predict(numbers(np.array([0, 1, 1])))] for _ in range(2)]
    np.testing.assert_array_equal(*twice)


def test_an_input_layer_is_split_by_a_partitioner(tmp_path):
    column = tf.feature_column.embedding_column(tf.feature_column.categorical_column_with_identity("id", 6), 2)
    model = tf.estimator.DNNClassifier([2], [column], input_layer_partitioner=tf.fixed_size_partitioner(3))
    model.train(numbers(np.array([0, 1]), id=np.array([[1], [5]])))
    name = "dnn/input_from_feature_columns/input_layer/id_embedding/embedding_weights"
    assert model.get_variable_value(name).shape == (6, 2)  # a checkpoint has it whole
    assert {f"{name}/t_{i}/Adagrad" for i in range(3)} <= set(model.get_variable_names())


@pytest.mark.parametrize(
    "make, error, words",
    [
        (lambda: tf.estimator.DNNLinearCombinedClassifier(), ValueError, "must be defined"),
        (lambda: tf.estimator.DNNClassifier([2], columns(), n_classes=1), ValueError, "n_classes must be > 2: 1"),
        (lambda: tf.estimator.DNNRegressor([2], columns(), label_dimension=0), ValueError, "Invalid label_dimension 0"),
        (lambda: tf.estimator.LinearClassifier(columns(), label_vocabulary="ab"), TypeError, "list or tuple"),
        (lambda: tf.estimator.LinearClassifier(columns(), loss_reduction="none"), ValueError, "Invalid loss_reduction"),
        (
            lambda: tf.estimator.LinearClassifier(columns(), optimizer="Momentum").train(numbers(np.array([0, 1]))),
            ValueError,
            "Unsupported optimizer name: Momentum",
        ),
        (
            lambda: tf.estimator.DNNClassifier([2], columns()).train(numbers(np.array([0, 2]))),
            tf.errors.InvalidArgumentError,
            "Labels must <= n_classes - 1",
        ),
        (
            lambda: tf.estimator.DNNClassifier([2], columns(), n_classes=3).train(numbers(np.array([0.0, 2.0]))),
            ValueError,
            "Labels dtype should be integer",
        ),
        (
            lambda: tf.estimator.DNNClassifier([2], columns(), weight_column="x").train(
                lambda: (tf.ones([2, 1]), [0, 1])
            ),
            ValueError,
            "features should be a dictionary",
        ),
    ],
)
def test_mistakes_are_reported_as_in_1_15(make, error, words):
    with pytest.raises(error, match=words):
        make()


def test_a_recurrent_network_learns_the_sign_of_the_last_number():
    values = np.random.RandomState(0).randn(32, 3).astype(np.float32)

    def input_fn():
        features = {"x": tf.contrib.layers.dense_to_sparse(tf.constant(values)), "bias": tf.ones([32, 1])}
        return tf.data.Dataset.from_tensors((features, (values[:, -1:] > 0).astype(np.int64))).repeat()

    model = tf.contrib.estimator.RNNClassifier(
        [tf.feature_column.sequence_numeric_column("x")],
        [tf.feature_column.numeric_column("bias")],
        num_units=[6, 4],
        cell_type="gru",
        optimizer=lambda: tf.train.AdamOptimizer(0.05),
        config=tf.estimator.RunConfig(tf_random_seed=1),
    )
    assert model.train(input_fn, steps=60).evaluate(input_fn, steps=1)["accuracy"] > 0.95
    names = set(model.get_variable_names())
    assert {f"rnn/rnn/multi_rnn_cell/cell_{i}/gru_cell/gates/kernel" for i in (0, 1)} | {
        "rnn/logits/dense/bias"
    } <= names
    with pytest.raises(ValueError, match="must not be specified when using rnn_cell_fn"):
        tf.contrib.estimator.RNNClassifier([], num_units=[2], rnn_cell_fn=lambda mode: None)
