"""What sound is made of, for recognizing it: `AudioSpectrogram` and `Mfcc`, the operations of the speech examples."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.registry import no_gradient, op

no_gradient("AudioSpectrogram", "Mfcc")
D = np.float64


def _fft_length(window: int) -> int:
    return 1 << max(window - 1, 0).bit_length()


def _frames(samples: int, window: int, stride: int) -> int:
    return 1 + (samples - window) // stride if samples >= window else 0


def _spectrogram_shape(c):
    samples, channels = rule.with_rank(c.shape(0), 2).as_list()
    window, stride = c.attr("window_size"), c.attr("stride")
    frames = None if samples is None else _frames(samples, window, stride)
    return [[channels, frames, 1 + _fft_length(window) // 2]]


@op("AudioSpectrogram", shape=_spectrogram_shape)
def _spectrogram(xp, x, *, window_size, stride, magnitude_squared):
    if x.ndim != 2:
        raise errors.invalid(f"input must be 2-dimensional{list(x.shape)}")
    if window_size < 2 or stride < 1:
        raise errors.invalid(f"Spectrogram initialization failed for window size {window_size} and stride {stride}")
    frames, length = _frames(x.shape[0], window_size, stride), _fft_length(window_size)
    if not frames:
        return xp.zeros((x.shape[1], 0, 1 + length // 2), np.float32)
    places = np.arange(frames)[:, None] * stride + np.arange(window_size)
    hann = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(window_size) / window_size)
    windows = xp.asarray(x).T[:, places].astype(D) * hann
    found = xp.fft.rfft(windows, length, axis=2)
    power = found.real**2 + found.imag**2
    return (power if magnitude_squared else xp.sqrt(power)).astype(np.float32)


def _mfcc_shape(c):
    (channels, frames, _), _ = rule.with_ranks(c, 3, 0)
    return [[channels, frames, c.attr("dct_coefficient_count")]]


def _mel(frequency: Any) -> Any:
    return 1127.0 * np.log1p(frequency / 700.0)


def _filters(bins: int, rate: float, count: int, low: float, high: float) -> np.ndarray:
    """[bins, count]: how much each band of the mel scale takes of each frequency, as triangles that overlap."""
    if count < 1 or rate <= 0 or bins < 2 or low < 0 or high <= low:
        raise errors.invalid(f"Mfcc initialization failed for channel count {bins}, sample rate {rate}")
    lowest, highest = _mel(low), _mel(high)
    step = (highest - lowest) / (count + 1)
    centers = lowest + step * np.arange(1, count + 2)
    hertz = 0.5 * rate / (bins - 1)
    first, last = int(1.5 + low / hertz), int(high / hertz)
    weights = np.zeros((bins, count))
    for i in range(first, min(last, bins - 1) + 1):
        mel = _mel(i * hertz)
        band = int(np.searchsorted(centers[:count], mel)) - 1
        before = centers[band] if band >= 0 else lowest
        share = (centers[band + 1] - mel) / (centers[band + 1] - before)
        if band >= 0:
            weights[i, band] += share
        if band + 1 < count:
            weights[i, band + 1] += 1 - share
    return weights


@op("Mfcc", shape=_mfcc_shape, static=("sample_rate",))
def _mfcc(
    xp,
    spectrogram,
    sample_rate,
    *,
    upper_frequency_limit,
    lower_frequency_limit,
    filterbank_channel_count,
    dct_coefficient_count,
):
    if spectrogram.ndim != 3:
        raise errors.invalid(f"spectrogram must be 3-dimensional{list(spectrogram.shape)}")
    count = filterbank_channel_count
    if dct_coefficient_count < 1 or dct_coefficient_count > count:
        raise errors.invalid(f"Mfcc initialization failed for {dct_coefficient_count} coefficients of {count} channels")
    bins = spectrogram.shape[2]
    filters = _filters(bins, float(sample_rate), count, lower_frequency_limit, upper_frequency_limit)
    bands = xp.sqrt(xp.asarray(spectrogram).astype(D)) @ filters
    logs = xp.log(xp.maximum(bands, 1e-12))
    angles = np.pi / count * np.outer(np.arange(count) + 0.5, np.arange(dct_coefficient_count))
    return (logs @ (np.sqrt(2.0 / count) * np.cos(angles))).astype(np.float32)
