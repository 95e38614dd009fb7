"""Static shapes and constant values: what is known of a tensor before anything runs.

Each operation's shape rule is called once, when the operation is made. Values are found by running kernels in NumPy on
constants, so that shape arithmetic is understood however it is written.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import registry
from penstock.graph.operation import _UNKNOWN, Operation, Tensor
from penstock.graph.tensor_shape import TensorShape

_UNKNOWN_SHAPE = TensorShape(None)
# Larger values are not worth folding while a graph is built: shapes, axes and paddings are small.
_MAX_FOLDED = 4096
_MAX_DEPTH = 200


class Context:
    """What a shape rule sees of the operation it is called for."""

    __slots__ = ("op",)
    blind = False  # whether no values are shown, though they may be known

    def __init__(self, op: Operation) -> None:
        self.op = op

    def shape(self, i: int) -> TensorShape:
        return self.op._inputs[i].shape

    @property
    def shapes(self) -> list[TensorShape]:
        return [t.shape for t in self.op._inputs]

    def attr(self, name: str) -> Any:
        return self.op._attrs[name]

    def const(self, i: int) -> np.ndarray | None:
        return constant_value(self.op._inputs[i])

    def const_as_shape(self, i: int) -> TensorShape:
        """The shape that vector `i` holds, known as far as possible; ValueError in 1.15's words for what is no vector."""
        rank = self.shape(i).ndims
        if rank not in (None, 1):
            raise ValueError(f"Shape must be rank 1 but is rank {rank}")
        return constant_value_as_shape(self.op._inputs[i])


class _WithoutValues(Context):
    """The context of a rule when 1.15 calls it first: without constant values."""

    __slots__ = ()
    blind = True

    def const(self, i: int) -> np.ndarray | None:
        return None

    def const_as_shape(self, i: int) -> TensorShape:
        shape = self.shape(i)
        if shape.ndims != 1:
            return super().const_as_shape(i)
        size = shape.as_list()[0]
        if size is None:
            return _UNKNOWN_SHAPE
        _check_rank(size)
        return TensorShape([None] * size)


class _RecordingContext(Context):
    """Records which values a rule asked for, for 1.15's error texts."""

    __slots__ = ("asked",)

    def __init__(self, op: Operation) -> None:
        super().__init__(op)
        self.asked: dict[int, tuple[str, str]] = {}

    def const(self, i: int) -> np.ndarray | None:
        value = super().const(i)
        if value is not None:
            self.asked.setdefault(i % len(self.op._inputs), ("and with computed input tensors", f"<{_summary(value)}>"))
        return value

    def const_as_shape(self, i: int) -> TensorShape:
        shape = super().const_as_shape(i)
        if shape.ndims is not None:
            self.asked[i] = ("and with input tensors computed as partial shapes", _bracketed(shape))
        return shape


def infer(op: Operation) -> None:
    """Sets the shapes of the outputs of `op`. Raises ValueError if its inputs do not fit together."""
    outputs = op._outputs
    info = registry.lookup(op.type)
    if not outputs and (info is None or info.shape_rule is None):
        return
    if info is None or info.shape_rule is None:
        for tensor in outputs:
            tensor._shape = _UNKNOWN_SHAPE
        return
    try:
        shapes = info.shape_rule(Context(op))
    except ValueError as error:
        if f"'{op.name}'" not in str(error):
            raise ValueError(_explained(op, info.shape_rule, str(error))) from None
        raise
    if len(shapes) != len(outputs):
        raise RuntimeError(f"The shape rule of {op.type} gave {len(shapes)} shapes for {len(outputs)} outputs")
    for tensor, shape in zip(outputs, shapes, strict=True):
        tensor._shape = shape if isinstance(shape, TensorShape) else TensorShape(shape)


def _explained(op: Operation, shape_rule: Any, text: str) -> str:
    """The text of an error in a shape rule, with 1.15's account of what the rule was given."""
    values: dict[str, list[str]] = {}
    try:
        shape_rule(_WithoutValues(op))
    except ValueError as error:
        text = str(error)
    else:
        noting = _RecordingContext(op)
        with contextlib.suppress(ValueError):
            shape_rule(noting)
        for i, (kind, value) in sorted(noting.asked.items()):
            values.setdefault(kind, []).append(f"input[{i}] = {value}")
    told = [f"with input shapes: {', '.join(_bracketed(t.shape) for t in op._inputs)}"]
    told += [f"{kind}: {', '.join(values[kind])}" for kind in sorted(values)]
    return f"{text} for '{op.name}' (op: '{op.type}') {' '.join(told)}."


