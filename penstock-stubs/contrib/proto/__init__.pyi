"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.io.protos import decode_proto as decode_proto
from penstock.ops.io.protos import encode_proto as encode_proto

__all__ = [
    "decode_proto",
    "encode_proto",
]
