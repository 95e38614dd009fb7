"""`Switch` and `Merge`, the dataflow conditionals of 1.x that programs build by hand: kernels, shapes, gradients.

A value is routed to one of two outputs, what hangs on the other one does not run, and `Merge` takes the first input that has a
value. `tf.cond` makes function calls (`conditionals.py`); these are for what programs made of the operations themselves, such as
slim's random choice of a distortion. A plan knows under which predicates a step runs (`runtime/plan/conditions.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.graph import composite, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import colocate_with, name_scope
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, TensorLike
from penstock.ops.common.gradient_helpers import zeros_like

if TYPE_CHECKING:
    from penstock.graph.inference import Context


_COMPOSITE = (composite.IndexedSlices, composite.SparseTensor)


def _switch_shapes(c: Context) -> list[TensorShape]:
    rule.check_scalars(c, 1)
    return [c.shape(0), c.shape(0)]


@op("Switch", shape=_switch_shapes, host=True)
def _switch(xp, data, pred):
    """The data where its predicate sends it; None, the mark of a value that is not there, at the other output."""
    if np.shape(pred) != ():
        raise errors.InvalidArgumentError(
            None, None, f"The second input must be a scalar, but it has shape {list(np.shape(pred))}"
        )
    return (None, data) if pred else (data, None)


def _merged_shapes(c: Context) -> list[TensorShape]:
    shape = c.shape(0)
    for other in c.shapes[1:]:
        shape = shape.most_specific_compatible_shape(other)
    return [shape, rule.SCALAR]


@op("Merge", shape=_merged_shapes, host=True)
def _merge(xp, inputs):
    for index, value in enumerate(inputs):
        if value is not None:
            return value, np.int32(index)
    raise errors.InvalidArgumentError(None, None, "Merge: none of the inputs has a value")


@gradient("Switch")
def _switch_grad(op: Operation, *grads: Any) -> list[Any]:
    false_grad, true_grad = (
        zeros_like(output) if grad is None else grad for grad, output in zip(grads, op.outputs, strict=True)
    )
    pred = op.inputs[1]
    return [merge([switch(false_grad, pred)[0], switch(true_grad, pred)[1]])[0], None]


@gradient("Merge")
def _merge_grad(op: Operation, grad: Tensor, _: Any) -> list[Any]:
    if grad is None:
        return [None] * len(op.inputs)
    chosen = [apply("Equal", x=op.outputs[1], y=np.int32(i)) for i in range(len(op.inputs))]
    return [switch_ref_or_tensor(grad, condition)[1] for condition in chosen]


def switch(
    data: TensorLike, pred: TensorLike, dtype: DTypeLike | None = None, name: str | None = None
) -> tuple[Any, Any]:
    """Sends `data` to the first of two outputs if `pred` is false, to the second if it is true.

    What depends on the other output does not run; fetching it is an error.

    Args:
      data: a tensor, or one with indices (`IndexedSlices`, `SparseTensor`).
      pred: a boolean scalar.
      dtype: the type of `data`, if it is not a tensor.
      name: a name for the operation.
    """
    with name_scope(name, "Switch", [data, pred]) as scope:
        if not isinstance(data, _COMPOSITE):
            data = convert_to_tensor(data, dtype=dtype, name="data")
        pred = convert_to_tensor(pred, name="pred")
        if isinstance(data, Tensor):
            return tuple(apply("Switch", data=data, pred=pred, name=scope))
        parts = [tuple(apply("Switch", data=part, pred=pred)) for part in _parts(data)]
        return _like(data, [part[0] for part in parts]), _like(data, [part[1] for part in parts])


def switch_ref_or_tensor(data: TensorLike, pred: TensorLike, name: str = "Switch") -> tuple[Any, Any]:
    """`switch` of a value, on the device of `data`."""
    if not isinstance(data, _COMPOSITE):
        data = convert_to_tensor(data, name="data")
    with colocate_with(data.op, ignore_existing=True):
        return switch(data, pred, name=name)


def merge(inputs: list[Any] | tuple[Any, ...], name: str | None = None) -> tuple[Any, Any]:
    """The first of `inputs` that has a value, and its position.

    Args:
      inputs: tensors of one type, each computed under another condition.
      name: a name for the operation.

    Raises:
      ValueError: one of the inputs is None.
    """
    if any(value is None for value in inputs):
        raise ValueError(f"At least one of the merge inputs is None: {inputs}")
    with name_scope(name, "Merge", inputs) as scope:
        inputs = [value if isinstance(value, _COMPOSITE) else convert_to_tensor(value) for value in inputs]
        if all(isinstance(value, Tensor) for value in inputs):
            return tuple(apply("Merge", inputs=list(inputs), name=scope))
        first = inputs[0]
        if any(type(value) is not type(first) for value in inputs):
            raise TypeError(
                "merge takes tensors, or values of one other kind: " + ", ".join(str(type(i)) for i in inputs)
            )
        merged = [tuple(apply("Merge", inputs=list(part))) for part in zip(*map(_parts, inputs), strict=True)]
        return _like(first, [part[0] for part in merged]), merged[0][1]


def _parts(value: Any) -> list[Tensor]:
    if isinstance(value, composite.IndexedSlices):
        return [value.values, value.indices, *([] if value.dense_shape is None else [value.dense_shape])]
    if isinstance(value, composite.SparseTensor):
        return [value.indices, value.values, value.dense_shape]
    raise TypeError(f"Type {type(value)} not supported")


def _like(value: Any, parts: list[Tensor]) -> Any:
    return type(value)(*parts)
