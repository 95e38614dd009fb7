"""`tf.contrib.ffmpeg`: sound in many formats, by the program `ffmpeg` where it is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import errors, opdef
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.registry import kernel_of, no_gradient, op
from penstock.graph.typing import TensorLike

_FORMATS = ("mp3", "mp4", "ogg", "wav")


def _text(value: TensorLike) -> str:
    return np.asarray(value, object).item().decode().lower()


def _number(value: TensorLike, name: str) -> int:
    number = int(np.asarray(value).item())
    if number <= 0:
        raise errors.invalid(f"{name} must be positive, but got: {number}.")
    return number


def _decoded_shape(c):
    known = c.const(3)
    return [[None, None if known is None or known <= 0 else int(known)]]


@op(
    "DecodeAudioV2",
    shape=_decoded_shape,
    host=True,
    sig=opdef.parse_signature(
        ["contents: string", "file_format: string", "samples_per_second: int32", "channel_count: int32"],
        ["sampled_audio: float"],
        ["stream: string = ''"],
    ),
)
def _decode(xp, contents, file_format, samples_per_second, channel_count, *, stream):
    form = _text(file_format)
    if form not in _FORMATS:
        raise errors.invalid(f"file_format must be one of {{{', '.join(_FORMATS)}}}, but was: {form}")
    rate, channels = _number(samples_per_second, "samples_per_second"), _number(channel_count, "channel_count")
    program = shutil.which("ffmpeg")
    if program is None:
        text = "FFmpeg must be installed to run this op. FFmpeg can be found at http://www.ffmpeg.org."
        raise errors.UnavailableError(None, None, text)
    with tempfile.TemporaryDirectory() as folder:
        given, made = os.path.join(folder, f"in.{form}"), os.path.join(folder, "out.wav")
        with open(given, "wb") as file:
            file.write(np.asarray(contents, object).item())
        options = ["-nostats", "-nostdin", "-f", form, "-i", given, "-loglevel", "error", "-hide_banner"]
        options += ["-map_metadata", "-1", "-vn", "-ac", str(channels), "-ar", str(rate)]
        options += ["-map", f"0:{stream}"] if stream else []
        options += ["-codec:a:0", "pcm_s16le", "-sn", "-fflags", "+bitexact", "-f", "wav", "-y", made]
        done = subprocess.run([program, *options], capture_output=True)
        if done.returncode or not os.path.exists(made):
            return np.zeros((0, 0), np.float32)  # as 1.x: a file that cannot be decoded is silence
        with open(made, "rb") as file:
            sound = np.array(file.read(), object)
    return kernel_of("DecodeWav")(np, sound, desired_channels=channels, desired_samples=-1)[0]


@op(
    "EncodeAudioV2",
    shape=rule.scalar,
    host=True,
    sig=opdef.parse_signature(
        ["sampled_audio: float", "file_format: string", "samples_per_second: int32", "bits_per_second: int32"],
        ["contents: string"],
    ),
)
def _encode(xp, sampled_audio, file_format, samples_per_second, bits_per_second):
    form = _text(file_format)
    if form != "wav":
        raise errors.invalid(f'file_format must be "wav", but was: {form}')
    rate = _number(samples_per_second, "samples_per_second")
    return kernel_of("EncodeWav")(np, sampled_audio, np.int32(rate))


no_gradient("DecodeAudioV2", "EncodeAudioV2")


@export("contrib.ffmpeg.decode_audio")
def decode_audio(
    contents: TensorLike,
    file_format: Any = None,
    samples_per_second: TensorLike | None = None,
    channel_count: Any = None,
    stream: str | None = None,
) -> Tensor:
    """Decodes sound with `ffmpeg`.

    Args:
      contents: the bytes of a file.
      file_format: "mp3", "mp4", "ogg" or "wav".
      samples_per_second: the rate that is wanted.
      channel_count: how many channels are wanted.
      stream: which stream of the file, if it has several.

    Returns:
      float32 [time, channels] between -1 and 1; empty if the file could not be decoded.

    >>> import penstock as tf
    >>> tf.contrib.ffmpeg.decode_audio(b"", "mp3", 16000, 2).shape.as_list()
    [None, 2]
    """
    return apply(
        "DecodeAudioV2",
        contents=contents,
        file_format=file_format,
        samples_per_second=samples_per_second,
        channel_count=channel_count,
        stream=stream or "",
    )


@export("contrib.ffmpeg.encode_audio")
def encode_audio(audio: TensorLike, file_format: Any = None, samples_per_second: TensorLike | None = None) -> Tensor:
    """Encodes sound as a WAV file.

    Args:
      audio: float32 [time, channels] between -1 and 1.
      file_format: "wav".
      samples_per_second: the rate.

    >>> import penstock as tf
    >>> tf.Session().run(tf.contrib.ffmpeg.encode_audio([[0.5]], "wav", 8000))[:4]
    b'RIFF'
    """
    return apply(
        "EncodeAudioV2",
        sampled_audio=audio,
        file_format=file_format,
        samples_per_second=samples_per_second,
        bits_per_second=192000,
    )
