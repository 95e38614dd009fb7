"""TensorArraySpec: the description of a TensorArray, as `tf.TensorSpec` is that of a tensor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.type_spec import TensorSpec, TypeSpec, register_spec, spec_from_value
from penstock.graph.typing import DTypeLike, ShapeLike
from penstock.ops.control.tensor_array import TensorArray


@export("TensorArraySpec")
class TensorArraySpec(TypeSpec):
    """Describes a `tf.TensorArray`: the shape and type of its elements, and whether it grows.

    Args:
      element_shape: the shape of the elements, as far as it is known.
      dtype: their type.
      dynamic_size: whether the array grows.
      infer_shape: whether all elements have one shape.

    >>> import penstock as tf
    >>> array = tf.TensorArray(tf.float32, size=2, element_shape=[3])
    >>> tf.TensorArraySpec([None]).is_compatible_with(array)
    True
    """

    _type = TensorArray

    def __init__(
        self,
        element_shape: ShapeLike | None = None,
        dtype: DTypeLike = dtypes.float32,
        dynamic_size: bool = False,
        infer_shape: bool = True,
    ) -> None:
        self._element_shape = TensorShape(element_shape)
        self._dtype = dtypes.as_dtype(dtype)
        self._dynamic_size = dynamic_size
        self._infer_shape = infer_shape

    def is_compatible_with(self, other: object) -> bool:
        """Whether an array, or what another spec describes, is such an array; how shapes are found does not matter."""
        if not isinstance(other, TypeSpec):
            other = spec_from_value(other)
        return (
            isinstance(other, TensorArraySpec)
            and self._dtype.is_compatible_with(other._dtype)
            and self._element_shape.is_compatible_with(other._element_shape)
            and self._dynamic_size == other._dynamic_size
        )

    def most_specific_compatible_type(self, other: TypeSpec) -> TypeSpec:
        """The narrowest spec that fits all arrays of this and the other."""
        if not isinstance(other, TensorArraySpec) or not self.is_compatible_with(other):
            raise ValueError("Types are not compatible")
        shape = self._element_shape.most_specific_compatible_shape(other._element_shape)
        return TensorArraySpec(shape, self._dtype, self._dynamic_size, self._infer_shape and other._infer_shape)

    @staticmethod
    def from_value(value: object) -> TensorArraySpec:
        """The spec of an array."""
        if not isinstance(value, TensorArray):
            raise TypeError(f"Expected value to be a TensorArray, but saw: {type(value)}")
        return TensorArraySpec(value.element_shape, value.dtype, value.dynamic_size, value._infer_shape)

    def _serialize(self) -> tuple[Any, ...]:
        return self._element_shape, self._dtype, self._dynamic_size, self._infer_shape

    @property
    def _component_specs(self) -> list[TensorSpec]:
        return [TensorSpec([], dtypes.variant)]

    def _to_components(self, value: object) -> list[Any]:
        if not isinstance(value, TensorArray):
            raise TypeError(f"value must be a TensorArray, but saw: {type(value)}")
        return [value.flow]

    def _from_components(self, components: Any) -> TensorArray:
        return TensorArray(
            self._dtype,
            flow=components[0],
            dynamic_size=self._dynamic_size,
            infer_shape=self._infer_shape,
            element_shape=self._element_shape,
        )


register_spec(TensorArray, TensorArraySpec.from_value)


@export("data.experimental.TensorArrayStructure")
def tensor_array_structure(
    dtype: DTypeLike, element_shape: Sequence[int], dynamic_size: bool, infer_shape: bool
) -> TensorArraySpec:
    """An old name of `tf.TensorArraySpec`, with the arguments in another order.

    Args:
      dtype: the type of the elements.
      element_shape: their shape, as far as it is known.
      dynamic_size: whether the array grows when something is written behind its end.
      infer_shape: whether all elements must have one shape.

    >>> import penstock as tf
    >>> tf.data.experimental.TensorArrayStructure(tf.int32, [2], False, True) == tf.TensorArraySpec([2], tf.int32)
    True
    """
    return TensorArraySpec(element_shape, dtype, dynamic_size, infer_shape)
