"""`compare_graphs`: tells whether two files hold the same graph. Also `penstock compare-graphs`.

The order of nodes, versions, control inputs' order and attributes that start with an underscore do not count.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.graph import tensor_proto
from penstock.tools import files

if TYPE_CHECKING:
    from penstock.protos import GraphDef


def difference(actual: GraphDef, expected: GraphDef) -> str:
    """What is different in two graphs, in a sentence; nothing if they are equal.

    >>> from penstock import protos
    >>> difference(protos.GraphDef(), protos.GraphDef(node=[protos.NodeDef(name="a", op="Const")]))
    "Missing node 'a'"
    """
    wanted = {node.name: node for node in expected.node}
    for node in actual.node:
        other = wanted.pop(node.name, None)
        if other is None:
            return f"Found unexpected node '{node.name}'"
        if text := _node(node, other):
            return text
    return f"Missing node '{next(iter(wanted))}'" if wanted else ""


def _node(node: Any, other: Any) -> str:
    where = f"Node named '{node.name}'"
    if node.op != other.op:
        return f"{where} has op '{node.op}' that is not expected '{other.op}'"
    if node.device != other.device:
        return f"{where} has device '{node.device}' that is not expected '{other.device}'"
    if len(node.input) != len(other.input):
        return f"{where} has {len(node.input)} inputs that don't match {len(other.input)} expected inputs"
    one, two = (
        ([t for t in n.input if t[:1] != "^"], sorted(t for t in n.input if t[:1] == "^")) for n in (node, other)
    )
    for i, (text, want) in enumerate(zip([*one[0], *one[1]], [*two[0], *two[1]], strict=True)):
        if text.removesuffix(":0") != want.removesuffix(":0"):
            return f"{where} has input {i} '{text}' that doesn't match expected '{want}'"
    keys, expected = ({key for key in n.attr if not key.startswith("_")} for n in (node, other))
    for key in sorted(expected - keys):
        return f"{where} missing expected attr '{key}'"
    for key in sorted(keys - expected):
        return f"{where} has unexpected attr '{key}'"
    for key in sorted(keys):
        if not _equal(node.attr[key], other.attr[key]):
            return f"{where} has attr '{key}' with a value that is not the expected one"
    return ""


def _equal(one: Any, other: Any) -> bool:
    if one == other:
        return True
    if one.WhichOneof("value") != "tensor" or other.WhichOneof("value") != "tensor":
        return False
    if one.tensor.dtype != other.tensor.dtype:
        return False
    try:
        return np.array_equal(tensor_proto.make_ndarray(one.tensor), tensor_proto.make_ndarray(other.tensor))
    except (TypeError, ValueError):
        return False


def create_parser(prog: str | None = None) -> argparse.ArgumentParser:
    """The parser of the command line."""
    parser = argparse.ArgumentParser(prog=prog, description="Tells whether two files hold the same graph.")
    parser.add_argument("graphs", nargs=2, metavar="graph", help="file with a GraphDef, in bytes or text")
    return parser


def _run(paths: Sequence[str]) -> int:
    text = difference(*map(files.read_any_graph, paths))
    print(text or "Graphs are equal.")
    return 1 if text else 0


def run_main(argv: Sequence[str] | None = None, prog: str | None = None) -> int:
    """Does what the command line says. The exit code is 0 if the graphs are equal, 1 if not, 2 if one cannot be read."""
    parser = create_parser(prog)
    flags = parser.parse_args(argv)
    done: list[int] = []
    failed = files.guarded(parser.prog, lambda: done.append(_run(flags.graphs)))
    return 2 if failed else done[0]


if __name__ == "__main__":
    sys.exit(run_main(prog="compare_graphs"))
