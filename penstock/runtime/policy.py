"""The policy of a segment: when it is interpreted, when it is compiled, and which of the two it stays with.

A segment is interpreted at first, and timed, for each signature (shapes and types) of its inputs. When compiling it is likely
to pay, the compiler is asked for a program; that races the interpreter for some runs, and the faster one goes on. All
numbers that decide this were measured, and stand here.
"""

from __future__ import annotations

import enum
import functools
import logging
import math
import os
import sys
from typing import Any, Protocol

from penstock.ops.backend import start_jax
from penstock.runtime.executor import Executor

_log = logging.getLogger("penstock")


class Tier(enum.IntEnum):
    """What the user wants of a session: `global_jit_level`, or `PENSTOCK_TIER`."""

    INTERPRET = -1  # never compile
    AUTO = 0  # compile what is worth it, in the background
    COMPILE = 1  # compile at once


INTERPRET, AUTO, COMPILE = Tier.INTERPRET, Tier.AUTO, Tier.COMPILE


def tier_of(config: Any) -> Tier:
    """The tier that `ConfigProto.graph_options.optimizer_options.global_jit_level` asks for; `PENSTOCK_TIER` comes first."""
    forced = os.environ.get("PENSTOCK_TIER")
    if forced:
        return _tier_named(forced)
    if config is None:
        return AUTO
    level = config.graph_options.optimizer_options.global_jit_level
    return INTERPRET if level < 0 else COMPILE if level > 0 else AUTO


@functools.cache
def _tier_named(name: str) -> Tier:
    if name.upper() not in Tier.__members__:
        _log.warning("PENSTOCK_TIER=%s is not known; it is one of interpret, auto, compile", name)
    return Tier.__members__.get(name.upper(), AUTO)


class State(enum.Enum):
    """How far a segment is with one signature."""

    INTERPRETED = enum.auto()  # and timed; the compiler knows nothing of it
    PENDING = enum.auto()  # the compiler has been asked
    COMPILED = enum.auto()  # there is a program
    RESTING = enum.auto()  # its program lost against the interpreter, and is tried again later
    FAILED = enum.auto()  # it cannot be compiled


class Race:
    """A new program against the interpreter: both are timed in the same moments, for a number of runs.

    A machine may run at half its speed for a while, so if the race is close they take turns. A program that loses rests,
    and is tried again after more and more runs.
    """

    # How often the two are timed, and the pauses (in runs) before a slow program's next trial.
    TIMED_RUNS = 23
    FIRST_PAUSE = 2000
    LONGEST_PAUSE = 1 << 17
    # A program that takes this long races the interpreter for a few runs only: nobody should wait for ten slow ones.
    LONG_RUN = 2e-3
    TIMED_LONG_RUNS = 7

    __slots__ = ("interpreter", "left", "pause", "program")

    def __init__(self) -> None:
        self.pause = self.FIRST_PAUSE
        self._start()

    def _start(self) -> None:
        self.left = self.TIMED_RUNS  # 0 when the race is over
        self.program = self.interpreter = math.inf  # the fastest run of each, in seconds

    def is_interpreters_turn(self, fastest_before: float) -> bool:
        """Whether the interpreter should run next.

        Args:
          fastest_before: the interpreter's time from before the race.
        """
        # Two runs in a row: the first may find arrays of the other tier.
        return 2 * self.program > fastest_before and self.left % 4 < 2

    def interpreted(self, seconds: float) -> None:
        """Notes a run in the interpreter."""
        self.interpreter = min(self.interpreter, seconds)
        self.left -= 1

    def compiled(self, seconds: float) -> None:
        """Notes a run of the program."""
        self.program = min(self.program, seconds)
        if self.program > self.LONG_RUN:
            self.left = min(self.left, self.TIMED_LONG_RUNS)
        self.left -= 1

    def is_lost(self, fastest_before: float = math.inf) -> bool:
        """Whether the race is over and the interpreter was faster.

        Args:
          fastest_before: the interpreter's time from before the race, if the program must beat that, too.
        """
        return not self.left and self.program > min(self.interpreter, fastest_before)

    def again(self) -> int:
        """Starts the next race; gives the number of runs to let pass before it."""
        pause = self.pause
        self._start()
        self.pause = min(2 * pause, self.LONGEST_PAUSE)
        return pause


class CompiledProgram(Executor, Protocol):
    """What the policy knows of a program that the compiler has made."""

    signature: Any
    race: Race

    def retire(self) -> None:
        """Takes no more calls: there is a better program."""


class Entry:
    """A signature that the compiler has been asked for, and its program if there is one."""

    __slots__ = ("program", "state")

    def __init__(self, state: State, program: Any = None) -> None:
        self.state = state
        self.program = program


class Timing:
    """What running one signature in the interpreter has cost so far."""

    __slots__ = ("fastest", "runs", "total")

    def __init__(self) -> None:
        self.runs = 0
        self.fastest = math.inf  # seconds
        self.total = 0.0


