"""What makes inputs of networks and linear models of contrib's columns, and parses examples for them."""

from __future__ import annotations

import math
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.framework.variables import model_variable
from penstock.contrib.layers import feature_column as fc
from penstock.contrib.layers.embeddings import safe_embedding_lookup_sparse
from penstock.contrib.layers.feature_column_embeddings import (
    _EmbeddingColumn,
    _ScatteredEmbeddingColumn,
    embeddings_from_arguments,
    parts_of,
    restore,
)
from penstock.contrib.layers.sparse import inner_flatten
from penstock.graph import dtypes
from penstock.graph.composite import SparseTensor
from penstock.graph.keys import GraphKeys
from penstock.layers.base import ZEROS
from penstock.ops.variable_scope import variable_scope
from penstock.platform import logging

_FOR_SEQUENCES = (fc._OneHotColumn, _EmbeddingColumn, fc._RealValuedColumn)
_NOT_FOR_SEQUENCES = (_ScatteredEmbeddingColumn, fc._BucketizedColumn, fc._CrossedColumn)


def _in_order(feature_columns: Any) -> list[Any]:
    return sorted(set(feature_columns), key=lambda column: column.key)


def _transformed(column: Any, tensors: dict[Any, Any]) -> Any:
    logging.debug("Transforming feature_column %s", column)
    if column not in tensors:
        column.insert_transformed_feature(tensors)
    if column not in tensors:
        raise ValueError(f"Column {column.name} is not supported.")
    return tensors[column]


def _as_rank(tensor: Any, column_name: str, output_rank: int) -> Any:
    rank = tensor.get_shape().ndims
    if rank is None and isinstance(tensor, SparseTensor):
        rank = tensor.dense_shape.get_shape().as_list()[0]
    where = f"Error while processing column {column_name}."
    if rank is None:
        raise ValueError(f"{where} Rank of input Tensor can not be None.")
    if output_rank > rank + 1:
        raise ValueError(
            f"{where} Rank of input Tensor ({rank}) should be the same as output_rank ({output_rank}). For example, sequence "
            "data should typically be 3 dimensional (rank 3) while non-sequence data is typically 2 dimensional (rank 2)."
        )
    if output_rank == rank + 1:
        if isinstance(tensor, SparseTensor):
            return tf.sparse_reshape(tensor, tf.concat([tensor.dense_shape, [1]], 0))
        return tf.expand_dims(tensor, -1)
    return inner_flatten(tensor, output_rank) if output_rank < rank else tensor


def _with_globals(collections: Any) -> Any:
    return list({*collections, GraphKeys.GLOBAL_VARIABLES}) if collections else collections


def _input(
    features: dict[Any, Any],
    feature_columns: Any,
    weight_collections: Any,
    trainable: bool,
    scope: Any,
    rank: int,
    default_name: str,
    cols_to_outs: dict | None = None,
) -> Any:
    tensors = features.copy()
    check_feature_columns(feature_columns)
    if cols_to_outs is not None and not isinstance(cols_to_outs, dict):
        raise ValueError("cols_to_outs must be a dict unless None")
    with variable_scope(scope, default_name=default_name, values=list(tensors.values())):
        outputs = []
        collections = _with_globals(weight_collections)
        for column in _in_order(feature_columns):
            with variable_scope(None, default_name=column.name, values=list(tensors.values())):
                made = _transformed(column, tensors)
                if rank == 3:
                    parts = made if isinstance(made, tuple) else (made,)
                    reshaped = tuple(_as_rank(part, column.name, rank) for part in parts)
                    made = reshaped if isinstance(made, tuple) else reshaped[0]
                arguments = column._deep_embedding_lookup_arguments(made)
                if arguments is not None:
                    output = embeddings_from_arguments(column, arguments, collections, trainable, output_rank=rank)
                else:
                    try:
                        output = column._to_dnn_input_layer(made, output_rank=rank)
                    except ValueError as error:
                        raise ValueError(
                            f"Error creating input layer for column: {column.name}.\n{error}, No deep embedding lookup "
                            f"arguments for column {column}."
                        ) from error
                outputs.append(output)
                if cols_to_outs is not None:
                    cols_to_outs[column] = output
        return tf.concat(outputs, rank - 1)


@export("contrib.layers.input_from_feature_columns")
def input_from_feature_columns(
    columns_to_tensors: dict[Any, Any],
    feature_columns: Any,
    weight_collections: Any = None,
    trainable: bool = True,
    scope: Any = None,
    cols_to_outs: dict | None = None,
) -> Any:
    """A dense tensor of features: what a network begins with.

    Args:
      columns_to_tensors: tensors by name.
      feature_columns: real-valued, bucketized, one-hot and embedding columns.
      weight_collections: collections for the variables.
      trainable: whether they are trained.
      scope: the variable scope.
      cols_to_outs: a dictionary that is filled with the part of each column.

    Raises:
      ValueError: a column cannot be an input of a network.

    >>> import penstock as tf
    >>> age = tf.contrib.layers.real_valued_column("age")
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     features = {"age": tf.constant([[20.0], [30.0]])}
    ...     sess.run(tf.contrib.layers.input_from_feature_columns(features, [age])).tolist()
    [[20.0], [30.0]]
    """
    name = "input_from_feature_columns"
    return _input(columns_to_tensors, feature_columns, weight_collections, trainable, scope, 2, name, cols_to_outs)


