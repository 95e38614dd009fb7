"""gRPC for our services: tables of methods, statuses as `tf.errors`, deadlines, cancellation, sizes of messages.

A service is a class whose methods take a message and a `Call` and return a message; a `Stub` has a method for each of a
remote one. Messages are of our private pool of protos, so real TensorFlow may live in the same process. Knows nothing of
graphs: the debugger and the model server can use it as the cluster does.
"""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable, Mapping
from typing import Any

from penstock import protos
from penstock.distributed import frames, links, security
from penstock.distributed.threads import Threads
from penstock.graph import errors

os.environ.setdefault("GRPC_VERBOSITY", "ERROR")  # it tells of every connection that ends; what matters is raised
import grpc  # noqa: E402

# Threads of a server are made when there is work for them; a run that waits for a queue keeps one.
_THREADS = 1000
# More does not fit into the headers of HTTP/2 that carry a status (8 KB for all of them). 1.15 cut there, too.
_LONGEST_STATUS = 3072
_CUT = " ... [the rest of this message was cut]"
_UNLIMITED = -1
MAX_BYTES = "PENSTOCK_GRPC_MAX_MESSAGE_BYTES"


class Method:
    """One method of a service: its address, and the classes of its messages."""

    __slots__ = ("name", "path", "request", "response")

    def __init__(self, service: str, name: str, request: str, response: str) -> None:
        self.name = name
        self.path = f"/{service}/{name}"
        self.request = protos.find(request)
        self.response = protos.find(response)


@functools.cache
def table(service: str, package: str, names: tuple[str, ...]) -> dict[str, Method]:
    """The methods of a service whose messages are called after them: `RunStep` takes RunStepRequest."""
    return {n: Method(service, n, f"{package}.{n}Request", f"{package}.{n}Response") for n in names}


def door_methods() -> dict[str, Method]:
    """What only servers of ours have: the way to a link, told in the field that is for other transports."""
    method = Method(
        "penstock.TransferService", "Connect", "tensorflow.RecvTensorRequest", "tensorflow.RecvTensorResponse"
    )
    return {method.name: method}


def message_limit() -> int:
    """How many bytes a message may have: what the operator has set, without a limit otherwise."""
    return int(os.environ.get(MAX_BYTES) or _UNLIMITED)


def _options() -> list[tuple[str, int]]:
    return [
        ("grpc.max_receive_message_length", message_limit()),
        ("grpc.max_send_message_length", _UNLIMITED),
        ("grpc.so_reuseport", 0),  # a second server at the same address is an error
        ("grpc.initial_reconnect_backoff_ms", 100),
        ("grpc.min_reconnect_backoff_ms", 100),
        ("grpc.max_reconnect_backoff_ms", 1000),
        ("grpc.enable_http_proxy", 0),
    ]


# -- statuses -----------------------------------------------------------------------------------------------------------

_CODES = {code.value[0]: code for code in grpc.StatusCode}


def code_and_text(error: BaseException) -> tuple[int, str]:
    """What of an exception travels to the other side."""
    if isinstance(error, errors.OpError):
        return error.error_code or errors.UNKNOWN, error.message or ""
    if isinstance(error, grpc.RpcError):
        told = from_grpc(error)
        return told.error_code or errors.UNKNOWN, told.message
    if isinstance(error, (ValueError, TypeError, KeyError)):
        return errors.INVALID_ARGUMENT, str(error)
    if isinstance(error, MemoryError):
        return errors.RESOURCE_EXHAUSTED, str(error)
    return errors.INTERNAL, f"{type(error).__name__}: {error}"


def from_grpc(error: Any) -> errors.OpError:
    """The error class for a call that failed, in the words of the other side."""
    code = error.code().value[0] if error.code() is not None else errors.UNKNOWN
    text = error.details() or ""
    if code == errors.UNKNOWN and text == "Stream removed":  # what gRPC says of a peer that went away in the middle
        code = errors.UNAVAILABLE
    return errors.make_error(None, None, text, code)


def shortened(text: str) -> str:
    """A text that fits into a status."""
    return text if len(text) <= _LONGEST_STATUS else text[: _LONGEST_STATUS - len(_CUT)] + _CUT


