"""Monitored sessions and their hooks: the same program here and in TensorFlow logs, writes and counts the same."""

import os

import numpy as np
import pytest

import penstock as tf
from tests.train.training_programs import both, events, files, nodes

TRAIN = """
    loss, train_op = model()
    class Tell(tf.train.CheckpointSaverListener):
        def begin(self): told.append("begin")
        def before_save(self, session, step): told.append(f"before {step}")
        def after_save(self, session, step): told.append(f"after {step}")
        def end(self, session, step): told.append(f"end {step}")
    told, losses = [], []
    hooks = [
        tf.train.StopAtStepHook(last_step=last),
        tf.train.LoggingTensorHook({"loss": loss, "a": x[0]}, every_n_iter=4),
        tf.train.LoggingTensorHook(["loss"], every_n_iter=100, at_end=True),
        tf.train.NanTensorHook(loss),
        tf.train.CheckpointSaverHook(os.path.join(folder, "second"), save_steps=7, listeners=[Tell()]),
        tf.train.ProfilerHook(save_steps=5, output_dir=os.path.join(folder, "profile")),
    ]
    os.makedirs(os.path.join(folder, "profile"), exist_ok=True)
    with tf.train.MonitoredTrainingSession(
        checkpoint_dir=folder, hooks=hooks, save_checkpoint_steps=4, save_summaries_steps=3, log_step_count_steps=5
    ) as sess:
        while not sess.should_stop():
            losses.append(sess.run([loss, train_op])[0])
    tf.summary.FileWriterCache.clear()
    result.update(losses=losses, told=told)
"""


SIDES = ("here", "peer")
PARTS = ("", "second", "profile")


@pytest.fixture(scope="module")
def trained(peer, tmp_path_factory):
    folder = tmp_path_factory.mktemp("train")
    first = both(peer, folder, TRAIN, last=10)
    seen = [(files(folder / side), {part: events(folder / side / part) for part in PARTS}) for side in SIDES]
    for path in folder.glob("**/*tfevents*"):  # TensorFlow may give the next one the same name
        path.unlink()
    second = both(peer, folder, TRAIN, last=17)
    return folder, first, seen, second


def test_training_logs_the_same_lines(trained):
    _, first, _, second = trained
    assert first[0]["log"] == first[1]["log"]
    assert second[0]["log"] == second[1]["log"]
    assert any("loss = " in line and "sec)" in line for line in first[0]["log"])
    assert "INFO:Saving checkpoints for 10 into FOLDER/model.ckpt." in first[0]["log"]
    assert any(line.startswith("INFO:Restoring parameters from FOLDER/model.ckpt-10") for line in second[0]["log"])


def test_training_takes_the_same_steps_and_continues_where_it_ended(trained):
    _, first, _, second = trained
    for ours, theirs, count in ((*first, 10), (*second, 7)):
        assert len(ours["losses"]) == count
        np.testing.assert_allclose(ours["losses"], theirs["losses"], rtol=1e-5)
        assert ours["told"] == theirs["told"]


def test_training_writes_the_same_files(trained):
    folder, _, seen, _ = trained
    assert seen[0][0] == seen[1][0]
    assert files(folder / "here") == files(folder / "peer")
    assert "./model.ckpt-17.index" in files(folder / "here")
    assert (folder / "here" / "checkpoint").read_text() == (folder / "peer" / "checkpoint").read_text().replace(
        str(folder / "peer"), str(folder / "here")
    )


def test_training_writes_the_same_events(trained):
    folder, _, seen, _ = trained
    for part in PARTS:
        assert seen[0][1][part] == seen[1][1][part]
        ours, theirs = (events(folder / side / part) for side in SIDES)
        assert ours == theirs
    tags = [(step, value[0][0]) for step, kind, value in seen[0][1][""] if kind == "summary"]
    assert tags == [(1, "loss_1"), (4, "loss_1"), (6, "global_step/sec"), (7, "loss_1"), (10, "loss_1")]


def test_training_writes_the_same_graph(trained):
    folder = trained[0]
    ours, theirs = (nodes(folder / side / "graph.pbtxt") for side in SIDES)
    assert ours == theirs
