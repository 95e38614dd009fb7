"""What a walk for gradients hands around: which types have any, zeros for those that did not arrive, and sums of several."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from penstock.graph import convert, dtypes, stack
from penstock.graph.build import apply
from penstock.graph.composite import IndexedSlices
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike, TensorOrVariable

if TYPE_CHECKING:
    from penstock.graph.graph import Graph

TRAINABLE = frozenset(
    (
        dtypes.float16,
        dtypes.float32,
        dtypes.float64,
        dtypes.complex64,
        dtypes.complex128,
        dtypes.resource,
        dtypes.variant,
    )
)
BACKPROPAGATABLE = TRAINABLE | {dtypes.bfloat16}


def captures_of(graph: Graph) -> list[tuple[Tensor, Tensor]]:
    """The captured inputs of a function body: pairs of the tensor outside and its placeholder inside."""
    found = getattr(graph, "captures", ())
    return list(found.items() if isinstance(found, dict) else found)


def shape_of(tensor: TensorOrVariable, optimize: bool = True) -> Tensor:
    """The shape of a tensor as `tf.shape` gives it: a constant if it is known."""
    shape = tensor.shape
    if optimize and shape.is_fully_defined():
        return convert.constant(shape.as_list(), dtypes.int32, name="Shape")
    return apply("Shape", input=tensor)


def zeros_for(tensor: Tensor) -> Tensor:
    """Zeros in the place of a gradient that did not arrive."""
    if tensor.dtype.base_dtype == dtypes.resource:
        shape = apply("VariableShape", input=tensor)
        with stack.current_graph().name_scope("zeros") as scope:
            zero = convert.constant(0, handle_dtype(tensor))
            return apply("Fill", dims=shape, value=zero, name=scope)
    return apply("ZerosLike", x=tensor, name="zeros_like")


def handle_dtype(handle: Tensor) -> dtypes.DType:
    """The type of the variable that a resource handle stands for, float32 if that is not known."""
    seen = 0
    while seen < 100:
        seen += 1
        op = handle.op
        if op.type == "VarHandleOp":
            return op._attrs["dtype"]
        if op.type in ("Identity", "Enter", "Switch"):
            handle = op._inputs[0]
            continue
        outer = next((o for o, inner in captures_of(op.graph) if inner is handle), None)
        if outer is None:
            break
        handle = outer
    return dtypes.float32


def sum_slices(grads: list[Any]) -> Any:
    """Adds up gradients of which some are `IndexedSlices`: dense if one is, else values and indices side by side."""
    grads = [g for g in grads if g is not None]
    if any(isinstance(g, Tensor) for g in grads):
        return apply("AddN", inputs=[as_tensor(g) for g in grads])
    slices = [_flat(g) for g in grads]
    kinds = {g.indices.dtype.base_dtype for g in slices}
    indices = [g.indices for g in slices]
    if len(kinds) > 1:
        indices = [apply("Cast", x=t, DstT=dtypes.int64) if t.dtype.base_dtype == dtypes.int32 else t for t in indices]
    return IndexedSlices(_concat([g.values for g in slices]), _concat(indices), slices[0].dense_shape)


def _concat(parts: list[Tensor]) -> Tensor:
    return apply("ConcatV2", values=parts, axis=0, name="concat")


def _flat(grad: IndexedSlices) -> IndexedSlices:
    if isinstance(grad.values, Tensor):
        return grad
    inner = _flat(grad.values)
    indices = apply("GatherV2", params=grad.indices, indices=inner.indices, axis=0)
    return IndexedSlices(inner.values, indices, inner.dense_shape)


def as_tensor(value: TensorLike) -> Any:
    """A tensor as it is, and what is none converted."""
    return value if isinstance(value, Tensor) else convert.convert_to_tensor(value)
