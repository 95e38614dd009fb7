"""Reads `tf.train.Example` and `SequenceExample` messages from their bytes, without making objects of them.

A scan finds the wanted features of one message and cuts their values out as bytes; the values of a whole batch are then
decoded at once with NumPy. Nothing here knows of tensors.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock.ops.backend import memory

# The field numbers of the kinds of a Feature, as tags: bytes_list, float_list, int64_list.
BYTES, FLOAT, INT64 = 0x0A, 0x12, 0x1A
NAMES = {BYTES: "string", FLOAT: "float", INT64: "int64"}


class Malformed(Exception):
    """The bytes are not a message of the expected type."""


def _more(data: bytes, at: int, low: int) -> tuple[int, int]:
    """The rest of a varint whose first byte, `low`, was more than 127; and where it ends."""
    value, shift = low & 127, 7
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7
        if shift > 63:
            raise Malformed


def _skip(data: bytes, at: int, tag: int, end: int) -> int:
    """The end of a field that nobody wants."""
    kind = tag & 7
    if tag >> 3 == 0:
        raise Malformed
    if kind == 0:
        while data[at] > 127:
            at += 1
        at += 1
    elif kind == 1:
        at += 8
    elif kind == 5:
        at += 4
    elif kind == 2:
        n = data[at]
        at += 1
        if n > 127:
            n, at = _more(data, at, n)
        at += n
    else:
        raise Malformed
    if at > end:
        raise Malformed
    return at


def _parts(data: bytes, at: int, end: int, number: int) -> list[tuple[int, int]]:
    """Where the submessages of field `number` are in a message."""
    wanted = number << 3 | 2
    found = []
    while at < end:
        tag = data[at]
        at += 1
        if tag > 127:
            tag, at = _more(data, at, tag)
        if tag != wanted:
            at = _skip(data, at, tag, end)
            continue
        n = data[at]
        at += 1
        if n > 127:
            n, at = _more(data, at, n)
        if at + n > end:
            raise Malformed
        found.append((at, at + n))
        at += n
    return found


Found = tuple[int, bytes]


def _features(data: bytes, at: int, end: int, index: dict[bytes, int], row: list[Any]) -> None:
    """Puts the wanted features of a `Features` message into `row`: the kind and the bytes of the list message."""
    while at < end:
        tag = data[at]
        at += 1
        if tag != 0x0A:
            if tag > 127:
                tag, at = _more(data, at, tag)
            at = _skip(data, at, tag, end)
            continue
        n = data[at]
        at += 1
        if n > 127:
            n, at = _more(data, at, n)
        stop = at + n
        if stop > end:
            raise Malformed
        # The usual form of an entry: the key, then the feature, and nothing else.
        if data[at] == 0x0A and (n := data[at + 1]) < 128 and data[at + 2 + n : at + 3 + n] == b"\x12":
            begin = at + 2
            at = begin + n
            slot = index.get(data[begin:at])
            if slot is not None:
                at += 1
                n = data[at]
                at += 1
                if n > 127:
                    n, at = _more(data, at, n)
                if at + n == stop:
                    row[slot] = _feature(data, at, stop)
                else:
                    _entry(data, begin - 2, stop, index, row)
        else:
            _entry(data, at, stop, index, row)
        at = stop


def _entry(data: bytes, at: int, end: int, index: dict[bytes, int], row: list[Any]) -> None:
    """An entry of the map in any form that protocol buffers allow."""
    keys = _parts(data, at, end, 1)
    key = data[slice(*keys[-1])] if keys else b""
    slot = index.get(key)
    values = _parts(data, at, end, 2)
    if slot is not None:
        row[slot] = _feature(data, *values[-1]) if values else None


def _feature(data: bytes, at: int, end: int) -> Found | None:
    """The kind of a feature and the bytes of its list; None if it has none."""
    if at == end:
        return None
    tag = data[at]
    n = data[at + 1]
    begin = at + 2
    if n > 127:
        n, begin = _more(data, begin, n)
    if begin + n == end and tag in NAMES:
        return tag, data[begin:end]
    found: Found | None = None
    while at < end:  # several kinds: the last one counts, and repeated ones are merged
        tag = data[at]
        if tag in NAMES:
            n = data[at + 1]
            at += 2
            if n > 127:
                n, at = _more(data, at, n)
            if at + n > end:
                raise Malformed
            part = data[at : at + n]
            found = (tag, found[1] + part) if found is not None and found[0] == tag else (tag, part)
            at += n
        else:
            at += 1
            if tag > 127:
                tag, at = _more(data, at, tag)
            at = _skip(data, at, tag, end)
    return found


def example(data: bytes, index: dict[bytes, int]) -> list[Any]:
    """The wanted features of a serialized `Example`: `(kind, bytes)` or None at the positions that `index` gives.

    Raises:
      Malformed: it is not an Example.
    """
    row: list[Any] = [None] * len(index)
    try:
        for begin, end in _parts(data, 0, len(data), 1):
            _features(data, begin, end, index, row)
    except IndexError:
        raise Malformed from None
    return row


def sequence_example(data: bytes, context: dict[bytes, int], lists: dict[bytes, int]) -> tuple[list[Any], list[Any]]:
    """The wanted features of a serialized `SequenceExample`: its context, and for each feature list the features.

    Raises:
      Malformed: it is not a SequenceExample.
    """
    row: list[Any] = [None] * len(context)
    steps: list[Any] = [None] * len(lists)
    try:
        size = len(data)
        for begin, end in _parts(data, 0, size, 1):
            _features(data, begin, end, context, row)
        for begin, end in _parts(data, 0, size, 2):
            for first, last in _parts(data, begin, end, 1):
                keys = _parts(data, first, last, 1)
                slot = lists.get(data[slice(*keys[-1])] if keys else b"")
                if slot is None:
                    continue
                values = _parts(data, first, last, 2)
                steps[slot] = []
                for a, b in values[-1:]:
                    steps[slot] = [_feature(data, *part) for part in _parts(data, a, b, 1)]
    except IndexError:
        raise Malformed from None
    return row, steps


# -- many messages of one form ----------------------------------------------------------------------------------------


class Column:
    """One feature of all examples of a batch: the kind, and where its values begin and end in the joined messages.

    `many` says that the values are the fields of a BytesList; else each is one packed list, or one string.
    """

    __slots__ = ("begin", "data", "end", "kind", "many")

    def __init__(self, kind: int, data: bytes, begin: np.ndarray, end: np.ndarray, many: bool) -> None:
        self.kind, self.data, self.begin, self.end, self.many = kind, data, begin, end, many

    def __len__(self) -> int:
        return len(self.begin)

    def pieces(self) -> list[bytes]:
        """The bytes of each example."""
        data = self.data
        return [data[a:b] for a, b in zip(self.begin.tolist(), self.end.tolist())]

    def decoded(self) -> tuple[Any, np.ndarray]:
        """See `decode_column`."""
        return decode_column(self)


def _lengths(array: np.ndarray, at: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The varints at some places, and where they end."""
    value = array[at].astype(np.int64)
    at = at + 1
    if value.max() < 128:
        return value, at
    more, value, shift = value > 127, value & 127, 7
    while more.any():
        if shift > 28:
            raise Malformed
        following = np.where(more, array[at], 0).astype(np.int64)
        value |= (following & 127) << shift
        at = at + more
        more = following > 127
        shift += 7
    return value, at


