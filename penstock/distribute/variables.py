"""Variables that each device has a copy of: `MirroredVariable`, whose copies stay equal, and `SyncOnReadVariable`, whose
copies the replicas change on their own and that are put together when read.
"""

from __future__ import annotations

import contextlib
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from penstock._namespace import find
from penstock.distribute import devices
from penstock.distribute.context import get_replica_context, get_strategy, has_strategy, in_cross_replica_context
from penstock.distribute.devices import DeviceMap, ReplicaDeviceMap
from penstock.distribute.reduce_op import ReduceOp
from penstock.distribute.values import OPERATORS, DistributedDelegate, DistributedValues, Mirrored, identity
from penstock.graph import replication, stack
from penstock.graph.convert import (
    convert_to_tensor,
    register_dense_tensor_like_type,
    register_tensor_conversion_function,
)
from penstock.graph.graph import device
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import SessionLike, TensorLike
from penstock.ops.state import saveable
from penstock.ops.state.variables import Variable, VariableAggregation, VariableSynchronization

if TYPE_CHECKING:
    from penstock.distribute.strategy import Strategy
    from penstock.graph.operation import Operation, Tensor


@contextlib.contextmanager
def _in_scope_of(strategy: Strategy) -> Iterator[None]:
    """The scope of a strategy, which is opened unless it is open; RuntimeError if another is."""
    if not has_strategy():
        with strategy.scope():
            yield
        return
    current = get_strategy()
    if current is not strategy:
        raise RuntimeError(f"Mixing different tf.distribute.Strategy objects: {current} is not {strategy}")
    yield


class DistributedVarOp(NamedTuple):
    """What a distributed variable says of its operations across replicas."""

    name: str
    graph: Any
    traceback: Any
    type: str


