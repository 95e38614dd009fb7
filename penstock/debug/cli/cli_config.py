"""The settings of the command line, which last from one session to the next in `~/.tfdbg_config`."""

import json
import os
from collections.abc import Callable
from typing import Any

from penstock.debug.cli.rich_text import RichLine, RichTextLines, rich_text_lines_from_rich_line_list
from penstock.graph import errors
from penstock.storage import gfile

_TRUE = ("1", "true", "t", "yes", "y", "on")
_FALSE = ("0", "false", "f", "no", "n", "off")


class CLIConfig:
    """Settings by name, kept in a file of JSON. A file that cannot be read or written is not an error.

    Args:
      config_file_path: the file, if another than `~/.tfdbg_config`.
    """

    _CONFIG_FILE_NAME = ".tfdbg_config"
    _DEFAULT_CONFIG = [("graph_recursion_depth", 20), ("mouse_mode", True)]

    def __init__(self, config_file_path: str | None = None):
        self._config_file_path = config_file_path or os.path.join(os.path.expanduser("~"), self._CONFIG_FILE_NAME)
        self._config: dict[str, Any] = dict(self._DEFAULT_CONFIG)
        self._config.update(self._load_from_file())
        self._save_to_file()
        self._set_callbacks: dict[str, Callable[[dict[str, Any]], object]] = {}

    def get(self, property_name: str) -> Any:
        """The value of a setting.

        Raises:
          KeyError: if there is none of that name.
        """
        self._check(property_name)
        return self._config[property_name]

    def set(self, property_name: str, property_val: bool | int | str) -> None:
        """Sets and keeps a value; words such as "on" and "no" are understood where it is yes or no.

        Raises:
          KeyError: if there is no setting of that name.
          ValueError: if the value does not fit.
        """
        self._check(property_name)
        kind = type(self._config[property_name])
        if kind is bool and isinstance(property_val, str):
            word = property_val.lower()
            if word not in _TRUE + _FALSE:
                raise ValueError(f"Invalid string value for bool type: {property_val}")
            property_val = word in _TRUE
        elif kind in (bool, int, str):
            property_val = kind(property_val)
        else:
            raise TypeError(f"Unsupported property type: {kind}")
        self._config[property_name] = property_val
        self._save_to_file()
        if property_name in self._set_callbacks:
            self._set_callbacks[property_name](self._config)

    def set_callback(self, property_name: str, callback: Callable[[dict[str, Any]], object]) -> None:
        """Calls `callback(settings)` whenever that setting is set.

        Raises:
          KeyError: if there is no setting of that name.
          TypeError: if `callback` cannot be called.
        """
        self._check(property_name)
        if not callable(callback):
            raise TypeError("The callback object provided is not callable.")
        self._set_callbacks[property_name] = callback

    def summarize(self, highlight: str | None = None) -> RichTextLines:
        """All settings, `highlight` in bold."""
        lines = [RichLine("Command-line configuration:", "bold"), RichLine("")]
        for name, value in self._config.items():
            bold = "bold" if name == highlight else None
            lines.append(RichLine("  ") + RichLine(name, ["underline", bold]) + ": " + RichLine(str(value), bold))
        return rich_text_lines_from_rich_line_list(lines)

    def _check(self, property_name: str) -> None:
        if property_name not in self._config:
            raise KeyError(f"{property_name} is not a valid property name.")

    def _save_to_file(self) -> None:
        try:
            with gfile.GFile(self._config_file_path, "w") as file:
                file.write(json.dumps(self._config))
        except (OSError, errors.OpError):
            pass

    def _load_from_file(self) -> dict[str, Any]:
        """The settings of the file, without those whose value is of another kind than the default's."""
        try:
            if not gfile.Exists(self._config_file_path):
                return {}
            with gfile.GFile(self._config_file_path, "r") as file:
                read = json.loads(file.read())
        except (OSError, ValueError, errors.OpError):  # damaged, or not ours to read
            return {}
        kinds = {name: type(value) for name, value in self._DEFAULT_CONFIG}
        read = read if isinstance(read, dict) else {}
        return {name: read[name] for name in sorted(read) if type(read[name]) is kinds.get(name, type(read[name]))}
