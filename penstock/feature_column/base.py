"""What a feature column is: how it is named, parsed, transformed once per set of features, and where its variables are.

A column is an immutable tuple. `input_layer` and `linear_model` of 1.x make variables in the current variable scope
(`ScopeState`); the layers `DenseFeatures` and `LinearModel` keep them (`LayerState`). Columns do not know which of the
two asks: one source serves both of 1.15's interfaces, and the old private methods are spellings of the new ones.
"""

from __future__ import annotations

import collections
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock.graph import dtypes, nest
from penstock.graph.composite import SparseTensor, convert_to_tensor_or_sparse_tensor
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, InitializerLike, ShapeLike, TensorLike, TensorOrVariable
from penstock.ops.state.variable_scope import get_variable
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor

IdWeightPair = collections.namedtuple("IdWeightPair", ("id_tensor", "weight_tensor"))
TensorSequenceLengthPair = collections.namedtuple("TensorSequenceLengthPair", ("dense_tensor", "sequence_length"))


# -- kinds of columns ---------------------------------------------------------------------------------------------------


class FeatureColumn:
    """One way to make a model's input of raw features. Columns are named tuples, and compare and hash as such."""

    @property
    def name(self) -> str:
        """The column's name, from which the scope of its variables is made."""
        raise NotImplementedError

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """What `tf.parse_example` must be told to get the raw features of this column."""
        raise NotImplementedError

    @property
    def parents(self) -> list[Any]:
        """The columns and raw features that this one is made of."""
        raise NotImplementedError

    def transform_feature(self, transformation_cache: FeatureTransformationCache, state_manager: object) -> Any:
        """Makes what the cache remembers for this column."""
        raise NotImplementedError

    def create_state(self, state_manager: object) -> None:
        """Makes the column's variables."""

    def __lt__(self, other: TensorLike) -> bool:
        return str(self) < str(other)

    def __gt__(self, other: TensorLike) -> bool:
        return str(self) > str(other)

    # What 1.15's own classes call these, before and after the change of interfaces.

    @property
    def _is_v2_column(self) -> bool:
        return all(p._is_v2_column for p in self.parents if isinstance(p, FeatureColumn))

    @property
    def _var_scope_name(self) -> str:
        return self.name

    @property
    def _parse_example_spec(self) -> dict[str, Any]:
        return self.parse_example_spec

    def _transform_feature(self, inputs: FeatureTransformationCache) -> Any:
        return self.transform_feature(inputs, None)

    def _get_config(self) -> dict[str, Any]:
        from penstock.feature_column.serialization import config_of

        return config_of(self)

    @classmethod
    def _from_config(cls, config: dict[str, Any], custom_objects: object = None, columns_by_name: Any = None) -> Any:
        from penstock.feature_column.serialization import from_config

        return from_config(cls, config, custom_objects, columns_by_name)


