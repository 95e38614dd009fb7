"""`tf.contrib.tfprof.ProfileContext`: traces some of the runs that sessions make in a `with` block, and profiles them.

Which runs are traced is told by the caller, or found: those that fetch something new, and some at random.
"""

from __future__ import annotations

import os
import random
import sys
import threading
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from penstock._namespace import export
from penstock.graph import errors
from penstock.profiler.model_analyzer import Profiler
from penstock.protos import RunMetadata, RunOptions
from penstock.runtime.session.fetches import FetchMap
from penstock.runtime.session.session import BaseSession
from penstock.storage import gfile

if TYPE_CHECKING:
    from penstock.graph.graph import Graph


WARMUP_STEPS = 10
MAX_TRACED_STEPS = 100
_VIEWS = {
    "graph": Profiler.profile_graph,
    "scope": Profiler.profile_name_scope,
    "op": Profiler.profile_operations,
    "code": Profiler.profile_python,
}


@export("contrib.tfprof.ProfileContext")
class ProfileContext:
    """Traces runs of sessions, profiles them and writes the profiles.

    Args:
      profile_dir: the folder for profiles.
      trace_steps: numbers of the runs to trace, at most 100; by default they are found.
      dump_steps: numbers of the runs after which a profile is written, as `profile_<number>`; by default 100.
      enabled: False leaves sessions alone.
      debug: whether to tell on stderr what is done, and to write the metadata of traced runs as text.

    Raises:
      ValueError: there is no folder, or there are too many runs to trace.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> folder, steps = tempfile.mkdtemp(), [1]
    >>> options = tf.profiler.ProfileOptionBuilder(tf.profiler.ProfileOptionBuilder.time_and_memory())
    >>> with tf.Graph().as_default(), tf.contrib.tfprof.ProfileContext(folder, steps, steps) as context:
    ...     context.add_auto_profiling("op", options.with_empty_output().build(), steps)
    ...     with tf.Session() as sess:
    ...         _ = [sess.run(tf.ones([2, 2])) for _ in range(3)]
    >>> list(context.get_profiles("op")), os.listdir(folder)
    ([1], ['profile_1'])
    """

    def __init__(
        self,
        profile_dir: str,
        trace_steps: Any = None,
        dump_steps: Any = None,
        enabled: bool = True,
        debug: bool = False,
    ) -> None:
        self._enabled = enabled
        if not enabled:
            return
        if not profile_dir:
            raise ValueError("Must have a directory for profile.\n")
        if trace_steps is not None and len(trace_steps) > MAX_TRACED_STEPS:
            raise ValueError("Only support tracing up to 100 steps.\n")
        self._debug = debug
        self._profiler_dir = profile_dir
        self._auto_tracing = trace_steps is None
        self._trace_steps = set(trace_steps or ())
        self._dump_steps = {MAX_TRACED_STEPS} if dump_steps is None else set(dump_steps)
        self._slow_path_steps = self._dump_steps | self._trace_steps
        self._rng = random.Random(111)
        self._fetched: set[str] = set()
        self._trace_next_step = self._dump_next_step = False
        self._step = self._traced_steps = 0
        self._auto_profiles: list[tuple[str, Any, Any]] = []
        self._profiler: Profiler | None = None
        self._views: dict[str, dict[int, Any]] = {}
        self._lock = threading.Lock()

    def get_profiles(self, cmd: str) -> dict[int, Any]:
        """What a view has shown: number of the run → its message.

        Raises:
          ValueError: it was not made at any run.
        """
        if cmd not in self._views:
            raise ValueError(f"No autoprofiler for command: {cmd}, was run")
        return self._views[cmd]

    def add_auto_profiling(self, cmd: str, options: Any, profile_steps: Iterable[int]) -> None:
        """Traces some runs and makes a view after each of them.

        Args:
          cmd: the view: 'scope', 'graph', 'op' or 'code'.
          options: what `tf.profiler.ProfileOptionBuilder` builds.
          profile_steps: numbers of the runs.
        """
        if self._enabled:
            steps = list(profile_steps)
            self._auto_profiles.append((cmd, options, steps))
            self._slow_path_steps |= set(steps)
            self._trace_steps |= set(steps)

    @property
    def profiler(self) -> Profiler | None:
        """The profiler that has the traced runs, of the graph that was the default when it was first asked for."""
        if not self._enabled:
            return None
        if self._profiler is None:
            self._profiler = Profiler()
        return self._profiler

    def trace_next_step(self) -> None:
        """Traces the next run."""
        if self._enabled:
            self._trace_next_step = True
            self._slow_path_steps.add(self._step)

    def dump_next_step(self) -> None:
        """Writes the profile after the next run."""
        if self._enabled:
            self._dump_next_step = True
            self._slow_path_steps.add(self._step)

    def __enter__(self) -> ProfileContext:
        if not self._enabled:
            return self
        if getattr(BaseSession, "profile_context", None) is not None:
            raise errors.InternalError(None, None, "Already in context or context not cleaned.")
        self.old_run = BaseSession.run
        context, run = self, BaseSession.run

        def profiled(
            self: BaseSession,
            fetches: Any,
            feed_dict: Mapping[Any, Any] | None = None,
            options: Any = None,
            run_metadata: RunMetadata | None = None,
        ) -> Any:
            return context._run(run, self, fetches, feed_dict, options, run_metadata)

        BaseSession.run = profiled  # type: ignore[method-assign]
        BaseSession.profile_context = self  # type: ignore[attr-defined]
        return self

    def __exit__(self, *exception: object) -> None:
        if self._enabled:
            BaseSession.run = self.old_run  # type: ignore[method-assign]
            BaseSession.profile_context = None  # type: ignore[attr-defined]

    def _run(self, run: Any, session: BaseSession, fetches: Any, feeds: Any, options: Any, metadata: Any) -> Any:
        step, alone = self._step, self._lock.acquire(blocking=False)
        try:
            if not alone or self._is_fast_path(step):
                return run(session, fetches, feeds, options, metadata)
            if self._should_trace(step, session.graph, fetches):
                result = self._traced(run, session, fetches, feeds, options, metadata)
            else:
                result = run(session, fetches, feeds, options)
            if step in self._dump_steps or self._dump_next_step:
                self._dump(step)
            self._show(step)
            return result
        finally:
            self._step += 1
            self._trace_next_step = self._dump_next_step = False
            if alone:
                self._lock.release()

    def _traced(self, run: Any, session: BaseSession, fetches: Any, feeds: Any, options: Any, metadata: Any) -> Any:
        step = self._step
        self._tell(f"tracing step: {step}")
        metadata = metadata or RunMetadata()
        traced = RunOptions()
        if options:
            traced.CopyFrom(options)
        traced.trace_level = RunOptions.FULL_TRACE
        result = run(session, fetches, feeds, traced, metadata)
        if self._debug:
            self._make_folder()
            with gfile.GFile(os.path.join(self._profiler_dir, f"run_meta_{step}"), "w") as file:
                file.write(str(metadata))
        profiler = self.profiler
        assert profiler is not None
        profiler._graph = session.graph
        profiler.add_step(step, metadata)
        return result

    def _show(self, step: int) -> None:
        for command, options, steps in self._auto_profiles:
            if step in steps:
                self._tell(f"profiling {command} step: {step}")
                views = self._views.setdefault(command, {})
                if command not in _VIEWS:
                    raise ValueError(f"Unknown cmd: {command}\n")
                profiler = self.profiler
                assert profiler is not None
                views[step] = _VIEWS[command](profiler, options)

    def _is_fast_path(self, step: int) -> bool:
        if step in self._slow_path_steps:
            return False
        return not (self._auto_tracing and step > WARMUP_STEPS and self._traced_steps <= MAX_TRACED_STEPS)

    def _should_trace(self, step: int, graph: Graph, fetches: Any) -> bool:
        if self._traced_steps > MAX_TRACED_STEPS:
            return False
        traced = step in self._trace_steps or self._trace_next_step
        if not traced and self._auto_tracing and step > WARMUP_STEPS:
            found = FetchMap(graph, fetches)
            names = [*(tensor.name for tensor in found.tensors), *(op.name for op in found.targets)]
            fetched = "-".join(sorted(names))
            self._tell(f"trace fetches: {fetched}")
            profiler = self.profiler
            assert profiler is not None
            new = fetched not in self._fetched
            self._fetched.add(fetched)
            little = profiler._coverage < 0.5 and step < MAX_TRACED_STEPS
            traced = new or (little and self._rng.randint(0, 10) < 2)
        self._traced_steps += traced
        return traced

    def _dump(self, step: int) -> None:
        self._tell(f"dumping file at step: {step}")
        self._make_folder()
        profiler = self.profiler
        assert profiler is not None
        profiler._write_profile(os.path.join(self._profiler_dir, f"profile_{step}"))

    def _make_folder(self) -> None:
        if not gfile.Exists(self._profiler_dir):
            gfile.MakeDirs(self._profiler_dir)

    def _tell(self, text: str) -> None:
        if self._debug:
            sys.stderr.write(f"debug: {text}\n")
