"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import experimental as experimental
from penstock.ops.lookup.initializers import KeyValueTensorInitializer as KeyValueTensorInitializer
from penstock.ops.lookup.initializers import TextFileIndex as TextFileIndex
from penstock.ops.lookup.initializers import TextFileInitializer as TextFileInitializer
from penstock.ops.lookup.tables import StaticHashTable as StaticHashTable
from penstock.ops.lookup.tables import StaticVocabularyTable as StaticVocabularyTable

__all__ = [
    "KeyValueTensorInitializer",
    "StaticHashTable",
    "StaticVocabularyTable",
    "TextFileIndex",
    "TextFileInitializer",
    "experimental",
]
