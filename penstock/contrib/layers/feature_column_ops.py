"""What makes inputs of networks and linear models of contrib's columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.framework.variables import model_variable
from penstock.contrib.layers.embeddings import safe_embedding_lookup_sparse
from penstock.contrib.layers.feature_column import _OneHotColumn
from penstock.contrib.layers.feature_column_base import WideArguments
from penstock.contrib.layers.feature_column_crosses import _CrossedColumn
from penstock.contrib.layers.feature_column_embeddings import (
    _EmbeddingColumn,
    _ScatteredEmbeddingColumn,
    embeddings_from_arguments,
    parts_of,
    restore,
)
from penstock.contrib.layers.feature_column_numbers import _BucketizedColumn, _RealValuedColumn
from penstock.contrib.layers.feature_column_parsing import check_feature_columns, in_order, transformed
from penstock.contrib.layers.sparse import inner_flatten
from penstock.graph import dtypes
from penstock.graph.composite import SparseTensor
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import CollectionsLike, ScopeLike, TensorOrVariable
from penstock.layers.base import ZEROS
from penstock.ops.state.variable_scope import variable_scope

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor

_FOR_SEQUENCES = (_OneHotColumn, _EmbeddingColumn, _RealValuedColumn)
_NOT_FOR_SEQUENCES = (_ScatteredEmbeddingColumn, _BucketizedColumn, _CrossedColumn)


def _as_rank(tensor: TensorOrVariable, column_name: str, output_rank: int) -> Any:
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


def _with_globals(collections: CollectionsLike | None) -> Any:
    return list({*collections, GraphKeys.GLOBAL_VARIABLES}) if collections else collections


def _input(
    features: dict[Any, Any],
    feature_columns: Sequence[Any],
    weight_collections: CollectionsLike | None,
    trainable: bool,
    scope: Any,
    rank: int,
    default_name: str,
    cols_to_outs: dict | None = None,
) -> Tensor:
    tensors = features.copy()
    check_feature_columns(feature_columns)
    if cols_to_outs is not None and not isinstance(cols_to_outs, dict):
        raise ValueError("cols_to_outs must be a dict unless None")
    with variable_scope(scope, default_name=default_name, values=list(tensors.values())):
        outputs = []
        collections = _with_globals(weight_collections)
        for column in in_order(feature_columns):
            with variable_scope(None, default_name=column.name, values=list(tensors.values())):
                made = transformed(column, tensors)
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
    feature_columns: Sequence[Any],
    weight_collections: CollectionsLike | None = None,
    trainable: bool = True,
    scope: ScopeLike | None = None,
    cols_to_outs: dict | None = None,
) -> Tensor:
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
    feature_columns: Sequence[Any],
    weight_collections: CollectionsLike | None = None,
    trainable: bool = True,
    scope: ScopeLike | None = None,
) -> Tensor:
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


def _bias(num_outputs: int, trainable: bool, collections: CollectionsLike | None) -> Any:
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
    feature_columns: Sequence[Any],
    num_outputs: int,
    weight_collections: CollectionsLike | None = None,
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
        for column in in_order(feature_columns):
            made = transformed(column, tensors)
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


def _looked_up(
    arguments: Any, name: str, num_outputs: int, trainable: bool, collections: CollectionsLike | None
) -> tuple[list, Any]:
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
    feature_columns: Sequence[Any],
    num_outputs: int,
    weight_collections: CollectionsLike | None = None,
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
        for column in in_order(feature_columns):
            arguments = column._wide_embedding_lookup_arguments(transformed(column, tensors))
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
        joined = WideArguments(tf.sparse_concat(1, sparse), None, total, ZEROS, "sum")
        with variable_scope(None, default_name="linear_weights", values=values):
            weights, output = _looked_up(joined, "", num_outputs, trainable, weight_collections)
        bias = _bias(num_outputs, trainable, weight_collections)
        return tf.nn.bias_add(output, bias), weights, bias
