"""Values made of several tensors: `IndexedSlices`, `SparseTensor`, their plain value tuples, and what others derive from."""

from __future__ import annotations

import collections
from typing import Any

from penstock._namespace import export, export_value
from penstock.graph import dtypes, inference
from penstock.graph.extension_points import implementation
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, SessionLike, ShapeLike, TensorLike

SparseTensorValue = export_value(
    collections.namedtuple("SparseTensorValue", ["indices", "values", "dense_shape"]),
    "SparseTensorValue",
    "compat.SparseTensorValue",
)
SparseTensorValue.shape = property(lambda self: self.dense_shape, doc="0.9's name of `dense_shape`.")  # type: ignore[attr-defined]
IndexedSlicesValue = export_value(
    collections.namedtuple("IndexedSlicesValue", ["values", "indices", "dense_shape"]), "IndexedSlicesValue"
)
SparseTensorValue.__doc__ = """The value of a `tf.SparseTensor`: what a session returns, or is fed, for one.

    Args:
      indices: the positions of the elements, [n, rank], int64.
      values: the elements, [n].
      dense_shape: the shape of the dense tensor, [rank], int64.

    >>> import penstock as tf
    >>> x = tf.sparse_placeholder(tf.float32)
    >>> value = tf.SparseTensorValue([[0, 1]], [2.5], [1, 2])
    >>> tf.Session().run(tf.sparse_tensor_to_dense(x), {x: value})
    array([[0. , 2.5]], dtype=float32)
    """
IndexedSlicesValue.__doc__ = """The value of `tf.IndexedSlices`: what a session returns for them.

    Args:
      values: the slices.
      indices: where they are in the dense tensor.
      dense_shape: the shape of the dense tensor, or None.

    >>> import penstock as tf
    >>> x = tf.constant([1.0, 2.0, 3.0])
    >>> value = tf.Session().run(tf.gradients(tf.gather(x, [0, 2]), x)[0])
    >>> type(value).__name__, value.indices
    ('IndexedSlicesValue', array([0, 2], dtype=int32))
    """


class CompositeTensor:
    """A value made of several tensors that sessions, conditionals, loops and `tf.nest` take apart and put together.

    A class derived from it says how.
    """

    _is_composite = True

    def _to_components(self) -> list[Tensor]:
        """The tensors that it is made of."""
        raise TypeError(f"{type(self).__name__} does not say what it is made of")

    def _from_components(self, tensors: list[Any]) -> Any:
        """Such a value made of other tensors."""
        raise TypeError(f"{type(self).__name__} cannot be made of tensors")

    def _from_arrays(self, arrays: list[Any]) -> Any:
        """What a run returns for it, made of the values of its components."""
        raise TypeError(f"{type(self).__name__} cannot be fetched")

    def _arrays_of(self, value: Any) -> list[Any]:
        """The values of its components when it is fed with `value`."""
        raise TypeError(f"{type(self).__name__} cannot be fed")

    @property
    def _type_spec(self) -> Any:
        """What it is, as a `tf.TypeSpec`."""
        raise TypeError(f"{type(self).__name__} has no spec")

    def _component_shapes(self, shape: TensorShape) -> list[TensorShape]:
        """The shapes that its components may have in a loop in which the whole has a shape like `shape`."""
        raise TypeError(f"{type(self).__name__} has no shape invariants")

    def consumers(self) -> list[Operation]:
        """The operations that use one of its tensors."""
        return list(dict.fromkeys(c for tensor in self._to_components() for c in tensor.consumers()))


