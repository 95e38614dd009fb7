"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.signal.fourier import dct as dct
from penstock.ops.signal.fourier import fft as fft
from penstock.ops.signal.fourier import fft2d as fft2d
from penstock.ops.signal.fourier import fft3d as fft3d
from penstock.ops.signal.fourier import idct as idct
from penstock.ops.signal.fourier import ifft as ifft
from penstock.ops.signal.fourier import ifft2d as ifft2d
from penstock.ops.signal.fourier import ifft3d as ifft3d
from penstock.ops.signal.fourier import irfft as irfft
from penstock.ops.signal.fourier import irfft2d as irfft2d
from penstock.ops.signal.fourier import irfft3d as irfft3d
from penstock.ops.signal.fourier import rfft as rfft
from penstock.ops.signal.fourier import rfft2d as rfft2d
from penstock.ops.signal.fourier import rfft3d as rfft3d

__all__ = [
    "dct",
    "fft",
    "fft2d",
    "fft3d",
    "idct",
    "ifft",
    "ifft2d",
    "ifft3d",
    "irfft",
    "irfft2d",
    "irfft3d",
    "rfft",
    "rfft2d",
    "rfft3d",
]
