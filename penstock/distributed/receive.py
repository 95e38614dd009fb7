"""Asks another worker for a tensor of a step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock import protos
from penstock.distributed import rpc, tensors
from penstock.distributed.requests import new_request_id
from penstock.graph import errors

_DEAD = (
    "Another task sent a tensor of a branch that was not taken: conditionals cannot be spread over several tasks here."
)


def begin(stub: rpc.Stub, step: int, key: str, arrived: Callable[[Any], None]) -> Callable[[], None]:
    """Asks for a tensor; `arrived` gets the array or an exception, on a thread of gRPC. Returns what gives it up."""
    request = protos.RecvTensorRequest(step_id=step, rendezvous_key=key, request_id=new_request_id())

    def done(data: Any) -> None:
        if isinstance(data, BaseException):
            arrived(data)
            return
        try:
            array, receipt = tensors.parse_recv_response(data)
        except Exception as error:
            arrived(errors.InternalError(None, None, f"{stub.address}: the tensor {key} cannot be read: {error}"))
            return
        if receipt:
            finished = protos.MarkRecvFinishedRequest(request_id=request.request_id)
            stub.begin("MarkRecvFinished", finished, lambda _: None)
        arrived(errors.UnimplementedError(None, None, _DEAD) if array is None else array)

    return stub.begin_raw("RecvTensor", request.SerializeToString(), done)
