"""The convolution in C gives what the NumPy forms give, in every geometry, in every thread, in every run."""

import os
import threading

import numpy as np
import pytest

import penstock as tf
from penstock import native
from penstock.ops.backend import native_calls
from penstock.ops.nn.convolution import compute as conv
from penstock.ops.nn.convolution import compute_native as conv_native
from penstock.ops.nn.convolution import compute_numpy as conv_numpy
from penstock.ops.nn.convolution import compute_xla as conv_xla
from penstock.ops.nn.windows import Windows, place

pytestmark = pytest.mark.skipif(native.wait() is None, reason="no C compiler")


def cases(count, seed):
    random = np.random.RandomState(seed)
    while count:
        size, kernel = tuple(random.randint(1, 36, 2)), tuple(random.randint(1, 6, 2))
        strides, dilations = tuple(random.randint(1, 4, 2)), tuple(random.randint(1, 3, 2))
        g = place(size, kernel, strides, ("SAME", "VALID")[random.randint(2)], dilations)
        if min(g.outs) < 1:
            continue
        n, c, o = random.randint(1, 4), random.randint(1, 40), random.randint(1, 70)
        x = random.randn(n, *size, c).astype(np.float32)
        yield x, random.randn(*kernel, c, o).astype(np.float32), random.randn(n, *g.outs, o).astype(np.float32), g
        count -= 1


def without_c(function, *args):
    """What NumPy computes in float64, which no kernel in C takes."""
    return function(*(a.astype(np.float64) if isinstance(a, np.ndarray) else a for a in args))


def close(actual, wanted):
    np.testing.assert_allclose(actual, wanted, rtol=0, atol=2e-6 * max(1.0, np.abs(wanted).max()))


def test_any_geometry():
    for x, w, dy, g in cases(120, seed=0):
        close(conv_native.forward(np, x, w, g), without_c(conv_numpy.forward, x, w, g))
        close(conv_native.filter_grad(np, x, dy, w.shape, g), without_c(conv_numpy.filter_grad, x, dy, w.shape, g))


def test_few_output_channels_in_any_geometry():
    random = np.random.RandomState(5)
    for case in range(160):
        size, kernel = (random.randint(1, 40), random.randint(16, 140)), tuple(random.randint(1, 6, 2))
        g = place(
            size,
            kernel,
            (random.randint(1, 3), 1),
            ("SAME", "VALID")[random.randint(2)],
            tuple(random.randint(1, 3, 2)),
        )
        if min(g.outs) < 1:
            continue
        n, c, o = random.randint(1, 4), (case % 20) + 1, (case % 8) + 1
        x, w = random.randn(n, *size, c).astype(np.float32), random.randn(*kernel, c, o).astype(np.float32)
        bias = random.randn(o).astype(np.float32)
        wanted = without_c(conv_numpy.forward, x, w, g)
        close(conv_native.forward(np, x, w, g), wanted)
        # Nothing is written after the end.
        made = np.full(wanted.size + 64, 7, np.float32)
        native_calls.call("conv_bias_relu", conv_native._geometry(x.shape, w.shape, g), x, w, bias, made)
        close(made[:-64].reshape(wanted.shape), np.maximum(wanted + bias, 0))
        np.testing.assert_array_equal(made[-64:], 7)


def test_few_output_channels_hand_on_what_is_not_finite():
    random = np.random.RandomState(6)
    x, w = random.randn(1, 20, 40, 3).astype(np.float32), random.randn(3, 3, 3, 4).astype(np.float32)
    x[0, 4, 7, 1], x[0, 19, 39, 0] = np.nan, np.inf
    g = place((20, 40), (3, 3), (1, 1), "SAME")
    made, wanted = conv_native.forward(np, x, w, g), without_c(conv_numpy.forward, x, w, g)
    np.testing.assert_array_equal(np.isnan(made), np.isnan(wanted))
    np.testing.assert_array_equal(np.isinf(made), np.isinf(wanted))


