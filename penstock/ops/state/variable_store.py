"""The variables of a graph by name: what `tf.get_variable` finds or makes, alone or in parts.

Scopes (`variable_scope.py`) compute full names and defaults; here are the rules of sharing.
"""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import get_default_graph, init_scope, name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import CollectionsLike, DTypeLike, InitializerLike, ShapeLike, TensorLike
from penstock.ops.state import initializers, resource_variable, variables
from penstock.ops.state.partitioned_variable import PartitionedVariable, SaveSliceInfo


class PartitionInfo:
    """Tells the initializer of a part about the whole.

    Args:
      full_shape: the shape of the whole, a list.
      var_offset: where the part begins.

    Raises:
      TypeError: if one of them is not a sequence.
      ValueError: if the offset is not inside of the shape.
    """

    def __init__(self, full_shape: Sequence[int], var_offset: Sequence[int]) -> None:
        _sequence("full_shape", full_shape)
        _sequence("var_offset", var_offset)
        if len(var_offset) != len(full_shape):
            raise ValueError(
                f"Expected equal length, but `var_offset` is of length {len(var_offset)} while full_shape is of length "
                f"{len(full_shape)}."
            )
        for offset, size in zip(var_offset, full_shape, strict=True):
            if offset < 0 or offset >= size:
                raise ValueError(
                    f"Expected 0 <= offset < shape but found offset={offset}, shape={size} for var_offset={var_offset}, "
                    f"full_shape={full_shape}"
                )
        self.full_shape = full_shape
        self.var_offset = var_offset

    def single_offset(self, shape: Sequence[int]) -> int:
        """The offset along the dimension that is cut, for a part of `shape`; 0 if none is."""
        axis = self.single_slice_dim(shape)
        return 0 if axis is None else self.var_offset[axis]

    def single_slice_dim(self, shape: Sequence[int]) -> int | None:
        """The dimension that is cut, for a part of `shape`; None if none is."""
        _sequence("shape", shape)
        if len(shape) != len(self.full_shape):
            raise ValueError(
                f"Expected equal length, but received shape={shape} of length {len(shape)} while "
                f"self.full_shape={self.full_shape} is of length {len(self.full_shape)}."
            )
        found = None
        for i, size in enumerate(shape):
            if self.var_offset[i] + size > self.full_shape[i]:
                raise ValueError(
                    f"With self.var_offset={self.var_offset}, a partition of shape={shape} would exceed "
                    f"self.full_shape={self.full_shape} in dimension {i}."
                )
        for i, size in enumerate(shape):
            if size == self.full_shape[i]:
                continue
            if found is not None:
                raise ValueError(
                    f"Cannot use single_slice_dim() with shape={shape} and self.full_shape={self.full_shape} since slice "
                    f"dim could be either dimension {i} or {found}."
                )
            found = i
        return found


def _sequence(name: str, value: TensorLike) -> None:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise TypeError(f"`{name}` must be a sequence (like tuple or list) instead of {type(value).__name__}")


