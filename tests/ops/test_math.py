"""Mathematical functions: names of the operations they make, their errors, and types they accept."""

import numpy as np
import pytest

import penstock as tf


@pytest.fixture(autouse=True)
def own_graph():
    with tf.Graph().as_default(), tf.Session() as sess:
        yield sess


NAMES = """
x = tf.placeholder(tf.float32, [2, 3])
y = tf.placeholder(tf.float32, [None, 3])
tf.reduce_sum(x), tf.reduce_sum(y, 1), tf.reduce_mean(tf.placeholder(tf.float32)), tf.reduce_max([1, 2])
x + 1, 2 * x, x / 2.0, x - y, x // y, x % y, x**2, -x, abs(x), x < y, (x > 1.0) & (x < 2.0)
tf.div(x, y), tf.truediv(x, y), tf.divide(x, 2.0), tf.floordiv(5, 2), tf.mod(5, 3), tf.div_no_nan(x, y)
tf.square(x), tf.sqrt(4.0), tf.abs([1.0]), tf.round(x), tf.sigmoid(x), tf.negative(x), tf.lgamma(x)
tf.multiply(x, 2.0), tf.subtract(1.0, 2.0), tf.pow(x, 2.0), tf.maximum(x, 0.0, name="m"), tf.scalar_mul(2.0, x)
tf.matmul(x, x, transpose_b=True), tf.matmul(tf.placeholder(tf.float32), x), tf.linalg.matvec(x, [1.0, 2.0, 3.0])
tf.tensordot(x, x, [[1], [1]])
tf.range(5), tf.range(1, tf.constant(5), name="r"), tf.cumsum(x), tf.argmax(x, 1), tf.cast(x, tf.int32)
tf.add_n([x, x]), tf.accumulate_n([x, x]), tf.to_float(tf.constant(1)), tf.count_nonzero(x)
tf.reduce_logsumexp(x), tf.clip_by_value(x, 0.0, 1.0), tf.global_norm([x]), tf.clip_by_global_norm([x, x], 1.0)
tf.logical_xor(x < y, x < y), tf.equal(x, 1.0), tf.squared_difference(x, y), tf.nn.l2_loss(x), tf.lbeta(x)
ops = [(op.name, op.type, [t.name for t in op.inputs]) for op in tf.get_default_graph().get_operations()]
result = {"ops": ops}
"""


def test_functions_make_the_operations_that_tensorflow_makes(peer):
    scope = {"tf": tf}
    exec(NAMES, scope)
    assert scope["ops"] == peer.run(NAMES)["ops"]


RUN_ERRORS = [
    ("tf.floordiv(x, 0)", "Integer division by zero"),
    ("x % 0", "Integer division by zero"),
    ("tf.pow(x, -1)", "Integers to negative integer powers are not allowed"),
    ("x + tf.placeholder_with_default([1, 2, 3], None)", "Incompatible shapes: [2] vs. [3]"),
    ("tf.equal(x, tf.placeholder_with_default([1, 2, 3], None))", "Incompatible shapes: [2] vs. [3]"),
    ("tf.add_n([x, tf.placeholder_with_default([1, 2, 3], None)])", "must have the same size and shape"),
    ("tf.reduce_sum(x, tf.placeholder_with_default([3], None))", "Invalid reduction dimension"),
    ("tf.reduce_sum(x, [0, 0])", "duplicate dimension"),
    ("tf.argmax(x, tf.placeholder_with_default(5, None))", "Expected dimension in the range [-1, 1), but got 5"),
    ("tf.argmax(tf.zeros([0, 2]), 0)", "Reduction axis 0 is empty in shape [0,2]"),
    ("tf.range(0, 5, tf.placeholder_with_default(0, []))", "Requires delta != 0"),
    ("tf.range(tf.placeholder_with_default(5, []), 1)", "Requires start <= limit when delta > 0: 5/1"),
    ("tf.bincount([1, -1])", "Input arr must be non-negative!"),
    ("tf.cumsum(x, tf.placeholder_with_default(3, []))", "Expected scan axis in the range [-1, 1), but got 3"),
    (
        "tf.matmul(tf.placeholder_with_default([[1.0, 2.0]], [None, None]), [[1.0, 2.0]])",
        "Matrix size-incompatible: In[0]: [1,2], In[1]: [1,2]",
    ),
    # Of unknown rank, so the operation is that for stacks of matrices.
    ("tf.matmul(tf.placeholder_with_default([1.0, 2.0], None), [[1.0], [2.0]])", "In[0] ndims must be >= 2: 1"),
    (
        "tf.matmul(tf.placeholder_with_default([[1.0, 2.0]], None), [[1.0, 2.0, 3.0]], transpose_b=True)",
        "In[0] mismatch In[1] shape: 2 vs. 3: [1,2] [1,3] 0 1",
    ),
]


