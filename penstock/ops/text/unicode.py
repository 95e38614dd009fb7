"""Unicode text: decoding to code points and encoding, between encodings, scripts, and n-grams of tokens."""

from __future__ import annotations

import bisect
import codecs
import functools
import importlib
import json
import pathlib
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.dtypes import int32, string
from penstock.graph.errors import invalid
from penstock.graph.graph import name_scope
from penstock.graph.registry import no_gradient, op
from penstock.graph.typing import DTypeLike, TensorLike
from penstock.graph.values import as_bytes, object_array
from penstock.ops.common.definitions import function
from penstock.ops.text.strings import flat

_SCRIPTS = pathlib.Path(__file__).with_name("scripts.json")
_CONTROL = frozenset(range(0x20))  # 1.x means these alone, and all of them
_ENCODINGS = {"UTF-8": "utf-8", "UTF-16-BE": "utf-16-be", "UTF-32-BE": "utf-32-be"}


def _codec(encoding: str) -> str:
    try:
        return codecs.lookup(encoding.lower()).name
    except LookupError:
        raise errors.invalid(f"Could not create converter for input encoding: {encoding}") from None


def _decoded(text: bytes, codec: str, wrong: str, replacement: int, controls: bool) -> list[tuple[int, int]]:
    """The code points of a text with the positions of their first bytes."""
    pieces: list[tuple[int, int]] = []
    if codec == "utf-8" and text.isascii():
        pieces = [(c, i) for i, c in enumerate(text)]
    else:
        at = 0
        while at < len(text):
            try:
                good, bad = text[at:].decode(codec), None
            except UnicodeDecodeError as error:
                good, bad = text[at : at + error.start].decode(codec), error
            for c in good:
                pieces.append((ord(c), at))
                at += len(c.encode(codec))
            if bad is not None:
                if wrong == "strict":
                    raise errors.invalid("Invalid formatting on input string")
                if wrong == "replace":
                    pieces.append((replacement, at))
                at += max(1, bad.end - bad.start)
    if controls:
        if wrong == "ignore":
            return [p for p in pieces if p[0] not in _CONTROL]
        return [(replacement if c in _CONTROL else c, at) for c, at in pieces]
    return pieces


def _encoded(points: Any, encoding: str, wrong: str, replacement: int) -> bytes:
    out = []
    for point in points:
        if not 0 <= point <= 0x10FFFF:
            if wrong == "strict":
                raise errors.invalid("Code point value out of valid Unicode range.")
            if wrong == "ignore":
                continue
            point = replacement
        out.append(chr(point))
    text, codec = "".join(out), _ENCODINGS[encoding]
    try:
        return text.encode(codec)
    except UnicodeEncodeError:  # halves of characters: 1.x joins pairs of them, and lets single ones pass where it can
        text = text.encode("utf-16-be", "surrogatepass").decode("utf-16-be", "surrogatepass")
        if codec == "utf-8":
            text = "".join("\ufffd" if 0xD800 <= ord(c) < 0xE000 else c for c in text)
        return text.encode(codec, "surrogatepass")


@op("UnicodeTranscode", shape=rule.same, host=True)
def _transcode(
    xp, texts, *, input_encoding, output_encoding, errors, replacement_char, replace_control_characters
):  # fmt: skip
    codec = _codec(input_encoding)
    strict = errors == "strict" and replace_control_characters
    out = []
    for text in flat(texts):
        pieces = _decoded(text, codec, errors, replacement_char, replace_control_characters and not strict)
        if strict and any(c in _CONTROL for c, _ in pieces):
            raise invalid("Invalid formatting on input string")
        out.append(_encoded([c for c, _ in pieces], output_encoding, errors, replacement_char))
    return object_array(out, np.shape(texts))


def _decode(texts: Any, encoding: str, wrong: str, replacement: int, controls: bool, splits: Any) -> tuple:
    rows = [_decoded(t, _codec(encoding), wrong, replacement, controls) for t in flat(texts)]
    ends = np.cumsum([0, *map(len, rows)]).astype(splits.storage)
    points = np.array([p for row in rows for p in row], np.int64).reshape(-1, 2)
    return ends, points[:, 0].astype(np.int32), points[:, 1].copy()