@pytest.mark.parametrize(("c", "o", "k"), [(4, 8, 1), (4, 8, 3), (3, 3, 5), (16, 2, 3), (2, 12, 3)])
def test_gradients_of_few_channels_are_those_of_the_other_forms(c, o, k):
    random = np.random.RandomState(7)
    x, w = random.randn(2, 20, 33, c).astype(np.float32), random.randn(k, k, c, o).astype(np.float32)
    g = place((20, 33), (k, k), (1, 1), "SAME")
    dy = random.randn(2, *g.outs, o).astype(np.float32)
    close(np.asarray(conv_xla.forward(x, w, g)), without_c(conv_numpy.forward, x, w, g))
    wanted = without_c(conv_numpy.input_grad, x.shape, w, dy, g)
    close(np.asarray(conv_xla.input_grad(x.shape, w, dy, g)), wanted)


def test_explicit_padding_larger_than_the_kernel_and_a_window_that_lies_in_it():
    random = np.random.RandomState(1)
    x, w = random.randn(2, 3, 4, 5).astype(np.float32), random.randn(2, 3, 5, 20).astype(np.float32)
    for pads in (((4, 1), (7, 2)), ((0, 3), (0, 9)), ((5, 5), (0, 0)), ((4, 1), (30, 2)), ((0, 1), (1, 40))):
        outs = tuple(n + lo + hi - k + 1 for n, (lo, hi), k in zip(x.shape[1:3], pads, (2, 3), strict=True))
        g = Windows((2, 3), outs, pads, (1, 1), (1, 1))
        close(conv_native.forward(np, x, w[..., :4], g), without_c(conv_numpy.forward, x, w[..., :4], g))
        dy = random.randn(2, *outs, 20).astype(np.float32)
        close(conv_native.forward(np, x, w, g), without_c(conv_numpy.forward, x, w, g))
        close(conv_native.filter_grad(np, x, dy, w.shape, g), without_c(conv_numpy.filter_grad, x, dy, w.shape, g))


def test_images_of_many_strips():
    random = np.random.RandomState(2)
    x, w = random.randn(1, 150, 90, 16).astype(np.float32), random.randn(3, 3, 16, 33).astype(np.float32)
    g = place((150, 90), (3, 3), (1, 1), "SAME")
    dy = random.randn(1, 150, 90, 33).astype(np.float32)
    close(conv_native.forward(np, x, w, g), without_c(conv_numpy.forward, x, w, g))
    wanted = without_c(conv_numpy.filter_grad, x, dy, w.shape, g)
    np.testing.assert_allclose(conv_native.filter_grad(np, x, dy, w.shape, g), wanted, rtol=0, atol=1e-3)


# Kernels of 3 x 3 and 5 x 5 with whole vectors of channels go by fewer multiplications: edges of tiles, odd sizes, all paddings.
TRANSFORMED = [
    # size, channels in and out, padding
    ((8, 8), 16, 16, "SAME"),
    ((9, 7), 32, 48, "SAME"),
    ((6, 6), 16, 64, "VALID"),
    ((33, 31), 48, 32, "SAME"),
    ((64, 5), 64, 80, "VALID"),
]


def transformed(size, c, o, padding, seed=5, side=3):
    random = np.random.RandomState(seed)
    g = place(size, (side, side), (1, 1), padding)
    x, w = random.randn(3, *size, c).astype(np.float32), random.randn(side, side, c, o).astype(np.float32)
    return x, w, random.randn(3, *g.outs, o).astype(np.float32), g


@pytest.mark.parametrize("case", TRANSFORMED)
def test_kernels_of_three_by_three(case):
    x, w, dy, g = transformed(*case)
    wanted = without_c(conv_numpy.forward, x, w, g)
    close(conv_native.forward(np, x, w, g), wanted)
    # Rounding is that of a sum: measured against the terms, not against the result.
    terms = without_c(conv_numpy.forward, np.abs(x), np.abs(w), g)
    assert (np.abs(conv_native.forward(np, x, w, g) - wanted) < 3e-7 * terms).all()
    close(conv_native.filter_grad(np, x, dy, w.shape, g), without_c(conv_numpy.filter_grad, x, dy, w.shape, g))


