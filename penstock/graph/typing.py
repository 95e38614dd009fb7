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
    from penstock.graph.operation import Tensor
    from penstock.graph.tensor_shape import Dimension, TensorShape


class ConvertibleToTensor(Protocol):
    """What is no tensor, but becomes one where a tensor is wanted: variables, `IndexedSlices`, users' own types."""

    @property
    def dtype(self) -> Any:
        """The type of the elements."""


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
