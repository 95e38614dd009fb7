"""Values as text: `tf.Print`, `tf.print`, `tf.Assert` and `tf.strings.format`, in the layout of 1.15."""

from __future__ import annotations

import pprint
import sys
import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock._namespace import export
from penstock.graph import dtypes, errors, nest, stack
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.composite import SparseTensor
from penstock.graph.convert import convert_n_to_tensor, convert_to_tensor, is_dense_tensor_like
from penstock.graph.graph import name_scope
from penstock.graph.inference import _bracketed
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import check, gradient, no_gradient, op
from penstock.graph.typing import TensorLike
from penstock.ops.common.definitions import brackets

if TYPE_CHECKING:
    from penstock.graph.inference import Context


# -- elements ---------------------------------------------------------------------------------------------------------

_ESCAPES = {10: "\\n", 13: "\\r", 9: "\\t", 34: '\\"', 39: "\\'", 92: "\\\\"}


def _escaped(text: bytes) -> str:
    return "".join(_ESCAPES.get(c) or (chr(c) if 32 <= c < 127 else f"\\{c:03o}") for c in text)


def _shortest(value: float, digits: int, more: int, parse: Any) -> str:
    """As C's %g: with few digits if they are enough to read the same number back, else with more."""
    if np.isnan(value):
        return "nan"
    text = f"{value:.{digits}g}"
    return text if parse(text) == parse(value) else f"{value:.{more}g}"


def _element(value: Any, quote: bool) -> str:
    if isinstance(value, (bytes, str)):
        text = _escaped(value if isinstance(value, bytes) else value.encode())
        return f'"{text}"' if quote else text
    if isinstance(value, (bool, np.bool_)):
        return "1" if value else "0"
    if isinstance(value, np.float64):
        return _shortest(float(value), 15, 17, float)
    if isinstance(value, (np.integer, int)):
        return str(int(value))
    if isinstance(value, np.complexfloating):
        return "?"
    return _shortest(float(value), 6, 9, np.float32)


# -- arrays -----------------------------------------------------------------------------------------------------------


def summarize(array: Any, limit: int) -> str:
    """The first `limit` elements (all, if it is negative), with brackets from the second dimension on."""
    array = np.asarray(array)
    if array.dtype.kind == "c":
        return "?"
    count = array.size if limit < 0 else min(limit, array.size)
    flat = array.reshape(-1)
    if not array.ndim:
        return _element(flat[0], False) if count else "..."
    parts: list[str] = []
    _rows(array.shape, flat, count, 0, 0, parts)
    return "".join(parts) + ("..." if array.size > count else "")


def _rows(dims: tuple[int, ...], flat: np.ndarray, limit: int, depth: int, at: int, parts: list[str]) -> int:
    if at >= limit:
        return at
    if depth == len(dims) - 1:
        for i in range(dims[depth]):
            if at >= limit:
                if depth:
                    parts.append("...")
                return at
            parts.append((" " if i else "") + _element(flat[at], False))
            at += 1
        return at
    for _ in range(dims[depth]):
        opened = at < limit
        if opened:
            parts.append("[")
        at = _rows(dims, flat, limit, depth + 1, at, parts)
        if at < limit or opened:
            parts.append("]")
    return at


def summarize_ends(array: Any, ends: int) -> str:
    """All dimensions in brackets, of each the first and last `ends` elements (all, if it is negative)."""
    array = np.asarray(array)
    if array.dtype.kind == "c":
        return "[?]" if array.ndim else "?"
    if not array.ndim:
        return _element(array.reshape(-1)[0], True)
    if not array.size and array.ndim == 1:
        return "[]"
    return _ends(array, array.ndim if ends < 0 else ends, ends < 0, 0)


def _ends(array: np.ndarray, ends: int, everything: bool, depth: int) -> str:
    count = len(array)
    whole = everything or count <= 2 * ends
    chosen = list(range(count)) if whole else [*range(ends), *range(count - ends, count)]
    if array.ndim == 1:
        texts = [_element(array[i], True) for i in chosen]
    else:
        texts = [_ends(array[i], ends, everything, depth + 1) for i in chosen]
    if not whole:
        texts.insert(ends, "...")
    gap = " " if array.ndim == 1 else "\n" * (array.ndim - 1) + " " * (depth + 1)
    dots = "\n" + " " * (depth + 1) if array.ndim > 1 else " "
    out = texts[0] if texts else ""
    for text in texts[1:]:
        out += (dots if text == "..." else gap) + text
    return f"[{out}]"


# -- operations -------------------------------------------------------------------------------------------------------


def _shows_strings(op: Operation) -> bool:
    """Text that is computed exists on the host only; an assertion without any is a check like those of kernels."""
    return any(t.dtype.base_dtype == dtypes.string and t.op.type != "Const" for t in op.inputs)


@op("Assert", shape=rule.no_outputs, host=_shows_strings, derived={"guarded": lambda op: "_guarded" in op._attrs})
def _assert(xp, condition, data, *, summarize, guarded):
    if np.ndim(condition):
        shape = brackets(np.shape(condition))
        text = "The second input must be a scalar, but it has shape" if guarded else "In[0] should be a scalar:"
        raise errors.invalid(f"{text} {shape}")

    def message() -> str:
        return "assertion failed: " + " ".join(f"[{_summary(d, summarize)}]" for d in data)

    check(condition, errors.InvalidArgumentError, message)


