"""Logs of requests: a part of what clients ask, with the answers, in TFRecord files of `PredictionLog` messages.

A model's `logging_config` says where to and which share. Records are made and written on a thread of their own: what it cannot
keep up with is left out and counted, and no request waits for a disk. Such a file can be a model's warm-up as it is.
"""

from __future__ import annotations

import collections
import os
import random
import threading
import time
import urllib.parse
from collections.abc import Callable, Iterable
from typing import Any

from penstock.graph import errors
from penstock.platform import logging
from penstock.serving.inference import Job
from penstock.serving.monitoring import Metrics
from penstock.serving.servable import Servable
from penstock.serving.signatures import invalid
from penstock.storage import records

_TYPES = ("", "tfrecord")
_MOST_WAITING = 10_000
_MOST_BYTES_WAITING = 256 << 20
_LARGEST_FILE = 1 << 30


class _Log:
    """The log of one model."""

    def __init__(self, name: str, config: Any) -> None:
        self.name = name
        self.config = config
        self.prefix = config.log_collector_config.filename_prefix
        self.rate = config.sampling_config.sampling_rate
        self.path = ""
        self.written = 0
        self._writer: records.TFRecordWriter | None = None
        self._files = 0

    def write(self, data: bytes) -> None:
        """Adds a record; begins another file when this one is large."""
        if self._writer is None or self.written > _LARGEST_FILE:
            self.close()
            moment = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
            model = urllib.parse.quote(self.name, safe="")
            self._files += 1
            self.path = f"{self.prefix}.{model}.{moment}.{os.getpid()}-{self._files}.tfrecord"
            self._writer, self.written = records.TFRecordWriter(self.path), 0
        self._writer.write(data)
        self.written += len(data)

    def flush(self) -> None:
        """Has the system take what was written."""
        if self._writer is not None:
            self._writer.flush()

    def close(self) -> None:
        """Ends the file."""
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.close()


