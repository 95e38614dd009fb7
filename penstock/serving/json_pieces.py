"""Large documents of JSON that are mostly numbers, read piece by piece while others are served.

A parser takes about a second for 100 MB, and nothing else runs in this process meanwhile. So the list that makes a document
large is cut at commas between its elements, and each piece becomes an array of its own, with a pause after it. What is not a
plain list of numbers is read as a whole.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import orjson

# Bytes of a document from which on it is read this way, and on another thread.
LARGE = 1 << 20
# A piece takes about a millisecond.
_PIECE = 1 << 17
# Long enough for another thread to begin.
_PAUSE = 5e-5
_DEEPEST = 32

_NAME = rb'"signature_name"\s*:\s*"[^"\\]*"'
_HEAD = re.compile(rb"\s*\{\s*(?:" + _NAME + rb'\s*,\s*)?"(?:instances|inputs)"\s*:\s*\[')
_TAIL = re.compile(rb"\]\s*(?:,\s*" + _NAME + rb"\s*)?\}\s*\Z")
_LONGEST_TAIL = 4096


class Numbers:
    """A list of JSON whose elements are all numbers, or lists of them, of one shape.

    Attributes:
      array: the numbers, as float64 if one of them has a fraction or an exponent, else as integers.
      types: the types that the parser gave them.
    """

    __slots__ = ("array", "types")

    def __init__(self, array: np.ndarray, types: set[type]) -> None:
        self.array, self.types = array, types


class LargeDocument(dict[str, Any]):
    """The object of a request whose list has been read in pieces, and is empty here.

    Attributes:
      numbers: the list.
    """

    def __init__(self, document: dict[str, Any], numbers: Numbers, body: bytes) -> None:
        super().__init__(document)
        self.numbers = numbers
        self._body = body

    def whole(self) -> dict[str, Any]:
        """The object with its list as a parser gives it."""
        return orjson.loads(self._body)


def types_in(value: list[Any]) -> set[type]:
    """The types of what is in a nested list; NumPy would take True for a number, and a text for one too."""
    found = set(map(type, value))
    if list in found and len(found) == 1:
        return set().union(*map(types_in, value)) if len(value) > 1 else types_in(value[0])
    return found


def parse_pieces(body: bytes, pause: Callable[[], None] = lambda: time.sleep(_PAUSE)) -> LargeDocument | None:
    """The object in a body that consists of a list of numbers; None if it must be read as a whole."""
    head = _HEAD.match(body)
    if head is None:
        return None
    begin = max(head.end(), len(body) - _LONGEST_TAIL)
    closing = body.rfind(b"]", begin)
    tail = _TAIL.match(body, closing) if closing >= 0 else None
    if tail is None or body.find(b'"', head.end(), closing) >= 0:
        return None
    try:
        document = orjson.loads(body[: head.end()] + body[closing:])
        return LargeDocument(document, _read(body, head.end(), closing, pause, 0), body)
    except ValueError:  # of the parser, or of arrays whose shapes differ
        return None


def _read(body: bytes, start: int, end: int, pause: Callable[[], None], depth: int) -> Numbers:
    """The elements of a list, whose text without its brackets is a part of the body.

    Raises:
      ValueError: they are not numbers or lists of them of one shape.
    """
    parts, types = [], set()
    for begin, stop in _cuts(body, start, end):
        found = None
        if stop - begin > 2 * _PIECE and depth < _DEEPEST:
            found = _read_element(body, begin, stop, pause, depth)
        if found is None:
            found = _parsed(body, begin, stop)
            pause()
        parts.append(found.array)
        types |= found.types
    return Numbers(parts[0] if len(parts) == 1 else np.concatenate(parts), types)


def _read_element(body: bytes, start: int, end: int, pause: Callable[[], None], depth: int) -> Numbers | None:
    """A piece that is larger than it should be, if it is one list; None if there are several, or something is wrong."""
    first, last = _first(body, start), body.rfind(b"]", start, end)
    if body[first : first + 1] != b"[" or last < 0 or body[last + 1 : end].strip():
        return None
    try:
        inner = _read(body, first + 1, last, pause, depth + 1)
    except ValueError:
        return None
    return Numbers(inner.array[None], inner.types)


def _parsed(body: bytes, start: int, end: int) -> Numbers:
    """A piece as a whole.

    Raises:
      ValueError: as above.
    """
    value = orjson.loads(b"[" + body[start:end] + b"]")
    types = types_in(value)
    if not types <= {int, float}:
        raise ValueError("not numbers")
    array = np.array(value)
    if array.dtype.char not in "ld" or not array.size:  # integers of more than 63 bits
        raise ValueError("not numbers")
    return Numbers(array, types)


def _first(body: bytes, start: int) -> int:
    """Where the first character is that is no space."""
    while body[start : start + 1] in (b" ", b"\n", b"\t", b"\r"):
        start += 1
    return start


def _cuts(body: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cuts the text of a list's elements at commas between them: (begin, end) of each piece."""
    first = _first(body, start)
    nested = body[first : first + 1] == b"["
    while True:
        at, level, seen = start + _PIECE, 0, start
        while at < end:
            if nested:
                at = body.find(b"]", at, end)
                if at < 0:
                    break
                level += body.count(b"[", seen, at) - body.count(b"]", seen, at + 1)
                at = seen = at + 1
                if level:
                    continue
                comma = _first(body, at)
                if body[comma : comma + 1] == b",":
                    at = comma
                    break
            else:
                at = body.find(b",", at, end)
                break
        if not 0 <= at < end:
            yield start, end
            return
        yield start, at
        start = at + 1
