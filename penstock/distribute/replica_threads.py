"""Replicas that build one graph: a thread for each, of which one at a time goes on, until all have met in a `merge_call`.

The blocks that are open in a graph are the graph's own here, so each thread puts its own back when its turn comes.
"""

from __future__ import annotations

import contextlib
import contextvars
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from penstock._namespace import find
from penstock.distribute import values
from penstock.distribute.devices import DeviceMap
from penstock.distribute.replica_context import ReplicaContext
from penstock.distribute.shared_variables import shared_creator
from penstock.graph import dtypes, replication, stack
from penstock.graph.graph import control_dependencies, device, name_scope
from penstock.graph.inference import constant_value
from penstock.ops.state import variables
from penstock.ops.state.variable_scope import variable_scope
from penstock.ops.state.variable_scope_defaults import get_variable_scope

if TYPE_CHECKING:
    from penstock.distribute.strategy import Strategy
    from penstock.graph.graph import Graph


class _Stopped(BaseException):
    """Ends a replica that waits while another has failed."""


class _Blocks:
    """What is open in a graph: the graph's own blocks, variable creators and strategies."""

    def __init__(self, graph: Graph, blocks: dict[str, Any], creators: list[Any], modes: list[Any]) -> None:
        self.graph, self.blocks, self.creators, self.modes = graph, blocks, creators, modes

    @classmethod
    def of(cls, graph: Graph) -> _Blocks:
        return cls(graph, graph._open_blocks(), list(variables._creators()), list(replication.modes(graph)))

    def reopen(self) -> None:
        self.graph._reopen(self.blocks)
        variables._creators()[:] = self.creators
        replication.modes(self.graph)[:] = self.modes


class _Replica(threading.Thread):
    """The thread of one replica."""

    def __init__(
        self,
        strategy: Strategy,
        number: int,
        device_map: DeviceMap,
        creator: Callable,
        fn: Callable,
        args: Any,
        kwargs: Any,
    ) -> None:
        super().__init__(daemon=True)
        self.strategy, self.number, self.device_map = strategy, number, device_map
        self.creator, self.fn, self.args, self.kwargs = creator, fn, args, kwargs
        self.graph = stack.current_graph()
        self.graphs = list(stack.graphs.items)
        self.sessions = list(stack.sessions.items)
        self.base = stack.base.graph
        self.settings = contextvars.copy_context()  # summaries, eager flags and such of the program's thread
        self.blocks = _Blocks(self.graph, self.graph._blocks_of_new_thread(), list(variables._creators()), [])
        self.variable_scope = get_variable_scope()
        scope = self.graph.get_name_scope()
        self.scope = f"{scope}/" if scope else ""
        if number > 0:
            self.scope += f"replica_{number}/"
        self.turn = threading.Event()
        self.paused = threading.Event()
        self.done = self.stopped = False
        self.error: BaseException | None = None
        self.result: Any = None
        self.merge: tuple[Callable, Any, Any] | None = None
        self.merge_result: Any = None
        self.merge_scope = ""
        self.merge_variable_scope: Any = None
        self.merge_controls: set[Any] = set()

    def go_on(self) -> None:
        """Lets the replica go on until it waits or ends; called by the thread that runs them all."""
        here = _Blocks.of(self.graph)
        self.blocks.reopen()
        try:
            if self.ident is None:
                self.start()
            self.turn.set()
            self.paused.wait()
            self.paused.clear()
        finally:
            self.blocks = _Blocks.of(self.graph)
            here.reopen()

    def pause(self) -> None:
        """Waits for the next turn; called by the replica."""
        self.paused.set()
        self.turn.wait()
        self.turn.clear()
        if self.stopped:
            raise _Stopped

    def run(self) -> None:
        self.settings.run(self._run)

    def _run(self) -> None:
        self.turn.wait()
        self.turn.clear()
        stack.graphs.items, stack.sessions.items, stack.base.graph = self.graphs, self.sessions, self.base
        try:
            with self._surroundings():
                self.result = self.fn(*self.args, **self.kwargs)
            self.done = True
        except BaseException as error:  # noqa: BLE001 - raised again where the replicas were called
            self.error = error
        finally:
            self.paused.set()

    @contextlib.contextmanager
    def _surroundings(self) -> Iterator[None]:
        number = find("constant")(self.number, dtypes.int32)
        where = self.device_map.logical_to_actual_devices(0)[self.number]
        with (
            ThreadReplicaContext(self.strategy, number, self),
            device(where),
            name_scope(self.scope),
            variable_scope(self.variable_scope, reuse=self.number > 0),
            variables.variable_creator_scope(self.creator),
        ):
            yield


