"""Convolution: both tiers against direct sums, operations and gradients against real TensorFlow."""

import itertools
import textwrap

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from penstock.ops.nn.convolution import compute as conv
from penstock.ops.nn.convolution import compute_numpy as conv_numpy
from penstock.ops.nn.convolution import compute_xla as conv_xla
from penstock.ops.nn.windows import place

# height, width, input channels, output channels, kernel, strides, dilations, padding
CASES = {
    "same padding": (7, 6, 3, 4, (3, 2), (1, 1), (1, 1), "SAME"),
    "stride 2": (9, 8, 5, 6, (3, 3), (2, 2), (1, 1), "SAME"),
    "unequal strides": (9, 8, 5, 6, (3, 3), (2, 1), (1, 1), "VALID"),
    "dilated": (9, 12, 8, 2, (3, 3), (1, 1), (2, 3), "SAME"),
    "one by one": (6, 6, 9, 2, (1, 1), (1, 1), (1, 1), "VALID"),
    "one by one with stride": (6, 7, 2, 2, (1, 1), (2, 2), (1, 1), "SAME"),
    "one channel": (7, 7, 1, 4, (5, 5), (1, 1), (1, 1), "SAME"),
    "explicit padding": (5, 5, 2, 3, (2, 2), (1, 1), (1, 1), [(2, 3), (0, 4)]),
    "padding wider than the kernel": (5, 5, 2, 3, (1, 1), (2, 3), (1, 1), [(2, 3), (0, 1)]),
    "windows that leave gaps": (8, 8, 6, 2, (2, 2), (3, 3), (1, 1), "VALID"),
}


def windows(case):
    h, w, _, _, kernel, strides, dilations, padding = case
    if isinstance(padding, str):
        return place((h, w), kernel, strides, padding, dilations)
    return place((h, w), kernel, strides, "EXPLICIT", dilations, padding)


def contributions(x_shape, g):
    """Every (output position, tap, input position) of the sum that a convolution is."""
    for p in itertools.product(*map(range, g.outs)):
        for t in itertools.product(*map(range, g.kernel)):
            q = tuple(
                i * s + j * d - lo for i, j, s, d, (lo, _) in zip(p, t, g.strides, g.dilations, g.pads, strict=True)
            )
            if all(0 <= a < n for a, n in zip(q, x_shape[1:-1], strict=True)):
                yield p, t, q


def direct(x, w, dy, g):
    """(y, dx, dw) by adding up one product after the other."""
    y, dx, dw = np.zeros(dy.shape), np.zeros(x.shape), np.zeros(w.shape)
    for p, t, q in contributions(x.shape, g):
        at_p, at_q = (slice(None), *p), (slice(None), *q)
        y[at_p] += x[at_q] @ w[t]
        dx[at_q] += dy[at_p] @ w[t].T
        dw[t] += x[at_q].T @ dy[at_p]
    return y, dx, dw


@pytest.fixture(params=["numpy", "xla", "xla without wide vectors"])
def tier(request, monkeypatch):
    """Runs a function of `xp` in one tier."""
    if request.param == "numpy":
        return lambda function, *arrays: function(np, *arrays)
    monkeypatch.setattr(conv_xla, "wide_vectors", lambda: request.param == "xla")

    def run(function, *arrays):
        with jax.enable_x64(True):
            return np.asarray(jax.jit(lambda *a: function(jnp, *a))(*arrays))

    return run