_summary = summarize

# How often a Print has printed: per operation and session.
_printed: weakref.WeakKeyDictionary[Operation, Any] = weakref.WeakKeyDictionary()


@op("Print", shape=rule.same, host=True)
def _print(xp, value, data, *, message, first_n, summarize, ctx):
    if first_n >= 0:
        counts = _printed.setdefault(ctx.op, weakref.WeakKeyDictionary())
        done = counts.get(ctx.session, 0)
        if done >= first_n:
            return value[...]
        counts[ctx.session] = done + 1
    text = message if isinstance(message, str) else message.decode(errors="replace")
    sys.stderr.write(text + "".join(f"[{_summary(d, summarize)}]" for d in data) + "\n")
    sys.stderr.flush()
    return value[...]


@gradient("Print")
def _print_grad(op, *grads):
    return list(grads) + [None] * (len(op.inputs) - 1)


def _format_rule(c: Context) -> list:
    places, count = c.attr("template").count(c.attr("placeholder")), len(c.shapes)
    if places != count:
        raise ValueError(f"num placeholders in template and num inputs must match: {places} vs. {count}")
    return [[]]


@op("StringFormat", shape=_format_rule, host=True)
def _string_format(xp, inputs, *, template, placeholder, summarize):
    pieces = template.split(placeholder)
    text = pieces[0]
    for value, piece in zip(inputs, pieces[1:]):
        text += summarize_ends(value, summarize) + piece
    out = np.empty((), object)
    out[()] = text.encode()
    return out


_LEVELS = {"log(info)": "info", "log(warning)": "warning", "log(error)": "error"}


def _line_rule(c: Context) -> list:
    rank = c.shape(0).ndims
    if rank != 0:
        raise ValueError(f"input must be a scalar, but has rank: {-1 if rank is None else rank}")
    return []


@op("PrintV2", shape=_line_rule, host=True)
def _print_v2(xp, text, *, output_stream, end):
    line = np.asarray(text, object).reshape(-1)[0].decode(errors="replace") + end
    if output_stream.startswith("file://"):
        with open(output_stream[len("file://") :], "a") as file:
            file.write(line)
    elif output_stream in _LEVELS:
        from penstock._namespace import find

        getattr(find("logging"), _LEVELS[output_stream])(line.rstrip("\n"))
    else:
        stream = sys.stdout if output_stream == "stdout" else sys.stderr
        stream.write(line)
        stream.flush()


no_gradient("Assert", "PrintV2", "StringFormat")


# -- public -----------------------------------------------------------------------------------------------------------


@export("Assert", "debugging.Assert")
def Assert(condition: Any, data: Any, summarize: int | None = None, name: str | None = None) -> Operation:  # noqa: N802
    """Makes an operation that fails, and prints `data`, if `condition` is false when it runs.

    Args:
      condition: a scalar bool.
      data: tensors to show.
      summarize: how many elements of each, 3 by default.
      name: a name for the operation.

    Raises (when run):
      InvalidArgumentError: if `condition` is false.

    >>> import penstock as tf
    >>> x = tf.constant([1.0, -2.0])
    >>> with tf.control_dependencies([tf.Assert(tf.reduce_all(x > 0), ["not positive:", x])]):
    ...     root = tf.sqrt(x)
    >>> tf.Session().run(root)
    Traceback (most recent call last):
      ...
    penstock.graph.errors.InvalidArgumentError: assertion failed: [not positive:] [1 -2]
    """
    with name_scope(name, "Assert", [condition, data]) as scope:
        tensors = convert_n_to_tensor(data)
        guarded = any(t.dtype.base_dtype not in (dtypes.string, dtypes.int32) for t in tensors)
        if guarded:
            condition = convert_to_tensor(condition, name="Condition")
            if condition.shape.ndims:
                shape = _bracketed(condition.shape)
                raise ValueError(
                    f"Shape must be rank 0 but is rank {condition.shape.ndims} for '{scope}AssertGuard/Switch' (op: "
                    f"'Switch') with input shapes: {shape}, {shape}."
                )
        name = "AssertGuard/Assert" if guarded else "Assert"
        made = apply("Assert", name, condition=condition, data=list(data), summarize=summarize)
        if guarded:
            if condition.shape.ndims is None:
                made._attrs["_guarded"] = True
            # In 1.15 this is a conditional: 9 operations and a Switch for each tensor from outside around the Assert, which
            # later random operations count.
            outside = [t for t in data if isinstance(t, Tensor)]
            stack.current_graph()._count(9 - 1 + len({condition, *outside}))
        return made


