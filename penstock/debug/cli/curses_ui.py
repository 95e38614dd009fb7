"""The command line as a screen: a text to scroll, search and click in, and below it a line for the next command."""

import contextlib
import curses
import curses.textpad
import io
import sys
import threading
from collections.abc import Callable
from typing import Any

from penstock.debug.cli import cli_config, command_parser, curses_widgets, registries, tensor_format
from penstock.debug.cli.curses_screen import CursesScreen
from penstock.debug.cli.curses_widgets import (
    SCROLL_DOWN,
    SCROLL_DOWN_A_LINE,
    SCROLL_END,
    SCROLL_HOME,
    SCROLL_REFRESH,
    SCROLL_TO_LINE_INDEX,
    SCROLL_UP,
    SCROLL_UP_A_LINE,
    ScrollBar,
)
from penstock.debug.cli.menus import MenuItem
from penstock.debug.cli.rich_text import (
    INIT_SCROLL_POS_KEY,
    MAIN_MENU_KEY,
    REGEX_MATCH_LINES_KEY,
    RichTextLines,
    Segment,
    regex_find,
    wrap_rich_text_lines,
)

__all__ = ["CursesUI", "ScrollBar"]

_KEYS_THAT_SCROLL = {
    curses.KEY_PPAGE: SCROLL_UP_A_LINE,
    curses.KEY_NPAGE: SCROLL_DOWN_A_LINE,
    curses.KEY_HOME: SCROLL_HOME,
    curses.KEY_END: SCROLL_END,
}


def _link_at(column: int, segments: list[Segment]) -> str | None:
    """The command of the link in that column of a line, if there is one."""
    for start, end, attributes in segments:
        if start <= column < end:
            for attribute in attributes if isinstance(attributes, list) else [attributes]:
                if isinstance(attribute, MenuItem):
                    return attribute.content
    return None


