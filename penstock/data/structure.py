"""Elements of datasets: nested structures of tuples, named tuples and dictionaries, and what each leaf is.

As in 1.x, lists are values here, not structures: they become tensors. Each leaf of an element is one tensor of the
dataset's operations; a sparse tensor travels as a vector of three variants, a dataset as one variant. `ragged` has
ragged tensors.
"""

from __future__ import annotations

import collections.abc
import importlib
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any

from penstock._namespace import export, find
from penstock.graph import dtypes, nest
from penstock.graph.build import apply
from penstock.graph.composite import CompositeTensor, SparseTensor, is_sparse_value
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.type_spec import SparseTensorSpec, TensorSpec, TypeSpec
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike

# -- nesting -----------------------------------------------------------------------------------------------------------


def is_nested(value: object) -> bool:
    return (isinstance(value, tuple) and not is_sparse_value(value)) or isinstance(value, collections.abc.Mapping)


def _children(value: Any) -> list[Any]:
    if isinstance(value, collections.abc.Mapping):
        return [value[key] for key in nest.sorted_keys(value)]
    return list(value)


def _like(value: object, children: list[Any]) -> Any:
    if isinstance(value, collections.abc.Mapping):
        made = dict(zip(nest.sorted_keys(value), children))
        return type(value)((key, made[key]) for key in value)  # type: ignore[call-arg]
    if hasattr(value, "_fields"):
        return type(value)(*children)
    return tuple(children)


def flatten(value: object) -> list[Any]:
    """The leaves, dictionaries in the order of their keys."""
    if not is_nested(value):
        return [value]
    return [leaf for child in _children(value) for leaf in flatten(child)]


def pack(structure: object, leaves: list[Any]) -> Any:
    """The leaves in the form of `structure`."""
    rest = iter(leaves)
    result = _pack(structure, rest)
    return result


def _pack(structure: object, leaves: Iterator[Any]) -> Any:
    if not is_nested(structure):
        return next(leaves)
    return _like(structure, [_pack(child, leaves) for child in _children(structure)])


def map_structure(function: Callable, structure: object, *others: Any) -> Any:
    """Calls `function` on each leaf (and those of `others` at the same place)."""
    for other in others:
        assert_same(structure, other)
    return pack(structure, [function(*leaves) for leaves in zip(*(flatten(s) for s in (structure, *others)))])


def assert_same(a: Any, b: Any) -> None:
    """Raises if two structures are not nested in the same way."""
    if is_nested(a) != is_nested(b):
        raise ValueError(
            f"The two structures don't have the same nested structure.\n\nFirst structure: {a}\n\nSecond structure: {b}"
        )
    if is_nested(a):
        if type(a) is not type(b) and isinstance(a, tuple) != isinstance(b, tuple):
            raise TypeError(
                f"The two structures don't have the same sequence type. First structure has type {type(a)}, while "
                f"second structure has type {type(b)}."
            )
        if isinstance(a, collections.abc.Mapping) and nest.sorted_keys(a) != nest.sorted_keys(b):
            raise ValueError(
                "The two dictionaries don't have the same set of keys. "
                f"First structure: {nest.sorted_keys(a)}, second structure: {nest.sorted_keys(b)}"
            )
        first, second = _children(a), _children(b)
        if len(first) != len(second):
            raise ValueError(
                "The two structures don't have the same number of elements.\n\n"
                f"First structure: {a}\n\nSecond structure: {b}"
            )
        for x, y in zip(first, second):
            assert_same(x, y)


def flatten_up_to(shallow: Any, value: Any) -> list[Any]:
    """The parts of `value` at the leaves of `shallow`."""
    if not is_nested(shallow):
        return [value]
    if not is_nested(value) and not isinstance(value, list):
        raise TypeError(
            f"If shallow structure is a sequence, input must also be a sequence. Input has type: {type(value)}."
        )
    mapping = isinstance(shallow, collections.abc.Mapping)
    parts = [value[key] for key in nest.sorted_keys(shallow)] if mapping else list(value)
    children = _children(shallow)
    if len(parts) != len(children):
        raise ValueError(
            "The two structures don't have the same sequence length. Input structure has length "
            f"{len(parts)}, while shallow structure has length {len(children)}."
        )
    return [leaf for c, p in zip(children, parts) for leaf in flatten_up_to(c, p)]


# -- leaves ------------------------------------------------------------------------------------------------------------


