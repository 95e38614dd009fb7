"""`ResourceVariable`: a variable behind a handle, read by an operation at a definite time.

`_UnreadVariable` is what its assignments return: the variable after them, read only if somebody uses it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.convert import (
    _into_current,
    convert_to_tensor,
    register_dense_tensor_like_type,
    register_tensor_conversion_function,
)
from penstock.graph.graph import control_dependencies, get_default_graph, init_scope, name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, InitializerLike, ShapeLike, TensorLike
from penstock.ops.state import initial_values, variables
from penstock.ops.state.partitioned_variable import SaveSliceInfo, prepend_name_scope, strip_name_scope
from penstock.util.deprecation import deprecated

if TYPE_CHECKING:
    from penstock.graph.dtypes import DType


class BaseResourceVariable(variables.Variable):
    """What all variables behind handles share."""

    _in_graph_mode = True
    _distribute_strategy = None
    _caching_device = None
    _handle: Tensor
    _graph_element: Tensor | None
    _cached_value: Tensor | None = None
    _shape: TensorShape
    _dtype: dtypes.DType
    _handle_name: str

    @property
    def name(self) -> str:
        """The name of the variable, `'v:0'`."""
        return self._handle_name

    @property
    def dtype(self) -> dtypes.DType:
        """The type of the elements."""
        return self._dtype

    @property
    def shape(self) -> TensorShape:
        """The static shape."""
        return self._shape

    @property
    def op(self) -> Operation:
        """The `VarHandleOp` operation."""
        return self._handle.op

    @property
    def graph(self) -> Any:
        """The graph of the variable."""
        return self._handle.graph

    @property
    def device(self) -> str:
        """The device of the variable."""
        return self._handle.device

    @property
    def handle(self) -> Tensor:
        """The handle, a tensor of type resource."""
        return self._handle

    @property
    def create(self) -> Operation:
        """The initializer."""
        return self._initializer_op

    def _as_graph_element(self) -> Any:
        return self._graph_element

    # -- reading ------------------------------------------------------------------------------------------------------

    def _read_variable_op(self) -> Tensor:
        return apply("ReadVariableOp", resource=self._handle, dtype=self._dtype)

    def value(self) -> Tensor:
        """The value, read where this is called."""
        if self._cached_value is not None:
            return self._cached_value
        graph = get_default_graph()
        with graph.colocate_with(None, ignore_existing=True), graph.device(self._handle.device):
            return self._read_variable_op()

    def read_value(self) -> Tensor:
        """The value, read where this is called: inside of `control_dependencies`, after them."""
        with name_scope("Read"), get_default_graph().device(self._handle.device):
            value = self._read_variable_op()
        return apply("Identity", input=value)

    def sparse_read(self, indices: TensorLike, name: str | None = None) -> Tensor:
        """The rows `indices`, without reading the rest."""
        with name_scope("Gather" if name is None else name) as scope:
            value = apply("ResourceGather", resource=self._handle, indices=indices, dtype=self._dtype, name=scope)
        return apply("Identity", input=value)

    def gather_nd(self, indices: TensorLike, name: str | None = None) -> Tensor:
        """The slices that the rows of `indices` name, without reading the rest."""
        with name_scope("GatherNd" if name is None else name) as scope:
            value = apply("ResourceGatherNd", resource=self._handle, indices=indices, dtype=self._dtype, name=scope)
        return apply("Identity", input=value)

    def is_initialized(self, name: str | None = None) -> Tensor:
        """A boolean tensor: whether the variable has a value."""
        return apply("VarIsInitializedOp", resource=self._handle, name=name)

    def set_shape(self, shape: ShapeLike | None) -> None:
        """Not possible for a resource variable."""
        raise NotImplementedError("ResourceVariable does not implement set_shape()")

    def numpy(self) -> Any:
        """Only with eager execution, which 1.x graphs do not have."""
        raise NotImplementedError("numpy() is only available when eager execution is enabled.")

    def _ref(self) -> Tensor:
        return self.read_value().op.inputs[0]

    # -- assigning ----------------------------------------------------------------------------------------------------

    def _lazy_read(self, op: Operation) -> _UnreadVariable:
        return _UnreadVariable(self._handle, self._dtype, self._shape, op)

    def _update(self, op_type: str, value: object, name: str | None, read_value: bool) -> Any:
        waits = [self._cached_value] if self._cached_value is not None and op_type != "AssignVariableOp" else []
        with control_dependencies(waits):
            tensor = convert_to_tensor(value, self._dtype)
            if op_type == "AssignVariableOp":
                self._shape.assert_is_compatible_with(tensor.shape)
            op = apply(op_type, resource=self._handle, value=tensor, name=name)
        return self._lazy_read(op) if read_value else op

    def assign(
        self, value: TensorLike, use_locking: bool | None = None, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Makes an operation that assigns `value`; returns the variable after it, or the operation alone."""
        return self._update("AssignVariableOp", value, name, read_value)

    def assign_add(
        self, delta: TensorLike, use_locking: bool | None = None, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Makes an operation that adds `delta`; returns the variable after it, or the operation alone."""
        return self._update("AssignAddVariableOp", delta, name, read_value)

    def assign_sub(
        self, delta: TensorLike, use_locking: bool | None = None, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Makes an operation that subtracts `delta`; returns the variable after it, or the operation alone."""
        return self._update("AssignSubVariableOp", delta, name, read_value)

    @deprecated(None, "Prefer Dataset.range instead.")
    def count_up_to(self, limit: int) -> Tensor:
        """Makes an operation that adds 1 and returns the value before; OutOfRangeError at `limit`."""
        return apply("ResourceCountUpTo", resource=self._handle, limit=limit, T=self._dtype)

    def _scatter(
        self, op_type: str, indices: TensorLike, updates: TensorLike, use_locking: bool, name: str | None
    ) -> _UnreadVariable:
        values = convert_to_tensor(updates, self._dtype)
        handle = {"ref" if op_type.startswith("ScatterNd") else "resource": self._handle}
        return self._lazy_read(apply(f"Resource{op_type}", indices=indices, updates=values, name=name, **handle))

    def _strided_slice_assign(self, value: TensorLike, name: str, **where: Any) -> _UnreadVariable:
        with control_dependencies([] if self._cached_value is None else [self._cached_value]):
            tensor = convert_to_tensor(value, self._dtype)
            op = apply("ResourceStridedSliceAssign", ref=self._handle, value=tensor, name=name, **where)
        return self._lazy_read(op)

    # -- serialization ------------------------------------------------------------------------------------------------

    def to_proto(self, export_scope: str | None = None) -> Any:
        """This variable as a `VariableDef`; None if it is outside of `export_scope`."""
        if export_scope is not None and not self._handle.name.startswith(export_scope):
            return None
        snapshot = self._cached_value if self._cached_value is not None else self._graph_element
        assert snapshot is not None
        proto = protos.VariableDef(
            variable_name=strip_name_scope(self._handle.name, export_scope),
            initializer_name=strip_name_scope(self.initializer.name, export_scope),
            snapshot_name=strip_name_scope(snapshot.name, export_scope),
            is_resource=True,
            trainable=self.trainable,
            synchronization=self.synchronization.value,
            aggregation=self.aggregation.value,
        )
        if self._initial_value is not None:
            proto.initial_value_name = strip_name_scope(self._initial_value.name, export_scope)
        if self._save_slice_info:
            proto.save_slice_info_def.MergeFrom(self._save_slice_info.to_proto(export_scope=export_scope))
        return proto

    def __bool__(self) -> bool:
        return bool(self.read_value())

    def __copy__(self) -> BaseResourceVariable:
        return self

    def __deepcopy__(self, memo: dict) -> BaseResourceVariable:
        raise NotImplementedError("__deepcopy__() is only available when eager execution is enabled.")


@export("contrib.eager.Variable")
class ResourceVariable(BaseResourceVariable):
    """A variable behind a handle; `tf.Variable(..., use_resource=True)`.

    Args:
      initial_value: its value in the beginning, or a function that makes it.
      trainable: whether optimizers change it.
      collections: the collections that it joins; those of all variables by default.
      validate_shape: not used.
      caching_device: where its value is kept once it was read.
      name: its name.
      dtype: its type; that of the initial value by default.
      variable_def: a `VariableDef` from which it is made instead.
      import_scope: the scope into which that was imported.
      constraint: a function that optimizers apply to it after each step.
      distribute_strategy: the strategy that it belongs to.
      synchronization: a `tf.VariableSynchronization`.
      aggregation: a `tf.VariableAggregation`.
      shape: its shape; that of the initial value by default.

    Raises:
      ValueError: there is no initial value, or one beside `variable_def`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     v = tf.contrib.eager.Variable(3.0, name="v")
    ...     session.run(v.initializer)
    ...     print(v.name, session.run(v.assign_add(1.0)))
    v:0 4.0
    """

    def __init__(
        self,
        initial_value: Any = None,
        trainable: bool | None = None,
        collections: Any = None,
        validate_shape: bool = True,
        caching_device: Any = None,
        name: str | None = None,
        dtype: DTypeLike | None = None,
        variable_def: Any = None,
        import_scope: str | None = None,
        constraint: Callable | None = None,
        distribute_strategy: Any = None,
        synchronization: Any = None,
        aggregation: Any = None,
        shape: Sequence[int] | None = None,
    ) -> None:
        if variable_def:
            if initial_value is not None:
                raise ValueError("variable_def and initial_value are mutually exclusive.")
            self._init_from_proto(variable_def, import_scope)
            return
        self._synchronization, self._aggregation, self._trainable = variables.validate_distribution(
            synchronization, aggregation, trainable, name
        )
        collections = variables.check_arguments(initial_value, collections, constraint)
        if isinstance(initial_value, Tensor) and initial_value.graph.building_function:
            raise ValueError(
                "Tensor-typed variable initializers must either be wrapped in an init_scope or callable (e.g., "
                "`tf.Variable(lambda : tf.truncated_normal([10, 40]))`) when building functions. Please file a feature "
                "request if this restriction inconveniences you."
            )
        if self._trainable and GraphKeys.TRAINABLE_VARIABLES not in collections:
            collections = [*collections, GraphKeys.TRAINABLE_VARIABLES]
        self._constraint = constraint
        self._save_slice_info = None
        self._distribute_strategy = distribute_strategy
        with init_scope():
            self._make_operations(initial_value, caching_device, name, dtype, shape)
            get_default_graph().add_to_collections(collections, self)

    def _make_operations(
        self,
        initial_value: InitializerLike | None,
        caching_device: object,
        name: str | None,
        dtype: DTypeLike | None,
        shape: ShapeLike | None,
    ) -> None:
        make = initial_value if callable(initial_value) else None
        with name_scope(name, "Variable", None if make else [initial_value]) as scope:
            graph = get_default_graph()
            handle_name = scope[:-1]
            with graph._attr_scope_map({"_class": [f"loc:@{handle_name}".encode()]}):
                with graph.name_scope("Initializer"), graph.device(None):
                    value = convert_to_tensor(make() if make else initial_value, dtype, name="initial_value")
                if shape is None:
                    shape = value.shape
                elif not value.shape.is_compatible_with(shape):
                    raise ValueError(
                        f"The initial value's shape ({value.shape}) is not compatible with the explicitly supplied `shape` "
                        f"argument ({shape})."
                    )
                self._dtype = value.dtype.base_dtype
                self._shape = shape if isinstance(shape, TensorShape) else TensorShape(shape)
                self._handle = apply(
                    "VarHandleOp", shape=self._shape, dtype=self._dtype, shared_name=handle_name, name=scope
                )
            variables.check_outside_control_flow(value, scope)
            self._initial_value = value
            self._handle_name = f"{handle_name}:0"
            self._unique_id = handle_name
            device = self._handle.device
            with graph.name_scope("IsInitialized"):
                self._is_initialized_op = apply("VarIsInitializedOp", resource=self._handle)
            with graph.name_scope("Assign") as n, graph.colocate_with(None, ignore_existing=True), graph.device(device):
                guarded = initial_values.guarded_initial_value(scope, value)
                self._initializer_op = apply("AssignVariableOp", resource=self._handle, value=guarded, name=n)
            with graph.name_scope("Read"):
                with graph.device(device):
                    self._graph_element = self._read_variable_op()
                if caching_device is not None:
                    with graph.colocate_with(None, ignore_existing=True), graph.device(caching_device):
                        self._cached_value = apply("Identity", input=self._graph_element)

    def _init_from_proto(self, variable_def: Any, import_scope: str | None) -> None:
        assert isinstance(variable_def, protos.VariableDef)
        if not variable_def.is_resource:
            raise ValueError("Trying to restore Variable as ResourceVariable.")
        graph = get_default_graph()

        def element(name: str) -> Any:
            return graph.as_graph_element(prepend_name_scope(name, import_scope))

        self._handle = element(variable_def.variable_name)
        self._shape = self._handle.op._attrs["shape"]
        self._dtype = self._handle.op._attrs["dtype"]
        self._handle_name = self._handle.name
        self._unique_id = self._handle_name
        self._initializer_op = element(variable_def.initializer_name)
        self._initial_value = element(variable_def.initial_value_name) if variable_def.initial_value_name else None
        self._synchronization, self._aggregation, self._trainable = variables.validate_distribution(
            variable_def.synchronization, variable_def.aggregation, variable_def.trainable, variable_def.variable_name
        )
        if variable_def.snapshot_name:
            snapshot = element(variable_def.snapshot_name)
            self._cached_value = snapshot if snapshot.op.type != "ReadVariableOp" else None
            while snapshot.op.type != "ReadVariableOp":
                snapshot = snapshot.op.inputs[0]
            self._graph_element = snapshot
        else:
            self._graph_element = graph.get_tensor_by_name(f"{self._handle.op.name}/Read/ReadVariableOp:0")
        if variable_def.HasField("save_slice_info_def"):
            self._save_slice_info = SaveSliceInfo(
                save_slice_info_def=variable_def.save_slice_info_def, import_scope=import_scope
            )
        self._constraint = None


class _UnreadVariable(BaseResourceVariable):
    """A variable after an operation: whoever reads it waits for the operation."""

    def __init__(self, handle: Tensor, dtype: dtypes.DType, shape: TensorShape, parent_op: Operation) -> None:
        self._handle = handle
        self._dtype = dtype
        self._shape = shape
        self._parent_op = parent_op
        self._handle_name = f"{handle.name}:0"
        self._unique_id = handle.op.name
        self._constraint = None
        self._save_slice_info = None
        self._initial_value = None
        self._initializer_op = None  # type: ignore[assignment]
        self._synchronization, self._aggregation, self._trainable = variables.validate_distribution(
            None, None, None, handle.name
        )
        self._graph_element = None
        graph = get_default_graph()
        if not graph.building_function:
            self._graph_element = self._read_variable_op()
        elif getattr(graph, "inlined", False):  # 1.15 reads in branches and loops, which are no functions there
            graph._count(1)

    @property
    def name(self) -> str:
        """The name of the operation."""
        return self._parent_op.name

    @property
    def op(self) -> Operation:
        """The operation that the readers wait for."""
        return self._parent_op

    def value(self) -> Tensor:
        """The value after the operation."""
        return self._read_variable_op()

    def read_value(self) -> Tensor:
        """The value after the operation."""
        return self._read_variable_op()

    def _read_variable_op(self) -> Tensor:
        with control_dependencies([self._parent_op]):
            return super()._read_variable_op()


def is_resource_variable(var: Any) -> bool:
    """True if `var` is a variable behind a handle."""
    return isinstance(var, BaseResourceVariable) or hasattr(var, "_should_act_as_resource_variable")


# -- `v += x` is an error: it would look like an assignment ------------------------------------------------------------

_IN_PLACE = {
    "__iadd__": ("+=", "variable.assign_add(value)", "variable value", "variable = variable + value"),
    "__isub__": ("-=", "variable.assign_sub(value)", "variable value", "variable = variable - value"),
    "__imul__": ("*=", "`var.assign(var * value)`", "variable", "`var = var * value`"),
    "__itruediv__": ("/=", "`var.assign(var / value)`", "variable", "`var = var / value`"),
    "__ipow__": ("**=", "`var.assign(var ** value)`", "variable", "`var = var ** value`"),
}


def _refused(method: str) -> Callable:
    sign, instead, what, rebind = _IN_PLACE[method]

    def refuse(self: Any, other: TensorLike) -> Any:
        raise RuntimeError(
            f"Variable {sign} value not supported. Use {instead} to modify the {what} {'and' if what != 'variable' else 'or'} "
            f"{rebind} to get a new Tensor object."
        )

    refuse.__name__ = method
    return refuse


for _method in _IN_PLACE:
    setattr(BaseResourceVariable, _method, _refused(_method))


def _to_tensor(var: BaseResourceVariable, dtype: DType | None = None, name: Any = None, as_ref: bool = False) -> Tensor:
    if dtype is not None and not dtype.is_compatible_with(var.dtype):
        raise ValueError(
            f"Incompatible type conversion requested to type {dtype.name!r} for variable of type {var.dtype.name!r}"
        )
    return _into_current(var._ref() if as_ref else var.value())


register_tensor_conversion_function(BaseResourceVariable, _to_tensor)
register_dense_tensor_like_type(BaseResourceVariable)
