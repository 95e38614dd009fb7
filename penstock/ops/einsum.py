"""`tf.einsum`: sums of products written with index labels, and the operation Einsum that graphs of 1.15 may contain.

The function builds one Einsum operation; its gradient is again an Einsum, with the labels rearranged.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

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
from penstock.ops._grad_util import conj, shape_of, unbroadcast
from penstock.ops.matmul import _HALF

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
    try:
        inputs, output = _parse(c.attr("equation"), [s.ndims for s in c.shapes])
    except LookupError:
        return [rule.UNKNOWN]
    sizes: dict[str, int | None] = {}
    for labels, shape in zip(inputs, c.shapes):
        if shape.ndims is None:
            continue
        if shape.ndims != len(labels):
            raise ValueError(f"Expected input with rank {len(labels)} but got {shape.ndims} in {c.attr('equation')}")
        for label, size in zip(labels, shape.as_list()):
            before = sizes.get(label)
            if before is None or before == 1 and label >= "Α":
                sizes[label] = size
            elif size not in (None, before) and not (size == 1 and label >= "Α"):
                raise ValueError(
                    f"Expected dimension {before} at axis of label {label!r} but got {size} in {c.attr('equation')}"
                )
    return [TensorShape([sizes.get(label) for label in output])]


@op("Einsum", shape=_einsum_shape)
def _einsum(xp: Any, inputs: list[Any], *, equation: str) -> Any:
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
        return apply("Einsum", scope, inputs=tensors, equation=equation.replace(" ", ""))