def in_step(messages: list[bytes], index: dict[bytes, int]) -> list[Column | None] | None:
    """The wanted features of examples that all have the same features in the same order, as written by one program.

    All messages are read at once, field by field, so the cost hardly depends on how many there are. Returns None if
    they have different forms, or are not written as usual: then each is to be read with `example`.
    """
    try:
        return _in_step(messages, index)
    except (Malformed, IndexError):
        return None


def _in_step(messages: list[bytes], index: dict[bytes, int]) -> list[Column | None] | None:
    sizes = np.fromiter(map(len, messages), np.int64, len(messages))
    data = b"".join([*messages, bytes(16)])
    array = np.frombuffer(data, np.uint8)
    ends = np.cumsum(sizes)
    at = ends - sizes
    if not sizes.all() or (array[at] != 0x0A).any():
        return None
    length, at = _lengths(array, at + 1)
    if (at + length != ends).any():
        return None
    columns: list[Column | None] = [None] * len(index)
    while True:
        left = at < ends
        if not left.all():
            return None if left.any() else columns
        if (array[at] != 0x0A).any():
            return None
        length, at = _lengths(array, at + 1)
        stop = at + length
        first = int(at[0])
        head = data[first : first + 3 + data[first + 1]]  # tag, size, the key, and the tag of the feature
        if (stop > ends).any() or head[0] != 0x0A or head[1] > 127 or head[-1] != 0x12:
            return None
        if (array[at[:, None] + np.arange(len(head))] != np.frombuffer(head, np.uint8)).any():
            return None
        at = at + len(head)
        slot = index.get(head[2:-1])
        if slot is not None:
            length, at = _lengths(array, at)
            kind = int(array[at[0]])
            if (at + length != stop).any() or not length.all() or kind not in NAMES or (array[at] != kind).any():
                return None
            length, at = _lengths(array, at + 1)
            if (at + length != stop).any() or not length.all() or (array[at] != 0x0A).any():
                return None
            length, begin = _lengths(array, at + 1)
            many = bool((begin + length != stop).any())
            if many and kind != BYTES:
                return None
            columns[slot] = Column(kind, data, at if many else begin, stop, many)
        at = stop