def _decode_rule(c):
    size = rule.num_elements(c.shape(0))
    return [[None if size is None else size + 1], *([[None]] * (len(c.op.outputs) - 1))]


@op("UnicodeDecode", shape=_decode_rule, host=True)
def _unicode_decode(xp, texts, *, input_encoding, errors, replacement_char, replace_control_characters, Tsplits):
    return _decode(texts, input_encoding, errors, replacement_char, replace_control_characters, Tsplits)[:2]


@op("UnicodeDecodeWithOffsets", shape=_decode_rule, host=True)
def _unicode_decode_offsets(
    xp, texts, *, input_encoding, errors, replacement_char, replace_control_characters, Tsplits
):
    return _decode(texts, input_encoding, errors, replacement_char, replace_control_characters, Tsplits)


def _encode_rule(c):
    _, (rows,) = rule.with_ranks(c, 1, 1)
    return [[rule.subtract(rows, 1)]]


@op("UnicodeEncode", shape=_encode_rule, host=True)
def _unicode_encode(xp, values, splits, *, output_encoding, errors, replacement_char):
    points, ends = np.ravel(values).tolist(), np.ravel(splits).tolist()
    if not ends or ends[0] != 0 or ends[-1] != len(points) or any(b < a for a, b in zip(ends, ends[1:])):
        raise invalid("Values in input_splits must be equal or in ascending order, from 0 to the number of values.")
    rows = [_encoded(points[a:b], output_encoding, errors, replacement_char) for a, b in zip(ends, ends[1:])]
    return object_array(rows, (len(rows),))


@functools.cache
def _script_table() -> tuple[list[int], list[int]]:
    starts, codes = json.loads(_SCRIPTS.read_text())
    return starts, codes


@op("UnicodeScript", shape=rule.same, host=True)
def _unicode_script(xp, points):
    starts, codes = _script_table()
    found = [codes[bisect.bisect_right(starts, p) - 1] if 0 <= p <= 0x10FFFF else -1 for p in np.ravel(points).tolist()]
    return np.array(found, np.int32).reshape(np.shape(points))


@op("StringNGrams", shape=lambda c: [[None], rule.with_ranks(c, 1, 1)[1]], host=True)
def _ngrams(xp, data, splits, *, separator, ngram_widths, left_pad, right_pad, pad_width, preserve_short_sequences):
    tokens, ends = flat(data), np.asarray(splits).tolist()
    sep, left, right = as_bytes(separator), as_bytes(left_pad), as_bytes(right_pad)
    out: list[bytes] = []
    counts = [0]
    for a, b in zip(ends, ends[1:]):
        row = tokens[a:b]
        for width in ngram_widths:
            pad = width - 1 if pad_width < 0 else min(pad_width, width - 1)
            padded = [left] * pad + row + [right] * pad
            number = len(padded) - width + 1
            if number > 0:
                out += [sep.join(padded[i : i + width]) for i in range(number)]
        if preserve_short_sequences and len(out) == counts[-1] and row:
            # Padded on both sides by less than a width it is still too short: it is kept as it is.
            pad = 0 if pad_width <= 0 else pad_width
            out.append(sep.join([left] * pad + row + [right] * pad))
        counts.append(len(out))
    return object_array(out, (len(out),)), np.array(counts, np.asarray(splits).dtype)


no_gradient("UnicodeTranscode", "UnicodeDecode", "UnicodeDecodeWithOffsets", "UnicodeEncode", "UnicodeScript")