@export("contrib.layers.sequence_input_from_feature_columns")
def sequence_input_from_feature_columns(
    columns_to_tensors: dict[Any, Any],
    feature_columns: Any,
    weight_collections: Any = None,
    trainable: bool = True,
    scope: Any = None,
) -> Any:
    """A dense tensor of sequences of features, [batch size, time, all numbers].

    Args:
      columns_to_tensors: tensors by name.
      feature_columns: real-valued, one-hot and embedding columns.
      weight_collections: collections for the variables.
      trainable: whether they are trained.
      scope: the variable scope.

    Raises:
      ValueError: a column cannot be one of a sequence.

    >>> import penstock as tf
    >>> x = tf.contrib.layers.real_valued_column("x")
    >>> with tf.Graph().as_default():
    ...     print(tf.contrib.layers.sequence_input_from_feature_columns({"x": tf.zeros([2, 5, 1])}, [x]).shape)
    (2, 5, 1)
    """
    for column in feature_columns:
        if not isinstance(column, _FOR_SEQUENCES):
            raise ValueError(
                f"FeatureColumn type {type(column).__name__} is not currently supported for sequence data."
            )
    everything = list(feature_columns)
    for column in everything:  # grows while it is walked
        source = getattr(column, "sparse_id_column", None)
        everything.extend([source] if source is not None else [])
        if isinstance(column, _NOT_FOR_SEQUENCES):
            raise ValueError(
                f"Column {column.name} is of type {type(column).__name__}, which is not currently supported for sequences."
            )
    name = "sequence_input_from_feature_columns"
    return _input(columns_to_tensors, feature_columns, weight_collections, trainable, scope, 3, name)


# -- linear models ------------------------------------------------------------------------------------------------------------


def _bias(num_outputs: int, trainable: bool, collections: Any) -> Any:
    return model_variable(
        "bias_weight",
        shape=[num_outputs],
        initializer=ZEROS,
        trainable=trainable,
        collections=_with_globals(collections),
    )


@export("contrib.layers.weighted_sum_from_feature_columns")
def weighted_sum_from_feature_columns(
    columns_to_tensors: dict[Any, Any],
    feature_columns: Any,
    num_outputs: int,
    weight_collections: Any = None,
    trainable: bool = True,
    scope: Any = None,
) -> tuple[Any, dict[Any, Any], Any]:
    """A linear model: a weight for each number and category, and a bias.

    Args:
      columns_to_tensors: tensors by name.
      feature_columns: any but embeddings.
      num_outputs: the number of outputs.
      weight_collections: collections for the variables.
      trainable: whether they are trained.
      scope: the variable scope.

    Returns:
      The outputs, a dictionary of the variables of each column, and the bias.

    Raises:
      ValueError: a column cannot be part of a linear model.

    >>> import penstock as tf
    >>> words = tf.contrib.layers.sparse_column_with_hash_bucket("word", 100)
    >>> with tf.Graph().as_default():
    ...     features = {"word": tf.constant([["a"], ["b"]])}
    ...     outputs, _, _ = tf.contrib.layers.weighted_sum_from_feature_columns(features, [words], 1)
    ...     print([v.name for v in tf.global_variables()])
    ['weighted_sum_from_feature_columns/word/weights:0', 'weighted_sum_from_feature_columns/bias_weight:0']
    """
    tensors = columns_to_tensors.copy()
    check_feature_columns(feature_columns)
    values = list(tensors.values())
    with variable_scope(scope, default_name="weighted_sum_from_feature_columns", values=values):
        outputs, found = [], {}
        for column in _in_order(feature_columns):
            made = _transformed(column, tensors)
            try:
                arguments = column._wide_embedding_lookup_arguments(made)
                with variable_scope(None, default_name=column.name, values=values):
                    if arguments is not None:
                        weights, output = _looked_up(arguments, column.name, num_outputs, trainable, weight_collections)
                    else:
                        tensor = _as_rank(column._to_dense_tensor(made), column.name, output_rank=2)
                        weights = [
                            model_variable(
                                name="weight",
                                shape=[tensor.get_shape().as_list()[1], num_outputs],
                                initializer=ZEROS,
                                trainable=trainable,
                                collections=weight_collections,
                            )
                        ]
                        output = tf.matmul(tensor, weights[0], name="matmul")
            except ValueError as error:
                raise ValueError(f"Error creating weighted sum for column: {column.name}.\n{error}") from error
            outputs.append(tf.reshape(output, shape=(-1, num_outputs)))
            found[column] = weights
            restore(column._checkpoint_path(), weights)
        total = tf.add_n(outputs)
        bias = _bias(num_outputs, trainable, weight_collections)
        return tf.nn.bias_add(total, bias), found, bias


