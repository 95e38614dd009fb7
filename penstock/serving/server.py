"""The model server as a whole: models, threads, and the ports where clients ask.

Connections are read on one event loop in a thread of its own. To stop, the server takes no new requests, answers those it has,
and lets the models go.
"""

from __future__ import annotations

import asyncio
import dataclasses
import os
import ssl
import threading
import time
from collections.abc import Callable
from typing import Any

from penstock.distributed import rpc
from penstock.graph import errors
from penstock.ops.common import memory_check
from penstock.platform import logging
from penstock.serving import configuration, http1, http2, messages
from penstock.serving.calls import Services
from penstock.serving.configuration import Batching
from penstock.serving.engine import Engine
from penstock.serving.health import HealthService
from penstock.serving.manager import Manager
from penstock.serving.monitoring import Metrics
from penstock.serving.request_log import RequestLogs
from penstock.serving.rest import LATE, Rest
from penstock.serving.servable import Servable
from penstock.serving.services import Core, ModelService, PredictionService, SessionService
from penstock.serving.unfinished import Unfinished
from penstock.serving.warmup import warm_up

_LARGEST = (1 << 31) - 1


@dataclasses.dataclass
class Options:
    """How a server is set up. The flags of the command (`penstock.serving.command`) say what each means."""

    models: Any = None
    host: str = "0.0.0.0"
    port: int | None = 8500
    rest_port: int | None = None
    socket_path: str = ""
    poll_seconds: float = 1.0
    retries: int = 5
    retry_seconds: float = 60.0
    load_threads: int = 1
    tags: tuple[str, ...] = ("serve",)
    session: Any = None
    batching: Batching | None = None
    batching_of_models: bool = False
    warm: bool = True
    warm_iterations: int = 1
    labels_ahead: bool = False
    check_method: bool = True
    as_content: bool = False
    threads: int = 0
    most_waiting: int = 1000
    rest_timeout: float = 30.0
    cors: bool = False
    metrics_path: str | None = None
    tls: Any = None
    health: bool = True
    largest_message: int = 0
    most_unfinished: int = 0
    share_ports: bool = False
    several: bool = False
    lone: bool = False
    config_file: str = ""
    config_poll_seconds: float = 0.0
    session_service: bool = False
    log_folder: str = ""


