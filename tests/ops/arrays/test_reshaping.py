"""Reshaping, transposing, padding, reversing and their like give the values, names and gradients of TensorFlow."""

import numpy as np
import pytest

import penstock as tf
from tests.ops.expressions import agree
from tests.ops.programs import same_error

CASES = [
    "tf.reshape(P(np.arange(6.0)), [2, 3])",
    "tf.reshape(P(np.arange(6.0)), [-1, 2])",
    "tf.reshape(P(np.arange(6.0), [None]), [-1, 2])",
    "tf.reshape(P(np.ones([2, 3]), [None, 3]), [-1])",
    "tf.reshape(P(np.arange(6.0)), P([3, 2]))",
    "tf.reshape(P(np.arange(6.0), None), tf.stack([P(2), -1]))",
    "tf.reshape(tf.gather(P(np.ones([4, 2])), [1, 1]), [4])",
    "tf.expand_dims(P([1.0, 2.0]), 0)",
    "tf.expand_dims(P([1.0, 2.0]), -1)",
    "tf.expand_dims(P([1.0, 2.0]), dim=1)",
    "tf.squeeze(P(np.ones([1, 2, 1])))",
    "tf.squeeze(P(np.ones([1, 2, 1])), [0])",
    "tf.squeeze(P(np.ones([1, 2, 1]), [None, 2, None]), -1)",
    "tf.squeeze(P(np.ones([1, 2, 1]), None))",
    "tf.transpose(P(np.ones([2, 3])))",
    "tf.transpose(P(np.arange(24.0).reshape(2, 3, 4)), [1, 2, 0])",
    "tf.transpose(P(np.arange(6.0).reshape(2, 3), None), P([1, 0]))",
    "tf.transpose(P([[1 + 2j, 3.0]], dtype=np.complex64), conjugate=True)",
    "tf.matrix_transpose(P(np.arange(24.0).reshape(2, 3, 4)))",
    "tf.matrix_transpose(P(np.arange(24.0).reshape(2, 3, 4), None))",
    "tf.invert_permutation(P([2, 0, 1]))",
    "tf.broadcast_to(P([[1.0], [2.0]]), [3, 2, 4])",
    "tf.broadcast_to(P([1.0, 2.0], [None]), P([3, 2]))",
    "tf.broadcast_dynamic_shape(P([2, 1]), P([3, 1, 4]))",
    "tf.pad(P([[1.0, 2.0]]), [[1, 2], [0, 1]])",
    "tf.pad(P([[1.0, 2.0]], [None, 2]), [[1, 2], [0, 1]], constant_values=7)",
    "tf.pad(P([[1.0, 2.0]]), P([[1, 2], [0, 1]]), constant_values=P(3.0))",
    'tf.pad(P(np.arange(12.0).reshape(3, 4)), [[2, 1], [1, 3]], "REFLECT")',
    'tf.pad(P(np.arange(12.0).reshape(3, 4)), [[2, 3], [1, 3]], "symmetric")',
    "tf.reverse(P(np.arange(12.0).reshape(3, 4)), [0])",
    "tf.reverse(P(np.arange(12.0).reshape(3, 4)), [-1, 0])",
    "tf.reverse_sequence(P(np.arange(12.0).reshape(3, 4)), P([1, 4, 2]), seq_axis=1, batch_axis=0)",
    "tf.reverse_sequence(P(np.arange(24.0).reshape(4, 3, 2)), [1, 4, 2], seq_dim=0, batch_dim=1)",
    "tf.roll(P(np.arange(12.0).reshape(3, 4)), [1, -2], [0, 1])",
    "tf.roll(P(np.arange(5.0)), P(2), 0)",
    "tf.bitcast(P([1.0, 2.0]), tf.int32)",
    "tf.bitcast(P([1.0, 2.0], dtype=np.float64), tf.int32)",
    "tf.bitcast(P([[1, 2], [3, 4]]), tf.float64)",
    "tf.bitcast(P([1 + 2j], dtype=np.complex64), tf.int64)",
    "tf.bitcast(P([[1.0, 2.0]]), tf.complex64)",
    "tf.bitcast(P([1, 2], dtype=np.int64), tf.complex64)",
    "tf.bitcast(P([1, 2], dtype=np.uint8), tf.int8)",
    "tf.sequence_mask(P([1, 3, 2]), 5)",
    "tf.sequence_mask(P([[1, 3], [2, 0]]), dtype=tf.float32)",
    "tf.sequence_mask(P([1, 3], [None]), P(4))",
    "tf.one_hot(P([0, 2, -1, 7]), 3)",
    "tf.one_hot(P([0, 1], dtype=np.uint8), 3, axis=0, dtype=tf.int32)",
    "tf.one_hot(1, P(4))",
    "tf.space_to_batch(P(np.arange(32.0).reshape(1, 4, 4, 2)), [[0, 0], [0, 0]], 2)",
    "tf.space_to_batch(P(np.arange(6.0).reshape(1, 2, 3, 1), [None, 2, 3, 1]), [[0, 0], [1, 0]], 2)",
    "tf.batch_to_space(P(np.arange(32.0).reshape(8, 1, 2, 2)), [[0, 1], [1, 0]], 2)",
    "tf.space_to_batch_nd(P(np.arange(24.0).reshape(2, 4, 3)), [2], [[0, 0]])",
    "tf.batch_to_space_nd(P(np.arange(24.0).reshape(4, 2, 3)), [2, 1], [[0, 1], [1, 0]])",
    "tf.space_to_depth(P(np.arange(32.0).reshape(1, 4, 4, 2)), 2)",
    "tf.depth_to_space(P(np.arange(32.0).reshape(1, 2, 2, 8)), 2)",
    "tf.required_space_to_batch_paddings([5, 6], [2, 4])",
    "tf.required_space_to_batch_paddings(P([5, 6]), [2, 4], [[1, 0], [0, 1]])",
    "tf.diag(P([1.0, 2.0]))",
    "tf.diag(P([[1.0, 2.0], [3.0, 4.0]]))",
    "tf.diag_part(P(np.arange(16.0).reshape(2, 2, 2, 2)))",
    "tf.matrix_band_part(P(np.arange(16.0).reshape(4, 4)), 1, 0)",
    "tf.matrix_band_part(P(np.arange(24.0).reshape(2, 3, 4)), P(-1, dtype=np.int64), P(1, dtype=np.int64))",
]

