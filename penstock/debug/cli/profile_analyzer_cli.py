"""The commands after `run -p`: which nodes took how long, and what each line of the program costs."""

from __future__ import annotations

import argparse
import math
import os
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from penstock.debug.cli import base_ui, cli_config, cli_shared, command_parser, profile_arguments, ui_factory
from penstock.debug.cli.menus import MenuItem
from penstock.debug.cli.profile_arguments import (
    DEVICE_FLAG,
    NODE_FLAG,
    SORT_OPS_BY_EXEC_TIME,
    SORT_OPS_BY_LINE,
    SORT_OPS_BY_OP_NAME,
    SORT_OPS_BY_OP_TIME,
    SORT_OPS_BY_OP_TYPE,
    SORT_OPS_BY_START_TIME,
    TYPE_FLAG,
)
from penstock.debug.cli.rich_text import (
    INIT_SCROLL_POS_KEY,
    RichLine,
    RichTextLines,
    rich_text_lines_from_rich_line_list,
)
from penstock.debug.lib import profiling, source_utils

if TYPE_CHECKING:
    from penstock.graph.graph import Graph
    from penstock.protos import RunMetadata


RL = RichLine

_COST_BAR = 10  # characters of the longest bar


def _filter_flags(device: str | None, node: str | None, op_type: str | None) -> str:
    """The flags of a command that keep its filters, each after a space."""
    flags = ((DEVICE_FLAG, device), (NODE_FLAG, node), (TYPE_FLAG, op_type))
    return "".join(f" --{flag} {value}" for flag, value in flags if value)


class ProfileDataTableView:
    """Times of nodes as a table.

    Args:
      profile_datum_list: a list of `ProfileDatum`.
      time_unit: one of `cli_shared.TIME_UNITS`.
    """

    def __init__(self, profile_datum_list: list[profiling.ProfileDatum], time_unit: str = cli_shared.TIME_UNIT_US):
        self._data = profile_datum_list
        self.formatted_start_time = [datum.start_time for datum in profile_datum_list]
        self.formatted_op_time = [
            cli_shared.time_to_readable_str(datum.op_time, force_time_unit=time_unit) for datum in profile_datum_list
        ]
        self.formatted_exec_time = [
            cli_shared.time_to_readable_str(datum.exec_time, force_time_unit=time_unit) for datum in profile_datum_list
        ]
        # Head of each column, and what sorts by it.
        self._columns = [
            ("Node", SORT_OPS_BY_OP_NAME),
            ("Op Type", SORT_OPS_BY_OP_TYPE),
            ("Start Time (us)", SORT_OPS_BY_START_TIME),
            (f"Op Time ({time_unit})", SORT_OPS_BY_OP_TIME),
            (f"Exec Time ({time_unit})", SORT_OPS_BY_EXEC_TIME),
            ("Filename:Lineno(function)", SORT_OPS_BY_LINE),
        ]

    def value(
        self,
        row: int,
        col: int,
        device_name_filter: str | None = None,
        node_name_filter: str | None = None,
        op_type_filter: str | None = None,
    ) -> RichLine:
        """A cell. That of the last column is a link to the line, under the same filters.

        Raises:
          IndexError: if there is no such cell.
        """
        datum = self._data[row]
        if col == 5:
            flags = _filter_flags(device_name_filter, node_name_filter, op_type_filter)
            command = f"ps{flags} {datum.file_path} --init_line {datum.line_number}"
            return RL(datum.file_line_func, font_attr=MenuItem(None, command))
        if not 0 <= col < 5:
            raise IndexError(f"Invalid column index {col}.")
        return RL(
            (
                datum.node_exec_stats.node_name,
                datum.op_type,
                str(self.formatted_start_time[row]),
                self.formatted_op_time[row],
                self.formatted_exec_time[row],
            )[col]
        )

    def row_count(self) -> int:
        return len(self._data)

    def column_count(self) -> int:
        return len(self._columns)

    def column_names(self) -> list[str]:
        return [name for name, _ in self._columns]

    def column_sort_id(self, col: int) -> str:
        """What `-s` calls that column."""
        return self._columns[col][1]


def _sort_key(sort_by: str) -> Callable[[profiling.ProfileDatum], Any]:
    keys: dict[str, Callable[[profiling.ProfileDatum], Any]] = {
        SORT_OPS_BY_OP_NAME: lambda datum: datum.node_exec_stats.node_name,
        SORT_OPS_BY_OP_TYPE: lambda datum: datum.op_type,
        SORT_OPS_BY_LINE: lambda datum: datum.file_line_func,
        SORT_OPS_BY_OP_TIME: lambda datum: datum.op_time,
        SORT_OPS_BY_EXEC_TIME: lambda datum: datum.exec_time,
    }
    return keys.get(sort_by, lambda datum: datum.start_time)


