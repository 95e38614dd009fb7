"""What programs use of 1.15's bindings to C++: `tensorflow.python.pywrap_tensorflow`."""

from __future__ import annotations

import difflib
from typing import Any

from penstock import protos
from penstock.compat.internal.python.framework.op_def_registry import get_registered_ops
from penstock.compat.support import TF_TryEvaluateConstant_wrapper
from penstock.storage import events
from penstock.util.compat import as_bytes, as_str_any

__all__ = ["EqualGraphDefWrapper", "EventsWriter", "TF_GetAllOpList", "TF_GetBuffer", "TF_TryEvaluateConstant_wrapper"]


class EventsWriter:
    """Writes events to a file whose name begins with `file_prefix`.

    Args:
      file_prefix: what the name of the file begins with; time and host follow.
    """

    def __init__(self, file_prefix: bytes | str) -> None:
        self._prefix = as_str_any(file_prefix)
        self._writer: events.EventsWriter | None = None
        self._suffix = ""

    def _opened(self) -> events.EventsWriter:
        if self._writer is None:
            self._writer = events.EventsWriter(self._prefix, self._suffix)
            self._writer.open()
        return self._writer

    def InitWithSuffix(self, suffix: bytes | str) -> None:  # noqa: N802
        """Opens the file, with `suffix` at the end of its name."""
        self._suffix = as_str_any(suffix)
        self._opened()

    def FileName(self) -> bytes:  # noqa: N802
        """The name of the file."""
        return as_bytes(self._opened().path)

    def _WriteSerializedEvent(self, event_str: bytes) -> None:  # noqa: N802
        self._opened().write(event_str)

    def WriteEvent(self, event: Any) -> None:  # noqa: N802
        """Writes an `Event`.

        Raises:
          TypeError: it is something else.
        """
        if not isinstance(event, protos.Event):
            raise TypeError(f"Expected an event_pb2.Event proto,  but got {type(event)}")
        self._WriteSerializedEvent(event.SerializeToString())

    def Flush(self) -> bool:  # noqa: N802
        """Gives what was written to the system."""
        if self._writer is not None:
            self._writer.flush()
        return True

    def Close(self) -> bool:  # noqa: N802
        """Closes the file."""
        if self._writer is not None:
            self._writer.close()
        return True


def EqualGraphDefWrapper(actual: bytes, expected: bytes) -> str:  # noqa: N802
    """Compares two serialized GraphDefs by nodes, whatever their order; what differs, or nothing if they are equal."""
    ours, theirs = ({node.name: node for node in protos.GraphDef.FromString(data).node} for data in (actual, expected))
    for name, wanted in theirs.items():
        found = ours.get(name)
        if found is None:
            return f"Did not find expected node '{{{{node {name}}}}}'"
        # Control inputs come last, in any order.
        kinds = [[i for i in node.input if not i.startswith("^")] for node in (found, wanted)]
        controls = [sorted(i for i in node.input if i.startswith("^")) for node in (found, wanted)]
        same = (found.op, found.device, dict(found.attr)) == (wanted.op, wanted.device, dict(wanted.attr))
        if not same or kinds[0] != kinds[1] or controls[0] != controls[1]:
            lines = difflib.unified_diff(str(wanted).splitlines(), str(found).splitlines(), "expected", "actual", n=0)
            return f"Node '{name}' differs: " + " ".join(lines)
    for name in ours:
        if name not in theirs:
            return f"Found unexpected node '{{{{node {name}}}}}'"
    return ""


class _Buffer:
    """Bytes that a call gave out."""

    def __init__(self, data: bytes) -> None:
        self.data = data


def TF_GetAllOpList() -> _Buffer:  # noqa: N802
    """The definitions of all operations, as a serialized `OpList`."""
    known = get_registered_ops()
    return _Buffer(protos.OpList(op=[known[name] for name in sorted(known)]).SerializeToString())


def TF_GetBuffer(buf: _Buffer) -> bytes:  # noqa: N802
    """The bytes of a buffer."""
    return buf.data
