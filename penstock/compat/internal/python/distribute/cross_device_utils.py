"""Gradients of several devices, dense ones and slices, brought together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from penstock._namespace import find
from penstock.distribute.values import DistributedValues
from penstock.graph.composite import IndexedSlices
from penstock.graph.graph import device as _device
from penstock.graph.graph import name_scope

__all__ = [
    "GradPackTuple",
    "aggregate_single_gradient_using_copy",
    "aggregate_tensors_or_indexed_slices",
    "contains_indexed_slices",
    "copy_tensor_or_indexed_slices_to_device",
    "divide_by_n_tensors_or_indexed_slices",
    "extract_ranges",
    "group_device_names",
    "is_indexed_slices",
    "pack_range",
    "split_by_sparsity",
    "split_grads_by_size",
    "stitch_values",
    "unpack_grad_tuple",
]


class GradPackTuple(NamedTuple):
    """What was packed into one tensor: which gradients, of which variables and shapes."""

    indices: Any
    vars: Any
    shapes: Any


def group_device_names(devices: Sequence[str], group_size: int) -> list[list[str]]:
    """Devices in groups of one size, in turns; some are in two if they do not come out even.

    Raises:
      ValueError: there are fewer devices than a group has.
    """
    if group_size > len(devices):
        raise ValueError(f"only {len(devices)} devices, but group_size={group_size}")
    number = -(-len(devices) // group_size)
    groups: list[list[str]] = [[] for _ in range(number)]
    for i in range(number * group_size):
        groups[i % number].append(devices[i % len(devices)])
    return groups


def extract_ranges(index_list: Sequence[int], range_size_limit: int = 32) -> tuple[list[list[int]], list[int]]:
    """Sorted numbers as ranges of neighbours, both ends included, and single ones."""
    ranges: list[list[int]] = []
    for i in index_list:
        if ranges and i == ranges[-1][1] + 1 and ranges[-1][1] - ranges[-1][0] <= range_size_limit:
            ranges[-1][1] = i
        else:
            ranges.append([i, i])
    return [r for r in ranges if r[1] > r[0]], [r[0] for r in ranges if r[1] == r[0]]


def pack_range(key: str, packing: dict[str, GradPackTuple], grad_vars: Sequence[Any], rng: Sequence[int]) -> Any:
    """Gradients of a range of numbers, one after the other in one vector; notes in `packing[key]` how to part them."""
    chosen = grad_vars[rng[0] : rng[1] + 1]
    with name_scope("pack"):
        members = []
        for gradient, _ in chosen:
            with _device(gradient.device):
                members.append(find("reshape")(gradient, [-1]))
        packing[key] = GradPackTuple(
            range(rng[0], rng[1] + 1), [variable for _, variable in chosen], [gradient.shape for gradient, _ in chosen]
        )
        with _device(members[0].device):
            return find("concat")(members, 0)


def unpack_grad_tuple(gv: Any, gpt: GradPackTuple) -> list[tuple[Any, Any]]:
    """Undoes `pack_range`: pairs of a gradient and its variable."""
    with _device(gv[0].device), name_scope("unpack"):
        parts = find("split")(gv[0], [shape.num_elements() for shape in gpt.shapes])
        return [(find("reshape")(part, shape), variable) for part, shape, variable in zip(parts, gpt.shapes, gpt.vars)]


def split_grads_by_size(threshold_size: int, device_grads: Any) -> tuple[list[Any], list[Any]]:
    """The gradients of each device that have at most so many elements, and the larger ones."""
    found: tuple[list[Any], list[Any]] = ([], [])
    for gradients in device_grads:
        for large, group in enumerate(found):
            chosen = [[g, v] for g, v in gradients if (g.get_shape().num_elements() > threshold_size) == bool(large)]
            if chosen:
                group.append(chosen)
    return found


def aggregate_single_gradient_using_copy(
    grad_and_vars: Sequence[Any], use_mean: bool, check_inf_nan: bool
) -> tuple[tuple[Any, Any], Any]:
    """The sum or the mean of one variable's gradients.

    Returns:
      The gradient with the first variable, and whether one was infinite or NaN, if that was asked for.
    """
    gradients = [gradient for gradient, _ in grad_and_vars]
    total = find("add_n")(gradients)
    if use_mean and len(gradients) > 1:
        total = find("multiply")(total, 1.0 / len(gradients))
    odd = find("logical_not")(find("reduce_all")(find("is_finite")(gradients))) if check_inf_nan else None
    return (total, grad_and_vars[0][1]), odd


def aggregate_tensors_or_indexed_slices(values: Sequence[Any], accumulation_fn: Callable | None = None) -> Any:
    """The sum of tensors; IndexedSlices are put one after the other."""
    if not any(isinstance(value, IndexedSlices) for value in values):
        return (accumulation_fn or find("add_n"))(values)
    slices = [v if isinstance(v, IndexedSlices) else _as_slices(v) for v in values]
    rows, places = [s.values for s in slices], [s.indices for s in slices]
    return IndexedSlices(find("concat")(rows, 0), find("concat")(places, 0), slices[0].dense_shape)


def _as_slices(value: Any) -> IndexedSlices:
    shape = find("shape")(value)
    return IndexedSlices(value, find("range")(shape[0]), shape)


def divide_by_n_tensors_or_indexed_slices(value: Any, n: Any) -> Any:
    """A tensor or IndexedSlices, divided by a number."""
    if isinstance(value, IndexedSlices):
        return IndexedSlices(value.values / n, value.indices, value.dense_shape)
    return value / n


def copy_tensor_or_indexed_slices_to_device(value: Any, device: str) -> Any:
    """A copy of a tensor or of IndexedSlices on a device."""
    identity = find("identity")
    with _device(device):
        if isinstance(value, IndexedSlices):
            return IndexedSlices(*map(identity, (value.values, value.indices, value.dense_shape)))
        return identity(value)


def contains_indexed_slices(value: Any) -> bool:
    """Whether there are IndexedSlices in a list, or among the values of replicas."""
    if isinstance(value, DistributedValues):
        return contains_indexed_slices(value.values)
    if isinstance(value, (list, tuple)) and not isinstance(value, IndexedSlices):
        return any(map(contains_indexed_slices, value))
    return isinstance(value, IndexedSlices)


def is_indexed_slices(value: Any) -> bool:
    """Whether a value, or that of each replica, is IndexedSlices."""
    if isinstance(value, IndexedSlices):
        return True
    assert isinstance(value, DistributedValues)
    return all(isinstance(one, IndexedSlices) for one in value.values)


def split_by_sparsity(values: Sequence[Any]) -> tuple[list[Any], list[int], list[Any], list[int]]:
    """The dense values, their positions, the IndexedSlices and theirs."""
    sparse = [i for i, value in enumerate(values) if is_indexed_slices(value)]
    dense = [i for i in range(len(values)) if i not in sparse]
    return [values[i] for i in dense], dense, [values[i] for i in sparse], sparse


def stitch_values(values_and_indices_list: Sequence[Any]) -> list[Any]:
    """Puts lists of values back into one, each by its list of positions."""
    found: list[Any] = [None] * sum(len(values) for values, _ in values_and_indices_list)
    for values, positions in values_and_indices_list:
        for value, position in zip(values, positions):
            assert found[position] is None
            found[position] = value
    return found