_MAX_ELEMENTS_SHOWN = 256


def _summary(value: np.ndarray) -> str:
    """The elements of an array: those of a matrix row by row, in brackets."""
    if value.ndim > 1 and value.size <= _MAX_ELEMENTS_SHOWN:
        return "".join(f"[{_summary(part)}]" for part in value)
    items = value.ravel()[:_MAX_ELEMENTS_SHOWN].tolist()
    words = (item.decode(errors="replace") if isinstance(item, bytes) else f"{item:g}" for item in items)
    return " ".join(words) + ("..." if value.size > _MAX_ELEMENTS_SHOWN else "")


def _bracketed(shape: TensorShape) -> str:
    dims = shape._dims
    return "<unknown>" if dims is None else "[" + ",".join("?" if d is None else str(d) for d in dims) + "]"


def constant_value(tensor: Any) -> Any:
    """The value of `tensor` if it follows from constants and static shapes alone, else None; what is no tensor is itself."""
    try:
        known = tensor._known
    except AttributeError:  # a number, an array; or a variable, a sparse tensor
        from penstock.graph.convert import is_tensor

        return None if is_tensor(tensor) else tensor
    if known is _UNKNOWN:
        known = tensor._known = _evaluate(tensor, 0)
    return known


@export("get_static_value")
def get_static_value(tensor: Tensor, partial: bool = False) -> np.ndarray | None:
    """The value of a tensor if it is known without a run, else None.

    Args:
      tensor: the tensor.
      partial: whether the parts of a `stack` that are known count too; the others are None.

    >>> import penstock as tf
    >>> tf.get_static_value(tf.constant([1, 2]))
    array([1, 2], dtype=int32)
    >>> tf.get_static_value(tf.placeholder(tf.int32)) is None
    True
    """
    value = constant_value(tensor)
    if not isinstance(tensor, Tensor):
        return value
    if value is not None:
        return np.asarray(value)
    if partial and tensor.op.type == "Pack" and tensor.op.inputs and tensor.op.get_attr("axis") == 0:
        return np.array([get_static_value(t, True) for t in tensor.op.inputs], dtype=object)
    return None


def _evaluate(tensor: Tensor, depth: int) -> np.ndarray | None:
    if tensor._known is not _UNKNOWN:
        return tensor._known
    op = tensor.op
    kind = op.type
    if kind == "Const":
        return op._attrs["value"]
    if kind in ("Shape", "Size", "Rank", "ShapeN"):
        value = _shape_value(op, tensor.value_index)
        return value
    if depth > _MAX_DEPTH or not op._inputs and kind != "NoOp":
        return None
    shape = tensor._shape
    if shape is not None and (shape.num_elements() or 0) > _MAX_FOLDED:
        return None
    info = registry.lookup(kind)
    if tensor.dtype.name in ("variant", "resource"):
        return None
    if info is None or info.kernel is None or info.stateful or info.wants_ctx or info.updates or info.assigns:
        return None
    if info.reads or (info.host and kind not in _FOLDABLE_ON_HOST) or kind in _NEVER_FOLDED:
        return None
    inputs = []
    for t in op._inputs:
        if t.dtype.is_ref_dtype:
            return None
        value = t._known = _evaluate(t, depth + 1)
        if value is None or value.size > _MAX_FOLDED:
            return None
        inputs.append(value)
    if info.alias:
        return inputs[0]
    try:
        with np.errstate(all="ignore"):
            results = call_kernel(op, info, inputs)
    except Exception:  # the error belongs to the run, not to the construction
        return None
    for t, value in zip(op._outputs, results, strict=True):
        value = np.asarray(value)
        if value.size <= _MAX_FOLDED:
            t._known = value
    known: Any = tensor._known
    return None if known is _UNKNOWN else known


