"""RE2's regular expressions, which 1.x used, in terms of Python's: translation of patterns, matching, rewriting.

What RE2 does not have (backreferences, assertions that look around) is refused as it refused it; what Python spells in
another way or not at all is rewritten. Text that is ASCII is matched as bytes, other text as code points, as RE2 does.
"""

from __future__ import annotations

import functools
import re
from typing import Any

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
# RE2's \s is without the vertical tab.
_CLASSES = {"d": "0-9", "w": "0-9A-Za-z_", "s": r"\t\n\f\r "}


class RegexError(ValueError):
    """The pattern is not one that RE2 takes."""


def _escape(pattern: str, i: int, inside: bool) -> tuple[str, int]:
    """Translates the escape at `i`; returns the text and where to go on."""
    c = pattern[i + 1 : i + 2]
    if not c:
        raise RegexError("trailing \\")
    if c in "dws":
        return (_CLASSES[c] if inside else f"[{_CLASSES[c]}]"), i + 2
    if c in "DWS":
        if not inside:
            return f"[^{_CLASSES[c.lower()]}]", i + 2
        return {"D": r"\D", "W": r"\W", "S": r"\S"}[c], i + 2
    if c in "pP":
        return _property(pattern, i, inside)
    if c == "x" and pattern[i + 2 : i + 3] == "{":
        end = pattern.find("}", i)
        return re.escape(chr(int(pattern[i + 3 : end], 16))), end + 1
    if c == "z" and not inside:
        return r"\Z", i + 2
    if c == "C" and not inside:
        return r"[\s\S]", i + 2
    if c == "Q" and not inside:
        end = pattern.find(r"\E", i + 2)
        stop = len(pattern) if end < 0 else end
        return re.escape(pattern[i + 2 : stop]), stop + (0 if end < 0 else 2)
    if c in "123456789" or c in "GKREXhHNuULlZyYk":
        raise RegexError(f"invalid escape sequence: \\{c}")
    if c in "bBA" and not inside:
        return f"\\{c}", i + 2
    if c.isalnum() and c not in "afnrtvx0":
        raise RegexError(f"invalid escape sequence: \\{c}")
    return (f"\\{c}" if c.isascii() else c), i + (2 if c != "x" else 2)


@functools.cache
def _category(name: str) -> str:
    """The code points of a Unicode category, or of one of the larger ones (`L`), as ranges for a character class."""
    import sys
    import unicodedata

    ranges: list[list[int]] = []
    for code in range(sys.maxunicode + 1):
        if unicodedata.category(chr(code)).startswith(name):
            if ranges and ranges[-1][1] == code - 1:
                ranges[-1][1] = code
            else:
                ranges.append([code, code])
    if not ranges:
        raise RegexError(f"invalid character class range: \\p{{{name}}}")
    return "".join(f"\\U{a:08x}-\\U{b:08x}" for a, b in ranges)


def _property(pattern: str, i: int, inside: bool) -> tuple[str, int]:
    negative = pattern[i + 1] == "P"
    if pattern[i + 2 : i + 3] == "{":
        end = pattern.find("}", i)
        name, after = pattern[i + 3 : end], end + 1
    else:
        name, after = pattern[i + 2 : i + 3], i + 3
    if name.startswith("^"):
        negative, name = not negative, name[1:]
    body = _category(name)
    if inside:
        if negative:
            raise RegexError(f"invalid character class range: \\P{{{name}}}")
        return body, after
    return f"[{'^' if negative else ''}{body}]", after


def _bracket(pattern: str, i: int) -> tuple[str, int]:
    """Translates the character class that opens at `i`."""
    out = ["["]
    at = i + 1
    if pattern[at : at + 1] == "^":
        out.append("^")
        at += 1
    first = True
    while True:
        c = pattern[at : at + 1]
        if not c:
            raise RegexError(f"missing ]: {pattern[i:]}")
        if c == "]" and not first:
            return "".join(out) + "]", at + 1
        first = False
        if pattern.startswith("[:", at) and (end := pattern.find(":]", at)) > 0:
            name = pattern[at + 2 : end]
            body = _POSIX.get(name.lstrip("^"))
            if body is None or name.startswith("^"):
                raise RegexError(f"invalid character class range: {pattern[at : end + 2]}")
            out.append(body)
            at = end + 2
        elif c == "\\":
            text, at = _escape(pattern, at, True)
            out.append(text)
        else:
            # Python warns of set operations that it may have one day.
            out.append("\\" + c if c in "[&~|" or c == "]" else c)
            at += 1


