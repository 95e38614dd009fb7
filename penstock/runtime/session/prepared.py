"""Prepared runs: what is decided once for all runs that fetch and feed the same.

A `Prepared` has the plan bound to what running it needs (`Bound`): which slots are fed, fetched and shared, which
segments may wait for others (`Group`), and, once the plan is one compiled program, the shortest way through it
(`Direct`).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from penstock.graph.graph import Graph
from penstock.graph.operation import Tensor
from penstock.runtime.interpret import execute as ex
from penstock.runtime.interpret import row_updates
from penstock.runtime.interpret.segment import Segment
from penstock.runtime.plan.plan import Plan
from penstock.runtime.policy import COMPILE
from penstock.runtime.session.feeds import Feed
from penstock.runtime.session.fetches import FetchMap
from penstock.runtime.state.ownership import is_copied, to_numpy_owned
from penstock.runtime.state.store import VarKey

# What a direct program takes of a variable: its value, or whether it has one.
_VALUE, _PRESENCE = 0, 1
_ANSWERS = (np.asarray(False), np.asarray(True))


class Bound:
    """A plan, and what running it needs to know of it, at hand."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.direct: Direct | None = None
        self.partition = ex.partition_of(plan)
        self.segments = self.partition.segments
        self.initial = list(plan.initial.items())
        self.final = list(plan.final.items())
        self.queries = plan.queries
        self.feed_slots = plan.feed_slots
        self.fetch_slots = plan.fetch_slots
        self.blocking = any(s.blocking for s in self.segments)
        self.groups = groups_of(self) if self.blocking else []
        committed = {key for group in self.groups for key, _ in group.commits}
        self.left = [(key, slot) for key, slot in self.final if key not in committed]  # written while waiting
        self.writes = bool(plan.final)
        self.changes_rows = row_updates.changes_rows(plan)
        self.reads = bool(plan.initial or plan.queries)
        # Whether parts of it wait for each other, or for the variables; an enqueue or a dequeue by itself does neither.
        self.apart = self.blocking and (self.writes or self.reads or self.partition.needs is not None)
        fed = set(self.feed_slots)
        kept = set(plan.constants) | set(plan.initial.values()) | set(plan.final.values()) | fed
        seen: set[int] = set()
        host = [step for segment in self.segments if segment.host for step in segment.steps]
        # A kernel may keep arrays after the run has returned, when the caller may change them (a queue's, say).
        keeping = [step for step in host if step.info.stateful or step.info.wants_ctx]
        self.keeps_feeds = bool(keeping)
        kept.update(slot for step in keeping for slot in step.input_slots())
        self.shared = []  # fetched slots whose arrays somebody else holds too
        for slot in self.fetch_slots:
            self.shared.append(slot in kept or slot in seen)
            seen.add(slot)
        self.fed = [t in plan.feeds for t in plan.fetches]  # what was fed is given back as an array, also a scalar