class ModelServer:
    """A server. `start` returns when all models serve and the ports are open; `stop` ends it.

    Args:
      options: how it is set up.
    """

    def __init__(self, options: Options) -> None:
        self.options = options
        self.metrics = Metrics()
        cores = os.cpu_count() or 1
        threads = options.threads or 2 * cores
        self.engine = Engine(
            self.metrics, threads, options.most_waiting, options.batching, self._one_request, self._post, self._soon
        )
        self.manager = Manager(
            self.metrics,
            self._load,
            self._warm,
            options.poll_seconds,
            options.retries,
            options.retry_seconds,
            options.load_threads,
            options.labels_ahead,
            options.lone,
        )
        self.logs = RequestLogs(self.metrics, options.tags, options.log_folder)
        self.core = Core(self.manager, self.engine, self.metrics, options.check_method, options.as_content, self.logs)
        self.health: HealthService | None = None
        self.port = self.rest_port = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listeners: list[Any] = []
        self._grpc: set[http2.Connection] = set()
        self._http: set[http1.Connection] = set()
        self._thread: threading.Thread | None = None
        self._stopped = threading.Event()
        self._reloading = threading.Lock()

    def _one_request(self) -> bool:
        """Whether there is one client, with one request."""
        return len(self._grpc) + len(self._http) == 1 and all(c.calls == 1 for c in self._grpc)

    def _post(self, function: Callable[[], None]) -> None:
        """Has a function called on the event loop."""
        try:
            if self._loop is not None:
                self._loop.call_soon_threadsafe(function)
                return
        except RuntimeError:  # the loop has ended
            pass
        function()

    def _soon(self, function: Callable[[], None]) -> None:
        """Has a function called on the event loop, on whose thread this is called."""
        if self._loop is not None:
            self._loop.call_soon(function)

    # -- models -----------------------------------------------------------------------------------------------------

    def _load(self, name: str, version: int, path: str) -> Servable:
        servable = Servable(name, version, path, self.options.tags, self.options.session)
        if self.options.batching_of_models and self.options.batching is not None:
            own = os.path.join(path, "batching_params.pbtxt")
            if os.path.isfile(own):
                servable.batching = Batching(configuration.read(own, "BatchingParameters"))
        return servable

    def _warm(self, servable: Servable) -> None:
        if self.options.warm:
            batching = servable.batching or self.options.batching
            warm_up(servable, self.metrics, self.options.warm_iterations, batching)

    def reload(self, config: Any, trusted: bool = True, wait: float | None = None) -> None:
        """Serves the models of another `ModelServerConfig`; returns when they serve.

        Args:
          trusted: whether it comes from the one who runs the server, not from a client.
          wait: how many seconds to wait for them; None for as long as it takes.

        Raises:
          tf.errors.OpError: it cannot be taken.
        """
        with self._reloading:
            log = self.logs.prepare(config, trusted)
            try:
                self.manager.configure(config, wait)
            except errors.InvalidArgumentError:
                raise  # nothing has changed
            except errors.OpError:
                log()
                raise
            log()

    def _watch_config(self) -> None:
        path, seen = self.options.config_file, None
        while not self._stopped.wait(self.options.config_poll_seconds):
            try:
                config = configuration.read(path, "ModelServerConfig")
                if config != seen:
                    self.reload(config)
                    seen = config
            except errors.OpError as error:
                logging.error("PollFilesystemAndReloadConfig failed to ReloadConfig: %s", error.message)

    # -- life -------------------------------------------------------------------------------------------------------

    def start(self, wait: float | None = None) -> None:
        """Loads the models and opens the ports.

        Args:
          wait: how many seconds to wait for models; None for as long as it takes.

        Raises:
          tf.errors.OpError: a model cannot be loaded, or nothing can listen at a port.
        """
        options = self.options
        try:
            self.manager.start()
            if options.models is not None:
                self.reload(options.models, wait=wait)
            self._thread = threading.Thread(target=self._serve, name="penstock-serve", daemon=True)
            ready: list[Any] = []
            self._ready = threading.Event()
            self._outcome = ready
            self._thread.start()
            self._ready.wait()
            if ready:
                raise errors.UnknownError(None, None, f"The server cannot listen: {ready[0]}")
        except BaseException:
            self.stop(0)
            raise
        if options.config_file and options.config_poll_seconds > 0:
            threading.Thread(target=self._watch_config, name="penstock-config", daemon=True).start()

    def _serve(self) -> None:
        loop = self._loop = asyncio.new_event_loop()
        asyncio.set_event_loop(loop)
        try:
            loop.run_until_complete(self._listen(loop))
        except Exception as error:
            self._outcome.append(error)
            self._loop = None
            for listener in self._listeners:
                listener.close()
            loop.close()
            self._ready.set()
            return
        self._ready.set()
        try:
            loop.run_forever()
        finally:
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.close()

    async def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        options = self.options
        largest = options.largest_message or rpc.message_limit()
        largest = largest if 0 < largest < _LARGEST else _LARGEST
        unfinished = self.unfinished = Unfinished(options.most_unfinished or memory_check.available() // 4)
        services = Services(largest, unfinished)
        services.add(messages.prediction_methods(), PredictionService(self.core))
        services.add(messages.model_methods(), ModelService(self.core, lambda config: self.reload(config, False)))
        if options.session_service:
            services.add(messages.session_methods(), SessionService(self.core))
        if options.health:
            more = (messages.SESSION,) if options.session_service else ()
            names = (messages.PREDICTION, messages.MODEL, *more)
            self.health = HealthService(self.manager, names)
            services.add(messages.health_methods(), self.health)
        share = options.share_ports or None

        def grpc_connection() -> http2.Connection:
            return http2.Connection(services, self._grpc)

        if options.port is not None:
            listener = await loop.create_server(
                grpc_connection, options.host, options.port, ssl=options.tls, reuse_port=share, backlog=1024
            )
            self.port = listener.sockets[0].getsockname()[1]
            self._listeners.append(listener)
        if options.socket_path:
            self._listeners.append(await loop.create_unix_server(grpc_connection, options.socket_path))
        if options.rest_port is not None:
            rest = Rest(self.core, options.rest_timeout, options.metrics_path)
            extra = b""
            if options.cors:
                extra = (
                    b"Access-Control-Allow-Origin: *\r\nAccess-Control-Allow-Methods: POST, GET\r\n"
                    b"Access-Control-Allow-Headers: Content-Type\r\n"
                )

            def http_connection() -> http1.Connection:
                return http1.Connection(
                    rest.handle, self._http, largest, unfinished, extra, late=LATE, limit=options.rest_timeout
                )

            listener = await loop.create_server(
                http_connection, options.host, options.rest_port, reuse_port=share, backlog=1024
            )
            self.rest_port = listener.sockets[0].getsockname()[1]
            self._listeners.append(listener)

    def stop(self, grace: float = 5.0) -> None:
        """Takes no more requests, answers those that run (for `grace` seconds), and ends."""
        if self._stopped.is_set():
            return
        self._stopped.set()
        loop, thread = self._loop, self._thread
        if loop is not None and thread is not None and thread.is_alive():
            if self.health is not None:
                self.health.close()
            future = asyncio.run_coroutine_threadsafe(self._end(grace), loop)
            try:
                future.result(grace + 5)
            except Exception as error:
                logging.error("The server did not end well: %r", error)
            loop.call_soon_threadsafe(loop.stop)
            thread.join(10)
        self.manager.close()
        self.engine.close()
        self.logs.close()
        if self.options.socket_path and os.path.exists(self.options.socket_path):
            os.unlink(self.options.socket_path)

    async def _end(self, grace: float) -> None:
        for listener in self._listeners:
            listener.close()
        connections: list[http2.Connection | http1.Connection] = [*self._grpc, *self._http]
        for connection in connections:
            connection.finish()
        end = time.monotonic() + grace
        while any(c.busy for c in connections) and time.monotonic() < end:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.01)
        for connection in connections:
            connection.abort()

    def wait(self) -> None:
        """Returns when the server has been stopped."""
        self._stopped.wait()


def tls_of(config: Any) -> ssl.SSLContext:
    """The context of an `SSLConfig`, whose fields hold keys and certificates as text.

    Raises:
      tf.errors.InvalidArgumentError: they are not usable.
    """
    import tempfile

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.set_alpn_protocols(["h2"])
    try:
        with tempfile.NamedTemporaryFile("w", suffix=".pem") as file:  # Python reads keys from files only
            file.write(config.server_key + "\n" + config.server_cert + "\n")
            file.flush()
            context.load_cert_chain(file.name)
        if config.custom_ca:
            context.load_verify_locations(cadata=config.custom_ca)
        if config.client_verify:
            context.verify_mode = ssl.CERT_REQUIRED
    except (ssl.SSLError, OSError, ValueError) as error:
        raise errors.InvalidArgumentError(None, None, f"The SSL configuration cannot be used: {error}") from None
    return context
