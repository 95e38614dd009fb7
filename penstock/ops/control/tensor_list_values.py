"""Values of tensors of type variant that hold lists of tensors.

Interpreted, a list is a Python list behind a length (`ListValue`); compiled, it is a buffer with one more dimension and a
size (`TracedList`, a JAX pytree, so that XLA's loops can carry it).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from penstock.graph.typing import Array, DTypeLike, NestedTensors, TensorLike


class ListValue:
    """An immutable list; pushing shares the storage with the list it came from."""

    __slots__ = ("dtype_", "items", "length")

    def __init__(self, items: list[Any], length: int | None = None, dtype_: Any = None) -> None:
        self.items = items
        self.length = len(items) if length is None else length
        self.dtype_ = dtype_

    def push(self, item: TensorLike) -> ListValue:
        items = self.items
        if len(items) != self.length:  # another list grew from the same storage
            items = items[: self.length]
        items.append(item)
        return ListValue(items, self.length + 1, self.dtype_)

    def replaced(self, index: int, item: TensorLike) -> ListValue:
        items = self.items[: self.length]
        items[index] = item
        return ListValue(items, self.length, self.dtype_)

    def all(self) -> list[Any]:
        return self.items[: self.length]


class Bounds(threading.local):
    """How often the loops being traced in this thread can turn; the innermost last. None: not known."""

    def __init__(self) -> None:
        super().__init__()
        self.stack: list[int | None] = []


bounds = Bounds()


class Unbounded(Exception):
    """A list grows in a loop of which it is not known how often it turns: XLA cannot hold it."""


class TracedList:
    """A list inside of an XLA program. `buffer` is None until the first element tells its shape.

    A list that grows has a traced `size` of at most `capacity`; `size` is None for a list of exactly `capacity` elements.
    `written` tells which elements a `TensorArray` has, for they are written once; None for other lists.
    """

    def __init__(self, buffer: Any, size: Any, capacity: int | None = None, written: Any = None) -> None:
        self.buffer = buffer
        self.size = size
        self.capacity = capacity
        self.written = written

    @property
    def length(self) -> Any:
        return self.capacity if self.size is None else self.size

    # -- how elements are stored: an array, or the (buffer, size) of a list in the list

    def _allocated(self, item: Any, capacity: int) -> Any:
        import jax.numpy as jnp

        if isinstance(item, TracedList):
            buffer = (
                None
                if item.buffer is None
                else _map(lambda leaf: jnp.zeros((capacity, *leaf.shape), leaf.dtype), item.buffer)
            )
            return TracedList(buffer, None if item.size is None else jnp.zeros((capacity,), np.int32), item.capacity)
        return jnp.zeros((capacity, *item.shape), item.dtype)

    def push(self, item: Any) -> TracedList:
        import jax.numpy as jnp

        buffer, capacity = self.buffer, self.capacity
        if buffer is None:
            if capacity is None:
                capacity = bounds.stack[-1] if bounds.stack else None
                if capacity is None and bounds.stack:
                    raise Unbounded
            if capacity is None:  # outside of loops: sizes are known, the list grows by one
                grown = _map(lambda leaf: jnp.asarray(leaf)[None], _stored(item))
                return TracedList(grown, 1, None)
            buffer = self._allocated(item, capacity)
        elif capacity is None:
            grown = _map2(lambda old, new: jnp.concatenate([old, jnp.asarray(new)[None]]), buffer, _stored(item))
            return TracedList(grown, self.size + 1, None)
        return TracedList(_write(buffer, self.size, _stored(item)), self.size + 1, capacity)

    def replaced(self, index: object, item: TensorLike) -> TracedList:
        buffer = self.buffer
        if buffer is None:
            assert self.capacity is not None
            buffer = self._allocated(item, self.capacity)
        return TracedList(_write(buffer, index, _stored(item)), self.size, self.capacity, self.written)

    def noted(self, index: object) -> TracedList:
        """This list, with the elements at `index` noted as written."""
        import jax.numpy as jnp

        if isinstance(self.written, np.ndarray) and isinstance(index, (np.ndarray, np.generic)):
            written = self.written.copy()  # what is known while tracing costs the program nothing
            index = np.asarray(index)  # the check of the range has spoken of those outside
            written[index[(index >= 0) & (index < written.size)]] = True
        else:
            written = jnp.asarray(self.written).at[index].set(True)
        return TracedList(self.buffer, self.size, self.capacity, written)

    def get(self, index: Any) -> Any:
        import jax

        return _map(lambda leaf: jax.lax.dynamic_index_in_dim(leaf, index, 0, keepdims=False), self.buffer)


def _stored(item: object) -> Any:
    import jax.numpy as jnp

    if isinstance(item, TracedList):
        return TracedList(item.buffer, None if item.size is None else jnp.asarray(item.size, np.int32), item.capacity)
    return jnp.asarray(item)


def _map(function: Callable[..., Any], tree: NestedTensors) -> Any:
    import jax

    return jax.tree_util.tree_map(function, tree)


def _map2(function: Callable[..., Any], a: TensorLike, b: TensorLike) -> Any:
    import jax

    return jax.tree_util.tree_map(function, a, b)


def _write(buffer: Any, index: object, item: TensorLike) -> Any:
    import jax

    return _map2(lambda b, x: jax.lax.dynamic_update_index_in_dim(b, x.astype(b.dtype), index, 0), buffer, item)


def register_pytree() -> None:
    """Lets JAX's loops carry lists. Called once, when the first list is traced."""
    global _registered
    if _registered:
        return
    import jax

    jax.tree_util.register_pytree_node(
        TracedList,
        lambda x: ((x.buffer, x.size, x.written), x.capacity),
        lambda capacity, children: TracedList(children[0], children[1], capacity, children[2]),
    )
    _registered = True


