"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.signal.audio import decode_wav as decode_wav
from penstock.ops.signal.audio import encode_wav as encode_wav

__all__ = [
    "decode_wav",
    "encode_wav",
]
