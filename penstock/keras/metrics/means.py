"""Metrics that are means of a function of labels and predictions: accuracies, and losses as metrics."""

from __future__ import annotations

from penstock._namespace import export
from penstock.graph.typing import DTypeLike, TensorLike
from penstock.keras import loss_functions as losses
from penstock.keras.metrics import functions
from penstock.keras.metrics.base import MeanMetricWrapper


@export("keras.metrics.Accuracy")
class Accuracy(MeanMetricWrapper):
    """How often predictions equal labels.

    Args:
      name: a name.
      dtype: the type of the result.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.Accuracy()
    >>> tf.keras.backend.eval(metric([1.0, 2.0], [1.0, 3.0])).round(3)
    np.float32(0.5)
    """

    def __init__(self, name: str = "accuracy", dtype: DTypeLike | None = None) -> None:
        super().__init__(functions.accuracy, name, dtype=dtype)


@export("keras.metrics.BinaryAccuracy")
class BinaryAccuracy(MeanMetricWrapper):
    """How often probabilities are on the right side of a threshold.

    Args:
      name: a name.
      dtype: the type of the result.
      threshold: above which a prediction is positive.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.BinaryAccuracy()
    >>> tf.keras.backend.eval(metric([[1.0, 0.0]], [[0.7, 0.6]])).round(3)
    np.float32(0.5)
    """

    def __init__(self, name: str = "binary_accuracy", dtype: DTypeLike | None = None, threshold: float = 0.5) -> None:
        super().__init__(functions.binary_accuracy, name, dtype=dtype, threshold=threshold)


@export("keras.metrics.CategoricalAccuracy")
class CategoricalAccuracy(MeanMetricWrapper):
    """How often the most probable class is the right one.

    Args:
      name: a name.
      dtype: the type of the result.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.CategoricalAccuracy()
    >>> tf.keras.backend.eval(metric([[0.0, 1.0]], [[0.3, 0.7]])).round(3)
    np.float32(1.0)
    """

    def __init__(self, name: str = "categorical_accuracy", dtype: DTypeLike | None = None) -> None:
        super().__init__(functions.categorical_accuracy, name, dtype=dtype)


@export("keras.metrics.SparseCategoricalAccuracy")
class SparseCategoricalAccuracy(MeanMetricWrapper):
    """How often the most probable class has the number that is wanted.

    Args:
      name: a name.
      dtype: the type of the result.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.SparseCategoricalAccuracy()
    >>> tf.keras.backend.eval(metric([[1.0]], [[0.3, 0.7]])).round(3)
    np.float32(1.0)
    """

    def __init__(self, name: str = "sparse_categorical_accuracy", dtype: DTypeLike | None = None) -> None:
        super().__init__(functions.sparse_categorical_accuracy, name, dtype=dtype)


@export("keras.metrics.TopKCategoricalAccuracy")
class TopKCategoricalAccuracy(MeanMetricWrapper):
    """How often the right class is among the `k` most probable ones.

    Args:
      k: how many classes count.
      name: a name.
      dtype: the type of the result.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.TopKCategoricalAccuracy()
    >>> tf.keras.backend.eval(metric([[0.0, 1.0]], [[0.9, 0.1]])).round(3)
    np.float32(1.0)
    """

    def __init__(self, k: int = 5, name: str = "top_k_categorical_accuracy", dtype: DTypeLike | None = None) -> None:
        super().__init__(functions.top_k_categorical_accuracy, name, dtype=dtype, k=k)


@export("keras.metrics.SparseTopKCategoricalAccuracy")
class SparseTopKCategoricalAccuracy(MeanMetricWrapper):
    """How often the class with the wanted number is among the `k` most probable ones.

    Args:
      k: how many classes count.
      name: a name.
      dtype: the type of the result.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.SparseTopKCategoricalAccuracy()
    >>> tf.keras.backend.eval(metric([1.0], [[0.9, 0.1]])).round(3)
    np.float32(1.0)
    """

    def __init__(
        self, k: int = 5, name: str = "sparse_top_k_categorical_accuracy", dtype: DTypeLike | None = None
    ) -> None:
        super().__init__(functions.sparse_top_k_categorical_accuracy, name, dtype=dtype, k=k)


