"""Types of generators of random numbers, and numbers without a seed."""

from typing import Any

from penstock._namespace import find
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.typing import DTypeLike, ShapeLike

__all__ = ["ALGORITHM_TYPE", "SEED_TYPE", "STATE_TYPE", "non_deterministic_ints"]

STATE_TYPE = SEED_TYPE = ALGORITHM_TYPE = "int64"


def non_deterministic_ints(shape: ShapeLike, dtype: DTypeLike = dtypes.int64) -> Any:
    """Integers that are others in each run, over the whole range of their type."""
    shape = find("convert_to_tensor")(shape, dtypes.int64)
    return apply("NonDeterministicInts", shape=shape, dtype=dtype)
