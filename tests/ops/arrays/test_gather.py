"""Gathering, scattering and selecting give the values, names, gradients and errors of TensorFlow."""

import numpy as np
import pytest

import penstock as tf
from tests.ops.expressions import agree
from tests.ops.programs import same_error

CASES = [
    "tf.gather(P(np.arange(12.0).reshape(4, 3)), P([2, 0, 2]))",
    "tf.gather(P(np.arange(12.0).reshape(4, 3), [None, 3]), P([[2, 0], [1, 1]], [None, 2]))",
    "tf.gather(P(np.arange(12.0).reshape(4, 3)), P(2))",
    "tf.gather(P(np.arange(12.0).reshape(4, 3)), P([2, 0], dtype=np.int64), axis=1)",
    "tf.gather(P(np.arange(24.0).reshape(2, 3, 4)), P([[2, 0]]), axis=-1)",
    "tf.gather(P(np.arange(24.0).reshape(2, 3, 4)), P([[2, 0], [1, 1]]), batch_dims=1)",
    "tf.gather(P(np.arange(24.0).reshape(2, 3, 4)), P([[3, 0], [1, 1]]), batch_dims=1, axis=2)",
    "tf.gather(P(np.arange(24.0).reshape(2, 3, 4)), P(np.zeros([2, 3, 2])+[0, 3], dtype=np.int32), batch_dims=2)",
    'tf.gather(["a", "b"], P([1, 0, 1]))',
    "tf.gather(tf.gather(P(np.arange(12.0).reshape(4, 3)), P([2, 0, 2])), [1, 1])",
    "tf.gather_nd(P(np.arange(12.0).reshape(4, 3)), P([[2, 0], [1, 1]]))",
    "tf.gather_nd(P(np.arange(12.0).reshape(4, 3)), P([[2], [1]]))",
    "tf.gather_nd(P(np.arange(12.0).reshape(4, 3)), P([[[3]], [[1]]]))",
    "tf.scatter_nd(P([[1], [3], [1]]), P([1.0, 2.0, 3.0]), [5])",
    "tf.scatter_nd(P([[1, 0], [0, 1]]), P(np.arange(4.0).reshape(2, 2)), P([2, 2, 2]))",
    "tf.tensor_scatter_update(P(np.arange(5.0)), P([[1], [3]]), P([7.0, 8.0]))",
    "tf.tensor_scatter_add(P(np.arange(5.0)), P([[1], [1]]), P([7.0, 8.0]))",
    "tf.tensor_scatter_sub(P(np.arange(5.0)), P([[1], [1]]), P([7.0, 8.0]))",
    "tf.where(P([True, False]), P([1.0, 2.0]), P([3.0, 4.0]))",
    "tf.where(P([True, False]), P(np.ones([2, 3])), P(np.zeros([2, 3])))",
    "tf.where(P(True), P(np.ones([2, 3])), P(np.zeros([2, 3])))",
    "tf.where_v2(P([[True], [False]]), P([1.0, 2.0]), P(0.5))",
    "tf.where(P([[True, False], [True, True]]))",
    "tf.where(P([0.0, 2.0, -1.0]))",
    "tf.boolean_mask(P(np.arange(6.0).reshape(3, 2)), P([True, False, True]))",
    "tf.boolean_mask(P(np.arange(6.0).reshape(3, 2)), P([True, False]), axis=1)",
    "tf.boolean_mask(P(np.arange(6.0).reshape(3, 2), [None, 2]), P([[True, False]] * 3, [None, 2]))",
    "tf.unique(P([3, 1, 3, 2, 1]))",
    'tf.unique(P(["b", "a", "b"]), tf.int64)',
    "tf.unique_with_counts(P([3, 1, 3]))",
    "tf.raw_ops.UniqueV2(x=P([[1, 2], [3, 4], [1, 2]]), axis=[0])",
    "tf.setdiff1d(P([1, 2, 3, 4]), P([2, 4]))",
    'tf.setdiff1d(["a", "b"], ["b"], index_dtype=tf.int64)',
    "tf.dynamic_partition(P([1.0, 2.0, 3.0]), P([1, 0, 1]), 3)",
    "tf.dynamic_partition(P(np.arange(8.0).reshape(2, 2, 2)), P([[1, 0], [1, 1]]), 2)",
    "tf.dynamic_stitch([[0, 2], [1]], [P([1.0, 2.0]), P([3.0])])",
    "tf.dynamic_stitch([P([0, 2]), P([[1], [3]])], [P([[1.0], [2.0]]), P([[[3.0]], [[4.0]]])])",
    "tf.nn.top_k(P([[1.0, 5.0, 3.0, 5.0], [2.0, 2.0, 1.0, 0.0]]), 3)",
    "tf.nn.top_k(P([3, 1, 2]), P(2))",
    "tf.nn.in_top_k(P([[0.1, 0.5, 0.5], [0.9, np.nan, 0.0], [0.9, 0.3, 0.0]]), P([2, 0, 5]), 1)",
    "tf.raw_ops.NthElement(input=P([[3.0, 1.0, 2.0]]), n=1, reverse=False)",
    "tf.sort(P([[3.0, 1.0, 2.0], [1.0, 2.0, 0.0]]))",
    'tf.sort(P([[3.0, 1.0, 2.0], [1.0, 2.0, 0.0]]), axis=0, direction="DESCENDING")',
]

