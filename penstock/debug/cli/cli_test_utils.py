"""For tests of commands: comparing lines without regard to spaces, and arrays that were printed."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

_SEPARATORS = re.compile(r"array|[()\[\]|,]")


def assert_lines_equal_ignoring_whitespace(
    test: Any, expected_lines: Sequence[str], actual_lines: Sequence[str]
) -> None:
    """Fails `test`, a `TestCase`, unless the lines are equal but for whitespace."""
    expected, actual = len(expected_lines), len(actual_lines)
    test.assertEqual(expected, actual, f"Mismatch in the number of lines: {expected} vs {actual}")
    for wanted, line in zip(expected_lines, actual_lines):
        test.assertEqual("".join(wanted.split()), "".join(line.split()))


def assert_array_lines_close(test: Any, expected_array: Any, array_lines: Sequence[str]) -> None:
    """Fails `test`, a `tf.test.TestCase`, unless the numbers in the lines are close to those of the array.

    The array's shape does not count.
    """
    numbers = [float(word) for line in array_lines for word in _SEPARATORS.sub(" ", line).split()]
    test.assertAllClose(np.array(expected_array).flatten(), numbers)
