"""Loops in C that read neighbours have the bits of the single operations, whatever they overwrite; the rest is left to XLA."""

import threading

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.extend.core import jaxpr_as_fun

import penstock as tf
from penstock import native
from penstock.ops.backend import native_calls
from penstock.runtime.xla.passes import elementwise, pipeline
from tests.one_by_one import flushed, joined, numbers, one_by_one, same_bits, steps

pytestmark = pytest.mark.skipif(native.wait() is None, reason="no C compiler")


@pytest.fixture(autouse=True)
def _complex_numbers(monkeypatch):
    """Are fused on every processor here."""
    monkeypatch.setattr(elementwise, "_complex_is_profitable", lambda: True)


WEIGHTS = np.array([[0.5, 1.0, 0.5], [1.0, -6.0, 1.0], [0.5, 1.0, 0.25]], np.float32)


def shifted(x, down, right):
    """An array whose rows and columns are those of another further down and to the right; zero beyond the edges."""
    by = max(abs(down), abs(right))
    height, width = x.shape
    return jnp.pad(x, by)[by + down : by + down + height, by + right : by + right + width]


def wave(u, ut, eps, damping):
    """A step of the wave equation, with axes of length 1 as convolutions have them."""
    padded = jnp.pad(u.reshape(1, *u.shape)[..., None], [(0, 0), (1, 1), (1, 1), (0, 0)])
    taps = [
        padded[:, i : i + u.shape[0], j : j + u.shape[1], :][..., None] * jnp.asarray(WEIGHTS[i, j].reshape(1, 1))
        for i in range(3)
        for j in range(3)
    ]
    laplace = sum(taps[1:], taps[0]).reshape(u.shape)
    return u + eps * ut, ut + eps * (laplace - damping * ut)


def other_weights(u, ut, eps, damping):
    """Weights that are known only when the program runs, and a sum that is taken of one of them."""
    weights = jnp.stack([eps, damping]).reshape(2, 1, 1)
    return shifted(u, -1, 0) * weights[0] + ut, shifted(u, 1, 1) * weights[1] - ut, weights.sum()


NEAR = {
    "a wave": wave,
    "shifts of all lengths": lambda u, v, a, b: (
        shifted(u, -16, 16) + shifted(u, 3, 0) * a - shifted(u, 0, -7) + u,
        shifted(u, 16, -16) * v - b,
    ),
    "two arrays": lambda u, v, a, b: (u + a * (shifted(v, 1, 0) - v), v + b * (u - shifted(u, 0, -2))),
    "neighbours above only": lambda u, v, a, b: (shifted(u, -2, 0) + shifted(u, -3, 1), v),
    "neighbours below only": lambda u, v, a, b: (shifted(u, 2, 0) * a - shifted(u, 3, 1), v),
    "one result": lambda u, v, a, b: (jax.lax.max(shifted(u, 0, 1), shifted(v, 0, -1)) * a,),
    "conditions": lambda u, v, a, b: (
        jax.lax.select_n((shifted(u, 0, 1) > v) & (shifted(u, 1, 0) < shifted(v, -1, -1)), u, v) + a,
        v - b,
    ),
    "other types": lambda u, v, a, b: (shifted(u, -1, 1).astype(np.float64) * v, v * a),
    "zeros around a part": lambda u, v, a, b: (u - jnp.pad(u[1:, :-2], [(0, 1), (2, 0)]) * a, v * u + b),
    "weights that come later": other_weights,
}
NEAR_SHAPES = [(363, 367), (2001, 67), (33, 4099)]


@pytest.mark.parametrize("shape", NEAR_SHAPES, ids=str)
@pytest.mark.parametrize("name", NEAR)
def test_neighbours_with_the_bits_of_the_single_operations(name, shape):
    arguments = (*(numbers(np.float32, i, shape) for i in (5, 6)), np.float32(0.3), np.float32(-0.7))
    program = joined(NEAR[name], *arguments, donated={0: 0})
    assert steps(program).count("ffi_call") == 1 and "pad" not in str(program.jaxpr)
    with jax.enable_x64(True):
        found = jax.jit(jaxpr_as_fun(program))(*arguments)
        traced = jax.make_jaxpr(NEAR[name])(*arguments)
    if name == "weights that come later":
        found, wanted = found[:2], by_hand(*arguments)
    else:
        with np.errstate(all="ignore"):
            wanted = one_by_one(traced, *arguments)
    same_bits(found, wanted)
    assert np.isfinite(np.asarray(found[0])).mean() > 0.9


def by_hand(u, v, a, b):
    with np.errstate(all="ignore"):
        above, below = np.zeros_like(u), np.zeros_like(u)
        above[1:], below[:-1, :-1] = u[:-1], u[1:, 1:]
        return flushed(flushed(above * a) + v), flushed(flushed(below * b) - v)