# TensorFlow 2 makes other operations here than 1.15 did: only values, shapes and gradients are compared.
OTHER_NAMES = [
    "tf.reshape(P([5.0]), [])",
    "tf.transpose(P(np.arange(6.0).reshape(2, 3), None))",
    "tf.transpose(P(1.0))",
    "tf.one_hot(P([[0, 2], [1, 1]]), 3, axis=1, on_value=5.0, off_value=-1.0)",
    'tf.one_hot([1, 0], 2, "y", "n")',
    "tf.eye(3)",
    "tf.eye(2, 3, [2])",
    "tf.eye(P(2))",
    "tf.eye(P(2), 3, dtype=tf.int32)",
    "tf.matrix_diag(P([[1.0, 2.0], [3.0, 4.0]]))",
    "tf.matrix_diag_part(P(np.arange(12.0).reshape(2, 2, 3)))",
    "tf.matrix_set_diag(P(np.arange(12.0).reshape(2, 2, 3)), P([[1.0, 2.0], [3.0, 4.0]]))",
    "tf.matrix_diag(P([1.0, 2.0]), k=1)",
    "tf.matrix_diag(P([1.0, 2.0]), k=-1, num_rows=3, num_cols=4, padding_value=9)",
    "tf.matrix_diag_part(P(np.arange(12.0).reshape(3, 4)), k=1)",
    "tf.matrix_set_diag(P(np.arange(12.0).reshape(3, 4)), P([7.0, 8.0]), k=-1)",
    "tf.matrix_set_diag(P(np.ones([2, 2, 3]), [None, 2, None]), P([[1.0, 2.0], [3.0, 4.0]], [None, 2]))",
    "tf.matrix_diag_part(P(np.arange(12.0).reshape(2, 2, 3), [None, None, 3]))",
]


