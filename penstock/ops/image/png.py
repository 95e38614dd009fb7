"""PNG with 16 bits per channel, which Pillow reduces to 8: reading and writing what is not interlaced."""

from __future__ import annotations

import struct
import zlib

import numpy as np

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
# Colour type → number of channels in the file.
_CHANNELS = {0: 1, 2: 3, 4: 2, 6: 4}
_TYPES = {count: kind for kind, count in _CHANNELS.items()}


def header(data: bytes) -> tuple[int, int, int, int, int]:
    """Width, height, bits, colour type and interlacing.

    Raises:
      ValueError: it is not a PNG.
    """
    if len(data) < 33 or not data.startswith(_SIGNATURE) or data[12:16] != b"IHDR":
        raise ValueError("not a PNG file")
    width, height, bits, color, _, _, interlaced = struct.unpack(">IIBBBBB", data[16:29])
    return width, height, bits, color, interlaced


def read16(data: bytes) -> np.ndarray:
    """The pixels of a file with 16 bits per channel, as uint16[height, width, channels].

    Raises:
      ValueError: the file is damaged or interlaced.
    """
    width, height, bits, color, interlaced = header(data)
    if bits != 16 or interlaced or color not in _CHANNELS:
        raise ValueError("only plain images with 16 bits are read here")
    parts, at = [], 8
    while at + 8 <= len(data):
        (size,), kind = struct.unpack(">I", data[at : at + 4]), data[at + 4 : at + 8]
        if kind == b"IDAT":
            parts.append(data[at + 8 : at + 8 + size])
        at += 12 + size
    step = 2 * _CHANNELS[color]
    line = width * step
    try:
        raw = zlib.decompress(b"".join(parts))
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if len(raw) < height * (line + 1):
        raise ValueError("the image ends early")
    rows = np.frombuffer(raw, np.uint8, height * (line + 1)).reshape(height, line + 1)
    out = np.zeros((height, line), np.uint8)
    above = np.zeros(line, np.uint8)
    for y in range(height):
        above = out[y] = _unfiltered(int(rows[y, 0]), rows[y, 1:], above, step)
    return out.view(">u2").astype(np.uint16).reshape(height, width, _CHANNELS[color])


def _unfiltered(kind: int, row: np.ndarray, above: np.ndarray, step: int) -> np.ndarray:
    if kind == 0:
        return row
    if kind == 1:
        return np.add.accumulate(row.reshape(-1, step), axis=0, dtype=np.uint8).ravel()
    if kind == 2:
        return row + above
    out = bytearray(len(row))
    values, upper = row.tolist(), above.tolist()
    for i, value in enumerate(values):
        left = out[i - step] if i >= step else 0
        up = upper[i]
        if kind == 3:
            guess = (left + up) // 2
        else:
            corner = upper[i - step] if i >= step else 0
            p = left + up - corner
            a, b, c = abs(p - left), abs(p - up), abs(p - corner)
            guess = left if a <= b and a <= c else up if b <= c else corner
        out[i] = (value + guess) & 255
    return np.frombuffer(bytes(out), np.uint8)


def write(image: np.ndarray, level: int) -> bytes:
    """A file with the pixels of a uint8 or uint16 image [height, width, channels]."""
    height, width, channels = image.shape
    bits = 8 * image.dtype.itemsize
    rows = np.ascontiguousarray(image.astype(image.dtype.newbyteorder(">"))).view(np.uint8).reshape(height, -1)
    raw = np.zeros((height, rows.shape[1] + 1), np.uint8)
    # Each line as the difference to the one above: small files of natural images, and one operation for all lines.
    raw[:, 0] = 2
    raw[:, 1:] = rows
    raw[1:, 1:] -= rows[:-1]
    pieces = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, bits, _TYPES[channels], 0, 0, 0)),
        (b"IDAT", zlib.compress(raw.tobytes(), level)),
        (b"IEND", b""),
    ]
    out = [_SIGNATURE]
    for kind, body in pieces:
        out.append(struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)))
    return b"".join(out)
