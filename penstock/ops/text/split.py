"""Splitting strings: at characters, at separators, at blanks, into bytes; the parts are sparse or ragged tensors."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.composite import SparseTensor
from penstock.graph.convert import convert_to_tensor
from penstock.graph.dtypes import string
from penstock.graph.graph import name_scope
from penstock.graph.registry import no_gradient, op
from penstock.graph.typing import TensorLike
from penstock.graph.values import object_array
from penstock.ops.common.definitions import brackets
from penstock.ops.text import strings_native
from penstock.ops.text.strings import _invalid, flat
from penstock.ops.text.unicode import tensor_or_ragged
from penstock.util.deprecation import deprecated_argument_lookup

# From so many texts on, splitting them at once takes less time than one by one.
_MIN_STRINGS = 256
_SPLIT_SHAPES = rule.ranked(1, 0, out=rule.fixed([None, 2], [None], [2]))


def _sparse_rows(rows: list[list[bytes]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    counts = np.fromiter(map(len, rows), np.int64, len(rows))
    return _sparse_parts(list(itertools.chain.from_iterable(rows)), counts)


def _sparse_parts(parts: list[bytes], counts: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The sparse matrix of `counts[i]` parts in row i."""
    total = len(parts)
    indices = np.empty((total, 2), np.int64)
    indices[:, 0] = np.repeat(np.arange(len(counts)), counts)
    indices[:, 1] = np.arange(total) - np.repeat(np.cumsum(counts) - counts, counts)
    return indices, object_array(parts, (total,)), np.array([len(counts), counts.max(initial=0)], np.int64)


def _ends(texts: list[bytes]) -> np.ndarray:
    """Where each text ends when they are joined by one byte."""
    return np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)) + 1) - 1