@pytest.mark.parametrize("expression", CASES)
def test_an_expression_gives_what_tensorflow_gives(peer, monkeypatch, expression):
    agree(peer, monkeypatch, expression)


@pytest.mark.parametrize("expression", OTHER_NAMES)
def test_values_are_those_of_tensorflow(peer, monkeypatch, expression):
    agree(peer, monkeypatch, expression, names=False)


def test_an_empty_shape_is_one_constant_as_in_1_15():
    with tf.Graph().as_default() as graph:
        tf.reshape(tf.placeholder(tf.float32, [1]), [])
        found = [(o.type, o.name) for o in graph.get_operations()]
    assert found == [("Placeholder", "Placeholder"), ("Const", "Reshape/shape"), ("Reshape", "Reshape")]


def test_old_spellings_of_reverse_and_of_batches_of_matrices():
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.constant([[1, 2], [3, 4]])
        np.testing.assert_equal(session.run(tf.reverse(x, [False, True])), [[2, 1], [4, 3]])
        np.testing.assert_equal(session.run(tf.batch_matrix_diag_part(x)), [1, 4])
        np.testing.assert_equal(session.run(tf.batch_matrix_diag([[1, 2]])), [[[1, 0], [0, 2]]])
        np.testing.assert_equal(session.run(tf.batch_matrix_band_part(x, 0, -1)), [[1, 2], [0, 4]])


def test_bands_of_diagonals_are_aligned_to_the_left_as_in_1_15():
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.constant(np.arange(1, 13).reshape(3, 4))
        band = tf.matrix_diag_part(x, k=(-1, 1))
        np.testing.assert_equal(session.run(band), [[2, 7, 12], [1, 6, 11], [5, 10, 0]])
        again = tf.matrix_diag(band, k=(-1, 1), num_rows=3, num_cols=4)
        np.testing.assert_equal(session.run(again), [[1, 2, 0, 0], [5, 6, 7, 0], [0, 10, 11, 12]])
        np.testing.assert_equal(session.run(tf.matrix_set_diag(x, band, k=(-1, 1))), np.arange(1, 13).reshape(3, 4))


def test_static_shapes_broadcast_or_say_why_not():
    assert tf.broadcast_static_shape(tf.TensorShape([2, 1]), tf.TensorShape([3])).as_list() == [2, 3]
    with pytest.raises(ValueError, match="Incompatible shapes for broadcasting"):
        tf.broadcast_static_shape(tf.TensorShape([2]), tf.TensorShape([3]))


@pytest.mark.parametrize("level", [-1, 1], ids=["interpreted", "compiled"])
def test_the_first_row_with_a_wrong_length_is_named_as_in_1_15(level):
    n = tf.placeholder(tf.int32, [None])
    reversed_rows = tf.reverse_sequence(tf.zeros([3, 4]), n, seq_axis=1, batch_axis=0)
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = level
    with tf.Session(config=config) as session:
        assert session.run(reversed_rows, {n: [4, 0, 1]}).shape == (3, 4)
        for lengths, text in {
            (1, 5, 9): r"^seq_lens\(1\) > input.dims\(1\)",
            (1, -1, 9): r"^seq_lens\(1\) < 0",
            (9, -1, 0): r"^seq_lens\(0\) > input.dims\(1\)",
            (1, 2): r"^len\(seq_lens\) != input.dims\(0\), \(2 vs. 3\)",
        }.items():
            with pytest.raises(tf.errors.InvalidArgumentError, match=text):
                session.run(reversed_rows, {n: lengths})


