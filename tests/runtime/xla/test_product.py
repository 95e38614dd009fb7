"""What the compiler has made comes back from its bytes as it was; bytes that are cut off are refused."""

import numpy as np
import pytest

from penstock.runtime.xla import product
from penstock.runtime.xla.product import Product, Refusal

MADE = Product(
    b"code", None, [1, 0], {"usual": [[0, "<u4", 7]], "others": []}, True, [((2, 3), np.dtype(np.float32))], False,
    ["matmul"], ["int x;"], 0.5,
)  # fmt: skip


@pytest.mark.parametrize("checks", [None, b"check"])
def test_a_product_comes_back(checks):
    made = MADE._replace(checks=checks)
    assert product.from_bytes(made.to_bytes()) == made


def test_a_refusal_comes_back():
    refusal = Refusal("why", ((0, 3), 1), ((0, 3), (1, 2)))
    found = product.from_bytes(refusal.to_bytes())
    assert isinstance(found, Refusal) and found.reason == "why"
    assert [tuple(place) for place in found.inside] == [(0, 3), (1, 2)]


@pytest.mark.parametrize("data", [b"", b"nonsense", MADE.to_bytes()[:-1], MADE.to_bytes() + b"x"])
def test_other_bytes_are_refused(data):
    with pytest.raises(ValueError):
        product.from_bytes(data)