class Spec:
    """What a leaf is: a tensor, a sparse tensor or a dataset, its type and its shape."""

    def __init__(self, kind: type, dtype: Any, shape: Any) -> None:
        self.kind = kind
        self.dtype = dtype
        self.shape = shape if isinstance(shape, TensorShape) or is_nested(shape) else TensorShape(shape)

    @property
    def flat_type(self) -> Any:
        return self.dtype if self.kind is Tensor else dtypes.variant

    @property
    def flat_shape(self) -> TensorShape:
        return self.shape if self.kind is Tensor else TensorShape(None if self.kind is SparseTensor else [])

    def with_shape(self, shape: Any) -> Spec:
        return Spec(self.kind, self.dtype, shape)

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Whether a value (or all values of another spec) may stand where this one is asked for."""
        other = spec_or_value if isinstance(spec_or_value, Spec) else spec_of(_leaf(spec_or_value, "value"))
        return (
            self.kind is other.kind
            and self.dtype == other.dtype
            and self.flat_shape.is_compatible_with(other.flat_shape)
        )

    def most_specific_compatible_type(self, other: Any) -> Spec:
        """What is known of a value that fits this spec or another.

        Raises:
          ValueError: they have nothing in common.
        """
        if not isinstance(other, Spec) or self.kind is not other.kind or self.dtype != other.dtype:
            raise ValueError(f"No TypeSpec is compatible with both {self} and {other}")
        a, b = self.shape, other.shape
        if a.ndims is None or a.ndims != b.ndims:
            return self.with_shape(None)
        return self.with_shape([m if m == n else None for m, n in zip(a.as_list(), b.as_list())])

    @property
    def value_type(self) -> type:
        """The class of the values."""
        return self.kind

    @property
    def public(self) -> TypeSpec:
        """The same, as users see it."""
        if self.kind is SparseTensor:
            return SparseTensorSpec(self.shape, self.dtype)
        return TensorSpec(self.shape, self.dtype)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spec) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        name = getattr(self.dtype, "name", self.dtype)
        return f"{self.kind.__name__}Spec(shape={self.shape}, dtype={name})"


class SpecOfVariant(Spec, TypeSpec):
    """A leaf that is one variant and holds elements of some structure: it is one of `tf.TypeSpec` for users too."""

    name = ""

    def __init__(self, kind: type, element: Any, shape: Any = ()) -> None:
        super().__init__(kind, dtypes.variant, TensorShape(shape))
        self.element = map_structure(as_spec, element)

    @property
    def public(self) -> TypeSpec:
        """The same: users see it as it is."""
        return self

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Whether a value, or all values of another spec, may be what this one describes."""
        other = spec_or_value
        if not isinstance(other, (Spec, TypeSpec)):
            other = spec_of(_leaf(spec_or_value, "value"))
        if type(other) is not type(self) or not self.shape.is_compatible_with(other.shape):
            return False
        try:
            assert_same(self.element, other.element)
        except (TypeError, ValueError):
            return False
        return all(mine.is_compatible_with(its) for mine, its in zip(flatten(self.element), flatten(other.element)))

    def most_specific_compatible_type(self, other: Any) -> Any:
        """The narrowest spec that fits all values of this and the other.

        Raises:
          ValueError: there is none.
        """
        if type(other) is not type(self):
            raise ValueError(f"No TypeSpec is compatible with both {self} and {other}")
        assert_same(self.element, other.element)
        element = map_structure(lambda a, b: a.most_specific_compatible_type(b), self.element, other.element)
        return type(self)(element, *self._serialize()[1:])

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        return f"{self.name}{self._serialize()!r}"


@export("data.DatasetSpec", "data.experimental.DatasetStructure")
class DatasetSpec(SpecOfVariant):
    """Describes a dataset: what its elements are.

    Args:
      element_spec: a nested structure of `tf.TypeSpec`.
      dataset_shape: the shape of the tensor that the dataset travels as.

    >>> import penstock as tf
    >>> spec = tf.data.DatasetSpec(tf.TensorSpec([], tf.int64))
    >>> spec.is_compatible_with(tf.data.Dataset.range(3))
    True
    >>> spec.is_compatible_with(tf.data.Dataset.from_tensors(0.5))
    False
    """

    name = "DatasetSpec"

    def __init__(self, element_spec: Any, dataset_shape: Any = ()) -> None:
        super().__init__(find("data.Dataset"), element_spec, dataset_shape)

    def _serialize(self) -> tuple[Any, ...]:
        return public(self.element), self.shape

    @staticmethod
    def from_value(value: Any) -> DatasetSpec:
        """The spec of a dataset."""
        return DatasetSpec(value._structure)

    def with_shape(self, shape: Sequence[int] | None) -> DatasetSpec:
        return DatasetSpec(self.element, shape)


def spec_of(value: Any) -> Spec:
    """The spec of a tensor, sparse tensor, ragged tensor or dataset."""
    if _is_ragged(value):
        return _ragged().spec_of(value)
    if isinstance(value, SparseTensor):
        return Spec(SparseTensor, value.dtype, value.get_shape())
    if isinstance(value, Tensor):
        return Spec(Tensor, value.dtype.base_dtype, value.shape)
    if hasattr(value, "value_structure"):
        return find("OptionalSpec").from_value(value)
    return DatasetSpec(value._structure)