class DistributedVariable(DistributedDelegate, Variable):
    """A variable with a copy on each of several devices."""

    _is_distributed = True
    _in_graph_mode = True

    def __init__(
        self, strategy: Strategy, device_map: DeviceMap, values: Sequence[Any], logical_device: int | None = None
    ) -> None:
        self._distribute_strategy = strategy
        DistributedValues.__init__(self, device_map, values, logical_device)
        self._common_name = self.primary.name.split(":")[0]
        for value in values:
            value._distributed_container = weakref.ref(self)
        self._keras_initialized = False
        self._initializer_op: Any = None

    def _get_closest(self) -> Any:
        replica = get_replica_context()
        if replica:
            return self._device_map.select_for_current_replica(self._values, replica)
        here = replication.update_device()
        if here is None:
            here = devices.canonicalize(devices.current())
        number = self._device_map.replica_for_device(here)
        return self.primary if number is None else self._values[number]

    # -- of all copies ------------------------------------------------------------------------------------------------

    def is_initialized(self, name: str | None = None) -> Any:
        """Whether all copies have a value."""
        both = find("logical_and")
        result = self.primary.is_initialized()
        for value in self._values[1:-1]:
            result = both(result, value.is_initialized())
        return both(result, self._values[-1].is_initialized(), name=name)

    @property
    def initializer(self) -> Any:
        """The operation that gives all copies their initial values."""
        return self._initializer_op or find("group")(*[v.initializer for v in self._values])

    def _set_save_slice_info(self, save_slice_info: Any) -> None:
        for value in self._values:
            value._set_save_slice_info(save_slice_info)

    # -- of the first copy --------------------------------------------------------------------------------------------

    @property
    def graph(self) -> Any:
        """The graph of the variable."""
        return self.primary.graph

    @property
    def name(self) -> str:
        """The name of the first copy."""
        return self.primary.name

    @property
    def dtype(self) -> Any:
        """The type of the elements."""
        return self.primary.dtype

    @property
    def shape(self) -> Any:
        """The static shape."""
        return self.primary.shape

    @property
    def trainable(self) -> bool:
        """True if optimizers change it by default."""
        return self.primary.trainable

    @property
    def synchronization(self) -> Any:
        """When the copies are made equal."""
        return self.primary.synchronization

    @property
    def constraint(self) -> Any:
        """The function that is applied to the new value after an update, or None."""
        return self.primary.constraint

    def get_shape(self) -> Any:
        """The static shape."""
        return self.primary.get_shape()

    def to_proto(self, export_scope: str | None = None) -> Any:
        """The first copy as a `VariableDef`."""
        return self.primary.to_proto(export_scope=export_scope)

    @property
    def _unique_id(self) -> str:
        return self.primary._unique_id

    @property
    def _shared_name(self) -> str:
        return self._common_name

    @property
    def _graph_key(self) -> Any:
        return self.primary._graph_key

    @property
    def _save_slice_info(self) -> Any:  # type: ignore[override]
        return self.primary._save_slice_info

    def _get_save_slice_info(self) -> Any:
        return self.primary._get_save_slice_info()

    # -- of the copy that is meant ------------------------------------------------------------------------------------

    @property
    def initial_value(self) -> Any:
        """The tensor that the initializer assigns."""
        return self._get_closest().initial_value

    def initialized_value(self) -> Any:
        """The value if the variable has one, else the initial value."""
        return self._get_closest().initialized_value()

    def eval(self, session: SessionLike | None = None) -> Any:
        """The value in a session."""
        return self._get_closest().eval(session)

    @property
    def device(self) -> str:
        """The device of the copy."""
        return self._get_closest().device

    def value(self) -> Any:
        """The value, read where this is called."""
        return self._get_closest().value()

    def read_value(self) -> Tensor:
        """The value, read where this is called."""
        with _in_scope_of(self._distribute_strategy):
            return identity(self.get())

    @property
    def handle(self) -> Any:
        """The handle of the copy of this replica, or of the update that is made."""
        where = None
        if get_replica_context() is None:
            where = replication.update_device()
            if where is None:
                raise ValueError(
                    "`handle` is not available outside the replica context or a `tf.distribute.Strategy.update()` call."
                )
        return self.get(device=where).handle

    @property
    def op(self) -> Any:
        """The operation of the copy; across replicas, what is known of the first."""
        if in_cross_replica_context():
            op = self.primary.op
            return DistributedVarOp(op.name, op.graph, op.traceback, op.type)
        return self.get().op

    @property
    def distribute_strategy(self) -> Strategy:
        """The strategy in whose scope it was made."""
        return self._distribute_strategy

    def _ref(self) -> Any:
        return self.get()._ref()

    def _should_act_as_resource_variable(self) -> None:
        """Being there says that this is a variable behind a handle."""

    def _scatter(
        self, op_type: str, indices: TensorLike, updates: TensorLike, use_locking: bool, name: str | None
    ) -> Any:
        return self.get()._scatter(op_type, indices, updates, use_locking, name)

    def sparse_read(self, indices: TensorLike, name: str | None = None) -> Any:
        """The rows `indices` of the copy."""
        return self.get().sparse_read(indices, name=name)

    def gather_nd(self, indices: TensorLike, name: str | None = None) -> Any:
        """The slices of the copy that `indices` name."""
        return self.get().gather_nd(indices, name=name)

    def load(self, value: Any, session: SessionLike | None = None) -> None:
        """Sets all copies in a session."""
        for copy in self._values:
            copy.load(value, session)

    def __iter__(self) -> Any:
        raise TypeError(f"'{type(self).__name__}' object is not iterable.")

    __getitem__ = DistributedDelegate.__getitem__
    __repr__ = DistributedDelegate.__repr__


for _name in OPERATORS:
    setattr(DistributedVariable, _name, getattr(DistributedDelegate, _name))


