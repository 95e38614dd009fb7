"""The files of a debug dump: how they are called, and what each holds.

Every file is one bare `Event`: a tensor in its summary, a graph, or a text in its log message. Reading one never runs
anything from it; a damaged one is a `DataLossError`. Users find these names in `debug_data`.
"""

from __future__ import annotations

import json
import os
from typing import Any, NamedTuple

import numpy as np

from penstock import protos
from penstock.debug.lib import large_dumps
from penstock.graph import errors
from penstock.graph.tensor_proto import make_user_ndarray
from penstock.storage import gfile
from penstock.util import compat

METADATA_FILE_PREFIX = "_tfdbg_"
CORE_METADATA_TAG = "core_metadata_"
GRAPH_FILE_TAG = "graph_"
DEVICE_TAG = "device_"
HASH_TAG = "hash"
FETCHES_INFO_FILE_TAG = "fetches_info_"
FEED_KEYS_INFO_FILE_TAG = "feed_keys_info_"


class InconvertibleTensorProto:
    """Stands for a tensor that no array can show: one that has no value yet, or a handle.

    >>> import penstock as tf
    >>> InconvertibleTensorProto(tf.make_tensor_proto(1.0), initialized=False).initialized
    False
    """

    def __init__(self, tensor_proto: Any, initialized: bool = True):
        self._tensor_proto = tensor_proto
        self._initialized = initialized

    def __str__(self) -> str:
        return ("" if self._initialized else "Uninitialized tensor:\n") + str(self._tensor_proto)

    @property
    def initialized(self) -> bool:
        """Whether the tensor had a value."""
        return self._initialized


def read_event(path: str) -> Any:
    """The `Event` in a file.

    Raises:
      DataLossError: if the file does not hold one.
    """
    from google.protobuf.message import DecodeError

    with gfile.GFile(path, "rb") as file:
        data = file.read()
    try:
        return protos.Event.FromString(data)
    except DecodeError:
        raise errors.DataLossError(None, None, f"{path} is no dump of the debugger, or is damaged.") from None


def load_tensor_from_event_file(event_file_path: str) -> Any:
    """Reads the tensor of a dump file.

    Args:
      event_file_path: a file that holds one `Event` with a tensor.

    Returns:
      An array, or `InconvertibleTensorProto` if the tensor had no value or is a handle.

    Raises:
      DataLossError: if the file is damaged.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> event = tf.Event(summary=tf.Summary(value=[tf.Summary.Value(tensor=tf.make_tensor_proto([1.0, 2.0]))]))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "a_0_DebugIdentity_1")
    ...     with open(path, "wb") as file:
    ...         count = file.write(event.SerializeToString())
    ...     load_tensor_from_event_file(path).tolist()
    [1.0, 2.0]
    """
    large = large_dumps.read(event_file_path)
    if large is not None:
        return large
    try:
        return load_tensor_from_event(read_event(event_file_path))
    except (ValueError, IndexError) as error:
        raise errors.DataLossError(None, None, f"{event_file_path} is damaged: {error}") from None


def load_tensor_from_event(event: Any) -> Any:
    """Reads the tensor of an `Event`.

    Args:
      event: the message; the tensor is in the first value of its summary.

    Returns:
      An array, or `InconvertibleTensorProto` if the tensor had no value or is a handle.

    >>> import penstock as tf
    >>> event = tf.Event(summary=tf.Summary(value=[tf.Summary.Value(tensor=tf.make_tensor_proto([1.0, 2.0]))]))
    >>> load_tensor_from_event(event).tolist()
    [1.0, 2.0]
    """
    proto = event.summary.value[0].tensor
    empty = any(dim.size == 0 for dim in proto.tensor_shape.dim)
    if not proto.tensor_content and not proto.string_val and not empty:
        return InconvertibleTensorProto(proto, False)  # 1.15 writes values as content, so these are none
    if proto.dtype == protos.DT_RESOURCE:
        return InconvertibleTensorProto(proto)
    try:
        return make_user_ndarray(proto)
    except TypeError:
        return InconvertibleTensorProto(proto)


def has_inf_or_nan(datum: Any, tensor: Any) -> bool:
    """Whether a tensor holds a NaN or an infinity; a filter for `DebugDumpDir.find` and `run -f`.

    Args:
      datum: the `DebugTensorDatum`, which does not matter here.
      tensor: an array, or `InconvertibleTensorProto`.

    >>> import numpy as np
    >>> has_inf_or_nan(None, np.float32([1, np.inf])), has_inf_or_nan(None, np.int32([1]))
    (True, False)
    """
    del datum
    if isinstance(tensor, InconvertibleTensorProto):
        return False
    if tensor.dtype.kind not in "fc" and tensor.dtype.name != "bfloat16":
        return False
    flat = np.ravel(tensor)
    # In parts: it ends with the first that has one, and takes no array of the tensor's size.
    return not all(np.isfinite(flat[i : i + _PART]).all() for i in range(0, flat.size, _PART))


_PART = 1 << 18


class CoreMetadata(NamedTuple):
    """What the runtime tells of a debugged run; see `DebugDumpDir.core_metadata`."""

    global_step: int
    session_run_index: int
    executor_step_index: int
    input_names: list[str]
    output_names: list[str]
    target_nodes: list[str]


