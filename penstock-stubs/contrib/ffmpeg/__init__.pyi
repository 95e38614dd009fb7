"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.ffmpeg_audio import decode_audio as decode_audio
from penstock.contrib.ffmpeg_audio import encode_audio as encode_audio

__all__ = [
    "decode_audio",
    "encode_audio",
]
