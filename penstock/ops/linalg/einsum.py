"""`tf.einsum`: sums of products written with index labels, and the operation Einsum that graphs of 1.15 may contain.

The function builds what 1.15's builds wherever that says the same: transpositions, one product of stacks of matrices for each
further tensor, reshapes. What only newer versions could do (diagonals, axes that are broadcast, labels summed over three tensors)
becomes one Einsum operation; its gradient is again an Einsum, with the labels rearranged.
"""

from __future__ import annotations

import re
import string
from types import ModuleType
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.inference import Context
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.ops.common.gradient_helpers import conj, shape_of, unbroadcast
from penstock.ops.linalg.matmul import _HALF

# Stands for an ellipsis whose number of axes is not known.
_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"


def _parse(equation: str, ranks: list[int | None]) -> tuple[list[str], str]:
    """Input labels and output labels; an ellipsis becomes upper-case greek letters, which users cannot write."""
    left, _, right = equation.replace(" ", "").partition("->")
    inputs = left.split(",")
    if len(inputs) != len(ranks):
        raise ValueError(f"Expected {len(inputs)} arguments for equation: {equation}, got {len(ranks)}")
    widths = [
        None if rank is None else rank - len(labels.replace("...", ""))
        for labels, rank in zip(inputs, ranks)
        if "..." in labels
    ]
    if any(w is None for w in widths) and widths:
        raise LookupError("the ellipsis has an unknown number of axes")
    width = max((w for w in widths if w is not None), default=0)
    if any(w is not None and w < 0 for w in widths):
        raise ValueError(f"An operand has fewer axes than labels in {equation}")
    greek = "".join(chr(0x0391 + i) for i in range(width))
    known = iter(widths)
    expanded = [
        labels.replace("...", greek[width - (next(known) or 0) :] if "..." in labels else "") for labels in inputs
    ]
    if "->" in equation:
        output = right.replace("...", greek)
    else:
        once = [c for c in sorted(set("".join(inputs)) - {"."}) if left.count(c) == 1]
        output = greek + "".join(once)
    return expanded, output


def _einsum_shape(c: Context) -> list[TensorShape]:
    equation = c.attr("equation")
    if equation.count("->") != 1:
        raise ValueError(f"Expecting exactly one '->' in einsum equation: {equation}")
    left, output = equation.split("->")
    inputs = left.split(",")
    if len(inputs) != len(c.shapes):
        raise ValueError(f"Expected {len(inputs)} inputs for equation {equation} but got: {len(c.shapes)}")
    sizes: dict[str, int | None] = {}
    spread = rule.SCALAR
    for i, (labels, shape) in enumerate(zip(inputs, c.shapes)):
        first, dots, last = _around_dots(labels)
        named = len(first) + len(last)
        with rule.adding(f" for {i}th input and equation: {equation}"):
            shape = rule.with_rank_at_least(shape, named) if dots else rule.with_rank(shape, named)
        dims = [None] * named if shape.ndims is None else shape.as_list()
        between = rule.UNKNOWN if shape.ndims is None else TensorShape(dims[len(first) : len(dims) - len(last)])
        spread = rule.broadcast_shapes(spread, between)
        for label, size in zip(first + last, dims[: len(first)] + dims[len(dims) - len(last) :]):
            sizes[label] = rule.merge_dims(sizes.get(label), size)
    first, dots, last = _around_dots(output)
    if not dots:
        reason = "without ellipsis (...) in the output subscripts where input(s) have non-empty broadcasting shape"
        with rule.adding(f" for einsum equation '{equation}' {reason}"):
            rule.with_rank_at_most(spread, 0)
        spread = rule.SCALAR
    for label in first + last:
        if label not in sizes:
            raise ValueError(
                f"Einsum output subscripts for equation '{equation}' has label '{label}' which is not present in the "
                "input subscripts"
            )
    return [TensorShape([sizes[a] for a in first]).concatenate(spread).concatenate([sizes[a] for a in last])]


