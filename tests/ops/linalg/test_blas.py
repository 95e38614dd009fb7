"""Small products of matrices run on one thread, and leave the number of threads as it was."""

import numpy as np
import pytest

from penstock.ops.linalg import blas


@pytest.mark.parametrize("m, k, n", [(1, 1, 1), (3, 0, 2), (128, 27, 100), (300, 200, 100)])
def test_products_are_those_of_numpy(m, k, n):
    random = np.random.RandomState(0)
    a, b = random.rand(m, k), random.rand(k, n)
    np.testing.assert_array_equal(blas.matmul(a, b).shape, (m, n))
    np.testing.assert_allclose(blas.matmul(a, b), np.einsum("ik,kj->ij", a, b), rtol=1e-12)


def test_small_products_get_one_thread_and_give_the_others_back(monkeypatch):
    calls = []
    monkeypatch.setattr(blas, "_threads", lambda: (calls.append, 2))
    blas.matmul(np.ones((128, 27), np.float32), np.ones((27, 100), np.float32))
    assert calls == [1, 2]
    with pytest.raises(ValueError):
        blas.matmul(np.ones((128, 27), np.float32), np.ones((28, 100), np.float32))
    assert calls == [1, 2, 1, 2]
    blas.matmul(np.ones((2, 2)), np.ones((2, 2)))
    assert calls == [1, 2, 1, 2]
