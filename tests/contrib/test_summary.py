"""tf.contrib.summary writes the events of 1.15, at the steps that conditions choose."""

import glob

import pytest

import penstock as tf
from penstock.contrib.summary import writing
from tests.contrib.programs.summary import PROGRAMS
from tests.contrib.recorded import same_as_recorded

S = tf.contrib.summary


@pytest.fixture(autouse=True)
def no_default_writer():
    writing._now.writer = None
    yield
    writing._now.writer = None


@pytest.mark.parametrize("title", PROGRAMS)
def test_events_are_those_of_tensorflow(title, monkeypatch):
    tiers = ("interpret",) if title in ("no writer", "graphs") else ("interpret", "compile")
    for tier in tiers:
        writing._now.writer = None
        same_as_recorded("summary", title, PROGRAMS[title], monkeypatch, (tier,))


def test_a_writer_that_was_not_opened_is_told(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        with S.create_file_writer(str(tmp_path)).as_default(), S.always_record_summaries():
            written = S.scalar("x", 1.0, step=1)
        with pytest.raises(tf.errors.NotFoundError, match="does not exist"):
            session.run(written)


def test_events_wait_until_they_are_too_many(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        with S.create_file_writer(str(tmp_path), max_queue=2).as_default(), S.always_record_summaries():
            written = S.scalar("x", 1.0, step=1)
        session.run(S.summary_writer_initializer_op())
        counts = []
        for _ in range(4):
            session.run(written)
            counts.append(sum(1 for _ in tf.train.summary_iterator(glob.glob(f"{tmp_path}/*")[0])))
        assert counts == [1, 1, 4, 4]


def test_the_end_of_a_session_loses_nothing(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        with S.create_file_writer(str(tmp_path)).as_default(), S.always_record_summaries():
            written = S.scalar("x", 1.0, step=1)
        session.run(S.summary_writer_initializer_op())
        session.run(written)
    assert sum(1 for _ in tf.train.summary_iterator(glob.glob(f"{tmp_path}/*")[0])) == 2


def test_a_graph_must_be_a_tensor_and_a_session_must_be_there(tmp_path):
    with tf.Graph().as_default():
        with pytest.raises(TypeError, match="needs a tf.Tensor"):
            S.graph(tf.get_default_graph())
        with pytest.raises(RuntimeError, match="No default"):
            S.initialize()
        with (
            S.create_file_writer(str(tmp_path)).as_default(),
            pytest.raises(ValueError, match="session must be passed"),
        ):
            S.initialize()
