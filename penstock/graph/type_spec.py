"""What a value is, without the value: `tf.TypeSpec`, and the specs of tensors, sparse tensors and indexed slices.

A class derived from `TypeSpec` says what describes it (`_serialize`) and how values are taken apart into tensors; the
comparisons are here. Specs of classes of higher layers stand beside those.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.composite import CompositeTensor, IndexedSlices, SparseTensor, is_sparse_value
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, NestedTensors, ShapeLike, TensorLike

# Type of a value → function that makes its spec.
_makers: list[tuple[type, Callable[[Any], TypeSpec]]] = []


@export("TypeSpec", "data.experimental.Structure")
class TypeSpec:
    """Describes a value: which Python type it has, and the types and shapes of the tensors that it is made of.

    This is the class that `tf.TensorSpec`, `tf.SparseTensorSpec`, `tf.RaggedTensorSpec` and others are derived from.

    >>> import penstock as tf
    >>> isinstance(tf.TensorSpec([2]), tf.TypeSpec)
    True
    """

    _type: Any = None

    def __init__(self) -> None:
        if type(self) is TypeSpec:
            raise TypeError("Can't instantiate abstract class TypeSpec with abstract methods")

    @property
    def value_type(self) -> Any:
        """The Python type of the values."""
        return self._type

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Whether a value, or all values of another spec, may be what this one describes."""
        other = spec_or_value if isinstance(spec_or_value, TypeSpec) else spec_from_value(spec_or_value)
        return type(self) is type(other) and _compatible(self._serialize(), other._serialize())

    def most_specific_compatible_type(self, other: TypeSpec) -> TypeSpec:
        """The narrowest spec that fits all values of this and the other.

        Raises:
          ValueError: there is none.
        """
        if type(self) is not type(other):
            raise ValueError(f"No TypeSpec is compatible with both {self} and {other}")
        return type(self)(*_merged(self._serialize(), other._serialize()))

    def _serialize(self) -> tuple[Any, ...]:
        """What describes it: the arguments of its constructor."""
        return ()

    def _to_components(self, value: Any) -> Any:
        """The tensors that a value is made of."""
        return value

    def _from_components(self, components: NestedTensors) -> Any:
        """A value made of such tensors."""
        return components

    @property
    def _component_specs(self) -> Any:
        """The specs of these tensors."""
        return self

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        return type(self), *map(_hashable, self._serialize())

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return type(self), self._serialize()

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self._serialize()!r}"


def _hashable(value: object) -> Any:
    if isinstance(value, TensorShape):
        return None if value.ndims is None else tuple(value.as_list())
    return value


def _compatible(a: Any, b: Any) -> bool:
    if isinstance(a, tuple):
        return len(a) == len(b) and all(_compatible(x, y) for x, y in zip(a, b))
    if isinstance(a, (TypeSpec, TensorShape, dtypes.DType)) and type(a) is type(b):
        return a.is_compatible_with(b)
    return type(a) is type(b) and a == b


def _merged(a: Any, b: Any) -> Any:
    if isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
        return tuple(_merged(x, y) for x, y in zip(a, b))
    if type(a) is type(b) and isinstance(a, TensorShape):
        return a.most_specific_compatible_shape(b)
    if type(a) is type(b) and isinstance(a, TypeSpec):
        return a.most_specific_compatible_type(b)
    if type(a) is not type(b) or a != b:
        raise ValueError(f"Types are not compatible: {a!r} vs {b!r}")
    return a


def register_spec(kind: type, make: Callable[[Any], TypeSpec]) -> None:
    """Says how the spec of values of a type is made."""
    _makers.append((kind, make))


def spec_from_value(value: object) -> TypeSpec:
    """The spec of a tensor, of something made of tensors, or of what can be converted to a tensor.

    Raises:
      TypeError: it is none of these.
    """
    if isinstance(value, CompositeTensor):
        return value._type_spec
    for kind, make in reversed(_makers):
        if isinstance(value, kind):
            return make(value)
    if is_sparse_value(value):
        return SparseTensorSpec.from_value(value)
    try:
        tensor = convert_to_tensor(value)
    except (ValueError, TypeError):
        raise TypeError(f"Could not build a TypeSpec for {value!r} with type {type(value).__name__}") from None
    return TensorSpec(tensor.shape, tensor.dtype)


