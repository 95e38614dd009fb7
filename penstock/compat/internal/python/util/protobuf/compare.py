"""Protocol buffers in tests."""

from __future__ import annotations

import difflib
from typing import Any

from google.protobuf import text_format
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

__all__ = ["NormalizeNumberFields", "ProtoAssertions", "ProtoEq", "assertProtoEqual"]

_LIMIT = 2**16  # longer texts are compared line by line, without marks inside of lines
_DIGITS = {FieldDescriptor.TYPE_FLOAT: 6, FieldDescriptor.TYPE_DOUBLE: 7}


def NormalizeNumberFields(pb: Any) -> Any:  # noqa: N802
    """Rounds the real numbers of a message, those of messages in it too: floats to 6 places, doubles to 7."""
    for field, value in list(pb.ListFields()):
        repeated = hasattr(value, "extend") or hasattr(value, "keys")
        if field.type in _DIGITS:
            digits = _DIGITS[field.type]
            if repeated:
                value[:] = [round(x, digits) for x in value]
            else:
                setattr(pb, field.name, round(value, digits))
        elif field.type == FieldDescriptor.TYPE_MESSAGE:
            inner = value.values() if hasattr(value, "keys") else value if repeated else [value]
            for one in inner:
                if isinstance(one, Message):
                    NormalizeNumberFields(one)
    return pb


def _parts(value: Any) -> Any:
    """A message, map or list as a dictionary; other values as they are."""
    if isinstance(value, Message):
        return {field.number: inner for field, inner in value.ListFields()}
    if hasattr(value, "keys"):
        return dict(value.items())
    if hasattr(value, "extend"):
        return dict(enumerate(value))
    return value


def ProtoEq(a: Any, b: Any) -> bool:  # noqa: N802
    """Whether two messages have the same fields with the same values."""
    a, b = _parts(a), _parts(b)
    if not isinstance(a, dict) or not isinstance(b, dict):
        return bool(a == b)
    return a.keys() == b.keys() and all(ProtoEq(value, b[key]) for key, value in a.items())


def assertProtoEqual(  # noqa: N802
    self: Any, a: Any, b: Any, check_initialized: bool = True, normalize_numbers: bool = False, msg: str | None = None
) -> None:
    """Fails a test unless two messages are equal, and shows where they differ.

    Args:
      self: the test case.
      a: a message, or its text.
      b: the message to compare with.
      check_initialized: fails also if a required field is not set.
      normalize_numbers: compares real numbers rounded.
      msg: what to say when they differ.
    """
    if isinstance(a, str):
        a = text_format.Merge(a, type(b)())
    for pb in (a, b):
        if check_initialized and (missing := pb.FindInitializationErrors()):
            self.fail(f"Initialization errors: {missing}\n{pb}")
        if normalize_numbers:
            NormalizeNumberFields(pb)
    texts = [text_format.MessageToString(pb) for pb in (a, b)]
    if all(len(text) < _LIMIT for text in texts):
        self.assertMultiLineEqual(*texts, msg=msg)
        return
    lines = "".join(difflib.unified_diff(*(text.splitlines(True) for text in texts)))
    if lines:
        self.fail(f"{msg} : \n{lines}")


class ProtoAssertions:
    """A base of test cases that compare messages."""

    def assertProtoEqual(self, *args: Any, **kwargs: Any) -> None:  # noqa: N802
        """`assertProtoEqual` of this module."""
        assertProtoEqual(self, *args, **kwargs)
