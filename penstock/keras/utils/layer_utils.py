"""What is asked about the layers of a model: its summary as a table, where its tensors come from, kernels reversed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import nest
from penstock.graph.typing import TensorLike
from penstock.keras.utils.conv_utils import convert_kernel

if TYPE_CHECKING:
    from penstock.keras.engine.base_layer import Layer
    from penstock.keras.engine.training import Model


@export("keras.utils.get_source_inputs")
def get_source_inputs(tensor: TensorLike, layer: Any = None, node_index: int | None = None) -> Any:
    """The inputs of a model that a tensor is computed from.

    Args:
      tensor: a tensor that a layer has made.
      layer, node_index: the layer and the number of its call, if the tensor does not tell.

    Returns:
      A list of tensors; the tensor itself if no layer made it.

    >>> import penstock as tf
    >>> a, b = tf.keras.Input([2], name="a"), tf.keras.Input([2], name="b")
    >>> [t.op.name for t in tf.keras.utils.get_source_inputs(tf.keras.layers.add([a, b]))]
    ['a', 'b']
    """
    if not hasattr(tensor, "_keras_history"):
        return tensor
    if layer is None or node_index:
        layer, node_index, _ = tensor._keras_history
    if not layer._inbound_nodes:
        return [tensor]
    node = layer._inbound_nodes[node_index]
    if not node.inbound_layers:
        return nest.flatten(node.input_tensors)
    found: list[Any] = []
    for inbound, index, _, source in node.iterate_inbound():
        for x in get_source_inputs(source, inbound, index):
            if all(x is not known for known in found):
                found.append(x)
    return found


def count_params(weights: Any) -> int:
    """The number of values in a list of variables, each counted once."""
    return int(sum(np.prod(w.shape.as_list()) for w in {id(w): w for w in weights}.values()))


def _is_a_chain(model: Model) -> bool:
    """Whether each layer of a model has one input from the one before."""
    if type(model).__name__ == "Sequential" or not model._is_graph_network:
        return True
    nodes: list[Any] = []
    for level in model._nodes_by_depth.values():
        if len(level) > 1 or (len(level) == 1 and len(nest.flatten(level[0].inbound_layers)) > 1):
            return False
        nodes += level
    return all(sum(node in nodes for node in layer._inbound_nodes) <= 1 for layer in model.layers)


def _connections(layer: Layer, nodes: list[Any]) -> list[str]:
    return [
        f"{inbound.name}[{index}][{tensor}]"
        for node in layer._inbound_nodes
        if not nodes or node in nodes
        for inbound, index, tensor, _ in node.iterate_inbound()
    ]


def _output_shape(layer: Layer, chain: bool) -> Any:
    try:
        return layer.output_shape
    except AttributeError:
        return "multiple"
    except RuntimeError:  # used in no graph yet
        if not chain:
            raise
        return "?"


def print_summary(
    model: Any, line_length: int | None = None, positions: Any = None, print_fn: Callable[[str], Any] | None = None
) -> None:
    """Prints the layers of a model as a table, with the shapes of their outputs and the numbers of their parameters.

    Args:
      model: a model.
      line_length: the width of the table.
      positions: where the columns end, in characters or as fractions of the width.
      print_fn: what is called with each line; `print` by default.
    """
    show = print_fn or print
    chain = _is_a_chain(model)
    width = line_length or (65 if chain else 98)
    ends = positions or ([0.45, 0.85, 1.0] if chain else [0.33, 0.55, 0.67, 1.0])
    if ends[-1] <= 1:
        ends = [int(width * p) for p in ends]
    nodes = [] if chain else [node for level in model._nodes_by_depth.values() for node in level]

    def row(*fields: Any) -> None:
        line = ""
        for i, field in enumerate(fields):
            line = (line[:-1] + " " if i else "") + str(field)
            line = line[: ends[i]].ljust(ends[i])
        show(line)

    show(f'Model: "{model.name}"')
    show("_" * width)
    row("Layer (type)", "Output Shape", "Param #", *([] if chain else ["Connected to"]))
    show("=" * width)
    layers = model.layers
    for i, layer in enumerate(layers):
        fields = [f"{layer.name} ({type(layer).__name__})", _output_shape(layer, chain), layer.count_params()]
        if chain:
            row(*fields)
        else:
            first, *others = _connections(layer, nodes) or [""]
            row(*fields, first)
            for other in others:
                row("", "", "", other)
        show(("=" if i == len(layers) - 1 else "_") * width)
    model._check_trainable_weights_consistency()
    trained = getattr(model, "_collected_trainable_weights", None)
    trainable = count_params(model.trainable_weights if trained is None else trained)
    fixed = count_params(model.non_trainable_weights)
    show(f"Total params: {trainable + fixed:,}")
    show(f"Trainable params: {trainable:,}")
    show(f"Non-trainable params: {fixed:,}")
    show("_" * width)


@export("keras.utils.convert_all_kernels_in_model")
def convert_all_kernels_in_model(model: Model) -> None:
    """Reverses the spatial axes of all convolutions' kernels in a model, for weights of Theano.

    >>> import numpy as np
    >>> import penstock as tf
    >>> model = tf.keras.Sequential([tf.keras.layers.Conv1D(1, 2, use_bias=False, input_shape=(4, 1))])
    >>> model.set_weights([np.array([[[1.0]], [[2.0]]])])
    >>> tf.keras.utils.convert_all_kernels_in_model(model)
    >>> model.get_weights()[0].ravel()
    array([2., 1.], dtype=float32)
    """
    K = tf.keras.backend
    convolutions = {"Conv1D", "Conv2D", "Conv3D", "Conv2DTranspose"}
    kernels = [layer.kernel for layer in model.layers if type(layer).__name__ in convolutions]
    K.batch_set_value([(kernel, convert_kernel(K.get_value(kernel))) for kernel in kernels])


def convert_dense_weights_data_format(
    dense: Any, previous_feature_map_shape: Any, target_data_format: str = "channels_first"
) -> None:
    """Reorders the kernel of a `Dense` layer behind a `Flatten`, when the images before it change their format."""
    assert target_data_format in {"channels_last", "channels_first"}
    kernel, bias = dense.get_weights()
    if target_data_format == "channels_first":
        c, h, w = previous_feature_map_shape
        moved = kernel.reshape(h, w, c, -1).transpose(2, 0, 1, 3)
    else:
        h, w, c = previous_feature_map_shape
        moved = kernel.reshape(c, h, w, -1).transpose(1, 2, 0, 3)
    dense.set_weights([moved.reshape(kernel.shape), bias])