def _looked_up(arguments: Any, name: str, num_outputs: int, trainable: bool, collections: Any) -> tuple[list, Any]:
    weights = parts_of(
        model_variable(
            name="weights",
            shape=[arguments.vocab_size, num_outputs],
            dtype=dtypes.float32,
            initializer=arguments.initializer,
            trainable=trainable,
            collections=collections,
        )
    )
    output = safe_embedding_lookup_sparse(
        weights,
        arguments.input_tensor,
        sparse_weights=arguments.weight_tensor,
        combiner=arguments.combiner,
        name=f"{name}_weights",
    )
    return weights, output


@export("contrib.layers.joint_weighted_sum_from_feature_columns")
def joint_weighted_sum_from_feature_columns(
    columns_to_tensors: dict[Any, Any],
    feature_columns: Any,
    num_outputs: int,
    weight_collections: Any = None,
    trainable: bool = True,
    scope: Any = None,
) -> tuple[Any, list[Any], Any]:
    """As `weighted_sum_from_feature_columns`, with the weights of all columns in one variable.

    Args:
      columns_to_tensors: tensors by name.
      feature_columns: sparse, bucketized and crossed columns that are summed.
      num_outputs: the number of outputs.
      weight_collections: collections for the variables.
      trainable: whether they are trained.
      scope: the variable scope.

    Returns:
      The outputs, a list of the variable (or its parts), and the bias.

    Raises:
      NotImplementedError: a column is real-valued.
      AssertionError: a column is weighted, or not summed.

    >>> import penstock as tf
    >>> words = [tf.contrib.layers.sparse_column_with_hash_bucket(name, 100) for name in ("a", "b")]
    >>> with tf.Graph().as_default():
    ...     features = {name: tf.constant([["x"], ["y"]]) for name in ("a", "b")}
    ...     outputs, weights, _ = tf.contrib.layers.joint_weighted_sum_from_feature_columns(features, words, 1)
    ...     print(weights[0].shape)
    (200, 1)
    """
    tensors = columns_to_tensors.copy()
    check_feature_columns(feature_columns)
    values = list(tensors.values())
    with variable_scope(scope, default_name="joint_weighted_sum_from_feature_columns", values=values):
        total, parts = 0, []
        for column in _in_order(feature_columns):
            arguments = column._wide_embedding_lookup_arguments(_transformed(column, tensors))
            if arguments is None:
                raise NotImplementedError(
                    "Real-valued columns are not supported. Use weighted_sum_from_feature_columns instead, or bucketize "
                    "these columns."
                )
            assert arguments.weight_tensor is None, (
                "Joint sums for weighted sparse columns are not supported. Please use weighted_sum_from_feature_columns "
                "instead."
            )
            assert arguments.combiner == "sum", (
                "Combiners other than sum are not supported for joint sums. Please use "
                "weighted_sum_from_feature_columns instead."
            )
            parts.append((arguments, total))
            total += arguments.vocab_size
        assert parts, "At least one column must be in the model."
        sparse = []
        for arguments, start in parts:
            ids = arguments.input_tensor
            sparse.append(SparseTensor(ids.indices, ids.values + start, ids.dense_shape))
        joined = fc.WideArguments(tf.sparse_concat(1, sparse), None, total, ZEROS, "sum")
        with variable_scope(None, default_name="linear_weights", values=values):
            weights, output = _looked_up(joined, "", num_outputs, trainable, weight_collections)
        bias = _bias(num_outputs, trainable, weight_collections)
        return tf.nn.bias_add(output, bias), weights, bias


# -- features -----------------------------------------------------------------------------------------------------------------


@export("contrib.layers.check_feature_columns")
def check_feature_columns(feature_columns: Any) -> None:
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
def transform_features(features: dict[Any, Any], feature_columns: Any) -> dict[Any, Any]:
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
    return {column: _transformed(column, tensors) for column in _in_order(feature_columns)}


@export("contrib.layers.create_feature_spec_for_parsing")
def create_feature_spec_for_parsing(feature_columns: Any) -> dict[str, Any]:
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
        if not isinstance(column, fc.ContribColumn):
            raise TypeError(
                f"feature_columns should only contain instances of _FeatureColumn. Given column is {column}"
            )
        spec.update(column.config)
    return spec


def _sequence_spec(feature_columns: Any) -> dict[str, Any]:
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
def make_place_holder_tensors_for_base_features(feature_columns: Any) -> dict[str, Any]:
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
    serialized: Any, feature_columns: Any, name: str | None = None, example_names: Any = None
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
    for column in _in_order(feature_columns):
        _transformed(column, tensors)
    return tensors


@export("contrib.layers.parse_feature_columns_from_sequence_examples")
def parse_feature_columns_from_sequence_examples(
    serialized: Any,
    context_feature_columns: Any,
    sequence_feature_columns: Any,
    name: str | None = None,
    example_name: Any = None,
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
def infer_real_valued_columns(features: Any) -> list[Any]:
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
        columns.append(fc.real_valued_column(name, dimension=dimension, dtype=tensor.dtype))
    return columns
