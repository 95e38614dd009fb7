"""The ways into the debugger besides sessions and hooks: `penstock debug`, `saved_model_cli run --tf_debug`, slim's training."""

import functools
import os
import sys

import pytest

import penstock as tf
from penstock import debug as tf_debug
from tests.debug.cli import driver, terminal
from tests.subprocesses import ROOT

PENSTOCK = [sys.executable, "-m", "penstock"]


@pytest.fixture
def run(tmp_path):
    """The directory of a dumped run."""
    with tf.Graph().as_default(), tf.Session() as plain:
        x = tf.placeholder(tf.float32, [None], name="x")
        sess = tf_debug.DumpingDebugWrapperSession(plain, str(tmp_path / "runs"))
        sess.run(tf.log(x, name="y"), {x: [1.0, 0.0]})
    return next((tmp_path / "runs").iterdir())


def test_penstock_debug_opens_a_dump(run, tmp_path):
    argv = [*PENSTOCK, "debug", str(run), "--ui_type=readline"]
    answers, code, errors = driver.answers(
        argv, ["lt -f has_inf_or_nan", "pt y:0", "exit"], tmp_path, PYTHONPATH=str(ROOT)
    )
    assert code == 0, errors
    assert (
        "dumped tensor(s)" in answers[0] and "1 dumped tensor(s) passing filter" in answers[1] and "-inf" in answers[2]
    )


def damage_truncated(run):
    path = next(path for path in run.rglob("y_0_DebugIdentity*"))
    path.write_bytes(path.read_bytes()[:-3])


def damage_graph(run):
    path = next(path for path in run.rglob("_tfdbg_graph*"))
    path.write_bytes(b"\xff" * 100)


def damage_metadata(run):
    path = next(path for path in run.rglob("_tfdbg_core_metadata*"))
    path.write_bytes(tf.Event(log_message=tf.LogMessage(message="no JSON")).SerializeToString())


def damage_stranger(run):
    (next(run.glob("_tfdbg_device*")) / "notes.txt").write_text("mine")


@pytest.mark.parametrize("damage", [damage_graph, damage_metadata, damage_stranger])
def test_a_damaged_dump_is_refused_in_words(run, tmp_path, damage):
    damage(run)
    argv = [*PENSTOCK, "debug", str(run), "--ui_type=readline"]
    _, code, errors = driver.answers(argv, ["exit"], tmp_path, PYTHONPATH=str(ROOT))
    assert code == 1 and "ERROR: this dump cannot be read: " in errors and "Traceback" not in errors


def test_a_damaged_tensor_is_said_and_the_others_are_shown(run, tmp_path):
    damage_truncated(run)
    argv = [*PENSTOCK, "debug", str(run), "--ui_type=readline"]
    answers, code, errors = driver.answers(argv, ["pt y:0", "pt _arg_x_0_0:0", "exit"], tmp_path, PYTHONPATH=str(ROOT))
    assert code == 0, errors
    assert "DataLossError" in answers[1] and "array([1., 0.]" in answers[2]


def test_saved_model_cli_runs_under_the_debugger(tmp_path):
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [None], name="x")
        tf.saved_model.simple_save(sess, str(tmp_path / "model"), {"x": x}, {"y": tf.sqrt(x, name="y")})
    flags = ["--dir", str(tmp_path / "model"), "--tag_set", "serve", "--signature_def", "serving_default"]
    argv = [*PENSTOCK, "saved-model", "run", *flags, "--input_exprs", "x=[4.0]", "--tf_debug"]
    with terminal.Terminal(argv, {"HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}, cwd=tmp_path) as screen:
        assert screen.wait("run-start: run #1"), screen
        screen.type("run\r")
        assert screen.wait("run-end: run #1"), screen
        screen.type("pt y:0\r")
        assert screen.wait("array([2.]"), screen
        screen.type("run\r")
        assert screen.wait("Result for output key y:"), screen
        assert screen.ended() == 0


def test_slim_trains_in_a_wrapped_session(tmp_path):
    slim = tf.contrib.slim
    with tf.Graph().as_default():
        w = tf.get_variable("w", initializer=1.0)
        train = slim.learning.create_train_op(tf.square(w, name="loss"), tf.train.GradientDescentOptimizer(0.1))
        wrapper = functools.partial(tf_debug.DumpingDebugWrapperSession, session_root=str(tmp_path / "runs"))
        slim.learning.train(train, None, number_of_steps=2, session_wrapper=wrapper)
    losses = []
    for folder in sorted(os.listdir(tmp_path / "runs"), key=lambda name: int(name.rsplit("_", 1)[1])):
        dump = tf_debug.DebugDumpDir(str(tmp_path / "runs" / folder))
        if "loss" in dump.nodes():
            losses += [float(value) for value in dump.get_tensors("loss", 0, "DebugIdentity")]
    assert losses == pytest.approx([1.0, 0.64])
