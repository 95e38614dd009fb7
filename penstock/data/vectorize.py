"""Functions over elements as functions over stacked elements: `map(f)` with one call for many elements.

A table says for each type of operation how it is written with one more dimension in front; an operation that is not in
it, keeps a state or depends on shapes that are not known leaves the function as it is. The results must be those of the
function called element by element, to the last bit: sums of floating-point numbers are not in the table.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from penstock.graph import dtypes, inference
from penstock.graph.build import apply
from penstock.graph.function import FuncGraph
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import ShapeLike
from penstock.runtime.plan.plan import Plan
from penstock.runtime.plan.steps import BoundFunction


class NotKnown(Exception):
    """There is no rule for this."""


class Value(NamedTuple):
    """A tensor of the new function: the same for all elements, or stacked."""

    tensor: Tensor
    stacked: bool
    rank: int | None  # of one element


_plans: weakref.WeakKeyDictionary[FuncGraph, Plan | None] = weakref.WeakKeyDictionary()


def vectorized(function: BoundFunction, captured: int) -> Plan | None:
    """The plan of a function over stacked arguments, the last `captured` inputs excepted; None if there is none."""
    graph, plan = function.graph, function.plan
    if plan.initial or plan.final or plan.queries or plan.handles or graph.control_outputs:
        return None
    if graph not in _plans:
        try:
            _plans[graph] = _Writer(graph, len(graph.inputs) - captured).plan()
        except (NotKnown, ValueError, TypeError):  # the latter: shapes that do not fit in this form
            _plans[graph] = None
    return _plans[graph]


class _Writer:
    """Writes a function anew, operation by operation."""

    def __init__(self, graph: FuncGraph, arguments: int) -> None:
        if not arguments:
            raise NotKnown
        self.graph = graph
        self.body = FuncGraph(f"{graph.name}_stacked", graph.outer_graph)
        self.body.outermost._functions.pop(self.body.name, None)  # nobody else calls it
        self.values: dict[Tensor, Value] = {}
        for i, tensor in enumerate(graph.inputs):
            stacked = i < arguments
            if stacked and tensor.dtype.name in ("variant", "resource"):
                raise NotKnown
            shape = _stacked_shape(tensor.shape) if stacked else tensor.shape
            made = self.body.add_input(tensor.dtype, shape, f"args_{i}")
            self.values[tensor] = Value(made, stacked, tensor.shape.ndims)

    def plan(self) -> Plan:
        with self.body.as_default():
            for op in _needed(self.graph):
                self._write(op)
            outputs = [self._spread(self.values[tensor]) for tensor in self.graph.outputs]
        return Plan(outputs, [], self.body.inputs)

    def _write(self, op: Operation) -> None:
        if op._outputs[0] in self.values:
            return
        if op._control_inputs or not op._outputs or op.type == "Placeholder":
            raise NotKnown
        known = [inference.constant_value(t) for t in op._outputs] if op.type != "Const" else [None]
        if all(value is not None for value in known):
            made = [apply("Const", value=value, dtype=t.dtype) for value, t in zip(known, op._outputs)]
            self._keep(op, made, False)
            return
        inputs = [self.values[t] for t in op._inputs]
        if any(v.stacked for v in inputs):
            rule = self.rule_of(op.type)
            if rule is None:
                raise NotKnown
            made = rule(self, op, inputs)
            self._keep(op, list(made) if isinstance(made, (list, tuple)) else [made], True)
        else:
            if op.op_def.is_stateful:
                raise NotKnown
            copy = self.copied(op, [v.tensor for v in inputs])
            self._keep(op, copy, False)

    def rule_of(self, kind: str) -> Rule | None:
        """How an operation is written for stacked inputs."""
        return RULES.get(kind)

    def copied(self, op: Operation, inputs: list[Tensor], **attrs: Any) -> list[Tensor]:
        """The same operation on other inputs."""
        made = self.body._create(op.op_def, inputs, {**op._attrs, **attrs}, op.type, [t.dtype for t in op._outputs])
        return list(made._outputs)

    def _keep(self, op: Operation, made: list[Tensor], stacked: bool) -> None:
        for tensor, value in zip(op._outputs, made, strict=True):
            self.values[tensor] = Value(value, stacked, tensor.shape.ndims)

    def count(self) -> Tensor:
        """How many elements there are, as a vector of one number."""
        first = next(v.tensor for v in self.values.values() if v.stacked)
        return apply("StridedSlice", input=apply("Shape", input=first), begin=[0], end=[1], strides=[1])

    def _spread(self, value: Value) -> Tensor:
        if value.stacked:
            return value.tensor
        if value.tensor.dtype.name in ("variant", "resource"):
            raise NotKnown
        shape = apply("ConcatV2", values=[self.count(), apply("Shape", input=value.tensor)], axis=0)
        return apply("BroadcastTo", input=value.tensor, shape=shape)

    def stacked(self, value: Value) -> Tensor:
        return self._spread(value)


def _stacked_shape(shape: ShapeLike) -> TensorShape:
    return TensorShape([None]).concatenate(shape)


def _needed(graph: FuncGraph) -> list[Operation]:
    """The operations that the outputs depend on, in the order of creation."""
    inputs = {t.op for t in graph.inputs}
    seen: set[Operation] = set()
    todo = [t.op for t in graph.outputs]
    while todo:
        op = todo.pop()
        if op not in seen and op not in inputs:
            seen.add(op)
            todo.extend(t.op for t in op._inputs)
            todo.extend(op._control_inputs)
    return sorted(seen, key=lambda op: op._id)


Rule = Callable[[_Writer, Operation, list[Value]], Any]
RULES: dict[str, Rule] = {}


def _rule(*types: str) -> Callable[[Rule], Rule]:
    def register(function: Rule) -> Rule:
        RULES.update(dict.fromkeys(types, function))
        return function

    return register


def _constant(op: Operation, i: int) -> np.ndarray:
    value = inference.constant_value(op._inputs[i])
    if value is None:
        raise NotKnown
    return np.asarray(value)


def _rank(value: Value) -> int:
    if value.rank is None:
        raise NotKnown
    return value.rank


def _only_first(inputs: list[Value]) -> None:
    if not inputs[0].stacked or any(v.stacked for v in inputs[1:]):
        raise NotKnown


# -- each number or string by itself -----------------------------------------------------------------------------------

_EACH = """
    Abs Acos Acosh AsString Asin Asinh Atan Atanh BitwiseNot Cast Ceil CheckNumerics ClipByValue Complex ComplexAbs Conj Cos
    Cosh DecodeBase64 DecodeCSV DecodeCompressed DecodePaddedRaw DecodeRaw Digamma Elu EncodeBase64 Erf Erfc Exp Expm1 Floor
    Identity Imag Inv Invert IsFinite IsInf IsNan LeakyRelu Lgamma Log Log1p LogicalNot LookupTableFind LookupTableFindV2 Neg
    OnesLike Real Reciprocal RegexFullMatch RegexReplace Relu Relu6 Rint Round Rsqrt Selu Sigmoid Sign Sin Sinh Softplus
    Softsign Sqrt Square StaticRegexFullMatch StaticRegexReplace StopGradient StringLength StringLower StringStrip
    StringToHashBucket StringToHashBucketFast StringToHashBucketStrong StringToNumber StringUpper Substr Tan Tanh ZerosLike
