"""`strip_unused`: writes the part of a graph between given inputs and outputs.

Also `penstock strip-unused` and `tensorflow.python.tools.strip_unused`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from penstock.graph import dtypes
from penstock.tools import files, strip_unused_lib


def create_parser(prog: str | None = None) -> argparse.ArgumentParser:
    """The parser of the command line."""
    parser = argparse.ArgumentParser(prog=prog, description="Writes the part of a graph between inputs and outputs.")
    parser.add_argument("--input_graph", default="", help="file with the GraphDef")
    files.add_switch(parser, "--input_binary", False, "whether that file is bytes, not text")
    parser.add_argument("--output_graph", default="", help="file to write")
    files.add_switch(parser, "--output_binary", True, "whether to write bytes, not text")
    parser.add_argument("--input_node_names", default="", help="names of the input nodes, comma separated")
    parser.add_argument("--output_node_names", default="", help="names of the output nodes, comma separated")
    number = dtypes.float32.as_datatype_enum
    parser.add_argument("--placeholder_type_enum", type=int, default=number, help="type of the placeholders, a number")
    return parser


def run_main(argv: Sequence[str] | None = None, prog: str | None = None) -> int:
    """Does what the command line says and returns the exit code."""
    parser = create_parser(prog)
    flags = parser.parse_args(argv)
    code = files.guarded(parser.prog, lambda: strip_unused_lib.strip_unused_from_files(**vars(flags)))
    return 1 if code else 0


if __name__ == "__main__":
    sys.exit(run_main(prog="strip_unused"))
