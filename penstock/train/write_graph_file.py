"""`tf.train.write_graph`: a graph written to a file."""

from __future__ import annotations

import os
from typing import Any

from penstock._namespace import export
from penstock.graph.graph import Graph
from penstock.storage import gfile


@export("train.write_graph", "io.write_graph")
def write_graph(graph_or_graph_def: Any, logdir: str, name: str, as_text: bool = True) -> str:
    """Writes a graph to the file `logdir`/`name`, which is there as a whole or not at all.

    Args:
      graph_or_graph_def: a Graph or a GraphDef.
      logdir: the directory, made if it is not there.
      name: the file name.
      as_text: whether to write text, not bytes.

    Returns:
      The path of the file.

    >>> import tempfile
    >>> import penstock as tf
    >>> tf.train.write_graph(tf.Graph(), tempfile.mkdtemp(), "graph.pbtxt").endswith("graph.pbtxt")
    True
    """
    from google.protobuf import text_format

    found = graph_or_graph_def
    graph_def = found.as_graph_def() if isinstance(found, Graph) else found
    if not gfile.exists(logdir):
        gfile.makedirs(logdir)
    path = os.path.join(logdir, name)
    gfile.atomic_write_string_to_file(
        path, text_format.MessageToString(graph_def) if as_text else graph_def.SerializeToString()
    )
    return path