_NEEDS_AGGREGATION = (
    "You must specify an aggregation method to update a {kind} in Replica Context. You can do so by passing an explicit value "
    "for argument `aggregation` to tf.Variable(..).e.g. `tf.Variable(..., aggregation=tf.VariableAggregation.SUM)`"
    "`tf.VariableAggregation` lists the possible aggregation methods.This is required because {kind} should always be kept in "
    "sync. When updating them or assigning to them in a replica context, we automatically try to aggregate the values before "
    "updating the variable. For this aggregation, we need to know the aggregation method. Another alternative is to not try to "
    "update such {kind} in replica context, but in cross replica context. You can enter cross replica context by calling "
    "`tf.distribute.get_replica_context().merge_call(merge_fn, ..)`.Inside `merge_fn`, you can then update the {kind} using "
    "`tf.distribute.StrategyExtended.update()`."
)


def _aggregated(strategy: Strategy, value: Any, aggregation: Any, destinations: Any) -> Any:
    if aggregation is VariableAggregation.ONLY_FIRST_REPLICA:
        first = strategy.experimental_local_results(value)[0]
        return strategy.extended.broadcast_to(first, destinations=destinations)
    return strategy.extended.reduce_to(ReduceOp.from_variable_aggregation(aggregation), value, destinations)


def assign_together(variable: Any, method: str, kind: str, args: Any, kwargs: Any) -> Any:
    """Assigns to a variable whose replicas must agree: across replicas at once, in a replica after putting values together."""

    def assign(copy: Any, *args: Any, **kwargs: Any) -> Any:
        return getattr(copy, method)(*args, **kwargs)

    strategy = variable._distribute_strategy
    with _in_scope_of(strategy):
        if in_cross_replica_context():
            where = replication.update_device()
            if where is not None:
                return assign(variable._copy_on(where), *args, **kwargs)
            return strategy.extended.update(variable, assign, args=args, kwargs=kwargs)
        replica = get_replica_context()
        if replica is None or replica.strategy is not strategy:
            raise RuntimeError("Replica-local variables may only be assigned in a replica context.")
        if variable._aggregation is VariableAggregation.NONE:
            raise ValueError(_NEEDS_AGGREGATION.format(kind=kind))

        def merge(strategy: Strategy, value: Any, *others: Any, **named: Any) -> Any:
            agreed = _aggregated(strategy, value, variable._aggregation, variable)
            return strategy.extended.update(variable, assign, args=(agreed, *others), kwargs=named)

        return replica.merge_call(merge, args=args, kwargs=kwargs)


class _MirroredSaveable(saveable.ResourceVariableSaveable):
    """Saves the first copy, restores all."""

    def __init__(self, mirrored: MirroredVariable, primary: Any, name: str) -> None:
        self._mirrored = mirrored
        super().__init__(primary, "", name)

    def restore(self, restored_tensors: Any, restored_shapes: Any) -> Operation:
        (tensor,) = restored_tensors
        return find("group")(*[_on_device(v, "assign", tensor) for v in self._mirrored.values])


def _on_device(copy: Any, method: str, tensor: TensorLike) -> Any:
    with device(copy.device):
        return getattr(copy, method)(tensor)


class MirroredVariable(DistributedVariable, Mirrored):
    """A variable whose copies have the same value at any time."""

    def __init__(
        self,
        strategy: Strategy,
        device_map: DeviceMap,
        values: Any,
        aggregation: Any,
        logical_device: int | None = None,
    ) -> None:
        super().__init__(strategy, device_map, values, logical_device)
        self._aggregation = aggregation

    def _copy_on(self, where: str) -> Any:
        return self.get(device=where)

    def assign(self, *args: Any, **kwargs: Any) -> Any:
        """Assigns to all copies."""
        return assign_together(self, "assign", "MirroredVariable", args, kwargs)

    def assign_add(self, *args: Any, **kwargs: Any) -> Any:
        """Adds to all copies."""
        return assign_together(self, "assign_add", "MirroredVariable", args, kwargs)

    def assign_sub(self, *args: Any, **kwargs: Any) -> Any:
        """Subtracts from all copies."""
        return assign_together(self, "assign_sub", "MirroredVariable", args, kwargs)

    @property
    def aggregation(self) -> Any:
        """How values that replicas assign are put together."""
        return self._aggregation

    def _get_cross_replica(self) -> Tensor:
        return identity(self._nearest())

    def _as_graph_element(self) -> Any:
        if in_cross_replica_context():
            return self.primary._as_graph_element()
        return self.get()._as_graph_element()

    def _gather_saveables_for_checkpoint(self) -> dict[str, Any]:
        return {"VARIABLE_VALUE": lambda name=self._common_name: _MirroredSaveable(self, self.primary, name)}

    def _clone_with_new_values(self, new_values: Any) -> Any:
        return type(self)(
            self._distribute_strategy, self._device_map, new_values, self._aggregation, self._logical_device
        )


