"""Made by `python -m penstock.tools.stubs`; do not edit."""

from keras_preprocessing.text import Tokenizer as Tokenizer
from typing import Any as _Any

def hashing_trick(text: _Any, n: _Any, hash_function: _Any = ..., filters: _Any = ..., lower: _Any = ..., split: _Any = ...) -> _Any:
    """Converts a text to a sequence of indexes in a fixed-size hashing space."""
def one_hot(text: _Any, n: _Any, filters: _Any = ..., lower: _Any = ..., split: _Any = ...) -> _Any:
    """One-hot encodes a text into a list of word indexes of size n."""
def text_to_word_sequence(text: _Any, filters: _Any = ..., lower: _Any = ..., split: _Any = ...) -> _Any:
    """Converts a text to a sequence of words (or tokens)."""

__all__ = [
    "Tokenizer",
    "hashing_trick",
    "one_hot",
    "text_to_word_sequence",
]
