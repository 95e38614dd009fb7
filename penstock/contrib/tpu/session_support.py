"""Heartbeats of the workers that have TPUs: a program that learns that one must end saves and goes on elsewhere."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from google.protobuf import text_format

import penstock as tf
from penstock import protos
from penstock.graph import errors
from penstock.graph.build import apply
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import SessionLike
from penstock.platform import logging
from penstock.train.session_run_hook import SessionRunHook

if TYPE_CHECKING:
    from penstock.train.session_run_hook import SessionRunContext, SessionRunValues


_lock = threading.Lock()
_watchdogs: list[WatchdogManager] = []  # at most one for the process


class CoordinatorResetError(errors.AbortedError):
    """Ends a monitored session so that it begins anew."""

    def __init__(self) -> None:
        super().__init__(None, None, "Resetting session loop due to worker shutdown.")


class WorkerHeartbeatManager:
    """Sends requests to workers and collects what they answer.

    Args:
      session: the session in which heartbeats run.
      devices: the devices of the workers.
      heartbeat_ops: an operation for each.
      request_placeholder: what they take.
    """

    def __init__(
        self, session: SessionLike, devices: Sequence[str], heartbeat_ops: Sequence[Any], request_placeholder: Any
    ):
        self._session = session
        self._devices = devices
        self._ops = heartbeat_ops
        self._request_placeholder = request_placeholder

    @staticmethod
    def from_devices(session: SessionLike, devices: Sequence[str]) -> WorkerHeartbeatManager:
        """Makes the operations for these devices in the default graph."""
        if not devices:
            logging.error("Trying to create heartbeat manager with no devices?")
        logging.info("Creating heartbeat manager for %s", devices)
        request = tf.placeholder(tf.string, name="worker_heartbeat_request")
        made = []
        for device in devices:
            with tf.device(device):
                made.append(apply("WorkerHeartbeat", request=request))
        return WorkerHeartbeatManager(session, devices, made, request)

    def num_workers(self) -> int:
        """How many workers there are."""
        return len(self._devices)

    def configure(self, message: Any) -> None:
        """Tells all workers what a `WorkerHeartbeatRequest` says."""
        logging.info("Configuring worker heartbeat: %s", text_format.MessageToString(message))
        self._session.run(self._ops, {self._request_placeholder: message.SerializeToString()})

    def ping(self, request: Any = None, timeout_in_ms: int = 5000) -> list[Any]:
        """Asks all workers; returns a `WorkerHeartbeatResponse` of each."""
        request = protos.WorkerHeartbeatRequest() if request is None else request
        answers = self._session.run(
            self._ops,
            feed_dict={self._request_placeholder: request.SerializeToString()},
            options=protos.RunOptions(timeout_in_ms=timeout_in_ms),
        )
        return [protos.WorkerHeartbeatResponse.FromString(answer) for answer in answers]

    def lame_workers(self) -> WorkerHeartbeatManager | None:
        """A manager of those workers that are not well, None if all are."""
        found = [
            (device, op)
            for answer, device, op in zip(self.ping(), self._devices, self._ops, strict=True)
            if answer.health_status != protos.find("tensorflow.WorkerHealth").Value("OK")
        ]
        if not found:
            return None
        devices, made = zip(*found, strict=True)
        return WorkerHeartbeatManager(self._session, devices, made, self._request_placeholder)

    def __repr__(self) -> str:
        return f"HeartbeatManager({','.join(self._devices)})"

    def shutdown(self, wait_time_in_ms: int = 60000) -> None:
        """Ends all workers after a time in which others may finish, and waits for it."""
        logging.info("Shutting down %s.", self)
        self.configure(_request("SHUTDOWN_AFTER_TIMEOUT", wait_time_in_ms))
        seconds = 10.0 + wait_time_in_ms / 1000
        logging.info("Waiting %.2f seconds for worker shutdown.", seconds)
        time.sleep(seconds)


def _request(mode: str, timeout_in_ms: int | None = None) -> Any:
    request = protos.WorkerHeartbeatRequest(
        shutdown_mode=protos.find("tensorflow.WorkerShutdownMode").Value(mode),
    )
    if timeout_in_ms is not None:
        request.watchdog_config.timeout_ms = timeout_in_ms
    return request


def all_worker_devices(session: Any) -> list[str]:
    """The processors of all workers that have TPUs."""
    names = [device.name for device in session.list_devices()]
    return [name.replace("TPU", "CPU") for name in names if ":TPU:0" in name and "coordinator" not in name]


class WatchdogManager(threading.Thread):
    """Asks workers again and again; one that is not asked for a while ends.

    Args:
      session: a session connected to the workers; heartbeats get one of their own.
      devices: the devices of the workers, by default all.
      ping_interval: seconds between two requests.
      shutdown_timeout: seconds after which a worker ends.
    """

    def __init__(
        self,
        session: Any,
        devices: Sequence[str] | None = None,
        ping_interval: float = 60,
        shutdown_timeout: float = 3600,
    ) -> None:
        super().__init__(daemon=True)
        self.ping_interval = ping_interval
        self.shutdown_timeout = shutdown_timeout
        self._config, self._target = session._config, session.sess_str
        self._running = False
        self._devices = devices
        self._worker_manager: Any = None

    def _reset_manager(self) -> None:
        graph = tf.Graph()
        session = tf.Session(target=self._target, graph=graph, config=self._config)
        if self._devices is None:
            self._devices = all_worker_devices(session)
        with graph.as_default():
            self._worker_manager = WorkerHeartbeatManager.from_devices(session, self._devices)
        self._worker_manager.configure(_request("WAIT_FOR_COORDINATOR", int(self.shutdown_timeout * 1000)))

    def configure_and_run(self) -> None:
        """Tells the workers when to end, and begins to ask."""
        logging.info(
            "Enabling watchdog timer with %d second timeout and %d second ping interval.",
            self.shutdown_timeout,
            self.ping_interval,
        )
        self._reset_manager()
        self._running = True
        self.start()

    def stop(self) -> None:
        """Tells the workers not to end any more, and stops asking."""
        logging.info("Stopping worker watchdog.")
        self._worker_manager.configure(_request("NOT_CONFIGURED", -1))
        self._running = False
        self.join()

    def __enter__(self) -> None:
        self.configure_and_run()

    def __exit__(self, *error: Any) -> None:
        self.stop()

    def run(self) -> None:
        """Asks until it is stopped; a broken session is replaced by a new one."""
        while self._running:
            try:
                self._worker_manager.ping(request=None)
                time.sleep(self.ping_interval)
            except errors.OpError as error:
                logging.debug("Caught error while sending heartbeat: %s", error)
                self._reset_manager()


def start_worker_watchdog(
    session: SessionLike,
    devices: Sequence[str] | None = None,
    ping_interval: float = 60,
    shutdown_timeout: float = 3600,
) -> None:
    """Begins to ask workers, once for the process; they end if this process does. See `WatchdogManager`."""
    with _lock:
        if _watchdogs:
            return
        watchdog = WatchdogManager(session, devices, min(shutdown_timeout / 10.0, ping_interval), shutdown_timeout)
        watchdog.configure_and_run()
        _watchdogs.append(watchdog)


class GracefulShutdownHook(SessionRunHook):
    """Saves and calls functions when a worker says that it will end.

    Args:
      checkpoint_prefix: where to save.
      saver: a Saver, by default that of the graph.
      on_shutdown_hooks: functions of the context of the run, the manager of all workers, and that of those which end.
    """

    def __init__(self, checkpoint_prefix: str, saver: Any = None, on_shutdown_hooks: Sequence[Callable] | None = None):
        self._saver = saver
        self._checkpoint_prefix = checkpoint_prefix
        self._on_shutdown_hooks = on_shutdown_hooks or []
        self._graph = tf.Graph()
        self._workers: Any = None
        self._heartbeat_supported = False

    def after_create_session(self, session: Any, coord: Any) -> None:
        """Looks for workers that can be asked.

        Raises:
          ValueError: if there is a Saver and no global step.
        """
        if tf.train.get_global_step() is None and self.saver() is not None:
            raise ValueError(
                "Saver defined but no global step.  Run `get_or_create_global_step()` in your model definition to allow "
                "checkpointing."
            )
        with self._graph.as_default():
            logging.info("Installing graceful shutdown hook.")
            own = tf.Session(target=session.sess_str, config=session._config, graph=self._graph)
            self._workers = WorkerHeartbeatManager.from_devices(own, all_worker_devices(own))
            self._heartbeat_supported = self._workers.num_workers() > 0
            if not self._heartbeat_supported:
                logging.warning("No workers support hearbeats. Failure handling will be disabled.")
                return
            try:
                self._workers.configure(_request("WAIT_FOR_COORDINATOR"))
            except errors.InvalidArgumentError:
                logging.warning("TPU device does not support heartbeats. Failure handling will be disabled.")
                self._heartbeat_supported = False

    def saver(self) -> Any:
        """The Saver, None if there is none or the graph has several."""
        if self._saver:
            return self._saver
        savers = tf.get_collection(GraphKeys.SAVERS)
        if len(savers) > 1:
            logging.error(
                "Multiple savers in the SAVERS collection.  On-demand checkpointing will be disabled. Pass an explicit "
                "`saver` to the constructor to override this behavior."
            )
        return savers[0] if len(savers) == 1 else None

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Asks the workers; if one will end, saves and calls the functions."""
        if not self._heartbeat_supported:
            return
        lame = self._workers.lame_workers()
        if not lame:
            return
        logging.info("ShutdownHook: lame workers found: %s", lame)
        saver = self.saver()
        if saver:
            logging.info("ShutdownHook: saving checkpoint to %s", self._checkpoint_prefix)
            saver.save(
                run_context.session,
                self._checkpoint_prefix,
                global_step=tf.train.get_global_step(),
                write_state=True,
            )
        else:
            logging.info("ShutdownHook: no Saver defined.")
        for function in self._on_shutdown_hooks:
            function(run_context, self._workers, lame)


class ResetComputation:
    """Ends all workers, and lets the session begin anew."""

    def __call__(self, run_context: SessionRunContext, all_workers: Any, lame_workers: Any) -> None:
        all_workers.shutdown()
        logging.info("Resetting coordinator.")
        raise CoordinatorResetError()


class ShutdownLameWorkers:
    """Ends the workers that are not well; the program goes on when they are back."""

    def __call__(self, run_context: SessionRunContext, all_workers: Any, lame_workers: Any) -> None:
        lame_workers.shutdown()


class ShutdownAllWorkers:
    """Ends all workers; the program goes on when they are back."""

    def __call__(self, run_context: SessionRunContext, all_workers: Any, lame_workers: Any) -> None:
        all_workers.shutdown()