# TensorFlow 2 makes other operations here than 1.15 did: only values, shapes and gradients are compared.
OTHER_NAMES = [
    "tf.repeat(P([3, 4]), P([1, 2]))",
    "tf.repeat(P([[1.0, 2.0], [3.0, 4.0]]), 2, axis=1)",
    "tf.repeat(P([[1.0, 2.0], [3.0, 4.0]]), P([0, 2]), axis=1)",
    "tf.argsort(P([[3, 1, 1], [1, 2, 0]]))",
    "tf.sort(P([3, 1, 1]))",
    "tf.searchsorted(P([[1, 3, 5], [2, 2, 2]]), P([[3, 4], [2, 3]]))",
    'tf.searchsorted(P([1, 3, 5]), P([3, 0, 9]), side="right", out_type=tf.int64)',
    "tf.batch_gather(P(np.arange(24.0).reshape(2, 3, 4)), P([[2, 0], [1, 1]]))",
    "tf.gather_nd(P(np.arange(12.0).reshape(2, 3, 2)), P([[[2, 0]], [[1, 1]]]), batch_dims=1)",
]


@pytest.mark.parametrize("expression", CASES)
def test_an_expression_gives_what_tensorflow_gives(peer, monkeypatch, expression):
    agree(peer, monkeypatch, expression)


@pytest.mark.parametrize("expression", OTHER_NAMES)
def test_values_are_those_of_tensorflow(peer, monkeypatch, expression):
    agree(peer, monkeypatch, expression, names=False)


ERRORS = [
    (
        "i = tf.placeholder(tf.int32, [1]); tf.Session().run(tf.gather(tf.zeros([3, 2]), i), {i: [5]})",
        "indices[0] = 5 is not in [0, 3)",
    ),
    (
        "i = tf.placeholder(tf.int32, [2, 2]); tf.Session().run(tf.gather(tf.zeros([3, 2]), i), {i: [[0, 1], [-1, 1]]})",
        "indices[1,0] = -1 is not in [0, 3)",
    ),
    (
        "i = tf.placeholder(tf.int32, []); tf.Session().run(tf.gather(tf.zeros([3, 2]), i), {i: 3})",
        "indices = 3 is not in [0, 3)",
    ),
    (
        "i = tf.placeholder(tf.int32, [1, 2]); tf.Session().run(tf.gather_nd(tf.zeros([3, 2]), i), {i: [[1, 2]]})",
        "indices[0] = [1, 2] does not index into param shape [3,2]",
    ),
    (
        "i = tf.placeholder(tf.int32, [2, 1]); tf.Session().run(tf.scatter_nd(i, [1, 2], [3]), {i: [[1], [4]]})",
        "[4] does not index into shape [3]",
    ),
    (
        "i = tf.placeholder(tf.int32, [2]); tf.Session().run(tf.dynamic_partition([1, 2], i, 2), {i: [1, 2]})",
        "partitions[1] = 2 is not in [0, 2)",
    ),
    ("tf.where([True], [1], None)", "x and y must both be non-None or both be None."),
    (
        "k = tf.placeholder(tf.int32, []); tf.Session().run(tf.nn.top_k([1, 2], k), {k: 3})",
        "input must have at least k columns",
    ),
]


