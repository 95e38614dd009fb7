"""Running a plan: segments, the interpreter, and the policy that decides when XLA takes over.

A plan's steps are cut into segments, numeric and host in turn. A segment is first interpreted: its steps are written out
as one Python function over local variables, one line per step (`written.py`). When a numeric segment has proved to be worth
it, `compile.py` makes an XLA program of it, in the background.
"""

from __future__ import annotations

import functools
import logging
import math
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from penstock.graph import errors
from penstock.ops.backend import start_jax
from penstock.ops.random import philox
from penstock.runtime.interpret import waiting, written
from penstock.runtime.plan.plan import Plan
from penstock.runtime.plan.replan import known_by_value, without_varying
from penstock.runtime.plan.steps import FIRST_SLOT, NONE_SLOT, RUN_SLOT, BoundFunction, Step, bind
from penstock.runtime.session.explain import explain, uninitialized
from penstock.runtime.state.arrays import from_xla
from penstock.runtime.state.store import VarKey

INTERPRET, AUTO, COMPILE = -1, 0, 1

# A call into XLA costs 8 to 15 µs: a segment that NumPy runs faster than this stays interpreted.
_WORTH_COMPILING = 18e-6
# Compiling takes about 1.5 ms per step (measured: 11 s for an unrolled LSTM of 4,000 steps, 50 ms for 14): a segment is
# compiled when it has cost half of that in the interpreter.
_COMPILATION_PER_STEP = 1.5e-3
_SHARE_OF_COMPILATION = 0.5
# Where the number of runs to come is known, it must be worth starting JAX, too (measured: 0.5 to 0.6 s that nothing else
# of Python runs in), for the half of the time that a program saves, more or less.
_STARTING_JAX = 0.55
_SAVED_BY_COMPILATION = 0.5
# A guess about the rest of a loop rests on the fastest of so many runs: on a machine that is busy, most of them are slow.
_RUNS_BEFORE_A_GUESS = 12
# Signatures compiled per segment; a program whose shapes change for ever must not drown in compilation.
_MAX_SIGNATURES = 16
# So many signatures that differ only in values are taken as a sign that there will be no end of them.
_MANY_VALUES = 5

# A program that takes this long races the interpreter for a few runs only.
_LONG_RUN = 2e-3
_TIMED_LONG_RUNS = 7

# A run that comes once or twice is not prepared for more.
_RUNS_BEFORE_MEMO = 8

_MOVES = ("Assign", "AssignVariableOp")

_log = logging.getLogger("penstock")


class Run:
    """One call of `Session.run`, as host kernels see it."""

    __slots__ = ("cancel", "resources", "session", "tier", "trace")

    def __init__(self, session: Any, resources: Any, tier: int = AUTO, cancel: Any = None) -> None:
        self.session = session
        self.resources = resources
        self.tier = tier
        self.cancel = cancel
        self.trace: list | None = None  # (operation, start, end, outputs) when the run is traced


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


def _traced_skip(xp: Any, counter: Any, n: int) -> Any:
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
        xp: Any,
    ) -> None:
        super().__init__(op, run)
        self.functions = functions
        self.state = state
        self._call = call
        self.xp = xp

    def call(self, which: str, args: list[Any]) -> list[Any]:
        """Calls the function in attribute `which`; its effects on variables go into `state`."""
        return self._call(self.functions[which], args, self.state, self.run)


def initial_random_state(op: Any) -> np.ndarray:
    """Key and counter of a random operation, from its seeds; from the system if both are 0."""
    seed, seed2 = op._attrs["seed"], op._attrs["seed2"]
    if seed == 0 and seed2 == 0:
        import os

        seed = int.from_bytes(os.urandom(8), "little")
        seed2 = int.from_bytes(os.urandom(8), "little")
    key, counter = philox.initial(seed, seed2)
    return np.concatenate([key, counter])


# -- steps as Python callables ------------------------------------------------------------------------------------


def callable_of(step: Step, xp: Any, call: Callable) -> tuple[Callable, bool, bool]:
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
    if _is_random(step):
        single = len(step.outs) == 2 and not any(arg.is_list for arg in op.op_def.outputs)

        def random(state: Any, *args: Any) -> tuple:
            ctx = RandomContext(op, state, xp)
            result = kernel(xp, *args, ctx=ctx, **attrs)
            return (ctx.state, result) if single else (ctx.state, *result)

        return random, False, False

    def with_context(run: Run | None, *args: Any) -> Any:
        return kernel(xp, *args, ctx=Context(op, run), **attrs)

    return with_context, True, False