@export("Print")
def Print(  # noqa: N802
    input_: Any,
    data: TensorLike,
    message: str | None = None,
    first_n: int | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Returns `input_`, and prints `data` to standard error each time it is computed.

    Args:
      input_: the tensor to pass on.
      data: tensors to print.
      message: printed before them.
      first_n: print only so many times; always, if None.
      summarize: how many elements of each tensor, 3 by default.
      name: a name for the operation.

    >>> import penstock as tf
    >>> x = tf.constant([1, 2, 3, 4])
    >>> x = tf.Print(x, [tf.shape(x), x], message="x: ")
    >>> print(tf.Session().run(tf.reduce_sum(x)))  # standard error: x: [4][1 2 3...]
    10
    """
    return apply("Print", name, input=input_, data=data, message=message, first_n=first_n, summarize=summarize)


def format_values(
    template: str, inputs: Sequence[Any], placeholder: str = "{}", summarize: int = 3, name: str | None = None
) -> Tensor:
    """Makes a string from a template, with tensors in the place of its placeholders.

    Args:
      template: the text.
      inputs: a tensor, or a list of them.
      placeholder: what stands in the text for a tensor.
      summarize: how many elements at each end of a dimension are shown; -1 for all.
      name: a name for the operation.

    Raises:
      ValueError: if there are not as many placeholders as tensors.

    >>> import penstock as tf
    >>> tf.Session().run(tf.strings.format("values: {}", tf.range(10)))
    b'values: [0 1 2 ... 7 8 9]'
    """
    if isinstance(inputs, (Tensor, SparseTensor)) or is_dense_tensor_like(inputs):
        inputs = [inputs]
    count = template.count(placeholder)
    if count != len(inputs):
        raise ValueError(f"{count} placeholder(s) in template does not match {len(inputs)} tensor(s) provided as input")
    return apply(
        "StringFormat", name, inputs=list(inputs), template=template, placeholder=placeholder, summarize=summarize
    )


def _stream_name(stream: Any) -> str:
    if isinstance(stream, str) and stream.startswith("file://"):
        return stream
    if stream is sys.stdout:
        return "stdout"
    if stream is sys.stderr:
        return "stderr"
    from penstock._namespace import find

    logging = find("logging")
    levels = {logging.INFO: "log(info)", logging.WARN: "log(warning)", logging.ERROR: "log(error)"}
    found = levels.get(stream) if isinstance(stream, int) else None
    if found is None:
        raise ValueError(
            "Unsupported output stream, logging level, or file."
            f"{stream}. Supported streams are sys.stdout, sys.stderr, tf.logging.INFO, tf.logging.WARN, "
            "tf.logging.ERROR. File needs to be in the form of 'file://<filepath>'."
        )
    return found


def print_v2(*inputs: Any, **kwargs: Any) -> Operation:
    """Makes an operation that prints values, tensors and nested structures of them when it runs.

    Args:
      *inputs: what to print, separated by `sep`.
      **kwargs: `output_stream` (sys.stderr), `summarize` (3 elements at each end of a dimension, -1 for all), `sep`,
        `end` and `name`.

    Raises:
      ValueError: for another stream or keyword.

    >>> import sys
    >>> import penstock as tf
    >>> tf.Session().run(tf.print("x =", tf.range(10), output_stream=sys.stdout))
    x = [0 1 2 ... 7 8 9]
    """
    stream = _stream_name(kwargs.pop("output_stream", sys.stderr))
    name = kwargs.pop("name", None)
    limit = kwargs.pop("summarize", 3)
    sep = kwargs.pop("sep", " ")
    end = kwargs.pop("end", "\n")
    if kwargs:
        raise ValueError(f"Unrecognized keyword arguments for tf.print: {kwargs}")
    text = inputs[0] if len(inputs) == 1 else None
    if not (isinstance(text, Tensor) and text.dtype == dtypes.string and text.shape.ndims == 0):
        text = _formatted(inputs, sep, limit, None if name is None else f"{name}_format")
    return apply("PrintV2", name, input=text, output_stream=stream, end=end)


print_v2.__name__ = print_v2.__qualname__ = "print"
export("print")(print_v2)


def _is_tensor(value: TensorLike) -> bool:
    return isinstance(value, (Tensor, SparseTensor)) or is_dense_tensor_like(value)


def _formatted(inputs: tuple, sep: str, limit: int, name: str | None) -> Tensor:
    plain = nest.map_structure(lambda x: "" if _is_tensor(x) else x, list(inputs))
    shown = " ".join(pprint.pformat(x) for x in plain)
    mark = "{}"
    number = 0
    while mark in shown:  # a placeholder that does not occur in the text itself
        mark = f"_{number}_"
        number += 1
    tensors: list[Any] = []
    templates = []
    for item in inputs:
        if isinstance(item, str):
            templates.append(item)
            continue
        marks: list[Any] = []
        for x in nest.flatten(item):
            if isinstance(x, SparseTensor):
                tensors += [x.indices, x.values, x.dense_shape]
                marks.append(f"SparseTensor(indices={mark}, values={mark}, shape={mark})")
            elif _is_tensor(x):
                tensors.append(x)
                marks.append(mark)
            else:
                marks.append(x)
        templates.append(pprint.pformat(nest.pack_sequence_as(item, marks)))
    template = sep.join(templates).replace(f"'{mark}'", mark)
    return format_values(template, tensors, mark, limit, name)
