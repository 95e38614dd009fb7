"""What is written in a command: words, quotes and brackets, slices, ranges, intervals of sizes and times, `> file`."""

import argparse
import ast
import re
import sys
from typing import Any

import numpy as np

from penstock.debug.cli import arguments

# Whitespace inside of these does not end a word.
_ENCLOSED = re.compile(r"\[[^\]]*\]"), re.compile(r"\"[^\"]*\"|'[^']*'")
_NUMBER = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?")
_SIZE_UNITS = {"k": 1 << 10, "M": 1 << 20, "G": 1 << 30}
_TIME_UNITS = {"us": 1, "ms": 1e3, "s": 1e6}  # "s" last: the others end with it


class Interval:
    """An interval between two values, each of which belongs to it or not.

    >>> Interval(1, True, 2, False).contains(1), Interval(1, True, 2, False).contains(2)
    (True, False)
    """

    def __init__(self, start: Any, start_included: bool, end: Any, end_included: bool):
        self.start = start
        self.start_included = start_included
        self.end = end
        self.end_included = end_included

    def contains(self, value: float) -> bool:
        if value < self.start or (value == self.start and not self.start_included):
            return False
        return not (value > self.end or (value == self.end and not self.end_included))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Interval) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((self.start, self.start_included, self.end, self.end_included))


def parse_command(command: str) -> list[str]:
    """The words of a command. Whitespace in quotes or brackets does not count; quotes around a word are taken off.

    >>> parse_command("pt 'a b:0' -r [0, 1]")
    ['pt', 'a b:0', '-r', '[0, 1]']
    """
    command = command.strip()
    if not command:
        return []
    gaps = [match.span() for match in re.finditer(r"\s+", command)]
    if not gaps:
        return [command]
    closed = [match.span() for pattern in _ENCLOSED for match in pattern.finditer(command)]
    words = []
    begin = 0
    for start, end in [*gaps, (len(command), len(command))]:
        if any(left < start < right for left, right in closed):
            continue
        word = command[begin:start]
        if word[:1] in ("'", '"') and word.endswith(word[0]):
            word = word[1:-1]
        words.append(word)
        begin = end
    return words


def extract_output_file_path(args: list[str]) -> tuple[list[str], str | None]:
    """Splits `> file` off the end of a command's words.

    A word such as `>100ms` after a flag is an interval, not a file.

    Returns:
      The other words, and the file's path or None.

    Raises:
      SyntaxError: if nothing follows the last `>`.
    """
    if not args:
        return args, None
    last, before = args[-1], args[-2] if len(args) > 1 else ""
    if last.endswith(">"):
        raise SyntaxError("Redirect file path is empty")
    if last.startswith(">"):
        if before.startswith("-") and _is_interval(last):
            return args, None
        return args[:-1], last[1:]
    if before == ">":
        return args[:-2], last
    if last.count(">") == 1:
        word, _, path = last.partition(">")
        if word.endswith("="):
            return args, None
        return [*args[:-1], word], path
    if before.endswith(">"):
        return [*args[:-2], before[:-1]], last
    return args, None


def parse_tensor_name_with_slicing(in_str: str) -> tuple[str, str]:
    """The name of a tensor and the slicing behind it, which may be empty.

    >>> parse_tensor_name_with_slicing("hidden/weights:0[1, :]")
    ('hidden/weights:0', '[1, :]')
    """
    if in_str.count("[") == 1 and in_str.endswith("]"):
        cut = in_str.index("[")
        return in_str[:cut], in_str[cut:]
    return in_str, ""


def validate_slicing_string(slicing_string: str) -> bool:
    """Whether a slicing consists of brackets around digits, commas, colons and spaces."""
    return bool(re.search(r"^\[(\d|,|\s|:)+\]$", slicing_string))


def evaluate_tensor_slice(tensor: np.ndarray, tensor_slicing: str) -> Any:
    """The part of an array that a slicing such as "[:, 1]" names.

    Raises:
      ValueError: if it is not a slicing.
    """
    if not validate_slicing_string(tensor_slicing):
        raise ValueError("Invalid tensor-slicing string.")
    parts: list[int | slice] = []
    for part in tensor_slicing[1:-1].split(","):
        bounds = part.split(":")
        if len(bounds) == 1:
            parts.append(int(part.strip()))
        elif len(bounds) <= 3:
            parts.append(slice(*(int(bound) if bound.strip() else None for bound in bounds)))
        else:
            raise ValueError("Invalid tensor-slicing string.")
    return tensor[tuple(parts)]


def parse_indices(indices_string: str) -> list[int]:
    """Indices, with brackets around them or without.

    >>> parse_indices("[1, 2]"), parse_indices("3,0")
    ([1, 2], [3, 0])
    """
    text = re.sub(r"\s+", "", indices_string)
    if text.startswith("[") and text.endswith("]"):
        text = text[1:-1]
    return [int(index) for index in text.split(",")]


