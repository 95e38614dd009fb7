"""The kernels in C for eight-bit integers give what exact arithmetic gives, for all types, sizes and places of 0."""

import textwrap

import numpy as np
import pytest

import penstock as tf
from penstock.ops.backend import native_calls
from penstock.ops.nn.windows import place
from penstock.ops.quantized import integers

KINDS = [(np.uint8, np.uint8), (np.uint8, np.int8), (np.int8, np.uint8), (np.int8, np.int8)]


@pytest.fixture(params=["numpy", "jax"])
def xp(request):
    module = np if request.param == "numpy" else pytest.importorskip("jax.numpy")
    if not native_calls.ready(module):
        pytest.skip("there are no kernels in C")
    return module


def given(random, shape, kind):
    info = np.iinfo(kind)
    return random.randint(info.min, info.max + 1, shape).astype(kind)


def convolved(x, w, zeros, windows, depthwise=False):
    """The sums in int64, by the definition."""
    pads = ((0, 0), *windows.pads, (0, 0))
    x = np.pad(x.astype(np.int64) - zeros[0], pads)
    w = w.astype(np.int64) - zeros[1]
    out = 0
    for weights, (rows, columns) in zip(w.reshape(-1, *w.shape[2:]), windows.slices(), strict=True):
        taken = x[:, rows, columns]
        out = out + ((taken[..., None] * weights).reshape(*taken.shape[:3], -1) if depthwise else taken @ weights)
    return out.astype(np.int32)


@pytest.mark.parametrize("kinds", KINDS, ids=lambda kinds: "-".join(kind.__name__ for kind in kinds))
@pytest.mark.parametrize(("shape", "kernel", "stride", "padding"), [
    ((2, 9, 8, 3), (3, 3, 3, 20), 1, "SAME"), ((1, 13, 11, 16), (1, 1, 16, 33), 1, "VALID"),
    ((1, 12, 12, 5), (5, 2, 5, 48), 2, "SAME"), ((1, 1, 1, 70), (1, 1, 70, 300), 1, "VALID"),
    ((3, 7, 7, 4), (7, 7, 4, 17), 2, "SAME"), ((1, 30, 30, 8), (3, 3, 8, 64), 1, "VALID")])  # fmt: skip
def test_sums_of_products_are_exact(xp, kinds, shape, kernel, stride, padding):
    random = np.random.RandomState(0)
    x, w = given(random, shape, kinds[0]), given(random, kernel, kinds[1])
    zeros = tuple(np.int32(random.randint(np.iinfo(kind).min, np.iinfo(kind).max + 1)) for kind in kinds)
    windows = place(shape[1:3], kernel[:2], (stride, stride), padding)
    found = integers.conv(xp, xp.asarray(x), xp.asarray(w), tuple(xp.asarray(zero) for zero in zeros), windows)
    expected = convolved(x, w, zeros, windows)
    np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(integers.ends(xp, found), [expected.min(), expected.max()])


@pytest.mark.parametrize("kinds", KINDS, ids=lambda kinds: "-".join(kind.__name__ for kind in kinds))
@pytest.mark.parametrize("each", [1, 3])
def test_channels_by_themselves(xp, kinds, each):
    random = np.random.RandomState(1)
    x, w = given(random, (2, 8, 7, 19), kinds[0]), given(random, (3, 2, 19, each), kinds[1])
    zeros = tuple(np.int32(random.randint(np.iinfo(kind).min, np.iinfo(kind).max + 1)) for kind in kinds)
    windows = place((8, 7), (3, 2), (2, 2), "SAME")
    arrays = xp.asarray(x), xp.asarray(w), tuple(xp.asarray(zero) for zero in zeros)
    found = integers.conv(xp, *arrays, windows, depthwise=True)
    np.testing.assert_array_equal(found, convolved(x, w, zeros, windows, depthwise=True))


@pytest.mark.parametrize("sizes", [(1, 5, 7), (40, 33, 65), (3, 1000, 257), (100, 256, 128), (4, 0, 3)])
def test_products_of_matrices(xp, sizes):
    random = np.random.RandomState(2)
    m, k, n = sizes
    a, b = given(random, (m, k), np.uint8), given(random, (k, n), np.uint8)
    found = integers.matmul(xp, xp.asarray(a), xp.asarray(b), (xp.asarray(np.int32(3)), xp.asarray(np.int32(250))))
    np.testing.assert_array_equal(found, (a.astype(np.int64) - 3) @ (b.astype(np.int64) - 250))