class VariableStore:
    """All variables of one graph that `tf.get_variable` made, by full name."""

    def __init__(self) -> None:
        self._vars: dict[str, Any] = {}
        self._partitioned_vars: dict[str, PartitionedVariable] = {}
        self._store_eager_variables = False

    def get_variable(
        self,
        name: str,
        shape: ShapeLike | None = None,
        dtype: DTypeLike = dtypes.float32,
        initializer: Any = None,
        regularizer: Callable | None = None,
        reuse: object = None,
        trainable: bool | None = None,
        collections: object = None,
        caching_device: object = None,
        partitioner: Callable | None = None,
        validate_shape: bool = True,
        use_resource: bool | None = None,
        custom_getter: Callable | None = None,
        constraint: Callable | None = None,
        synchronization: object = variables.VariableSynchronization.AUTO,
        aggregation: object = variables.VariableAggregation.NONE,
    ) -> Any:
        """Finds or makes the variable called `name`; see `tf.get_variable`. `reuse` is False, True or AUTO_REUSE."""
        if custom_getter is not None and not callable(custom_getter):
            raise ValueError(f"Passed a custom_getter which is not callable: {custom_getter}")
        dtype = getattr(dtype, "base_dtype", dtype)
        synchronization, aggregation, trainable = variables.validate_distribution(
            synchronization, aggregation, trainable, name
        )
        arguments: dict[str, Any] = {
            "name": name,
            "shape": shape,
            "dtype": dtype,
            "initializer": initializer,
            "regularizer": regularizer,
            "reuse": reuse,
            "trainable": trainable,
            "collections": collections,
            "caching_device": caching_device,
            "partitioner": partitioner,
            "validate_shape": validate_shape,
            "use_resource": use_resource,
            "synchronization": synchronization,
            "aggregation": aggregation,
        }
        if custom_getter is None:
            return self._true_getter(**arguments, constraint=constraint)
        if _accepts(custom_getter, "constraint"):
            arguments["constraint"] = constraint
        return custom_getter(getter=self._true_getter, **arguments)

    def _true_getter(
        self,
        name: str,
        shape: ShapeLike | None = None,
        dtype: DTypeLike = dtypes.float32,
        initializer: InitializerLike | None = None,
        regularizer: Callable | None = None,
        reuse: bool | None = None,
        trainable: bool | None = None,
        collections: CollectionsLike | None = None,
        caching_device: object = None,
        partitioner: Callable | None = None,
        validate_shape: bool = True,
        use_resource: bool | None = None,
        constraint: Callable | None = None,
        synchronization: object = variables.VariableSynchronization.AUTO,
        aggregation: object = variables.VariableAggregation.NONE,
    ) -> Any:
        given = {k: v for k, v in locals().items() if k not in ("self", "partitioner")}
        is_scalar = isinstance(shape, Sequence) and not shape
        if partitioner is not None and not is_scalar:
            if not callable(partitioner):
                raise ValueError(f"Partitioner must be callable, but received: {partitioner}")
            with name_scope(None):
                return self._get_partitioned_variable(partitioner=partitioner, **given)
        if reuse is True and partitioner is None and name in self._partitioned_vars:
            return self._get_partitioned_variable(partitioner=None, **given)
        if f"{name}/part_0" in self._vars:
            raise ValueError(
                "No partitioner was provided, but a partitioned version of the variable was found: "
                f"{name}/part_0. Perhaps a variable of the same name was already created with partitioning?"
            )
        return self._get_single_variable(**given)

    # -- one variable -------------------------------------------------------------------------------------------------

    def _get_single_variable(
        self,
        name: str,
        shape: ShapeLike | None = None,
        dtype: DTypeLike = dtypes.float32,
        initializer: InitializerLike | None = None,
        regularizer: Callable | None = None,
        partition_info: PartitionInfo | None = None,
        reuse: object = None,
        trainable: bool | None = None,
        collections: CollectionsLike | None = None,
        caching_device: object = None,
        validate_shape: bool = True,
        use_resource: bool | None = None,
        constraint: Callable | None = None,
        synchronization: object = variables.VariableSynchronization.AUTO,
        aggregation: object = variables.VariableAggregation.NONE,
    ) -> Any:
        from_value = initializer is not None and not callable(initializer)
        if shape is not None and from_value:
            raise ValueError("If initializer is a constant, do not specify shape.")
        dtype = dtypes.as_dtype(dtype)
        shape = shape if isinstance(shape, TensorShape) else TensorShape(shape)
        if name in self._vars:
            return self._shared(name, shape, dtype, reuse)
        if reuse is True:
            raise ValueError(
                f"Variable {name} does not exist, or was not created with tf.get_variable(). Did you mean to set "
                "reuse=tf.AUTO_REUSE in VarScope?"
            )
        if initializer is None:
            initializer = default_initializer(name, dtype)
        with init_scope():
            initial_value, kind = _initial_value(initializer, from_value, shape, dtype, partition_info)
        if use_resource is None:
            from penstock.ops.state import variable_scope_defaults

            use_resource = variable_scope_defaults.resource_variables_enabled()
        v = variables.Variable(
            initial_value=initial_value,
            name=name,
            trainable=trainable,
            collections=collections,
            caching_device=caching_device,
            dtype=kind,
            validate_shape=validate_shape,
            constraint=constraint,
            use_resource=use_resource,
            synchronization=synchronization,
            aggregation=aggregation,
        )
        self._vars[name] = v
        if regularizer:
            with get_default_graph().colocate_with(v.op):
                with name_scope(f"{name}/Regularizer/"), init_scope():
                    loss = regularizer(v)
                if loss is not None:
                    get_default_graph().add_to_collection(GraphKeys.REGULARIZATION_LOSSES, loss)
        return v

    def _shared(self, name: str, shape: TensorShape, dtype: dtypes.DType, reuse: object) -> Any:
        found = self._vars[name]
        if reuse is False:
            message = (
                f"Variable {name} already exists, disallowed. Did you mean to set reuse=True or reuse=tf.AUTO_REUSE in "
                "VarScope?"
            )
            if isinstance(found, resource_variable.ResourceVariable):
                raise ValueError(message)
            frames = [f for f in reversed(found.op.traceback) if "/penstock/" not in f[0]][:5]
            raise ValueError(f"{message} Originally defined at:\n\n{''.join(traceback.format_list(frames))}")
        if not shape.is_compatible_with(found.get_shape()):
            raise ValueError(
                f"Trying to share variable {name}, but specified shape {shape} and found shape {found.get_shape()}."
            )
        if not dtype.is_compatible_with(found.dtype):
            raise ValueError(
                f"Trying to share variable {name}, but specified dtype {dtype.name} and found dtype {found.dtype.name}."
            )
        return found

    # -- a variable in parts --------------------------------------------------------------------------------------------

    def _get_partitioned_variable(
        self,
        name: str,
        partitioner: Callable | None,
        shape: Any = None,
        dtype: Any = dtypes.float32,
        initializer: Any = None,
        reuse: object = None,
        **others: Any,
    ) -> PartitionedVariable:
        if name in self._vars:
            raise ValueError(
                f"A partitioner was provided, but an unpartitioned version of the variable was found: {name}.  Perhaps a "
                "variable of the same name was already created without partitioning?"
            )
        dtype = dtypes.as_dtype(dtype)
        shape = shape if isinstance(shape, TensorShape) else TensorShape(shape)
        if isinstance(initializer, Tensor):
            shape = shape.merge_with(initializer.shape)
        partitions = None
        if not reuse or partitioner:
            assert partitioner is not None
            partitions = _call_partitioner(partitioner, shape, dtype)
        if name in self._partitioned_vars:
            return self._shared_partitioned(name, shape, dtype, partitions, reuse)
        if reuse is True:
            raise ValueError(
                f"PartitionedVariable {name} does not exist, or was not created with tf.get_variable(). Did you mean to set "
                "reuse=False or reuse=tf.AUTO_REUSE in VarScope?"
            )
        assert partitions is not None
        axis = next((i for i, p in enumerate(partitions) if p > 1), 0)
        count = partitions[axis]
        self._check_existing_parts(name, count)
        parts = []
        for i, (offset, part_shape) in enumerate(_slices(shape.as_list(), count, axis)):
            full_name = f"{name}/part_{i}"
            with name_scope(f"{full_name}/PartitionedInitializer"):
                init: Any = initializer
                init_shape: list[int] | None = part_shape
                if initializer is None:
                    init = default_initializer(name, dtype)
                elif not callable(initializer):
                    whole = initializer if isinstance(initializer, Tensor) else convert_to_tensor(initializer, dtype)
                    init = apply("Slice", input=whole, begin=offset, size=part_shape)
                    dtype = init.dtype.base_dtype
                    init_shape = None
            with name_scope(None):
                part = self._get_single_variable(
                    name=full_name,
                    shape=init_shape,
                    dtype=dtype,
                    initializer=init,
                    partition_info=PartitionInfo(shape.as_list(), offset),
                    reuse=reuse,
                    **others,
                )
            part._set_save_slice_info(SaveSliceInfo(name, shape.as_list(), offset, part_shape))
            parts.append(part)
        made = PartitionedVariable(name, shape, dtype, parts, partitions)
        self._partitioned_vars[name] = made
        return made

    def _shared_partitioned(
        self, name: str, shape: TensorShape, dtype: dtypes.DType, partitions: Sequence[Any] | None, reuse: object
    ) -> PartitionedVariable:
        if reuse is False:
            raise ValueError(
                f"Partitioned variable with name {name} already exists. Did you mean to set reuse=True or "
                "reuse=tf.AUTO_REUSE in VarScope?"
            )
        found = self._partitioned_vars[name]
        differing: tuple[str, Any, Any] | None = None
        if not shape.is_compatible_with(found.get_shape()):
            differing = ("shape", shape, found.get_shape())
        elif not dtype.is_compatible_with(found.dtype):
            differing = ("dtype", dtype.name, found.dtype.name)
        elif partitions is not None and found._get_partitions() != partitions:
            differing = ("partitions", partitions, found._get_partitions())
        if differing:
            what, specified, existing = differing
            raise ValueError(
                f"Trying to reuse partitioned variable {name}, but specified {what} {specified} and found {what} {existing}."
            )
        return found

    def _check_existing_parts(self, name: str, count: int) -> None:
        if f"{name}/part_0" not in self._vars:
            return
        start = (
            "Partitioner returned a different partitioning than what was already found.  Partitioner returned "
            f"{count} shards, and shard {name}/part_0 was found, but "
        )
        if f"{name}/part_{count - 1}" not in self._vars:
            raise ValueError(f"{start}{name}/part_{count - 1} was not.")
        if f"{name}/part_{count}" in self._vars:
            raise ValueError(f"{start}so was the extra shard {name}/part_{count}.")