_FOLDABLE_ON_HOST = {"Where", "Unique", "ListDiff", "DynamicPartition"}
_NEVER_FOLDED = {"PlaceholderWithDefault", "StopGradient", "PreventGradient", "CheckNumerics"}


def call_kernel(op: Operation, info: registry.OpInfo, flat: list[Any]) -> Sequence[Any]:
    """Calls the kernel of `op` with NumPy and returns its outputs as a tuple."""
    assert info.kernel is not None
    result = info.kernel(np, *group_inputs(op, flat), **info.kernel_attrs(op))
    return result if isinstance(result, (tuple, list)) else (result,)


def group_inputs(op: Operation, flat: list[Any]) -> list[Any]:
    """Puts the values of list inputs into lists, as kernels want them."""
    op_def = op.op_def
    if not any(arg.is_list for arg in op_def.inputs):
        return flat
    grouped: list[Any] = []
    position = 0
    for arg in op_def.inputs:
        if arg.is_list:
            count = op._attrs[arg.number_attr] if arg.number_attr else len(op._attrs[arg.type_list_attr])
            grouped.append(list(flat[position : position + count]))
            position += count
        else:
            grouped.append(flat[position])
            position += 1
    return grouped


def _shape_value(op: Operation, index: int) -> np.ndarray | None:
    shape = op._inputs[index if op.type == "ShapeN" else 0].shape
    if op.type == "Rank":
        return None if shape.ndims is None else np.asarray(shape.ndims, np.int32)
    if not shape.is_fully_defined():
        return None
    out = op._attrs["out_type"].as_numpy_dtype
    if op.type == "Size":
        return np.asarray(shape.num_elements(), out)
    return np.asarray(shape.as_list(), out)


_MAX_RANK = 254  # of a tensor in 1.x


def constant_value_as_shape(tensor: Tensor) -> TensorShape:
    """The shape that a 1-D integer tensor will hold, known as far as possible (-1 means unknown)."""
    value = constant_value(tensor)
    if value is not None:
        if value.ndim == 0:
            if int(value) == -1:
                return TensorShape(None)
            raise ValueError(
                f"Received a scalar with value '{value}' as shape; require a statically known scalar with value '-1' to "
                "describe an unknown shape."
            )
        _check_rank(value.size)
        for d in value:
            if d < -1:
                raise ValueError(f"Invalid value in tensor used for shape: {d}")
        return TensorShape([None if d < 0 else int(d) for d in value])
    shape = tensor.shape.with_rank(1)
    op = tensor.op
    kind = op.type
    if shape.as_list()[0] == 0:
        return TensorShape([])
    if kind == "Shape":
        return op._inputs[0].shape
    if kind in ("Pack",):
        dims = []
        for t in op._inputs:
            v = constant_value(t)
            # Of a shape that is known in part, one element alone is unknown, as in 1.15: the operations that programs
            # make for unknown sizes count, and with them the seeds.
            dims.append(None if v is None or v.ndim or int(v) < 0 else int(v))
        return TensorShape(dims)
    if kind in ("ConcatV2", "Concat"):
        parts = op._inputs[:-1] if kind == "ConcatV2" else op._inputs[1:]
        result = TensorShape([])
        for t in parts:
            result = result.concatenate(constant_value_as_shape(t))
        return result
    if kind == "StridedSlice":
        begin, end, strides = (constant_value(t) for t in op._inputs[1:])
        a = op._attrs
        if (
            begin is not None
            and end is not None
            and strides is not None
            and len(begin) == 1
            and not (a["ellipsis_mask"] or a["new_axis_mask"] or a["shrink_axis_mask"])
        ):
            source = constant_value_as_shape(op._inputs[0])
            if source.ndims is not None:
                first = None if a["begin_mask"] & 1 else int(begin[0])
                last = None if a["end_mask"] & 1 else int(end[0])
                return TensorShape(source._dims[first : last : int(strides[0])])  # type: ignore[index]
    length = shape.as_list()[0]
    if length is None:
        return TensorShape(None)
    _check_rank(length)
    return TensorShape([None] * length)


def _check_rank(rank: int) -> None:
    if rank > _MAX_RANK:
        raise ValueError(f"Too many dimensions in tensor used for shape: {rank}")
