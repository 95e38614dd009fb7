"""NaN, infinities, zeros with a sign and numbers that are too large: what 1.15 makes of them, in both tiers.

The values that are wanted are those of TensorFlow 1.15.5, recorded here. Where its result depends on the width of a
vector or on the order of a sort, the two tiers are compared with each other.
"""

import numpy as np
import pytest

import penstock as tf

NAN, INF = float("nan"), float("inf")
LOWEST = float(np.finfo(np.float32).min)
# Processors make NaN with its sign set.
MADE = np.copysign(NAN, -1)


def c(real, imag):
    """A complex number: written as a sum, an infinite part would make the other NaN."""
    return complex(real, imag)


@pytest.fixture(params=["interpret", "compile"])
def tier(request, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", request.param)
    if request.param == "compile":
        monkeypatch.setenv("PENSTOCK_STRICT_COMPILE", "1")


def run(kind, dtype, inputs, attrs=None, constants=None):
    with tf.Graph().as_default(), tf.Session() as sess:
        arrays = {name: np.asarray(value, dtype) for name, value in inputs.items()}
        tensors = {name: tf.placeholder(dtype, value.shape) for name, value in arrays.items()}
        made = getattr(tf.raw_ops, kind)(**tensors, **(constants or {}), **(attrs or {}))
        feed = {tensors[name]: value for name, value in arrays.items()}
        return sess.run(list(made) if isinstance(made, tuple) else [made], feed)


def both(kind, dtype, inputs, attrs=None, constants=None):
    """The results of the two tiers."""
    results = []
    for name in ("interpret", "compile"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("PENSTOCK_TIER", name)
            results.append(run(kind, dtype, inputs, attrs, constants))
    return results


def same(made, wanted, rtol=1e-5):
    made, wanted = np.asarray(made), np.asarray(wanted)
    if made.dtype.kind == "c":
        same(made.real, wanted.real, rtol)
        same(made.imag, wanted.imag, rtol)
    else:
        np.testing.assert_allclose(made, wanted, rtol=rtol)


# -- activations and losses -------------------------------------------------------------------------------------------

GATES = [
    ("ReluGrad", [1, -1, -1, 0, -0.0, NAN, 2, 7]),
    ("Relu6Grad", [1, -1, 6, 7, 0, NAN, 2, 6]),
]


@pytest.mark.usefixtures("tier")
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(("kind", "features"), GATES)
def test_what_is_not_finite_behind_a_closed_gate_is_nan(kind, features, dtype):
    gradients = [1, -3, NAN, INF, -INF, 5, NAN, INF]
    wanted = [1, 0, NAN, NAN, NAN, 0, NAN, INF if kind == "ReluGrad" else NAN]
    (made,) = run(kind, dtype, {"gradients": gradients, "features": features})
    same(made, wanted)
    assert np.signbit(made[1])  # a product, also of zero


@pytest.mark.usefixtures("tier")
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_cross_entropy_of_infinite_labels_is_infinite(dtype):
    features = [[1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, -INF], [1, 2, 3, 4]]
    labels = [[0, 0, 0, INF], [INF, -INF, 0, 0], [0, 0, 0, INF], [0.1, 0.2, 0.3, 0.4]]
    loss, backprop = run("SoftmaxCrossEntropyWithLogits", dtype, {"features": features, "labels": labels})
    same(loss, [INF, NAN, INF, 1.4401897])
    same(backprop[0], [0.0320586, 0.08714432, 0.23688284, -INF])


# -- complex numbers --------------------------------------------------------------------------------------------------

ROOTS = [
    (c(-2, -0.0), c(0, -(2**0.5))),
    (c(-2, 0.0), c(0, 2**0.5)),
    (c(1, INF), c(INF, INF)),
    (c(NAN, -INF), c(INF, -INF)),
    (c(INF, NAN), c(INF, NAN)),
    (c(-INF, -0.0), c(0, -INF)),
    (c(3, -4), c(2, -1)),
]


@pytest.mark.usefixtures("tier")
@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_roots_of_complex_numbers(dtype):
    (made,) = run("Sqrt", dtype, {"x": [x for x, _ in ROOTS]})
    same(made, [root for _, root in ROOTS])


@pytest.mark.usefixtures("tier")
@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_one_over_the_root_of_an_infinite_complex_number_is_zero(dtype):
    (made,) = run("Rsqrt", dtype, {"x": [c(0, INF), c(1, -INF), c(NAN, INF), c(INF, 0), c(-4, -0.0), 4]})
    same(made, [0, 0, 0, 0, 0.5j, 0.5])


@pytest.mark.usefixtures("tier")
@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_gradients_of_complex_functions_multiply_in_the_order_of_1_x(dtype):
    y, dy = [c(1, -2), c(2, 1), c(1, 1), 0], [c(0, INF), c(INF, 0), c(2, 0), 0]
    # Four of each, since 1.15 takes vectors of them in another order than single ones.
    inputs = {"y": np.repeat(y, 4), "dy": np.repeat(dy, 4)}
    (made,) = run("RsqrtGrad", dtype, inputs)
    same(made[::4], [c(NAN, INF), c(NAN, INF), c(2, 2), 0])
    (made,) = run("ReciprocalGrad", dtype, inputs)
    same(made[::4], [c(INF, INF), c(-INF, INF), c(0, 4), 0])


@pytest.mark.usefixtures("tier")
def test_the_truncated_quotient_of_complex_numbers():
    inputs = {"x": [c(1, 2), c(1, 2), 0, c(INF, 1), c(1, 2)], "y": [0, c(0, INF), c(NAN, INF), 2, c(1, -1)]}
    (made,) = run("TruncateDiv", "complex128", inputs)
    same(made, [c(NAN, NAN), 0, c(NAN, NAN), c(INF, NAN), c(-0.5, 1.5)])


STRANGE = [c(a, b) for a in (0.0, -0.0, 1, -2, NAN, INF, -INF) for b in (0.0, -0.0, 1, -2, NAN, INF, -INF)]


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize(
    "kind", ["Div", "RealDiv", "DivNoNan", "TruncateDiv", "Xdivy", "Mul", "SqrtGrad", "Reciprocal"]
)
def test_complex_quotients_are_the_same_in_both_tiers(kind, dtype):
    x, y = (v.ravel() for v in np.meshgrid(np.array(STRANGE), np.array(STRANGE)))
    one, two = ("x", None) if kind == "Reciprocal" else ("y", "dy") if kind.endswith("Grad") else ("x", "y")
    plain, compiled = both(kind, dtype, {one: x, two: y} if two else {one: x})
    same(compiled[0], plain[0])


@pytest.mark.usefixtures("tier")
@pytest.mark.parametrize(("kind", "names"), [("FloorDiv", "xy"), ("Round", "x")])
def test_complex_numbers_are_not_rounded(kind, names):
    with pytest.raises(tf.errors.InvalidArgumentError, match="complex"):
        run(kind, "complex64", dict.fromkeys(names, [c(1, 2)]))


# -- special functions ------------------------------------------------------------------------------------------------

SPECIAL = [
    ("Digamma", {"x": [-1e-30, -1e-20, 2e-38, -2e-38, -1e-38, -0.0]}, [1e30, 1e20, -5e37, 5e37, INF, INF], "float32"),
    ("Digamma", {"x": [-1e-30, -1e-20, -1.5, -1000.5]}, [1e30, 1e20, 0.70315664, 6.90875480], "float64"),
    (
        "Betainc",
        {
            "a": [1.8, 1.8, INF, INF, NAN, NAN, INF, 2],
            "b": [INF, INF, 2, 2, 2, 2, 0, 1],
            "x": [0.5, 1, 0.5, 0, 1, 0.5, 1, 0.5],
        },
        [NAN, 1, NAN, 0, 1, NAN, NAN, 0.25],
        None,
    ),
    (
        "Betainc",
        {"a": [1e30, 1e30, 40, 1e5], "b": [1e30, 1e5, 1e30, 1e30], "x": [0.25, 0.5, 0.25, 0.5]},
        [0, 0, 1, 1],
        None,
    ),
    (
        "Zeta",
        {"x": [INF, INF, INF, INF, 3, 3, NAN, 1, 0.5, 2], "q": [0.5, 0, -1.5, 3, -2, -INF, 0, NAN, 0, 1]},
        [INF, INF, INF, NAN, INF, INF, INF, INF, NAN, 1.6449341],
        None,
    ),
    (
        "IgammaGradA",
        {"a": [0, -1, NAN, 0.5, INF, 0.5, 0.5, 1.8125], "x": [0, 0, 0, 0, 0, INF, -1, 0.5]},
        [0, 0, 0, 0, 0, 0, NAN, -0.19694763],
        None,
    ),
    (
        "RandomGammaGrad",
        {"alpha": [0, -1, NAN, 0.5, INF, 0.5, 0.5, INF, 1e30], "sample": [0, 0, 0, 0, 0, INF, -1, 1, 0.5]},
        [0, 0, 0, 0, 0, 0, NAN, NAN, 3.488535e-29],
        None,
    ),
    ("RandomGammaGrad", {"alpha": [0.5, 1e5], "sample": [1e30, 1e30]}, [NAN, NAN], "float32"),
    ("Igamma", {"a": [0, 1e30, INF, INF, 3], "x": [0, 1e5, 0.5, 2, INF]}, [0, 0, 0, NAN, 1], None),
]


@pytest.mark.usefixtures("tier")
@pytest.mark.parametrize(("kind", "inputs", "wanted", "only"), SPECIAL)
def test_special_functions_where_they_are_not_defined(kind, inputs, wanted, only):
    for dtype in [only] if only else ["float32", "float64"]:
        (made,) = run(kind, dtype, inputs)
        same(made, wanted, rtol=2e-4)


@pytest.mark.usefixtures("tier")
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_gamma_functions_of_huge_numbers_come_to_an_end(dtype):
    """1.15 stops its sums at some term and is wrong; to go on until nothing changes would take for ever."""
    (made,) = run("Igamma", dtype, {"a": [1e30, 1e9], "x": [1e30, 1e9]})
    same(made, [0.5, 0.5], rtol=1e-4)
    (made,) = run("RandomGammaGrad", dtype, {"alpha": [1e30, 1e9], "sample": [1e30, 1e9]})
    same(made, [1, 1])
    (made,) = run("IgammaGradA", dtype, {"a": [1e10], "x": [1e10]})
    same(made, [-3.9894228e-06], rtol=1e-3)


# -- scans, sorting and searching -------------------------------------------------------------------------------------

ROWS = [
    [-INF, -INF, 1, 2],
    [NAN, 1, 2, 3],
    [1, NAN, 2, 3],
    [1, INF, INF, 2],
    [-INF, INF, NAN, 1],
    [1, 2, NAN, NAN],
    [1, 2, 3, 4],
]
SCANNED = [
    [LOWEST, LOWEST, 1, 2.3132617],
    [LOWEST, 1, 2.3132617, 3.4076059],
    [1, 1.6931472, 2.5514447, 3.4938128],
    [1, INF, NAN, NAN],
    [LOWEST, INF, NAN, NAN],
    [1, 2.3132617, 3.0064089, 3.699556],
    [1, 2.3132617, 3.4076059, 4.44019],
]


@pytest.mark.usefixtures("tier")
def test_an_empty_sum_of_halves_is_their_lowest_number():
    (made,) = run("CumulativeLogsumexp", "float16", {"x": [[1, 2, 3]]}, {"exclusive": True}, {"axis": 1})
    same(made, [[-65504, 1, 2.3125]], rtol=2e-3)


@pytest.mark.usefixtures("tier")
@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("exclusive", [False, True])
def test_logarithms_of_sums_of_strange_numbers(exclusive, reverse):
    rows, wanted = np.array(ROWS), np.array(SCANNED)
    if exclusive:
        wanted = np.concatenate([np.full((len(ROWS), 1), LOWEST), wanted[:, :-1]], 1)
    if reverse:
        rows, wanted = rows[:, ::-1], wanted[:, ::-1]
    attrs = {"exclusive": exclusive, "reverse": reverse}
    (made,) = run("CumulativeLogsumexp", "float32", {"x": rows}, attrs, {"axis": 1})
    same(made, wanted)


NANS = [
    [1, -INF, INF, NAN],
    [MADE, 1, 2, 3],
    [3, NAN, 2, 1],
    [1, 2, MADE, NAN],
    [INF, MADE, NAN, -INF],
    [NAN, INF, INF, MADE],
]


@pytest.mark.parametrize("width", [1, 16])
@pytest.mark.parametrize("k", [1, 3, 4])
@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
def test_nan_of_either_sign_is_the_largest_in_both_tiers(dtype, k, width):
    """The order of NaN in 1.15 is where its sort has left them."""
    rows = np.tile(NANS, width)
    plain, compiled = both("TopKV2", dtype, {"input": rows}, constants={"k": k})
    assert np.isnan(plain[0][:, 0]).all()
    np.testing.assert_array_equal(compiled[0], plain[0])
    np.testing.assert_array_equal(compiled[1], plain[1])
    plain, compiled = both("NthElement", dtype, {"input": rows}, constants={"n": k - 1})
    np.testing.assert_array_equal(compiled[0], plain[0])


SOUGHT = [INF, -INF, NAN, MADE, 0, -0.0, 2, 2.5]
BOUNDS = [
    ([1, 2, 3, INF, INF], [3, 0, 0, 0, 0, 0, 1, 2], [5, 0, 5, 5, 0, 0, 2, 2]),
    ([1, 2, NAN, 3, 4], [2, 0, 0, 0, 0, 0, 1, 2], [5, 3, 5, 5, 3, 3, 3, 3]),
    ([NAN, NAN, 1, 2, 3], [5, 0, 0, 0, 0, 0, 3, 4], [5, 2, 5, 5, 2, 2, 4, 4]),
    ([INF, -INF, 2, NAN, 1], [5, 0, 0, 0, 2, 2, 2, 5], [5, 2, 5, 5, 2, 2, 5, 5]),
    ([3, 1, 2, INF, 0], [5, 0, 0, 0, 0, 0, 2, 5], [5, 0, 5, 5, 0, 0, 5, 5]),
    ([-0.0, 0, 0, 1, 2], [5, 0, 0, 0, 0, 0, 4, 5], [5, 0, 5, 5, 3, 3, 5, 5]),
]


@pytest.mark.usefixtures("tier")
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_bounds_of_nan_and_in_rows_that_are_not_sorted(dtype):
    inputs = {"sorted_inputs": [row for row, _, _ in BOUNDS], "values": [SOUGHT] * len(BOUNDS)}
    (lower,) = run("LowerBound", dtype, inputs)
    (upper,) = run("UpperBound", dtype, inputs)
    np.testing.assert_array_equal(lower, [low for _, low, _ in BOUNDS])
    np.testing.assert_array_equal(upper, [high for _, _, high in BOUNDS])


@pytest.mark.usefixtures("tier")
def test_bounds_of_few_values_in_a_long_row():
    row = np.arange(5000) // 3
    inputs = {"sorted_inputs": [row], "values": [[-1, 0, 7, 1666, 1667]]}
    for kind, side in (("LowerBound", "left"), ("UpperBound", "right")):
        np.testing.assert_array_equal(run(kind, "int32", inputs)[0][0], np.searchsorted(row, inputs["values"][0], side))


# -- updates ----------------------------------------------------------------------------------------------------------

RATES = [
    ((INF, 0.1, 0.1), [-5.6666665, -INF, INF]),
    ((1e30, 0.1, 1e30), [-5.6666665e-31, -INF, INF]),
    ((0.5, 0.1, 0.2), [-0.4958542, -INF, INF]),
]


@pytest.mark.usefixtures("tier")
@pytest.mark.parametrize(("rates", "wanted"), RATES)
def test_sparse_dual_averaging_divides_by_the_rate(rates, wanted):
    with tf.Graph().as_default(), tf.Session() as sess:
        var, total, squares = (
            tf.Variable(np.array([v], np.float32), use_resource=False) for v in ([5, 5, 5], [1, INF, -INF], [1, 1, 1])
        )
        lr, l1, l2 = (np.float32(v) for v in rates)
        update = tf.raw_ops.SparseApplyAdagradDA(
            var=var._ref(),
            gradient_accumulator=total._ref(),
            gradient_squared_accumulator=squares._ref(),
            grad=np.ones((1, 3), np.float32),
            indices=[0],
            lr=lr,
            l1=l1,
            l2=l2,
            global_step=np.int64(3),
        )
        sess.run(tf.global_variables_initializer())
        same(sess.run(update)[0], wanted)
