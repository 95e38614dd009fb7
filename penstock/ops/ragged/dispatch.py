"""What the ordinary functions of `tf.*` do when an argument is ragged.

Which functions these are is said in `penstock._namespace`; `export` sends their calls here if an argument is ragged.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import RAGGED_BROADCASTING, RAGGED_ELEMENTWISE, RAGGED_ELEMENTWISE_LISTS, RAGGED_OTHERS
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies
from penstock.graph.typing import TensorLike
from penstock.ops.ragged import arrays, gathering, joining, mapping, reducing
from penstock.ops.ragged.broadcasting import broadcast
from penstock.ops.ragged.tensor import RaggedTensor, as_ragged_or_tensor, is_ragged, splits_type


def embedding_lookup(
    params: object,
    ids: Any,
    partition_strategy: str = "mod",
    name: str | None = None,
    validate_indices: bool = True,
    max_norm: TensorLike | None = None,
) -> RaggedTensor:
    """As `tf.nn.embedding_lookup`, with ragged ids."""
    rest = (partition_strategy, name, validate_indices, max_norm)
    return ids.with_flat_values(tf.nn.embedding_lookup(params, ids.flat_values, *rest))


# Public name → (the ragged form, the parameters that may be ragged).
_FORMS: dict[str, tuple[Callable, tuple[str, ...]]] = {
    "batch_gather": (gathering.batch_gather, ("params", "indices")),
    "concat": (joining.concat, ("values",)),
    "dynamic_partition": (arrays.dynamic_partition, ("data", "partitions")),
    "expand_dims": (arrays.expand_dims, ("input",)),
    "gather": (gathering.gather, ("params", "indices")),
    "gather_nd": (gathering.gather_nd, ("params", "indices")),
    "map_fn": (mapping.map_fn, ("elems",)),
    "nn.embedding_lookup": (embedding_lookup, ("ids",)),
    "one_hot": (arrays.one_hot, ("indices",)),
    "rank": (arrays.rank, ("input",)),
    "reduce_join": (reducing.reduce_join, ("inputs",)),
    "size": (arrays.size, ("input",)),
    "squeeze": (arrays.squeeze, ("input",)),
    "stack": (joining.stack, ("values",)),
    "tile": (arrays.tile, ("input",)),
    "where": (arrays.where, ("condition", "x", "y")),
}
for _kind in ("sum", "prod", "min", "max", "mean", "any", "all"):
    _FORMS[f"reduce_{_kind}"] = (reducing.reduce_function(_kind), ("input_tensor",))
for _kind in ("sum", "prod", "min", "max", "mean", "sqrt_n"):
    _FORMS[f"unsorted_segment_{_kind}"] = (reducing.segment_function(_kind), ("data", "segment_ids"))
assert _FORMS.keys() == RAGGED_OTHERS


def call(name: str, function: Callable, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Calls the public function `name` with arguments of which one is ragged."""
    given = inspect.signature(function).bind(*args, **kwargs).arguments
    first, *others = inspect.signature(function).parameters
    allowed: tuple[str, ...]
    if name in RAGGED_BROADCASTING:
        allowed, form = (first, others[0]), functools.partial(_broadcasting, function, first, others[0])
    elif name in RAGGED_ELEMENTWISE:
        allowed, form = (first,), functools.partial(_elementwise, function, first)
    elif name in RAGGED_ELEMENTWISE_LISTS:
        allowed, form = (first,), functools.partial(_elementwise_list, function, first)
    else:
        found, allowed = _FORMS[name]
        form = functools.partial(_own_form, found)
    if any(_has_ragged(v) for k, v in given.items() if k not in allowed):
        return function(*args, **kwargs)  # which does not take it, and says so
    return form({k: as_ragged_or_tensor(v) if is_ragged(v) else v for k, v in given.items()})


def _own_form(form: Callable, values: dict[str, Any]) -> Any:
    return form(**values)


def _has_ragged(value: TensorLike) -> bool:
    return any(map(is_ragged, value)) if isinstance(value, (list, tuple)) else is_ragged(value)


def _elementwise(function: Callable, first: str, values: dict[str, Any]) -> Any:
    ragged = values[first]
    return ragged.with_flat_values(function(**{**values, first: ragged.flat_values}))


def _elementwise_list(function: Callable, first: str, values: dict[str, Any]) -> Any:
    items = [as_ragged_or_tensor(v) if is_ragged(v) else v for v in values[first]]
    ragged = [i for i in items if isinstance(i, RaggedTensor)]
    splits_type(*ragged)
    flat = [i.flat_values if isinstance(i, RaggedTensor) else i for i in items]
    with control_dependencies(arrays.assert_same_splits(*[r.nested_row_splits for r in ragged])):
        return ragged[0].with_flat_values(function(**{**values, first: flat}))


def _broadcasting(function: Callable, first: str, second: str, values: dict[str, Any]) -> Any:
    x, y = values.pop(first), values.pop(second)
    if not isinstance(x, RaggedTensor):
        x = convert_to_tensor(x, name=first, preferred_dtype=y.dtype)
    if not isinstance(y, RaggedTensor):
        y = convert_to_tensor(y, name=second, preferred_dtype=x.dtype)
    if _fits_in_rows(x, y):
        return x.with_flat_values(function(x.flat_values, y, **values))
    if _fits_in_rows(y, x):
        return y.with_flat_values(function(x, y.flat_values, **values))
    pair = broadcast(x, y)
    result = function(pair.x, pair.y, **values)
    return RaggedTensor.from_nested_row_splits(result, pair.splits, validate=False)


def _fits_in_rows(ragged: Any, dense: Any) -> bool:
    """Whether a dense tensor has so few dimensions that it only meets the regular ones inside of the rows."""
    if isinstance(dense, RaggedTensor):
        return False
    inner, given = ragged.flat_values.shape.ndims, dense.shape.ndims
    return given == 0 or (None not in (inner, given) and given < inner)
