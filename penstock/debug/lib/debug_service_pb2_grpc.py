"""The service `tensorflow.EventListener` over gRPC: what a debug server answers, and what a debugged program calls."""

from __future__ import annotations

from typing import Any

import grpc

from penstock import protos

_SERVICE = "tensorflow.EventListener"
_UNARY = {"SendTracebacks": "CallTraceback", "SendSourceFiles": "DebuggedSourceFiles"}


class EventListenerStub:
    """Calls a debug server.

    Args:
      channel: a `grpc.Channel` to it.
    """

    def __init__(self, channel: Any):
        reply = protos.EventReply.FromString
        self.SendEvents = channel.stream_stream(
            f"/{_SERVICE}/SendEvents",
            request_serializer=protos.Event.SerializeToString,
            response_deserializer=reply,
        )
        for name, message in _UNARY.items():
            call = channel.unary_unary(
                f"/{_SERVICE}/{name}",
                request_serializer=getattr(protos, message).SerializeToString,
                response_deserializer=reply,
            )
            setattr(self, name, call)

    SendTracebacks: Any
    SendSourceFiles: Any


class EventListenerServicer:
    """What a debug server must have; subclasses do it."""

    def SendEvents(self, request_iterator: Any, context: Any) -> Any:
        """Takes a stream of `Event`s, gives one of `EventReply`s."""
        return self._missing(context)

    def SendTracebacks(self, request: Any, context: Any) -> Any:
        """Takes the lines that made a graph."""
        return self._missing(context)

    def SendSourceFiles(self, request: Any, context: Any) -> Any:
        """Takes the files of these lines."""
        return self._missing(context)

    def _missing(self, context: Any) -> Any:
        context.set_code(grpc.StatusCode.UNIMPLEMENTED)
        context.set_details("Method not implemented!")
        raise NotImplementedError("Method not implemented!")


def add_EventListenerServicer_to_server(servicer: Any, server: Any) -> None:
    """Has a `grpc.Server` answer with a servicer."""
    reply = protos.EventReply.SerializeToString
    handlers = {
        "SendEvents": grpc.stream_stream_rpc_method_handler(
            servicer.SendEvents, request_deserializer=protos.Event.FromString, response_serializer=reply
        )
    }
    for name, message in _UNARY.items():
        handlers[name] = grpc.unary_unary_rpc_method_handler(
            getattr(servicer, name),
            request_deserializer=getattr(protos, message).FromString,
            response_serializer=reply,
        )
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(_SERVICE, handlers),))
