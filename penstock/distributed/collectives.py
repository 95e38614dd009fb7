"""Collective operations between the tasks of a cluster, by 1.15's ways: a ring for sums and gathering, a tree for broadcasts.

Arrays travel as 1.15's do: who needs one asks for it (`RecvBuf`), who has one waits until it was fetched. Each operation is
driven by the thread of its kernel, which takes what arrives from a queue; no thread waits for a single message.
"""

from __future__ import annotations

import functools
import queue
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from penstock import protos
from penstock.distributed import collective_groups, services, tensors
from penstock.distributed.collective_groups import Group, Membership
from penstock.distributed.frames import Parts
from penstock.distributed.requests import new_request_id
from penstock.graph import errors
from penstock.ops.control.collectives import MERGES, chunks, divided

_EXTRA = b"type.googleapis.com/tensorflow.RecvBufRespExtra"
_CANCELLED = "Collective operation was cancelled"
# Fields of RecvBufResponse, of Any and of RecvBufRespExtra, as their tags stand in a message.
_NUM_BYTES, _TRANSPORT, _VALUE, _CONTENT, _STARTED = 0x10, 0x22, 0x12, 0x0A, 0x28

# Gets an array or an exception, and what to call when the array is not needed any more.
Consume = Callable[[Any, Callable[[], None]], None]


# -- what waits to be fetched ---------------------------------------------------------------------------------------------


class Buffers:
    """Arrays of collective operations that wait for whoever fetches them, and the other way round; by step and key."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._provided: dict[tuple[int, str], tuple[Any, Callable[[], None]]] = {}
        self._waiting: dict[tuple[int, str], Consume] = {}
        self._failed: dict[int, BaseException] = {}

    def provide(self, step: int, key: str, value: Any, fetched: Callable[[], None]) -> None:
        """Lays an array out; `fetched` is called when it was taken."""
        with self._lock:
            consume = self._waiting.pop((step, key), None)
            if consume is None:
                self._provided[step, key] = (value, fetched)
                return
        consume(value, fetched)

    def consume(self, step: int, key: str, consume: Consume) -> None:
        """Calls `consume` with an array, now or when it is laid out, or with what ended the step here."""
        with self._lock:
            found = self._provided.pop((step, key), None)
            error = self._failed.get(step)
            if found is None and error is None:
                self._waiting[step, key] = consume
                return
        if found is None:
            consume(error, _nothing)
        else:
            consume(*found)

    def forget(self, step: int, key: str, consume: Consume) -> None:
        """Drops one that has gone away."""
        with self._lock:
            if self._waiting.get((step, key)) is consume:
                del self._waiting[step, key]

    def fail(self, step: int, error: BaseException) -> None:
        """A step has failed here: who waits for its arrays, now or until the step is cleaned up, gets the error."""
        with self._lock:
            self._failed.setdefault(step, error)
            waiting = [self._waiting.pop(key) for key in list(self._waiting) if key[0] == step]
            for key in [key for key in self._provided if key[0] == step]:
                del self._provided[key]
        for consume in waiting:
            consume(error, _nothing)

    def cleanup(self, step: int) -> None:
        """Forgets a step that is over."""
        with self._lock:
            self._failed.pop(step, None)
            for key in [key for key in self._provided if key[0] == step]:
                del self._provided[key]


def _nothing() -> None:
    """Nobody waits for an array to be fetched."""


# -- on the wire ------------------------------------------------------------------------------------------------------------


def response_of(value: np.ndarray, sent: Callable[[], None] | None = None) -> Parts:
    """A serialized `RecvBufResponse` with the bytes of an array; `sent` is called when they are not needed any more."""
    content = np.ascontiguousarray(value).reshape(-1).view(np.uint8).data
    size = len(content)
    extra = [b"\x0a", tensors.varint(size)]
    inner = sum(map(len, extra)) + size
    head = [b"\x0a", tensors.varint(len(_EXTRA)), _EXTRA, b"\x12", tensors.varint(inner), *extra]
    whole = sum(map(len, head)) + size
    return Parts([b"\x10", tensors.varint(size), b"\x22", tensors.varint(whole), *head, content], sent)


def contents_of(data: Any) -> list[memoryview]:
    """The bytes in a serialized `RecvBufResponse`, in as many pieces as it has, without a copy.

    Raises:
      tf.errors.InternalError: it is not one.
    """
    view = memoryview(data)
    found: list[memoryview] = []
    options = None
    for tag, start, end in tensors.fields(data, 0, len(data)):
        if tag == _TRANSPORT:
            options = (start, end)
        elif tag not in (_NUM_BYTES, _STARTED):
            return _slowly(data)
    if options is None:
        return found
    for tag, start, end in tensors.fields(data, *options):
        if tag == _VALUE:
            for inner, first, last in tensors.fields(data, start, end):
                if inner != _CONTENT:
                    return _slowly(data)
                found.append(view[first:last])
        elif tag == -1:
            return _slowly(data)
    return found


def _slowly(data: Any) -> list[memoryview]:
    """The same for messages with more in them, such as 1.15's with an address."""
    try:
        value = protos.RecvBufResponse.FromString(data).transport_options.value
    except Exception as error:
        raise errors.InternalError(None, None, f"A RecvBufResponse cannot be read: {error}") from None
    found = []
    for tag, start, end in tensors.fields(value, 0, len(value)):
        if tag != _CONTENT:
            raise errors.InternalError(None, None, "A RecvBufResponse has something else than bytes in it.")
        found.append(memoryview(value)[start:end])
    return found


