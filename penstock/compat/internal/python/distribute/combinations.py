"""Tests under each of several strategies: `tensorflow.python.distribute.combinations`."""

from penstock.testing.combinations import NamedObject, combine, times
from penstock.testing.strategies import (
    DistributionParameter,
    GPUCombination,
    NamedDistribution,
    NamedGPUCombination,
    NamedTPUCombination,
    TPUCombination,
    generate,
)

__all__ = [
    "DistributionParameter",
    "GPUCombination",
    "NamedDistribution",
    "NamedGPUCombination",
    "NamedObject",
    "NamedTPUCombination",
    "TPUCombination",
    "combine",
    "generate",
    "times",
]
