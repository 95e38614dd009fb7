"""From a segment to an XLA program: traces the kernels with jax.numpy and compiles the result.

While tracing, a value is a NumPy array (known now: constants, shapes and what is computed from them) or a tracer.
A kernel whose inputs are all known runs in NumPy on the spot, so shape arithmetic folds away by itself.
"""

from __future__ import annotations

import logging
import os
import threading
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend.core import ClosedJaxpr, jaxpr_as_fun

from penstock.graph import registry
from penstock.graph.operation import Operation, Tensor
from penstock.ops.backend import native_calls
from penstock.ops.control import tensor_list_values as tensor_list
from penstock.platform import private_interfaces
from penstock.runtime.interpret.context import callable_of
from penstock.runtime.interpret.segment import Segment
from penstock.runtime.plan.plan import Plan
from penstock.runtime.plan.replan import replan
from penstock.runtime.plan.steps import FIRST_SLOT, NONE_SLOT, RUN_SLOT, BoundFunction, Step
from penstock.runtime.policy import Race
from penstock.runtime.state import malloc
from penstock.runtime.state.store import VarKey
from penstock.runtime.xla import background, costs, host_checks, packing
from penstock.runtime.xla import cache as compile_cache
from penstock.runtime.xla import traced as programs
from penstock.runtime.xla.alignment import AlignedBuffers
from penstock.runtime.xla.direct import direct_call
from penstock.runtime.xla.ignore_warnings import ignoring_warnings
from penstock.runtime.xla.jax_call import JaxCall, matches
from penstock.runtime.xla.passes import pipeline
from penstock.runtime.xla.range_checks import RangeCheck

_log = logging.getLogger("penstock")
_lock = threading.RLock()
# Known values above this many elements are made by XLA rather than baked into the program.
_MAX_KNOWN = 1 << 14
_x64 = jax.enable_x64
STRICT = bool(os.environ.get("PENSTOCK_STRICT_COMPILE"))

compile_cache.use()
malloc.keep_freed_memory()
# Every run waits for its program: on the CPU, a program that runs in the calling thread is 5 µs faster than one that is
# handed to another. This has no effect if the user's process has started XLA already.
if private_interfaces.allowed("async_dispatch"):
    try:
        jax.config.update("jax_cpu_enable_async_dispatch", False)
    except AttributeError:
        private_interfaces.step_aside("async_dispatch", f"JAX {jax.__version__} has no such option")


class NeedsStatic(Exception):
    """A kernel needs the value of a tensor that is not known while tracing."""

    def __init__(self, tensor: Tensor, inside: list[Operation]) -> None:
        super().__init__(tensor.name)
        self.tensor = tensor
        self.inside = inside  # the operations whose functions were being traced, outermost first


class StaysInterpreted(Exception):
    """A segment that cannot be a program as it is, for a reason that is no defect."""


def is_known(value: object) -> bool:
    return isinstance(value, (np.ndarray, np.generic))


# -- tracing ---------------------------------------------------------------------------------------


def trace_steps(plan: Plan, steps: list[Step], env: dict[int, Any], inside: list[Operation]) -> None:
    """Calls the kernels of `steps` on the values in `env`, tracers or known."""
    constants = plan.constants

    def value(slot: int) -> Any:
        if slot == NONE_SLOT:
            return None
        return env[slot] if slot in env else constants[slot]

    for step in steps:
        args = [[value(s) for s in a] if isinstance(a, list) else value(a) for a in step.ins]
        state = tuple(value(s) for _, s in step.state_ins)
        flat = [v for a in args for v in (a if isinstance(a, list) else (a,))]
        known = all(v is None or is_known(v) for v in flat) and not state and step.functions is None
        if known and _is_large(step, flat):
            known = False
        if step.static and not known:
            offset = 1 if step.is_random else 0
            for i in step.static:
                if not is_known(flat[i + offset]):
                    raise NeedsStatic(step.op._inputs[i], inside)
        xp = np if known else jnp
        function, takes_run, takes_state = callable_of(step, xp, _tracing_call(inside, step.op))
        if takes_state:
            args.insert(0, state)
        if takes_run:
            args.insert(0, None)
        if known:
            with np.errstate(all="ignore"):
                result = function(*args)
        elif step.functions is not None:
            try:
                result = function(*args)
            except NeedsStatic:
                raise
            except Exception as error:
                # A loop that XLA cannot express: changing shapes, lists without a known limit. The host runs it.
                _log.debug("%s stays on the host: %s", step.op.name, error)
                raise NeedsStatic(step.op._inputs[0], [*inside, step.op]) from error
        else:
            result = function(*args)
        slots = step.output_slots()
        results = () if not slots else result if step.tuple_result else (result,)
        for slot, item in zip(slots, results, strict=True):
            env[slot] = item