unicode_script = export("strings.unicode_script")(
    function(
        "UnicodeScript",
        "The number of the script (as ICU counts them) of code points; -1 if not one.",
        "input",
        example=">>> tf.Session().run(tf.strings.unicode_script([ord('a'), 0x3B1]))  # Latin and Greek\n"
        "array([25, 14], dtype=int32)",
    )
)
unicode_transcode = export("strings.unicode_transcode")(
    function(
        "UnicodeTranscode",
        "Changes the encoding of text.",
        "input",
        "input_encoding",
        "output_encoding",
        "errors",
        "replacement_char",
        "replace_control_characters",
        example="""\
>>> tf.Session().run(tf.strings.unicode_transcode("Hi", "UTF-8", "UTF-16-BE"))
b'\\x00H\\x00i'
>>> tf.Session().run(tf.strings.unicode_transcode(b"a\\xff", "UTF-8", "UTF-8", replacement_char=ord("?")))
b'a?'""",
    )
)


def tensor_or_ragged(value: TensorLike, name: str, dtype: DTypeLike | None = string) -> Any:
    """A ragged tensor (also one given as a value) as it is, everything else as a tensor of strings."""
    if not hasattr(value, "nested_row_splits"):
        return convert_to_tensor(value, dtype, name=name)
    return importlib.import_module("penstock.ops.ragged.tensor").as_ragged_or_tensor(value, dtype, name)


def _all_points(
    input: Any, encoding: str, errors: str, replacement: int, controls: bool, with_offsets: bool
) -> tuple[Any, ...]:
    ragged = find("RaggedTensor")
    input = tensor_or_ragged(input, name="input")
    rank = input.shape.ndims
    if rank is None:
        raise ValueError("Rank of `input` must be statically known.")
    if rank > 1 and not isinstance(input, ragged):
        input = ragged.from_tensor(input, ragged_rank=rank - 1)
    elif rank > 1 and input.ragged_rank < rank - 1:
        inner = ragged.from_tensor(input.flat_values, ragged_rank=rank - 1 - input.ragged_rank)
        input = input.with_flat_values(inner)
    texts = find("reshape")(input.flat_values if isinstance(input, ragged) else input, [-1])
    kind = "UnicodeDecodeWithOffsets" if with_offsets else "UnicodeDecode"
    splits, *parts = apply(
        kind,
        None,
        input=texts,
        input_encoding=encoding,
        errors=errors,
        replacement_char=replacement,
        replace_control_characters=controls,
    )
    if rank == 0:
        return tuple(parts)
    rows = [ragged.from_row_splits(p, splits, validate=False) for p in parts]
    return tuple(input.with_flat_values(r) if rank > 1 else r for r in rows)