@export("keras.metrics.CosineSimilarity")
class CosineSimilarity(MeanMetricWrapper):
    """The cosine of the angle between labels and predictions.

    Args:
      name: a name.
      dtype: the type of the result.
      axis: the axis of the vectors.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.CosineSimilarity()
    >>> tf.keras.backend.eval(metric([[0.0, 1.0]], [[0.5, 0.5]])).round(3)
    np.float32(0.707)
    """

    def __init__(self, name: str = "cosine_similarity", dtype: DTypeLike | None = None, axis: int = -1) -> None:
        super().__init__(losses.cosine_proximity, name, dtype=dtype, axis=axis)


@export("keras.metrics.MeanAbsoluteError")
class MeanAbsoluteError(MeanMetricWrapper):
    """The mean of absolute differences.

    Args:
      name: a name.
      dtype: the type of the result.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.MeanAbsoluteError()
    >>> tf.keras.backend.eval(metric([[0.0, 1.0]], [[0.5, 0.5]])).round(3)
    np.float32(0.5)
    """

    def __init__(self, name: str = "mean_absolute_error", dtype: DTypeLike | None = None) -> None:
        super().__init__(losses.mean_absolute_error, name, dtype=dtype)


@export("keras.metrics.MeanAbsolutePercentageError")
class MeanAbsolutePercentageError(MeanMetricWrapper):
    """The mean of absolute differences in percent of what is wanted.

    Args:
      name: a name.
      dtype: the type of the result.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.MeanAbsolutePercentageError()
    >>> tf.keras.backend.eval(metric([[1.0, 2.0]], [[0.5, 2.0]])).round(3)
    np.float32(25.0)
    """

    def __init__(self, name: str = "mean_absolute_percentage_error", dtype: DTypeLike | None = None) -> None:
        super().__init__(losses.mean_absolute_percentage_error, name, dtype=dtype)


@export("keras.metrics.MeanSquaredError")
class MeanSquaredError(MeanMetricWrapper):
    """The mean of squared differences.

    Args:
      name: a name.
      dtype: the type of the result.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.MeanSquaredError()
    >>> tf.keras.backend.eval(metric([[0.0, 1.0]], [[0.5, 0.5]])).round(3)
    np.float32(0.25)
    """

    def __init__(self, name: str = "mean_squared_error", dtype: DTypeLike | None = None) -> None:
        super().__init__(losses.mean_squared_error, name, dtype=dtype)


@export("keras.metrics.MeanSquaredLogarithmicError")
class MeanSquaredLogarithmicError(MeanMetricWrapper):
    """The mean of squared differences of logarithms.

    Args:
      name: a name.
      dtype: the type of the result.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.MeanSquaredLogarithmicError()
    >>> tf.keras.backend.eval(metric([[0.0, 1.0]], [[0.5, 0.5]])).round(3)
    np.float32(0.124)
    """

    def __init__(self, name: str = "mean_squared_logarithmic_error", dtype: DTypeLike | None = None) -> None:
        super().__init__(losses.mean_squared_logarithmic_error, name, dtype=dtype)


@export("keras.metrics.Hinge")
class Hinge(MeanMetricWrapper):
    """The mean of `maximum(1 - y_true * y_pred, 0)`.

    Args:
      name: a name.
      dtype: the type of the result.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.Hinge()
    >>> tf.keras.backend.eval(metric([[0.0, 1.0]], [[0.5, 0.5]])).round(3)
    np.float32(1.0)
    """

    def __init__(self, name: str = "hinge", dtype: DTypeLike | None = None) -> None:
        super().__init__(losses.hinge, name, dtype=dtype)


@export("keras.metrics.SquaredHinge")
class SquaredHinge(MeanMetricWrapper):
    """The mean of `square(maximum(1 - y_true * y_pred, 0))`.

    Args:
      name: a name.
      dtype: the type of the result.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.SquaredHinge()
    >>> tf.keras.backend.eval(metric([[0.0, 1.0]], [[0.5, 0.5]])).round(3)
    np.float32(1.25)
    """

    def __init__(self, name: str = "squared_hinge", dtype: DTypeLike | None = None) -> None:
        super().__init__(losses.squared_hinge, name, dtype=dtype)


@export("keras.metrics.CategoricalHinge")
class CategoricalHinge(MeanMetricWrapper):
    """How far the best wrong class comes within one of the right class.

    Args:
      name: a name.
      dtype: the type of the result.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.CategoricalHinge()
    >>> tf.keras.backend.eval(metric([[0.0, 1.0]], [[0.5, 0.5]])).round(3)
    np.float32(1.0)
    """

    def __init__(self, name: str = "categorical_hinge", dtype: DTypeLike | None = None) -> None:
        super().__init__(losses.categorical_hinge, name, dtype=dtype)