def _is_large(step: Step, flat: list[Any]) -> bool:
    """Whether constant folding of this step would embed a large array in the program."""
    if any(getattr(v, "size", 0) > _MAX_KNOWN for v in flat if v is not None):
        return True
    if step.op.type in ("Fill", "BroadcastTo", "Tile", "Range", "LinSpace", "OneHot", "ZerosLike", "OnesLike"):
        if step.op.type == "Fill":
            return int(np.prod(flat[0], dtype=np.int64)) > _MAX_KNOWN
        shape = step.op._outputs[0].shape.num_elements()
        return shape is not None and shape > _MAX_KNOWN
    return False


def _tracing_call(inside: list[Operation], op: Operation) -> Any:
    def call(function: BoundFunction, args: list[Any], state: dict[VarKey, Any], run: Any) -> list[Any]:
        return trace_function(function.plan, args, state, [*inside, op])

    return call


def trace_function(plan: Plan, args: list[Any], state: dict[VarKey, Any], inside: list[Operation]) -> list[Any]:
    """Traces the body of a function; its effects on variables go into `state`."""
    env: dict[int, Any] = dict(zip(plan.feed_slots, args, strict=True))
    for key, slot in plan.initial.items():
        env[slot] = state[key]
    for _, slot in plan.queries:
        env[slot] = np.asarray(True)  # a compiled program runs only with initialized variables
    trace_steps(plan, plan.steps, env, inside)
    for key, slot in plan.final.items():
        state[key] = env[slot]

    def value(slot: int) -> Any:
        return env[slot] if slot in env else plan.constants[slot]

    return [value(slot) for slot in plan.fetch_slots]


# -- programs ---------------------------------------------------------------------------------------


