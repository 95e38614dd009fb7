"""Updates of large arrays become one loop in C, with the bits of the single operations; the rest is left to XLA."""

import threading

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.extend.core import jaxpr_as_fun

import penstock as tf
from penstock import native
from penstock.ops.backend import native_calls
from penstock.runtime import compile_elementwise as elementwise
from penstock.runtime import compile_elementwise_source as source

pytestmark = pytest.mark.skipif(native.wait() is None, reason="no C compiler")

N = elementwise._LEAST + 77


def joined(function, *arguments, donated=None):
    with jax.enable_x64(True):
        return elementwise.join(jax.make_jaxpr(function)(*arguments), donated or {})


def steps(program):
    return [eqn.primitive.name for eqn in program.jaxpr.eqns]


def same_bits(found, wanted, zeros=True):
    for f, w in zip(found, wanted, strict=True):
        f, w = np.asarray(f), np.asarray(w)
        assert f.dtype == w.dtype and f.shape == w.shape
        f, w = (x.view(x.real.dtype) if x.dtype.kind == "c" else x for x in (f, w))
        np.testing.assert_array_equal(f, w)  # what is no number is equal to what is none
        if f.dtype.kind == "f" and zeros:
            np.testing.assert_array_equal(np.signbit(f[f == 0]), np.signbit(w[f == 0]))


def numbers(kind, seed=0, shape=(N,)):
    """Numbers of all sizes, with zeros of both signs, infinities and what is no number among them."""
    random, n = np.random.RandomState(seed), int(np.prod(shape))
    x = (random.randn(n) * 2.0 ** random.randint(-40, 40, n)).astype(kind)
    x[random.randint(0, n, 200)] = random.choice([0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0], 200)
    return x.reshape(shape)


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
}


def flushed(x):
    """What is too small for a full mantissa is zero, as in XLA's and TensorFlow's threads."""
    if x.dtype.kind != "f":
        return x
    return np.where(np.abs(x) < np.finfo(x.dtype).tiny, np.copysign(np.zeros_like(x), x), x)


def one_by_one(traced, *arguments):
    """The steps of a program in NumPy."""
    names = {
        "sub": "subtract",
        "mul": "multiply",
        "div": "divide",
        "neg": "negative",
        "max": "maximum",
        "min": "minimum",
    }
    names |= {"and": "logical_and", "or": "logical_or", "not": "logical_not", "lt": "less", "le": "less_equal"}
    names |= {"gt": "greater", "ge": "greater_equal", "eq": "equal", "ne": "not_equal"}
    known = dict(zip((*traced.jaxpr.invars, *traced.jaxpr.constvars), (*arguments, *traced.consts), strict=True))
    for eqn in traced.jaxpr.eqns:
        args = [np.asarray(v.val, v.aval.dtype) if hasattr(v, "val") else known[v] for v in eqn.invars]
        name, (out,) = eqn.primitive.name, eqn.outvars
        if name == "jit":
            (made,) = one_by_one(eqn.params["jaxpr"], *args)
        elif name in ("reshape", "squeeze", "broadcast_in_dim") and args[0].size in (1, out.aval.size):
            made = np.resize(args[0], out.aval.shape)
        elif name == "slice":
            made = args[0][tuple(map(slice, eqn.params["start_indices"], eqn.params["limit_indices"]))]
        elif name == "pad":
            assert args[1] == 0
            made = np.pad(args[0], [(low, high) for low, high, _ in eqn.params["padding_config"]])
        elif name == "select_n":
            made = np.where(args[0], args[2], args[1])
        elif name == "convert_element_type":
            made = args[0].astype(out.aval.dtype)
        elif name in ("integer_pow", "square"):
            made = args[0] * args[0]
        else:
            made = getattr(np, names.get(name, name))(*args)
        known[out] = flushed(made)
    return [known[v] for v in traced.jaxpr.outvars]


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


LEFT = {
    "one result": lambda x, y: x + y * x,
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
    assert native.written("this is no C") is None


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


# -- neighbours ---------------------------------------------------------------------------------------------------------

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
    program = joined(NEAR[name], *arguments)
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
    monkeypatch.setattr(elementwise, "_LEAST", 8)

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

    made = joined(program, z, alive)
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
    "farther than a piece can be": lambda u: shifted(u, 17, 0) + u,
    "other values beyond the edges": lambda u: jnp.pad(u, 1, constant_values=2)[2:, 1:-1] + u,
    "negative zeros beyond the edges": lambda u: jnp.pad(u, 1, constant_values=-0.0)[2:, 1:-1] * u,
    "the nearest beyond the edges": lambda u: jnp.pad(u, 1, mode="edge")[2:, 1:-1] + u,
    "every other element": lambda u: jnp.pad(u, [(0, u.shape[0]), (0, 0)])[::2] + u,
    "zeros over the edges": lambda u: jnp.pad(u[1:-1], [(1, 1), (0, 0)]) + u,
    "zeros between": lambda u: jax.lax.pad(u, np.float32(0), [(0, 0, 1), (0, 0, 0)])[: u.shape[0]] + u,
    "a part of another array": lambda u: u[1:-1] - u[2:],
    "neighbours of what the program computes": lambda u: shifted(u * 2.0, 1, 0) + u,
    "neighbours that are summed up": lambda u: (shifted(u, 1, 0) + u).sum(),
    "rows": lambda u: jnp.pad(u.reshape(-1), 1)[2:] + u.reshape(-1),
    "several images": lambda u: jnp.pad(u.reshape(3, -1, u.shape[1]), 1)[1:-1, 2:, 1:-1] + u.reshape(3, -1, u.shape[1]),
    "long rows": lambda u: shifted(u.reshape(3, -1), 1, 0) + u.reshape(3, -1),
}


@pytest.mark.parametrize("name", FAR)
def test_what_of_neighbours_is_left_to_xla(name):
    assert "ffi_call" not in steps(joined(FAR[name], np.ones(NEAR_SHAPES[0], np.float32)))


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
    made, results, written = elementwise.join, [], []
    for tier, loop in (("interpret", True), ("compile", True), ("compile", False)):
        monkeypatch.setenv("PENSTOCK_TIER", tier)

        def join(traced, donated, loop=loop):
            program = made(traced, donated) if loop else traced
            written.append("penstock_loop_written" in str(program.jaxpr))
            return program

        monkeypatch.setattr(elementwise, "join", join)
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
