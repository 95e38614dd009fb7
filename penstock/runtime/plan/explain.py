"""Errors of a run in 1.x's classes and words: which operation failed, with what inputs, and the user's line that made it."""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.graph import errors
from penstock.graph.operation import line_of
from penstock.ops.common.rank_checks import wrong_rank
from penstock.ops.common.shape_checks import mismatch
from penstock.runtime.plan.steps import Step, positions
from penstock.runtime.state.store import VarKey

if TYPE_CHECKING:
    from penstock.graph.operation import Operation


def uninitialized(key: VarKey, op: Operation, known: Iterable[VarKey] = ()) -> errors.OpError:
    """The error for reading a variable that has no value, in the words of 1.x; `known` are those that have one."""
    if op.type == "ReadVariableOp" or (op._inputs and op._inputs[0].dtype.name == "resource"):
        container = key.container or "localhost"
        if any(other.container == key.container for other in known):
            missing = f"Resource {container}/{key.name}/N10tensorflow3VarE does not exist."
        else:
            missing = f"Container {container} does not exist. (Could not find resource: {container}/{key.name})"
        text = (
            f"Error while reading resource variable {key.name} from Container: {container}. This could mean that the "
            f"variable was uninitialized. Not found: {missing}"
        )
    else:
        text = f"Attempting to use uninitialized value {key.name}"
    return errors.FailedPreconditionError(*described(op), text + located(op))


def described(op: Operation) -> tuple[Any, Any]:
    """(node_def, op) for an error; the proto is made only when somebody asks for it."""
    return LazyNodeDef(op), op


class LazyNodeDef:
    """Stands for the NodeDef of an operation in an error."""

    def __init__(self, op: Any) -> None:
        self._op = op

    @property
    def name(self) -> str:
        return self._op.name

    @property
    def op(self) -> str:
        return self._op.type

    def __getattr__(self, name: str) -> Any:
        return getattr(self._op.node_def, name)

    def __str__(self) -> str:
        return str(self._op.node_def)


def located(op: Operation) -> str:
    """The name of an operation and the user's line that made it, as at the end of 1.x's messages."""
    where = user_line(op)
    return f"\n\t [[node {op.name} (defined at {where}) ]]" if where else f"\n\t [[node {op.name}]]"


def user_line(op: Operation) -> str:
    """The innermost line outside of this package that led to the operation."""
    import penstock

    root = penstock.__file__.rpartition("/")[0]
    for code, instruction in op._stack:
        if not code.co_filename.startswith((root, "<frozen", "<penstock")):
            return f"{code.co_filename}:{line_of(code, instruction)}"
    return ""


def explain(error: Exception, step: Step, values: list[Any]) -> Exception:
    """Makes what a kernel raised the error class of 1.x, naming the operation and where it was made."""
    op = step.op
    if isinstance(error, errors.OpError):
        if error.op is not None:
            return error
        error._op = op
        error._node_def = LazyNodeDef(op)
        if "[[node" not in error.message:
            error._message = (error.message or "") + located(op)
            error.args = (error._node_def, op, error._message)
        return error
    node = described(op)
    if isinstance(error, MemoryError) or _too_big(error):
        return errors.ResourceExhaustedError(*node, out_of_memory(error) + located(op))
    told = None if step.state_ins else _refused(error, step, _by_name(step, values))
    if told is not None:
        return errors.InvalidArgumentError(*node, told + located(op))
    text = str(error)
    if isinstance(error, ValueError) and ("could not be broadcast" in text or text.startswith("shape mismatch")):
        shapes = [np.shape(v) for v in values if v is not None and not isinstance(v, (list, tuple))]
        if len(shapes) == 2:
            a, b = ("[" + ",".join(map(str, s)) + "]" for s in shapes)
            return errors.InvalidArgumentError(*node, f"Incompatible shapes: {a} vs. {b}" + located(op))
    if isinstance(error, NotImplementedError):
        return errors.UnimplementedError(*node, f"{op.type}: {error}{located(op)}")
    return errors.InternalError(*node, _fault(error, op) + located(op))


def _refused(error: Exception, step: Step, inputs: dict[str, list[Any]]) -> str | None:
    """The words in which 1.15 would have refused these inputs, if it would."""
    kind = step.op.type
    told = wrong_rank(kind, inputs) or mismatch(kind, inputs, step.kernel_attrs)
    if told is None and isinstance(error, ValueError) and str(error).startswith(_NEGATIVE):
        sizes = [n for name in _SIZES for v in inputs.get(name, ()) for n in np.ravel(v).tolist() if n < 0]
        told = f"Dimension {sizes[0]} must be >= 0" if sizes else None
    return told


# Inputs that are shapes, and how NumPy refuses one with a negative size.
_SIZES = ("shape", "dims", "size", "output_shape", "dense_shape")
_NEGATIVE = ("negative dimensions are not allowed", "all elements of broadcast shape must be non-negative")


def _by_name(step: Step, values: list[Any]) -> dict[str, list[Any]]:
    """The values of inputs, by the names that their definition gives them."""
    names = [arg.name for arg in step.op.op_def.inputs]
    flat = [v for value in values for v in (value if isinstance(value, list) else [value])]
    flat = flat[len(flat) - len(step.op._inputs) :]  # a random operation has its state before them
    return {name: [flat[i] for i in positions(step.op, [name]) if i < len(flat)] for name in names}


def out_of_memory(error: BaseException) -> str:
    """What 1.x says when there is no memory for an array."""
    shape, dtype = getattr(error, "shape", None), getattr(error, "dtype", None)
    if isinstance(shape, int):
        shape = (shape,)
    if shape is None or dtype is None:
        return f"OOM when allocating memory on {_DEVICE} by allocator cpu" + (f": {error}" if str(error) else "")
    sizes = ",".join(map(str, shape))
    return f"OOM when allocating tensor with shape[{sizes}] and type {_type_name(dtype)} on {_DEVICE} by allocator cpu"


_DEVICE = "/job:localhost/replica:0/task:0/device:CPU:0"
_TYPE_NAMES = {"float32": "float", "float64": "double", "float16": "half", "object": "string"}
# How NumPy says that an array would have more bytes than there are addresses.
_TOO_BIG = ("array is too big", "Maximum allowed dimension exceeded", "Maximum allowed size exceeded")


def _type_name(dtype: Any) -> str:
    name = np.dtype(dtype).name
    return _TYPE_NAMES.get(name, name)


def _too_big(error: Exception) -> bool:
    return isinstance(error, ValueError) and str(error).startswith(_TOO_BIG)


def _fault(error: Exception, op: Operation) -> str:
    """The text for an exception that nobody expected: a kernel's own fault, so where it came from is told."""
    where = traceback.extract_tb(error.__traceback__)[-3:]
    lines = "".join(f"\n    {frame.filename}:{frame.lineno} in {frame.name}: {frame.line}" for frame in where)
    return f"{op.type} failed in a way that it should not: {type(error).__name__}: {error}{lines}"
