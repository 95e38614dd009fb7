"""Layers that networks make themselves: of an operation of `tf.*`, of an added loss, of an added metric."""

from __future__ import annotations

from typing import Any

from google.protobuf import json_format

from penstock import protos
from penstock._namespace import find
from penstock.graph import nest
from penstock.graph.importer import import_graph_def
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, NestedTensors
from penstock.keras.engine.base_layer import Layer

_PREFIX = "tf_op_layer_"


class TensorFlowOpLayer(Layer):
    """An operation of the graph as a layer, so that networks may be called, copied and saved with it.

    Args:
      node_def: the operation's NodeDef, serialized or as a dictionary.
      name: the layer's name, without its prefix.
      constants: the values of inputs that come from no layer, by their positions.
      trainable, dtype: see `Layer`.
    """

    def __init__(
        self, node_def: Any, name: str, constants: Any = None, trainable: bool = True, dtype: DTypeLike | None = None
    ) -> None:
        super().__init__(name=_PREFIX + name, trainable=trainable, dtype=dtype, autocast=False)
        if isinstance(node_def, dict):
            self.node_def = json_format.ParseDict(node_def, protos.NodeDef())
        else:
            self.node_def = protos.NodeDef.FromString(node_def if isinstance(node_def, bytes) else node_def.encode())
        self.constants = {int(index): value for index, value in (constants or {}).items()}
        self.built = True

    def call(self, inputs: NestedTensors) -> Any:
        """Makes the operation again, with these inputs."""
        tensors = list(nest.flatten(inputs))
        node = protos.NodeDef()
        node.CopyFrom(self.node_def)
        given = list(node.input)
        for index, value in self.constants.items():
            if isinstance(value, Tensor):
                known = constant_value(value)
                value = value if known is None else known
            if not isinstance(value, Tensor):
                value = find("constant")(value, name=given[index].partition(":")[0].lstrip("^"))
            tensors.insert(index, value)
        graph = protos.GraphDef()
        del node.input[:]
        node.input.extend(f"tensor_{i}_of_layer" for i in range(len(tensors)))
        for i, tensor in enumerate(tensors):
            made = graph.node.add(name=f"tensor_{i}_of_layer", op="Placeholder")
            made.attr["dtype"].type = tensor.dtype.as_datatype_enum
        scope = find("get_default_graph")()
        node.name = scope.unique_name(node.name, mark_as_used=False)
        graph.node.add().CopyFrom(node)
        base = scope.get_name_scope()
        short = node.name[len(base) + 1 :] if base else node.name
        graph.node[-1].name = short
        found = import_graph_def(
            graph,
            input_map={f"tensor_{i}_of_layer:0": tensor for i, tensor in enumerate(tensors)},
            return_elements=[short],
            name="",
        )
        operation = found[0]  # type: ignore[index]
        return operation.outputs[0] if len(operation.outputs) == 1 else operation.outputs

    def get_config(self) -> dict[str, Any]:
        """The operation's definition and its constants."""
        config = super().get_config()
        return config | {
            "name": config["name"][len(_PREFIX) :],
            "node_def": json_format.MessageToDict(self.node_def),
            "constants": {
                i: find("keras.backend.get_value")(c) if isinstance(c, Tensor) else c for i, c in self.constants.items()
            },
        }


class AddLoss(Layer):
    """Adds its input to its losses.

    Args:
      unconditional: whether the loss depends on no input of the model.
    """

    def __init__(self, unconditional: bool, **kwargs: Any) -> None:
        super().__init__(**{**kwargs, "autocast": False})
        self.unconditional = unconditional

    def call(self, inputs: NestedTensors) -> Any:
        """Adds the loss, and returns it."""
        self.add_loss(inputs, inputs=not self.unconditional)
        return inputs

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return super().get_config() | {"unconditional": self.unconditional}


class AddMetric(Layer):
    """Adds its input to its metrics.

    Args:
      aggregation: see `Layer.add_metric`.
      metric_name: the metric's name.
    """

    def __init__(self, aggregation: str | None = None, metric_name: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.aggregation = aggregation
        self.metric_name = metric_name

    def call(self, inputs: NestedTensors) -> Any:
        """Adds the metric, and returns its value."""
        self.add_metric(inputs, self.aggregation, self.metric_name)
        return inputs

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return super().get_config() | {"aggregation": self.aggregation, "metric_name": self.metric_name}
