"""`Network`: layers connected to each other, from inputs to outputs; the base of models.

A network is defined by its input and output tensors (functional), or by a subclass with a method `call`. The graph of
layers is found in `network_graph.py`, configurations are in `network_config.py`, files in `network_saving.py`.
"""

from __future__ import annotations

import copy
import inspect
from typing import Any

from penstock.graph import errors, nest
from penstock.graph.graph import get_default_graph
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import NestedTensors, ShapeLike, TensorLike
from penstock.keras.backend import sessions
from penstock.keras.engine import base_layer_utils, op_layers
from penstock.keras.engine.attributes import filter_empty_layer_containers, has_weights, is_layer
from penstock.keras.engine.base_layer import Layer, validate_kwargs
from penstock.keras.engine.network_config import get_network_config, network_from_config
from penstock.keras.engine.network_graph import make_node_key, map_graph_network, map_subgraph_network
from penstock.keras.engine.network_saving import NetworkSaving
from penstock.keras.engine.node import Node
from penstock.keras.utils import tf_utils
from penstock.platform import logging


def _arguments(layer: Layer) -> Any:
    return inspect.getfullargspec(layer.call)


class Network(NetworkSaving, Layer):
    """Layers connected to each other; see `Model`, which can also be trained."""

    _TF_MODULE_IGNORED_PROPERTIES = Layer._TF_MODULE_IGNORED_PROPERTIES | {
        "_layer_call_argspecs",
        "_compiled_trainable_state",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        functional = (
            len(args) == 2 or (len(args) == 1 and "outputs" in kwargs) or {"inputs", "outputs"} <= kwargs.keys()
        )
        if functional:
            self._init_graph_network(*args, **kwargs)
        else:
            self._init_subclassed_network(**kwargs)  # other arguments by position say nothing, as in 1.15
        tf_utils.assert_no_legacy_layers(self.layers)

    # -- definition -----------------------------------------------------------------------------------------------------

    @base_layer_utils.no_automatic_dependency_tracking
    def _base_init(self, name: str | None = None, **kwargs: Any) -> None:
        validate_kwargs(kwargs, {"trainable", "dtype", "dynamic", "autocast"})
        self._init_set_name(name, zero_based=True)
        self._activity_regularizer = None
        self._trainable = kwargs.get("trainable", True)
        self._dynamic = kwargs.get("dynamic", False)
        self._is_compiled = False
        self._layers = []
        self._compute_output_and_mask_jointly = False
        self.supports_masking = False
        if not hasattr(self, "optimizer"):
            self.optimizer: Any = None
        self._maybe_create_attribute("_trainable_weights", [])
        self._maybe_create_attribute("_non_trainable_weights", [])
        self._updates = []
        self._losses = []
        self._callable_losses = []
        self._metrics = []
        self._scope = None
        self._reuse = None
        self._graph = get_default_graph()
        self._set_dtype_policy(kwargs.get("dtype"))
        self._outbound_nodes = []
        self._inbound_nodes = []

    @base_layer_utils.no_automatic_dependency_tracking
    def _init_graph_network(self, inputs: NestedTensors, outputs: Any, name: str | None = None, **kwargs: Any) -> None:
        validate_kwargs(
            kwargs,
            {"trainable"},
            "Functional models may only specify `name` and `trainable` keyword arguments during initialization. Got an "
            "unexpected argument:",
        )
        if isinstance(inputs, list) and len(nest.flatten(inputs)) == 1:
            inputs = inputs[0]
        if isinstance(outputs, list) and len(nest.flatten(outputs)) == 1:
            outputs = outputs[0]
        self._nested_outputs = outputs
        self._nested_inputs = inputs
        self.inputs = nest.flatten(inputs)
        self.outputs = nest.flatten(outputs)
        if any(not hasattr(tensor, "_keras_history") for tensor in self.outputs):
            base_layer_utils.create_keras_history(self._nested_outputs)
        self._base_init(name=name, **kwargs)
        self._validate_graph_inputs_and_outputs()
        self.built = True
        self._compute_output_and_mask_jointly = True
        self._is_graph_network = True
        self._init_call_fn_args()
        self._expects_training_arg = True
        self._expects_mask_arg = True
        self._autocast = False
        self._output_shape_cache: dict[str, Any] = {}
        self._output_coordinates = [tuple(x._keras_history) for x in self.outputs]
        self._output_layers = [layer for layer, _, _ in self._output_coordinates]
        self._input_coordinates = [tuple(x._keras_history) for x in self.inputs]
        assert all(coordinates[1:] == (0, 0) for coordinates in self._input_coordinates)
        self._input_layers = [layer for layer, _, _ in self._input_coordinates]
        found = map_graph_network(self.inputs, self.outputs)
        self._network_nodes = found.node_keys
        self._nodes_by_depth = found.nodes_by_depth
        self._layers = found.layers
        self._layer_call_argspecs = {layer: _arguments(layer) for layer in self._layers}
        self._track_layers(self._layers)
        Node(
            outbound_layer=self,
            inbound_layers=[],
            node_indices=[],
            tensor_indices=[],
            input_tensors=self._nested_inputs,
            output_tensors=self._nested_outputs,
        )
        self._set_output_names()
        self.input_names = [layer.name for layer in self._input_layers]
        fed = [layer for layer in self._input_layers if layer.is_placeholder]
        self._feed_input_names = [layer.name for layer in fed]
        self._feed_input_shapes = [layer._batch_input_shape for layer in fed]
        self._feed_inputs = [layer.input for layer in fed]

    def _set_output_names(self) -> None:
        """Names the outputs after their layers, with a number for those that share one."""
        names: list[str] = []
        counts: dict[str, int] = {}
        for layer in self._output_layers:
            proposed = layer.name
            while proposed in names:
                number = counts.get(layer.name, 1)
                proposed = f"{layer.name}_{number}"
                counts[layer.name] = number + 1
            names.append(proposed)
        self.output_names = names

    @base_layer_utils.no_automatic_dependency_tracking
    def _init_subclassed_network(self, name: str | None = None, **kwargs: Any) -> None:
        self._base_init(name=name, **kwargs)
        self._is_graph_network = False
        self._init_call_fn_args()
        self._autocast = kwargs.get("autocast", base_layer_utils.v2_dtype_behavior_enabled())
        self.outputs = []
        self.inputs = []
        self.built = False

    def _track_layers(self, layers: list[Any]) -> None:
        """Gives the layers the names that they have in checkpoints."""
        number = 0
        for index, layer in enumerate(layers):
            try:
                if getattr(layer, "weights", None):
                    self._track_trackable(layer, f"layer_with_weights-{number}", overwrite=True)
                    number += 1
            except ValueError:  # a model that is not built yet
                pass
            self._track_trackable(layer, f"layer-{index}", overwrite=True)

    def __setattr__(self, name: str, value: Any) -> None:
        if not getattr(self, "_self_setattr_tracking", True):
            super().__setattr__(name, value)
            return
        if "_is_graph_network" not in self.__dict__ and all(
            is_layer(v) or has_weights(v) for v in (nest.flatten(value) if nest.is_sequence(value) else [value])
        ):
            raise RuntimeError(
                "It looks like you are subclassing `Model` and you forgot to call `super(YourClass, self).__init__()`. "
                "Always start with this line."
            )
        super().__setattr__(name, value)
        if getattr(value, "_is_metric", False):
            self._metrics.append(value)

    def _validate_graph_inputs_and_outputs(self) -> None:
        cls = type(self).__name__
        if len({id(x) for x in self.inputs}) != len(self.inputs):
            raise ValueError(
                "The list of inputs passed to the model is redundant. All inputs should only appear once. Found: "
                f"{self.inputs}"
            )
        sizes = []
        for x in self.inputs:
            if not hasattr(x, "_keras_history"):
                raise ValueError(
                    f"Input tensors to a {cls} must come from `tf.keras.Input`. Received: {x} "
                    "(missing previous layer metadata)."
                )
            layer = x._keras_history.layer
            nodes = layer._inbound_nodes
            if len(nodes) > 1 or (nodes and nodes[0].inbound_layers):
                logging.warning(
                    f"{cls} inputs must come from `tf.keras.Input` (thus holding past layer metadata), they cannot be the "
                    f'output of a previous non-Input layer. Here, a tensor specified as input to "{self.name}" was not an '
                    f"Input tensor, it was generated by layer {layer.name}.\nNote that input tensors are instantiated via "
                    f"`tensor = tf.keras.Input(shape)`.\nThe tensor that caused the issue was: {x.name}"
                )
            sizes.append(
                getattr(layer, "_batch_input_shape", (None,))[0] if hasattr(layer, "_batch_input_shape") else None
            )
        if len({size for size in sizes if size is not None}) > 1:
            raise ValueError(
                f"The specified batch sizes of the Input Layers are incompatible. Found batch sizes: {sizes}"
            )
        for x in self.outputs:
            if not hasattr(x, "_keras_history"):
                raise ValueError(
                    f"Output tensors to a {cls} must be the output of a TensorFlow `Layer` (thus holding past layer "
                    f"metadata). Found: {x}"
                )

    # -- layers and weights -----------------------------------------------------------------------------------------------

    @property
    def layers(self) -> list[Any]:
        """The layers of the network."""
        return filter_empty_layer_containers(self._layers)

    def get_layer(self, name: str | None = None, index: int | None = None) -> Any:
        """The layer with a name, or at an index.

        Raises:
          ValueError: there is none, or neither is given.
        """
        layers = self.layers
        if index is not None:
            if len(layers) <= index:
                raise ValueError(
                    f"Was asked to retrieve layer at index {index} but model only has {len(layers)} layers."
                )
            return layers[index]
        if not name:
            raise ValueError("Provide either a layer name or layer index.")
        for layer in layers:
            if layer.name == name:
                return layer
        raise ValueError("No such layer: " + name)

    @property
    def dynamic(self) -> bool:
        """Whether one of the layers asked to run eagerly only."""
        return getattr(self, "_dynamic", False) or any(layer.dynamic for layer in self.layers)

    @property
    def stateful(self) -> bool:
        """Whether one of the layers keeps a state between batches."""
        return any(getattr(layer, "stateful", False) for layer in self.layers)

    def reset_states(self) -> None:
        """Resets the states of layers that keep one between batches."""
        for layer in self.layers:
            if hasattr(layer, "reset_states") and getattr(layer, "stateful", False):
                layer.reset_states()

    @property
    def state_updates(self) -> list[Any]:
        """The updates of layers that keep a state; predicting runs them too."""
        stateful = [layer for layer in self.layers if getattr(layer, "stateful", False)]
        return [update for layer in stateful for update in getattr(layer, "updates", ())]

    @property
    def weights(self) -> list[Any]:
        """All variables, layer by layer."""
        self._assert_weights_created()
        found = [w for layer in self._weighty for w in layer.weights]
        return found + self._trainable_weights + self._non_trainable_weights

    @property
    def _weighty(self) -> list[Any]:
        return filter_empty_layer_containers(self._layers)

    @property
    def trainable_weights(self) -> list[Any]:
        """The variables that are trained."""
        self._assert_weights_created()
        if not self.trainable:
            return []
        found = [w for layer in self._weighty for w in layer.trainable_weights]
        return found + [w for w in self._trainable_weights if w.trainable]

    @property
    def non_trainable_weights(self) -> list[Any]:
        """The variables that are not trained."""
        self._assert_weights_created()
        extra = self._non_trainable_weights + self._trainable_weights
        trained = [w for w in extra if w.trainable]
        others = [w for layer in self._weighty for w in layer.non_trainable_weights]
        others += [w for w in extra if not w.trainable]
        if self.trainable:
            return others
        below = [w for layer in self._weighty for w in layer.trainable_weights]
        return below + trained + others[: len(others)]

    def _assert_weights_created(self) -> None:
        if self.dynamic or self._is_graph_network or self.built:
            return
        if "build" in type(self).__dict__:
            raise ValueError(
                f"Weights for model {self.name} have not yet been created. Weights are created when the Model is first "
                "called on inputs or `build()` is called with an `input_shape`."
            )

    # -- calling ----------------------------------------------------------------------------------------------------------

    @property  # type: ignore[misc]
    def input_spec(self) -> Any:
        """What the inputs must be."""
        if not self._is_graph_network:
            return None
        specs: list[Any] = []
        for layer in self._input_layers:
            if layer.input_spec is None:
                specs.append(None)
            elif isinstance(layer.input_spec, list):
                specs += layer.input_spec
            else:
                raise TypeError(
                    f"Layer {layer.name} has an input_spec attribute that is not a list. We expect a list. Found "
                    f"input_spec = {layer.input_spec}"
                )
        return specs[0] if len(specs) == 1 else specs

    @base_layer_utils.default
    def build(self, input_shape: ShapeLike) -> None:
        """Makes the variables of a subclassed model, for inputs of a shape with the batch.

        Raises:
          ValueError: no shape is given, or `call` needs further arguments or another type.
        """
        if self._is_graph_network:
            self.built = True
            return
        if input_shape is None:
            raise ValueError("Input shape must be defined when calling build on a model subclass network.")
        if not isinstance(input_shape, (tuple, list, TensorShape)):
            raise ValueError(
                "Specified input shape is not one of the valid types. Please specify a batch input shape of type tuple or "
                f"list of input shapes. User provided input type: {type(input_shape)}"
            )
        if input_shape and not self.inputs:
            make = base_layer_utils.generate_placeholders_from_shape
            x = [make(shape) for shape in input_shape] if isinstance(input_shape, list) else make(input_shape)
            try:
                self.call(x, **self._arguments_to_build())
            except (errors.InvalidArgumentError, TypeError):
                raise ValueError(
                    "You cannot build your model by calling `build` if your layers do not support float type inputs. "
                    "Instead, in order to instantiate and build your model, `call` your model on real tensor data (of the "
                    "correct dtype)."
                ) from None
        if self._layers:
            self._track_layers(self._layers)
        self.built = True

    def _arguments_to_build(self) -> dict[str, Any]:
        """The arguments besides the inputs that `call` must have."""
        signature = _arguments(self)
        names = signature.args
        if len(names) < 2:
            raise ValueError("You can only call `build` on a model if its `call` method accepts an `inputs` argument.")
        needed = names[2 : len(names) - len(signature.defaults or ())]
        if any(name != "training" for name in needed):
            raise ValueError(
                "Currently, you cannot build your model if it has positional or keyword arguments that are not inputs to "
                "the model, but are required for its `call` method. Instead, in order to instantiate and build your model, "
                "`call` your model on real tensor data with all expected call arguments."
            )
        return dict.fromkeys(needed, False)

    def call(self, inputs: NestedTensors, training: TensorLike | None = None, mask: NestedTensors | None = None) -> Any:
        """Calls the layers of a functional network; a subclass makes its operations here."""
        if not self._is_graph_network:
            raise NotImplementedError("When subclassing the `Model` class, you should implement a `call` method.")
        return self._run_internal_graph(inputs, training=training, mask=mask)

    def _run_internal_graph(
        self, inputs: NestedTensors, training: TensorLike | None = None, mask: NestedTensors | None = None
    ) -> Any:
        flat = nest.flatten(inputs)
        masks = [None] * len(flat) if mask is None else nest.flatten(mask)
        for x, m in zip(flat, masks, strict=False):
            x._keras_mask = m
        values = {id(x): y for x, y in zip(self.inputs, flat, strict=False)}

        def current(t: Any) -> Any:
            return values[id(t)] if isinstance(t, Tensor) and hasattr(t, "_keras_history") else t

        for depth in sorted(self._nodes_by_depth, reverse=True)[1:]:  # the first are inputs
            for node in self._nodes_by_depth[depth]:
                layer = node.outbound_layer
                if any(id(t) not in values for t in nest.flatten(node.input_tensors)):
                    continue
                kwargs = copy.copy(node.arguments) if node.arguments else {}
                if "training" in self._layer_call_argspecs[layer].args:
                    kwargs.setdefault("training", training)
                    if isinstance(kwargs["training"], Tensor) and _is_learning_phase(kwargs["training"]):
                        kwargs["training"] = training
                outputs = layer(
                    nest.map_structure(lambda t: values[id(t)], node.input_tensors),
                    **nest.map_structure(current, kwargs),
                )
                for x, y in zip(nest.flatten(node.output_tensors), nest.flatten(outputs), strict=False):
                    values[id(x)] = y
        for x in self.outputs:
            assert id(x) in values, f"Could not compute output {x}"
        shapes = nest.pack_sequence_as(self._nested_outputs, [x.shape for x in self.outputs])
        self._output_shape_cache[_shape_key([x.shape for x in flat])] = shapes
        return nest.pack_sequence_as(self._nested_outputs, [values[id(x)] for x in self.outputs])

    @property
    def _should_compute_mask(self) -> bool:
        return self._is_graph_network and super()._should_compute_mask

    def compute_mask(self, inputs: NestedTensors, mask: NestedTensors) -> Any:
        """The masks of the outputs."""
        if not self._is_graph_network:
            return None
        return nest.map_structure(lambda t: t._keras_mask, self._run_internal_graph(inputs, mask=mask))

    def compute_output_shape(self, input_shape: ShapeLike) -> Any:
        """The shapes of the outputs for inputs of a shape with the batch."""
        if not self._is_graph_network:
            return super().compute_output_shape(input_shape)
        input_shape = tf_utils.convert_shapes(input_shape, to_tuples=False)
        flat = nest.flatten(input_shape)
        if len(flat) != len(self._input_layers):
            raise ValueError(
                f"Invalid input_shape argument {input_shape}: model has {len(self._input_layers)} tensor inputs."
            )
        key = _shape_key(flat)
        if key not in self._output_shape_cache:
            self._output_shape_cache[key] = self._compute_output_shapes(flat)
        return self._output_shape_cache[key]

    def _compute_output_shapes(self, input_shapes: list[Any]) -> Any:
        known = {(layer, 0, 0): shape for layer, shape in zip(self._input_layers, input_shapes, strict=True)}
        for depth in sorted(self._nodes_by_depth, reverse=True):
            for node in self._nodes_by_depth[depth]:
                layer = node.outbound_layer
                if layer in self._input_layers:
                    continue
                shapes = [known[inbound, index, number] for inbound, index, number, _ in node.iterate_inbound()]
                packed = tf_utils.convert_shapes(nest.pack_sequence_as(node.inbound_layers, shapes), to_tuples=True)
                made = tf_utils.convert_shapes(layer.compute_output_shape(packed), to_tuples=False)
                index = layer._inbound_nodes.index(node)
                for j, shape in enumerate(nest.flatten(made)):
                    known[layer, index, j] = shape
        return nest.pack_sequence_as(self._nested_outputs, [known[at] for at in self._output_coordinates])

    # -- configuration, and what is added later ---------------------------------------------------------------------------

    def get_config(self) -> dict[str, Any]:
        """The layers with their settings, and how they are connected."""
        if not self._is_graph_network:
            raise NotImplementedError
        return get_network_config(self)

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Any:
        """A network from what `get_config` gave.

        Args:
          config: the configuration.
          custom_objects: a dictionary from names to classes and functions that Keras does not know.
        """
        return network_from_config(cls, config, custom_objects)

    def _graph_network_add_loss(self, symbolic_loss: Any) -> None:
        nodes, layers = map_subgraph_network(self.inputs, [symbolic_loss])
        layer = op_layers.AddLoss(unconditional=False)
        layer(symbolic_loss)
        self._insert_layers([*layers, layer], nodes + layer._inbound_nodes)

    def _graph_network_add_metric(self, value: Any, aggregation: Any, name: Any) -> None:
        nodes, layers = map_subgraph_network(self.inputs, [value])
        layer = op_layers.AddMetric(aggregation, name)
        layer(value)
        self._insert_layers([*layers, layer], nodes + layer._inbound_nodes)

    def _insert_layers(self, layers: Any, relevant_nodes: Any = None) -> None:
        """Adds layers that hang on those of the network, such as those of added losses."""
        layers = nest.flatten(layers)
        tf_utils.assert_no_legacy_layers(layers)
        depths = {node: depth for depth, nodes in self._nodes_by_depth.items() for node in nodes}
        relevant = list(relevant_nodes or [node for layer in layers for node in layer._inbound_nodes])
        all_nodes = {*relevant, *depths}

        def depth_of(node: Any) -> int | None:
            found = 0
            for layer, index, _, _ in node.iterate_inbound(include_arguments=True):
                before = layer._inbound_nodes[index]
                if before in depths:
                    found = min(found, depths[before])
                elif before in all_nodes:
                    return None  # it comes first
            return found - 1

        waiting = list(relevant)
        for _ in range(10000):
            if not waiting:
                break
            node = waiting.pop(0)
            depth = depth_of(node)
            if depth is None:
                waiting.append(node)
                continue
            key = make_node_key(node.outbound_layer.name, node.outbound_layer._inbound_nodes.index(node))
            if key not in self._network_nodes:
                depths[node] = depth
                self._network_nodes.add(key)
                self._nodes_by_depth[depth].append(node)
        else:
            raise ValueError("Layers could not be added due to missing dependencies.")
        known = {id(layer) for layer in self._layers}
        for layer in layers:
            if id(layer) not in known:
                self._layers.append(layer)
                self._layer_call_argspecs[layer] = _arguments(layer)
                known.add(id(layer))


def _is_learning_phase(tensor: Tensor) -> bool:
    return any(tensor is phase for phase in sessions._learning_phases.values())


def _shape_key(shapes: list[Any]) -> str:
    return ", ".join(str(shape) for shape in shapes)
