"""The exceptions of a run: `OpError` and one subclass per status code of 1.x.

A leaf module. Kernels and the runtime raise these; the runtime fills in the operation, so that the message can show
where the failing operation was made.
"""

from __future__ import annotations

import inspect
import warnings
from typing import TYPE_CHECKING, Any

from penstock._namespace import export, export_value
from penstock.platform import tracebacks

if TYPE_CHECKING:
    from penstock.graph.operation import Operation
    from penstock.protos import NodeDef


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

    >>> import penstock as tf
    >>> try:
    ...     tf.Session().run(tf.gather([1, 2], 5, name="third"))
    ... except tf.errors.OpError as error:
    ...     print(type(error).__name__, error.op.name, error.error_code)
    InvalidArgumentError third 3
    """

    def __init__(self, node_def: NodeDef | None, op: Any, message: str, error_code: int | None):
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


def _creation_lines(op: Operation) -> list[str]:
    frames = getattr(op, "traceback", None) or []
    return tracebacks.lines(frames)


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
    """The operation or step was cancelled, for example because its session or queue was closed.

    >>> import penstock as tf
    >>> queue = tf.FIFOQueue(1, [tf.int32])
    >>> with tf.Session() as sess:
    ...     sess.run(queue.close())
    ...     sess.run(queue.enqueue([1]))
    Traceback (most recent call last):
    penstock.graph.errors.CancelledError: Queue '_0_fifo_queue' is closed.
    """

    def __init__(self, node_def: NodeDef | None, op: Any, message: str):
        super().__init__(node_def, op, message, CANCELLED)


@export("errors.UnknownError")
class UnknownError(OpError):
    """An error of no better known kind, for example an exception in a `tf.py_func`.

    >>> import penstock as tf
    >>> tf.Session().run(tf.py_func(lambda: {}["a"], [], tf.float32))
    Traceback (most recent call last):
    penstock.graph.errors.UnknownError: KeyError: 'a'
    """

    def __init__(self, node_def: NodeDef | None, op: Any, message: str, error_code: int | None = UNKNOWN):
        super().__init__(node_def, op, message, error_code)


@export("errors.InvalidArgumentError")
class InvalidArgumentError(OpError):
    """An operation got an input that it cannot work with, for example one of a wrong shape.

    >>> import penstock as tf
    >>> tf.Session().run(tf.gather([1, 2], 5))
    Traceback (most recent call last):
    penstock.graph.errors.InvalidArgumentError: indices = 5 is not in [0, 2)
    """

    def __init__(self, node_def: NodeDef | None, op: Any, message: str):
        super().__init__(node_def, op, message, INVALID_ARGUMENT)


@export("errors.DeadlineExceededError")
class DeadlineExceededError(OpError):
    """A deadline passed before the operation was done.

    >>> import penstock as tf
    >>> queue = tf.FIFOQueue(1, [tf.int32])
    >>> tf.Session().run(queue.dequeue(), options=tf.RunOptions(timeout_in_ms=10))
    Traceback (most recent call last):
    penstock.graph.errors.DeadlineExceededError: Timed out waiting for notification
    """

    def __init__(self, node_def: NodeDef | None, op: Any, message: str):
        super().__init__(node_def, op, message, DEADLINE_EXCEEDED)


@export("errors.NotFoundError")
class NotFoundError(OpError):
    """A file, directory, key or resource that was asked for does not exist.

    >>> import penstock as tf
    >>> tf.Session().run(tf.read_file("missing.txt"))
    Traceback (most recent call last):
    penstock.graph.errors.NotFoundError: missing.txt; No such file or directory
    """

    def __init__(self, node_def: NodeDef | None, op: Any, message: str):
        super().__init__(node_def, op, message, NOT_FOUND)


@export("errors.AlreadyExistsError")
class AlreadyExistsError(OpError):
    """Something that was to be created exists already.

    >>> import penstock as tf
    >>> for name in ("a.txt", "b.txt"):
    ...     with tf.gfile.GFile(name, "w") as f:
    ...         f.write(name)
    >>> tf.gfile.Copy("a.txt", "b.txt")
    Traceback (most recent call last):
    penstock.graph.errors.AlreadyExistsError: file already exists
    """

    def __init__(self, node_def: NodeDef | None, op: Any, message: str):
        super().__init__(node_def, op, message, ALREADY_EXISTS)


@export("errors.PermissionDeniedError")
class PermissionDeniedError(OpError):
    """The caller may not do this, for example write to that file.

    >>> import penstock as tf
    >>> def step():
    ...     raise tf.errors.PermissionDeniedError(None, None, "not yours")
    >>> try:
    ...     step()
    ... except tf.errors.PermissionDeniedError as error:
    ...     print(error.message, error.error_code == tf.errors.PERMISSION_DENIED)
    not yours True
    """

    def __init__(self, node_def: NodeDef | None, op: Any, message: str):
        super().__init__(node_def, op, message, PERMISSION_DENIED)


@export("errors.UnauthenticatedError")
class UnauthenticatedError(OpError):
    """The request carried no valid proof of who sends it.

    >>> import penstock as tf
    >>> def step():
    ...     raise tf.errors.UnauthenticatedError(None, None, "who are you?")
    >>> try:
    ...     step()
    ... except tf.errors.UnauthenticatedError as error:
    ...     print(error.message, error.error_code == tf.errors.UNAUTHENTICATED)
    who are you? True
    """

    def __init__(self, node_def: NodeDef | None, op: Any, message: str):
        super().__init__(node_def, op, message, UNAUTHENTICATED)


@export("errors.ResourceExhaustedError")
class ResourceExhaustedError(OpError):
    """Memory, disk or a quota ran out.

    >>> import penstock as tf
    >>> area = tf.contrib.staging.StagingArea([tf.float32], memory_limit=100)
    >>> tf.Session().run(area.put([tf.zeros([1000])]))
    Traceback (most recent call last):
    penstock.graph.errors.ResourceExhaustedError: Attempted to insert tensors with combined size of '4000' bytes ...
    """

    def __init__(self, node_def: NodeDef | None, op: Any, message: str):
        super().__init__(node_def, op, message, RESOURCE_EXHAUSTED)


@export("errors.FailedPreconditionError")
class FailedPreconditionError(OpError):
    """The system is not in the state the operation needs, for example a variable is not initialized.

    >>> import penstock as tf
    >>> tf.Session().run(tf.Variable(1.0))
    Traceback (most recent call last):
    penstock.graph.errors.FailedPreconditionError: Attempting to use uninitialized value Variable
    """

    def __init__(self, node_def: NodeDef | None, op: Any, message: str):
        super().__init__(node_def, op, message, FAILED_PRECONDITION)


@export("errors.AbortedError")
class AbortedError(OpError):
    """The operation was given up, typically because of another one at the same time.

    >>> import penstock as tf
    >>> def step():
    ...     raise tf.errors.AbortedError(None, None, "another step was faster")
    >>> try:
    ...     step()
    ... except tf.errors.AbortedError as error:
    ...     print(error.message, error.error_code == tf.errors.ABORTED)
    another step was faster True
    """

    def __init__(self, node_def: NodeDef | None, op: Any, message: str):
        super().__init__(node_def, op, message, ABORTED)


@export("errors.OutOfRangeError")
class OutOfRangeError(OpError):
    """The end of the input was reached: of a queue, a reader or a dataset.

    >>> import penstock as tf
    >>> following = tf.data.Dataset.range(2).make_one_shot_iterator().get_next()
    >>> with tf.Session() as sess:
    ...     try:
    ...         while True:
    ...             print(sess.run(following))
    ...     except tf.errors.OutOfRangeError:
    ...         print("end")
    0
    1
    end
    """

    def __init__(self, node_def: NodeDef | None, op: Any, message: str):
        super().__init__(node_def, op, message, OUT_OF_RANGE)


@export("errors.UnimplementedError")
class UnimplementedError(OpError):
    """There is no implementation for this operation with these types or attributes.

    >>> import penstock as tf
    >>> def step():
    ...     raise tf.errors.UnimplementedError(None, None, "not for complex numbers")
    >>> try:
    ...     step()
    ... except tf.errors.UnimplementedError as error:
    ...     print(error.message, error.error_code == tf.errors.UNIMPLEMENTED)
    not for complex numbers True
    """

    def __init__(self, node_def: NodeDef | None, op: Any, message: str):
        super().__init__(node_def, op, message, UNIMPLEMENTED)


@export("errors.InternalError")
class InternalError(OpError):
    """Something the system takes for granted does not hold.

    >>> import penstock as tf
    >>> def step():
    ...     raise tf.errors.InternalError(None, None, "a bug")
    >>> try:
    ...     step()
    ... except tf.errors.InternalError as error:
    ...     print(error.message, error.error_code == tf.errors.INTERNAL)
    a bug True
    """

    def __init__(self, node_def: NodeDef | None, op: Any, message: str):
        super().__init__(node_def, op, message, INTERNAL)


@export("errors.UnavailableError")
class UnavailableError(OpError):
    """The runtime cannot be reached at the moment; trying again may help.

    >>> import penstock as tf
    >>> def step():
    ...     raise tf.errors.UnavailableError(None, None, "try again")
    >>> try:
    ...     step()
    ... except tf.errors.UnavailableError as error:
    ...     print(error.message, error.error_code == tf.errors.UNAVAILABLE)
    try again True
    """

    def __init__(self, node_def: NodeDef | None, op: Any, message: str):
        super().__init__(node_def, op, message, UNAVAILABLE)


@export("errors.DataLossError")
class DataLossError(OpError):
    """Data is lost or corrupt, for example a record file that was cut off.

    >>> import penstock as tf
    >>> with tf.gfile.GFile("damaged.tfrecord", "w") as f:
    ...     f.write("this is no file of records")
    >>> list(tf.python_io.tf_record_iterator("damaged.tfrecord"))
    Traceback (most recent call last):
    penstock.graph.errors.DataLossError: corrupted record at 0
    """

    def __init__(self, node_def: NodeDef | None, op: Any, message: str):
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


def make_error(node_def: NodeDef | None, op: Any, message: str, error_code: int) -> OpError:
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
