"""From examples to the features of columns of `tf.contrib.layers`: what to parse, parsing it, and transforming it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.layers.feature_column_base import ContribColumn
from penstock.contrib.layers.feature_column_numbers import real_valued_column
from penstock.graph.composite import SparseTensor
from penstock.graph.typing import TensorLike, TensorOrVariable
from penstock.platform import logging


def in_order(feature_columns: Sequence[Any]) -> list[Any]:
    return sorted(set(feature_columns), key=lambda column: column.key)


def transformed(column: Any, tensors: dict[Any, Any]) -> Any:
    logging.debug("Transforming feature_column %s", column)
    if column not in tensors:
        column.insert_transformed_feature(tensors)
    if column not in tensors:
        raise ValueError(f"Column {column.name} is not supported.")
    return tensors[column]


@export("contrib.layers.check_feature_columns")
def check_feature_columns(feature_columns: Sequence[Any]) -> None:
    """Checks that columns are a list without two that have the same key.

    Raises:
      ValueError: they are not.

    >>> import penstock as tf
    >>> tf.contrib.layers.check_feature_columns([tf.contrib.layers.real_valued_column("age")])
    """
    if isinstance(feature_columns, dict):
        raise ValueError("Expected feature_columns to be iterable, found dict.")
    seen = set()
    for column in feature_columns:
        if column.key in seen:
            raise ValueError(
                f"Duplicate feature column key found for column: {column.name}. This usually means that the column is almost "
                "identical to another column, and one must be discarded."
            )
        seen.add(column.key)


@export("contrib.layers.transform_features")
def transform_features(features: dict[Any, Any], feature_columns: Sequence[Any]) -> dict[Any, Any]:
    """What each column makes of the features.

    Args:
      features: tensors by name.
      feature_columns: columns.

    Returns:
      A dictionary of the transformed features by column.

    >>> import penstock as tf
    >>> age = tf.contrib.layers.real_valued_column("age", normalizer=lambda x: x / 10.0)
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     sess.run(tf.contrib.layers.transform_features({"age": tf.constant([[20.0]])}, [age])[age]).tolist()
    [[2.0]]
    """
    tensors = features.copy()
    check_feature_columns(feature_columns)
    return {column: transformed(column, tensors) for column in in_order(feature_columns)}


@export("contrib.layers.create_feature_spec_for_parsing")
def create_feature_spec_for_parsing(feature_columns: Sequence[Any]) -> dict[str, Any]:
    """The `features` of `tf.parse_example` for columns.

    Args:
      feature_columns: columns, or a dictionary with columns as values.

    Raises:
      TypeError: an item is not a column.

    >>> import penstock as tf
    >>> tf.contrib.layers.create_feature_spec_for_parsing([tf.contrib.layers.real_valued_column("age")])
    {'age': FixedLenFeature(shape=[1], dtype=tf.float32, default_value=None)}
    """
    columns = feature_columns.values() if isinstance(feature_columns, dict) else feature_columns
    spec: dict[str, Any] = {}
    for column in columns:
        if not isinstance(column, ContribColumn):
            raise TypeError(
                f"feature_columns should only contain instances of _FeatureColumn. Given column is {column}"
            )
        spec.update(column.config)
    return spec


def _sequence_spec(feature_columns: Sequence[Any]) -> dict[str, Any]:
    spec = {}
    for key, feature in create_feature_spec_for_parsing(feature_columns).items():
        if not isinstance(feature, tf.VarLenFeature):
            missing = feature.default_value is not None
            if missing:
                logging.warning(
                    f'Found default value {feature.default_value} for feature "{key}". Ignoring this value and setting '
                    "`allow_missing=True` instead."
                )
            feature = tf.FixedLenSequenceFeature(shape=feature.shape, dtype=feature.dtype, allow_missing=missing)
        spec[key] = feature
    return spec


@export("contrib.layers.make_place_holder_tensors_for_base_features")
def make_place_holder_tensors_for_base_features(feature_columns: Sequence[Any]) -> dict[str, Any]:
    """Placeholders for the raw features of columns.

    Args:
      feature_columns: columns, or a dictionary with columns as values.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     age = tf.contrib.layers.real_valued_column("age")
    ...     print(tf.contrib.layers.make_place_holder_tensors_for_base_features([age])["age"].name)
    Placeholder_age:0
    """
    made: dict[str, Any] = {}
    for name, feature in create_feature_spec_for_parsing(feature_columns).items():
        if isinstance(feature, tf.VarLenFeature):
            made[name] = tf.sparse_placeholder(feature.dtype, name=f"Placeholder_{name}")
        else:
            made[name] = tf.placeholder(feature.dtype, shape=(None, feature.shape[0]), name=f"Placeholder_{name}")
    return made


@export("contrib.layers.parse_feature_columns_from_examples")
def parse_feature_columns_from_examples(
    serialized: TensorLike,
    feature_columns: Sequence[Any],
    name: str | None = None,
    example_names: TensorLike | None = None,
) -> dict[Any, Any]:
    """Parses examples, and transforms their features.

    Args:
      serialized: a vector of serialized `Example`s.
      feature_columns: columns.
      name: a name for the operations.
      example_names: names of the examples, for messages.

    Returns:
      A dictionary of raw features by name and transformed ones by column.

    >>> import penstock as tf
    >>> age = tf.contrib.layers.real_valued_column("age", default_value=7.0)
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     parsed = tf.contrib.layers.parse_feature_columns_from_examples([tf.train.Example().SerializeToString()], [age])
    ...     sess.run(parsed[age]).tolist()
    [[7.0]]
    """
    check_feature_columns(feature_columns)
    tensors = tf.parse_example(
        serialized=serialized,
        features=create_feature_spec_for_parsing(feature_columns),
        name=name,
        example_names=example_names,
    )
    for column in in_order(feature_columns):
        transformed(column, tensors)
    return tensors


@export("contrib.layers.parse_feature_columns_from_sequence_examples")
def parse_feature_columns_from_sequence_examples(
    serialized: TensorLike,
    context_feature_columns: Any,
    sequence_feature_columns: Any,
    name: str | None = None,
    example_name: TensorLike | None = None,
) -> tuple[dict, dict]:
    """Parses one `SequenceExample`.

    Args:
      serialized: a scalar, the serialized `SequenceExample`.
      context_feature_columns: columns of the context, or None.
      sequence_feature_columns: columns of the sequences, or None.
      name: a name for the operations.
      example_name: the example's name, for messages.

    Returns:
      The raw features of the context and of the sequences, by name.

    Raises:
      ValueError: `serialized` is more than one.

    >>> import penstock as tf
    >>> x = tf.contrib.layers.real_valued_column("x", default_value=0.0)
    >>> with tf.Graph().as_default():
    ...     example = tf.train.SequenceExample().SerializeToString()
    ...     context, _ = tf.contrib.layers.parse_feature_columns_from_sequence_examples(example, [x], None)
    ...     print(context["x"].shape)
    (1,)
    """
    try:
        serialized = tf.reshape(serialized, [])
    except ValueError as error:
        raise ValueError(
            "serialized must contain as single sequence example. Batching must be done after parsing for sequence examples. "
            f"Error: {error}"
        ) from error
    context, sequence = context_feature_columns or [], sequence_feature_columns or []
    check_feature_columns(context)
    spec = create_feature_spec_for_parsing(context)
    check_feature_columns(sequence)
    return tf.parse_single_sequence_example(serialized, spec, _sequence_spec(sequence), example_name, name)


@export("contrib.layers.infer_real_valued_columns")
def infer_real_valued_columns(features: TensorOrVariable) -> list[Any]:
    """Real-valued columns for dense features of numbers.

    Args:
      features: a tensor, or tensors by name.

    Raises:
      ValueError: a feature is sparse, or not of numbers.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.contrib.layers.infer_real_valued_columns(tf.zeros([10, 4]))[0].dimension)
    4
    """
    columns = []
    for name, tensor in (features if isinstance(features, dict) else {"": features}).items():
        why = None
        if isinstance(tensor, SparseTensor):
            why = "SparseTensor is not supported for auto detection."
        elif not (tensor.dtype.is_integer or tensor.dtype.is_floating):
            why = "Non integer or non floating types are not supported for auto detection."
        if why:
            raise ValueError(f"{why} Please define corresponding FeatureColumn for tensor {name} {tensor}.")
        dimension = math.prod(tensor.get_shape().as_list()[1:])
        columns.append(real_valued_column(name, dimension=dimension, dtype=tensor.dtype))
    return columns