class _SyncOnReadSaveable(saveable.SaveableObject):
    """Saves what the copies are together, and restores them so that they are it again."""

    def __init__(self, variable: SyncOnReadVariable, name: str) -> None:
        self._variable = variable

        def tensor() -> Any:
            return variable._distribute_strategy.extended.read_var(variable)

        spec = saveable.SaveSpec(tensor, "", name, dtype=variable.dtype, device=variable.primary.device)
        super().__init__(tensor, [spec], name)

    def restore(self, restored_tensors: Any, restored_shapes: Any) -> Any:
        (tensor,) = restored_tensors
        return self._variable.assign(tensor)


class SyncOnReadVariable(DistributedVariable):
    """A variable whose copies belong to the replicas; read across replicas, it is their sum, mean or the first of them."""

    # 1.15 reads such a variable to learn which graph it is in; seeds count these operations.
    _is_read_for_its_graph = True

    def __init__(
        self,
        strategy: Strategy,
        device_map: DeviceMap,
        values: Any,
        aggregation: Any,
        logical_device: int | None = None,
    ) -> None:
        self._aggregation = aggregation
        super().__init__(strategy, device_map, values, logical_device)

    def _change(self, method: str, args: Any, kwargs: Any) -> Any:
        with _in_scope_of(self._distribute_strategy):
            if not in_cross_replica_context():
                return getattr(self.get(), method)(*args, **kwargs)
            value = args[0]
            if self._aggregation is VariableAggregation.SUM:
                if method != "assign":
                    raise ValueError(
                        f"SyncOnReadVariable does not support `{method}` in cross-replica context when aggregation is set to "
                        "`tf.VariableAggregation.SUM`."
                    )
                value = value * (1.0 / len(self.devices))  # the copies' sum is what was assigned
            return find("group")(*[_on_device(copy, method, value) for copy in self._values])

    def assign(self, *args: Any, **kwargs: Any) -> Any:
        """Assigns to the copy of the replica; across replicas, so that the copies together are the value."""
        return self._change("assign", args, kwargs)

    def assign_add(self, *args: Any, **kwargs: Any) -> Any:
        """Adds to the copy of the replica; across replicas, to all."""
        return self._change("assign_add", args, kwargs)

    def assign_sub(self, *args: Any, **kwargs: Any) -> Any:
        """Subtracts from the copy of the replica; across replicas, from all."""
        return self._change("assign_sub", args, kwargs)

    @property
    def aggregation(self) -> Any:
        """How the copies are put together."""
        return self._aggregation

    def _get_cross_replica(self) -> Any:
        if self._aggregation is VariableAggregation.ONLY_FIRST_REPLICA:
            return self.primary
        with _in_scope_of(self._distribute_strategy):
            reduce_op = ReduceOp.from_variable_aggregation(self._aggregation)
            return self._distribute_strategy.reduce(reduce_op, self, axis=None)

    def _skip_reads(self, count: int) -> None:
        """Takes note of reads that 1.15 would make to ask the value for an attribute."""
        if self._aggregation is not VariableAggregation.ONLY_FIRST_REPLICA:
            self._distribute_strategy.extended._skip_reductions(count)

    def _as_graph_element(self) -> Any:
        if in_cross_replica_context():
            return self._get_cross_replica()
        return self.get()._as_graph_element()

    def _gather_saveables_for_checkpoint(self) -> dict[str, Any]:
        return {"VARIABLE_VALUE": lambda name=self._common_name: _SyncOnReadSaveable(self, name)}

    _clone_with_new_values = MirroredVariable._clone_with_new_values


