"""Docstrings, signatures and values as Markdown.

Docstrings are plain text with headings `Args:`, `Returns:`, `Raises:`, examples after `>>>`, and names in backticks. What
would be markup by accident (`*args`, `__init__`, `<`) is escaped; names in backticks that are documented become links.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

_SECTION = re.compile(
    r"(Args|Arguments|Attributes|Example|Examples|Note|Raises|Returns|Yields|References|Fields)(?: \([^)]*\))?:\s*$"
)
_ITEM = re.compile(r"([*\w][\w., *`/-]*?):\s+(\S.*)$")
_CODE = re.compile(r"(`[^`]*`)")
_FENCE = re.compile(r"\s*```")
# A link to a documented name, or the text as it is.
Linker = Callable[[str], str]
_LISTED = ("Args", "Arguments", "Attributes", "Raises", "Fields")


def signature_of(value: Any) -> str:
    """The parameters of a function or class as a call shows them, without annotations: `(x, axis=None)`."""
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return "(...)"
    words: list[str] = []
    only_names = False
    for parameter in signature.parameters.values():
        if parameter.kind == parameter.KEYWORD_ONLY and not only_names:
            words.append("*")
        only_names = only_names or parameter.kind in (parameter.KEYWORD_ONLY, parameter.VAR_POSITIONAL)
        mark = "*" if parameter.kind == parameter.VAR_POSITIONAL else ""
        mark = "**" if parameter.kind == parameter.VAR_KEYWORD else mark
        default = "" if parameter.default is parameter.empty else f"={default_text(parameter.default)}"
        words.append(f"{mark}{parameter.name}{default}")
    return f"({', '.join(words)})"


def default_text(value: Any) -> str:
    """A default value as it is typed, as far as that can be said in a line."""
    if isinstance(value, (type, type(default_text))):
        return getattr(value, "__name__", "...")
    name = type(value).__name__
    if name == "DType":
        return f"tf.{value.name}"
    text = repr(value)
    if " at 0x" in text or "<" in text:
        return getattr(value, "__name__", "...")
    return text if len(text) <= 60 else "..."


def escape(text: str, link: Linker) -> str:
    """A line of prose: what stands in backticks becomes a link if it is a documented name, the rest is text and no markup."""
    parts = _CODE.split(text)
    for i, part in enumerate(parts):
        if i % 2:
            parts[i] = link(part)
        else:
            part = re.sub(r"([*\[\]])", r"\\\1", part.replace("&", "&amp;").replace("<", "&lt;"))
            parts[i] = re.sub(r"(?<!\w)(_+\w)|(\w_+)(?!\w)", lambda m: m[0].replace("_", r"\_"), part)
    return "".join(parts)


def first_sentence(text: str) -> str:
    """The first sentence or line of a docstring, for lists."""
    line = text.strip().partition("\n\n")[0].replace("\n", " ")
    cut = re.match(r"(.*?[^.]\.)(?=\s|$)", re.sub(r"\s+", " ", line))
    return (cut[1] if cut else line).strip()


def to_markdown(text: str, link: Linker, level: int = 4) -> str:
    """A docstring as Markdown; its sections become headings of `level`, its examples blocks of code."""
    out: list[str] = []
    lines = inspect.cleandoc(text).split("\n")
    i, section = 0, ""
    while i < len(lines):
        line = lines[i]
        if found := _SECTION.match(line):
            section = found[1]
            out += ["", f"{'#' * level} {section}:", ""]
            i += 1
        elif line.lstrip().startswith(">>>"):
            i = _example(lines, i, out)
        elif _FENCE.match(line):
            i = _fenced(lines, i, out)
        elif section in _LISTED and (line.startswith(" ") or not line):
            i = _listed(lines, i, out, link)
        elif not section and line.startswith("    ") and out and not out[-1]:
            i = _indented(lines, i, out)
        else:
            if line and not line.startswith(" "):
                section = section if section not in _LISTED else ""
            out.append(escape(line.strip(), link) if not re.match(r"\s*([-*+]|\d+\.) ", line) else _bullet(line, link))
            i += 1
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out)).strip() + "\n"


def _bullet(line: str, link: Linker) -> str:
    mark, _, rest = line.strip().partition(" ")
    return f"{'  ' * min(1, (len(line) - len(line.lstrip())) // 4)}{mark} {escape(rest, link)}"


def _example(lines: list[str], i: int, out: list[str]) -> int:
    """A session of Python, up to the next empty line after which no other begins."""
    indent = len(lines[i]) - len(lines[i].lstrip())
    out += ["", "```pycon"]
    while i < len(lines):
        if not lines[i].strip():
            following = next((line for line in lines[i:] if line.strip()), "")
            if not following.lstrip().startswith(">>>"):
                break
        out.append(lines[i][indent:].rstrip().replace("<BLANKLINE>", ""))
        i += 1
    out += ["```", ""]
    return i


def _fenced(lines: list[str], i: int, out: list[str]) -> int:
    indent = len(lines[i]) - len(lines[i].lstrip())
    out += ["", lines[i].strip()]
    i += 1
    while i < len(lines) and not _FENCE.match(lines[i]):
        out.append(lines[i][indent:])
        i += 1
    out += ["```", ""]
    return i + 1


def _indented(lines: list[str], i: int, out: list[str]) -> int:
    """A paragraph that is indented: code or a figure, as it stands."""
    out.append("```text")
    while i < len(lines) and (
        lines[i].startswith("    ") or (not lines[i] and i + 1 < len(lines) and lines[i + 1].startswith("    "))
    ):
        out.append(lines[i][4:])
        i += 1
    out += ["```", ""]
    return i


def _listed(lines: list[str], i: int, out: list[str], link: Linker) -> int:
    """The items of a section: `name: what it is`, with deeper lines as continuation."""
    while i < len(lines) and not lines[i].strip():
        i += 1
    if i >= len(lines) or not lines[i].startswith(" "):
        return i
    indent = len(lines[i]) - len(lines[i].lstrip())
    while i < len(lines) and lines[i].startswith(" ") and not lines[i].lstrip().startswith(">>>"):
        deep = len(lines[i]) - len(lines[i].lstrip())
        text = lines[i].strip()
        found = _ITEM.match(text) if deep <= indent else None
        if found:
            names = ", ".join(f"`{name.strip('` ')}`" for name in found[1].split(","))
            out.append(f"*   <b>{names}</b>: {escape(found[2], link)}")
        else:
            out.append(f"    {escape(text, link)}" if out and out[-1].startswith(("*", " ")) else escape(text, link))
        i += 1
        while i < len(lines) and not lines[i].strip() and i + 1 < len(lines) and lines[i + 1].startswith(" "):
            i += 1  # an empty line between two items
    return i
