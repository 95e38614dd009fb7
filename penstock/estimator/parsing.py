"""What `tf.parse_example` is to read for an Estimator: the features of its columns, the label and the weight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from penstock._namespace import export
from penstock.feature_column.functions import make_parse_example_spec
from penstock.feature_column.numeric import NumericColumn, numeric_column
from penstock.graph import dtypes
from penstock.graph.typing import DTypeLike
from penstock.ops.io.parsing_features import FixedLenFeature


def _with_label(spec: dict[str, Any], key: str, label: Any, weight: Any) -> dict[str, Any]:
    if key in spec:
        raise ValueError(f"label should not be used as feature. label_key: {key}, features: {spec.keys()}")
    spec[key] = label
    if weight is None:
        return spec
    if isinstance(weight, str):
        weight = numeric_column(weight)
    if not isinstance(weight, NumericColumn):
        raise ValueError(
            "weight_column should be an instance of tf.feature_column.numeric_column. "
            f"Given type: {type(weight)} value: {weight}"
        )
    if weight.key in spec:
        raise ValueError(
            f"weight_column should not be used as feature. weight_column: {weight.key}, features: {spec.keys()}"
        )
    spec.update(weight.parse_example_spec)
    return spec


@export("estimator.classifier_parse_example_spec")
def classifier_parse_example_spec(
    feature_columns: Sequence[Any] | None,
    label_key: str,
    label_dtype: DTypeLike = dtypes.int64,
    label_default: Any = None,
    weight_column: object = None,
) -> dict[str, Any]:
    """The features of columns, and a label that is one class, for `tf.parse_example`.

    Args:
      feature_columns: the columns of a model.
      label_key: the name of the label.
      label_dtype: its type: int64 or string.
      label_default: the label of examples that have none; without it, they are errors.
      weight_column: the name or the numeric column of the weight, if there is one.

    Raises:
      ValueError: the label or the weight is a feature, or `weight_column` is something else.

    >>> import penstock as tf
    >>> spec = tf.estimator.classifier_parse_example_spec([tf.feature_column.numeric_column("price")], "sold")
    >>> sorted(spec), spec["sold"].shape
    (['price', 'sold'], (1,))
    """
    label = FixedLenFeature((1,), label_dtype, label_default)
    return _with_label(make_parse_example_spec(feature_columns), label_key, label, weight_column)


@export("estimator.regressor_parse_example_spec")
def regressor_parse_example_spec(
    feature_columns: Sequence[Any] | None,
    label_key: str,
    label_dtype: DTypeLike = dtypes.float32,
    label_default: Any = None,
    label_dimension: int = 1,
    weight_column: object = None,
) -> dict[str, Any]:
    """The features of columns, and a label of `label_dimension` numbers, for `tf.parse_example`.

    The other arguments are those of `tf.estimator.classifier_parse_example_spec`.

    Args:
      feature_columns: the feature columns of the model.
      label_key: the name of the label in an Example.
      label_dtype: its type.
      label_default: its value in Examples that have none.
      label_dimension: how many numbers a label has.
      weight_column: the name of a feature with the weights of examples, or a numeric column for it.

    >>> import penstock as tf
    >>> columns = [tf.feature_column.numeric_column("size")]
    >>> spec = tf.estimator.regressor_parse_example_spec(columns, "price", label_dimension=2, weight_column="sure")
    >>> sorted(spec), spec["price"].shape
    (['price', 'size', 'sure'], (2,))
    """
    label = FixedLenFeature((label_dimension,), label_dtype, label_default)
    return _with_label(make_parse_example_spec(feature_columns), label_key, label, weight_column)