@pytest.mark.parametrize(("source", "words"), RUN_ERRORS)
def test_what_goes_wrong_in_a_run_is_an_invalid_argument(source, words, own_graph):
    x = tf.placeholder(tf.int32, None)
    y = eval(source, {"tf": tf, "x": x})
    for _ in range(3):  # interpreted and, later, compiled
        with pytest.raises(tf.errors.InvalidArgumentError) as caught:
            own_graph.run(y, {x: [4, 6]})
        assert words in str(caught.value)


BUILD_ERRORS = [
    ("tf.ones([2, 4]) + tf.ones([3])", ValueError, "Dimensions must be equal, but are 4 and 3"),
    ("tf.ones([2]) + tf.ones([2], tf.int32)", TypeError, "float32"),
    ("tf.matmul(tf.ones([2, 3]), tf.ones([2, 3]))", ValueError, "Dimensions must be equal, but are 3 and 2"),
    ("tf.matmul(tf.ones([2]), tf.ones([2, 3]))", ValueError, "Shape must be rank 2 but is rank 1"),
    ("tf.matmul(tf.ones([2, 2]), tf.ones([2, 2]), True, adjoint_a=True)", ValueError, "Only one of"),
    ("tf.reduce_sum(tf.ones([2, 3]), 2)", ValueError, "Invalid reduction dimension 2 for input with 2 dimensions"),
    ("tf.reduce_sum(tf.ones([2]), axis=0, reduction_indices=0)", ValueError, "Cannot specify both"),
    ("tf.argmax(tf.ones([2, 3]), 5)", ValueError, "must be in the range [-2, 2)"),
    ("tf.range(0, 10, 0)", ValueError, "Requires delta != 0"),
    ("tf.add_n([])", ValueError, "at least one Tensor"),
    ("tf.add_n([tf.ones([2]), tf.ones([3])])", ValueError, "must be equal"),
    ("tf.complex(1.0, tf.constant(2.0, tf.float64))", TypeError, "incorrect types"),
    ("tf.logical_and(tf.ones([2]), True)", TypeError, "bool"),
    ("tf.global_norm(tf.ones([2]))", TypeError, "sequence"),
    ("tf.clip_by_value(tf.ones([2]), tf.ones([3, 1]), 2.0)", ValueError, "hape"),
    ("tf.einsum('ij,jk->ik', tf.ones([2, 3]))", ValueError, "arguments"),
    ("tf.einsum('ij->i', tf.ones([2, 3]), axis=1)", TypeError, "invalid keyword"),
    ("tf.tensordot(tf.ones([2]), tf.ones([2]), [[0], [0, 1]])", ValueError, "Different number of contraction axes"),
    ("tf.constant('a') - tf.constant('b')", TypeError, "string"),
]


@pytest.mark.parametrize(("source", "kind", "words"), BUILD_ERRORS)
def test_what_is_wrong_with_a_call_is_said_at_once(source, kind, words):
    with pytest.raises(kind) as caught:
        eval(source, {"tf": tf})
    assert words in str(caught.value)


def test_strings_are_joined_by_add(own_graph):
    joined = tf.constant(["a", "b"]) + "c"
    assert joined.op.type == "Add"
    assert own_graph.run(joined).tolist() == [b"ac", b"bc"]
    assert own_graph.run(tf.constant("a") + tf.constant("b")) == b"ab"
    assert own_graph.run(tf.equal(tf.constant("a"), ["a", "b"])).tolist() == [True, False]


@pytest.mark.parametrize(
    ("kind", "result"), [("int8", "float32"), ("uint16", "float32"), ("int32", "float64"), ("int64", "float64")]
)
def test_division_of_integers_gives_floating_point(kind, result, own_graph):
    quotient = tf.constant([7], kind) / tf.constant([2], kind)
    assert quotient.dtype.name == result
    assert own_graph.run(quotient) == 3.5


