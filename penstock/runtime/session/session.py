"""Session: runs parts of a graph and keeps the state between runs.

`run` is the hot path of every program: a repeated call must cost microseconds, so everything that depends only on what
is fetched and fed is decided once, in a `Prepared`, and looked up by that.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import threading
import warnings
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock._namespace import export
from penstock.graph import errors, stack
from penstock.graph.extension_points import implementation, implements
from penstock.graph.graph import Graph, get_default_graph
from penstock.graph.operation import Operation, Tensor
from penstock.ops.arrays import scatter
from penstock.runtime.interpret.context import Run, initial_random_state
from penstock.runtime.plan.explain import out_of_memory, uninitialized
from penstock.runtime.plan.plan import Plan
from penstock.runtime.plan.steps import RUN_SLOT
from penstock.runtime.policy import tier_of
from penstock.runtime.session import servers
from penstock.runtime.session.blocking_runs import run_between_waits
from penstock.runtime.session.cancel import Cancel
from penstock.runtime.session.feeds import flat_feeds
from penstock.runtime.session.fetches import FetchMap, key_of, register_session_run_conversion_functions
from penstock.runtime.session.prepared import Bound, Direct, Prepared
from penstock.runtime.state.locks import StateLock
from penstock.runtime.state.ownership import callers_arrays, copy_callers_arrays, owned
from penstock.runtime.state.store import ResourceStore, VarKey

if TYPE_CHECKING:
    from penstock.protos import RunMetadata, RunOptions

_EMPTY = "The Session graph is empty.  Add operations to the graph before calling run()."
_DEEP = "Functions of the graph call each other too deep"
_GONE = "Session has been closed."
_CLOSED = "Attempted to use a closed Session."


class BaseSession:
    """What `Session` and `InteractiveSession` share."""

    def __init__(self, target: str = "", graph: Graph | None = None, config: Any = None) -> None:
        if graph is None:
            graph = get_default_graph()
        elif not isinstance(graph, Graph):
            raise TypeError(f"graph must be a tf.Graph, but got {type(graph)}")
        if target is not None and not isinstance(target, (str, bytes)):
            hint = ""
            if type(target).__name__ == "ConfigProto":
                hint = '. Did you do "Session(config)" instead of "Session(config=config)"?'
            raise TypeError(f"target must be a string, but got {type(target)}{hint}")
        if config is not None and type(config).__name__ != "ConfigProto":
            raise TypeError(f"config must be a tf.ConfigProto, but got {type(config)}")
        self._graph = graph
        self._target = target.encode() if isinstance(target, str) else target
        self._config = config
        self._timeout = config.operation_timeout_in_ms if config is not None else 0
        self._closed = False
        self._unusable = False  # closed, by whomever: a closed session stays so
        shared = servers.find(self._target)
        self._shares = shared is not None and shared.task is None
        self._remote: Any = None  # what asks a master, instead of running the graph here
        if shared is not None and shared.task is None:
            self._store, self._state = shared.store, shared.lock
        elif self._target and self._target.startswith(b"grpc://"):
            self._store, self._state = ResourceStore(), StateLock()
            self._remote = implementation("remote_session")(self, self._target.decode(), config)
        else:
            self._store, self._state = _store_for(self._target), StateLock()
        self._cancel = Cancel()
        self._prepared: dict[Any, Prepared] = {}
        self._lock = threading.Lock()
        self._tier = tier_of(config)
        self._expected_runs: float = math.inf  # how many steps a training loop will run, if it has said so
        self._handles: Any = {} if self._remote is None else self._remote.handles  # tensors kept between runs
        self._handle_numbers = itertools.count()
        self._partial_runs: dict[str, Any] = {}
        self._partial_numbers = itertools.count()
        self._place_pruned = config is not None and config.graph_options.place_pruned_graph
        self._placer: Any = None
        if config is not None and config.log_device_placement and self._remote is None:
            self._placer = self._new_placer()
        _sessions.add(self)

    # -- properties -------------------------------------------------------------------------------------------------

    @property
    def graph(self) -> Graph:
        """The graph that is run."""
        return self._graph

    @property
    def graph_def(self) -> Any:
        """The graph as a GraphDef."""
        shapes = self._config is not None and self._config.graph_options.infer_shapes
        return self._graph.as_graph_def(add_shapes=shapes)

    @property
    def sess_str(self) -> Any:
        """The target this session connects to."""
        return self._target

    def list_devices(self) -> list[Any]:
        """Returns the devices of this session, each with `name`, `device_type`, `memory_limit_bytes`, `incarnation`.

        >>> import penstock as tf
        >>> tf.Session().list_devices()[0].name
        '/job:localhost/replica:0/task:0/device:CPU:0'
        """
        from penstock.runtime.plan import devices

        if self._unusable:
            raise errors.CancelledError(None, None, _GONE)
        if self._remote is not None:
            return self._remote.list_devices()
        shared = servers.find(self._target)
        if shared is not None:
            return [
                devices.DeviceAttributes(d.name, d.device_type, d.memory_limit, d.incarnation) for d in shared.devices
            ]
        return devices.session_devices(self._config)

    def _extend_graph(self) -> None:
        """Nothing is left to do: a run sees what was added to the graph before it."""

    def close(self) -> None:
        """Cancels what is running and frees the state of this session; it cannot be used afterwards."""
        if not self._closed:
            self._closed = True
            self._shut_down()

    def _shut_down(self) -> None:
        if not self._unusable:
            self._unusable = True
            self._cancel.cancel()
            if self._remote is not None:
                self._remote.close()
            if not self._shares:
                self._store.close()
            self._prepared.clear()
            self._handles.clear()
            self._partial_runs.clear()
            _sessions.discard(self)

    def _check_usable(self) -> None:
        if self._closed:
            raise RuntimeError(_CLOSED)
        if self._unusable:  # by Session.reset
            raise errors.CancelledError(None, None, _GONE)

    def as_default(self) -> contextlib.AbstractContextManager:
        """Makes this session the default one in the block; does not close it."""
        return stack.sessions.entered(self)

    # -- running ------------------------------------------------------------------------------------------------------

    def run(
        self,
        fetches: object,
        feed_dict: Mapping | None = None,
        options: RunOptions | None = None,
        run_metadata: RunMetadata | None = None,
    ) -> Any:
        """Runs the operations that `fetches` needs and returns the values of the fetches.

        Args:
          fetches: a tensor, operation, name, or any nesting of lists, tuples, named tuples and dicts of these.
          feed_dict: values to use in place of tensors.
          options: a `RunOptions`.
          run_metadata: a `RunMetadata` that is filled in.

        Returns:
          Values in the structure of `fetches`; None for operations.

        Raises:
          RuntimeError: if the session is closed.
          TypeError, ValueError: if fetches or feeds are not valid.
          tf.errors.OpError: if an operation fails.

        >>> import penstock as tf
        >>> with tf.Session() as sess:
        ...     sess.run({"sum": tf.constant(1) + 2, "pair": (tf.constant(3.0), tf.constant(4))})
        {'sum': np.int32(3), 'pair': (np.float32(3.0), np.int32(4))}
        """
        if self._unusable:
            self._check_usable()
        try:
            if feed_dict:
                prepared = self._prepared[key_of(fetches), *feed_dict]
                feeds: Any = feed_dict.values()
            else:
                prepared = self._prepared[(key_of(fetches),)]
                feeds = ()
            if prepared.mutations != self._graph._mutations:
                raise KeyError
        except (KeyError, TypeError):
            prepared = None
        if prepared is None:  # not where KeyError was caught: it would be shown before the user's error
            prepared, feeds = self._prepare(fetches, feed_dict)
        if self._remote is not None:
            return self._remote.run(prepared, feeds, options, run_metadata)
        if options is not None or run_metadata is not None or self._timeout:
            from penstock.runtime.session import metadata

            return metadata.run(self, prepared, feeds, options, run_metadata)
        return self._execute(prepared, feeds, Run(self, self._store, self._tier, self._cancel))

    def _execute(self, prepared: Prepared, feeds: Any, run: Run) -> Any:
        try:
            arrays = [feed.convert(value) for feed, value in zip(prepared.feeds, feeds, strict=True)]
            bound = prepared.bound
            replacement = bound.plan.replacement
            if replacement is not None:
                bound = prepared.bound = Bound(replacement)
            if arrays and bound.keeps_feeds:
                arrays = copy_callers_arrays(arrays, feeds)
            direct = bound.direct
            if direct is not None and run.trace is None and run.cancel is self._cancel:
                with self._state.writing if bound.writes else self._state.reading:
                    found = direct.run(self._store.variables, arrays)
                if found is not None:
                    return self._formed(prepared.fetches, found)
                if direct.program.retired:
                    bound.direct = direct = None
            # Results are copied while the variables are still ours: the next run may overwrite their buffers.
            if bound.apart:
                if run.cancel is self._cancel:
                    run.cancel = Cancel(self._cancel)
                found = run_between_waits(self, bound, self._env(bound, arrays, run), run)
            elif bound.writes:
                with self._state.writing:
                    found = self._run_plan(bound, self._env(bound, arrays, run), run)
            elif bound.reads:
                with self._state.reading:
                    found = self._run_plan(bound, self._env(bound, arrays, run), run)
            else:
                found = self._run_plan(bound, self._env(bound, arrays, run), run)
            if (
                direct is None
                and bound.segments
                and bound.segments[0].policy.current is not None
                and Direct.possible(bound, run.tier)
            ):
                bound.direct = Direct(bound)
            return self._formed(prepared.fetches, found)
        except MemoryError as error:  # for the results, or for feeds
            raise errors.ResourceExhaustedError(None, None, out_of_memory(error)) from None
        except RecursionError:
            raise errors.ResourceExhaustedError(None, None, _DEEP) from None
        except RuntimeError as error:  # of XLA
            if not str(error).startswith("RESOURCE_EXHAUSTED"):
                raise
            raise errors.ResourceExhaustedError(None, None, out_of_memory(error)) from None
        except (errors.FailedPreconditionError, errors.NotFoundError):
            if self._unusable:  # closed by another thread: what this run did not find was there until then
                raise errors.CancelledError(None, None, _GONE) from None
            raise
        finally:
            if run.kept:
                self._keep(run.kept)

    def _keep(self, values: dict[VarKey, Any]) -> None:
        """Sets variables to what a run that failed has left of them."""
        with self._state.writing:
            for key, value in values.items():
                self._store.variables[key] = owned(value)

    def _formed(self, fetches: FetchMap, found: list[Any]) -> Any:
        if fetches.handles:
            from penstock.ops.state.session_handles import TensorHandle

            for i, dtype in fetches.handles:
                found[i] = TensorHandle(found[i], dtype, self)
        return found[0] if fetches.single else fetches.build(found)

    @staticmethod
    def _env(bound: Bound, arrays: list[Any], run: Run) -> list[Any]:
        env = bound.partition.template.copy()
        env[RUN_SLOT] = run
        for slot, array in zip(bound.feed_slots, arrays, strict=True):
            env[slot] = array
        return env

    def _run_plan(self, bound: Bound, env: list[Any], run: Run) -> list[Any]:
        variables = self._store.variables
        if bound.initial:
            for key, slot in bound.initial:
                env[slot] = variables.get(key)
            self._check_initialized(bound, env, run)
        for key, slot in bound.queries:
            env[slot] = np.asarray(key in variables)
        if bound.changes_rows:
            run.undo = []
        try:
            tier = run.tier
            for segment in bound.segments:
                segment.run(env, tier)
            if self._unusable or run.cancel is not self._cancel:
                run.cancel.check()
        except BaseException:
            if run.undo:
                scatter.undo(run.undo)
            raise
        for key, slot in bound.final:
            variables[key] = owned(env[slot])
        if bound.partition.plan.fetch_conditions:
            bound.partition.plan.check_fetched(env)
        return callers_arrays([env[slot] for slot in bound.fetch_slots], bound.shared, bound.fed)

    def _read(self, plan: Plan, key: VarKey, env: list[Any], slot: int) -> None:
        value = self._store.variables.get(key)
        if value is None and key.container == "\0random":
            value = initial_random_state(plan.creators[key])
        if value is None and key in plan.required:
            raise uninitialized(key, plan.required[key], self._store.variables)
        env[slot] = value

    def _check_initialized(self, bound: Bound, env: list[Any], run: Run) -> None:
        plan = bound.plan
        for key, slot in bound.initial:
            # A debugged run fails where the variable is read: all that comes before is dumped.
            if env[slot] is None and (run.watch is None or key.container == "\0random"):
                self._read(plan, key, env, slot)

    # -- preparing ------------------------------------------------------------------------------------------------------

    def _prepare(self, fetches: object, feed_dict: Mapping | None) -> tuple[Prepared, Any]:
        """The slow path of `run`: finds or makes the plan for arguments of any form."""
        if self._graph.version == 0:
            raise RuntimeError(_EMPTY)
        feeds = flat_feeds(self._graph, feed_dict) if feed_dict else {}
        prepared = self._prepared_for(fetches, list(feeds))
        try:
            if feed_dict and len(feeds) == len(feed_dict) and all(isinstance(f, (str, Tensor)) for f in feed_dict):
                self._prepared[key_of(fetches), *feed_dict] = prepared
        except TypeError:
            pass
        return prepared, feeds.values()

    def _prepared_for(self, fetches: object, tensors: list[Tensor]) -> Prepared:
        try:
            key: Any = (key_of(fetches), *tensors)
        except TypeError:  # fetches of a user's type that cannot be hashed are planned each time
            key = None
        with self._lock:
            prepared = self._prepared.get(key) if key is not None else None
            if prepared is None or prepared.mutations != self._graph._mutations:
                self._place(fetches, tensors)
                try:
                    if self._remote is not None:
                        prepared = self._remote.prepare(fetches, tensors)
                    else:
                        prepared = Prepared(self._graph, fetches, tensors)
                except RecursionError:
                    raise errors.ResourceExhaustedError(None, None, _DEEP) from None
                if key is not None:
                    self._prepared[key] = prepared
        return prepared

    def _place(self, fetches: object, tensors: list[Tensor]) -> None:
        """Checks that the devices exist: of all operations of the graph, as 1.x, or only of those needed."""
        if self._target:
            return
        if self._placer is None:
            self._placer = self._new_placer()
        if self._place_pruned:
            from penstock.runtime.session import metadata

            found = FetchMap(self._graph, fetches)
            self._placer.place(metadata.needed(found.tensors, found.targets, tensors))
        else:
            self._placer.place_graph(self._graph._operations)

    def _new_placer(self) -> Any:
        from penstock.runtime.plan import devices

        return devices.Placer(self._config)

    def _device_of(self, op: Operation) -> str:
        if self._placer is None:
            self._placer = self._new_placer()
        return self._placer.device_of(op)

    def make_callable(
        self, fetches: object, feed_list: Sequence[Any] | None = None, accept_options: bool = False
    ) -> Callable:
        """Returns a function that runs `fetches`, taking values for `feed_list` as positional arguments.

        Args:
          fetches: as for `run`.
          feed_list: the keys of the feed dictionary.
          accept_options: whether the function takes `options` and `run_metadata`.

        >>> import penstock as tf
        >>> x = tf.placeholder(tf.float32)
        >>> double = tf.Session().make_callable(x * 2, [x])
        >>> double(4.0)
        np.float32(8.0)
        """
        if feed_list is not None and not isinstance(feed_list, (list, tuple)):
            raise TypeError("`feed_list` must be a list or tuple.")
        keys = list(feed_list or ())

        def check() -> None:
            if self._unusable and feed_list is None:  # 1.x did not go through `run` then; queue runners rely on it
                raise errors.CancelledError(None, None, _GONE)
            self._check_usable()

        if accept_options or self._timeout or self._remote or not all(isinstance(f, Tensor) for f in keys):

            def general(*values: Any, **options: Any) -> Any:
                try:
                    return self.run(fetches, dict(zip(keys, values)), **options)
                except RuntimeError:
                    check()
                    raise

            return general
        check()
        prepared = self._prepared_for(fetches, keys)

        def function(*values: Any, **options: Any) -> Any:
            nonlocal prepared
            if self._unusable:
                check()
            if options or len(values) != len(keys):
                return self.run(fetches, dict(zip(keys, values)), **options)
            if prepared.mutations != self._graph._mutations:
                prepared = self._prepared_for(fetches, keys)
            bound = prepared.bound
            # The way through `_execute`, without what it prepares for others.
            if bound.direct is not None and not values:
                with self._state.writing if bound.writes else self._state.reading:
                    found = bound.direct.run(self._store.variables, [])
                if found is not None:
                    return self._formed(prepared.fetches, found)
            return self._execute(prepared, values, Run(self, self._store, self._tier, self._cancel))

        return function

    def _make_callable_from_options(self, callable_options: Any) -> Callable:
        """Returns a function for a `CallableOptions`: positional feeds, and a list of what is fetched."""
        from penstock.runtime.session.callables import from_options

        return from_options(self, callable_options)

    # -- partial runs -------------------------------------------------------------------------------------------------

    def partial_run_setup(self, fetches: object, feeds: object = None) -> str:
        """Prepares a run in parts, whose feeds and fetches come in several calls of `partial_run`.

        Args:
          fetches: everything that will be fetched.
          feeds: the tensors that will be fed.

        Returns:
          A handle for `partial_run`.

        >>> import penstock as tf
        >>> a, b = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
        >>> double, product = a * 2.0, a * b
        >>> sess = tf.Session()
        >>> handle = sess.partial_run_setup([double, product], [a, b])
        >>> sess.partial_run(handle, double, {a: 3.0})
        np.float32(6.0)
        >>> sess.partial_run(handle, product, {b: 5.0})
        np.float32(15.0)
        """
        from penstock.runtime.session.partial import PartialRun

        self._check_usable()
        if self._graph.version == 0:
            raise RuntimeError(_EMPTY)
        if self._remote is not None:
            return self._remote.partial_run_setup(fetches, feeds)
        with self._lock:
            self._place(fetches, [])
        run = PartialRun(self, fetches, [] if feeds is None else feeds)
        self._partial_runs[run.handle] = run
        return run.handle

    def partial_run(self, handle: str, fetches: object, feed_dict: Mapping | None = None) -> Any:
        """Goes on with a run that `partial_run_setup` began; each tensor may be fed and fetched once.

        Raises:
          tf.errors.InvalidArgumentError: a feed or fetch was not announced, or comes again, or a fetch needs a feed
            that has not come yet.
          RuntimeError: an operation is fetched, or the session is closed.
        """
        from penstock.runtime.session import partial

        self._check_usable()
        if self._remote is not None:
            return self._remote.partial_run(handle, fetches, feed_dict)
        return partial.go_on(self, handle, fetches, feed_dict)


# Sessions in use, for `Session.reset`.
_sessions: weakref.WeakSet[BaseSession] = weakref.WeakSet()


def _store_for(target: bytes | None) -> ResourceStore:
    if target and target != b"local":
        raise errors.NotFoundError(
            None,
            None,
            f'No session factory registered for the given session options: {{target: "{target.decode()}" config: }} '
            "Registered factories are {DIRECT_SESSION}.",
        )
    return ResourceStore()


@implements("session")
@export("Session")
class Session(BaseSession):
    """Runs a graph: `Session.run` evaluates tensors and operations; variables live as long as the session.

    Args:
      target: the execution engine to connect to; '' for this process.
      graph: the graph to run; the default graph if None.
      config: a `ConfigProto`.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     sess.run(tf.constant(5.0) * 6.0)
    np.float32(30.0)
    """

    def __init__(self, target: str = "", graph: Graph | None = None, config: Any = None) -> None:
        super().__init__(target, graph, config)
        self._entered: contextlib.ExitStack | None = None

    def __enter__(self) -> Session:
        if self._entered is not None:
            raise RuntimeError(
                "Session context managers are not re-entrant. Use `Session.as_default()` if you want to enter a session "
                "multiple times."
            )
        self._entered = contextlib.ExitStack()
        self._entered.enter_context(self._graph.as_default())
        self._entered.enter_context(self.as_default())
        return self

    def __exit__(self, *args: Any) -> None:
        assert self._entered is not None
        entered, self._entered = self._entered, None
        try:
            entered.__exit__(*args)
        finally:
            self.close()

    @staticmethod
    def reset(target: str, containers: Sequence[str] | None = None, config: object = None) -> None:
        """Clears containers of all sessions with this target, and closes these sessions.

        Args:
          target: the target of the sessions.
          containers: names of the containers whose variables and resources are lost; None or [] for all.
          config: a `ConfigProto` whose device filters say which tasks of a cluster are meant.
        """
        wanted = target.encode() if isinstance(target, str) else target
        shared = servers.find(wanted)
        if wanted and wanted.startswith(b"grpc://") and (shared is None or shared.task is not None):
            listed = [c.decode() if isinstance(c, bytes) else c for c in containers or ()]
            implementation("reset_remote")(wanted.decode(), listed, config)
            return
        names = {c.decode() if isinstance(c, bytes) else c for c in containers or ()} or None
        for session in list(_sessions):
            if session._target == wanted:
                session._store.clear(names)
                session._shut_down()


@export("InteractiveSession")
class InteractiveSession(BaseSession):
    """A session that makes itself the default one when it is made: for shells and notebooks.

    >>> import penstock as tf
    >>> sess = tf.InteractiveSession()
    >>> (tf.constant(5.0) * 6.0).eval()
    np.float32(30.0)
    >>> sess.close()
    """

    _count_lock = threading.Lock()
    _active_session_count = 0

    def __init__(self, target: str = "", graph: Graph | None = None, config: Any = None) -> None:
        if not config:
            from penstock import protos

            config = protos.ConfigProto(gpu_options=protos.GPUOptions(allow_growth=True))
        config.graph_options.place_pruned_graph = True
        super().__init__(target, graph, config)
        with InteractiveSession._count_lock:
            if InteractiveSession._active_session_count > 0:
                warnings.warn(
                    "An interactive session is already active. This can cause out-of-memory errors in some cases. You "
                    "must explicitly call `InteractiveSession.close()` to release resources held by the other "
                    "session(s).",
                    stacklevel=2,
                )
            InteractiveSession._active_session_count += 1
        self._explicitly_closed = False
        stack.sessions.enforce_nesting = False
        self._exits = contextlib.ExitStack()
        self._exits.enter_context(self.as_default())
        if graph is not None:
            stack.graphs.enforce_nesting = False
            self._exits.enter_context(graph.as_default())

    def close(self) -> None:
        """Closes the session and takes it from the stack of defaults."""
        super().close()
        with InteractiveSession._count_lock:
            if self._explicitly_closed:
                return
            self._explicitly_closed = True
            InteractiveSession._active_session_count -= 1
        self._exits.close()


__all__ = ["BaseSession", "InteractiveSession", "Session", "register_session_run_conversion_functions"]
