"""`optimize_for_inference`: writes a graph without what only training needs.

Also `penstock optimize-for-inference` and `tensorflow.python.tools.optimize_for_inference`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from penstock.graph import dtypes
from penstock.storage import gfile
from penstock.tools import files, optimize_for_inference_lib


def _types(text: str) -> int | list[int]:
    numbers = [int(part) for part in text.split(",")]
    return numbers if len(numbers) > 1 else numbers[0]


def create_parser(prog: str | None = None) -> argparse.ArgumentParser:
    """The parser of the command line."""
    parser = argparse.ArgumentParser(prog=prog, description="Writes a graph without what only training needs.")
    parser.add_argument("--input", default="", help="file with the GraphDef")
    parser.add_argument("--output", default="", help="file to write")
    parser.add_argument("--input_names", default="", help="names of the input nodes, comma separated")
    parser.add_argument("--output_names", default="", help="names of the output nodes, comma separated")
    files.add_switch(parser, "--frozen_graph", True, "whether the files are bytes of a frozen graph, not text")
    text = "type of the placeholders as a number, or one for each, comma separated"
    parser.add_argument("--placeholder_type_enum", default=str(dtypes.float32.as_datatype_enum), help=text)
    files.add_switch(parser, "--toco_compatible", False, "only use operations that TensorFlow Lite's converter knows")
    return parser


def _optimize(flags: argparse.Namespace) -> int:
    if not gfile.exists(flags.input):
        print(f"Input graph file '{flags.input}' does not exist!")
        return 1
    result = optimize_for_inference_lib.optimize_for_inference(
        files.read_graph(flags.input, flags.frozen_graph),
        flags.input_names.split(","),
        flags.output_names.split(","),
        _types(flags.placeholder_type_enum),
        flags.toco_compatible,
    )
    files.write_graph(result, flags.output, flags.frozen_graph)
    return 0


def run_main(argv: Sequence[str] | None = None, prog: str | None = None) -> int:
    """Does what the command line says and returns the exit code."""
    parser = create_parser(prog)
    flags = parser.parse_args(argv)
    return files.guarded(parser.prog, lambda: _optimize(flags))


if __name__ == "__main__":
    sys.exit(run_main(prog="optimize_for_inference"))
