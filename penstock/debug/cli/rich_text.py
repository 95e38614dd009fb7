"""Text with colours, links and notes on its lines: what every command of the debugger answers with.

A link is a `MenuItem` among the font attributes of a segment; the screen underlines it, and a click types its command.
"""

import re
from collections.abc import Sequence
from typing import Any

from penstock.storage import gfile

REGEX_MATCH_LINES_KEY = "regex_match_lines"
INIT_SCROLL_POS_KEY = "init_scroll_pos"
MAIN_MENU_KEY = "mm:"

# (first column, column after the last, a font attribute or a list of them). An attribute is the name of a colour, "bold",
# "underline", or a MenuItem.
Segment = tuple[int, int, Any]


class RichLine:
    """One line of text, parts of which have font attributes. Lines are joined with `+`.

    >>> line = RichLine("Op: ") + RichLine("MatMul", "bold")
    >>> line.text, line.font_attr_segs
    ('Op: MatMul', [(4, 10, 'bold')])

    Attributes:
      text: the text, without a newline.
      font_attr_segs: a list of (start, end, attribute).
    """

    def __init__(self, text: str = "", font_attr: object = None):
        self.text = text
        self.font_attr_segs: list[Segment] = [(0, len(text), font_attr)] if font_attr else []

    def __add__(self, other: "str | RichLine") -> "RichLine":
        if not isinstance(other, (str, RichLine)):
            raise TypeError(f"{other!r} cannot be concatenated with a RichLine")
        joined = RichLine()
        joined.font_attr_segs = list(self.font_attr_segs)
        if isinstance(other, str):
            joined.text = self.text + other
        else:
            joined.text = self.text + other.text
            shift = len(self.text)
            joined.font_attr_segs += [(a + shift, b + shift, attribute) for a, b, attribute in other.font_attr_segs]
        return joined

    def __len__(self) -> int:
        return len(self.text)


class RichTextLines:
    """Lines of text with font attributes, and notes (`annotations`) on lines or on the whole.

    Args:
      lines: a list of lines, or a single one.
      font_attr_segs: row → list of (start, end, attribute).
      annotations: row → anything, such as the indices of the array's first element in that row. Keys that are no
        integers belong to the text as a whole.

    Raises:
      ValueError: if `lines` is neither a list nor a string.
    """

    def __init__(
        self,
        lines: list[str] | str,
        font_attr_segs: dict[int, list[Segment]] | None = None,
        annotations: dict[Any, Any] | None = None,
    ):
        if isinstance(lines, str):
            lines = [lines]
        elif not isinstance(lines, list):
            raise ValueError(f"Unexpected type in lines: {type(lines)}")
        self._lines = lines
        self._font_attr_segs = font_attr_segs or {}
        self._annotations = annotations or {}

    @property
    def lines(self) -> list[str]:
        return self._lines

    @property
    def font_attr_segs(self) -> dict[int, list[Segment]]:
        return self._font_attr_segs

    @property
    def annotations(self) -> dict[Any, Any]:
        return self._annotations

    def num_lines(self) -> int:
        return len(self._lines)

    def slice(self, begin: int, end: int) -> "RichTextLines":
        """The lines from `begin` up to `end` as a text of their own.

        Raises:
          ValueError: if one of them is negative.
        """
        if begin < 0 or end < 0:
            raise ValueError("Encountered negative index.")
        segments = {row - begin: segs for row, segs in self._font_attr_segs.items() if begin <= row < end}
        notes = {}
        for key, note in self._annotations.items():
            if not isinstance(key, int):
                notes[key] = note
            elif begin <= key < end:
                notes[key - begin] = note
        return RichTextLines(self._lines[begin:end], font_attr_segs=segments, annotations=notes)

    def extend(self, other: "RichTextLines") -> None:
        """Adds `other` at the end. Its notes on the whole text replace those of the same key here."""
        shift = len(self._lines)
        self._lines.extend(other.lines)
        for row, segments in other.font_attr_segs.items():
            self._font_attr_segs[row + shift] = segments
        self._annotations.update(_shifted(other.annotations, shift))

    def append(self, line: str, font_attr_segs: list[Segment] | None = None) -> None:
        """Adds one line at the end."""
        self._lines.append(line)
        if font_attr_segs:
            self._font_attr_segs[len(self._lines) - 1] = font_attr_segs

    def append_rich_line(self, rich_line: RichLine) -> None:
        """Adds a `RichLine` at the end."""
        self.append(rich_line.text, rich_line.font_attr_segs)

    def prepend(self, line: str | list[str], font_attr_segs: list[Segment] | None = None) -> None:
        """Adds one line at the beginning (or several, of which the first has the attributes)."""
        added = [line] if isinstance(line, str) else line
        shift = len(added)
        self._lines = added + self._lines
        self._font_attr_segs = {row + shift: segments for row, segments in self._font_attr_segs.items()}
        if font_attr_segs:
            self._font_attr_segs[0] = font_attr_segs
        self._annotations = _shifted(self._annotations, shift)

    def write_to_file(self, file_path: str) -> None:
        """Writes the bare text to a file."""
        with gfile.GFile(file_path, "w") as file:
            file.write("".join(line + "\n" for line in self._lines))


