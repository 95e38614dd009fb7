"""Mathematical functions: names of the operations they make, their errors, and types they accept."""

import numpy as np
import pytest

import penstock as tf
from tests.ops import tiers


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
tf.range(5), tf.range(1, tf.constant(5), name="r"), tf.cumsum(x), tf.argmax(x, 1), tf.cast(x, tf.int32)
tf.add_n([x, x]), tf.to_float(tf.constant(1)), tf.count_nonzero(x)
tf.clip_by_value(x, 0.0, 1.0), tf.global_norm([x])
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
    ("tf.einsum('ij,jk->iz', tf.ones([2, 3]), tf.ones([3, 2]))", ValueError, "Invalid equation: ij,jk->iz"),
    ("tf.einsum('ij,jk->ikk', tf.ones([2, 3]), tf.ones([3, 2]))", ValueError, "Invalid equation: ij,jk->ikk"),
    ("tf.cond(tf.constant([True]), lambda: 1, lambda: 2)", ValueError, "Shape must be rank 0 but is rank 1"),
    ("tf.eye(2.5)", TypeError, "must be positive integer values"),
    ("tf.nn.bias_add([[1.0, 2.0]], [1.0, 2.0], 'NCHW')", ValueError, "Shape must be at least rank 3 but is rank 2"),
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


def test_a_truncated_quotient_of_floats_is_not_truncated_as_in_1_15(own_graph):
    """Later releases round it toward zero; 1.15.5 gives 3.75 for 7.5 / 2."""
    x, y = np.array([7.5, -7.5, 7.5, 1.0, 0.0]), np.array([2.0, 2.0, -0.5, np.inf, 4.0])
    for kind in (np.float16, np.float32, np.float64):
        cases = [("TruncateDiv", {"x": x.astype(kind), "y": y.astype(kind)})]
        cases.append(("TruncateMod", {"x": x.astype(kind), "y": y.astype(kind)}))
        (quotient,), (left,) = tiers.both(*cases)
        assert quotient.tolist() == [3.75, -3.75, -15.0, 0.0, 0.0]
        assert left.tolist() == [1.5, -1.5, 0.0, 1.0, 0.0]


def test_nan_has_no_sign(own_graph):
    x = np.array([np.nan, -2.5, 0.0, 3.0])
    for kind in (np.float16, np.float32, np.float64):
        ((found,),) = tiers.both(("Sign", {"x": x.astype(kind)}))
        assert found.tolist() == [0, -1, 0, 1]
    x = tf.constant(x)
    assert own_graph.run(tf.gradients(tf.abs(x), x)[0]).tolist() == [0, -1, 0, 1]
    assert own_graph.run(tf.sign(float("nan"))) == 0


@pytest.mark.parametrize("function", [tf.asin, tf.acos, tf.atan, tf.tan, tf.reciprocal, tf.inv])
@pytest.mark.parametrize("kind", [tf.int32, tf.int64])
def test_what_has_no_integer_results_is_an_error_when_run_with_integers(function, kind, own_graph):
    made = function(tf.constant([1, 2], kind))
    assert made.dtype == kind
    with pytest.raises(tf.errors.InvalidArgumentError, match="not defined for integers"):
        own_graph.run(made)


def test_poles_and_arguments_out_of_range_give_what_eigen_gives():
    poles = np.float32([0, -1, -np.inf, 1])
    cases = [
        ("Digamma", {"x": poles}),
        ("Digamma", {"x": poles.astype(np.float64)}),
        ("Polygamma", {"a": np.float32(0), "x": poles}),
        (
            "Betainc",
            {
                "a": np.float32([0, -1, 1, 2, 2]),
                "b": np.float32([3, 1, 0, 1, 1]),
                "x": np.float32([0.5, 0.5, 1, 0.5, 2]),
            },
        ),
    ]
    for (found,) in tiers.both(*cases[:3]):
        np.testing.assert_allclose(found, [np.inf, np.inf, np.inf, -0.5772157], rtol=1e-6)
    ((found,),) = tiers.both(cases[3])
    np.testing.assert_allclose(found, [np.nan, np.nan, np.nan, 0.25, np.nan], rtol=1e-6)


def test_a_polynomial_may_have_its_coefficients_in_a_tuple(own_graph):
    made = tf.math.polyval((1.0, 0.0, tf.constant(-1.0)), 3.0)
    assert own_graph.run(made) == 8
    assert "polyval/coeff_1" in [op.name for op in made.graph.get_operations()]


