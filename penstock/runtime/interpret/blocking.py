"""Runs with blocking operations: who depends on whom, and the threads that block.

An enqueue and a dequeue of one queue may be fetched in one run, so a blocking operation must not hold up what does not depend
on it. `dependencies` finds out which steps depend on which blocking ones, `run` keeps everything going that can, and `pool` has
the threads. Depends on plans only.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from typing import Any

from penstock.runtime.plan.plan import Plan
from penstock.runtime.plan.steps import Step

_IDLE_SECONDS = 5.0


def dependencies(plan: Plan) -> dict[Step, frozenset[Step]] | None:
    """The blocking steps that each step depends on, itself included; None if they are in sequence anyway."""
    waiting = [step for step in plan.steps if step.blocking]
    if len(waiting) < 2:
        return None
    fed = set(plan.feeds)
    known: dict[Any, frozenset[Step]] = {}  # operation → waiting steps it depends on
    producers: dict[int, Step] = {}
    found: dict[Step, frozenset[Step]] = {}

    def of(op: Any) -> frozenset[Step]:
        todo = [op] if op not in known else []
        while todo:
            top = todo[-1]
            before = [t.op for t in top._inputs if t not in fed] + top._control_inputs
            missing = [b for b in before if b not in known]
            if missing:
                todo.extend(missing)
                continue
            known.setdefault(top, frozenset().union(*(known[b] for b in before)))
            todo.pop()
        return known[op]

    for step in plan.steps:
        op = step.op
        before = [of(t.op) for t in op._inputs if t not in fed] + [of(c) for c in op._control_inputs]
        before += [found[producers[slot]] for slot in step.input_slots() if slot in producers]
        found[step] = known[op] = frozenset().union(*before, (step,) if step.blocking else ())
        for slot in step.output_slots():
            producers[slot] = step
    if all(set(waiting[:i]) < found[step] for i, step in enumerate(waiting)):
        return None
    return found


def run(segments: Sequence[Any], needs: Sequence[set[int]], prepare: Callable[[int], Callable], cancel: Any) -> None:
    """Runs segments, each as soon as those it depends on are done; blocking ones in threads of their own.

    Args:
      segments: in an order that respects `needs`.
      needs: per segment, the indices of those that must be done before.
      prepare: called with an index in this thread, when a segment may begin; returns what runs it.
      cancel: the `Cancel` of the run; if a segment fails, the others are cancelled, and its error is raised.
    """
    finished: queue.SimpleQueue[tuple[int, BaseException | None]] = queue.SimpleQueue()
    todo = list(range(len(segments)))
    done: set[int] = set()
    running = 0
    failure: BaseException | None = None

    def work(index: int, function: Callable) -> None:
        try:
            function()
        except BaseException as error:
            finished.put((index, error))
        else:
            finished.put((index, None))

    try:
        while todo:
            ready = [i for i in todo if needs[i] <= done]
            now = next((i for i in ready if not segments[i].blocking), None)
            if now is None and len(ready) == 1 and not running:
                now = ready[0]  # everything else needs this one
            if now is not None:
                todo.remove(now)
                prepare(now)()
                done.add(now)
                continue
            for index in ready:
                todo.remove(index)
                function = prepare(index)
                running += 1
                pool.submit(work, index, function)
            index, failure = finished.get()
            running -= 1
            if failure is not None:
                break
            done.add(index)
    except BaseException as error:
        failure = error
    while running:
        if failure is not None:
            cancel.cancel()
        _, raised = finished.get()
        failure = failure or raised
        running -= 1
    if failure is not None:
        raise failure


class Pool:
    """Threads for blocking work: as many as there is work, kept for a while when idle."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._idle: list[queue.SimpleQueue] = []

    def submit(self, function: Callable, *args: Any) -> None:
        """Has a thread call `function`, which must not raise."""
        with self._lock:
            if self._idle:
                self._idle.pop().put((function, args))
                return
        inbox: queue.SimpleQueue = queue.SimpleQueue()
        inbox.put((function, args))
        threading.Thread(target=self._work, args=(inbox,), name=self._name, daemon=True).start()

    def _work(self, inbox: queue.SimpleQueue) -> None:
        while True:
            try:
                function, args = inbox.get(timeout=_IDLE_SECONDS)
            except queue.Empty:
                with self._lock:
                    if inbox in self._idle:
                        self._idle.remove(inbox)
                        return
                continue  # somebody has just taken this thread: the work is on its way
            function(*args)
            del function, args
            with self._lock:
                self._idle.append(inbox)


pool = Pool("penstock-waiting")
