"""`import_pb_to_tensorboard`: a graph from a file, written where TensorBoard shows it.

Also `tensorflow.python.tools.import_pb_to_tensorboard`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from penstock.graph.graph import Graph
from penstock.graph.importer import import_graph_def
from penstock.summary.writer import FileWriter
from penstock.tools import files


def import_to_tensorboard(model_dir: str, log_dir: str) -> None:
    """Writes the graph in a file for TensorBoard.

    Args:
      model_dir: the file with the `GraphDef`, as bytes.
      log_dir: the directory for TensorBoard.
    """
    with Graph().as_default() as graph:
        import_graph_def(files.read_graph(model_dir, binary=True))
        writer = FileWriter(log_dir)
        writer.add_graph(graph)
        writer.close()
    print(f"Model Imported. Visualize by running: tensorboard --logdir={log_dir}")


def create_parser(prog: str | None = None) -> argparse.ArgumentParser:
    """The parser of the command line."""
    parser = argparse.ArgumentParser(prog=prog, description="Writes a graph for TensorBoard.")
    parser.add_argument("--model_dir", required=True, help="file with the GraphDef, as bytes")
    parser.add_argument("--log_dir", required=True, help="directory for TensorBoard")
    return parser


def run_main(argv: Sequence[str] | None = None, prog: str | None = None) -> int:
    """Does what the command line says and returns the exit code."""
    parser = create_parser(prog)
    flags = parser.parse_args(argv)
    return files.guarded(parser.prog, lambda: import_to_tensorboard(flags.model_dir, flags.log_dir))


if __name__ == "__main__":
    sys.exit(run_main(prog="import_pb_to_tensorboard"))
