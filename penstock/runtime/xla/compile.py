"""From a segment to a program that runs it: out of the cache, or traced and compiled here.

Imports nothing of JAX, and of Penstock's compiler only what a program needs that was loaded: what traces (`trace.py`) waits until
it is needed.
"""

from __future__ import annotations

import contextlib
import logging
import os
import weakref
from collections.abc import Iterator
from typing import Any

import numpy as np

from penstock.graph import registry
from penstock.ops.backend import native_calls
from penstock.runtime.interpret.segment import Segment
from penstock.runtime.plan.replan import replan
from penstock.runtime.plan.steps import RUN_SLOT
from penstock.runtime.policy import Race
from penstock.runtime.state import malloc
from penstock.runtime.xla import background, load, packing
from penstock.runtime.xla.alignment import AlignedBuffers
from penstock.runtime.xla.argument_checks import RangeCheck, function_of
from penstock.runtime.xla.compile_process import the_process
from penstock.runtime.xla.direct import direct_call
from penstock.runtime.xla.jax_call import JaxCall, matches
from penstock.runtime.xla.product import MIN_SECONDS, Product, Refusal
from penstock.runtime.xla.request import Request
from penstock.runtime.xla.source import Donation, Source

_log = logging.getLogger("penstock")
STRICT = bool(os.environ.get("PENSTOCK_STRICT_COMPILE"))

malloc.keep_freed_memory()


# -- programs ---------------------------------------------------------------------------------------


class Program:
    """A compiled segment for one signature.

    Args:
      segment: which it runs.
      signature: of the inputs.
      source: what it was compiled from.
      donated: the variables whose buffers it overwrites.
      product: what the compiler has made of that.
      executable: the program as JAX calls it.
      checks: the same of a program that finds errors before, if there is one.
    """

    def __init__(
        self,
        segment: Segment,
        signature: Any,
        source: Source,
        donated: list[Donation],
        product: Product,
        executable: Any,
        checks: Any,
    ) -> None:
        self.signature = signature
        self.slots, self.shapes, self.donated = source.slots, source.forms, donated
        self.static_slots = source.static
        self.static_bytes = [value.tobytes() for _, value in source.static]
        self._outputs = segment.outputs
        self._interpreted = segment.interpreted  # finds the step of an error
        self.has_flags = product.has_flags
        self.results = product.results  # shapes and types
        self.executable = executable
        self.check_arguments = product.check_arguments  # the numbers of the arguments that one of these takes
        self.checks: JaxCall | None = None
        if checks is not None:
            forms = [source.forms[i] for i in product.check_arguments or ()]
            self.checks = JaxCall(checks, forms, AlignedBuffers([], set()), None)
        self.host_checks = None if product.host_checks is None else function_of(product.host_checks)
        self.places = AlignedBuffers(self.shapes, {one.argument for one in donated})
        updated = {one.slot for one in donated}
        keys = {slot: key for key, slot in segment.plan.initial.items() if slot not in updated}
        self.read = [(number, keys[slot]) for number, slot in enumerate(self.slots) if slot in keys]
        self.runs = 0
        self._store: weakref.ref[Any] | None = None  # of the only session that it is for
        self._kept: list[Any] = []
        self.retired = False
        self.race = Race()
        packed = None if product.small else packing.make(source.forms, source.variables)
        self._through_jax = JaxCall(self.executable, self.shapes, self.places, packed)
        self.direct: direct_call.DirectCall | None = None  # once it has proved to do the same
        self._unproved: direct_call.DirectCall | None = None
        if product.small:
            variables = {number for number, _ in self.read}.union(one.argument for one in donated)
            machine_code = product.executable or executable.runtime_executable().serialize()
            self._unproved = direct_call.make(machine_code, self.shapes, product.results, variables)

    def belongs_to(self, store: Any, kept: list[Any]) -> None:
        """Runs only in the session of this store: the program calls its kernel objects, which live as long as it."""
        self._store, self._kept = weakref.ref(store), kept

    def retire(self) -> None:
        """Takes no more calls: there is a better program."""
        self.retired = True
        self.call = lambda *unused: None  # type: ignore[method-assign]

    def run(self, env: list[Any]) -> bool:
        """Runs the program on the inputs in `env`; False if they are not of its signature."""
        if self._store is not None and self._store() is not env[RUN_SLOT].resources:
            return False
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
        assert self.checks is not None
        found = self.checks.call([values[i] for i in arguments])
        return found is not None and bool(found[0])

    def _move_to_device(self, values: list[Any], variables: dict[Any, Any]) -> None:
        """Moves variables that were restored or initialized in NumPy to XLA buffers, as XLA copies NumPy arrays in every run.

        Small ones, which the interpreter reads faster than it asks XLA for them, only if the program runs again and
        again: each is 3 µs of a run.
        """
        least = _LARGE if self.runs < _OFTEN else 0
        for number, key in self.read:
            value = values[number]
            if type(value) is np.ndarray and value.nbytes >= least and variables.get(key) is value:
                values[number] = variables[key] = self._through_jax.to_device(np.asarray(value))