class Direct:
    """The shortest way to run a plan that is one compiled program: from variables and feeds to outputs, nothing else."""

    __slots__ = ("commits", "fetched", "flagged", "program", "sources", "waits")

    def __init__(self, bound: Bound) -> None:
        program = self.program = bound.segments[0].policy.current
        self.flagged = program.has_flags
        keys = {slot: (key, _VALUE) for key, slot in bound.initial}
        keys.update((slot, (key, _PRESENCE)) for key, slot in bound.queries)
        feeds = {slot: i for i, slot in enumerate(bound.feed_slots)}
        numbers = {slot: i for i, slot in enumerate(bound.segments[0].outputs)}
        self.sources: list[tuple[VarKey | None, int]] = [
            (None, feeds[slot]) if slot in feeds else keys[slot] for slot in program.slots
        ]
        self.commits = [(key, numbers[slot]) for key, slot in bound.final]
        fetched = [(numbers[slot], shared) for slot, shared in zip(bound.fetch_slots, bound.shared, strict=True)]
        self.fetched = [(number, shared, is_copied(*program.results[number])) for number, shared in fetched]
        # To copy its only result is to wait for the program.
        self.waits = len(program.results) != 1 or bool(program.places.large) or not any(c for _, _, c in self.fetched)

    @staticmethod
    def possible(bound: Bound, tier: int) -> bool:
        """Whether the plan is one program that has proved itself, without anything to decide at run time."""
        if len(bound.segments) != 1 or bound.blocking:
            return False
        segment = bound.segments[0]
        program = segment.policy.current
        if program is None or program.static_slots or (program.race.left and tier != COMPILE):
            return False
        if program.has_flags and program.donated:  # a run that fails gives old values back
            return False
        outputs = set(segment.outputs)
        known = {slot for _, slot in bound.initial + bound.queries}.union(bound.feed_slots)
        return outputs.issuperset(bound.fetch_slots) and known.issuperset(program.slots)

    def run(self, variables: dict[VarKey, Any], arrays: list[Any]) -> list[Any] | None:
        """The fetched values; None if the usual way must be gone."""
        values = [
            arrays[i] if key is None else variables.get(key) if i == _VALUE else _ANSWERS[key in variables]
            for key, i in self.sources
        ]
        outputs = self.program.call(values, variables, self.waits)
        if outputs is None or (self.flagged and not memoryview(outputs[-1])[()]):  # `bool` takes 25 µs more
            return None
        if outputs and type(outputs[0]) is np.ndarray:  # nobody else's, but those that become variables
            for key, number in self.commits:
                variables[key] = value = outputs[number]
                value.flags.writeable = False
            return [
                value[()] if not (value := outputs[number]).ndim else value.copy() if shared else value
                for number, shared, _ in self.fetched
            ]
        for key, number in self.commits:
            variables[key] = outputs[number]
        return [
            np.array(outputs[number]) if copied else to_numpy_owned(outputs[number], alone=not shared)
            for number, shared, copied in self.fetched
        ]


class Group:
    """Segments of a plan that may wait, or do not, and what they do with variables."""

    __slots__ = ("blocking", "commits", "later", "reads", "segments")

    def __init__(self, bound: Bound, blocking: bool, segments: list[Segment], later: list[int]) -> None:
        self.blocking = blocking
        self.segments = segments
        self.later = later  # slots of variables that are still used after it
        keys = {slot: key for key, slot in bound.initial}
        inputs = dict.fromkeys(slot for segment in segments for slot in segment.inputs)
        self.reads = [(slot, keys[slot]) for slot in inputs if slot in keys]
        outputs = {slot for segment in segments for slot in segment.outputs}
        self.commits = [] if blocking else [(key, slot) for key, slot in bound.final if slot in outputs]


def groups_of(bound: Bound) -> list[Group]:
    """Segments that wait and those that do not, in turn."""
    slots = {slot for _, slot in bound.initial + bound.final}
    fetched = slots.intersection(bound.fetch_slots)
    if bound.partition.needs is not None:  # in any order: one by one; the last may have overwritten what only it reads
        return [Group(bound, s.blocking, [s], list(fetched if s.last else slots)) for s in bound.segments]
    groups = [(blocking, list(group)) for blocking, group in itertools.groupby(bound.segments, lambda s: s.blocking)]
    later = fetched
    found: list[Group] = []
    for blocking, segments in reversed(groups):
        found.append(Group(bound, blocking, segments, list(later)))
        later |= slots.intersection(slot for segment in segments for slot in segment.inputs)
    return found[::-1]


class Prepared:
    """All that is known of a kind of run: what is fetched, what is fed, and the plan."""

    __slots__ = ("bound", "feeds", "fetches", "mutations")

    def __init__(self, graph: Graph, fetches: Any, feed_tensors: Sequence[Tensor]) -> None:
        self.mutations = graph._mutations
        self.feeds = [Feed(graph, t) for t in feed_tensors]
        self.fetches = FetchMap(graph, fetches)
        self.bound = Bound(Plan(self.fetches.tensors, self.fetches.targets, feed_tensors))
