"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.datasets.texts import imdb as load_data
from penstock.keras.datasets.texts import imdb_words as get_word_index

__all__ = [
    "get_word_index",
    "load_data",
]
