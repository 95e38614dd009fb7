"""Debugged runs of a session: `RunOptions.debug_options` asked for tensors to be shown while the graph runs.

What depends on the fetches and feeds alone is made once; what depends on the watches is kept for the last few, as sessions that
dump each run into a folder of its own watch something else in every run.
"""

from __future__ import annotations

import weakref
from typing import Any

from penstock.runtime.debugged import publish
from penstock.runtime.debugged.watch import DebuggedPlan, DebuggedRun, Watch
from penstock.runtime.debugged.watches import Watches
from penstock.runtime.interpret.context import Run
from penstock.runtime.policy import INTERPRET
from penstock.runtime.session.prepared import Bound, Prepared

_KEPT = 8  # kinds of watches of a run that are remembered


class _Debugged:
    """A prepared run, as it is debugged."""

    def __init__(self, session: Any, prepared: Prepared) -> None:
        fetches, feeds = prepared.fetches, [feed.tensor for feed in prepared.feeds]
        optimized = _is_shown_optimized(session._config)
        self.plan = DebuggedPlan(fetches.tensors, fetches.targets, feeds, session._device_of, optimized)
        self.prepared = prepared_with(self.plan, prepared)
        self.runs: dict[bytes, DebuggedRun] = {}  # the last used at the end

    def run_of(self, debug_options: Any) -> DebuggedRun:
        asked = type(debug_options)()
        asked.CopyFrom(debug_options)
        asked.ClearField("global_step")
        asked.ClearField("reset_disk_byte_usage")
        key = asked.SerializeToString(deterministic=True)
        found = self.runs.pop(key, None)
        if found is None:
            found = DebuggedRun(self.plan, Watches(asked))
        while len(self.runs) >= _KEPT:
            del self.runs[next(iter(self.runs))]
        self.runs[key] = found
        return found


def prepared_with(plan: DebuggedPlan, prepared: Prepared) -> Prepared:
    """A prepared run with the plan of a debugged one."""
    made = Prepared.__new__(Prepared)
    made.mutations, made.feeds, made.fetches = prepared.mutations, prepared.feeds, prepared.fetches
    made.bound = Bound(plan.plan)
    return made


def _is_shown_optimized(config: Any) -> bool:
    """Whether constants are shown folded, and equal nodes merged, as 1.15 did where Grappler had not come first.

    Grappler fused and renamed nodes, but what it folded kept its name: a graph as it was written has all names that were left.
    """
    if config is None:
        return False
    options = config.graph_options
    no_grappler = options.place_pruned_graph or options.rewrite_options.disable_meta_optimizer
    return no_grappler and options.optimizer_options.opt_level >= 0  # L1, the default


# Session → prepared run → the same, debugged.
_debugged: weakref.WeakKeyDictionary[Any, dict[Prepared, _Debugged]] = weakref.WeakKeyDictionary()


def execute(session: Any, prepared: Prepared, feeds: Any, run: Run, options: Any, run_metadata: Any) -> Any:
    """Runs what was prepared, and sends what is watched where it is to go.

    Raises:
      FailedPreconditionError: a debug op is unknown, or does not take a tensor.
      ResourceExhaustedError: the process has dumped as much as it may.
      UnavailableError: a debug server does not answer.
    """
    with session._lock:
        known = _debugged.setdefault(session, {})
        debugged = known.get(prepared)
        if debugged is None:
            for old in [p for p in known if p.mutations != prepared.mutations]:
                del known[old]
            debugged = known[prepared] = _Debugged(session, prepared)
        kind = debugged.run_of(options.debug_options)
    feeds = list(feeds)
    arrays = [feed.convert(value) for feed, value in zip(prepared.feeds, feeds, strict=True)]
    if options.debug_options.reset_disk_byte_usage:
        publish.disk_bytes.reset()
    watch = Watch(kind, session, {url: publish.opened(url, kind.watches) for url in kind.watches.urls})
    run.watch = watch
    run.tier = INTERPRET
    watch.begin(options.debug_options.global_step, arrays)
    try:
        result = session._execute(debugged.prepared, feeds, run)
        if not debugged.plan.plan.steps:
            watch.show_without_steps(debugged.plan.plan, arrays, session._store.variables)
    finally:
        watch.end()
    if run_metadata is not None and options.output_partition_graphs:
        run_metadata.Clear()
        run_metadata.partition_graphs.extend(kind.graphs.values())
    return result