@export("IndexedSlices")
class IndexedSlices(CompositeTensor):
    """Some slices of a larger tensor: `dense[indices[i], ...] = values[i, ...]`. The gradient of `tf.gather`.

    >>> import penstock as tf
    >>> tf.IndexedSlices(tf.constant([[1.0, 2.0]]), tf.constant([3])).indices.shape
    TensorShape([Dimension(1)])
    """

    def __init__(self, values: Tensor, indices: Tensor, dense_shape: Tensor | None = None) -> None:
        self._values = values
        self._indices = indices
        self._dense_shape = dense_shape

    @property
    def values(self) -> Tensor:
        """The slices."""
        return self._values

    @property
    def indices(self) -> Tensor:
        """Where the slices are, in the first dimension of the dense tensor."""
        return self._indices

    @property
    def dense_shape(self) -> Tensor | None:
        """The shape of the dense tensor, if it is known."""
        return self._dense_shape

    @property
    def shape(self) -> TensorShape:
        if self._dense_shape is None:
            return TensorShape(None)
        return inference.constant_value_as_shape(self._dense_shape)

    @property
    def name(self) -> str:
        return self._values.name

    @property
    def device(self) -> str:
        return self._values.device

    @property
    def op(self) -> Operation:
        return self._values.op

    @property
    def dtype(self) -> dtypes.DType:
        return self._values.dtype

    @property
    def graph(self) -> Any:
        return self._values.graph

    def consumers(self) -> list[Operation]:
        return self._values.consumers()

    def _to_components(self) -> list[Tensor]:
        return [self._values, self._indices] + ([] if self._dense_shape is None else [self._dense_shape])

    def _from_components(self, tensors: list[Any]) -> IndexedSlices:
        return IndexedSlices(*tensors)

    def _from_arrays(self, arrays: list[Any]) -> Any:
        return IndexedSlicesValue(*arrays, *[None] * (3 - len(arrays)))

    def _arrays_of(self, value: Any) -> list[Any]:
        return list(value)

    def _component_shapes(self, shape: TensorShape) -> list[TensorShape]:
        rows = shape[0:1] if shape.ndims is not None else TensorShape([None])
        return [shape, rows, TensorShape([shape.ndims])][: len(self._to_components())]

    @property
    def _type_spec(self) -> Any:
        from penstock.graph.type_spec import IndexedSlicesSpec

        return IndexedSlicesSpec._of(self)

    def __neg__(self) -> IndexedSlices:
        return IndexedSlices(-self._values, self._indices, self._dense_shape)

    def __str__(self) -> str:
        shape = f", dense_shape={self._dense_shape}" if self._dense_shape is not None else ""
        return f"IndexedSlices(indices={self._indices}, values={self._values}{shape})"

    __repr__ = __str__


@export("SparseTensor", "sparse.SparseTensor")
class SparseTensor(CompositeTensor):
    """A tensor of which only the elements at `indices` are stored, in row-major order.

    >>> import penstock as tf
    >>> st = tf.SparseTensor(indices=[[0, 0], [1, 2]], values=[1, 2], dense_shape=[3, 4])
    >>> st.get_shape().as_list()
    [3, 4]
    """

    def __init__(
        self, indices: TensorLike, values: Any, dense_shape: ShapeLike | None = None, shape: ShapeLike | None = None
    ) -> None:
        from penstock.graph import convert
        from penstock.graph.graph import name_scope

        if dense_shape is None:  # 0.9 called it `shape`
            dense_shape = shape
        with name_scope(None, "SparseTensor", [indices, values, dense_shape]):
            self._indices = convert.convert_to_tensor(indices, name="indices", dtype=dtypes.int64)
            self._values = convert.convert_to_tensor(values, name="values")
            self._dense_shape = convert.convert_to_tensor(dense_shape, name="dense_shape", dtype=dtypes.int64)
        indices_shape = self._indices.shape.with_rank(2)
        values_shape = self._values.shape.with_rank(1)
        shape_shape = self._dense_shape.shape.with_rank(1)
        indices_shape[0].merge_with(values_shape[0])
        indices_shape[1].merge_with(shape_shape[0])

    @classmethod
    def from_value(cls, sparse_tensor_value: Any) -> SparseTensor:
        """Makes a SparseTensor from a `SparseTensorValue` (or returns a SparseTensor as it is)."""
        value = sparse_tensor_value
        if not (isinstance(value, SparseTensor) or is_sparse_value(value)):
            raise TypeError(f"Neither a SparseTensor nor SparseTensorValue: {value}.")
        return cls(indices=value.indices, values=value.values, dense_shape=value.dense_shape)

    @property
    def indices(self) -> Tensor:
        """The positions of the stored elements, int64, [n, rank]."""
        return self._indices

    @property
    def values(self) -> Tensor:
        """The stored elements, [n]."""
        return self._values

    @property
    def dense_shape(self) -> Tensor:
        """The shape of the dense tensor, int64, [rank]."""
        return self._dense_shape

    @property
    def shape(self) -> TensorShape:
        return inference.constant_value_as_shape(self._dense_shape)

    def get_shape(self) -> TensorShape:
        """The static shape of the dense tensor."""
        return inference.constant_value_as_shape(self._dense_shape)

    @property
    def op(self) -> Operation:
        return self._values.op

    @property
    def dtype(self) -> dtypes.DType:
        return self._values.dtype

    @property
    def graph(self) -> Any:
        return self._indices.graph

    @property
    def name(self) -> str:
        return self._values.name

    def consumers(self) -> list[Operation]:
        return list(dict.fromkeys(self._indices.consumers() + self._values.consumers() + self._dense_shape.consumers()))

    def _to_components(self) -> list[Tensor]:
        return [self._indices, self._values, self._dense_shape]

    def _from_components(self, tensors: list[Any]) -> SparseTensor:
        return SparseTensor(*tensors)

    def _from_arrays(self, arrays: list[Any]) -> Any:
        return SparseTensorValue(*arrays)

    def _arrays_of(self, value: Any) -> list[Any]:
        return list(value)

    def _component_shapes(self, shape: TensorShape) -> list[TensorShape]:
        return [TensorShape([None, shape.ndims]), TensorShape([None]), TensorShape([shape.ndims])]

    @property
    def _type_spec(self) -> Any:
        from penstock.graph.type_spec import SparseTensorSpec

        return SparseTensorSpec.from_value(self)

    def eval(self, feed_dict: dict | None = None, session: SessionLike | None = None) -> Any:
        """Evaluates in the default session; returns a `SparseTensorValue`."""
        indices, values, dense_shape = _eval(self, feed_dict, session)
        return SparseTensorValue(indices, values, dense_shape)  # type: ignore[call-arg]

    def __str__(self) -> str:
        return f"SparseTensor(indices={self._indices}, values={self._values}, dense_shape={self._dense_shape})"

    __repr__ = __str__

    def __truediv__(self, other: object) -> SparseTensor:
        return implementation("sparse_dense_truediv")(self, other)

    __div__ = __truediv__

    def __mul__(self, other: object) -> SparseTensor:
        return implementation("sparse_dense_mul")(self, other)