def translate(pattern: str) -> str:
    """The Python pattern that means what `pattern` means to RE2."""
    out = []
    i = 0
    multiline = False
    while i < len(pattern):
        c = pattern[i]
        if c == "\\":
            text, i = _escape(pattern, i, False)
            out.append(text)
        elif c == "[":
            text, i = _bracket(pattern, i)
            out.append(text)
        elif c == "$":
            out.append("$" if multiline else r"\Z")
            i += 1
        elif pattern.startswith("(?", i):
            rest = pattern[i + 2 :]
            if rest.startswith(("=", "!", "<=", "<!", "#", "P=", "P>", "(", ">")):
                raise RegexError(f"invalid perl operator: (?{rest[:2]}")
            flags = re.match(r"([imsU]*)(-[imsU]+)?([:)])", rest)
            if flags:
                on = flags.group(1)
                if "m" in on:
                    multiline = True
                if "U" in on:
                    raise RegexError("invalid perl operator: (?U")
                if flags.group(3) == ")":
                    # A flag for all that follows, which Python takes at the beginning only.
                    out.append("" if not on else f"(?{on}:")
                    return "".join(out) + translate(pattern[i + 2 + flags.end() :]) + (")" if on else "")
                out.append(pattern[i : i + 2 + flags.end()])
                i += 2 + flags.end()
            else:
                out.append(pattern[i : i + 2])
                i += 2
        elif c in "*+?}" and pattern[i + 1 : i + 2] == "+":
            raise RegexError(f"bad repetition operator: {c}+")
        else:
            out.append(c)
            i += 1
    return "".join(out)


@functools.lru_cache(maxsize=256)
def _compiled(pattern: bytes) -> tuple[Any, Any]:
    """The pattern for bytes (None, unless it is ASCII) and for code points."""
    text = pattern.decode("utf-8", "surrogateescape")
    translated = translate(text)
    try:
        points = re.compile(translated, re.ASCII)
        plain = re.compile(translated.encode()) if text.isascii() and "\\U" not in translated else None
    except (re.error, OverflowError) as error:
        raise RegexError(str(error)) from None
    return plain, points


@functools.lru_cache(maxsize=256)
def _takes_room(pattern: bytes) -> bool:
    """Whether no match is empty."""
    from re import _parser  # type: ignore[attr-defined]  # the only one who knows how short a match can be

    return int(_parser.parse(pattern).getwidth()[0]) > 0


@functools.lru_cache(maxsize=256)
def _separators(pattern: bytes) -> list[bytes]:
    """Bytes that no match can contain or see beside it: texts joined by one are matched as if each were alone."""
    from re import _parser  # type: ignore[attr-defined]

    parsed = _parser.parse(pattern)
    return [bytes([c]) for c in b"\n\0\x1f" if _passes_by(parsed, c, parsed.state.flags)]


def _passes_by(parsed: Any, byte: int, flags: int) -> bool:
    """Whether all parts of a pattern are of kinds that are known never to take `byte`, or to ask for its place."""
    from re import _constants as kind  # type: ignore[attr-defined]

    for what, argument in parsed:
        if what in (kind.LITERAL, kind.NOT_LITERAL):
            if (argument == byte) == (what is kind.LITERAL):
                return False
        elif what is kind.ANY:
            if flags & re.DOTALL or byte != 10:
                return False
        elif what is kind.IN:
            for member, value in argument:
                if member is kind.LITERAL and value != byte:
                    continue
                if member is kind.RANGE and not value[0] <= byte <= value[1]:
                    continue
                return False
        elif what in (kind.MAX_REPEAT, kind.MIN_REPEAT):
            if not _passes_by(argument[2], byte, flags):
                return False
        elif what is kind.SUBPATTERN:
            _, on, _, inner = argument
            if not _passes_by(inner, byte, flags | on):
                return False
        elif what is kind.BRANCH:
            if not all(_passes_by(branch, byte, flags) for branch in argument[1]):
                return False
        else:
            return False
    return True


def full_match(pattern: bytes, texts: Any) -> list[bool]:
    """Whether all of each text matches."""
    plain, points = _compiled(pattern)
    if plain is not None and b"".join(texts).isascii():
        return [match is not None for match in map(plain.fullmatch, texts)]
    out = []
    for text in texts:
        if plain is not None and text.isascii():
            out.append(plain.fullmatch(text) is not None)
        else:
            out.append(points.fullmatch(text.decode("utf-8", "surrogateescape")) is not None)
    return out


_REWRITE: Any = re.compile(rb"\\(.)", re.DOTALL)
_REWRITE_TEXT: Any = re.compile(r"\\(.)", re.DOTALL)
# What stands for itself, or an escape.
_PIECES: Any = re.compile(rb"([^\\]+)|(\\.)", re.DOTALL)


