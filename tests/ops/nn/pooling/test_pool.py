"""Pooling, normalization and morphology: both tiers against direct loops, operations against real TensorFlow."""

import itertools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import penstock as tf
from penstock.ops.nn.pooling import compute as pool
from penstock.ops.nn.pooling import morphology
from penstock.ops.nn.windows import place
from tests.ops.nn.convolution.test_conv import both, ours

# shape, window, strides, padding
CASES = {
    "tiles": ((2, 6, 8, 3), (1, 2, 2, 1), (1, 2, 2, 1), "SAME"),
    "tiles with a rest": ((2, 7, 5, 3), (1, 2, 2, 1), (1, 2, 2, 1), "SAME"),
    "tiles that leave a rest": ((2, 7, 5, 3), (1, 2, 2, 1), (1, 2, 2, 1), "VALID"),
    "overlapping": ((2, 7, 6, 2), (1, 3, 3, 1), (1, 2, 2, 1), "SAME"),
    "overlapping inside": ((2, 7, 6, 2), (1, 3, 2, 1), (1, 1, 1, 1), "VALID"),
    "gaps": ((1, 8, 8, 2), (1, 2, 2, 1), (1, 3, 3, 1), "VALID"),
    "padding before": ((1, 5, 5, 2), (1, 3, 3, 1), (1, 3, 3, 1), "SAME"),
    "channels": ((2, 3, 3, 6), (1, 1, 1, 3), (1, 1, 1, 3), "VALID"),
    "volumes": ((1, 4, 5, 6, 2), (1, 2, 3, 2, 1), (1, 2, 2, 2, 1), "SAME"),
    "channels second": ((2, 3, 6, 5), (1, 1, 2, 2), (1, 1, 2, 2), "SAME"),
}


@pytest.fixture(params=["numpy", "xla"])
def tier(request):
    if request.param == "numpy":
        return lambda function, *arrays: function(np, *arrays)

    def run(function, *arrays):
        with jax.enable_x64(True):
            return jax.tree.map(np.asarray, jax.jit(lambda *a: function(jnp, *a))(*arrays))

    return run


def members(shape, g):
    """For every output position: the input positions in its window, row-major, without padding."""
    for p in itertools.product(*map(range, g.outs)):
        window = [
            tuple(i * s + t - lo for i, t, s, (lo, _) in zip(p, tap, g.strides, g.pads, strict=True))
            for tap in itertools.product(*map(range, g.kernel))
        ]
        yield p, [q for q in window if all(0 <= a < n for a, n in zip(q, shape, strict=True))]


def whole_numbers(shape, seed=0):
    """Values with many ties, so that it matters which maximum is the first."""
    return np.random.RandomState(seed).randint(-3, 4, shape).astype(float)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_max_pooling_takes_the_largest_and_its_gradient_goes_to_the_first_of_them(case, tier):
    shape, ksize, strides, padding = case
    g = place(shape, ksize, strides, padding)
    x, dy, ddx = whole_numbers(shape), whole_numbers(g.outs, 1), whole_numbers(shape, 2)
    y, dx, ddy, where = np.zeros(g.outs), np.zeros(shape), np.zeros(g.outs), np.zeros(g.outs, np.int64)
    for p, window in members(shape, g):
        first = max(window, key=lambda q: x[q])
        y[p], ddy[p] = x[first], ddx[first]
        dx[first] += dy[p]
        where[p] = np.ravel_multi_index((0, *first[1:]), shape)
    np.testing.assert_array_equal(tier(lambda xp, a: pool.max_pool(xp, a, g), x), y)
    np.testing.assert_array_equal(tier(lambda xp, a, b: pool.max_pool_grad(xp, a, b, g), x, dy), dx)
    np.testing.assert_array_equal(tier(lambda xp, a, b: pool.max_pool_grad_grad(xp, a, b, g), x, ddx), ddy)
    best, flat = tier(lambda xp, a: pool.max_pool_argmax(xp, a, g, False, np.int64), x)
    np.testing.assert_array_equal(best, y)
    np.testing.assert_array_equal(flat, where)
    np.testing.assert_array_equal(tier(lambda xp, a, b: pool.scatter_argmax(xp, shape, a, b, False), dy, where), dx)
    np.testing.assert_array_equal(tier(lambda xp, a, b: pool.gather_argmax(xp, a, b, False), ddx, where), ddy)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_average_pooling_does_not_count_padding(case, tier):
    shape, ksize, strides, padding = case
    g = place(shape, ksize, strides, padding)
    x, dy = whole_numbers(shape), whole_numbers(g.outs, 1)
    y, dx = np.zeros(g.outs), np.zeros(shape)
    for p, window in members(shape, g):
        y[p] = np.mean([x[q] for q in window])
        for q in window:
            dx[q] += dy[p] / len(window)
    np.testing.assert_allclose(tier(lambda xp, a: pool.avg_pool(xp, a, g), x), y, atol=1e-12)
    np.testing.assert_allclose(tier(lambda xp, a: pool.avg_pool_grad(xp, shape, a, g), dy), dx, atol=1e-12)