class CursesUI(CursesScreen):
    """A user interface that has the whole terminal, with mouse, links, search and a history of screens.

    Args:
      on_ui_exit: is called when it ends.
      config: the settings.
    """

    CLI_TERMINATOR_KEY = 7  # what ends the text box
    CLI_TAB_KEY = ord("\t")
    REGEX_SEARCH_PREFIX = "/"
    TENSOR_INDICES_NAVIGATION_PREFIX = "@"
    CLI_CR_KEYS = [ord("\n"), ord("\r"), 343]  # the last is Enter of the number pad

    _FORWARD, _BACK = "next", "prev"
    _KEY_MAP = {127: curses.KEY_BACKSPACE, curses.KEY_DC: 4}
    _MESSAGE = "black_on_white"
    _ERROR_MESSAGE = "red_on_white"
    _HISTORY = 100  # commands that the arrow keys go back to
    _SCREENS = 10  # screens that `prev` goes back to
    _SCROLL_DELAY_MS = 100  # between two lines while the button is held on the scroll bar

    # They would read each other's keys and write over each other.
    _single_instance_lock = threading.Lock()

    def __init__(self, on_ui_exit: Callable[[], object] | None = None, config: cli_config.CLIConfig | None = None):
        super().__init__(on_ui_exit=on_ui_exit, config=config)
        # More would be slow in curses, and nobody scrolls that far: a slice shows the rest.
        self.max_output_lines = 10000
        self._history = registries.CommandHistory()
        # While the arrow keys walk through history: the commands that begin with what was typed, and how far back.
        self._found_in_history: list[str] = []
        self._steps_back = 0
        self._typed = ""
        self._screens = curses_widgets.CursesNavigationHistory(self._SCREENS)
        # What is shown: as the command returned it, as it stands on the screen, and the row at the top.
        self._output: RichTextLines | None = None
        self._wrapped = RichTextLines([])
        self._pad: Any = None
        self._pad_rows = 1
        self._top = 0
        self._menu: RichTextLines | None = None
        self._navigation_bar = RichTextLines([""])
        self._scroll_bar: ScrollBar | None = None
        self._regex: str | None = None
        self._matches: list[int] = []
        self._title_line = ""
        self._title_color: str | None = None
        self.register_command_handler(
            "mouse",
            self._mouse_command,
            "Get or set the mouse mode of this CLI: (on|off)",
            prefix_aliases=["m"],
        )

    def get_help(self) -> RichTextLines:
        """What `help` shows."""
        return self._command_handler_registry.get_help()

    def run_ui(
        self,
        init_command: str | None = None,
        title: str | None = None,
        title_color: str | None = None,
        enable_mouse_on_start: bool = True,
    ) -> Any:
        """See `BaseUI.run_ui`."""
        with self._single_instance_lock:
            self._mouse_enabled = self.config.get("mouse_mode")
            self.config.set_callback("mouse_mode", lambda settings: self._set_mouse(settings["mouse_mode"]))
            self._catch_interrupts(self._interrupted)
            try:
                self._screen_launch()
                if init_command is not None:
                    self._dispatch_command(init_command)
                if title is not None:
                    self._title(title, title_color)
                exit_token = self._ui_loop()
                if self._on_ui_exit:
                    self._on_ui_exit()
                return exit_token
            finally:
                self._screen_terminate()
                self._release_interrupts()

    def _interrupted(self, signal_number: int, frame: Any) -> None:
        if self._on_ui_exit:
            self._on_ui_exit()
        self._screen_terminate()
        print("\ntfdbg: caught SIGINT; calling sys.exit(1).", file=sys.stderr)
        sys.exit(1)

    # ---- the line for a command ----

    def _ui_loop(self) -> Any:
        while True:
            self._new_text_box(self._found_in_history[-self._steps_back] if self._steps_back else self._typed)
            self._end_key: int | None = None
            self._edited = False
            try:
                text = self._text_box.edit(validate=self._on_key)
            except registries.CommandLineExit as end:  # of a command that was clicked
                return end.exit_token
            command = text.replace("\n", "").replace("\r", "").strip()
            if self._end_key == self.CLI_TAB_KEY:
                self._typed = self._complete(command)
                self._steps_back = 0
            elif command and self._end_key in self.CLI_CR_KEYS:
                exit_token = self._dispatch_command(command)
                if exit_token is not None:
                    return exit_token
            elif command and self._edited:
                self._typed = command

    def _new_text_box(self, text: str = "") -> None:
        self._screen_draw_text_line(self._layout.command_row, self.CLI_PROMPT, "bold")
        assert self._command_window is not None
        self._command_window.erase()
        self._text_box = curses.textpad.Textbox(self._command_window, insert_mode=True)
        for character in text:
            self._text_box.do_command(ord(character))

    def _on_key(self, key: int) -> int:
        """Handles a key before the text box gets it; returns the key that the box gets, or 0."""
        if not isinstance(key, int):
            raise TypeError(f"Key validator expected type int, received type {type(key)}")
        if key in self.CLI_CR_KEYS or key == self.CLI_TAB_KEY:
            self._end_key = key
            return self.CLI_TERMINATOR_KEY
        if key in _KEYS_THAT_SCROLL:
            self._scroll_output(_KEYS_THAT_SCROLL[key])
            return key  # which does nothing there, but puts the cursor back
        if key in (curses.KEY_UP, curses.KEY_DOWN):
            self._walk_through_history(key)
            self._end_key = key
            return self.CLI_TERMINATOR_KEY
        if key == curses.KEY_RESIZE:
            self._screen_resized()
            self._redraw()
            return self.CLI_TERMINATOR_KEY
        if key == curses.KEY_MOUSE:
            self._on_mouse()
            assert self._command_window is not None
            self._command_window.refresh()  # for the cursor
            return 0
        self._edited = True
        self._steps_back = 0
        self._found_in_history = []
        return self._KEY_MAP.get(key, key)

    def _walk_through_history(self, key: int) -> None:
        if not self._found_in_history:
            self._found_in_history = self._history.lookup_prefix(self._text_box.gather().strip(), self._HISTORY)
        step = 1 if key == curses.KEY_UP else -1
        self._steps_back = min(max(self._steps_back + step, 0), len(self._found_in_history))

    def _complete(self, text: str) -> str:
        """What the Tab key makes of a command; candidates are shown if there are several."""
        context, word, before = self._analyze_tab_complete_input(text)
        candidates, common = self._tab_completion_registry.get_completions(context, word)
        if self._output is not None:
            self._scroll_output(SCROLL_REFRESH)  # earlier candidates disappear
        if candidates and len(candidates) > 1:
            label = "Candidates: "
            line = label + " ".join(candidates)
            shown, _ = wrap_rich_text_lines(
                RichTextLines(line, font_attr_segs={0: [(len(label), len(line), "yellow")]}), self._layout.width - 3
            )
            rows = min(shown.num_lines(), self._layout.output_rows // 2)
            bottom = self._layout.status_row - 1
            self._show(self._pad_of(shown), 0, bottom - rows + 1, bottom, 0, self._layout.width - 3)
        return before + (common or word)

    # ---- the mouse ----

    def _on_mouse(self) -> None:
        events = self._mouse_events()
        while events:
            column, row, event = events.pop(0)
            on_bar = column >= self._layout.width - 2
            direction = self._scroll_bar.get_click_command(row) if on_bar and self._scroll_bar else None
            if event == curses.BUTTON1_PRESSED:
                if direction in (SCROLL_UP_A_LINE, SCROLL_DOWN_A_LINE) and not events:
                    events = self._scroll_while_held(direction)
            elif event == curses.BUTTON1_RELEASED:
                if direction is not None:
                    self._scroll_output(direction)
                elif not on_bar:
                    self._follow_link(column, row)

    def _mouse_events(self) -> list[tuple[int, int, int]]:
        """Column, row and kind of all that the mouse did; curses has the last first, several if it went fast."""
        events: list[tuple[int, int, int]] = []
        with contextlib.suppress(curses.error):
            while True:
                _, column, row, _, event = curses.getmouse()
                events.insert(0, (column, row, event))
        return events

    def _scroll_while_held(self, direction: str) -> list[tuple[int, int, int]]:
        """Scrolls by lines while the button is down on an end of the scroll bar; returns what the mouse did after that."""
        assert self._command_window is not None
        self._command_window.nodelay(True)
        try:
            while True:
                curses.napms(self._SCROLL_DELAY_MS)
                self._scroll_output(direction)
                self._command_window.getch()
                events = self._mouse_events()
                for number, (_, _, event) in enumerate(events):
                    if event == curses.BUTTON1_RELEASED:
                        return events[number + 1 :]
        finally:
            self._command_window.nodelay(False)

    def _follow_link(self, column: int, row: int) -> None:
        command = self._link_under(column, row)
        if command:
            self._new_text_box()
            exit_token = self._dispatch_command(command)
            if exit_token is not None:
                raise registries.CommandLineExit(exit_token=exit_token)

    def _link_under(self, column: int, row: int) -> str | None:
        if row == self._layout.NAVIGATION_ROW:
            return _link_at(column, self._navigation_bar.font_attr_segs.get(0, []))
        if row == self._layout.OUTPUT_ROW and self._menu:
            return _link_at(column, self._menu.font_attr_segs.get(0, []))
        if not self._output_row() <= row < self._layout.status_row:
            return None
        return _link_at(column, self._wrapped.font_attr_segs.get(row - self._output_row() + self._top, []))

    def _mouse_command(self, args: list[str], screen_info: dict[str, Any] | None = None) -> None:
        """The command `mouse` (`m`)."""
        if len(args) > 1:
            self._error_toast("mouse_mode: syntax error")
            return
        if args:
            if args[0].lower() not in ("on", "off"):
                self._error_toast(f"Invalid mouse mode: {args[0]}")
                return
            self._set_mouse(args[0].lower() == "on")
        self._info_toast(f"Mouse mode: {'on' if self._mouse_enabled else 'off'}")

    def _set_mouse(self, enabled: bool) -> None:
        if self._mouse_enabled != enabled:
            self._mouse_enabled = enabled
            self._screen_set_mousemask()
            self._redraw()

    # ---- commands ----

    def _dispatch_command(self, command: str) -> Any:
        """Does a command and shows its answer; returns what ends the interface, or None."""
        if self._output is not None:
            self._toast("Processing...", "magenta_on_white")
        if command in self.CLI_EXIT_COMMANDS:
            return registries.EXPLICIT_USER_EXIT
        self._steps_back = 0
        self._found_in_history = []
        self._typed = ""
        if command in (self._FORWARD, self._BACK):
            self._navigate(command)
            return None
        if command:
            self._history.add_command(command)
        if command.startswith(self.REGEX_SEARCH_PREFIX) and self._output is not None:
            self._search(command.removeprefix(self.REGEX_SEARCH_PREFIX))
            return None
        if command.startswith(self.TENSOR_INDICES_NAVIGATION_PREFIX):
            self._go_to_element(command.removeprefix(self.TENSOR_INDICES_NAVIGATION_PREFIX).strip())
            return None
        try:
            prefix, args, output_file_path = self._parse_command(command)
        except SyntaxError as error:
            self._error_toast(str(error))
            return None
        if not prefix:
            return None
        output: RichTextLines | None
        if self._command_handler_registry.is_registered(prefix):
            # What argparse writes of its own would stand in the middle of the screen.
            written = io.StringIO()
            try:
                with contextlib.redirect_stderr(written), contextlib.redirect_stdout(written):
                    output = self._command_handler_registry.dispatch_command(
                        prefix, args, screen_info={"cols": self._layout.text_width}
                    )
            except registries.CommandLineExit as end:
                return end.exit_token
            if output is not None and output.lines and output.lines[0].startswith("Syntax error for command"):
                output.extend(RichTextLines(["", *written.getvalue().rstrip().split("\n")]))
        else:
            output = RichTextLines([f'{self.ERROR_MESSAGE_PREFIX}Invalid command prefix "{prefix}"'])
        if output is None:
            return None
        self._screens.add_item(command, output, 0)
        self._display(output)
        if output_file_path:
            try:
                output.write_to_file(output_file_path)
                self._info_toast(f"Wrote output to {output_file_path}")
            except Exception:  # whatever the file system says, the session goes on
                self._error_toast(f"Failed to write output to {output_file_path}")
        return None

    def _navigate(self, command: str) -> None:
        """Shows the screen before or after this one."""
        forward = command == self._FORWARD
        if not (self._screens.can_go_forward() if forward else self._screens.can_go_back()):
            self._toast(f"At the {'LATEST' if forward else 'OLDEST'} in navigation history!", self._ERROR_MESSAGE)
            return
        item = self._screens.go_forward() if forward else self._screens.go_back()
        position = item.scroll_position
        assert item.screen_output is not None
        self._display(item.screen_output)
        if position:
            self._scroll_output(SCROLL_TO_LINE_INDEX, line_index=position)

    def _search(self, regex: str) -> None:
        """Shows the matches of a regular expression and goes to the next; without one, to the next of the last search."""
        assert self._output is not None
        again = not regex
        regex = regex or self._regex or ""
        if again and not self._matches:
            self._scroll_output(SCROLL_REFRESH)
            return
        try:
            found = regex_find(self._output, regex, font_attr=self._MESSAGE)
        except ValueError as error:
            self._error_toast(str(error))
            return
        self._regex = regex
        self._matches = found.annotations[REGEX_MATCH_LINES_KEY]
        begins = self._draw_output(found)
        first = self._top + 1 if again else self._top
        rows = [begins[line] for line in self._matches if line < len(begins) and begins[line] >= first]
        if rows:
            self._scroll_output(SCROLL_TO_LINE_INDEX, line_index=rows[0])
        else:
            self._toast("Pattern not found", self._ERROR_MESSAGE)

    def _go_to_element(self, indices: str) -> None:
        if not indices:
            self._error_toast("Empty indices.")
            return
        try:
            omitted, row, _, _ = tensor_format.locate_tensor_element(
                self._wrapped, command_parser.parse_indices(indices)
            )
        except (AttributeError, ValueError) as error:
            self._error_toast(str(error))
            return
        if omitted:
            self._error_toast("This element is not shown; print_tensor -a or a slice shows it.")
        else:
            self._scroll_output(SCROLL_TO_LINE_INDEX, line_index=row)

    # ---- the output ----

    def _title(self, title: str, title_color: str | None = None) -> None:
        self._title_line, self._title_color = f"--- {title} ", title_color
        self._draw_title()

    def _draw_title(self) -> None:
        if self._title_line:
            line = self._title_line.ljust(self._layout.width, "-")
            self._screen_draw_text_line(self._layout.TITLE_ROW, line, self._title_color)

    def _redraw(self) -> None:
        """Draws everything anew: the terminal has another size, or links another look."""
        self._draw_title()
        if self._output is not None:
            self._draw_output(self._output)
            self._scroll_output(SCROLL_REFRESH)

    def _display(self, output: RichTextLines) -> None:
        """Shows what a command returned."""
        self._output = output
        self._matches = []
        self._draw_output(output)
        self._top = 0
        if INIT_SCROLL_POS_KEY in output.annotations:
            self._scroll_output(SCROLL_TO_LINE_INDEX, line_index=output.annotations[INIT_SCROLL_POS_KEY])
        else:
            self._scroll_output(SCROLL_HOME)

    def _draw_output(self, output: RichTextLines) -> list[int]:
        """Draws a text where it can be scrolled; returns the row at which each of its lines begins."""
        place = self._layout
        wrapped, begins = wrap_rich_text_lines(output.slice(0, self.max_output_lines + 1), place.text_width)
        # So that the last line can be scrolled to the top.
        wrapped.lines.extend([""] * (place.output_rows - 1))
        if wrapped.num_lines() > self.max_output_lines:
            wrapped = wrapped.slice(0, self.max_output_lines)
            message = f"Output cut off at {self.max_output_lines} lines!"
            wrapped.append(message, [(0, len(message), "magenta")])
        self._wrapped = wrapped
        self._navigation_bar = self._screens.render(place.text_width, self._BACK, self._FORWARD)
        menu = output.annotations.get(MAIN_MENU_KEY)
        self._menu = menu and menu.format_as_single_line(prefix="| ", divider=" | ", enabled_item_attrs=["underline"])
        self._pad = self._pad_of(wrapped, place.output_rows)
        self._pad_rows = max(wrapped.num_lines(), place.output_rows)
        return begins

    def _output_row(self) -> int:
        """The row of the screen where the text begins."""
        return self._layout.OUTPUT_ROW + (1 if self._menu else 0)

    def _last_top(self) -> int:
        """The row of the text that is at the top when it is scrolled to its end."""
        return max(self._pad_rows - self._layout.output_rows, 0)

    def _scroll_output(self, direction: str, line_index: int | None = None) -> None:
        """Scrolls the text and draws the screen.

        Args:
          direction: one of the constants `SCROLL_*`.
          line_index: the row to scroll to, for `SCROLL_TO_LINE_INDEX`.

        Raises:
          ValueError: if there is no such direction.
          TypeError: if `line_index` is needed and no integer.
        """
        if self._pad is None:
            return
        page = self._layout.output_rows // 3
        steps = {
            SCROLL_REFRESH: self._top,
            SCROLL_UP: max(self._top - page, 0),
            SCROLL_DOWN: min(self._top + page, self._last_top()),
            SCROLL_UP_A_LINE: max(self._top - 1, 0),
            SCROLL_DOWN_A_LINE: min(self._top + 1, self._last_top()),
            SCROLL_HOME: 0,
            SCROLL_END: self._last_top(),
        }
        if direction == SCROLL_TO_LINE_INDEX:
            if not isinstance(line_index, int):
                raise TypeError(f"Invalid line_index type ({type(line_index)}) under mode {direction}")
            self._top = line_index
        elif direction in steps:
            self._top = steps[direction]
        else:
            raise ValueError(f"Unsupported scroll mode: {direction}")
        if self._screens.size():
            self._screens.update_scroll_position(self._top)
        self._draw_screen()

    def _draw_screen(self) -> None:
        place = self._layout
        right = place.width - 3
        self._show(self._pad, self._top, self._output_row(), place.status_row - 1, 0, right)
        self._scroll_bar = None
        with contextlib.suppress(ValueError):  # no room for it
            self._scroll_bar = ScrollBar(
                place.width - 2,
                place.OUTPUT_ROW + 1,
                place.width - 1,
                place.status_row - 1,
                min(self._top, self._last_top()),
                self._last_top() + 1,
            )
        self._show_scroll_bar(self._scroll_bar)
        row = place.NAVIGATION_ROW
        self._show(self._pad_of(self._navigation_bar), 0, row, row, 0, right)
        if self._menu:
            self._show(self._pad_of(self._menu), 0, place.OUTPUT_ROW, place.OUTPUT_ROW, 0, right)
        self._screen_draw_text_line(place.status_row, self._status(), self._MESSAGE)

    def _status(self) -> str:
        """The line below the text: how far it is scrolled, which elements of an array it shows, whether the mouse works."""
        info = ""
        last = self._last_top()
        if last > 0:
            keys = "PgDn" if self._top == 0 else "PgUp" if self._top >= last else "PgDn/PgUp"
            info += f"--- Scroll ({keys}): {100.0 * min(1.0, self._top / last):.2f}% "
        bottom = self._layout.status_row - self._output_row() - 1
        first, final = self._show_indices(0), self._show_indices(bottom)
        if first or final:
            info += f"{first}-{final} "
        mouse = f"Mouse: {'ON' if self._mouse_enabled else 'OFF'}"
        width = self._layout.width
        if len(info) + len(mouse) + 5 < width:
            return f"{info.ljust(width - len(mouse) - 4, '-')} {mouse} ---"[:width]
        return info.ljust(width, "-")

    def _show_indices(self, line: int) -> str:
        """Shows which element of an array the text's line at that row of the window begins with; returns its indices."""
        note = self._wrapped.annotations.get(self._top + line)
        if not note or tensor_format.BEGIN_INDICES_KEY not in note:
            return ""
        indices = str(note[tensor_format.BEGIN_INDICES_KEY]).replace(" ", "")
        self._toast(f"@{indices}", self._MESSAGE, row=self._output_row() + line)
        return indices

    # ---- messages ----

    def _toast(self, message: str, color: str, row: int | None = None) -> None:
        """Shows a message over the last line of the text, or over another row of the screen."""
        row = self._layout.status_row - 1 if row is None else row
        text = RichTextLines(message, font_attr_segs={0: [(0, len(message), color)]})
        # With a blank behind it, so that it does not run into what stands there.
        self._show(self._pad_of(text), 0, row, row, 0, min(len(message), self._layout.text_width))

    def _error_toast(self, message: str) -> None:
        self._toast(self.ERROR_MESSAGE_PREFIX + message, self._ERROR_MESSAGE)

    def _info_toast(self, message: str) -> None:
        self._toast(self.INFO_MESSAGE_PREFIX + message, "blue_on_white")