def test_sums_wrap_around_as_int32_does(xp):
    a = np.full((5, 1 << 17), 255, np.uint8)
    found = integers.matmul(xp, xp.asarray(a), xp.asarray(a.T), (xp.asarray(np.int32(0)),) * 2)
    np.testing.assert_array_equal(found, np.full((5, 5), (255 * 255 << 17) - (1 << 33), np.int64))


@pytest.mark.parametrize("kind", [np.uint8, np.int8])
@pytest.mark.parametrize("average", [False, True])
def test_pooling(xp, kind, average):
    for channels, window, stride, padding in ((3, 2, 2, "VALID"), (64, 3, 1, "SAME"), (300, 3, 2, "SAME")):
        x = given(np.random.RandomState(3), (2, 7, 9, channels), kind)
        windows = place(x.shape, (1, window, window, 1), (1, stride, stride, 1), padding)
        found = integers.pool(xp, xp.asarray(x), windows, average)
        fill = 0 if average else np.iinfo(kind).min
        padded = np.pad(x.astype(np.int64), windows.pads, constant_values=fill)
        parts = np.stack([padded[where] for where in windows.slices()])
        inside = np.stack([np.pad(np.ones(x.shape), windows.pads)[where] for where in windows.slices()]).sum(0)
        np.testing.assert_array_equal(found, np.trunc(parts.sum(0) / inside) if average else parts.max(0))


def test_the_range_of_many_numbers(xp):
    x = np.random.RandomState(4).randint(-(2**31), 2**31, 100_001).astype(np.int32)
    np.testing.assert_array_equal(integers.ends(xp, xp.asarray(x)), [x.min(), x.max()])


BIASES = """
    random = np.random.RandomState(0)
    x, bias = (tf.bitcast(random.randint(0, 256, shape).astype(np.uint8), tf.quint8) for shape in ((6, 5), (5,)))
    found = []
    with tf.Session() as sess:
        bounds = [tf.placeholder(tf.float32, []) for _ in range(4)]
        out = tf.raw_ops.QuantizedBiasAdd(
            input=x, bias=bias, min_input=bounds[0], max_input=bounds[1], min_bias=bounds[2], max_bias=bounds[3],
            out_type=tf.qint32)
        for _ in range(20):
            low, high = -5 * random.rand(2), 5 * random.rand(2)
            sums, *ends = sess.run(out, dict(zip(bounds, (low[0], high[0], low[1], high[1]))))
            found.append(np.append(np.asarray(sums).astype(np.int32).ravel(), np.float32(ends).view(np.int32)))
    result = {"found": np.array(found)}
"""


def test_sums_with_a_bias_are_those_of_1_15(peer_1_15):
    names: dict = {"np": np, "tf": tf}
    with tf.Graph().as_default():
        exec(textwrap.dedent(BIASES), names)
    np.testing.assert_array_equal(names["result"]["found"], peer_1_15.run(BIASES)["found"])


def test_outside_of_a_picture_whose_range_has_no_0_is_what_it_is_in_1_15(peer_1_15):
    program = """
        random = np.random.RandomState(0)
        pictures, weights = (random.randint(0, 256, shape).astype(np.uint8) for shape in ((1, 5, 5, 2), (3, 3, 2, 2)))
        found = []
        with tf.Graph().as_default(), tf.Session() as sess:
            arrays = dict(input=tf.bitcast(pictures, tf.quint8), filter=tf.bitcast(weights, tf.quint8))
            for low, high in ((1.0, 2.0), (-3.0, -1.0), (0.1, 1.0), (-1.0, -0.1), (-1.0, 1.0)):
                bounds = dict(min_input=low, max_input=high, min_filter=-1.0, max_filter=1.0)
                sums = tf.raw_ops.QuantizedConv2D(**arrays, **bounds, strides=[1, 1, 1, 1], padding="SAME")[0]
                found.append(np.asarray(sess.run(sums)).astype(np.int32))
        result = {"found": np.array(found)}
    """
    if not native_calls.ready(np):
        pytest.skip("there are no kernels in C")
    names: dict = {"np": np, "tf": tf}
    exec(textwrap.dedent(program), names)
    np.testing.assert_array_equal(names["result"]["found"], peer_1_15.run(program)["found"])