# -- the operations ------------------------------------------------------------------------------------------------------------


class Collectives:
    """The collective operations of one worker.

    Args:
      worker: the worker.
    """

    def __init__(self, worker: Any) -> None:
        self.worker = worker
        self.membership = Membership(worker)
        self.buffers = Buffers()

    def of_step(self, step: int) -> OfStep:
        """What the kernels of one step use."""
        return OfStep(self, step)

    def recv_buf(self, request: Any, call: Any, answer: Callable[[Any], None]) -> None:
        """Answers another worker with an array as soon as it is there."""
        step, key, wanted = request.step_id, request.buf_rendezvous_key, request.num_bytes
        mine = next((d.incarnation for d in self.worker.devices if d.name == request.src_device), None)
        if mine is None or request.src_incarnation not in (0, mine):
            raise errors.FailedPreconditionError(
                None,
                None,
                f"RecvBuf expects a different device incarnation: {request.src_incarnation} vs. {mine}. Your worker job that "
                f'contains the device ("{request.src_device}") was probably restarted. Check your worker job for the reason '
                "why it was restarted.",
            )

        def consume(value: Any, fetched: Callable[[], None]) -> None:
            if not isinstance(value, BaseException) and value.nbytes != wanted:
                text = f"RecvBuf of {key} asks for {wanted} bytes where there are {value.nbytes}"
                value = errors.InternalError(None, None, text)
            if isinstance(value, BaseException):
                answer(value)
                fetched()
                return
            try:
                response = response_of(value, fetched)
            except Exception as error:
                answer(error)
            else:
                answer(response)

        call.on_end(lambda: self.buffers.forget(step, key, consume))
        self.buffers.consume(step, key, consume)


