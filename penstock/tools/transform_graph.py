"""`transform_graph`: applies transforms to a graph in a file. Also `penstock transform-graph`.

The transforms themselves: `penstock.tools.graph_transforms`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from penstock.tools import files, graph_transforms
from penstock.tools.graph_transforms import lists


def create_parser(prog: str | None = None) -> argparse.ArgumentParser:
    """The parser of the command line."""
    names = "\n".join(f"  {name}" for name in sorted(graph_transforms.TRANSFORMS))
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Applies transforms to a graph.",
        epilog=f"transforms:\n{names}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--in_graph", default="", help="file with the GraphDef, in bytes or text")
    parser.add_argument("--out_graph", default="", help="file to write")
    parser.add_argument("--inputs", default="", help="names of the input nodes, comma separated")
    parser.add_argument("--outputs", default="", help="names of the output nodes, comma separated")
    parser.add_argument("--transforms", default="", help="transforms with their parameters: 'a b(x=1, y=\"2,3\")'")
    files.add_switch(parser, "--output_as_text", False, "whether to write text, not bytes")
    return parser


def _run(flags: argparse.Namespace) -> None:
    for flag, lacks in (
        ("in_graph", "in_graph graph can't be empty."),
        ("out_graph", "out_graph graph can't be empty."),
    ):
        if not getattr(flags, flag):
            raise ValueError(lacks)
    transforms = lists.parse(flags.transforms)
    if not transforms:
        raise ValueError("You must specify at least one transform.")
    graph_def = files.read_any_graph(os.path.expanduser(flags.in_graph))
    result = graph_transforms.apply(graph_def, flags.inputs.split(","), flags.outputs.split(","), transforms)
    files.write_graph(result, os.path.expanduser(flags.out_graph), not flags.output_as_text)


def run_main(argv: Sequence[str] | None = None, prog: str | None = None) -> int:
    """Does what the command line says and returns the exit code."""
    parser = create_parser(prog)
    flags = parser.parse_args(argv)
    return files.guarded(parser.prog, lambda: _run(flags))


if __name__ == "__main__":
    sys.exit(run_main(prog="transform_graph"))
