"""The exceptions of a run: `OpError` and one subclass per status code of 1.x.

A leaf module. Kernels and the runtime raise these; the runtime fills in the operation, so that the message can show
where the failing operation was made.
"""

import inspect
import traceback
import warnings
from typing import Any

from penstock._namespace import export, export_value

OK = export_value(0, "errors.OK")
CANCELLED = export_value(1, "errors.CANCELLED")
UNKNOWN = export_value(2, "errors.UNKNOWN")
INVALID_ARGUMENT = export_value(3, "errors.INVALID_ARGUMENT")
DEADLINE_EXCEEDED = export_value(4, "errors.DEADLINE_EXCEEDED")
NOT_FOUND = export_value(5, "errors.NOT_FOUND")
ALREADY_EXISTS = export_value(6, "errors.ALREADY_EXISTS")
PERMISSION_DENIED = export_value(7, "errors.PERMISSION_DENIED")
RESOURCE_EXHAUSTED = export_value(8, "errors.RESOURCE_EXHAUSTED")
FAILED_PRECONDITION = export_value(9, "errors.FAILED_PRECONDITION")
ABORTED = export_value(10, "errors.ABORTED")
OUT_OF_RANGE = export_value(11, "errors.OUT_OF_RANGE")
UNIMPLEMENTED = export_value(12, "errors.UNIMPLEMENTED")
INTERNAL = export_value(13, "errors.INTERNAL")
UNAVAILABLE = export_value(14, "errors.UNAVAILABLE")
DATA_LOSS = export_value(15, "errors.DATA_LOSS")
UNAUTHENTICATED = export_value(16, "errors.UNAUTHENTICATED")


@export("OpError", "errors.OpError")
class OpError(Exception):
    """An operation failed; the base class of everything in `tf.errors`.

    Args:
      node_def: the `NodeDef` of the failed operation, or None.
      op: the failed `tf.Operation`, or None if it is not known.
      message: what went wrong.
      error_code: one of the codes in `tf.errors`, for example `tf.errors.NOT_FOUND`.
    """

    def __init__(self, node_def: Any, op: Any, message: str, error_code: int | None):
        super().__init__()
        self._node_def = node_def
        self._op = op
        self._message = message
        self._error_code = error_code

    def __reduce__(self) -> tuple:
        # Subclasses take fewer arguments; each argument is also an attribute.
        names = list(inspect.signature(type(self).__init__).parameters)[1:]
        return type(self), tuple(getattr(self, name) for name in names)

    @property
    def message(self) -> str:
        """What went wrong."""
        return self._message

    @property
    def op(self) -> Any:
        """The `tf.Operation` that failed, or None if it is not known."""
        return self._op

    @property
    def error_code(self) -> int | None:
        """The number of the kind of error."""
        return self._error_code

    @property
    def node_def(self) -> Any:
        """The `NodeDef` of the operation that failed, or None."""
        return self._node_def

    def __str__(self) -> str:
        if self._op is None:
            return self._message
        parts = [f"{self._message}\n\nOriginal stack trace for {self._op.name!r}:\n"]
        lines = _creation_lines(self._op)
        parts += lines
        seen = {id(self._op)}
        original = getattr(self._op, "_original_op", None)
        while original is not None and id(original) not in seen:
            seen.add(id(original))
            parts.append(f"\n...which was originally created as op {original.name!r}, defined at:\n")
            previous, lines = lines, _creation_lines(original)
            parts += _without_common_start(lines, previous)
            original = getattr(original, "_original_op", None)
        return "".join(parts)


def _creation_lines(op: Any) -> list[str]:
    frames = getattr(op, "traceback", None) or []
    # Frames may be plain tuples with more than the four fields `traceback` knows.
    return traceback.format_list([f if isinstance(f, traceback.FrameSummary) else tuple(f)[:4] for f in frames])


def _without_common_start(lines: list[str], previous: list[str]) -> list[str]:
    """Shortens a stack that begins as the one printed before it: the first and last common frame stay."""
    common = 0
    while common < min(len(lines), len(previous)) and lines[common] == previous[common]:
        common += 1
    if common <= 2:
        return lines
    elided = f"[elided {common - 2} identical lines from previous traceback]\n"
    return [lines[0], elided, *lines[common - 1 :]]


