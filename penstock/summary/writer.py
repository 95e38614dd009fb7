"""`tf.summary.FileWriter`: turns summaries, graphs and run metadata into events and has them written."""

from __future__ import annotations

import contextlib
import threading
import time
import warnings
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock._namespace import export
from penstock.graph.graph import Graph
from penstock.graph.typing import SessionLike, TensorLike
from penstock.platform import logging
from penstock.storage import gfile
from penstock.storage.events import EventFileWriter

if TYPE_CHECKING:
    from penstock.protos import GraphDef, MetaGraphDef, RunMetadata


class SummaryToEventTransformer:
    """Makes events of what is added and gives them to a writer of events.

    Args:
      event_writer: has `add_event` and `get_logdir`.
      graph: a Graph to add at once.
      graph_def: a GraphDef to add at once (0.x).
    """

    def __init__(self, event_writer: Any, graph: Graph | None = None, graph_def: GraphDef | None = None) -> None:
        self.event_writer = event_writer
        self._lock = threading.Lock()
        self._session_run_tags: set[str] = set()
        self._seen_summary_tags: set[str] = set()
        if graph is not None or graph_def is not None:
            self.add_graph(graph=graph, graph_def=graph_def)
            from penstock.train.meta_graph_def import create_meta_graph_def

            if isinstance(graph, Graph):
                message = create_meta_graph_def(graph=graph)
            else:
                message = create_meta_graph_def(graph_def=graph_def or graph)
            self.add_meta_graph(message)

    def add_summary(self, summary: Any, global_step: TensorLike | None = None) -> None:
        """Adds a summary.

        Args:
          summary: a `Summary`, or one that is serialized, as running a summary operation gives it.
          global_step: the step it belongs to.
        """
        event = protos.Event()
        if isinstance(summary, bytes):
            event.summary.ParseFromString(summary)
        else:
            event.summary.CopyFrom(summary)
        seen = self._seen_summary_tags
        with self._lock:
            for value in event.summary.value:
                # Metadata is the same each time: TensorBoard wants it once per tag.
                if value.tag in seen:
                    value.ClearField("metadata")
                else:
                    seen.add(value.tag)
        self._add_event(event, global_step)

    def add_session_log(self, session_log: Any, global_step: Any = None) -> None:
        """Adds a `SessionLog`, which says that a run started, stopped or wrote a checkpoint."""
        self._add_event(protos.Event(session_log=session_log), global_step)

    def add_graph(
        self, graph: Graph | None, global_step: TensorLike | None = None, graph_def: GraphDef | None = None
    ) -> None:
        """Adds a graph.

        Args:
          graph: a Graph.
          global_step: the step it belongs to.
          graph_def: a GraphDef instead of a graph (0.x).

        Raises:
          ValueError: both are given.
          TypeError: neither is a graph.
        """
        if graph is not None and graph_def is not None:
            raise ValueError("Please pass only graph, or graph_def (deprecated), but not both.")
        found = graph if graph is not None else graph_def
        if isinstance(found, Graph):
            if graph is None:
                logging.warning(
                    "When passing a `Graph` object, please use the `graph` named argument instead of `graph_def`."
                )
            message = found.as_graph_def(add_shapes=True)
        elif isinstance(found, protos.GraphDef):
            logging.warning(
                "Passing a `GraphDef` to the SummaryWriter is deprecated. Pass a `Graph` object instead, such as "
                "`sess.graph`."
            )
            message = found
        else:
            raise TypeError("The passed graph must be an instance of `Graph` or the deprecated `GraphDef`")
        self._add_event(protos.Event(graph_def=message.SerializeToString()), global_step)

    def add_meta_graph(self, meta_graph_def: MetaGraphDef, global_step: TensorLike | None = None) -> None:
        """Adds a `MetaGraphDef`."""
        if not isinstance(meta_graph_def, protos.MetaGraphDef):
            raise TypeError(f"meta_graph_def must be type MetaGraphDef, saw type: {type(meta_graph_def)}")
        self._add_event(protos.Event(meta_graph_def=meta_graph_def.SerializeToString()), global_step)

    def add_run_metadata(self, run_metadata: RunMetadata, tag: str, global_step: TensorLike | None = None) -> None:
        """Adds the metadata of one run: times, memory, shapes.

        Args:
          run_metadata: a `RunMetadata`.
          tag: a name for the run in TensorBoard.
          global_step: the step it belongs to.

        Raises:
          ValueError: the tag was used before.
        """
        with self._lock:
            if tag in self._session_run_tags:
                raise ValueError("The provided tag was already used for this event type")
            self._session_run_tags.add(tag)
        tagged = protos.TaggedRunMetadata(tag=tag, run_metadata=run_metadata.SerializeToString())
        self._add_event(protos.Event(tagged_run_metadata=tagged), global_step)

    def _add_event(self, event: Any, step: Any) -> None:
        event.wall_time = time.time()
        if step is not None:
            event.step = int(step)
        self.event_writer.add_event(event)


