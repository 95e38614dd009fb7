"""The dumps of a debugged run, as a directory that answers questions: which tensors, when, made by whom, of what.

`DebugDumpDir` reads the directories that Penstock and TensorFlow 1.15 write alike. It holds names, times and sizes; values stay
in their files until they are asked for.
"""

from __future__ import annotations

import collections
import os
import re
from collections.abc import Callable, Iterable, KeysView
from typing import Any

from penstock.debug.lib import debug_graphs
from penstock.debug.lib.dump_files import (
    CORE_METADATA_TAG,
    DEVICE_TAG,
    FEED_KEYS_INFO_FILE_TAG,
    FETCHES_INFO_FILE_TAG,
    GRAPH_FILE_TAG,
    HASH_TAG,
    METADATA_FILE_PREFIX,
    CoreMetadata,
    DebugTensorDatum,
    InconvertibleTensorProto,
    device_name_to_device_path,
    device_path_to_device_name,
    extract_core_metadata_from_event_proto,
    has_inf_or_nan,
    load_tensor_from_event,
    load_tensor_from_event_file,
)
from penstock.debug.lib.dump_order import check_order
from penstock.debug.lib.dump_tables import graph_in, listed_dumps, metadata_in, text_in
from penstock.platform import logging
from penstock.storage import gfile

__all__ = [
    "CORE_METADATA_TAG",
    "DEVICE_TAG",
    "FEED_KEYS_INFO_FILE_TAG",
    "FETCHES_INFO_FILE_TAG",
    "GRAPH_FILE_TAG",
    "HASH_TAG",
    "METADATA_FILE_PREFIX",
    "DebugDumpDir",
    "DebugTensorDatum",
    "InconvertibleTensorProto",
    "WatchKeyDoesNotExistInDebugDumpDirError",
    "device_name_to_device_path",
    "device_path_to_device_name",
    "extract_core_metadata_from_event_proto",
    "has_inf_or_nan",
    "load_tensor_from_event",
    "load_tensor_from_event_file",
]


class WatchKeyDoesNotExistInDebugDumpDirError(ValueError):
    """A dump was asked for a tensor that is not in it.

    >>> issubclass(WatchKeyDoesNotExistInDebugDumpDirError, ValueError)
    True
    """


def _watch_key(node_name: str, output_slot: int, debug_op: str) -> str:
    return f"{node_name}:{output_slot}:{debug_op}"


