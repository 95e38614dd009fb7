"""Feature columns as layers: `DenseFeatures`, `SequenceFeatures` and `LinearModel`, which Estimators of 1.15 are made of.

They are layers in the manner of Keras: numbered from zero, with resource variables, all of which are made before the
first operation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.feature_column.base import (
    CategoricalColumn,
    DenseColumn,
    FeatureTransformationCache,
    LayerState,
    SequenceDenseColumn,
    check_batch_sizes,
    normalized,
)
from penstock.feature_column.functions import weight_rows, weighted_sum
from penstock.feature_column.sequence import all_equal
from penstock.graph import dtypes
from penstock.graph.graph import name_scope
from penstock.graph.typing import DTypeLike, InitializerLike, NestedTensors, ShapeLike, TensorLike
from penstock.keras.backend.sessions import track_variable, unique_object_name
from penstock.layers.base import ZEROS, Layer, to_snake_case
from penstock.ops.state.variable_scope import _pure_variable_scope, get_variable

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


class _ColumnsLayer(Layer):
    """A layer with feature columns, whose variables are in a scope of the layer's name."""

    def __init__(self, feature_columns: Sequence[Any], trainable: bool, name: str | None, **kwargs: Any) -> None:
        super().__init__(trainable=trainable, name=name, **kwargs)
        self._keras_style = True
        self._feature_columns = normalized(feature_columns)
        self._state_manager = LayerState(self, self.trainable)

    _is_feature_layer = True  # so that a `Sequential` model takes a dictionary

    @property
    def _is_legacy_layer(self) -> bool:
        return False

    def _make_unique_name(self, *args: Any, **kwargs: Any) -> tuple[str, str]:
        base = to_snake_case(type(self).__name__)
        return unique_object_name(base, zero_based=True), base

    def add_weight(  # type: ignore[override]
        self,
        name: str,
        shape: ShapeLike,
        dtype: DTypeLike | None = None,
        initializer: InitializerLike | None = None,
        **kwargs: Any,
    ) -> Any:
        """Makes a variable by `tf.get_variable`."""
        trainable = kwargs.get("trainable", True) and self.trainable
        variable = get_variable(
            name, shape, dtype, initializer, trainable=trainable, use_resource=kwargs.get("use_resource")
        )
        (self._trainable_weights if trainable else self._non_trainable_weights).append(variable)
        track_variable(variable)
        return variable

    def _maybe_build(self, inputs: NestedTensors) -> None:
        if not self.built:
            self.build(None)
            self.built = True

    def get_config(self) -> dict[str, Any]:
        """What `from_config` needs to make such a layer again."""
        from penstock.feature_column.serialization import serialize_feature_column

        columns = [serialize_feature_column(column) for column in self._feature_columns]
        return {"name": self.name, "trainable": self.trainable, "dtype": self.dtype, "feature_columns": columns}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Mapping[str, Any] | None = None) -> Any:
        """Makes a layer from what `get_config` gave."""
        from penstock.feature_column.serialization import deserialize_feature_columns

        columns = deserialize_feature_columns(config["feature_columns"], custom_objects)
        return cls(**{**config, "feature_columns": columns})


def _features(features: TensorLike) -> dict[str, Any]:
    if not isinstance(features, dict):
        raise ValueError("We expected a dictionary here. Instead we got: ", features)
    return features


class _FeaturesLayer(_ColumnsLayer):
    """A layer that puts the outputs of its columns side by side."""

    _expected: Any

    def __init__(
        self, feature_columns: Sequence[Any], trainable: bool = True, name: str | None = None, **kwargs: Any
    ) -> None:
        super().__init__(feature_columns, trainable, name, **kwargs)
        for column in self._feature_columns:
            if not isinstance(column, self._expected):
                raise ValueError(
                    f"Items of feature_columns must be a {self._expected}. You can wrap a categorical column with an "
                    f"embedding_column or indicator_column. Given: {column}"
                )

    def build(self, input_shape: ShapeLike) -> None:
        for column in self._feature_columns:
            with _pure_variable_scope(self.name), _pure_variable_scope(column.name):
                column.create_state(self._state_manager)
        self.built = True

    def compute_output_shape(self, input_shape: Any) -> Any:
        """The shape of the output for a feature of `input_shape`."""
        total = sum(column.variable_shape.num_elements() for column in self._feature_columns)
        return tf.TensorShape([*input_shape[: self._leading], total])

    _leading: int

    def _reshaped(self, column: Any, tensor: TensorLike) -> Tensor:
        shape = tf.shape(tensor)
        elements = column.variable_shape.num_elements()
        return tf.reshape(tensor, shape=(*(shape[i] for i in range(self._leading)), elements))

    def _joined(self, outputs: list[Any]) -> Tensor:
        check_batch_sizes(outputs, self._feature_columns)
        return tf.concat(outputs, -1)


