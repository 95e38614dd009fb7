"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.lookup.initializers import KeyValueTensorInitializer as KeyValueTensorInitializer
from penstock.ops.lookup.initializers import TableInitializerBase as TableInitializerBase
from penstock.ops.lookup.initializers import TextFileIdTableInitializer as TextFileIdTableInitializer
from penstock.ops.lookup.initializers import TextFileIndex as TextFileIndex
from penstock.ops.lookup.initializers import TextFileInitializer as TextFileInitializer
from penstock.ops.lookup.initializers import TextFileStringTableInitializer as TextFileStringTableInitializer
from penstock.ops.lookup.mutable import DenseHashTable as MutableDenseHashTable
from penstock.ops.lookup.mutable import MutableHashTable as MutableHashTable
from penstock.ops.lookup.tables import FastHashSpec as FastHashSpec
from penstock.ops.lookup.tables import HashTable as HashTable
from penstock.ops.lookup.tables import HasherSpec as HasherSpec
from penstock.ops.lookup.tables import IdTableWithHashBuckets as IdTableWithHashBuckets
from penstock.ops.lookup.tables import InitializableLookupTableBase as InitializableLookupTableBase
from penstock.ops.lookup.tables import LookupInterface as LookupInterface
from penstock.ops.lookup.tables import StrongHashSpec as StrongHashSpec
from penstock.ops.lookup.vocabulary import index_table_from_file as index_table_from_file
from penstock.ops.lookup.vocabulary import index_table_from_tensor as index_table_from_tensor
from penstock.ops.lookup.vocabulary import index_to_string as index_to_string
from penstock.ops.lookup.vocabulary import index_to_string_table_from_file as index_to_string_table_from_file
from penstock.ops.lookup.vocabulary import index_to_string_table_from_tensor as index_to_string_table_from_tensor
from penstock.ops.lookup.vocabulary import string_to_index as string_to_index
from penstock.ops.lookup.vocabulary import string_to_index_table_from_file as string_to_index_table_from_file
from penstock.ops.lookup.vocabulary import string_to_index_table_from_tensor as string_to_index_table_from_tensor

__all__ = [
    "FastHashSpec",
    "HashTable",
    "HasherSpec",
    "IdTableWithHashBuckets",
    "InitializableLookupTableBase",
    "KeyValueTensorInitializer",
    "LookupInterface",
    "MutableDenseHashTable",
    "MutableHashTable",
    "StrongHashSpec",
    "TableInitializerBase",
    "TextFileIdTableInitializer",
    "TextFileIndex",
    "TextFileInitializer",
    "TextFileStringTableInitializer",
    "index_table_from_file",
    "index_table_from_tensor",
    "index_to_string",
    "index_to_string_table_from_file",
    "index_to_string_table_from_tensor",
    "string_to_index",
    "string_to_index_table_from_file",
    "string_to_index_table_from_tensor",
]
