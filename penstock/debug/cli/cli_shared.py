"""What several commands show: sizes and times, tensors, errors, and the screens before a run and after one that failed."""

import math
from typing import Any

import numpy as np

from penstock.debug.cli import command_parser, tensor_format
from penstock.debug.cli.menus import Menu, MenuItem
from penstock.debug.cli.rich_text import (
    MAIN_MENU_KEY,
    RichLine,
    RichTextLines,
    rich_text_lines_from_rich_line_list,
)
from penstock.debug.lib import common
from penstock.graph.operation import Operation, Tensor
from penstock.ops.state.variables import Variable
from penstock.storage import gfile

RL = RichLine

# Arrays with more elements than this are shown with an ellipsis.
DEFAULT_NDARRAY_DISPLAY_THRESHOLD = 2000

COLOR_BLACK = "black"
COLOR_BLUE = "blue"
COLOR_CYAN = "cyan"
COLOR_GRAY = "gray"
COLOR_GREEN = "green"
COLOR_MAGENTA = "magenta"
COLOR_RED = "red"
COLOR_WHITE = "white"
COLOR_YELLOW = "yellow"

TIME_UNIT_US = "us"
TIME_UNIT_MS = "ms"
TIME_UNIT_S = "s"
TIME_UNITS = [TIME_UNIT_US, TIME_UNIT_MS, TIME_UNIT_S]

_HORIZONTAL_BAR = "=" * 38
_ERROR_BAR = "-" * 38


def bytes_to_readable_str(num_bytes: int | None, include_b: bool = False) -> str:
    """A number of bytes with a unit.

    >>> bytes_to_readable_str(1023), bytes_to_readable_str(2048, include_b=True)
    ('1023', '2.00kB')
    """
    if num_bytes is None:
        return "None"
    if num_bytes < 1 << 10:
        text = f"{num_bytes:d}"
    elif num_bytes < 1 << 20:
        text = f"{num_bytes / (1 << 10):.2f}k"
    elif num_bytes < 1 << 30:
        text = f"{num_bytes / (1 << 20):.2f}M"
    else:
        text = f"{num_bytes / (1 << 30):.2f}G"
    return text + "B" if include_b else text


def time_to_readable_str(value_us: float, force_time_unit: str | None = None) -> str:
    """A time in microseconds with a unit: the one that is asked for, or the one that suits.

    >>> time_to_readable_str(1234567), time_to_readable_str(1234567, "ms")
    ('1.23s', '1234.567ms')

    Raises:
      ValueError: if the unit is not one of `TIME_UNITS`.
    """
    if not value_us:
        return "0"
    if force_time_unit:
        if force_time_unit not in TIME_UNITS:
            raise ValueError(f"Invalid time unit: {force_time_unit}")
        return f"{value_us / math.pow(10.0, 3 * TIME_UNITS.index(force_time_unit)):.10g}{force_time_unit}"
    order = min(len(TIME_UNITS) - 1, int(math.log(value_us, 10) / 3))
    return f"{value_us / math.pow(10.0, 3 * order):.3g}{TIME_UNITS[order]}"


def parse_ranges_highlight(ranges_string: str) -> tensor_format.HighlightOptions | None:
    """What the flag `-r` of `print_tensor` asks to highlight; None if it is empty."""
    if not ranges_string:
        return None
    ranges = command_parser.parse_ranges(ranges_string)

    def in_ranges(values: np.ndarray) -> np.ndarray:
        inside = np.zeros(values.shape, dtype=bool)
        # In double precision: "inf" stands for the largest double, which an infinity is not below.
        for start, end in np.array(ranges, np.float64).reshape(-1, 2):
            inside |= (values >= start) & (values <= end)
        return inside

    return tensor_format.HighlightOptions(in_ranges, description=ranges_string)


def numpy_printoptions_from_screen_info(screen_info: dict[str, Any] | None) -> dict[str, Any]:
    """Options of `np.printoptions` that fit the screen."""
    return {"linewidth": screen_info["cols"]} if screen_info and "cols" in screen_info else {}


def format_tensor(
    tensor: Any,
    tensor_name: str,
    np_printoptions: dict[str, Any],
    print_all: bool = False,
    tensor_slicing: str | None = None,
    highlight_options: tensor_format.HighlightOptions | None = None,
    include_numeric_summary: bool = False,
    write_path: str | None = None,
) -> RichTextLines:
    """A tensor, or a part of it, as text.

    Args:
      tensor: the value.
      tensor_name: its name.
      np_printoptions: options of `np.printoptions`; the threshold is set here.
      print_all: whether to show all elements, however many.
      tensor_slicing: which part, such as "[:, 1]".
      highlight_options: which elements to highlight.
      include_numeric_summary: whether to show counts and statistics of the values.
      write_path: a file to which the value is written by `np.save`.
    """
    value = tensor
    if tensor_slicing:
        value = command_parser.evaluate_tensor_slice(tensor, tensor_slicing)
        tensor_name += tensor_slicing
    message = None
    if write_path:
        with gfile.GFile(write_path, "wb") as file:
            np.save(file, value)
        saved = RL("Saved value to: ") + RL(write_path, font_attr="bold")
        saved += f" ({bytes_to_readable_str(gfile.stat(write_path).length)}B)"
        message = rich_text_lines_from_rich_line_list([saved, RL("")])
    np_printoptions["threshold"] = np.size(value) if print_all else DEFAULT_NDARRAY_DISPLAY_THRESHOLD
    return tensor_format.format_tensor(
        value,
        tensor_name,
        include_metadata=True,
        include_numeric_summary=include_numeric_summary,
        auxiliary_message=message,
        np_printoptions=np_printoptions,
        highlight_options=highlight_options,
    )


