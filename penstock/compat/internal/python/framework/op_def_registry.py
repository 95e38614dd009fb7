"""The definitions of all operations by name, as `OpDef` messages."""

import functools
from typing import Any

from penstock import protos
from penstock.graph import opdef, opdef_proto

__all__ = ["get_registered_ops", "register_op_list"]


@functools.cache
def get_registered_ops() -> dict[str, Any]:
    """The `OpDef`s of all operations by name; always the same dictionary."""
    found = ((name, opdef.get(name)) for name in opdef.all_names())
    return {name: opdef_proto.to_proto(definition) for name, definition in found if definition is not None}


def register_op_list(op_list: Any) -> None:
    """Adds the definitions of an `OpList`.

    Raises:
      TypeError: if it is none.
      ValueError: if an operation of that name has another definition.
    """
    if not isinstance(op_list, protos.OpList):
        raise TypeError(f"{op_list} is {type(op_list)}, not an op_def_pb2.OpList")
    known = get_registered_ops()
    for definition in op_list.op:
        if known.setdefault(definition.name, definition) != definition:
            raise ValueError(
                f"Registered op_def for {definition.name} ({known[definition.name]}) not equal to op_def to register "
                f"({definition})"
            )
