"""The functions behind the C++ API: what `include/penstock/runtime_interface.h` declares, as functions of Python.

Each call comes from a thread of the program. What a function raises becomes a status; nothing is raised into C++.
"""

from __future__ import annotations

import ctypes
import functools
import os
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

import penstock as tf
from penstock import protos
from penstock.cpp import interface
from penstock.graph import dtypes, errors, opdef
from penstock.tools.cpp_ops import spec

_lock = threading.Lock()
_sessions: dict[int, _Session] = {}
_runtime: interface.Runtime | None = None
_functions: list[Any] = []  # C calls them as long as the process lives


class _Session:
    """A session of the program, with the graph that it was given."""

    def __init__(self, target: str, config: bytes) -> None:
        self.graph = tf.Graph()
        self.target = target
        self.config = protos.ConfigProto.FromString(config)
        self._session: tf.Session | None = None
        self._closed = False
        self._callables: dict[Any, tuple[Callable[..., Any], list[dtypes.DType]]] = {}
        self._types: dict[str, dtypes.DType] = {}

    @property
    def has_run(self) -> bool:
        """Whether it is more than the copy of a graph whose shapes are checked."""
        return self._session is not None

    @property
    def session(self) -> Any:
        if self._closed:
            raise errors.CancelledError(None, None, "Session has been closed.")
        with _lock:
            if self._session is None:
                self._session = tf.Session(self.target, graph=self.graph, config=self.config)
            return self._session

    def extend(self, graph: bytes) -> None:
        message = protos.GraphDef.FromString(graph)
        with self.graph.as_default():
            known = next((n.name for n in message.node if self._has(n.name)), None)
            if known is not None:
                raise errors.InvalidArgumentError(
                    None,
                    None,
                    f"GraphDef argument to Extend includes node '{known}', which was created by a previous call"
                    " to Create or Extend in this session.",
                )
            # What the new nodes take from nodes that are there already comes in through a map.
            new = {n.name for n in message.node}
            outer = {i for n in message.node for i in n.input if i.lstrip("^").partition(":")[0] not in new}
            waits = {n.name: [i[1:] for i in n.input if i in outer and i[0] == "^"] for n in message.node}
            for node in message.node:
                if waits[node.name]:
                    inputs = [i for i in node.input if i not in outer or i[0] != "^"]
                    del node.input[:]
                    node.input.extend(inputs)
            mapped = {i: self._existing(i) for i in outer if i[0] != "^"}
            tf.import_graph_def(message, input_map=mapped or None, name="")
            for name, before in waits.items():
                if before:
                    operation = self.graph.get_operation_by_name
                    operation(name)._add_control_inputs([operation(b) for b in before])

    def _has(self, name: str) -> bool:
        try:
            self.graph.get_operation_by_name(name)
        except KeyError:
            return False
        return True

    def _existing(self, name: str) -> Any:
        return self.graph.get_tensor_by_name(_endpoint(name))

    def tensor(self, name: str) -> Any:
        try:
            return self.graph.get_tensor_by_name(_endpoint(name))
        except (KeyError, ValueError):
            text = f"Tensor {name}, specified in either feed_devices or fetch_devices was not found in the Graph"
            raise errors.InvalidArgumentError(None, None, text) from None

    def operation(self, name: str) -> Any:
        try:
            return self.graph.get_operation_by_name(name.partition(":")[0])
        except (KeyError, ValueError):
            raise errors.NotFoundError(None, None, f"PruneForTargets: Some target nodes not found: {name} ") from None

    def prepared(self, feeds: tuple, fetches: tuple, targets: tuple) -> tuple[Callable[..., Any], list[dtypes.DType]]:
        key = feeds, fetches, targets
        found = self._callables.get(key)
        if found is None:
            fed, fetched, run = self.resolve(*key)
            if not fetched and not run:
                raise errors.InvalidArgumentError(None, None, "Must specify at least one target to fetch or execute.")
            function = self.session.make_callable(fetched + run, fed)
            found = self._callables[key] = function, [t.dtype for t in fetched]
        return found

    def resolve(self, feeds: tuple, fetches: tuple, targets: tuple) -> tuple[list, list, list]:
        fed = [self.tensor(n) for n in feeds]
        fetched = [self.tensor(n) for n in fetches]
        return fed, fetched, [self.operation(n) for n in targets]

    def run(self, run: Any, values: list[np.ndarray], reply: Any) -> None:
        feeds = tuple(run.feeds[i].decode() for i in range(run.n_feeds))
        fetches = tuple(run.fetches[i].decode() for i in range(run.n_fetches))
        targets = tuple(run.targets[i].decode() for i in range(run.n_targets))
        session = self.session
        self._check_types(feeds, values)
        if run.handle:
            fed, fetched, _ = self.resolve(feeds, fetches, ())
            results = session.partial_run(run.handle.decode(), fetched, dict(zip(fed, values)))
            types = [t.dtype for t in fetched]
        elif run.options or run.with_metadata:
            fed, fetched, others = self.resolve(feeds, fetches, targets)
            options = protos.RunOptions.FromString(interface.bytes_at(run.options, run.options_bytes))
            metadata = protos.RunMetadata()
            results = session.run(fetched + others, dict(zip(fed, values)), options=options, run_metadata=metadata)
            types = [t.dtype for t in fetched]
            interface.answer(reply, metadata.SerializeToString())
        else:
            function, types = self.prepared(feeds, fetches, targets)
            results = function(*values)
        if any(t.base_dtype in (dtypes.resource, dtypes.variant) for t in types):
            raise errors.UnimplementedError(None, None, "resources and variants cannot be fetched by a program in C++")
        for i, dtype in enumerate(types):
            run.held[i] = interface.give(run.results[i], results[i], dtype)

    def _check_types(self, feeds: tuple, values: list[np.ndarray]) -> None:
        """Python would convert what is fed; a tensor in C++ has a type, and it must be the right one."""
        for name, value in zip(feeds, values):
            wanted = self._types.get(name)
            if wanted is None:
                wanted = self.tensor(name).dtype.base_dtype
                self._types[name] = wanted
            if value.dtype != wanted.storage:
                given = dtypes.as_dtype(value.dtype).name if value.dtype != object else "string"
                text = f"Type mismatch: {_endpoint(name)} is of type {wanted.name}, and was fed with {given}"
                raise errors.InvalidArgumentError(None, None, text)

    def load(self, folder: str, tags: list[str]) -> bytes:
        if not any(os.path.exists(os.path.join(folder, f"saved_model.{end}")) for end in ("pb", "pbtxt")):
            text = f"Could not find SavedModel .pb or .pbtxt at supplied export directory path: {folder}"
            raise errors.NotFoundError(None, None, text)
        with self.graph.as_default():
            try:
                return tf.saved_model.loader.load(self.session, tags, folder).SerializeToString()
            except RuntimeError as error:
                if "could not be found in SavedModel" not in str(error):
                    raise
        raise errors.NotFoundError(
            None,
            None,
            f"Could not find meta graph def matching supplied tags: {{ {' '.join(tags)} }}. To inspect available "
            "tag-sets in the SavedModel, please use the SavedModel CLI: `saved_model_cli`",
        )

    def close(self) -> None:
        if self._session is not None and not self._closed:
            self._session.close()
        self._closed = True
        self._callables.clear()


