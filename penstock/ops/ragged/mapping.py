"""Functions over the values, or over the rows, of ragged tensors: map_flat_values, map_fn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, nest
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, TensorLike
from penstock.ops.ragged.arrays import assert_same_splits
from penstock.ops.ragged.construction import count_rows
from penstock.ops.ragged.tensor import RaggedTensor, as_ragged_or_tensor, is_ragged, splits_type


@export("ragged.map_flat_values")
def map_flat_values(op: Callable, *args: Any, **kwargs: Any) -> Any:
    """Calls `op` with the innermost values of ragged arguments, and puts what it returns into their rows.

    Args:
      op: a function that returns as many values as it is given.
      *args: its arguments; ragged ones, also inside of lists and dicts, must all have the same rows.
      **kwargs: its keyword arguments.

    Raises:
      ValueError: the ragged arguments do not have as many ragged dimensions, or their splits are of different types.

    >>> import penstock as tf
    >>> rows = tf.ragged.constant([[1, 2, 3], [], [4]])
    >>> tf.Session().run(tf.ragged.map_flat_values(tf.add, rows, 10)).to_list()
    [[11, 12, 13], [], [14]]
    """
    found: list[RaggedTensor] = []

    def flat(value: object) -> Any:
        if is_ragged(value):
            found.append(as_ragged_or_tensor(value))
            return found[-1].flat_values
        if isinstance(value, (list, tuple)):
            return type(value)(map(flat, value)) if type(value) in (list, tuple) else value
        if isinstance(value, dict):
            return {k: flat(v) for k, v in value.items()}
        return value

    inner_args, inner_kwargs = flat(list(args)), flat(kwargs)
    if not found:
        return op(*args, **kwargs)
    splits_type(*found)
    with control_dependencies(assert_same_splits(*[f.nested_row_splits for f in found])):
        return found[0].with_flat_values(op(*inner_args, **inner_kwargs))


class RaggedTensorType:
    """Says that a function of `tf.map_fn` returns rows of different lengths."""

    def __init__(self, dtype: DTypeLike, ragged_rank: int, row_splits_dtype: Any = dtypes.int64) -> None:
        self.dtype = dtypes.as_dtype(dtype)
        self.ragged_rank = ragged_rank
        self.row_splits_dtype = dtypes.as_dtype(row_splits_dtype)


class _Collected:
    """What one result of a mapped function is collected in: arrays of its values and of the lengths of its rows."""

    def __init__(self, kind: Any, size: Tensor, infer_shape: bool) -> None:
        self.kind = kind
        self.is_ragged = hasattr(kind, "ragged_rank")

        def array(dtype: DTypeLike) -> Any:
            return tf.TensorArray(dtype, size=size, infer_shape=infer_shape and not self.is_ragged)

        if self.is_ragged:
            self.arrays = [array(kind.dtype)] + [array(kind.row_splits_dtype) for _ in range(kind.ragged_rank)]
        else:
            self.arrays = [array(kind)]

    def parts(self, result: Any) -> list[Tensor]:
        """A result of the function, as what is written to the arrays."""
        if not self.is_ragged:
            return [convert_to_tensor(result, self.kind)]
        result = as_ragged_or_tensor(result)
        found = getattr(result, "ragged_rank", 0) + 1
        if self.kind.ragged_rank != found:
            raise ValueError(f"The declared ragged rank ({self.kind.ragged_rank}) mismatches the result ({found})")
        if self.kind.dtype != result.dtype:
            raise ValueError(f"The declared dtype ({self.kind.dtype}) mismatches the result ({result.dtype})")
        wanted = self.kind.row_splits_dtype
        outer = tf.reshape(count_rows(result, wanted), [1])
        if not isinstance(result, RaggedTensor):
            return [result, outer]
        if result.row_splits.dtype != wanted:
            raise ValueError(
                f"The declared row_splits dtype ({wanted}) mismatches the result ({result.row_splits.dtype}).  Use "
                "RaggedTensor.with_row_splits_dtype to convert it."
            )
        return [result.flat_values, outer, *result.nested_row_lengths()]

    def joined(self, arrays: list[Any]) -> Any:
        """The result for all rows."""
        if not self.is_ragged:
            return arrays[0].stack()
        values, *lengths = [a.concat() for a in arrays]
        return RaggedTensor.from_nested_row_lengths(values, lengths, validate=False)


def map_fn(
    fn: Callable,
    elems: TensorLike,
    dtype: Any = None,
    parallel_iterations: int | None = None,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    name: str | None = None,
) -> Any:
    """As `tf.map_fn`, over the rows of ragged tensors; a `RaggedTensorType` in `dtype` gives a ragged result."""
    if not callable(fn):
        raise TypeError("fn must be callable.")
    with name_scope(name, "map"):
        nested = nest.is_sequence(elems)
        sources = [as_ragged_or_tensor(e, name="elem") for e in (nest.flatten(elems) if nested else [elems])]
        splits_type(*sources)
        pack: Callable = (lambda items: nest.pack_sequence_as(elems, items)) if nested else (lambda items: items[0])
        dtype = dtype if dtype is not None else pack([s.dtype for s in sources])
        if any(s.shape.ndims == 0 for s in sources):
            raise ValueError("elements in elems must be 1+ dimensional Tensors, not scalars")
        count = count_rows(sources[0], dtypes.int32)
        kinds = nest.flatten(dtype) if nest.is_sequence(dtype) else [dtype]
        collected = [_Collected(k, count, infer_shape) for k in kinds]

        def body(i: Tensor, groups: list[list[Any]]) -> tuple:
            results = fn(pack([s[i] for s in sources]))
            flat = nest.flatten(results) if nest.is_sequence(results) else [results]
            parts = [c.parts(r) for c, r in zip(collected, flat, strict=True)]
            written = [[a.write(i, p) for a, p in zip(g, part)] for g, part in zip(groups, parts)]
            return i + 1, written

        _, groups = tf.while_loop(
            lambda i, _: i < count,
            body,
            (convert_to_tensor(0), [c.arrays for c in collected]),
            parallel_iterations=parallel_iterations or 10,
            back_prop=back_prop,
            swap_memory=swap_memory,
            maximum_iterations=count,
        )
        joined = [c.joined(g) for c, g in zip(collected, groups)]
        return nest.pack_sequence_as(dtype, joined) if nest.is_sequence(dtype) else joined[0]