@pytest.mark.parametrize("shape", [(3, 5), (1, 40), (40, 1), (17, 16), (2, 300), (129, 130)], ids=str)
def test_arrays_smaller_than_a_piece_or_than_a_shift(shape, monkeypatch):
    monkeypatch.setattr(elementwise, "_MIN_ELEMENTS", 8)

    def program(u, v):
        return shifted(u, -16, 2) + shifted(u, 4, 0) * v, shifted(v, 0, -5) - shifted(u, 1, 0)

    u, v = np.random.RandomState(0).randn(2, *shape).astype(np.float32)
    made = joined(program, u, v)
    if 1 in shape:
        assert "ffi_call" not in steps(made)
        return
    assert steps(made) == ["ffi_call"]
    with jax.enable_x64(True):
        same_bits(jax.jit(jaxpr_as_fun(made))(u, v), one_by_one(jax.make_jaxpr(program)(u, v), u, v))


def test_neighbours_of_complex_numbers_and_of_conditions():
    z = numbers(np.float32, 3, (300, 900)).view(np.complex64)
    alive = np.random.RandomState(0).rand(300, 450) < 0.4

    def program(z, alive):
        return shifted(z, 1, -1) + z, shifted(alive, -1, 1) | alive, shifted(alive, 2, 0) & shifted(alive, 0, -2)

    made = joined(program, z, alive, donated={0: 0})
    assert steps(made) == ["ffi_call", "ffi_call"]
    with np.errstate(all="ignore"), jax.enable_x64(True):
        new, either, both = one_by_one(jax.make_jaxpr(program)(z, alive), z, alive)
        same_bits(jax.jit(jaxpr_as_fun(made))(z, alive), [new, either, both])


@pytest.mark.parametrize("donated", [{}, {0: 0}, {0: 1, 1: 0}, {0: 0, 1: 1}], ids=str)
def test_results_may_replace_what_is_read(donated):
    shape = NEAR_SHAPES[0]
    u, v = (numbers(np.float32, i, shape) for i in (7, 8))
    u[[0, 1, -1], [0, 3, -1]] = np.nan, np.inf, -np.inf
    scalars = np.float32(0.03), np.float32(0.04)
    program = joined(wave, u, v, *scalars, donated=donated)
    assert len(program.jaxpr.eqns[0].params["input_output_aliases"]) == len(donated)
    run = jax.jit(jaxpr_as_fun(program), donate_argnums=tuple(donated.values()))
    with jax.enable_x64(True), np.errstate(all="ignore"):
        wanted = one_by_one(jax.make_jaxpr(wave)(u, v, *scalars), u, v, *scalars)
        for _ in range(5):
            same_bits(run(jnp.array(u), jnp.array(v), *scalars), wanted)


