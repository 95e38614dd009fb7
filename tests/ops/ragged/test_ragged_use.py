"""Ragged tensors in sessions, conditionals, loops, structures, training, and in the modules inside of TensorFlow."""

import inspect

import numpy as np
import pytest

import penstock as tf
from penstock.ops.ragged.mapping import RaggedTensorType

ROWS = [[1.0, 2.0], [], [3.0]]


@pytest.fixture
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def fed(rows=ROWS):
    return tf.ragged.constant_value(rows, np.float32)


def test_a_run_returns_ragged_values_in_the_structure_that_was_asked_for(session):
    ragged = tf.ragged.constant(ROWS)
    got = session.run({"a": ragged, "b": [ragged.values, (ragged,)]})
    assert got["a"].to_list() == got["b"][1][0].to_list() == ROWS
    assert isinstance(got["a"], tf.ragged.RaggedTensorValue)
    assert str(got["a"]) == "<tf.RaggedTensorValue [[1.0, 2.0], [], [3.0]]>"
    assert got["a"].shape == (3, None) and got["a"].ragged_rank == 1 and got["a"].dtype == np.float32


def test_a_ragged_placeholder_is_fed_with_a_ragged_value(session):
    ragged = tf.ragged.placeholder(tf.float32, 1)
    assert session.run(ragged * 2.0, {ragged: fed()}).to_list() == [[2.0, 4.0], [], [6.0]]
    doubled = ragged * 2.0
    handle = session.partial_run_setup([doubled], [ragged])
    assert session.partial_run(handle, doubled, {ragged: fed()}).to_list() == [[2.0, 4.0], [], [6.0]]
    with pytest.raises(TypeError, match="RaggedTensorValue"):
        session.run(ragged, {ragged: ROWS})
    with pytest.raises(ValueError, match="ragged rank 2"):
        session.run(ragged, {ragged: tf.ragged.constant_value([[[1.0]]], np.float32)})


def test_a_ragged_value_is_taken_for_a_ragged_tensor(session):
    assert session.run(tf.reduce_sum(fed(), axis=1)).tolist() == [3.0, 0.0, 3.0]


@pytest.mark.parametrize("splits", [[0, 2], np.array([0.0, 2.0]), np.array([[0, 2]])])
def test_a_ragged_value_wants_a_vector_of_splits(splits):
    with pytest.raises(TypeError, match="1D int32 or int64"):
        tf.ragged.RaggedTensorValue(np.array([1, 2]), splits)


def test_splits_of_two_types_do_not_go_together():
    inner = tf.ragged.constant_value([[1]], row_splits_dtype="int32")
    with pytest.raises(ValueError, match="same dtype"):
        tf.ragged.RaggedTensorValue(inner, np.array([0, 1]))
    with pytest.raises(ValueError, match="with_row_splits_dtype"):
        tf.concat([tf.ragged.constant([[1]]), tf.ragged.constant([[1]], row_splits_dtype=tf.int32)], 0)


@pytest.mark.parametrize("chosen", [True, False])
def test_conditionals_return_ragged_tensors(session, chosen):
    p = tf.placeholder(tf.bool, [])
    y = tf.cond(p, lambda: tf.ragged.constant(ROWS), lambda: tf.ragged.constant([[5.0], [6.0], []]))
    assert session.run(y, {p: chosen}).to_list() == (ROWS if chosen else [[5.0], [6.0], []])


def test_loops_carry_ragged_tensors_whose_rows_may_grow(session):
    x = tf.constant([1.0, 2.0, 3.0])
    start = tf.RaggedTensor.from_row_lengths(x, [2, 0, 1])
    shapes = [tf.TensorShape([]), tf.TensorShape([3, None])]
    _, grown = tf.while_loop(
        lambda i, r: i < 2, lambda i, r: (i + 1, tf.concat([r, r * 10.0], axis=1)), [0, start], shape_invariants=shapes
    )
    assert session.run(grown).to_list() == [[1, 2, 10, 20, 10, 20, 100, 200], [], [3, 30, 30, 300]]
    assert session.run(tf.gradients(grown.flat_values, x)[0]).tolist() == [121.0] * 3


