"""Going through files by lines or by records of one length, whole blocks at a time. TFRecords are in `records`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from penstock.graph import errors
from penstock.storage import gfile, records

_BLOCK = 256 * 1024


def _opened(path: gfile.Path, compression_type: str) -> tuple[gfile.GFile, Callable[[int], bytes]]:
    if compression_type not in ("", "ZLIB", "GZIP"):
        raise errors.InvalidArgumentError(None, None, f"Unsupported compression_type: {compression_type}.")
    file = gfile.GFile(path, "rb")
    if compression_type:
        return file, records._inflating(file.read, records._WINDOW_BITS[compression_type], path)
    return file, file.read


def lines(path: gfile.Path, compression_type: str = "") -> Iterator[bytes]:
    """The lines of a file, without `\\n` or `\\r\\n`; a last line without an end counts if it is not empty."""
    for block in line_blocks(path, compression_type):
        yield from block


def line_blocks(path: gfile.Path, compression_type: str = "") -> Iterator[list[bytes]]:
    """As `lines`, many at a time."""
    file, read = _opened(path, compression_type)
    with file:
        rest = b""
        while block := read(_BLOCK):
            found = (rest + block if rest else block).split(b"\n")
            rest = found.pop()
            if found:
                yield [line.removesuffix(b"\r") for line in found]
        if rest:
            yield [rest]


def fixed_length(
    path: gfile.Path,
    record_bytes: int,
    header_bytes: int = 0,
    footer_bytes: int = 0,
    hop_bytes: int = 0,
    compression_type: str = "",
) -> Iterator[bytes]:
    """Records of `record_bytes` bytes, each `hop_bytes` (by default their length) after the one before."""
    hop = hop_bytes or record_bytes
    file, read = _opened(path, compression_type)
    with file:
        have, at = b"", header_bytes  # `at` counts from the beginning of `have`, and may lie behind its end
        while True:
            # The footer is what the file ends with: so many bytes more than the record must be there.
            while len(have) < at + record_bytes + footer_bytes:
                block = read(max(_BLOCK, record_bytes))
                if not block:
                    return
                gone = min(at, len(have))
                have, at = have[gone:] + block, at - gone
            yield have[at : at + record_bytes]
            at += hop