@export("TensorSpec")
class TensorSpec(TypeSpec):
    """Describes a tensor: its shape, as far as it is known, its type and perhaps a name.

    >>> import penstock as tf
    >>> tf.TensorSpec([None, 3]).is_compatible_with(tf.zeros([2, 3]))
    True
    """

    _type = Tensor

    def __init__(self, shape: ShapeLike, dtype: DTypeLike = dtypes.float32, name: str | None = None) -> None:
        self._shape = TensorShape(shape)
        self._dtype = dtypes.as_dtype(dtype)
        self._name = name

    @classmethod
    def from_spec(cls, spec: Any, name: str | None = None) -> TensorSpec:
        """A spec with the shape and type of another, and its name unless another is given."""
        return cls(spec.shape, spec.dtype, name or spec.name)

    @classmethod
    def from_tensor(cls, tensor: TensorLike, name: str | None = None) -> TensorSpec:
        """The spec of a tensor, with the name of its operation unless another is given.

        Raises:
          ValueError: it is no tensor.
        """
        if not isinstance(tensor, Tensor):
            raise ValueError("`tensor` should be a tf.Tensor")
        return cls(tensor.shape, tensor.dtype, name or tensor.op.name)

    @property
    def shape(self) -> TensorShape:
        """The shape."""
        return self._shape

    @property
    def dtype(self) -> dtypes.DType:
        """The type of the elements."""
        return self._dtype

    @property
    def name(self) -> str | None:
        """The name, or None."""
        return self._name

    def is_compatible_with(self, spec_or_tensor: Any) -> bool:
        """Whether a tensor, or what another spec describes, has this type and a shape that fits."""
        return (
            isinstance(spec_or_tensor, (TensorSpec, Tensor))
            and self._dtype.is_compatible_with(spec_or_tensor.dtype)
            and self._shape.is_compatible_with(spec_or_tensor.shape)
        )

    def most_specific_compatible_type(self, other: Any) -> TensorSpec:
        """The narrowest spec that fits all tensors of this and the other.

        Raises:
          ValueError: the types differ.
        """
        if type(self) is not type(other) or self._dtype != other.dtype:
            raise ValueError(f"Types are not compatible: {self!r} vs {other!r}")
        name = self._name if self._name == other.name else None
        return TensorSpec(self._shape.most_specific_compatible_shape(other.shape), self._dtype, name)

    def _serialize(self) -> tuple[Any, ...]:
        return self._shape, self._dtype, self._name

    def _to_components(self, value: object) -> Tensor:
        text = f"Value {value!r} is not convertible to a tensor with dtype {self._dtype} and shape {self._shape}."
        try:
            tensor = convert_to_tensor(value, self._dtype)
        except (TypeError, ValueError):
            raise ValueError(text) from None
        if not tensor.shape.is_compatible_with(self._shape):
            raise ValueError(text)
        return tensor

    def __repr__(self) -> str:
        return f"TensorSpec(shape={self.shape}, dtype={self.dtype!r}, name={self.name!r})"


@export("SparseTensorSpec")
class SparseTensorSpec(TypeSpec):
    """Describes a SparseTensor: the shape and type of its dense form.

    >>> import penstock as tf
    >>> tf.SparseTensorSpec([None, 4], tf.int32).is_compatible_with(tf.SparseTensor([[0, 1]], [5], [2, 4]))
    True
    """

    _type = SparseTensor

    def __init__(self, shape: ShapeLike | None = None, dtype: DTypeLike = dtypes.float32) -> None:
        self._shape = TensorShape(shape)
        self._dtype = dtypes.as_dtype(dtype)

    @classmethod
    def from_value(cls, value: Any) -> SparseTensorSpec:
        """The spec of a SparseTensor or SparseTensorValue.

        Raises:
          TypeError: it is neither.
        """
        if isinstance(value, SparseTensor):
            return cls(value.get_shape(), value.dtype)
        if is_sparse_value(value):
            return cls(list(value.dense_shape), value.values.dtype)
        raise TypeError(f"Expected SparseTensor or SparseTensorValue, got {value!r}")

    @property
    def dtype(self) -> dtypes.DType:
        """The type of the elements."""
        return self._dtype

    @property
    def shape(self) -> TensorShape:
        """The shape of the dense form."""
        return self._shape

    def _serialize(self) -> tuple[Any, ...]:
        return self._shape, self._dtype

    @property
    def _component_specs(self) -> list[TensorSpec]:
        rank = self._shape.ndims
        return [
            TensorSpec([None, rank], dtypes.int64),
            TensorSpec([None], self._dtype),
            TensorSpec([rank], dtypes.int64),
        ]

    def _to_components(self, value: object) -> list[Any]:
        value = SparseTensor.from_value(value)
        return [value.indices, value.values, value.dense_shape]

    def _from_components(self, components: Any) -> SparseTensor:
        return SparseTensor(*components)


