"""Seeds of datasets: as those of operations, but always two int64 tensors."""

from penstock._namespace import find
from penstock.graph import convert, dtypes
from penstock.graph.operation import Tensor
from penstock.ops.random import seed as _seed

__all__ = ["get_seed"]


def get_seed(seed: int | None) -> tuple[Tensor, Tensor]:
    """The two seeds for a dataset, given that of the call, a number or a tensor; never both 0 unless none is set."""
    first, second = _seed.get_seed(seed)
    one = convert.convert_to_tensor(0 if first is None else first, dtypes.int64, name="seed")
    if second is None:
        return one, convert.constant(0, dtypes.int64, name="seed2")
    with find("name_scope")("seed2") as scope:
        two = convert.convert_to_tensor(second, dtypes.int64)
        both_zero = find("logical_and")(find("equal")(one, 0), find("equal")(two, 0))
        return one, find("where")(both_zero, convert.constant(2**31 - 1, dtypes.int64), two, name=scope)