@pytest.fixture(params=["large blocks", "small blocks"])
def blocks(request, monkeypatch):
    if request.param == "small blocks":
        monkeypatch.setattr(conv_xla, "BLOCK_BYTES", 3000)
        monkeypatch.setattr(conv_numpy, "BLOCK_BYTES", 3000)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_convolution_and_its_gradients_are_the_direct_sums(case, tier, blocks):
    random = np.random.RandomState(1)
    h, w, c, o, kernel = case[:5]
    g = windows(case)
    x, f, dy = random.randn(5, h, w, c), random.randn(*kernel, c, o), random.randn(5, *g.outs, o)
    y, dx, dw = direct(x, f, dy, g)
    np.testing.assert_allclose(tier(lambda xp, a, b: conv.conv(xp, a, b, g), x, f), y, atol=1e-9)
    np.testing.assert_allclose(tier(lambda xp, a, b: conv.conv_input_grad(xp, x.shape, a, b, g), f, dy), dx, atol=1e-9)
    np.testing.assert_allclose(tier(lambda xp, a, b: conv.conv_filter_grad(xp, a, b, f.shape, g), x, dy), dw, atol=1e-9)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_depthwise_convolution_is_one_convolution_per_channel(case, tier):
    random = np.random.RandomState(2)
    h, w, c, m, kernel = *case[:3], 2, case[4]
    g = windows(case)
    x, f, dy = random.randn(2, h, w, c), random.randn(*kernel, c, m), random.randn(2, *g.outs, c * m)
    parts = [
        direct(x[..., i : i + 1], f[..., i : i + 1, :], dy[..., i * m : i * m + m], g) for i in range(c)
    ]  # fmt: skip
    y, dx = (np.concatenate([part[i] for part in parts], -1) for i in (0, 1))
    dw = np.concatenate([part[2] for part in parts], -2)
    np.testing.assert_allclose(tier(lambda xp, a, b: conv.depthwise(xp, a, b, g), x, f), y, atol=1e-9)
    got = tier(lambda xp, a, b: conv.depthwise_input_grad(xp, x.shape, a, b, g), f, dy)
    np.testing.assert_allclose(got, dx, atol=1e-9)
    got = tier(lambda xp, a, b: conv.depthwise_filter_grad(xp, a, b, f.shape, g), x, dy)
    np.testing.assert_allclose(got, dw, atol=1e-9)


@pytest.mark.parametrize("strides", [(1, 1, 1), (2, 1, 2)])
def test_three_spatial_axes_work_like_two(strides, tier, blocks):
    random = np.random.RandomState(3)
    x, f = random.randn(2, 5, 4, 6, 3), random.randn(2, 3, 2, 3, 4)
    g = place(x.shape[1:-1], f.shape[:-2], strides, "SAME")
    dy = random.randn(2, *g.outs, 4)
    y, dx, dw = direct(x, f, dy, g)
    np.testing.assert_allclose(tier(lambda xp, a, b: conv.conv(xp, a, b, g), x, f), y, atol=1e-9)
    np.testing.assert_allclose(tier(lambda xp, a, b: conv.conv_input_grad(xp, x.shape, a, b, g), f, dy), dx, atol=1e-9)
    np.testing.assert_allclose(tier(lambda xp, a, b: conv.conv_filter_grad(xp, a, b, f.shape, g), x, dy), dw, atol=1e-9)


def test_channels_are_convolved_in_groups_if_the_filter_has_fewer(tier):
    random = np.random.RandomState(4)
    x, f = random.randn(2, 5, 5, 6), random.randn(3, 3, 2, 9)
    g = place((5, 5), (3, 3), (1, 1), "SAME")
    parts = [
        direct(x[..., 2 * i : 2 * i + 2], f[..., 3 * i : 3 * i + 3], np.zeros((2, 5, 5, 3)), g)[0] for i in range(3)
    ]
    got = tier(lambda xp, a, b: conv.conv(xp, a, b, g), x, f)
    np.testing.assert_allclose(got, np.concatenate(parts, -1), atol=1e-9)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_sixteen_bit_types_keep_their_type_and_are_summed_in_single_precision(dtype, tier):
    random = np.random.RandomState(5)
    x, f = (random.randn(*s).astype(jnp.dtype(dtype)) for s in ((2, 6, 6, 40), (3, 3, 40, 4)))
    g = place((6, 6), (3, 3), (1, 1), "SAME")
    y = direct(x.astype(float), f.astype(float), np.zeros((2, 6, 6, 4)), g)[0]
    got = tier(lambda xp, a, b: conv.conv(xp, a, b, g), x, f)
    assert got.dtype == x.dtype
    np.testing.assert_allclose(got.astype(float), y.astype(x.dtype).astype(float), rtol=1e-2, atol=1e-2)


@pytest.mark.parametrize("shape", [(0, 4, 4, 2), (2, 0, 4, 2)])
def test_an_empty_batch_or_image_gives_an_empty_result_and_a_zero_filter_gradient(shape, tier):
    g = place(shape[1:3], (3, 3), (1, 1), "SAME")
    x, f, dy = np.ones(shape), np.ones((3, 3, 2, 5)), np.ones((shape[0], *g.outs, 5))
    assert tier(lambda xp, a, b: conv.conv(xp, a, b, g), x, f).shape == dy.shape
    got = tier(lambda xp, a, b: conv.conv_filter_grad(xp, a, b, f.shape, g), x, dy)
    np.testing.assert_array_equal(got, np.zeros(f.shape))