def _is_random(step: Step) -> bool:
    return bool(step.ins) and len(step.ins) == len(step.op.op_def.inputs) + 1


def _bound_to_numpy(step: Step) -> tuple[Callable, bool, bool]:
    return callable_of(step, np, call_interpreted)


class Segment:
    """Steps that run together: all of them host steps, or all numeric."""

    def __init__(self, plan: Plan, steps: list[Step], inputs: list[int], outputs: list[int], last: bool) -> None:
        self.plan = plan
        self.steps = steps
        self.inputs = inputs
        self.outputs = outputs
        self.last = last
        self.host = steps[0].host
        self.blocking = any(step.blocking for step in steps)
        # Restoring thousands of variables: nothing is computed, and XLA would take minutes to find that out.
        self.moves_only = all(step.op.type in _MOVES for step in steps)
        self._function: Callable | None = None
        self._whole: written.Written | None = None
        self._written: list[written.Written] = []  # all that was ever written, for the lines of errors
        self._memo: written.Memo | None = None
        self._watch: written.Watch | None = written.Watch([s for s in inputs if s not in plan.initial.values()])
        self._memorable = True  # as far as is known
        self._interpreted = 0
        self.compiled: Any = None  # the program used last
        self.programs: dict[Any, Any] = {}  # signature → program, "pending", "resting" or "failed"
        self.runs: dict[Any, int] = {}
        self.fastest: dict[Any, float] = {}  # signature → seconds in the interpreter
        self.spent: dict[Any, float] = {}  # signature → seconds in the interpreter in all
        self.resting: Any = None  # a program that was slower than the interpreter
        self.quick = 0  # runs to come that need no look at the signature
        self.static_inputs = known_by_value(steps, inputs, _static_slots)

    # -- the interpreter ------------------------------------------------------------------------------------------

    def _prepare(self, env: list[Any]) -> Callable:
        """Writes the steps out as a Python function; once they have run some times, as one that leaves some of them out."""
        if self._memo is not None and self._memo.useless:
            self._memo, self._memorable = None, self._watch is not None  # those that had always been the same are not
            self._watch = None
        if self._watch is not None and self._interpreted > 1:
            self._watch.look(env)
        if self._memorable and self._interpreted > _RUNS_BEFORE_MEMO:
            same = self._watch.same() if self._watch is not None else ()
            self._memo = written.memo(self.plan, self.steps, self.inputs, self.outputs, _bound_to_numpy, same)
            self._memorable = self._memo is not None
            self._written += self._memo.written if self._memo is not None else []
        if self._memo is not None:
            return self._memo.function
        if self._whole is None:
            self._whole = written.Written(self.plan, self.steps, self.inputs, self.outputs, _bound_to_numpy)
            self._written.append(self._whole)
        return self._whole.function

    def interpret(self, env: list[Any]) -> None:
        if self._function is None or (self._memorable and (self._memo is None or self._memo.useless)):
            self._interpreted += 1
            self._function = None
        for slot in self.inputs:
            value = env[slot]
            if type(value) is not np.ndarray and from_xla(value):
                env[slot] = np.asarray(value)  # NumPy reads it without a copy
        function = self._function
        if function is None:
            function = self._function = self._prepare(env)
        if env[RUN_SLOT].trace is not None:
            self._interpret_traced(env)
            return
        try:
            with np.errstate(all="ignore"):
                function(env)
        except Exception as error:
            raise self._explain(error) from (error if not isinstance(error, errors.OpError) else None)

    def _interpret_traced(self, env: list[Any]) -> None:
        """Runs step by step, noting times and results for RunMetadata."""
        run = env[RUN_SLOT]
        template = self.plan.constants

        def value(slot: int) -> Any:
            return None if slot == NONE_SLOT else template[slot] if slot in template else env[slot]

        for step in self.steps:
            function, takes_run, takes_state = callable_of(step, np, call_interpreted)
            args = [[value(s) for s in a] if isinstance(a, list) else value(a) for a in step.ins]
            if takes_state:
                args.insert(0, tuple(value(s) for _, s in step.state_ins))
            if takes_run:
                args.insert(0, run)
            start = time.time_ns()
            try:
                with np.errstate(all="ignore"):
                    result = function(*args)
            except Exception as error:
                raise explain(error, step, args) from None
            slots = step.output_slots()
            results = () if not slots else result if step.tuple_result else (result,)
            for slot, item in zip(slots, results, strict=True):
                env[slot] = item
            run.trace.append((step, start, time.time_ns(), results))

    def _explain(self, error: Exception) -> Exception:
        """The error of the failing step, found by the line of the written-out function that it came from."""
        tb = error.__traceback__
        while tb is not None:
            for function in self._written:
                step = function.failed(tb.tb_frame, tb.tb_lineno)
                if step is not None:
                    names = tb.tb_frame.f_locals
                    values = [names.get(f"v{s}", self.plan.constants.get(s)) for s in step.input_slots()]
                    return explain(error, step, values)
            tb = tb.tb_next
        return error

    # -- the policy ---------------------------------------------------------------------------------------------

    def run(self, env: list[Any], tier: int) -> None:
        if self.host or self.moves_only or tier == INTERPRET:
            self.interpret(env)
            return
        program = self.compiled
        if program is not None:
            if program.trial and tier == AUTO:
                if self._try(program, env):
                    return
            elif program.run(self, env):
                return
        if self.quick and tier == AUTO:
            self.quick -= 1
            self.interpret(env)
            return
        self._run_unprepared(env, tier)

    def _try(self, program: Any, env: list[Any]) -> bool:
        """The first runs of a program are timed, and if the race is close, it takes turns with the interpreter.

        Both are timed in the same moments because a machine may run at half its speed for a while. A program that loses
        rests, and is tried again after more and more runs.
        """
        start = time.perf_counter()
        close = 2 * program.fastest > self.fastest.get(program.signature, 0.0)
        if close and program.trial % 4 < 2:  # two runs in a row: the first may find arrays of the other tier
            self.interpret(env)
            program.rival = min(program.rival, time.perf_counter() - start)
        elif program.run(self, env):
            program.fastest = min(program.fastest, time.perf_counter() - start)
            if program.fastest > _LONG_RUN:  # nobody should wait for ten slow runs
                program.trial = min(program.trial, _TIMED_LONG_RUNS)
        else:
            return False
        program.trial -= 1
        if not program.trial and program.fastest > program.rival:
            self.quick = program.pause
            program.rest()
            self.resting, self.compiled = program, None
            self.programs[program.signature] = "resting"
        return True

    def _run_unprepared(self, env: list[Any], tier: int) -> None:
        if any(not hasattr(env[s], "shape") or env[s].dtype == object for s in self.inputs):
            self.interpret(env)  # lists, strings, or an uninitialized variable that a branch may read
            return
        signature = self._signature(env)
        program = self.programs.get(signature)
        if program is not None and not isinstance(program, str):
            if program.run(self, env):
                self.compiled = program
                return
        elif program == "resting" and self.resting is not None and self.resting.signature == signature:
            self.compiled = self.programs[signature] = self.resting
            self.resting = None
        if tier == COMPILE and program != "failed":
            start_jax.load()
            from penstock.runtime.xla import compile as compiler

            program = compiler.build(self, env, signature)
            if program is not None and program.run(self, env):
                self.compiled = program
                return
            self.interpret(env)
            return
        start = time.perf_counter()
        self.interpret(env)
        elapsed = time.perf_counter() - start
        if program is not None:
            if program == "pending":  # what the program will be compared with
                self.fastest[signature] = min(elapsed, self.fastest.get(signature, elapsed))
            return
        count = self.runs.get(signature, 0) + 1
        if count == 1 and len(self.runs) == _MANY_VALUES and self.static_inputs:
            self._leave_out_varying(signature)
        if len(self.runs) >= 4 * _MAX_SIGNATURES and signature not in self.runs:
            return
        self.runs[signature] = count
        fastest = self.fastest[signature] = min(elapsed, self.fastest.get(signature, elapsed))
        total = self.spent[signature] = self.spent.get(signature, 0.0) + elapsed
        # One slow run may be the machine's fault: only a segment that is far from small is compiled at once. And nobody
        # should wait at the end of a short program for the compilation of what hardly ran.
        if count < 2 or (count < 5 and fastest < 20 * _WORTH_COMPILING):
            return
        expected = self._expected(env, count)
        if expected == math.inf and fastest >= _WORTH_COMPILING and total < _SHARE_OF_COMPILATION * self._compilation():
            return
        if fastest < _WORTH_COMPILING:
            self.quick = 50  # look again after so many runs: sizes may have changed
        elif expected < math.inf and count < _RUNS_BEFORE_A_GUESS and total < _STARTING_JAX:
            return
        elif not self._pays(fastest, expected):
            self.quick = int(expected)  # look again if it goes on after that
            self.runs[signature] += self.quick
        elif len(self.programs) < _MAX_SIGNATURES:
            from penstock.runtime.xla import background

            self.programs[signature] = "pending"
            background.compile_later(self, self._specs(env), signature)
            if expected < math.inf:
                # It pays, and Python does one thing at a time: beside a loop that runs on, JAX starts in 2 s, not 0.6.
                background.give_way(2 * (self._compilation() + _STARTING_JAX))

    def _compilation(self) -> float:
        """About how many seconds it takes."""
        return _COMPILATION_PER_STEP * len(self.steps)

    def _expected(self, env: list[Any], count: int) -> float:
        """How often the segment will run, if that is known: a training loop may have told the session its length."""
        session = env[RUN_SLOT].session
        if session is None or session._expected_runs == math.inf:
            return math.inf
        if self.plan.called:  # a summary's branch, a loop's body: as often again as until now
            return count
        left = session._expected_runs - count
        return left if left > 0 else math.inf

    def _pays(self, seconds: float, runs: float) -> bool:
        """Whether a program is likely to save more time in so many runs than it costs."""
        cost = self._compilation() + (0.0 if "jax" in sys.modules else _STARTING_JAX)
        return runs * seconds * _SAVED_BY_COMPILATION >= cost

    def _leave_out_varying(self, signature: tuple) -> None:
        """If values that decide shapes differ from run to run, what needs them goes to the host from the next run on."""
        static = set(self.static_inputs)
        seen = [*self.runs, signature]
        varying = {slot for i, slot in enumerate(self.inputs) if len({s[i] for s in seen}) > 1}
        if varying and varying <= static and self.plan.replacement is None:
            new = without_varying(self.plan, self.steps, self.inputs, varying, _static_slots)
            if new is not None:
                self.plan.replacement = new

    def _signature(self, env: list[Any]) -> tuple:
        static = self.static_inputs
        parts: list[Any] = []
        for slot in self.inputs:
            value = env[slot]
            if slot in static:
                value = np.asarray(value)
                parts.append((value.shape, value.dtype, value.tobytes()))
            else:
                parts.append((value.shape, value.dtype) if hasattr(value, "shape") else type(value))
        return tuple(parts)

    def _specs(self, env: list[Any]) -> list[Any]:
        """What the compiler needs of the inputs: values of static ones, shapes and types of the others."""
        return [np.asarray(env[s]) if s in self.static_inputs else _Spec(env[s]) for s in self.inputs]


