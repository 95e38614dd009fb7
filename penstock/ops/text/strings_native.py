"""Lengths, parts, cases, joins and splits of strings, and numbers read from them, by kernels in C.

Every function takes arrays of bytes objects, and gives None where there are no kernels, or where these meet something that they
do not know or that is wrong: the caller then goes its own way, which knows all, and the errors. See `object_kernels`.
"""

from __future__ import annotations

import ctypes
import functools
import struct
from typing import Any

import numpy as np

from penstock.graph.typing import Array
from penstock.ops.backend import object_kernels

_LONG = ctypes.c_int64
# The types of numbers that are read, and of texts, in the order that C has them.
_KINDS = {np.dtype(kind): i for i, kind in enumerate(("float32", "float64", "int32", "int64", "O"))}


def _given(texts: Array) -> tuple[Any, np.ndarray] | None:
    """The kernels, and the texts as a vector; None if one of both is missing."""
    kernels = object_kernels.ready()
    if kernels is None or not isinstance(texts, np.ndarray) or texts.dtype.kind != "O":
        return None
    return kernels, texts.ravel()


def _made(name: str, texts: Any, *how: int) -> np.ndarray | None:
    given = _given(texts)
    if given is None:
        return None
    kernels, flat = given
    out = np.empty(texts.shape, object)
    done = getattr(kernels, name)(kernels.python, id(flat), len(flat), *how, id(out)) == 0
    return out if done else None


def stripped(texts: Array) -> np.ndarray | None:
    """Texts without blanks at their ends."""
    return _made("text_strip", texts)


def cased(texts: Array, capital: bool) -> np.ndarray | None:
    """Texts with all letters of ASCII capital, or small."""
    return _made("text_case", texts, ord("a" if capital else "A"))


def base64(texts: Array, pad: bool) -> np.ndarray | None:
    """Texts in base 64, safe in URLs."""
    return _made("text_base64", texts, bool(pad))


def sizes(texts: Array, characters: bool) -> np.ndarray | None:
    """How many bytes texts have, or how many characters, as int32."""
    given = _given(texts)
    if given is None:
        return None
    kernels, flat = given
    out = np.empty(texts.shape, np.int32)
    done = kernels.text_sizes(kernels.python, id(flat), len(flat), characters, id(out)) == 0
    return out if done else None


def parts(texts: Array, begins: Any, lengths: Array, characters: bool) -> np.ndarray | None:
    """Parts of texts; where they begin and how long they are is a number for all, or an array of the texts' shape."""
    given = _given(texts)
    one = not np.ndim(begins)
    if given is None or not (one or np.shape(begins) == texts.shape) or np.shape(lengths) != np.shape(begins):
        return None
    kernels, flat = given
    out = np.empty(texts.shape, object)
    if one:
        where: tuple[Any, ...] = int(begins), int(lengths), None, None
        done = kernels.text_parts(kernels.python, id(flat), len(flat), *where, characters, id(out))
    else:
        places, most = (np.ascontiguousarray(np.ravel(x), np.int64) for x in (begins, lengths))
        where = 0, 0, id(places), id(most)
        done = kernels.text_parts(kernels.python, id(flat), len(flat), *where, characters, id(out))
    return out if done == 0 else None


def joined(columns: list[Any], separator: bytes, shape: tuple[int, ...]) -> np.ndarray | None:
    """The texts at each place of several arrays, joined; those of a scalar are the same everywhere."""
    flat = [(c if isinstance(c, np.ndarray) else _alone(c)).ravel() for c in columns]
    steps = [int(isinstance(c, np.ndarray) and c.shape == shape) for c in columns]
    return _join(flat, steps, False, len(flat), separator, shape)


def _alone(text: str) -> np.ndarray:
    out = np.empty((), object)
    out[()] = text
    return out


def rows_joined(rows: np.ndarray, separator: bytes, shape: tuple[int, ...]) -> np.ndarray | None:
    """The texts along the last dimension, joined, as an array of this shape."""
    return _join([rows.ravel()], [0], True, rows.shape[-1], separator, shape)


def _join(
    columns: list[np.ndarray], steps: list[int], rows: bool, depth: int, separator: bytes, shape: tuple[int, ...]
) -> np.ndarray | None:
    kernels = object_kernels.ready()
    if kernels is None:
        return None
    given = []
    for column, step in zip(columns, steps):
        if column.dtype.kind != "O":
            return None
        given += [id(column), step]
    out = np.empty(shape, object)
    packed = struct.pack(f"{len(given)}q", *given)
    arguments = packed, rows, depth, out.size, separator, len(separator), id(out)
    return out if kernels.text_join(kernels.python, *arguments) == 0 else None


