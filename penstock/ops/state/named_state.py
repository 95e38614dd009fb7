"""How operations find the state that belongs to them: queues, readers, iterators and the like.

Such an operation gives a handle; its state is made when it first runs and lasts as long as the session. Operations with
the same `shared_name` share it.
"""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from penstock.graph import errors
from penstock.graph.handles import ResourceHandle
from penstock.graph.typing import TensorLike

_numbers = itertools.count()


def handle_of(ctx: Any, kind: str) -> tuple[ResourceHandle, bool]:
    """The handle of the state of `ctx.op`, and whether it is nobody else's."""
    attrs = ctx.op._attrs
    shared = attrs.get("shared_name", "") or (ctx.op.name if attrs.get("use_node_name_sharing") else "")
    name = shared or f"{getattr(ctx.op.graph, 'name', '')}/{ctx.op.name}"
    return ResourceHandle(kind if shared else f"own {kind}", attrs.get("container", ""), name), not shared


def state_of(ctx: Any, kind: str, make: Callable[[str], Any]) -> tuple[ResourceHandle, Any]:
    """The handle and the state of `ctx.op`; `make(name)` makes the state, with its name for messages."""
    handle, own = handle_of(ctx, kind)
    found = ctx.resources.get(handle)
    if found is None:
        # 1.x numbers what has no shared name, and shows that in messages.
        found = ctx.resources.get_or_create(
            handle, lambda: make(f"_{next(_numbers)}_{ctx.op.name}" if own else handle.name)
        )
    return handle, found


# Operation → its handle and that as a value, so that the second run need not make them again.
_known: weakref.WeakKeyDictionary[Any, tuple[ResourceHandle, np.ndarray]] = weakref.WeakKeyDictionary()


def quick(ctx: Any) -> np.ndarray | None:
    """The handle of `ctx.op` as a value, if it has run in this session before."""
    known = _known.get(ctx.op)
    if known is None or ctx.op not in getattr(ctx.resources.get(known[0]), "users", ()):
        return None
    return known[1]


def remember(ctx: Any, handle: ResourceHandle, state: Any) -> np.ndarray:
    """Gives the handle as a value, and lets `quick` find it the next time; `state.users` is a set."""
    value = boxed(handle, ctx.op._outputs[0].dtype._is_ref_dtype)
    value.flags.writeable = False
    _known[ctx.op] = handle, value
    state.users.add(ctx.op)
    return value


def boxed(handle: ResourceHandle, is_ref: bool) -> np.ndarray:
    """A handle as the value of a tensor: of type resource, or of the older operations' string references."""
    if is_ref:
        value = np.empty(2, object)
        value[:] = [f"{handle.kind}\0{handle.container}".encode(), handle.name.encode()]
        return value
    box = np.empty((), object)
    box[()] = handle
    return box


def unboxed(value: Any) -> ResourceHandle:
    """The handle in the value of a tensor."""
    if isinstance(value, np.ndarray):
        if value.shape == (2,):
            kind, container = value[0].decode().split("\0")
            return ResourceHandle(kind, container, value[1].decode())
        value = value[()]
    return value


def find(ctx: Any, value: TensorLike | None) -> Any:
    """The state of a handle.

    Raises:
      tf.errors.NotFoundError: there is none.
    """
    handle = unboxed(value)
    found = ctx.resources.get(handle)
    if found is None:
        if ctx.cancel is not None:
            ctx.cancel.check()  # a session that is being closed has no resources any more
        raise errors.NotFoundError(
            None, None, f"Resource {handle.container or 'localhost'}/{handle.name}/{handle.kind} does not exist."
        )
    return found


def handle_kernel(kind: str, module: str) -> Any:
    """A kernel that gives the handle of a resource that another operation makes, for an operation of a module.

    The table of names finds operations by the modules of their kernels.
    """

    def kernel(xp, *, ctx):
        return boxed(handle_of(ctx, kind)[0], False)

    kernel.__module__ = module
    return kernel
