"""What the command-line tools share: graphs read from and written to files, flags in 1.x's spelling, errors as one line.

The tools are modules that programs import (`tensorflow.python.tools.freeze_graph`) and commands that a shell starts; each
module has the functions, a `create_parser` and a `run_main`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock.graph import errors
from penstock.storage import gfile
from penstock.train import meta_graph, write_graph_file

if TYPE_CHECKING:
    from penstock.protos import GraphDef


def read_message(path: str, message: object, binary: bool, what: str) -> Any:
    """Reads a protocol buffer from a file of bytes or of text.

    Raises:
      OSError: there is no such file, or something else is in it.
    """
    if not gfile.exists(path):
        raise OSError(f"{what} file '{path}' does not exist!")
    with gfile.GFile(path, "rb") as file:
        return meta_graph.parse(file.read(), message, path, binary=binary, text=not binary)


def read_graph(path: str, binary: bool) -> Any:
    """Reads a `GraphDef`."""
    return read_message(path, protos.GraphDef(), binary, "Input graph")


def read_any_graph(path: str) -> Any:
    """Reads a `GraphDef` of bytes or text, whichever it is.

    Raises:
      OSError: there is no such file, or something else is in it.
    """
    if not gfile.exists(path):
        raise OSError(f"Input graph file '{path}' does not exist!")
    with gfile.GFile(path, "rb") as file:
        return meta_graph.parse(file.read(), protos.GraphDef(), path)


def write_graph(graph_def: GraphDef, path: str, binary: bool) -> None:
    """Writes a `GraphDef`; the file is there as a whole or not at all."""

    write_graph_file.write_graph(graph_def, os.path.dirname(path) or ".", os.path.basename(path), as_text=not binary)


def truth(text: str) -> bool:
    """1.x's tools take any spelling but "true" for false."""
    return text.lower() == "true"


def add_switch(parser: argparse.ArgumentParser, flag: str, default: bool, help: str) -> None:
    """Adds a flag that is on by itself (`--input_binary`) and takes a value (`--input_binary=false`)."""
    parser.add_argument(flag, nargs="?", const=True, type=truth, default=default, help=help)


def guarded(prog: str, action: Callable[[], Any]) -> int:
    """Does what a command was asked for; an error of the files or of the arguments is one line and exit code 1."""
    try:
        return int(action() or 0)
    except (errors.OpError, OSError, ValueError, RuntimeError, LookupError, TypeError, AssertionError) as error:
        text = error.message if isinstance(error, errors.OpError) else str(error)
        if isinstance(error, LookupError) and error.args and isinstance(error.args[0], str):
            text = error.args[0]
        print(f"{prog}: {text or type(error).__name__}", file=sys.stderr)
        return 1
