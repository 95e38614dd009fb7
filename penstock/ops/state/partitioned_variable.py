"""Variables that are stored in parts: `PartitionedVariable`, and what a part remembers of the whole.

`tf.get_variable` with a partitioner makes them; the parts are ordinary variables.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock._namespace import find
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.convert import register_tensor_conversion_function
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, TensorLike

if TYPE_CHECKING:
    from penstock.graph.dtypes import DType


def prepend_name_scope(name: str, import_scope: str | None) -> str:
    """The name that `name` has after an import into `import_scope`.

    >>> import penstock as tf
    >>> tf.contrib.framework.prepend_name_scope("layer/weights", import_scope="copy")
    'copy/layer/weights'
    """
    if not import_scope:
        return name
    return re.sub(r"^([\^]|loc:@|)", lambda m: f"{m[1]}{import_scope.rstrip('/')}/", name)


def strip_name_scope(name: str, export_scope: str | None) -> str:
    """The name that `name` has within `export_scope`.

    >>> import penstock as tf
    >>> tf.contrib.framework.strip_name_scope("copy/layer/weights", export_scope="copy")
    'layer/weights'
    """
    if not export_scope:
        return name
    return re.sub(rf"^([\^]|loc:@|){re.escape(export_scope.rstrip('/'))}/+", r"\1", name)


class SaveSliceInfo:
    """Which slice of a larger variable a variable is; the saver stores parts under the name of the whole.

    Args:
      full_name: the name of the whole.
      full_shape: its shape, a list.
      var_offset: where the part begins, per dimension.
      var_shape: the shape of the part.
      save_slice_info_def: a `SaveSliceInfoDef` to take all of this from.
      import_scope: prepended to the name, if it is from a proto.
    """

    def __init__(
        self,
        full_name: str | None = None,
        full_shape: Sequence[int] | None = None,
        var_offset: Sequence[int] | None = None,
        var_shape: Sequence[int] | None = None,
        save_slice_info_def: Any = None,
        import_scope: str | None = None,
    ) -> None:
        if save_slice_info_def:
            assert isinstance(save_slice_info_def, protos.SaveSliceInfoDef)
            full_name = prepend_name_scope(save_slice_info_def.full_name, import_scope)
            full_shape = list(save_slice_info_def.full_shape)
            var_offset = list(save_slice_info_def.var_offset)
            var_shape = list(save_slice_info_def.var_shape)
        self.full_name = full_name
        self.full_shape = full_shape
        self.var_offset = var_offset
        self.var_shape = var_shape

    @property
    def spec(self) -> str:
        """The slice as checkpoints write it: `10 20 0,5:0,20`."""
        parts = zip(self.var_offset or (), self.var_shape or ())
        return " ".join(str(d) for d in self.full_shape or ()) + " " + ":".join(f"{o},{s}" for o, s in parts)

    def to_proto(self, export_scope: str | None = None) -> Any:
        """This as a `SaveSliceInfoDef`, or None if the variable is outside of `export_scope`."""
        assert self.full_name is not None
        if export_scope and not self.full_name.startswith(export_scope):
            return None
        return protos.SaveSliceInfoDef(
            full_name=strip_name_scope(self.full_name, export_scope),
            full_shape=self.full_shape,
            var_offset=self.var_offset,
            var_shape=self.var_shape,
        )


class PartitionedVariable:
    """Several variables that are the slices, along one dimension, of one tensor.

    Used as a tensor, it is their concatenation.

    Args:
      name: the name of the whole.
      shape: its shape.
      dtype: its type.
      variable_list: the parts; each has a `SaveSliceInfo`.
      partitions: how many parts there are along each dimension.

    Raises:
      TypeError, ValueError: if these do not fit together.
    """

    def __init__(
        self, name: str, shape: Any, dtype: DTypeLike, variable_list: Sequence[Any], partitions: Sequence[int]
    ) -> None:
        if not isinstance(variable_list, (list, tuple)):
            raise TypeError(f"variable_list is not a list or tuple: {variable_list}")
        if not isinstance(partitions, (list, tuple)):
            raise TypeError(f"partitions is not a list or tuple: {partitions}")
        if not all(p >= 1 for p in partitions):
            raise ValueError(f"partition values must be positive: {partitions}")
        if not variable_list:
            raise ValueError("variable_list may not be empty")
        infos = [v._get_save_slice_info() for v in variable_list]
        if any(info is None for info in infos):
            raise ValueError(f"All variables must have a save_slice_info available: {[v.name for v in variable_list]}")
        if len(shape) != len(partitions):
            raise ValueError(f"len(shape) != len(partitions): {shape} vs. {partitions}")
        for info in infos:
            if info.full_shape != shape:
                raise ValueError(
                    f"All variables' full shapes must match shape: {shape}; but full shapes were: {[info.full_shape]}"
                )
        self._variable_list = sorted(variable_list, key=lambda v: v._get_save_slice_info().var_offset)
        self._name = name
        self._shape = shape
        self._dtype = dtypes.as_dtype(dtype)
        self._partitions = partitions
        self._as_tensor = None

    def __iter__(self) -> Iterator[Any]:
        return iter(self._variable_list)

    def __len__(self) -> int:
        axes = self._partition_axes()
        if len(axes) > 1:
            raise ValueError(f"Cannot get a length for {len(axes)} > 1 partition axes")
        return len(self._variable_list)

    def _partition_axes(self) -> list[int]:
        return [i for i, p in enumerate(self._partitions) if p > 1] or [0]

    def _single_axis(self, what: str) -> int:
        axes = self._partition_axes()
        if len(axes) > 1:
            raise NotImplementedError(what.format(axes))
        return axes[0]

    def _concat(self) -> Tensor:
        if len(self._variable_list) == 1:
            with name_scope(None):
                return apply("Identity", input=self._variable_list[0], name=self._name)
        axis = self._single_axis(
            "Cannot concatenate along more than one dimension: {}.  Multi-axis partition concat is not supported"
        )
        with name_scope(f"{self._name}/ConcatPartitions/"):
            whole = find("concat")(self._variable_list, axis)
        with name_scope(None):
            return apply("Identity", input=whole, name=self._name)

    def as_tensor(self) -> Tensor:
        """The whole, as a tensor; made anew by each call, and outside of all control dependencies."""
        with control_dependencies(None):
            return self._concat()

    @property
    def name(self) -> str:
        """The name of the whole."""
        return self._name

    @property
    def dtype(self) -> dtypes.DType:
        """The type of the elements."""
        return self._dtype

    @property
    def shape(self) -> Any:
        """The shape of the whole."""
        return self._shape

    def get_shape(self) -> Any:
        """The same as `shape`."""
        return self._shape

    @property
    def _distribute_strategy(self) -> None:
        return None

    def _get_variable_list(self) -> list[Any]:
        return self._variable_list

    def _get_partitions(self) -> Sequence[int]:
        return self._partitions

    def _assign_parts(
        self, method: str, value: object, use_locking: bool, name: str | None, read_value: bool
    ) -> list[Any]:
        axis = self._single_axis(
            "Cannot do assign action along more than one dimension: {}.  Multi-axis partition assign action is not supported "
        )
        if isinstance(value, list):
            assert len(value) == len(self._variable_list)
            values = value
        elif isinstance(value, PartitionedVariable):
            values = list(value)
        else:
            values = find("split")(value, [v.shape.as_list()[axis] for v in self._variable_list], axis=axis)
        assigns = [
            getattr(variable, method)(part, use_locking=use_locking, name=name, read_value=read_value)
            for variable, part in zip(self._variable_list, values, strict=True)
        ]
        return assigns if read_value else [getattr(a, "op", a) for a in assigns]

    def assign(
        self, value: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> list[Any]:
        """Assigns the slices of `value` (a tensor, a list of parts or another PartitionedVariable) to the parts."""
        return self._assign_parts("assign", value, use_locking, name, read_value)

    def assign_add(
        self, value: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> list:
        """Adds the slices of `value` to the parts."""
        return self._assign_parts("assign_add", value, use_locking, name, read_value)

    def assign_sub(
        self, value: object, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> list:
        """Subtracts the slices of `value` from the parts."""
        return self._assign_parts("assign_sub", value, use_locking, name, read_value)


def _to_tensor(
    v: PartitionedVariable, dtype: DType | None = None, name: str | None = None, as_ref: bool = False
) -> Tensor:
    if dtype is not None and not dtype.is_compatible_with(v.dtype):
        raise ValueError(
            f"Incompatible type conversion requested to type '{dtype.name}' for variable of type '{v.dtype.name}'"
        )
    if as_ref:
        raise NotImplementedError("PartitionedVariable doesn't support being used as a reference.")
    return v.as_tensor()


register_tensor_conversion_function(PartitionedVariable, _to_tensor)
