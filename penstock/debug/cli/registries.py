"""What the command line knows: the handlers of its commands, what the Tab key completes, and which commands came before."""

import os
import traceback
from collections.abc import Callable
from typing import Any

import numpy as np

from penstock.debug.cli.rich_text import RichTextLines
from penstock.platform import sysconfig

HELP_INDENT = "  "
EXPLICIT_USER_EXIT = "explicit_user_exit"

# Arguments and facts of the screen ({"cols": 80}) → what to show.
Handler = Callable[..., RichTextLines | None]


class CommandLineExit(Exception):
    """Raised by a handler to leave the command line; `exit_token` is what the command line then returns."""

    def __init__(self, exit_token: object = None):
        super().__init__()
        self._exit_token = exit_token

    @property
    def exit_token(self) -> Any:
        return self._exit_token


def get_tensorflow_version_lines(include_dependency_versions: bool = False) -> RichTextLines:
    """The version of TensorFlow that is spoken here, and that of NumPy if asked for."""
    lines = [f"TensorFlow version: {sysconfig.VERSION}", ""]
    if include_dependency_versions:
        lines += ["Dependency version(s):", f"  numpy: {np.__version__}", ""]
    return RichTextLines(lines)


class CommandHandlerRegistry:
    """Commands, their abbreviations, handlers and help.

    >>> def echo(arguments, screen_info=None):
    ...     return RichTextLines(["heard: " + " ".join(arguments)])
    >>> registry = CommandHandlerRegistry()
    >>> registry.register_command_handler("echo", echo, "Says it again.", prefix_aliases=["e"])
    >>> registry.dispatch_command("e", ["hello", "there"]).lines
    ['heard: hello there']
    """

    HELP_COMMAND = "help"
    HELP_COMMAND_ALIASES = ["h"]
    VERSION_COMMAND = "version"
    VERSION_COMMAND_ALIASES = ["ver"]

    def __init__(self) -> None:
        self._handlers: dict[str, Handler] = {}
        self._help: dict[str, str] = {}
        self._aliases: dict[str, list[str]] = {}
        self._alias_to_prefix: dict[str, str] = {}
        self._help_intro: RichTextLines | None = None
        self.register_command_handler(
            self.HELP_COMMAND, self._help_handler, "Print this help message.", self.HELP_COMMAND_ALIASES
        )
        self.register_command_handler(
            self.VERSION_COMMAND,
            self._version_handler,
            "Print the versions of TensorFlow and its key dependencies.",
            self.VERSION_COMMAND_ALIASES,
        )

    def register_command_handler(
        self, prefix: str, handler: Handler, help_info: str, prefix_aliases: list[str] | None = None
    ) -> None:
        """Adds a command.

        Args:
          prefix: its first word.
          handler: is called as `handler(arguments, screen_info=...)` and returns a `RichTextLines` or None.
          help_info: what `help` says of it.
          prefix_aliases: abbreviations of the first word.

        Raises:
          ValueError: for an empty or a known prefix, an abbreviation that is taken, a handler that cannot be called, or
            help that is no string.
        """
        if not prefix:
            raise ValueError("Empty command prefix")
        if prefix in self._handlers:
            raise ValueError(f'A handler is already registered for command prefix "{prefix}"')
        if not callable(handler):
            raise ValueError("handler is not callable")
        if not isinstance(help_info, str):
            raise ValueError("help_info is not a str")
        for alias in prefix_aliases or ():
            if self._resolve_prefix(alias):
                raise ValueError(f'The prefix alias "{alias}" clashes with existing prefixes or aliases.')
            self._alias_to_prefix[alias] = prefix
        if prefix_aliases:
            self._aliases[prefix] = prefix_aliases
        self._handlers[prefix] = handler
        self._help[prefix] = help_info

    def dispatch_command(
        self, prefix: str, argv: list[str], screen_info: dict[str, Any] | None = None
    ) -> RichTextLines | None:
        """Calls the handler of a command. What it raises becomes text, except `CommandLineExit`, which goes on.

        Raises:
          ValueError: if there is no such command, or its handler returned something else than a text.
          CommandLineExit: if the handler raises it.
        """
        if not prefix:
            raise ValueError("Prefix is empty")
        resolved = self._resolve_prefix(prefix)
        if not resolved:
            raise ValueError(f'No handler is registered for command prefix "{prefix}"')
        handler = self._handlers[resolved]
        try:
            output = handler(argv, screen_info=screen_info)
        except CommandLineExit:
            raise
        except SystemExit:  # how argparse ends on arguments that it does not understand
            return RichTextLines([f"Syntax error for command: {prefix}", f'For help, do "help {prefix}"'])
        except BaseException as error:
            command = f"Error occurred during handling of command: {resolved} {' '.join(argv)}:"
            return RichTextLines([command, f"{type(error)}: {error}", "", *traceback.format_exc().split("\n")])
        if output is not None and not isinstance(output, RichTextLines):
            raise ValueError(f"Return value from command handler {handler} is not None or a RichTextLines instance")
        return output

    def is_registered(self, prefix: str) -> bool:
        """Whether there is a command of that name or abbreviation."""
        return self._resolve_prefix(prefix) is not None

    def get_help(self, cmd_prefix: str | None = None) -> RichTextLines:
        """The help of one command, or of all in the order of the alphabet."""
        if cmd_prefix:
            return RichTextLines(self._help_of(cmd_prefix))
        text = RichTextLines([])
        if self._help_intro:
            text.extend(self._help_intro)
        for prefix in sorted(self._handlers):
            text.extend(RichTextLines([*self._help_of(prefix), "", ""]))
        return text

    def set_help_intro(self, help_intro: RichTextLines) -> None:
        """Sets what `help` begins with."""
        self._help_intro = help_intro

    def _help_of(self, prefix: str) -> list[str]:
        resolved = self._resolve_prefix(prefix)
        if not resolved:
            return [f'Invalid command prefix: "{prefix}"']
        lines = [resolved]
        if resolved in self._aliases:
            lines.append(HELP_INDENT + "Aliases: " + ", ".join(self._aliases[resolved]))
        return [*lines, "", *(HELP_INDENT + line for line in self._help[resolved].split("\n"))]

    def _help_handler(self, args: list[str], screen_info: dict[str, Any] | None = None) -> RichTextLines:
        if len(args) > 1:
            return RichTextLines(["ERROR: help takes only 0 or 1 input argument."])
        return self.get_help(args[0] if args else None)

    def _version_handler(self, args: list[str], screen_info: dict[str, Any] | None = None) -> RichTextLines:
        return get_tensorflow_version_lines(include_dependency_versions=True)

    def _resolve_prefix(self, token: str) -> str | None:
        return token if token in self._handlers else self._alias_to_prefix.get(token)