def _to_tensor(variable: Any, dtype: Any = None, name: str | None = None, as_ref: bool = False) -> Tensor:
    return convert_to_tensor(variable.get(), dtype=dtype, name=name)


# -- making them ------------------------------------------------------------------------------------------------------


def create_mirrored_variable(
    strategy: Strategy,
    device_map: DeviceMap,
    logical_device: int,
    make_copies: Callable,
    mirrored_class: Any,
    sync_on_read_class: Any,
    *args: Any,
    **kwargs: Any,
) -> Any:
    """Makes the copies and the distributed variable of them, which takes their place in the collections.

    Args:
      strategy: the strategy.
      device_map, logical_device: where the copies are.
      make_copies: called with the devices and the arguments of the variable; returns the copies.
      mirrored_class, sync_on_read_class: the classes to choose from.

    Raises:
      ValueError: the variable asks for a way of synchronization or aggregation that does not exist here.
    """
    collections = kwargs.pop("collections", None)
    collections = [GraphKeys.GLOBAL_VARIABLES] if collections is None else list(collections)
    kwargs["collections"] = []
    synchronization = kwargs.get("synchronization", VariableSynchronization.ON_WRITE)
    if synchronization is VariableSynchronization.NONE:
        raise ValueError(
            "`NONE` variable synchronization mode is not supported with `Mirrored` distribution strategy. Please change the "
            f"`synchronization` for variable: {kwargs['name']}"
        )
    if synchronization not in (None, *VariableSynchronization):
        raise ValueError(f"Invalid variable synchronization mode: {synchronization} for variable: {kwargs['name']}")
    aggregation = kwargs.pop("aggregation", VariableAggregation.NONE)
    if aggregation not in tuple(VariableAggregation):
        raise ValueError(f"Invalid variable aggregation mode: {aggregation} for variable: {kwargs['name']}")
    kwargs.pop("caching_device", None)  # each device has a copy
    copies = make_copies(device_map.logical_to_actual_devices(logical_device), *args, **kwargs)
    on_read = synchronization is VariableSynchronization.ON_READ
    made = (sync_on_read_class if on_read else mirrored_class)(
        strategy, device_map, copies, aggregation, logical_device=logical_device
    )
    graph = stack.current_graph()
    while graph.building_function:
        graph = graph.outer_graph
    if kwargs.get("trainable", True):
        collections.append(GraphKeys.TRAINABLE_VARIABLES)
        trainable = graph.get_collection_ref(GraphKeys.TRAINABLE_VARIABLES)
        trainable[:] = [v for v in trainable if not any(v is copy for copy in copies)]
    graph.add_to_collections(collections, made)
    return made


def validate_colocate_distributed_variable(v: Any, extended: Any) -> None:
    """ValueError unless a variable has copies and was made in the scope of this strategy."""
    _validate_colocate(v, extended, isinstance(v, DistributedVariable))


def validate_colocate(v: Any, extended: Any) -> None:
    """ValueError unless a variable was made in the scope of this strategy."""
    _validate_colocate(v, extended, hasattr(v, "_distribute_strategy"))


def _validate_colocate(variable: Any, extended: Any, known: bool) -> None:
    start = "`colocate_vars_with` must only be passed a variable created in this tf.distribute.Strategy.scope(), not"
    if not known:
        raise ValueError(f"{start}: {variable!r}")
    strategy = variable._distribute_strategy
    if getattr(strategy, "extended", None) is not extended:
        raise ValueError(f"{start} {variable} created in scope: {strategy}")


__all__ = ["DistributedVariable", "MirroredVariable", "ReplicaDeviceMap", "SyncOnReadVariable"]

for _kind in (MirroredVariable, SyncOnReadVariable):
    register_tensor_conversion_function(_kind, _to_tensor, priority=90)
register_dense_tensor_like_type(DistributedVariable)