class Policy:
    """Decides how a segment runs.

    Args:
      n_steps: the number of the segment's steps, with those of the functions that they call.
      called: whether it belongs to a function, which may run more than once in a run.
    """

    # A call into XLA costs 8 to 15 µs: a segment that NumPy runs faster than this stays interpreted.
    WORTH_COMPILING = 18e-6
    # So many runs of such a segment pass before it is timed again: sizes may have changed.
    RUNS_BEFORE_ANOTHER_LOOK = 50
    # One slow run may be the machine's fault: only a segment that is far from small is compiled after two runs.
    MIN_RUNS = 2
    MIN_RUNS_IF_SMALL = 5
    FAR_FROM_SMALL = 20 * WORTH_COMPILING
    # Compiling takes about 1.5 ms per step (measured: 11 s for an unrolled LSTM of 4,000 steps, 50 ms for 14): a segment is
    # compiled when it has cost half of that in the interpreter. Once a segment was compiled, it is known what that took on
    # this machine and what it saves, and for the next signature this counts: a model with attention whose batches have forty
    # lengths would be compiled in every one of its first minutes otherwise.
    COMPILATION_PER_STEP = 1.5e-3
    SHARE_OF_COMPILATION = 0.5
    # What another process compiles, in the time that the interpreter leaves, costs the steps meanwhile only a part of that.
    SHARE_ELSEWHERE = 0.3
    # Where the number of runs to come is known, it must be worth starting JAX, too (measured: 0.5 to 0.6 s that nothing
    # else of Python runs in), for the half of the time that a program saves, more or less.
    STARTING_JAX = 0.55
    # The same where programs are loaded without JAX, with the first one (measured: 0.05 to 0.1 s).
    STARTING_XLA = 0.08
    SAVED_BY_COMPILATION = 0.5
    LEAST_SAVED = 0.05
    # What it takes to load a program that the cache has kept, once XLA is there (measured: 2 to 10 ms, with what its steps are
    # written as 20 to 50).
    LOADING = 0.05
    # A cache that has had nothing for so many signatures has nothing for the others either, very likely.
    LOOKS_IN_VAIN = 3
    # A guess about the rest of a loop rests on the fastest of so many runs: on a busy machine, most of them are slow.
    RUNS_BEFORE_A_GUESS = 12
    # Signatures compiled per segment; a program whose shapes change for ever must not drown in compilation.
    MAX_SIGNATURES = 16
    # Signatures timed per segment.
    MAX_TIMED = 4 * MAX_SIGNATURES
    # So many signatures that differ only in values are taken as a sign that there will be no end of them.
    MANY_VALUES = 5

    __slots__ = (
        "_called",
        "_looked_for",
        "_lost",
        "_resting",
        "compilation",
        "current",
        "programs",
        "skips",
        "timings",
    )

    def __init__(self, n_steps: int, called: bool) -> None:
        self._called = called
        self.compilation = self.COMPILATION_PER_STEP * n_steps  # about how many seconds it takes
        self._lost = self.compilation  # of these, how many the interpreter loses
        self.current: Any = None  # the program used last
        self.skips = 0  # interpreted runs to come that need no look at the signature
        self.programs: dict[Any, Entry] = {}  # by signature
        self.timings: dict[Any, Timing] = {}  # by signature
        self._resting: Entry | None = None
        self._looked_for: set[Any] = set()  # signatures that the cache had no programs for

    def state_of(self, signature: object) -> State:
        """How far the segment is with a signature."""
        entry = self.programs.get(signature)
        return State.INTERPRETED if entry is None else entry.state

    # -- what the compiler reports, perhaps from its own thread -------------------------------------------------------

    def ask(self, signature: object) -> None:
        """Notes that the compiler has been asked for a program."""
        self.programs[signature] = Entry(State.PENDING)

    def adopt(self, signature: object, program: CompiledProgram) -> None:
        """Takes a new program for a signature."""
        before = self.programs.get(signature)
        self.programs[signature] = Entry(State.COMPILED, program)
        self.current = program
        if before is not None and before.state is State.COMPILED:
            before.program.retire()

    def fail(self, signature: object) -> None:
        """Notes that there can be no program for a signature."""
        self.programs[signature] = Entry(State.FAILED)

    def found_nothing(self, signature: object) -> None:
        """Notes that the cache has no program for a signature."""
        self._looked_for.add(signature)
        self.programs.pop(signature, None)

    def took(self, seconds: float, elsewhere: bool) -> None:
        """Notes how long a compilation took, here or in another process: the next one will take about as long."""
        self.compilation = seconds
        self._lost = seconds * (self.SHARE_ELSEWHERE if elsewhere else 1.0)

    # -- programs that are slower than the interpreter ----------------------------------------------------------------

    def fastest(self, signature: object) -> float:
        """The interpreter's fastest run with a signature, in seconds; 0 if it was never timed."""
        timing = self.timings.get(signature)
        return 0.0 if timing is None else timing.fastest

    def rest(self, program: CompiledProgram) -> None:
        """Puts a program aside that has lost its race. Only the last one is kept."""
        self.skips = program.race.again()
        self.current = None
        if self._resting is not None:
            self._resting.program = None
        self._resting = self.programs[program.signature] = Entry(State.RESTING, program)

    def wake(self, signature: object) -> None:
        """Has the program that rests, if it is for this signature, race again from the next run on."""
        if self._resting is not None and self._resting.program.signature == signature:
            self.current = self._resting.program
            self.programs[signature] = Entry(State.COMPILED, self.current)
            self._resting = None

    # -- segments that are interpreted --------------------------------------------------------------------------------

    def sees_many_values(self, signature: object) -> bool:
        """Whether one more signature is one too many, if values that decide shapes are part of it."""
        return len(self.timings) == self.MANY_VALUES and signature not in self.timings

    def time_pending(self, signature: object, seconds: float) -> None:
        """Notes an interpreted run while the compiler works: what the program will be compared with."""
        timing = self.timings[signature]
        timing.fastest = min(timing.fastest, seconds)
        timing.total += seconds

    def urgency(self, signature: object) -> float:
        """The seconds that a signature has taken in the interpreter: the program that is missed most comes first."""
        timing = self.timings.get(signature)
        return math.inf if timing is None else timing.total

    def should_compile(self, signature: object, seconds: float, expected_runs: float) -> bool:
        """Notes a run in the interpreter; whether a program for this signature is likely to pay now.

        Args:
          seconds: what the run took.
          expected_runs: how many runs a training loop has said there will be; infinity if nothing is known.
        """
        timing = self.timings.get(signature)
        if timing is None:
            if len(self.timings) >= self.MAX_TIMED:
                return False
            timing = self.timings[signature] = Timing()
        timing.runs += 1
        fastest = timing.fastest = min(timing.fastest, seconds)
        timing.total += seconds
        # Nobody should wait at the end of a short program for the compilation of what hardly ran.
        least = self.MIN_RUNS_IF_SMALL if fastest < self.FAR_FROM_SMALL else self.MIN_RUNS
        if timing.runs < least:
            return False
        if fastest < self.WORTH_COMPILING:
            self.skips = self.RUNS_BEFORE_ANOTHER_LOOK
            return False
        to_come = self.runs_to_come(signature, expected_runs)
        if to_come == math.inf:
            if timing.total * self._saved() < self.SHARE_OF_COMPILATION * self.SAVED_BY_COMPILATION * self._lost:
                return False
        elif timing.runs < self.RUNS_BEFORE_A_GUESS and timing.total < self.STARTING_JAX:
            return False
        elif not self._pays(fastest, to_come):
            self.skips = int(to_come)  # look again if it goes on after that
            timing.runs += self.skips
            return False
        return len(self.programs) < self.MAX_SIGNATURES

    def should_look(self, signature: object) -> bool:
        """Whether to look if the cache has a program for a signature that is not worth a compilation yet.

        To load one costs little but the start of XLA, and perhaps of JAX, which the programs of all signatures share.
        """
        timing = self.timings.get(signature)
        if timing is None or len(self.programs) >= self.MAX_SIGNATURES:
            return False
        if signature in self._looked_for or len(self._looked_for) >= self.LOOKS_IN_VAIN:
            return False
        if timing.runs < self.MIN_RUNS or timing.fastest < self.FAR_FROM_SMALL:
            return False
        cost = self.LOADING
        if "jaxlib" not in sys.modules:
            cost = self.STARTING_XLA if start_jax.is_dispensable() else self.STARTING_JAX
        return sum(one.total for one in self.timings.values()) >= self.SHARE_OF_COMPILATION * cost

    def runs_to_come(self, signature: object, expected_runs: float) -> float:
        """How often the segment will run with a signature from now on; infinity if that is not known."""
        if expected_runs == math.inf:
            return math.inf
        runs = self.timings[signature].runs
        if self._called:  # a summary's branch, a loop's body: as often again as until now
            return runs
        return expected_runs - runs if expected_runs > runs else math.inf

    def _saved(self) -> float:
        """The share of the interpreter's time that a program saves: as the last one that was timed did, if there is one."""
        for signature, entry in reversed(list(self.programs.items())):
            interpreted = self.fastest(signature)
            if entry.state is State.RESTING:
                return self.LEAST_SAVED
            if entry.state is State.COMPILED and not entry.program.race.left and 0 < interpreted < math.inf:
                return max(self.LEAST_SAVED, 1 - entry.program.race.program / interpreted)
        return self.SAVED_BY_COMPILATION

    def _pays(self, seconds: float, runs: float) -> bool:
        """Whether a program is likely to save more time in so many runs than it costs."""
        cost = self.compilation + (0.0 if "jax" in sys.modules else self.STARTING_JAX)
        return runs * seconds * self.SAVED_BY_COMPILATION >= cost
