"""`RefVariable`: the variable of graphs before resources, a `VariableV2` operation whose output is a reference.

Operations are made in the order and with the names of 1.15: `v/initial_value`, `v`, `v/Assign`, `v/read`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

from penstock import protos
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.convert import (
    convert_to_tensor,
    register_dense_tensor_like_type,
    register_tensor_conversion_function,
)
from penstock.graph.graph import get_default_graph, init_scope, name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, InitializerLike, ShapeLike, TensorLike
from penstock.ops.state import initial_values, variables
from penstock.ops.state.partitioned_variable import SaveSliceInfo, prepend_name_scope, strip_name_scope
from penstock.platform import logging
from penstock.util.deprecation import deprecated


class RefVariable(variables.Variable):
    """A variable that is a reference in the graph; what `tf.Variable` makes by default."""

    _in_graph_mode = True
    _distribute_strategy = None

    def __init__(
        self,
        initial_value: Any = None,
        trainable: bool | None = None,
        collections: Any = None,
        validate_shape: bool = True,
        caching_device: Any = None,
        name: str | None = None,
        variable_def: Any = None,
        dtype: DTypeLike | None = None,
        expected_shape: Sequence[int] | None = None,
        import_scope: str | None = None,
        constraint: Callable | None = None,
        synchronization: Any = None,
        aggregation: Any = None,
        shape: Sequence[int] | None = None,
    ) -> None:
        if variable_def:
            if initial_value:
                raise ValueError("variable_def and initial_value are mutually exclusive.")
            self._init_from_proto(variable_def, import_scope)
            return
        collections = variables.check_arguments(initial_value, collections, constraint)
        self._synchronization, self._aggregation, self._trainable = variables.validate_distribution(
            synchronization, aggregation, trainable, name
        )
        if self._trainable and GraphKeys.TRAINABLE_VARIABLES not in collections:
            collections = [*collections, GraphKeys.TRAINABLE_VARIABLES]
        self._caching_device = caching_device
        self._save_slice_info = None
        self._constraint = constraint
        with init_scope():
            self._make_operations(initial_value, validate_shape, caching_device, name, dtype, shape)
            get_default_graph().add_to_collections(collections, self)

    def _make_operations(
        self,
        initial_value: InitializerLike | None,
        validate_shape: bool,
        caching_device: object,
        name: str | None,
        dtype: DTypeLike | None,
        shape: ShapeLike | None,
    ) -> None:
        make = initial_value if callable(initial_value) else None
        graph = get_default_graph()
        with name_scope(name, "Variable", None if make else [initial_value]) as scope:
            graph = get_default_graph()  # that of the initial value, if it is a tensor of another graph
            with contextlib.ExitStack() as colocated:
                if make:
                    colocated.enter_context(graph._attr_scope_map({"_class": [f"loc:@{scope[:-1]}".encode()]}))
                    with graph.name_scope("Initializer"), graph.device(None):
                        self._initial_value = convert_to_tensor(make(), dtype, name="initial_value")
                else:
                    self._initial_value = convert_to_tensor(initial_value, dtype, name="initial_value")
                    variables.check_outside_control_flow(self._initial_value, scope)
                if shape is None:
                    shape = self._initial_value.shape if validate_shape else TensorShape(None)
                kind = self._initial_value.dtype.base_dtype
                self._variable: Tensor = apply("VariableV2", shape=shape, dtype=kind, name=scope)
            if validate_shape and not self._initial_value.shape.is_fully_defined():
                raise ValueError(f"initial_value must have a shape specified: {self._initial_value}")
            value = initial_values.guarded_initial_value(scope, self._initial_value)
            self._initializer_op = apply("Assign", ref=self._variable, value=value, validate_shape=validate_shape).op
            place = graph.colocate_with(self._variable.op) if caching_device is None else graph.device(caching_device)
            with place:
                self._snapshot: Tensor = apply("Identity", input=self._variable, name="read")

    def _init_from_proto(self, variable_def: Any, import_scope: str | None) -> None:
        assert isinstance(variable_def, protos.VariableDef)
        graph = get_default_graph()

        def element(name: str) -> Any:
            return graph.as_graph_element(prepend_name_scope(name, import_scope))

        self._variable = element(variable_def.variable_name)
        self._initializer_op = element(variable_def.initializer_name)
        self._initial_value = element(variable_def.initial_value_name) if variable_def.initial_value_name else None
        self._snapshot = element(variable_def.snapshot_name)
        self._synchronization, self._aggregation, self._trainable = variables.validate_distribution(
            variable_def.synchronization, variable_def.aggregation, variable_def.trainable, variable_def.variable_name
        )
        self._save_slice_info = None
        if variable_def.HasField("save_slice_info_def"):
            self._save_slice_info = SaveSliceInfo(
                save_slice_info_def=variable_def.save_slice_info_def, import_scope=import_scope
            )
        self._caching_device = None
        self._constraint = None

    def to_proto(self, export_scope: str | None = None) -> Any:
        """This variable as a `VariableDef`; None if it is outside of `export_scope`."""
        if export_scope is not None and not self._variable.name.startswith(export_scope):
            return None
        proto = protos.VariableDef(
            variable_name=strip_name_scope(self._variable.name, export_scope),
            initializer_name=strip_name_scope(self.initializer.name, export_scope),
            snapshot_name=strip_name_scope(self._snapshot.name, export_scope),
            trainable=self.trainable,
            synchronization=self.synchronization.value,
            aggregation=self.aggregation.value,
        )
        if self._initial_value is not None:
            proto.initial_value_name = strip_name_scope(self._initial_value.name, export_scope)
        if self._save_slice_info:
            proto.save_slice_info_def.MergeFrom(self._save_slice_info.to_proto(export_scope=export_scope))
        return proto

    # -- properties ---------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name of the variable, `'v:0'`."""
        return self._variable.name

    @property
    def dtype(self) -> dtypes.DType:
        """The type of the elements, as a reference type."""
        return self._variable.dtype

    @property
    def shape(self) -> TensorShape:
        """The static shape."""
        return self._variable.shape

    @property
    def op(self) -> Operation:
        """The `VariableV2` operation."""
        return self._variable.op

    def _as_graph_element(self) -> Tensor:
        return self._variable

    # -- reading ------------------------------------------------------------------------------------------------------

    def value(self) -> Tensor:
        """The value as a tensor that readers share: the operation `v/read`."""
        return self._snapshot

    def read_value(self) -> Tensor:
        """The value as a tensor made for this call: inside of `control_dependencies` it is read after them."""
        return apply("Identity", input=self._variable, name="read")

    def ref(self) -> Tensor:
        """The reference, as 0.x called it."""
        return self._variable

    def _ref(self) -> Tensor:
        return self._variable

    def set_shape(self, shape: ShapeLike | None) -> None:
        """Merges what is known of the shape with `shape`."""
        self._variable.set_shape(shape)
        self._snapshot.set_shape(shape)

    # -- assigning ----------------------------------------------------------------------------------------------------

    def _update(self, op_type: str, value: object, use_locking: bool, name: str | None, read_value: bool) -> Any:
        output = apply(op_type, ref=self._variable, value=value, use_locking=use_locking, name=name)
        return output if read_value else output.op

    def assign(
        self, value: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Makes an operation that assigns `value`; returns the reference after it, or the operation alone."""
        return self._update("Assign", value, use_locking, name, read_value)

    def assign_add(
        self, delta: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Makes an operation that adds `delta`; returns the reference after it, or the operation alone."""
        return self._update("AssignAdd", delta, use_locking, name, read_value)

    def assign_sub(
        self, delta: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Makes an operation that subtracts `delta`; returns the reference after it, or the operation alone."""
        return self._update("AssignSub", delta, use_locking, name, read_value)

    @deprecated(None, "Prefer Dataset.range instead.")
    def count_up_to(self, limit: int) -> Tensor:
        """Makes an operation that adds 1 and returns the value before; OutOfRangeError at `limit`."""
        return apply("CountUpTo", ref=self._variable, limit=limit)

    def _scatter(
        self, op_type: str, indices: TensorLike, updates: TensorLike, use_locking: bool, name: str | None
    ) -> Tensor:
        return apply(op_type, ref=self._variable, indices=indices, updates=updates, use_locking=use_locking, name=name)

    def _strided_slice_assign(self, value: TensorLike, name: str, **where: Any) -> Tensor:
        return apply("StridedSliceAssign", ref=self._variable, value=value, name=name, **where)


# `v += x` of a RefVariable is only `v = v + x`: the name is bound to a tensor. 1.15 warns, once each.
_IN_PLACE = {
    "__iadd__": ("__add__", "+=", "variable.assign_add", "x = x + y"),
    "__isub__": ("__sub__", "-=", "variable.assign_sub", "x = x - y"),
    "__imul__": ("__mul__", "*=", "`var.assign(var * other)`", "`x = x * y`"),
    "__itruediv__": ("__truediv__", "/=", "`var.assign(var / other)`", "`x = x / y`"),
    "__ipow__": ("__pow__", "**=", "`var.assign(var ** other)`", "`x = x ** y`"),
}
_warned: set[str] = set()


def _in_place(method: str) -> Callable:
    operator, sign, instead, rebind = _IN_PLACE[method]

    def apply_operator(self: RefVariable, other: TensorLike) -> Any:
        if method not in _warned:
            _warned.add(method)
            quote = "" if rebind[0] == "`" else "'"
            logging.warn(
                f"Variable {sign} will be deprecated. Use {instead} if you want assignment to the variable value or "
                f"{quote}{rebind}{quote} if you want a new python Tensor object."
            )
        return getattr(self, operator)(other)

    apply_operator.__name__ = method
    return apply_operator


for _method in _IN_PLACE:
    setattr(RefVariable, _method, _in_place(_method))

register_tensor_conversion_function(RefVariable, RefVariable._TensorConversionFunction)
register_dense_tensor_like_type(RefVariable)
