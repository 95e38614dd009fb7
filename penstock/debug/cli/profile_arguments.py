"""The arguments of the profiler's commands, and what `help` says of them. The texts are those of 1.15."""

from penstock.debug.cli import arguments, cli_shared

SORT_OPS_BY_OP_NAME = "node"
SORT_OPS_BY_OP_TYPE = "op_type"
SORT_OPS_BY_OP_TIME = "op_time"
SORT_OPS_BY_EXEC_TIME = "exec_time"
SORT_OPS_BY_START_TIME = "start_time"
SORT_OPS_BY_LINE = "line"

DEVICE_FLAG = "device_name_filter"
NODE_FLAG = "node_name_filter"
TYPE_FLAG = "op_type_filter"

_TIME_UNIT = "Time unit (" + " | ".join(cli_shared.TIME_UNITS) + ")"


def list_profile() -> arguments.ArgumentParser:
    """The parser of `list_profile`."""
    parser = arguments.command("List nodes profile information.")
    parser.text(f"-d --{DEVICE_FLAG}", DEVICE_FLAG, "filter device name by regex.")
    parser.text(f"-n --{NODE_FLAG}", NODE_FLAG, "filter node name by regex.")
    parser.text(f"-t --{TYPE_FLAG}", TYPE_FLAG, "filter op type by regex.")
    parser.text(
        "-f --file_path_filter",
        "file_path_filter",
        "filter by file name at the top position of node's creation stack that does not belong to TensorFlow library.",
    )
    effect = "bound for 1-based line number in source file. If <= 0, has no effect."
    parser.number("--min_lineno", "min_lineno", f"(Inclusive) lower {effect}", -1)
    parser.number("--max_lineno", "max_lineno", f"(Exclusive) upper {effect}", -1)
    units = "Supported units are s, ms and us (default). E.g. -e >100s, -e <100, -e [100us,1000ms]"
    parser.text(
        "-e --execution_time",
        "execution_time",
        f"Filter by execution time interval (includes compute plus pre- and post -processing time). {units}",
    )
    parser.text("-o --op_time", "op_time", f"Filter by op time interval (only includes compute time). {units}")
    keys = [SORT_OPS_BY_OP_NAME, SORT_OPS_BY_OP_TYPE, SORT_OPS_BY_START_TIME]
    keys += [SORT_OPS_BY_OP_TIME, SORT_OPS_BY_EXEC_TIME, SORT_OPS_BY_LINE]
    order = f"the field to sort the data by: ({' | '.join(keys)})"
    parser.text("-s --sort_by", "sort_by", order, SORT_OPS_BY_START_TIME)
    parser.switch("-r --reverse", "reverse", "sort the data in reverse (descending) order")
    parser.text("--time_unit", "time_unit", _TIME_UNIT, cli_shared.TIME_UNIT_US)
    return parser


def print_source() -> arguments.ArgumentParser:
    """The parser of `print_source`."""
    parser = arguments.command("Print a Python source file with line-level profile information")
    parser.add_argument("source_file_path", type=str, help="Path to the source_file_path")
    parser.add_argument(
        "--cost_type",
        type=str,
        choices=["exec_time", "op_time"],
        default="exec_time",
        help="Type of cost to display",
    )
    parser.text("--time_unit", "time_unit", _TIME_UNIT, cli_shared.TIME_UNIT_US)
    parser.text(f"-d --{DEVICE_FLAG}", DEVICE_FLAG, "Filter device name by regex.")
    parser.text(f"-n --{NODE_FLAG}", NODE_FLAG, "Filter node name by regex.")
    parser.text(f"-t --{TYPE_FLAG}", TYPE_FLAG, "Filter op type by regex.")
    parser.number("--init_line", "init_line", "The 1-based line number to scroll to initially.", 0)
    return parser
