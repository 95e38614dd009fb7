"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.feature_column.categorical import categorical_column_with_hash_bucket as categorical_column_with_hash_bucket
from penstock.feature_column.categorical import categorical_column_with_identity as categorical_column_with_identity
from penstock.feature_column.categorical import categorical_column_with_vocabulary_list as categorical_column_with_vocabulary_list
from penstock.feature_column.categorical import crossed_column as crossed_column
from penstock.feature_column.categorical import weighted_categorical_column as weighted_categorical_column
from penstock.feature_column.dense import embedding_column as embedding_column
from penstock.feature_column.dense import indicator_column as indicator_column
from penstock.feature_column.numeric import bucketized_column as bucketized_column
from penstock.feature_column.numeric import numeric_column as numeric_column
from penstock.feature_column.numeric import sequence_numeric_column as sequence_numeric_column
from penstock.feature_column.sequence import sequence_categorical_column_with_hash_bucket as sequence_categorical_column_with_hash_bucket
from penstock.feature_column.sequence import sequence_categorical_column_with_identity as sequence_categorical_column_with_identity
from penstock.feature_column.sequence import sequence_categorical_column_with_vocabulary_file as sequence_categorical_column_with_vocabulary_file
from penstock.feature_column.sequence import sequence_categorical_column_with_vocabulary_list as sequence_categorical_column_with_vocabulary_list
from builtins import dict as _dict
from builtins import str as _str
from typing import Any as _Any

def make_parse_example_spec(feature_columns: _Any) -> _dict[_str, _Any]:
    """The `features` of `tf.parse_example` for the raw features of all columns."""

__all__ = [
    "bucketized_column",
    "categorical_column_with_hash_bucket",
    "categorical_column_with_identity",
    "categorical_column_with_vocabulary_list",
    "crossed_column",
    "embedding_column",
    "indicator_column",
    "make_parse_example_spec",
    "numeric_column",
    "sequence_categorical_column_with_hash_bucket",
    "sequence_categorical_column_with_identity",
    "sequence_categorical_column_with_vocabulary_file",
    "sequence_categorical_column_with_vocabulary_list",
    "sequence_numeric_column",
    "weighted_categorical_column",
]
