"""Kernels of summaries: values of a run, packed as serialized `Summary` messages.

They run on the host. What they write is what the C++ kernels of 1.15 write: the same bucket limits, the same scaling of
images, the same tags; only the bytes of a PNG depend on the encoder.
"""

from __future__ import annotations

import functools
import io
import struct
from typing import Any

import numpy as np

from penstock import protos
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph import values as arrays
from penstock.graph.registry import no_gradient, op
from penstock.graph.tensor_proto import make_tensor_proto
from penstock.graph.typing import TensorLike
from penstock.ops.common.definitions import brackets


def _text(tag: bytes) -> str:
    return tag.decode("utf-8", "replace")


def _packed(summary: Any) -> np.ndarray:
    return arrays.object_array([summary.SerializeToString()], ())


def _scalar_tag(tag: str, otherwise: str) -> str:
    if np.ndim(tag):
        raise errors.invalid(otherwise)
    return _text(np.asarray(tag, object).item())


# -- numbers ----------------------------------------------------------------------------------------------------------


@op("ScalarSummary", shape=rule.scalar, host=True)
def _scalar_summary(xp, tags, values):
    tags, values = np.asarray(tags, object), np.asarray(values)
    if tags.shape != values.shape:
        only = f" (tag '{_text(tags.reshape(-1)[0])}')" if tags.size == 1 else ""
        shapes = f"{brackets(tags.shape)} != {brackets(values.shape)}"
        raise errors.invalid(f"tags and values not the same shape: {shapes}{only}")
    summary = protos.Summary()
    for tag, value in zip(tags.reshape(-1), values.reshape(-1)):
        summary.value.add(tag=_text(tag), simple_value=float(np.float32(value)))
    return _packed(summary)


@functools.cache
def bucket_limits() -> np.ndarray:
    """The upper limits of a histogram's buckets, in ascending order."""
    limits, v = [], 1e-12
    while v < 1e20:
        limits.append(v)
        v *= 1.1
    limits.append(np.finfo(np.float64).max)
    return np.array([-x for x in reversed(limits)] + [0.0] + limits)


def histogram(values: TensorLike) -> Any:
    """The `HistogramProto` of an array of finite numbers.

    Runs of empty buckets are one bucket with the limit of the last of them, as TensorFlow writes them.
    """
    values = np.asarray(values).astype(np.float64).reshape(-1)
    limits = bucket_limits()
    largest = limits[-1]
    found = protos.HistogramProto(
        min=values.min(initial=largest),
        max=values.max(initial=-largest),
        num=values.size,
        sum=values.sum(),
        sum_squares=np.dot(values, values),
    )
    places = np.minimum(np.searchsorted(limits, values, side="right"), len(limits) - 1)
    counts = np.bincount(places, minlength=len(limits))
    # A bucket is written if it is not empty, or if it is the last of a run of empty ones.
    full = counts > 0
    written = full | np.append(full[1:], True)
    found.bucket_limit.extend(limits[written].tolist())
    found.bucket.extend(counts[written].tolist())
    return found


@op("HistogramSummary", shape=rule.scalar, host=True)
def _histogram_summary(xp, tag, values):
    name = _scalar_tag(tag, "tags must be scalar")
    values = np.asarray(values)
    if values.dtype.kind not in "biu":
        with np.errstate(all="ignore"):
            wide = values.astype(np.float64)
        if np.isnan(wide).any():
            raise errors.invalid(f"Nan in summary histogram for: {name}")
        if np.isinf(wide).any():
            raise errors.invalid(f"Infinity in summary histogram for: {name}")
    summary = protos.Summary()
    summary.value.add(tag=name, histo=histogram(values))
    return _packed(summary)


# -- images -----------------------------------------------------------------------------------------------------------


