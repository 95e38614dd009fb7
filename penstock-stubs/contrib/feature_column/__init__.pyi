"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.feature_column.functions import sequence_input_layer as sequence_input_layer
from penstock.feature_column.numeric import sequence_numeric_column as sequence_numeric_column
from penstock.feature_column.sequence import sequence_categorical_column_with_hash_bucket as sequence_categorical_column_with_hash_bucket
from penstock.feature_column.sequence import sequence_categorical_column_with_identity as sequence_categorical_column_with_identity
from penstock.feature_column.sequence import sequence_categorical_column_with_vocabulary_file as sequence_categorical_column_with_vocabulary_file
from penstock.feature_column.sequence import sequence_categorical_column_with_vocabulary_list as sequence_categorical_column_with_vocabulary_list

__all__ = [
    "sequence_categorical_column_with_hash_bucket",
    "sequence_categorical_column_with_identity",
    "sequence_categorical_column_with_vocabulary_file",
    "sequence_categorical_column_with_vocabulary_list",
    "sequence_input_layer",
    "sequence_numeric_column",
]
