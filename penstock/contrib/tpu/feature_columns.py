"""Embedding columns whose tables TPUs may hold; without TPUs they are embedding columns as any."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from penstock._namespace import export
from penstock.contrib.tpu import tpu_embedding
from penstock.feature_column import base, categorical, dense, numeric, sequence

_SEQUENCE_NEEDS = (
    "max_sequence_length must be greater than 0 for sequence columns. Got max_sequence_length={} for sequence column "
    "{}."
)
_ONLY_SEQUENCES = "Non zero max_sequence_length={} specified for non sequence column {}."


class _OnTPUs:
    """What TPUs are told of a column."""

    categorical_column: Any
    combiner: Any  # of embeddings, as the next two
    initializer: Any
    dimension: Any
    max_sequence_length: int
    learning_rate_fn: Callable | None

    def _told(self, max_sequence_length: int, learning_rate_fn: Callable | None) -> Any:
        column = self.categorical_column
        if self.is_sequence_column():
            if max_sequence_length < 1:
                raise ValueError(_SEQUENCE_NEEDS.format(max_sequence_length, column.name))
        elif max_sequence_length:
            raise ValueError(_ONLY_SEQUENCES.format(max_sequence_length, column.name))
        self.max_sequence_length, self.learning_rate_fn = max_sequence_length, learning_rate_fn
        return self

    def get_max_sequence_length(self) -> int:
        """How many rows of a sequence are kept, 0 if the column is none."""
        return self.max_sequence_length

    def get_learning_rate_fn(self) -> Callable | None:
        """A function from the global step to the learning rate of the table."""
        return self.learning_rate_fn

    def is_sequence_column(self) -> bool:
        """Whether an example has a sequence of rows."""
        return isinstance(self.categorical_column, sequence.SequenceCategoricalColumn)

    def is_categorical_column_weighted(self) -> bool:
        """Whether rows have weights."""
        return isinstance(self.categorical_column, categorical.WeightedCategoricalColumn)

    def get_feature_key_name(self) -> str:
        """The feature with the rows."""
        column = self.categorical_column
        return (column.categorical_column if self.is_categorical_column_weighted() else column).name

    def get_weight_key_name(self) -> str | None:
        """The feature with the weights."""
        return self.categorical_column.weight_feature_key if self.is_categorical_column_weighted() else None

    def get_combiner(self) -> str:
        """What several rows of an example become."""
        return self.combiner

    def get_initializer(self) -> Callable:
        """The initializer of the table."""
        return self.initializer

    def get_embedding_table_size(self) -> tuple[int, int]:
        """How many rows and columns the table has."""
        return self.categorical_column.num_buckets, self.dimension


class TPUEmbeddingColumn(_OnTPUs, dense.EmbeddingColumn):
    """See `tf.tpu.experimental.embedding_column`."""

    def get_embedding_var_name(self) -> str:
        """The name of the table."""
        return self.categorical_column.name


class TPUSharedEmbeddingColumn(_OnTPUs, dense.SharedEmbeddingColumn):
    """See `tf.tpu.experimental.shared_embedding_columns`."""

    def get_embedding_var_name(self) -> str:
        """The name of the table."""
        return self.shared_embedding_collection_name


_CATEGORIES = (
    categorical.IdentityCategoricalColumn,
    categorical.VocabularyFileCategoricalColumn,
    categorical.VocabularyListCategoricalColumn,
    categorical.WeightedCategoricalColumn,
    sequence.SequenceCategoricalColumn,
)


def _check_kind(column: Any, of: str) -> None:
    if not isinstance(column, _CATEGORIES):
        names = " or ".join(kind.__name__ for kind in _CATEGORIES)
        raise TypeError(f"categorical_column for tpu  {of} must be type {names}, got {type(column)}.")


@export("tpu.experimental.embedding_column")
def embedding_column(
    categorical_column: Any,
    dimension: int,
    combiner: str = "mean",
    initializer: Callable | None = None,
    max_sequence_length: int = 0,
    learning_rate_fn: Callable | None = None,
) -> TPUEmbeddingColumn:
    """As `tf.feature_column.embedding_column`, for a table that TPUs may hold.

    Args:
      categorical_column: a column of integers, of a vocabulary or weighted, or a sequence of these.
      dimension, combiner, initializer: as of `tf.feature_column.embedding_column`.
      max_sequence_length: how many rows of a sequence are kept; 0 if the column is none.
      learning_rate_fn: a function from the global step to the learning rate of the table.

    Raises:
      TypeError: if the column is of another kind.
      ValueError: if another argument is wrong.

    >>> import penstock as tf
    >>> column = tf.tpu.experimental.embedding_column(tf.feature_column.categorical_column_with_identity("word", 10), 3)
    >>> tf.feature_column.input_layer({"word": [1, 2]}, [column]).shape.as_list()
    [2, 3]
    """
    _check_kind(categorical_column, "embedding_column")
    plain = dense.embedding_column(categorical_column, dimension, combiner, initializer)
    return TPUEmbeddingColumn(*plain)._told(max_sequence_length, learning_rate_fn)


@export("tpu.experimental.shared_embedding_columns")
def shared_embedding_columns(
    categorical_columns: Sequence[Any],
    dimension: int,
    combiner: str = "mean",
    initializer: Callable | None = None,
    shared_embedding_collection_name: str | None = None,
    max_sequence_lengths: Sequence[int] | None = None,
    learning_rate_fn: Callable | None = None,
) -> list[TPUSharedEmbeddingColumn]:
    """As `tf.feature_column.shared_embedding_columns`, for a table that TPUs may hold.

    Args:
      categorical_columns: columns of integers, of vocabularies or weighted, or sequences of these.
      dimension, combiner, initializer, shared_embedding_collection_name: as of
        `tf.feature_column.shared_embedding_columns`.
      max_sequence_lengths: for each column how many rows of a sequence are kept; 0 if it is none.
      learning_rate_fn: a function from the global step to the learning rate of the table.

    Raises:
      TypeError: if a column is of another kind.
      ValueError: if another argument is wrong.

    >>> import penstock as tf
    >>> words = [tf.feature_column.categorical_column_with_identity(key, 10) for key in ("seen", "bought")]
    >>> [column.get_embedding_var_name() for column in tf.tpu.experimental.shared_embedding_columns(words, 3)]
    ['bought_seen_shared_embedding', 'bought_seen_shared_embedding']
    """
    for column in categorical_columns:
        _check_kind(column, "shared_embedding_columns")
    lengths = list(max_sequence_lengths or [0] * len(categorical_columns))
    if len(lengths) != len(categorical_columns):
        raise ValueError(
            f"max_sequence_lengths and categorical_columns must be of the same length. len(max_sequence_lengths)={len(lengths)} "
            f"len(categorical_columns)={len(categorical_columns)}."
        )
    plain = dense.shared_embedding_columns(
        categorical_columns, dimension, combiner, initializer, shared_embedding_collection_name
    )
    return [
        TPUSharedEmbeddingColumn(*column)._told(length, learning_rate_fn)
        for column, length in zip(plain, lengths, strict=True)
    ]


class _Spec(NamedTuple):
    feature_columns: Any
    optimization_parameters: Any
    clipping_limit: float | None
    pipeline_execution_with_tensor_core: bool
    experimental_gradient_multiplier_fn: Callable | None
    feature_to_config_dict: Mapping[str, Any] | None
    table_to_config_dict: Mapping[str, Any] | None
    partition_strategy: str


_COLUMNS = (
    numeric.NumericColumn,
    numeric.BucketizedColumn,
    dense.EmbeddingColumn,
    dense.SharedEmbeddingColumn,
    dense.IndicatorColumn,
    base.CategoricalColumn,
)
_OPTIMIZERS = (
    tpu_embedding.AdagradParameters,
    tpu_embedding.AdamParameters,
    tpu_embedding.StochasticGradientDescentParameters,
)


@export("estimator.tpu.experimental.EmbeddingConfigSpec")
class EmbeddingConfigSpec(_Spec):
    """The embedding tables of a `TPUEstimator` that TPUs hold.

    Args:
      feature_columns: the embedding columns of the model.
      optimization_parameters: the optimizer of their tables, such as `tf.tpu.experimental.AdagradParameters`.
      clipping_limit: the largest absolute value of a weight.
      pipeline_execution_with_tensor_core: whether rows may be looked up before the step before has changed them.
      experimental_gradient_multiplier_fn: a function from the global step to a factor of all gradients.
      feature_to_config_dict, table_to_config_dict: instead of columns, a `FeatureConfig` for each feature and a
        `TableConfig` for each table.
      partition_strategy: "div" or "mod", how rows are divided among hosts.

    Raises:
      ValueError: if there are both or neither columns and dictionaries, or another argument is wrong.
      TypeError: if a column is of another kind.

    >>> import penstock as tf
    >>> column = tf.tpu.experimental.embedding_column(tf.feature_column.categorical_column_with_identity("word", 10), 3)
    >>> adagrad = tf.tpu.experimental.AdagradParameters(0.1)
    >>> tf.estimator.tpu.experimental.EmbeddingConfigSpec([column], adagrad).partition_strategy
    'div'
    """

    __slots__ = ()

    def __new__(
        cls,
        feature_columns: Sequence[Any] | None = None,
        optimization_parameters: Any = None,
        clipping_limit: float | None = None,
        pipeline_execution_with_tensor_core: bool = False,
        experimental_gradient_multiplier_fn: Callable | None = None,
        feature_to_config_dict: Mapping[str, Any] | None = None,
        table_to_config_dict: Mapping[str, Any] | None = None,
        partition_strategy: str = "div",
    ) -> EmbeddingConfigSpec:
        if bool(feature_columns) == bool(feature_to_config_dict and table_to_config_dict):
            raise ValueError(
                "Exactly one of `feature_columns` and the pair `feature_to_config_dict` and `table_to_config_dict` must be be "
                "specified."
            )
        if partition_strategy not in ("div", "mod"):
            raise ValueError(f'Invalid partition_strategy {partition_strategy}. Must be one of "mod" or "div".')
        for column in feature_columns or ():
            if not isinstance(column, _COLUMNS):
                raise TypeError(f"All feature columns must be supported types in {_COLUMNS}. Got {type(column)}")
        if feature_columns and not isinstance(optimization_parameters, _OPTIMIZERS):
            raise ValueError(
                f"optimization_parameters must be an instance of type {_OPTIMIZERS}. Got {type(optimization_parameters)}."
            )
        if not feature_columns:
            _check_configs(feature_to_config_dict or {}, table_to_config_dict or {})
        return super().__new__(
            cls,
            feature_columns,
            optimization_parameters,
            clipping_limit,
            pipeline_execution_with_tensor_core,
            experimental_gradient_multiplier_fn,
            feature_to_config_dict,
            table_to_config_dict,
            partition_strategy,
        )


def _check_configs(features: Mapping[str, Any], tables: Mapping[str, Any]) -> None:
    for name, feature in features.items():
        if not isinstance(feature, tpu_embedding.FeatureConfig):
            raise TypeError(f"Config for feature {name} must be of type `FeatureConfig`. Got {type(feature)}")
        if feature.table_id not in tables:
            raise ValueError(
                f"Feature {name} refers to table {feature.table_id} which is not in the table_to_config_dict."
            )
    for name, table in tables.items():
        if not isinstance(table, tpu_embedding.TableConfig):
            raise TypeError(f"Config for table {name} must be of type `TableConfig`. Got {type(table)}")