class DebugDumpDir:
    """All that one debugged run, or several into one directory, have dumped.

    >>> import tempfile
    >>> import penstock as tf
    >>> from penstock.debug.lib import debug_utils
    >>> with tf.Graph().as_default(), tempfile.TemporaryDirectory() as folder:
    ...     x = tf.placeholder(tf.float32, [], name="x")
    ...     y = tf.log(x, name="y")
    ...     options = tf.RunOptions()
    ...     debug_utils.watch_graph(options, tf.get_default_graph(), debug_urls="file://" + folder)
    ...     with tf.Session() as sess:
    ...         result = sess.run(y, feed_dict={x: 0.0}, options=options)
    ...     dump = DebugDumpDir(folder)
    ...     print([datum.tensor_name for datum in dump.find(has_inf_or_nan)])
    ['y:0']
    """

    def __init__(self, dump_root: str, partition_graphs: Any = None, validate: bool = True):
        """Reads the directory.

        Args:
          dump_root: the directory.
          partition_graphs: `GraphDef`s of the run, one for each device; used where the directory has none.
          validate: checks that each dumped tensor belongs to the graph and was dumped after its inputs.

        Raises:
          IOError: there is no such directory.
          ValueError: a file or the order of dumps does not fit the graph.
          DataLossError: a file is damaged.
        """
        if not gfile.IsDirectory(dump_root):
            raise OSError(f"Dump root directory {dump_root} does not exist")
        self._dump_root = dump_root
        self._core_metadata = [metadata_in(path) for path in self._files(CORE_METADATA_TAG)]
        self._run_fetches_info = [text_in(path) for path in self._files(FETCHES_INFO_FILE_TAG)]
        self._run_feed_keys_info = [text_in(path) for path in self._files(FEED_KEYS_INFO_FILE_TAG)]

        self._device_names: list[str] = []
        self._dump_tensor_data: dict[str, list[DebugTensorDatum]] = {}
        self._dump_graph_file_paths: dict[str, str] = {}
        # Device → node → output → debug ops. From the files: when a run fails, there may be no graph.
        self._debug_watches: dict[str, dict[str, dict[int, set[str]]]] = {}
        for path in self._files(DEVICE_TAG):
            self._load_device(device_path_to_device_name(path), path)
        first = [data[0].timestamp for data in self._dump_tensor_data.values() if data]
        self._t0 = min(first) if first else None

        self._debug_graphs: dict[str, debug_graphs.DebugGraph] = {}
        self._node_devices: dict[str, set[str]] = {}
        self._merge_node_names: dict[str, list[str]] = {}
        self._load_graphs(partition_graphs, validate)

        self._watch_key_to_datum: dict[str, dict[str, list[DebugTensorDatum]]] = {}
        for device_name, data in self._dump_tensor_data.items():
            by_key = self._watch_key_to_datum[device_name] = {}
            for datum in data:
                by_key.setdefault(datum.watch_key, []).append(datum)
        self._python_graph: Any = None
        self._node_traceback: dict[str, Any] = {}

    def _files(self, tag: str) -> list[str]:
        return gfile.Glob(os.path.join(self._dump_root, f"{METADATA_FILE_PREFIX}{tag}*"))

    def _load_device(self, device_name: str, device_root: str) -> None:
        self._device_names.append(device_name)
        data = self._dump_tensor_data[device_name] = []
        watches = self._debug_watches[device_name] = {}
        for folders, name, path, size in listed_dumps(device_root):
            if name.startswith(METADATA_FILE_PREFIX + GRAPH_FILE_TAG):
                self._dump_graph_file_paths[device_name] = path
                continue
            datum = DebugTensorDatum.listed(device_name, folders, name, path, size)
            data.append(datum)
            outputs = watches.setdefault(datum.node_name, collections.defaultdict(set))
            outputs[datum.output_slot].add(datum.debug_op)
        # In the order in which nodes ran. Stable, so that further dumps of a microsecond keep their numbers' order.
        data.sort(key=lambda datum: datum.extended_timestamp)

    def _load_graphs(self, given: Any, validate: bool) -> None:
        for device_name in self._device_names:
            path = self._dump_graph_file_paths.get(device_name)
            if path is not None:
                graph_def = graph_in(path)
            else:
                logging.warn(
                    "Failed to load partition graphs for device %s from disk. As a fallback, the client graphs will be used. "
                    "This may cause mismatches in device names.",
                    device_name,
                )
                of_device = (g for g in given or () if any(node.device == device_name for node in g.node))
                graph_def = next(of_device, None)
            if graph_def is None:
                continue
            graph = self._debug_graphs[device_name] = debug_graphs.DebugGraph(graph_def, device_name)
            for node, devices in graph.node_devices.items():
                self._node_devices.setdefault(node, set()).update(device for device in devices if device)
            if validate:
                check_order(self._dump_tensor_data[device_name], graph, self._debug_watches[device_name])

    # ---- the run as a whole ----

    def set_python_graph(self, python_graph: Any) -> None:
        """Tells the `tf.Graph` of the program, which knows the lines that made its nodes.

        Args:
          python_graph: the graph, or None.
        """
        self._python_graph = python_graph
        operations = python_graph.get_operations() if python_graph else ()
        self._node_traceback = {op.name: op for op in operations}

    @property
    def python_graph(self) -> Any:
        """The graph that `set_python_graph` was given, or None."""
        return self._python_graph

    @property
    def core_metadata(self) -> CoreMetadata | list[CoreMetadata]:
        """What the runtime tells of the run: a named tuple, or a list of them if there were several runs (or none).

        `global_step` is -1 unless the caller has set it; `session_run_index` counts the runs of the session and
        `executor_step_index` those of the same fetches, feeds and watches; `input_names`, `output_names` and `target_nodes`
        are what was fed, fetched and run.
        """
        return self._core_metadata[0] if len(self._core_metadata) == 1 else self._core_metadata

    @property
    def dumped_tensor_data(self) -> list[DebugTensorDatum]:
        """All dumped tensors, in the order in which they were dumped."""
        if len(self._device_names) == 1:
            return self._dump_tensor_data[self._device_names[0]]
        data = [datum for of_device in self._dump_tensor_data.values() for datum in of_device]
        return sorted(data, key=lambda datum: datum.extended_timestamp)

    @property
    def t0(self) -> int | None:
        """When the first tensor was dumped, in microseconds since 1970."""
        return self._t0

    @property
    def size(self) -> int:
        """How many tensors were dumped."""
        return sum(len(data) for data in self._dump_tensor_data.values())

    @property
    def run_fetches_info(self) -> str | list[str]:
        """What was fetched, as text; a list if there were several runs (or none)."""
        return self._run_fetches_info[0] if len(self._run_fetches_info) == 1 else self._run_fetches_info

    @property
    def run_feed_keys_info(self) -> str | list[str]:
        """What was fed, as text; a list if there were several runs (or none)."""
        return self._run_feed_keys_info[0] if len(self._run_feed_keys_info) == 1 else self._run_feed_keys_info

    def loaded_partition_graphs(self) -> bool:
        """Whether there are graphs; without, nothing is known of inputs and types of nodes."""
        return bool(self._debug_graphs)

    def partition_graphs(self) -> list[Any]:
        """The graphs that ran, one `GraphDef` for each device, with the nodes of the debugger.

        Raises:
          LookupError: there are none.
        """
        self._need_graphs("No partition graphs have been loaded.")
        return [graph.debug_graph_def for graph in self._debug_graphs.values()]

    def reconstructed_non_debug_partition_graphs(self) -> dict[str, Any]:
        """Device → `GraphDef` without the nodes of the debugger."""
        return {device: graph.non_debug_graph_def for device, graph in self._debug_graphs.items()}

    def _need_graphs(self, otherwise: str) -> None:
        if not self._debug_graphs:
            raise LookupError(otherwise)

    # ---- nodes ----

    def devices(self) -> list[str]:
        """The names of the devices."""
        return self._device_names

    def nodes(self, device_name: str | None = None) -> list[str] | KeysView[str]:
        """The names of all nodes, or of those on one device.

        Raises:
          LookupError: there are no graphs.
          ValueError: there is no such device.
        """
        self._need_graphs("No partition graphs have been loaded.")
        if device_name is None:
            return [node for graph in self._debug_graphs.values() for node in graph.node_inputs]
        if device_name not in self._debug_graphs:
            raise ValueError(f"Invalid device name: {device_name}")
        return self._debug_graphs[device_name].node_inputs.keys()

    def _infer_device_name(self, device_name: str | None, node_name: str) -> str:
        """The device that is given, else the one that has the node."""
        if device_name is not None:
            return device_name
        devices = self._node_devices.get(node_name)
        if devices is None:
            raise ValueError(f"None of the {len(self._device_names)} device(s) has a node named '{node_name}'.")
        if len(devices) > 1:
            raise ValueError(
                f"There are multiple ({len(devices)}) devices with nodes named '{node_name}' but device_name is not specified."
            )
        return next(iter(devices))

    def node_exists(self, node_name: str, device_name: str | None = None) -> bool:
        """Whether a node is in one of the graphs, or in that of a device.

        Raises:
          LookupError: there are no graphs.
          ValueError: there is no such device.
        """
        self._need_graphs("Nodes have not been loaded from partition graphs yet.")
        if device_name is not None and device_name not in self._debug_graphs:
            raise ValueError(f"The specified device_name '{device_name}' cannot be found.")
        graphs = self._debug_graphs.values() if device_name is None else [self._debug_graphs[device_name]]
        return any(node_name in graph.node_inputs for graph in graphs)

    def node_device(self, node_name: str) -> str | list[str]:
        """The device of a node, or a list of them if several have a node of this name.

        Raises:
          LookupError: there are no graphs.
          ValueError: there is no such node.
        """
        self._need_graphs("Node devices are not loaded from partition graphs yet.")
        if node_name not in self._node_devices:
            raise ValueError(f"Node '{node_name}' does not exist in partition graphs.")
        found = list(self._node_devices[node_name])
        return found[0] if len(found) == 1 else found

    def node_op_type(self, node_name: str, device_name: str | None = None) -> str:
        """The type of a node's operation.

        Raises:
          LookupError: there are no graphs.
          ValueError: there is no such node, or one on several devices.
        """
        self._need_graphs("Node op types are not loaded from partition graphs yet.")
        return self._debug_graphs[self._infer_device_name(device_name, node_name)].node_op_types[node_name]

    def node_attributes(self, node_name: str, device_name: str | None = None) -> Any:
        """The attributes of a node, name → `AttrValue`.

        Raises:
          LookupError: there are no graphs.
          ValueError: there is no such node, or one on several devices.
        """
        self._need_graphs("No partition graphs have been loaded.")
        return self._debug_graphs[self._infer_device_name(device_name, node_name)].node_attributes[node_name]

    def node_inputs(self, node_name: str, is_control: bool = False, device_name: str | None = None) -> list[str]:
        """The inputs of a node, or the nodes it waits for if `is_control`.

        Raises:
          LookupError: there are no graphs.
          ValueError: there is no such node, or one on several devices.
        """
        self._need_graphs("Node inputs are not loaded from partition graphs yet.")
        graph = self._debug_graphs[self._infer_device_name(device_name, node_name)]
        return (graph.node_ctrl_inputs if is_control else graph.node_inputs)[node_name]

    def node_recipients(self, node_name: str, is_control: bool = False, device_name: str | None = None) -> list[str]:
        """The nodes that take an output of a node, or that wait for it if `is_control`.

        Raises:
          LookupError: there are no graphs.
          ValueError: there is no such node, or one on several devices.
        """
        self._need_graphs("Node recipients are not loaded from partition graphs yet.")
        graph = self._debug_graphs[self._infer_device_name(device_name, node_name)]
        return (graph.node_ctrl_recipients if is_control else graph.node_recipients)[node_name]

    def _tracer(
        self, device_name: str, control: bool, reversed_ref: bool, destination: str | None = None
    ) -> debug_graphs.DFSGraphTracer:
        if device_name not in self._device_names:
            raise ValueError(f"Invalid device name: {device_name}")
        graph = self._debug_graphs[device_name]
        followed = [graph.node_inputs]
        if control:
            followed.append(graph.node_ctrl_inputs)
        if reversed_ref:
            followed.append(graph.node_reversed_ref_inputs)
        if device_name not in self._merge_node_names:  # behind them, loops would be followed round and round
            merges = [node for node, op_type in graph.node_op_types.items() if op_type == "Merge"]
            self._merge_node_names[device_name] = merges
        return debug_graphs.DFSGraphTracer(followed, self._merge_node_names[device_name], destination)

    def transitive_inputs(
        self,
        node_name: str,
        include_control: bool = True,
        include_reversed_ref: bool = False,
        device_name: str | None = None,
    ) -> list[str]:
        """All that a node depends on, up to the heads of loops.

        Args:
          node_name: the node.
          include_control: also follows what nodes wait for.
          include_reversed_ref: also follows edges backwards, since a node may change the variable it is given.
          device_name: the device, if several have such a node.

        Returns:
          Names of tensors and nodes, as the graph spells inputs.

        Raises:
          LookupError: there are no graphs.
          ValueError: there is no such node, or one on several devices.
        """
        self._need_graphs("Node inputs are not loaded from partition graphs yet.")
        device_name = self._infer_device_name(device_name, node_name)
        tracer = self._tracer(device_name, include_control, include_reversed_ref)
        tracer.trace(node_name)
        return tracer.inputs()

    def find_some_path(
        self,
        src_node_name: str,
        dst_node_name: str,
        include_control: bool = True,
        include_reversed_ref: bool = False,
        device_name: str | None = None,
    ) -> list[str] | None:
        """A way from one node to another, both included, or None if there is none.

        Args:
          src_node_name: where it begins.
          dst_node_name: where it ends.
          include_control: also follows what nodes wait for.
          include_reversed_ref: also follows edges backwards.
          device_name: the device, if several have such nodes.

        Raises:
          ValueError: the nodes are on different devices, or there are no such nodes.
        """
        source = self._infer_device_name(device_name, src_node_name)
        target = self._infer_device_name(device_name, dst_node_name)
        if source != target:
            raise ValueError(
                f"Source ({src_node_name}) and destination ({dst_node_name}) are not on the same device: {source} vs. {target}"
            )
        tracer = self._tracer(target, include_control, include_reversed_ref, src_node_name)
        try:
            tracer.trace(dst_node_name)
        except debug_graphs.GraphTracingReachedDestination:
            path = []
            depth = tracer.depth_list()[-1] if tracer.depth_list() else 0
            for name, at in zip(
                reversed([dst_node_name, *tracer.inputs()]), reversed([0, *tracer.depth_list()]), strict=True
            ):
                if at == depth:
                    path.append(name)
                    depth -= 1
            return path
        return None

    def node_traceback(self, element_name: str) -> Any:
        """The lines of the program that made a node, as the operation's `traceback` has them.

        Raises:
          LookupError: no graph of the program is known; see `set_python_graph`.
          KeyError: that graph has no such node.
        """
        if self._python_graph is None:
            raise LookupError("Python graph is not available for traceback lookup")
        node_name = debug_graphs.get_node_name(element_name)
        if node_name not in self._node_traceback:
            raise KeyError(f'Cannot find node "{node_name}" in Python graph')
        return self._node_traceback[node_name].traceback

    # ---- tensors ----

    def debug_watch_keys(self, node_name: str, device_name: str | None = None) -> list[str]:
        """`<node>:<output>:<debug op>` of all that was dumped of a node.

        Returns:
          A list, which is empty if nothing was.
        """
        try:
            device_name = self._infer_device_name(device_name, node_name)
        except ValueError:
            return []
        outputs = self._debug_watches.get(device_name, {}).get(node_name, {})
        return [_watch_key(node_name, slot, debug_op) for slot, ops in outputs.items() for debug_op in ops]

    def watch_key_to_data(self, debug_watch_key: str, device_name: str | None = None) -> list[DebugTensorDatum]:
        """What was dumped under a watch key, in order of time; an empty list if nothing.

        Raises:
          ValueError: several devices have it and none is named, or there is no such device.
        """
        if device_name is None:
            matching = [name for name, data in self._watch_key_to_datum.items() if debug_watch_key in data]
            if not matching:
                return []
            if len(matching) > 1:
                raise ValueError(
                    f"The debug watch key '{debug_watch_key}' exists on multiple ({len(matching)}) devices, "
                    "but device name is not specified."
                )
            device_name = matching[0]
        elif device_name not in self._watch_key_to_datum:
            raise ValueError(f"There is no device named '{device_name}' consisting of debug watch keys.")
        return self._watch_key_to_datum[device_name].get(debug_watch_key, [])

    def find(
        self,
        predicate: Callable[[DebugTensorDatum, Any], Any],
        first_n: int = 0,
        device_name: str | None = None,
        exclude_node_names: str | None = None,
    ) -> list[DebugTensorDatum]:
        """The dumped tensors for which a filter says yes, in order of time.

        Args:
          predicate: called with each `DebugTensorDatum` and its value.
          first_n: ends after so many; 0 or less means all.
          device_name: looks at one device only.
          exclude_node_names: a regular expression; nodes whose names begin with a match are left out.
        """
        excluded = re.compile(exclude_node_names) if exclude_node_names else None
        devices: Iterable[str] = self._dump_tensor_data if device_name is None else (device_name,)
        matched: list[DebugTensorDatum] = []
        for device in devices:
            for datum in self._dump_tensor_data[device]:
                if excluded and excluded.match(datum.node_name):
                    continue
                if predicate(datum, datum.get_tensor()):
                    matched.append(datum)
                    if 0 < first_n <= len(matched):
                        return matched
        return matched

    def _data(self, node_name: str, output_slot: int, debug_op: str, device_name: str | None) -> list[DebugTensorDatum]:
        device_name = self._infer_device_name(device_name, node_name)
        key = _watch_key(node_name, output_slot, debug_op)
        if key not in self._watch_key_to_datum.get(device_name, {}):
            raise WatchKeyDoesNotExistInDebugDumpDirError(
                f'Watch key "{key}" does not exist in the debug dump of device {device_name}'
            )
        return self._watch_key_to_datum[device_name][key]

    def get_tensor_file_paths(
        self, node_name: str, output_slot: int, debug_op: str, device_name: str | None = None
    ) -> list[str]:
        """The files of a tensor, one for each time it was dumped.

        Raises:
          WatchKeyDoesNotExistInDebugDumpDirError: it was not.
        """
        return [datum.file_path for datum in self._data(node_name, output_slot, debug_op, device_name)]

    def get_tensors(self, node_name: str, output_slot: int, debug_op: str, device_name: str | None = None) -> list[Any]:
        """The values of a tensor, one for each time it was dumped.

        Raises:
          WatchKeyDoesNotExistInDebugDumpDirError: it was not.
        """
        try:
            data = self._data(node_name, output_slot, debug_op, device_name)
        except ValueError:
            raise WatchKeyDoesNotExistInDebugDumpDirError(
                f'Watch key "{_watch_key(node_name, output_slot, debug_op)}" does not exist in the debug dump of '
                f"device {device_name or ', '.join(self._device_names)}"
            ) from None
        return [datum.get_tensor() for datum in data]

    def get_rel_timestamps(
        self, node_name: str, output_slot: int, debug_op: str, device_name: str | None = None
    ) -> list[int]:
        """When a tensor was dumped, in microseconds since `t0`.

        Raises:
          WatchKeyDoesNotExistInDebugDumpDirError: it was not.
        """
        start = self._t0 or 0
        return [datum.timestamp - start for datum in self._data(node_name, output_slot, debug_op, device_name)]

    def get_dump_sizes_bytes(
        self, node_name: str, output_slot: int, debug_op: str, device_name: str | None = None
    ) -> list[int | None]:
        """How large the files of a tensor are, in bytes.

        Raises:
          WatchKeyDoesNotExistInDebugDumpDirError: it was not dumped.
        """
        return [datum.dump_size_bytes for datum in self._data(node_name, output_slot, debug_op, device_name)]


# ---- files ----
