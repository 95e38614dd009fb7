"""Sound: WAV files of 16-bit samples, to and from float32. Files are strings, so this runs on the host."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.registry import no_gradient, op
from penstock.graph.typing import TensorLike

no_gradient("DecodeWav", "EncodeWav")


class _Reader:
    """The bytes of a file, read from the front."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, count: int) -> bytes:
        if self.at + count > len(self.data):
            raise errors.invalid(f"Data too short when trying to read {count} bytes")
        self.at += count
        return self.data[self.at - count : self.at]

    def expect(self, text: bytes) -> None:
        found = self.take(len(text))
        if found != text:
            raise errors.invalid(
                f"Header mismatch: Expected {text.decode()} but found {found.decode(errors='replace')}"
            )

    def number(self, form: str) -> int:
        return struct.unpack("<" + form, self.take(struct.calcsize(form)))[0]


def _parse(data: bytes) -> tuple[np.ndarray, int]:
    """Samples [time, channels] and their rate."""
    file = _Reader(data)
    file.expect(b"RIFF")
    file.number("I")
    file.expect(b"WAVE")
    file.expect(b"fmt ")
    size = file.number("I")
    if size not in (16, 18):
        raise errors.invalid(f"Bad format chunk size for WAV: Expected 16 or 18, but got{size}")
    kind, channels, rate, per_second, per_frame, bits = (file.number(f) for f in "HHIIHH")
    if kind != 1:
        raise errors.invalid(f"Bad audio format for WAV: Expected 1 (PCM), but got{kind}")
    if bits != 16:
        raise errors.invalid(f"Can only read 16-bit WAV files, but received {bits}")
    if per_frame != channels * 2 or not channels:
        raise errors.invalid(f"Bad bytes per sample in WAV header: Expected {channels * 2} but got {per_frame}")
    if per_second != per_frame * rate:
        raise errors.invalid(f"Bad bytes per second in WAV header: Expected {per_frame * rate} but got {per_second}")
    file.take(size - 16)
    samples = None
    while file.at < len(data):
        name, length = file.take(4), file.number("I")
        if name != b"data":
            file.take(length)
            continue
        if samples is not None:
            raise errors.invalid("More than one data chunk found in WAV")
        samples = np.frombuffer(file.take(length), "<i2", length // 2)
    if samples is None:
        raise errors.invalid("No data chunk found in WAV")
    return samples[: len(samples) // channels * channels].reshape(-1, channels), rate


def _decode_shape(c):
    rule.with_rank(c.shape(0), 0)
    sizes = [c.attr("desired_samples"), c.attr("desired_channels")]
    for name, n in zip(("samples", "channels"), sizes, strict=True):
        if n < -1 or (n == 0 and name == "channels"):
            raise ValueError(
                f"{name} must be non-negative, got {n}" if name == "samples" else f"{name} must be non-zero, got {n}"
            )
    return [[None if n == -1 else n for n in sizes], []]


@op("DecodeWav", shape=_decode_shape, host=True)
def _decode_wav(xp, contents, *, desired_channels, desired_samples):
    data = contents.item() if isinstance(contents, np.ndarray) and contents.size == 1 else contents
    if not isinstance(data, bytes):
        raise errors.invalid(f"contents must be scalar, got shape {list(np.shape(contents))}")
    samples, rate = _parse(data)
    if desired_channels != -1:  # a channel that is not there sounds like the last one
        samples = samples[:, np.minimum(np.arange(desired_channels), samples.shape[1] - 1)]
    sound = samples.astype(np.float32) * np.float32(1 / 32768)
    if desired_samples != -1:
        sound = sound[:desired_samples]
        sound = np.concatenate([sound, np.zeros((desired_samples - len(sound), sound.shape[1]), np.float32)])
    return sound, np.int32(rate)


def _encode_shape(c):
    rule.with_rank(c.shape(0), 2)
    rule.with_rank(c.shape(1), 0)
    return [[]]


@op("EncodeWav", shape=_encode_shape, host=True)
def _encode_wav(xp, audio, sample_rate):
    if audio.ndim != 2:
        raise errors.invalid(f"audio must be 2-dimensional but got shape {list(audio.shape)}")
    if np.size(sample_rate) != 1 or np.ndim(sample_rate):
        raise errors.invalid(f"sample_rate should be a scalar, got shape {list(np.shape(sample_rate))}")
    rate, channels = int(sample_rate), audio.shape[1]
    if rate <= 0:
        raise errors.invalid("sample_rate must be positive.")
    if not 0 < channels < 32768:
        raise errors.invalid("num_channels must be positive.")
    scaled = audio * np.float32(32768)
    rounded = np.trunc(scaled + np.copysign(np.float32(0.5), scaled))
    data = np.clip(rounded, -32768, 32767).astype("<i2").tobytes()
    layout = struct.pack("<HHIIHH", 1, channels, rate, rate * channels * 2 % 2**32, channels * 2, 16)
    head = b"RIFF" + struct.pack("<I", 36 + len(data)) + b"WAVEfmt " + struct.pack("<I", 16) + layout
    return np.array(head + b"data" + struct.pack("<I", len(data)) + data, object)


@export("audio.decode_wav")
def decode_wav(
    contents: TensorLike, desired_channels: int = -1, desired_samples: int = -1, name: str | None = None
) -> Any:
    """Reads a WAV file of 16-bit samples.

    Args:
      contents: the bytes of the file, a scalar string.
      desired_channels: how many channels are wanted; missing ones are copies of the last. -1 for those of the file.
      desired_samples: how many samples are wanted; the end is cut or filled with silence. -1 for those of the file.
      name: a name for the operation.

    Returns:
      A named tuple: float32 samples [time, channels] between -1 and 1, and the rate.

    >>> import penstock as tf
    >>> sound, rate = tf.audio.decode_wav(tf.audio.encode_wav([[0.5], [-0.5]], 8000))
    >>> tf.Session().run([sound, rate])
    [array([[ 0.5],
           [-0.5]], dtype=float32), np.int32(8000)]
    """
    wanted = {"desired_channels": desired_channels, "desired_samples": desired_samples}
    return apply("DecodeWav", name, contents=contents, **wanted)


@export("audio.encode_wav")
def encode_wav(audio: TensorLike, sample_rate: TensorLike, name: str | None = None) -> Tensor:
    """Writes sound as a WAV file of 16-bit samples.

    Args:
      audio: float32 [time, channels]; numbers outside of [-1, 1] are cut.
      sample_rate: samples per second.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.audio.encode_wav([[0.0]], 8000))[:4]
    b'RIFF'
    """
    return apply("EncodeWav", name, audio=audio, sample_rate=sample_rate)
