"""The terminal: where things stand on it, its colours, and how lines of text get there. The only module that draws."""

import contextlib
import curses
import dataclasses
import os
import signal
from collections.abc import Callable
from typing import Any, ClassVar

from penstock.debug.cli import base_ui, cli_config
from penstock.debug.cli.curses_widgets import ScrollBar
from penstock.debug.cli.menus import MenuItem
from penstock.debug.cli.rich_text import RichTextLines, Segment

# Terminals that have 256 colours and do not say so in TERM.
_COLOR_READY_COLORTERMS = ["gnome-terminal", "xfce4-terminal"]
_COLOR_ENABLED_TERM = "xterm-256color"
_GRAY = 245  # of 256 colours
_BACKGROUNDS = {"": -1, "_on_white": curses.COLOR_WHITE, "_on_black": curses.COLOR_BLACK}
_FOREGROUNDS = {
    "white": curses.COLOR_WHITE,
    "red": curses.COLOR_RED,
    "green": curses.COLOR_GREEN,
    "yellow": curses.COLOR_YELLOW,
    "blue": curses.COLOR_BLUE,
    "cyan": curses.COLOR_CYAN,
    "magenta": curses.COLOR_MAGENTA,
    "black": curses.COLOR_BLACK,
}


@dataclasses.dataclass(frozen=True)
class Layout:
    """Where the parts of the screen stand: title, navigation bar, output with its menu, status line, command.

    Attributes:
      height: rows of the terminal.
      width: its columns, at most 220: with more, curses may report wrong columns of the mouse.
    """

    height: int
    width: int

    WIDEST: ClassVar = 220
    TITLE_ROW: ClassVar = 0
    NAVIGATION_ROW: ClassVar = 1
    OUTPUT_ROW: ClassVar = 2
    COMMAND_HEIGHT: ClassVar = 2

    @classmethod
    def of(cls, window: "curses.window") -> "Layout":
        height, width = window.getmaxyx()
        return cls(height, min(width, cls.WIDEST))

    @property
    def command_row(self) -> int:
        return self.height - self.COMMAND_HEIGHT

    @property
    def status_row(self) -> int:
        return self.command_row - 1

    @property
    def output_rows(self) -> int:
        """Rows between the navigation bar and the status line; the menu takes one of them."""
        return max(self.status_row - self.OUTPUT_ROW, 1)

    @property
    def text_width(self) -> int:
        """Columns of the output; the scroll bar has the other two."""
        return max(self.width - 2, 1)


