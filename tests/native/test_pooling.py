"""Pooling in C gives what NumPy gives: the greatest of windows, its gradient, and what is taken along with them."""

import numpy as np
import pytest

from penstock import native
from penstock.ops.backend import native_calls
from penstock.ops.nn.convolution import compute_native as conv_native
from penstock.ops.nn.pooling import compute as pool
from penstock.ops.nn.pooling import compute_native as pool_native
from penstock.ops.nn.windows import place

pytestmark = pytest.mark.skipif(native.wait() is None, reason="no C compiler")

# size, channels, windows: whole ones, cut off at the end, wide ones, and a window larger than the image
WINDOWS = [
    ((32, 32), 64, (2, 2)),
    ((33, 31), 64, (2, 2)),
    ((30, 36), 64, (3, 2)),
    ((64, 19), 64, (1, 4)),
    ((34, 32), 64, (35, 3)),
]


def windows(size, channels, kernel, seed=0):
    random = np.random.RandomState(seed)
    shape = (2, *size, channels)
    g = place(shape, (1, *kernel, 1), (1, *kernel, 1), "SAME")
    # Few different values: many windows have several greatest ones.
    return random.randint(-3, 4, shape).astype(np.float32), random.randn(*g.outs).astype(np.float32), g


def calls(traced):
    return [eqn.params["target_name"] for eqn in traced.jaxpr.eqns if eqn.primitive.name == "ffi_call"]


@pytest.mark.parametrize("case", WINDOWS)
def test_the_greatest_and_its_gradient_are_those_of_numpy(case):
    import jax
    import jax.numpy as jnp

    x, dy, g = windows(*case)
    x[0, 1, 2, 3], x[1, 0, 0, 5], x[1, 3, 3, 6] = np.nan, np.inf, -np.inf
    forward, back = (lambda x: pool.max_pool(jnp, x, g)), (lambda x, dy: pool.max_pool_grad(jnp, x, dy, g))
    assert calls(jax.make_jaxpr(forward)(x)) == ["penstock_max_pool"]
    assert calls(jax.make_jaxpr(back)(x, dy)) == ["penstock_max_pool_gradient"]
    np.testing.assert_array_equal(jax.jit(forward)(x), pool.max_pool(np, x, g))
    np.testing.assert_array_equal(jax.jit(back)(x, dy), pool.max_pool_grad(np, x, dy, g))


@pytest.mark.parametrize(
    "shape, kernel, strides, padding",
    [
        ((2, 64, 64, 20), (1, 2, 2, 1), (1, 2, 2, 1), "SAME"),  # no whole vectors
        ((2, 64, 64, 16), (1, 3, 3, 1), (1, 2, 2, 1), "SAME"),  # windows overlap
        ((2, 65, 64, 16), (1, 2, 2, 1), (1, 2, 2, 1), "VALID"),  # a row in no window
        ((4, 64, 64, 16), (2, 2, 2, 1), (2, 2, 2, 1), "SAME"),  # windows over images
        ((4, 64, 61, 16), (1, 2, 4, 1), (1, 2, 4, 1), "SAME"),  # padding before the first column
    ],
)
def test_other_windows_are_left_to_xla(shape, kernel, strides, padding):
    import jax.numpy as jnp

    assert not pool_native.ready(jnp, np.zeros(shape, np.float32), place(shape, kernel, strides, padding))


@pytest.mark.parametrize("case", WINDOWS)
def test_the_gradient_that_relu_lets_through_and_its_sums(case):
    x, dy, g = windows(*case)
    dy = np.round(4 * dy)  # sums of integers have no rounding
    made, sums = np.empty_like(x), np.empty(x.shape[-1], np.float32)
    native_calls.call("max_pool_gated", np.array([*x.shape, *case[2]], np.int64), x, dy, made, sums)
    wanted = pool.max_pool_grad(np, x, dy, g) * (x > 0)
    np.testing.assert_array_equal(made, wanted)
    np.testing.assert_array_equal(sums, wanted.sum((0, 1, 2)))


# Kernels by fewer multiplications, with odd sizes, and direct ones.
CONVOLUTIONS = [
    # size, channels in and out, kernel, padding
    ((16, 16), 32, 32, 3, "SAME"),
    ((9, 7), 16, 48, 3, "SAME"),
    ((12, 14), 64, 16, 3, "VALID"),
    ((14, 14), 32, 64, 5, "SAME"),
    ((12, 16), 64, 16, 5, "VALID"),
    ((8, 8), 16, 32, 7, "SAME"),
    ((10, 12), 5, 40, 3, "SAME"),
]


def convolution(size, c, o, kernel, padding):
    random = np.random.RandomState(3)
    g = place(size, (kernel, kernel), (1, 1), padding)
    x, w = random.randint(-2, 3, (3, *size, c)), random.randint(-2, 3, (kernel, kernel, c, o))
    return x.astype(np.float32), w.astype(np.float32), g


@pytest.mark.parametrize("case", CONVOLUTIONS)
@pytest.mark.parametrize("value", [1.0, np.inf, np.nan])
def test_a_convolution_takes_the_gate_and_the_sums_along(case, value):
    x, w, g = convolution(*case)
    x[1, 4, 5, 3] = value
    geometry = conv_native._geometry(x.shape, w.shape, g)
    plain = conv_native.forward(np, x, w, g)
    gate = np.random.RandomState(4).randint(-1, 2, plain.shape).astype(np.float32)
    made, sums = np.empty_like(plain), np.empty(w.shape[-1], np.float32)
    native_calls.call("conv_gated", geometry, x, w, gate, made, sums)
    with np.errstate(invalid="ignore"):
        np.testing.assert_array_equal(made, plain * (gate > 0))
        np.testing.assert_array_equal(sums, (plain * (gate > 0)).sum((0, 1, 2)))


@pytest.mark.parametrize("case", [case for case in CONVOLUTIONS if case[0] != (9, 7)])
@pytest.mark.parametrize("value", [1.0, np.inf, np.nan])
def test_a_convolution_takes_the_greatest_of_two_by_two_along(case, value):
    x, w, g = convolution(*case)
    x[1, 4, 5, 3] = value
    bias = np.random.RandomState(5).randn(w.shape[-1]).astype(np.float32)
    shape = (3, *g.outs, w.shape[-1])
    apart, made = np.empty(shape, np.float32), np.empty(shape, np.float32)
    pooled = np.empty((3, g.outs[0] // 2, g.outs[1] // 2, w.shape[-1]), np.float32)
    geometry = conv_native._geometry(x.shape, w.shape, g)
    native_calls.call("conv_bias_relu", geometry, x, w, bias, apart)
    native_calls.call("conv_bias_relu_pool", geometry, x, w, bias, made, pooled)
    np.testing.assert_array_equal(made, apart)
    np.testing.assert_array_equal(pooled, pool.max_pool(np, apart, place(shape, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")))
