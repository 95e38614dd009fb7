"""Errors of a run in 1.x's classes and words: which operation failed, with what inputs, and the user's line that made it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from penstock.graph import errors
from penstock.runtime.plan.steps import Step
from penstock.runtime.state.store import VarKey


def uninitialized(key: VarKey, op: Any, known: Iterable[VarKey] = ()) -> errors.OpError:
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
    return errors.FailedPreconditionError(*described(op), text + located(op))  # type: ignore[misc]


def described(op: Any) -> tuple[Any, Any]:
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


def located(op: Any) -> str:
    """The name of an operation and the user's line that made it, as at the end of 1.x's messages."""
    where = user_line(op)
    return f"\n\t [[node {op.name} (defined at {where}) ]]" if where else f"\n\t [[node {op.name}]]"


def user_line(op: Any) -> str:
    """The innermost line outside of this package that led to the operation."""
    import penstock

    root = penstock.__file__.rpartition("/")[0]
    for code, line in op._stack:
        if not code.co_filename.startswith((root, "<frozen", "<penstock")):
            return f"{code.co_filename}:{line}"
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
    if isinstance(error, MemoryError):
        return errors.ResourceExhaustedError(*node, f"OOM when running {op.name}: {error}{located(op)}")
    if isinstance(error, (ValueError, IndexError, TypeError, OverflowError, ZeroDivisionError)):
        return errors.InvalidArgumentError(*node, _numpy_message(error, step, values) + located(op))
    if isinstance(error, NotImplementedError):
        return errors.UnimplementedError(*node, f"{op.type}: {error}{located(op)}")
    return errors.InternalError(*node, f"{op.type}: {type(error).__name__}: {error}{located(op)}")


def _numpy_message(error: Exception, step: Step, values: list[Any]) -> str:
    text = str(error)
    shapes = [np.shape(v) for v in values if v is not None and not isinstance(v, (list, tuple))]
    if "could not be broadcast" in text and len(shapes) == 2:
        a, b = ("[" + ",".join(map(str, s)) + "]" for s in shapes)
        return f"Incompatible shapes: {a} vs. {b}"
    return f"{step.op.type}: {text}"