@export("errors.CancelledError")
class CancelledError(OpError):
    """The operation or step was cancelled, for example because its session or queue was closed."""

    def __init__(self, node_def: Any, op: Any, message: str):
        super().__init__(node_def, op, message, CANCELLED)


@export("errors.UnknownError")
class UnknownError(OpError):
    """An error of no better known kind, for example an exception in a `tf.py_func`."""

    def __init__(self, node_def: Any, op: Any, message: str, error_code: int | None = UNKNOWN):
        super().__init__(node_def, op, message, error_code)


@export("errors.InvalidArgumentError")
class InvalidArgumentError(OpError):
    """An operation got an input that it cannot work with, for example one of a wrong shape."""

    def __init__(self, node_def: Any, op: Any, message: str):
        super().__init__(node_def, op, message, INVALID_ARGUMENT)


@export("errors.DeadlineExceededError")
class DeadlineExceededError(OpError):
    """A deadline passed before the operation was done."""

    def __init__(self, node_def: Any, op: Any, message: str):
        super().__init__(node_def, op, message, DEADLINE_EXCEEDED)


@export("errors.NotFoundError")
class NotFoundError(OpError):
    """A file, directory, key or resource that was asked for does not exist."""

    def __init__(self, node_def: Any, op: Any, message: str):
        super().__init__(node_def, op, message, NOT_FOUND)


@export("errors.AlreadyExistsError")
class AlreadyExistsError(OpError):
    """Something that was to be created exists already."""

    def __init__(self, node_def: Any, op: Any, message: str):
        super().__init__(node_def, op, message, ALREADY_EXISTS)


@export("errors.PermissionDeniedError")
class PermissionDeniedError(OpError):
    """The caller may not do this, for example write to that file."""

    def __init__(self, node_def: Any, op: Any, message: str):
        super().__init__(node_def, op, message, PERMISSION_DENIED)


@export("errors.UnauthenticatedError")
class UnauthenticatedError(OpError):
    """The request carried no valid proof of who sends it."""

    def __init__(self, node_def: Any, op: Any, message: str):
        super().__init__(node_def, op, message, UNAUTHENTICATED)


@export("errors.ResourceExhaustedError")
class ResourceExhaustedError(OpError):
    """Memory, disk or a quota ran out."""

    def __init__(self, node_def: Any, op: Any, message: str):
        super().__init__(node_def, op, message, RESOURCE_EXHAUSTED)


@export("errors.FailedPreconditionError")
class FailedPreconditionError(OpError):
    """The system is not in the state the operation needs, for example a variable is not initialized."""

    def __init__(self, node_def: Any, op: Any, message: str):
        super().__init__(node_def, op, message, FAILED_PRECONDITION)


@export("errors.AbortedError")
class AbortedError(OpError):
    """The operation was given up, typically because of another one at the same time."""

    def __init__(self, node_def: Any, op: Any, message: str):
        super().__init__(node_def, op, message, ABORTED)


@export("errors.OutOfRangeError")
class OutOfRangeError(OpError):
    """The end of the input was reached: of a queue, a reader or a dataset."""

    def __init__(self, node_def: Any, op: Any, message: str):
        super().__init__(node_def, op, message, OUT_OF_RANGE)


@export("errors.UnimplementedError")
class UnimplementedError(OpError):
    """There is no implementation for this operation with these types or attributes."""

    def __init__(self, node_def: Any, op: Any, message: str):
        super().__init__(node_def, op, message, UNIMPLEMENTED)


@export("errors.InternalError")
class InternalError(OpError):
    """Something the system takes for granted does not hold."""

    def __init__(self, node_def: Any, op: Any, message: str):
        super().__init__(node_def, op, message, INTERNAL)


@export("errors.UnavailableError")
class UnavailableError(OpError):
    """The runtime cannot be reached at the moment; trying again may help."""

    def __init__(self, node_def: Any, op: Any, message: str):
        super().__init__(node_def, op, message, UNAVAILABLE)


