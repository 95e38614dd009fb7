"""An array as text that one can move about in: which element each line begins with, and where an element stands."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from penstock.debug.cli.rich_text import RichLine, RichTextLines, rich_text_lines_from_rich_line_list
from penstock.debug.lib import debug_data
from penstock.graph.typing import TensorLike

BEGIN_INDICES_KEY = "i0"
OMITTED_INDICES_KEY = "omitted"
DEFAULT_TENSOR_ELEMENT_HIGHLIGHT_FONT_ATTR = "bold"

_OMISSION = "...,"
_EDGE_ITEMS = 3  # NumPy's own number of elements before and after an omission
_NUMBER = re.compile(r"[-+]?([0-9][-+0-9eE\.]+|nan|inf)(\s|,|\])")
# Arrays are written as by the NumPy that 1.15 ran on: no shape behind an omission, scalars without their type.
_STYLE = "1.21"


class HighlightOptions:
    """Which elements of a tensor are highlighted.

    Args:
      criterion: from an array to a boolean array of the same shape.
      description: is shown in the first line.
      font_attr: how they are shown.
    """

    def __init__(
        self,
        criterion: Callable[[np.ndarray], np.ndarray],
        description: str | None = None,
        font_attr: object = DEFAULT_TENSOR_ELEMENT_HIGHLIGHT_FONT_ATTR,
    ):
        self.criterion = criterion
        self.description = description
        self.font_attr = font_attr


def format_tensor(
    tensor: TensorLike,
    tensor_label: str | None,
    include_metadata: bool = False,
    auxiliary_message: RichTextLines | None = None,
    include_numeric_summary: bool = False,
    np_printoptions: dict[str, Any] | None = None,
    highlight_options: HighlightOptions | None = None,
) -> RichTextLines:
    """A tensor as text.

    Args:
      tensor: an array; anything else is shown by its `repr`.
      tensor_label: its name, shown in the first line unless None.
      include_metadata: whether to show type and shape.
      auxiliary_message: what to show below them.
      include_numeric_summary: whether to show counts and statistics of the values.
      np_printoptions: options of `np.printoptions`.
      highlight_options: which elements to highlight.

    Returns:
      The text. Its annotations tell the indices of the element that each line begins with.
    """
    options = np_printoptions or {}
    head = _head(tensor_label)
    if not isinstance(tensor, np.ndarray):
        with np.printoptions(**{"legacy": _STYLE, **options}):
            shown = str(tensor) if isinstance(tensor, debug_data.InconvertibleTensorProto) else repr(tensor)
        blank = [""] if head.lines else []
        return RichTextLines([*head.lines, *blank, *shown.split("\n")])
    if include_metadata:
        head.append(f"  dtype: {tensor.dtype}")
        head.append(f"  shape: {tuple(int(size) for size in tensor.shape)}")
    if head.lines:
        head.append("")
    if auxiliary_message:
        head.extend(auxiliary_message)
    with np.printoptions(**{"legacy": _STYLE, **options}):
        if include_numeric_summary:
            head.append("Numeric summary:")
            head.extend(numeric_summary(tensor))
            head.append("")
        lines = repr(tensor).split("\n")
    annotations = None
    if tensor.dtype.type is not np.bytes_:  # brackets in strings would be taken for those of the array
        annotations = _annotate_lines(lines, tensor, options.get("edgeitems", _EDGE_ITEMS))
    head.extend(RichTextLines(lines, annotations=annotations))
    if highlight_options is not None:
        _highlight(head, tensor, highlight_options)
    return head


def _head(label: str | None) -> RichTextLines:
    """The line with a tensor's name; what follows its last colon is in another colour unless it is a number."""
    if label is None:
        return RichTextLines([])
    start = len('Tensor "')
    suffix = label.rpartition(":")[2]
    if suffix.isdigit():
        segments = [(start, start + len(label), "bold")]
    else:
        begin = start + len(label) - len(suffix)
        segments = [(start, begin - 1, "bold"), (begin, begin + len(suffix), "yellow")]
    return RichTextLines([f'Tensor "{label}":'], font_attr_segs={0: segments})