# -- the operations, against TensorFlow -----------------------------------------------------------------------------------


def ours(source, **arrays):
    """Runs a program that sets `result`, as the peer does, with Penstock."""
    import penstock as tf

    names = {"tf": tf, "np": np, **arrays}
    with tf.Graph().as_default():
        exec(textwrap.dedent(source), names)
    return names["result"]


def agree(mine, theirs, rtol=1e-5, atol=1e-5):
    assert mine.keys() == theirs.keys()
    for key, value in theirs.items():
        if isinstance(value, (str, list, tuple)):
            assert mine[key] == value, key
            continue
        assert mine[key].dtype == value.dtype, key
        np.testing.assert_allclose(mine[key], value, rtol=rtol, atol=atol, err_msg=key)


def both(peer, source, **arrays):
    agree(ours(source, **arrays), peer.run(source, **arrays))


FORWARD = """
    x, w = tf.constant(x), tf.constant(w)
    y = {call}
    loss = tf.reduce_sum(tf.sin(y))
    dx, dw = tf.gradients(loss, [x, w])
    second = tf.gradients(tf.reduce_sum(dx * dx) + tf.reduce_sum(tf.cos(dw)), [x, w])
    with tf.Session() as sess:
        values = sess.run([y, dx, dw] + second)
    result = dict(zip(["y", "dx", "dw", "ddx", "ddw"], values))
    result["shape"] = y.shape.as_list()
"""

CALLS = {
    "conv2d": ("tf.nn.conv2d(x, w, [1, 1, 1, 1], 'SAME')", (2, 7, 6, 3), (3, 3, 3, 4)),
    "conv2d with stride": ("tf.nn.conv2d(x, w, [1, 2, 2, 1], 'VALID')", (2, 7, 8, 3), (3, 2, 3, 4)),
    "conv2d with explicit padding": (
        "tf.nn.conv2d(x, w, 1, [[0, 0], [1, 2], [0, 1], [0, 0]])", (2, 5, 6, 3), (3, 2, 3, 4)),
    "convolution with dilation": (
        "tf.nn.convolution(x, w, 'SAME', dilation_rate=[2, 3])", (2, 9, 8, 3), (3, 2, 3, 4)),
    "atrous_conv2d": ("tf.nn.atrous_conv2d(x, w, 2, 'VALID')", (2, 9, 8, 3), (3, 2, 3, 4)),
    "conv1d": ("tf.nn.conv1d(x, w, 2, 'SAME')", (3, 9, 4), (3, 4, 5)),
    "conv3d": ("tf.nn.conv3d(x, w, [1, 1, 2, 1, 1], 'SAME')", (2, 4, 5, 3, 2), (2, 3, 2, 2, 3)),
    "conv2d_transpose": (
        "tf.nn.conv2d_transpose(x, w, [2, 9, 8, 5], [1, 2, 2, 1])", (2, 5, 4, 3), (3, 2, 5, 3)),
    "conv1d_transpose": ("tf.nn.conv1d_transpose(x, w, [2, 8, 5], 2)", (2, 4, 3), (3, 5, 3)),
    "conv3d_transpose": (
        "tf.nn.conv3d_transpose(x, w, [2, 3, 4, 6, 5], [1, 1, 2, 2, 1])", (2, 3, 2, 3, 3), (2, 3, 2, 5, 3)),
    "atrous_conv2d_transpose": (
        "tf.nn.atrous_conv2d_transpose(x, w, [2, 8, 9, 5], 2, 'SAME')", (2, 8, 9, 3), (3, 2, 5, 3)),
    "depthwise_conv2d": ("tf.nn.depthwise_conv2d(x, w, [1, 2, 2, 1], 'SAME')", (2, 7, 6, 3), (3, 3, 3, 2)),
    "depthwise_conv2d with rate": (
        "tf.nn.depthwise_conv2d(x, w, [1, 1, 1, 1], 'SAME', rate=[2, 2])", (2, 7, 6, 3), (3, 3, 3, 2)),
    "separable_conv2d": (
        "tf.nn.separable_conv2d(x, w, tf.ones([1, 1, 6, 4], tf.float64), [1, 1, 1, 1], 'VALID')", (2, 7, 6, 3), (3, 3, 3, 2)),
}  # fmt: skip


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_functions_have_the_values_and_gradients_of_tensorflow_up_to_the_second(peer, call):
    text, x_shape, w_shape = call
    random = np.random.RandomState(6)
    both(peer, FORWARD.format(call=text), x=random.randn(*x_shape) * 0.3, w=random.randn(*w_shape) * 0.3)