def test_max_pooling_works_on_integers_and_sixteen_bit_floats(tier):
    g = place((1, 5, 5, 1), (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
    x = whole_numbers((1, 5, 5, 1)) - 10
    expected = tier(lambda xp, a: pool.max_pool(xp, a, g), x)
    for dtype in ("int8", "int64", "float16", "bfloat16"):
        got = tier(lambda xp, a: pool.max_pool(xp, a, g), x.astype(jnp.dtype(dtype)))
        assert got.dtype == jnp.dtype(dtype)
        np.testing.assert_array_equal(got.astype(float), expected)


def test_dilation_of_integers_does_not_wrap_around_at_the_border(tier):
    g = place((1, 3, 3, 1), (1, 3, 3, 1), (1, 1, 1, 1), "SAME")
    got = tier(
        lambda xp, a, b: morphology.dilation(xp, a, b, g),
        np.zeros((1, 3, 3, 1), np.int32),
        np.full((3, 3, 1), -5, np.int32),
    )
    assert got.dtype == np.int32
    np.testing.assert_array_equal(got, np.full((1, 3, 3, 1), -5))


# -- the operations, against TensorFlow -----------------------------------------------------------------------------------

FORWARD = """
    x = tf.constant(x)
    y = {call}
    dx, = tf.gradients(tf.reduce_sum(tf.sin(y)), x)
    values = dict(y=y, dx=dx)
    if {second}:
        values["ddx"], = tf.gradients(tf.reduce_sum(dx * dx), x)
    with tf.Session() as sess:
        result = sess.run(values)
    result["shape"] = y.shape.as_list()
"""

CALLS = {
    "max_pool": ("tf.nn.max_pool(x, [1, 2, 2, 1], [1, 2, 2, 1], 'SAME')", (2, 7, 6, 3), True),
    "max_pool with overlap": ("tf.nn.max_pool(x, [1, 3, 3, 1], [1, 2, 2, 1], 'VALID')", (2, 7, 8, 3), True),
    "avg_pool": ("tf.nn.avg_pool(x, 3, 2, 'SAME')", (2, 7, 6, 3), True),
    "max_pool3d": ("tf.nn.max_pool3d(x, [1, 2, 2, 2, 1], [1, 2, 2, 2, 1], 'SAME')", (1, 4, 5, 4, 2), True),
    "avg_pool3d": ("tf.nn.avg_pool3d(x, [1, 2, 3, 2, 1], [1, 1, 2, 2, 1], 'SAME')", (1, 4, 5, 4, 2), True),
    "max_pool_with_argmax": ("tf.nn.max_pool_with_argmax(x, [1, 2, 2, 1], [1, 2, 2, 1], 'SAME')[0]", (2, 5, 6, 3), False),
    "pool of sequences": ("tf.nn.pool(x, [3], 'MAX', 'SAME', strides=[2])", (2, 9, 3), True),
    "dilated pool": ("tf.nn.pool(x, [2, 3], 'AVG', 'VALID', dilation_rate=[2, 3])", (2, 9, 10, 3), True),
    "lrn": ("tf.nn.lrn(x, 2, bias=1.5, alpha=0.7, beta=0.6)", (2, 3, 3, 7), False),
    "dilation2d": ("tf.nn.dilation2d(x, f, [1, 2, 2, 1], [1, 1, 2, 1], 'SAME')", (2, 7, 6, 3), False),
    "erosion2d": ("tf.nn.erosion2d(x, f, [1, 1, 1, 1], [1, 2, 1, 1], 'VALID')", (2, 7, 6, 3), False),
}  # fmt: skip


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_functions_have_the_values_and_gradients_of_tensorflow(peer, call):
    text, shape, second = call
    random = np.random.RandomState(0)
    x, f = random.randn(*shape).astype(np.float32), random.randn(2, 3, 3).astype(np.float32)
    both(peer, FORWARD.format(call=text, second=second), x=x, f=f)


def test_the_indices_of_max_pool_with_argmax_are_those_of_tensorflow(peer):
    source = """
        result = {}
        with tf.Session() as sess:
            for batch in (False, True):
                for kind in (tf.int32, tf.int64):
                    y, at = tf.nn.max_pool_with_argmax(
                        tf.constant(x), [1, 3, 2, 1], [1, 2, 2, 1], "SAME", Targmax=kind, include_batch_in_index=batch)
                    result["y%d%s" % (batch, kind.name)], result["at%d%s" % (batch, kind.name)] = sess.run([y, at])
    """
    both(peer, source, x=whole_numbers((2, 5, 6, 3)).astype(np.float32))


def test_the_gradient_of_the_filter_of_dilation2d_is_that_of_tensorflow(peer):
    source = """
        f = tf.constant(f)
        y = tf.nn.dilation2d(tf.constant(x), f, [1, 2, 1, 1], [1, 2, 1, 1], "SAME")
        with tf.Session() as sess:
            result = {"df": sess.run(tf.gradients(tf.sin(y), f)[0])}
    """
    random = np.random.RandomState(3)
    both(peer, source, x=random.randn(2, 7, 6, 3).astype(np.float32), f=random.randn(2, 3, 3).astype(np.float32))


def test_window_sizes_may_be_tensors():
    source = """
        size = tf.placeholder(tf.int32, [4])
        y = tf.nn.max_pool(tf.constant(x), size, [1, 2, 2, 1], "VALID")
        with tf.Session() as sess:
            result = sess.run(y, {size: [1, 2, 2, 1]})
    """
    x = whole_numbers((1, 4, 4, 1))
    got = ours(source, x=x)
    np.testing.assert_array_equal(got, x.reshape(1, 2, 2, 2, 2, 1).max((2, 4)))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("max_pool(x, [1, 9, 9, 1], [1, 1, 1, 1], 'VALID')", "Negative dimension size caused by subtracting 9 from 8"),
        ("max_pool(x, [1, 9, 9], [1, 1, 1, 1], 'VALID')", "ksize should be of length 1, 2 or 4"),
        ("avg_pool(x[0], [1, 2, 2, 1], [1, 1, 1, 1], 'VALID')", "Shape must be rank 4 but is rank 3"),
        ("pool(x, [2, 2], 'MEDIAN', 'SAME')", "pooling_type must be MAX or AVG"),
        ("pool(x, [2, 2], 'MAX', 'SAME', dilation_rate=[2, 2])", "SAME padding is not implemented"),
        (
            "dilation2d(x, x[0, :2, :2, :1], [1, 1, 1, 1], [1, 1, 1, 1], 'SAME')",
            "Dimensions must be equal, but are 4 and 1",
        ),
    ],
)
def test_what_does_not_fit_is_refused_when_the_graph_is_built(call, message):
    import penstock as tf

    with tf.Graph().as_default(), pytest.raises(ValueError, match=message):
        eval(f"nn.{call}", {"nn": tf.nn, "x": tf.placeholder(tf.float32, [2, 8, 8, 4])})


