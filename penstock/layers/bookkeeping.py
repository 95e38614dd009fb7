"""What a layer remembers: its weights, losses and updates, and the questions that may be asked about them.

`Bookkeeping` makes no variables and opens no scopes; `base.Layer` does.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from penstock._namespace import find
from penstock.graph import nest
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import get_default_session, name_scope
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.layers.arguments import reaches


class Bookkeeping:
    """The part of a layer that needs no scopes."""

    input_spec: Any = None  # what the inputs must be: an InputSpec, a list of them, or None

    def __init__(self, trainable: bool, activity_regularizer: Callable | None, dynamic: bool) -> None:
        self._trainable = trainable
        self._activity_regularizer = activity_regularizer
        self._dynamic = dynamic
        self.built = False
        self.stateful = False
        self.supports_masking = False
        self._trainable_weights: list[Any] = []
        self._non_trainable_weights: list[Any] = []
        # (loss, whether it depends on inputs); functions among them are called for each use, as in 1.15.
        self._losses: list[tuple[Any, bool]] = []
        self._updates: list[tuple[Any, bool]] = []
        self._metrics: list[Any] = []
        self._read_signature()

    def _read_signature(self) -> None:
        spec = inspect.getfullargspec(self.call)
        names = spec.args[1:] if inspect.ismethod(self.call) else spec.args
        self._call_arguments = [*names, *spec.kwonlyargs]
        self._call_takes_any = spec.varkw is not None

    def call(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Makes the layer's operations."""
        raise NotImplementedError

    # -- settings -----------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The layer's name."""
        raise NotImplementedError

    @property
    def trainable(self) -> bool:
        """Whether the layer's variables are trained."""
        return self._trainable

    @trainable.setter
    def trainable(self, value: bool) -> None:
        self._trainable = value

    @property
    def dynamic(self) -> bool:
        """Whether the layer asked to run eagerly only; it is built as any other."""
        return self._dynamic

    @property
    def activity_regularizer(self) -> Callable | None:
        """The function of the layer's outputs that gives a loss."""
        return self._activity_regularizer

    @activity_regularizer.setter
    def activity_regularizer(self, regularizer: Callable | None) -> None:
        self._activity_regularizer = regularizer

    def get_config(self) -> dict[str, Any]:
        """The layer's settings, from which `from_config` makes one like it."""
        return {"name": self.name, "trainable": self.trainable, "dtype": getattr(self, "dtype", None)}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """A layer from what `get_config` gave."""
        return cls(**config)

    # -- weights ------------------------------------------------------------------------------------------------------

    @property
    def trainable_weights(self) -> list[Any]:
        """The layer's variables that are trained."""
        return list(self._trainable_weights) if self.trainable else []

    @property
    def non_trainable_weights(self) -> list[Any]:
        """The layer's variables that are not trained."""
        untrained = list(self._non_trainable_weights)
        return untrained if self.trainable else self._trainable_weights + untrained

    @property
    def weights(self) -> list[Any]:
        """All variables of the layer, those that are trained first."""
        return self.trainable_weights + self.non_trainable_weights

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
        """The values of the weights in the default session."""
        return self._session("get_weights").run(self.weights) if self.weights else []

    def set_weights(self, weights: list[Any]) -> None:
        """Sets the values of the weights in the default session.

        Raises:
          ValueError: if there are more or less of them than weights, or shapes differ, or there is no session.
        """
        own = self.weights
        if len(own) != len(weights):
            raise ValueError(
                f'You called `set_weights(weights)` on layer "{self.name}" with a  weight list of length {len(weights)}, but '
                f"the layer was expecting {len(own)} weights. Provided weights: {str(weights)[:50]}..."
            )
        for variable, value in zip(own, weights, strict=True):
            if not variable.shape.is_compatible_with(np.shape(value)):
                raise ValueError(
                    f"Layer weight shape {variable.shape} not compatible with provided weight shape {np.shape(value)}"
                )
        if own:
            session = self._session("set_weights")
            for variable, value in zip(own, weights, strict=True):
                variable.load(value, session)

    def _session(self, method: str) -> Any:
        session = get_default_session()
        if session is None:
            raise ValueError(f"{method} needs a default session: call it inside `with sess.as_default()`.")
        return session

    # -- losses and updates ---------------------------------------------------------------------------------------------

    @property
    def losses(self) -> list[Tensor]:
        """The layer's losses; those of weights are made anew each time."""
        return [loss for loss, _ in self._made_losses()]

    def _made_losses(self) -> list[tuple[Tensor, bool]]:
        ready = [pair for pair in self._losses if not callable(pair[0])]
        late = [(loss(), depends) for loss, depends in self._losses if callable(loss)]
        return ready + [(_as_loss(loss), depends) for loss, depends in late if loss is not None]

    def _add_losses(self, losses: Any, inputs: Any) -> list[Tensor]:
        """Remembers losses and returns them as tensors."""
        added = []
        for loss in nest.flatten(losses):
            if loss is None:
                continue
            if callable(loss):
                self._losses.append((loss, inputs is not None))
                loss = loss()
                if loss is not None:
                    added.append(_as_loss(loss))
            else:
                loss = _as_loss(loss)
                self._losses.append((loss, inputs is not None))
                added.append(loss)
        return added

    def add_loss(self, losses: Any, inputs: Any = None) -> None:
        """Adds losses to the layer."""
        self._add_losses(losses, inputs)

    def get_losses_for(self, inputs: Any) -> list[Tensor]:
        """The losses that depend on `inputs`; with None, those that depend on no input."""
        if inputs is None:
            return [loss for loss, depends in self._made_losses() if not depends]
        return [loss for loss, depends in self._made_losses() if depends and reaches(inputs, loss)]

    def _regularize_activity(self, inputs: Any, outputs: Any) -> None:
        if self._activity_regularizer is None:
            return
        with name_scope("ActivityRegularizer"):
            for output in nest.flatten(outputs):
                loss = self._activity_regularizer(output)
                # Divided by the size of the batch, on which its strength shall not depend.
                batch = find("cast")(find("shape")(output)[0], loss.dtype)
                self.add_loss(loss / batch, inputs=inputs)

    @property
    def updates(self) -> list[Any]:
        """The operations that training must run besides the optimizer's."""
        if not self.trainable and not self.stateful:
            return []
        return [update for update, _ in self._updates]

    def add_update(self, updates: Any, inputs: Any = None) -> None:
        """Adds operations that training must run.

        Args:
          updates: an operation or tensor, a function that makes one, or a list of them.
          inputs: ignored; an update belongs to the inputs of the call from which it can be reached.
        """
        for update in updates if isinstance(updates, (list, tuple)) else [updates]:
            while callable(update):
                update = update()
            if not isinstance(update, Operation):
                update = update.op if hasattr(update, "op") else convert_to_tensor(update)
            self._updates.append((update, reaches(self._inputs_of_call(), update)))

    def _inputs_of_call(self) -> Any:
        return []

    def get_updates_for(self, inputs: Any) -> list[Any]:
        """The updates that depend on `inputs`; with None, those that depend on no input."""
        if not self.updates:
            return []
        if inputs is None:
            return [update for update, depends in self._updates if not depends]
        return [update for update, depends in self._updates if depends and reaches(inputs, update)]

    @property
    def metrics(self) -> list[Any]:
        """What `add_metric` added."""
        return list(self._metrics)

    def add_metric(self, value: Any, aggregation: str | None = None, name: str | None = None) -> None:
        """Remembers a tensor as a metric of the layer."""
        if aggregation is not None and aggregation != "mean":
            raise ValueError(
                f"We currently support only `mean` sample-wise metric aggregation. You provided aggregation=`{aggregation}`"
            )
        if aggregation is None and name is None:
            raise ValueError(
                "Please provide a name for your metric like `self.add_metric(tf.reduce_sum(inputs), name='mean_activation', "
                "aggregation='mean')`"
            )
        self._metrics.append(value)

    # -- shapes -----------------------------------------------------------------------------------------------------------

    def compute_output_shape(self, input_shape: Any) -> TensorShape:
        """The shape of the output for an input of `input_shape`."""
        raise NotImplementedError

    def compute_output_signature(self, input_signature: Any) -> Any:
        """The specification of the output for a `tf.TensorSpec` of the input."""
        spec = find("TensorSpec")
        for part in nest.flatten(input_signature):
            if not isinstance(part, spec):
                raise TypeError(
                    f"Only TensorSpec signature types are supported, but saw signature signature entry: {part}."
                )
        shape = self.compute_output_shape(nest.map_structure(lambda s: s.shape, input_signature))
        dtype = getattr(self, "dtype", None) or nest.flatten(input_signature)[0].dtype
        return nest.map_structure(lambda s: spec(shape=s, dtype=dtype), shape)

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        """The mask of the output: that of the input if the layer supports masks."""
        if not self.supports_masking:
            if any(m is not None for m in nest.flatten(mask)):
                raise TypeError(f"Layer {self.name} does not support masking, but was passed an input_mask: {mask}")
            return None
        return mask

    # -- modules ----------------------------------------------------------------------------------------------------------

    @property
    def submodules(self) -> tuple[Any, ...]:
        """The layers that are attributes of this one, and theirs."""
        found: dict[int, Any] = {}
        queue = [self]
        while queue:
            for value in vars(queue.pop()).values():
                for part in value if isinstance(value, (list, tuple)) else [value]:
                    if isinstance(part, Bookkeeping) and id(part) not in found and part is not self:
                        found[id(part)] = part
                        queue.append(part)
        return tuple(found.values())

    @property
    def name_scope(self) -> Any:
        """A context manager for the name scope of the layer."""
        return name_scope(f"{self.name}/")

    @classmethod
    def with_name_scope(cls, method: Callable) -> Callable:
        """Makes a method run in the layer's name scope."""

        def wrapped(self: Any, *args: Any, **kwargs: Any) -> Any:
            with self.name_scope:
                return method(self, *args, **kwargs)

        return wrapped

    # -- connections --------------------------------------------------------------------------------------------------------
    # Only Keras models connect layers. Of others, 1.15 says what follows.

    inbound_nodes = property(lambda self: [], doc="The calls that Keras recorded: none.")
    outbound_nodes = property(lambda self: [], doc="The uses that Keras recorded: none.")
    input_mask = property(lambda self: self._unconnected("input mask"), doc="Not defined outside of Keras models.")
    output_mask = property(lambda self: self._unconnected("output mask"), doc="Not defined outside of Keras models.")

    @property
    def input(self) -> NoReturn:
        """Not defined outside of Keras models."""
        raise AttributeError(f"Layer {self.name} is not connected, no input to return.")

    @property
    def output(self) -> NoReturn:
        """Not defined outside of Keras models."""
        raise AttributeError(f"Layer {self.name} has no inbound nodes.")

    @property
    def input_shape(self) -> NoReturn:
        """Not defined outside of Keras models."""
        raise AttributeError("The layer has never been called and thus has no defined input shape.")

    @property
    def output_shape(self) -> NoReturn:
        """Not defined outside of Keras models."""
        raise AttributeError("The layer has never been called and thus has no defined output shape.")

    def _unconnected(self, what: str) -> NoReturn:
        raise AttributeError(f"Layer {self.name} is not connected, no {what} to return.")

    def _not_called(self, what: str) -> NoReturn:
        raise RuntimeError(f"The layer has never been called and thus has no defined {what}.")

    def get_input_at(self, node_index: int) -> NoReturn:
        """Not defined outside of Keras models."""
        self._not_called("input")

    def get_output_at(self, node_index: int) -> NoReturn:
        """Not defined outside of Keras models."""
        self._not_called("output")

    def get_input_shape_at(self, node_index: int) -> NoReturn:
        """Not defined outside of Keras models."""
        self._not_called("input shape")

    def get_output_shape_at(self, node_index: int) -> NoReturn:
        """Not defined outside of Keras models."""
        self._not_called("output shape")

    def get_input_mask_at(self, node_index: int) -> NoReturn:
        """Not defined outside of Keras models."""
        self._not_called("input mask")

    def get_output_mask_at(self, node_index: int) -> NoReturn:
        """Not defined outside of Keras models."""
        self._not_called("output mask")


def _as_loss(loss: Any) -> Tensor:
    return loss if isinstance(loss, Tensor) else convert_to_tensor(loss, dtype="float32")
