"""`tf.vectorized_map`: a function over the rows of tensors, written once for all rows.

The rules are those that `tf.data` has for maps (`vectorize.py`), and some more: here, as in 1.x, sums need not be those
of single rows to the last bit. A function that uses an operation without a rule is run row by row, as by `tf.map_fn`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.data.vectorize import RULES, NotKnown, Rule, Value, _needed, _Writer
from penstock.graph import inference, nest, stack
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.function import FuncGraph
from penstock.graph.graph import name_scope
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.ops.control.map_and_scan import map_fn

_MORE: dict[str, Rule] = {}


def _rule(*kinds: str) -> Callable[[Rule], Rule]:
    def register(rule: Rule) -> Rule:
        _MORE.update(dict.fromkeys(kinds, rule))
        return rule

    return register


@_rule("Sum", "Mean", "Prod", "Max", "Min", "All", "Any")
def _reduction(writer: _Writer, op: Operation, inputs: list[Value]) -> list[Tensor]:
    axes = inference.constant_value(op._inputs[1])
    if inputs[1].stacked or axes is None:
        raise NotKnown
    moved = np.where(axes >= 0, axes + 1, axes).astype(axes.dtype)
    return writer.copied(op, [writer.stacked(inputs[0]), convert_to_tensor(moved)])


@_rule("L2Loss")
def _l2_loss(writer: _Writer, op: Operation, inputs: list[Value]) -> Tensor:
    x = writer.stacked(inputs[0])
    rank = inputs[0].rank
    if rank is None:
        raise NotKnown
    total = apply("Sum", input=apply("Square", x=x), reduction_indices=np.arange(1, rank + 1, dtype=np.int32))
    return apply("Mul", x=total, y=np.asarray(0.5, x.dtype.as_numpy_dtype))


@_rule("MatMul")
def _matmul(writer: _Writer, op: Operation, inputs: list[Value]) -> Tensor:
    turned = {"adj_x": op._attrs["transpose_a"], "adj_y": op._attrs["transpose_b"]}
    a, b = inputs
    if any(turned.values()) and a.tensor.dtype.is_complex:
        raise NotKnown  # the product of many conjugates too
    return apply("BatchMatMulV2", x=a.tensor, y=b.tensor, **turned)


class _Rows(_Writer):
    """Writes a function anew in the graph around it, over all rows of what it is called with."""

    def __init__(self, graph: FuncGraph, rows: list[Tensor], same: list[Tensor]) -> None:
        self.graph = graph
        self.body = stack.current_graph()
        self.values: dict[Tensor, Value] = {}
        for i, (inner, given) in enumerate(zip(graph.inputs, rows + same, strict=True)):
            self.values[inner] = Value(given, i < len(rows), inner.shape.ndims)

    def rule_of(self, kind: str) -> Rule | None:
        return _MORE.get(kind) or RULES.get(kind)

    def results(self) -> list[Tensor]:
        for op in _needed(self.graph):
            self._write(op)
        return [self._spread(self.values[tensor]) for tensor in self.graph.outputs]


def _all_at_once(graph: FuncGraph, rows: list[Tensor], same: list[Tensor]) -> list[Tensor] | None:
    """The results for all rows; None if an operation has no rule. Tried in a graph of its own, to leave nothing behind."""
    trial = FuncGraph(f"{graph.name}_trial")
    trial.outermost._functions.pop(trial.name, None)
    try:
        with trial.as_default():
            _Rows(graph, [trial.capture(t) for t in rows], [trial.capture(t) for t in same]).results()
    except (NotKnown, ValueError, TypeError):
        return None
    return _Rows(graph, rows, same).results()


@export("vectorized_map")
def vectorized_map(fn: Callable, elems: Any) -> Any:
    """Applies `fn` to each element of `elems` along the first dimension and stacks the results: `tf.map_fn`, all at once.

    Args:
      fn: takes an element (of the structure of `elems`) and returns a structure of tensors; their shapes must not depend
        on the element. Calls must not depend on each other.
      elems: a tensor or a nested structure of tensors.

    >>> import penstock as tf
    >>> a = tf.ones([100, 3, 4])
    >>> tf.vectorized_map(lambda m: tf.matmul(m, m, transpose_b=True), a).shape
    TensorShape([Dimension(100), Dimension(3), Dimension(3)])
    """
    with name_scope(None, "vectorized_map"):
        rows = [convert_to_tensor(t) for t in nest.flatten(elems)]
        body = FuncGraph("vectorized_map_body")
        with body.as_default():
            elements = [body.add_input(t.dtype, TensorShape(t.shape[1:]), "element") for t in rows]
            found = fn(nest.pack_sequence_as(elems, elements))
            body.outputs = [convert_to_tensor(t) for t in nest.flatten(found)]
            body.outputs = [body.capture(t) for t in body.outputs]
        inner = {id(v): k for k, v in body.captures.items() if k.graph is body.outer_graph}
        same = [inner[id(t)] for t in body.inputs[len(rows) :]]
        results = _all_at_once(body, rows, same)
        if results is None:
            results = _one_by_one(body, rows, same)
        count = rows[0].shape[:1]
        for result, output in zip(results, body.outputs, strict=True):
            result.set_shape(count.concatenate(output.shape))
        return nest.pack_sequence_as(found, results)


def _one_by_one(body: FuncGraph, rows: list[Tensor], same: list[Tensor]) -> list[Tensor]:
    types = [t.dtype for t in body.outputs]
    body.outermost._functions[body.name] = body

    def call(row: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
        stateful = any(op.op_def.is_stateful for op in body._operations)
        kind = "StatefulPartitionedCall" if stateful else "PartitionedCall"
        made = apply(kind, args=[*row, *same], f=body.name, Tout=types)
        for tensor, output in zip(made, body.outputs, strict=True):
            tensor.set_shape(output.shape)
        return tuple(made)

    return list(map_fn(call, tuple(rows), dtype=tuple(types)))