class _Exchange:
    """One operation on its way: what was asked for, what arrived, what others have not fetched yet."""

    def __init__(self, owner: OfStep, ctx: Any, group: Group, device: str) -> None:
        self._all = owner.collectives
        self._step = owner.step
        self._group, self._device = group, device
        self._events: queue.SimpleQueue[tuple[Any, Any]] = queue.SimpleQueue()
        self._to_come = self._to_be_fetched = 0
        self._calls: list[Callable[[], object]] = []
        self._cancel = ctx.cancel

    def send(self, key: str, value: np.ndarray) -> None:
        """Lays an array out for another member."""
        self._to_be_fetched += 1
        self._all.buffers.provide(self._step, key, value, lambda: self._events.put(("fetched", None)))

    def ask(self, rank: int, key: str, nbytes: int, arrived: Callable[[list[memoryview]], None]) -> None:
        """Asks a member for an array; `arrived` is called by `run`, with its bytes."""
        self._to_come += 1
        source = self._group.devices[rank]
        worker = self._all.worker
        if services.task_of(source) == worker.name:

            def here(value: Any, fetched: Callable[[], None]) -> None:
                if isinstance(value, np.ndarray):
                    value = [np.array(value).reshape(-1).view(np.uint8).data]
                fetched()
                self._events.put((arrived, value))

            self._all.buffers.consume(self._step, key, here)
            self._calls.append(functools.partial(self._all.buffers.forget, self._step, key, here))
            return
        address = worker.addresses.get(services.task_of(source))
        if address is None:
            raise errors.InternalError(None, None, f"No worker known as {services.task_of(source)}")
        request = protos.RecvBufRequest(
            step_id=self._step,
            buf_rendezvous_key=key,
            num_bytes=nbytes,
            src_device=source,
            dst_device=self._device,
            src_incarnation=self._all.membership.incarnation(source, self._cancel),
            request_id=new_request_id(),
        )

        def there(data: Any) -> None:
            if not isinstance(data, BaseException):
                try:
                    data = contents_of(data)
                    size = sum(map(len, data))
                    if size != nbytes:
                        text = f"RecvBufResponse returned {size} bytes where to_tensor expected {nbytes}"
                        data = errors.InternalError(None, None, text)
                except Exception as error:
                    data = error
            self._events.put((arrived, data))

        self._calls.append(worker.stub(address).begin_raw("RecvBuf", request.SerializeToString(), there))

    def run(self) -> None:
        """Takes what arrives until everything has, and others have fetched what they need."""
        remove = self._cancel.on_cancel(
            lambda: self._events.put(("error", errors.CancelledError(None, None, _CANCELLED)))
        )
        try:
            while self._to_come or self._to_be_fetched:
                arrived, value = self._events.get()
                if isinstance(value, BaseException):
                    raise value
                if arrived == "fetched":
                    self._to_be_fetched -= 1
                else:
                    self._to_come -= 1
                    arrived(value)
        except BaseException as error:
            told = error if isinstance(error, errors.OpError) else errors.InternalError(None, None, str(error))
            self._all.buffers.fail(self._step, told)
            self._all.membership.forget_incarnations()
            for give_up in self._calls:
                give_up()
            raise
        finally:
            remove()


class OfStep:
    """The collective operations of one step of a worker, for kernels."""

    def __init__(self, collectives: Collectives, step: int) -> None:
        self.collectives = collectives
        self.step = step

    def _begin(
        self, ctx: Any, kind: int, shape: tuple[int, ...], source: bool = False
    ) -> tuple[Any, Group, int, int, str]:
        """(the exchange, the group, the rank of this member, that of the source, the beginning of all keys)"""
        attrs, membership = ctx.op._attrs, self.collectives.membership
        device = self._device(ctx.op)
        group = membership.group(attrs["group_key"], attrs["group_size"], device, ctx.cancel)
        root = membership.instance(ctx.op, kind, group, device, source, shape, ctx.cancel)
        exchange = _Exchange(self, ctx, group, device)
        return exchange, group, group.devices.index(device), root, f"{attrs['instance_key']}:0:0"

    def _device(self, operation: Any) -> str:
        worker = self.collectives.worker
        name = operation.device or worker.devices[0].name
        known = [d.name for d in worker.devices]
        if name not in known:
            raise errors.InternalError(None, None, f"Collective Op {operation.name}: {name} is not a device of {known}")
        return name

    def reduce(self, ctx: Any, value: np.ndarray) -> np.ndarray:
        """The reduction of what all members have: each chunk goes around the ring twice, to be reduced and to be told."""
        exchange, group, rank, _, name = self._begin(ctx, collective_groups.REDUCE, value.shape)
        attrs, count = ctx.op._attrs, group.size
        merge = MERGES[_text(attrs["merge_op"])]
        mean = _text(attrs["final_op"]) == "Div"
        total = np.array(value).reshape(-1)
        before = (rank - 1) % count

        def reduced(chunk: int, part: np.ndarray) -> None:
            """The chunk has what all have up to this member."""
            last = (chunk - 1) % count
            if rank != last:
                exchange.send(f"{name}:0:{chunk}:{rank}", part)
                return
            if mean:
                part[...] = divided(part, count)
            exchange.send(f"{name}:1:{chunk}:{rank}", part)

        def came(chunk: int, part: np.ndarray, pieces: list[memoryview]) -> None:
            for at, piece in _placed(pieces, part.dtype):
                where = part[at : at + piece.size]
                merge(where, piece, out=where)
            reduced(chunk, part)

        def told(chunk: int, part: np.ndarray, pieces: list[memoryview]) -> None:
            for at, piece in _placed(pieces, part.dtype):
                part[at : at + piece.size] = piece
            if rank != (chunk - 2) % count:
                exchange.send(f"{name}:1:{chunk}:{rank}", part)

        for chunk, where in enumerate(chunks(total.size, total.itemsize, count)):
            part = total[where]
            if not part.size:
                continue
            if chunk == rank:
                reduced(chunk, part)
            else:
                exchange.ask(before, f"{name}:0:{chunk}:{before}", part.nbytes, functools.partial(came, chunk, part))
            if rank != (chunk - 1) % count:
                exchange.ask(before, f"{name}:1:{chunk}:{before}", part.nbytes, functools.partial(told, chunk, part))
        exchange.run()
        return total.reshape(value.shape)

    def gather(self, ctx: Any, value: np.ndarray) -> np.ndarray:
        """What all members have, one after the other; each array goes around the ring."""
        shape = (value.shape[0] * ctx.op._attrs["group_size"], *value.shape[1:])
        exchange, group, rank, _, name = self._begin(ctx, collective_groups.GATHER, shape)
        count = group.size
        whole = np.empty((count, *value.shape), value.dtype)
        whole[rank] = value
        before = (rank - 1) % count

        def came(chunk: int, pieces: list[memoryview]) -> None:
            part = whole[chunk].reshape(-1)
            for at, piece in _placed(pieces, part.dtype):
                part[at : at + piece.size] = piece
            if rank != (chunk - 1) % count:
                exchange.send(f"{name}:0:{chunk}:{rank}", part)

        if value.size:
            exchange.send(f"{name}:0:{rank}:{rank}", whole[rank])
            for chunk in range(count):
                if chunk != rank:
                    key = f"{name}:0:{chunk}:{before}"
                    exchange.ask(before, key, value.nbytes, functools.partial(came, chunk))
        exchange.run()
        return whole.reshape(shape)

    def broadcast(self, ctx: Any, value: np.ndarray | None) -> np.ndarray:
        """What the source has; it goes from task to task along a tree."""
        attrs = ctx.op._attrs
        dims = tuple(attrs["shape"].as_list())
        exchange, group, mine, root, name = self._begin(ctx, collective_groups.BROADCAST, dims, value is not None)
        dtype = attrs["T"].storage
        found = np.ascontiguousarray(value) if value is not None else np.empty(dims, dtype)
        flat = found.reshape(-1)
        for number, ranks in enumerate(_levels(group, root)):
            if mine not in ranks or len(ranks) < 2:
                continue
            # The tasks agree by way of one device each; then the devices of each task by way of that one.
            source = ranks.index(root) if root in ranks else 0
            rank = ranks.index(mine)
            _tree(exchange, f"{name}:{number}", ranks, rank, source, flat)
        return found


