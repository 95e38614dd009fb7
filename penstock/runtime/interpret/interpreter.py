"""The interpreter: runs a segment by calling its kernels in NumPy, one after the other.

The steps are written out as one Python function over local variables, one line per step (`written.py`). After some runs,
the function is written anew and leaves out what computes the same in every run.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from penstock.graph import errors
from penstock.runtime.interpret import generated_function
from penstock.runtime.interpret.context import Call, callable_of
from penstock.runtime.plan.explain import explain
from penstock.runtime.plan.plan import Plan
from penstock.runtime.plan.steps import NONE_SLOT, RUN_SLOT, Step
from penstock.runtime.state import malloc
from penstock.runtime.state.ownership import from_xla

# Results are allocated and freed in every run: a step of a PTB model takes 125 ms of processor time without, and 100 with this.
malloc.keep_freed_memory()

# A run that comes once or twice is not prepared for more.
_RUNS_BEFORE_MEMO = 8


class Interpreter:
    """The executor that can run every segment.

    Args:
      plan: what the steps belong to.
      steps: those of the segment.
      inputs: its input slots.
      outputs: its output slots.
      call: how a conditional or loop calls a function of the graph.
    """

    def __init__(self, plan: Plan, steps: list[Step], inputs: list[int], outputs: list[int], call: Call) -> None:
        self.plan = plan
        self.steps = steps
        self.inputs = inputs
        self.outputs = outputs
        self._call = call
        self._function: Callable | None = None
        self._whole: generated_function.GeneratedFunction | None = None
        self._limited: generated_function.GeneratedFunction | None = None  # for runs with a time limit
        self._written: list[
            generated_function.GeneratedFunction
        ] = []  # all that was ever written, for the lines of errors
        self._memo: generated_function.Memo | None = None
        self._watch: generated_function.UnchangedInputs | None = generated_function.UnchangedInputs(
            [s for s in inputs if s not in plan.initial.values()]
        )
        self._varying_shapes: set[int] = set()
        self._too_large: set[int] = set()
        self._memorable = True  # as far as is known
        self._runs = 0  # until the function was chosen

    def _bind(self, step: Step) -> tuple[Callable, bool, bool]:
        return callable_of(step, np, self._call)

    def _prepare(self, env: list[Any]) -> Callable:
        """Writes the steps out as a Python function; once they have run some times, as one that leaves some of them out."""
        if self._memo is not None and self._memo.large:
            self._too_large |= self._memo.large
            self._memo = None
        elif self._memo is not None and self._memo.varying:
            self._varying_shapes |= self._memo.varying
            self._memo = None
        elif self._memo is not None and self._memo.useless:
            self._memo, self._memorable = None, self._watch is not None  # those that had always been the same are not
            self._watch = None
        if self._watch is not None and self._runs > 1:
            self._watch.look(env)
        if self._memorable and self._runs > _RUNS_BEFORE_MEMO:
            same = self._watch.same() if self._watch is not None else ()
            self._memo = generated_function.make_memo(
                self.plan,
                self.steps,
                self.inputs,
                self.outputs,
                self._bind,
                same,
                self._varying_shapes,
                self._too_large,
            )
            self._memorable = self._memo is not None
            self._written += self._memo.written if self._memo is not None else []
        if self._memo is not None:
            return self._memo.function
        if self._whole is None:
            self._whole = generated_function.GeneratedFunction(
                self.plan, self.steps, self.inputs, self.outputs, self._bind
            )
            self._written.append(self._whole)
        return self._whole.function

    def _stoppable(self) -> Callable:
        """The steps as a function that stops between two of them when the time of its run has passed."""
        if self._limited is None:
            self._limited = generated_function.GeneratedFunction(
                self.plan, self.steps, self.inputs, self.outputs, self._bind, limited=True
            )
            self._written.append(self._limited)
        return self._limited.function

    def run(self, env: list[Any]) -> bool:
        """Runs the steps on `env`; always True."""
        if env[RUN_SLOT].watch is not None:
            env[RUN_SLOT].watch.run_steps(self, env)
            return True
        if self._function is None or (self._memorable and (self._memo is None or self._memo.useless)):
            self._runs += 1
            self._function = None
        for slot in self.inputs:
            value = env[slot]
            if type(value) is not np.ndarray and from_xla(value):
                env[slot] = np.asarray(value)  # NumPy reads it without a copy
        value = None  # references are counted: see row_updates.py
        function = self._function
        if function is None:
            function = self._function = self._prepare(env)
        run = env[RUN_SLOT]
        if run.trace is not None:
            self._run_traced(env)
            return True
        if run.limited:
            function = self._stoppable()
        try:
            with np.errstate(all="ignore"):
                function(env)
        except Exception as error:
            raise self._explain(error) from (error if not isinstance(error, errors.OpError) else None)
        return True

    def _run_traced(self, env: list[Any]) -> None:
        """Runs step by step, noting times and results for RunMetadata."""
        run = env[RUN_SLOT]
        template = self.plan.constants

        def value(slot: int) -> Any:
            return None if slot == NONE_SLOT else template[slot] if slot in template else env[slot]

        for step in self.steps:
            if not all(value(slot) is not None and bool(value(slot)) is wanted for slot, wanted in step.condition):
                for slot in step.output_slots():
                    env[slot] = value(step.otherwise.get(slot, NONE_SLOT))
                continue
            function, takes_run, takes_state = self._bind(step)
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
