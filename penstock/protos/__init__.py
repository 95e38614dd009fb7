"""Wire formats: the protocol messages of TensorFlow 1.x, by name (`protos.GraphDef`, `protos.DT_FLOAT`).

The `.proto` files beside this one are compiled to `descriptors.bin` by `python -m penstock.tools.protos`. That file is
read on first use, into a descriptor pool of our own: real TensorFlow or TensorBoard, which define messages of the same
names in protobuf's default pool, may live in the same process. Depends on nothing else of the package.
"""

from __future__ import annotations

import copyreg
import functools
import pathlib
import sys
import typing

DESCRIPTORS = pathlib.Path(__file__).with_name("descriptors.bin")


def pool() -> typing.Any:
    """Returns the private `google.protobuf` descriptor pool that holds all messages of the package."""
    return _loaded()[0]


def find(full_name: str) -> typing.Any:
    """Returns the message class or enum with a full name, such as `tensorflow.tfprof.OpLogProto`.

    Raises:
        KeyError: if there is none.
    """
    return _loaded()[2][full_name]


@functools.cache
def _loaded() -> tuple[typing.Any, dict[str, typing.Any], dict[str, typing.Any]]:
    """The pool, and what it holds: by short name (classes, enums, numbers of enum values), and by full name.

    Where two packages use one short name, it means that of `tensorflow`, else of the first file.
    """
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
    from google.protobuf.internal import enum_type_wrapper

    private = descriptor_pool.DescriptorPool()
    files = descriptor_pb2.FileDescriptorSet.FromString(DESCRIPTORS.read_bytes()).file
    for file in files:  # dependencies come first
        private.AddSerializedFile(file.SerializeToString())

    short: dict[str, typing.Any] = {}
    full: dict[str, typing.Any] = {}
    for name in (file.name for file in sorted(files, key=lambda file: file.package != "tensorflow")):
        descriptor = private.FindFileByName(name)
        for message in descriptor.message_types_by_name.values():
            cls = message_factory.GetMessageClass(message)
            _adopt(cls, "", full)
            short.setdefault(message.name, cls)
        for enum in descriptor.enum_types_by_name.values():
            full[enum.full_name] = enum_type_wrapper.EnumTypeWrapper(enum)
            short.setdefault(enum.name, full[enum.full_name])
            for value in enum.values:
                short.setdefault(value.name, value.number)
    return private, short, full


def _adopt(cls: typing.Any, outer: str, full: dict[str, typing.Any]) -> None:
    """Enters a class and those nested in it into `full`, and lets their messages be pickled.

    Protobuf would look for nested classes in its default pool when they are unpickled.
    """
    descriptor = cls.DESCRIPTOR
    full[descriptor.full_name] = cls
    cls.__module__ = __name__
    cls.__qualname__ = outer + descriptor.name
    copyreg.pickle(cls, _reduce)
    for enum in descriptor.enum_types:
        full[enum.full_name] = getattr(cls, enum.name)
    for nested in descriptor.nested_types:
        if not nested.GetOptions().map_entry:
            _adopt(getattr(cls, nested.name), cls.__qualname__ + ".", full)


def _reduce(message: typing.Any) -> tuple[typing.Any, ...]:
    return _restore, (message.DESCRIPTOR.full_name, message.SerializePartialToString())


def _restore(full_name: str, data: bytes) -> typing.Any:
    return find(full_name).FromString(data)


def __getattr__(name: str) -> typing.Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        value = _loaded()[1][name]
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
    setattr(sys.modules[__name__], name, value)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_loaded()[1]})