def parse_ranges(range_string: str) -> list[list[float]]:
    """Ranges of numbers: one, or a list of them.

    >>> parse_ranges("[0, 1.5]"), parse_ranges("[[-3, -1], [1, 3]]")
    ([[0, 1.5]], [[-3, -1], [1, 3]])

    Raises:
      ValueError: if it is something else.
    """
    text = range_string.strip()
    if not text:
        return []
    ranges = ast.literal_eval(text.replace("inf", repr(sys.float_info.max)))
    if isinstance(ranges, list) and ranges and not isinstance(ranges[0], list):
        ranges = [ranges]
    for item in ranges:
        if len(item) != 2:
            raise ValueError("Incorrect number of elements in range")
        for place, bound in zip(("1st", "2nd"), item):
            if not isinstance(bound, (int, float)):
                raise ValueError(f"Incorrect type in the {place} element of range: {type(item[0])}")
    return ranges


def parse_memory_interval(interval_str: str) -> Interval:
    """An interval of sizes, in bytes: "[10kB, 20kB]", "<100M", ">100G".

    Raises:
      ValueError: if it is none.
    """
    text = _parse_interval(interval_str)
    start = parse_readable_size_str(text.start) if text.start else 0
    end = parse_readable_size_str(text.end) if text.end else float("inf")
    if start > end:
        raise ValueError(
            f"Invalid interval {interval_str}. Start of interval must be less than or equal to end of interval."
        )
    return Interval(start, text.start_included, end, text.end_included)


def parse_time_interval(interval_str: str) -> Interval:
    """An interval of times, in microseconds: "[10us, 20us]", "<100s", ">100ms".

    Raises:
      ValueError: if it is none.
    """
    text = _parse_interval(interval_str)
    start = parse_readable_time_str(text.start) if text.start else 0
    end = parse_readable_time_str(text.end) if text.end else float("inf")
    if start > end:
        raise ValueError(f"Invalid interval {interval_str}. Start must be before end of interval.")
    return Interval(start, text.start_included, end, text.end_included)


def _is_interval(text: str) -> bool:
    try:
        _parse_interval(text)
    except ValueError:
        return False
    return True


def _parse_interval(interval_str: str) -> Interval:
    """An interval whose ends are still texts; None where there is no end."""
    text = interval_str.strip()
    for sign in ("<=", "<", ">=", ">"):
        if text.startswith(sign):
            bound = text[len(sign) :].strip()
            if not _NUMBER.match(bound):
                raise ValueError(f"Invalid value string after {sign} in '{text}'")
            included = sign.endswith("=")
            return Interval(None, False, bound, included) if sign[0] == "<" else Interval(bound, included, None, False)
    if not text.startswith(("[", "(")) or not text.endswith(("]", ")")):
        raise ValueError(
            f"Invalid interval format: {text}. Valid formats are: [min, max], (min, max), <max, >min",
        )
    bounds = [bound.strip() for bound in text[1:-1].split(",")]
    if len(bounds) != 2:
        raise ValueError(
            f"Incorrect interval format: {text}. Interval should specify two values: [min, max] or (min, max)."
        )
    for place, bound in zip(("first", "second"), bounds):
        if not _NUMBER.match(bound):
            raise ValueError(f"Invalid {place} item in interval: '{bound}'")
    return Interval(bounds[0], text[0] == "[", bounds[1], text[-1] == "]")


def parse_readable_size_str(size_str: str) -> int:
    """A number of bytes: "1023", "1.1kB", "24 MB", "100 G".

    Raises:
      ValueError: if it is something else.
    """
    text = size_str.strip().removesuffix("B")
    if text.isdigit():
        return int(text)
    if text[-1:] in _SIZE_UNITS:
        return int(float(text[:-1]) * _SIZE_UNITS[text[-1]])
    raise ValueError(f'Failed to parsed human-readable byte size str: "{text}"')


def parse_readable_time_str(time_str: str) -> int:
    """A time in microseconds: "100us", "8ms", "5s", "100".

    Raises:
      ValueError: if it is no number, or negative.
    """
    text, factor = time_str.strip(), 1.0
    for unit, size in _TIME_UNITS.items():
        if text.endswith(unit):
            text, factor = text.removesuffix(unit), size
            break
    value = float(text)
    if value < 0:
        raise ValueError(f"Invalid time {text}. Time value must be positive.")
    return int(value * factor)


def get_print_tensor_argparser(description: str) -> argparse.ArgumentParser:
    """The parser of a command that shows a tensor, such as `print_tensor` and `print_feed`."""
    parser = arguments.command(description)
    parser.add_argument(
        "tensor_name",
        type=str,
        help="Name of the tensor, followed by any slicing indices, "
        "e.g., hidden1/Wx_plus_b/MatMul:0, hidden1/Wx_plus_b/MatMul:0[1, :]",
    )
    parser.number(
        "-n --number",
        "number",
        "0-based dump number for the specified tensor. Required for tensor with multiple dumps.",
        default=-1,
    )
    parser.text(
        "-r --ranges",
        "ranges",
        "Numerical ranges to highlight tensor elements in. "
        'Examples: -r 0,1e-8, -r [-0.1,0.1], -r "[[-inf, -0.1], [0.1, inf]]"',
    )
    parser.switch("-a --all", "print_all", "Print the tensor in its entirety, i.e., do not use ellipses.")
    parser.switch(
        "-s --numeric_summary",
        "numeric_summary",
        "Include summary for non-empty tensors of numeric (int*, float*, complex*) and Boolean types.",
    )
    parser.text(
        "-w --write_path", "write_path", "Path of the numpy file to write the tensor data to, using numpy.save()."
    )
    return parser
