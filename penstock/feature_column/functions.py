"""1.x's functions over feature columns: `input_layer`, `linear_model`, `make_parse_example_spec`, `sequence_input_layer`.

Variables are made by `tf.get_variable` in scopes named after the columns, so that checkpoints are those of 1.15.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.feature_column.base import (
    CategoricalColumn,
    DenseColumn,
    FeatureColumn,
    FeatureTransformationCache,
    ScopeState,
    SequenceDenseColumn,
    check_batch_sizes,
    normalized,
)
from penstock.feature_column.sequence import all_equal
from penstock.graph.collections_of_graph import add_to_collection, get_collection
from penstock.graph.graph import name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import CollectionsLike, ShapeLike, TensorLike, TensorOrVariable
from penstock.layers.base import ZEROS, Layer
from penstock.ops.nn.embedding import safe_embedding_lookup_sparse
from penstock.ops.state.partitioned_variable import PartitionedVariable
from penstock.ops.state.template import make_template
from penstock.ops.state.variable_scope import variable_scope
from penstock.ops.state.variable_scope_defaults import get_variable_scope

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


def _collections(given: Any) -> list[str]:
    found = list(given or [])
    return found + [key for key in (GraphKeys.GLOBAL_VARIABLES, GraphKeys.MODEL_VARIABLES) if key not in found]


def _internal_input_layer(
    features: dict[str, Any],
    feature_columns: Sequence[Any],
    weight_collections: CollectionsLike | None = None,
    trainable: bool = True,
    cols_to_vars: dict | None = None,
    scope: Any = None,
    cols_to_output_tensors: dict | None = None,
    from_template: bool = False,
) -> Any:
    columns = normalized(feature_columns, old="_")
    for column in columns:
        if not isinstance(column, DenseColumn):
            raise ValueError(
                "Items of feature_columns must be a _DenseColumn. You can wrap a categorical column with an embedding_column "
                f"or indicator_column. Given: {column}"
            )
    collections = _collections(weight_collections)

    def build() -> Tensor:
        cache, outputs = FeatureTransformationCache(features), []
        for column in columns:
            with variable_scope(None, default_name=column._var_scope_name):
                tensor = column._get_dense_tensor(cache, weight_collections=collections, trainable=trainable)
                output = _rows(tensor, column._variable_shape.num_elements())
                outputs.append(output)
                if cols_to_vars is not None:
                    # By scope: a column that a user wrote makes whatever variables it wants.
                    here = get_variable_scope().name
                    cols_to_vars[column] = get_collection(GraphKeys.GLOBAL_VARIABLES, scope=here)
                if cols_to_output_tensors is not None:
                    cols_to_output_tensors[column] = output
        check_batch_sizes(outputs, columns)
        return tf.concat(outputs, 1)

    if from_template:
        return build()
    with variable_scope(scope, default_name="input_layer", values=list(features.values())):
        return build()


def _rows(tensor: TensorLike, elements: int) -> Tensor:
    return tf.reshape(tensor, shape=(tf.shape(tensor)[0], elements))


@export("feature_column.input_layer")
def input_layer(
    features: dict[str, Any],
    feature_columns: Sequence[Any],
    weight_collections: CollectionsLike | None = None,
    trainable: bool = True,
    cols_to_vars: dict | None = None,
    cols_to_output_tensors: dict | None = None,
) -> Any:
    """A dense tensor of features, [batch size, all numbers of all columns]: what a network begins with.

    Args:
      features: tensors by name, dense or sparse.
      feature_columns: dense columns; their outputs are put side by side in the order of the columns' names.
      weight_collections: collections to which variables are added besides the global and model ones.
      trainable: whether the variables are trained.
      cols_to_vars: a dictionary that is filled with the variables of each column.
      cols_to_output_tensors: a dictionary that is filled with the part of each column.

    Raises:
      ValueError: a column is not dense, or two have one name, or batches have different sizes.

    >>> import penstock as tf
    >>> columns = [tf.feature_column.numeric_column(key) for key in ("b", "a")]
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     sess.run(tf.feature_column.input_layer({"a": [[1.0]], "b": [[2.0]]}, columns)).tolist()
    [[1.0, 2.0]]
    """
    return _internal_input_layer(
        features,
        feature_columns,
        weight_collections=weight_collections,
        trainable=trainable,
        cols_to_vars=cols_to_vars,
        cols_to_output_tensors=cols_to_output_tensors,
    )


class InputLayer:
    """`input_layer` as an object that uses the same variables in each call; Estimators of 1.15 have one."""

    def __init__(
        self,
        feature_columns: object,
        weight_collections: Any = None,
        trainable: bool = True,
        cols_to_vars: dict | None = None,
        name: str = "feature_column_input_layer",
        create_scope_now: bool = True,
    ) -> None:
        self._arguments = {
            "feature_columns": feature_columns,
            "weight_collections": weight_collections,
            "trainable": trainable,
        }
        self.name = name
        self._template = make_template(name, _internal_input_layer, create_scope_now_=create_scope_now)

    def __call__(self, features: dict[str, Any]) -> Any:
        return self._template(features=features, cols_to_vars=None, from_template=True, **self._arguments)

    def __getattr__(self, name: str) -> Any:
        known = {
            f"{which}{what}" for which in ("", "trainable_", "non_trainable_") for what in ("variables", "weights")
        }
        if name not in known:
            raise AttributeError(name)
        return getattr(self._template, name)


# -- linear models ----------------------------------------------------------------------------------------------------------


def weighted_sum(
    column: Any, weights: TensorLike, combiner: str, cache: FeatureTransformationCache, state: object
) -> Tensor:
    """The sum of a column's values with weights, which are one row for each category or number."""
    if not isinstance(column, CategoricalColumn):
        tensor = column.get_dense_tensor(cache, state)
        return tf.matmul(_rows(tensor, column.variable_shape.num_elements()), weights, name="weighted_sum")
    ids, factors = column.get_sparse_tensors(cache, state)
    ids = tf.sparse_reshape(ids, [tf.shape(ids)[0], -1])
    if factors is not None:
        factors = tf.sparse_reshape(factors, [tf.shape(factors)[0], -1])
    return safe_embedding_lookup_sparse(weights, ids, sparse_weights=factors, combiner=combiner, name="weighted_sum")


