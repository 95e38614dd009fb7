"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.signal.fourier import dct as dct
from penstock.ops.signal.fourier import fft as fft
from penstock.ops.signal.fourier import fft2d as fft2d
from penstock.ops.signal.fourier import fft3d as fft3d
from penstock.ops.signal.fourier import fftshift as fftshift
from penstock.ops.signal.fourier import idct as idct
from penstock.ops.signal.fourier import ifft as ifft
from penstock.ops.signal.fourier import ifft2d as ifft2d
from penstock.ops.signal.fourier import ifft3d as ifft3d
from penstock.ops.signal.fourier import ifftshift as ifftshift
from penstock.ops.signal.fourier import irfft as irfft
from penstock.ops.signal.fourier import irfft2d as irfft2d
from penstock.ops.signal.fourier import irfft3d as irfft3d
from penstock.ops.signal.fourier import rfft as rfft
from penstock.ops.signal.fourier import rfft2d as rfft2d
from penstock.ops.signal.fourier import rfft3d as rfft3d
from penstock.ops.signal.frames import frame as frame
from penstock.ops.signal.frames import hamming_window as hamming_window
from penstock.ops.signal.frames import hann_window as hann_window
from penstock.ops.signal.frames import inverse_stft as inverse_stft
from penstock.ops.signal.frames import inverse_stft_window_fn as inverse_stft_window_fn
from penstock.ops.signal.frames import linear_to_mel_weight_matrix as linear_to_mel_weight_matrix
from penstock.ops.signal.frames import mfccs_from_log_mel_spectrograms as mfccs_from_log_mel_spectrograms
from penstock.ops.signal.frames import overlap_and_add as overlap_and_add
from penstock.ops.signal.frames import stft as stft

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