class Program:
    """A compiled segment for one signature."""

    def __init__(self, segment: Segment, specs: list[Any], signature: Any) -> None:
        self.signature = signature
        self.static = {i: spec for i, spec in enumerate(specs) if isinstance(spec, np.ndarray)}
        self.arguments = _ordered_for_donation(segment, specs, [i for i in range(len(specs)) if i not in self.static])
        self.slots = [segment.inputs[i] for i in self.arguments]
        self.static_slots = [(segment.inputs[i], spec) for i, spec in self.static.items()]
        self.static_bytes = [spec.tobytes() for _, spec in self.static_slots]
        self.n_outputs = len(segment.outputs)
        self._outputs = segment.outputs
        self._interpreted = segment.interpreted  # finds the step of an error
        self.has_flags = False
        donated = _donatable(segment, specs, self.arguments)
        self.donated = donated  # [(argument number, input slot, output number, key)]
        shapes = [jax.ShapeDtypeStruct(specs[i].shape, specs[i].dtype) for i in self.arguments]
        self.shapes = [(tuple(specs[i].shape), np.dtype(specs[i].dtype)) for i in self.arguments]
        self.places = AlignedBuffers(self.shapes, {d[0] for d in donated})
        plan = segment.plan

        def program(*values: Any) -> Any:
            env: dict[int, Any] = dict(zip(self.slots, values, strict=True))
            env.update(self.static_slots)
            outer, registry.trace.flags = registry.trace.flags, []
            try:
                trace_steps(plan, segment.steps, env, [])
                flags = registry.trace.flags
            finally:
                registry.trace.flags = outer
            if any(tensor_list.is_list(env[slot]) for slot in segment.outputs):
                raise StaysInterpreted("a list leaves the segment")
            # Each result has memory of its own: JAX would pass on an input, or one result for two, as it is.
            outputs: list[Any] = []
            seen = {id(v) for v in values}
            for slot in segment.outputs:
                value = jnp.asarray(env[slot])
                outputs.append(jnp.copy(value) if id(value) in seen else value)
                seen.add(id(value))
            if flags:
                self.has_flags = True
                ok = jnp.all(flags[0])
                for flag in flags[1:]:
                    ok = jnp.logical_and(ok, jnp.all(flag))
                outputs.append(ok)
            return outputs

        updated = {slot for _, slot, _, _ in donated}
        keys = {slot: key for key, slot in plan.initial.items() if slot not in updated}
        self.read = [(number, keys[slot]) for number, slot in enumerate(self.slots) if slot in keys]
        self.runs = 0
        self.retired = False
        self.checks: Any = None  # finds errors before the program runs
        self.host_checks: Any = None  # the same in NumPy
        self.check_arguments: list[int] | None = None  # the numbers of the arguments that one of these takes
        self.race = Race()
        with _lock, _x64(True), ignoring_warnings():
            traced = jax.make_jaxpr(program)(*shapes)
            self.results = [(tuple(aval.shape), np.dtype(aval.dtype)) for aval in traced.out_avals]
            traced = pipeline.run(traced, {number: argument for argument, _, number, _ in donated})
            whole = jaxpr_as_fun(traced)
            function = whole
            if self.has_flags:
                flag, inputs = programs.only_last(traced.jaxpr)
                if donated and costs.are_checks_cheap(flag, traced.consts):
                    # Errors are found first, by a small program of their own: the large one may then overwrite buffers.
                    self.check_arguments = inputs
                    self.host_checks = host_checks.make(flag, traced.consts)
                    if self.host_checks is None:
                        check = jaxpr_as_fun(ClosedJaxpr(flag, traced.consts))
                        self.checks = _compile_lowered(
                            jax.jit(lambda *v: check(*v)[0]).lower(*(shapes[i] for i in inputs))
                        )
                    self.has_flags = False

                    def function(*values: Any) -> Any:
                        return whole(*values)[:-1]

                elif donated:

                    def function(*values: Any) -> Any:
                        outputs = list(whole(*values))
                        for argument, _, number, _ in donated:
                            # The old buffer is gone when the program ends: a failed run must give its value back.
                            outputs[number] = jnp.where(outputs[-1], outputs[number], values[argument])
                        return outputs

            small = len(segment.steps) <= _FEW_STEPS and direct_call.is_small(self.shapes, self.results)
            small = small and self.checks is None and costs.has_only_loops(traced.jaxpr)
            donating = tuple(d[0] for d in donated)
            packed = None if small else packing.make(self.shapes, _variables(plan, self.slots))
            if packed is not None:
                function, donating = packed.function(function), packed.places(donating)
                shapes = [jax.ShapeDtypeStruct(*spec) for spec in packed.shapes()]
            jitted = jax.jit(function, donate_argnums=donating, keep_unused=True)
            self.executable = _compile_lowered(
                jitted.lower(*shapes), _SMALL_OPTIONS if small else {}, costs.should_run_sequentially(traced.jaxpr)
            )
        self._through_jax = JaxCall(self.executable, self.shapes, self.places, packed)
        self.direct: direct_call.DirectCall | None = None  # once it has proved to do the same
        self._unproved: direct_call.DirectCall | None = None
        if small:
            n_results = self.n_outputs + self.has_flags
            variables = {number for number, _ in self.read}.union(d[0] for d in donated)
            self._unproved = direct_call.make(self.executable, self.shapes, self.results[:n_results], variables)

    def retire(self) -> None:
        """Takes no more calls: there is a better program."""
        self.retired = True
        self.call = lambda *unused: None  # type: ignore[method-assign]

    def run(self, env: list[Any]) -> bool:
        """Runs the program on the inputs in `env`; False if they are not of its signature."""
        for (slot, wanted), raw in zip(self.static_slots, self.static_bytes, strict=True):
            value = env[slot]
            if type(value) is np.ndarray and value.dtype == wanted.dtype and value.shape == wanted.shape:
                if value.tobytes() == raw:  # as below, in a tenth of the time
                    continue
            if value is None or np.shape(value) != wanted.shape or not np.array_equal(value, wanted):
                return False
        values = [env[slot] for slot in self.slots]
        outputs = self.call(values, env[RUN_SLOT].resources.variables)
        if outputs is None:
            if not matches(values, self.shapes):
                return False
            self._interpreted.run(env)  # raises the error that a check has found
            return True
        if self.has_flags and not outputs[-1]:
            for _, slot, number, key in self.donated:
                env[slot] = outputs[number]
                env[RUN_SLOT].resources.variables[key] = outputs[number]
            self._interpreted.run(env)  # raises the error that the flag stands for
            return True
        for slot, value in zip(self._outputs, outputs, strict=False):
            env[slot] = value
        return True

    def call(self, values: list[Any], variables: dict[Any, Any], wait: bool = True) -> Any:
        """The outputs for `values`; None if they are not of this signature, or a check that comes first fails.

        Without `wait` the program may still run: the caller waits for its results.
        """
        if self.direct is not None and self.check_arguments is None:
            outputs = self.direct.call(values)
            if outputs is not None:
                return outputs
        elif not self.runs & 15:
            self._move_to_device(values, variables)
            self._through_jax.shorten()
        self.runs += 1
        if self.check_arguments is not None:
            if not self._passes_checks(values, self.check_arguments):
                return None
            if self.direct is not None:
                outputs = self.direct.call(values)
                if outputs is not None:
                    return outputs
        tried = self._unproved.call(values) if self._unproved is not None else None
        outputs = self._through_jax.call(values, wait)
        if tried is not None and outputs is not None:
            if all(np.asarray(a).tobytes() == b.tobytes() for a, b in zip(outputs, tried, strict=True)):
                self.direct = self._unproved
            self._unproved = None
        return outputs

    def _passes_checks(self, values: list[Any], arguments: list[int]) -> bool:
        """Whether the checks before the program find no error in its arguments."""
        if self.host_checks is not None:
            if not isinstance(self.host_checks, RangeCheck) and not matches(values, self.shapes):
                return False
            return bool(self.host_checks([np.asarray(values[i]) for i in arguments]))
        if not matches(values, self.shapes):
            return False
        with _x64(True):
            return bool(self.checks(*[values[i] for i in arguments]))

    def _move_to_device(self, values: list[Any], variables: dict[Any, Any]) -> None:
        """Moves variables that were restored or initialized in NumPy to XLA buffers, as XLA copies NumPy arrays in every run.

        Small ones, which the interpreter reads faster than it asks XLA for them, only if the program runs again and
        again: each is 3 µs of a run.
        """
        least = _LARGE if self.runs < _OFTEN else 0
        for number, key in self.read:
            value = values[number]
            if type(value) is np.ndarray and value.nbytes >= least and variables.get(key) is value:
                with _x64(True):
                    values[number] = variables[key] = jnp.array(value, copy=True)