class DenseColumn(FeatureColumn):
    """A column that gives a dense tensor of a known shape for each example."""

    @property
    def variable_shape(self) -> TensorShape:
        """The shape of one example's values."""
        raise NotImplementedError

    def get_dense_tensor(self, transformation_cache: FeatureTransformationCache, state_manager: object) -> Any:
        """The values, [batch size, ...]."""
        raise NotImplementedError

    @property
    def _variable_shape(self) -> TensorShape:
        return self.variable_shape

    def _get_dense_tensor(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
        return self.get_dense_tensor(inputs, ScopeState(weight_collections, trainable))


class CategoricalColumn(FeatureColumn):
    """A column that gives any number of small integers for each example."""

    IdWeightPair = IdWeightPair

    @property
    def num_buckets(self) -> int:
        """All integers are smaller than this."""
        raise NotImplementedError

    def get_sparse_tensors(self, transformation_cache: FeatureTransformationCache, state_manager: object) -> Any:
        """The integers, and their weights or None, as an `IdWeightPair`."""
        return IdWeightPair(transformation_cache.get(self, state_manager), None)

    @property
    def _num_buckets(self) -> int:
        return self.num_buckets

    def _get_sparse_tensors(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
        return self.get_sparse_tensors(inputs, ScopeState(weight_collections, trainable))


class SequenceDenseColumn(FeatureColumn):
    """A column that gives a sequence of dense values, and its length, for each example."""

    TensorSequenceLengthPair = TensorSequenceLengthPair

    def get_sequence_dense_tensor(self, transformation_cache: FeatureTransformationCache, state_manager: object) -> Any:
        """The values, [batch size, length, ...], and the lengths, as a `TensorSequenceLengthPair`."""
        raise NotImplementedError

    def _get_sequence_dense_tensor(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
        return self.get_sequence_dense_tensor(inputs, ScopeState(weight_collections, trainable))


def is_feature_column_v2(feature_columns: Iterable[Any]) -> bool:
    """Whether the layers can have all of the columns; shared embeddings are for the functions only."""
    return all(isinstance(column, FeatureColumn) and column._is_v2_column for column in feature_columns)


# -- variables ----------------------------------------------------------------------------------------------------------


class ScopeState:
    """Variables in the current variable scope, found or made whenever they are asked for."""

    old = "_"  # what 1.15 puts before the names of classes in the messages of this interface

    def __init__(self, weight_collections: Any = None, trainable: bool | None = True) -> None:
        if weight_collections and GraphKeys.GLOBAL_VARIABLES not in weight_collections:
            weight_collections.append(GraphKeys.GLOBAL_VARIABLES)
        self._collections, self._trainable = weight_collections, trainable
        self._made: Any = None

    def create_variable(
        self,
        feature_column: Any,
        name: str,
        shape: ShapeLike,
        dtype: DTypeLike,
        trainable: bool,
        use_resource: bool,
        initializer: InitializerLike,
    ) -> Any:
        """Makes or finds a variable."""
        self._made = get_variable(
            name, shape, dtype, initializer, trainable=trainable and self._trainable, collections=self._collections
        )
        return self._made

    def get_variable(self, feature_column: Any, name: str) -> Any:
        """The variable of a column, in the scope that is open now."""
        feature_column.create_state(self)
        return self._made

    def add_resource(self, feature_column: Any, name: str, resource: Any) -> None:
        """Tables are not kept."""


class StateManager:
    """Where columns keep variables and tables. A subclass says where that is."""

    def create_variable(
        self,
        feature_column: Any,
        name: str,
        shape: ShapeLike,
        dtype: DTypeLike | None = None,
        trainable: bool = True,
        use_resource: bool = True,
        initializer: InitializerLike | None = None,
    ) -> Any:
        """Makes a variable of a column."""
        raise NotImplementedError("StateManager.create_variable")

    def add_variable(self, feature_column: Any, var: TensorOrVariable) -> None:
        """Keeps a variable that exists."""
        raise NotImplementedError("StateManager.add_variable")

    def get_variable(self, feature_column: Any, name: str) -> Any:
        """A variable of a column."""
        raise NotImplementedError("StateManager.get_var")

    def add_resource(self, feature_column: Any, name: str, resource: Any) -> None:
        """Keeps a table."""
        raise NotImplementedError("StateManager.add_resource")

    def get_resource(self, feature_column: Any, name: str) -> Any:
        """A table that was kept."""
        raise NotImplementedError("StateManager.get_resource")


class LayerState(StateManager):
    """Variables that a layer has made when it was built."""

    old = ""

    def __init__(self, layer: Any, trainable: bool) -> None:
        self._layer, self._trainable = layer, trainable
        self._variables: dict[Any, Any] = {}
        self.resources: dict[Any, Any] = {}

    def create_variable(
        self,
        feature_column: Any,
        name: str,
        shape: ShapeLike,
        dtype: DTypeLike | None = None,
        trainable: bool = True,
        use_resource: bool = True,
        initializer: InitializerLike | None = None,
    ) -> Any:
        """Makes a variable of the layer."""
        if (feature_column, name) in self._variables:
            raise ValueError("Variable already exists.")
        variable = self._layer.add_variable(
            name=name,
            shape=shape,
            dtype=dtype,
            initializer=initializer,
            trainable=self._trainable and trainable,
            use_resource=use_resource,
        )
        self._variables[feature_column, name] = variable
        return variable

    def get_variable(self, feature_column: Any, name: str) -> Any:
        """The variable of a column."""
        if (feature_column, name) not in self._variables:
            raise ValueError("Variable does not exist.")
        return self._variables[feature_column, name]

    def add_resource(self, feature_column: Any, name: str, resource: Any) -> None:
        """Keeps a table."""
        self.resources[feature_column, name] = resource

    def get_resource(self, feature_column: Any, name: str) -> Any:
        """A table that was kept."""
        if (feature_column, name) not in self.resources:
            raise ValueError("Resource does not exist.")
        return self.resources[feature_column, name]


# -- features -----------------------------------------------------------------------------------------------------------


class FeatureTransformationCache:
    """A set of features, and what columns have made of them: columns that share a source transform it once."""

    def __init__(self, features: dict[str, Any]) -> None:
        self._features = features.copy()
        self._made: dict[Any, Any] = {}

    def get(self, key: Any, state_manager: object = None) -> Any:
        """The raw feature or the transformed column `key`.

        Raises:
          ValueError: there is no such feature, or it is a scalar.
          TypeError: `key` is neither a string nor a column.
        """
        if key in self._made:
            return self._made[key]
        if key in self._features:
            made = self._raw(key)
        elif isinstance(key, str):
            raise ValueError(f"Feature {key} is not in features dictionary.")
        elif not isinstance(key, FeatureColumn):
            raise TypeError(f'"key" must be either a "str" or "FeatureColumn". Provided: {key}')
        else:
            logging.debug("Transforming feature_column %s.", key)
            made = key.transform_feature(self, state_manager)
            if made is None:
                raise ValueError(f"Column {key.name} is not supported.")
        self._made[key] = made
        return made

    def _raw(self, key: str) -> Any:
        feature = convert_to_tensor_or_sparse_tensor(self._features[key])
        rank = feature.get_shape().ndims
        refused = f"Feature (key: {key}) cannot have rank 0. Given: {feature}"
        if rank is not None:
            if rank == 0:
                raise ValueError(refused)
            return _as_column(feature) if rank == 1 else feature
        with control_dependencies([tf.assert_positive(tf.rank(feature), message=refused)]):
            return tf.cond(tf.equal(1, tf.rank(feature)), lambda: _as_column(feature), lambda: feature)


def _as_column(feature: Any) -> Any:
    if isinstance(feature, SparseTensor):
        return tf.sparse_reshape(feature, [tf.shape(feature)[0], 1])
    return tf.expand_dims(feature, -1)


def to_sparse(tensor: TensorOrVariable, ignore_value: Any = None) -> SparseTensor:
    """A dense feature as a sparse one, without the values that mean "nothing": '', -1 or zero."""
    tensor = convert_to_tensor_or_sparse_tensor(tensor)
    if isinstance(tensor, SparseTensor):
        return tensor
    with name_scope(None, "to_sparse_input", (tensor, ignore_value)):
        if ignore_value is None:
            if tensor.dtype == dtypes.string:
                ignore_value = ""
            elif tensor.dtype.is_integer:
                ignore_value = -1
            else:
                ignore_value = tensor.dtype.as_numpy_dtype()
        ignored = tf.cast(ignore_value, tensor.dtype, name="ignore_value")
        indices = tf.where(tf.not_equal(tensor, ignored), name="indices")
        return SparseTensor(
            indices=indices,
            values=tf.gather_nd(tensor, indices, name="values"),
            dense_shape=tf.shape(tensor, out_type=dtypes.int64, name="dense_shape"),
        )


def sequence_lengths(sparse: SparseTensor, num_elements: int | None = 1) -> Tensor:
    """How long the sequence of each example is, which is where its last value is."""
    with name_scope(None, "sequence_length") as scope:
        rows = sparse.indices[:, 0]
        columns = sparse.indices[:, 1]
        columns += tf.ones_like(columns)
        lengths = tf.segment_max(columns, segment_ids=rows)
        lengths = tf.cast(tf.ceil(lengths / num_elements), dtypes.int64)
        # Examples without values at the end have no segment.
        missing = tf.shape(sparse)[:1] - tf.shape(lengths)[:1]
        return tf.concat([lengths, tf.zeros(missing, dtype=lengths.dtype)], axis=0, name=scope)


# -- lists of columns ---------------------------------------------------------------------------------------------------


def normalized(feature_columns: Any, old: str = "") -> list[Any]:
    """The columns as a list, checked; `old` is the prefix of the interface that asks."""
    if isinstance(feature_columns, FeatureColumn):
        feature_columns = [feature_columns]
    if isinstance(feature_columns, Iterator):
        feature_columns = list(feature_columns)
    if isinstance(feature_columns, dict):
        raise ValueError("Expected feature_columns to be iterable, found dict.")
    for column in feature_columns:
        if not isinstance(column, FeatureColumn) or not (old or column._is_v2_column):
            raise ValueError(
                f"Items of feature_columns must be a {old}FeatureColumn. Given (type {type(column)}): {column}."
            )
    if not feature_columns:
        raise ValueError("feature_columns must not be empty.")
    found: dict[str, Any] = {}
    for column in feature_columns:
        if column.name in found:
            raise ValueError(
                f"Duplicate feature column name found for columns: {column} and {found[column.name]}. This usually means "
                "that these columns refer to same base feature. Either one must be discarded or a duplicated but renamed "
                "item must be inserted in features dict."
            )
        found[column.name] = column
    return sorted(feature_columns, key=lambda column: column.name)


def check_batch_sizes(tensors: list[Any], columns: list[Any]) -> None:
    """Raises ValueError if the sizes of batches are known and differ."""
    first: Any = None
    for tensor, column in zip(tensors, columns, strict=True):
        size = tensor.shape.dims[0].value if tensor.shape.dims else None
        if size is None:
            continue
        if first is None:
            first = (column.name, size)
        elif first[1] != size:
            raise ValueError(
                "Batch size (first dimension) of each feature must be same. Batch size of columns "
                f"({first[0]}, {column.name}): ({first[1]}, {size})"
            )


# -- arguments ----------------------------------------------------------------------------------------------------------


def check_string_or_int(dtype: Any, prefix: str) -> None:
    """Raises ValueError for any other type."""
    if dtype != dtypes.string and not dtype.is_integer:
        raise ValueError(f"{prefix} dtype must be string or integer. dtype: {dtype}.")


def check_key(key: object) -> None:
    """Raises ValueError if a feature's key is not a string."""
    if not isinstance(key, str):
        raise ValueError(f"key must be a string. Got: type {type(key)}. Given key: {key}.")


def check_number(dtype: Any, key: str) -> None:
    """Raises ValueError if a type is not one of numbers."""
    if not (dtype.is_integer or dtype.is_floating):
        raise ValueError(f"dtype must be convertible to float. dtype: {dtype}, key: {key}")


def check_normalizer(normalizer_fn: Callable[..., Any] | None) -> None:
    """Raises TypeError if it cannot be called."""
    if normalizer_fn is not None and not callable(normalizer_fn):
        raise TypeError(f"normalizer_fn must be a callable. Given: {normalizer_fn}")


def checked_shape(shape: Any, key: str) -> tuple[int, ...]:
    """The shape as a tuple of positive integers."""
    assert shape is not None
    shape = tuple(shape if nest.is_sequence(shape) else [shape])
    for dimension in shape:
        if not isinstance(dimension, int):
            raise TypeError(f"shape dimensions must be integer. shape: {shape}, key: {key}")
        if dimension < 1:
            raise ValueError(f"shape dimensions must be greater than 0. shape: {shape}, key: {key}")
    return shape


def checked_default(shape: tuple[int, ...], default: Any, dtype: Any, key: str) -> Any:
    """The default value as nested tuples of the shape, or None."""
    if default is None:
        return None
    if isinstance(default, int) or (isinstance(default, float) and dtype.is_floating):
        return _filled(shape, default)
    if callable(getattr(default, "tolist", None)):
        default = default.tolist()
    if nest.is_sequence(default):
        if not _fits(default, shape):
            raise ValueError(
                "The shape of default_value must be equal to given shape. "
                f"default_value: {default}, shape: {shape}, key: {key}"
            )
        values = nest.flatten(default)
        if all(isinstance(v, int) for v in values) or (any(isinstance(v, float) for v in values) and dtype.is_floating):
            return _tuples(default)
    raise TypeError(
        f"default_value must be compatible with dtype. default_value: {default}, dtype: {dtype}, key: {key}"
    )


def _filled(shape: tuple[int, ...], value: TensorLike) -> Any:
    return tuple(_filled(shape[1:], value) for _ in range(shape[0])) if shape else value


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if nest.is_sequence(value) else value


def _fits(value: Any, shape: tuple[int, ...]) -> bool:
    if nest.is_sequence(value) != bool(shape):
        return False
    return not shape or (len(value) == shape[0] and all(_fits(v, shape[1:]) for v in value))
