"""The base class of Keras' optimizers: hyperparameters that are variables, slots beside each variable, a count of steps.

A subclass says which slots it needs and how one variable is updated; the operations that do it are those of `ops.training`.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, nest, replication
from penstock.graph.build import apply
from penstock.graph.composite import IndexedSlices
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike, TensorOrVariable
from penstock.keras import backend, initializers
from penstock.keras.engine import base_layer_utils
from penstock.keras.optimizer_v2 import learning_rate_schedule
from penstock.keras.typing import InitializerLike
from penstock.keras.utils import generic_utils
from penstock.ops.state.trackable import Trackable
from penstock.ops.state.variables import Variable, VariableAggregation, VariableSynchronization
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.distribute.strategy import Strategy
    from penstock.graph.dtypes import DType


_FIRST = VariableAggregation.ONLY_FIRST_REPLICA
_VALID = (dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64)


def _deduplicate_indexed_slices(values: Any, indices: TensorLike) -> tuple[Any, Any]:
    unique, positions = tf.unique(indices)
    return tf.unsorted_segment_sum(values, positions, tf.shape(unique)[0]), unique


@export("keras.optimizers.Optimizer")
class OptimizerV2(Trackable):
    """The base class of optimizers of Keras.

    Args:
      name: a name, under which its variables stand.
      **kwargs: `clipnorm` and `clipvalue` limit gradients; `lr` is an old name of `learning_rate`, and `decay` makes
        the rate smaller: it is divided by one plus `decay` times the number of steps.

    >>> import penstock as tf
    >>> v = tf.Variable(3.0, use_resource=True)
    >>> optimizer = tf.keras.optimizers.SGD(0.1)
    >>> step = optimizer.get_updates(v * v, [v])
    >>> session = tf.keras.backend.get_session()
    >>> session.run(v.initializer)
    >>> session.run(step), session.run(v)
    ([None], np.float32(2.4))
    """

    _hyper: dict[str, Any]

    def __init__(self, name: str | None, **kwargs: Any) -> None:
        for key, value in kwargs.items():
            if key not in ("clipnorm", "clipvalue", "lr", "decay"):
                raise TypeError("Unexpected keyword argument passed to optimizer: " + str(key))
            if value < 0:
                raise ValueError(f"Expected {key} >= 0, received: {value}")
        self._use_locking = True
        self._init_set_name(name)
        self._hyper = {}
        self._slots: dict[str, dict[str, Any]] = {}
        self._slot_names: list[str] = []
        self._weights: list[Any] = []
        self._iterations: Any = None
        self._tracked: dict[str, Any] = {}
        self._initial_decay = kwargs.pop("decay", 0.0)
        if "clipnorm" in kwargs:
            self.clipnorm = kwargs.pop("clipnorm")
        if "clipvalue" in kwargs:
            self.clipvalue = kwargs.pop("clipvalue")
        self._hypers_created = False

    def _init_set_name(self, name: str | None, zero_based: bool = True) -> None:
        self._name = name or backend.unique_object_name(
            generic_utils.to_snake_case(self.__class__.__name__), zero_based=zero_based
        )

    # -- gradients and steps ------------------------------------------------------------------------------------------

    def minimize(self, loss: Any, var_list: Any, grad_loss: Any = None, name: str | None = None) -> Any:
        """An operation that does one step.

        Args:
          loss: a function that returns the loss.
          var_list: the variables, or a function that returns them.
          grad_loss: the gradient of the loss, one by default.
          name: a name.
        """
        return self.apply_gradients(self._compute_gradients(loss, var_list=var_list, grad_loss=grad_loss), name=name)

    def _compute_gradients(self, loss: Any, var_list: Any, grad_loss: Any = None) -> list[tuple[Any, Any]]:
        value = loss()
        params = nest.flatten(var_list() if callable(var_list) else var_list)
        with tf.name_scope(self._name + "/gradients"):
            grads = self._clipped(tf.gradients(value, params, grad_loss))
        found = list(zip(grads, params))
        self._assert_valid_dtypes([v for g, v in found if g is not None])
        return found

    def _clipped(self, grads: list[Any]) -> list[Any]:
        if hasattr(self, "clipnorm"):
            grads = [tf.clip_by_norm(g, self.clipnorm) for g in grads]
        if hasattr(self, "clipvalue"):
            grads = [tf.clip_by_value(g, -self.clipvalue, self.clipvalue) for g in grads]
        return grads

    def get_gradients(self, loss: Any, params: Sequence[Any]) -> list[Any]:
        """The gradients of `loss` by `params`, clipped if that was asked for.

        Raises:
          ValueError: there is no gradient by one of them.
        """
        params = nest.flatten(params)
        with backend.get_graph().as_default(), tf.name_scope(self._name + "/gradients"):
            grads = tf.gradients(loss, params)
            for grad, param in zip(grads, params):
                if grad is None:
                    raise ValueError(
                        f"Variable {param} has `None` for gradient. Please make sure that all of your ops have a gradient "
                        "defined (i.e. are differentiable). Common ops without gradient: K.argmax, K.round, K.eval."
                    )
            return self._clipped(grads)

    def apply_gradients(self, grads_and_vars: Iterable[tuple[Any, Any]], name: str | None = None) -> Any:
        """An operation that does one step with given gradients.

        Args:
          grads_and_vars: pairs of a gradient and a variable.
          name: a name.

        Raises:
          ValueError: there is no gradient at all.
        """
        grads_and_vars = _filter_grads(grads_and_vars)
        var_list = [v for _, v in grads_and_vars]
        with tf.name_scope(self._name):
            with tf.init_scope():
                _ = self.iterations
                self._create_hypers()
                self._create_slots(var_list)
            state = self._prepare(var_list)
            within = replication.current()
            if within is not None:
                apply_all = functools.partial(self._distributed_apply, apply_state=state)
                return within.replica_context.merge_call(apply_all, args=(grads_and_vars,), kwargs={"name": name})
            updates = []
            with tf.name_scope(name or self._name):
                for grad, var in grads_and_vars:
                    with tf.name_scope("update_" + var.op.name), tf.colocate_with(var):
                        updates.append(self._updated(grad, var, state))
                with tf.control_dependencies(updates):
                    return self._iterations.assign_add(1).op

    def _distributed_apply(
        self,
        strategy: Strategy,
        grads_and_vars: Iterable[tuple[Any, Any]],
        name: str | None,
        apply_state: dict[tuple[str, DType], dict[str, Any]],
    ) -> Any:
        """Adds up the gradients of the replicas, and updates all copies of the variables."""
        reduced = strategy.extended.batch_reduce_to("SUM", grads_and_vars)
        updates: list[Any] = []
        with tf.name_scope(name or self._name):
            for grad, (_, var) in zip(reduced, grads_and_vars):
                with tf.name_scope("update_" + var.op.name), strategy.extended.colocate_vars_with(var):
                    updates.extend(
                        strategy.extended.update(
                            var, lambda v, g: self._updated(g, v, apply_state), args=(grad,), group=False
                        )
                    )
            with tf.control_dependencies(updates):
                return self._iterations.assign_add(1).op

    def _updated(self, grad: TensorLike, var: Variable, state: Any) -> Any:
        if isinstance(var, Tensor):
            raise NotImplementedError("Trying to update a Tensor ", var)
        if isinstance(grad, IndexedSlices):
            if var.constraint is not None:
                raise RuntimeError("Cannot use a constraint function on a sparse variable.")
            keywords = {"apply_state": state} if _takes_state(self._resource_apply_sparse) else {}
            return self._resource_apply_sparse_duplicate_indices(grad.values, var, grad.indices, **keywords)
        keywords = {"apply_state": state} if _takes_state(self._resource_apply_dense) else {}
        update = self._resource_apply_dense(grad, var, **keywords)
        if var.constraint is None:
            return update
        with tf.control_dependencies([update]):
            return var.assign(var.constraint(var))

    def get_updates(self, loss: Any, params: Sequence[Any]) -> list[Any]:
        """The operations that do one step: a list of one."""
        found = list(zip(self.get_gradients(loss, params), params))
        self._assert_valid_dtypes([v for g, v in found if g is not None])
        return [self.apply_gradients(found)]

    def _assert_valid_dtypes(self, tensors: list[Any]) -> None:
        valid = self._valid_dtypes()
        for t in tensors:
            if t.dtype.base_dtype not in valid:
                raise ValueError(f"Invalid type {t.dtype.base_dtype!r} for {t.name}, expected: {list(valid)}.")

    def _valid_dtypes(self) -> set[dtypes.DType]:
        return set(_VALID)

    # -- hyperparameters ----------------------------------------------------------------------------------------------

    def _set_hyper(self, name: str, value: Any) -> None:
        before = self._hyper.get(name)
        schedule = learning_rate_schedule.LearningRateSchedule
        replaced = callable(before) or isinstance(before, (Tensor, int, float)) or isinstance(value, schedule)
        if name not in self._hyper or replaced:
            self._hyper[name] = value
        else:
            backend.set_value(before, value)

    def _get_hyper(self, name: str, dtype: DTypeLike | None = None) -> Any:
        if not self._hypers_created:
            self._create_hypers()
        value = self._hyper[name]
        if isinstance(value, learning_rate_schedule.LearningRateSchedule):
            return value
        if callable(value):
            value = value()
        return tf.cast(value, dtype) if dtype else value

    def _create_hypers(self) -> None:
        if self._hypers_created:
            return
        for name, value in sorted(self._hyper.items()):
            if not (isinstance(value, (Tensor, Variable)) or callable(value)):
                self._hyper[name] = self.add_weight(
                    name, shape=[], trainable=False, initializer=value, aggregation=_FIRST
                )
        self._hypers_created = True

    def __getattr__(self, name: str) -> Any:
        found = "learning_rate" if name == "lr" else name
        if found != "_hyper" and found in self.__dict__.get("_hyper", ()):
            return self._get_hyper(found)
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name: str, value: Any) -> None:
        name = "learning_rate" if name == "lr" else name
        if name in self.__dict__.get("_hyper", ()):
            self._set_hyper(name, value)
        else:
            super().__setattr__(name, value)

    def _decayed_lr(self, var_dtype: DType) -> Any:
        rate = self._get_hyper("learning_rate", var_dtype)
        if isinstance(rate, learning_rate_schedule.LearningRateSchedule):
            rate = tf.cast(rate(tf.cast(self.iterations, var_dtype)), var_dtype)
        if self._initial_decay > 0.0:
            step = tf.cast(self.iterations, var_dtype)
            rate = rate / (1.0 + self._get_hyper("decay", var_dtype) * step)
        return rate

    def _serialize_hyperparameter(self, hyperparameter_name: str) -> Any:
        value = self._hyper[hyperparameter_name]
        if isinstance(value, learning_rate_schedule.LearningRateSchedule):
            return learning_rate_schedule.serialize(value)
        if callable(value):
            return value()
        return backend.get_value(value) if tf.is_tensor(value) else value

    # -- variables ----------------------------------------------------------------------------------------------------

    def add_weight(
        self,
        name: str,
        shape: ShapeLike,
        dtype: DTypeLike | None = None,
        initializer: InitializerLike | None = "zeros",
        trainable: bool | None = None,
        synchronization: VariableSynchronization = VariableSynchronization.AUTO,
        aggregation: VariableAggregation = VariableAggregation.NONE,
    ) -> Any:
        """Makes a variable of the optimizer itself."""
        if isinstance(initializer, str) or callable(initializer):
            initializer = initializers.get(initializer)
        if synchronization == VariableSynchronization.ON_READ:
            if trainable:
                raise ValueError(
                    "Synchronization value can be set to VariableSynchronization.ON_READ only for non-trainable "
                    "variables. You have specified trainable=True and synchronization=VariableSynchronization.ON_READ."
                )
            trainable = False
        made = base_layer_utils.make_variable(
            name,
            shape=shape,
            dtype=dtypes.float32 if dtype is None else dtypes.as_dtype(dtype),
            initializer=initializer,
            trainable=True if trainable is None else trainable,
            use_resource=True,
            synchronization=synchronization,
            aggregation=aggregation,
        )
        backend.track_variable(made)
        self._tracked[name] = made
        return made

    @property
    def iterations(self) -> Any:
        """The number of steps so far, a variable."""
        if self._iterations is None:
            self._iterations = self.add_weight(
                "iter", shape=[], dtype=dtypes.int64, trainable=False, aggregation=_FIRST
            )
            self._weights.append(self._iterations)
        return self._iterations

    @iterations.setter
    def iterations(self, variable: TensorOrVariable) -> None:
        if self._iterations is not None:
            raise RuntimeError(
                "Cannot set `iterations` to a new Variable after the Optimizer weights have been created"
            )
        self._iterations = self._tracked["iter"] = variable
        self._weights.append(variable)

    def _create_slots(self, var_list: list[Any]) -> None:
        """Makes the slots that all steps need; subclasses define it."""

    def get_slot_names(self) -> list[str]:
        """The names of the slots."""
        return self._slot_names

    def add_slot(self, var: Variable, slot_name: str, initializer: InitializerLike | None = "zeros") -> Any:
        """Makes a variable beside `var`, of its shape and type; or returns the one that is there."""
        if slot_name not in self._slot_names:
            self._slot_names.append(slot_name)
        slots = self._slots.setdefault(_key(var), {})
        if slot_name not in slots:
            initial: Any = initializer
            if isinstance(initializer, str) or callable(initializer):
                initial = functools.partial(initializers.get(initializer), shape=var.shape, dtype=var.dtype)
            with replication.variables_beside(var, lambda: var):
                slot = tf.Variable(
                    name=f"{var._shared_name}/{slot_name}",
                    dtype=var.dtype,
                    trainable=False,
                    initial_value=initial,
                    use_resource=True,
                )
            backend.track_variable(slot)
            slots[slot_name] = slot
            self._weights.append(slot)
        return slots[slot_name]

    def get_slot(self, var: Variable, slot_name: str) -> Any:
        """The slot of a variable.

        Raises:
          KeyError: there is none.
        """
        return self._slots[_key(var)][slot_name]

    def variables(self) -> list[Any]:
        """The variables of the optimizer: the number of steps, then the slots."""
        return self._weights

    @property
    def weights(self) -> list[Any]:
        """The variables of the optimizer: the number of steps, then the slots."""
        return self._weights

    def get_weights(self) -> list[Any]:
        """The values of the variables."""
        return backend.batch_get_value(self.weights)

    def set_weights(self, weights: Sequence[Any]) -> None:
        """Gives the variables values.

        Raises:
          ValueError: their number or shapes are others.
        """
        params = self.weights
        if len(params) != len(weights):
            raise ValueError(
                f"You called `set_weights(weights)` on optimizer {self._name} with a  weight list of length "
                f"{len(weights)}, but the optimizer was expecting {len(params)} weights. "
                f"Provided weights: {str(weights)[:50]}..."
            )
        if not params:
            return
        for value, weight in zip(backend.batch_get_value(params), weights):
            if value.shape != weight.shape:
                raise ValueError(
                    f"Optimizer weight shape {value.shape} not compatible with provided weight shape {weight.shape}"
                )
        backend.batch_set_value(list(zip(params, weights)))

    @property
    def _checkpoint_dependencies(self) -> list[tuple[str, Any]]:
        return list(self._tracked.items())

    # -- what subclasses define, and what they use --------------------------------------------------------------------

    def _prepare(self, var_list: list[Any]) -> dict[tuple, dict[str, Any]]:
        """What all updates of a step have in common, for each type of variables."""
        state: dict[tuple, dict[str, Any]] = {}
        places = [(where, var.dtype.base_dtype) for var in var_list for where in _devices(var)]
        for key in dict.fromkeys(places):
            state[key] = {}
            with tf.device(key[0] or None):
                self._prepare_local(*key, state)
        return state

    def _prepare_local(
        self, var_device: str, var_dtype: DType, apply_state: dict[tuple[str, DType], dict[str, Any]]
    ) -> None:
        if "learning_rate" in self._hyper:
            apply_state[var_device, var_dtype]["lr_t"] = tf.identity(self._decayed_lr(var_dtype))

    def _fallback_apply_state(self, var_device: str, var_dtype: DType) -> dict[str, Any]:
        state: dict[tuple, dict[str, Any]] = {(var_device, var_dtype): {}}
        self._prepare_local(var_device, var_dtype, state)
        return state[var_device, var_dtype]

    def _coefficients(self, var: TensorOrVariable, apply_state: Any) -> dict[str, Any]:
        """What `_prepare_local` made for variables of the type of `var`."""
        key = var.device, var.dtype.base_dtype
        return (apply_state or {}).get(key) or self._fallback_apply_state(*key)

    def _resource_apply_dense(
        self, grad: TensorLike, handle: Any, apply_state: dict[tuple[str, DType], dict[str, Any]]
    ) -> Any:
        raise NotImplementedError()

    def _resource_apply_sparse_duplicate_indices(
        self, grad: TensorLike, handle: Any, indices: TensorLike, **kwargs: Any
    ) -> Any:
        summed, unique = _deduplicate_indexed_slices(values=grad, indices=indices)
        return self._resource_apply_sparse(summed, handle, unique, **kwargs)

    def _resource_apply_sparse(
        self, grad: TensorLike, handle: Any, indices: TensorLike, apply_state: dict[tuple[str, DType], dict[str, Any]]
    ) -> Any:
        raise NotImplementedError()

    def _resource_scatter_add(self, x: Any, i: Any, v: TensorOrVariable) -> Any:
        with tf.control_dependencies([apply("ResourceScatterAdd", resource=x.handle, indices=i, updates=v)]):
            return x.value()

    def _resource_scatter_update(self, x: Any, i: Any, v: TensorOrVariable) -> Any:
        with tf.control_dependencies([apply("ResourceScatterUpdate", resource=x.handle, indices=i, updates=v)]):
            return x.value()

    # -- configurations -----------------------------------------------------------------------------------------------

    def get_config(self) -> dict[str, Any]:
        """The arguments of the constructor, with the hyperparameters as they are now."""
        config = {"name": self._name}
        for name in ("clipnorm", "clipvalue"):
            if hasattr(self, name):
                config[name] = getattr(self, name)
        return config

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Any:
        """An optimizer with a configuration."""
        if "lr" in config:
            config["learning_rate"] = config.pop("lr")
        if isinstance(config.get("learning_rate"), dict):
            config["learning_rate"] = learning_rate_schedule.deserialize(
                config["learning_rate"], custom_objects=custom_objects
            )
        return cls(**config)


def _key(var: Variable) -> str:
    """The name under which the slots of a variable, or of the variable that it is a copy of, are kept."""
    return (replication.container_of(var) or var)._shared_name


def _devices(var: Any) -> Any:
    return var.devices if replication.is_distributed(var) else [var.device]


def _takes_state(method: Any) -> bool:
    return "apply_state" in inspect.signature(method).parameters


def _filter_grads(grads_and_vars: Iterable[tuple[Any, Any]]) -> tuple:
    grads_and_vars = tuple(grads_and_vars)
    if not grads_and_vars:
        return grads_and_vars
    filtered = tuple((g, v) for g, v in grads_and_vars if g is not None)
    if not filtered:
        raise ValueError(f"No gradients provided for any variable: {[v.name for _, v in grads_and_vars]}.")
    without = [v.name for g, v in grads_and_vars if g is None]
    if without:
        logging.warning("Gradients do not exist for variables %s when minimizing the loss.", without)
    return filtered
