"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import experimental as experimental
from penstock.ops.lookup.initializers import KeyValueTensorInitializer as KeyValueTensorInitializer
from penstock.ops.lookup.initializers import TextFileIndex as TextFileIndex
from penstock.ops.lookup.initializers import TextFileInitializer as TextFileInitializer

__all__ = [
    "KeyValueTensorInitializer",
    "TextFileIndex",
    "TextFileInitializer",
    "experimental",
]
