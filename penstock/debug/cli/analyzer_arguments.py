"""The arguments of the analyzer's commands, and what `help` says of them. The texts are those of 1.15."""

from typing import Any, Protocol

from penstock.debug.cli import arguments, command_parser

SORT_TENSORS_BY_TIMESTAMP = "timestamp"
SORT_TENSORS_BY_DUMP_SIZE = "dump_size"
SORT_TENSORS_BY_OP_TYPE = "op_type"
SORT_TENSORS_BY_TENSOR_NAME = "tensor_name"

_TENSOR_OF_NODE = "e.g., hidden1/Wx_plus_b/MatMul, hidden1/Wx_plus_b/MatMul:0"


class Settings(Protocol):
    """What has settings by name: a `CLIConfig`, or its dictionary."""

    def get(self, key: str, /) -> Any: ...


def parsers(config: Settings) -> dict[str, Any]:
    """The parser of each command's arguments. How deep trees go by default is a setting of the user."""
    depth = config.get("graph_recursion_depth")
    return {
        "list_tensors": _list_tensors(),
        "node_info": _node_info(),
        "list_inputs": _neighbors(
            "Show inputs to a node.",
            "Maximum depth of recursion used when showing the input tree.",
            "Show inputs to the node recursively, i.e., the input tree.",
            "Show op types of input nodes.",
            depth,
        ),
        "list_outputs": _neighbors(
            "Show the nodes that receive the outputs of given node.",
            "Maximum depth of recursion used when showing the output tree.",
            "Show recipients of the node recursively, i.e., the output tree.",
            "Show op types of recipient nodes.",
            depth,
        ),
        "print_tensor": command_parser.get_print_tensor_argparser("Print the value of a dumped tensor."),
        "print_source": _print_source(),
        "list_source": _list_source(),
        "eval": _eval(),
    }


def _list_tensors() -> arguments.ArgumentParser:
    parser = arguments.command("List dumped intermediate tensors.")
    parser.text("-f --tensor_filter", "tensor_filter", "List only Tensors passing the filter of the specified name")
    parser.text(
        "-fenn --filter_exclude_node_names",
        "filter_exclude_node_names",
        "When applying the tensor filter, exclude node with names matching the regular expression. Applicable only if "
        "--tensor_filter or -f is used.",
    )
    parser.text("-n --node_name_filter", "node_name_filter", "filter node name by regex.")
    parser.text("-t --op_type_filter", "op_type_filter", "filter op type by regex.")
    keys = " | ".join(
        (
            SORT_TENSORS_BY_TIMESTAMP,
            SORT_TENSORS_BY_DUMP_SIZE,
            SORT_TENSORS_BY_OP_TYPE,
            SORT_TENSORS_BY_TENSOR_NAME,
        )
    )
    parser.text("-s --sort_by", "sort_by", f"the field to sort the data by: ({keys})", SORT_TENSORS_BY_TIMESTAMP)
    parser.switch("-r --reverse", "reverse", "sort the data in reverse (descending) order")
    return parser


def _node_info() -> arguments.ArgumentParser:
    parser = arguments.command("Show information about a node.")
    parser.add_argument("node_name", type=str, help=f"Name of the node or an associated tensor, {_TENSOR_OF_NODE}")
    parser.switch("-a --attributes", "attributes", "Also list attributes of the node.")
    parser.switch("-d --dumps", "dumps", "Also list dumps available from the node.")
    parser.switch(
        "-t --traceback",
        "traceback",
        "Also include the traceback of the node's creation (if available in Python).",
    )
    return parser


def _neighbors(description: str, depth_help: str, tree_help: str, type_help: str, depth: int) -> Any:
    parser = arguments.command(description)
    parser.add_argument(
        "node_name", type=str, help=f"Name of the node or an output tensor from the node, {_TENSOR_OF_NODE}"
    )
    parser.switch("-c --control", "control", "Include control inputs.")
    parser.number("-d --depth", "depth", depth_help, depth)
    parser.switch("-r --recursive", "recursive", tree_help)
    parser.switch("-t --op_type", "op_type", type_help)
    return parser


def _print_source() -> arguments.ArgumentParser:
    parser = arguments.command(
        "Print a Python source file with overlaid debug information, including the nodes (ops) or Tensors created at the "
        "source lines."
    )
    parser.add_argument("source_file_path", type=str, help="Path to the source file.")
    parser.switch("-t --tensors", "tensors", "Label lines with dumped Tensors, instead of ops.")
    parser.number(
        "-m --max_elements_per_line",
        "max_elements_per_line",
        "Maximum number of elements (ops or Tensors) to show per source line.",
        10,
    )
    parser.number("-b --line_begin", "line_begin", "Print source beginning at line number (1-based.)", 1)
    return parser


def _list_source() -> arguments.ArgumentParser:
    parser = arguments.command("List source files responsible for constructing nodes and tensors present in the run().")
    parser.text("-p --path_filter", "path_filter", "Regular expression filter for file path.")
    parser.text("-n --node_name_filter", "node_name_filter", "Regular expression filter for node name.")
    return parser


def _eval() -> arguments.ArgumentParser:
    parser = arguments.command(
        "Evaluate an arbitrary expression. Can use tensor values from the current debug dump. The debug tensor names "
        "should be enclosed in pairs of backticks. Expressions with spaces should be enclosed in a pair of double quotes "
        "or a pair of single quotes. By default, numpy is imported as np and can be used in the expressions. E.g., "
        "1) eval np.argmax(`Softmax:0`), "
        "2) eval 'np.sum(`Softmax:0`, axis=1)', "
        '3) eval "np.matmul((`output/Identity:0`/`Softmax:0`).T, `Softmax:0`)". '
    )
    parser.add_argument(
        "expression",
        type=str,
        help="Expression to be evaluated. "
        "1) in the simplest case, use <node_name>:<output_slot>, e.g., hidden_0/MatMul:0. "
        '2) if the default debug op "DebugIdentity" is to be overridden, use <node_name>:<output_slot>:<debug_op>, e.g., '
        "hidden_0/MatMul:0:DebugNumericSummary. "
        "3) if the tensor of the same name exists on more than one device, use "
        "<device_name>:<node_name>:<output_slot>[:<debug_op>], e.g., "
        "/job:worker/replica:0/task:0/gpu:0:hidden_0/MatMul:0 "
        "/job:worker/replica:0/task:2/cpu:0:hidden_0/MatMul:0:DebugNanCount. "
        "4) if the tensor is executed multiple times in a given `Session.run` call, specify the execution index with a "
        "0-based integer enclose in a pair of brackets at the end, e.g., RNN/tanh:0[0] "
        "/job:worker/replica:0/task:0/gpu:0:RNN/tanh:0[0].",
    )
    parser.switch(
        "-a --all",
        "print_all",
        "Print the tensor in its entirety, i.e., do not use ellipses (may be slow for large results).",
    )
    parser.text(
        "-w --write_path",
        "write_path",
        "Path of the numpy file to write the evaluation result to, using numpy.save()",
    )
    return parser
