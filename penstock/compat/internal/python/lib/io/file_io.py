"""Files compared."""

from __future__ import annotations

import binascii

from penstock.storage.gfile import GFile

__all__ = [
    "file_crc32",
    "filecmp",
]


def file_crc32(filename: str, block_size: int = 16 * 1024 * 1024) -> str:
    """The CRC-32 of a file, in hexadecimal.

    Args:
      filename: the file.
      block_size: how many bytes to read at a time; -1 for all of them.
    """
    crc = 0
    with GFile(filename, "rb") as file:
        while chunk := file.read(block_size):
            crc = binascii.crc32(chunk, crc)
    return hex(crc & 0xFFFFFFFF)


def filecmp(filename_a: str, filename_b: str) -> bool:
    """Whether two files have the same size and the same CRC-32."""
    with GFile(filename_a, "rb") as a, GFile(filename_b, "rb") as b:
        if a.size() != b.size():
            return False
    return file_crc32(filename_a) == file_crc32(filename_b)
