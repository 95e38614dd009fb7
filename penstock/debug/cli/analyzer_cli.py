"""The commands on the dump of a run: lt, ni, li, lo, pt, ps, ls, eval.

`create_analyzer_ui` puts them into a user interface; `DebugAnalyzer` has one method for each.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from penstock.debug.cli import (
    analyzer_arguments,
    base_ui,
    cli_config,
    cli_shared,
    command_parser,
    evaluator,
    node_views,
    source_views,
    ui_factory,
)
from penstock.debug.cli.analyzer_arguments import (
    SORT_TENSORS_BY_DUMP_SIZE,
    SORT_TENSORS_BY_OP_TYPE,
    SORT_TENSORS_BY_TENSOR_NAME,
    SORT_TENSORS_BY_TIMESTAMP,
)
from penstock.debug.cli.menus import Menu, MenuItem
from penstock.debug.cli.node_views import (  # noqa: F401 - under the names that 1.15 gave them
    CTRL_LABEL,
    DEPTH_TEMPLATE,
    ELLIPSIS,
    HANG_FINISHED,
    HANG_SUFFIX,
    HANG_UNFINISHED,
    OP_TYPE_TEMPLATE,
)
from penstock.debug.cli.rich_text import (
    MAIN_MENU_KEY,
    RichLine,
    RichTextLines,
    Segment,
    rich_text_lines_from_rich_line_list,
)
from penstock.debug.lib import debug_data, debug_graphs, source_utils

RL = RichLine
ScreenInfo = dict[str, Any] | None
TensorFilter = Callable[[Any, Any], bool]

# What `lt` calls its columns, and what sorts by each.
_COLUMNS = (
    ("t (ms)", SORT_TENSORS_BY_TIMESTAMP),
    ("Size (B)", SORT_TENSORS_BY_DUMP_SIZE),
    ("Op type", SORT_TENSORS_BY_OP_TYPE),
    ("Tensor name", SORT_TENSORS_BY_TENSOR_NAME),
)
# The items of the menu that concern a node.
_NODE_COMMANDS = (
    ("node_info", "node_info -a -d -t"),
    ("print_tensor", "print_tensor"),
    ("list_inputs", "list_inputs -c -r"),
    ("list_outputs", "list_outputs -c -r"),
)


def _add_main_menu(output: RichTextLines, node_name: str | None = None, without: str = "") -> None:
    """Gives a screen its menu. Without a node, the items that need one are disabled, as is the command `without`."""
    menu = Menu()
    menu.append(MenuItem("list_tensors", "list_tensors", enabled=without != "list_tensors"))
    for caption, command in _NODE_COMMANDS:
        content = f"{command} {node_name}" if node_name else None
        menu.append(MenuItem(caption, content, enabled=bool(node_name) and caption != without))
    menu.append(MenuItem("run_info", "run_info"))
    menu.append(MenuItem("help", "help"))
    output.annotations[MAIN_MENU_KEY] = menu


class DebugAnalyzer:
    """Answers commands on a dump.

    Args:
      debug_dump: a `DebugDumpDir`.
      config: a `CLIConfig`.
    """

    def __init__(self, debug_dump: "debug_data.DebugDumpDir", config: cli_config.CLIConfig):
        self._debug_dump = debug_dump
        self._evaluator = evaluator.ExpressionEvaluator(debug_dump)
        self._tensor_filters: dict[str, TensorFilter] = {}
        self._build_argument_parsers(config)
        config.set_callback("graph_recursion_depth", self._build_argument_parsers)

    def _build_argument_parsers(self, config: analyzer_arguments.Settings) -> None:
        self._arg_parsers = analyzer_arguments.parsers(config)

    def add_tensor_filter(self, filter_name: str, filter_callable: TensorFilter) -> None:
        """Adds a filter that `lt -f` knows by its name.

        Args:
          filter_name: its name.
          filter_callable: is called as `f(datum, tensor)` and returns whether the tensor is wanted, as the predicate of
            `DebugDumpDir.find`.

        Raises:
          ValueError: if the name is empty.
          TypeError: if the name is no string, or the filter cannot be called.
        """
        if not isinstance(filter_name, str):
            raise TypeError("Input argument filter_name is expected to be str, but is not.")
        if not filter_name:
            raise ValueError("Input argument filter_name cannot be empty.")
        if not callable(filter_callable):
            raise TypeError("Input argument filter_callable is expected to be callable, but is not.")
        self._tensor_filters[filter_name] = filter_callable

    def get_tensor_filter(self, filter_name: str) -> TensorFilter:
        """The filter of that name.

        Raises:
          ValueError: if there is none.
        """
        if filter_name not in self._tensor_filters:
            raise ValueError(f'There is no tensor filter named "{filter_name}"')
        return self._tensor_filters[filter_name]

    def get_help(self, handler_name: str) -> str:
        """What `help` says of a command."""
        return self._arg_parsers[handler_name].format_help()

    # ---- list_tensors ----

    def list_tensors(self, args: list[str], screen_info: ScreenInfo = None) -> RichTextLines:
        """The command `list_tensors` (`lt`): which tensors were dumped, when, how large.

        Raises:
          ValueError: if `--filter_exclude_node_names` is given without `-f`.
        """
        parsed = self._arg_parsers["list_tensors"].parse_args(args)
        op_types = re.compile(parsed.op_type_filter) if parsed.op_type_filter else None
        names = re.compile(parsed.node_name_filter) if parsed.node_name_filter else None
        data: Sequence[debug_data.DebugTensorDatum] = self._debug_dump.dumped_tensor_data
        passing = ""
        if parsed.tensor_filter:
            try:
                wanted = self.get_tensor_filter(parsed.tensor_filter)
            except ValueError:
                output = cli_shared.error(f'There is no tensor filter named "{parsed.tensor_filter}".')
                _add_main_menu(output, without="list_tensors")
                return output
            data = self._debug_dump.find(wanted, exclude_node_names=parsed.filter_exclude_node_names)
            passing = f' passing filter "{parsed.tensor_filter}"'
        elif parsed.filter_exclude_node_names:
            raise ValueError(
                "The flag --filter_exclude_node_names is valid only when the flag -f or --tensor_filter is used."
            )
        # One row of cells for each datum; columns are as wide as their widest cell of all data, shown or not.
        rows = [(datum, self._cells(datum)) for datum in data]
        last = f"[{self._time(data[-1]):.3f}] " if data else ""
        widths = [
            max(len(last), len(_COLUMNS[0][0])) + 1,
            max([len(_COLUMNS[1][0]), *(len(cells[1]) for _, cells in rows)]) + 1,
            max([len(_COLUMNS[2][0]), *(len(cells[2]) for _, cells in rows)]) + 1,
        ]
        body = RichTextLines([])
        for datum, cells in self._sorted(rows, parsed.sort_by, parsed.reverse):
            if names and not names.match(datum.node_name):
                continue
            if op_types and not op_types.match(cells[2]):
                continue
            start = "".join(cell.ljust(width) for cell, width in zip(cells, widths))
            line = start + cells[3]
            body.append(line, [(len(start), len(line), MenuItem("", f"pt {cells[3]}"))])
        output = RichTextLines([f"{body.num_lines()} dumped tensor(s){passing}:"])
        if op_types:
            output.append(f'Op type regex filter: "{parsed.op_type_filter}"')
        if names:
            output.append(f'Node name regex filter: "{parsed.node_name_filter}"')
        output.append("")
        output.extend(self._column_heads(parsed, widths))
        output.extend(body)
        _add_main_menu(output, without="list_tensors")
        return output

    def _time(self, datum: "debug_data.DebugTensorDatum") -> float:
        """Milliseconds since the first dump."""
        return (datum.timestamp - (self._debug_dump.t0 or 0)) / 1000.0

    def _cells(self, datum: "debug_data.DebugTensorDatum") -> tuple[str, str, str, str]:
        return (
            f"[{self._time(datum):.3f}]",
            cli_shared.bytes_to_readable_str(datum.dump_size_bytes),
            self._debug_dump.node_op_type(datum.node_name),
            f"{datum.node_name}:{datum.output_slot}",
        )

    @staticmethod
    def _sorted(rows: list[Any], sort_by: str, reverse: bool) -> list[Any]:
        keys: dict[str, Callable[[Any], Any]] = {
            SORT_TENSORS_BY_TIMESTAMP: lambda row: row[0].timestamp,
            SORT_TENSORS_BY_DUMP_SIZE: lambda row: row[0].dump_size_bytes,
            SORT_TENSORS_BY_OP_TYPE: lambda row: row[1][2],
            SORT_TENSORS_BY_TENSOR_NAME: lambda row: row[1][3],
        }
        if sort_by not in keys:
            raise ValueError(f"Unsupported key to sort tensors by: {sort_by}")
        return sorted(rows, reverse=reverse, key=keys[sort_by])

    @staticmethod
    def _column_heads(parsed: Any, widths: list[int]) -> RichTextLines:
        """The heads of the columns. A click on one sorts by it, a second click the other way round."""
        command = "list_tensors"
        for flag, value in (
            ("-f", parsed.tensor_filter),
            ("-t", parsed.op_type_filter),
            ("-n", parsed.node_name_filter),
        ):
            command += f" {flag} {value}" if value else ""
        row = ""
        segments: list[Segment] = []
        for (head, key), width in zip(_COLUMNS, [*widths, 0]):
            turned = " -r" if parsed.sort_by == key and not parsed.reverse else ""
            link = MenuItem(None, f"{command} -s {key}{turned}")
            segments.append((len(row), len(row) + len(head), [link, "bold"]))
            row += head.ljust(width)
        return RichTextLines([row], font_attr_segs={0: segments})

    # ---- nodes ----

    def _unknown_node(self, node_name: str) -> RichTextLines:
        return cli_shared.error(f'There is no node named "{node_name}" in the partition graphs')

    def node_info(self, args: list[str], screen_info: ScreenInfo = None) -> RichTextLines:
        """The command `node_info` (`ni`): type, device and neighbours of a node, and more if asked for."""
        parsed = self._arg_parsers["node_info"].parse_args(args)
        dump = self._debug_dump
        node_name = debug_graphs.get_node_name(parsed.node_name)
        if not dump.node_exists(node_name):
            output = self._unknown_node(node_name)
            _add_main_menu(output)
            return output
        output = rich_text_lines_from_rich_line_list(
            [
                RL("Node ") + RL(node_name, "bold"),
                "",
                f"  Op: {dump.node_op_type(node_name)}",
                f"  Device: {dump.node_device(node_name)}",
            ]
        )
        output.extend(node_views.neighbors(dump, node_name, "input"))
        output.extend(node_views.neighbors(dump, node_name, "recipient"))
        if parsed.attributes:
            output.extend(node_views.attributes(dump, node_name))
        if parsed.dumps:
            output.extend(node_views.dumps(dump, node_name))
        if parsed.traceback:
            output.extend(node_views.origin(dump, node_name))
        _add_main_menu(output, node_name, without="node_info")
        return output

    def list_inputs(self, args: list[str], screen_info: ScreenInfo = None) -> RichTextLines:
        """The command `list_inputs` (`li`): what a node needs, directly or as a tree."""
        return self._tree("list_inputs", args, outputs=False)

    def list_outputs(self, args: list[str], screen_info: ScreenInfo = None) -> RichTextLines:
        """The command `list_outputs` (`lo`): what needs a node, directly or as a tree."""
        return self._tree("list_outputs", args, outputs=True)

    def _tree(self, command: str, args: list[str], outputs: bool) -> RichTextLines:
        parsed = self._arg_parsers[command].parse_args(args)
        node_name = debug_graphs.get_node_name(parsed.node_name)
        if self._debug_dump.node_exists(node_name):
            depth = parsed.depth if parsed.recursive else 1
            output = node_views.tree(
                self._debug_dump, node_name, depth, parsed.control, parsed.op_type, outputs=outputs
            )
        else:
            output = self._unknown_node(node_name)
        _add_main_menu(output, node_name, without=command)
        return output

    # ---- values ----

    def print_tensor(self, args: list[str], screen_info: ScreenInfo = None) -> RichTextLines:
        """The command `print_tensor` (`pt`): the value of a dumped tensor, or of a part of it."""
        parsed = self._arg_parsers["print_tensor"].parse_args(args)
        dump = self._debug_dump
        highlight = cli_shared.parse_ranges_highlight(parsed.ranges)
        tensor_name, slicing = command_parser.parse_tensor_name_with_slicing(parsed.tensor_name)
        node_name, slot = debug_graphs.parse_node_or_tensor_name(tensor_name)
        if dump.loaded_partition_graphs() and not dump.node_exists(node_name):
            output = cli_shared.error(f'Node "{node_name}" does not exist in partition graphs')
            _add_main_menu(output)
            return output
        data = [datum for key in dump.debug_watch_keys(node_name) for datum in dump.watch_key_to_data(key)]
        if slot is None:
            slots = {datum.output_slot for datum in data}
            if len(slots) != 1:
                output = RichTextLines(
                    [
                        f'Node "{node_name}" generated debug dumps from {len(slots)} output slots:',
                        f"Please specify the output slot: {node_name}:x.",
                    ]
                )
                _add_main_menu(output, node_name, without="print_tensor")
                return output
            (slot,) = slots
        data = [datum for datum in data if datum.output_slot == slot]
        if not data:
            return cli_shared.error(f'Tensor "{parsed.tensor_name}" did not generate any dumps.')

        def value(datum: "debug_data.DebugTensorDatum", label: str, summary: bool) -> RichTextLines:
            return cli_shared.format_tensor(
                datum.get_tensor(),
                label,
                cli_shared.numpy_printoptions_from_screen_info(screen_info),
                print_all=parsed.print_all,
                tensor_slicing=slicing,
                highlight_options=highlight,
                include_numeric_summary=summary,
                write_path=parsed.write_path,
            )

        number = parsed.number
        if len(data) == 1 and number <= 0:
            output = value(data[0], data[0].watch_key, parsed.numeric_summary)
        elif len(data) == 1:
            output = cli_shared.error(
                f"Invalid number ({number}) for tensor {parsed.tensor_name}, which generated one dump."
            )
        elif number < 0:
            output = self._several_dumps(parsed.tensor_name, data)
        elif number >= len(data):
            output = cli_shared.error(
                f"Specified number ({number}) exceeds the number of available dumps ({len(data)}) for tensor "
                f"{parsed.tensor_name}"
            )
        else:
            output = value(data[number], f"{data[number].watch_key} (dump #{number})", False)
        _add_main_menu(output, node_name, without="print_tensor")
        return output

    def _several_dumps(self, tensor_name: str, data: list["debug_data.DebugTensorDatum"]) -> RichTextLines:
        lines: list[RichLine | str] = [f'Tensor "{tensor_name}" generated {len(data)} dumps:']
        for number, datum in enumerate(data):
            link = MenuItem(None, f"print_tensor {tensor_name} -n {number}")
            lines.append(RL(f"#{number} [{self._time(datum):.3f} ms] ") + RL(datum.watch_key, link))
        lines += ["", "You can use the -n (--number) flag to specify which dump to print.", "For example:"]
        return rich_text_lines_from_rich_line_list([*lines, f"  print_tensor {tensor_name} -n 0"])

    def evaluate_expression(self, args: list[str], screen_info: ScreenInfo = None) -> RichTextLines:
        """The command `eval`: the value of an expression over dumped tensors."""
        parsed = self._arg_parsers["eval"].parse_args(args)
        return cli_shared.format_tensor(
            self._evaluator.evaluate(parsed.expression),
            f"from eval of expression '{parsed.expression}'",
            cli_shared.numpy_printoptions_from_screen_info(screen_info),
            print_all=parsed.print_all,
            include_numeric_summary=True,
            write_path=parsed.write_path,
        )

    # ---- sources ----

    def print_source(self, args: list[str], screen_info: ScreenInfo = None) -> RichTextLines:
        """The command `print_source` (`ps`): a file with the nodes that each line made."""
        output = source_views.annotated_source(self._debug_dump, self._arg_parsers["print_source"].parse_args(args))
        _add_main_menu(output)
        return output

    def list_source(self, args: list[str], screen_info: ScreenInfo = None) -> RichTextLines:
        """The command `list_source` (`ls`): the files that made nodes of this run."""
        parsed = self._arg_parsers["list_source"].parse_args(args)
        rows = source_utils.list_source_files_against_dump(
            self._debug_dump,
            path_regex_whitelist=parsed.path_filter,
            node_name_regex_whitelist=parsed.node_name_filter,
        )
        lines = [RL("List of source files that created nodes in this run", "bold")]
        if parsed.path_filter:
            lines.append(RL(f'File path regex filter: "{parsed.path_filter}"'))
        if parsed.node_name_filter:
            lines.append(RL(f'Node name regex filter: "{parsed.node_name_filter}"'))
        output = rich_text_lines_from_rich_line_list([*lines, RL()])
        if not rows:
            output.append("[No source file information.]")
            return output
        output.extend(source_views.source_table([row for row in rows if not row[1]], False))
        output.extend(source_views.source_table([row for row in rows if row[1]], True))
        _add_main_menu(output)
        return output


def create_analyzer_ui(
    debug_dump: "debug_data.DebugDumpDir",
    tensor_filters: dict[str, TensorFilter] | None = None,
    ui_type: str | None = "curses",
    on_ui_exit: Callable[[], object] | None = None,
    config: cli_config.CLIConfig | None = None,
) -> base_ui.BaseUI:
    """A user interface with the commands on a dump.

    Args:
      debug_dump: a `DebugDumpDir`.
      tensor_filters: filters by name, for `lt -f`.
      ui_type: "curses" or "readline".
      on_ui_exit: is called when it ends.
      config: the settings.
    """
    config = config or cli_config.CLIConfig()
    analyzer = DebugAnalyzer(debug_dump, config=config)
    for name, tensor_filter in (tensor_filters or {}).items():
        analyzer.add_tensor_filter(name, tensor_filter)
    ui = ui_factory.get_ui(ui_type, on_ui_exit=on_ui_exit, config=config)
    for command, alias, handler in (
        ("list_tensors", "lt", analyzer.list_tensors),
        ("node_info", "ni", analyzer.node_info),
        ("list_inputs", "li", analyzer.list_inputs),
        ("list_outputs", "lo", analyzer.list_outputs),
        ("print_tensor", "pt", analyzer.print_tensor),
        ("print_source", "ps", analyzer.print_source),
        ("list_source", "ls", analyzer.list_source),
        ("eval", "ev", analyzer.evaluate_expression),
    ):
        ui.register_command_handler(command, handler, analyzer.get_help(command), prefix_aliases=[alias])
    tensors = [f"{datum.node_name}:{datum.output_slot}" for datum in debug_dump.dumped_tensor_data]
    ui.register_tab_comp_context(["print_tensor", "pt"], tensors)
    return ui
