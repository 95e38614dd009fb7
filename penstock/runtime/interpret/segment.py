"""A segment: steps of a plan that run together, in one of several ways.

Its policy says which (`runtime/policy.py`); what runs it is an executor (`runtime/executor.py`): the interpreter, or a program
that the compiler has made, now or in the background.
"""

from __future__ import annotations

import math
import sys
import time
import weakref
from typing import Any

import numpy as np

from penstock.runtime.interpret.context import Call
from penstock.runtime.interpret.interpreter import Interpreter
from penstock.runtime.plan.plan import Plan
from penstock.runtime.plan.replan import known_by_value, without_varying
from penstock.runtime.plan.steps import RUN_SLOT, Step, count_steps
from penstock.runtime.policy import AUTO, COMPILE, INTERPRET, CompiledProgram, Policy, State
from penstock.runtime.state import malloc
from penstock.runtime.state.ownership import from_xla

_BACKGROUND = "penstock.runtime.xla.background"
# Seconds. Longer runs spend most of their time in kernels, where other threads run Python, and need memory that is worth giving
# back when a program takes turns with the interpreter: the next run must have every page of it cleared again.
_SHORT_RUN = 0.02
_ASSIGNMENTS = ("Assign", "AssignVariableOp")


class Segment:
    """Steps that run together: all of them host steps, or all numeric.

    Args:
      plan: what the steps belong to.
      steps: in the order of the plan.
      inputs: the slots that they read and others write.
      outputs: the slots that they write and others read.
      last: whether nothing runs after it.
      call: how a conditional or loop calls a function of the graph in the interpreter.
    """

    def __init__(
        self, plan: Plan, steps: list[Step], inputs: list[int], outputs: list[int], last: bool, call: Call
    ) -> None:
        self.plan = plan
        self.steps = steps
        self.inputs = inputs
        self.outputs = outputs
        self.last = last
        self.host = steps[0].host
        self.blocking = any(step.blocking for step in steps)
        # Restoring thousands of variables: nothing is computed, and XLA would take minutes to find that out.
        moves_only = all(step.op.type in _ASSIGNMENTS for step in steps)
        # A program that only calls kernels which users have written in C++ gains nothing over calling them.
        calls_only = all(getattr(step.info.kernel, "of_this_process", False) for step in steps)
        self.always_interpreted = self.host or moves_only or calls_only
        self.static_inputs = known_by_value(steps, inputs)
        self.interpreted = Interpreter(plan, steps, inputs, outputs, call)
        self.policy = Policy(count_steps(steps), plan.called)
        self._interpreted_last = True
        self._resources: weakref.ref[Any] | None = None

    def resources(self) -> Any:
        """The store of the session for which a program was last asked for; None if it is gone."""
        return None if self._resources is None else self._resources()

    def run(self, env: list[Any], tier: int) -> None:
        """Runs the steps on the values in `env`, in the way that the policy has found best so far."""
        if self.always_interpreted or tier == INTERPRET:
            self.interpreted.run(env)
            return
        policy = self.policy
        program = policy.current
        if program is not None:
            if program.race.left and tier == AUTO:
                if self._race(program, env):
                    return
            elif program.run(env):
                return
        if policy.skips and tier == AUTO:
            policy.skips -= 1
            self.interpreted.run(env)
            return
        self._choose(env, tier)

    def _race(self, program: CompiledProgram, env: list[Any]) -> bool:
        """Runs the program or, in its turn, the interpreter, and takes the time; False if the program is for other inputs."""
        race = program.race
        fastest = self.policy.fastest(program.signature)
        interpreted = race.is_interpreters_turn(fastest)
        if interpreted is not self._interpreted_last:
            self._interpreted_last = interpreted
            if fastest >= _SHORT_RUN:
                malloc.give_back()
        start = time.perf_counter()
        if interpreted:
            self.interpreted.run(env)
            race.interpreted(time.perf_counter() - start)
        elif program.run(env):
            if self.plan.called:  # by an interpreted loop, which takes NumPy's arrays
                for slot in self.outputs:
                    if from_xla(env[slot]):
                        env[slot] = np.asarray(env[slot])
            race.compiled(time.perf_counter() - start)
        else:
            return False
        if race.is_lost(fastest if fastest < _SHORT_RUN and self._has_neighbours() else math.inf):
            self.policy.rest(program)
        return True

    def _has_neighbours(self) -> bool:
        """Whether values come from other segments, or go there.

        To hand them on from a program to the interpreter takes time, which the interpreter's runs in a race contain if
        neighbours are compiled. Those from before tell what the whole step takes without programs.
        """
        return self.plan.called or (self.plan.partition is not None and len(self.plan.partition.segments) > 1)

    def _choose(self, env: list[Any], tier: int) -> None:
        """Runs with inputs that the current program, if there is one, is not for; asks for another if that pays."""
        if any(not hasattr(env[s], "shape") or env[s].dtype == object for s in self.inputs):
            self.interpreted.run(env)  # lists, strings, or an uninitialized variable that a branch may read
            return
        policy, signature = self.policy, self._signature(env)
        state = policy.state_of(signature)
        if state is State.COMPILED:
            program = policy.programs[signature].program
            if program.run(env):
                policy.current = program
                return
        elif state is State.RESTING:
            policy.wake(signature)
        if tier == COMPILE and state is not State.FAILED:
            if not self._compile_now(env, signature):
                self.interpreted.run(env)
            return
        if 0 < policy.fastest(signature) < _SHORT_RUN:
            # Missing while nothing is compiled, and while another thread still imports the module.
            wait = getattr(sys.modules.get(_BACKGROUND), "wait_for_jax", None)
            if wait is not None:
                wait()
        start = time.perf_counter()
        self.interpreted.run(env)
        seconds = time.perf_counter() - start
        if state is State.PENDING:
            policy.time_pending(signature, seconds)
        elif state is State.INTERPRETED:
            if self.static_inputs and policy.sees_many_values(signature):
                self._move_varying_to_host(signature)
            session = env[RUN_SLOT].session
            expected_runs = math.inf if session is None else session._expected_runs
            if policy.should_compile(signature, seconds, expected_runs):
                self._compile_later(env, signature, policy.runs_to_come(signature, expected_runs))
            elif expected_runs == math.inf and policy.should_look(signature):
                self._look_later(env, signature)

    def _compile_now(self, env: list[Any], signature: tuple) -> bool:
        """Compiles and runs; False if it must be interpreted."""
        self._resources = weakref.ref(env[RUN_SLOT].resources)
        from penstock.runtime.xla import compile as compiler

        program = compiler.build(self, self._specs(env), signature)
        return program is not None and program.run(env)

    def _compile_later(self, env: list[Any], signature: tuple, runs_to_come: float) -> None:
        from penstock.runtime.xla import background

        self.policy.ask(signature)
        self._resources = weakref.ref(env[RUN_SLOT].resources)
        background.compile_later(self, self._specs(env), signature)
        if runs_to_come < math.inf:
            # It pays, and Python does one thing at a time: beside a loop that runs on, JAX starts in 2 s, not 0.6.
            background.yield_to_compiler(2 * (self.policy.compilation + Policy.STARTING_JAX))

    def _look_later(self, env: list[Any], signature: tuple) -> None:
        from penstock.runtime.xla import background

        self.policy.ask(signature)
        self._resources = weakref.ref(env[RUN_SLOT].resources)
        background.look_later(self, self._specs(env), signature)

    def _move_varying_to_host(self, signature: tuple) -> None:
        """If values that decide shapes differ from run to run, what needs them goes to the host from the next run on."""
        seen = [*self.policy.timings, signature]
        varying = {slot for i, slot in enumerate(self.inputs) if len({s[i] for s in seen}) > 1}
        if varying and varying <= set(self.static_inputs) and self.plan.replacement is None:
            self.plan.replacement = without_varying(self.plan, self.steps, self.inputs, varying)

    def _signature(self, env: list[Any]) -> tuple:
        """What a program is compiled for: shapes and types, and the values of inputs that must be known."""
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
        return [np.asarray(env[s]) if s in self.static_inputs else _InputSpec(env[s]) for s in self.inputs]


class _InputSpec:
    """The shape and type of an input."""

    __slots__ = ("dtype", "shape")

    def __init__(self, value: Any) -> None:
        self.shape = value.shape
        self.dtype = value.dtype
