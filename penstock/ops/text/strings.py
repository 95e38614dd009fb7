"""Strings: joining, parts, regular expressions, case, hash buckets. They live on the host, as bytes."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.inference import _bracketed
from penstock.graph.operation import Tensor
from penstock.graph.registry import no_gradient, op
from penstock.graph.typing import AxisLike, NestedTensors, TensorLike
from penstock.graph.values import as_bytes, object_array
from penstock.ops.common import memory_check
from penstock.ops.common.definitions import brackets, function
from penstock.ops.io import printing
from penstock.ops.text import hashing, regex, strings_native
from penstock.util.deprecation import deprecated_argument_lookup


def _invalid(message: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, message)


def flat(x: Any) -> list[bytes]:
    """The strings of a tensor, one after the other."""
    return x.ravel().tolist() if isinstance(x, np.ndarray) else [x]


def _same_shape(items: list[bytes], like: Any) -> np.ndarray:
    return object_array(items, np.shape(like))


# -- joining ----------------------------------------------------------------------------------------------------------


def _join_rule(c):
    shape = rule.SCALAR
    for s in c.shapes:
        if s.ndims != 0:
            shape = s if shape.ndims == 0 else rule.merge(shape, s)
    return [shape]


@op("StringJoin", shape=_join_rule, host=True)
def _string_join(xp, inputs, *, separator):
    shapes = [np.shape(x) for x in inputs]
    shape = next((s for s in shapes if s), ())
    if any(s and s != shape for s in shapes):
        wrong = next(s for s in shapes if s and s != shape)
        raise _invalid(
            f"Input shapes do not match: {brackets(shape)} vs. {brackets(wrong)}",
        )
    separator = as_bytes(separator)
    found = strings_native.joined(inputs, separator, shape)
    if found is not None:
        return found
    count = int(np.prod(shape, dtype=np.int64))
    columns = [flat(x) if np.shape(x) == shape else flat(x) * count for x in inputs]
    return object_array(list(map(separator.join, zip(*columns))), shape)


def _reduce_join_rule(c):
    rule.with_rank_at_most(c.shape(1), 1)
    return rule.reduction(c)


@op("ReduceJoin", shape=_reduce_join_rule, static=("reduction_indices",), host=True)
def _reduce_join(xp, inputs, reduction_indices, *, keep_dims, separator):
    inputs = np.asarray(inputs, object)
    axes = np.ravel(reduction_indices).tolist()
    rank = inputs.ndim
    for a in axes:
        if not -rank <= a < rank:
            text = f"Invalid reduction dimension {a} for input with {rank} dimension(s)"
            raise errors.OutOfRangeError(None, None, text)
    if len(axes) == 1 and axes[0] in (-1, rank - 1) and inputs.size:  # the usual case
        found = strings_native.rows_joined(inputs, as_bytes(separator), (*inputs.shape[:-1], *[1] * bool(keep_dims)))
        if found is not None:
            return found
    axes = [a % rank for a in axes]
    if len(set(axes)) < len(axes):
        raise _invalid(f"Duplicate reduction dimension {next(a for a in axes if axes.count(a) > 1)}")
    kept = [i for i in range(rank) if i not in axes]
    shape = (
        tuple(1 if i in axes else d for i, d in enumerate(inputs.shape))
        if keep_dims
        else tuple(inputs.shape[i] for i in kept)
    )
    count = math.prod([inputs.shape[i] for i in kept])
    order = [*kept, *axes[::-1]]
    if order != list(range(rank)):
        inputs = inputs.transpose(order)
    rows = inputs.reshape(count, -1) if inputs.size else np.empty((count, 0), object)
    separator = as_bytes(separator)
    found = strings_native.rows_joined(rows, separator, shape)
    if found is not None:
        return found
    return object_array([separator.join(row) for row in rows.tolist()], shape)


@op("UnsortedSegmentJoin", shape=rule.unsorted_segments, host=True)
def _unsorted_segment_join(xp, inputs, segment_ids, num_segments, *, separator):
    inputs, ids, count = np.asarray(inputs, object), np.asarray(segment_ids), int(np.ravel(num_segments)[0])
    if inputs.ndim == 0:
        raise _invalid("Inputs must have rank 1 or higher")
    if ids.ndim == 0:
        raise _invalid("Segment_ids cannot have rank 0")
    if inputs.shape[: ids.ndim] != ids.shape:
        raise _invalid(f"Segment_ids shape must be a prefix of input shape, got {brackets(ids.shape)}")
    if count < 0:
        raise _invalid("Number of segments must be positive.")
    tail = inputs.shape[ids.ndim :]
    width = int(np.prod(tail, dtype=np.int64))
    memory_check.check((count, *tail), object)
    groups: list[list[bytes]] = [[] for _ in range(count * width)]
    for segment, row in zip(ids.ravel().tolist(), inputs.reshape(ids.size, width).tolist()):
        if not 0 <= segment < count:
            raise _invalid("segment_ids are not allowed to exceed num_segments or to have negative values.")
        for j, text in enumerate(row):
            groups[segment * width + j].append(text)
    return object_array([as_bytes(separator).join(g) for g in groups], (count, *tail))


join = export("strings.join", "string_join")(
    function(
        "StringJoin",
        "Joins strings at the same position of several tensors; scalars are repeated.",
        "inputs",
        "separator",
        example=""">>> tf.Session().run(tf.string_join(["a", ["x", "y"]], separator="-")).tolist()\n[b'a-x', b'a-y']""",
    )
)
unsorted_segment_join = export("strings.unsorted_segment_join")(
    function(
        "UnsortedSegmentJoin",
        "Joins the strings that have one segment id.",
        "inputs",
        "segment_ids",
        "num_segments",
        "separator",
        example=">>> tf.Session().run(tf.strings.unsorted_segment_join(['a', 'b', 'c'], [1, 0, 1], 2)).tolist()\n"
        "[b'b', b'ac']",
    )
)


@export("strings.reduce_join", "reduce_join")
def reduce_join(
    inputs: NestedTensors,
    axis: AxisLike | None = None,
    keep_dims: bool | None = None,
    separator: str = "",
    name: str | None = None,
    reduction_indices: AxisLike | None = None,
    keepdims: bool | None = None,
) -> Tensor:
    """Joins all strings along dimensions of a tensor, in the order in which `axis` names them.

    Args:
      inputs: a tensor of strings.
      axis: a dimension or several; all of them, from the last one, by default.
      keep_dims: an old name of `keepdims`.
      separator: what to put between.
      name: a name for the operation.
      reduction_indices: an old name of `axis`.
      keepdims: whether to keep the dimensions as 1.

    >>> import penstock as tf
    >>> tf.Session().run(tf.reduce_join([["a", "b"], ["c", "d"]], 1, separator="-")).tolist()
    [b'a-b', b'c-d']
    """
    keepdims = deprecated_argument_lookup("keepdims", keepdims, "keep_dims", keep_dims)
    axis = deprecated_argument_lookup("axis", axis, "reduction_indices", reduction_indices)
    with name_scope(None, "ReduceJoin", [inputs, axis]):
        inputs = convert_to_tensor(inputs)
        if axis is None:
            rank = inputs.shape.ndims
            if rank is not None:
                axis = find("constant")(np.arange(rank - 1, -1, -1), find("int32"))
            else:
                axis = find("range")(find("rank")(inputs) - 1, -1, -1)
        return apply("ReduceJoin", name, inputs=inputs, reduction_indices=axis, keep_dims=keepdims, separator=separator)


# -- parts ------------------------------------------------------------------------------------------------------------


def _points(text: bytes) -> list[int]:
    """Where the characters of UTF-8 text begin, and its end."""
    starts = [i for i, c in enumerate(text) if c & 0xC0 != 0x80]
    return [*starts, len(text)]


def _substr_rule(c):
    pos, length = c.shape(1), c.shape(2)
    if pos.ndims is not None:  # 1.15 also refuses what might be the same, but is not known as well
        rule.with_rank(pos, -1 if length.ndims is None else length.ndims)
        if pos.as_list() != length.as_list():
            raise ValueError(f"pos and len shapes must match: {_bracketed(pos)} vs. {_bracketed(length)}")
    return [rule.broadcast_shapes(c.shape(0), pos)]


@op("Substr", shape=_substr_rule, host=True)
def _substr(xp, texts, pos, length, *, unit):
    if np.shape(pos) != np.shape(length):
        raise _invalid(
            f"pos and len should have the same shape, got: {brackets(np.shape(pos))} vs. {brackets(np.shape(length))}"
        )
    if unit == "BYTE" and np.any(np.less(length, 0)):  # as in 1.x: all that follows
        length = np.where(np.less(length, 0), np.iinfo(np.int32).max, length)
    found = strings_native.parts(texts, pos, length, unit != "BYTE")
    if found is not None:
        return found
    array = np.asarray(texts, object)
    if unit == "BYTE" and not np.ndim(pos):
        items, begin, count = flat(array), int(pos), max(0, int(length))
        if begin <= min(map(len, items), default=begin) and begin >= 0:
            part = slice(begin, begin + count)
            return object_array([text[part] for text in items], array.shape)
    try:
        array, begins, counts = np.broadcast_arrays(array, pos, length)
    except ValueError:
        raise errors.UnimplementedError(
            None, None, f"Substr broadcast not implemented for {array.ndim} dimensions"
        ) from None
    out = []
    for text, begin, count in zip(array.ravel().tolist(), begins.ravel().tolist(), counts.ravel().tolist()):
        points = None if unit == "BYTE" or text.isascii() else _points(text)
        size = len(text) if points is None else len(points) - 1
        if not -size <= begin <= size:
            raise _invalid(f"pos {begin} out of range for string b'{text.decode(errors='replace')}'")
        begin = begin + size if begin < 0 else begin
        end = max(begin, min(begin + count, size))
        out.append(text[begin:end] if points is None else text[points[begin] : points[end]])
    return object_array(out, array.shape)


@op("StringLength", shape=rule.same, host=True)
def _string_length(xp, texts, *, unit):
    found = strings_native.sizes(texts, unit != "BYTE")
    if found is not None:
        return found
    measure = len if unit == "BYTE" else (lambda t: len(_points(t)) - 1)
    return np.fromiter(map(measure, flat(texts)), np.int32, np.size(texts)).reshape(np.shape(texts))


@op("StringStrip", shape=rule.same, host=True)
def _string_strip(xp, texts):
    found = strings_native.stripped(texts)
    if found is not None:
        return found
    return _same_shape(list(map(bytes.strip, flat(texts))), texts)


def _cased(method: str) -> Any:
    def kernel(xp, texts, *, encoding):
        if encoding not in ("", "utf-8"):
            raise _invalid(f"only utf-8 or '' (no encoding) is supported, received {encoding}")
        if encoding == "utf-8":
            changed = [getattr(t.decode("utf-8", "replace"), method)().encode() for t in flat(texts)]
        else:
            found = strings_native.cased(texts, method == "upper")
            if found is not None:
                return found
            changed = list(map(getattr(bytes, method), flat(texts)))
        return _same_shape(changed, texts)

    kernel.__module__ = __name__
    return kernel


op("StringLower", shape=rule.same, host=True)(_cased("lower"))
op("StringUpper", shape=rule.same, host=True)(_cased("upper"))

strip = export("strings.strip", "string_strip")(
    function(
        "StringStrip",
        "Removes white space at both ends of strings.",
        "input",
        example=""">>> tf.Session().run(tf.string_strip([" a b ", "c"])).tolist()\n[b'a b', b'c']""",
    )
)
lower = export("strings.lower")(
    function(
        "StringLower",
        "Makes letters small: those of ASCII, or all if `encoding` is 'utf-8'.",
        "input",
        "encoding",
        example=""">>> tf.Session().run(tf.strings.lower("Hello"))\nb'hello'""",
    )
)
upper = export("strings.upper")(
    function(
        "StringUpper",
        "Makes letters capital: those of ASCII, or all if `encoding` is 'utf-8'.",
        "input",
        "encoding",
        example=""">>> tf.Session().run(tf.strings.upper("Hello"))\nb'HELLO'""",
    )
)


@export("strings.length")
def length(input: TensorLike, name: str | None = None, unit: str = "BYTE") -> Tensor:
    """Counts the bytes of strings, or with `unit="UTF8_CHAR"` their characters.

    Args:
      input: strings.
      name: a name for the operation.
      unit: "BYTE" or "UTF8_CHAR".

    >>> import penstock as tf
    >>> tf.Session().run(tf.strings.length(["", "abc", "\\u00e9"]))
    array([0, 3, 2], dtype=int32)
    """
    return apply("StringLength", name, input=input, unit=unit)


@export("strings.substr", "substr")
def substr(input: TensorLike, pos: Any, len: Any, name: str | None = None, unit: str = "BYTE") -> Tensor:
    """Takes the part of `len` bytes from `pos` on; a negative `pos` counts from the end.

    Args:
      input: strings.
      pos: where to begin: a scalar, or of a shape that can be broadcast with `input`.
      len: how much to take at most, of the shape of `pos`.
      name: a name for the operation.
      unit: "BYTE" or "UTF8_CHAR".

    Raises (when run):
      InvalidArgumentError: if `pos` is beyond the end of a string.

    >>> import penstock as tf
    >>> tf.Session().run(tf.substr(["Hello", "World"], 1, 3)).tolist()
    [b'ell', b'orl']
    """
    return apply("Substr", name, input=input, pos=pos, len=len, unit=unit)


# -- regular expressions ----------------------------------------------------------------------------------------------


def _pattern(value: Any, what: str = "Pattern") -> bytes:
    if np.ndim(value):
        raise _invalid(f"{what} must be scalar, but received {brackets(np.shape(value))}")
    return flat(value)[0]


def _full_match(texts: Any, pattern: bytes) -> np.ndarray:
    try:
        return np.array(regex.full_match(pattern, flat(texts)), bool).reshape(np.shape(texts))
    except regex.RegexError as error:
        raise _bad_pattern(pattern, error) from None


def _bad_pattern(pattern: bytes, error: Exception) -> errors.InvalidArgumentError:
    return _invalid(f"Invalid pattern: {pattern.decode(errors='replace')}, error: {error}")


def _regex_rule(c):
    for shape in c.shapes[1:]:
        rule.with_rank(shape, 0)
    return [c.shape(0)]


@op("RegexFullMatch", shape=_regex_rule, host=True)
def _regex_full_match(xp, texts, pattern):
    return _full_match(texts, _pattern(pattern))


@op("StaticRegexFullMatch", shape=rule.same, host=True)
def _static_regex_full_match(xp, texts, *, pattern):
    return _full_match(texts, as_bytes(pattern))


def _replace(texts: TensorLike, pattern: bytes, rewrite: bytes, everywhere: bool) -> np.ndarray:
    try:
        return _same_shape(regex.replace(pattern, rewrite, everywhere, flat(texts)), texts)
    except regex.RegexError as error:
        raise _bad_pattern(pattern, error) from None


@op("RegexReplace", shape=_regex_rule, host=True)
def _regex_replace(xp, texts, pattern, rewrite, *, replace_global):
    return _replace(texts, _pattern(pattern), _pattern(rewrite, "Rewrite"), replace_global)


@op("StaticRegexReplace", shape=rule.same, host=True)
def _static_regex_replace(xp, texts, *, pattern, rewrite, replace_global):
    return _replace(texts, as_bytes(pattern), as_bytes(rewrite), replace_global)


@export("strings.regex_full_match")
def regex_full_match(input: TensorLike, pattern: Any, name: str | None = None) -> Tensor:
    """Says for each string whether all of it matches a regular expression (RE2's syntax).

    Args:
      input: strings.
      pattern: the regular expression, a string or a scalar tensor.
      name: a name for the operation.

    Raises (when run):
      InvalidArgumentError: if the pattern is no regular expression.

    >>> import penstock as tf
    >>> tf.Session().run(tf.strings.regex_full_match(["a1", "a1b"], "[a-z][0-9]"))
    array([ True, False])
    """
    static = isinstance(pattern, (bytes, str))
    return apply("StaticRegexFullMatch" if static else "RegexFullMatch", name, input=input, pattern=pattern)


@export("strings.regex_replace", "regex_replace")
def regex_replace(
    input: TensorLike, pattern: Any, rewrite: TensorLike, replace_global: bool = True, name: str | None = None
) -> Tensor:
    r"""Replaces what matches a regular expression (RE2's syntax).

    Args:
      input: strings.
      pattern: the regular expression.
      rewrite: what to put there; `\1` to `\9` stand for groups, `\0` for the whole match.
      replace_global: whether to replace all matches, not the first one only.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.regex_replace("a1b22", "[0-9]+", "#"))
    b'a#b#'
    """
    static = isinstance(pattern, (bytes, str)) and isinstance(rewrite, (bytes, str))
    return apply(
        "StaticRegexReplace" if static else "RegexReplace",
        name,
        input=input,
        pattern=pattern,
        rewrite=rewrite,
        replace_global=replace_global,
    )


# -- hash buckets -----------------------------------------------------------------------------------------------------


def _buckets(hashes: Callable[..., np.ndarray], texts: TensorLike, *how: Any) -> np.ndarray:
    """The buckets of texts by some hashes: written where they stay, as a result that is part of another array is copied."""
    if not isinstance(texts, np.ndarray):
        return hashes([texts], *how).view(np.int64).reshape(())
    out = np.empty(texts.shape, np.int64)
    found = hashes(texts, *how, out=out)
    return out if found is out else found.view(np.int64).reshape(texts.shape)


@op("StringToHashBucket", shape=rule.same, host=True)
def _hash_bucket(xp, texts, *, num_buckets):
    return _buckets(hashing.hash64, texts, num_buckets)


@op("StringToHashBucketFast", shape=rule.same, host=True)
def _hash_bucket_fast(xp, texts, *, num_buckets):
    return _buckets(hashing.fingerprint64, texts, num_buckets)


@op("StringToHashBucketStrong", shape=rule.same, host=True)
def _hash_bucket_strong(xp, texts, *, num_buckets, key):
    if len(key) != 2:
        raise _invalid(f"Key must have 2 elements: {len(key)}")
    return _buckets(hashing.siphash, texts, (key[0], key[1]), num_buckets)


no_gradient(
    *("RegexReplace", "StaticRegexReplace", "ReduceJoin", "StringJoin"),
    *("StringToHashBucket", "StringToHashBucketFast", "StringToHashBucketStrong", "UnsortedSegmentJoin"),
)

to_hash_bucket_fast = export("strings.to_hash_bucket_fast", "string_to_hash_bucket_fast")(
    function(
        "StringToHashBucketFast",
        "Hashes strings to numbers below `num_buckets` by FarmHash; the hash never changes.",
        "input",
        "num_buckets",
        example='>>> tf.Session().run(tf.string_to_hash_bucket_fast(["Hello", "World", "Hello"], 100))\n'
        "array([51, 72, 51])",
    )
)
to_hash_bucket_strong = export("strings.to_hash_bucket_strong", "string_to_hash_bucket_strong")(
    function(
        "StringToHashBucketStrong",
        "Hashes strings to numbers below `num_buckets` by SipHash with a secret key, a list of two integers.",
        "input",
        "num_buckets",
        "key",
        example='>>> tf.Session().run(tf.string_to_hash_bucket_strong(["Hello", "World"], 100, key=[1, 2]))\n'
        "array([74, 48])",
    )
)


@export("strings.to_hash_bucket", "string_to_hash_bucket")
def to_hash_bucket(
    string_tensor: TensorLike | None = None,
    num_buckets: int | None = None,
    name: str | None = None,
    input: TensorLike | None = None,
) -> Tensor:
    """Hashes strings to numbers below `num_buckets`. `tf.string_to_hash_bucket_fast` is to be preferred.

    Args:
      string_tensor: strings.
      num_buckets: how many buckets there are.
      name: a name for the operation.
      input: the new name of `string_tensor`.

    >>> import penstock as tf
    >>> tf.Session().run(tf.string_to_hash_bucket(["Hello", "TensorFlow"], 3))
    array([2, 0])
    """
    texts = deprecated_argument_lookup("input", input, "string_tensor", string_tensor)
    return apply("StringToHashBucket", name, string_tensor=texts, num_buckets=num_buckets)


format_values = export("strings.format")(printing.format_values)
