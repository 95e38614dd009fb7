"""Traced programs with loops in C, and the same programs step by step in NumPy, for tests that compare their bits."""

import jax
import numpy as np

from penstock.runtime.xla.passes import elementwise

N = elementwise._MIN_ELEMENTS + 77


def joined(function, *arguments, donated=None):
    with jax.enable_x64(True):
        return elementwise.rewrite(jax.make_jaxpr(function)(*arguments), donated or {})


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