def weight_rows(column: Any) -> int:
    """How many rows of weights a column has in a linear model."""
    return column.num_buckets if isinstance(column, CategoricalColumn) else column.variable_shape.num_elements()


def _collect(variable: TensorOrVariable, collections: list[str]) -> None:
    for key in collections:
        if key != GraphKeys.GLOBAL_VARIABLES:
            for part in variable if isinstance(variable, PartitionedVariable) else [variable]:
                add_to_collection(key, part)


class _ColumnLayer(Layer):
    """One column of a linear model."""

    def __init__(
        self, column: Any, units: int, combiner: str, collections: list[str], trainable: bool, name: str
    ) -> None:
        super().__init__(trainable=trainable, name=name)
        self.column, self._units, self._combiner, self._collections = column, units, combiner, collections

    def build(self, input_shape: ShapeLike) -> None:
        self.weight = self.add_weight(
            "weights",
            (weight_rows(self.column), self._units),
            initializer=ZEROS,
            trainable=self.trainable,
            use_resource=True,
        )
        _collect(self.weight, self._collections)
        self.built = True

    def call(self, cache: Any) -> Tensor:
        state = ScopeState(self._collections, self.trainable)
        return weighted_sum(self.column, self.weight, self._combiner, cache, state)


class _BiasLayer(Layer):
    """The bias of a linear model."""

    def __init__(self, units: int, trainable: bool, collections: list[str]) -> None:
        super().__init__(trainable=trainable, name="bias_layer")
        self._units, self._collections = units, collections

    def build(self, input_shape: ShapeLike) -> None:
        self.bias = self.add_weight(
            "bias_weights", [self._units], initializer=ZEROS, trainable=self.trainable, use_resource=True
        )
        _collect(self.bias, self._collections)
        self.built = True

    def call(self, unused: Any) -> Any:
        return self.bias


