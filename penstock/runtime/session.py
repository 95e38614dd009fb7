"""Session: runs parts of a graph and keeps the state between runs.

`run` is the hot path of every program: a repeated call must cost microseconds, so everything that depends only on what
is fetched and fed is decided once, in a `_Prepared`, and looked up by that.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import errors, stack, values
from penstock.graph.composite import IndexedSlices, SparseTensor
from penstock.graph.graph import Graph, get_default_graph
from penstock.graph.operation import Operation, Tensor
from penstock.runtime import execute as ex
from penstock.runtime.fetches import FetchMap, conversion_of, key_of
from penstock.runtime.plan import Plan
from penstock.runtime.store import ResourceStore, VarKey


class _Feed:
    """How to check and convert the values fed for one tensor."""

    __slots__ = ("dims", "dtype", "name", "storage", "tensor")

    def __init__(self, tensor: Tensor) -> None:
        self.tensor = tensor
        self.dtype = tensor.dtype.base_dtype
        self.storage = self.dtype.storage
        dims = tensor.shape._dims
        self.dims = dims if dims is None or None in dims else tuple(dims)
        self.name = tensor.name

    def convert(self, value: Any) -> Any:
        if type(value) is np.ndarray and value.dtype == self.storage and self.storage != object:
            array = value
        else:
            array = self._convert(value)
        dims = self.dims
        if dims is not None and array.shape != dims and not self._compatible(array.shape):
            raise ValueError(
                f"Cannot feed value of shape {array.shape!r} for Tensor {self.name!r}, which has shape "
                f"{str(self.tensor.shape)!r}"
            )
        return array

    def _compatible(self, shape: tuple[int, ...]) -> bool:
        dims = self.dims
        assert dims is not None
        return len(shape) == len(dims) and all(d is None or d == s for d, s in zip(dims, shape, strict=True))

    def _convert(self, value: Any) -> np.ndarray:
        if isinstance(value, Tensor):
            raise TypeError(
                "The value of a feed cannot be a tf.Tensor object. Acceptable feed values include Python scalars, "
                "strings, lists, numpy ndarrays, or TensorHandles. For reference, the tensor object was "
                f"{value} which was passed to the feed with key {self.tensor}."
            )
        if self.storage == object:
            if self.dtype.name == "string":
                return values.to_numpy(value, self.dtype)
            return value if isinstance(value, np.ndarray) else _boxed(value)
        if isinstance(value, int) and not isinstance(value, bool) and self.storage.kind in "iu":
            array = np.asarray(value)
            info = np.iinfo(self.storage)
            if not info.min <= value <= info.max:
                raise TypeError(
                    f"Type of feed value {value} with type {type(value)} is not compatible with Tensor type "
                    f"{self.storage.type}. Try explicitly setting the type of the feed tensor to a larger type (e.g. "
                    "int64)."
                )
            return array.astype(self.storage)
        if self.dtype.is_quantized and isinstance(value, np.ndarray) and value.dtype.fields:
            return value.view(self.storage)
        return np.asarray(value, dtype=self.storage)


def _boxed(value: Any) -> np.ndarray:
    box = np.empty((), object)
    box[()] = value
    return box


class _Prepared:
    """All that is known of a kind of run: what is fetched, what is fed, and the plan."""

    def __init__(self, graph: Graph, fetches: Any, feed_tensors: Sequence[Tensor]) -> None:
        self.fetches = FetchMap(graph, fetches)
        for tensor in feed_tensors:
            if not graph.is_feedable(tensor):
                raise ValueError(f"Tensor {tensor} may not be fed.")
        self.feeds = [_Feed(t) for t in feed_tensors]
        self.mutations = graph._mutations
        self.use(Plan(self.fetches.tensors, self.fetches.targets, feed_tensors))

    def use(self, plan: Plan) -> None:
        self.layout = ex.layout_of(plan)
        self.initial = list(plan.initial.items())
        self.required = list(plan.required.items())
        self.final = list(plan.final.items())
        self.writes = bool(plan.final)
        self.feed_slots = plan.feed_slots  # type: ignore[attr-defined]
        self.fetch_slots = plan.fetch_slots  # type: ignore[attr-defined]
        kept = set(plan.constants) | set(plan.initial.values()) | set(plan.final.values()) | set(self.feed_slots)
        seen: set[int] = set()
        self.shared = []  # fetched slots whose arrays somebody else holds too
        for slot in self.fetch_slots:
            self.shared.append(slot in kept or slot in seen)
            seen.add(slot)
        self.quantized = [t.dtype.base_dtype if t.dtype.is_quantized else None for t in plan.fetches]
        self.has_quantized = any(self.quantized)
        self.blocking = any(s.blocking for s in self.layout.segments)
        self.plan = plan  # last: other threads look at it


class BaseSession:
    """What `Session` and `InteractiveSession` share."""

    def __init__(self, target: str = "", graph: Graph | None = None, config: Any = None) -> None:
        if graph is None:
            graph = get_default_graph()
        elif not isinstance(graph, Graph):
            raise TypeError(f"graph must be a tf.Graph, but got {type(graph)}")
        if not isinstance(target, (str, bytes)):
            raise TypeError(f"target must be a string, but got {type(target)}")
        if config is not None and type(config).__name__ != "ConfigProto":
            raise TypeError(f"config must be a tf.ConfigProto, but got {type(config)}")
        self._graph = graph
        self._target = target
        self._config = config
        self._closed = False
        self._store = ResourceStore()
        self._prepared: dict[Any, _Prepared] = {}
        self._lock = threading.Lock()
        self._tier = _tier_of(config)
        self._handles: dict[str, Any] = {}

    # -- properties -------------------------------------------------------------------------------------------------

    @property
    def graph(self) -> Graph:
        """The graph that is run."""
        return self._graph

    @property
    def graph_def(self) -> Any:
        """The graph as a GraphDef."""
        return self._graph.as_graph_def()

    @property
    def sess_str(self) -> Any:
        """The target this session connects to."""
        return self._target

    def close(self) -> None:
        """Frees the state of this session; it cannot be used afterwards."""
        if not self._closed:
            self._closed = True
            self._store.clear()
            self._prepared.clear()

    def as_default(self) -> contextlib.AbstractContextManager:
        """Makes this session the default one in the block; does not close it."""
        return stack.sessions.entered(self)

    # -- running ------------------------------------------------------------------------------------------------------

    def run(self, fetches: Any, feed_dict: Mapping | None = None, options: Any = None, run_metadata: Any = None) -> Any:
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
        if self._closed:
            raise RuntimeError("Attempted to use a closed Session.")
        try:
            if feed_dict:
                prepared = self._prepared[key_of(fetches), *feed_dict]
                feeds = feed_dict.values()
            else:
                prepared = self._prepared[(key_of(fetches),)]
                feeds = ()
            if prepared.mutations != self._graph._mutations:
                raise KeyError
        except (KeyError, TypeError):
            prepared, feeds = self._prepare(fetches, feed_dict)
        if options is not None or run_metadata is not None:
            return self._run_with_options(prepared, feeds, options, run_metadata)
        return self._execute(prepared, feeds, ex.Run(self, self._store, self._tier))

    def _execute(self, prepared: _Prepared, feeds: Any, run: ex.Run) -> Any:
        arrays = [feed.convert(value) for feed, value in zip(prepared.feeds, feeds, strict=True)]
        replacement = prepared.plan.__dict__.get("replacement")
        if replacement is not None:
            prepared.use(replacement)
        if prepared.writes and not prepared.blocking:
            with self._store.lock:
                env = self._run_plan(prepared, arrays, run)
        else:
            env = self._run_plan(prepared, arrays, run)
        results = [env[slot] for slot in prepared.fetch_slots]
        for i, value in enumerate(results):
            kind = type(value)
            if kind is np.ndarray:
                if prepared.shared[i] or not value.flags.owndata:
                    results[i] = value = value.copy()
                if value.ndim == 0:
                    results[i] = value[()]
            elif kind not in _SCALARS and hasattr(value, "addressable_shards"):
                value = np.array(value)
                results[i] = value if value.ndim else value[()]
        if prepared.has_quantized:
            results = [
                v if q is None else np.asarray(v).view(q.as_numpy_dtype)
                for v, q in zip(results, prepared.quantized, strict=True)
            ]
        fetches = prepared.fetches
        return results[0] if fetches.single else fetches.build(results)

    def _run_plan(self, prepared: _Prepared, arrays: list[Any], run: ex.Run) -> list[Any]:
        layout = prepared.layout
        env = layout.template.copy()
        env[ex.RUN_SLOT] = run
        for slot, array in zip(prepared.feed_slots, arrays, strict=True):
            env[slot] = array
        variables = self._store.variables
        if prepared.blocking:
            self._run_blocking(prepared, env, run)
            return env
        if prepared.initial:
            for key, slot in prepared.initial:
                env[slot] = variables.get(key)
            self._check_initialized(prepared, env)
        for key, slot in prepared.plan.queries:
            env[slot] = np.asarray(key in variables)
        tier = run.tier
        for segment in layout.segments:
            segment.run(env, tier)
        for key, slot in prepared.final:
            variables[key] = _owned(env[slot])
        return env

    def _run_blocking(self, prepared: _Prepared, env: list[Any], run: ex.Run) -> None:
        """As above for plans that may wait: variables are read after the waiting, and held only in between."""
        variables = self._store.variables
        plan = prepared.plan
        slots = {slot: key for key, slot in prepared.initial}
        pending = dict(prepared.final)
        for key, slot in plan.queries:
            env[slot] = np.asarray(key in variables)
        done: set[int] = set()
        for segment in prepared.layout.segments:
            if segment.blocking:
                segment.run(env, run.tier)
                continue
            with self._store.lock:
                for slot in segment.inputs:
                    key = slots.get(slot)
                    if key is not None and env[slot] is None:
                        value = variables.get(key)
                        if value is None and key.container == "\0random":
                            value = ex.initial_random_state(plan.creators[key])
                        if value is None and key in plan.required:
                            raise ex.uninitialized(key, plan.required[key])
                        env[slot] = value
                segment.run(env, run.tier)
                done.update(segment.outputs)
                for key in [k for k, slot in pending.items() if slot in done]:
                    variables[key] = _owned(env[pending.pop(key)])
        for key, slot in prepared.initial:  # fetched variables that no segment reads
            if env[slot] is None:
                env[slot] = variables.get(key)

    def _check_initialized(self, prepared: _Prepared, env: list[Any]) -> None:
        plan = prepared.plan
        for key, slot in prepared.initial:
            if env[slot] is None:
                if key.container == "\0random":
                    env[slot] = ex.initial_random_state(plan.creators[key])
                elif key in plan.required:
                    raise ex.uninitialized(key, plan.required[key])

    def _run_with_options(self, prepared: _Prepared, feeds: Any, options: Any, run_metadata: Any) -> Any:
        from penstock.runtime import metadata

        return metadata.run(self, prepared, feeds, options, run_metadata)

    # -- preparing ------------------------------------------------------------------------------------------------------

    def _prepare(self, fetches: Any, feed_dict: Mapping | None) -> tuple[_Prepared, list[Any]]:
        """The slow path of `run`: finds or makes the plan for arguments of any form."""
        if self._graph.version == 0:
            raise RuntimeError("The Session graph is empty.  Add operations to the graph before calling run().")
        tensors, feeds = self._flat_feeds(feed_dict or {})
        try:
            key: Any = (key_of(fetches), *tensors)
        except TypeError:
            return _Prepared(self._graph, fetches, tensors), feeds
        with self._lock:
            prepared = self._prepared.get(key)
            if prepared is None or prepared.mutations != self._graph._mutations:
                prepared = self._prepared[key] = _Prepared(self._graph, fetches, tensors)
        return prepared, feeds

    def _flat_feeds(self, feed_dict: Mapping) -> tuple[list[Tensor], list[Any]]:
        if not isinstance(feed_dict, Mapping):
            raise TypeError(f"feed_dict must be a dictionary, not {type(feed_dict)}")
        tensors: list[Tensor] = []
        feeds: list[Any] = []
        for feed, value in feed_dict.items():
            for element, item in self._expand_feed(feed, value):
                try:
                    tensor = self._graph.as_graph_element(element, allow_tensor=True, allow_operation=False)
                except Exception as error:
                    raise TypeError(f"Cannot interpret feed_dict key as Tensor: {error.args[0]}") from None
                if tensor not in tensors:
                    tensors.append(tensor)
                    feeds.append(item)
        return tensors, feeds

    def _expand_feed(self, feed: Any, value: Any) -> Iterator[tuple[Any, Any]]:
        if isinstance(feed, SparseTensor):
            if isinstance(value, SparseTensor):
                raise TypeError("The value of a feed cannot be a tf.SparseTensor object.")
            return iter(zip((feed.indices, feed.values, feed.dense_shape), value, strict=True))
        if isinstance(feed, IndexedSlices):
            parts = [feed.values, feed.indices] + ([] if feed.dense_shape is None else [feed.dense_shape])
            return iter(zip(parts, value, strict=False))
        if isinstance(feed, tuple) and not isinstance(feed, (str, bytes)):
            return (pair for f, v in zip(feed, value, strict=True) for pair in self._expand_feed(f, v))
        functions = conversion_of(feed)
        if functions is not None and functions[1] is not None:
            return iter(functions[1](feed, value))
        return iter([(feed, value)])

    def make_callable(self, fetches: Any, feed_list: Sequence[Any] | None = None, accept_options: bool = False) -> Callable:
        """Returns a function that runs `fetches`, taking values for `feed_list` as positional arguments.

        >>> import penstock as tf
        >>> x = tf.placeholder(tf.float32)
        >>> double = tf.Session().make_callable(x * 2, [x])
        >>> double(4.0)
        np.float32(8.0)
        """
        if feed_list is not None and not isinstance(feed_list, (list, tuple)):
            raise TypeError("`feed_list` must be a list or tuple.")
        feed_list = list(feed_list or ())
        tensors = [self._graph.as_graph_element(f, allow_operation=False) for f in feed_list]

        def function(*feed_args: Any, **kwargs: Any) -> Any:
            if len(feed_args) != len(tensors):
                raise TypeError(
                    f"Feed argument has length {len(feed_args)}, expected {len(tensors)} (the length of `feed_list`)."
                    if tensors or feed_args
                    else ""
                )
            if accept_options:
                return self.run(fetches, dict(zip(tensors, feed_args, strict=True)), **kwargs)
            if self._closed:
                raise RuntimeError("Attempted to use a closed Session.")
            prepared, _ = self._prepare_for(fetches, tensors)
            return self._execute(prepared, feed_args, ex.Run(self, self._store, self._tier))

        self._prepare_for(fetches, tensors)
        return function

    def _prepare_for(self, fetches: Any, tensors: list[Tensor]) -> tuple[_Prepared, None]:
        key = (key_of(fetches), *tensors)
        prepared = self._prepared.get(key)
        if prepared is None or prepared.mutations != self._graph._mutations:
            prepared = self._prepared[key] = _Prepared(self._graph, fetches, tensors)
        return prepared, None


_SCALARS = frozenset((np.float32, np.float64, np.int32, np.int64, np.bool_, np.float16, np.str_, bytes, str))


def _owned(value: Any) -> Any:
    """A variable keeps an array that nobody else can change: not a view, and not the caller's."""
    if type(value) is np.ndarray:
        if value.flags.writeable:
            value = value.copy()
            value.flags.writeable = False
        elif value.base is not None:
            value = value.copy()
            value.flags.writeable = False
        return value
    if isinstance(value, np.generic):
        return np.asarray(value)
    return value


