"""Sparse sequences in segments: what `batch_sequences_with_states` does around its barrier, which holds dense tensors only.

Each step of a sparse sequence is put into a map, and its number there travels through the barrier in its stead. Sparse context
becomes a sequence that has it in the first step of each segment, and is empty in the others.
"""

from __future__ import annotations

from typing import Any

from penstock._namespace import find
from penstock.graph import dtypes
from penstock.graph.composite import SparseTensor, is_sparse_value
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import TensorLike
from penstock.ops.sparse.serialization import add_many_sparse_to_tensors_map, take_many_sparse_from_tensors_map

# Under which names context travels among the sequences.
_CONTEXT = "_context_in_seq_"


def as_tensors(named: dict[str, Any], what: str) -> dict[str, Any]:
    """Values by name, sorted; sparse ones as `SparseTensor`, others as `Tensor`.

    Raises:
      TypeError: one is neither.
    """
    found: dict[str, Any] = {}
    for name in sorted(named):
        value = named[name]
        if isinstance(value, SparseTensor) or is_sparse_value(value):
            found[name] = SparseTensor.from_value(value)
            continue
        try:
            found[name] = convert_to_tensor(value, name=f"{what}_{name}")
        except TypeError:
            expected = f"Unsupported input_{what}s expected Tensor or SparseTensor values"
            raise TypeError(f"{expected}, got: {type(value)} for key {name}") from None
    return found


def length_of(value: TensorLike) -> Tensor:
    """The first dimension of a dense or sparse tensor, an int64 for the latter."""
    return value.dense_shape[0] if isinstance(value, SparseTensor) else find("shape")(value)[0]


def padded(value: SparseTensor, length: Tensor) -> SparseTensor:
    """A sparse sequence of another length; what is missing is empty."""
    first = find("expand_dims")(find("cast")(length, dtypes.int64), 0)
    return SparseTensor(value.indices, value.values, find("concat")([first, value.dense_shape[1:]], 0))


def checked(name: str, value: TensorLike, unroll: int) -> Any:
    """A sequence whose length is a multiple of `unroll`, which is found out when it is used."""
    length = length_of(value)
    kind = "SparseTensor" if isinstance(value, SparseTensor) else "Tensor"
    fits = find("logical_and")(find("equal")(length % unroll, 0), find("not_equal")(length, 0))
    text = find("as_string")
    told = [f"{kind} {name} first dimension should be a multiple of: ", text(unroll), ", but saw value: ", text(length)]
    with control_dependencies([find("Assert")(fits, [find("string_join")([*told, ". Consider setting pad=True."])])]):
        same = find("identity")
        if not isinstance(value, SparseTensor):
            return same(value, name="multiple_of_checked")
        parts = value.indices, value.values, value.dense_shape
        return SparseTensor(*(same(part, name="multiple_of_checked") for part in parts))


def context_as_sequences(
    context: dict[str, Any], sequences: dict[str, Any], unroll: int
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Context that is dense, and the sequences with the sparse context among them."""
    sparse = {name: value for name, value in context.items() if isinstance(value, SparseTensor)}
    length = length_of(next(iter(sequences.values()))) if sequences else convert_to_tensor(1)
    made = {_CONTEXT + name: _in_each_segment(value, length, unroll) for name, value in sparse.items()}
    return {name: value for name, value in context.items() if name not in sparse}, sequences | made


def _in_each_segment(value: SparseTensor, length: Tensor, unroll: int) -> SparseTensor:
    """A sequence of a sparse tensor in steps 0, unroll, 2 * unroll..."""
    length = find("cast")(length, dtypes.int64)
    starts = find("range")(convert_to_tensor(0, dtypes.int64), length, unroll)
    segments, stored = find("size")(starts), find("shape")(value.indices)[0]
    when = find("reshape")(find("tile")(find("expand_dims")(starts, 1), find("stack")([1, stored])), [-1, 1])
    where = find("tile")(value.indices, find("stack")([segments, 1]))
    return SparseTensor(
        find("concat")([when, where], 1),
        find("tile")(value.values, find("expand_dims")(segments, 0)),
        find("concat")([find("expand_dims")(length, 0), value.dense_shape], 0),
    )


def kept(sequences: dict[str, Any]) -> tuple[dict[str, Tensor], dict[str, Operation]]:
    """The sequences with numbers in the place of sparse steps, and the operations that keep these."""
    sparse = sorted(name for name, value in sequences.items() if isinstance(value, SparseTensor))
    numbers = {name: add_many_sparse_to_tensors_map(sequences[name]) for name in sparse}
    return sequences | numbers, {name: tensor.op for name, tensor in numbers.items()}


def restore(
    sequences: dict[str, Any],
    context: dict[str, Any],
    keepers: dict[str, Operation],
    batch_size: TensorLike,
    unroll: int,
) -> None:
    """Puts the sparse tensors of a batch where their numbers are, and sparse context back into the context."""
    for name, keeper in keepers.items():
        taken = take_many_sparse_from_tensors_map(keeper, find("reshape")(sequences[name], [-1]))
        sequences[name] = _in_rows(taken, batch_size, convert_to_tensor(unroll, dtypes.int64))
    for name in [name for name in keepers if name.startswith(_CONTEXT)]:
        value = sequences.pop(name)
        rows, rest = value.dense_shape[:1], value.dense_shape[2:]
        one = convert_to_tensor([1], dtypes.int64)
        single = SparseTensor(value.indices, value.values, find("concat")([rows, one, rest], 0))
        context[name[len(_CONTEXT) :]] = find("sparse_reshape")(single, find("concat")([rows, rest], 0))


def _in_rows(value: SparseTensor, batch_size: TensorLike, unroll: Tensor) -> SparseTensor:
    """A sparse tensor whose first dimension, that of all steps of all rows, becomes rows and steps."""
    step = value.indices[:, 0]
    places = [find("expand_dims")(find("floordiv")(step, unroll), 1), find("expand_dims")(step % unroll, 1)]
    rows = find("expand_dims")(find("cast")(batch_size, dtypes.int64), 0)
    shape = find("concat")([rows, find("expand_dims")(unroll, 0), value.dense_shape[1:]], 0)
    return SparseTensor(find("concat")([*places, value.indices[:, 1:]], 1), value.values, shape)