def error(msg: str) -> RichTextLines:
    """An error as text, in red."""
    return rich_text_lines_from_rich_line_list([RL("ERROR: " + msg, COLOR_RED)])


def _recommend_command(command: str, description: str, indent: int = 2, create_link: bool = False) -> RichTextLines:
    """A command in bold, as a link if wanted, and below it what it does."""
    margin = " " * indent
    attribute = [MenuItem("", command), "bold"] if create_link else "bold"
    return rich_text_lines_from_rich_line_list([RL(margin) + RL(command, attribute) + ":", f"{margin}  {description}"])


def get_tfdbg_logo() -> RichTextLines:
    """The name of the debugger in large letters."""
    return RichTextLines(
        [
            "",
            "TTTTTT FFFF DDD  BBBB   GGG ",
            "  TT   F    D  D B   B G    ",
            "  TT   FFF  D  D BBBB  G  GG",
            "  TT   F    D  D B   B G   G",
            "  TT   F    DDD  BBBB   GGG ",
            "",
        ]
    )


def get_run_start_intro(
    run_call_count: int,
    fetches: Any,
    feed_dict: dict[Any, Any] | None,
    tensor_filters: dict[str, Any],
    is_callable_runner: bool = False,
) -> RichTextLines:
    """The screen before a run: what is fetched and fed, and what one may do.

    Args:
      run_call_count: which run this is, counted from 1.
      fetches: those of `Session.run`.
      feed_dict: that of `Session.run`.
      tensor_filters: filters by name.
      is_callable_runner: whether it is a run of what `Session.make_callable` returned.
    """
    out = RichTextLines(_HORIZONTAL_BAR)
    if is_callable_runner:
        out.append("Running a runner returned by Session.make_callable()")
    else:
        lines = [f"Session.run() call #{run_call_count}:", "", "Fetch(es):"]
        lines += ["  " + name for name in common.get_flattened_names(fetches)]
        out.extend(RichTextLines([*lines, "", "Feed dict:"]))
        for key in feed_dict or ():
            name = common.get_graph_element_name(key)
            # In quotes, because the name of a sparse tensor has spaces.
            out.append_rich_line(RL("  ") + RL(name, MenuItem(None, f"pf '{name}'")))
        if not feed_dict:
            out.append("  (Empty)")
    out.extend(RichTextLines([_HORIZONTAL_BAR, "", "Select one of the following commands to proceed ---->"]))
    for command, description, link in (
        ("run", "Execute the run() call with debug tensor-watching", True),
        ("run -n", "Execute the run() call without debug tensor-watching", True),
        (
            "run -t <T>",
            "Execute run() calls (T - 1) times without debugging, then execute run() once more with debugging and drop "
            "back to the CLI",
            False,
        ),
        (
            "run -f <filter_name>",
            "Keep executing run() calls until a dumped tensor passes a given, registered filter (conditional breakpoint "
            "mode)",
            False,
        ),
    ):
        out.extend(_recommend_command(command, description, create_link=link))
    out.append("    Registered filter(s):")
    for name in tensor_filters or ():
        out.append_rich_line(RL("        * ") + RL(name, MenuItem("", f"run -f {name}")))
    if not tensor_filters:
        out.append("        (None)")
    out.append("")
    out.append_rich_line(RL("For more details, see ") + RL("help.", MenuItem("", "help")) + ".")
    out.append("")
    menu = Menu()
    menu.append(MenuItem("run", "run"))
    menu.append(MenuItem("exit", "exit"))
    out.annotations[MAIN_MENU_KEY] = menu
    return out


def get_run_short_description(
    run_call_count: int, fetches: Any, feed_dict: dict[Any, Any] | None, is_callable_runner: bool = False
) -> str:
    """A run in one line: its number, how many fetches and feeds, and their name if there is only one."""
    if is_callable_runner:
        return "runner from make_callable()"
    if isinstance(fetches, (Tensor, Operation, Variable)):
        fetched = f"1 fetch ({common.get_graph_element_name(fetches)})"
    else:
        number = len(common.get_flattened_names(fetches))
        fetched = f"{number} {'fetches' if number > 1 else 'fetch'}"
    if not feed_dict:
        fed = "0 feeds"
    elif len(feed_dict) == 1:
        key = next(iter(feed_dict))
        fed = f"1 feed ({key if isinstance(key, str) or not hasattr(key, 'name') else key.name})"
    else:
        fed = f"{len(feed_dict)} feeds"
    return f"run #{run_call_count}: {fetched}; {fed}"


def get_error_intro(tf_error: Exception) -> RichTextLines:
    """The screen after a run that failed: which operation, the error, and commands that help.

    Args:
      tf_error: the error that the run raised.
    """
    name = getattr(getattr(tf_error, "op", None), "name", None)
    out = rich_text_lines_from_rich_line_list([_ERROR_BAR, RL("!!! An error occurred during the run !!!", "blink"), ""])
    if name is None:
        out.append("WARNING: Cannot determine the name of the op that caused the error.")
    else:
        out.append("You may use the following commands to debug:")
        for command, description in (
            (f"ni -a -d -t {name}", "Inspect information about the failing op."),
            (f"li -r {name}", "List inputs to the failing op, recursively."),
            ("lt", "List all tensors dumped during the failing run() call."),
        ):
            out.extend(_recommend_command(command, description, create_link=True))
    kind = f"Error type: {type(tf_error)}"
    lines = ["", f"Op name:    {name}", kind, "", "Details:", *str(tf_error).split("\n"), "", _ERROR_BAR, ""]
    out.extend(RichTextLines(lines))
    return out
