"""Inputs for operations: deterministic numbers of every type, values at the edges, and the types an operation allows."""

import ml_dtypes
import numpy as np

from penstock.graph import opdef

FLOATS = ("float16", "bfloat16", "float32", "float64")
COMPLEX = ("complex64", "complex128")
INTS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
# What an unconstrained type attribute is tried with.
ANY = ("float32", "float64", "float16", "bfloat16", "int32", "int64", "uint8", "int8", "bool", "complex64", "string")
NAN, INF = np.nan, np.inf


def numpy_type(dtype):
    """The NumPy type with TensorFlow's name `dtype`."""
    if dtype == "string":
        return np.dtype(object)
    return np.dtype(ml_dtypes.bfloat16) if dtype == "bfloat16" else np.dtype(dtype)


def numbers(dtype="float32", shape=(2, 3), low=-3.0, high=3.0, seed=0):
    """Deterministic values between `low` and `high`; whole numbers for integers, letters for strings."""
    random = np.random.RandomState(seed + 17 * len(shape))
    kind = numpy_type(dtype)
    if dtype == "string":
        return np.array([bytes([97 + i % 5]) for i in range(int(np.prod(shape)))], object).reshape(shape)
    if dtype == "bool":
        return random.randint(0, 2, shape).astype(bool)
    if dtype in INTS:
        bottom = int(np.ceil(low)) if dtype.startswith("i") else max(0, int(np.ceil(low)))
        return random.randint(bottom, max(int(high), bottom) + 1, shape).astype(kind)
    drawn = np.asarray(random.uniform(low, high, shape))
    if dtype in COMPLEX:
        drawn = drawn + 1j * random.uniform(low, high, shape)
    # Numbers that all float types hold exactly, so that ties and roundings are the same everywhere.
    return (np.round(drawn * 32) / 32).astype(kind)


def edges(dtype):
    """A vector of the values where implementations differ."""
    kind = numpy_type(dtype)
    if dtype in INTS:
        limits = np.iinfo(kind)
        return np.array([0, 1, 2, 7, limits.max, limits.min, limits.max - 1], kind)
    if dtype in COMPLEX:
        parts = [0.0, 1.0, -2.5, 0.5]
        return np.array([complex(a, b) for a in parts for b in parts], kind)
    limits = ml_dtypes.finfo(kind)
    plain = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.0, 10.0, -10.0, 100.0, -100.0, 1e-3, NAN, INF, -INF]
    return np.array([*plain, float(limits.max), float(limits.min), float(limits.smallest_normal)], kind)


def allowed(op_type, attr="T"):
    """The types that a type attribute may have, of those that arrays can have."""
    choice = opdef.get(op_type).attrs[attr].allowed
    names = ANY if choice is None else [d.name for d in choice]
    return [n for n in names if n in (*FLOATS, *COMPLEX, *INTS, "bool", "string")]


def i32(*values):
    """A vector of int32."""
    return np.array(values, np.int32)


def i64(*values):
    """A vector of int64."""
    return np.array(values, np.int64)