def _last(name: str) -> str:
    return name.rsplit("/", 1)[-1]


class OldLinearModel:
    """`linear_model` as an object; each call uses the variables of the first."""

    def __init__(
        self,
        feature_columns: object,
        units: int = 1,
        sparse_combiner: str = "sum",
        weight_collections: CollectionsLike | None = None,
        trainable: bool = True,
        name: str = "linear_model",
    ) -> None:
        self.name = name
        columns = normalized(feature_columns, old="_")
        for column in columns:
            if not isinstance(column, (DenseColumn, CategoricalColumn)):
                raise ValueError(
                    f"Items of feature_columns must be either a _DenseColumn or _CategoricalColumn. Given: {column}"
                )
        collections = _collections(weight_collections)
        layers = []
        for column in columns:
            with variable_scope(None, default_name=column._var_scope_name) as scope:
                found = _last(scope.name)
            layers.append(_ColumnLayer(column, units, sparse_combiner, collections, trainable, found))
        self._layers = sorted(layers, key=lambda layer: layer.name)
        self._bias = _BiasLayer(units, trainable, collections)
        self._found: dict[Any, list[Any]] = {}

    def cols_to_vars(self) -> dict[Any, list[Any]]:
        """The variables of each column, and under 'bias' those of the bias."""
        return self._found

    @property
    def variables(self) -> list[Any]:
        """All variables, once the model was called."""
        return [v for layer in (*self._layers, self._bias) for v in layer.variables]

    def __call__(self, features: dict[str, Any]) -> Any:
        with name_scope(self.name), variable_scope(self.name):
            cache, sums = FeatureTransformationCache(features), []
            for layer in self._layers:
                sums.append(layer(cache))
                self._found[layer.column] = get_collection(GraphKeys.GLOBAL_VARIABLES, scope=layer.scope_name)
            check_batch_sizes(sums, [layer.column for layer in self._layers])
            total = tf.add_n(sums, name="weighted_sum_no_bias")
            bias = self._bias(cache, scope=get_variable_scope())
            result = tf.nn.bias_add(total, bias, name="weighted_sum")
            made = self._bias.variables[0]
            self._found["bias"] = list(made) if isinstance(made, PartitionedVariable) else [made]
        return result


@export("feature_column.linear_model")
def linear_model(
    features: dict[str, Any],
    feature_columns: object,
    units: int = 1,
    sparse_combiner: str = "sum",
    weight_collections: CollectionsLike | None = None,
    trainable: bool = True,
    cols_to_vars: dict | None = None,
) -> Any:
    """A linear model of features: a weight for each number and category, and a bias; all begin with zero.

    Args:
      features: tensors by name, dense or sparse.
      feature_columns: dense and categorical columns.
      units: the number of outputs.
      sparse_combiner: how several categories of one example are put together: 'sum', 'mean' or 'sqrtn'.
      weight_collections: collections to which variables are added besides the global and model ones.
      trainable: whether the variables are trained.
      cols_to_vars: a dictionary that is filled with the variables of each column, and of 'bias'.

    Returns:
      A tensor of shape [batch size, units].

    Raises:
      ValueError: a column is of another kind, or two have one name, or batches have different sizes.

    >>> import penstock as tf
    >>> columns = [tf.feature_column.numeric_column("price")]
    >>> with tf.Graph().as_default():
    ...     prediction = tf.feature_column.linear_model({"price": [[1.0], [5.0]]}, columns)
    ...     print(prediction.shape, [v.name for v in tf.global_variables()])
    (2, 1) ['linear_model/price/weights:0', 'linear_model/bias_weights:0']
    """
    with variable_scope(None, "linear_model") as scope:
        name = _last(scope.name)
    model = OldLinearModel(feature_columns, units, sparse_combiner, weight_collections, trainable, name)
    result = model(features)
    if cols_to_vars is not None:
        cols_to_vars.update(model.cols_to_vars())
    return result