def test_threads_that_run_the_same_loop_at_once():
    shape = NEAR_SHAPES[0]
    scalars = np.float32(0.03), np.float32(0.04)
    starts = [tuple(np.random.RandomState(i).randn(2, *shape).astype(np.float32)) for i in range(3)]
    run = jax.jit(jaxpr_as_fun(joined(wave, *starts[0], *scalars, donated={0: 0, 1: 1})), donate_argnums=(0, 1))

    def after(start):
        u, v = map(jnp.array, start)
        for _ in range(20):
            u, v = run(u, v, *scalars)
        return np.asarray(u), np.asarray(v)

    wanted, found = [after(start) for start in starts], {}
    threads = [threading.Thread(target=lambda i=i: found.update({i: after(starts[i])})) for i in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for i in range(3):
        same_bits(found[i], wanted[i])


def test_a_program_with_neighbours_stays_as_it_is_without_a_compiler(monkeypatch):
    u, scalar = np.ones(NEAR_SHAPES[0], np.float32), np.float32(1)
    monkeypatch.setattr(native_calls, "register_source", lambda *a: None)
    program = joined(wave, u, u, scalar, scalar)
    assert "ffi_call" not in steps(program) and steps(program).count("slice") == 9


FAR = {
    "neighbours that are far away": lambda u: shifted(u, 17, 0) + u,
    "other values beyond the edges": lambda u: jnp.pad(u, 1, constant_values=2)[2:, 1:-1] + u,
    "negative zeros beyond the edges": lambda u: jnp.pad(u, 1, constant_values=-0.0)[2:, 1:-1] * u,
    "the nearest beyond the edges": lambda u: jnp.pad(u, 1, mode="edge")[2:, 1:-1] + u,
    "every other element": lambda u: jnp.pad(u, [(0, u.shape[0]), (0, 0)])[::2] + u,
    "zeros over the edges": lambda u: jnp.pad(u[1:-1], [(1, 1), (0, 0)]) + u,
    "zeros between": lambda u: jax.lax.pad(u, np.float32(0), [(0, 0, 1), (0, 0, 0)])[: u.shape[0]] + u,
    "a part of another array": lambda u: (u[1:-1] - u[2:], u[1:-1] * u[2:]),
    "neighbours of what the program computes": lambda u: shifted(u * 2.0, 1, 0) + u,
    "neighbours that are summed up": lambda u: (shifted(u, 1, 0) + u).sum(),
    "a row": lambda u: jnp.pad(u, 1)[2:] + u,
    "several images": lambda u: jnp.pad(u, [(0, 0), (1, 1), (1, 1)])[:, 2:, 1:-1] + u,
    "long rows": lambda u: shifted(u, 1, 0) + u,
}
FAR_SHAPES = {"a row": (140000,), "several images": (3, 211, 213), "long rows": (8, 17000)}


@pytest.mark.parametrize("name", FAR)
def test_what_of_neighbours_is_left_to_xla(name):
    u = np.ones(FAR_SHAPES.get(name, NEAR_SHAPES[0]), np.float32)
    assert "ffi_call" not in steps(joined(FAR[name], u, donated={0: 0}))


def test_one_result_of_neighbours_is_worth_a_loop_if_it_replaces_their_array():
    u = np.ones(NEAR_SHAPES[0], np.float32)

    def program(u, v):
        return shifted(u, 1, 0) * v

    assert steps(joined(program, u, u, donated={0: 0})) == ["ffi_call"]
    for donated in ({}, {0: 1}):
        assert "ffi_call" not in steps(joined(program, u, u, donated=donated))


def of_convolution(conv):
    return lambda u: conv(u[None, :, :, None], tf.constant(WEIGHTS[:, :, None, None]), [1] * 4, padding="SAME")[
        0, :, :, 0
    ]


def of_slices(u):
    height, width = u.shape.as_list()
    padded = tf.pad(u, [[1, 1], [1, 1]])
    return tf.add_n([padded[i : i + height, j : j + width] * WEIGHTS[i, j] for i in range(3) for j in range(3)])


def of_slices_with_channels(u):
    height, width = u.shape.as_list()
    u, above = u[:, :, None], tf.pad(u[:, :, None], [[1, 0], [0, 0], [0, 0]])[:height]
    right = tf.pad(u, [[0, 0], [0, 2], [0, 0]])[:, 2:]
    return tf.squeeze(above * WEIGHTS[0, 1] + right * WEIGHTS[2, 2], -1)


LAPLACES = {
    "a convolution of channels": of_convolution(tf.nn.depthwise_conv2d),
    "a convolution": of_convolution(tf.nn.conv2d),
    "slices": of_slices,
    "slices with channels": of_slices_with_channels,
}


def _pond(name):
    """A step of the wave equation and its two variables, as in the tutorial."""
    u, ut = (tf.Variable(np.random.RandomState(i).randn(401, 399).astype(np.float32)) for i in range(2))
    eps, damping = tf.placeholder(tf.float32, ()), tf.placeholder(tf.float32, ())
    step = tf.group(u.assign(u + eps * ut), ut.assign(ut + eps * (LAPLACES[name](u) - damping * ut)))
    return step, [u, ut], {eps: 0.03, damping: 0.04}


@pytest.mark.parametrize("name", LAPLACES)
def test_a_session_makes_the_same_waves_in_both_tiers_with_and_without_the_loop(name, monkeypatch):
    monkeypatch.setenv("PENSTOCK_STRICT_COMPILE", "1")
    made, results, written = pipeline.run, [], []
    for tier, loop in (("interpret", True), ("compile", True), ("compile", False)):
        monkeypatch.setenv("PENSTOCK_TIER", tier)

        monkeypatch.setenv("PENSTOCK_PASSES", "" if loop else "-elementwise")

        def run(program, aliases):
            program = made(program, aliases)
            written.append("penstock_loop_written" in str(program.jaxpr))
            return program

        monkeypatch.setattr(pipeline, "run", run)
        with tf.Graph().as_default(), tf.Session() as sess:
            step, variables, feed = _pond(name)
            sess.run(tf.global_variables_initializer())
            for _ in range(4):
                sess.run(step, feed)
            results.append(sess.run(variables))
        assert any(written) == (tier == "compile" and loop)
        written.clear()
    (u, ut), *compiled = results
    for found_u, found_ut in compiled:
        # The errors of sums of 10 terms, each at most 6 times 6, and 4 steps of them.
        np.testing.assert_allclose(found_u, u, rtol=0, atol=4 * 10 * 36 * 2.0**-24)
        np.testing.assert_allclose(found_ut, ut, rtol=0, atol=4 * 10 * 36 * 2.0**-24)


def test_sessions_that_make_waves_at_once(monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    with tf.Graph().as_default() as graph:
        step, variables, feed = _pond("a convolution of channels")
        start, found = tf.global_variables_initializer(), {}

        def run(number):
            with tf.Session(graph=graph) as sess:
                sess.run(start)
                for _ in range(6):
                    sess.run(step, feed)
                found[number] = sess.run(variables)

        run(0)
        threads = [threading.Thread(target=run, args=(i,)) for i in (1, 2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    same_bits(found[1], found[0])
    same_bits(found[2], found[0])