@export("summary.FileWriter", "train.SummaryWriter")
class FileWriter(SummaryToEventTransformer):
    """Writes summaries and events to a new event file, without making the caller wait for the disk.

    All methods may be called from several threads.

    Args:
      logdir: the directory of the file.
      graph: a graph to add at once, such as `sess.graph`.
      max_queue: how many events may wait to be written before `add_*` wait.
      flush_secs: how often to flush.
      graph_def: a GraphDef to add at once (0.x).
      filename_suffix: what to put behind the file's name.
      session: taken for compatibility; events are written directly.

    >>> import tempfile
    >>> import penstock as tf
    >>> with tf.summary.FileWriter(tempfile.mkdtemp()) as writer:
    ...     writer.add_summary(tf.Summary(value=[tf.Summary.Value(tag="loss", simple_value=0.5)]), global_step=1)
    """

    def __init__(
        self,
        logdir: gfile.Path,
        graph: Graph | None = None,
        max_queue: int = 10,
        flush_secs: float = 120,
        graph_def: GraphDef | None = None,
        filename_suffix: str | None = None,
        session: SessionLike | None = None,
    ) -> None:
        self._closed = False
        super().__init__(EventFileWriter(logdir, max_queue, flush_secs, filename_suffix), graph, graph_def)

    def __enter__(self) -> FileWriter:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    def get_logdir(self) -> str:
        """The directory of the event file."""
        return self.event_writer.get_logdir()

    def _warn_if_closed(self) -> None:
        if self._closed:
            warnings.warn(
                "Attempting to use a closed FileWriter. The operation will be a noop unless the FileWriter is "
                "explicitly reopened.",
                stacklevel=4,
            )

    def _add_event(self, event: Any, step: object) -> None:
        self._warn_if_closed()
        super()._add_event(event, step)

    def add_event(self, event: Any) -> None:
        """Adds an `Event`."""
        self._warn_if_closed()
        self.event_writer.add_event(event)

    def flush(self) -> None:
        """Waits until everything added before is in the file."""
        self._warn_if_closed()
        self.event_writer.flush()

    def close(self) -> None:
        """Writes everything that waits and closes the file."""
        self.event_writer.close()
        self._closed = True

    def reopen(self) -> None:
        """Lets a closed writer write again, to a new file."""
        self.event_writer.reopen()
        self._closed = False


@export("summary.FileWriterCache", "train.SummaryWriterCache")
class FileWriterCache:
    """One `FileWriter` per directory, for parts of a program that share it.

    >>> import penstock as tf
    >>> writer = tf.summary.FileWriterCache.get("logs")
    >>> writer is tf.summary.FileWriterCache.get("logs")
    True
    >>> tf.summary.FileWriterCache.clear()
    """

    _cache: dict[str, FileWriter] = {}
    _lock = threading.RLock()

    @staticmethod
    def get(logdir: str) -> FileWriter:
        """The writer of a directory, made with the default graph if there is none."""
        from penstock.graph.graph import get_default_graph

        with FileWriterCache._lock:
            if logdir not in FileWriterCache._cache:
                FileWriterCache._cache[logdir] = FileWriter(logdir, graph=get_default_graph())
            return FileWriterCache._cache[logdir]

    @staticmethod
    def clear() -> None:
        """Closes all writers and forgets them; one that cannot be closed does not keep the others open."""
        with FileWriterCache._lock:
            writers = list(FileWriterCache._cache.values())
            FileWriterCache._cache.clear()
            with contextlib.ExitStack() as stack:
                for writer in writers:
                    stack.callback(writer.close)
