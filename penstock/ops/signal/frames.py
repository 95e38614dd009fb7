"""Signals in frames: framing and overlapping, windows, short-time Fourier transforms, mel spectra."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.convert import constant, convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.typing import AxisLike, DTypeLike, TensorLike
from penstock.ops.signal.fourier import dct, irfft, rfft


def _scalar(value: TensorLike, name: str, dtype: DTypeLike | None = None) -> Tensor:
    tensor = convert_to_tensor(value, dtype, name=name)
    tensor.shape.assert_has_rank(0)
    return tensor


# -- frames -----------------------------------------------------------------------------------------------------------------


def _gcd(a: Tensor, b: Tensor) -> Tensor:
    """The greatest common divisor of two scalars."""
    with name_scope(None, "gcd", [a, b]):
        for word, x in (("a", a), ("b", b)):
            if not x.dtype.is_integer:
                raise ValueError(f"{word} must be an integer type. Got: {x.dtype}")
        known_a, known_b = constant_value(a), constant_value(b)
        if known_a is not None and known_b is not None:
            return convert_to_tensor(math.gcd(int(known_a), int(known_b)))
        return tf.while_loop(
            lambda a, b: tf.greater(b, tf.zeros_like(b)), lambda a, b: [b, tf.mod(a, b)], [a, b], back_prop=False
        )[0]


def _frame_shape(signal: Tensor, length: Tensor, step: Tensor, pad_end: bool, axis: Tensor) -> list | None:
    """What is known of the shape of the frames."""
    if signal.shape.ndims is None:
        return None
    known = constant_value(axis)
    if known is None:
        return [None] * (signal.shape.ndims + 1)
    dims = signal.shape.as_list()
    at = int(known) % len(dims)
    size = constant_value(length)
    hop = constant_value(step)
    count = None
    samples = dims[at]
    if samples is not None and hop is not None:
        if pad_end:
            count = max(0, -(-samples // int(hop)))
        elif size is not None:
            count = max(0, (samples - int(size) + int(hop)) // int(hop))
    return [*dims[:at], count, None if size is None else int(size), *dims[at + 1 :]]


@export("signal.frame", "contrib.signal.frame")
def frame(
    signal: TensorLike,
    frame_length: TensorLike,
    frame_step: TensorLike,
    pad_end: bool = False,
    pad_value: TensorLike = 0,
    axis: AxisLike = -1,
    name: str | None = None,
) -> Tensor:
    """Cuts a dimension into frames that may overlap.

    Args:
      signal: [..., samples, ...].
      frame_length: the length of a frame.
      frame_step: the distance from frame to frame.
      pad_end: if True, the end is padded so that no sample is left out.
      pad_value: what it is padded with.
      axis: the dimension of the samples.
      name: a name for the operations.

    Returns:
      [..., frames, frame_length, ...].

    >>> import penstock as tf
    >>> tf.Session().run(tf.signal.frame([1, 2, 3, 4, 5], 3, 2)).tolist()
    [[1, 2, 3], [3, 4, 5]]
    """
    with name_scope(name, "frame", [signal, frame_length, frame_step, pad_value]):
        signal = convert_to_tensor(signal, name="signal")
        frame_length = convert_to_tensor(frame_length, name="frame_length")
        frame_step = convert_to_tensor(frame_step, name="frame_step")
        axis = convert_to_tensor(axis, name="axis")
        signal.shape.with_rank_at_least(1)
        for scalar in (frame_length, frame_step, axis):
            scalar.shape.assert_has_rank(0)
        known = _frame_shape(signal, frame_length, frame_step, pad_end, axis)
        rank = tf.rank(signal)
        axis = tf.range(rank)[axis]
        shape = tf.shape(signal)
        outer, samples, inner = tf.split(shape, [axis, 1, rank - 1 - axis])
        samples = tf.reshape(samples, [])
        n_outer, n_inner = tf.size(outer), tf.size(inner)
        if pad_end:
            pad_value = _scalar(pad_value, "pad_value", signal.dtype)
            count = -(-samples // frame_step)
            missing = tf.maximum(0, frame_length + frame_step * (count - 1) - samples)
            paddings = tf.concat(
                [
                    tf.zeros([n_outer, 2], dtype=missing.dtype),
                    [[0, missing]],
                    tf.zeros([n_inner, 2], dtype=missing.dtype),
                ],
                0,
            )
            signal = tf.pad(signal, paddings, constant_values=pad_value)
            shape = tf.shape(signal)
            samples = shape[axis]
        else:
            count = tf.maximum(0, 1 + (samples - frame_length) // frame_step)
        # Pieces of which every frame and every step has a whole number are gathered, rather than single samples.
        piece = _gcd(frame_length, frame_step)
        per_frame, per_step, pieces = frame_length // piece, frame_step // piece, samples // piece
        used = tf.strided_slice(signal, tf.zeros_like(shape), tf.concat([outer, [pieces * piece], inner], 0))
        parts = tf.reshape(used, tf.concat([outer, [pieces, piece], inner], 0))
        starts = tf.reshape(tf.range(count) * per_step, [count, 1])
        chosen = starts + tf.reshape(tf.range(per_frame), [1, per_frame])
        frames = tf.reshape(tf.gather(parts, chosen, axis=axis), tf.concat([outer, [count, frame_length], inner], 0))
        if known:
            frames.set_shape(known)
        return frames


@export("signal.overlap_and_add", "contrib.signal.overlap_and_add")
def overlap_and_add(signal: Any, frame_step: Any, name: str | None = None) -> Tensor:
    """Adds frames, each `frame_step` after the one before it, to one signal.

    Args:
      signal: [..., frames, frame_length].
      frame_step: the distance from frame to frame, at most frame_length.
      name: a name for the operations.

    Returns:
      [..., (frames - 1) * frame_step + frame_length].

    Raises:
      ValueError: the step is not an integer, or the signal's rank is below 2.

    >>> import penstock as tf
    >>> tf.Session().run(tf.signal.overlap_and_add([[1, 1, 1], [2, 2, 2]], 2)).tolist()
    [1, 1, 3, 2, 2]
    """
    with name_scope(name, "overlap_and_add", [signal, frame_step]):
        signal = convert_to_tensor(signal, name="signal")
        signal.shape.with_rank_at_least(2)
        frame_step = _scalar(frame_step, "frame_step")
        if not frame_step.dtype.is_integer:
            raise ValueError(f"frame_step must be an integer. Got {frame_step.dtype}")
        shape = tf.shape(signal)
        outer = shape[:-2]
        outer_rank = tf.size(outer)

        def full(inner: list) -> Tensor:
            return tf.concat([outer, inner], 0)

        length, frames = shape[-1], shape[-2]
        total = length + frame_step * (frames - 1)
        step = constant_value(frame_step)
        if step is not None and signal.shape.ndims is not None and step == signal.shape.as_list()[-1]:
            return tf.reshape(signal, full([total]), name="fast_path")
        # Each frame is cut into segments of one step. Padded by as many frames as there are segments and read with
        # another width, segment k of all frames stands k steps later, so the sum over segments is what overlaps.
        segments = -(-length // frame_step)
        paddings = [[0, segments], [0, segments * frame_step - length]]
        signal = tf.pad(signal, tf.concat([tf.zeros([outer_rank, 2], dtypes.int32), paddings], 0))
        signal = tf.reshape(signal, full([frames + segments, segments, frame_step]))
        signal = tf.transpose(signal, tf.concat([tf.range(outer_rank), outer_rank + [1, 0, 2]], 0))
        signal = tf.reshape(signal, full([(frames + segments) * segments, frame_step]))
        signal = signal[..., : (frames + segments - 1) * segments, :]
        signal = tf.reshape(signal, full([segments, frames + segments - 1, frame_step]))
        signal = tf.reduce_sum(signal, -3)
        signal = tf.reshape(signal, full([(frames + segments - 1) * frame_step]))
        return signal[..., :total]


# -- windows ----------------------------------------------------------------------------------------------------------------


def _raised_cosine(
    name: str | None, spelling: str, window_length: TensorLike, periodic: Any, dtype: DTypeLike, a: float, b: float
) -> Tensor:
    dtype = dtypes.as_dtype(dtype)
    if not dtype.is_floating:
        raise ValueError(f"dtype must be a floating point type. Found {dtype}")
    with name_scope(name, spelling, [window_length, periodic]):
        window_length = _scalar(window_length, "window_length", dtypes.int32)
        known = constant_value(window_length)
        if known == 1:
            return tf.ones([1], dtype=dtype)
        periodic = tf.cast(convert_to_tensor(periodic, dtype=dtypes.bool, name="periodic"), dtypes.int32)
        periodic.shape.assert_has_rank(0)
        even = 1 - tf.mod(window_length, 2)
        n = tf.cast(window_length + periodic * even - 1, dtype=dtype)
        count = tf.cast(tf.range(window_length), dtype)
        angle = constant(2 * np.pi, dtype=dtype) * count / n

        def window() -> Tensor:
            return tf.cast(a - b * tf.cos(angle), dtype=dtype)

        if known is not None:
            return window()
        return tf.cond(tf.equal(window_length, 1), lambda: tf.ones([1], dtype=dtype), window)


@export("signal.hann_window", "contrib.signal.hann_window")
def hann_window(
    window_length: TensorLike, periodic: bool = True, dtype: DTypeLike = dtypes.float32, name: str | None = None
) -> Tensor:
    """A Hann window: 0.5 - 0.5·cos.

    Args:
      window_length: the number of samples.
      periodic: if True, the window is one period (for spectra); if False, it is symmetric.
      dtype: a floating-point type.
      name: a name for the operations.

    >>> import penstock as tf
    >>> tf.Session().run(tf.signal.hann_window(4)).tolist()
    [0.0, 0.5, 1.0, 0.5]
    """
    return _raised_cosine(name, "hann_window", window_length, periodic, dtype, 0.5, 0.5)


@export("signal.hamming_window", "contrib.signal.hamming_window")
def hamming_window(
    window_length: TensorLike, periodic: bool = True, dtype: DTypeLike = dtypes.float32, name: str | None = None
) -> Tensor:
    """A Hamming window: 0.54 - 0.46·cos.

    Args:
      window_length: the number of samples.
      periodic: if True, the window is one period (for spectra); if False, it is symmetric.
      dtype: a floating-point type.
      name: a name for the operations.

    Raises:
      ValueError: `dtype` is no floating-point type.

    >>> import penstock as tf
    >>> tf.Session().run(tf.signal.hamming_window(4)).round(2)
    array([0.08, 0.54, 1.  , 0.54], dtype=float32)
    """
    return _raised_cosine(name, "hamming_window", window_length, periodic, dtype, 0.54, 0.46)


# -- short-time Fourier transforms --------------------------------------------------------------------------------------------


def _power_of_two(value: Tensor) -> Tensor:
    """The smallest power of 2 that is at least `value`."""
    known = constant_value(value)
    if known is not None:
        return constant(int(2 ** np.ceil(np.log(known) / np.log(2.0))), value.dtype)
    exponent = tf.ceil(tf.log(tf.cast(value, dtypes.float32)) / tf.log(2.0))
    return tf.cast(tf.pow(2.0, exponent), value.dtype)


@export("signal.stft", "contrib.signal.stft")
def stft(
    signals: TensorLike,
    frame_length: TensorLike,
    frame_step: TensorLike,
    fft_length: TensorLike | None = None,
    window_fn: Callable | None = hann_window,
    pad_end: bool = False,
    name: str | None = None,
) -> Tensor:
    """The short-time Fourier transform: the spectrum of each frame of a signal.

    Args:
      signals: [..., samples], float32.
      frame_length: the length of a frame.
      frame_step: the distance from frame to frame.
      fft_length: the length of the transform; the next power of 2 by default.
      window_fn: called with the length and `dtype=`; None for no window.
      pad_end: if True, the end is padded with zeros so that no sample is left out.
      name: a name for the operations.

    Returns:
      [..., frames, fft_length // 2 + 1], complex64.

    >>> import penstock as tf
    >>> spectra = tf.signal.stft([1.0, 0.0, -1.0, 0.0, 1.0, 0.0], 4, 2, window_fn=None)
    >>> tf.Session().run(tf.abs(spectra)).round(3)  # a wave whose period is a frame
    array([[0., 2., 0.],
           [0., 2., 0.]], dtype=float32)
    """
    with name_scope(name, "stft", [signals, frame_length, frame_step]):
        signals = convert_to_tensor(signals, name="signals")
        signals.shape.with_rank_at_least(1)
        frame_length = _scalar(frame_length, "frame_length")
        frame_step = _scalar(frame_step, "frame_step")
        if fft_length is None:
            fft_length = _power_of_two(frame_length)
        else:
            fft_length = convert_to_tensor(fft_length, name="fft_length")
        frames = frame(signals, frame_length, frame_step, pad_end=pad_end)
        if window_fn is not None:
            frames *= window_fn(frame_length, dtype=frames.dtype)
        return rfft(frames, [fft_length])


@export("signal.inverse_stft_window_fn", "contrib.signal.inverse_stft_window_fn")
def inverse_stft_window_fn(
    frame_step: TensorLike, forward_window_fn: Callable = hann_window, name: str | None = None
) -> Callable:
    """The window for `inverse_stft` that undoes the window of `stft`, as a function of length and type.

    Args:
      frame_step: the distance from frame to frame.
      forward_window_fn: the window that `stft` has used.
      name: a name for the operations.

    >>> import penstock as tf
    >>> window = tf.signal.inverse_stft_window_fn(2)
    >>> tf.Session().run(window(4, tf.float32)).round(3)
    array([0., 1., 1., 1.], dtype=float32)
    """
    with name_scope(name, "inverse_stft_window_fn", [forward_window_fn]):
        frame_step = _scalar(frame_step, "frame_step")

    def window(frame_length: TensorLike, dtype: DTypeLike) -> Tensor:
        with name_scope(name, "inverse_stft_window_fn", [forward_window_fn]):
            frame_length = _scalar(frame_length, "frame_length")
            forward = forward_window_fn(frame_length, dtype=dtype)
            overlaps = -(-frame_length // frame_step)
            total = tf.pad(tf.square(forward), [(0, overlaps * frame_step - frame_length)])
            total = tf.reduce_sum(tf.reshape(total, [overlaps, frame_step]), 0, keepdims=True)
            total = tf.reshape(tf.tile(total, [overlaps, 1]), [overlaps * frame_step])
            return forward / total[:frame_length]

    return window


@export("signal.inverse_stft", "contrib.signal.inverse_stft")
def inverse_stft(
    stfts: TensorLike,
    frame_length: TensorLike,
    frame_step: TensorLike,
    fft_length: TensorLike | None = None,
    window_fn: Callable | None = hann_window,
    name: str | None = None,
) -> Tensor:
    """The signal whose frames have the given spectra. Exact with the window of `inverse_stft_window_fn`.

    Args:
      stfts: [..., frames, fft_length // 2 + 1], complex64.
      frame_length: the length of a frame.
      frame_step: the distance from frame to frame.
      fft_length: the length of the transform; the next power of 2 by default.
      window_fn: called with the length and `dtype=`; None for no window.
      name: a name for the operations.

    >>> import penstock as tf
    >>> spectra = tf.signal.stft([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 4, 2)
    >>> again = tf.signal.inverse_stft(spectra, 4, 2, window_fn=tf.signal.inverse_stft_window_fn(2))
    >>> tf.Session().run(again)[2:4].round(3)  # at the ends, where frames do not overlap, it is not exact
    array([3., 4.], dtype=float32)
    """
    with name_scope(name, "inverse_stft", [stfts]):
        stfts = convert_to_tensor(stfts, name="stfts")
        stfts.shape.with_rank_at_least(2)
        frame_length = _scalar(frame_length, "frame_length")
        frame_step = _scalar(frame_step, "frame_step")
        if fft_length is None:
            fft_length = _power_of_two(frame_length)
        else:
            fft_length = _scalar(fft_length, "fft_length")
        frames = _with_length(irfft(stfts, [fft_length]), frame_length)
        if window_fn is not None:
            frames *= window_fn(frame_length, dtype=stfts.dtype.real_dtype)
        return overlap_and_add(frames, frame_step)


def _with_length(frames: Tensor, frame_length: Tensor) -> Tensor:
    """Frames cropped or padded to a length."""
    wanted = constant_value(frame_length)
    given = frames.shape.as_list()[-1] if frames.shape.ndims is not None else None
    if wanted is None or given is None:
        frames = frames[..., :frame_length]
        missing = tf.maximum(0, frame_length - tf.shape(frames)[-1])
        frames = tf.pad(
            frames, tf.concat([tf.zeros([tf.rank(frames) - 1, 2], dtype=frame_length.dtype), [[0, missing]]], 0)
        )
    elif given > wanted:
        frames = frames[..., : int(wanted)]
    elif given < wanted:
        frames = tf.pad(frames, [[0, 0]] * ((frames.shape.ndims or 1) - 1) + [[0, int(wanted) - given]])
    if wanted is not None and frames.shape.ndims is not None:
        frames.set_shape([None] * (frames.shape.ndims - 1) + [int(wanted)])
    return frames


# -- mel spectra --------------------------------------------------------------------------------------------------------------

_BREAK_HERTZ = 700.0  # below it the mel scale is nearly linear
_HIGH_FREQUENCY_Q = 1127.0


def _mel(hertz: TensorLike) -> Tensor:
    with name_scope(None, "hertz_to_mel", [hertz]):
        return _HIGH_FREQUENCY_Q * tf.log(1.0 + convert_to_tensor(hertz) / _BREAK_HERTZ)


def _check_mel(bins: int, rate: float, lower: float, upper: float, dtype: dtypes.DType) -> None:
    if bins <= 0:
        raise ValueError(f"num_mel_bins must be positive. Got: {bins}")
    if rate <= 0.0:
        raise ValueError(f"sample_rate must be positive. Got: {rate}")
    if lower < 0.0:
        raise ValueError(f"lower_edge_hertz must be non-negative. Got: {lower}")
    if lower >= upper:
        raise ValueError(f"lower_edge_hertz {lower:.1f} >= upper_edge_hertz {upper:.1f}")
    if upper > rate / 2:
        raise ValueError(
            f"upper_edge_hertz must not be larger than the Nyquist frequency (sample_rate / 2). Got: {upper} for "
            f"sample_rate: {rate}"
        )
    if not dtype.is_floating:
        raise ValueError(f"dtype must be a floating point type. Got: {dtype}")


@export("signal.linear_to_mel_weight_matrix", "contrib.signal.linear_to_mel_weight_matrix")
def linear_to_mel_weight_matrix(
    num_mel_bins: int = 20,
    num_spectrogram_bins: TensorLike = 129,
    sample_rate: Any = 8000,
    lower_edge_hertz: float = 125.0,
    upper_edge_hertz: float = 3800.0,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """The matrix that makes mel spectra of spectra: a triangle over the frequencies for each mel bin.

    Args:
      num_mel_bins: the number of columns.
      num_spectrogram_bins: the number of rows; `fft_length // 2 + 1` of an STFT.
      sample_rate: samples per second; a number or a constant.
      lower_edge_hertz: where the first triangle begins.
      upper_edge_hertz: where the last triangle ends.
      dtype: a floating-point type.
      name: a name for the operations.

    Raises:
      ValueError: an argument is out of its range.

    >>> import penstock as tf
    >>> weights = tf.signal.linear_to_mel_weight_matrix(
    ...     num_mel_bins=2, num_spectrogram_bins=5, sample_rate=8000, lower_edge_hertz=0.0, upper_edge_hertz=4000.0
    ... )
    >>> tf.Session().run(weights).round(2)
    array([[0.  , 0.  ],
           [0.6 , 0.4 ],
           [0.  , 0.87],
           [0.  , 0.38],
           [0.  , 0.  ]], dtype=float32)
    """
    with name_scope(name, "linear_to_mel_weight_matrix") as name:
        if isinstance(sample_rate, Tensor):
            sample_rate = constant_value(sample_rate)
            if sample_rate is None:
                raise ValueError(
                    "`sample_rate` was a non-constant Tensor. Must be a Python float or a constant Tensor."
                )
        dtype = dtypes.as_dtype(dtype)
        _check_mel(num_mel_bins, sample_rate, lower_edge_hertz, upper_edge_hertz, dtype)
        rate = convert_to_tensor(sample_rate, dtype, name="sample_rate")
        lower = convert_to_tensor(lower_edge_hertz, dtype, name="lower_edge_hertz")
        upper = convert_to_tensor(upper_edge_hertz, dtype, name="upper_edge_hertz")
        zero = convert_to_tensor(0.0, dtype)
        # The constant part of a spectrum belongs to no bin.
        frequencies = tf.linspace(zero, rate / 2.0, num_spectrogram_bins)[1:]
        rows = tf.expand_dims(_mel(frequencies), 1)
        edges = frame(tf.linspace(_mel(lower), _mel(upper), num_mel_bins + 2), frame_length=3, frame_step=1)
        left, centre, right = (tf.reshape(t, [1, num_mel_bins]) for t in tf.split(edges, 3, axis=1))
        rising = (rows - left) / (centre - left)
        falling = (right - rows) / (right - centre)
        weights = tf.maximum(zero, tf.minimum(rising, falling))
        return tf.pad(weights, [[1, 0], [0, 0]], name=name)


@export("signal.mfccs_from_log_mel_spectrograms", "contrib.signal.mfccs_from_log_mel_spectrograms")
def mfccs_from_log_mel_spectrograms(log_mel_spectrograms: TensorLike, name: str | None = None) -> Tensor:
    """The mel-frequency cepstral coefficients: a scaled cosine transform of logarithmic mel spectra.

    Args:
      log_mel_spectrograms: [..., mel bins], float32: the logarithms of mel spectra.
      name: a name for the operations.

    Returns:
      [..., mel bins]; most programs keep the first 13 or so.

    Raises:
      ValueError: there are no mel bins.

    >>> import penstock as tf
    >>> tf.Session().run(tf.signal.mfccs_from_log_mel_spectrograms([[1.0, 3.0]])).round(3)
    array([[ 4.   , -1.414]], dtype=float32)
    """
    with name_scope(name, "mfccs_from_log_mel_spectrograms", [log_mel_spectrograms]):
        spectra = convert_to_tensor(log_mel_spectrograms, dtype=dtypes.float32)
        bins: Any = spectra.shape.as_list()[-1] if spectra.shape.ndims else None
        if bins == 0:
            raise ValueError(f"num_mel_bins must be positive. Got: {spectra}")
        if bins is None:
            bins = tf.shape(spectra)[-1]
        return dct(spectra, type=2) * tf.rsqrt(tf.cast(bins, dtypes.float32) * 2.0)
