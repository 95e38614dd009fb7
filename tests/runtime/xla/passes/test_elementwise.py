"""Updates of large arrays become one loop in C, with the bits of the single operations; the rest is left to XLA."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.extend.core import jaxpr_as_fun

import penstock as tf
from penstock import native
from penstock.ops.backend import native_calls
from penstock.runtime.xla.passes import elementwise
from penstock.runtime.xla.passes import elementwise_source as source
from tests.one_by_one import N, flushed, joined, numbers, one_by_one, same_bits, steps

pytestmark = pytest.mark.skipif(native.wait() is None, reason="no C compiler")


@pytest.fixture(autouse=True)
def _complex_numbers(monkeypatch):
    """Are fused on every processor here."""
    monkeypatch.setattr(elementwise, "_complex_is_profitable", lambda: True)


X, Y = numbers(np.float32), numbers(np.float32, 1)
PROGRAMS = {
    "arithmetic": lambda x, y: (x + y * x, x / y - 3.0, -(x * x) * 0.1),
    "roots and sizes": lambda x, y: (jnp.sqrt(jnp.abs(x)) + y, jax.lax.abs(y) * jnp.square(x)),
    "the larger, the smaller": lambda x, y: (jax.lax.max(x, y), jax.lax.min(x, y), jax.lax.max(x, jnp.float32(0))),
    "choices": lambda x, y: (
        jax.lax.select_n((x < y) & ~(x == 0) | (y >= 2), x, y),
        (x != y).astype(np.float32) + y,
        (x > y) | (x <= -1),
    ),
    "other types": lambda x, y: (x.astype(np.float64) / 3 + y, (x.astype(np.float64) * y).astype(np.float32)),
    "constants that are no numbers": lambda x, y: (
        x + np.float32(np.inf),
        y * np.float32(-np.inf) + np.float32(np.nan) + x,
    ),
    "powers": lambda x, y: (x**2 + y, y - x),
    "nothing but one result": lambda x, y: x + y * x,
    "nothing but a comparison": lambda x, y: x <= y,
    "one array": lambda x, y: jnp.abs(x) + np.float32(1),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_bits_of_the_single_operations(name):
    program = joined(PROGRAMS[name], X, Y)
    assert steps(program) == ["ffi_call"]
    with jax.enable_x64(True):
        found = jax.jit(jaxpr_as_fun(program))(X, Y)
        traced = jax.make_jaxpr(PROGRAMS[name])(X, Y)
    with np.errstate(all="ignore"):
        # Of a zero and a negative one, either is the larger.
        same_bits(found, one_by_one(traced, X, Y), zeros="larger" not in name)


def test_one_result_may_be_written_over_what_it_replaces():
    program = joined(lambda x, y: x + y, X, Y, donated={0: 0})
    (eqn,) = program.jaxpr.eqns
    assert eqn.params["input_output_aliases"] == ((eqn.invars.index(program.jaxpr.invars[0]), 0),)
    with np.errstate(all="ignore"):
        same_bits(jax.jit(jaxpr_as_fun(program))(X, Y), [flushed(X + Y)])


def test_a_scalar_may_come_with_the_arguments():
    def momentum(var, accum, grad, rate):
        accum = accum * np.float32(0.9) + grad
        return var - accum * rate, accum

    arguments = X, Y, numbers(np.float32, 2), np.float32(0.3)
    program = joined(momentum, *arguments, donated={0: 0, 1: 1})
    assert steps(program) == ["ffi_call"]
    assert {int(a): int(b) for a, b in program.jaxpr.eqns[0].params["input_output_aliases"]} == {
        program.jaxpr.eqns[0].invars.index(program.jaxpr.invars[0]): 0,
        program.jaxpr.eqns[0].invars.index(program.jaxpr.invars[1]): 1,
    }
    with np.errstate(all="ignore"):
        same_bits(jax.jit(jaxpr_as_fun(program))(*arguments), momentum(*arguments))


def test_complex_numbers():
    z, w = (np.stack([numbers(np.float32, i), numbers(np.float32, i + 1)], 1).view(np.complex64)[:, 0] for i in (0, 2))

    def program(z, w):
        new = z * z + w
        return new, jnp.real(w - z) * 2.0, (jnp.abs(new) < 4).astype(np.float32), jnp.abs(z), -jnp.imag(jnp.conj(w))

    made = joined(program, z, w)
    assert steps(made) == ["ffi_call"]
    found = jax.jit(jaxpr_as_fun(made))(z, w)
    with np.errstate(all="ignore"):
        cross = flushed(z.real * z.imag)
        real = flushed(flushed(flushed(z.real * z.real) - flushed(z.imag * z.imag)) + w.real)
        imaginary = flushed(flushed(cross + cross) + w.imag)

        def size(x, y):
            root = np.sqrt(x.astype(np.float64) ** 2 + y.astype(np.float64) ** 2).astype(np.float32)
            return np.where(np.isinf(x) | np.isinf(y), np.float32(np.inf), root)

        small = (size(real, imaginary) < 4).astype(np.float32)
        new = np.stack([real, imaginary], 1).view(np.complex64)[:, 0]
        same_bits(found, [new, (w.real - z.real) * np.float32(2), small, size(z.real, z.imag), w.imag])


@pytest.mark.parametrize("limit", [4.0, 1e-30, 3.0000002, 1e30, np.inf, 0.0, -1.0])
@pytest.mark.parametrize("name", ["lt", "le"])
def test_the_largest_square_whose_root_is_below_a_limit(limit, name):
    limit = np.float32(limit)
    found = source._largest_square(name, limit)

    def holds(square):
        with np.errstate(over="ignore"):
            root = np.float32(np.sqrt(np.float64(square)))
        return root < limit if name == "lt" else root <= limit

    assert holds(found) if found >= 0 else not holds(0)
    with np.errstate(over="ignore"):
        following = np.nextafter(found, np.inf)
    assert np.isinf(following) or found < 0 or not holds(following)


def test_the_limit_itself_is_met_as_with_the_root():
    near = np.nextafter(np.float32(4), np.float32(0))
    x = np.resize(np.array([4, near, np.nextafter(near, np.float32(0)), 0, 3.9999], np.float32), N)
    z = (x * np.exp(1j * np.linspace(0, 6.3, N))).astype(np.complex64)
    made = joined(lambda z, x: (z + z, x + (jnp.abs(z) < 4).astype(np.float32)), z, x)
    assert steps(made) == ["ffi_call"]
    root = np.sqrt(z.real.astype(np.float64) ** 2 + z.imag.astype(np.float64) ** 2).astype(np.float32)
    same_bits(jax.jit(jaxpr_as_fun(made))(z, x), [z + z, x + (root < 4).astype(np.float32)])


def test_complex_numbers_are_left_to_xla_where_its_loops_are_faster(monkeypatch):
    z = np.ones(N, np.complex64)
    for pays, made in ((True, ["ffi_call"]), (False, ["add", "mul"])):
        monkeypatch.setattr(elementwise, "_complex_is_profitable", lambda pays=pays: pays)
        assert steps(joined(lambda z, w: (z + w, z * w), z, z)) == made


LEFT = {
    "one result of a loop beside others": lambda x, y: (x + y * x, jnp.exp(y)),
    "one result of what XLA makes": lambda x, y: jnp.exp(x) + y,
    "results that have nothing in common": lambda x, y: (x * 2.0, y + 1.0),
    "a result that is summed up": lambda x, y: (x + y, x - y, (x + y).sum()),
    "few numbers": lambda x, y: (x[:100] + y[:100], x[:100] - y[:100]),
    "what XLA would make in the same loop": lambda x, y: (x[::-1] + y, x[::-1] - y),
    "exponentials": lambda x, y: (jnp.exp(x) + y, jnp.exp(x) - y),
}


@pytest.mark.parametrize("name", LEFT)
def test_what_is_left_to_xla(name):
    assert "ffi_call" not in steps(joined(LEFT[name], X, Y))


def test_without_a_compiler_the_program_stays_as_it_is(monkeypatch):
    monkeypatch.setattr(native_calls, "register_source", lambda *a: None)
    assert steps(joined(lambda x, y: (x + y, x - y), X, Y)) == ["add", "sub"]


def test_a_source_that_cannot_be_compiled_is_none():
    assert native.compile_source("this is no C") is None


def test_a_session_makes_the_same_steps_in_both_tiers(monkeypatch):
    y, x = np.mgrid[-1.3:1.3:360j, -2:1:400j]
    results = []
    for tier in ("interpret", "compile"):
        monkeypatch.setenv("PENSTOCK_TIER", tier)
        with tf.Graph().as_default(), tf.Session() as sess:
            xs = tf.constant((x + 1j * y).astype(np.complex64))
            zs, ns = tf.Variable(xs), tf.Variable(tf.zeros_like(xs, tf.float32))
            new = zs * zs + xs
            step = tf.group(zs.assign(new), ns.assign_add(tf.cast(tf.abs(new) < 4, tf.float32)))
            sess.run(tf.global_variables_initializer())
            first = sess.run(ns)
            for _ in range(3):
                sess.run(step)
            results.append((first, *sess.run([zs, ns])))
    (first, zs, ns), (_, compiled_zs, compiled_ns) = results
    assert not first.any() and ns.max() == 3
    # Where |z| stays below 4, a step makes of an error 8 times as much at most, and one of 3 * 20 * 2^-24 more.
    inside = ns == 3
    np.testing.assert_allclose(compiled_zs[inside], zs[inside], rtol=0, atol=(64 + 8 + 1) * 60 * 2.0**-24)
    assert (compiled_ns != ns).mean() < 1e-3