@export("keras.metrics.LogCoshError")
class LogCoshError(MeanMetricWrapper):
    """The mean of logarithms of hyperbolic cosines of differences.

    Args:
      name: a name.
      dtype: the type of the result.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.LogCoshError()
    >>> tf.keras.backend.eval(metric([[0.0, 1.0]], [[0.5, 0.5]])).round(3)
    np.float32(0.12)
    """

    def __init__(self, name: str = "logcosh", dtype: DTypeLike | None = None) -> None:
        super().__init__(losses.logcosh, name, dtype=dtype)


@export("keras.metrics.Poisson")
class Poisson(MeanMetricWrapper):
    """The mean of `y_pred - y_true * log(y_pred)`.

    Args:
      name: a name.
      dtype: the type of the result.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.Poisson()
    >>> tf.keras.backend.eval(metric([[0.0, 1.0]], [[0.5, 0.5]])).round(3)
    np.float32(0.847)
    """

    def __init__(self, name: str = "poisson", dtype: DTypeLike | None = None) -> None:
        super().__init__(losses.poisson, name, dtype=dtype)


@export("keras.metrics.KLDivergence")
class KLDivergence(MeanMetricWrapper):
    """How much is lost if predictions stand for labels.

    Args:
      name: a name.
      dtype: the type of the result.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.KLDivergence()
    >>> tf.keras.backend.eval(metric([[0.0, 1.0]], [[0.5, 0.5]])).round(3)
    np.float32(0.693)
    """

    def __init__(self, name: str = "kullback_leibler_divergence", dtype: DTypeLike | None = None) -> None:
        super().__init__(losses.kullback_leibler_divergence, name, dtype=dtype)


@export("keras.metrics.BinaryCrossentropy")
class BinaryCrossentropy(MeanMetricWrapper):
    """The mean of cross entropies of single probabilities.

    Args:
      name: a name.
      dtype: the type of the result.
      from_logits: whether predictions are logits.
      label_smoothing: a part of the probability that is spread over all classes.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.BinaryCrossentropy()
    >>> tf.keras.backend.eval(metric([[0.0, 1.0]], [[0.5, 0.5]])).round(3)
    np.float32(0.693)
    """

    def __init__(
        self,
        name: str = "binary_crossentropy",
        dtype: DTypeLike | None = None,
        from_logits: bool = False,
        label_smoothing: TensorLike = 0,
    ) -> None:
        super().__init__(
            losses.binary_crossentropy, name, dtype=dtype, from_logits=from_logits, label_smoothing=label_smoothing
        )


@export("keras.metrics.CategoricalCrossentropy")
class CategoricalCrossentropy(MeanMetricWrapper):
    """The mean of cross entropies of classes.

    Args:
      name: a name.
      dtype: the type of the result.
      from_logits: whether predictions are logits.
      label_smoothing: a part of the probability that is spread over all classes.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.CategoricalCrossentropy()
    >>> tf.keras.backend.eval(metric([[0.0, 1.0]], [[0.5, 0.5]])).round(3)
    np.float32(0.693)
    """

    def __init__(
        self,
        name: str = "categorical_crossentropy",
        dtype: DTypeLike | None = None,
        from_logits: bool = False,
        label_smoothing: TensorLike = 0,
    ) -> None:
        super().__init__(
            losses.categorical_crossentropy, name, dtype=dtype, from_logits=from_logits, label_smoothing=label_smoothing
        )


@export("keras.metrics.SparseCategoricalCrossentropy")
class SparseCategoricalCrossentropy(MeanMetricWrapper):
    """The mean of cross entropies of classes that are given by their numbers.

    Args:
      name: a name.
      dtype: the type of the result.
      from_logits: whether predictions are logits.
      axis: the axis of the classes.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.SparseCategoricalCrossentropy()
    >>> tf.keras.backend.eval(metric([1.0], [[0.5, 0.5]])).round(3)
    np.float32(0.693)
    """

    def __init__(
        self,
        name: str = "sparse_categorical_crossentropy",
        dtype: DTypeLike | None = None,
        from_logits: bool = False,
        axis: int = -1,
    ) -> None:
        super().__init__(losses.sparse_categorical_crossentropy, name, dtype=dtype, from_logits=from_logits, axis=axis)