class _Spec:
    __slots__ = ("dtype", "shape")

    def __init__(self, value: Any) -> None:
        self.shape = value.shape
        self.dtype = value.dtype


def _flat_slot(step: Step, position: int) -> int:
    slots: list[int] = []
    for item in step.ins:
        slots.extend(item) if isinstance(item, list) else slots.append(item)
    if _is_random(step):
        slots = slots[1:]
    return slots[position] if position < len(slots) else NONE_SLOT


def _static_slots(step: Step) -> list[int]:
    return [_flat_slot(step, i) for i in step.static]


class Layout:
    """The segments of a plan, in order."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.template: list[Any] = [None] * plan.n_slots
        for slot, value in plan.constants.items():
            self.template[slot] = value
        _delay(plan)
        # Steps of one level run together, but what waits must not hold up what does not depend on it.
        waits = waiting.dependencies(plan)
        together: dict[tuple[int, frozenset[Step]], list[Step]] = {}
        for step in plan.steps:
            together.setdefault((step.level, waits[step] if waits else frozenset()), []).append(step)
        keys = sorted(together, key=lambda key: (key[0], len(key[1])))
        groups = [together[key] for key in keys]
        # What each segment needs to be done before; None if they simply run in turn.
        self.needs = [{j for j in range(i) if keys[j][1] <= keys[i][1]} for i in range(len(keys))] if waits else None
        producers = {slot: i for i, group in enumerate(groups) for step in group for slot in step.output_slots()}
        wanted_after: list[set[int]] = [set() for _ in groups]
        inputs: list[list[int]] = []
        kept = set(plan.fetch_slots) | set(plan.final.values())
        for i, group in enumerate(groups):
            read: dict[int, None] = {}
            for step in group:
                for slot in step.input_slots():
                    if slot >= FIRST_SLOT and slot not in plan.constants and producers.get(slot) != i:
                        read[slot] = None
                        if slot in producers:
                            wanted_after[producers[slot]].add(slot)
            inputs.append(list(read))
        self.segments = []
        for i, group in enumerate(groups):
            produced = [slot for step in group for slot in step.output_slots()]
            outputs = [slot for slot in produced if slot in kept or slot in wanted_after[i]]
            # Where segments do not run in turn, one may still wait when the last of them is done.
            last = i == len(groups) - 1 and (self.needs is None or len(self.needs[i]) == i)
            self.segments.append(Segment(plan, group, inputs[i], outputs, last=last))


def _delay(plan: Plan) -> None:
    """Moves numeric steps to the latest segment that still suits their users: one large program beats two small ones."""
    last = max((step.level for step in plan.steps), default=0)
    if last < 2:
        return
    last_numeric = max((step.level for step in plan.steps if not step.host), default=0)
    latest: dict[int, int] = {}  # slot → the latest level at which it may be made
    for step in reversed(plan.steps):
        if not step.host and not step.op._control_outputs:
            limit = min((latest.get(slot, last_numeric) for slot in step.output_slots()), default=step.level)
            step.level = max(step.level, limit - limit % 2)
        before = step.level - 1 if step.host else step.level
        for slot in step.input_slots():
            latest[slot] = min(latest.get(slot, before), before)
        for i in step.static:
            if step.op._inputs[i] in plan.cuts:
                slot = _flat_slot(step, i)
                latest[slot] = min(latest[slot], step.level - 2)


def layout_of(plan: Plan) -> Layout:
    if plan.layout is None:
        plan.layout = Layout(plan)
    return plan.layout


def recut(plan: Plan, host_ops: frozenset, cuts: frozenset) -> Plan:
    """The same plan with more operations on the host, or more tensors known to the compiler."""
    return Plan(
        plan.fetches, plan.targets, plan.feeds, plan.handles, plan.host_ops | host_ops, plan.cuts | cuts,
        shared=plan.shared, repeated=plan.repeated,
    )  # fmt: skip


def execute(plan: Plan, feeds: list[Any], state: dict[VarKey, Any], run: Run | None) -> list[Any]:
    """Runs a plan: takes the values of variables from `state`, leaves the new ones there, returns the fetches."""
    layout = layout_of(plan)
    env = layout.template.copy()
    env[RUN_SLOT] = run
    for slot, value in zip(plan.feed_slots, feeds, strict=True):
        env[slot] = value
    for key, op in plan.required.items():
        if state.get(key) is None:
            raise uninitialized(key, op)
    for key, slot in plan.initial.items():
        env[slot] = state.get(key)
    for key, slot in plan.queries:
        env[slot] = np.asarray(state.get(key) is not None)
    tier = run.tier if run is not None else INTERPRET
    if layout.needs is not None and run is not None and run.cancel is not None:
        prepare = lambda i: functools.partial(layout.segments[i].run, env, tier)  # noqa: E731
        waiting.run(layout.segments, layout.needs, prepare, run.cancel)
    else:
        for segment in layout.segments:
            segment.run(env, tier)
    for key, slot in plan.final.items():
        state[key] = env[slot]
    return [env[slot] for slot in plan.fetch_slots]


def call_interpreted(function: BoundFunction, args: list[Any], state: dict[VarKey, Any], run: Run | None) -> list[Any]:
    """How a conditional or loop calls a function in the interpreter. Values are NumPy's, whoever computed them."""
    if run is not None and run.cancel is not None and run.cancel.cancelled:
        run.cancel.check()  # a loop need not end by itself
    results = execute(function.plan, args, state, run)
    for key in function.plan.final:
        state[key] = _from_xla(state[key])
    return [_from_xla(value) for value in results]


def _from_xla(value: Any) -> Any:
    return np.asarray(value) if from_xla(value) else value
