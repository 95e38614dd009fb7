"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.datasets.texts import reuters as load_data
from penstock.keras.datasets.texts import reuters_words as get_word_index

__all__ = [
    "get_word_index",
    "load_data",
]
