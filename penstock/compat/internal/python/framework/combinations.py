"""Tests in graphs, of 1.x: `tensorflow.python.framework.combinations`."""

from penstock.testing.combinations import (
    EagerGraphCombination,
    NamedObject,
    TFVersionCombination,
    combine,
    times,
)
from penstock.testing.combinations import generate_in_graphs as generate

__all__ = ["EagerGraphCombination", "NamedObject", "TFVersionCombination", "combine", "generate", "times"]
