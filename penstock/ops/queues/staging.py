"""Staging areas: places in the graph where tuples of tensors wait, without the closing rules of queues.

A `StagingArea` is first in, first out; in a `MapStagingArea` tuples are found by key, and may come in parts.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import errors, stack
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import Array, TensorLike
from penstock.ops.queues.state import boxed, invalid
from penstock.ops.state import named_state

if TYPE_CHECKING:
    from penstock.runtime.session.cancel import Cancel


# -- state -------------------------------------------------------------------------------------------------------------


class _Area:
    """Tuples by key; `complete` ones can be taken."""

    def __init__(self, capacity: int, memory_limit: int) -> None:
        self.capacity, self.memory_limit = capacity, memory_limit
        self.complete: dict[int, tuple] = {}
        self.incomplete: dict[int, list[Any]] = {}
        self.numbers = itertools.count()
        self.changed = threading.Condition()
        self._bytes = 0

    def put(self, key: int | None, parts: dict[int, Any], width: int, cancel: Any) -> None:
        size = sum(getattr(v, "nbytes", 8) for v in parts.values())
        if self.memory_limit and size > self.memory_limit:
            raise errors.ResourceExhaustedError(
                None,
                None,
                f"Attempted to insert tensors with combined size of '{size}' bytes into Staging Area with a memory limit "
                f"of '{self.memory_limit}'.",
            )
        with self.changed:
            if key is not None and key in self.complete:
                raise invalid(f"Key '{key}' already exists in the staging area.")
            if key is None or key not in self.incomplete:
                cancel.wait(self.changed, lambda: self._room(size), "Stage operation was cancelled")
            key = next(self.numbers) if key is None else key
            values = self.incomplete.setdefault(key, [None] * width)
            for i, value in parts.items():
                if not 0 <= i < width:
                    raise invalid(f"Index '{i}' was out of bounds for the staging area's {width} components.")
                if values[i] is not None:
                    raise invalid(f"The tensor for index '{i}' for key '{key}' was already initialized '{width}'.")
                values[i] = value
            self._bytes += size
            if all(v is not None for v in values):
                self.complete[key] = tuple(self.incomplete.pop(key))
            self.changed.notify_all()

    def _room(self, size: int) -> bool:
        if self.memory_limit and self._bytes + size > self.memory_limit:
            return False
        return not self.capacity or len(self.complete) + len(self.incomplete) < self.capacity

    def take(self, find: Callable[[], int | None], cancel: Any, indices: list[int] | None = None) -> tuple[int, tuple]:
        """Waits until `find` gives a key, and takes its values, or those at `indices`."""
        with self.changed:
            cancel.wait(self.changed, lambda: find() is not None, "Unstage operation was cancelled")
            key = find()
            assert key is not None
            values = self.complete.pop(key)
            taken = values if indices is None else tuple(values[i] for i in indices)
            left = [v if indices is not None and i not in indices else None for i, v in enumerate(values)]
            if any(v is not None for v in left):
                self.incomplete[key] = left
            self._bytes -= sum(getattr(v, "nbytes", 8) for v in taken)
            self.changed.notify_all()
            return key, taken

    def peek(self, find: Callable[[], int | None], cancel: Cancel) -> tuple:
        with self.changed:
            cancel.wait(self.changed, lambda: find() is not None, "Peek operation was cancelled")
            return self.complete[find()]  # type: ignore[index]

    def clear(self) -> None:
        with self.changed:
            self.complete.clear()
            self.incomplete.clear()
            self._bytes = 0
            self.changed.notify_all()


def _area(ctx: Any, kind: str) -> _Area:
    attrs = ctx.op._attrs
    make = lambda name: _Area(attrs["capacity"], attrs["memory_limit"])  # noqa: E731
    return named_state.state_of(ctx, kind, make)[1]


# -- kernels -----------------------------------------------------------------------------------------------------------


@op("Stage", shape=rule.no_outputs, blocking=True)
def _stage(xp, values, *, ctx):
    _area(ctx, "staging").put(None, dict(enumerate(values)), len(values), ctx.cancel)


@op("Unstage", shape=rule.unknown, blocking=True)
def _unstage(xp, *, ctx):
    area = _area(ctx, "staging")
    return tuple(boxed(v) for v in area.take(lambda: next(iter(area.complete), None), ctx.cancel)[1])


@op("StagePeek", shape=rule.unknown, blocking=True)
def _stage_peek(xp, index, *, ctx):
    area, place = _area(ctx, "staging"), int(index)
    find = lambda: next(itertools.islice(area.complete, place, None), None)  # noqa: E731
    return tuple(boxed(v) for v in area.peek(find, ctx.cancel))


@op("StageSize", shape=rule.scalar, host=True)
def _stage_size(xp, *, ctx):
    return np.int32(len(_area(ctx, "staging").complete))


@op("StageClear", shape=rule.no_outputs, host=True)
def _stage_clear(xp, *, ctx):
    _area(ctx, "staging").clear()


def _register_map(prefix: str, first: Callable) -> None:
    """The operations of map staging areas; `first` chooses the key that comes next."""
    kind = f"{prefix}staging"

    def stage(xp: ModuleType, key: Array, indices: Array, values: Array, *, ctx: Any) -> None:
        places = [int(i) for i in np.ravel(indices)]
        width = len(ctx.op._attrs["dtypes"])
        _area(ctx, kind).put(int(key), dict(zip(places, values)), width, ctx.cancel)

    def unstage(xp: ModuleType, key: Array, indices: Array, *, ctx: Any) -> tuple:
        area, wanted = _area(ctx, kind), int(key)
        find = lambda: wanted if wanted in area.complete else None  # noqa: E731
        return tuple(boxed(v) for v in area.take(find, ctx.cancel, np.ravel(indices).tolist())[1])

    def unstage_no_key(xp: ModuleType, indices: Array, *, ctx: Any) -> tuple:
        area = _area(ctx, kind)
        find = lambda: first(area.complete) if area.complete else None  # noqa: E731
        key, values = area.take(find, ctx.cancel, np.ravel(indices).tolist())
        return np.int64(key), *(boxed(v) for v in values)

    def peek(xp: ModuleType, key: Array, indices: Array, *, ctx: Any) -> tuple:
        area, wanted = _area(ctx, kind), int(key)
        values = area.peek(lambda: wanted if wanted in area.complete else None, ctx.cancel)
        return tuple(boxed(values[i]) for i in np.ravel(indices))

    def size(xp: ModuleType, *, ctx: Any) -> Any:
        return np.int32(len(_area(ctx, kind).complete))

    def incomplete_size(xp: ModuleType, *, ctx: Any) -> Any:
        return np.int32(len(_area(ctx, kind).incomplete))

    def clear(xp: ModuleType, *, ctx: Any) -> None:
        _area(ctx, kind).clear()

    kernels: dict[str, tuple[Any, Any, bool]] = {
        "Stage": (stage, rule.no_outputs, True),
        "Unstage": (unstage, rule.unknown, True),
        "UnstageNoKey": (unstage_no_key, rule.unknown, True),
        "Peek": (peek, rule.unknown, True),
        "Size": (size, rule.scalar, False),
        "IncompleteSize": (incomplete_size, rule.scalar, False),
        "Clear": (clear, rule.no_outputs, False),
    }
    for name, (kernel, shape, waits) in kernels.items():
        op(f"{prefix}{name}", shape=shape, host=True, blocking=waits)(kernel)
        no_gradient(f"{prefix}{name}")


_register_map("Map", lambda keys: next(iter(keys)))
_register_map("OrderedMap", min)
no_gradient("Stage", "Unstage", "StagePeek", "StageSize", "StageClear")


# -- classes -----------------------------------------------------------------------------------------------------------


class _Staging:
    """What both kinds of staging areas share."""

    def __init__(
        self,
        dtypes: Any,
        shapes: Any = None,
        names: Any = None,
        shared_name: str | None = None,
        capacity: int = 0,
        memory_limit: int = 0,
    ) -> None:
        if shared_name is None:
            self._name = stack.current_graph().unique_name(type(self).__name__)
        elif isinstance(shared_name, str):
            self._name = shared_name
        else:
            raise ValueError("shared_name must be a string")
        if shapes is not None and len(shapes) != len(dtypes):
            raise ValueError("StagingArea shapes must be the same length as dtypes")
        if names is not None and len(names) != len(dtypes):
            raise ValueError("StagingArea names must be the same length as dtypes")
        self._dtypes = list(dtypes)
        self._shapes = [TensorShape(s) for s in shapes] if shapes is not None else [TensorShape(None) for _ in dtypes]
        self._names = names
        self._limits = {"capacity": capacity, "memory_limit": memory_limit, "shared_name": self._name}
        with name_scope(f"{self._name}_root"):
            find("no_op")()  # in 1.15, what has the device of all others

    @property
    def name(self) -> str:
        """The name of the staging area."""
        return self._name

    @property
    def dtypes(self) -> list[Any]:
        """The types of the components."""
        return self._dtypes

    @property
    def shapes(self) -> list[TensorShape]:
        """The shapes of the components."""
        return self._shapes

    @property
    def names(self) -> Any:
        """The names of the components."""
        return self._names

    @property
    def capacity(self) -> int:
        """How many tuples it holds at most; 0 for any number."""
        return self._limits["capacity"]

    @property
    def memory_limit(self) -> int:
        """How many bytes it holds at most; 0 for any number."""
        return self._limits["memory_limit"]

    def _op(self, kind: str, name: str | None, suffix: str, **inputs: Any) -> Any:
        inputs.setdefault("dtypes", self._dtypes)
        return apply(kind, name or f"{self._name}_{suffix}", **inputs, **self._limits)

    def _components(self, values: Any, indices: Any) -> tuple[list[Tensor], list[int]]:
        if isinstance(values, dict):
            if not self._names:
                raise ValueError("Staging areas must have names to enqueue a dictionary")
            if not set(values) <= set(self._names):
                raise ValueError(
                    "Keys in dictionary to put do not match names of staging area. Dictionary: "
                    f"({sorted(values)}), Queue: ({sorted(self._names)})"
                )
            indices = [i for i, key in enumerate(self._names) if key in values]
            values = [values[self._names[i]] for i in indices]
        elif self._names:
            raise ValueError("You must enqueue a dictionary in a staging area with names")
        else:
            if not isinstance(values, (list, tuple)):
                values = [values]
            indices = list(range(len(values))) if indices is None else list(indices)
        tensors = []
        for i, value in zip(indices, values):
            tensor = convert_to_tensor(value, name=f"component_{i}")
            if tensor.dtype.base_dtype != self._dtypes[i]:
                raise ValueError(f"Datatypes do not match. '{tensor.dtype}' != '{self._dtypes[i]}'")
            tensor.get_shape().assert_is_compatible_with(self._shapes[i])
            tensors.append(tensor)
        return tensors, indices

    def _element(self, tensors: list[Tensor], indices: list[int]) -> Any:
        for tensor, i in zip(tensors, indices):
            tensor.set_shape(self._shapes[i])
        return {self._names[i]: t for i, t in zip(indices, tensors)} if self._names else tensors


@export("contrib.staging.StagingArea")
class StagingArea(_Staging):
    """A place for tuples of tensors, first in, first out, such as between reading and computing.

    Args:
      dtypes: the types of the components.
      shapes: their shapes.
      names: their names; with these, tuples are dictionaries.
      shared_name: areas of one name are one.
      capacity: how many tuples it holds at most; 0 for any number.
      memory_limit: how many bytes it holds at most; 0 for any number.

    >>> import penstock as tf
    >>> area = tf.contrib.staging.StagingArea([tf.int32])
    >>> put, get = area.put([tf.constant(7)]), area.get()
    >>> with tf.Session() as sess:
    ...     _ = sess.run(put)  # such as in a step before that which gets it
    ...     print(sess.run(get), sess.run(area.size()))
    [np.int32(7)] 0
    """

    def put(self, values: TensorLike | None, name: str | None = None) -> Operation:
        """Puts a tuple in; waits while there is no room."""
        with name_scope(name, f"{self._name}_put") as scope:
            tensors, _ = self._components(values, None)
            return apply("Stage", scope, values=tensors, **self._limits)

    def get(self, name: str | None = None) -> Any:
        """Takes the oldest tuple; waits for one."""
        return self._element(self._op("Unstage", name, "get"), list(range(len(self._dtypes))))

    def peek(self, index: object, name: str | None = None) -> Any:
        """The tuple at `index`, which stays."""
        return self._element(self._op("StagePeek", name, "peek", index=index), list(range(len(self._dtypes))))

    def size(self, name: str | None = None) -> Tensor:
        """The number of tuples."""
        return self._op("StageSize", name, "size")

    def clear(self, name: str | None = None) -> Operation:
        """Takes everything out."""
        return self._op("StageClear", name, "clear")


class MapStagingArea(_Staging):
    """A place for tuples of tensors under keys; components of a tuple may come one by one.

    Args:
      ordered: whether the smallest key comes first when none is asked for.
      others: as for `StagingArea`.
    """

    def __init__(
        self,
        dtypes: object,
        shapes: Any = None,
        names: Any = None,
        shared_name: str | None = None,
        ordered: bool = False,
        capacity: int = 0,
        memory_limit: int = 0,
    ) -> None:
        super().__init__(dtypes, shapes, names, shared_name, capacity, memory_limit)
        self._kind = "OrderedMap" if ordered else "Map"

    def put(self, key: object, vals: TensorLike | None, indices: Any = None, name: str | None = None) -> Operation:
        """Puts components (all of them, or those at `indices`) under a key."""
        with name_scope(name, f"{self._name}_put") as scope:
            tensors, places = self._components(vals, indices)
            return self._op(f"{self._kind}Stage", scope, "", key=key, indices=places, values=tensors)

    def _places(self, indices: Any) -> tuple[list[int], list[Any]]:
        if indices is None:
            places = list(range(len(self._dtypes)))
        else:
            places = [self._names.index(i) if isinstance(i, str) else i for i in indices]
        if not places:
            raise ValueError("Empty indices")
        return places, [self._dtypes[i] for i in places]

    def get(self, key: Any = None, indices: TensorLike | None = None, name: str | None = None) -> tuple[Any, Any]:
        """Takes the tuple under `key`, or any; returns the key and the components."""
        places, types = self._places(indices)
        if key is None:
            kind = f"{self._kind}UnstageNoKey"
            key, values = self._op(kind, name, "get_nokey", indices=places, dtypes=types)
            return key, self._element(values, places)
        values = self._op(f"{self._kind}Unstage", name, "get", key=key, indices=places, dtypes=types)
        return key, self._element(values, places)

    def peek(self, key: object, indices: TensorLike | None = None, name: str | None = None) -> Any:
        """The tuple under `key`, which stays."""
        places, types = self._places(indices)
        values = self._op(f"{self._kind}Peek", name, "pop", key=key, indices=places, dtypes=types)
        return self._element(values, places)

    def size(self, name: str | None = None) -> Tensor:
        """The number of complete tuples."""
        return self._op(f"{self._kind}Size", name, "size")

    def incomplete_size(self, name: str | None = None) -> Tensor:
        """The number of tuples of which components are missing."""
        return self._op(f"{self._kind}IncompleteSize", name, "incomplete_size")

    def clear(self, name: str | None = None) -> Operation:
        """Takes everything out."""
        return self._op(f"{self._kind}Clear", name, "clear")
