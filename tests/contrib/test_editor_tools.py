"""The tools of the graph editor, and matrices to be factorized, are those of 1.15.5."""

import importlib

import numpy as np
import pytest

import penstock as tf
from tests.contrib.programs.editor_tools import PROGRAMS
from tests.contrib.recorded import same_as_recorded


@pytest.mark.parametrize("title", PROGRAMS)
def test_a_program_says_what_it_says_in_tensorflow(title, monkeypatch):
    tf.install()  # one of them imports modules of 1.15
    try:
        same_as_recorded("editor_tools", title, PROGRAMS[title], monkeypatch)
    finally:
        tf.uninstall()


def test_the_beginning_of_names_can_be_another_one_in_the_other_graph():
    # 1.15.5 fails here: it asks strings for `startswidth`.
    with tf.Graph().as_default():
        a = tf.constant(1.0, name="s/a")
    with tf.Graph().as_default() as other:
        b = tf.constant(1.0, name="q/a")
    util = tf.contrib.graph_editor.util
    assert util.find_corresponding_elem(a, other, "q", "s") is b
    with pytest.raises(ValueError, match="does not start with z/"):
        util.find_corresponding_elem(a, other, "q", "z")


def test_numbers_of_a_matrix_can_come_in_another_order():
    tf.install()
    try:
        place = "tensorflow.contrib.factorization.python.ops.factorization_ops_test_utils"
        tools = importlib.import_module(place)
    finally:
        tf.uninstall()
    with tf.Graph().as_default(), tf.Session() as session:
        plain, shuffled = session.run(
            [tools.np_matrix_to_tf_sparse(tools.INPUT_MATRIX, shuffle=shuffle) for shuffle in (False, True)]
        )
    assert plain.indices.tolist() != shuffled.indices.tolist()
    assert sorted(plain.values) == sorted(shuffled.values)
    assert {*map(tuple, plain.indices)} == {*map(tuple, shuffled.indices)}
    np.testing.assert_array_equal(plain.dense_shape, shuffled.dense_shape)