def default_initializer(name: str, dtype: dtypes.DType) -> Any:
    """What initializes a variable that has no initializer: random numbers, or zeros if they are not floats."""
    if dtype.is_floating:
        return initializers.GlorotUniform()
    if dtype.is_integer or dtype.is_unsigned or dtype.is_bool or dtype == dtypes.string:
        return initializers.Zeros()
    raise ValueError(f"An initializer for variable {name} of {dtype.base_dtype} is required")


def _initial_value(
    initializer: Any, from_value: bool, shape: TensorShape, dtype: dtypes.DType, partition_info: PartitionInfo | None
) -> tuple[Any, dtypes.DType | None]:
    """What to pass to `tf.Variable`, and the type to convert it to."""
    if from_value:
        return initializer, None
    if inspect.isclass(initializer):
        initializer = initializer()
    if shape.is_fully_defined():
        dims = shape.as_list()
        return lambda: initializer(dims, dtype=dtype, partition_info=partition_info), dtype.base_dtype
    if _callable_without_arguments(initializer):
        return initializer, None
    raise ValueError(
        "The initializer passed is not valid. It should be a callable with no arguments and the shape should not be provided "
        "or an instance of `tf.keras.initializers.*' and `shape` should be fully defined."
    )


def _callable_without_arguments(function: Callable) -> bool:
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    parameters = inspect.signature(function).parameters.values()
    return all(p.default is not p.empty for p in parameters if p.kind in positional)


