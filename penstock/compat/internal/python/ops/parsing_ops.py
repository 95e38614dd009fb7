"""Decoding with the arguments that 2.x made public."""

from __future__ import annotations

from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, TensorLike

__all__ = ["decode_raw"]


def decode_raw(
    input_bytes: TensorLike,
    out_type: DTypeLike,
    little_endian: bool = True,
    fixed_length: TensorLike | None = None,
    name: str | None = None,
) -> Tensor:
    """Reinterprets the bytes of strings as numbers; each string is cut or filled with zeros to `fixed_length` bytes."""
    if fixed_length is None:
        return apply("DecodeRaw", name, bytes=input_bytes, out_type=out_type, little_endian=little_endian)
    return apply(
        "DecodePaddedRaw",
        name,
        input_bytes=input_bytes,
        fixed_length=fixed_length,
        out_type=out_type,
        little_endian=little_endian,
    )