def _around_dots(labels: str) -> tuple[str, str, str]:
    """The labels before an ellipsis, the ellipsis, and those after it; ValueError in 1.15's words."""
    periods = labels.count(".")
    if periods not in (0, 3):
        raise ValueError(
            f"Expected at most one ellipsis (...), but found {periods} periods (.) in the input subscript: {labels}"
        )
    if periods and "..." not in labels:
        raise ValueError(f"Periods found outside of ellipsis in subscript: {labels}")
    return labels.partition("...")


@op("Einsum", shape=_einsum_shape)
def _einsum(xp: ModuleType, inputs: list[Any], *, equation: str) -> Any:
    try:
        if "..." in equation and "..." not in equation.partition("->")[2]:
            labels, output = _parse(equation, [np.ndim(x) for x in inputs])
            equation = _ascii(",".join(labels) + "->" + output)
        if xp is np and inputs[0].dtype in _HALF:
            wide = [x.astype(np.float32) for x in inputs]
            return np.einsum(equation, *wide, optimize=True).astype(inputs[0].dtype)
        if len(inputs) == 1:
            # NumPy gives a view for a mere transposition; the caller must not write through it.
            return xp.einsum(equation, inputs[0])
        return xp.einsum(equation, *inputs, optimize=True)
    except (ValueError, TypeError) as error:
        raise errors.InvalidArgumentError(None, None, f"{equation}: {error}") from None


@gradient("Einsum")
def _einsum_gradient(op: Operation, d: Tensor) -> Any:
    equation = op._attrs["equation"]
    try:
        inputs, output = _parse(equation, [x.shape.ndims for x in op.inputs])
    except LookupError:
        # The kernel finds out what the ellipsis stands for; it may have to sum over it.
        left, _, output = equation.replace("...", _ELLIPSIS).partition("->")
        inputs = left.split(",")
    results = []
    for i, x in enumerate(op.inputs):
        others = [conj(t) for j, t in enumerate(op.inputs) if j != i]
        other_labels = [labels for j, labels in enumerate(inputs) if j != i]
        wanted = inputs[i]
        available = set(output).union(*other_labels)
        # Labels that were only summed over: the gradient is the same along them.
        reached = "".join(dict.fromkeys(c for c in wanted if c in available))
        left = ",".join([output, *other_labels])
        if _ELLIPSIS in wanted and set(wanted) - set(reached):
            raise ValueError(f"The gradient of einsum({equation!r}) needs an input {i} of known rank")
        made = apply("Einsum", inputs=[d, *others], equation=_ascii(f"{left}->{reached}"))
        results.append(_spread(made, reached, wanted, x))
    return results


def _spread(d: Tensor, have: str, want: str, x: Tensor) -> Tensor:
    """From labels `have` to labels `want`, which may have more of them, and repeat them (a diagonal)."""
    shape = shape_of(x)
    if have != want:
        if len(set(want)) != len(want):
            d = _to_diagonals(d, have, want, x)
        else:
            for i, label in enumerate(want):
                if label not in have:
                    d = apply("ExpandDims", input=d, dim=i)
            return apply("BroadcastTo", input=d, shape=shape)
    # An ellipsis may have been broadcast.
    if d.shape.is_fully_defined() and x.shape.is_fully_defined():
        if d.shape.as_list() == x.shape.as_list():
            return d
        return unbroadcast(x, d, d, d)[0]
    return unbroadcast(x, d, d, d)[0] if re.search(f"[Α-Ω{_ELLIPSIS}]", want) else d