def test_pooling_over_the_batch_is_refused_when_it_runs():
    import penstock as tf

    with tf.Graph().as_default():
        y = tf.nn.max_pool(tf.ones([2, 4, 4, 1]), [2, 1, 1, 1], [2, 1, 1, 1], "VALID")
        with tf.Session() as sess, pytest.raises(tf.errors.UnimplementedError, match="batch dimension"):
            sess.run(y)


@pytest.mark.parametrize("what", ["Stride", "Rate"])
def test_images_and_channels_are_not_skipped_by_dilation(what):
    with tf.Graph().as_default(), tf.Session() as sess:
        steps = {"strides": [1, 1, 1, 1], "rates": [1, 1, 1, 1]}
        steps[f"{what.lower()}s"] = [1, 1, 1, 2]
        made = tf.nn.dilation2d(tf.zeros([1, 3, 3, 1]), tf.zeros([2, 2, 1]), padding="SAME", **steps)
        with pytest.raises(tf.errors.UnimplementedError, match=f"{what} is only supported across spatial dimensions."):
            sess.run(made)


def test_a_radius_of_normalization_is_not_negative():
    with tf.Graph().as_default(), tf.Session() as sess:
        with pytest.raises(tf.errors.InvalidArgumentError, match="depth_radius = -1"):
            sess.run(tf.nn.lrn(tf.zeros([1, 1, 1, 3]), depth_radius=-1))