def _tier_of(config: Any) -> int:
    """The execution tier that `ConfigProto.graph_options.optimizer_options.global_jit_level` asks for."""
    import os

    forced = os.environ.get("PENSTOCK_TIER")
    if forced:
        return {"interpret": ex.INTERPRET, "compile": ex.COMPILE}.get(forced, ex.AUTO)
    if config is None:
        return ex.AUTO
    level = config.graph_options.optimizer_options.global_jit_level
    return ex.INTERPRET if level < 0 else ex.COMPILE if level > 0 else ex.AUTO


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
        self._entered: list[contextlib.ExitStack] = []

    def __enter__(self) -> Session:
        exits = contextlib.ExitStack()
        exits.enter_context(self._graph.as_default())
        exits.enter_context(self.as_default())
        self._entered.append(exits)
        return self

    def __exit__(self, *args: Any) -> None:
        try:
            self._entered.pop().__exit__(*args)
        finally:
            self.close()

    @staticmethod
    def reset(target: str, containers: Sequence[str] | None = None, config: Any = None) -> None:
        """Clears the containers of `target` and closes the sessions connected to it."""
        from penstock.runtime import metadata

        metadata.reset(target, containers)


@export("InteractiveSession")
class InteractiveSession(BaseSession):
    """A session that makes itself the default one when it is made: for shells and notebooks.

    >>> import penstock as tf
    >>> sess = tf.InteractiveSession()
    >>> (tf.constant(5.0) * 6.0).eval()
    np.float32(30.0)
    >>> sess.close()
    """

    def __init__(self, target: str = "", graph: Graph | None = None, config: Any = None) -> None:
        super().__init__(target, graph, config)
        self._explicit_graph = graph
        stack.sessions.enforce_nesting = False
        self._exits = contextlib.ExitStack()
        if graph is not None:
            self._exits.enter_context(graph.as_default())
        self._exits.enter_context(self.as_default())

    def close(self) -> None:
        """Closes the session and takes it from the stack of defaults."""
        super().close()
        self._exits.close()


__all__ = ["BaseSession", "InteractiveSession", "Operation", "Session", "VarKey", "errors"]