def _as_bytes(image: np.ndarray, bad_color: np.ndarray) -> np.ndarray:
    """An image of floats as bytes: scaled so that its largest value is 255, or by 127 around 128 if any is negative.

    The arithmetic is in the image's own type. Pixels that are not finite get the bad color.
    """
    kind = image.dtype.type
    finite = np.isfinite(image).all(axis=-1)
    good = image[finite]
    low = good.min(initial=np.inf) if good.size else kind(np.inf)
    high = good.max(initial=-np.inf) if good.size else kind(-np.inf)
    with np.errstate(all="ignore"):
        if low < 0:
            largest, full, offset = kind(max(abs(low), abs(high))), kind(127), kind(128)
        else:
            largest, full, offset = kind(high), kind(255), kind(0)
        scale = (kind(0) if largest < kind(1e-6) else full) / largest
        scaled = np.nan_to_num(good * scale + offset, nan=0.0)
    out = np.empty(image.shape, np.uint8)
    out[finite] = scaled.astype(np.int32).astype(np.uint8)
    out[~finite] = bad_color[: image.shape[-1]]
    return out


def encode_png(image: np.ndarray) -> bytes:
    """The PNG of an array of bytes of shape `[height, width, 1 | 2 | 3 | 4]`."""
    from PIL import Image

    mode = {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}[image.shape[-1]]
    height, width = image.shape[:2]
    buffer = io.BytesIO()
    Image.frombytes(mode, (width, height), np.ascontiguousarray(image).tobytes()).save(buffer, "PNG")
    return buffer.getvalue()


@op("ImageSummary", shape=rule.scalar, host=True)
def _image_summary(xp, tag, tensor, *, max_images, bad_color):
    name = _scalar_tag(tag, "Tags must be a scalar")
    tensor = np.asarray(tensor)
    if tensor.ndim != 4 or tensor.shape[3] not in (1, 3, 4):
        raise errors.invalid(f"Tensor must be 4-D with last dim 1, 3, or 4, not {brackets(tensor.shape)}")
    batch, height, width, depth = tensor.shape
    if not height or not width:
        raise errors.invalid(f"cannot write an image without pixels, of shape {brackets(tensor.shape)}")
    bad_color = np.asarray(bad_color)
    if tensor.dtype != np.uint8:
        if bad_color.dtype != np.uint8:
            raise errors.invalid(f"bad_color must be uint8, got {bad_color.dtype}")
        if bad_color.ndim != 1:
            raise errors.invalid(f"bad_color must be a vector, got shape {brackets(bad_color.shape)}")
        if depth > bad_color.size:
            raise errors.invalid(
                f"expected depth <= bad_color.size, got depth = {depth}, bad_color.size = {bad_color.size}"
            )
    summary = protos.Summary()
    for i in range(min(max_images, batch)):
        pixels = tensor[i] if tensor.dtype == np.uint8 else _as_bytes(tensor[i], bad_color)
        image = {"height": height, "width": width, "colorspace": depth, "encoded_image_string": encode_png(pixels)}
        summary.value.add(tag=f"{name}/image/{i}" if max_images > 1 else f"{name}/image", image=image)
    return _packed(summary)


# -- sounds -----------------------------------------------------------------------------------------------------------


def encode_wav(frames: np.ndarray, sample_rate: int) -> bytes:
    """The WAV file, 16 bits per sample, of an array of floats in [-1, 1] of shape `[frames, channels]`."""
    scaled = frames.astype(np.float32) * np.float32(1 << 15)
    rounded = np.trunc(scaled + np.copysign(np.float32(0.5), scaled))  # halves away from zero, as C's roundf
    data = np.clip(np.nan_to_num(rounded), -(1 << 15), (1 << 15) - 1).astype("<i2").tobytes()
    channels = frames.shape[1]
    return (
        struct.pack("<4sI8sI", b"RIFF", 36 + len(data), b"WAVEfmt ", 16)
        + struct.pack("<HHIIHH", 1, channels, sample_rate, sample_rate * channels * 2, channels * 2, 16)
        + struct.pack("<4sI", b"data", len(data))
        + data
    )


