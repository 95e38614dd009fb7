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
from penstock.graph.typing import TensorLike
from penstock.ops.arrays.basic import shape_text
from penstock.ops.io.reader_state import strings
from penstock.ops.queues.state import boxed
from penstock.storage import gfile


def _text(value: Any) -> str:
    if np.ndim(value):
        text = f"Input filename tensor must be scalar, but had shape: {shape_text(np.shape(value))}"
        raise errors.InvalidArgumentError(None, None, text)
    return (value if isinstance(value, bytes) else value[()]).decode("utf-8", "surrogateescape")


def _of_scalars(c):
    for shape in c.shapes:
        rule.with_rank(shape, 0)
    return [rule.SCALAR] * len(c.op.outputs)


def _matching_rule(c):
    rule.with_rank_at_most(c.shape(0), 1)
    return [[None]]


@op("ReadFile", shape=_of_scalars, host=True)
def _read_file(xp, filename):
    return boxed(gfile.whole(_text(filename)))


@op("WriteFile", shape=_of_scalars, host=True)
def _write_file(xp, filename, contents):
    path = _text(filename)
    if np.ndim(contents):
        text = f"Contents tensor must be scalar, but had shape: {shape_text(np.shape(contents))}"
        raise errors.InvalidArgumentError(None, None, text)
    folder = path.rpartition("/")[0]
    if folder:
        gfile.makedirs(folder)
    with gfile.GFile(path, "wb") as file:
        file.write(contents if isinstance(contents, bytes) else contents[()])


@op("MatchingFiles", shape=_matching_rule, host=True)
def _matching_files(xp, pattern):
    if np.ndim(pattern) > 1:
        raise errors.InvalidArgumentError(None, None, "Input patterns tensor must be scalar or vector")
    patterns = [pattern] if isinstance(pattern, bytes) else np.ravel(pattern).tolist()
    found = [name for p in patterns for name in gfile.glob(p.decode("utf-8", "surrogateescape"))]
    return strings(sorted(name.encode("utf-8", "surrogateescape") for name in found))


no_gradient("ReadFile", "WriteFile", "MatchingFiles")


@export("read_file", "io.read_file")
def read_file(filename: str, name: str | None = None) -> Tensor:
    """Reads a whole file as a string.

    Raises (when run):
      tf.errors.NotFoundError: there is no such file.

    >>> import penstock as tf
    >>> with open("note.txt", "w") as file:
    ...     _ = file.write("hello")
    >>> tf.Session().run(tf.read_file("note.txt"))
    b'hello'
    """
    return apply("ReadFile", name, filename=filename)


@export("write_file", "io.write_file")
def write_file(filename: str, contents: TensorLike, name: str | None = None) -> Operation:
    """Writes a string to a file, and makes its directory if there is none.

    Args:
      filename: a scalar of strings.
      contents: a scalar of strings, the bytes to write.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.write_file("folder/note.txt", "hello"))
    >>> open("folder/note.txt").read()
    'hello'
    """
    return apply("WriteFile", name, filename=filename, contents=contents)


@export("matching_files", "io.matching_files")
def matching_files(pattern: Any, name: str | None = None) -> Tensor:
    """The names of the files that match patterns such as `data/*.txt`, sorted.

    Args:
      pattern: a string or a vector of strings; wildcards only in the last part of the path.
      name: a name for the operation.

    >>> import penstock as tf
    >>> for name in ("b.txt", "a.txt", "c.csv"):
    ...     open(name, "w").close()
    >>> tf.Session().run(tf.matching_files("./*.txt")).tolist()
    [b'./a.txt', b'./b.txt']
    """
    return apply("MatchingFiles", name, pattern=pattern)
