"""Wrong programs are refused with 1.15's classes and words: `recorded_refusals.json` was written by TensorFlow 1.15.5."""

import json

import pytest

import penstock as tf
from penstock.graph import errors
from tests.parity import refusals

RECORDED = json.loads(refusals.RECORDED.read_text())


def test_every_program_is_recorded_and_none_else():
    assert list(RECORDED) == refusals.PROGRAMS


@pytest.mark.parametrize("source", refusals.PROGRAMS)
def test_a_program_is_told_what_1_15_tells_it(source, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert refusals.says(tf, source) == RECORDED[source]


@pytest.mark.parametrize("use", [list, bool, lambda x: [y for y in x], lambda x: 1 if x > 0 else 2])
def test_python_cannot_look_into_a_tensor(use):
    # 1.15's class, which is a TypeError, and its words.
    text = r"(iterating over `tf.Tensor`|using a `tf.Tensor` as a Python `bool`) is not allowed in Graph execution. Use Eager"
    with tf.Graph().as_default(), pytest.raises(errors.OperatorNotAllowedInGraphError, match=text):
        use(tf.placeholder(tf.float32))
    assert issubclass(errors.OperatorNotAllowedInGraphError, TypeError)
