"""`summarize_graph`: what a graph in a file takes, gives and consists of. Also `penstock summarize-graph`."""

from __future__ import annotations

import argparse
import collections
import math
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.graph import dtypes, tensor_proto
from penstock.graph.tensor_shape import TensorShape
from penstock.tools import files
from penstock.tools.graph_transforms import nodes

if TYPE_CHECKING:
    from penstock.protos import GraphDef

_UNLIKELY_OUTPUTS = ("Const", "Assign", "NoOp", "Placeholder")


def create_parser(prog: str | None = None) -> argparse.ArgumentParser:
    """The parser of the command line."""
    parser = argparse.ArgumentParser(prog=prog, description="Tells what a graph takes, gives and consists of.")
    parser.add_argument("--in_graph", default="", help="file with the GraphDef, in bytes or text")
    files.add_switch(parser, "--print_structure", False, "whether to print each node with its inputs")
    return parser


def _shape(node: Any) -> str:
    if "shape" not in node.attr:
        return "None"
    shape = TensorShape(node.attr["shape"].shape)
    if shape.ndims is None:
        return "<unknown>"
    return "[" + ",".join("?" if size is None else str(size) for size in shape.as_list()) + "]"


def _type(node: Any) -> tuple[str, int]:
    number = node.attr["dtype"].type if "dtype" in node.attr else 0
    try:
        name = dtypes.as_dtype(number).name
    except TypeError:
        name = "INVALID"
    return {"float32": "float", "float64": "double", "float16": "half"}.get(name, name), number


def _described(node: Any) -> str:
    name, number = _type(node)
    return f"(name={node.name}, type={name}({number}), shape={_shape(node)}) "


def _short(number: int) -> str:
    """A number with three digits and a letter for its size.

    >>> _short(812), _short(23_600_000)
    ('812', '23.60M')
    """
    if number < 1000:
        return str(number)
    power, letter = next(row for row in ((12, "T"), (9, "B"), (6, "M"), (3, "k")) if number >= 10 ** row[0])
    return f"{number / 10**power:.2f}{letter}"


def _count(node: Any) -> int:
    if "value" not in node.attr:
        return 0
    return math.prod(dim.size for dim in node.attr["value"].tensor.tensor_shape.dim)


def summary(graph_def: GraphDef, path: str, structure: bool = False) -> list[str]:
    """The lines that the command prints.

    Args:
      graph_def: the graph.
      path: where it is, for the line that tells how to time it.
      structure: whether each node gets a line at the end.

    Raises:
      InternalError: an input is missing.

    >>> import penstock as tf
    >>> y = tf.negative(tf.placeholder(tf.float32, [None, 2], name="x"), name="y")
    >>> summary(y.graph.as_graph_def(), "g.pb")[0]
    'Found 1 possible inputs: (name=x, type=float(1), shape=[?,2]) '
    """
    found = list(graph_def.node)
    inputs = [node for node in found if node.op == "Placeholder"]
    variables = [node for node in found if node.op in ("Variable", "VariableV2")]
    used = nodes.users_of(found)
    outputs = [node for node in found if node.name not in used and node.op not in _UNLIKELY_OUTPUTS]
    lines = []
    for what, none, some in (("possible inputs", "inputs", inputs), ("variables", "variables", variables)):
        line = f"Found {len(some)} {what}: " + "".join(map(_described, some))
        lines.append(line if some else f"No {none} spotted.")
    line = f"Found {len(outputs)} possible outputs: " + "".join(f"(name={n.name}, op={n.op}) " for n in outputs)
    lines.append(line if outputs else "No outputs spotted.")
    constants = sum(_count(node) for node in found if node.op == "Const")
    in_variables = sum(
        math.prod(max(dim.size, 0) for dim in node.attr["shape"].shape.dim)
        for node in variables
        if "shape" in node.attr
    )
    controls = sum(text.startswith("^") for node in found for text in node.input)
    lines.append(
        f"Found {constants} ({_short(constants)}) const parameters, {in_variables} ({_short(in_variables)}) variable "
        f"parameters, and {controls} control_edges"
    )
    devices = collections.Counter(node.device for node in found if node.device)
    lines += [f"{count} nodes assigned to device '{device}'" for device, count in sorted(devices.items())]
    nodes.check_valid(found)
    kinds = collections.Counter(node.op for node in found)
    for function in graph_def.library.function:
        kinds.update(node.op for node in function.node_def)
    most_first = sorted(kinds.items(), key=lambda item: (-item[1], item[0]))
    lines.append("Op types used: " + ", ".join(f"{count} {kind}" for kind, count in most_first))
    lines.append("To time it, try:")
    lines.append(_benchmark(inputs + variables, outputs, path))
    return lines + (_structure(found) if structure else [])


def _benchmark(inputs: list[Any], outputs: list[Any], path: str) -> str:
    shapes = []
    for node in inputs:
        shape = TensorShape(node.attr["shape"].shape) if "shape" in node.attr else TensorShape(None)
        known = [] if shape.ndims is None else shape.as_list()
        shapes.append(",".join("-1" if size is None else str(size) for size in known))
    words = {
        "graph": path,
        "show_flops": "",
        "input_layer": ",".join(node.name for node in inputs),
        "input_layer_type": ",".join(_type(node)[0] for node in inputs),
        "input_layer_shape": ":".join(shapes),
        "output_layer": ",".join(node.name for node in outputs),
    }
    said = " ".join(f"--{flag}={value}" if flag != "show_flops" else f"--{flag}" for flag, value in words.items())
    return f"penstock benchmark-model {said}"


def _structure(found: nodes.Nodes) -> list[str]:
    lines = []
    for node in nodes.in_execution_order(found):
        line = f"{node.name} ({node.op}): [{', '.join(node.input)}]"
        if node.op == "Const" and "value" in node.attr:
            try:
                value = tensor_proto.make_ndarray(node.attr["value"].tensor)
                shown = " ".join(str(v) for v in np.ravel(value)[:3]) + ("..." if value.size > 3 else "")
                dims = ",".join(map(str, value.shape))
                line += f", value=Tensor<type: {_type(node)[0]} shape: [{dims}] values: {shown}>"
            except (TypeError, ValueError):
                line += ", value that cannot be read"
        lines.append(line)
    return lines


def _run(flags: argparse.Namespace) -> None:
    if not flags.in_graph:
        raise ValueError("in_graph graph can't be empty.")
    for line in summary(files.read_any_graph(flags.in_graph), flags.in_graph, flags.print_structure):
        print(line)


def run_main(argv: Sequence[str] | None = None, prog: str | None = None) -> int:
    """Does what the command line says and returns the exit code."""
    parser = create_parser(prog)
    flags = parser.parse_args(argv)
    return files.guarded(parser.prog, lambda: _run(flags))


if __name__ == "__main__":
    sys.exit(run_main(prog="summarize_graph"))