class ThreadReplicaContext(ReplicaContext):
    """A replica with a thread of its own: `merge_call` waits for the others."""

    def __init__(self, strategy: Strategy, number: Any, thread: _Replica) -> None:
        super().__init__(strategy, number)
        self._thread = thread
        self._number = thread.number

    def _merge_call(self, merge_fn: Callable, args: Any, kwargs: dict[str, Any]) -> Any:
        thread = self._thread
        graph = stack.current_graph()
        if graph is not thread.graph:
            raise RuntimeError(
                "`merge_call` called while defining a new graph or a tf.function. This can often happen if the function `fn` "
                "passed to `strategy.experimental_run()` is decorated with `@tf.function` (or contains a nested "
                "`@tf.function`), and `fn` contains a synchronization point, such as aggregating gradients. This behavior is "
                "not yet supported. Instead, please wrap the entire call `strategy.experimental_run(fn)` in a `@tf.function`, "
                "and avoid nested `tf.function`s that may potentially cross a synchronization boundary."
            )
        thread.merge = merge_fn, args, kwargs
        scope = graph.get_name_scope()
        thread.merge_scope = f"{scope}/" if scope else ""
        thread.merge_variable_scope = get_variable_scope()
        thread.merge_controls = graph._current_control_dependencies()
        thread.pause()
        return thread.merge_result

    @property
    def devices(self) -> Any:
        """The device of this replica."""
        from penstock.distribute.context import require_replica_context

        require_replica_context(self)
        number = constant_value(self._replica_id_in_sync_group)
        return [tuple(self._strategy.extended.worker_devices_by_replica)[int(number)]]


def call_for_each_replica(strategy: Strategy, device_map: DeviceMap, fn: Callable, args: Any, kwargs: Any) -> Any:
    """Calls a function for each replica, in a thread of its own, and what they merge in between.

    Raises:
      RuntimeError: the replicas did not make the same number of `merge_call`s.
    """
    store: dict[str, list[Any]] = {}
    replicas = [
        _Replica(
            strategy,
            number,
            device_map,
            shared_creator(store, number),
            fn,
            values.select_replica(number, args),
            values.select_replica(number, kwargs),
        )
        for number in range(device_map.num_replicas_in_graph)
    ]
    try:
        while True:
            for replica in replicas:
                replica.go_on()
                if replica.error is not None:
                    raise replica.error
            if all(replica.done for replica in replicas):
                break
            if any(replica.done for replica in replicas):
                raise RuntimeError("Some replicas made a different number of replica_context().merge_call() calls.")
            _merge(strategy, device_map, replicas)
    finally:
        for replica in replicas:
            # Not `is_alive()`: a thread that has told its result may live a moment longer, and never takes another turn.
            if replica.ident is not None and not replica.done and replica.error is None:
                replica.stopped = True
                replica.go_on()
            if replica.ident is not None:
                replica.join()
    return values.regroup(device_map, tuple(replica.result for replica in replicas))


def _merge(strategy: Strategy, device_map: DeviceMap, replicas: list[_Replica]) -> None:
    """Calls, across replicas, what all replicas wait for; blocks that all of them are in count there too."""
    calls = [replica.merge for replica in replicas if replica.merge is not None]  # all of them wait
    merge_fn = calls[0][0]
    args = values.regroup(device_map, tuple(call[1] for call in calls))
    kwargs = values.regroup(device_map, tuple(call[2] for call in calls))
    controls = list(dict.fromkeys(op for replica in replicas for op in replica.merge_controls))
    first = replicas[0]
    with name_scope(first.merge_scope), control_dependencies(controls), variable_scope(first.merge_variable_scope):
        result = merge_fn(strategy, *args, **kwargs)
    for number, replica in enumerate(replicas):
        replica.merge_result = values.select_replica(number, result)
