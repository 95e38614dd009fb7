"""What a graph holds: its operations, found by name or as what they are, and which of them may be fed or fetched."""

from __future__ import annotations

from typing import Any

from penstock.graph.operation import Operation, Tensor


class Elements:
    """The part of a `Graph` that knows its operations and tensors."""

    def __init__(self) -> None:
        self._operations: list[Operation] = []
        self._by_name: dict[str, Operation] = {}
        self._unfeedable: set[Tensor] = set()
        self._unfetchable: set[Any] = set()

    def as_graph_element(self, obj: object, allow_tensor: bool = True, allow_operation: bool = True) -> Any:
        """Returns the Tensor or Operation of this graph that `obj` is or names.

        Raises:
          TypeError: if `obj` is neither, and cannot be converted.
          ValueError: if it is not an element of this graph, or the name is malformed.
          KeyError: if there is no element of that name.
        """
        if not allow_tensor and not allow_operation:
            raise ValueError("allow_tensor and allow_operation can't both be False.")
        kinds = " or ".join(k for k, allowed in (("Tensor", allow_tensor), ("Operation", allow_operation)) if allowed)
        convert = getattr(obj, "_as_graph_element", None)
        if convert is not None:
            element = convert()
            obj = obj if element is None else element
        if isinstance(obj, (bytes, str)):
            return self._element_by_name(
                obj.decode() if isinstance(obj, bytes) else obj, allow_tensor, allow_operation, kinds
            )
        if isinstance(obj, Tensor) and allow_tensor:
            if obj.graph is not self:
                raise ValueError(f"Tensor {obj} is not an element of this graph.")
            return obj
        if isinstance(obj, Operation) and allow_operation:
            if obj.graph is not self:
                raise ValueError(f"Operation {obj!r} is not an element of this graph.")
            return obj
        raise TypeError(f"Can not convert a {type(obj).__name__} into a {kinds}.")

    def _element_by_name(self, name: str, allow_tensor: bool, allow_operation: bool, kinds: str) -> Any:
        if ":" in name and allow_tensor:
            try:
                op_name, out = name.split(":")
                index = int(out)
            except ValueError:
                raise ValueError(
                    f"The name {name!r} looks a like a Tensor name, but is not a valid one. Tensor names must be of "
                    'the form "<op_name>:<output_index>".'
                ) from None
            op = self._by_name.get(op_name)
            if op is None:
                raise KeyError(
                    f"The name {name!r} refers to a Tensor which does not exist. The operation, {op_name!r}, does not "
                    "exist in the graph."
                )
            try:
                return op._outputs[index]
            except IndexError:
                raise KeyError(
                    f"The name {name!r} refers to a Tensor which does not exist. The operation, {op_name!r}, exists "
                    f"but only has {len(op._outputs)} outputs."
                ) from None
        if ":" in name:
            raise ValueError(f"Name {name!r} appears to refer to a Tensor, not a {kinds}.")
        if allow_operation:
            op = self._by_name.get(name)
            if op is None:
                raise KeyError(f"The name {name!r} refers to an Operation not in the graph.")
            return op
        if name in self._by_name:
            raise ValueError(
                f"The name {name!r} refers to an Operation, not a {kinds}. Tensor names must be of the form "
                '"<op_name>:<output_index>".'
            )
        raise ValueError(
            f"The name {name!r} looks like an (invalid) Operation name, not a {kinds}. Tensor names must be of the "
            'form "<op_name>:<output_index>".'
        )

    def get_operations(self) -> list[Operation]:
        """The operations of this graph, in the order in which they were made."""
        return list(self._operations)

    def get_operation_by_name(self, name: str) -> Operation:
        """Returns the operation called `name`."""
        if not isinstance(name, str):
            raise TypeError(f"Operation names are strings (or similar), not {type(name).__name__}.")
        return self.as_graph_element(name, allow_tensor=False, allow_operation=True)

    def get_tensor_by_name(self, name: str) -> Tensor:
        """Returns the tensor called `name` (`'op:0'`)."""
        if not isinstance(name, str):
            raise TypeError(f"Tensor names are strings (or similar), not {type(name).__name__}.")
        return self.as_graph_element(name, allow_tensor=True, allow_operation=False)

    # -- feeding and fetching ---------------------------------------------------------------------

    def prevent_feeding(self, tensor: Tensor) -> None:
        """Marks `tensor` as unfeedable in this graph."""
        self._unfeedable.add(tensor)

    def is_feedable(self, tensor: Tensor) -> bool:
        """True if `tensor` may be fed."""
        return tensor not in self._unfeedable

    def prevent_fetching(self, op: Operation) -> None:
        """Marks `op` as unfetchable in this graph."""
        self._unfetchable.add(op)

    def is_fetchable(self, tensor_or_op: Any) -> bool:
        """True if the tensor or operation may be fetched."""
        op = tensor_or_op.op if isinstance(tensor_or_op, Tensor) else tensor_or_op
        return op not in self._unfetchable and tensor_or_op not in self._unfetchable