def _shifted(annotations: dict[Any, Any], rows: int) -> dict[Any, Any]:
    return {key + rows if isinstance(key, int) else key: note for key, note in annotations.items()}


def rich_text_lines_from_rich_line_list(
    rich_text_list: Sequence[RichLine | str], annotations: dict[Any, Any] | None = None
) -> RichTextLines:
    """A `RichTextLines` of lines that are each a `RichLine` or a plain string."""
    text = RichTextLines([], annotations=annotations)
    for line in rich_text_list:
        if isinstance(line, RichLine):
            text.append_rich_line(line)
        else:
            text.append(line)
    return text


def regex_find(orig_screen_output: RichTextLines, regex: str, font_attr: object) -> RichTextLines:
    """A copy of the text in which all matches have `font_attr`; the annotation `REGEX_MATCH_LINES_KEY` lists their rows.

    Raises:
      ValueError: if `regex` is not a regular expression.
    """
    try:
        pattern = re.compile(regex)
    except re.error:
        raise ValueError(f'Invalid regular expression: "{regex}"') from None
    segments = {row: list(segs) for row, segs in orig_screen_output.font_attr_segs.items()}
    rows = []
    for row, line in enumerate(orig_screen_output.lines):
        found = [(match.start(), match.end(), font_attr) for match in pattern.finditer(line)]
        if found:
            segments[row] = sorted(segments.get(row, []) + found, key=lambda segment: segment[0])
            rows.append(row)
    notes = {**orig_screen_output.annotations, REGEX_MATCH_LINES_KEY: rows}
    return RichTextLines(orig_screen_output.lines, font_attr_segs=segments, annotations=notes)


def wrap_rich_text_lines(inp: RichTextLines, cols: int) -> tuple[RichTextLines, list[int]]:
    """Breaks lines that are longer than `cols`.

    Returns:
      The text, and for each old line the row where it begins now.

    Raises:
      ValueError: if the arguments are of other types.
    """
    if not isinstance(inp, RichTextLines):
        raise ValueError("Invalid type of input screen_output")
    if not isinstance(cols, int):
        raise ValueError("Invalid type of input cols")
    out = RichTextLines([])
    beginnings = []
    for row, line in enumerate(inp.lines):
        beginnings.append(out.num_lines())
        if row in inp.annotations:
            out.annotations[out.num_lines()] = inp.annotations[row]
        segments = inp.font_attr_segs.get(row, [])
        if len(line) <= cols:
            out.append(line, segments)
            continue
        for left in range(0, len(line), cols):
            right = min(left + cols, len(line))
            cut = [(max(a, left) - left, min(b, right) - left, attribute) for a, b, attribute in segments]
            out.append(line[left:right], [segment for segment in cut if segment[1] > segment[0]])
    out.annotations.update({key: note for key, note in inp.annotations.items() if not isinstance(key, int)})
    return out, beginnings