def _variables(plan: Plan, slots: list[int]) -> set[int]:
    """The numbers of the arguments that are values of variables."""
    initial = set(plan.initial.values())
    return {number for number, slot in enumerate(slots) if slot in initial}


# With it, XLA finds out that an update of a variable comes after the last use of the old value, and makes no copy: 12.8 MB
# less in the MNIST network's step, 7 % less time for the PTB model's, 25 % for the PDE's.
_CPU_OPTIONS: dict[str, Any] = {"xla_cpu_copy_insertion_use_region_analysis": True}
_SEQUENTIAL_OPTIONS: dict[str, Any] = {"xla_cpu_scheduler_type": "CPU_SCHEDULER_TYPE_MEMORY_OPTIMIZED"}


# Small programs are run without JAX (`direct_call.py`) if they are only loops; XLA's library makes sums, otherwise.
# They are not kept either: compiled in no time, and the machine code of a program from the cache is not to be had.
_SMALL_OPTIONS: dict[str, Any] = {"xla_cpu_experimental_ynn_fusion_type": ""}
_FEW_STEPS = 128


def _compile_lowered(lowered: Any, further: dict[str, Any] | None = None, in_turn: bool = False) -> Any:
    background.note_python_done()
    if further:
        least = jax.config.jax_persistent_cache_min_compile_time_secs
        jax.config.update("jax_persistent_cache_min_compile_time_secs", float("inf"))
        try:
            return lowered.compile(compiler_options=_CPU_OPTIONS | further)
        except Exception as error:
            if "No such compile option" not in str(error):
                raise
            further.clear()
        finally:
            jax.config.update("jax_persistent_cache_min_compile_time_secs", least)
    if _CPU_OPTIONS and jax.default_backend() == "cpu":
        try:
            return lowered.compile(compiler_options=_CPU_OPTIONS | (_SEQUENTIAL_OPTIONS if in_turn else {}))
        except Exception as error:
            if "No such compile option" not in str(error):
                raise
            _CPU_OPTIONS.clear()  # another version of XLA
    return lowered.compile()


