"""When something goes wrong in an Estimator, the error names the cause; a process that is killed loses only the last steps."""

import logging
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import penstock as tf
from tests.subprocesses import ROOT


def model_fn(features, labels, mode, params):
    w = tf.get_variable("w", params.get("shape", []), initializer=tf.zeros_initializer())
    if params.get("more"):
        tf.get_variable("more", initializer=1.0)
    predictions = tf.reduce_sum(w) * features
    if mode == tf.estimator.ModeKeys.PREDICT:
        return tf.estimator.EstimatorSpec(mode, predictions)
    loss = tf.reduce_mean(tf.square(predictions - labels))
    train_op = tf.train.GradientDescentOptimizer(params.get("rate", 0.1)).minimize(loss, tf.train.get_global_step())
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op)


def made(folder, **params):
    return tf.estimator.Estimator(model_fn, str(folder), params=params)


def data():
    return tf.data.Dataset.from_tensors(([1.0, 2.0], [2.0, 4.0])).repeat(20)


def test_a_loss_that_is_not_a_number_ends_training(tmp_path):
    with pytest.raises(tf.train.NanLossDuringTrainingError, match="NaN loss during training"):
        made(tmp_path, rate=1e38).train(data)
    assert made(tmp_path).latest_checkpoint().endswith("model.ckpt-0")  # no checkpoint with such values


def test_a_failing_input_fn_tells_why(tmp_path):
    def fails():
        raise OSError("no such data")

    with pytest.raises(OSError, match="no such data"):
        made(tmp_path).train(fails)


def test_input_that_fails_later_tells_why_and_loses_nothing(tmp_path):
    def row(i):
        if i == 13:
            raise ZeroDivisionError("row 13 is bad")
        return np.float32(1)

    def fails_later():
        one = tf.data.Dataset.range(20).map(lambda i: tf.py_func(row, [i], tf.float32))
        return one.map(lambda x: (tf.fill([2], x), tf.fill([2], x)))

    model = tf.estimator.Estimator(
        model_fn, str(tmp_path), tf.estimator.RunConfig(save_checkpoints_steps=5), params={"rate": 0.1}
    )
    with pytest.raises(tf.errors.OpError, match="row 13 is bad"):
        model.train(fails_later)
    assert model.get_variable_value("global_step") == 10


@pytest.fixture
def logged(caplog):
    """What goes to the logger of `tf.logging`, whatever other tests did to it."""
    logger = logging.getLogger("tensorflow")
    level = logger.level
    logger.setLevel(logging.INFO)
    logger.addHandler(caplog.handler)
    yield caplog
    logger.removeHandler(caplog.handler)
    logger.setLevel(level)


def test_input_without_rows_makes_no_steps_and_says_so(tmp_path, logged):
    made(tmp_path).train(lambda: data().take(0))
    assert "Training with estimator made no steps. Perhaps input is empty or misspecified." in logged.text


def test_predicting_without_end_is_warned_of(tmp_path, logged):
    next(made(tmp_path).predict(lambda: tf.constant([1.0])))
    assert "That means predict yields forever" in logged.text


def test_a_checkpoint_that_is_missing_is_named(tmp_path):
    model = made(tmp_path)
    for use in (model.evaluate, lambda *args, **more: list(model.predict(*args, **more))):
        with pytest.raises((ValueError, tf.errors.NotFoundError), match="no/where"):
            use(data, checkpoint_path="no/where")


def test_a_checkpoint_of_another_shape_names_the_variable(tmp_path):
    made(tmp_path).train(data)
    with pytest.raises(tf.errors.InvalidArgumentError, match="shape"):
        made(tmp_path, shape=[3]).train(data)


def test_a_checkpoint_without_a_variable_names_it(tmp_path):
    made(tmp_path).train(data)
    with pytest.raises(tf.errors.NotFoundError, match="Key more not found in checkpoint"):
        made(tmp_path, more=True).train(data)
    with pytest.raises(ValueError, match="Could not load all requested variables from checkpoint"):
        made(tmp_path, more=True).export_saved_model(
            str(tmp_path / "export"),
            lambda: tf.estimator.export.TensorServingInputReceiver(*[tf.placeholder(tf.float32, [None])] * 2),
        )


