"""A session whose runs leave their tensors in a directory, for a look at them later."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from penstock import protos
from penstock.debug.lib import debug_data
from penstock.debug.wrappers import framework
from penstock.graph.typing import SessionLike
from penstock.storage import gfile


class DumpingDebugWrapperSession(framework.NonInteractiveDebugWrapperSession):
    """A session that dumps every run into a directory of its own.

    Args:
      sess: the session to wrap.
      session_root: a directory that is empty or does not exist; the runs become `run_<microseconds>_<number>` below it.
      watch_fn: called with the fetches and feeds of each run, returns `WatchOptions`; None watches everything.
      thread_name_filter: a regular expression for the names of threads whose runs are dumped.
      pass_through_operrors: raises errors of operations, instead of returning them.
      log_usage: has no effect.

    Raises:
      ValueError: `session_root` is a file, or not empty.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> from penstock.debug import DebugDumpDir, DumpingDebugWrapperSession
    >>> with tf.Graph().as_default(), tempfile.TemporaryDirectory() as folder:
    ...     x = tf.placeholder(tf.float32, [], name="x")
    ...     y = tf.sqrt(x, name="y")
    ...     sess = DumpingDebugWrapperSession(tf.Session(), folder)
    ...     result = sess.run(y, {x: 4.0})
    ...     dump = DebugDumpDir(os.path.join(folder, os.listdir(folder)[0]))
    ...     print(dump.get_tensors("y", 0, "DebugIdentity"))
    [array(2., dtype=float32)]
    """

    def __init__(
        self,
        sess: SessionLike,
        session_root: str,
        watch_fn: Callable[[Any, Any], Any] | None = None,
        thread_name_filter: str | None = None,
        pass_through_operrors: bool | None = None,
        log_usage: bool = True,
    ):
        super().__init__(sess, watch_fn, thread_name_filter, pass_through_operrors)
        session_root = os.path.expanduser(session_root)
        if not gfile.Exists(session_root):
            gfile.MakeDirs(session_root)
        elif not gfile.IsDirectory(session_root):
            raise ValueError(f"session_root path points to a file: {session_root}")
        elif gfile.ListDirectory(session_root):
            raise ValueError(f"session_root path points to a non-empty directory: {session_root}")
        self._session_root = session_root
        self._run_counter = 0
        self._run_counter_lock = threading.Lock()

    def prepare_run_debug_urls(self, fetches: Any, feed_dict: Mapping[Any, Any]) -> list[str]:
        """Makes the directory of a run, with what is fetched and fed as text."""
        with self._run_counter_lock:
            number = self._run_counter
            self._run_counter += 1
        folder = os.path.join(self._session_root, f"run_{time.time_ns() // 1000}_{number}")
        gfile.MkDir(folder)
        keys = repr(feed_dict.keys()) if feed_dict else repr(feed_dict)
        for tag, text in (
            (debug_data.FETCHES_INFO_FILE_TAG, repr(fetches)),
            (debug_data.FEED_KEYS_INFO_FILE_TAG, keys),
        ):
            event = protos.Event(log_message=protos.LogMessage(message=text))
            with gfile.GFile(os.path.join(folder, debug_data.METADATA_FILE_PREFIX + tag), "wb") as file:
                file.write(event.SerializeToString())
        return ["file://" + folder]