@pytest.mark.parametrize("call", ["conv2d", "conv2d with stride", "depthwise_conv2d"])
def test_single_precision_agrees_with_tensorflow(peer, call):
    text, x_shape, w_shape = CALLS[call]
    x, w = (np.random.RandomState(7).randn(*s).astype(np.float32) * np.float32(0.3) for s in (x_shape, w_shape))
    both(peer, FORWARD.format(call=text), x=x, w=w)


def test_channels_second_gives_the_transposed_result():
    source = """
        x, w = tf.constant(x), tf.constant(w)
        last = tf.nn.conv2d(x, w, [1, 2, 1, 1], "SAME")
        second = tf.nn.conv2d(tf.transpose(x, [0, 3, 1, 2]), w, [1, 1, 2, 1], "SAME", data_format="NCHW")
        gradients = [tf.gradients(tf.sin(y), w)[0] for y in (last, second)]
        with tf.Session() as sess:
            result = [second.shape.as_list()] + sess.run([last, second] + gradients)
    """
    random = np.random.RandomState(8)
    shape, last, second, d_last, d_second = ours(source, x=random.randn(2, 7, 6, 3), w=random.randn(3, 3, 3, 4))
    assert shape == [2, 4, 4, 6]
    np.testing.assert_allclose(last, second.transpose(0, 2, 3, 1), atol=1e-12)
    np.testing.assert_allclose(d_last, d_second, atol=1e-12)


NAMES = """
    calls = {calls}
    result = {{}}
    for i, call in enumerate(calls):
        with tf.Graph().as_default() as graph:
            x = tf.placeholder(tf.float32, [None, 8, None, 4], name="x")
            s = tf.placeholder(tf.float32, [None, 8, 4], name="s")
            ones = lambda shape: tf.constant(1.0, shape=shape)
            y = eval(call)
            names = [(op.name, op.type) for op in graph.get_operations() if op.type not in ("Const", "Placeholder")]
            result[call] = [names, y.shape.as_list()]
"""


