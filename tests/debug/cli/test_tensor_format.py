"""Statistics of a tensor are NumPy's to the last bit, and take little memory beside it."""

import tracemalloc

import numpy as np
import pytest

from penstock.debug.cli import tensor_format


def summary(tensor):
    names, values = [], []
    lines = tensor_format.numeric_summary(tensor).lines
    for above, below in zip(lines[::2], lines[1::2]):
        names += str(above).strip(" |").replace("|", " ").split()
        values += str(below).strip(" |").replace("|", " ").split()
    return dict(zip(names, values))


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.int32])
@pytest.mark.parametrize("size", [1, 7, 1000, 65_536, 65_537, 131_072 + 24, 1_000_003])
def test_mean_and_deviation_are_those_of_numpy(dtype, size):
    x = (np.random.RandomState(size).standard_normal(size) * 50 + 3).astype(dtype)
    found = summary(x)
    assert found["total"] == str(size)
    assert (found["mean"], found["std"]) == (str(np.mean(x)), str(np.std(x)))


def test_what_is_not_finite_is_counted_and_left_out():
    x = np.random.RandomState(0).standard_normal((300, 1000)).astype(np.float32)
    x[::7, 3], x[1, :10], x[2, :5], x[3, :2] = np.nan, np.inf, -np.inf, 0
    found = summary(x)
    finite = x[np.isfinite(x)]
    wanted = {"nan": np.isnan(x).sum(), "-inf": 5, "+inf": 10, "0": 2, "-": (finite < 0).sum(), "+": (finite > 0).sum()}
    assert {name: int(found[name]) for name in wanted} == wanted
    assert found["std"] == str(np.std(finite))


def test_a_large_tensor_is_not_copied():
    x = np.random.RandomState(0).standard_normal((1000, 5000)).astype(np.float32)
    tracemalloc.start()
    tensor_format.numeric_summary(x)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 0.2 * x.nbytes