@pytest.mark.parametrize(
    "function, block, pairs, error",
    [
        (tf.space_to_batch_nd, [0], [[0, 0]], "block_shape must be positive"),
        (tf.space_to_batch_nd, [2], [[-1, 1]], "paddings cannot be negative"),
        (tf.space_to_batch_nd, [[2]], [[0, 0]], "block_shape must have rank 1"),
        (tf.batch_to_space_nd, [0], [[0, 0]], "block_shape must be positive"),
        (tf.batch_to_space_nd, [2], [[-1, 0]], "crops cannot be negative"),
    ],
)
def test_blocks_that_cannot_be_are_found_when_the_graph_is_made_or_run(function, block, pairs, error):
    x = np.zeros([4, 4], np.float32)
    with tf.Graph().as_default(), tf.Session() as sess:
        with pytest.raises(ValueError, match=error):
            function(x, block, pairs)
        if np.ndim(block) == 1:
            fed = tf.placeholder(tf.int32, [1]), tf.placeholder(tf.int32, [1, 2])
            with pytest.raises(tf.errors.InvalidArgumentError, match="positive|non-negative"):
                sess.run(function(x, *fed), dict(zip(fed, (block, pairs))))


@pytest.mark.parametrize("n, error", [(3, "must have last dimension > n = 3 but is 3"), (-1, "must be non-negative")])
def test_an_element_that_is_not_there_is_found_when_the_graph_is_made(n, error):
    with tf.Graph().as_default(), pytest.raises(ValueError, match=error):
        tf.contrib.nn.nth_element([3, 1, 2], n)


def test_bounds_of_a_band_are_scalars_and_it_is_one_of_matrices(peer, monkeypatch):
    for call in ("[[1, 2], [3, 4]], [0], 0", "[1, 2], 0, 0"):
        program = f"tf.Session().run(tf.matrix_band_part({call}))"
        same_error(peer, program, monkeypatch, part="")


@pytest.mark.parametrize(
    ("given", "wanted", "made"),
    [
        ([0, 3], [-1, 0], [3, 0]),
        ([0], [-1, 0], [1, 0]),
        ([2, 0, 3], [-1, 0, 2], [3, 0, 2]),
        ([2, 0, 3], [-1, 0, 4], [1, 0, 4]),
        ([2, 0, 3], [0, -1], [0, 6]),
        ([2, 0, 3], [-1, 4], [0, 4]),
    ],
)
@pytest.mark.parametrize("tier", ["interpret", "compile"])
def test_an_unknown_length_beside_one_of_0_follows_from_the_others_as_in_1_15(given, wanted, made, tier, monkeypatch):
    """Later versions refuse it."""
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder_with_default(np.zeros(given), None)
        assert session.run(tf.reshape(x, wanted)).shape == tuple(made)
        assert session.run(tf.reshape(np.zeros(given), wanted)).shape == tuple(made)


def test_elements_do_not_fit_into_a_shape_with_a_length_of_0():
    with tf.Graph().as_default(), tf.Session() as session:
        with pytest.raises(
            ValueError, match=r"Cannot reshape a tensor with 6 elements to shape \[\?,0\] \(0 elements\)"
        ):
            tf.reshape(np.zeros([2, 3]), [-1, 0])
        x = tf.placeholder_with_default(np.zeros([2, 3]), None)
        with pytest.raises(tf.errors.InvalidArgumentError, match="with 6 values, but the requested shape has 0"):
            session.run(tf.reshape(x, [-1, 0]))


def test_shapes_and_permutations_are_vectors():
    with tf.Graph().as_default(), tf.Session() as session:
        for call in (lambda: tf.reshape([1, 2], [[2]]), lambda: tf.invert_permutation([[0]])):
            with pytest.raises(ValueError, match="Shape must be rank 1 but is rank 2"):
                call()
        with pytest.raises(tf.errors.InvalidArgumentError, match="expects a 1D vector"):
            session.run(tf.invert_permutation(tf.placeholder_with_default([[0]], None)))
