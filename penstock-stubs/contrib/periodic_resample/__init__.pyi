"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.periodic_resampling import periodic_resample as periodic_resample

__all__ = [
    "periodic_resample",
]
