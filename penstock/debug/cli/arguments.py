"""Parsers of a command's arguments whose help reads the same on every Python, as 1.15's did on 3.7.

Later versions of argparse changed a title, the way a flag's argument is shown and where the width comes from.
"""

import argparse
import os
from typing import Any


class _HelpFormatter(argparse.HelpFormatter):
    def __init__(self, *args: Any, **kwargs: Any):
        try:
            columns = int(os.environ["COLUMNS"])
        except (KeyError, ValueError):
            columns = 80
        super().__init__(*args, **{**kwargs, "width": columns - 2})

    def _format_action_invocation(self, action: argparse.Action) -> str:
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        value = self._format_args(action, action.dest.upper())
        return ", ".join(f"{flag} {value}" for flag in action.option_strings)


class ArgumentParser(argparse.ArgumentParser):
    """A parser of one command's arguments: without a usage line, because the command stands in the line above."""

    def __init__(self, description: str | None = None, **kwargs: Any):
        super().__init__(description=description, formatter_class=_HelpFormatter, **kwargs)
        self._optionals.title = "optional arguments"
        self.color = False  # Python 3.14 paints help

    def text(self, flags: str, dest: str, description: str, default: str = "") -> None:
        """Adds an argument that is a string; `flags` are separated by spaces."""
        self.add_argument(*flags.split(), dest=dest, type=str, default=default, help=description)

    def number(self, flags: str, dest: str, description: str, default: int) -> None:
        """Adds an argument that is an integer."""
        self.add_argument(*flags.split(), dest=dest, type=int, default=default, help=description)

    def switch(self, flags: str, dest: str, description: str) -> None:
        """Adds a flag without a value."""
        self.add_argument(*flags.split(), dest=dest, action="store_true", help=description)


def command(description: str) -> ArgumentParser:
    """The parser of a command that has no arguments yet."""
    return ArgumentParser(description, usage=argparse.SUPPRESS)
