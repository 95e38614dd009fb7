"""What heads check of labels, logits, weights and loss functions, when the graph is built and when it runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock.feature_column.base import FeatureTransformationCache, ScopeState
from penstock.feature_column.numeric import NumericColumn
from penstock.graph.composite import SparseTensor, convert_to_tensor_or_sparse_tensor
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.typing import TensorLike
from penstock.util.function_utils import fn_args

_LOGITS_SHAPE = "logits shape must be [D0, D1, ... DN, logits_dimension]"


def require_labels(labels: TensorLike | None) -> None:
    """Raises ValueError if there are none."""
    if labels is None:
        raise ValueError(
            "You must provide a labels Tensor. Given: None. Suggested troubleshooting steps: Check that your data contain "
            "your label feature. Check that your input_fn properly parses and returns labels."
        )


def dense_labels(labels: Any, logits: Any, dimension: int) -> Any:
    """Labels as a dense tensor [..., dimension], whose leading dimensions are those of the logits.

    Raises:
      ValueError: there are none, or they are sparse, or of another dimension.
    """
    require_labels(labels)
    with name_scope(None, "labels", (labels, logits)) as scope:
        labels = convert_to_tensor_or_sparse_tensor(labels)
        if isinstance(labels, SparseTensor):
            raise ValueError(
                f"SparseTensor labels are not supported. labels must be a Tensor of shape [D0, D1, ..., DN, {dimension}], "
                f"e.g. [batch_size, {dimension}]. Suggested Fix (1): Check the label feature in your data. Each example must "
                f"contain {dimension} value(s). If not, your choice of label was probably incorrect. Suggested Fix (2): In "
                "your input_fn, use tf.sparse_tensor_to_dense() to turn labels into a Tensor."
            )
        if labels.shape.ndims is not None and logits.shape.ndims is not None:
            if labels.shape.ndims == logits.shape.ndims - 1:
                labels = tf.expand_dims(labels, -1)
        labels_shape, logits_shape = tf.shape(labels), tf.shape(logits)
        message = (
            f"labels shape must be [D0, D1, ... DN, {dimension}]. Suggested Fix: check your n_classes argument to the "
            "estimator and/or the shape of your label."
        )
        with control_dependencies([tf.assert_rank_at_least(labels, 2, message=message)]):
            last = None if labels.shape.ndims is None else labels.shape.as_list()[-1]
            if last is not None and last != dimension:
                raise ValueError(
                    f"Mismatched label shape. Expected labels dimension={dimension}.  Received {last}. Suggested Fix:If "
                    "your classifier expects one-hot encoding label,check your n_classes argument to the estimator "
                    "and/or the shape of your label. Otherwise, check the shape of your label."
                )
            expected = tf.concat([logits_shape[:-1], [dimension]], axis=0)
            data = ["expected_labels_shape: ", expected, "labels_shape: ", labels_shape]
            with control_dependencies([tf.assert_equal(expected, labels_shape, message=message, data=data)]):
                return tf.identity(labels, name=scope)


def example_weights(features: Any, weight_column: str, logits: Any, per_logit: bool = False) -> Any:
    """The weights of examples, [..., 1], or, with `per_logit`, also of the logits' shape; 1.0 without a column.

    Raises:
      TypeError: the column is neither a key nor a numeric column.
      ValueError: it has no numbers.
    """
    last = "[D0, D1, ... DN, 1] or [D0, D1, ... DN, logits_dimension]" if per_logit else "[D0, D1, ... DN, 1]"
    message = f"weights shape must be [D0, D1, ... DN]{', ' if per_logit else ' or '}{last}"
    values = (*(features or {}).values(), logits)
    with name_scope(None, "weights", values=values) as scope:
        if weight_column is None:
            return 1.0
        if isinstance(weight_column, str):
            weight_column = tf.feature_column.numeric_column(key=weight_column, shape=(1,))
        if not isinstance(weight_column, NumericColumn):
            raise TypeError(
                f"Weight column must be either a string or _NumericColumn. Given type: {type(weight_column)}."
            )
        state = ScopeState([], True)
        weights = weight_column.get_dense_tensor(FeatureTransformationCache(features), state)
        if not (weights.dtype.is_floating or weights.dtype.is_integer):
            raise ValueError(f"Weight column should be castable to float. Given dtype: {weights.dtype}")
        weights = tf.cast(weights, tf.float32, name="weights")
        weights_shape = tf.shape(weights, name="weights_shape")
        logits_shape = tf.shape(logits, name="logits_shape")
        data = ["logits_shape: ", logits_shape, "weights_shape: ", weights_shape]
        if weights.shape.ndims is not None and logits.shape.ndims is not None:
            if weights.shape.ndims == logits.shape.ndims - 1:
                with control_dependencies([tf.assert_equal(logits_shape[:-1], weights_shape, data, message=message)]):
                    return tf.expand_dims(weights, -1, name=scope)
        supported = tf.concat([logits_shape[:-1], [1]], axis=0)
        if per_logit:
            fits = [tf.reduce_all(tf.equal(shape, weights_shape)) for shape in (logits_shape, supported)]
            checked = tf.Assert(tf.reduce_any(fits), [message, *data])
        else:
            checked = tf.assert_equal(supported, weights_shape, data, message=message)
        with control_dependencies([checked]):
            return tf.identity(weights, name=scope)


def checked_logits(logits: Any, dimension: int) -> Any:
    """Logits as floats, checked to be [..., dimension].

    Raises:
      ValueError: they are not.
    """
    with name_scope(None, "logits", (logits,)) as scope:
        logits = tf.cast(tf.convert_to_tensor(logits), tf.float32)
        shape = tf.shape(logits)
        with control_dependencies([tf.assert_rank_at_least(logits, 2, data=[shape], message=_LOGITS_SHAPE)]):
            if logits.shape.ndims is not None and logits.shape.as_list()[-1] is not None:
                if isinstance(dimension, int) and logits.shape.as_list()[-1] != dimension:
                    raise ValueError(f"{_LOGITS_SHAPE}, got {logits.shape}.")
                return logits
            checked = tf.assert_equal(dimension, shape[-1], data=[shape], message=_LOGITS_SHAPE)
            with control_dependencies([checked]):
                return tf.identity(logits, name=scope)


def in_range(labels: Any, n_classes: int, message: str | None = None) -> Any:
    """Labels, checked when they come to be in [0, n_classes)."""
    with name_scope(None, "assert_range", (labels,)):
        largest = tf.convert_to_tensor(n_classes - 1, dtype=labels.dtype)
        less = tf.assert_less_equal(labels, largest, message=message or "Labels must <= n_classes - 1")
        greater = tf.assert_non_negative(labels, message=message or "Labels must >= 0")
        with control_dependencies([less, greater]):
            return tf.identity(labels)


def check_loss_fn(
    loss_fn: Callable[..., Any] | None, allowed: tuple[str, ...] = ("labels", "logits", "features")
) -> None:
    """Raises ValueError if a user's loss function does not take the arguments that heads pass."""
    if not loss_fn:
        return
    args = fn_args(loss_fn)
    for required in ("labels", "logits"):
        if required not in args:
            raise ValueError(f"loss_fn must contain argument: {required}. Given arguments: {args}")
    unexpected = sorted(set(args) - set(allowed))
    if unexpected:
        raise ValueError(f"loss_fn has unexpected args: {unexpected}")