def _levels(group: Group, root: int) -> list[list[int]]:
    """The members that pass a broadcast on: one of each task, then the members of each task."""
    by_task: dict[str, list[int]] = {}
    for rank, device in enumerate(group.devices):
        by_task.setdefault(services.task_of(device), []).append(rank)
    if len(by_task) == 1:
        return list(by_task.values())
    return [[root if root in ranks else ranks[0] for ranks in by_task.values()], *by_task.values()]


def parent(rank: int, source: int) -> int:
    """From whom a rank of a tree gets what the source has."""
    if source == 0:
        return (rank - 1) // 2
    above = rank // 2 - 1
    return source if above < 0 else above


def _tree(exchange: _Exchange, name: str, ranks: list[int], rank: int, source: int, flat: np.ndarray) -> None:
    below = [r for r in range(len(ranks)) if r != source and parent(r, source) == rank]

    def pass_on() -> None:
        for target in below:
            exchange.send(f"{name}:{rank}:{target}", flat)

    def came(pieces: list[memoryview]) -> None:
        for at, piece in _placed(pieces, flat.dtype):
            flat[at : at + piece.size] = piece
        pass_on()

    if flat.size:
        if rank == source:
            pass_on()
        else:
            above = parent(rank, source)
            exchange.ask(ranks[above], f"{name}:{above}:{rank}", flat.nbytes, came)
    exchange.run()


def _placed(pieces: list[memoryview], dtype: np.dtype) -> list[tuple[int, np.ndarray]]:
    """Pieces of an array with the places where they begin; put together if they break elements apart."""
    if any(len(piece) % dtype.itemsize for piece in pieces):
        pieces = [memoryview(b"".join(pieces))]
    found, at = [], 0
    for piece in pieces:
        array = np.frombuffer(piece, dtype)
        found.append((at, array))
        at += array.size
    return found


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else value
