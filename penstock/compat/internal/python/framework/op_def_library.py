"""Operations by their definitions, as wrappers that `tf_op_gen` of older releases wrote make them."""

from __future__ import annotations

from typing import Any

from penstock import protos
from penstock.graph import build, opdef, opdef_proto
from penstock.graph.operation import Operation

__all__ = ["OpDefLibrary"]


class OpDefLibrary:
    """The operations whose definitions were added."""

    def __init__(self) -> None:
        self._ops: dict[str, Any] = {}

    def add_op(self, op_def: Any) -> None:
        """Adds the definition of an operation, an `OpDef`.

        Raises:
          TypeError: it is none.
          ValueError: it has no name.
          RuntimeError: the name was added before.
        """
        if not isinstance(op_def, protos.OpDef):
            raise TypeError(f"{op_def} is {type(op_def)}, not an op_def_pb2.OpDef")
        if not op_def.name:
            raise ValueError(f"{op_def} missing name.")
        if op_def.name in self._ops:
            raise RuntimeError(f"Op name {op_def.name} registered twice.")
        self._ops[op_def.name] = op_def

    def add_op_list(self, op_list: Any) -> None:
        """Adds the definitions of an `OpList`."""
        if not isinstance(op_list, protos.OpList):
            raise TypeError(f"{op_list} is {type(op_list)}, not an op_def_pb2.OpList")
        for op_def in op_list.op:
            self.add_op(op_def)

    def apply_op(self, op_type_name: str, name: str | None = None, **keywords: Any) -> Any:
        """Makes an operation from inputs and attributes, named as in its definition.

        Returns:
          Its output; a list of several, each perhaps a list; the Operation if it has none.

        Raises:
          RuntimeError: if its definition was not added.
          TypeError, ValueError: if inputs or attributes do not fit it.
        """
        results = build.results(self._apply_op_helper(op_type_name, name, **keywords)[2])
        return list(results) if isinstance(results, tuple) else results

    def _apply_op_helper(
        self, op_type_name: str, name: str | None = None, **keywords: Any
    ) -> tuple[Any, bool, Operation]:
        op_def = self._ops.get(op_type_name)
        if op_def is None:
            raise RuntimeError(f"Unrecognized Op name {op_type_name}")
        if opdef.get(op_type_name) is None:
            opdef.add(opdef_proto.from_proto(op_def))
        names = {arg.name for arg in op_def.input_arg} | {attr.name for attr in op_def.attr}
        given = {key[:-1] if key not in names and key[:-1] in names else key: v for key, v in keywords.items()}
        for arg in op_def.input_arg:
            if arg.name not in given:
                raise TypeError(f"No argument for input {arg.name}")
        inferred = {word for arg in op_def.input_arg for word in (arg.type_attr, arg.number_attr, arg.type_list_attr)}
        for attr in op_def.attr:
            if attr.name not in inferred and attr.name not in given:
                raise TypeError(f"No argument for attr {attr.name}")
        unknown = sorted({*given} - names)
        if unknown:
            raise TypeError(f"apply_op() got unexpected keyword arguments: {', '.join(unknown)}")
        op = build.make(op_type_name, name, given)
        return [arg.name for arg in op_def.output_arg], op_def.is_stateful, op
