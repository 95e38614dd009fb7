"""A list of transforms as text: `fold_constants(ignore_errors=true) remove_nodes(op=Identity, op=CheckNumerics)`."""

from __future__ import annotations

import re

from penstock.graph import errors

_NAME = re.compile(r"[A-Za-z0-9_]+")
_VALUE = re.compile(r"[A-Za-z0-9\-./_]+")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"?', re.DOTALL)


def parse(text: str) -> list[tuple[str, dict[str, list[str]]]]:
    """The transforms in order, each with its parameters; a parameter may be given several times.

    Raises:
      InvalidArgumentError: the text is no such list.

    >>> parse("a b(x=1, x=2)")
    [('a', {}), ('b', {'x': ['1', '2']})]
    """
    found: list[tuple[str, dict[str, list[str]]]] = []
    at = 0
    while True:
        at = _after_space(text, at)
        if at == len(text):
            return found
        name = _NAME.match(text, at)
        if name is None:
            raise errors.invalid(f"Looking for transform name, but found {text[at:]}")
        at = name.end()
        parameters: dict[str, list[str]] = {}
        found.append((name[0], parameters))
        if text.startswith("(", at):
            at, ended = _parameters(text, at + 1, parameters)
            if not ended:
                del found[-1]  # as 1.15, which drops a transform whose parameters do not end


def _after_space(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _parameters(text: str, at: int, parameters: dict[str, list[str]]) -> tuple[int, bool]:
    while at < len(text):
        if text.startswith(")", at):
            return at + 1, True
        at = _after_space(text, at + text.startswith(",", at))
        name = _NAME.match(text, at)
        if name is None:
            raise errors.invalid(f"Looking for parameter name, but found {text[at:]}")
        at = name.end()
        if not text.startswith("=", at):
            raise errors.invalid(f"Looking for =, but found {text[at:]}")
        at += 1
        if at == len(text):
            break
        quoted = _QUOTED.match(text, at)
        value = quoted or _VALUE.match(text, at)
        if value is None:
            raise errors.invalid(f"Looking for parameter name, but found {text[at:]}")
        parameters.setdefault(name[0], []).append(quoted[1] if quoted else value[0])
        at = value.end()
        at += text.startswith('"', at)
        at += text.startswith("'", at)
    return at, False