@pytest.mark.parametrize(
    "case", [*TRANSFORMED[:2], *TRANSFORMED[3:], ((8, 9), 16, 32, "VALID"), ((5, 12), 32, 16, "SAME")]
)
def test_kernels_of_five_by_five(case):
    case = ((64, 8), *case[1:]) if case[0] == (64, 5) else case
    x, w, dy, g = transformed(*case, side=5)
    wanted = without_c(conv_numpy.forward, x.astype(np.float64), w.astype(np.float64), g)
    terms = without_c(conv_numpy.forward, np.abs(x), np.abs(w), g)
    assert (np.abs(conv_native.forward(np, x, w, g) - wanted) < 3e-7 * terms).all()
    made = conv_native.filter_grad(np, x, dy, w.shape, g)
    wanted = without_c(conv_numpy.filter_grad, x.astype(np.float64), dy.astype(np.float64), w.shape, g)
    terms = without_c(conv_numpy.filter_grad, np.abs(x), np.abs(dy), w.shape, g)
    assert (np.abs(made - wanted) < 3e-7 * terms).all()


@pytest.mark.parametrize("side", [3, 5])
@pytest.mark.parametrize("value", [np.inf, -np.inf, np.nan, 3e38, 1e30])
def test_a_value_without_measure_changes_its_own_results_only(value, side):
    x, w, dy, g = transformed((10, 11), 16, 32, "SAME", side=side)
    plain = conv_native.forward(np, x, w, g)
    x[1, 4, 5, 3] = value
    made = conv_native.forward(np, x, w, g)
    with np.errstate(all="ignore"):
        wanted = without_c(conv_numpy.forward, x, w, g).astype(np.float32)
    np.testing.assert_array_equal(np.isnan(made), np.isnan(wanted))
    np.testing.assert_array_equal(np.isinf(made), np.isinf(wanted))
    touched = np.zeros(made.shape, bool)
    reach = side // 2
    touched[1, 4 - reach : 5 + reach, 5 - reach : 6 + reach] = True
    np.testing.assert_allclose(made[~touched], plain[~touched], rtol=1e-4, atol=1e-4)
    gradient = conv_native.filter_grad(np, x, dy, w.shape, g)
    with np.errstate(all="ignore"):
        wanted = without_c(conv_numpy.filter_grad, x, dy, w.shape, g).astype(np.float32)
    np.testing.assert_array_equal(np.isfinite(gradient), np.isfinite(wanted))
    assert np.isfinite(np.delete(gradient, 3, axis=2)).all()


@pytest.mark.parametrize("padding", ["SAME", "VALID"])
@pytest.mark.parametrize(
    ("size", "c", "kernel", "stride", "dilation"),
    [
        ((30, 41), 4, (3, 3), 1, (1, 1)),
        ((19, 16), 3, (5, 2), 1, (1, 1)),
        ((33, 9), 32, (3, 3), 1, (1, 1)),
        ((12, 25), 50, (1, 4), 1, (1, 1)),
        ((20, 31), 17, (3, 3), 2, (1, 1)),
        ((40, 23), 2, (3, 3), 1, (2, 3)),
        ((200, 150), 5, (3, 3), 1, (1, 1)),
    ],
)
def test_each_channel_by_itself(monkeypatch, size, c, kernel, stride, dilation, padding):
    monkeypatch.setattr(conv_native, "_MANY_CHANNELS", 1)
    random = np.random.RandomState(2)
    x, w = random.randn(2, *size, c).astype(np.float32), random.randn(*kernel, c, 1).astype(np.float32)
    g = place(size, kernel, (stride, 1), padding, dilation)
    made = conv_native.by_channels(np, x, w, g)
    close(made, without_c(conv_numpy.depthwise, x, w, g))
    x[1, 4, 3, 1] = np.inf
    made = conv_native.by_channels(np, x, w, g)
    with np.errstate(all="ignore"):
        wanted = without_c(conv_numpy.depthwise, x, w, g)
    np.testing.assert_array_equal(np.isfinite(made), np.isfinite(wanted))


def test_what_else_a_depthwise_convolution_can_be_is_left_to_xla():
    many = np.ones((1, 200, 200, 4), np.float32)
    g = place((200, 200), (3, 3), (1, 1), "SAME")
    assert conv_native.by_channels(np, many, np.ones((3, 3, 4, 1), np.float32), g) is not None
    assert conv_native.by_channels(np, many, np.ones((3, 3, 4, 2), np.float32), g) is None
    assert conv_native.by_channels(np, many.astype(np.float64), np.ones((3, 3, 4, 1)), g) is None
    assert conv_native.by_channels(np, many[..., :1], np.ones((3, 3, 1, 1), np.float32), g) is None
    assert conv_native.by_channels(np, many[:, :50, :50], np.ones((3, 3, 4, 1), np.float32), g) is None
    steps = place((200, 200), (3, 3), (2, 2), "SAME")
    assert conv_native.by_channels(np, many, np.ones((3, 3, 4, 1), np.float32), steps) is None


