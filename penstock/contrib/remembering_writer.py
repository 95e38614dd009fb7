"""`tf.contrib.testing.FakeSummaryWriter`: a writer of summaries that only remembers them.

It stands in for `FileWriter` where hooks and monitors ask the cache of writers for one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from penstock import protos
from penstock._namespace import export
from penstock.summary import writer

if TYPE_CHECKING:
    from penstock.graph.graph import Graph
    from penstock.protos import GraphDef, MetaGraphDef, RunMetadata


_SPEED = "global_step/sec"  # differs from run to run: not compared


@export("contrib.testing.FakeSummaryWriter")
class FakeSummaryWriter:
    """Remembers what it is given instead of writing it.

    Args:
      logdir: the folder that a real writer would write to.
      graph: the graph that it would begin with.

    >>> import penstock as tf
    >>> writer = tf.contrib.testing.FakeSummaryWriter("logs")
    >>> writer.add_summary(tf.Summary(value=[tf.Summary.Value(tag="loss", simple_value=0.5)]), 1)
    >>> list(writer.summaries)
    [1]
    """

    _replaced_summary_writer: ClassVar[Any] = None

    @classmethod
    def install(cls) -> None:
        """Lets the cache of writers make these.

        Raises:
          ValueError: it does already.
        """
        if cls._replaced_summary_writer:
            raise ValueError("FakeSummaryWriter already installed.")
        cls._replaced_summary_writer = writer.FileWriter
        vars(writer)["FileWriter"] = FakeSummaryWriter

    @classmethod
    def uninstall(cls) -> None:
        """Lets the cache of writers make real ones again.

        Raises:
          ValueError: it does already.
        """
        if not cls._replaced_summary_writer:
            raise ValueError("FakeSummaryWriter not installed.")
        vars(writer)["FileWriter"] = cls._replaced_summary_writer
        cls._replaced_summary_writer = None

    def __init__(self, logdir: str, graph: Graph | None = None) -> None:
        self._logdir = logdir
        self._graph = graph
        self._summaries: dict[Any, list[Any]] = {}
        self._added_graphs: list[Any] = []
        self._added_meta_graphs: list[Any] = []
        self._added_session_logs: list[Any] = []
        self._added_run_metadata: dict[str, Any] = {}

    @property
    def summaries(self) -> dict[Any, list[Any]]:
        """Step → the summaries that were added at it."""
        return self._summaries

    def assert_summaries(
        self,
        test_case: Any,
        expected_logdir: str | None = None,
        expected_graph: Any = None,
        expected_summaries: dict[Any, dict[str, float]] | None = None,
        expected_added_graphs: list[Any] | None = None,
        expected_added_meta_graphs: list[Any] | None = None,
        expected_session_logs: list[Any] | None = None,
    ) -> None:
        """Checks, by the methods of a test case, what was added; what is None is not looked at.

        Args:
          test_case: a `unittest.TestCase`.
          expected_logdir: the folder.
          expected_graph: the graph that the writer began with.
          expected_summaries: step → tag → number.
          expected_added_graphs: the graphs, in order.
          expected_added_meta_graphs: the `MetaGraphDef` messages, in order.
          expected_session_logs: the `SessionLog` messages, in order.
        """
        if expected_logdir is not None:
            test_case.assertEqual(expected_logdir, self._logdir)
        if expected_graph is not None:
            test_case.assertTrue(expected_graph is self._graph)
        for step, wanted in (expected_summaries or {}).items():
            test_case.assertTrue(step in self._summaries, msg=f"Missing step {step} from {self._summaries.keys()}.")
            values = [value for summary in self._summaries[step] for value in summary.value]
            test_case.assertEqual(wanted, {v.tag: v.simple_value for v in values if v.tag != _SPEED})
        if expected_added_graphs is not None:
            test_case.assertEqual(expected_added_graphs, self._added_graphs)
        if expected_added_meta_graphs is not None:
            test_case.assertEqual(expected_added_meta_graphs, self._added_meta_graphs)
        if expected_session_logs is not None:
            test_case.assertEqual(expected_session_logs, self._added_session_logs)

    def add_summary(self, summ: Any, current_global_step: Any) -> None:
        """Remembers a summary, or the bytes of one, of a step."""
        if isinstance(summ, bytes):
            summ = protos.Summary.FromString(summ)
        self._summaries.setdefault(current_global_step, []).append(summ)

    def add_graph(self, graph: Graph, global_step: int | None = None, graph_def: GraphDef | None = None) -> None:
        """Remembers a graph.

        Raises:
          ValueError: the step is negative, or a `GraphDef` is given.
        """
        _check_step(global_step)
        if graph_def is not None:
            raise ValueError(f"Unexpected graph_def {graph_def}.")
        self._added_graphs.append(graph)

    def add_meta_graph(self, meta_graph_def: MetaGraphDef, global_step: int | None = None) -> None:
        """Remembers a `MetaGraphDef`; ValueError if the step is negative."""
        _check_step(global_step)
        self._added_meta_graphs.append(meta_graph_def)

    def add_session_log(self, session_log: Any, global_step: int | None = None) -> None:
        """Remembers a `SessionLog`."""
        self._added_session_logs.append(session_log)

    def add_run_metadata(self, run_metadata: RunMetadata, tag: str, global_step: int | None = None) -> None:
        """Remembers the `RunMetadata` of a tag; ValueError if the step is negative."""
        _check_step(global_step)
        self._added_run_metadata[tag] = run_metadata

    def flush(self) -> None:
        """Nothing is kept back."""

    def reopen(self) -> None:
        """Nothing was closed."""

    def close(self) -> None:
        """Nothing is open."""


def _check_step(step: int | None) -> None:
    if step is not None and step < 0:
        raise ValueError(f"Invalid global_step {step}.")
