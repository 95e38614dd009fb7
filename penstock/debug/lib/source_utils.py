"""Which lines of the program made which nodes, tensors and costs."""

import math
import os
import re
from collections.abc import Iterable

import penstock
from penstock.debug.lib import debug_data, profiling

UNCOMPILED_SOURCE_SUFFIXES = ".py"
COMPILED_SOURCE_SUFFIXES = (".pyc", ".pyo")
_LIBRARY = os.path.dirname(os.path.abspath(penstock.__file__)) + os.sep
# Programs that come with the library are programs.
_PROGRAMS = tuple(os.path.join(_LIBRARY, *parts, "") for parts in (("models",), ("debug", "examples")))


def _norm_abs_path(file_path: str) -> str:
    return os.path.normpath(os.path.abspath(file_path))


def is_extension_uncompiled_python_source(file_path: str) -> bool:
    """Whether a file is source code of Python, by its name.

    >>> is_extension_uncompiled_python_source("train.py"), is_extension_uncompiled_python_source("train.pyc")
    (True, False)
    """
    return os.path.splitext(file_path)[1].lower() == UNCOMPILED_SOURCE_SUFFIXES


def is_extension_compiled_python_source(file_path: str) -> bool:
    """Whether a file is compiled code of Python, by its name.

    >>> is_extension_compiled_python_source("train.pyc")
    True
    """
    return os.path.splitext(file_path)[1].lower() in COMPILED_SOURCE_SUFFIXES


def guess_is_tensorflow_py_library(py_file_path: str) -> bool:
    """Whether a file belongs to the library; its tests and the programs that come with it do not.

    >>> guess_is_tensorflow_py_library("train.py")
    False

    Raises:
      ValueError: if it is not a file of Python.
    """
    if not is_extension_uncompiled_python_source(py_file_path) and not is_extension_compiled_python_source(
        py_file_path
    ):
        raise ValueError(f"Input file path ({py_file_path}) is not a Python source file.")
    path = _norm_abs_path(py_file_path)
    return path.startswith(_LIBRARY) and not path.startswith(_PROGRAMS) and not path.endswith("_test.py")


def load_source(source_file_path: str) -> tuple[list[str], int]:
    """The lines of a file, and how wide a column of their numbers is."""
    with open(source_file_path, encoding="utf-8", errors="replace") as file:
        lines = file.read().split("\n")
    return lines, math.ceil(math.log10(len(lines))) + 3


def annotate_source(
    dump: "debug_data.DebugDumpDir",
    source_file_path: str,
    do_dumped_tensors: bool = False,
    file_stack_top: bool = False,
    min_line: int | None = None,
    max_line: int | None = None,
) -> dict[int, list[str]]:
    """What each line of a file made.

    Args:
      dump: a dump that knows the program's graph (`set_python_graph`).
      source_file_path: the file.
      do_dumped_tensors: whether to list dumped tensors instead of operations.
      file_stack_top: whether only the innermost call in that file counts.
      min_line: the first line that is of interest.
      max_line: the line after the last.

    Returns:
      Number of a line → names.

    Raises:
      ValueError: if the dump knows no graph.
    """
    if not dump.python_graph:
        raise ValueError("Cannot perform source annotation due to a lack of set Python graph in the dump object")
    wanted = _norm_abs_path(source_file_path)
    same: dict[str, bool] = {}  # whether a path that a traceback names is that file
    found: dict[int, list[str]] = {}
    for op in dump.python_graph.get_operations():
        for path, line, _, _ in reversed(dump.node_traceback(op.name)):
            if (min_line is not None and line < min_line) or (max_line is not None and line >= max_line):
                continue
            if path not in same:
                same[path] = _norm_abs_path(path) == wanted
            if not same[path]:
                continue
            names = [op.name]
            if do_dumped_tensors:
                names = sorted({key.rpartition(":")[0] for key in dump.debug_watch_keys(op.name)})
            found.setdefault(line, []).extend(names)
            if file_stack_top:
                break
    return found


def list_source_files_against_dump(
    dump: "debug_data.DebugDumpDir",
    path_regex_whitelist: str | None = None,
    node_name_regex_whitelist: str | None = None,
) -> list[tuple[str, bool, int, int, int, int]]:
    """The files that made the nodes of a graph.

    Args:
      dump: a dump that knows the program's graph (`set_python_graph`).
      path_regex_whitelist: which files are of interest.
      node_name_regex_whitelist: which nodes are of interest.

    Returns:
      For each file: its path, whether it belongs to the library, how many nodes, tensors and dumps come from it, and the
      first line that made one.

    Raises:
      ValueError: if the dump knows no graph.
    """
    if not dump.python_graph:
        raise ValueError("Cannot generate source list due to a lack of set Python graph in the dump object")
    wanted_path = re.compile(path_regex_whitelist or "")
    wanted_node = re.compile(node_name_regex_whitelist or "")
    kept: dict[str, str | None] = {}  # path in a traceback → the file, or None if it is of no interest
    nodes: dict[str, set[str]] = {}
    tensors: dict[str, set[str]] = {}
    first: dict[str, int] = {}
    dumps: dict[str, int] = {}
    for op in dump.python_graph.get_operations():
        if not wanted_node.match(op.name):
            continue
        # As in 1.15, of a tensor with several debug operations the first counts.
        for key in dump.debug_watch_keys(op.name):
            dumps.setdefault(key.rpartition(":")[0], len(dump.watch_key_to_data(key)))
        for given, line, _, _ in dump.node_traceback(op.name):
            if given not in kept:
                path = _norm_abs_path(given)
                kept[given] = path if wanted_path.match(path) and os.path.isfile(path) else None
            file = kept[given]
            if file is None:
                continue
            nodes.setdefault(file, set()).add(op.name)
            tensors.setdefault(file, set()).update(output.name for output in op.outputs)
            first[file] = min(line, first.get(file, line))
    return [
        (
            file,
            is_library(file),
            len(nodes[file]),
            len(tensors[file]),
            sum(dumps.get(tensor, 0) for tensor in tensors[file]),
            first[file],
        )
        for file in sorted(nodes)
    ]


def is_library(path: str) -> bool:
    """As `guess_is_tensorflow_py_library`, but any file may be asked for: what is not Python is not the library."""
    try:
        return guess_is_tensorflow_py_library(path)
    except ValueError:  # a program whose name does not end with .py
        return False


def annotate_source_against_profile(
    profile_data: Iterable[profiling.ProfileDatum],
    source_file_path: str,
    node_name_filter: str | None = None,
    op_type_filter: str | None = None,
    min_line: int | None = None,
    max_line: int | None = None,
) -> dict[int, profiling.AggregateProfile]:
    """What each line of a file costs.

    Args:
      profile_data: times of nodes.
      source_file_path: the file.
      node_name_filter: which nodes are of interest.
      op_type_filter: which types are of interest.
      min_line: the first line that is of interest.
      max_line: the line after the last.

    Returns:
      Number of a line → sum of its nodes' times.
    """
    wanted = _norm_abs_path(source_file_path)
    names = re.compile(node_name_filter or "")
    types = re.compile(op_type_filter or "")
    found: dict[int, profiling.AggregateProfile] = {}
    for datum in profile_data:
        line = datum.line_number
        if not datum.file_path or _norm_abs_path(datum.file_path) != wanted:
            continue
        if (min_line is not None and line < min_line) or (max_line is not None and line >= max_line):
            continue
        if not names.match(datum.node_exec_stats.node_name) or not types.match(datum.op_type):
            continue
        if line in found:
            found[line].add(datum)
        else:
            found[line] = profiling.AggregateProfile(datum)
    return found
