"""Plan: the part of a graph that one kind of run needs, in a fixed order, with variables turned into plain values.

Making a plan prunes the graph, drops identities, folds constants, merges operations that compute the same, and resolves
every use of a variable to the value it must see: the one from before the run, or the one left by the latest update it
depends on. What remains is a list of steps over numbered slots, without any hidden state, that the interpreter and the
compiler run from the same kernels.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from penstock.graph import errors
from penstock.graph.operation import Operation, Tensor
from penstock.runtime.plan.builder import Builder
from penstock.runtime.plan.steps import FIRST_SLOT, Condition, Step
from penstock.runtime.plan.variables import VARIABLE_OPS
from penstock.runtime.state.store import VarKey

__all__ = ["VARIABLE_OPS", "Plan"]


class Plan:
    """See the module's docstring. `fetches` and `feeds` are tensors, `targets` operations."""

    builder: type[Builder] = Builder
    call: Any = None  # how functions are called in the interpreter, if not as usual

    def __init__(
        self,
        fetches: Sequence[Tensor],
        targets: Sequence[Operation],
        feeds: Sequence[Tensor],
        handles: dict[Tensor, VarKey] | None = None,
        host_ops: frozenset[Operation] = frozenset(),
        cuts: frozenset[Tensor] = frozenset(),
        merge: bool = True,
        shared: dict[Tensor, VarKey] | None = None,
        repeated: bool = False,
    ) -> None:
        self.called = False  # whether it is a function's, which may run more than once in a run
        self.merge = merge  # whether operations that compute the same become one step
        self.fetches = list(fetches)
        self.targets = list(targets)
        self.feeds = list(feeds)
        self.handles = handles or {}
        self.shared = shared or {}  # arguments of a function that have, in 1.15, a ref variable's memory
        self.repeated = repeated  # whether it is a loop's, whose turns see the updates of those before
        self.host_ops = host_ops  # operations that turned out not to be expressible in XLA here
        self.cuts = cuts  # tensors whose values the compiler needs to know
        self.constants: dict[int, Any] = {}
        self.steps: list[Step] = []
        self.initial: dict[VarKey, int] = {}  # slot that holds a variable's value from before the run
        self.required: dict[VarKey, Operation] = {}  # variables that must be initialized, and who reads them
        self.queries: list[tuple[VarKey, int]] = []  # slots that hold whether a variable is initialized
        self.final: dict[VarKey, int] = {}  # slot with a variable's value after the run
        self.creators: dict[VarKey, Operation] = {}  # the operation that stands for a variable
        self.n_slots = FIRST_SLOT
        self.fetch_slots: list[int] = []  # where the fetches are after a run, in their order
        self.fetch_conditions: dict[int, Condition] = {}  # those of them that `Switch` may leave without a value
        self.feed_slots: list[int] = []  # where the feeds must be before it
        self.partition: Any = None  # its segments (`interpret/partition.py`), made for its first run
        self.replacement: Plan | None = None  # a plan that does the same and can be compiled where this one cannot
        self.derived: dict[str, Any] = {}  # what others have made of this plan and look up again, by their name for it
        self.builder(self).build()

    def with_steps(self, steps: list[Step]) -> Plan:
        """A copy that runs other steps over the same slots, without what was made of this plan."""
        made = copy.copy(self)
        made.steps, made.partition, made.replacement, made.derived = steps, None, None, {}
        return made

    def check_fetched(self, env: Sequence[Any]) -> None:
        """Refuses a run that fetches what `Switch` has not computed.

        Raises:
          InvalidArgumentError: a fetch has no value.
        """
        for index, condition in self.fetch_conditions.items():
            if not all(env[slot] is not None and bool(env[slot]) is value for slot, value in condition):
                op = self.fetches[index].op
                raise errors.InvalidArgumentError(None, op, f"Retval[{index}] does not have value")

    @property
    def has_host_steps(self) -> bool:
        return any(step.host for step in self.steps)