@export("strings.unicode_decode")
def unicode_decode(
    input: TensorLike,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> Any:
    """Decodes text to code points: a vector for a scalar, else a `RaggedTensor` with one more dimension.

    Args:
      input: text.
      input_encoding: its encoding.
      errors: "strict", "replace" or "ignore": what is done where it is not valid.
      replacement_char: the code point that replaces it.
      replace_control_characters: whether it replaces control characters, too.
      name: a name for the operations.

    >>> import penstock as tf
    >>> tf.Session().run(tf.strings.unicode_decode(["ab", "", "\\u00e9"], "UTF-8")).to_list()
    [[97, 98], [], [233]]
    """
    with name_scope(name, "UnicodeDecode"):
        return _all_points(input, input_encoding, errors, replacement_char, replace_control_characters, False)[0]


@export("strings.unicode_decode_with_offsets")
def unicode_decode_with_offsets(
    input: TensorLike,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> tuple[Any, ...]:
    """Decodes text to code points, as `unicode_decode`, and says at which byte each of them begins.

    Args:
      input: a string tensor, or a RaggedTensor of strings.
      input_encoding: the encoding of the text, such as "UTF-8" or "UTF-16-BE".
      errors: what to do with what cannot be read: "replace", "ignore" or "strict", which raises an error.
      replacement_char: the code point that "replace" puts in its place.
      replace_control_characters: whether control characters (0 to 31) are replaced, too.
      name: a name for the operation.

    >>> import penstock as tf
    >>> points, offsets = tf.strings.unicode_decode_with_offsets(["\\u00e9a", "b"], "UTF-8")
    >>> tf.Session().run(offsets).to_list()
    [[0, 2], [0]]
    """
    with name_scope(name, "UnicodeDecodeWithOffsets"):
        return _all_points(input, input_encoding, errors, replacement_char, replace_control_characters, True)


@export("strings.unicode_encode")
def unicode_encode(
    input: Any, output_encoding: str, errors: str = "replace", replacement_char: int = 65533, name: str | None = None
) -> Any:
    """Encodes code points, in the last dimension of a tensor or a `RaggedTensor`, as text.

    Args:
      input: code points, int32.
      output_encoding: "UTF-8", "UTF-16-BE" or "UTF-32-BE".
      errors: what to do with what cannot be read: "replace", "ignore" or "strict", which raises an error.
      replacement_char: the code point that "replace" puts in its place.
      name: a name for the operation.

    Raises:
      ValueError: if the rank is not known, or 0.

    >>> import penstock as tf
    >>> tf.Session().run(tf.strings.unicode_encode(tf.ragged.constant([[97, 98], [99]]), "UTF-8")).tolist()
    [b'ab', b'c']
    """
    rest = (output_encoding, errors, replacement_char)
    with name_scope(name, "UnicodeEncode"):
        input = tensor_or_ragged(input, "input", None)
        if hasattr(input, "flat_values"):
            if input.flat_values.shape.ndims > 1:
                return input.with_flat_values(unicode_encode(input.flat_values, *rest))
            if input.ragged_rank > 1:
                return input.with_values(unicode_encode(input.values, *rest))
            values, splits = input.values, input.row_splits
            return apply(
                "UnicodeEncode",
                None,
                input_values=values,
                input_splits=splits,
                output_encoding=output_encoding,
                errors=errors,
                replacement_char=replacement_char,
            )
        input = convert_to_tensor(input)
        rank = input.shape.ndims
        if rank is None:
            raise ValueError("Rank of input_tensor must be statically known.")
        if rank == 0:
            raise ValueError("input_tensor's rank must be at least 1.")
        shape, reshape = find("shape")(input), find("reshape")
        count = find("size")(input) // shape[-1] if rank > 1 else 1
        splits = find("range")(count + 1) * shape[-1]
        encoded = apply(
            "UnicodeEncode",
            None,
            input_values=reshape(find("cast")(input, int32), [-1]),
            input_splits=find("cast")(splits, find("int64")),
            output_encoding=output_encoding,
            errors=errors,
            replacement_char=replacement_char,
        )
        return reshape(encoded, shape[:-1])


def _split_points(points: Any, encoding: str, errors: str, replacement: int) -> Any:
    if hasattr(points, "flat_values"):
        return points.with_flat_values(_split_points(points.flat_values, encoding, errors, replacement))
    return unicode_encode(find("expand_dims")(points, -1), encoding, errors, replacement)


@export("strings.unicode_split")
def unicode_split(
    input: TensorLike,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    name: str | None = None,
) -> Any:
    """Splits text into its characters: a vector for a scalar, else a `RaggedTensor` with one more dimension.

    Args:
      input: a string tensor, or a RaggedTensor of strings.
      input_encoding: the encoding of the text, such as "UTF-8" or "UTF-16-BE".
      errors: what to do with what cannot be read: "replace", "ignore" or "strict", which raises an error.
      replacement_char: the code point that "replace" puts in its place.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.strings.unicode_split(["ab", "c"], "UTF-8")).to_list()
    [[b'a', b'b'], [b'c']]
    """
    with name_scope(name, "UnicodeSplit"):
        (points,) = _all_points(input, input_encoding, errors, replacement_char, False, False)
        return _split_points(points, input_encoding, errors, replacement_char)


@export("strings.unicode_split_with_offsets")
def unicode_split_with_offsets(
    input: TensorLike,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    name: str | None = None,
) -> tuple[Any, Any]:
    """Splits text into its characters, as `unicode_split`, and says at which byte each of them begins.

    Args:
      input: a string tensor, or a RaggedTensor of strings.
      input_encoding: the encoding of the text, such as "UTF-8" or "UTF-16-BE".
      errors: what to do with what cannot be read: "replace", "ignore" or "strict", which raises an error.
      replacement_char: the code point that "replace" puts in its place.
      name: a name for the operation.

    >>> import penstock as tf
    >>> characters, offsets = tf.strings.unicode_split_with_offsets(["ab", "c"], "UTF-8")
    >>> tf.Session().run(offsets).to_list()
    [[0, 1], [0]]
    """
    with name_scope(name, "UnicodeSplitWithOffsets"):
        points, offsets = _all_points(input, input_encoding, errors, replacement_char, False, True)
        return _split_points(points, input_encoding, errors, replacement_char), offsets


@export("strings.ngrams")
def ngrams(
    data: Any,
    ngram_width: Any,
    separator: str = " ",
    pad_values: Any = None,
    padding_width: int | None = None,
    preserve_short_sequences: bool = False,
    name: str | None = None,
) -> Any:
    """Joins each `ngram_width` tokens that follow one another in the last dimension.

    Args:
      data: tokens: a tensor or a `RaggedTensor`.
      ngram_width: how many tokens, or a list of such numbers.
      separator: what to put between them.
      pad_values: a token, or a pair of tokens, to put before and after each row; none by default.
      padding_width: how many of them at most; one less than the width by default.
      preserve_short_sequences: whether a row that is too short for any n-gram gives itself.
      name: a name for the operations.

    Raises:
      TypeError: if `pad_values` is not text.
      ValueError: for a width or padding below 1, or padding without a value.

    >>> import penstock as tf
    >>> tf.Session().run(tf.strings.ngrams(tf.ragged.constant([["a", "b", "c"], ["d"]]), 2)).to_list()
    [[b'a b', b'b c'], []]
    """
    pads = pad_values if isinstance(pad_values, (list, tuple)) else (pad_values, pad_values)
    if pad_values is not None and not all(isinstance(p, (bytes, str)) for p in pads):
        raise TypeError("pad_values must be a string, tuple of strings, or None.")
    if padding_width is not None and padding_width < 1:
        raise ValueError("padding_width must be greater than 0.")
    if padding_width is not None and pad_values is None:
        raise ValueError("pad_values must be provided if padding_width is set.")
    widths = list(ngram_width) if isinstance(ngram_width, (list, tuple)) else [ngram_width]
    if any(w < 1 for w in widths):
        raise ValueError(f"All ngram_widths must be greater than 0. Got {ngram_width}")
    pad_width = 0 if pad_values is None else -1 if padding_width is None else padding_width
    left, right = ("", "") if pad_values is None else pads

    def rows_of(tokens: Any, splits: TensorLike) -> Any:
        return apply(
            "StringNGrams",
            None,
            data=tokens,
            data_splits=splits,
            separator=separator,
            ngram_widths=widths,
            left_pad=left,
            right_pad=right,
            pad_width=pad_width,
            preserve_short_sequences=preserve_short_sequences,
        )

    with name_scope(name, "StringNGrams"):
        data = tensor_or_ragged(data, "data")
        if hasattr(data, "flat_values"):
            if data.ragged_rank > 1:
                return data.with_values(
                    ngrams(data.values, widths, separator, pad_values, padding_width, preserve_short_sequences)
                )
            joined, ends = rows_of(data.flat_values, data.row_splits)
            return find("RaggedTensor").from_row_splits(joined, ends, validate=False)
        rank = data.shape.ndims
        if rank is None:
            raise ValueError("Rank of data must be known.")
        if rank == 0:
            raise ValueError("Data must have rank>0")
        shape, reshape, cast = find("shape")(data), find("reshape"), find("cast")
        count = 1 if rank == 1 else find("reduce_prod")(shape[:-1])
        splits = cast(find("range")(count + 1) * shape[-1], find("int64"))
        joined, _ = rows_of(reshape(data, [-1]), splits)
        return reshape(joined, find("concat")([shape[:-1], [-1]], 0))