def _to_diagonals(d: Tensor, have: str, want: str, x: Tensor) -> Tensor:
    """Puts values on the diagonals of repeated labels: multiplies by identity matrices, one per repetition."""
    fresh = iter(chr(c) for c in range(0x0410, 0x0430))
    distinct, factors, labels = "", [], []
    for i, label in enumerate(want):
        if label not in distinct:
            distinct += label
            continue
        other = next(fresh)
        rows = apply("StridedSlice", input=shape_of(x), begin=[i], end=[i + 1], strides=[1], shrink_axis_mask=1)
        ones = apply("Fill", dims=apply("Pack", values=[rows], axis=0), value=convert_to_tensor(1, x.dtype.base_dtype))
        factors.append(apply("MatrixDiag", diagonal=ones))
        labels.append(label + other)
        distinct += other
    return apply("Einsum", inputs=[d, *factors], equation=_ascii(",".join([have, *labels]) + "->" + distinct))


def _ascii(equation: str) -> str:
    """Replaces the letters that stand for an ellipsis by ones that NumPy and 1.15 accept."""
    equation = equation.replace(_ELLIPSIS, "...")
    used = set(equation)
    spare = iter(c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" if c not in used)
    for foreign in sorted(c for c in used if ord(c) > 127):
        equation = equation.replace(foreign, next(spare))
    return equation


@export("einsum", "linalg.einsum")
def einsum(equation: str, *inputs: Any, **kwargs: Any) -> Tensor:
    """Sums of products of tensors, described by a string of index labels.

    Args:
      equation: as `"ij,jk->ik"` (a matrix product). Labels that are missing after the arrow are summed over.
      *inputs: the tensors, one for each comma-separated group of labels.
      **kwargs: `name`, a name for the operation.

    Raises:
      TypeError: for other keyword arguments.
      ValueError: if the equation is malformed or does not fit the tensors.

    >>> import penstock as tf
    >>> tf.Session().run(tf.einsum("ij,j->i", [[1, 2], [3, 4]], [1, 10]))
    array([21, 43], dtype=int32)
    """
    name = kwargs.pop("name", None)
    if kwargs:
        unknown = ", ".join(sorted(map(str, kwargs)))
        raise TypeError(f"invalid keyword arguments for this function: {unknown}")
    with name_scope(name, "einsum", [equation, inputs]) as scope:
        tensors = [convert_to_tensor(x, name=f"input_{i}") for i, x in enumerate(inputs)]
        if not re.fullmatch(r"[A-Za-z. ]+(,[A-Za-z. ]*)*(->[A-Za-z. ]*)?", equation.replace(" ", "") or "-"):
            raise ValueError(f"Indices have incorrect format: {equation}")
        equation = equation.replace(" ", "")
        left, _, right = equation.partition("->")
        groups = left.count(",") + 1
        if groups != len(tensors):
            raise ValueError(f'Got {len(tensors)} arguments for equation "{equation}", expecting {groups}')
        wanted = right.replace("...", "")
        if len(set(wanted)) != len(wanted) or not set(wanted) <= set(left):
            raise ValueError(f"Invalid equation: {equation}")
        if re.fullmatch(r"([A-Za-z])\1", equation) and tensors[0].shape.ndims == 2:
            return tf.trace(tensors[0])
        labels = _labels_for_products(equation, tensors)
        if labels is not None:
            return _by_products(tensors, *labels)
        if "->" not in equation:
            once = sorted(label for label in set(left) - set(",.") if left.count(label) == 1)
            equation += "->" + ("..." if "..." in left else "") + "".join(once)
        return apply("Einsum", scope, inputs=tensors, equation=equation)


# -- made of products ----------------------------------------------------------------------------------------------------


def _labels_for_products(equation: str, tensors: list[Tensor]) -> tuple[list[str], str] | None:
    """The labels of the inputs and of the output; None for what products of matrices cannot say."""
    ranks = [t.shape.ndims for t in tensors]
    if None in ranks or any(not t.dtype.is_numpy_compatible or t.dtype.is_bool for t in tensors):
        return None
    try:
        inputs, output = _parse(equation, ranks)
    except (ValueError, LookupError):
        return None
    every = "".join(inputs)
    if any(len(set(labels)) != len(labels) for labels in [*inputs, output]) or not set(output) <= set(every):
        return None
    if any(len(labels) != rank for labels, rank in zip(inputs, ranks)):
        return None
    if any(every.count(label) > 2 and label not in output for label in every):
        return None
    sizes: dict[str, int] = {}
    for labels, tensor in zip(inputs, tensors):
        for label, size in zip(labels, tensor.shape.as_list()):
            if size is not None and sizes.setdefault(label, size) != size:
                return None
    # 1.15 takes the last letters that are not used for the axes of an ellipsis, and orders axes by their letters.
    foreign = sorted(set(every) - set(string.ascii_letters))
    unused = [c for c in string.ascii_letters if c not in equation]
    if len(foreign) > len(unused):
        return None
    letters = str.maketrans(dict(zip(foreign, unused[len(unused) - len(foreign) :])))
    return [labels.translate(letters) for labels in inputs], output.translate(letters)


def _by_products(tensors: list[Tensor], inputs: list[str], output: str) -> Tensor:
    done, labels = tensors[0], inputs[0]
    for tensor, others in zip(tensors[1:], inputs[1:]):
        done, labels = _product(done, labels, tensor, others, set(labels) & set(others) - set(output))
    summed = [i for i, label in enumerate(labels) if label not in output]
    if summed:
        done = tf.reduce_sum(done, axis=summed)
        labels = "".join(label for label in labels if label in output)
    return _in_order(done, labels, output)


def _product(a: Tensor, a_labels: str, b: Tensor, b_labels: str, summed: set[str]) -> tuple[Tensor, str]:
    """Two tensors made one, summed over the labels `summed`; labels come out in the order that 1.15 gives them."""
    both = sorted(set(a_labels) & set(b_labels) - summed)
    a_alone, b_alone = (sorted(set(own) - set(both) - summed) for own in (a_labels, b_labels))
    shared, last = len(both), len(summed)
    a = _in_order(a, a_labels, "".join(both + a_alone + sorted(summed)))
    b = _in_order(b, b_labels, "".join(both + sorted(summed) + b_alone))
    if not summed:
        for _ in b_alone:
            a = tf.expand_dims(a, -1)
        for _ in a_alone:
            b = tf.expand_dims(b, shared)
        return tf.multiply(a, b), "".join(both + a_alone + b_alone)
    a_sizes = _sizes(a)
    rows, inner = _total(a_sizes[shared:-last]), _total(a_sizes[-last:])
    a = _reshaped(a, [*a_sizes[:shared], rows, inner])
    b_sizes = _sizes(b)
    columns = _total(b_sizes[shared + last :])
    b = _reshaped(b, [*b_sizes[:shared], inner, columns])
    made = _reshaped(tf.matmul(a, b), a_sizes[: shared + len(a_alone)] + b_sizes[len(b_sizes) - len(b_alone) :])
    return made, "".join(both + a_alone + b_alone)


def _in_order(x: Tensor, have: str, want: str) -> Tensor:
    return x if have == want else tf.transpose(x, perm=[have.index(label) for label in want])


def _sizes(x: Tensor) -> list[Any]:
    """The sizes of the axes: numbers where they are known, else scalar tensors."""
    sizes = x.shape.as_list()
    if None in sizes:
        found = tf.shape(x)
        sizes = [found[i] if size is None else size for i, size in enumerate(sizes)]
    return sizes


def _total(sizes: list[Any]) -> Any:
    total: Any = 1
    for size in sizes:
        total *= size
    return total


def _reshaped(x: Tensor, sizes: list[Any]) -> Tensor:
    now = x.shape.as_list()
    same = len(now) == len(sizes) and all(not isinstance(d, Tensor) and d == n for d, n in zip(sizes, now))
    return x if same else tf.reshape(x, sizes)
