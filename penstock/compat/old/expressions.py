"""`re.split` as it was before Python 3.7, which began to split where an expression matches nothing."""

from __future__ import annotations

import functools
import importlib
import os
import re
import sys
import types
from collections.abc import Callable
from typing import Any

from penstock.compat.old import uses

_LIBRARY = os.path.join(os.path.dirname(os.__file__), "")


def lenient_split(original: Callable, name: str) -> Callable:
    """`re.split(r"(\\W+)?", "a b")` gives words, not letters: matches of nothing are passed over.

    >>> from penstock.compat.old.expressions import split_before_3_7
    >>> split_before_3_7(re.compile(r"(\\W+)?"), "to be", 0)
    ['to', ' ', 'be']
    """

    @functools.wraps(original)
    def split(pattern: Any, string: Any, maxsplit: int = 0, flags: int = 0) -> Any:
        found = original(pattern, string, maxsplit=maxsplit, flags=flags)
        if len(found) < 2 or (frame := uses.program_frame(sys._getframe(1))) is None or not _is_own(frame):
            return found
        compiled = re.compile(pattern, flags)
        if not _may_be_empty(compiled):
            return found
        before = split_before_3_7(compiled, string, maxsplit)
        if before != found:
            uses.note(f"{name} where nothing is matched", frame)
        return before

    return split


def split_before_3_7(pattern: re.Pattern, string: Any, maxsplit: int) -> list:
    """What `pattern.split` returned in Python 3.6."""
    found: list[Any] = []
    last = at = count = 0
    while not maxsplit or count < maxsplit:
        match = pattern.search(string, at)
        if match is None:
            break
        if match.end() > match.start():
            found += [string[last : match.start()], *match.groups()]
            last = at = match.end()
            count += 1
        elif match.end() < len(string):
            at = match.end() + 1
        else:
            break
    return [*found, string[last:]]


def _is_own(frame: types.FrameType) -> bool:
    """Whether the frame is one of the program's own files, no library that is installed: those split as they do today."""
    file = frame.f_code.co_filename
    return not file.startswith(_LIBRARY) and "site-packages" not in file and "dist-packages" not in file


@functools.lru_cache(512)
def _may_be_empty(pattern: re.Pattern) -> bool:
    parser = importlib.import_module("re._parser")  # tells the shortest match, as `sre_parse` did
    return parser.parse(pattern.pattern, pattern.flags).getwidth()[0] == 0
