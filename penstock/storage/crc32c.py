"""CRC-32C, the checksum of records, checkpoints and event files, by a native library that is loaded on first use.

Files store checksums masked: a checksum of data that itself contains checksums would be weak otherwise.
"""

from __future__ import annotations

from typing import Any

from penstock.storage import records_native

_native: Any = None
_DELTA = 0xA282EAD8


def _library() -> Any:
    global _native
    if _native is None:
        import google_crc32c

        _native = google_crc32c
    return _native


def value(data: bytes) -> int:
    """The checksum of `data`."""
    return _library().value(data)


def checksum() -> Any:
    """The library's own function for `value`: small tensors come by the ten thousand."""
    return _library().value


def extend(crc: int, data: Any) -> int:
    """The checksum of what `crc` is the checksum of, followed by `data`: bytes, or an array of them."""
    size = len(data)
    if size >= records_native.WORTH:
        fast = records_native.checksum(size)
        if fast is not None:
            import numpy as np

            return fast(crc, data if type(data) is bytes else np.frombuffer(data, np.uint8).ctypes.data, size)
    return _library().extend(crc, data)


def mask(crc: int) -> int:
    """The checksum as files store it."""
    return (((crc >> 15) | (crc << 17)) + _DELTA) & 0xFFFFFFFF


def unmask(masked: int) -> int:
    """The checksum from how files store it."""
    rotated = (masked - _DELTA) & 0xFFFFFFFF
    return ((rotated >> 17) | (rotated << 15)) & 0xFFFFFFFF


def masked(data: bytes) -> int:
    """The masked checksum of `data`."""
    return mask(value(data))
