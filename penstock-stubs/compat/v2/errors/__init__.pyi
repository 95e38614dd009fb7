"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.graph.errors import ABORTED as ABORTED
from penstock.graph.errors import ALREADY_EXISTS as ALREADY_EXISTS
from penstock.graph.errors import AbortedError as AbortedError
from penstock.graph.errors import AlreadyExistsError as AlreadyExistsError
from penstock.graph.errors import CANCELLED as CANCELLED
from penstock.graph.errors import CancelledError as CancelledError
from penstock.graph.errors import DATA_LOSS as DATA_LOSS
from penstock.graph.errors import DEADLINE_EXCEEDED as DEADLINE_EXCEEDED
from penstock.graph.errors import DataLossError as DataLossError
from penstock.graph.errors import DeadlineExceededError as DeadlineExceededError
from penstock.graph.errors import FAILED_PRECONDITION as FAILED_PRECONDITION
from penstock.graph.errors import FailedPreconditionError as FailedPreconditionError
from penstock.graph.errors import INTERNAL as INTERNAL
from penstock.graph.errors import INVALID_ARGUMENT as INVALID_ARGUMENT
from penstock.graph.errors import InternalError as InternalError
from penstock.graph.errors import InvalidArgumentError as InvalidArgumentError
from penstock.graph.errors import NOT_FOUND as NOT_FOUND
from penstock.graph.errors import NotFoundError as NotFoundError
from penstock.graph.errors import OK as OK
from penstock.graph.errors import OUT_OF_RANGE as OUT_OF_RANGE
from penstock.graph.errors import OpError as OpError
from penstock.graph.errors import OutOfRangeError as OutOfRangeError
from penstock.graph.errors import PERMISSION_DENIED as PERMISSION_DENIED
from penstock.graph.errors import PermissionDeniedError as PermissionDeniedError
from penstock.graph.errors import RESOURCE_EXHAUSTED as RESOURCE_EXHAUSTED
from penstock.graph.errors import ResourceExhaustedError as ResourceExhaustedError
from penstock.graph.errors import UNAUTHENTICATED as UNAUTHENTICATED
from penstock.graph.errors import UNAVAILABLE as UNAVAILABLE
from penstock.graph.errors import UNIMPLEMENTED as UNIMPLEMENTED
from penstock.graph.errors import UNKNOWN as UNKNOWN
from penstock.graph.errors import UnauthenticatedError as UnauthenticatedError
from penstock.graph.errors import UnavailableError as UnavailableError
from penstock.graph.errors import UnimplementedError as UnimplementedError
from penstock.graph.errors import UnknownError as UnknownError

__all__ = [
    "ABORTED",
    "ALREADY_EXISTS",
    "AbortedError",
    "AlreadyExistsError",
    "CANCELLED",
    "CancelledError",
    "DATA_LOSS",
    "DEADLINE_EXCEEDED",
    "DataLossError",
    "DeadlineExceededError",
    "FAILED_PRECONDITION",
    "FailedPreconditionError",
    "INTERNAL",
    "INVALID_ARGUMENT",
    "InternalError",
    "InvalidArgumentError",
    "NOT_FOUND",
    "NotFoundError",
    "OK",
    "OUT_OF_RANGE",
    "OpError",
    "OutOfRangeError",
    "PERMISSION_DENIED",
    "PermissionDeniedError",
    "RESOURCE_EXHAUSTED",
    "ResourceExhaustedError",
    "UNAUTHENTICATED",
    "UNAVAILABLE",
    "UNIMPLEMENTED",
    "UNKNOWN",
    "UnauthenticatedError",
    "UnavailableError",
    "UnimplementedError",
    "UnknownError",
]
