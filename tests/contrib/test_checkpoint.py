"""Objects for checkpoints of tf.contrib save, restore and refuse what those of 1.15.5 do."""

import importlib

import pytest

import penstock as tf
from tests.contrib.programs.checkpoint import PROGRAMS
from tests.contrib.recorded import same_as_recorded


@pytest.mark.parametrize("title", PROGRAMS)
def test_a_program_says_what_it_says_in_tensorflow(title, monkeypatch):
    same_as_recorded("checkpoint", title, PROGRAMS[title], monkeypatch)


def test_arrays_that_come_after_restore_get_theirs_when_the_status_is_asked(tmp_path):
    import numpy as np

    package = tf.contrib.checkpoint
    with tf.Graph().as_default(), tf.Session() as session:
        arrays = package.NumpyState()
        arrays.x = np.arange(3)
        path = tf.train.Checkpoint(arrays=arrays).save(str(tmp_path / "m"), session=session)
        later = tf.train.Checkpoint()
        status = later.restore(path)
        later.arrays = package.NumpyState()
        status.assert_consumed()
    assert later.arrays.x.tolist() == [0, 1, 2]


def test_the_modules_of_1_15_are_found():
    tf.install()
    try:
        split_dependency = importlib.import_module("tensorflow.contrib.checkpoint.python.split_dependency")
        from tensorflow.contrib.checkpoint.python import containers, python_state, visualize
    finally:
        tf.uninstall()
    package = tf.contrib.checkpoint
    assert containers.UniqueNameTracker is package.UniqueNameTracker
    assert python_state.NumpyState is package.NumpyState
    assert split_dependency.split_dependency is package.split_dependency
    assert visualize.dot_graph_from_checkpoint is package.dot_graph_from_checkpoint
