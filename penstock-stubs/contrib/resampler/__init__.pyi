"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.image.resampler import resampler as resampler

__all__ = [
    "resampler",
]