def test_an_export_that_fails_leaves_no_version(tmp_path):
    model = made(tmp_path).train(data)

    def fails():
        raise OSError("no placeholder today")

    with pytest.raises(OSError, match="no placeholder today"):
        model.export_saved_model(str(tmp_path / "export"), fails)
    assert not [n for n in os.listdir(tmp_path / "export") if n.isdigit()]


def test_assets_and_extra_files_are_exported(tmp_path):
    (tmp_path / "words.txt").write_text("a\nb\n")

    def look_up(features, mode):
        table = tf.contrib.lookup.index_table_from_file(str(tmp_path / "words.txt"))
        ids = table.lookup(features)
        return tf.estimator.EstimatorSpec(mode, ids, tf.constant(0.0), tf.assign_add(tf.train.get_global_step(), 1))

    model = tf.estimator.Estimator(look_up, str(tmp_path / "model")).train(lambda: tf.constant(["a"]), steps=1)
    path = model.export_saved_model(
        str(tmp_path / "export"),
        lambda: tf.estimator.export.TensorServingInputReceiver(*[tf.placeholder(tf.string, [None], name="in")] * 2),
        assets_extra={"some/note.txt": str(tmp_path / "words.txt")},
        as_text=True,
    ).decode()
    (tmp_path / "words.txt").unlink()
    assert os.path.exists(f"{path}/assets.extra/some/note.txt") and os.path.exists(f"{path}/saved_model.pbtxt")
    with tf.Graph().as_default(), tf.Session() as sess:
        loaded = tf.saved_model.loader.load(sess, ["serve"], path)
        signature = loaded.signature_def["serving_default"]
        found = sess.run(signature.outputs["output"].name, {signature.inputs["input"].name: ["b", "a"]})
    assert found.tolist() == [1, 0]


TRAIN = """
import time
import penstock as tf
def model_fn(features, mode):
    w = tf.get_variable("w", initializer=0.0)
    with tf.control_dependencies([w.assign_add(1.0)]):
        train_op = tf.assign_add(tf.train.get_global_step(), 1)
    return tf.estimator.EstimatorSpec(mode, loss=tf.constant(1.0) * features, train_op=train_op)
class Tell(tf.train.SessionRunHook):
    def after_run(self, context, values):
        print("step", flush=True)
        time.sleep(0.002)
config = tf.estimator.RunConfig(save_checkpoints_steps=5)
model = tf.estimator.Estimator(model_fn, {folder!r}, config)
model.train(lambda: tf.constant(1.0), hooks=[Tell()], max_steps={last})
"""


def test_a_killed_process_goes_on_from_its_last_checkpoint(tmp_path):
    folder = str(tmp_path / "model")
    source = TRAIN.format(folder=folder, last=100_000)
    for kill in range(2):
        process = subprocess.Popen([sys.executable, "-c", source], stdout=subprocess.PIPE, cwd=ROOT)
        for _ in range(23 + 9 * kill):
            assert process.stdout.readline() == b"step\n"
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    model = tf.estimator.Estimator(lambda features: None, folder)
    step = int(model.get_variable_value("global_step"))
    assert step >= 40 and step % 5 == 0
    assert model.get_variable_value("w") == step
    last = step + 7
    subprocess.run([sys.executable, "-c", TRAIN.format(folder=folder, last=last)], check=True, cwd=ROOT)
    assert model.get_variable_value("global_step") == model.get_variable_value("w") == last


def test_waiting_for_the_next_export_gives_each_its_own_directory(tmp_path, monkeypatch):
    model = made(tmp_path).train(data)
    monkeypatch.setattr(time, "sleep", lambda secs: monkeypatch.setattr(time, "time", lambda: 1_600_000_001.0))
    monkeypatch.setattr(time, "time", lambda: 1_600_000_000.0)

    def receiver():
        return tf.estimator.export.TensorServingInputReceiver(*[tf.placeholder(tf.float32, [None])] * 2)

    paths = [model.export_saved_model(str(tmp_path / "export"), receiver) for _ in range(2)]
    assert [os.path.basename(p) for p in paths] == [b"1600000000", b"1600000001"]