def _accepts(function: Callable, keyword: str) -> bool:
    parameters = inspect.signature(function).parameters
    return keyword in parameters or any(p.kind is p.VAR_KEYWORD for p in parameters.values())


def _call_partitioner(partitioner: Callable, shape: TensorShape, dtype: dtypes.DType) -> Sequence[int]:
    if not shape.is_fully_defined():
        raise ValueError(f"Shape of a new partitioned variable must be fully defined, but instead was {shape}.")
    if len(shape) < 1:
        raise ValueError(f"A partitioned Variable must have rank at least 1, shape: {shape}")
    slicing = partitioner(shape=shape, dtype=dtype)
    if not isinstance(slicing, Sequence):
        raise ValueError(f"Partitioner must return a sequence, but saw: {slicing}")
    if len(slicing) != len(shape):
        raise ValueError(
            f"Partitioner returned a partition list that does not match the Variable's rank: {slicing} vs. {shape}"
        )
    if any(p < 1 for p in slicing):
        raise ValueError(f"Partitioner returned zero partitions for some axes: {slicing}")
    if sum(p > 1 for p in slicing) > 1:
        raise ValueError(f"Can only slice a variable along one dimension: shape: {shape}, partitioning: {slicing}")
    return slicing


def _slices(full_shape: list[int], count: int, axis: int) -> Iterator[tuple[list[int], list[int]]]:
    """Offset and shape of each part; the first ones are longer by one if the length does not divide."""
    length, longer = divmod(full_shape[axis], count)
    offset = [0] * len(full_shape)
    for i in range(count):
        shape = list(full_shape)
        shape[axis] = length + (i < longer)
        yield list(offset), shape
        offset[axis] += shape[axis]
