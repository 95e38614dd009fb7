"""Conditionals and loops in XLA: the compiled side of If, Case and While. `jax` is imported here: load it only when tracing.

Error flags raised inside of a body are carried out of it, and so are the new values of variables it writes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from penstock.graph import registry
from penstock.graph.typing import Array
from penstock.ops.control import tensor_list_values as lists
from penstock.ops.control.tensor_list_values import TracedList

_TRUE = np.asarray(True)


def _flagged(function: Callable[[], Any], checks: list[Any]) -> tuple[Any, Any]:
    """Calls `function` and returns its result, and whether none of the checks in it failed; notes them in `checks`."""
    outer, registry.trace.flags = registry.trace.flags, []
    try:
        result = function()
        ok: Any = _TRUE
        checks.extend(registry.trace.flags)
        for flag in registry.trace.flags:
            ok = jnp.logical_and(ok, jnp.all(flag))
        return result, jnp.asarray(ok)
    finally:
        registry.trace.flags = outer


def _note(ok: Array, checks: list[Any]) -> None:
    # A program without flags runs the short way: a body that checks nothing must not make one.
    if checks and registry.trace.flags is not None:
        registry.trace.flags.append(ok)


def _as_traced(value: Array) -> Any:
    """Values that XLA's control flow can carry: arrays and lists; handles (None) stay as they are."""
    if value is None or isinstance(value, TracedList):
        return value
    return jnp.asarray(value)


def branch(index: object, ctx: Any, names: list[str], args: list[Any], owners: list[int | None]) -> list[Any]:
    """Runs one of several functions. `owners[i]` is the only branch that really makes output i (None: all do)."""
    lists.register_pytree()
    keys = list(ctx.state)
    before = {k: ctx.state[k] for k in keys}
    checks: list[Any] = []

    def traced(which: int) -> tuple:
        ctx.state.update(before)
        outputs, ok = _flagged(lambda: ctx.call(names[which], args), checks)
        state = [_as_traced(ctx.state[k]) for k in keys]
        ctx.state.update(before)
        return [_as_traced(o) for o in outputs], state, ok

    shapes: list[Any] = [None] * len(names)
    if any(owner is not None for owner in owners):
        shapes = [jax.eval_shape(lambda w=w: traced(w))[0] for w in range(len(names))]

    def one(which: int) -> Callable[[], tuple]:
        def function() -> tuple:
            outputs, state, ok = traced(which)
            for i, owner in enumerate(owners):
                if owner is not None and owner != which:
                    # Only the gradient of the owner reads this output: anything of the right shape will do.
                    outputs[i] = jax.tree_util.tree_map(lambda s: jnp.zeros(s.shape, s.dtype), shapes[owner][i])
            return outputs, state, ok

        return function

    chosen = jnp.clip(index, 0, len(names) - 1)
    outputs, state, ok = lax.switch(chosen, [one(w) for w in range(len(names))])
    _note(ok, checks)
    ctx.state.update(zip(keys, state, strict=True))
    return outputs


def while_loop(
    ctx: Any, args: list[Any], varying: list[int], bound: int | None, predicate: Callable[[Any], Any]
) -> list[Any]:
    """Runs `body` while `cond` holds, of which `predicate` makes a scalar.

    Only `varying` inputs change; the others stay known if they are.
    """
    lists.register_pytree()
    keys = list(ctx.state)
    checks: list[Any] = []

    def full(carried: list[Any]) -> list[Any]:
        values = list(args)
        for i, value in zip(varying, carried, strict=True):
            values[i] = value
        return values

    def call(which: str, carried: list[Any], state: list[Any]) -> tuple[list[Any], list[Any], Any]:
        ctx.state.update(zip(keys, state, strict=True))
        outputs, ok = _flagged(lambda: ctx.call(which, full(carried)), checks)
        return outputs, [_as_traced(ctx.state[k]) for k in keys], ok

    def body(carry: tuple) -> tuple:
        carried, state, ok = carry
        outputs, state, fine = call("body", carried, state)
        new = [_carried(_as_traced(outputs[i])) for i in varying]
        return new, state, jnp.logical_and(ok, fine)

    def cond(carry: tuple) -> Any:
        carried, state, ok = carry
        outputs, _, _ = call("cond", carried, state)
        return jnp.logical_and(predicate(outputs[0]), ok)

    lists.bounds.stack.append(bound)
    try:
        initial = [_as_traced(args[i]) for i in varying]
        state = [_as_traced(ctx.state[k]) for k in keys]
        initial = _allocated(initial, lambda carried: [_as_traced(call("body", carried, state)[0][i]) for i in varying])
        initial = [_carried(v) for v in initial]
        carried, state, ok = lax.while_loop(cond, body, (initial, state, jnp.asarray(True)))
    finally:
        lists.bounds.stack.pop()
    _note(ok, checks)
    ctx.state.update(zip(keys, state, strict=True))
    return full(carried)


def _carried(value: Array) -> Any:
    """Loop variables keep their type: the size of a list that was a Python number becomes an array."""
    if not isinstance(value, TracedList):
        return value
    size = None if value.size is None else jnp.asarray(value.size, np.int32)
    written = None if value.written is None else jnp.asarray(value.written)
    return TracedList(value.buffer, size, value.capacity, written)


def _allocated(initial: list[Any], step: Callable[[list[Any]], list[Any]]) -> list[Any]:
    """Gives lists that have no elements yet the buffers that one turn of the loop would give them."""
    if not any(isinstance(v, TracedList) and v.buffer is None for v in initial):
        return initial
    after = jax.eval_shape(lambda: step(initial))
    result = []
    for value, spec in zip(initial, after, strict=True):
        if isinstance(value, TracedList) and value.buffer is None and spec.buffer is not None:
            buffer = jax.tree_util.tree_map(lambda s: jnp.zeros(s.shape, s.dtype), spec.buffer)
            result.append(TracedList(buffer, value.size, spec.capacity, value.written))
        else:
            result.append(value)
    return result