# Bytes from which on copying an array costs more than asking where it is.
_LARGE = 1 << 12
_OFTEN = 64  # runs


def _donatable(segment: Segment, specs: list[Any], arguments: list[int]) -> list[tuple[int, int, int, VarKey]]:
    """Variables whose buffers the program may overwrite (donation): nothing after it can fail or read the old value.

    Segments before it are done; if a NumPy view of the buffer is still around, JAX makes a copy instead.
    """
    plan = segment.plan
    if not segment.last:
        return []
    fetched = set(plan.fetch_slots)
    position = {segment.inputs[i]: n for n, i in enumerate(arguments)}
    number = {slot: n for n, slot in enumerate(segment.outputs)}
    found = []
    for key, initial in plan.initial.items():
        final = plan.final.get(key)
        if final in number and initial in position and initial not in fetched:
            found.append((position[initial], initial, number[final], key))
    return found


def _ordered_for_donation(segment: Segment, specs: list[Any], arguments: list[int]) -> list[int]:
    """The arguments reordered: donated ones last, in the order of the results that reuse their buffers.

    JAX gives the first donated buffer to the first result of its shape, and so on: each variable must meet its own new
    value, or XLA copies both. (A variable and its slots, which have one shape, come in another order than they leave.)
    """
    taken_by = {arguments[position]: number for position, _, number, _ in _donatable(segment, specs, arguments)}
    return sorted(arguments, key=lambda i: taken_by.get(i, -1))


def build(segment: Segment, specs: list[Any], signature: object) -> Program | None:
    """Compiles a segment for inputs like `specs`, and tells its policy; None if it must stay interpreted."""
    policy = segment.policy
    try:
        with native_calls.WantedKernels() as kernels:
            program = Program(segment, specs, signature)
    except NeedsStatic as need:
        segment.plan.replacement = replan(segment.plan, need.tensor, need.inside)
        policy.fail(signature)
        return None
    except StaysInterpreted as reason:
        _log.debug("a segment stays interpreted: %s", reason)
        policy.fail(signature)
        return None
    except Exception:
        if kernels.in_vain:  # perhaps for want of them
            background.compile_again(segment, specs, signature)
            return None
        policy.fail(signature)
        if STRICT:
            raise
        _log.debug("a segment stays interpreted", exc_info=True)
        return None
    policy.adopt(signature, program)
    if kernels.in_vain:
        background.compile_again(segment, specs, signature)
    return program


__all__ = ["Operation", "Program", "FIRST_SLOT", "build"]
