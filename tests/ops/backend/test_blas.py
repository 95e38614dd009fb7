"""Products of matrices run on one thread of OpenBLAS's, large ones in parts, and leave the number of threads as it was."""

import numpy as np
import pytest

from penstock import native
from penstock.ops.backend import blas


@pytest.mark.parametrize("m, k, n", [(1, 1, 1), (3, 0, 2), (128, 27, 100), (300, 200, 100)])
def test_products_are_those_of_numpy(m, k, n):
    random = np.random.RandomState(0)
    a, b = random.rand(m, k), random.rand(k, n)
    np.testing.assert_array_equal(blas.matmul(a, b).shape, (m, n))
    np.testing.assert_allclose(blas.matmul(a, b), np.einsum("ik,kj->ij", a, b), rtol=1e-12)


class _Setter(list):
    def __call__(self, count):
        self.append(count)


def test_small_products_get_one_thread_and_give_the_others_back(monkeypatch):
    calls = _Setter()
    monkeypatch.setattr(blas, "_library", lambda: blas._Library(calls, 2, {}))
    blas.matmul(np.ones((128, 27), np.float32), np.ones((27, 100), np.float32))
    assert calls == [1, 2]
    with pytest.raises(ValueError):
        blas.matmul(np.ones((128, 27), np.float32), np.ones((28, 100), np.float32))
    assert calls == [1, 2, 1, 2]
    blas.matmul(np.ones((2, 2)), np.ones((2, 2)))
    assert calls == [1, 2, 1, 2]


def _parts(a, b):
    library = blas._library()
    if library is None or not library.products or native.wait() is None:
        pytest.skip("NumPy has another library, or there are no kernels")
    return blas._in_parts(library, a, b)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("shape", [(1, 700, 900), (900, 700, 1), (257, 129, 301), (64, 5000, 48), (7, 3, 2)])
@pytest.mark.parametrize("turned", ["", "a", "b", "ab"])
def test_a_product_in_parts_is_the_whole_one(dtype, shape, turned):
    m, k, n = shape
    random = np.random.RandomState(0)
    a = random.randn(k, m).astype(dtype).T if "a" in turned else random.randn(m, k).astype(dtype)
    b = random.randn(n, k).astype(dtype).T if "b" in turned else random.randn(k, n).astype(dtype)
    exact = a.astype(np.float64) @ b.astype(np.float64)
    rtol, atol = (1e-4, 1e-2) if dtype is np.float32 else (1e-9, 1e-9)
    np.testing.assert_allclose(_parts(a, b), exact, rtol=rtol, atol=atol)


def test_many_pairs_and_cut_out_matrices_are_multiplied_in_parts():
    random = np.random.RandomState(0)
    a, b = random.randn(2, 30, 64, 40).astype(np.float32), random.randn(2, 30, 50, 40).astype(np.float32)
    b = b.swapaxes(-1, -2)
    np.testing.assert_allclose(_parts(a, b), np.einsum("...ik,...kj->...ij", a, b), rtol=1e-3, atol=1e-4)
    wide = random.randn(200, 300).astype(np.float32)
    left, right = wide[3:100, 7:130], wide[5:128, 100:290]
    np.testing.assert_allclose(_parts(left, right), np.einsum("ik,kj->ij", left, right), rtol=1e-3, atol=1e-4)
    turned = random.randn(64, 30, 40).astype(np.float32).transpose(1, 0, 2)  # heads that lie side by side
    np.testing.assert_allclose(
        _parts(turned, b[0]), np.einsum("...ik,...kj->...ij", turned, b[0]), rtol=1e-3, atol=1e-4
    )


@pytest.mark.parametrize(
    "a, b",
    [
        (np.ones((8, 8), np.float32), np.ones((8, 8))),  # of two types
        (np.ones((8, 16), np.float32)[:, ::2], np.ones((8, 8), np.float32)),  # every second column
        (np.broadcast_to(np.ones(8, np.float32), (8, 8)), np.ones((8, 8), np.float32)),  # one row for all
        (np.ones((8, 0), np.float32), np.ones((0, 8), np.float32)),
        (np.ones((8, 9), np.float32), np.ones((8, 8), np.float32)),
    ],
)
def test_other_products_are_left_to_numpy(a, b):
    assert _parts(a, b) is None


def test_one_matrix_for_many_and_heads_of_a_batch_are_multiplied_in_parts():
    random = np.random.RandomState(1)
    many, one = random.randn(3, 5, 20, 30).astype(np.float32), random.randn(30, 17).astype(np.float32)
    np.testing.assert_allclose(_parts(many, one), np.einsum("...ik,kj->...ij", many, one), rtol=1e-3, atol=1e-4)
    one_row = random.randn(1, 5, 30, 17).astype(np.float32)
    expected = np.einsum("abik,bkj->abij", many, one_row[0])
    np.testing.assert_allclose(_parts(many, one_row), expected, rtol=1e-3, atol=1e-4)
    heads = random.randn(3, 20, 5, 30).astype(np.float32).transpose(0, 2, 1, 3)  # a batch whose heads lie side by side
    others = random.randn(3, 17, 5, 30).astype(np.float32).transpose(0, 2, 3, 1)
    expected = np.einsum("abik,abkj->abij", heads, others)
    np.testing.assert_allclose(_parts(heads, others), expected, rtol=1e-3, atol=1e-4)
    assert _parts(many, random.randn(2, 5, 30, 17).astype(np.float32)) is None


@pytest.mark.parametrize("shape", [(16, 300, 512), (513, 129, 47), (1000, 64, 40), (40, 5000, 17)])
@pytest.mark.parametrize("turned", ["", "a", "b"])
def test_large_products_are_made_by_our_own_kernel(shape, turned):
    if native.wait() is None:
        pytest.skip("there are no kernels")
    m, k, n = shape
    random = np.random.RandomState(2)
    a = random.randn(k, m).astype(np.float32).T if turned == "a" else random.randn(m, k).astype(np.float32)
    b = random.randn(n, k).astype(np.float32).T if turned == "b" else random.randn(k, n).astype(np.float32)
    exact = a.astype(np.float64) @ b.astype(np.float64)
    np.testing.assert_allclose(blas._own(a, b), exact, rtol=1e-4, atol=1e-2)
    np.testing.assert_allclose(blas.matmul(a, b), exact, rtol=1e-4, atol=1e-2)


@pytest.mark.parametrize(
    "a, b",
    [
        (np.ones((64, 64)), np.ones((64, 64))),
        (np.ones((8, 64), np.float32), np.ones((64, 64), np.float32)),  # few rows
        (np.ones((64, 128), np.float32)[:, ::2], np.ones((64, 64), np.float32)),
        (np.ones((64, 64), np.float32).T, np.ones((64, 64), np.float32).T),
        (np.ones((64, 63), np.float32), np.ones((64, 64), np.float32)),
    ],
)
def test_products_that_are_not_for_our_own_kernel(a, b):
    assert blas._own(a, b) is None
