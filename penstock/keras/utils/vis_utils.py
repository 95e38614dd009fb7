"""A model as a drawing, by pydot and Graphviz where they are installed."""

from __future__ import annotations

import importlib
import os
import sys
from typing import TYPE_CHECKING, Any

from penstock._namespace import export
from penstock.graph import nest

if TYPE_CHECKING:
    from penstock.keras.engine.base_layer import Layer
    from penstock.keras.engine.training import Model


_MISSING = "Failed to import pydot. You must install pydot and graphviz for `pydotprint` to work."


def _pydot() -> Any:
    """The first of pydot's variants that can be imported and finds Graphviz; None without."""
    for name in ("pydot_ng", "pydotplus", "pydot"):
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        try:
            module.Dot.create(module.Dot())
        except OSError:
            return None
        return module
    return None


def _is_network(layer: Layer) -> bool:
    return hasattr(layer, "_nodes_by_depth") or hasattr(layer, "_is_graph_network")


def _is_wrapper(layer: Layer) -> bool:
    from penstock.keras.layers.wrappers import Wrapper

    return isinstance(layer, Wrapper)


def _label(layer: Layer, show_shapes: bool, show_layer_names: bool, expanded: bool) -> str:
    name, kind = layer.name, type(layer).__name__
    if _is_wrapper(layer) and not expanded:
        name, kind = f"{name}({layer.layer.name})", f"{kind}({type(layer.layer).__name__})"
    label = f"{name}: {kind}" if show_layer_names else kind
    if not show_shapes:
        return label

    def shown(attribute: str) -> str:
        try:
            return str(getattr(layer, attribute)).replace("None", "?")
        except AttributeError:
            return "?"

    return "%s\n|{input:|output:}|{{%s}|{%s}}" % (label, shown("input_shape"), shown("output_shape"))


@export("keras.utils.model_to_dot")
def model_to_dot(
    model: Any,
    show_shapes: bool = False,
    show_layer_names: bool = True,
    rankdir: str = "TB",
    expand_nested: bool = False,
    dpi: int = 96,
    subgraph: bool = False,
) -> Any:
    """A model as a graph of pydot: a node for each layer, an edge for each connection.

    Args:
      model: a model.
      show_shapes: whether the shapes of inputs and outputs are shown.
      show_layer_names: whether layers' names are shown.
      rankdir: "TB" from top to bottom, "LR" from left to right.
      expand_nested: whether models inside of the model are drawn as clusters.
      dpi: dots per inch.
      subgraph: whether the result is a cluster of another graph.

    Raises:
      ImportError: if pydot or Graphviz is not installed.

    >>> import penstock as tf
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    >>> try:
    ...     kind = type(tf.keras.utils.model_to_dot(model)).__name__
    ... except ImportError:
    ...     kind = "pydot is not installed"
    >>> kind in ("Dot", "pydot is not installed")
    True
    """
    pydot = _pydot()
    if pydot is None:
        if "IPython.core.magics.namespace" in sys.modules:
            print(_MISSING)
            return None
        raise ImportError(_MISSING)
    if subgraph:
        dot = pydot.Cluster(style="dashed", graph_name=model.name)
        dot.set("label", model.name)
        dot.set("labeljust", "l")
    else:
        dot = pydot.Dot()
        dot.set("rankdir", rankdir)
        dot.set("concentrate", True)
        dot.set("dpi", dpi)
        dot.set_node_defaults(shape="record")
    if not model._is_graph_network:
        dot.add_node(pydot.Node(str(id(model)), label=model.name))
        return dot
    if type(model).__name__ == "Sequential" and not model.built:
        model.build()

    # The first and last node of what each layer is drawn as: itself, or the cluster of the model it is or wraps.
    entry: dict[int, str] = {}
    leave: dict[int, str] = {}

    def edge(source: str, target: str) -> None:
        if not dot.get_edge(source, target):
            dot.add_edge(pydot.Edge(source, target))

    for layer in model._layers:
        own = str(id(layer))
        entry[id(layer)] = leave[id(layer)] = own
        nested = layer if _is_network(layer) else layer.layer if _is_wrapper(layer) else None
        expanded = expand_nested and nested is not None and _is_network(nested)
        if expanded:
            cluster = model_to_dot(nested, show_shapes, show_layer_names, rankdir, expand_nested, subgraph=True)
            inner = cluster.get_nodes()
            dot.add_subgraph(cluster)
            leave[id(layer)] = inner[-1].get_name()
            if nested is layer:
                entry[id(layer)] = inner[0].get_name()
                continue
            edge(own, inner[0].get_name())
        dot.add_node(pydot.Node(own, label=_label(layer, show_shapes, show_layer_names, expanded)))
    for layer in model._layers:
        for i, node in enumerate(layer._inbound_nodes):
            if f"{layer.name}_ib-{i}" in model._network_nodes:
                for source in nest.flatten(node.inbound_layers):
                    edge(leave[id(source)], entry[id(layer)])
    return dot


@export("keras.utils.plot_model")
def plot_model(
    model: Model,
    to_file: str = "model.png",
    show_shapes: bool = False,
    show_layer_names: bool = True,
    rankdir: str = "TB",
    expand_nested: bool = False,
    dpi: int = 96,
) -> Any:
    """Draws a model into a file; its ending tells the format. The arguments are those of `model_to_dot`.

    Args:
      model: a Keras model.
      to_file: the name of the file.
      show_shapes: whether to show the shapes of inputs and outputs.
      show_layer_names: whether to show the names of layers.
      rankdir: "TB" for a drawing from top to bottom, "LR" from left to right.
      expand_nested: whether models inside of the model are drawn layer by layer.
      dpi: dots per inch.

    >>> import penstock as tf
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    >>> try:
    ...     _ = tf.keras.utils.plot_model(model, "model.png")
    ... except ImportError as error:
    ...     assert "install pydot" in str(error)
    """
    dot = model_to_dot(model, show_shapes, show_layer_names, rankdir, expand_nested, dpi)
    if dot is None:
        return None
    dot.write(to_file, format=os.path.splitext(to_file)[1][1:] or "png")
    try:
        from IPython import display  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    return display.Image(filename=to_file)
