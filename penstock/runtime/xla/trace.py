"""Traces a source with jax.numpy, has the passes rewrite the result, and has XLA compile it.

While tracing, a value is a NumPy array (known now: constants, shapes and what is computed from them) or a tracer.
A kernel whose inputs are all known runs in NumPy on the spot, so shape arithmetic folds away by itself.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend.core import ClosedJaxpr, jaxpr_as_fun

from penstock.graph import registry
from penstock.graph.operation import Operation
from penstock.ops.backend import native_calls
from penstock.ops.control import tensor_list_values as tensor_list
from penstock.runtime.interpret.context import callable_of
from penstock.runtime.plan.plan import Plan
from penstock.runtime.plan.steps import NONE_SLOT, BoundFunction, Step
from penstock.runtime.state.store import VarKey
from penstock.runtime.xla import background, costs, host_checks, packing, written_loops
from penstock.runtime.xla import traced as programs
from penstock.runtime.xla.direct import direct_call
from penstock.runtime.xla.ignore_warnings import ignoring_warnings
from penstock.runtime.xla.passes import pipeline
from penstock.runtime.xla.product import Product
from penstock.runtime.xla.source import Source

_log = logging.getLogger("penstock")
_lock = threading.RLock()
# Known values above this many elements are made by XLA rather than baked into the program.
_MAX_KNOWN = 1 << 14
_x64 = jax.enable_x64


class NeedsStatic(Exception):
    """A kernel needs the value of an input that is not known while tracing."""

    def __init__(self, op: Operation, number: int, inside: list[Operation]) -> None:
        super().__init__(f"input {number} of {op.name}")
        self.op = op
        self.number = number
        self.inside = inside  # the operations whose functions were being traced, outermost first


class Unserializable(ValueError):
    """A program that XLA does not serialize, or that needs more than its machine code to be loaded."""


def is_known(value: object) -> bool:
    return isinstance(value, (np.ndarray, np.generic))


# -- tracing ---------------------------------------------------------------------------------------


def trace_steps(constants: dict[int, Any], steps: list[Step], env: dict[int, Any], inside: list[Operation]) -> None:
    """Calls the kernels of `steps` on the values in `env`, tracers or known."""

    def value(slot: int) -> Any:
        if slot == NONE_SLOT:
            return None
        return env[slot] if slot in env else constants[slot]

    for step in steps:
        args = [[value(s) for s in a] if isinstance(a, list) else value(a) for a in step.ins]
        state = tuple(value(s) for _, s in step.state_ins)
        flat = [v for a in args for v in (a if isinstance(a, list) else (a,))]
        known = all(v is None or is_known(v) for v in flat) and not state and step.functions is None
        if known and (_is_large(step, flat) or getattr(step.info.kernel, "of_this_process", False)):
            known = False  # the values of others' kernels are not known before a run
        if step.static and not known:
            offset = 1 if step.is_random else 0
            for i in step.static:
                if not is_known(flat[i + offset]):
                    raise NeedsStatic(step.op, i, inside)
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
                raise NeedsStatic(step.op, 0, [*inside, step.op]) from error
        else:
            try:
                result = function(*args)
            except registry.NeedsHost as error:
                raise NeedsStatic(step.op, 0, [*inside, step.op]) from error
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
    trace_steps(plan.constants, plan.steps, env, inside)
    for key, slot in plan.final.items():
        state[key] = env[slot]

    def value(slot: int) -> Any:
        return env[slot] if slot in env else plan.constants[slot]

    return [value(slot) for slot in plan.fetch_slots]


# -- compiling --------------------------------------------------------------------------------------


class Compiled(NamedTuple):
    """A product without its machine code, and the programs of JAX that have it."""

    product: Product
    executable: Any
    checks: Any

    def with_machine_code(self) -> Product:
        """The whole product.

        Raises:
          Unserializable: it cannot be loaded elsewhere.
        """
        executable = _serialized(self.executable)
        return self.product._replace(
            executable=executable, checks=None if self.checks is None else _serialized(self.checks)
        )


def _serialized(executable: Any) -> bytes:
    try:
        found: bytes = executable.runtime_executable().serialize()
    except Exception as error:  # of XLA, which serializes not all that it compiles
        raise Unserializable(str(error)) from error
    for name in _UNLOADABLE:
        if name in found:
            raise Unserializable(f"a program that calls {name.decode()}")
    return found


# Functions of others that JAX makes known to XLA when it lowers a program that calls them.
_UNLOADABLE = (b"lapack_", b"blas_", b"python_cpu_callback")


def compile_source(source: Source) -> Compiled:
    """Traces and compiles a source.

    Raises:
      NeedsStatic: a value must be known that is not.
    """
    start = time.monotonic()
    has_flags = False
    shapes = [jax.ShapeDtypeStruct(*form) for form in source.forms]

    def program(*values: Any) -> Any:
        nonlocal has_flags
        env: dict[int, Any] = dict(zip(source.slots, values, strict=True))
        env.update(source.static)
        outer, registry.trace.flags = registry.trace.flags, []
        try:
            trace_steps(source.constants, source.steps, env, [])
            flags = registry.trace.flags
        finally:
            registry.trace.flags = outer
        for step in source.steps:
            if any(slot in source.outputs and tensor_list.is_list(env[slot]) for slot in step.outs):
                raise NeedsStatic(step.op, 0, [step.op])  # the host keeps lists that leave a segment
        # Each result has memory of its own: JAX would pass on an input, or one result for two, as it is.
        outputs: list[Any] = []
        seen = {id(v) for v in values}
        for slot in source.outputs:
            value = jnp.asarray(env[slot])
            outputs.append(jnp.copy(value) if id(value) in seen else value)
            seen.add(id(value))
        if flags:
            has_flags = True
            ok = jnp.all(flags[0])
            for flag in flags[1:]:
                ok = jnp.logical_and(ok, jnp.all(flag))
            outputs.append(ok)
        return outputs

    checks: Any = None
    host_check: dict[str, Any] | None = None
    check_arguments: list[int] | None = None
    with _lock, _x64(True), ignoring_warnings():
        traced = jax.make_jaxpr(program)(*shapes)
        results = [(tuple(aval.shape), np.dtype(aval.dtype)) for aval in traced.out_avals]
        traced = pipeline.run(traced, {output: argument for argument, output in source.donated})
        whole = jaxpr_as_fun(traced)
        function = whole
        if has_flags:
            flag, inputs = programs.only_last(traced.jaxpr)
            if source.donated and costs.are_checks_cheap(flag, traced.consts):
                # Errors are found first, by a small program of their own: the large one may then overwrite buffers.
                check_arguments = inputs
                host_check = host_checks.describe(flag, traced.consts)
                if host_check is None:
                    check = jaxpr_as_fun(ClosedJaxpr(flag, traced.consts))
                    checks = _compile_lowered(jax.jit(check, keep_unused=True).lower(*(shapes[i] for i in inputs)))
                has_flags = False

                def function(*values: Any) -> Any:
                    return whole(*values)[:-1]

            elif source.donated:

                def function(*values: Any) -> Any:
                    outputs = list(whole(*values))
                    for argument, output in source.donated:
                        # The old buffer is gone when the program ends: a failed run must give its value back.
                        outputs[output] = jnp.where(outputs[-1], outputs[output], values[argument])
                    return outputs

        small = len(source.steps) <= _FEW_STEPS and direct_call.is_small(source.forms, results)
        small = small and checks is None and costs.has_only_loops(traced.jaxpr)
        donating: tuple[int, ...] = tuple(argument for argument, _ in source.donated)
        packed = None if small else packing.make(source.forms, source.variables)
        if packed is not None:
            function, donating = packed.function(function), packed.places(donating)
            shapes = [jax.ShapeDtypeStruct(*spec) for spec in packed.shapes()]
        jitted = jax.jit(function, donate_argnums=donating, keep_unused=True)
        executable = _compile_lowered(
            jitted.lower(*shapes), _SMALL_OPTIONS if small else {}, costs.should_run_sequentially(traced.jaxpr)
        )
    n_results = len(source.outputs) + has_flags
    called = {kernel for eqn in programs.equations(traced.jaxpr) if (kernel := programs.kernel(eqn)) is not None}
    written = {kernel: text for kernel in called if (text := written_loops.source_of(kernel)) is not None}
    product = Product(
        executable=b"",
        checks=None,
        check_arguments=check_arguments,
        host_checks=host_check,
        has_flags=has_flags,
        results=results[:n_results],
        small=small,
        kernels=sorted(kernel.removeprefix(native_calls.target("")) for kernel in called if kernel not in written),
        sources=[written[kernel] for kernel in sorted(written)],
        seconds=time.monotonic() - start,
    )
    return Compiled(product, executable, checks)


# With it, XLA finds out that an update of a variable comes after the last use of the old value, and makes no copy: 12.8 MB
# less in the MNIST network's step, 7 % less time for the PTB model's, 25 % for the PDE's.
_CPU_OPTIONS: dict[str, Any] = {"xla_cpu_copy_insertion_use_region_analysis": True}
_SEQUENTIAL_OPTIONS: dict[str, Any] = {"xla_cpu_scheduler_type": "CPU_SCHEDULER_TYPE_MEMORY_OPTIMIZED"}


# Small programs are run without JAX (`direct_call.py`) if they are only loops; XLA's library makes sums, otherwise.
_SMALL_OPTIONS: dict[str, Any] = {"xla_cpu_experimental_ynn_fusion_type": ""}
_FEW_STEPS = 128


# With PENSTOCK_QUICK_COMPILE=1 a program is made in a third of the time, and runs slower: LLVM makes it no better, loops are
# written without MLIR, and all of it is one module. For tests, and while a model is being written.
_QUICK_OPTIONS: dict[str, Any] = {
    "xla_backend_optimization_level": 0,
    "xla_cpu_use_fusion_emitters": False,
    "xla_cpu_parallel_codegen_split_count": 1,
}


def _compile_lowered(lowered: Any, further: dict[str, Any] | None = None, in_turn: bool = False) -> Any:
    background.note_python_done()
    if os.environ.get("PENSTOCK_QUICK_COMPILE") == "1" and _QUICK_OPTIONS and jax.default_backend() == "cpu":
        try:
            return lowered.compile(compiler_options=_CPU_OPTIONS | _QUICK_OPTIONS | (further or {}))
        except Exception as error:
            if "No such compile option" not in str(error):
                raise
            _QUICK_OPTIONS.clear()
    if further:
        try:
            return lowered.compile(compiler_options=_CPU_OPTIONS | further)
        except Exception as error:
            if "No such compile option" not in str(error):
                raise
            further.clear()
    if _CPU_OPTIONS and jax.default_backend() == "cpu":
        try:
            return lowered.compile(compiler_options=_CPU_OPTIONS | (_SEQUENTIAL_OPTIONS if in_turn else {}))
        except Exception as error:
            if "No such compile option" not in str(error):
                raise
            _CPU_OPTIONS.clear()  # another version of XLA
    return lowered.compile()