@export("IndexedSlicesSpec")
class IndexedSlicesSpec(TypeSpec):
    """Describes IndexedSlices: the shape and type of the dense tensor, and the types of their parts.

    >>> import penstock as tf
    >>> tf.IndexedSlicesSpec([10, 2]).value_type is tf.IndexedSlices
    True
    """

    _type = IndexedSlices

    def __init__(
        self,
        shape: ShapeLike | None = None,
        dtype: DTypeLike = dtypes.float32,
        indices_dtype: Any = dtypes.int64,
        dense_shape_dtype: Any = None,
        indices_shape: Any = None,
    ) -> None:
        self._shape = TensorShape(shape)
        self._values_dtype = dtypes.as_dtype(dtype)
        self._indices_dtype = dtypes.as_dtype(indices_dtype)
        self._dense_shape_dtype = None if dense_shape_dtype is None else dtypes.as_dtype(dense_shape_dtype)
        self._indices_shape = TensorShape(indices_shape).with_rank(1)

    @classmethod
    def _of(cls, value: IndexedSlices) -> IndexedSlicesSpec:
        dense_type = None if value.dense_shape is None else value.dense_shape.dtype
        rows = value.indices.shape.merge_with(value.values.shape[:1])
        shape = TensorShape([None]).concatenate(value.values.shape[1:]).merge_with(value.shape)
        return cls(shape, value.values.dtype, value.indices.dtype, dense_type, rows)

    def _serialize(self) -> tuple[Any, ...]:
        return (
            self._shape,
            self._values_dtype,
            self._indices_dtype,
            self._dense_shape_dtype,
            self._indices_shape,
        )

    @property
    def _component_specs(self) -> tuple[TensorSpec, ...]:
        inner = self._shape[1:] if self._shape.ndims is not None else TensorShape(None)
        specs = [
            TensorSpec(self._indices_shape.concatenate(inner), self._values_dtype),
            TensorSpec(self._indices_shape, self._indices_dtype),
        ]
        if self._dense_shape_dtype is not None:
            specs.append(TensorSpec([self._shape.ndims], self._dense_shape_dtype))
        return tuple(specs)

    def _to_components(self, value: IndexedSlices) -> tuple[Any, ...]:
        return (value.values, value.indices) + (() if value.dense_shape is None else (value.dense_shape,))

    def _from_components(self, components: Any) -> IndexedSlices:
        return IndexedSlices(*components)


register_spec(Tensor, lambda value: TensorSpec(value.shape, value.dtype))


@export("data.experimental.TensorStructure")
def tensor_structure(dtype: DTypeLike, shape: Sequence[int]) -> TensorSpec:
    """An old name of `tf.TensorSpec`, with the arguments the other way round.

    Args:
      dtype: the type.
      shape: the shape.

    >>> import penstock as tf
    >>> tf.data.experimental.TensorStructure(tf.float32, [2])
    TensorSpec(shape=(2,), dtype=tf.float32, name=None)
    """
    return TensorSpec(shape, dtype)


@export("data.experimental.SparseTensorStructure")
def sparse_tensor_structure(dtype: DTypeLike, shape: Sequence[int]) -> SparseTensorSpec:
    """An old name of `tf.SparseTensorSpec`, with the arguments the other way round.

    Args:
      dtype: the type.
      shape: the shape of the dense tensor.

    >>> import penstock as tf
    >>> tf.data.experimental.SparseTensorStructure(tf.float32, [2, 3])
    SparseTensorSpec(TensorShape([Dimension(2), Dimension(3)]), tf.float32)
    """
    return SparseTensorSpec(shape, dtype)