# From so many bytes on, copying slices is faster than gathering bytes.
_LONG = 64


def decode_column(column: Column) -> tuple[Any, np.ndarray]:
    """The values of a feature of all examples one after the other (bytes as a list), and how many each has.

    Raises:
      Malformed: the bytes are not such lists.
    """
    sizes = column.end - column.begin
    if column.kind == BYTES:
        if column.many:
            return decode(BYTES, column.pieces())
        return column.pieces(), np.ones(len(sizes), np.int64)
    size = int(sizes[0])
    if (sizes == size).all():
        array = np.frombuffer(column.data, np.uint8)
        if size <= _LONG:
            data = array[column.begin[:, None] + np.arange(size)].tobytes()
        elif column.kind == FLOAT and not size & 3:
            out = memory.empty((len(sizes) * size // 4,), "<f4")  # copied once, to where it stays
            for row, at in zip(out.view(np.uint8).reshape(-1, size), column.begin.tolist()):
                row[:] = array[at : at + size]
            return out, sizes >> 2
        else:
            data = b"".join(column.pieces())
    else:
        data = b"".join(column.pieces())
    return _numbers(column.kind, data, sizes)


# -- values -----------------------------------------------------------------------------------------------------------


def _packed(payload: bytes, wire: int) -> bytes:
    """The values of a FloatList (`wire` 5) or Int64List (0) one after the other, however they were written."""
    if not payload:
        return payload
    if payload[0] == 0x0A:
        n = payload[1]
        at = 2
        if n > 127:
            n, at = _more(payload, at, n)
        if at + n == len(payload):
            return payload[at:]
    out = []
    at, end = 0, len(payload)
    while at < end:
        tag = payload[at]
        at += 1
        start = at
        if tag == 0x0A:
            n = payload[at]
            at += 1
            if n > 127:
                n, at = _more(payload, at, n)
            start, at = at, at + n
        elif tag == 8 | wire:
            at = _skip(payload, at, tag, end)
        else:
            at = _skip(payload, at, tag, end)
            continue
        if at > end:
            raise Malformed
        out.append(payload[start:at])
    return b"".join(out)


def _bytes_values(payload: bytes) -> list[bytes]:
    if payload and payload[0] == 0x0A and payload[1] == len(payload) - 2 < 128:
        return [payload[2:]]  # one short string
    return [payload[a:b] for a, b in _parts(payload, 0, len(payload), 1)]


def _varints(data: bytes) -> tuple[np.ndarray, np.ndarray]:
    """The varints in `data` as int64, and the position of the last byte of each."""
    array = np.frombuffer(data, np.uint8)
    last = np.flatnonzero(array < 128)
    if len(last) == len(array):
        return array.astype(np.int64), last
    if not len(last) or last[-1] != len(array) - 1:
        raise Malformed
    first = np.empty_like(last)
    first[:1] = 0
    first[1:] = last[:-1] + 1
    sizes = last - first + 1
    if sizes.max() > 10:
        raise Malformed
    low = array & 127
    values = low[first].astype(np.uint64)
    for k in range(1, int(sizes.max())):
        longer = np.flatnonzero(sizes > k)
        values[longer] |= low[first[longer] + k].astype(np.uint64) << np.uint64(7 * k)
    return values.view(np.int64), last


def decode(kind: int, payloads: list[bytes]) -> tuple[Any, np.ndarray]:
    """The values of lists of one kind, one after the other (bytes as a list), and how many each list has.

    Raises:
      Malformed: the bytes are not such lists.
    """
    try:
        if kind == BYTES:
            rows = [_bytes_values(p) for p in payloads]
            counts = np.fromiter(map(len, rows), np.int64, len(rows))
            return [v for row in rows for v in row], counts
        pieces = [_packed(p, 5 if kind == FLOAT else 0) for p in payloads]
    except IndexError:
        raise Malformed from None
    sizes = np.fromiter(map(len, pieces), np.int64, len(pieces))
    return _numbers(kind, pieces[0] if len(pieces) == 1 else b"".join(pieces), sizes)


def _numbers(kind: int, data: bytes, sizes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The numbers of packed lists that have some sizes in bytes, and how many each has."""
    if kind == FLOAT:
        if (sizes & 3).any():
            raise Malformed
        return np.frombuffer(data, "<f4").copy(), sizes >> 2
    values, last = _varints(data)
    if len(values) == len(data):
        return values, sizes
    until = np.searchsorted(last, np.cumsum(sizes) - 1, side="right")
    return values, np.diff(until, prepend=0)
