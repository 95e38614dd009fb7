"""Many tensors of a step in one call: what two tasks of ours do where 1.15 makes a call for each.

`RecvTensors` is asked with all keys that a task wants of another, and answers as soon as some are there, with all that are; the
asker then asks for the others. A task of TensorFlow does not know the method, and is asked for one tensor at a time.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from penstock import protos
from penstock.distributed import receive, rpc, tensors
from penstock.distributed.frames import Parts
from penstock.distributed.rendezvous import Rendezvous
from penstock.distributed.requests import new_request_id
from penstock.graph import errors

_MOST_BYTES = 1 << 28  # of one answer; a larger tensor goes alone


class Batch:
    """A call that waits for tensors of a step.

    Args:
      step: where they arrive.
      keys: of the tensors.
      answer: gets the message, or an exception.
    """

    def __init__(self, step: Rendezvous, keys: Sequence[str], answer: Callable[[Any], None]) -> None:
        self._step = step
        self._keys = keys
        self._answer = answer
        self._lock = threading.Lock()
        self._over = False
        self._complete = False  # whether it waits for all that it was asked for
        self._ready: list[tuple[int, Any, Any]] = []
        self._receivers: list[_Receiver] = []

    def begin(self) -> None:
        """Takes what is there already."""
        self._receivers = [_Receiver(self, i) for i in range(len(self._keys))]
        for key, receiver in zip(self._keys, self._receivers, strict=True):
            self._step.receive(key, receiver)
        with self._lock:
            self._complete = True
            over = self._over
        if over:
            self._forget()  # it ended while it was asking
        else:
            self.flush()

    def end(self) -> None:
        """Nobody waits for the answer any more."""
        with self._lock:
            if self._over:
                return
            self._over = True
        self._forget()

    def take(self, index: int, value: Any, dtype: Any) -> None:
        """A tensor, or an exception that ended the step."""
        failed = isinstance(value, BaseException)
        with self._lock:
            late = self._over
            if not late:
                self._over = failed
                self._ready.append((index, value, dtype))
        if failed and not late:
            self._answer(value)
        elif late and not failed:
            self._step.send(self._keys[index], value, dtype)  # the asker will ask again

    def flush(self) -> None:
        """Answers if there is something to answer with."""
        with self._lock:
            if self._over or not self._ready or not self._complete:
                return
            self._over = True
        self._forget()
        try:
            parts: list[Any] = []
            size = 0
            for sent, (index, value, dtype) in enumerate(self._ready):
                more, added = tensors.named_parts(str(index), value, dtype, size)
                if parts and size + added > _MOST_BYTES:
                    for index, value, dtype in self._ready[sent:]:
                        self._step.send(self._keys[index], value, dtype)
                    break
                parts += more
                size += added
            self._ready = []  # this object and its receivers hold each other, and would hold large tensors with them
            self._answer(Parts(parts))
        except Exception as error:
            self._answer(error)

    def _forget(self) -> None:
        there = {index for index, _, _ in self._ready}
        receivers, self._receivers = self._receivers, []
        for index, receiver in enumerate(receivers):
            if index not in there:
                self._step.forget(self._keys[index], receiver)


class _Receiver:
    """Waits for one of the tensors."""

    __slots__ = ("_index", "batch")

    def __init__(self, batch: Batch, index: int) -> None:
        self.batch = batch
        self._index = index

    def __call__(self, value: Any, dtype: Any) -> None:
        self.batch.take(self._index, value, dtype)


class Asker:
    """Asks another task for tensors of a step.

    Args:
      stub: the task.
      step: number of the step.
      keys: of the tensors.
      arrived: gets the place of a key and its array, or an exception; on a thread of gRPC.
    """

    def __init__(self, stub: rpc.Stub, step: int, keys: Sequence[str], arrived: Callable[[int, Any], None]) -> None:
        self._stub = stub
        self._step = step
        self._keys = keys
        self._arrived = arrived
        self._missing = dict.fromkeys(range(len(keys)))
        self._cancels: list[Callable[[], None]] = []
        self._given_up = False

    def begin(self) -> Callable[[], None]:
        """Asks; returns what gives it up."""
        if self._stub.linked or (self._stub.peer_batches is not False and len(self._keys) > 1):
            self._ask()
        else:
            self._one_by_one()
        return self._give_up

    def _ask(self) -> None:
        asked = list(self._missing)
        request = protos.RunGraphRequest(
            step_id=self._step, recv_key=[self._keys[i] for i in asked], request_id=new_request_id()
        )

        def done(data: Any) -> None:
            if isinstance(data, BaseException):
                if isinstance(data, errors.UnimplementedError) and not self._stub.peer_batches:
                    self._stub.peer_batches = False
                    self._one_by_one()
                else:
                    self._arrived(asked[0], data)
                return
            self._stub.peer_batches = True
            try:
                for name, array in tensors.parse_named(data):
                    index = asked[int(name)]
                    del self._missing[index]
                    self._arrived(index, array)
            except Exception as error:
                text = f"{self._stub.address}: the tensors of a step cannot be read: {error}"
                self._arrived(asked[0], errors.InternalError(None, None, text))
                return
            if self._missing and not self._given_up:
                self._ask()

        self._cancels.append(self._stub.begin_raw("RecvTensors", request.SerializeToString(), done))

    def _one_by_one(self) -> None:
        for i in list(self._missing):

            def one(value: Any, index: int = i) -> None:
                self._arrived(index, value)

            self._cancels.append(receive.begin(self._stub, self._step, self._keys[i], one))

    def _give_up(self) -> None:
        self._given_up = True
        for cancel in list(self._cancels):
            cancel()
