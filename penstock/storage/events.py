"""Event files: what TensorBoard reads. A TFRecord file of `Event` messages, the first of which names its version.

`EventsWriter` is one file; `EventFileWriter` feeds it from a thread of its own, so that a program that trains does not
wait for the disk.
"""

from __future__ import annotations

import atexit
import os
import socket
import threading
import time
import weakref
from collections.abc import Iterator
from typing import Any

from penstock import protos
from penstock._namespace import export
from penstock.graph import errors
from penstock.platform import logging
from penstock.storage import gfile, records

VERSION = "brain.Event:2"


class EventsWriter:
    """Writes events to `<prefix>.out.tfevents.<seconds>.<host><suffix>`, which is made for the first of them."""

    def __init__(self, prefix: str, suffix: str = "") -> None:
        self.prefix = prefix
        self.suffix = suffix
        self.path: str | None = None
        self._file: gfile.GFile | None = None
        self._waiting: list[bytes] = []

    def open(self) -> None:
        """Makes the file, with its version in it, unless one is open."""
        if self._file is not None:
            return
        seconds = int(time.time())
        while True:  # two files made within one second must not share a name
            path = f"{self.prefix}.out.tfevents.{seconds:010d}.{socket.gethostname()}{self.suffix}"
            if not gfile.exists(path):
                break
            seconds += 1
        file = gfile.GFile(path, "wb")
        version = protos.Event(wall_time=time.time(), file_version=VERSION)
        file.write(records.frame(version.SerializeToString()))
        self.path, self._file = path, file

    def write(self, event: bytes) -> None:
        """Adds a serialized event; one for a folder that somebody removed is lost, and the log says so."""
        try:
            self.open()
        except errors.NotFoundError:  # a program that clears its folder between two trainings goes on, as in 1.x
            logging.error(f"Write failed because file could not be opened: there is no folder for {self.prefix}.")
            return
        self._waiting.append(records.frame(event))

    def flush(self) -> None:
        """Hands everything written so far to the file system; starts a new file if somebody removed the old one."""
        if self._file is None:
            return
        waiting, self._waiting = self._waiting, []
        self._file.write(b"".join(waiting))
        self._file.flush()
        if not gfile.exists(self.path or ""):
            logging.error(f"The events file {self.path} has disappeared.")
            self._file.close()
            self._file = None

    def close(self) -> None:
        """Flushes and closes the file; a later event opens another one."""
        if self._file is None:
            return
        try:
            self.flush()
        finally:
            file, self._file = self._file, None
            if file is not None:
                file.close()


class EventFileWriter:
    """Writes `Event` messages to a new event file of a directory, from a thread of its own.

    Args:
      logdir: the directory, made if it is not there.
      max_queue: how many events may wait before `add_event` does.
      flush_secs: how often to flush.
      filename_suffix: what to put behind the file's name.
    """

    def __init__(
        self, logdir: gfile.Path, max_queue: int = 10, flush_secs: float = 120, filename_suffix: str | None = None
    ) -> None:
        self._logdir = gfile._text(logdir)
        if not gfile.isdir(self._logdir):
            gfile.makedirs(self._logdir)
        self._max_queue = max_queue
        self._flush_secs = flush_secs
        self._writer = EventsWriter(os.path.join(self._logdir, "events"), filename_suffix or "")
        if filename_suffix:
            self._writer.open()
        # Guards everything below; told whenever an event was added or written.
        self._changed = threading.Condition()
        self._waiting: list[Any] = []
        self._added = self._written = 0
        self._flush_wanted = 0  # all events up to this number are to be on disk
        self._flushed = 0
        self._closing = False
        self._closed = False
        self._error: BaseException | None = None
        self._start()
        _open_writers.add(self)

    def _start(self) -> None:
        self._worker = threading.Thread(target=self._run, name="EventWriter", daemon=True)
        self._worker.start()

    def get_logdir(self) -> str:
        """The directory of the event file."""
        return self._logdir

    def add_event(self, event: Any) -> None:
        """Hands an event to the thread; waits if too many are there. Nothing happens if the writer is closed."""
        with self._changed:
            while 0 < self._max_queue <= len(self._waiting) and not self._closed:
                self._changed.wait()
            if self._closed:
                return
            self._raise_error()
            self._waiting.append(event)
            self._added += 1
            if len(self._waiting) == 1:
                self._changed.notify_all()

    def _raise_error(self) -> None:
        error, self._error = self._error, None
        if error is not None:
            raise error

    def flush(self) -> None:
        """Waits until all events added before are in the file, and in the hands of the file system.

        Raises:
          OpError: events could not be written.
        """
        with self._changed:
            if self._worker.is_alive():
                target = self._flush_wanted = self._added
                self._changed.notify_all()
                while self._flushed < target and self._worker.is_alive():
                    self._changed.wait(1.0)
            self._raise_error()

    def close(self) -> None:
        """Writes everything that waits and closes the file."""
        with self._changed:
            if self._closed:
                return
            self._closed = self._closing = True
            self._changed.notify_all()
        self._worker.join()
        _open_writers.discard(self)
        with self._changed:
            self._raise_error()

    def reopen(self) -> None:
        """Lets a closed writer write again, to a new file; nothing happens if it is not closed."""
        with self._changed:
            if self._closed:
                self._closed = self._closing = False
                self._start()
                _open_writers.add(self)

    def _run(self) -> None:
        next_flush = 0.0  # the first event is flushed at once
        while True:
            with self._changed:
                while not self._waiting and not self._closing and self._flushed >= self._flush_wanted:
                    self._changed.wait()
                batch, self._waiting = self._waiting, []
                closing, wanted = self._closing, self._flush_wanted
                self._changed.notify_all()
            try:
                for event in batch:
                    self._writer.write(event.SerializeToString())
                if closing:
                    self._writer.close()
                elif wanted > self._flushed or (batch and time.time() > next_flush):
                    self._writer.flush()
                    next_flush = time.time() + self._flush_secs
            except BaseException as error:  # kept for the next call of the program
                self._error = error
            with self._changed:
                self._written += len(batch)
                self._flushed = max(self._flushed, min(wanted, self._written))
                self._changed.notify_all()
            if closing:
                return


_open_writers: weakref.WeakSet[EventFileWriter] = weakref.WeakSet()


@atexit.register
def _flush_all() -> None:
    """A program that ends without closing its writers keeps its last events."""
    for writer in list(_open_writers):
        try:
            writer.flush()
        except Exception:  # nobody is left to be told
            pass


@export("train.summary_iterator")
def summary_iterator(path: gfile.Path) -> Iterator[Any]:
    """Goes through the events of an event file.

    Args:
      path: the file.

    Yields:
      `Event` messages.

    Raises:
      DataLossError: the file is damaged; the message says where.

    >>> import tempfile
    >>> import penstock as tf
    >>> with tf.summary.FileWriter(tempfile.mkdtemp()) as writer:
    ...     writer.add_summary(tf.Summary(value=[tf.Summary.Value(tag="loss", simple_value=0.5)]), 7)
    >>> for event in tf.train.summary_iterator(tf.gfile.Glob(writer.get_logdir() + "/*")[0]):
    ...     for value in event.summary.value:
    ...         print(event.step, value.tag, value.simple_value)
    7 loss 0.5
    """
    from google.protobuf.message import DecodeError

    for number, record in enumerate(records.iterate(path)):
        try:
            yield protos.Event.FromString(record)
        except DecodeError:
            text = f"record {number} of {gfile._text(path)} is not an Event"
            raise errors.DataLossError(None, None, text) from None