@export("errors.DataLossError")
class DataLossError(OpError):
    """Data is lost or corrupt, for example a record file that was cut off."""

    def __init__(self, node_def: Any, op: Any, message: str):
        super().__init__(node_def, op, message, DATA_LOSS)


class OperatorNotAllowedInGraphError(TypeError):
    """Python asked a tensor of a graph for what only a run knows: its elements one by one, or whether it is true."""


# Any: each class has a constructor of its own.
_CODE_TO_TYPE: dict[int, Any] = {
    CANCELLED: CancelledError,
    UNKNOWN: UnknownError,
    INVALID_ARGUMENT: InvalidArgumentError,
    DEADLINE_EXCEEDED: DeadlineExceededError,
    NOT_FOUND: NotFoundError,
    ALREADY_EXISTS: AlreadyExistsError,
    PERMISSION_DENIED: PermissionDeniedError,
    UNAUTHENTICATED: UnauthenticatedError,
    RESOURCE_EXHAUSTED: ResourceExhaustedError,
    FAILED_PRECONDITION: FailedPreconditionError,
    ABORTED: AbortedError,
    OUT_OF_RANGE: OutOfRangeError,
    UNIMPLEMENTED: UnimplementedError,
    INTERNAL: InternalError,
    UNAVAILABLE: UnavailableError,
    DATA_LOSS: DataLossError,
}
_TYPE_TO_CODE = {error_type: code for code, error_type in _CODE_TO_TYPE.items()}


def invalid(message: str) -> InvalidArgumentError:
    """The error of a kernel whose input is bad; the runtime adds which operation it was."""
    return InvalidArgumentError(None, None, message)


@export("errors.exception_type_from_error_code")
def exception_type_from_error_code(error_code: int) -> type[OpError]:
    """Returns the exception class of a code.

    Raises:
      KeyError: no class has this code; `tf.errors.OK` has none.

    Example:
      >>> import penstock as tf
      >>> tf.errors.exception_type_from_error_code(tf.errors.NOT_FOUND).__name__
      'NotFoundError'
    """
    return _CODE_TO_TYPE[error_code]


@export("errors.error_code_from_exception_type")
def error_code_from_exception_type(cls: type[OpError]) -> Any:
    """Returns the code of an exception class.

    For another class it warns and returns an `UnknownError` object, which is what 1.15 does.

    Example:
      >>> import penstock as tf
      >>> tf.errors.error_code_from_exception_type(tf.errors.OutOfRangeError)
      11
    """
    try:
        return _TYPE_TO_CODE[cls]
    except KeyError:
        warnings.warn("Unknown class exception", stacklevel=2)
        return UnknownError(None, None, "Unknown class exception", None)


def make_error(node_def: Any, op: Any, message: str, error_code: int) -> OpError:
    """Builds the exception of the class that belongs to `error_code`."""
    try:
        return _CODE_TO_TYPE[error_code](node_def, op, message)
    except KeyError:
        warnings.warn(f"Unknown error code: {error_code}", stacklevel=2)
        return UnknownError(node_def, op, message, error_code)


class Status:
    """A code and a message, which a callee sets instead of raising."""

    __slots__ = ("code", "message")

    def __init__(self) -> None:
        self.code, self.message = OK, ""

    def set(self, code: int, message: str = "") -> None:
        """Records the outcome."""
        self.code, self.message = code, message


@export("errors.raise_exception_on_not_ok_status")
class raise_exception_on_not_ok_status:  # noqa: N801 - the public name
    """Raises the error that was recorded in a status object during the block, if any.

    Example:
      >>> import penstock as tf
      >>> with tf.errors.raise_exception_on_not_ok_status() as status:
      ...     status.set(tf.errors.NOT_FOUND, "no such file")
      Traceback (most recent call last):
      ...
      penstock.graph.errors.NotFoundError: no such file
    """

    def __enter__(self) -> Status:
        self._status = Status()
        return self._status

    def __exit__(self, exc_type: Any, exc_value: Any, exc_traceback: Any) -> None:
        status = self._status
        del self._status
        if status.code != OK:
            raise make_error(None, None, status.message, status.code)
