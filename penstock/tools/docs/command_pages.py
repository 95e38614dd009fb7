"""The page on commands: `penstock` with its subcommands, and the tools of 1.x, from their argument parsers."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterator
from typing import Any

from penstock.tools.docs.docstrings import escape


def pages() -> dict[str, str]:
    """The page: path → text."""
    lines = [
        "# Commands",
        "",
        "`penstock COMMAND --help` says the same in a terminal. The tools are also installed under the names that 1.x gave them.",
        "",
    ]
    main = importlib.import_module("penstock.cli.main")  # above this layer: it knows the commands, we are one of them
    subparsers = next(a for a in main._parser()._actions if isinstance(a, argparse._SubParsersAction))
    for name in main.COMMANDS:
        lines += list(_parser(subparsers.choices[name], f"penstock {name}", 2))
    for name, (module, text) in main.TOOLS.items():
        tool = importlib.import_module(module)
        old = f" (`{module.rpartition('.')[2]}`)" if module.startswith("penstock.tools.") else ""
        lines += list(
            _parser(tool.create_parser(f"penstock {name}"), f"penstock {name}", 2, f"{text[0].upper()}{text[1:]}{old}.")
        )
    return {"commands.md": "\n".join(lines) + "\n"}


def _parser(parser: argparse.ArgumentParser, title: str, level: int, text: str = "") -> Iterator[str]:
    parser.prog = title
    said = text or f"{(parser.description or '').strip().rstrip('.')}."
    yield f"{'#' * level} {title}\n"
    yield f"{escape(said[:1].upper() + said[1:], str)}\n"
    usage = parser.format_usage().removeprefix("usage: ").strip()
    yield f"```text\n{usage}\n```\n"
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, own in action.choices.items():
                yield from _parser(own, f"{title} {name}", level + 1)
        elif not isinstance(action, argparse._HelpAction) and action.help is not argparse.SUPPRESS:
            yield _option(action)
    yield ""


def _option(action: Any) -> str:
    value = "" if action.nargs == 0 else f" {action.metavar or action.dest.upper()}"
    names = ", ".join(f"`{flag}{value}`" for flag in action.option_strings) or f"`{action.metavar or action.dest}`"
    text = escape(" ".join((action.help or "").replace("%%", "%").split()), str)
    default = ""
    if action.option_strings and action.default not in (None, "", False, argparse.SUPPRESS) and action.nargs != 0:
        default = f" (default: `{action.default}`)"
    required = " Required." if action.required and action.option_strings else ""
    return f"*   <b>{names}</b>: {text}{default}{required}"