def _endpoint(name: str) -> str:
    return name if ":" in name else f"{name}:0"


def _lists(text: bytes) -> list[tuple[str, ...]]:
    """Lists of names, each of which ends with an empty line."""
    lists: list[list[str]] = [[]]
    for line in text.decode().split("\n")[:-1]:
        if line:
            lists[-1].append(line)
        else:
            lists.append([])
    return [tuple(names) for names in lists[:-1]]


def _guarded(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function whose last argument is a reply, into which its errors go."""

    @functools.wraps(function)
    def guarded(*arguments: Any) -> Any:
        reply = arguments[-1].contents
        try:
            return function(*arguments[:-1], reply)
        except errors.OpError as error:
            interface.answer(reply, str(error.message).encode(), error.error_code or errors.UNKNOWN)
        except (ValueError, TypeError, KeyError) as error:
            interface.answer(reply, (str(error) or type(error).__name__).encode(), errors.INVALID_ARGUMENT)
        except Exception as error:  # whatever it is, C++ must hear of it
            text = f"{type(error).__name__}: {error}"
            code = errors.INVALID_ARGUMENT if type(error).__name__ == "DecodeError" else errors.INTERNAL
            interface.answer(reply, text.encode(), code)
        return 0

    return guarded


@_guarded
def new_session(target: bytes, config: int, size: int, reply: Any) -> int:
    """Returns the number of a new session."""
    session = _Session(target.decode(), interface.bytes_at(config, size))
    number = interface.hold(None)
    _sessions[number] = session
    return number


@_guarded
def extend(session: int, graph: int, size: int, reply: Any) -> None:
    """Adds a GraphDef."""
    _sessions[session].extend(interface.bytes_at(graph, size))


@_guarded
def run(session: int, call: Any, reply: Any) -> None:
    """Runs a step; the answer is a RunMetadata if one is wanted."""
    assert _runtime is not None
    run = call.contents
    values = [interface.array_of(run.values[i], run.owners[i], _runtime.release_owner) for i in range(run.n_feeds)]
    _sessions[session].run(run, values, reply)
    if "jaxlib" in sys.modules and not _ends_after_xla:
        _watch_the_end()


@_guarded
def partial_run_setup(session: int, names: bytes, reply: Any) -> None:
    """Begins a run in parts; the answer is its handle."""
    owner = _sessions[session]
    feeds, fetches, targets = _lists(names)
    fed, fetched, others = owner.resolve(feeds, fetches, targets)
    interface.answer(reply, owner.session.partial_run_setup(fetched + others, fed).encode())


@_guarded
def close(session: int, reply: Any) -> None:
    """Closes a session."""
    _sessions[session].close()


def forget(session: int) -> None:
    """The program has deleted a session."""
    found = _sessions.pop(session, None)
    interface.release(session)
    if found is not None:
        found.close()
    if not any(s.has_run for s in _sessions.values()):
        _finish_compiling()


@_guarded
def devices(session: int, reply: Any) -> None:
    """The devices: a line for each with name, type and memory."""
    found = _sessions[session].session.list_devices()
    interface.answer(reply, "".join(f"{d.name} {d.device_type} {d.memory_limit_bytes}\n" for d in found).encode())


@_guarded
def load_saved_model(session: int, folder: bytes, tags: bytes, reply: Any) -> None:
    """Loads a SavedModel; the answer is its MetaGraphDef."""
    interface.answer(reply, _sessions[session].load(os.fsdecode(folder), list(_lists(tags)[0])))


@_guarded
def _gradients(graph: int, size: int, names: bytes, described: Any, reply: Any) -> None:
    ys, xs, dys = _lists(names)
    with tf.Graph().as_default() as g:
        before = protos.GraphDef.FromString(interface.bytes_at(graph, size))
        tf.import_graph_def(before, name="")
        known = {op.name for op in g.get_operations()}
        tensor = g.get_tensor_by_name
        found = tf.gradients([tensor(n) for n in ys], [tensor(n) for n in xs], [tensor(n) for n in dys] or None)
        found = [None if t is None else tf.convert_to_tensor(t) for t in found]
        more = protos.GraphDef()
        lines = []
        for node in g.as_graph_def().node:
            if node.name in known:
                continue
            more.node.add().CopyFrom(node)
            op = g.get_operation_by_name(node.name)
            types = [t.dtype.as_datatype_enum for t in (*op.inputs, *op.outputs)]
            lines.append(" ".join(map(str, (len(op.inputs), *types))))
    lines += ["" if t is None else t.name for t in found]
    interface.answer(described.contents, "".join(f"{line}\n" for line in lines).encode())
    interface.answer(reply, more.SerializeToString())


def gradients(graph: int, size: int, names: bytes, nodes: Any, described: Any) -> None:
    """Gradients: the new nodes; and a line for each with its types, then the names of the gradients."""
    _gradients(graph, size, names, described, nodes)


@_guarded
def describe(op_type: bytes, reply: Any) -> None:
    """The inputs and outputs of a type of operations."""
    definition = opdef.get(op_type.decode())
    if definition is None:
        raise errors.NotFoundError(None, None, f"Op type not registered '{op_type.decode()}'")
    interface.answer(reply, spec(definition).encode())


@_guarded
def load_library(path: bytes, reply: Any) -> None:
    """Loads a library of operations."""
    tf.load_op_library(os.fsdecode(path))


def fill(address: int) -> None:
    """Writes the functions into the structure at an address, in which the program has put its own.

    Raises:
      RuntimeError: the program was compiled with headers of another version.
    """
    global _runtime
    runtime = interface.Runtime.from_address(address)
    if runtime.version != interface.VERSION:
        raise RuntimeError(
            "this program was compiled with the headers of another version of Penstock: compile it again"
        )
    table = (new_session, extend, run, partial_run_setup, close, forget, devices, load_saved_model, gradients)
    named = {function.__name__: function for function in (*table, describe, load_library)}
    fields: Any = interface.Runtime._fields_[2:]
    for name, kind in fields:
        function = kind(interface.release if name == "release" else named[name])
        _functions.append(function)
        setattr(runtime, name, function)
    _runtime = runtime
    _watch_the_end()


# -- the end of the program ---------------------------------------------------------------------------------------------
#
# XLA compiles in a thread, and cannot be interrupted. If it still does when C's `exit` takes its libraries apart, the process
# crashes.

_ends_after_xla = False


def _finish_compiling() -> None:
    """The last session is gone, so the program may end soon: waits for what XLA is compiling, and forgets the rest."""
    background = sys.modules.get("penstock.runtime.xla.background")
    if background is not None:
        background.forget_waiting()
        background.wait()


def _watch_the_end() -> None:
    """Has `_at_the_end` called by C's `exit`, before it takes apart the libraries that are loaded now."""
    global _ends_after_xla
    _ends_after_xla = "jaxlib" in sys.modules
    libc = ctypes.CDLL(None)
    if hasattr(libc, "on_exit"):
        function = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_void_p)(_at_the_end)
        _functions.append(function)
        libc.on_exit(function, None)


def _at_the_end(status: int, _: Any) -> None:
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    background = sys.modules.get("penstock.runtime.xla.background")
    if background is not None and not background.wait(0.2):
        ctypes.CDLL(None).fflush(None)
        os._exit(status)  # there is a session, and XLA works for it