def as_spec(spec: Any) -> Spec:
    """A leaf of a structure that a user wrote down, such as a `tf.TensorSpec`, as it is used here."""
    if isinstance(spec, Spec):
        return spec
    if type(spec).__name__ == "RaggedTensorSpec":
        shape, dtype, *_ = spec._serialize()
        return _ragged().from_legacy(dtype, shape, spec)
    kind = {"SparseTensorSpec": SparseTensor}.get(type(spec).__name__, Tensor)
    return Spec(kind, dtypes.as_dtype(spec.dtype), spec.shape)


def public(structure: object) -> Any:
    """A structure of specs as users see it: of `tf.TensorSpec` and the like."""
    return map_structure(lambda spec: spec.public, structure)


def _is_ragged(value: object) -> bool:
    return isinstance(value, CompositeTensor) and hasattr(value, "nested_row_splits")


def _ragged() -> ModuleType:
    """What is done with ragged tensors; loaded only if there are any."""
    return importlib.import_module("penstock.data.ragged")


def normalized(element: Any, name: str = "component") -> Any:
    """The element with all leaves as tensors, sparse tensors or datasets."""
    if not is_nested(element):
        return _leaf(element, "component_0" if name == "component" else name)
    leaves = flatten(element)
    return pack(element, [_leaf(leaf, f"component_{i}") for i, leaf in enumerate(leaves)])


def _leaf(value: object, name: str) -> Any:
    if isinstance(value, SparseTensor) or hasattr(value, "_variant_tensor"):
        return value
    if is_sparse_value(value):
        return SparseTensor.from_value(value)
    if hasattr(value, "nested_row_splits"):
        return _ragged().leaf(value, name)
    return convert_to_tensor(value, name=name)


def to_tensors(element: TensorLike, batched: bool = False) -> list[Tensor]:
    """The leaves of a normalized element as the tensors that travel through datasets."""
    return [_travelling(leaf, batched) for leaf in flatten(element)]


def _travelling(value: Any, batched: bool) -> Tensor:
    if isinstance(value, SparseTensor):
        parts: dict[str, Any] = {
            "sparse_indices": value.indices,
            "sparse_values": value.values,
            "sparse_shape": value.dense_shape,
        }
        kind = "SerializeManySparse" if batched else "SerializeSparse"
        return apply(kind, out_type=dtypes.variant, **parts)
    if _is_ragged(value):
        return _ragged().travelling(value, batched)
    return getattr(value, "_variant_tensor", value)


def from_tensors(structure: object, tensors: list[Tensor]) -> Any:
    """The element that travelled as `tensors`."""
    return pack(structure, [_arrived(spec, tensor) for spec, tensor in zip(flatten(structure), tensors)])


def _arrived(spec: Spec, tensor: Tensor) -> Any:
    if hasattr(spec, "arrived"):
        return spec.arrived(tensor)
    if spec.kind is Tensor:
        if tensor.shape.ndims is None and spec.shape.ndims is not None:
            tensor.set_shape(spec.shape)
        return tensor
    if spec.kind is SparseTensor:
        indices, values, shape = apply("DeserializeSparse", serialized_sparse=tensor, dtype=spec.dtype)
        rank = spec.shape.ndims
        indices.set_shape([None, rank])
        shape.set_shape([rank])
        return SparseTensor(indices, values, shape)
    from penstock.data.dataset import Dataset

    return Dataset(tensor, spec.element)  # type: ignore[attr-defined]


def flat_attributes(structure: object) -> dict[str, Any]:
    """The attributes `output_types` and `output_shapes` of an operation with such elements."""
    specs = flatten(structure)
    return {"output_types": [s.flat_type for s in specs], "output_shapes": [s.flat_shape for s in specs]}


def legacy(structure: object, what: str) -> Any:
    """Types, shapes or classes, as `output_types` and the like give them; for nested datasets, all are their specs."""

    def of(spec: Spec) -> Any:
        if isinstance(spec, SpecOfVariant):
            return spec
        if what == "classes" and hasattr(spec, "legacy_class"):
            return spec.legacy_class
        return {"types": spec.dtype, "shapes": spec.shape, "classes": spec.kind}[what]

    return map_structure(of, structure)


def from_legacy(types: Sequence[Any], shapes: Sequence[Any], classes: TensorLike | None = None) -> Any:
    """The structure for types, shapes and classes given apart."""
    types = map_structure(lambda t: t if isinstance(t, Spec) else dtypes.as_dtype(t), types)
    count = len(flatten(types))
    flat_shapes = [None] * count if shapes is None else flatten_up_to(types, shapes)
    flat_classes = [Tensor] * count if classes is None else flatten_up_to(types, classes)

    def spec(kind: Any, dtype: DTypeLike, shape: ShapeLike) -> Spec:
        if isinstance(kind, Spec):
            return kind
        shape = TensorShape(shape)
        return _ragged().from_legacy(dtype, shape, kind) if isinstance(kind, TypeSpec) else Spec(kind, dtype, shape)

    return pack(types, list(map(spec, flat_classes, flatten(types), flat_shapes)))
