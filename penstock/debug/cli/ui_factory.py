"""Makes the user interface that was asked for, or the next that works here."""

import sys
from collections.abc import Callable

from penstock.debug.cli import base_ui, cli_config

SUPPORTED_UI_TYPES = ["curses", "readline"]


def get_ui(
    ui_type: str | None,
    on_ui_exit: Callable[[], object] | None = None,
    available_ui_types: list[str] | None = None,
    config: cli_config.CLIConfig | None = None,
) -> base_ui.BaseUI:
    """A user interface.

    Args:
      ui_type: "curses" or "readline". Where it cannot be had (no such library, no such terminal), it is another.
      on_ui_exit: is called when it ends.
      available_ui_types: which types there are, if not both.
      config: the settings.

    Raises:
      ValueError: if there is no such type, or none works.
    """
    available = list(SUPPORTED_UI_TYPES if available_ui_types is None else available_ui_types)
    if ui_type and ui_type not in available:
        raise ValueError(f"Invalid ui_type: '{ui_type}'")
    kind = ui_type or "curses"
    try:
        if kind == "curses":
            return _curses(on_ui_exit, config)
        from penstock.debug.cli import readline_ui

        return readline_ui.ReadlineUI(on_ui_exit=on_ui_exit, config=config)
    except ImportError as error:
        rest = [other for other in available if other != kind]
        if not rest:
            raise ValueError("Exhausted all fallback ui_types.") from error
        print(f"tfdbg: no {kind} interface here ({error}); using {rest[0]}.", file=sys.stderr)
        return get_ui(rest[0], on_ui_exit, rest, config)


def _curses(on_ui_exit: Callable[[], object] | None, config: cli_config.CLIConfig | None) -> base_ui.BaseUI:
    import curses

    from penstock.debug.cli.curses_ui import CursesUI

    try:
        return CursesUI(on_ui_exit=on_ui_exit, config=config)
    except curses.error as error:  # output that is no terminal, or one of an unknown kind
        raise ImportError(str(error)) from error