def test_structures_are_flattened_into_the_tensors_of_a_ragged_tensor(session):
    ragged = tf.ragged.constant([[[1], [2, 3]]])
    parts = tf.nest.flatten([ragged], expand_composites=True)
    assert [p.shape.ndims for p in parts] == [1, 1, 1] and tf.nest.flatten([ragged]) == [ragged]
    again = tf.nest.map_structure(lambda t: t + 0, ragged, expand_composites=True)
    assert session.run(again).to_list() == [[[1], [2, 3]]]


def test_map_fn_over_rows_may_return_rows(session):
    ragged = tf.ragged.constant([[2, 1], [], [3]])
    counted = tf.map_fn(lambda row: tf.range(tf.reduce_sum(row)), ragged, dtype=RaggedTensorType(tf.int32, 1))
    assert session.run(counted).to_list() == [[0, 1, 2], [], [0, 1, 2]]
    nested = tf.map_fn(lambda row: tf.ragged.range(row), ragged, dtype=RaggedTensorType(tf.int32, 2))
    assert session.run(nested).to_list() == [[[0, 1], [0]], [], [[0, 1, 2]]]
    with pytest.raises(ValueError, match="declared ragged rank"):
        tf.map_fn(tf.ragged.range, ragged, dtype=RaggedTensorType(tf.int32, 1))


def test_embeddings_of_ragged_ids_are_trained(session):
    table = tf.Variable(np.eye(3, 2, dtype=np.float32))
    embedded = tf.nn.embedding_lookup(table, tf.ragged.constant([[0, 1], [], [1]]))
    loss = tf.reduce_sum(tf.reduce_sum(embedded, axis=1) ** 2)
    step = tf.train.GradientDescentOptimizer(0.125).minimize(loss)
    session.run(tf.global_variables_initializer())
    session.run(step)
    # Row sums are [1, 1], 0 and [0, 1]; each id is moved by a quarter of the sums that it is part of.
    assert session.run(table).tolist() == [[0.75, -0.25], [-0.25, 0.5], [0.0, 0.0]]


def test_operators_of_tensors_and_arrays_find_a_ragged_tensor_on_their_right(session):
    ragged = tf.ragged.constant(ROWS)
    column = np.array([[1.0], [2.0], [3.0]], np.float32)
    for left in (column, tf.constant(column)):
        assert session.run(left * ragged).to_list() == [[1.0, 2.0], [], [9.0]]
        assert session.run(left - ragged).to_list() == [[0.0, -1.0], [], [0.0]]
    assert session.run(tf.constant(2.0) < ragged).to_list() == [[False, False], [], [True]]


@pytest.mark.parametrize(
    "function", [lambda r: tf.reshape(r, [-1]), lambda r: tf.matmul(r, r), tf.convert_to_tensor, list]
)
def test_what_takes_no_ragged_tensors_says_so(function):
    with pytest.raises(TypeError):
        function(tf.ragged.constant(ROWS))


def test_what_1_15_did_not_do_with_ragged_tensors_is_an_error():
    ragged = tf.ragged.constant(ROWS)
    with pytest.raises(ValueError, match="axis != 0"):
        tf.gather(ragged, [0], axis=1)
    with pytest.raises(ValueError, match="keepdims"):
        tf.reduce_sum(ragged, 1, keepdims=True)


def test_functions_that_take_ragged_tensors_keep_their_signatures_and_names():
    assert list(inspect.signature(tf.concat).parameters) == ["values", "axis", "name"]
    assert tf.concat.__name__ == "concat" and tf.concat.__module__ == "penstock.ops.arrays.joining"


def test_strings_become_numbers_in_their_rows(session):
    assert session.run(tf.string_to_number(tf.ragged.constant([["1", "2"], ["3.5"]]))).to_list() == [[1.0, 2.0], [3.5]]


def test_a_dense_result_knows_what_was_known_of_the_rows():
    ragged = tf.ragged.constant([[[1, 2]], [], [[3, 4], [5, 6]]], ragged_rank=1)
    assert ragged.shape.as_list() == [3, None, 2] == ragged.to_tensor().shape.as_list()


def test_splits_that_do_not_fit_the_values_are_found_when_rows_are_filled_up(session):
    wrong = tf.RaggedTensor.from_row_splits([1, 2, 3], [0, 2, 5], validate=False)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Invalid row split size"):
        session.run(wrong.to_tensor())
