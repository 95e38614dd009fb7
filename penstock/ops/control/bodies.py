"""What loops, conditionals and calls share: the truth of a condition, and bodies of gradients that see into the forward body."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock.graph import dtypes, errors
from penstock.graph.composite import IndexedSlices
from penstock.graph.convert import convert_to_tensor
from penstock.graph.function import FuncGraph
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.ops.common.definitions import brackets


def predicate(op: Operation, value: Any) -> Any:
    """What decides in an If or While: a scalar, or of any other array whether it has elements.

    What `tf.cond` and `tf.while_loop` make takes scalars only; `_scalar` notes it where the shape tells too little.
    """
    if not np.ndim(value):
        return value
    if op._attrs.get("_scalar"):
        raise errors.invalid(f"The second input must be a scalar, but it has shape {brackets(value.shape)}")
    return np.bool_(value.size > 0)


def truth(cond: Any) -> bool:
    """A non-scalar condition is true if it has elements; a string if it is not empty."""
    value = np.asarray(cond)
    if value.ndim:
        return value.size > 0
    item = value[()]
    return len(item) > 0 if isinstance(item, (bytes, str)) else bool(item)


def is_stateful(graph: FuncGraph) -> bool:
    return any(
        o.op_def.is_stateful or (o._inputs and any(t.dtype._is_ref_dtype for t in o._inputs)) for o in graph._operations
    )


def add_output(op: Operation, dtype: dtypes.DType, shape: TensorShape) -> Tensor:
    """Appends an output to an existing operation."""
    tensor = Tensor(op, len(op._outputs), dtype)
    tensor._shape = shape
    op._outputs.append(tensor)
    op.graph._mutations += 1
    root = op.graph
    while isinstance(root, FuncGraph):
        root = root.outer_graph
    root._mutations += 1
    return tensor


class GradientBody(FuncGraph):
    """The body of a gradient. Tensors of the forward body that it uses are translated by `translate`."""

    def __init__(self, name: str, forward: FuncGraph) -> None:
        super().__init__(name)
        self.forward = forward
        self.translated: dict[Tensor, Tensor] = {}

    def capture(self, tensor: Tensor, name: str | None = None) -> Tensor:
        if tensor.graph is self.forward:
            found = self.translated.get(tensor)
            if found is None:
                before, own = self._last_id, self._last + self._ahead - self._brought
                with self.control_dependencies(None), self.as_default():
                    if tensor.op.type == "Const":
                        name = tensor.op.name.rpartition("/")[2]
                        found = self._create(tensor.op.op_def, [], dict(tensor.op._attrs), name)._outputs[0]
                    else:
                        found = self.translate(tensor)
                operations = self.operations_for(tensor)
                if operations is not None:
                    self._count(before + operations - self._last_id)
                self._brought = self._last + self._ahead - own
                self.translated[tensor] = found
            return found
        return super().capture(tensor, name)

    def operations_for(self, tensor: Tensor) -> int | None:
        """How many operations 1.15 makes to have a tensor of the forward body here; None for as many as we do."""
        return 0

    def translate(self, tensor: Tensor) -> Tensor:
        raise NotImplementedError

    def _note_outer_control(self, op: Operation) -> bool:
        return True


def differentiable(tensor: Tensor) -> bool:
    base = tensor.dtype.base_dtype
    return base.is_floating or base.is_complex


def is_list(tensor: Tensor) -> bool:
    return tensor.dtype.base_dtype == dtypes.variant


def dense(grad: Tensor) -> Any:
    return convert_to_tensor(grad) if isinstance(grad, IndexedSlices) else grad
