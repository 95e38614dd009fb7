"""Summaries that operations write themselves, to event files that belong to the session: kernels of tf.contrib.summary."""

from __future__ import annotations

import os
import threading
import time
from typing import Any

import numpy as np

from penstock import protos
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.registry import no_gradient, op
from penstock.graph.typing import TensorLike
from penstock.ops.io import summaries as summary_ops
from penstock.ops.state import named_state
from penstock.ops.text.strings import flat
from penstock.storage import events, gfile


class WriterState:
    """An event file, once it is made, and the events that wait for it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.users: set[Any] = set()
        self._lock = threading.Lock()
        self._file: events.EventsWriter | None = None
        self._waiting: list[bytes] = []
        self._max_queue, self._flush_seconds, self._flushed = 0, 0.0, 0.0

    def start(self, logdir: str, max_queue: int, flush_millis: int, suffix: str) -> None:
        """Makes the file; nothing if there is one."""
        with self._lock:
            if self._file is not None:
                return
            if not gfile.isdir(logdir):
                gfile.makedirs(logdir)
            self._file = events.EventsWriter(os.path.join(logdir, "events"), suffix)
            self._file.open()
            self._file.flush()
            self._max_queue, self._flush_seconds, self._flushed = max_queue, flush_millis / 1000.0, time.time()

    def add(self, event: bytes) -> None:
        """Lets an event wait; writes all if they are too many or too old."""
        with self._lock:
            self._check()
            self._waiting.append(event)
            if len(self._waiting) > self._max_queue or time.time() - self._flushed > self._flush_seconds:
                self._flush()

    def flush(self) -> None:
        """Writes what waits."""
        with self._lock:
            self._check()
            self._flush()

    def close(self) -> None:
        """Writes what waits, and closes the file."""
        with self._lock:
            if self._file is not None:
                self._flush()
                self._file.close()
                self._file = None

    def shut_down(self) -> None:
        """The session ends."""
        self.close()

    def _check(self) -> None:
        if self._file is None:
            text = f"Resource localhost/{self.name}/SummaryWriterInterface does not exist."
            raise errors.NotFoundError(None, None, text)

    def _flush(self) -> None:
        assert self._file is not None
        for event in self._waiting:
            self._file.write(event)
        self._waiting.clear()
        self._file.flush()
        self._flushed = time.time()


def _text(value: TensorLike) -> str:
    return flat(value)[0].decode("utf-8", "replace")


@op("SummaryWriter", shape=rule.scalar, host=True)
def _summary_writer(xp, *, ctx):
    known = named_state.quick(ctx)
    if known is not None:
        return known
    return named_state.remember(ctx, *named_state.state_of(ctx, "summary writer", WriterState))


@op("CreateSummaryFileWriter", shape=rule.no_outputs, host=True)
def _create(xp, writer, logdir, max_queue, flush_millis, filename_suffix, *, ctx):
    state = named_state.find(ctx, writer)
    state.start(_text(logdir), int(max_queue), int(flush_millis), _text(filename_suffix))


@op("FlushSummaryWriter", shape=rule.no_outputs, host=True)
def _flush(xp, writer, *, ctx):
    named_state.find(ctx, writer).flush()


@op("CloseSummaryWriter", shape=rule.no_outputs, host=True)
def _close(xp, writer, *, ctx):
    named_state.find(ctx, writer).close()


def _event(ctx: Any, writer: Any, step: Any, **content: Any) -> None:
    event = protos.Event(step=int(step), wall_time=time.time(), **content)
    named_state.find(ctx, writer).add(event.SerializeToString())


def _parsed(kind: Any, packed: bytes, what: str) -> Any:
    from google.protobuf.message import DecodeError

    try:
        return kind.FromString(packed)
    except DecodeError:
        raise errors.DataLossError(None, None, f"Bad tf.compat.v1.{what} binary proto tensor string.") from None


@op("WriteSummary", shape=rule.no_outputs, host=True)
def _write_summary(xp, writer, step, tensor, tag, summary_metadata, *, T, ctx):  # noqa: N803 - the attribute's name
    summary = protos.Summary()
    value = summary.value.add(tag=_text(tag), tensor=summary_ops._tensor(tensor, T))
    packed = flat(summary_metadata)[0]
    if packed:
        value.metadata.MergeFromString(packed)
    _event(ctx, writer, step, summary=summary)


@op("WriteRawProtoSummary", shape=rule.no_outputs, host=True)
def _write_raw(xp, writer, step, tensor, *, ctx):
    summary = protos.Summary()
    for packed in flat(tensor):
        summary.MergeFrom(_parsed(protos.Summary, packed, "summary.Summary"))
    _event(ctx, writer, step, summary=summary)


@op("WriteScalarSummary", shape=rule.no_outputs, host=True)
def _write_scalar(xp, writer, step, tag, value, *, ctx):
    if np.ndim(value):
        raise errors.invalid(f"value must be a scalar, got shape {list(np.shape(value))}")
    summary = protos.Summary()
    summary.value.add(tag=_text(tag), simple_value=float(np.float32(value)))
    _event(ctx, writer, step, summary=summary)


def _packed_by(ctx: Any, writer: Any, step: object, packed: np.ndarray) -> None:
    """Writes what a kernel of tf.summary made."""
    _event(ctx, writer, step, summary=protos.Summary.FromString(packed[()]))


@op("WriteHistogramSummary", shape=rule.no_outputs, host=True)
def _write_histogram(xp, writer, step, tag, values, *, ctx):
    _packed_by(ctx, writer, step, summary_ops._histogram_summary(np, tag, values))


@op("WriteImageSummary", shape=rule.no_outputs, host=True)
def _write_image(xp, writer, step, tag, tensor, bad_color, *, max_images, ctx):
    packed = summary_ops._image_summary(np, tag, tensor, max_images=max_images, bad_color=bad_color)
    _packed_by(ctx, writer, step, packed)


@op("WriteAudioSummary", shape=rule.no_outputs, host=True)
def _write_audio(xp, writer, step, tag, tensor, sample_rate, *, max_outputs, ctx):
    _packed_by(ctx, writer, step, summary_ops._audio(tag, tensor, float(sample_rate), max_outputs))


@op("WriteGraphSummary", shape=rule.no_outputs, host=True)
def _write_graph(xp, writer, step, tensor, *, ctx):
    packed = flat(tensor)[0]
    _parsed(protos.GraphDef, packed, "GraphDef")
    _event(ctx, writer, step, graph_def=packed)


@op("ImportEvent", shape=rule.no_outputs, host=True)
def _import_event(xp, writer, event, *, ctx):
    packed = flat(event)[0]
    _parsed(protos.Event, packed, "Event")
    named_state.find(ctx, writer).add(packed)


no_gradient(
    *(f"Write{kind}Summary" for kind in ("Audio", "Graph", "Histogram", "Image", "RawProto", "Scalar", "")),
    *("SummaryWriter", "CreateSummaryFileWriter", "FlushSummaryWriter", "CloseSummaryWriter", "ImportEvent"),
)
