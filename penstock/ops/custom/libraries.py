"""Libraries of a user's own operations: `tf.load_op_library` and its relatives.

A library that was compiled with Penstock's headers shows two functions, for its operations and its kernels; everything else
of it stays its own. What cannot be loaded is an error of 1.x's classes.
"""

from __future__ import annotations

import ctypes
import errno
import hashlib
import os
import sys
import threading
import types
from typing import Any

from penstock import protos
from penstock._namespace import export
from penstock.graph import errors, opdef, opdef_proto, registry
from penstock.ops.custom import definitions, interface, kernels, programs, readers, shapes, wrappers

_lock = threading.RLock()
_loaded: dict[str, _Library] = {}


class _Library:
    """A library that was loaded."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.handle = _open(path)
        self.operations = self._part("penstock_operations", interface.Operations)
        self.kernels = self._part("penstock_kernels", interface.Kernels)
        self.protos: list[Any] = []

    def _part(self, name: str, kind: type) -> Any:
        try:
            function = getattr(self.handle, name)
        except AttributeError:
            return None
        function.restype, function.argtypes = ctypes.POINTER(kind), []
        part = function().contents
        if part.version != interface.VERSION:
            raise errors.FailedPreconditionError(
                None,
                None,
                f"{self.path} was compiled with the headers of another version of Penstock ({part.version}, not "
                f"{interface.VERSION}): compile it again.",
            )
        return part


def _open(path: str) -> ctypes.CDLL:
    try:
        return ctypes.CDLL(path, os.RTLD_NOW | os.RTLD_LOCAL)
    except OSError as error:
        text = str(error)
        if "undefined symbol: _ZN10tensorflow" in text or "libtensorflow_framework" in text:
            text += (
                ". It was made for TensorFlow's own C++ runtime: compile its source with the flags of "
                "tf.sysconfig.get_compile_flags()."
            )
        raise errors.NotFoundError(None, None, text) from None


def _load(filename: str) -> _Library:
    path = os.fspath(filename)
    if isinstance(path, bytes):
        path = os.fsdecode(path)
    with _lock:
        known = _loaded.get(os.path.realpath(path))
        if known is not None:
            return known
        library = _Library(path)
        _register(library)
        _loaded[os.path.realpath(path)] = library
        return library


def _register(library: _Library) -> None:
    """Makes the operations and kernels of a library known, all or none."""
    new: list[tuple[Any, Any]] = []
    if library.operations is not None:
        for i in range(library.operations.n_ops):
            op = library.operations.ops[i]
            name = op.name.decode()
            proto = definitions.parse(name, interface.texts(op.specs))
            library.protos.append(proto)
            known = opdef.get(name)
            if known is None:
                new.append((proto, op.shape_function))
    if library.kernels is not None:
        for i in range(library.kernels.n_kernels):
            kernels.register(kernels.Registration(library.kernels, library.kernels.kernels[i]))
    for proto, shape_function in new:
        _define(library, proto, shape_function)


def _define(library: _Library, proto: Any, shape_function: int | None) -> None:
    try:
        definition = opdef_proto.from_proto(proto)
    except ValueError as error:
        raise errors.InvalidArgumentError(None, None, str(error)) from None
    opdef.add(definition)
    rule = None if shape_function is None else shapes.rule_of(library.operations, shape_function)
    if kernels.is_reader(definition.name):
        readers.define(definition.name, rule)
        return
    grouped = any(arg.is_list for arg in definition.inputs)
    inside = programs.InPrograms(definition, library.operations, shape_function)

    def kernel(xp: types.ModuleType, *args: Any, ctx: Any) -> Any:
        flat = [v for a in args for v in (a if isinstance(a, list) else [a])] if grouped else list(args)
        return kernels.run(ctx, flat) if ctx.run is not None else inside.call(ctx.op, flat)

    vars(kernel)["of_this_process"] = True
    vars(kernel)["has_own_generator"] = True
    updates = tuple(
        arg.name for arg in definition.inputs if arg.is_ref and (arg.type is None or arg.type.name != "string")
    )
    waits = kernels.may_wait(definition.name)
    registry.op(
        definition.name,
        shape=rule,
        host=inside.stays_outside,
        static=inside.decisive,
        blocking=waits,
        updates=updates,
    )(kernel)


@export("load_op_library")
def load_op_library(library_filename: str) -> types.ModuleType:
    """Loads a library of operations that were written in C++ and returns a module with functions for them.

    The library must have been compiled with the headers in `tf.sysconfig.get_include()`; docs/guide/custom_operations.md
    shows how. A library is a program: load only what you trust.

    Args:
      library_filename: the path of a shared library.

    Returns:
      A module with a function for each operation; `OP_LIST` has their definitions.

    Raises:
      NotFoundError: there is no such library, or it needs symbols that are not there.
      InvalidArgumentError: an operation is not defined as it must be.
      FailedPreconditionError: it was compiled with the headers of another version.

    >>> import penstock as tf
    >>> try:
    ...     tf.load_op_library("nowhere.so")
    ... except tf.errors.NotFoundError as error:
    ...     print("nowhere.so" in error.message)
    True
    """
    library = _load(library_filename)
    op_list = protos.OpList()
    for proto in library.protos:
        op_list.op.add().CopyFrom(proto)
    name = hashlib.sha256(op_list.SerializeToString(deterministic=True)).hexdigest()[:32]
    known = sys.modules.get(name)
    if known is not None:
        return known
    module = types.ModuleType(name)
    for proto in library.protos:
        function = wrappers.function_of(proto)
        function.__module__ = name
        setattr(module, function.__name__, function)
        setattr(module, proto.name, function)
    vars(module)["LIB_HANDLE"] = library.handle
    vars(module)["OP_LIST"] = op_list
    vars(module)["_IS_TENSORFLOW_PLUGIN"] = True
    sys.modules[name] = module
    return module


@export("load_file_system_library")
def load_file_system_library(library_filename: str) -> None:
    """Loads a library with a file system.

    File systems of one's own in C++ are not supported: what a library registers is not used by `tf.gfile`.

    Args:
      library_filename: the path of a shared library.

    Raises:
      NotFoundError: there is no such library, or it needs symbols of TensorFlow's C++ runtime.

    >>> import penstock as tf
    >>> try:
    ...     tf.load_file_system_library("nowhere.so")
    ... except tf.errors.NotFoundError:
    ...     print("not found")
    not found
    """
    _load(library_filename)


@export("load_library")
def load_library(library_location: str) -> None:
    """Loads a library of operations and kernels, or all libraries of a folder.

    Args:
      library_location: a path.

    Raises:
      OSError: there is nothing at that path.
      NotFoundError: a library needs symbols of TensorFlow's C++ runtime.

    >>> import penstock as tf
    >>> try:
    ...     tf.load_library("nowhere")
    ... except OSError as error:
    ...     print(error.strerror)
    The file or folder to load kernel libraries from does not exist.
    """
    if not os.path.exists(library_location):
        text = "The file or folder to load kernel libraries from does not exist."
        raise OSError(errno.ENOENT, text, library_location)
    found = [library_location]
    if os.path.isdir(library_location):
        found = [os.path.join(library_location, f) for f in sorted(os.listdir(library_location)) if _is_library(f)]
    for path in found:
        _load(path)


def _is_library(name: str) -> bool:
    head, dot, version = name.rpartition(".so.")
    return name.endswith((".so", ".dylib")) or (bool(dot) and version[:1].isdecimal())