# -- sequences, parsing -------------------------------------------------------------------------------------------------------


@export("contrib.feature_column.sequence_input_layer")
def sequence_input_layer(
    features: dict[str, Any],
    feature_columns: Sequence[Any],
    weight_collections: CollectionsLike | None = None,
    trainable: bool = True,
) -> tuple[Any, Any]:
    """A dense tensor of sequences, [batch size, time, all numbers of all columns], and their lengths.

    Args:
      features: tensors by name.
      feature_columns: sequence columns: numeric, or embeddings and indicators of categorical ones.
      weight_collections: collections to which variables are added.
      trainable: whether the variables are trained.

    Raises:
      ValueError: a column is of another kind.

    >>> import penstock as tf
    >>> column = tf.feature_column.sequence_numeric_column("x")
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], [1.0, 2.0, 3.0], [2, 2])
    ...     layer, lengths = sess.run(tf.contrib.feature_column.sequence_input_layer({"x": x}, [column]))
    ...     print(layer.tolist(), lengths.tolist())
    [[[1.0], [2.0]], [[3.0], [0.0]]] [2, 1]
    """
    columns = normalized(feature_columns, old="_")
    for column in columns:
        if not isinstance(column, SequenceDenseColumn):
            raise ValueError(
                "All feature_columns must be of type _SequenceDenseColumn. You can wrap a sequence_categorical_column with an "
                f"embedding_column or indicator_column. Given (type {type(column)}): {column}"
            )
    with variable_scope(None, default_name="sequence_input_layer", values=list(features.values())):
        cache, outputs, lengths = FeatureTransformationCache(features), [], []
        for column in columns:
            with variable_scope(None, default_name=column._var_scope_name):
                dense, length = column._get_sequence_dense_tensor(
                    cache, weight_collections=weight_collections, trainable=trainable
                )
                shape = tf.shape(dense)
                outputs.append(tf.reshape(dense, shape=[shape[0], shape[1], column._variable_shape.num_elements()]))
                lengths.append(length)
        check_batch_sizes(outputs, columns)
        check_batch_sizes(lengths, columns)
        length = all_equal(lengths)
        return tf.concat(outputs, -1), length


@export("feature_column.make_parse_example_spec")
def make_parse_example_spec(feature_columns: Any) -> dict[str, Any]:
    """The `features` of `tf.parse_example` for the raw features of all columns.

    Args:
      feature_columns: columns of any kind.

    Raises:
      ValueError: an item is not a column, or two columns want one feature in different ways.

    >>> import penstock as tf
    >>> tf.feature_column.make_parse_example_spec([tf.feature_column.numeric_column("price")])
    {'price': FixedLenFeature(shape=(1,), dtype=tf.float32, default_value=None)}
    """
    result: dict[str, Any] = {}
    for column in feature_columns:
        if not isinstance(column, FeatureColumn):
            raise ValueError(f"All feature_columns must be _FeatureColumn instances. Given: {column}")
        spec = column._parse_example_spec
        for key, value in spec.items():
            if key in result and value != result[key]:
                raise ValueError(
                    f"feature_columns contain different parse_spec for key {key}. Given {value} and {result[key]}"
                )
        result.update(spec)
    return result


def transform_features(
    features: dict[str, Any], feature_columns: Sequence[Any], state: object = None
) -> dict[Any, Any]:
    """What each column makes of the features, before embeddings and weights."""
    outputs = {}
    with name_scope(None, default_name="transform_features", values=list(features.values())):
        cache = FeatureTransformationCache(features)
        for column in normalized(feature_columns, old="_"):
            with name_scope(None, default_name=column.name):
                outputs[column] = cache.get(column, state)
    return outputs