class RequestLogs:
    """The logs of all models of a server.

    Args:
      metrics: where records are counted.
      tags: of the graphs that are served, which stand in each record.
      folder: where logs may be for which a client asks (`HandleReloadConfigRequest`), beside the folders that files named; empty
        for nowhere else.
    """

    def __init__(self, metrics: Metrics, tags: Iterable[str] = (), folder: str = "") -> None:
        self._metrics, self._tags = metrics, list(tags)
        self._folders = {os.path.realpath(folder)} if folder else set()
        self._logs: dict[str, _Log] = {}  # replaced as a whole: read without a lock
        self._waiting: collections.deque[tuple[_Log, Callable[[], Any], int]] = collections.deque()
        self._bytes = 0
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._leaving: list[_Log] = []
        self._closed = False

    # -- configuration ----------------------------------------------------------------------------------------------

    def prepare(self, config: Any, trusted: bool) -> Callable[[], None]:
        """Checks the logs of a `ModelServerConfig`; what is returned puts them in force.

        Args:
          trusted: whether it comes from the one who runs the server; if not, logs go only where such a one has them already.

        Raises:
          tf.errors.InvalidArgumentError: a log is not described as it must be.
          tf.errors.NotFoundError: there is no such kind of log, or no such folder.
          tf.errors.PermissionDeniedError: a client may not have a log there.
        """
        wanted: dict[str, _Log] = {}
        for model in config.model_config_list.config:
            if model.HasField("logging_config"):
                _check(model)
                folder = _folder(model)
                if not os.path.isdir(folder):
                    raise errors.NotFoundError(None, None, f"Logs of {model.name}: there is no folder {folder}")
                if not trusted and folder not in self._folders:
                    text = (
                        f"Logs of {model.name}: a client cannot have them in another folder than --request_log_folder"
                    )
                    raise errors.PermissionDeniedError(None, None, text)
                wanted[model.name] = _Log(model.name, model.logging_config)

        def apply() -> None:
            if trusted:
                self._folders.update(
                    _folder(m) for m in config.model_config_list.config if m.HasField("logging_config")
                )
            self._apply(wanted)

        return apply

    def _apply(self, wanted: dict[str, _Log]) -> None:
        with self._changed:
            before = self._logs
            for name, log in wanted.items():
                if name in before and before[name].config == log.config:
                    wanted[name] = before[name]
            self._leaving += [log for log in before.values() if log not in wanted.values()]
            self._logs = wanted
            if wanted and self._thread is None and not self._closed:
                self._thread = threading.Thread(target=self._work, name="penstock-log", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    # -- requests ---------------------------------------------------------------------------------------------------

    def note(self, servable: Servable, job: Job, found: list[Any], result: Any) -> None:
        """Has a request that went well logged, if it is one of those that are."""
        log = self._logs.get(servable.name)
        if log is None or job.record is None or random.random() >= log.rate:
            return
        make, version = job.record, servable.version
        size = sum(getattr(array, "nbytes", 0) for array in (*job.arrays, *found))
        moment = int(time.time())

        def record() -> Any:
            made = make(found, result)
            about = made.log_metadata
            part = getattr(made, made.WhichOneof("log_type")).request
            spec = part.tasks[0].model_spec if made.WhichOneof("log_type") == "multi_inference_log" else part.model_spec
            about.model_spec.CopyFrom(spec)
            about.model_spec.version.value = version
            about.sampling_config.CopyFrom(log.config.sampling_config)
            about.saved_model_tags.extend(self._tags)
            about.timestamp_secs = moment
            return made

        with self._changed:
            if self._closed or len(self._waiting) >= _MOST_WAITING or self._bytes + size > _MOST_BYTES_WAITING:
                self._metrics.logged(log.name, "dropped")
                return
            self._waiting.append((log, record, size))
            self._bytes += size
            self._changed.notify_all()

    def __bool__(self) -> bool:
        return bool(self._logs)

    # -- the thread -------------------------------------------------------------------------------------------------

    def _work(self) -> None:
        told = False
        while True:
            with self._changed:
                while not self._waiting and not self._leaving and not self._closed:
                    self._changed.wait()
                jobs = list(self._waiting)
                self._waiting.clear()
                leaving, self._leaving = self._leaving, []
                if self._closed:
                    leaving += self._logs.values()
                    self._logs = {}
                self._bytes = 0
            touched: set[_Log] = set()
            for log, record, _ in jobs:
                try:
                    log.write(record().SerializeToString())
                    touched.add(log)
                    status = "written"
                except Exception as error:  # a full disk must not end the log, nor fill another one
                    status = "failed"
                    if not told:
                        logging.error("A request of %s could not be logged: %s", log.name, error)
                    told = True
                self._metrics.logged(log.name, status)
            del jobs
            for log in (*touched, *leaving):
                try:
                    log.close() if log in leaving else log.flush()
                except Exception as error:
                    logging.error("The log %s: %s", log.path, error)
            if self._closed and not self._waiting:
                return

    def close(self) -> None:
        """Writes what waits and ends the files."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(10)


def _folder(model: Any) -> str:
    return os.path.realpath(os.path.dirname(model.logging_config.log_collector_config.filename_prefix))


def _check(model: Any) -> None:
    collector = model.logging_config.log_collector_config
    if collector.type not in _TYPES:
        raise errors.NotFoundError(None, None, f"Cannot find LogCollector::Factory for type: {collector.type}")
    if not os.path.isabs(collector.filename_prefix):
        raise invalid(
            f"Logs of {model.name} want a filename_prefix that is an absolute path; got {collector.filename_prefix!r}"
        )
    rate = model.logging_config.sampling_config.sampling_rate
    if not 0.0 <= rate <= 1.0:
        raise invalid(f"Logs of {model.name}: sampling_rate must be between 0 and 1; got {rate}")
