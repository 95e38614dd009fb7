"""What the parts of the command line share, under the name that 1.15 gave it: text, menus, registries."""

from penstock.debug.cli.menus import Menu, MenuItem
from penstock.debug.cli.registries import (
    EXPLICIT_USER_EXIT,
    HELP_INDENT,
    CommandHandlerRegistry,
    CommandHistory,
    CommandLineExit,
    TabCompletionRegistry,
    get_tensorflow_version_lines,
)
from penstock.debug.cli.rich_text import (
    INIT_SCROLL_POS_KEY,
    MAIN_MENU_KEY,
    REGEX_MATCH_LINES_KEY,
    RichLine,
    RichTextLines,
    regex_find,
    rich_text_lines_from_rich_line_list,
    wrap_rich_text_lines,
)

__all__ = [
    "EXPLICIT_USER_EXIT",
    "HELP_INDENT",
    "INIT_SCROLL_POS_KEY",
    "MAIN_MENU_KEY",
    "REGEX_MATCH_LINES_KEY",
    "CommandHandlerRegistry",
    "CommandHistory",
    "CommandLineExit",
    "Menu",
    "MenuItem",
    "RichLine",
    "RichTextLines",
    "TabCompletionRegistry",
    "get_tensorflow_version_lines",
    "regex_find",
    "rich_text_lines_from_rich_line_list",
    "wrap_rich_text_lines",
]