# Bytes from which on copying an array costs more than asking where it is.
_LARGE = 1 << 12
_OFTEN = 64  # runs


# -- ways to get one --------------------------------------------------------------------------------


def build(
    segment: Segment, specs: list[Any], signature: object, request: Request | None = None, outcome: Any = None
) -> Program | None:
    """Gets a program of a segment for inputs like `specs`, and tells its policy; None if it must stay interpreted.

    Args:
      segment: with its plan.
      specs: for each input its value if that must be known, else something with its shape and type.
      signature: by which the policy knows them.
      request: the same, if there is one already.
      outcome: what another process has made of it, or the cache has.
    """
    if request is None:
        request = Request(segment, specs, signature)
        outcome = request.kept()
    policy = segment.policy
    if isinstance(outcome, Refusal):
        request.refuse(outcome)
        return None
    program = None if outcome is None or not load.is_possible() else _loaded(request, outcome)
    if program is not None:
        policy.adopt(signature, program)
        return program
    if outcome is not None:
        the_process.give_up("what it makes cannot be loaded")
    background.import_jax()
    from penstock.runtime.xla import trace

    try:
        with native_calls.WantedKernels() as kernels, _traced_for(segment) as (store, kept):
            made = trace.compile_source(request.source)
            program = Program(segment, signature, request.source, request.donated, *made)
            if kept:
                program.belongs_to(store, kept)
    except trace.NeedsStatic as need:
        segment.plan.replacement = replan(segment.plan, need.op._inputs[need.number], need.inside)
        policy.fail(signature)
        if request.written is not None and not kernels.in_vain:
            place = request.written.place
            request.keep(Refusal(str(need), (place(need.op), need.number), tuple(place(op) for op in need.inside)))
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
    elif made.product.seconds > MIN_SECONDS:
        _keep(request, made)
    return program


@contextlib.contextmanager
def _traced_for(segment: Segment) -> Iterator[tuple[Any, list[Any]]]:
    """Tells kernels that are traced which session asked for the program; what they need of it goes into a list."""
    about = registry.trace
    before = about.resources, about.kept
    about.resources, about.kept = segment.resources(), []
    try:
        yield about.resources, about.kept
    finally:
        about.resources, about.kept = before


def _keep(request: Request, made: Any) -> None:
    from penstock.runtime.xla import trace

    try:
        if request.key is not None and load.is_possible():
            request.keep(made.with_machine_code())
    except trace.Unserializable as error:
        _log.debug("a program is not kept: %s", error)


def _loaded(request: Request, product: Product) -> Program | None:
    """The program that was compiled before, or elsewhere; None if it cannot be loaded."""
    source = request.source
    packed = None if product.small else packing.make(source.forms, source.variables)
    inputs = source.forms if packed is None else packed.shapes()
    try:
        load.register_kernels(product.kernels, product.sources)
        executable, checks = load.load(product.executable, inputs, product.results), None
        if product.checks is not None:
            arguments = [source.forms[i] for i in product.check_arguments or ()]
            checks = load.load(product.checks, arguments, [((), np.dtype(bool))])
    except load.Unloadable as reason:
        _log.info("a compiled program is made anew: %s", reason)
        return None
    return Program(request.segment, request.signature, source, request.donated, product, executable, checks)
