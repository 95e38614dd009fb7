"""What 1.15 says of operations that have no kernel on a processor: those of GPUs and TPUs."""

from __future__ import annotations

from typing import Any

from penstock import protos
from penstock.graph import dtypes, errors
from penstock.graph.operation import Operation
from penstock.graph.tensor_shape import TensorShape

# Operations without which 1.15 places no graph: one of them in it, and no run of any part succeeds. Filled by their modules.
REFUSED: set[str] = set()


def _told(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (str, bytes)):
        return f'"{value.decode(errors="replace") if isinstance(value, bytes) else value}"'
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_told, value))}]"
    if isinstance(value, TensorShape):
        dims = value._dims
        return "<unknown>" if dims is None else f"[{','.join('?' if d is None else str(d) for d in dims)}]"
    return protos.DataType.Name(value.as_datatype_enum) if isinstance(value, dtypes.DType) else str(value)


def refuse(node: Operation, registered: str = "<no registered kernels>", where: str | None = None) -> None:
    """Fails as 1.15 does for an operation that has no kernel on a processor.

    Args:
      node: the operation.
      registered: the kernels that there are, in 1.15's words.
      where: the line that made the operation, if no one else adds it to the error.
    """
    name, end = (
        (f"node {node.name} (defined at {where})", f"\n\t [[{node.name}]]")
        if where
        else (
            f"{{{{node {node.name}}}}}",
            "",
        )
    )
    attrs = ", ".join(f"{name}={_told(value)}" for name, value in sorted(node._attrs.items()))
    raise errors.InvalidArgumentError(
        None,
        None,
        f"No OpKernel was registered to support Op '{node.type}' used by {name} with these attrs: "
        f"[{attrs}]\nRegistered devices: [CPU, XLA_CPU]\nRegistered kernels:\n  {registered}\n{end}",
    )