@pytest.mark.parametrize("name", ["negative", "sign", "square", "sqrt", "tanh", "erf", "abs"])
def test_functions_of_sparse_tensors_have_the_names_of_1_15(name):
    sparse = tf.SparseTensor([[0]], [1.0], [1])
    kind = {"negative": "Neg"}.get(name, name.capitalize())
    assert getattr(tf, name)(sparse).values.op.name == f"{kind}_1"
    assert getattr(tf, name)(sparse, name="mine").values.op.name == "mine_1"


def test_the_angle_of_real_numbers_is_0_as_in_1_15(own_graph):
    assert own_graph.run(tf.angle([1.0, -1.0])).tolist() == [0.0, 0.0]
    assert own_graph.run(tf.angle([1, -1])).tolist() == [0, 0]


def test_the_norm_of_nothing_is_0(own_graph):
    assert own_graph.run(tf.global_norm([])) == 0.0
    assert own_graph.run(tf.clip_by_global_norm([None], 1.0)[1]) == 0.0


@pytest.mark.parametrize("tier", ["interpret", "compile"])
def test_an_axis_that_is_named_twice_is_reduced_once_as_in_1_15(tier, monkeypatch):
    """Later versions refuse it."""
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    x = np.float32([[1.0, 2.0], [3.0, 5.0]])
    with tf.Graph().as_default(), tf.Session() as sess:
        p = tf.placeholder_with_default(x, [2, 2])
        made = {
            name: [getattr(tf, f"reduce_{name}")(p, axes) for axes in ([1, 1], [1, -1])]
            for name in ("sum", "mean", "prod", "max", "min")
        }
        for name, tensors in made.items():
            for value in sess.run(tensors):
                np.testing.assert_allclose(value, getattr(np, name)(x, 1))
        assert sess.run(tf.reduce_all(p > 1, [0, -2], keepdims=True)).tolist() == [[False, True]]
        slope = tf.gradients(tf.reduce_max(p, [1, -1]), p)[0] + tf.gradients(tf.reduce_sum(p, [1, 1]), p)[0]
        assert sess.run(slope).tolist() == [[1, 2], [1, 2]]
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"Invalid reduction dimension \(5 for"):
            sess.run(tf.reduce_sum(p, tf.placeholder_with_default([1, 1, 5], None)))


def test_axes_are_a_number_or_a_vector():
    with tf.Graph().as_default(), pytest.raises(ValueError, match="Shape must be at most rank 1 but is rank 2"):
        tf.reduce_sum([[1, 2]], axis=[[0]])


@pytest.mark.parametrize("tier", ["interpret", "compile"])
def test_counted_weights_are_sums_of_segments_as_in_1_15(tier, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    with tf.Graph().as_default(), tf.Session() as sess:
        weights = tf.constant([1.0, 2.0, 4.0])
        counts = tf.bincount([2, -1, 2], weights=weights, minlength=4)
        assert sess.run(counts).tolist() == [0, 0, 5, 0]
        assert sess.run(tf.gradients(counts * [1.0, 2.0, 3.0, 4.0], weights)[0]).tolist() == [3, 0, 3]
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"segment_ids\[1\] = 5 is out of range \[0, 3\)"):
            sess.run(tf.bincount([1, 5], weights=[1.0, 2.0], maxlength=3))
        with pytest.raises(ValueError, match="must be equal"):
            tf.bincount([1, 2], weights=[1.0])


@pytest.mark.parametrize("tier", ["interpret", "compile"])
def test_values_far_out_of_range_are_in_the_outermost_bins(tier, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    with tf.Graph().as_default(), tf.Session() as sess:
        values = tf.placeholder_with_default(np.float32([1e10, -1e10, np.inf, -np.inf, 3.0]), [None])
        bins = sess.run(tf.histogram_fixed_width_bins(values, [0.0, 4.0], nbins=4, dtype=tf.int64))
        assert bins.tolist() == [3, 0, 3, 0, 3]
        assert bins.dtype == np.int32  # as in 1.15, which does not look at `dtype`
        assert sess.run(tf.histogram_fixed_width(values, [0.0, 4.0], nbins=4)).tolist() == [2, 0, 0, 3]


@pytest.mark.parametrize("exponent", [2.0, 3.0, 2.5, -1.0])
def test_small_powers_are_those_of_numpy_whatever_the_shape_of_the_exponent(exponent):
    x = np.array([[1.5, -2.0, 0.0, np.inf, -np.inf, np.nan, 1e-30, 3e38]] * 2, np.float32)
    with tf.Session() as sess, np.errstate(all="ignore"):
        for shape in ((), (1,), (1, 1)):
            y = np.full(shape, exponent, np.float32)
            np.testing.assert_allclose(
                sess.run(tf.pow(tf.placeholder_with_default(x, x.shape), y)), np.power(x, y), rtol=3e-7
            )