# More than any pattern has.
_NO_GROUP = 1 << 30


@functools.lru_cache(maxsize=256)
def _parsed(rewrite: bytes) -> tuple[list[int], list[bytes | int], bytes]:
    """The escapes of a rewrite, as numbers of groups; it in pieces, which are texts or such numbers; and as Python takes it."""
    escapes = [int(e) if e.isdigit() else 0 if e == b"\\" else _NO_GROUP for e in _REWRITE.findall(rewrite)]
    pieces: list[bytes | int] = []
    for literal, escape in _PIECES.findall(rewrite):
        pieces.append(int(escape[1:]) if escape[1:].isdigit() else literal or b"\\")
    template = _REWRITE.sub(lambda e: rb"\g<%b>" % e[1] if e[1].isdigit() else rb"\\", rewrite)
    return escapes, pieces, template


def replace(pattern: bytes, rewrite: bytes, everywhere: bool, texts: Any) -> list[bytes]:
    """Each text with its first match, or all, rewritten; `\\1` stands for a group, `\\0` for the whole match.

    Raises:
      RegexError: RE2 does not take the pattern.
    """
    plain, points = _compiled(pattern)
    escapes, pieces, template = _parsed(rewrite)
    if any(points.groups < e for e in escapes):
        return list(texts)  # as RE2, which changes nothing then

    def expand(match: Any) -> Any:
        found = match.group()
        own: Any = rewrite if isinstance(found, bytes) else rewrite.decode("utf-8", "surrogateescape")
        empty = found[:0]

        def one(escape: Any) -> Any:
            c = escape.group(1)
            return (match.group(int(c)) or empty) if c.isdigit() else c

        return own if not escapes else (_REWRITE if found[:0] == b"" else _REWRITE_TEXT).sub(one, own)

    out = []
    if plain is not None and rewrite.isascii() and (not everywhere or _takes_room(plain.pattern)):
        # Without empty matches, Python goes through a text as RE2 does.
        if everywhere and len(texts) > 1:
            # All at once: ten times as fast as text by text.
            for between in _separators(plain.pattern):
                joined = between.join(texts)
                if joined.count(between) == len(texts) - 1 and between not in template and joined.isascii():
                    return _rewritten(plain, pieces, joined).split(between)
        quick = functools.partial(plain.sub, template, count=0 if everywhere else 1)
        joined = b"".join(texts)
        if joined.isascii():
            return list(map(quick, texts))
    for text in texts:
        if plain is not None and text.isascii() and rewrite.isascii():
            out.append(_replaced(plain, expand, everywhere, text))
        else:
            done = _replaced(points, expand, everywhere, text.decode("utf-8", "surrogateescape"))
            out.append(done.encode("utf-8", "surrogateescape"))
    return out


@functools.lru_cache(maxsize=256)
def _whole(pattern: bytes) -> Any:
    """The pattern as a group, behind which its own have one number more: what a match is, and its groups."""
    return re.compile(b"(%b)" % pattern)


def _rewritten(plain: Any, pieces: list[bytes | int], text: bytes) -> bytes:
    """A text with all matches, none of them empty, rewritten.

    It is split at the matches, which gives their groups too, and joined again: without a call of Python for each of them.
    """
    whole = 0 in pieces
    splitter = _whole(plain.pattern) if whole else plain
    parts = splitter.split(text)
    step = splitter.groups + 1
    between = parts[::step]
    if len(pieces) == 1 and isinstance(pieces[0], bytes):
        return pieces[0].join(between)
    columns: list[Any] = [between]
    count = len(between) - 1
    for piece in pieces:
        if isinstance(piece, bytes):
            columns.append([piece] * count)
        else:
            column = parts[piece + whole :: step]
            columns.append([group or b"" for group in column] if None in column else column)
    joined = [b""] * ((count + 1) * len(columns))
    for k, column in enumerate(columns):
        joined[k : k + len(column) * len(columns) : len(columns)] = column
    return b"".join(joined)


def _replaced(pattern: Any, expand: Any, everywhere: bool, text: Any) -> Any:
    match = pattern.search(text)
    if match is None:
        return text
    if not everywhere:
        return text[: match.start()] + expand(match) + text[match.end() :]
    parts = []
    at, last = 0, -1
    while match is not None:
        start, end = match.span()
        parts.append(text[at:start])
        if start == end == last:  # an empty match beside the one before does not count
            if start >= len(text):
                at = start
                break
            parts.append(text[start : start + 1])
            at = start + 1
        else:
            parts.append(expand(match))
            at = last = end
        match = pattern.search(text, at) if at <= len(text) else None
    parts.append(text[at:])
    return text[:0].join(parts)
