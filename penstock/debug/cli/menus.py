"""Menus: the row of commands at the top of a screen, and each link inside a text."""

from penstock.debug.cli.rich_text import RichTextLines, Segment


class MenuItem:
    """An item of a menu, or a link in a text.

    Args:
      caption: what is shown; a link has none of its own.
      content: the command that a click types.
      enabled: whether it can be clicked.
    """

    def __init__(self, caption: str | None, content: str | None, enabled: bool = True):
        self._caption = caption
        self._content = content
        self._enabled = enabled

    @property
    def caption(self) -> str | None:
        return self._caption

    @property
    def content(self) -> str | None:
        return self._content

    def is_enabled(self) -> bool:
        return self._enabled

    def disable(self) -> None:
        self._enabled = False

    def enable(self) -> None:
        self._enabled = True


class Menu:
    """A row of items.

    >>> menu = Menu()
    >>> menu.append(MenuItem("run", "run"))
    >>> menu.append(MenuItem("exit", "exit"))
    >>> menu.format_as_single_line(prefix="| ").lines
    ['| run | exit | ']
    """

    def __init__(self, name: str | None = None):
        self._name = name
        self._items: list[MenuItem] = []

    def append(self, item: MenuItem) -> None:
        self._items.append(item)

    def insert(self, index: int, item: MenuItem) -> None:
        self._items.insert(index, item)

    def num_items(self) -> int:
        return len(self._items)

    def captions(self) -> list[str | None]:
        return [item.caption for item in self._items]

    def caption_to_item(self, caption: str) -> MenuItem:
        """The first item with that caption.

        Raises:
          LookupError: if there is none.
        """
        for item in self._items:
            if item.caption == caption:
                return item
        raise LookupError(f'There is no menu item with the caption "{caption}"')

    def format_as_single_line(
        self,
        prefix: str | None = None,
        divider: str = " | ",
        enabled_item_attrs: list[object] | object | None = None,
        disabled_item_attrs: list[object] | object | None = None,
    ) -> RichTextLines:
        """The menu as one line, in which the enabled items are links.

        Args:
          prefix: what stands before the first item.
          divider: what stands after each.
          enabled_item_attrs: further attributes of the items that can be clicked.
          disabled_item_attrs: attributes of the others.
        """
        enabled, disabled = _as_list(enabled_item_attrs), _as_list(disabled_item_attrs)
        line = prefix or ""
        segments: list[Segment] = []
        for item in self._items:
            caption = item.caption or ""
            place = (len(line), len(line) + len(caption))
            if item.is_enabled():
                segments.append((*place, [item, *enabled]))
            elif disabled:
                segments.append((*place, disabled))
            line += caption + divider
        return RichTextLines(line, font_attr_segs={0: segments})


def _as_list(attributes: list[object] | object | None) -> list[object]:
    if attributes is None:
        return []
    return attributes if isinstance(attributes, list) else [attributes]