# -- serving ------------------------------------------------------------------------------------------------------------


class Call:
    """A call that is being answered: what is left of its time, and whether the caller has given up."""

    __slots__ = ("_context",)

    def __init__(self, context: Any = None) -> None:
        self._context = context

    @property
    def seconds_left(self) -> float | None:
        """The time until the caller's deadline; None if it has none."""
        return None if self._context is None else self._context.time_remaining()

    def begun(self) -> None:
        """To be called by a step that has asked others for what it needs: whoever began it may want to know."""

    def on_end(self, callback: Callable[[], None]) -> bool:
        """Has `callback` called when the call ends, be it answered or given up; False if it has ended already."""
        return True if self._context is None else self._context.add_callback(callback)


# Answers a call: gets the serialized request, the call, and what takes the message, its bytes or an exception.
Respond = Callable[[Any, Call, Callable[[Any], None]], None]


class Handlers(grpc.GenericRpcHandler):
    """Finds who answers a call: for each service, its table of methods and the object that has them."""

    def __init__(self) -> None:
        self._found: dict[str, grpc.RpcMethodHandler] = {}
        # For calls that do not come by gRPC: what answers, and whether it does so without waiting for anything.
        self.responders: dict[bytes, tuple[Respond, bool]] = {}
        self._token = security.token()

    def add(self, methods: Mapping[str, Method], answers: Any) -> None:
        """Adds a service. A method `x` is answered by `answers.x(request, call)`.

        If there is `answers.x_later` instead, that is called with (request, call, answer) and calls `answer` with a
        message or an exception, from any thread and at any time: no thread waits for it. `answers.quick`, if there, names
        methods that never wait.
        """
        for method in methods.values():
            later = getattr(answers, f"{snake(method.name)}_later", None)
            if later is not None:
                respond = _later(method, later)
                self._found[method.path] = grpc.unary_stream_rpc_method_handler(_answered_later(respond))
            else:
                function = getattr(answers, snake(method.name))
                respond = _now(method, function)
                self._found[method.path] = grpc.unary_unary_rpc_method_handler(_answered(method, function))
            quick = later is not None or method.name in getattr(answers, "quick", ())
            self.responders[method.path.encode()] = (respond, quick)

    def service(self, handler_call_details: Any) -> Any:
        if not security.allowed(handler_call_details.invocation_metadata, self._token):
            return grpc.unary_unary_rpc_method_handler(_refused)
        return self._found.get(handler_call_details.method)