def _wanted(parsed: argparse.Namespace) -> Callable[[profiling.ProfileDatum], bool]:
    """What the flags of `list_profile` let through."""
    op_time = command_parser.parse_time_interval(parsed.op_time) if parsed.op_time else None
    exec_time = command_parser.parse_time_interval(parsed.execution_time) if parsed.execution_time else None
    names = re.compile(parsed.node_name_filter)
    types = re.compile(parsed.op_type_filter)
    paths = re.compile(parsed.file_path_filter) if parsed.file_path_filter else None

    def wanted(datum: profiling.ProfileDatum) -> bool:
        line = datum.line_number
        return bool(
            names.match(datum.node_exec_stats.node_name)
            and (not paths or (datum.file_path and paths.match(datum.file_path)))
            and not (parsed.min_lineno > 0 and line and line < parsed.min_lineno)
            and not (parsed.max_lineno > 0 and line and line >= parsed.max_lineno)
            and (datum.op_type is None or types.match(datum.op_type))
            and (op_time is None or op_time.contains(datum.op_time))
            and (exec_time is None or exec_time.contains(datum.exec_time))
        )

    return wanted


class ProfileAnalyzer:
    """Answers commands on the times of a run.

    Args:
      graph: the graph that ran.
      run_metadata: the run's `RunMetadata`, with `step_stats`.

    Raises:
      ValueError: if there is no `run_metadata`.
    """

    _COST = cli_shared.COLOR_CYAN
    _NUMBER = cli_shared.COLOR_YELLOW

    def __init__(self, graph: Graph, run_metadata: RunMetadata):
        if not run_metadata:
            raise ValueError("No RunMetadata passed for profile analysis.")
        self._graph = graph
        self._run_metadata = run_metadata
        self._arg_parsers = {
            "list_profile": profile_arguments.list_profile(),
            "print_source": profile_arguments.print_source(),
        }

    def get_help(self, handler_name: str) -> str:
        """What `help` says of a command."""
        return self._arg_parsers[handler_name].format_help()

    def list_profile(self, args: list[str], screen_info: dict[str, Any] | None = None) -> RichTextLines:
        """The command `list_profile` (`lp`): how long each node took."""
        parsed = self._arg_parsers["list_profile"].parse_args(args)
        columns = (screen_info or {}).get("cols", 80)
        wanted = _wanted(parsed)
        output = RichTextLines([""])
        devices = self._run_metadata.step_stats.dev_stats
        for number, (device, data) in enumerate(self._devices(), 1):
            if re.match(parsed.device_name_filter, device):
                kept = sorted(filter(wanted, data), key=_sort_key(parsed.sort_by), reverse=parsed.reverse)
                output.append("-" * columns)
                output.append(f"Device {number} of {len(devices)}: {device}")
                output.append("")
                output.extend(self._table(kept, parsed))
        return output

    def _devices(self) -> Iterator[tuple[str, list[profiling.ProfileDatum]]]:
        """Each device with the times of its nodes."""
        places: dict[str, tuple[str, int, str, str]] = {}
        for op in self._graph.get_operations():
            path, line, function = "", 0, ""
            for entry in reversed(op.traceback):
                path, line, function = entry[0], entry[1], entry[2]
                if not source_utils.is_library(path):
                    break
            places[op.name] = (path, line, function, op.type)
        for stats in self._run_metadata.step_stats.dev_stats:
            nodes = [node for node in stats.node_stats if node.node_name not in ("_SOURCE", "_SINK")]
            yield (
                stats.device,
                [
                    profiling.ProfileDatum(stats.device, node, *places.get(node.node_name, ("", 0, "", "")))
                    for node in nodes
                ],
            )

    @staticmethod
    def _table(data: list[profiling.ProfileDatum], parsed: argparse.Namespace) -> RichTextLines:
        """The table of one device, with a line of totals."""
        view = ProfileDataTableView(data, time_unit=parsed.time_unit)
        filters = (parsed.device_name_filter, parsed.node_name_filter, parsed.op_type_filter)
        cells = [[view.value(row, col, *filters) for col in range(view.column_count())] for row in range(len(data))]
        sums = (sum(datum.op_time for datum in data), sum(datum.exec_time for datum in data))
        # As in 1.15, they stand one column further left than what they sum up.
        totals = ["Device Total", "", *(cli_shared.time_to_readable_str(us, parsed.time_unit) for us in sums)]
        widths = [len(name) for name in view.column_names()]
        for lengths in [[len(text) for text in totals], *([len(cell) for cell in row] for row in cells)]:
            widths[: len(lengths)] = map(max, widths, lengths)
        head = RL()
        for col, (name, width) in enumerate(zip(view.column_names(), widths)):
            key = view.column_sort_id(col)
            turned = " -r" if parsed.sort_by == key and not parsed.reverse else ""
            link = MenuItem(None, f"list_profile -s {key}{turned}")
            head += RL(name, font_attr=[link, "bold"]) + " " * (width + 2 - len(name))
        lines = [head]
        for row in cells:
            line = RL()
            for cell, width in zip(row, widths):
                line = line + cell + " " * (width + 2 - len(cell))
            lines.append(line)
        lines += [RL(), RL("".join(text.ljust(width + 2) for text, width in zip(totals, widths)))]
        return rich_text_lines_from_rich_line_list(lines)

    def print_source(self, args: list[str], screen_info: dict[str, Any] | None = None) -> RichTextLines:
        """The command `print_source` (`ps`): a file with the cost of each line."""
        parsed = self._arg_parsers["print_source"].parse_args(args)
        data = [
            datum
            for device, of_device in self._devices()
            if re.match(parsed.device_name_filter, device)
            for datum in of_device
        ]
        annotation = source_utils.annotate_source_against_profile(
            data,
            os.path.expanduser(parsed.source_file_path),
            node_name_filter=parsed.node_name_filter,
            op_type_filter=parsed.op_type_filter,
        )
        if not annotation:
            return RichTextLines(
                [
                    f"The source file {parsed.source_file_path} does not contain any profile information for the previous "
                    "Session run under the following filters:",
                    f"  --{DEVICE_FLAG}: {parsed.device_name_filter}",
                    f"  --{NODE_FLAG}: {parsed.node_name_filter}",
                    f"  --{TYPE_FLAG}: {parsed.op_type_filter}",
                ]
            )
        costs = {
            line: total.total_exec_time if parsed.cost_type == "exec_time" else total.total_op_time
            for line, total in annotation.items()
        }
        most = max(costs.values())
        source_lines, number_width = source_utils.load_source(os.path.expanduser(parsed.source_file_path))
        bar_width, cost_width, count_width = _COST_BAR + 3, len(parsed.cost_type) + 3, len("(#execs)") + 1
        head = " " * bar_width + parsed.cost_type.ljust(cost_width) + "#nodes".ljust(count_width)
        below = " " * (bar_width + cost_width) + "(#execs)".ljust(count_width) + " " * number_width
        lines = [
            RL(head, self._COST) + RL("lineno", self._NUMBER),
            RL(below, self._COST) + RL("source", "bold"),
        ]
        filters = _filter_flags(parsed.device_name_filter, parsed.node_name_filter, parsed.op_type_filter)
        path = re.escape(parsed.source_file_path) + "$"
        notes = {}
        for number, text in enumerate(source_lines, 1):
            if number in annotation:
                total = annotation[number]
                bar = self._bar(costs[number], most)
                cost = cli_shared.time_to_readable_str(costs[number], force_time_unit=parsed.time_unit)
                count = f"{total.node_count}({total.node_exec_count})"
                command = f"lp --file_path_filter {path} --min_lineno {number} --max_lineno {number + 1}{filters}"
                line = bar + " " * (bar_width - len(bar))
                line = line + RL(cost, self._COST) + " " * (cost_width - len(cost))
                line = line + RL(count, [self._COST, MenuItem(None, command)]) + " " * (count_width - len(count))
            else:
                line = RL(" " * (bar_width + cost_width + count_width))
            label = RL(f" L{number}", self._NUMBER)
            lines.append(line + label + " " * (number_width - len(label)) + text)
            if parsed.init_line == number:
                notes[INIT_SCROLL_POS_KEY] = len(lines) - 1
        return rich_text_lines_from_rich_line_list(lines, annotations=notes)

    def _bar(self, cost: float, most: float) -> RichLine:
        ticks = math.ceil(cost / most * _COST_BAR) if most else 0
        bar = RL("|" * max(ticks, 1) + " " * (_COST_BAR - max(ticks, 1)), ["bold", self._COST])
        return RL("[", self._COST) + bar + RL("]", self._COST)


def create_profiler_ui(
    graph: Graph,
    run_metadata: RunMetadata,
    ui_type: str | None = "curses",
    on_ui_exit: Callable[[], object] | None = None,
    config: cli_config.CLIConfig | None = None,
) -> base_ui.BaseUI:
    """A user interface with the commands on the times of a run.

    Args:
      graph: the graph that ran.
      run_metadata: the run's `RunMetadata`, with `step_stats`.
      ui_type: "curses" or "readline".
      on_ui_exit: is called when it ends.
      config: the settings.
    """
    analyzer = ProfileAnalyzer(graph, run_metadata)
    ui = ui_factory.get_ui(ui_type, on_ui_exit=on_ui_exit, config=config)
    for command, alias, handler in (
        ("list_profile", "lp", analyzer.list_profile),
        ("print_source", "ps", analyzer.print_source),
    ):
        ui.register_command_handler(command, handler, analyzer.get_help(command), prefix_aliases=[alias])
    return ui
