"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.preprocessing.sequences import TimeseriesGenerator as TimeseriesGenerator
from penstock.keras.preprocessing.sequences import pad_sequences as pad_sequences
from typing import Any as _Any

def make_sampling_table(size: _Any, sampling_factor: _Any = ...) -> _Any:
    """Generates a word rank-based probabilistic sampling table."""
def skipgrams(sequence: _Any, vocabulary_size: _Any, window_size: _Any = ..., negative_samples: _Any = ..., shuffle: _Any = ..., categorical: _Any = ..., sampling_table: _Any = ..., seed: _Any = ...) -> _Any:
    """Generates skipgram word pairs."""

__all__ = [
    "TimeseriesGenerator",
    "make_sampling_table",
    "pad_sequences",
    "skipgrams",
]