_registered = False


def empty(xp: ModuleType, capacity: int | None, dtype: DTypeLike) -> Any:
    """A list without elements, that may grow to `capacity`."""
    if xp is np and not tracing():
        return ListValue([], 0, dtype)
    register_pytree()
    return TracedList(None, 0, capacity)


def reserved(
    xp: ModuleType, n: int, dtype: DTypeLike, dims: tuple[int, ...] | None, storage: Any, once: bool = False
) -> Any:
    """A list of `n` elements that are not set yet; with `once`, it is noted which are."""
    if xp is np and not tracing():
        return ListValue([None] * n, n, dtype)
    import jax.numpy as jnp

    register_pytree()
    buffer = None if dims is None or storage.kind == "O" else jnp.zeros((n, *dims), storage)
    return TracedList(buffer, None, n, np.zeros(n, bool) if once else None)


def tracing() -> bool:
    """Whether an XLA program is being traced in this thread."""
    from penstock.graph import registry

    return registry.trace.flags is not None


def is_list(value: TensorLike) -> bool:
    return isinstance(value, (ListValue, TracedList))


def zeros_like(value: Any) -> Any:
    """A list of the same length whose elements are all zero."""
    if isinstance(value, ListValue):
        return ListValue(
            [
                zeros_like(i) if isinstance(i, ListValue) else None if i is None else np.zeros_like(i)
                for i in value.all()
            ]
        )
    import jax.numpy as jnp

    return TracedList(None if value.buffer is None else _map(jnp.zeros_like, value.buffer), value.size, value.capacity)


def add(a: Any, b: Any) -> Any:
    """The lists of the sums of elements; an element that is not set counts as zero."""
    if isinstance(a, ListValue):
        pairs = zip(a.all(), b.all(), strict=True)
        return ListValue([_add_elements(x, y) for x, y in pairs])
    if a.buffer is None or b.buffer is None:
        return b if a.buffer is None else a
    return TracedList(_map2(lambda x, y: x + y, a.buffer, b.buffer), a.size, a.capacity)


def _add_elements(x: Array, y: Array) -> Any:
    if x is None or y is None:
        return y if x is None else x
    return add(x, y) if isinstance(x, ListValue) else x + y
