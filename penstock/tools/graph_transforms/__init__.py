"""`tensorflow.tools.graph_transforms`: GraphDefs rewritten by a list of named transforms.

`registry.py` is their table; each other module has a family of them. Nothing is written in place: a transform that fails
leaves the graph it was given as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock.graph import errors
from penstock.platform import logging
from penstock.tools.graph_transforms import (  # noqa: F401  (each enters its transforms into the table)
    edits,
    folding,
    fusing,
    lists,
    nodes,
    normalization,
    parts,
    quantizing,
    remote,
    sparsify,
    weights,
)
from penstock.tools.graph_transforms.registry import KEEP_VERSIONS, TRANSFORMS, Context

if TYPE_CHECKING:
    from penstock.protos import GraphDef


def TransformGraph(
    input_graph_def: GraphDef, inputs: Sequence[str], outputs: Sequence[str], transforms: Sequence[str]
) -> Any:
    """Applies transforms to a graph, one after the other.

    Args:
      input_graph_def: the `GraphDef`; it stays as it is.
      inputs: the names of the nodes that will be fed.
      outputs: the names of the nodes that will be fetched.
      transforms: names of transforms, with parameters in parentheses: `"remove_nodes(op=Identity)"`. With
        `ignore_errors=true`, one that fails is left out.

    Returns:
      A new `GraphDef`.

    Raises:
      InvalidArgumentError: there is no such transform, or it does not like its parameters or the graph.
      InternalError: in the result, an input would be missing.
      NotFoundError: an operation is unknown to a transform that must know it.

    >>> import penstock as tf
    >>> x = tf.placeholder(tf.float32, name="x")
    >>> y = tf.identity(tf.identity(x) * 2.0, name="y")
    >>> small = TransformGraph(x.graph.as_graph_def(), ["x"], ["y"], ["remove_nodes(op=Identity)"])
    >>> [node.name for node in small.node]
    ['x', 'mul/y', 'mul', 'y']
    """
    for what, names in (("inputs", inputs), ("outputs", outputs), ("transforms", transforms)):
        if isinstance(names, (str, bytes)):
            raise TypeError(f"{what} must be a list of names, but is {names!r}")
    return apply(
        input_graph_def,
        [name for text in inputs for name in text.split(",")],
        [name for text in outputs for name in text.split(",")],
        lists.parse(" ".join(transforms)),
    )


def apply(
    graph_def: GraphDef,
    inputs: list[str],
    outputs: list[str],
    transforms: list[tuple[str, dict[str, list[str]]]],
) -> Any:
    """As `TransformGraph`, with a list that was parsed already."""
    if not isinstance(graph_def, protos.GraphDef):
        graph_def = protos.GraphDef.FromString(graph_def.SerializeToString())
    for name, parameters in transforms:
        if name not in TRANSFORMS:
            raise errors.invalid(f"Transform '{name}' not recognized.")
        logging.info("Applying %s", name)
        context = Context(inputs, outputs, parameters)
        lenient = _ignores_errors(parameters)
        result = protos.GraphDef()
        try:
            result.node.extend(TRANSFORMS[name](list(graph_def.node), context))
            if name in KEEP_VERSIONS:
                result.versions.CopyFrom(graph_def.versions)
        except errors.OpError as error:
            if not lenient:
                raise
            logging.error("%s: Ignoring error %s", name, error.message)
            result = protos.GraphDef(node=graph_def.node)
            result.versions.CopyFrom(graph_def.versions)
        result.library.CopyFrom(graph_def.library)
        nodes.check_valid(list(result.node))
        graph_def = result
    if not transforms:
        copied = protos.GraphDef()
        copied.CopyFrom(graph_def)
        return copied
    return graph_def


def _ignores_errors(parameters: dict[str, list[str]]) -> bool:
    text = (parameters.get("ignore_errors") or ["false"])[0].lower()
    if text not in ("true", "false"):
        raise errors.invalid(f"ignore_errors should be true or false, found {text}")
    return text == "true"
