"""Regular expressions of RE2, which 1.x used: matching and rewriting many texts, in time that grows with the texts only.

RE2 takes a call for each match. The simplest patterns, a few characters of which the last may come again (`[0-9]+`), need no
search for other ways to match, so Python's own expressions go through them in one pass too: for all texts at once.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import Any

import re2
from re2 import _re2  # the compiled part: the layer above it makes an object for each match

_NONE = (-1, -1)
_ANYWHERE, _WHOLE = _re2.RE2.Anchor.UNANCHORED, _re2.RE2.Anchor.ANCHOR_BOTH


class RegexError(ValueError):
    """The pattern is not one that RE2 takes."""


@functools.lru_cache(maxsize=256)
def _compiled(pattern: bytes, groups: bool) -> Any:
    """The pattern; without groups it is faster."""
    options = re2.Options()
    options.log_errors = False
    options.never_capture = not groups
    compiled = _re2.RE2(pattern, options)
    if not compiled.ok():
        told = compiled.error().decode(errors="replace")
        if told.startswith("invalid perl operator: (?<"):
            told = "invalid perl operator: (?<"  # as 1.15's RE2 said it
        raise RegexError(told)
    return compiled


def full_match(pattern: bytes, texts: Sequence[bytes]) -> list[bool]:
    """Whether all of each text matches.

    >>> full_match(b"a+", [b"aa", b"ab"])
    [True, False]

    Raises:
      RegexError: RE2 does not take the pattern.
    """
    simple = _simple(pattern)
    if simple is not None and (simple.ascii or b"".join(texts).isascii()):
        return [match is not None for match in map(simple.expression.fullmatch, texts)]
    match = _compiled(pattern, False).Match
    return [match(_WHOLE, text, 0, len(text))[0] != _NONE for text in texts]


def replace(pattern: bytes, rewrite: bytes, everywhere: bool, texts: Sequence[bytes]) -> list[bytes]:
    r"""Each text with its first match, or all, rewritten; `\1` stands for a group, `\0` for the whole match.

    >>> replace(rb"(a)(b)", rb"\2\1", True, [b"abab", b"b"])
    [b'baba', b'b']

    Raises:
      RegexError: RE2 does not take the pattern.
    """
    pieces, good = _parsed(rewrite)
    compiled = _compiled(pattern, any(isinstance(piece, int) and piece for piece in pieces))
    if not good and not everywhere:
        return list(texts)  # as RE2, which changes nothing then; everywhere, it takes what stands before the fault
    simple = _simple(pattern)
    if simple is not None:
        done = _replace_simple(simple, pieces, everywhere, texts)
        if done is not None:
            return done
    if everywhere:
        return [_replace_all(compiled.Match, pieces, text) for text in texts]
    return [_replace_first(compiled.Match, pieces, text) for text in texts]


# -- rewriting with RE2 ---------------------------------------------------------------------------------------------

# What stands for itself, or an escape, or a backslash at the end.
_PIECES = re.compile(rb"([^\\]+)|\\([0-9\\])|(\\)", re.DOTALL)


@functools.lru_cache(maxsize=256)
def _parsed(rewrite: bytes) -> tuple[list[bytes | int], bool]:
    """The pieces of a rewrite, texts and numbers of groups, as far as it is well written; and whether all of it is."""
    pieces: list[bytes | int] = []
    for literal, escape, fault in _PIECES.findall(rewrite):
        if fault:
            return pieces, False
        pieces.append(int(escape) if escape.isdigit() else literal or b"\\")
    return pieces, True


def _expanded(pieces: list[bytes | int], text: bytes, spans: list[tuple[int, int]]) -> bytes:
    """A rewrite for one match; a group that the pattern does not have, or that took no part, is empty."""
    if len(pieces) == 1 and isinstance(pieces[0], bytes):
        return pieces[0]
    out = []
    for piece in pieces:
        if isinstance(piece, bytes):
            out.append(piece)
        elif piece < len(spans) and spans[piece] != _NONE:
            out.append(text[slice(*spans[piece])])
    return b"".join(out)


def _replace_first(match: Any, pieces: list[bytes | int], text: bytes) -> bytes:
    spans = match(_ANYWHERE, text, 0, len(text))
    start, end = spans[0]
    return text if start < 0 else text[:start] + _expanded(pieces, text, spans) + text[end:]


def _replace_all(match: Any, pieces: list[bytes | int], text: bytes) -> bytes:
    length = len(text)
    out = []
    at, last = 0, -1
    while at <= length:
        spans = match(_ANYWHERE, text, at, length)
        start, end = spans[0]
        if start < 0:
            break
        if at < start:
            out.append(text[at:start])
        if start == end == last:  # an empty match beside the one before does not count: on to the next character
            at = start + _character(text, start)
            out.append(text[start:at])
        else:
            out.append(_expanded(pieces, text, spans))
            at = last = end
    if not out:
        return text
    out.append(text[at:])
    return b"".join(out)


def _character(text: bytes, at: int) -> int:
    """How many bytes the character of UTF-8 there takes; one, if it is none."""
    lead = text[at] if at < len(text) else 0
    for size, low, high in ((2, 0xC2, 0xDF), (3, 0xE0, 0xEF), (4, 0xF0, 0xF4)):
        if low <= lead <= high:
            try:
                text[at : at + size].decode()
            except UnicodeDecodeError:
                return 1
            return size
    return 1


# -- the simplest patterns, in one pass -----------------------------------------------------------------------------

_POSIX = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "ascii": r"\x00-\x7F",
    "blank": r"\t ",
    "cntrl": r"\x00-\x1F\x7F",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": r"!-/:-@\[-`{-~",
    "space": r"\t\n\v\f\r ",
    "upper": "A-Z",
    "word": "0-9A-Za-z_",
    "xdigit": "0-9A-Fa-f",
}
_CLASSES = {"d": "0-9", "w": "0-9A-Za-z_", "s": r"\t\n\f\r "}
# One character: itself, an escaped sign, a class with a name, any, or members in brackets.
_SIGN = r"\\[!-/:-@\[-^`{-~]"
_MEMBER = rf"(?:\[:[a-z]+:\]|\\[dws]|{_SIGN}|[0-9A-Za-z]-[0-9A-Za-z]|[0-9A-Za-z _,;:!@#%&=<>\"'/~`.*+?(){{}}|$^])"
_ITEM = re.compile(rf"[0-9A-Za-z _,;:!@#%&=<>\"'/~`-]|\\[dws]|{_SIGN}|\.|\[\^?{_MEMBER}+\]")
_MEMBERS = re.compile(r"\[:([a-z]+):\]|\\([dws])|(\\.|.-.|.)")


class _Simple:
    """A pattern of a few characters one after the other, of which the last may come again."""

    def __init__(self, items: list[str], again: bool) -> None:
        self.expression = re.compile(("".join(items) + "+" * again).encode())
        self.ascii = not any(item == "." or item.startswith("[^") for item in items)  # matches nothing but ASCII
        single = [re.compile(item.encode()) for item in items]
        # Bytes that no match can contain: texts joined by one are matched as if each were alone.
        self.separators = [bytes([c]) for c in b"\n\0\x1f" if not any(item.match(bytes([c])) for item in single)]


@functools.lru_cache(maxsize=256)
def _simple(pattern: bytes) -> _Simple | None:
    if not pattern.isascii() or not pattern:
        return None
    text = pattern.decode()
    items = []
    at = 0
    while at < len(text) and not (items and text[at:] == "+"):
        found = _ITEM.match(text, at)
        if found is None or len(items) == 64:
            return None
        item = _in_python(found[0])
        if item is None:
            return None
        items.append(item)
        at = found.end()
    return _Simple(items, at < len(text))


def _in_python(item: str) -> str | None:
    """The same character for Python."""
    if item.startswith("\\") and item[1] in _CLASSES:
        return f"[{_CLASSES[item[1]]}]"
    if not item.startswith("["):
        return item
    negative = item.startswith("[^")
    out = ["[^" if negative else "["]
    for name, letter, plain in _MEMBERS.findall(item[1 + negative : -1]):
        if name and name not in _POSIX:
            return None
        if len(plain) == 3 and (plain[0] > plain[2] or not plain[0].isalnum()):
            return None
        out.append(
            _POSIX[name] if name else _CLASSES[letter] if letter else plain if len(plain) > 1 else re.escape(plain)
        )
    return "".join(out) + "]"


def _replace_simple(
    simple: _Simple, pieces: list[bytes | int], everywhere: bool, texts: Sequence[bytes]
) -> list[bytes] | None:
    pieces = [piece for piece in pieces if not isinstance(piece, int) or piece == 0]  # there are no other groups
    if everywhere and len(texts) > 1:
        for between in simple.separators:  # all at once: ten times as fast as text by text
            joined = between.join(texts)
            if joined.count(between) == len(texts) - 1 and not any(
                between in p for p in pieces if isinstance(p, bytes)
            ):
                if simple.ascii or joined.isascii():
                    return _rewritten(simple.expression, pieces, joined).split(between)
    if not simple.ascii and not b"".join(texts).isascii():
        return None
    template = b"".join(rb"\g<0>" if isinstance(p, int) else p.replace(b"\\", rb"\\") for p in pieces)
    quick = functools.partial(simple.expression.sub, template, count=0 if everywhere else 1)
    return list(map(quick, texts))


@functools.lru_cache(maxsize=256)
def _as_group(pattern: bytes) -> Any:
    return re.compile(b"(%b)" % pattern)


def _rewritten(expression: Any, pieces: list[bytes | int], text: bytes) -> bytes:
    """A text with all matches rewritten: split at them and joined again, without a call of Python for each of them."""
    if 0 not in pieces:
        return b"".join(p for p in pieces if isinstance(p, bytes)).join(expression.split(text))
    parts = _as_group(expression.pattern).split(text)
    between, found = parts[::2], parts[1::2]
    columns = [between, *(found if isinstance(piece, int) else [piece] * len(found) for piece in pieces)]
    joined = [b""] * (len(between) * len(columns))
    for k, column in enumerate(columns):
        joined[k : k + len(column) * len(columns) : len(columns)] = column
    return b"".join(joined)
