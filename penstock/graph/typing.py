"""Names for what functions accept: `TensorLike`, `DTypeLike`, `ShapeLike` and the like, for annotations and stubs.

1.x takes nearly everything that can be converted, so the types here are wide: an annotation tells a reader, an editor and a type
checker what is meant, conversion at run time (`convert_to_tensor`, `as_dtype`, `as_shape`) decides. A leaf module: the aliases
are texts, which only type checkers resolve.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import jax
    import numpy as np

    from penstock.graph.dtypes import DType
    from penstock.graph.graph import Graph
    from penstock.graph.operation import Operation, Tensor
    from penstock.graph.tensor_shape import Dimension, TensorShape


class ConvertibleToTensor(Protocol):
    """What is no tensor, but becomes one where a tensor is wanted: variables, `IndexedSlices`, users' own types."""

    @property
    def dtype(self) -> Any:
        """The type of the elements."""


class TensorOrVariable(Protocol):
    """A tensor of a graph or a variable: what has a type, a static shape and a name, and can be calculated with."""

    @property
    def dtype(self) -> DType:
        """The type of the elements."""

    @property
    def shape(self) -> TensorShape:
        """What is known of the shape before a run."""

    @property
    def name(self) -> str:
        """The name of the operation, and which of its results it is."""

    @property
    def op(self) -> Operation:
        """The operation that gives it."""

    @property
    def graph(self) -> Graph:
        """The graph that it is part of."""

    @property
    def device(self) -> str:
        """The device that was asked for."""

    def get_shape(self) -> TensorShape:
        """As `shape`."""

    def set_shape(self, shape: ShapeLike | None) -> None:
        """Says what else is known of the shape."""

    def __abs__(self) -> Tensor: ...
    def __neg__(self) -> Tensor: ...
    def __invert__(self) -> Tensor: ...
    def __getitem__(self, key: Any) -> Tensor: ...
    def __add__(self, other: object) -> Tensor: ...
    def __radd__(self, other: object) -> Tensor: ...
    def __sub__(self, other: object) -> Tensor: ...
    def __rsub__(self, other: object) -> Tensor: ...
    def __mul__(self, other: object) -> Tensor: ...
    def __rmul__(self, other: object) -> Tensor: ...
    def __truediv__(self, other: object) -> Tensor: ...
    def __rtruediv__(self, other: object) -> Tensor: ...
    def __floordiv__(self, other: object) -> Tensor: ...
    def __rfloordiv__(self, other: object) -> Tensor: ...
    def __mod__(self, other: object) -> Tensor: ...
    def __rmod__(self, other: object) -> Tensor: ...
    def __pow__(self, other: object) -> Tensor: ...
    def __rpow__(self, other: object) -> Tensor: ...
    def __matmul__(self, other: object) -> Tensor: ...
    def __rmatmul__(self, other: object) -> Tensor: ...
    def __lt__(self, other: object) -> Tensor: ...
    def __le__(self, other: object) -> Tensor: ...
    def __gt__(self, other: object) -> Tensor: ...
    def __ge__(self, other: object) -> Tensor: ...


class SessionLike(Protocol):
    """What runs a graph: a `Session`, or one of the sessions of `tf.train` that wrap one."""

    @property
    def graph(self) -> Graph:
        """The graph that is run."""

    def run(self, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None) -> Any:
        """Runs the graph as far as the fetches need it, and returns their values."""


class HasName(Protocol):
    """What has a name: a variable scope, an operation."""

    @property
    def name(self) -> Any:
        """The name."""


Scalar: TypeAlias = "bool | int | float | complex | str | bytes"
# What `tf.convert_to_tensor` takes.
TensorLike: TypeAlias = "Tensor | ConvertibleToTensor | np.ndarray | np.generic | Scalar | Sequence[Any]"
# Tensors in lists, tuples and dictionaries, in any depth: what `tf.nest` takes apart.
NestedTensors: TypeAlias = "TensorLike | Mapping[Any, Any]"
# What `tf.as_dtype` takes.
DTypeLike: TypeAlias = "DType | np.dtype[Any] | type[Any] | str | int"
# What `tf.TensorShape` takes, or a tensor that holds a shape.
ShapeLike: TypeAlias = "TensorShape | Dimension | Tensor | np.ndarray | Sequence[Any] | int"
# One axis or several, as numbers or as a tensor.
AxisLike: TypeAlias = "int | Sequence[Any] | Tensor | np.ndarray | np.integer[Any]"
# One size for all dimensions, or one for each.
SizesLike: TypeAlias = "int | Sequence[Any] | Tensor | np.ndarray | np.integer[Any]"
# An array of the interpreter's or of the compiler's: a kernel is called with either.
Array: TypeAlias = "np.ndarray | jax.Array"
# A name scope by its name, or a variable scope.
ScopeLike: TypeAlias = "str | HasName"
# Names of graph collections.
CollectionsLike: TypeAlias = "str | Sequence[str]"
# What makes the first value of a variable: a function of its shape and type, or the value.
InitializerLike: TypeAlias = "Callable[..., Any] | TensorLike"