"""


@_rule(*_EACH.split())
def _each(writer: _Writer, op: Operation, inputs: list[Value]) -> list[Tensor]:
    """The elements are one of the inputs (a table comes first), the others are the same for all."""
    if sum(v.stacked for v in inputs) != 1:
        raise NotKnown
    if not inputs[0].stacked and not op.type.startswith("LookupTable"):
        raise NotKnown
    # Settings given as tensors must be scalars: others would be spread over the elements.
    for value in inputs[1:]:
        if not value.stacked and _rank(value) > 0 and op.type not in ("DecodeCSV",):
            raise NotKnown
    return writer.copied(op, [v.tensor for v in inputs])


_BROADCAST = """
    Add AddV2 Atan2 BitwiseAnd BitwiseOr BitwiseXor Div DivNoNan Equal FloorDiv FloorMod Greater GreaterEqual LeftShift Less
    LessEqual LogicalAnd LogicalOr Maximum Minimum Mod Mul MulNoNan NotEqual Pow RealDiv RightShift SelectV2
    SquaredDifference Sub TruncateDiv TruncateMod Xdivy Xlogy
"""


@_rule(*_BROADCAST.split())
def _broadcast(writer: _Writer, op: Operation, inputs: list[Value]) -> list[Tensor]:
    rank = max(_rank(v) for v in inputs)
    return writer.copied(op, [_with_rank(v, rank) for v in inputs])


def _with_rank(value: Value, rank: int) -> Tensor:
    """The dimensions of an element moved to the end, where broadcasting looks for them."""
    missing = rank - _rank(value)
    if not value.stacked or not missing:
        return value.tensor
    tensor = value.tensor
    for _ in range(missing):
        tensor = apply("ExpandDims", input=tensor, dim=1)
    return tensor


@_rule("Select", "AddN")
def _of_one_shape(writer: _Writer, op: Operation, inputs: list[Value]) -> list[Tensor]:
    if len({_rank(v) for v in inputs}) != 1:
        raise NotKnown
    return writer.copied(op, [writer.stacked(v) for v in inputs])


@_rule("StringJoin")
def _string_join(writer: _Writer, op: Operation, inputs: list[Value]) -> list[Tensor]:
    ranks = {_rank(v) for v in inputs if v.stacked}
    if len(ranks) != 1 or any(_rank(v) for v in inputs if not v.stacked):
        raise NotKnown
    return writer.copied(op, [v.tensor for v in inputs])


# -- examples ----------------------------------------------------------------------------------------------------------


@_rule("ParseSingleExample")
def _parse_single_example(writer: _Writer, op: Operation, inputs: list[Value]) -> list[Tensor]:
    attrs = op._attrs
    _only_first(inputs)
    # The rows of a sparse batch do not know their own lengths, and features of any length are filled up.
    if attrs["num_sparse"] or any(not s.is_fully_defined() for s in attrs["dense_shapes"]):
        raise NotKnown
    found = apply(
        "ParseExample",
        serialized=inputs[0].tensor,
        names=np.zeros(0, object),
        sparse_keys=[],
        dense_keys=[np.array(key, object) for key in attrs["dense_keys"]],
        dense_defaults=[v.tensor for v in inputs[1:]],
        sparse_types=[],
        dense_shapes=attrs["dense_shapes"],
    )
    return list(found.dense_values)


# -- dimensions --------------------------------------------------------------------------------------------------------


@_rule("Reshape")
def _reshape(writer: _Writer, op: Operation, inputs: list[Value]) -> Tensor:
    _only_first(inputs)
    shape = _constant(op, 1).astype(np.int32)
    if (shape == 0).any():
        raise NotKnown
    wanted = apply("ConcatV2", values=[writer.count(), shape], axis=0)
    return apply("Reshape", tensor=inputs[0].tensor, shape=wanted)


def _axis(axis: int, rank: int) -> int:
    """An axis of an element as that of the stack."""
    return axis + 1 if axis >= 0 else axis + rank + 1


@_rule("ExpandDims")
def _expand_dims(writer: _Writer, op: Operation, inputs: list[Value]) -> Tensor:
    _only_first(inputs)
    axis = int(_constant(op, 1).ravel()[0])
    return apply("ExpandDims", input=inputs[0].tensor, dim=_axis(axis, _rank(inputs[0]) + 1))


@_rule("Squeeze")
def _squeeze(writer: _Writer, op: Operation, inputs: list[Value]) -> list[Tensor]:
    axes, rank = op._attrs["squeeze_dims"], _rank(inputs[0])
    if not axes:
        shape = op._inputs[0].shape
        if not shape.is_fully_defined():
            raise NotKnown
        axes = [i for i, d in enumerate(shape.as_list()) if d == 1]
        if not axes:
            return [inputs[0].tensor]
    return writer.copied(op, [inputs[0].tensor], squeeze_dims=[_axis(a, rank) for a in axes])


@_rule("Pack")
def _pack(writer: _Writer, op: Operation, inputs: list[Value]) -> list[Tensor]:
    axis = _axis(op._attrs["axis"], _rank(inputs[0]) + 1)
    return writer.copied(op, [writer.stacked(v) for v in inputs], axis=axis)


@_rule("Unpack")
def _unpack(writer: _Writer, op: Operation, inputs: list[Value]) -> list[Tensor]:
    return writer.copied(op, [inputs[0].tensor], axis=_axis(op._attrs["axis"], _rank(inputs[0])))


@_rule("ConcatV2")
def _concat(writer: _Writer, op: Operation, inputs: list[Value]) -> Tensor:
    *parts, axis = inputs
    if axis.stacked:
        raise NotKnown
    place = _axis(int(_constant(op, len(parts))), _rank(parts[0]))
    return apply("ConcatV2", values=[writer.stacked(v) for v in parts], axis=place)


@_rule("Split")
def _split(writer: _Writer, op: Operation, inputs: list[Value]) -> list[Tensor]:
    axis = _axis(int(_constant(op, 0)), _rank(inputs[1]))
    return apply("Split", split_dim=axis, value=inputs[1].tensor, num_split=op._attrs["num_split"])


@_rule("StridedSlice")
def _strided_slice(writer: _Writer, op: Operation, inputs: list[Value]) -> list[Tensor]:
    _only_first(inputs)
    begin, end, strides = (_constant(op, i) for i in (1, 2, 3))
    masks = {name: op._attrs[name] << 1 for name in ("ellipsis_mask", "new_axis_mask", "shrink_axis_mask")}
    masks |= {name: op._attrs[name] << 1 | 1 for name in ("begin_mask", "end_mask")}
    made = [
        apply("Const", value=np.concatenate([[first], v]).astype(v.dtype), dtype=op._inputs[1].dtype)
        for first, v in ((0, begin), (0, end), (1, strides))
    ]
    return writer.copied(op, [inputs[0].tensor, *made], **masks)


@_rule("Slice")
def _slice(writer: _Writer, op: Operation, inputs: list[Value]) -> Tensor:
    _only_first(inputs)
    begin, size = _constant(op, 1), _constant(op, 2)
    begin, size = (np.concatenate([[first], v]).astype(v.dtype) for first, v in ((0, begin), (-1, size)))
    return apply("Slice", input=inputs[0].tensor, begin=begin, size=size)


@_rule("Transpose")
def _transpose(writer: _Writer, op: Operation, inputs: list[Value]) -> Tensor:
    _only_first(inputs)
    order = _constant(op, 1)
    return apply("Transpose", x=inputs[0].tensor, perm=np.concatenate([[0], order + 1]).astype(np.int32))


@_rule("Tile")
def _tile(writer: _Writer, op: Operation, inputs: list[Value]) -> Tensor:
    _only_first(inputs)
    return apply("Tile", input=inputs[0].tensor, multiples=np.concatenate([[1], _constant(op, 1)]).astype(np.int32))


@_rule("Pad")
def _pad(writer: _Writer, op: Operation, inputs: list[Value]) -> Tensor:
    _only_first(inputs)
    paddings = np.concatenate([[[0, 0]], _constant(op, 1)]).astype(np.int32)
    return apply("Pad", input=inputs[0].tensor, paddings=paddings)


@_rule("ReverseV2")
def _reverse(writer: _Writer, op: Operation, inputs: list[Value]) -> Tensor:
    _only_first(inputs)
    rank = _rank(inputs[0])
    axes = np.array([_axis(int(a), rank) for a in _constant(op, 1).ravel()], np.int32)
    return apply("ReverseV2", tensor=inputs[0].tensor, axis=axes)


@_rule("OneHot")
def _one_hot(writer: _Writer, op: Operation, inputs: list[Value]) -> list[Tensor]:
    _only_first(inputs)
    return writer.copied(op, [v.tensor for v in inputs], axis=_axis(op._attrs["axis"], _rank(inputs[0]) + 1))


@_rule("Gather", "GatherV2", "ResourceGather")
def _gather(writer: _Writer, op: Operation, inputs: list[Value]) -> list[Tensor]:
    """Of a table that is the same for all."""
    if inputs[0].stacked or (len(inputs) == 3 and int(_constant(op, 2)) != 0):
        raise NotKnown
    return writer.copied(op, [v.tensor for v in inputs])


# -- reductions whose result does not depend on the order --------------------------------------------------------------


@_rule("Max", "Min", "Any", "All", "Sum", "Prod")
def _reduction(writer: _Writer, op: Operation, inputs: list[Value]) -> list[Tensor]:
    _only_first(inputs)
    if op.type in ("Sum", "Prod") and not op._inputs[0].dtype.is_integer:
        raise NotKnown
    rank = _rank(inputs[0])
    axes = np.array([_axis(int(a), rank) for a in _constant(op, 1).ravel()], np.int32)
    return writer.copied(op, [inputs[0].tensor, apply("Const", value=axes, dtype=dtypes.int32)], Tidx=dtypes.int32)


@_rule("Shape", "ShapeN", "Size", "Rank")
def _not_known(writer: _Writer, op: Operation, inputs: list[Value]) -> list[Tensor]:
    """Shapes that are known were taken as constants already; others may differ from element to element."""
    raise NotKnown
