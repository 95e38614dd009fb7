"""Parts of the curses screen that need no screen: the history of what was shown, and the scroll bar."""

from penstock.debug.cli.menus import MenuItem
from penstock.debug.cli.rich_text import RichLine, RichTextLines, Segment, rich_text_lines_from_rich_line_list

SCROLL_REFRESH = "refresh"
SCROLL_UP = "up"
SCROLL_DOWN = "down"
SCROLL_UP_A_LINE = "up_a_line"
SCROLL_DOWN_A_LINE = "down_a_line"
SCROLL_HOME = "home"
SCROLL_END = "end"
SCROLL_TO_LINE_INDEX = "scroll_to_line_index"


class NavigationHistoryItem:
    """A command, what it showed, and how far that was scrolled."""

    def __init__(self, command: str, screen_output: RichTextLines | None, scroll_position: int):
        self.command = command
        self.screen_output = screen_output
        self.scroll_position = scroll_position


class CursesNavigationHistory:
    """What was shown before, like the pages of a browser.

    Args:
      capacity: how many screens.

    Raises:
      ValueError: if `capacity` is not positive.
    """

    BACK_ARROW_TEXT = "<--"
    FORWARD_ARROW_TEXT = "-->"

    def __init__(self, capacity: int):
        if capacity <= 0:
            raise ValueError(f"In valid capacity value: {capacity}")
        self._capacity = capacity
        self._items: list[NavigationHistoryItem] = []
        self._pointer = -1

    def add_item(self, command: str, screen_output: RichTextLines | None, scroll_position: int) -> None:
        """Adds a screen behind the current one; those that came after it are forgotten."""
        kept = self._items[: self._pointer + 1]
        self._items = [*kept, NavigationHistoryItem(command, screen_output, scroll_position)][-self._capacity :]
        self._pointer = len(self._items) - 1

    def update_scroll_position(self, new_scroll_position: int) -> None:
        """Notes how far the current screen is scrolled.

        Raises:
          ValueError: if there is none.
        """
        self._current().scroll_position = new_scroll_position

    def size(self) -> int:
        return len(self._items)

    def pointer(self) -> int:
        return self._pointer

    def go_back(self) -> NavigationHistoryItem:
        """The screen before the current one, if there is one, becomes the current.

        Raises:
          ValueError: if there is none at all.
        """
        self._current()
        self._pointer -= self.can_go_back()
        return self._current()

    def go_forward(self) -> NavigationHistoryItem:
        """The screen after the current one, if there is one, becomes the current.

        Raises:
          ValueError: if there is none at all.
        """
        self._current()
        self._pointer += self.can_go_forward()
        return self._current()

    def can_go_back(self) -> bool:
        return self._pointer >= 1

    def can_go_forward(self) -> bool:
        return self._pointer + 1 < len(self._items)

    def _current(self) -> NavigationHistoryItem:
        if not self._items:
            raise ValueError("Empty navigation history")
        return self._items[self._pointer]

    def render(
        self,
        max_length: int,
        backward_command: str,
        forward_command: str,
        latest_command_attribute: object = "black_on_white",
        old_command_attribute: object = "magenta_on_white",
    ) -> RichTextLines:
        """The bar with the arrows and the current screen's command, as one line.

        Args:
          max_length: where the command is cut off.
          backward_command: what a click on the arrow back types.
          forward_command: what a click on the arrow forward types.
          latest_command_attribute: how the latest command is shown.
          old_command_attribute: how an older one is shown.
        """
        line = RichLine("| ")
        line += RichLine(self.BACK_ARROW_TEXT, MenuItem(None, backward_command) if self.can_go_back() else None)
        line += " "
        line += RichLine(self.FORWARD_ARROW_TEXT, MenuItem(None, forward_command) if self.can_go_forward() else None)
        if self._items:
            behind = len(self._items) - 1 - self._pointer
            attribute = old_command_attribute if behind else latest_command_attribute
            line += " | "
            if behind:
                line += RichLine(f"(-{behind}) ", attribute)
            if len(line) < max_length:
                line += RichLine(self._current().command[: max_length - len(line)], attribute)
        return rich_text_lines_from_rich_line_list([line])


class ScrollBar:
    """The bar at the right: a button at either end, and between them a block that shows the position.

    Args:
      min_x: its first column on the screen.
      min_y: its first row.
      max_x: its last column.
      max_y: its last row.
      scroll_position: the row of the text at the top of the screen.
      output_num_rows: how many rows of the text can be at the top.

    Raises:
      ValueError: if there is no room for it.
    """

    BASE_ATTR = "black_on_white"
    _BUTTONS = {1: ("U", "D"), 2: ("UP", "DN"), 3: ("UP ", "DN ")}

    def __init__(self, min_x: int, min_y: int, max_x: int, max_y: int, scroll_position: int, output_num_rows: int):
        self._width = max_x - min_x + 1
        self._height = max_y - min_y + 1
        self._min_y = min_y
        self._max_y = max_y
        self._scroll_position = scroll_position
        self._output_num_rows = output_num_rows
        if self._width < 1:
            raise ValueError(f"Insufficient width for ScrollBar ({self._width})")
        if self._height < 4:
            raise ValueError(f"Insufficient height for ScrollBar ({self._height})")

    def _block_y(self, screen_coord_sys: bool = False) -> int:
        """The row of the block, counted from the bar's top or from the screen's."""
        share = self._scroll_position / (self._output_num_rows - 1)
        row = int(share * (self._height - 3)) + 1
        return row + self._min_y if screen_coord_sys else row

    def layout(self) -> RichTextLines:
        """The bar as text."""
        empty = " " * self._width
        if self._output_num_rows <= 1:
            return RichTextLines([empty] * self._height)
        up, down = self._BUTTONS.get(self._width, (" UP ", "DOWN"))
        segments: list[Segment] = [(0, self._width, self.BASE_ATTR)]
        lines = [up, *[empty] * (self._height - 2), down]
        rows = (0, self._block_y(), self._height - 1)
        return RichTextLines(lines, font_attr_segs={row: list(segments) for row in rows})

    def get_click_command(self, mouse_y: int) -> str | None:
        """How a click in that row of the screen scrolls, if at all."""
        if self._output_num_rows <= 1:
            return None
        if mouse_y == self._min_y:
            return SCROLL_UP_A_LINE
        if mouse_y == self._max_y:
            return SCROLL_DOWN_A_LINE
        block = self._block_y(screen_coord_sys=True)
        if block < mouse_y < self._max_y:
            return SCROLL_DOWN
        if self._min_y < mouse_y < block:
            return SCROLL_UP
        return None
