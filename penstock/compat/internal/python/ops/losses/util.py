"""Checks of losses."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from penstock._namespace import find
from penstock.graph.typing import TensorOrVariable

__all__ = ["check_per_example_loss_rank"]


@contextlib.contextmanager
def check_per_example_loss_rank(per_example_loss: TensorOrVariable) -> Iterator[None]:
    """In the block, a loss that shall have a value for each example is known to be no scalar.

    Raises:
      ValueError: it is one.
    """
    rank = per_example_loss.shape.ndims
    start = "Invalid value passed for `per_example_loss`. Expected a tensor with at least rank 1"
    if rank == 0:
        raise ValueError(f"{start}, received: {per_example_loss}")
    if rank is not None:
        yield
        return
    check = find("assert_greater_equal")(find("rank")(per_example_loss), 1, message=f"{start}.")
    with find("control_dependencies")([check]):
        yield