def test_operations_have_the_names_and_static_shapes_of_tensorflow(peer):
    calls = [
        "tf.nn.conv2d(x, ones([3, 3, 4, 5]), [1, 2, 2, 1], 'VALID')",
        "tf.nn.conv2d(x, ones([3, 3, 4, 5]), 2, 'SAME', name='c')",
        "tf.nn.convolution(x, ones([3, 3, 4, 5]), 'SAME')",
        "tf.nn.convolution(s, ones([3, 4, 5]), 'SAME')",
        "tf.nn.conv1d(s, ones([3, 4, 5]), 1, 'VALID')",
        "tf.nn.depthwise_conv2d(x, ones([3, 3, 4, 2]), [1, 1, 1, 1], 'SAME')",
        "tf.nn.separable_conv2d(x, ones([3, 3, 4, 2]), ones([1, 1, 8, 3]), [1, 1, 1, 1], 'SAME')",
    ]
    source = NAMES.format(calls=calls)
    assert ours(source) == {k: [[tuple(n) for n in v[0]], v[1]] for k, v in peer.run(source).items()}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("conv2d(x, f([3, 3, 3, 5]), [1, 1, 1, 1], 'SAME')", r"Depth of input \(4\) is not a multiple .* \(3\)"),
        ("conv2d(x, f([9, 9, 4, 5]), [1, 1, 1, 1], 'VALID')", "Negative dimension size caused by subtracting 9 from 8"),
        ("conv2d(x, f([3, 3, 4]), [1, 1, 1, 1], 'VALID')", "Shape must be rank 4 but is rank 3"),
        ("conv2d(x, f([3, 3, 4, 5]), [1, 1, 1], 'VALID')", "strides should be of length 1, 2 or 4"),
        ("conv2d(x, f([3, 3, 4, 5]), [1, 0, 1, 1], 'SAME')", "Stride must be > 0, but got 0"),
        ("conv2d(x, f([3, 3, 4, 5]), 1, 'EXPLICIT')", "padding argument must be a list"),
        ("conv2d(x, f([3, 3, 4, 5]), 1, 'odd')", "not in: \"SAME\", \"VALID\""),
        ("conv2d(x, f([3, 3, 4, 5]), 1, [[1, 1], [1, 1]])", "it must be of size 4"),
        ("conv2d(x, f([3, 3, 4, 5]), 1, [[1, 0], [1, 1], [1, 1], [0, 0]])", "padding in the batch or depth dimensions"),
        ("conv2d(x, f([1]), 1, 'SAME', filters=f([1]))", "Cannot specify both"),
        ("depthwise_conv2d(x, f([3, 3, 3, 5]), [1, 1, 1, 1], 'SAME')", "Dimensions must be equal, but are 4 and 3"),
        ("convolution(x, f([3, 3, 4, 5]), 'SAME', strides=[2, 2], dilation_rate=[2, 2])", "not supported in conjunction"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_when_the_graph_is_built(call, message):
    import penstock as tf

    with tf.Graph().as_default(), pytest.raises(ValueError, match=message):
        x = tf.placeholder(tf.float32, [2, 8, 8, 4])
        eval(f"nn.{call}", {"nn": tf.nn, "x": x, "f": lambda shape: tf.constant(1.0, shape=shape)})


def test_what_does_not_fit_is_refused_when_it_runs_if_shapes_were_unknown():
    import penstock as tf

    with tf.Graph().as_default():
        x, w = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
        y = tf.nn.conv2d(x, w, [1, 1, 1, 1], "SAME")
        with tf.Session() as sess, pytest.raises(tf.errors.InvalidArgumentError, match="4 vs 3"):
            sess.run(y, {x: np.ones([1, 5, 5, 4]), w: np.ones([3, 3, 3, 2])})


@pytest.mark.parametrize(
    ("call", "words"),
    [
        # Two groups cannot have one output channel: C and XLA would divide by zero.
        ("conv2d_backprop_input([1, 3, 3, 2], f([2, 2, 1, 1]), f([1, 2, 2, 1]), [1, 1, 1, 1], 'VALID')", "groups"),
        ("conv2d_backprop_filter(f([1, 3, 3, 2]), [2, 2, 1, 1], f([1, 2, 2, 1]), [1, 1, 1, 1], 'VALID')", "groups"),
        ("conv2d(f([1, 3, 3, 1]), f([2, 2, 1, 1]), 1, 'SAME', dilations=[2, 1, 1, 1])", "in the batch"),
        ("conv3d(f([1, 2, 2, 2, 1]), f([2, 2, 2, 1, 1]), [1] * 5, 'SAME', dilations=[2, 1, 1, 1, 1])", "in the batch"),
    ],
)
def test_what_no_kernel_can_do_is_refused_when_it_runs(monkeypatch, call, words):
    import penstock as tf

    for tier in ("interpret", "compile"):
        monkeypatch.setenv("PENSTOCK_TIER", tier)
        with tf.Graph().as_default(), tf.Session() as sess:
            made = eval(f"nn.{call}", {"nn": tf.nn, "f": lambda shape: tf.constant(1.0, shape=shape)})
            with pytest.raises(tf.errors.InvalidArgumentError, match=words):
                sess.run(made)


def test_gradients_of_the_input_for_any_stride_and_padding():
    random, by_phases = np.random.RandomState(0), 0
    for turn in range(150):
        sizes, kernel, strides = (tuple(random.randint(*limits, 2).tolist()) for limits in ((5, 15), (1, 6), (1, 5)))
        pads = [tuple(random.randint(0, 4, 2).tolist()) for _ in range(2)]
        padding = ("SAME", "VALID", "EXPLICIT")[turn % 3]
        g = place(sizes, kernel, strides, padding, (1, 1), *([pads] if padding == "EXPLICIT" else []))
        w, dy = random.randn(*kernel, 3, 5).astype(np.float32), random.randn(20, *g.outs, 5).astype(np.float32)
        by_phases += min(g.outs) > 1 and max(strides) > 1
        wanted = np.zeros((20, *(n + lo + hi for n, (lo, hi) in zip(sizes, g.pads)), 3))
        for tap in np.ndindex(*kernel):
            rows, columns = (slice(t, t + (o - 1) * s + 1, s) for t, o, s in zip(tap, g.outs, strides))
            wanted[:, rows, columns] += dy.astype(np.float64) @ w[tap].T
        (top, _), (left, _) = g.pads
        wanted = wanted[:, top : top + sizes[0], left : left + sizes[1]]
        found = conv_numpy.input_grad((20, *sizes, 3), w, dy, g)
        np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-4, err_msg=str(g))
    assert by_phases > 50
