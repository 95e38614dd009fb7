"""What a layer has: weights, losses, updates and metrics, its own and those of the layers that are its attributes."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from penstock._namespace import find
from penstock.graph import nest, replication
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Operation
from penstock.graph.typing import NestedTensors, TensorOrVariable
from penstock.keras.engine.attributes import AttributeTracking, filter_empty_layer_containers, is_layer
from penstock.keras.engine.base_layer_utils import call_context
from penstock.keras.utils.tf_utils import computed_from, is_tensor_or_variable
from penstock.ops.state.partitioned_variable import PartitionedVariable


class LayerState(AttributeTracking):
    """The part of a layer that keeps weights, losses, updates and metrics."""

    name: Any
    built: bool
    stateful: Any
    _trainable: bool
    _updates: list[Any]
    _losses: list[Any]
    _callable_losses: list[Callable]
    _metrics: list[Any]
    _inbound_nodes: list[Any]

    def _gather_children_attribute(self, attribute: str) -> list[Any]:
        layers = filter_empty_layer_containers(getattr(self, "_layers", ()))
        if not layers:
            return []
        return list(itertools.chain.from_iterable(getattr(layer, attribute) for layer in layers))

    # -- weights ----------------------------------------------------------------------------------------------------------

    @property
    def trainable(self) -> bool:
        """Whether the weights are trained; setting it also sets it for the layers inside."""
        return self._trainable

    @trainable.setter
    def trainable(self, value: bool) -> None:
        self._trainable = value
        for layer in getattr(self, "_layers", ()):
            if is_layer(layer):  # those in lists are left as they are, as in 1.15
                layer.trainable = value

    @property
    def trainable_weights(self) -> list[Any]:
        """The variables that are trained."""
        if not self.trainable:
            return []
        return self._trainable_weights + self._gather_children_attribute("trainable_weights")

    @property
    def non_trainable_weights(self) -> list[Any]:
        """The variables that are not trained."""
        if self.trainable:
            return self._non_trainable_weights + self._gather_children_attribute("non_trainable_weights")
        own = self._trainable_weights + self._non_trainable_weights
        return own + self._gather_children_attribute("weights")

    @property
    def weights(self) -> list[Any]:
        """All variables, those that are trained first."""
        return self.trainable_weights + self.non_trainable_weights

    @property
    def _unique_trainable_weights(self) -> list[Any]:
        return list({id(w): w for w in self.trainable_weights}.values())

    variables = property(lambda self: self.weights, doc="The same as `weights`.")
    trainable_variables = property(lambda self: self.trainable_weights, doc="The same as `trainable_weights`.")
    non_trainable_variables = property(
        lambda self: self.non_trainable_weights, doc="The same as `non_trainable_weights`."
    )

    def count_params(self) -> int:
        """How many numbers the weights have; ValueError before the layer is built."""
        if not self.built:
            raise ValueError(
                f"You tried to call `count_params` on {self.name}, but the layer isn't built. You can build it manually via: "
                f"`{self.name}.build(batch_input_shape)`."
            )
        return int(sum(np.prod(w.shape.as_list()) for w in self.weights))

    def get_weights(self) -> list[np.ndarray]:
        """The values of the weights."""
        return find("keras.backend.batch_get_value")(self.weights)

    def set_weights(self, weights: list[Any]) -> None:
        """Sets the values of the weights.

        Raises:
          ValueError: there are more or less of them than weights, or shapes differ.
        """
        own = self.weights
        if len(own) != len(weights):
            raise ValueError(
                f'You called `set_weights(weights)` on layer "{self.name}" with a  weight list of length {len(weights)}, but '
                f"the layer was expecting {len(own)} weights. Provided weights: {str(weights)[:50]}..."
            )
        if not own:
            return
        pairs = []
        for variable, value in zip(own, weights, strict=True):
            if not variable.shape.is_compatible_with(np.shape(value)):
                raise ValueError(
                    f"Layer weight shape {variable.shape} not compatible with provided weight shape {np.shape(value)}"
                )
            pairs.append((variable, value))
        find("keras.backend.batch_set_value")(pairs)

    # -- losses -----------------------------------------------------------------------------------------------------------

    @property
    def losses(self) -> list[Any]:
        """The losses that were added, and the regularizers' ones, which are made anew each time."""
        made = [loss for loss in (function() for function in self._callable_losses) if loss is not None]
        return self._losses + made + self._gather_children_attribute("losses")

    def add_loss(self, losses: Any, inputs: NestedTensors | None = None) -> None:
        """Adds losses to the layer.

        Args:
          losses: a tensor, a function without arguments that makes one, or a list of them.
          inputs: the inputs on which they depend; None for losses of weights alone.
        """

        def tagged(loss: Any) -> Any:
            if callable(loss):
                loss = loss()
            if loss is None:
                return None
            if not is_tensor_or_variable(loss):
                loss = convert_to_tensor(loss, dtype=find("keras.backend.floatx")())
            loss._unconditional_loss = inputs is None
            return loss

        for loss in nest.flatten(losses):
            if callable(loss):
                self._callable_losses.append(functools.partial(tagged, loss))
            elif loss is not None:
                loss = tagged(loss)
                if self._is_graph_network and not call_context().in_call:
                    self._graph_network_add_loss(loss)
                else:
                    self._losses.append(loss)

    def _graph_network_add_loss(self, symbolic_loss: Any) -> None:
        raise NotImplementedError

    def get_losses_for(self, inputs: Any) -> list[Any]:
        """The losses that depend on `inputs`; with None, those that depend on no input."""
        if inputs is None:
            return [loss for loss in self.losses if loss._unconditional_loss]
        return [loss for loss in self.losses if not loss._unconditional_loss and computed_from(inputs, loss)]

    def _handle_weight_regularization(self, name: str, variable: TensorOrVariable, regularizer: Callable) -> None:
        def loss(part: Any) -> Any:
            with name_scope(f"{name}/Regularizer"):
                return regularizer(part)

        for part in variable if isinstance(variable, PartitionedVariable) else [variable]:
            self.add_loss(functools.partial(loss, part))

    def _handle_activity_regularization(self, inputs: NestedTensors, outputs: Any) -> None:
        regularizer = self._activity_regularizer
        if not regularizer:
            return
        with name_scope("ActivityRegularizer"):
            for output in nest.flatten(outputs):
                loss = regularizer(output)
                # Divided by the size of the batch, on which its strength shall not depend.
                batch = find("cast")(find("shape")(output)[0], loss.dtype)
                self.add_loss(loss / batch, inputs=inputs)

    _activity_regularizer: Callable | None = None

    @property
    def activity_regularizer(self) -> Callable | None:
        """The function of the layer's outputs that gives a loss."""
        return self._activity_regularizer

    @activity_regularizer.setter
    def activity_regularizer(self, regularizer: Callable | None) -> None:
        self._activity_regularizer = regularizer

    # -- updates ----------------------------------------------------------------------------------------------------------

    @property
    def updates(self) -> list[Any]:
        """The operations that training must run besides the optimizer's."""
        if not self.trainable and not self.stateful:
            return []
        return self._updates + self._gather_children_attribute("updates")

    def add_update(self, updates: Any, inputs: NestedTensors | None = None) -> None:
        """Adds operations that training must run.

        Args:
          updates: an operation or tensor, a function that makes one, or a list of them.
          inputs: ignored; an update belongs to the inputs of the call from which it can be reached.
        """
        within = replication.current()
        if within is not None and within.replica_context is None:
            return  # the replicas have their own
        call = call_context()
        relevant = call.inputs if call.in_call else [node.input_tensors for node in self._inbound_nodes]
        for update in updates if isinstance(updates, (list, tuple)) else [updates]:
            while callable(update):
                update = update()
            if not isinstance(update, Operation):
                update = update.op if hasattr(update, "op") else convert_to_tensor(update)
            update._unconditional_update = not computed_from(relevant, update)
            self._updates.append(update)

    def get_updates_for(self, inputs: Any) -> list[Any]:
        """The updates that depend on `inputs`; with None, those that depend on no input."""
        if inputs is None:
            return [update for update in self.updates if update._unconditional_update]
        return [u for u in self.updates if not u._unconditional_update and computed_from(inputs, u)]

    # -- metrics ----------------------------------------------------------------------------------------------------------

    @property
    def metrics(self) -> list[Any]:
        """The metrics that `add_metric` added."""
        return self._metrics + self._gather_children_attribute("metrics")

    def add_metric(self, value: Any, aggregation: str | None = None, name: str | None = None) -> None:
        """Adds a metric of the layer, which training and evaluation report.

        Args:
          value: a tensor; or the result of a metric object.
          aggregation: "mean" for the mean of the values of all batches; None if `value` is the result of a metric.
          name: the metric's name; that of the metric object by default.

        Raises:
          ValueError: there is no name, or another aggregation.
        """
        if aggregation is not None and aggregation != "mean":
            raise ValueError(
                f"We currently support only `mean` sample-wise metric aggregation. You provided aggregation=`{aggregation}`"
            )
        from_metric = hasattr(value, "_metric_obj")
        if name is None and not from_metric:
            raise ValueError(
                "Please provide a name for your metric like `self.add_metric(tf.reduce_sum(inputs), name='mean_activation', "
                "aggregation='mean')`"
            )
        if from_metric:
            name = value._metric_obj.name
        if not call_context().in_call:
            if not is_tensor_or_variable(value):
                raise ValueError(f"Expected a symbolic Tensor for the metric value, received: {value}")
            if self._is_graph_network:
                if from_metric:
                    raise ValueError(
                        "Using the result of calling a `Metric` object when calling `add_metric` on a Functional Model is not "
                        "supported. Please pass the Tensor to monitor directly."
                    )
                self._graph_network_add_metric(value, aggregation, name)
                return
        self._symbolic_add_metric(value, aggregation, name)

    def _graph_network_add_metric(self, value: Any, aggregation: str | None, name: str | None) -> None:
        raise NotImplementedError

    def _get_existing_metric(self, name: str | None = None) -> Any:
        match = [m for m in self._metrics if m.name == name]
        if len(match) > 1:
            raise ValueError(
                "Please provide different names for the metrics you have added. We found "
                f'{len(match)} metrics with the name: "{name}"'
            )
        return match[0] if match else None

    def _symbolic_add_metric(self, value: Any, aggregation: str | None, name: str | None) -> None:
        known = self._get_existing_metric(name)
        if aggregation is None:
            if known is None:
                if not hasattr(value, "_metric_obj"):
                    raise ValueError(
                        "We do not support adding an aggregated metric result tensor that is not the output of a "
                        "`tf.keras.metrics.Metric` metric instance. Without having access to the metric instance we cannot "
                        "reset the state of a metric after every epoch during training. You can create a "
                        "`tf.keras.metrics.Metric` instance and pass the result here or pass an un-aggregated result with "
                        "`aggregation` parameter set as `mean`. For example: `self.add_metric(tf.reduce_sum(inputs), "
                        "name='mean_activation', aggregation='mean')`"
                    )
                self._metrics.append(value._metric_obj)
        elif known is not None:
            known(value)
        else:
            metric = find("keras.metrics.Mean")(name=name)
            metric(value)
            self._metrics.append(metric)

    # -- switches of a whole tree of layers ---------------------------------------------------------------------------------

    def _get_trainable_state(self) -> dict[Any, bool]:
        """Whether this layer and those inside are trained."""
        state: dict[Any, bool] = {self: self.trainable}
        for layer in filter_empty_layer_containers(getattr(self, "_layers", ())):
            state.update(layer._get_trainable_state())
        return state

    def _set_trainable_state(self, state: dict[Any, bool]) -> None:
        if self in state:
            self.trainable = state[self]
        for layer in filter_empty_layer_containers(getattr(self, "_layers", ())):
            layer._set_trainable_state(state)
