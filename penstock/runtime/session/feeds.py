"""What `Session.run` is fed: which tensors a feed dictionary stands for, and their values as checked arrays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from penstock.graph import dtypes, errors, nest, values
from penstock.graph.composite import CompositeTensor
from penstock.graph.graph import Graph
from penstock.graph.operation import Tensor
from penstock.ops.text import hashing_native
from penstock.runtime.session.fetches import conversion_of

_TENSOR_FED = (
    "The value of a feed cannot be a tf.Tensor object. Acceptable feed values include Python scalars, strings, lists, "
    "numpy ndarrays, or TensorHandles. For reference, the tensor object was {} which was passed to the feed with key {}."
)


def flat_feeds(graph: Graph, feed_dict: Mapping) -> dict[Tensor, Any]:
    """The tensors and values in a feed dictionary with keys of any form.

    Raises:
      TypeError: a key is no tensor of the graph, or a value is a tensor.
      ValueError: key and value are nested differently.
    """
    found: dict[Tensor, Any] = {}
    for feed, value in nest.flatten_dict_items(feed_dict).items():
        for element, item in _pairs(feed, value):
            try:
                tensor = graph.as_graph_element(element, allow_tensor=True, allow_operation=False)
            except Exception as error:
                raise TypeError(f"Cannot interpret feed_dict key as Tensor: {error.args[0]}") from None
            if isinstance(item, Tensor):
                raise TypeError(_TENSOR_FED.format(value, feed))
            found[tensor] = item
    return found


def feed_tensors(graph: Graph, feeds: object) -> list[Tensor]:
    """The tensors that `partial_run_setup` is told will be fed."""
    tensors: list[Tensor] = []
    for feed in feeds if isinstance(feeds, (list, tuple)) else [feeds]:
        functions = conversion_of(feed)
        if functions is not None and functions[2] is not None:
            parts: Iterable[Any] = functions[2](feed)
        elif isinstance(feed, CompositeTensor):
            parts = feed._to_components()
        else:
            parts = (feed,)
        for part in parts:
            try:
                tensors.append(graph.as_graph_element(part, allow_tensor=True, allow_operation=False))
            except Exception as error:
                raise TypeError(f"Cannot interpret feed_list key as Tensor: {error.args[0]}") from None
    return tensors


def _pairs(feed: Any, value: Any) -> Iterable[tuple[Any, Any]]:
    functions = conversion_of(feed)
    if functions is not None and functions[1] is not None:
        return functions[1](feed, value)
    if isinstance(feed, CompositeTensor):
        return zip(feed._to_components(), feed._arrays_of(value))
    return ((feed, value),)


class Feed:
    """How to check and convert the values fed for one tensor."""

    __slots__ = ("_dims", "_dtype", "_integer", "_plain", "_storage", "tensor")

    def __init__(self, graph: Graph, tensor: Tensor) -> None:
        self.tensor = tensor
        self._dtype = tensor.dtype.base_dtype
        self._storage = self._dtype.storage
        self._plain = self._storage.kind != "O"
        self._integer = self._storage.kind in "iu"
        self._dims = tensor.shape._dims
        if not graph.is_feedable(tensor):
            raise ValueError(f"Tensor {tensor} may not be fed.")

    def convert(self, value: Any) -> Any:
        """The value as an array of the tensor's type.

        Raises:
          TypeError: the value is a tensor, or a number that does not fit the type.
          ValueError: the value has another shape than the tensor, or cannot be converted.
        """
        if type(value) is np.ndarray and self._plain and value.dtype == self._storage:
            array = value
        else:
            array = self._convert(value)
        dims = self._dims
        if dims is not None and array.shape != dims:
            shape = array.shape
            if len(shape) != len(dims) or any(d is not None and d != s for d, s in zip(dims, shape)):
                raise ValueError(
                    f"Cannot feed value of shape {shape!r} for Tensor {self.tensor.name!r}, which has shape "
                    f"{str(self.tensor.shape)!r}"
                )
        return array

    def _convert(self, value: object) -> np.ndarray:
        if isinstance(value, Tensor):
            raise TypeError(_TENSOR_FED.format(value, self.tensor))
        if hasattr(value, "get_raw_handle"):
            return self._of_handle(value)
        if isinstance(value, int):
            self._check_integer(value)
        if not self._plain:
            if self._dtype.name == "string":
                return _strings(value)
            return value if isinstance(value, np.ndarray) else _boxed(value)
        if self._dtype.is_quantized and isinstance(value, np.ndarray) and value.dtype.fields:
            return value.view(self._storage)
        try:
            return np.asarray(value, dtype=self._storage)
        except OverflowError:
            # [300] fed for uint8 is 44: the NumPy of 1.x wrapped around, today's does not.
            array = np.asarray(value)
            if array.dtype.kind not in "iu":
                raise
            return array.astype(self._storage)

    def _check_integer(self, value: int) -> None:
        if isinstance(value, bool) and self._plain:
            return
        if not self._plain:
            fits = self._dtype.name != "string"
        elif self._storage.kind == "b":
            fits = value in (0, 1)
        elif self._integer:
            info = np.iinfo(self._storage)
            fits = info.min <= value <= info.max
        else:
            try:
                with np.errstate(all="ignore"):
                    fits = complex(self._storage.type(value)) == value
            except OverflowError:
                fits = False
        if not fits:
            wanted = self._dtype.as_numpy_dtype if self._plain else object
            raise TypeError(
                f"Type of feed value {value} with type {type(value)} is not compatible with Tensor type {wanted}. Try "
                "explicitly setting the type of the feed tensor to a larger type (e.g. int64)."
            )

    def _of_handle(self, handle: Any) -> np.ndarray:
        if handle._dtype.base_dtype is not self._dtype:
            wanted, given = (dtypes.type_text(d) for d in (self._dtype, handle._dtype.base_dtype))
            raise errors.InvalidArgumentError(None, None, f"Expects arg[0] to be {wanted} but {given} is provided")
        return handle._value()


def _strings(value: object) -> np.ndarray:
    array = np.asarray(value, dtype=object)
    kind = type(array.flat[0]) if array.size else bytes
    if kind in (bytes, str) and hashing_native.all_of_type(array, kind):
        if kind is bytes:
            return array.copy() if array is value else array
        found = hashing_native.encoded(array)
        if found is not None:
            return found
    listed = array.ravel().tolist()
    kinds = set(map(type, listed))
    if kinds == {bytes}:
        return array.copy() if array is value else array
    if kinds == {str}:
        return values.object_array([item.encode() for item in listed], array.shape)
    for item in listed:
        if not isinstance(item, (str, bytes)):
            raise errors.InternalError(None, None, f"Unsupported object type {type(item).__name__}")
    return values.object_array([values.as_bytes(item) for item in listed], array.shape)


def _boxed(value: object) -> np.ndarray:
    box = np.empty((), object)
    box[()] = value
    return box
