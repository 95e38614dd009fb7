"""Where the tensors of a debugged run go: one file for each, or the stream of a debug server.

A file holds one bare `Event`, the same bytes as 1.15's; the values of an array go from its memory to the file. A process writes
at most `TFDBG_DISK_BYTES_LIMIT` bytes.
"""

from __future__ import annotations

import errno
import json
import os
import struct
import threading
import time
from typing import Any

import numpy as np

from penstock import protos
from penstock.graph import errors
from penstock.graph.extension_points import implementation
from penstock.graph.handles import ResourceHandle

_FILE, _GRPC = "file://", "grpc://"
_LIMIT, _DEFAULT_LIMIT = "TFDBG_DISK_BYTES_LIMIT", 100 << 30


class _DiskBytes:
    """How many bytes this process has dumped."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._used = 0

    def reset(self) -> None:
        with self._lock:
            self._used = 0

    def take(self, count: int, tensor: str) -> None:
        """Counts bytes that are about to be written.

        Raises:
          ResourceExhaustedError: they are too many.
        """
        limit = int(os.environ.get(_LIMIT) or _DEFAULT_LIMIT)
        with self._lock:
            if self._used + count > limit:
                raise errors.ResourceExhaustedError(
                    None,
                    None,
                    f"TensorFlow Debugger has exhausted file-system byte-size allowance ({limit}), therefore it cannot dump "
                    f"an additional {count} byte(s) of debug tensor data for the debug tensor {tensor}. You may use the "
                    f"environment variable {_LIMIT} to set a higher limit.",
                )
            self._used += count


disk_bytes = _DiskBytes()


class Clock:
    """Microseconds since 1970, never the same twice: files of a dump are sorted by them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last = 0

    def now(self) -> int:
        with self._lock:
            self._last = max(self._last + 1, time.time_ns() // 1000)
            return self._last


clock = Clock()


class TensorEvent:
    """A tensor serialized as an `Event`: head and tail as bytes, and the values of a large array, not copied, between them."""

    __slots__ = ("content", "debug_op", "head", "node", "slot", "tail", "time")

    def __init__(self, node: str, slot: int, debug_op: str, value: Any, dtype: Any, shape: Any, device: str) -> None:
        self.node, self.slot, self.debug_op = node, slot, debug_op
        self.time = clock.now()
        self.content: Any = b""
        tensor = _tensor_head(self, value, dtype, shape, device)
        length = len(self.content)
        if length:
            tensor += b"\x22" + _varint(length)
        metadata = _metadata(device, slot)
        key = f"{node}:{slot}:{debug_op}".encode()
        head = (
            b"\x0a" + _sized(node.encode()) + b"\x3a" + _sized(key) + b"\x42" + _varint(len(tensor) + length) + tensor
        )
        value_size = len(head) + length + len(metadata)
        value_head = b"\x0a" + _varint(value_size)
        self.head = (
            b"\x09"
            + struct.pack("<d", float(self.time))
            + b"\x2a"
            + _varint(len(value_head) + value_size)
            + value_head
            + head
        )
        self.tail = metadata

    @property
    def size(self) -> int:
        return len(self.head) + len(self.content) + len(self.tail)

    def serialized(self) -> bytes:
        """The whole `Event`."""
        return b"".join((self.head, self.content, self.tail))


_metadata_of: dict[tuple[str, int], bytes] = {}


def _metadata(device: str, slot: int) -> bytes:
    """Field 9 of a summary's value, which tells the debugger's plugin of TensorBoard what this is."""
    found = _metadata_of.get((device, slot))
    if found is None:
        told = {"device": device, "outputSlot": slot, "numChunks": 1, "chunkIndex": 0}
        data = protos.SummaryMetadata.PluginData(plugin_name="debugger", content=_json(told).encode())
        found = b"\x4a" + _sized(protos.SummaryMetadata(plugin_data=data).SerializeToString())
        _metadata_of[device, slot] = found
    return found


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def _sized(data: bytes) -> bytes:
    return _varint(len(data)) + data


def _tensor_head(event: TensorEvent, value: Any, dtype: Any, shape: Any, device: str) -> bytes:
    """The bytes of a `TensorProto` up to the values of an array, which become the event's content."""
    proto = protos.TensorProto(dtype=dtype.base_dtype.as_datatype_enum)
    if proto.dtype == protos.DT_RESOURCE:  # as 1.15: the lengths of all handles, then their messages
        proto.tensor_shape.SetInParent()
        handle = protos.ResourceHandleProto(device=device, container="localhost", name=event.node)
        if isinstance(value, ResourceHandle):
            handle.container, handle.name, handle.maybe_type_name = (
                value.container or "localhost",
                value.name,
                value.kind,
            )
        proto.tensor_content = _sized(handle.SerializeToString())
        return proto.SerializeToString()
    if value is not None and not hasattr(value, "dtype"):
        proto.tensor_shape.SetInParent()
        return proto.SerializeToString()
    if value is None:  # a variable that has no value yet: its shape, as far as it is known
        proto.tensor_shape.SetInParent()
        for size in shape or ():
            proto.tensor_shape.dim.add(size=size or 0)
        return proto.SerializeToString()
    proto.tensor_shape.SetInParent()
    for size in value.shape:
        proto.tensor_shape.dim.add(size=size)
    if value.dtype == object:
        items = np.ravel(value).tolist()
        if all(isinstance(item, bytes) for item in items):
            proto.string_val.extend(items)
        return proto.SerializeToString()
    array = np.ascontiguousarray(value)
    event.content = array.reshape(-1).view(np.uint8).data if array.size else b""
    return proto.SerializeToString()


class Folder:
    """A `file://` URL of one run: the files of its tensors, graphs and metadata."""

    def __init__(self, path: str) -> None:
        self._root = path
        self._made: set[str] = set()

    def _make(self, folder: str) -> None:
        if folder in self._made:
            return
        try:
            os.makedirs(folder, exist_ok=True)
        except OSError as error:
            raise errors.FailedPreconditionError(
                None, None, f"Failed to create directory  {folder}, due to: {error.strerror}"
            ) from None
        self._made.add(folder)

    def _write(self, path: str, *parts: Any) -> None:
        """Writes a file that is not there yet; another number follows the time if it is."""
        number, name = 0, path
        while True:
            try:
                file = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
                break
            except FileExistsError:
                number += 1
                name = f"{path}-{number}"
            except OSError as error:
                raise _unwritable(name, error) from None
        try:
            # One call for small ones; a large array may take several.
            left = [part for part in parts if len(part)]
            while left:
                done = os.writev(file, left)
                while left and done >= len(left[0]):
                    done -= len(left.pop(0))
                if left and done:
                    left[0] = memoryview(left[0])[done:]
        except OSError as error:
            raise _unwritable(name, error) from None
        finally:
            os.close(file)

    def tensor(self, event: TensorEvent, device: str) -> None:
        """Writes a tensor."""
        name = f"{event.node}:{event.slot}:{event.debug_op}"
        parts = event.node.split("/")
        if ".." in parts:  # names come from graphs, which may come from strangers
            raise errors.InvalidArgumentError(None, None, f"A node called {event.node} cannot be dumped.")
        path = os.path.join(self._root, _device_folder(device), *parts)
        self._make(os.path.dirname(path))
        disk_bytes.take(event.size, name)
        self._write(f"{path}_{event.slot}_{event.debug_op}_{event.time}", event.head, event.content, event.tail)

    def graph(self, graph_def: bytes, device: str, fingerprint: int) -> None:
        """Writes the graph of a device."""
        now = clock.now()
        folder = os.path.join(self._root, _device_folder(device))
        self._make(folder)
        event = protos.Event(wall_time=now, graph_def=graph_def).SerializeToString()
        self._write(os.path.join(folder, f"_tfdbg_graph_hash{fingerprint}_{now}"), event)

    def metadata(self, run: int, told: dict[str, Any]) -> None:
        """Writes what there is to tell of the run."""
        now = clock.now()
        self._make(self._root)
        event = protos.Event(wall_time=now, log_message=protos.LogMessage(message=_json(told))).SerializeToString()
        self._write(os.path.join(self._root, f"_tfdbg_core_metadata_sessionrun{run:014d}_{now}"), event)

    def is_open(self, watch_key: str) -> bool:
        """Whether a gated tensor is to be written; gates are for servers."""
        del watch_key
        return True

    def end(self) -> None:
        """Nothing is open."""


def _device_folder(device: str) -> str:
    return "_tfdbg_device_" + device.replace("/", ",").replace(":", "_")


def _unwritable(path: str, error: OSError) -> errors.OpError:
    full = error.errno in (errno.ENOSPC, errno.EDQUOT)
    cls = errors.ResourceExhaustedError if full else errors.FailedPreconditionError
    return cls(None, None, f"The debugger cannot write {path}: {error.strerror}")


def opened(url: str, watches: Any) -> Any:
    """What takes the tensors of a run for a URL.

    Raises:
      UnavailableError: the debugger knows no such URL.
    """
    if url.startswith(_FILE):
        return Folder(url.removeprefix(_FILE))
    if url.startswith(_GRPC):
        return implementation("debug_event_stream")(url.removeprefix(_GRPC), watches)
    raise errors.UnavailableError(None, None, f"Invalid debug target URL: {url}")