def extract_core_metadata_from_event_proto(event: Any) -> CoreMetadata:
    """Reads what the runtime tells of a run from the log message of an `Event`.

    Raises:
      KeyError: if a part is missing.
      ValueError: if the message is no JSON.

    >>> import penstock as tf
    >>> text = '{"global_step": 7, "session_run_index": 0, "executor_step_index": 0, "input_names": ["x:0"], '
    >>> event = tf.Event(log_message=tf.LogMessage(message=text + '"output_names": [], "target_nodes": []}'))
    >>> extract_core_metadata_from_event_proto(event).global_step
    7
    """
    found = json.loads(event.log_message.message)
    return CoreMetadata(*(found[field] for field in CoreMetadata._fields))


def device_name_to_device_path(device_name: str | bytes) -> str:
    """The folder in which the dumps of a device are.

    >>> device_name_to_device_path("/job:a/replica:0/task:1/device:CPU:0")
    '_tfdbg_device_,job_a,replica_0,task_1,device_CPU_0'
    """
    parts = compat.as_text(device_name).replace(":", "_").split("/")
    return METADATA_FILE_PREFIX + DEVICE_TAG + ",".join(parts)


def device_path_to_device_name(device_dir: str) -> str:
    """The device whose dumps are in a folder.

    >>> device_path_to_device_name("/dumps/_tfdbg_device_,job_a,replica_0,task_1,device_CPU_0")
    '/job:a/replica:0/task:1/device:CPU:0'
    """
    parts = os.path.basename(device_dir)[len(METADATA_FILE_PREFIX) + len(DEVICE_TAG) :].split(",")
    return "/".join(part.replace("device_", "device:").replace("_", ":", 1) for part in parts)


class DebugTensorDatum:
    """One tensor in a dump: what is known without reading its value, and how to read that.

    >>> datum = DebugTensorDatum("/dumps", "_tfdbg_device_,job_a,device_CPU_0/ns/b_0_DebugIdentity_1500000000000000")
    >>> datum.tensor_name, datum.debug_op, datum.timestamp, datum.device_name
    ('ns/b:0', 'DebugIdentity', 1500000000000000, '/job:a/device:CPU:0')
    """

    __slots__ = (
        "_debug_op",
        "_device_name",
        "_dump_size_bytes",
        "_extended_timestamp",
        "_file_path",
        "_node_name",
        "_output_slot",
        "_timestamp",
    )

    def __init__(self, dump_root: str, debug_dump_rel_path: str):
        """Takes the name of a dump file apart.

        Args:
          dump_root: the folder of the whole dump.
          debug_dump_rel_path: the file below it, the folder of its device first.

        Raises:
          ValueError: if the file has not the name `<node>_<output>_<debug op>_<microseconds>`.
        """
        device_dir, *folders, base = os.path.normpath(debug_dump_rel_path).split(os.sep)
        self._read_name(device_path_to_device_name(device_dir), folders, base)
        self._file_path = os.path.join(dump_root, debug_dump_rel_path)
        found = gfile.Exists(self._file_path)
        self._dump_size_bytes: int | None = gfile.Stat(self._file_path).length if found else None

    @classmethod
    def listed(cls, device_name: str, folders: list[str], base: str, path: str, size: int) -> DebugTensorDatum:
        """The datum of a file that a listing of its folder has shown, which needs not be looked up again."""
        datum = cls.__new__(cls)
        datum._read_name(device_name, folders, base)
        datum._file_path = path
        datum._dump_size_bytes = size
        return datum

    def _read_name(self, device_name: str, folders: list[str], base: str) -> None:
        parts = base.rsplit("_", 3)
        if len(parts) < 4:
            raise ValueError(f"Dump file path does not conform to the naming pattern: {base}")
        node, slot, self._debug_op, self._extended_timestamp = parts
        # Dumps of one tensor within a microsecond are told apart by a number behind a dash.
        self._timestamp = int(self._extended_timestamp.partition("-")[0])
        self._output_slot = int(slot)
        self._node_name = "/".join([*folders, node])
        self._device_name = device_name

    def __str__(self) -> str:
        return (
            f"{{DebugTensorDatum ({self._device_name}) {self._node_name}:{self._output_slot} "
            f"@ {self._debug_op} @ {self._timestamp}}}"
        )

    __repr__ = __str__

    def get_tensor(self) -> Any:
        """Reads the value: see `load_tensor_from_event_file`."""
        return load_tensor_from_event_file(self._file_path)

    @property
    def timestamp(self) -> int:
        """When the tensor was dumped, in microseconds since 1970."""
        return self._timestamp

    @property
    def extended_timestamp(self) -> str:
        """The same as text, with `-1`, `-2`, ... for further dumps of the tensor in that microsecond."""
        return self._extended_timestamp

    @property
    def debug_op(self) -> str:
        """The type of the debug op, such as `DebugIdentity`."""
        return self._debug_op

    @property
    def device_name(self) -> str:
        """The device that made the tensor."""
        return self._device_name

    @property
    def node_name(self) -> str:
        """The node that made the tensor."""
        return self._node_name

    @property
    def output_slot(self) -> int:
        """Which output of the node it is."""
        return self._output_slot

    @property
    def tensor_name(self) -> str:
        """`<node>:<output>`."""
        return f"{self._node_name}:{self._output_slot}"

    @property
    def watch_key(self) -> str:
        """`<node>:<output>:<debug op>`."""
        return f"{self._node_name}:{self._output_slot}:{self._debug_op}"

    @property
    def file_path(self) -> str:
        """The file that holds the value."""
        return self._file_path

    @property
    def dump_size_bytes(self) -> int | None:
        """How large the file is; None if it is gone."""
        return self._dump_size_bytes
