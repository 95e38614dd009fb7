"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.signal.fourier import dct as dct
from penstock.ops.signal.fourier import fftshift as fftshift
from penstock.ops.signal.fourier import idct as idct
from penstock.ops.signal.fourier import ifftshift as ifftshift
from penstock.ops.signal.frames import frame as frame
from penstock.ops.signal.frames import hamming_window as hamming_window
from penstock.ops.signal.frames import hann_window as hann_window
from penstock.ops.signal.frames import inverse_stft as inverse_stft
from penstock.ops.signal.frames import inverse_stft_window_fn as inverse_stft_window_fn
from penstock.ops.signal.frames import linear_to_mel_weight_matrix as linear_to_mel_weight_matrix
from penstock.ops.signal.frames import mfccs_from_log_mel_spectrograms as mfccs_from_log_mel_spectrograms
from penstock.ops.signal.frames import overlap_and_add as overlap_and_add
from penstock.ops.signal.frames import stft as stft
from builtins import str as _str
from penstock.graph.operation import Tensor as _Tensor
from penstock.ops.signal.fourier import TensorLike as _TensorLike
from typing import Any as _Any

def fft(input: _Any, name: _str | None = ...) -> _Tensor:
    """The Fourier transform over the last dimension."""
def fft2d(input: _Any, name: _str | None = ...) -> _Tensor:
    """The Fourier transform over the last 2 dimensions."""
def fft3d(input: _Any, name: _str | None = ...) -> _Tensor:
    """The Fourier transform over the last 3 dimensions."""
def ifft(input: _Any, name: _str | None = ...) -> _Tensor:
    """The inverse Fourier transform over the last dimension."""
def ifft2d(input: _Any, name: _str | None = ...) -> _Tensor:
    """The inverse Fourier transform over the last 2 dimensions."""
def ifft3d(input: _Any, name: _str | None = ...) -> _Tensor:
    """The inverse Fourier transform over the last 3 dimensions."""
def irfft(input_tensor: _TensorLike, fft_length: _TensorLike | None = ..., name: _str | None = ...) -> _Tensor:
    """The real numbers whose Fourier transform is given by its first half over the last dimension."""
def irfft2d(input_tensor: _TensorLike, fft_length: _TensorLike | None = ..., name: _str | None = ...) -> _Tensor:
    """The real numbers whose Fourier transform is given by its first half over the last 2 dimensions."""
def irfft3d(input_tensor: _TensorLike, fft_length: _TensorLike | None = ..., name: _str | None = ...) -> _Tensor:
    """The real numbers whose Fourier transform is given by its first half over the last 3 dimensions."""
def rfft(input_tensor: _TensorLike, fft_length: _TensorLike | None = ..., name: _str | None = ...) -> _Tensor:
    """The Fourier transform of real numbers (the first half of the spectrum, which has all of it) over the last dimension."""
def rfft2d(input_tensor: _TensorLike, fft_length: _TensorLike | None = ..., name: _str | None = ...) -> _Tensor:
    """The Fourier transform of real numbers (the first half of the spectrum, which has all of it) over the last 2 dimensions."""
def rfft3d(input_tensor: _TensorLike, fft_length: _TensorLike | None = ..., name: _str | None = ...) -> _Tensor:
    """The Fourier transform of real numbers (the first half of the spectrum, which has all of it) over the last 3 dimensions."""

__all__ = [
    "dct",
    "fft",
    "fft2d",
    "fft3d",
    "fftshift",
    "frame",
    "hamming_window",
    "hann_window",
    "idct",
    "ifft",
    "ifft2d",
    "ifft3d",
    "ifftshift",
    "inverse_stft",
    "inverse_stft_window_fn",
    "irfft",
    "irfft2d",
    "irfft3d",
    "linear_to_mel_weight_matrix",
    "mfccs_from_log_mel_spectrograms",
    "overlap_and_add",
    "rfft",
    "rfft2d",
    "rfft3d",
    "stft",
]