class CursesScreen(base_ui.BaseUI):
    """A user interface that has the whole terminal. `CursesUI` says what is drawn when."""

    def __init__(self, on_ui_exit: Callable[[], object] | None = None, config: cli_config.CLIConfig | None = None):
        super().__init__(on_ui_exit=on_ui_exit, config=config)
        if os.getenv("COLORTERM") in _COLOR_READY_COLORTERMS:
            os.environ["TERM"] = _COLOR_ENABLED_TERM
        self._stdscr = curses.initscr()
        self._on_screen = True
        self._color_pairs = _colors()
        self._default_color_pair = self._color_pairs["white"]
        self._layout = Layout.of(self._stdscr)
        self._command_window: curses.window | None = None
        self._mouse_enabled = False
        self._interrupt_before: Any = None

    # ---- beginning and end ----

    def _screen_launch(self) -> None:
        curses.noecho()
        curses.cbreak()
        self._stdscr.keypad(True)
        # A click is a press and a release, however fast.
        curses.mouseinterval(0)
        self._screen_set_mousemask()
        self._screen_create_command_window()

    def _screen_terminate(self) -> None:
        """Gives the terminal back as it was. Safe to call twice."""
        if not self._on_screen:
            return
        self._on_screen = False
        curses.mousemask(0)
        self._stdscr.keypad(False)
        curses.nocbreak()
        curses.echo()
        curses.endwin()

    def _catch_interrupts(self, handler: Callable[[int, Any], None]) -> None:
        with contextlib.suppress(ValueError):  # only the main thread gets signals
            self._interrupt_before = signal.signal(signal.SIGINT, handler)

    def _release_interrupts(self) -> None:
        if self._interrupt_before is not None:
            signal.signal(signal.SIGINT, self._interrupt_before)
            self._interrupt_before = None

    def _screen_set_mousemask(self) -> None:
        curses.mousemask(curses.BUTTON1_RELEASED | curses.BUTTON1_PRESSED if self._mouse_enabled else 0)

    def _screen_create_command_window(self) -> None:
        place = self._layout
        width = max(place.width - len(self.CLI_PROMPT), 1)
        row = max(place.command_row, 0)
        self._command_window = curses.newwin(min(place.COMMAND_HEIGHT, place.height), width, row, len(self.CLI_PROMPT))

    def _screen_resized(self) -> None:
        self._layout = Layout.of(self._stdscr)
        self._stdscr.clear()
        self._screen_create_command_window()

    # ---- lines ----

    def _screen_draw_text_line(self, row: int, line: str, color: str | None = None) -> None:
        """Writes a line of the screen itself: title, status, prompt (whose "colour" is only bold)."""
        attribute = self._color_pairs.get(color or "white", self._default_color_pair)
        with contextlib.suppress(curses.error):  # a terminal that has become smaller
            self._stdscr.addstr(row, 0, line[: self._layout.width], attribute)
        self._stdscr.refresh()

    def _pad_of(self, text: RichTextLines, rows: int = 1) -> "curses.window":
        """Lines drawn where nobody sees them, of which any part can be shown."""
        self._stdscr.refresh()
        pad = curses.newpad(max(rows, text.num_lines(), 1), self._layout.text_width)
        for row, line in enumerate(text.lines):
            self._draw_line(pad, row, line, text.font_attr_segs.get(row, []))
        return pad

    def _draw_line(self, pad: "curses.window", row: int, line: str, segments: list[Segment]) -> None:
        width = self._layout.text_width
        position = 0
        for start, end, attributes in segments:
            start, end = min(start, width), min(end, width)
            if start > position:
                _write(pad, row, position, line[position:start], self._default_color_pair)
            _write(pad, row, start, line[start:end], self._attribute(attributes))
            position = max(position, end)
        # To the end of the line, so that no colour of an earlier text stays there.
        _write(pad, row, position, line[position:width].ljust(width - 1 - position), self._default_color_pair)

    def _attribute(self, attributes: Any) -> int:
        """The attributes of a segment as curses has them; a link is underlined while the mouse works."""
        bits = curses.A_NORMAL
        for attribute in attributes if isinstance(attributes, list) else [attributes]:
            if isinstance(attribute, MenuItem):
                bits |= curses.A_UNDERLINE if self._mouse_enabled else self._default_color_pair
            else:
                bits |= self._color_pairs.get(attribute, self._default_color_pair)
        return bits

    def _show(self, pad: "curses.window", first: int, top: int, bottom: int, left: int, right: int) -> None:
        """Shows the lines of a pad from `first` on in the rows `top` to `bottom` of the screen."""
        with contextlib.suppress(curses.error):
            pad.refresh(first, 0, top, left, bottom, right)

    def _show_scroll_bar(self, bar: ScrollBar | None) -> None:
        if bar is not None:
            place = self._layout
            pad = self._pad_of(bar.layout(), place.output_rows - 1)
            self._show(pad, 0, place.OUTPUT_ROW + 1, place.status_row - 1, place.width - 2, place.width - 1)


def _write(pad: "curses.window", row: int, column: int, text: str, attribute: int) -> None:
    if text:
        # An error is what the last cell of a pad gives, too, after it was written.
        with contextlib.suppress(curses.error):
            pad.addstr(row, column, text.replace("\0", " "), attribute)


def _colors() -> dict[str, int]:
    """Attributes by name: colours, each also on white and on black, and what is called a colour for convenience."""
    pairs = {}
    try:
        curses.start_color()
        curses.use_default_colors()
        number = 0
        for name, color in _FOREGROUNDS.items():
            for suffix, background in _BACKGROUNDS.items():
                number += 1
                curses.init_pair(number, color, background)
                pairs[name + suffix] = curses.color_pair(number)
        pairs["gray"] = pairs["green"]
        with contextlib.suppress(curses.error, ValueError):
            curses.init_pair(number + 1, _GRAY, -1)
            pairs["gray"] = curses.color_pair(number + 1)
    except curses.error:  # a terminal without colours
        for name in _FOREGROUNDS:
            pairs |= {name: curses.A_NORMAL, f"{name}_on_black": curses.A_NORMAL, f"{name}_on_white": curses.A_REVERSE}
        pairs["gray"] = curses.A_DIM
    return pairs | {"bold": curses.A_BOLD, "blink": curses.A_BLINK, "underline": curses.A_UNDERLINE}