def snake(name: str) -> str:
    """The name of the Python method that answers a method of a service: `RunStep` is `run_step`."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


def _parsed(method: Method, data: bytes) -> Any:
    try:
        return method.request.FromString(data)
    except Exception as error:
        raise errors.InvalidArgumentError(None, None, f"{method.path}: the request cannot be read: {error}") from None


def _refuse(context: Any, error: BaseException) -> None:
    code, text = code_and_text(error)
    context.set_code(_CODES[code])
    context.set_details(shortened(text))


def _refused(data: bytes, context: Any) -> bytes:
    context.set_code(grpc.StatusCode.UNAUTHENTICATED)
    context.set_details("This cluster wants a token with each call, and this one had none or another.")
    return b""


def _now(method: Method, function: Callable) -> Respond:
    def respond(data: Any, call: Call, answer: Callable[[Any], None]) -> None:
        try:
            result = function(_parsed(method, data), call)
        except Exception as error:
            result = error
        answer(result)

    return respond


def _later(method: Method, function: Callable) -> Respond:
    def respond(data: Any, call: Call, answer: Callable[[Any], None]) -> None:
        try:
            function(_parsed(method, data), call, answer)
        except Exception as error:
            answer(error)

    return respond


def _answered(method: Method, function: Callable) -> Callable:
    def answer(data: bytes, context: Any) -> bytes:
        try:
            return _serialized(function(_parsed(method, data), Call(context)))
        except Exception as error:
            _refuse(context, error)
            return b""

    return answer


def _serialized(result: Any) -> bytes:
    if isinstance(result, bytes):
        return result
    return result.joined() if isinstance(result, frames.Parts) else result.SerializeToString()


def _answered_later(respond: Respond) -> Callable:
    """A method that answers by a callback. On the wire it is like any other: one message, then the status."""

    def begin(data: bytes, context: Any, send: Callable) -> None:
        def answer(result: Any) -> None:
            if isinstance(result, BaseException):
                _refuse(context, result)
            else:
                send(_serialized(result))
            send(None)

        respond(data, Call(context), answer)

    begin.experimental_non_blocking = True  # type: ignore[attr-defined]
    return begin


class Listener:
    """A gRPC server at one address.

    Raises:
      tf.errors.UnknownError: nothing can listen there, such as another server that does already.
    """

    def __init__(self, host: str, port: int, handlers: Handlers) -> None:
        self._server = grpc.server(Threads(_THREADS), handlers=[handlers], options=_options())
        try:
            self.port = self._bind(f"{host}:{port}")
        except RuntimeError:
            self.port = 0
        if not self.port:
            raise errors.UnknownError(None, None, "Could not start gRPC server")

    def _bind(self, address: str) -> int:
        certificates = security.Certificates()
        if not certificates.wanted:
            return self._server.add_insecure_port(address)
        authority = certificates.authority
        credentials = grpc.ssl_server_credentials(
            [(certificates.key, certificates.own)], authority, require_client_auth=authority is not None
        )
        return self._server.add_secure_port(address, credentials)

    def start(self) -> None:
        """Begins to answer."""
        self._server.start()

    def stop(self, grace: float | None = None) -> threading.Event:
        """Ends all calls (after `grace` seconds); the event is set when that is done."""
        return self._server.stop(grace)


# -- calling ------------------------------------------------------------------------------------------------------------

_channels: dict[str, grpc.Channel] = {}
_lines: dict[tuple[str, str], links.Line] = {}  # by address, and by what the caller shows there
_lock = threading.Lock()
_ended = False  # whether the process has written its last line


def channel(address: str) -> grpc.Channel:
    """The connection to an address; there is one for all calls of this process."""
    with _lock:
        found = _channels.get(address)
        if found is None:
            found = _channels[address] = _connect(address)
        return found


def _connect(address: str) -> grpc.Channel:
    certificates = security.Certificates()
    if not certificates.wanted:
        return grpc.insecure_channel(address, options=_options())
    own = certificates.own if certificates.authority is not None else None
    credentials = grpc.ssl_channel_credentials(certificates.authority, certificates.key if own else None, own)
    return grpc.secure_channel(address, credentials, options=_options())


def line(address: str) -> links.Line:
    """The way to a task beside gRPC; there is one for all calls of this process."""
    metadata = security.headers()
    key = (address, repr(metadata))
    with _lock:
        found = _lines.get(key)
    if found is not None:
        return found
    connection, method = channel(address), door_methods()["Connect"]

    def ask(done: Callable[[Any], None]) -> None:
        request = method.request()
        request.transport_options.type_url = links.FORM
        call = connection.unary_unary(method.path)
        data = request.SerializeToString()
        future = call.future(data, timeout=links.SECONDS_TO_CONNECT, metadata=metadata)
        _ended_by(
            future, lambda told: done(told if isinstance(told, BaseException) else method.response.FromString(told))
        )

    limit = message_limit()
    made = links.Line(address, limit if limit >= 0 else frames.all_memory(), ask)
    with _lock:
        return _lines.setdefault(key, made)


def close_channels() -> None:
    """Ends all connections to others, before servers of this process end and gRPC complains that they went away."""
    global _ended
    with _lock:
        _ended = True
        channels, lines = list(_channels.values()), list(_lines.values())
        _channels.clear()
        _lines.clear()
    for way in lines:
        way.close()
    for found in channels:
        found.close()


class Stub:
    """A service at an address. `stub.call("RunStep", request)` waits; `stub.begin(...)` returns at once.

    Calls go over a link where the task has one for us, and by gRPC otherwise.

    Args:
      address: "host:port".
      methods: the table of the service.
    """

    def __init__(self, address: str, methods: Mapping[str, Method]) -> None:
        self.address = address
        self.peer_batches: bool | None = None  # whether it knows RecvTensors; None before it was asked
        self._headers = security.headers()
        connection = channel(address)
        self._line = line(address)
        self._calls = {m.name: connection.unary_unary(m.path) for m in methods.values()}
        self._paths = {m.name: m.path.encode() for m in methods.values()}
        self._responses = {m.name: m.response for m in methods.values()}

    @property
    def linked(self) -> bool:
        """Whether calls go over a link now, so that the task is one of ours."""
        return self._line.link() is not None

    def call(self, name: str, request: Any, timeout: float | None = None, wait: bool = False) -> Any:
        """Calls a method and returns its answer.

        Args:
          name: of the method.
          request: the message.
          timeout: seconds.
          wait: whether to wait for a server that is not there yet.

        Raises:
          tf.errors.OpError: of the class that the other side, or gRPC, reports.
        """
        data = request if isinstance(request, frames.Parts) else request.SerializeToString()
        link = self._line.link()
        if link is not None:
            return self._responses[name].FromString(link.call(self._paths[name], data, timeout))
        if isinstance(data, frames.Parts):
            data = data.joined()
        try:
            data = self._calls[name](data, timeout=timeout, wait_for_ready=wait, metadata=self._headers)
        except grpc.RpcError as error:
            raise from_grpc(error) from None
        return self._responses[name].FromString(data)

    def tell(self, name: str, request: Any) -> None:
        """Calls a method whose answer nobody wants; over a link it may wait for the next call."""
        link = self._line.link()
        if link is not None:
            link.tell(self._paths[name], request.SerializeToString())
        else:
            self.begin(name, request, lambda _: None)

    def flush(self) -> None:
        """Sends what has waited for the next call."""
        link = self._line.link()
        if link is not None:
            link.flush()

    def begin(self, name: str, request: Any, done: Callable[[Any], None], soon: bool = False) -> Callable[[], None]:
        """Calls a method; `done` gets its answer or an exception, on another thread, and must not wait.

        Returns what gives the call up. With `soon`, it may wait for the next call or for `flush`.
        """
        parse = self._responses[name].FromString
        return self.begin_raw(name, request.SerializeToString(), done, parse, soon)

    def begin_raw(
        self,
        name: str,
        request: Any,
        done: Callable[[Any], None],
        parse: Callable[[Any], Any] | None = None,
        soon: bool = False,
    ) -> Callable[[], None]:
        """The same with serialized messages: bytes, or `Parts`; `parse`, if given, makes of the answer what `done` gets."""
        if parse is not None:
            done = self._parsed_for(done, parse)
        link = self._line.link()
        if link is not None:
            return link.begin(self._paths[name], request, done, None, soon)
        if isinstance(request, frames.Parts):
            request = request.joined()
        try:
            future = self._calls[name].future(request, metadata=self._headers)
        except ValueError as error:  # the channel is closed
            if not _ended:
                raise
            # Daemon threads, such as a queue runner's, wait: the process ends.
            if not threading.current_thread().daemon:
                done(errors.CancelledError(None, None, str(error)))
            return _nothing
        _ended_by(future, done)
        return future.cancel

    def _parsed_for(self, done: Callable[[Any], None], parse: Callable[[Any], Any]) -> Callable[[Any], None]:
        def parsed(data: Any) -> None:
            if not isinstance(data, BaseException):
                try:
                    data = parse(data)
                except Exception as error:
                    data = errors.InternalError(None, None, f"{self.address}: the answer cannot be read: {error}")
            done(data)

        return parsed


def _nothing() -> None:
    """Gives up a call that was not made."""


def _ended_by(future: Any, done: Callable[[Any], None]) -> None:
    """Has `done` get what a call by gRPC ends with."""

    def finished(ended: Any) -> None:
        try:
            result: Any = ended.result()
        except grpc.FutureCancelledError:
            result = errors.CancelledError(None, None, "Cancelled")
        except grpc.RpcError as error:
            result = from_grpc(error)
        done(result)

    future.add_done_callback(finished)
