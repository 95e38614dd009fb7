"""What a kernel is called with: the run it belongs to, its random state, the functions it may call.

`callable_of` makes a Python callable of a step, for the interpreter (NumPy) as for the compiler (jax.numpy).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.graph.typing import NestedTensors
from penstock.ops.random import philox
from penstock.runtime.plan.steps import BoundFunction, Step, bind
from penstock.runtime.policy import AUTO
from penstock.runtime.state.store import VarKey

if TYPE_CHECKING:
    from penstock.graph.operation import Operation

# How a kernel calls a function of the graph: function, arguments, variables, run → results.
Call = Callable[[BoundFunction, list[Any], dict[VarKey, Any], "Run | None"], list[Any]]


class Run:
    """One call of `Session.run`, as host kernels see it."""

    __slots__ = ("cancel", "collectives", "kept", "limited", "resources", "session", "tier", "trace", "undo", "watch")

    def __init__(self, session: Any, resources: Any, tier: int = AUTO, cancel: Any = None) -> None:
        self.session = session
        self.resources = resources
        self.tier = tier
        self.cancel = cancel
        self.collectives: Any = None  # how collective operations reach their groups; made at need
        self.kept: dict[VarKey, Any] | None = None  # what variables are to be although the run fails
        self.limited = False  # whether the run has a time limit
        self.undo: list | None = None  # rows of variables that were changed in place, if that is allowed
        self.trace: list | None = None  # (operation, start, end, outputs) when the run is traced
        self.watch: Any = None  # who is shown every tensor of a debugged run


class Context:
    """What a kernel that asks for `ctx` gets."""

    __slots__ = ("op", "run")

    def __init__(self, op: Any, run: Run | None) -> None:
        self.op = op
        self.run = run

    @property
    def resources(self) -> Any:
        assert self.run is not None
        return self.run.resources

    @property
    def session(self) -> Any:
        return self.run.session if self.run is not None else None

    @property
    def cancel(self) -> Any:
        return self.run.cancel if self.run is not None else None


class RandomContext:
    """The context of a random kernel: `philox(n)` reserves n samples of 128 bits."""

    __slots__ = ("op", "state", "xp")

    def __init__(self, op: Any, state: Any, xp: Any) -> None:
        self.op = op
        self.state = state
        self.xp = xp

    def philox(self, n: int) -> tuple[Any, Any]:
        key, counter = self.state[:2], self.state[2:]
        after = philox.skip(counter, n) if self.xp is np else _traced_skip(self.xp, counter, n)
        self.state = self.xp.concatenate([key, after])
        return key, counter


def _traced_skip(xp: ModuleType, counter: Any, n: int) -> Any:
    """Adds `n` to a 128-bit counter of four words, in XLA."""
    words = []
    carry: Any = xp.zeros((), np.uint64)
    for i in range(4):
        total = counter[i].astype(np.uint64) + np.uint64((n >> (32 * i)) & 0xFFFFFFFF) + carry
        words.append(total.astype(np.uint32))
        carry = total >> np.uint64(32)
    return xp.stack(words)


class CallContext(Context):
    """The context of a kernel that calls functions of the graph (conditionals, loops)."""

    __slots__ = ("_call", "functions", "state", "xp")

    def __init__(
        self,
        op: Any,
        run: Run | None,
        functions: dict[str, BoundFunction],
        state: dict[VarKey, Any],
        call: Callable,
        xp: ModuleType,
    ) -> None:
        super().__init__(op, run)
        self.functions = functions
        self.state = state
        self._call = call
        self.xp = xp

    def call(self, which: str, args: list[Any]) -> list[Any]:
        """Calls the function in attribute `which`; its effects on variables go into `state`."""
        return self._call(self.functions[which], args, self.state, self.run)


def initial_random_state(op: Operation) -> np.ndarray:
    """Key and counter of a random operation, from its seeds; from the system if both are 0."""
    seed, seed2 = op._attrs["seed"], op._attrs["seed2"]
    if seed == 0 and seed2 == 0:
        seed = int.from_bytes(os.urandom(8), "little")
        seed2 = int.from_bytes(os.urandom(8), "little")
    key, counter = philox.initial(seed, seed2)
    return np.concatenate([key, counter])


# -- steps as Python callables ------------------------------------------------------------------------------------


def callable_of(step: Step, xp: ModuleType, call: Callable) -> tuple[Callable, bool, bool]:
    """The Python callable of a step, and whether it takes the run and the state values as first arguments."""
    info = step.info
    kernel = info.kernel
    op = step.op
    attrs = step.kernel_attrs
    assert kernel is not None
    if step.functions is not None:
        functions = step.functions
        state_keys = [key for key, _ in step.state_ins]
        out_keys = [key for key, _ in step.state_outs]

        def with_functions(run: Run | None, state: tuple, *args: Any) -> tuple:
            ctx = CallContext(op, run, functions, dict(zip(state_keys, state, strict=True)), call, xp)
            result = kernel(xp, *args, ctx=ctx, **attrs)
            return (*result, *[ctx.state[k] for k in out_keys])

        return with_functions, True, True
    if not info.wants_ctx:
        return bind(step, xp), False, False
    if step.is_random:
        single = len(step.outs) == 2 and not any(arg.is_list for arg in op.op_def.outputs)

        def random(state: NestedTensors, *args: Any) -> tuple:
            ctx = RandomContext(op, state, xp)
            result = kernel(xp, *args, ctx=ctx, **attrs)
            return (ctx.state, result) if single else (ctx.state, *result)

        return random, False, False

    def with_context(run: Run | None, *args: Any) -> Any:
        return kernel(xp, *args, ctx=Context(op, run), **attrs)

    return with_context, True, False