def test_a_large_depthwise_convolution_is_the_same_in_both_tiers(monkeypatch):
    random = np.random.RandomState(3)
    x, w = random.randn(2, 100, 90, 6).astype(np.float32), random.randn(3, 3, 6, 1).astype(np.float32)
    results = []
    for tier in ("interpret", "compile"):
        monkeypatch.setenv("PENSTOCK_TIER", tier)
        with tf.Graph().as_default(), tf.Session() as sess:
            a, b = tf.placeholder(tf.float32, x.shape), tf.placeholder(tf.float32, w.shape)
            y = tf.nn.depthwise_conv2d(a, b, [1, 1, 1, 1], "SAME")
            fetches = [y, *tf.gradients(tf.reduce_sum(tf.sin(y)), [a, b])]
            results.append(sess.run(fetches, {a: x, b: w}))
    for one, other in zip(*results, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-4 * np.abs(one).max())


def test_every_run_gives_the_same_bits():
    x, w, dy, g = next(cases(1, seed=3))
    x, dy = np.concatenate([x] * 40), np.concatenate([dy] * 40)
    first = conv_native.forward(np, x, w, g), conv_native.filter_grad(np, x, dy, w.shape, g)
    for _ in range(20):
        np.testing.assert_array_equal(conv_native.forward(np, x, w, g), first[0])
        np.testing.assert_array_equal(conv_native.filter_grad(np, x, dy, w.shape, g), first[1])


def test_threads_at_the_same_time():
    given = list(cases(8, seed=4))
    wanted = [without_c(conv_numpy.forward, x, w, g) for x, w, _, g in given]
    wrong = []

    def work(number):
        x, w, _, g = given[number]
        for _ in range(50):
            if np.abs(conv_native.forward(np, x, w, g) - wanted[number]).max() > 1e-4:
                wrong.append(number)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(len(given))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_forked_child_computes_too():
    x, w, _, g = next(cases(1, seed=5))
    x = np.concatenate([x] * 20)
    wanted = conv_native.forward(np, x, w, g)
    child = os.fork()
    if not child:
        os._exit(0 if np.array_equal(conv_native.forward(np, x, w, g), wanted) else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_xla_calls_the_same_kernels():
    import jax

    for x, w, dy, g in cases(12, seed=6):
        forward = jax.jit(lambda x, w, g=g: conv_xla.forward(x, w, g, "native"))(x, w)
        np.testing.assert_array_equal(forward, conv_native.forward(np, x, w, g))
        shape = w.shape
        back = jax.jit(lambda x, dy, g=g, shape=shape: conv_xla.filter_grad(x, dy, shape, g, "native"))(x, dy)
        np.testing.assert_array_equal(back, conv_native.filter_grad(np, x, dy, shape, g))


@pytest.mark.parametrize("with_c", [True, False])
def test_both_tiers_agree_with_and_without_the_kernels_in_c(with_c, monkeypatch):
    import jax
    import jax.numpy as jnp

    monkeypatch.setattr(native_calls, "ready", lambda xp: with_c)
    for x, w, dy, g in cases(10, seed=7):
        shape, w_shape = x.shape, w.shape
        for numpy, xla in (
            (conv.conv(np, x, w, g), lambda g=g, x=x, w=w: conv.conv(jnp, x, w, g)),
            (
                conv.conv_filter_grad(np, x, dy, w_shape, g),
                lambda g=g, x=x, dy=dy, s=w_shape: conv.conv_filter_grad(jnp, x, dy, s, g),
            ),
            (
                conv.conv_input_grad(np, shape, w, dy, g),
                lambda g=g, w=w, dy=dy, s=shape: conv.conv_input_grad(jnp, s, w, dy, g),
            ),
        ):
            close(jax.jit(xla)(), numpy)