@export("keras.layers.DenseFeatures")
class DenseFeatures(_FeaturesLayer):
    """A layer that makes one dense tensor of features, as `tf.feature_column.input_layer` does.

    Args:
      feature_columns: dense columns.
      trainable: whether its variables are trained.
      name: its name.

    >>> import penstock as tf
    >>> layer = tf.keras.layers.DenseFeatures([tf.feature_column.numeric_column("price")])
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     sess.run(layer({"price": tf.constant([[1.0], [5.0]])})).tolist()
    [[1.0], [5.0]]
    """

    _expected, _leading = DenseColumn, 1

    def call(self, features: Any, cols_to_output_tensors: dict | None = None) -> Tensor:
        """The dense tensor; `cols_to_output_tensors` is filled with the part of each column."""
        cache, outputs = FeatureTransformationCache(_features(features)), []
        for column in self._feature_columns:
            with name_scope(column.name):
                output = self._reshaped(column, column.get_dense_tensor(cache, self._state_manager))
                if cols_to_output_tensors is not None:
                    cols_to_output_tensors[column] = output
                outputs.append(output)
        return self._joined(outputs)


@export("keras.experimental.SequenceFeatures")
class SequenceFeatures(_FeaturesLayer):
    """A layer that makes one dense tensor of sequences of features, and their lengths.

    Args:
      feature_columns: sequence columns.
      trainable: whether its variables are trained.
      name: its name.

    >>> import penstock as tf
    >>> layer = tf.keras.experimental.SequenceFeatures([tf.feature_column.sequence_numeric_column("x")])
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     sequences, lengths = layer({"x": tf.SparseTensor([[0, 0], [0, 1]], [1.0, 2.0], [1, 2])})
    ...     sess.run(sequences).tolist(), sess.run(lengths).tolist()
    ([[[1.0], [2.0]]], [2])
    """

    _expected, _leading = SequenceDenseColumn, 2

    def call(self, features: Any) -> tuple[Tensor, Any]:
        """The dense tensor and the lengths."""
        cache, outputs, lengths = FeatureTransformationCache(_features(features)), [], []
        for column in self._feature_columns:
            with name_scope(column.name):
                dense, length = column.get_sequence_dense_tensor(cache, self._state_manager)
                outputs.append(self._reshaped(column, dense))
                lengths.append(length)
        check_batch_sizes(lengths, self._feature_columns)
        length = all_equal(lengths)
        return self._joined(outputs), length


class _LinearLayer(_ColumnsLayer):
    """The layer inside of `LinearModel`."""

    def __init__(
        self,
        feature_columns: Sequence[Any],
        units: int,
        sparse_combiner: str,
        trainable: bool,
        name: str,
        **kwargs: Any,
    ) -> None:
        super().__init__(feature_columns, trainable, name, **kwargs)
        for column in self._feature_columns:
            if not isinstance(column, (DenseColumn, CategoricalColumn)):
                raise ValueError(
                    f"Items of feature_columns must be either a DenseColumn or CategoricalColumn. Given: {column}"
                )
        self._units, self._sparse_combiner = units, sparse_combiner
        self.bias: Any = None

    def build(self, input_shape: ShapeLike) -> None:
        with _pure_variable_scope(self.name):
            for column in self._feature_columns:
                with _pure_variable_scope(column.name):
                    column.create_state(self._state_manager)
                    self._state_manager.create_variable(
                        column,
                        name="weights",
                        shape=(weight_rows(column), self._units),
                        dtype=dtypes.float32,
                        initializer=ZEROS,
                        trainable=self.trainable,
                    )
            self.bias = self.add_variable(
                "bias_weights", [self._units], dtypes.float32, ZEROS, trainable=self.trainable, use_resource=True
            )
        self.built = True

    def call(self, features: Any) -> Tensor:
        if not isinstance(features, dict):
            raise ValueError(f"We expected a dictionary here. Instead we got: {features}")
        with name_scope(self.name):
            cache, sums = FeatureTransformationCache(features), []
            for column in self._feature_columns:
                with name_scope(column.name):
                    weights = self._state_manager.get_variable(column, "weights")
                    sums.append(weighted_sum(column, weights, self._sparse_combiner, cache, self._state_manager))
            check_batch_sizes(sums, self._feature_columns)
            total = tf.add_n(sums, name="weighted_sum_no_bias")
            return tf.nn.bias_add(total, self.bias, name="weighted_sum")


class LinearModel(_ColumnsLayer):
    """A linear model of features, as `tf.feature_column.linear_model`, as an object."""

    def __init__(
        self,
        feature_columns: Sequence[Any],
        units: int = 1,
        sparse_combiner: str = "sum",
        trainable: bool = True,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(feature_columns, trainable, name, **kwargs)
        self.layer = _LinearLayer(feature_columns, units, sparse_combiner, trainable, self.name, **kwargs)

    def call(self, features: Any) -> Any:
        """The sums, [batch size, units]."""
        return self.layer(features)

    @property
    def bias(self) -> Any:
        """The bias, once the model was called."""
        return self.layer.bias

    @property
    def trainable_weights(self) -> list[Any]:
        """Those of the layer inside."""
        return self.layer.trainable_weights

    @property
    def non_trainable_weights(self) -> list[Any]:
        """Those of the layer inside."""
        return self.layer.non_trainable_weights