def _highlight(text: RichTextLines, tensor: np.ndarray, options: HighlightOptions) -> None:
    places = np.argwhere(options.criterion(tensor)).tolist()
    of = f"({options.description})" if options.description else ""
    share = len(places) / float(tensor.size) * 100.0 if tensor.size else 0.0
    text.lines[0] += f" Highlighted{of}: {len(places)} of {tensor.size} element(s) ({share:.2f}%)"
    if not places:
        return
    for omitted, row, start, end in zip(*locate_tensor_element(text, places)):
        if not omitted and start is not None and end is not None:
            text.font_attr_segs.setdefault(row, []).append((start, end, options.font_attr))


def _annotate_lines(lines: list[str], tensor: np.ndarray, edge_items: int) -> dict[Any, Any]:
    """For each line of an array's `repr`, the indices of its first element, or of the first that it omits."""
    sizes = tensor.shape
    annotations: dict[Any, Any] = {"tensor_metadata": {"dtype": tensor.dtype, "shape": tensor.shape}}
    if not sizes:
        return annotations
    here = [0] * len(sizes)
    depth = 0
    for row, line in enumerate(line.strip() for line in lines):
        if not line:  # between the matrices of an array of three or more dimensions
            continue
        if line == _OMISSION:
            annotations[row] = {OMITTED_INDICES_KEY: list(here)}
            here[depth - 1] = sizes[depth - 1] - edge_items
            continue
        closing = line.count("]")
        depth += line.count("[") - closing
        annotations[row] = {BEGIN_INDICES_KEY: list(here)}
        if not closing:
            here[depth - 1] += line[line.rfind("[") + 1 :].count(",")
        elif depth > 0:
            here[depth - 1] += 1
            here[depth:] = [0] * (len(sizes) - depth)
    return annotations


def locate_tensor_element(formatted: RichTextLines, indices: list[int] | list[list[int]]) -> tuple[Any, Any, Any, Any]:
    """Where an element of a formatted tensor stands.

    Args:
      formatted: what `format_tensor` returned.
      indices: those of one element, or a list of those of several, in ascending order.

    Returns:
      Whether it is in an omitted line; its row; the column where it begins and the one after its end, or None where an
      ellipsis hides it. For several elements, a list of each.

    Raises:
      AttributeError: if the text is not a tensor's.
      ValueError: if the indices do not fit the tensor, or are not in order.
    """
    batch = isinstance(indices[0], list)
    wanted: list[list[int]] = indices if batch else [indices]  # type: ignore[assignment,list-item]
    if "tensor_metadata" not in formatted.annotations:
        raise AttributeError("tensor_metadata is not available in annotations.")
    _check_indices(wanted, formatted.annotations["tensor_metadata"]["shape"])
    rows = [row for row in sorted(key for key in formatted.annotations if isinstance(key, int))]
    notes = [formatted.annotations[row] for row in rows]
    begins = [note.get(BEGIN_INDICES_KEY, note.get(OMITTED_INDICES_KEY)) for note in notes]
    found: list[tuple[bool, int, int | None, int | None]] = []
    at = 0
    while len(found) < len(wanted):
        # The last line that does not begin after the element has it.
        while at + 1 < len(rows) and begins[at + 1] <= wanted[len(found)]:
            at += 1
        last = len(found) + 1
        while last < len(wanted) and (at + 1 == len(rows) or wanted[last] < begins[at + 1]):
            last += 1
        line, omitted = formatted.lines[rows[at]], OMITTED_INDICES_KEY in notes[at]
        offsets = [element[-1] - begins[at][-1] for element in wanted[len(found) : last]]
        found += [(omitted, rows[at], start, end) for start, end in _columns(line, offsets)]
    columns = tuple(list(column) for column in zip(*found))
    return columns if batch else found[0]  # type: ignore[return-value]


def _check_indices(wanted: list[list[int]], sizes: tuple[int, ...]) -> None:
    before: list[int] | None = None
    for element in wanted:
        if len(element) != len(sizes):
            raise ValueError(f"Dimensions mismatch: requested: {len(element)}; actual: {len(sizes)}")
        for index, size in zip(element, sizes):
            if index >= size:
                raise ValueError("Indices exceed tensor dimensions.")
            if index < 0:
                raise ValueError("Indices contain negative value(s).")
        if before and element < before:
            raise ValueError("Input indices sets are not in ascending order.")
        before = element


