"""Cells of several dimensions have the variables, outputs, states and gradients that 1.15.5 gave."""

import pytest

import penstock as tf
from tests.contrib.programs.grid_rnn import PROGRAMS
from tests.contrib.recorded import same_as_recorded


@pytest.mark.parametrize("title", PROGRAMS)
def test_a_grid_says_what_tensorflow_said(title, monkeypatch):
    tiers = ("interpret", "compile") if title == "three lstms, relu" else ("interpret",)
    same_as_recorded("grid_rnn", title, PROGRAMS[title], monkeypatch, tiers)


@pytest.mark.parametrize(
    "arguments, error, text",
    [
        ({"num_dims": 0}, ValueError, "dims must be >= 1: 0"),
        ({"num_dims": 2, "input_dims": 2}, ValueError, r"Invalid dims: \[2\]. Must be in \[0, 2\)"),
        ({"cell_fn": lambda n: n}, TypeError, "cell_fn must return an RNNCell instance"),
    ],
)
def test_wrong_grids_are_refused(arguments, error, text):
    with pytest.raises(error, match=text):
        tf.contrib.grid_rnn.GridRNNCell(3, **arguments)


def test_a_state_has_a_part_for_each_dimension_that_has_one():
    cell = tf.contrib.grid_rnn.Grid2LSTMCell(3)
    with pytest.raises(ValueError, match="Expected state as a tuple of 2 element"):
        cell(tf.zeros([2, 3]), cell.zero_state(2, tf.float32)[:1])


def test_the_number_of_rows_need_not_be_known():
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [None, 3])
        cell = tf.contrib.grid_rnn.Grid1LSTMCell(2)
        (output,), _ = cell(x, cell.zero_state(tf.shape(x)[0], tf.float32))
        session.run(tf.global_variables_initializer())
        assert session.run(output, {x: [[1, 2, 3], [4, 5, 6]]}).shape == (2, 2)