def call_loss_fn(loss_fn: Callable[..., Any], labels: Any, logits: Any, features: Any, dimension: int) -> Any:
    """What a user's loss function makes, checked when it runs to be [..., dimension]."""
    extra = {"features": features} if "features" in fn_args(loss_fn) else {}
    with name_scope(None, "call_loss_fn", values=[labels, logits, *(features or {}).values()]):
        loss = loss_fn(labels=labels, logits=logits, **extra)
        logits_shape = tf.shape(logits, name="logits_shape")
        expected = tf.concat([logits_shape[:-1], [dimension]], axis=0, name="expected_loss_shape")
        loss_shape = tf.shape(loss, name="loss_shape")
        words = f"loss_fn must return Tensor of shape [D0, D1, ... DN, {dimension}]. "
        data = [words, "logits_shape: ", logits_shape, "loss_shape: ", loss_shape]
        right = tf.reduce_all(tf.equal(loss_shape, expected))
        with control_dependencies([tf.Assert(right, data=data, name="check_loss_shape")]):
            return tf.identity(loss)


def checked_thresholds(thresholds: Any, message: Callable[[Any, tuple], str]) -> tuple[float, ...]:
    """Thresholds as a tuple.

    Raises:
      ValueError: one is not between 0 and 1; `message` makes its text.
    """
    thresholds = tuple(thresholds) if thresholds else ()
    for threshold in thresholds:
        if threshold <= 0.0 or threshold >= 1.0:
            raise ValueError(message(threshold, thresholds))
    return thresholds


def checked_n_classes(n_classes: int) -> int:
    """The number of classes of a multi-class head.

    Raises:
      ValueError: it is missing, or not more than two.
    """
    if n_classes is None:
        raise ValueError("n_classes cannot be None")
    if isinstance(n_classes, int) and n_classes <= 2:
        raise ValueError(f"n_classes must be > 2: {n_classes}.")
    return n_classes


def class_ids_of_metrics(classes: Any, n_classes: int, label_vocabulary: Any) -> tuple[int, ...]:
    """The numbers of classes that have metrics of their own, given as numbers or names.

    Raises:
      ValueError: a number is not that of a class, or a name is given and there is no vocabulary.
    """
    classes = tuple(classes or ())
    if classes and isinstance(classes[0], str):
        if not label_vocabulary:
            raise ValueError("label_vocabulary must be provided when classes_for_class_based_metrics are sting.")
        return tuple(label_vocabulary.index(name) for name in classes)
    for class_id in classes:
        if class_id < 0 or class_id >= n_classes:
            raise ValueError(
                f"All classes_for_class_based_metrics must be in range [0, {n_classes - 1}]. Given: {class_id}"
            )
    return classes