def _split_all(texts: list[bytes], sep: bytes, skip_empty: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """All texts split at one byte: joined by it and split at once, which takes half the time of one by one."""
    if not texts:
        return _sparse_parts([], np.zeros(0, np.int64))
    joined = sep.join(texts)
    parts = joined.split(sep)
    found = np.flatnonzero(np.frombuffer(joined, np.uint8) == sep[0])
    counts = np.diff(np.searchsorted(found, _ends(texts)) + 1, prepend=0)
    if skip_empty and b"" in parts:
        kept = np.fromiter(map(bool, parts), bool, len(parts))
        counts = np.bincount(np.repeat(np.arange(len(texts)), counts)[kept], minlength=len(texts))
        parts = list(filter(None, parts))
    return _sparse_parts(parts, counts)


_BLANKS = b" \t\n\r\v\f"
_IS_BLANK = np.isin(np.arange(256), list(_BLANKS))


def _split_all_at_blanks(texts: list[bytes]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    joined = b" ".join([b"", *texts])
    blank = _IS_BLANK[np.frombuffer(joined, np.uint8)]
    begins = np.flatnonzero(blank[:-1] & ~blank[1:])
    counts = np.diff(np.searchsorted(begins, _ends(texts), side="right"), prepend=0) if texts else np.zeros(0, np.int64)
    return _sparse_parts(joined.split(), counts)


def _split_by_any(text: bytes, delimiters: bytes) -> list[bytes]:
    """Splits at each of the characters of `delimiters`, into single bytes if there are none."""
    if not delimiters:
        return [text[i : i + 1] for i in range(len(text))]
    if len(delimiters) > 1:
        text = text.translate(bytes.maketrans(delimiters, delimiters[:1] * len(delimiters)))
    return text.split(delimiters[:1])


@op("StringSplit", shape=_SPLIT_SHAPES, host=True)
def _string_split(xp, texts, delimiter, *, skip_empty):
    if np.ndim(texts) != 1:
        raise _invalid(f"input must be a vector, got shape: {brackets(np.shape(texts))}")
    if np.ndim(delimiter) > 1 or (np.ndim(delimiter) == 1 and len(delimiter) != 1):
        raise _invalid(f"delimiter must be a scalar, got shape: {brackets(np.shape(delimiter))}")
    (delimiter,) = flat(delimiter)
    found = strings_native.split(texts, delimiter or None, skip_empty)
    if found is not None:
        return found
    if len(delimiter) == 1 and len(texts) >= _MIN_STRINGS:
        return _split_all(flat(texts), delimiter, skip_empty)
    rows = [_split_by_any(text, delimiter) for text in flat(texts)]
    if skip_empty:
        rows = [[t for t in row if t] if b"" in row else row for row in rows]
    return _sparse_rows(rows)


@op("StringSplitV2", shape=_SPLIT_SHAPES, host=True)
def _string_split_v2(xp, texts, sep, *, maxsplit):
    if np.ndim(texts) != 1:
        raise _invalid(f"input must be a vector, got shape: {brackets(np.shape(texts))}")
    if np.ndim(sep):
        raise _invalid(f"sep must be a scalar, got shape: {brackets(np.shape(sep))}")
    (sep,) = flat(sep)
    if maxsplit < 0 and len(sep) <= 1:
        found = strings_native.split(texts, sep or _BLANKS, not sep)
        if found is not None:
            return found
    if maxsplit < 0 and len(sep) == 1 and len(texts) >= _MIN_STRINGS:
        return _split_all(flat(texts), sep, skip_empty=False)
    if maxsplit < 0 and not sep and len(texts) >= _MIN_STRINGS:
        return _split_all_at_blanks(flat(texts))
    if sep:
        return _sparse_rows([text.split(sep, maxsplit) for text in flat(texts)])
    return _sparse_rows([_split_at_blanks(text, maxsplit) for text in flat(texts)])


def _split_at_blanks(text: bytes, most: int) -> list[bytes]:
    if not most:
        return [text] if text.strip() else text.split()
    parts = text.split(None, most)
    # As in 1.15, what is behind the last split is a part of its own, also where nothing is left.
    return [*parts, b""] if len(parts) == most else parts


def _ragged(sparse: SparseTensor) -> Any:
    ragged = find("RaggedTensor")
    return ragged.from_value_rowids(
        values=sparse.values, value_rowids=sparse.indices[:, 0], nrows=sparse.dense_shape[0], validate=False
    )


@export("string_split")
def string_split(
    source: object,
    sep: TensorLike | None = None,
    skip_empty: bool = True,
    delimiter: TensorLike | None = None,
    result_type: str = "SparseTensor",
    name: str | None = None,
) -> Any:
    """Splits each string of a vector at the characters of `sep`.

    Args:
      source: a vector of strings.
      sep: each of its characters is a delimiter, a blank by default; if it is empty, strings are split into bytes.
      skip_empty: whether to leave out empty parts.
      delimiter: an old name of `sep`.
      result_type: "SparseTensor" or "RaggedTensor".
      name: a name for the operations.

    Raises:
      ValueError: for another `result_type`.

    >>> import penstock as tf
    >>> tf.Session().run(tf.string_split(["hello world", "a b c"])).values.tolist()
    [b'hello', b'world', b'a', b'b', b'c']
    """
    with name_scope(name, "StringSplit", [source]):
        sep = deprecated_argument_lookup("sep", sep, "delimiter", delimiter)
        delimiter = convert_to_tensor(" " if sep is None else sep, string)
        source = convert_to_tensor(source, string)
        split = SparseTensor(*apply("StringSplit", None, input=source, delimiter=delimiter, skip_empty=skip_empty))
        if result_type == "SparseTensor":
            return split
        if result_type == "RaggedTensor":
            return _ragged(split)
        raise ValueError("result_type must be 'RaggedTensor' or 'SparseTensor'.")


def _split_vector(source: object, sep: TensorLike | None, maxsplit: int) -> SparseTensor:
    sep = convert_to_tensor("" if sep is None else sep, string)
    source = convert_to_tensor(source, string)
    return SparseTensor(*apply("StringSplitV2", None, input=source, sep=sep, maxsplit=maxsplit))


def split_to_ragged(source: Any, sep: TensorLike | None, maxsplit: int, name: str | None = None) -> Any:
    """Splits strings as `tf.strings.split` does, to a `RaggedTensor`: 2.x's form of it."""
    ragged = find("RaggedTensor")
    with name_scope(name, "StringSplit"):
        source = tensor_or_ragged(source, "input")
        if isinstance(source, ragged):
            return source.with_flat_values(split_to_ragged(source.flat_values, sep, maxsplit))
        rank = source.shape.ndims
        if rank == 0:
            return split_to_ragged(find("stack")([source]), sep, maxsplit)[0]
        if rank in (1, None):
            return _ragged(_split_vector(source, sep, maxsplit))
        return split_to_ragged(ragged.from_tensor(source), sep, maxsplit)


@export("strings.split")
def split(
    input: Any = None,
    sep: Any = None,
    maxsplit: int = -1,
    result_type: str = "SparseTensor",
    source: Any = None,
    name: str | None = None,
) -> Any:
    """Splits strings at `sep` (a whole string, unlike `tf.string_split`), or at blanks.

    Args:
      input: strings.
      sep: the separator; runs of blanks by default.
      maxsplit: how many times to split at most; always, if negative.
      result_type: "SparseTensor" or "RaggedTensor".
      source: an old name of `input`.
      name: a name for the operations.

    Raises:
      ValueError: for another `result_type`.

    >>> import penstock as tf
    >>> tf.Session().run(tf.strings.split(["a, b", "c"], ", ", result_type="RaggedTensor")).to_list()
    [[b'a', b'b'], [b'c']]
    """
    input = deprecated_argument_lookup("input", input, "source", source)
    with name_scope(name, "StringSplit"):
        input = tensor_or_ragged(input, "input")
        if result_type == "SparseTensor" and input.shape.ndims == 1:
            return _split_vector(input, sep, maxsplit)
        ragged = split_to_ragged(input, sep, maxsplit)
        if result_type == "SparseTensor":
            return ragged.to_sparse()
        if result_type == "RaggedTensor":
            return ragged
        raise ValueError("result_type must be 'RaggedTensor' or 'SparseTensor'.")


@export("strings.bytes_split")
def bytes_split(input: Any, name: str | None = None) -> Any:
    """Splits strings into single bytes; returns a `RaggedTensor` with one more dimension.

    >>> import penstock as tf
    >>> tf.Session().run(tf.strings.bytes_split(["ab", "", "c"])).to_list()
    [[b'a', b'b'], [], [b'c']]
    """
    ragged = find("RaggedTensor")
    with name_scope(name, "StringsByteSplit"):
        input = tensor_or_ragged(input, "input")
        if isinstance(input, ragged):
            return input.with_flat_values(bytes_split(input.flat_values))
        rank = input.shape.ndims
        if rank is None:
            raise ValueError("input must have a statically-known rank.")
        if rank == 0:
            return bytes_split(find("stack")([input]))[0]
        if rank == 1:
            return _ragged(SparseTensor(*apply("StringSplit", None, input=input, delimiter="", skip_empty=False)))
        return bytes_split(ragged.from_tensor(input))


no_gradient("StringSplit", "StringSplitV2")