class TabCompletionRegistry:
    """What may follow a word: the context "" stands for the command itself.

    >>> registry = TabCompletionRegistry()
    >>> registry.register_tab_comp_context(["pt", "print_tensor"], ["hidden/Relu:0", "hidden/add:0"])
    >>> registry.get_completions("pt", "hidden/R")
    (['hidden/Relu:0'], 'hidden/Relu:0')
    """

    def __init__(self) -> None:
        self._items: dict[str, list[str]] = {}

    def register_tab_comp_context(self, context_words: list[str], comp_items: list[str]) -> None:
        """After each of `context_words`, any of `comp_items` may follow.

        Raises:
          TypeError: if one of them is not a list.
        """
        if not isinstance(context_words, list):
            raise TypeError(f"Incorrect type in context_list: Expected list, got {type(context_words)}")
        if not isinstance(comp_items, list):
            raise TypeError(f"Incorrect type in comp_items: Expected list, got {type(comp_items)}")
        ordered = sorted(comp_items)
        for word in context_words:
            self._items[word] = ordered

    def deregister_context(self, context_words: list[str]) -> None:
        """Forgets contexts.

        Raises:
          KeyError: if one of them is not known; then none is forgotten.
        """
        for word in context_words:
            if word not in self._items:
                raise KeyError(f'Cannot deregister unregistered context word "{word}"')
        for word in context_words:
            del self._items[word]

    def extend_comp_items(self, context_word: str, new_comp_items: list[str]) -> None:
        """Adds items to a context; words that were registered together share them.

        Raises:
          KeyError: if the context is not known.
        """
        items = self._of(context_word)
        items.extend(new_comp_items)
        items.sort()

    def remove_comp_items(self, context_word: str, comp_items: list[str]) -> None:
        """Takes items out of a context.

        Raises:
          KeyError: if the context is not known.
        """
        for item in comp_items:
            self._of(context_word).remove(item)

    def get_completions(self, context_word: str, prefix: str) -> tuple[list[str], str] | tuple[None, None]:
        """The items that begin with `prefix`, and what they have in common; (None, None) if the context is not known."""
        if context_word not in self._items:
            return None, None
        items = sorted(item for item in self._items[context_word] if item.startswith(prefix))
        return items, os.path.commonprefix(items)

    def _of(self, context_word: str) -> list[str]:
        if context_word not in self._items:
            raise KeyError(f'Context word "{context_word}" has not been registered')
        return self._items[context_word]


class CommandHistory:
    """The latest commands, kept in a file of the user's home from one session to the next.

    Args:
      limit: how many.
      history_file_path: the file, if another than `~/.tfdbg_history`.
    """

    _HISTORY_FILE_NAME = ".tfdbg_history"

    def __init__(self, limit: int = 100, history_file_path: str | None = None):
        self._commands: list[str] = []
        self._limit = limit
        self._path = history_file_path or os.path.join(os.path.expanduser("~"), self._HISTORY_FILE_NAME)
        self._load()

    def _load(self) -> None:
        if not os.path.isfile(self._path):
            return
        try:
            with open(self._path, encoding="utf-8", errors="replace") as file:
                commands = [line.strip() for line in file if line.strip()]
            self._commands = commands[-self._limit :]
            if len(commands) > self._limit:  # so that the file does not grow for ever
                with open(self._path, "w", encoding="utf-8") as file:
                    file.writelines(command + "\n" for command in self._commands)
        except OSError:
            print("WARNING: writing history file failed.")

    def add_command(self, command: str) -> None:
        """Remembers a command, unless it repeats the one before.

        Raises:
          TypeError: if it is not a string.
        """
        if self._commands and command == self._commands[-1]:
            return
        if not isinstance(command, str):
            raise TypeError("Attempt to enter non-str entry to command history")
        self._commands = [*self._commands, command][-self._limit :]
        try:
            with open(self._path, "a", encoding="utf-8") as file:
                file.write(command + "\n")
        except OSError:
            pass  # a home that cannot be written to: the history lasts as long as this session

    def most_recent_n(self, n: int) -> list[str]:
        """The latest `n` commands, the oldest first."""
        return self._commands[-n:]

    def lookup_prefix(self, prefix: str, n: int) -> list[str]:
        """The latest `n` commands that begin with `prefix`, the oldest first."""
        return [command for command in self._commands if command.startswith(prefix)][-n:]