def _columns(line: str, offsets: list[int]) -> list[tuple[int, int] | tuple[None, None]]:
    """Where the numbers of a line stand whose places, counted from its first number, are `offsets` (ascending)."""
    visible = line.find(_OMISSION) if _OMISSION in line else len(line)
    # The match ends with the comma, bracket or space after the number.
    numbers = [(m.start(), m.end() - 1) for m in _NUMBER.finditer(line) if m.start() <= visible]
    return [numbers[offset] if offset < len(numbers) else (None, None) for offset in offsets]


def numeric_summary(tensor: TensorLike) -> RichTextLines:
    """Counts of kinds of values, and statistics of the finite ones, as a small table; or why there are none."""
    if not isinstance(tensor, np.ndarray) or not tensor.size:
        return RichTextLines(["No numeric summary available due to empty tensor."])
    if tensor.dtype == np.bool_:
        counts = [("False", np.sum(tensor == 0)), ("True", np.sum(tensor > 0))]
        return _table(counts, total=tensor.size)
    if not any(np.issubdtype(tensor.dtype, kind) for kind in (np.floating, np.complexfloating, np.integer)):
        return RichTextLines([f"No numeric summary available due to tensor dtype: {tensor.dtype}."])
    flat = np.ravel(tensor)
    kinds = {name: 0 for name in ("nan", "-inf", "-", "0", "+", "+inf")}
    for part in (flat[i : i + _PART] for i in range(0, flat.size, _PART)):
        below, above = np.isneginf(part), np.isposinf(part)
        for name, mask in (
            ("nan", np.isnan(part)),
            ("-inf", below),
            ("-", (part < 0.0) & ~below),
            ("0", part == 0.0),
            ("+", (part > 0.0) & ~above),
            ("+inf", above),
        ):
            kinds[name] += int(np.count_nonzero(mask))
    table = _table(list(kinds.items()), total=tensor.size)
    finite = flat[np.isfinite(flat)] if kinds["nan"] or kinds["-inf"] or kinds["+inf"] else flat
    if finite.size:
        values = (np.min(finite), np.max(finite), *_mean_and_deviation(finite))
        table.extend(_table(list(zip(("min", "max", "mean", "std"), values)), skip_zeros=False))
    return table


# Elements that are looked at together, so that counting takes little memory beside the tensor.
_PART = 1 << 16


def _mean_and_deviation(x: np.ndarray) -> tuple[Any, Any]:
    """`np.mean` and `np.std`, to the last bit, without arrays of the size of `x`."""
    if x.dtype not in (np.float32, np.float64) or not x.flags.c_contiguous:
        return np.mean(x), np.std(x)
    count, kind = x.size, x.dtype.type
    mean = kind(_pairwise_sum(x, lambda part: part) / count)

    def squares(part: np.ndarray) -> np.ndarray:
        distance = part - mean
        return np.multiply(distance, distance, out=distance)

    return mean, kind(np.sqrt(_pairwise_sum(x, squares) / count))


def _pairwise_sum(x: np.ndarray, function: Callable[[np.ndarray], np.ndarray]) -> Any:
    """The sum of a function of all elements, with the additions in NumPy's order: that of halves, each of them so again."""
    if x.size <= _PART:
        return np.add.reduce(function(x))
    half = x.size // 2
    half -= half % 8
    return _pairwise_sum(x[:half], function) + _pairwise_sum(x[half:], function)


def _table(columns: list[tuple[str, Any]], skip_zeros: bool = True, total: int | None = None) -> RichTextLines:
    """A row of names above a row of values."""
    cells = [(name, str(value)) for name, value in columns if value or not skip_zeros]
    width = max([max(len(name), len(value)) + 1 for name, value in cells], default=0)
    rows = [RichLine("|" + "".join(cell[k].rjust(width) for cell in cells) + " |") for k in (0, 1)]
    if total is not None:
        width = max(len("total") + 1, len(str(total)))
        rows = [row + text.rjust(width) + " |" for row, text in zip(rows, ("total", str(total)))]
    return rich_text_lines_from_rich_line_list(rows)