def _eval(sparse: SparseTensor, feed_dict: dict | None, session: SessionLike | None) -> Any:
    from penstock.graph.operation import _session

    chosen = _session(session, sparse.graph, "evaluate tensor", "eval")
    return chosen.run([sparse.indices, sparse.values, sparse.dense_shape], feed_dict)


def is_sparse_value(value: object) -> bool:
    """True for a SparseTensorValue or any named tuple of its form."""
    return isinstance(value, tuple) and getattr(value, "_fields", ()) in (
        ("indices", "values", "dense_shape"),
        ("indices", "values", "shape"),
    )


@export("convert_to_tensor_or_sparse_tensor")
def convert_to_tensor_or_sparse_tensor(value: object, dtype: DTypeLike | None = None, name: str | None = None) -> Any:
    """Converts `value` to a SparseTensor if it is a sparse value, else to a Tensor.

    Args:
      value: a SparseTensor, a SparseTensorValue, or anything that `tf.convert_to_tensor` takes.
      dtype: the type that it must have.
      name: a name for a new tensor.

    Raises:
      RuntimeError: a sparse value has another type.

    >>> import penstock as tf
    >>> tf.convert_to_tensor_or_sparse_tensor([1.0, 2.0]).shape
    TensorShape([Dimension(2)])
    >>> type(tf.convert_to_tensor_or_sparse_tensor(tf.SparseTensorValue([[0]], [1.0], [2]))).__name__
    'SparseTensor'
    """
    if is_sparse_value(value):
        value = SparseTensor.from_value(value)
    if isinstance(value, SparseTensor):
        if dtype is not None and not dtypes.as_dtype(dtype).is_compatible_with(value.dtype):
            raise RuntimeError(f"Sparse dtype: requested = {dtypes.as_dtype(dtype).name}, actual = {value.dtype.name}")
        return value
    from penstock.graph import convert

    return convert.convert_to_tensor(value, dtype=dtype, name=name)


__all__ = ["IndexedSlices", "IndexedSlicesValue", "SparseTensor", "SparseTensorValue"]