@functools.lru_cache(maxsize=64)
def _separates(separators: bytes) -> bytes:
    return bytes(c in separators for c in range(256))


def split(texts: Array, separators: bytes | None, skip_empty: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
    """The parts of a vector of texts between bytes, or all single bytes: indices, values and shape of a sparse matrix."""
    given = _given(texts)
    if given is None:
        return None
    kernels, flat = given
    table = None if separators is None else _separates(separators)
    shape = np.empty(2, np.int64)
    arguments = kernels.python, id(flat), len(flat), table, skip_empty
    total = kernels.text_split(*arguments, id(shape), 0, None, None)
    if total < 0:
        return None
    indices, values = np.empty((total, 2), np.int64), np.empty(total, object)
    if kernels.text_split(*arguments, None, total, id(indices), id(values)) != total:
        return None
    return indices, values, shape


# -- numbers ----------------------------------------------------------------------------------------------------------


def numbers(texts: Array, kind: np.dtype) -> tuple[np.ndarray, list[int]] | None:
    """The numbers that texts hold, and the places of those that have to be looked at more closely."""
    given = _given(texts)
    if given is None or kind not in _KINDS:
        return None
    kernels, flat = given
    out, left = np.empty(texts.shape, kind), np.empty(len(flat), np.int64)
    count = kernels.text_numbers(kernels.python, id(flat), len(flat), _KINDS[kind], id(out), id(left))
    return None if count < 0 else (out, left[:count].tolist() if count else [])


class Table:
    """Records cut into fields, and the columns read from them."""

    def __init__(self, kernels: Any, records: np.ndarray, spans: np.ndarray, missing: bytes) -> None:
        self._kernels, self._records, self._spans, self._missing = kernels, records, spans, missing
        self._left = np.empty(records.size, np.int64)

    def column(self, number: int, kind: np.dtype) -> tuple[np.ndarray, list[int]] | None:
        """The values of a column, and the places of fields that are empty, or have to be looked at more closely."""
        if kind not in _KINDS:
            return None
        kernels, count, left = self._kernels, self._records.size, self._left
        out = np.empty(self._records.shape, kind)
        arguments = id(self._spans), number * count, count, _KINDS[kind], self._missing, len(self._missing)
        found = kernels.text_column(kernels.python, *arguments, id(out), id(left))
        return None if found < 0 else (out, left[:found].tolist() if found else [])

    def field(self, number: int, record: int) -> bytes:
        """The text of a field."""
        at, size = self._spans[number, record].tolist()
        return ctypes.string_at(at, size)


def table(
    records: Array, delimiter: bytes, quotes: bool, wanted: list[int], width: int, missing: bytes
) -> Table | None:
    """Records whose fields have no quotes in them, and no ends of lines unless they are in quotes, cut into `width` fields.

    Args:
      records: the texts.
      delimiter: one byte.
      quotes: whether quotes are special.
      wanted: the numbers of the fields, in order; all of them if it is empty.
      width: how many they are.
      missing: a text that stands for an empty field.
    """
    given = _given(records)
    if given is None or delimiter in (b'"', b"\r", b"\n"):
        return None
    kernels, _ = given
    held = records.copy("C")  # the texts that fields are parts of
    spans = np.empty((width, held.size, 2), np.int64)
    chosen = (_LONG * width)(*wanted) if wanted else None
    arguments = id(held), held.size, delimiter[0], ord('"') if quotes else -1, chosen, width, id(spans)
    return Table(kernels, held, spans, missing) if kernels.text_fields(kernels.python, *arguments) == 0 else None


_MAX_DIGITS = 9


def fixed(numbers: np.ndarray, digits: int) -> tuple[np.ndarray, list[int]] | None:
    """Real numbers as texts with so many digits after the point, and the places of those that others have to write."""
    kernels = object_kernels.ready()
    if kernels is None or not 0 <= digits <= _MAX_DIGITS:
        return None
    flat = np.ascontiguousarray(numbers.ravel(), np.float64)
    out, left = np.empty(numbers.shape, object), np.empty(len(flat), np.int64)
    count = kernels.text_fixed(kernels.python, id(flat), len(flat), digits, id(out), id(left))
    return None if count < 0 else (out, left[:count].tolist() if count else [])


# -- raw bytes --------------------------------------------------------------------------------------------------------


def raw(texts: Array, size: int, kind: np.dtype) -> np.ndarray | None:
    """The bytes of texts that all have one size, which is a multiple of a number's, as numbers in a new last dimension."""
    given = _given(texts)
    if given is None:
        return None
    kernels, flat = given
    out = np.empty((*texts.shape, size // kind.itemsize), kind)
    return out if kernels.text_raw(kernels.python, id(flat), len(flat), size, id(out)) == 0 else None
