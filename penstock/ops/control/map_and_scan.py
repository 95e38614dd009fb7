"""Functions over the first dimension of tensors: map_fn, scan, foldl, foldr. Loops over TensorArrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock._namespace import export, find
from penstock.graph import dtypes, nest
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import InitializerLike, TensorLike
from penstock.ops.control.functions import while_loop
from penstock.ops.control.tensor_array import TensorArray


class _Elements:
    """The (nested) sequences that a functional operation goes over, as arrays of their elements."""

    def __init__(self, elems: Any) -> None:
        self.is_nested = nest.is_sequence(elems)
        self.structure = elems
        self.tensors = [convert_to_tensor(e, name="elem") for e in (nest.flatten(elems) if self.is_nested else [elems])]
        for tensor in self.tensors:
            if tensor.shape.ndims == 0:
                raise ValueError("elements must be 1+ dimensional Tensors, not scalars")
        self.static = None
        for tensor in self.tensors:
            dims = tensor.shape._dims
            if dims and dims[0] is not None:
                self.static = dims[0]
        self.n: Any = self.static or find("shape")(self.tensors[0])[0]
        self.arrays = [
            TensorArray(
                t.dtype,
                size=self.n,
                infer_shape=False,
                element_shape=t.shape[1:],
            ).unstack(t)
            for t in self.tensors
        ]

    def pack(self, values: list[Any]) -> Any:
        return nest.pack_sequence_as(self.structure, values) if self.is_nested else values[0]

    def at(self, index: object) -> Any:
        return self.pack([a.read(index) for a in self.arrays])


def _flatten(value: object) -> list[Any]:
    return nest.flatten(value) if nest.is_sequence(value) else [value]


def _pack_like(structure: object, values: list[Any]) -> Any:
    return nest.pack_sequence_as(structure, values) if nest.is_sequence(structure) else values[0]


def _check_callable(fn: Callable[..., Any]) -> None:
    if not callable(fn):
        raise TypeError("fn must be callable.")


def _with_static_rows(tensor: Tensor, rows: int | None) -> Tensor:
    from penstock.graph.tensor_shape import TensorShape

    if tensor.shape.ndims is not None and rows is not None:
        tensor.set_shape(TensorShape([rows]).concatenate(tensor.shape[1:]))
    return tensor


@export("map_fn")
def map_fn(
    fn: Callable,
    elems: TensorLike,
    dtype: Any = None,
    parallel_iterations: int | None = None,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    name: str | None = None,
) -> Any:
    """Applies `fn` to each element of `elems` along the first dimension and stacks the results.

    Args:
      fn: takes an element (of the structure of `elems`), returns a value of the structure of `dtype`.
      elems: a tensor or a nested structure of tensors.
      dtype: the type (or structure of types) of the results, if it differs from that of `elems`.

    >>> import penstock as tf
    >>> tf.Session().run(tf.map_fn(lambda x: x * x, tf.constant([1, 2, 3])))
    array([1, 4, 9], dtype=int32)
    """
    _check_callable(fn)
    with name_scope(name, "map", _flatten(elems)):
        source = _Elements(elems)
        dtype = dtype if dtype is not None else source.pack([t.dtype for t in source.tensors])
        start = convert_to_tensor(0)
        results = [TensorArray(d, size=source.n, infer_shape=infer_shape) for d in _flatten(dtype)]

        def body(i: Tensor, arrays: list[TensorArray]) -> tuple:
            values = fn(source.at(i))
            if nest.is_sequence(dtype) or nest.is_sequence(values):
                nest.assert_same_structure(dtype, values)
            pairs = zip(_flatten(values), _flatten(dtype), strict=True)
            flat = [
                convert_to_tensor(v, dtypes.as_dtype(d).base_dtype) for v, d in pairs
            ]  # a variable's type may be given
            return i + 1, [a.write(i, v) for a, v in zip(arrays, flat, strict=True)]

        _, results = while_loop(
            lambda i, _: i < source.n,
            body,
            (start, results),
            parallel_iterations=parallel_iterations or 10,
            maximum_iterations=source.n,
        )
        return _pack_like(dtype, [_with_static_rows(a.stack(), source.static) for a in results])


@export("scan")
def scan(
    fn: Callable,
    elems: TensorLike,
    initializer: InitializerLike | None = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    reverse: bool = False,
    name: str | None = None,
) -> Any:
    """Applies `fn(accumulated, element)` along the first dimension and stacks all intermediate results.

    Args:
      fn: a function of what is combined so far and the next element.
      elems: a tensor, or a structure of tensors with one length.
      initializer: what to begin with; the first element by default.
      parallel_iterations: how many turns may run at once in 1.15; it changes no result.
      back_prop: whether gradients are wanted.
      swap_memory: for GPUs: whether what gradients need may be moved to the host.
      infer_shape: whether all results of `fn` have one shape.
      reverse: whether to go from the last element to the first.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.scan(lambda a, x: a + x, tf.constant([1, 2, 3, 4])))
    array([ 1,  3,  6, 10], dtype=int32)
    """
    _check_callable(fn)
    with name_scope(name, "scan", _flatten(elems)):
        source = _Elements(elems)
        n = source.n
        begin = n - 1 if reverse else 0
        if initializer is None:
            start = source.at(begin)
        else:
            start = _pack_like(initializer, [convert_to_tensor(v) for v in _flatten(initializer)])
        values = _flatten(start)
        results = [
            TensorArray(v.dtype, size=n, infer_shape=infer_shape, element_shape=v.shape if infer_shape else None)
            for v in values
        ]
        if initializer is None:
            results = [a.write(begin, v) for a, v in zip(results, values, strict=True)]

        def body(i: Tensor, accumulated: list[Any], arrays: list[TensorArray]) -> tuple:
            new = fn(_pack_like(start, accumulated), source.at(i))
            if nest.is_sequence(start) or nest.is_sequence(new):
                nest.assert_same_structure(start, new)
            flat = [convert_to_tensor(v, old.dtype) for v, old in zip(_flatten(new), values, strict=True)]
            arrays = [a.write(i, v) for a, v in zip(arrays, flat, strict=True)]
            return i - 1 if reverse else i + 1, flat, arrays

        first = int(initializer is None)
        _, _, results = while_loop(
            (lambda i, *_: i >= 0) if reverse else (lambda i, *_: i < n),
            body,
            (n - 1 - first if reverse else first, values, results),
            parallel_iterations=parallel_iterations,
            maximum_iterations=n,
        )
        return _pack_like(start, [_with_static_rows(a.stack(), source.static) for a in results])


def _fold(
    fn: Callable,
    elems: TensorLike,
    initializer: InitializerLike | None,
    parallel_iterations: int,
    name: str | None,
    default: str,
    right: bool,
) -> Any:
    _check_callable(fn)
    with name_scope(name, default, _flatten(elems)):
        source = _Elements(elems)
        n = source.n
        first: Any
        if initializer is None:
            first = n - 1 if right else convert_to_tensor(1)
            start = source.at(first if right else 0)
        else:
            start = initializer
            first = n if right else convert_to_tensor(0)

        def body(i: Tensor, accumulated: Any) -> tuple:
            at = i - 1 if right else i
            new = fn(accumulated, source.at(at))
            return at if right else i + 1, new

        _, result = while_loop(
            (lambda i, _: i > 0) if right else (lambda i, _: i < n),
            body,
            (first, start),
            parallel_iterations=parallel_iterations or 10,
            maximum_iterations=n,
        )
        return result


@export("foldl")
def foldl(
    fn: Callable,
    elems: TensorLike,
    initializer: InitializerLike | None = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """Combines the elements along the first dimension from the left: `fn(fn(e0, e1), e2)`.

    Args:
      fn: a function of what is combined so far and the next element.
      elems: a tensor, or a structure of tensors with one length.
      initializer: what to begin with; the first element by default.
      parallel_iterations: how many turns may run at once in 1.15; it changes no result.
      back_prop: whether gradients are wanted.
      swap_memory: for GPUs: whether what gradients need may be moved to the host.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.foldl(lambda a, x: a + x, tf.constant([1, 2, 3, 4])))
    np.int32(10)
    """
    return _fold(fn, elems, initializer, parallel_iterations, name, "foldl", right=False)


@export("foldr")
def foldr(
    fn: Callable,
    elems: TensorLike,
    initializer: InitializerLike | None = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """Combines the elements along the first dimension from the right.

    Args:
      fn: a function of what is combined so far and the next element.
      elems: a tensor, or a structure of tensors with one length.
      initializer: what to begin with; the last element by default.
      parallel_iterations: how many turns may run at once in 1.15; it changes no result.
      back_prop: whether gradients are wanted.
      swap_memory: for GPUs: whether what gradients need may be moved to the host.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.foldr(lambda a, x: a - x, tf.constant([1, 2, 3, 10])))
    np.int32(4)
    """
    return _fold(fn, elems, initializer, parallel_iterations, name, "foldr", right=True)