def _audio(tag: str, tensor: TensorLike, sample_rate: float, max_outputs: int) -> np.ndarray:
    name = _scalar_tag(tag, "Tag must be a scalar")
    tensor = np.asarray(tensor)
    if tensor.ndim not in (2, 3):
        raise errors.invalid(f"Tensor must be 3-D or 2-D, got: {brackets(tensor.shape)}")
    if not sample_rate > 0:
        raise errors.invalid("sample_rate must be > 0")
    batch, length = tensor.shape[:2]
    sounds = tensor.reshape(batch, length, -1 if tensor.size else 1)
    summary = protos.Summary()
    for i in range(min(max_outputs, batch)):
        if not length:
            raise errors.invalid("num_frames must be positive.")
        audio = {
            "sample_rate": sample_rate,
            "num_channels": sounds.shape[2],
            "length_frames": length,
            "content_type": "audio/wav",
            "encoded_audio_string": encode_wav(sounds[i], int(np.trunc(sample_rate + 0.5))),
        }
        summary.value.add(tag=f"{name}/audio/{i}" if max_outputs > 1 else f"{name}/audio", audio=audio)
    return _packed(summary)


@op("AudioSummary", shape=rule.scalar, host=True)
def _audio_summary(xp, tag, tensor, *, sample_rate, max_outputs):
    return _audio(tag, tensor, float(sample_rate), max_outputs)


@op("AudioSummaryV2", shape=rule.scalar, host=True)
def _audio_summary_v2(xp, tag, tensor, sample_rate, *, max_outputs):
    if np.ndim(sample_rate):
        raise errors.invalid(f"sample_rate must be a scalar, got shape {brackets(np.shape(sample_rate))}")
    return _audio(tag, tensor, float(sample_rate), max_outputs)


# -- tensors ----------------------------------------------------------------------------------------------------------


def _tensor(value: TensorLike | None, dtype: dtypes.DType) -> Any:
    """The tensor as a message: strings in their own field, everything else as raw bytes."""
    array = np.asarray(value)
    if dtype == dtypes.string:
        return make_tensor_proto(array, dtypes.string, shape=array.shape)
    message = protos.TensorProto(dtype=dtype.as_datatype_enum, tensor_content=np.ascontiguousarray(array).tobytes())
    message.tensor_shape.SetInParent()
    for size in array.shape:
        message.tensor_shape.dim.add(size=size)
    return message


@op("TensorSummary", shape=rule.scalar, host=True)
def _tensor_summary(xp, tensor, *, T, ctx):  # noqa: N803 - the attribute's name
    summary = protos.Summary()
    summary.value.add(node_name=ctx.op.name, tensor=_tensor(tensor, T))
    return _packed(summary)


@op("TensorSummaryV2", shape=rule.scalar, host=True)
def _tensor_summary_v2(xp, tag, tensor, serialized_summary_metadata, *, T):  # noqa: N803 - the attribute's name
    from google.protobuf.message import DecodeError

    name = _scalar_tag(tag, "tag must be scalar")
    if np.ndim(serialized_summary_metadata):
        raise errors.invalid("serialized_summary_metadata must be scalar")
    summary = protos.Summary()
    value = summary.value.add(tag=name, tensor=_tensor(tensor, T))
    try:
        value.metadata.MergeFromString(np.asarray(serialized_summary_metadata, object)[()])
    except DecodeError:
        raise errors.invalid("Could not parse the serialized summary metadata") from None
    return _packed(summary)


@op("MergeSummary", shape=rule.scalar, host=True)
def _merge_summary(xp, inputs):
    from google.protobuf.message import DecodeError

    merged, tags = protos.Summary(), set()
    for tensor in inputs:
        for packed in np.asarray(tensor, object).reshape(-1):
            try:
                found = protos.Summary.FromString(packed)
            except DecodeError:
                raise errors.invalid("Could not parse one of the summary inputs") from None
            for value in found.value:
                if value.tag and value.tag in tags:
                    raise errors.invalid(f"Duplicate tag {value.tag} found in summary inputs")
                tags.add(value.tag)
            merged.value.extend(found.value)
    return _packed(merged)


no_gradient("HistogramSummary", "ImageSummary", "AudioSummary", "AudioSummaryV2", "MergeSummary", "ScalarSummary")
no_gradient("TensorSummary", "TensorSummaryV2")
