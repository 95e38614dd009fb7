"""Whole files as strings: `tf.read_file`, `tf.write_file`, `tf.matching_files`."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import no_gradient, op
from penstock.ops.queue_state import boxed
from penstock.ops.reader_state import strings
from penstock.storage import gfile


def _text(value: Any) -> str:
    return (value if isinstance(value, bytes) else value[()]).decode("utf-8", "surrogateescape")


@op("ReadFile", shape=rule.scalar, host=True)
def _read_file(xp, filename):
    return boxed(gfile.whole(_text(filename)))


@op("WriteFile", shape=rule.no_outputs, host=True)
def _write_file(xp, filename, contents):
    path = _text(filename)
    folder = path.rpartition("/")[0]
    if folder:
        gfile.makedirs(folder)
    with gfile.GFile(path, "wb") as file:
        file.write(contents if isinstance(contents, bytes) else contents[()])


@op("MatchingFiles", shape=rule.fixed([None]), host=True)
def _matching_files(xp, pattern):
    if np.ndim(pattern) > 1:
        raise errors.InvalidArgumentError(None, None, "Input patterns tensor must be scalar or vector")
    patterns = [pattern] if isinstance(pattern, bytes) else np.ravel(pattern).tolist()
    found = [name for p in patterns for name in gfile.glob(p.decode("utf-8", "surrogateescape"))]
    return strings(sorted(name.encode("utf-8", "surrogateescape") for name in found))


no_gradient("ReadFile", "WriteFile", "MatchingFiles")


@export("read_file", "io.read_file")
def read_file(filename: Any, name: str | None = None) -> Tensor:
    """Reads a whole file as a string.

    Raises (when run):
      tf.errors.NotFoundError: there is no such file.
    """
    return apply("ReadFile", name, filename=filename)


@export("write_file", "io.write_file")
def write_file(filename: Any, contents: Any, name: str | None = None) -> Operation:
    """Writes a string to a file, and makes its directory if there is none."""
    return apply("WriteFile", name, filename=filename, contents=contents)


@export("matching_files", "io.matching_files")
def matching_files(pattern: Any, name: str | None = None) -> Tensor:
    """The names of the files that match patterns such as `data/*.txt`, sorted.

    Args:
      pattern: a string or a vector of strings; wildcards only in the last part of the path.
    """
    return apply("MatchingFiles", name, pattern=pattern)