def test_python_numbers_take_the_type_of_the_tensor(own_graph):
    x = tf.constant([1.0, 2.0], tf.float16)
    for y in (x + 1, 1 - x, x * 2.5, 2 / x, x**2, x > 1):
        assert y.dtype in (tf.float16, tf.bool)
    with pytest.raises(TypeError):
        tf.constant([1, 2]) + 1.5


def test_numpy_arrays_on_the_left_use_our_operators(own_graph):
    y = np.ones(2, np.float32) - tf.constant([3.0, 4.0])
    assert isinstance(y, tf.Tensor)
    np.testing.assert_array_equal(own_graph.run(y), [-2, -3])


def test_sparse_tensors_keep_their_indices(own_graph):
    sparse = tf.SparseTensor([[0, 1], [2, 0]], [-4.0, 9.0], [3, 2])
    for function, expected in ((tf.abs, [4, 9]), (tf.square, [16, 81]), (tf.sign, [-1, 1]), (tf.negative, [4, -9])):
        result = function(sparse)
        np.testing.assert_array_equal(own_graph.run(result.values), expected)
        assert result.indices is sparse.indices
    assert tf.cast(sparse, tf.int32).values.dtype == tf.int32


def test_indexed_slices_are_clipped_and_scaled(own_graph):
    slices = tf.IndexedSlices(tf.constant([[3.0, 4.0]]), tf.constant([1]), tf.constant([3, 2]))
    clipped, norm = tf.clip_by_global_norm([slices, None], 1.0)
    assert clipped[1] is None
    np.testing.assert_allclose(own_graph.run([clipped[0].values, norm])[0], [[0.6, 0.8]], rtol=1e-6)
    assert own_graph.run(tf.clip_by_value(slices, 0.0, 3.5).values).tolist() == [[3.0, 3.5]]
    assert own_graph.run(tf.scalar_mul(2.0, slices).values).tolist() == [[6.0, 8.0]]


def test_an_infinite_norm_makes_everything_nan(own_graph):
    clipped, norm = tf.clip_by_global_norm([tf.constant([np.inf, 1.0])], 1.0)
    assert np.isinf(own_graph.run(norm))
    assert np.isnan(own_graph.run(clipped[0])).all()


def test_a_full_reduction_is_a_scalar_though_the_rank_is_unknown():
    x = tf.placeholder(tf.float32)
    assert tf.reduce_sum(x).shape == ()
    assert tf.reduce_sum(x, 0).shape.ndims is None
    assert tf.reduce_sum(tf.placeholder(tf.float32, [None, 3]), 0).shape == (3,)


def test_old_spellings_are_the_same_functions(own_graph):
    x, y = tf.constant([6, 3]), tf.constant([2, 2])
    old = [tf.mul(x, y), tf.sub(x, y), tf.neg(x), tf.div(x, y), tf.complex_abs(tf.constant([3 + 4j]))]
    assert [v.tolist() for v in own_graph.run(old)] == [[12, 6], [4, 1], [-6, -3], [3, 1], [5.0]]
    assert own_graph.run(tf.inv(tf.constant([4.0]))) == 0.25
    batch = tf.batch_matmul(tf.ones([2, 1, 3]), tf.ones([2, 3, 1]))
    assert own_graph.run(batch).tolist() == [[[3.0]], [[3.0]]]


def test_numbers_too_large_for_an_integer_are_saturated(own_graph):
    x = tf.constant([-1e20, 1e20, 3.7], tf.float32)
    assert own_graph.run(tf.saturate_cast(x, tf.int32)).tolist() == [-(2**31), 2147483520, 3]
    assert own_graph.run(tf.saturate_cast(tf.constant([-5, 300]), tf.uint8)).tolist() == [0, 255]


def test_a_truncated_quotient_by_zero_is_an_internal_error_as_in_tensorflow(own_graph):
    """1.x's kernel knows of Div, Mod and their floored kinds only, and calls any other failure unexpected."""
    x = tf.placeholder(tf.int32, None)
    with pytest.raises(tf.errors.InternalError, match="Unexpected error in binary operator"):
        own_graph.run(tf.truncatediv(x, 0), {x: [4, 6]})