@pytest.mark.parametrize(("program", "text"), ERRORS)
def test_an_error_is_that_of_tensorflow(peer, monkeypatch, program, text):
    same_error(peer, program, monkeypatch, part=text or "")


def test_old_names_select_and_listdiff():
    with tf.Graph().as_default(), tf.Session() as session:
        np.testing.assert_equal(session.run(tf.select([True, False], [1, 2], [3, 4])), [1, 4])
        out, index = session.run(tf.listdiff([1, 2, 3], [2]))
        np.testing.assert_equal(out, [1, 3])
        np.testing.assert_equal(index, [0, 2])


def test_the_gradient_of_gather_is_sparse():
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [4, 2])
        (grad,) = tf.gradients(tf.gather(x, [1, 1]), x)
        assert isinstance(grad, tf.IndexedSlices)


def test_a_bad_index_in_a_compiled_program_is_the_same_error(monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    with tf.Graph().as_default(), tf.Session() as session:
        i = tf.placeholder(tf.int32, [2])
        x = tf.placeholder(tf.float32, [3, 2])
        y = tf.gather(x, i) * 2.0
        session.run(y, {i: [0, 2], x: np.ones([3, 2])})
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"indices\[1\] = 7 is not in \[0, 3\)"):
            session.run(y, {i: [0, 7], x: np.ones([3, 2])})


@pytest.mark.parametrize("use_resource", [False, True])
def test_gather_nd_takes_a_variable(use_resource):
    v = tf.Variable([[1.0, 2.0], [3.0, 4.0]], use_resource=use_resource)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        assert session.run(tf.gather_nd(v, [[1, 0]])).tolist() == [3.0]


def test_a_single_string_is_taken_as_a_tensor():
    words = tf.constant([b"ab", b"cd"])
    with tf.Session() as session:
        i = tf.placeholder(tf.int32, [])
        assert session.run(tf.reshape(tf.gather(words, i), [1]), {i: 1}).tolist() == [b"cd"]


@pytest.mark.parametrize("shape", [(5, 1), (2, 3), (0, 2), (70, 70)])
def test_all_positions_of_an_array_and_all_of_its_elements(shape):
    x = tf.placeholder(tf.string, [None, None])
    where = tf.where(tf.not_equal(x, ""))
    texts = np.array([b"%d" % i for i in range(np.prod(shape))], object).reshape(shape)
    with tf.Session() as sess:
        for _ in range(3):
            places, found, turned = sess.run([where, tf.gather_nd(x, where), tf.gather_nd(x, where[::-1])], {x: texts})
            assert places.tolist() == np.argwhere(np.ones(shape)).tolist()
            assert found.tolist() == texts.ravel().tolist() and turned.tolist() == texts.ravel()[::-1].tolist()
            places[:], found[:] = 7, b"of the caller alone"


def test_each_nan_is_another_unique_element():
    with tf.Graph().as_default(), tf.Session() as sess:
        y, idx, count = sess.run(tf.unique_with_counts([1.5, np.nan, np.nan, 1.5]))
        np.testing.assert_array_equal(y, [1.5, np.nan, np.nan])
        assert idx.tolist() == [0, 1, 2, 0] and count.tolist() == [2, 1, 1]


def test_differences_are_those_of_vectors():
    with tf.Graph().as_default(), pytest.raises(ValueError, match="Shape must be rank 1 but is rank 2"):
        tf.setdiff1d([[1]], [1])
