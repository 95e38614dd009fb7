"""Losses as classes, with a reduction and weights; and losses by name. The functions stand in `loss_functions`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock import _namespace
from penstock._namespace import export
from penstock.graph import replication
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike
from penstock.keras import backend as K
from penstock.keras.loss_functions import (
    binary_crossentropy,
    categorical_crossentropy,
    categorical_hinge,
    cosine_proximity,
    hinge,
    huber_loss,
    kullback_leibler_divergence,
    logcosh,
    mean_absolute_error,
    mean_absolute_percentage_error,
    mean_squared_error,
    mean_squared_logarithmic_error,
    poisson,
    sparse_categorical_crossentropy,
    squared_hinge,
)
from penstock.keras.utils.generic_utils import deserialize_keras_object, serialize_keras_object
from penstock.keras.utils.losses_utils import ReductionV2, compute_weighted_loss

mse = MSE = mean_squared_error
mae = MAE = mean_absolute_error
mape = MAPE = mean_absolute_percentage_error
msle = MSLE = mean_squared_logarithmic_error
kld = KLD = kullback_leibler_divergence
cosine_similarity = cosine = cosine_proximity


@export("keras.losses.Loss")
class Loss:
    """The base class of losses: `call` computes them for each example, calling the object reduces them to one.

    Args:
      reduction: "auto", "none", "sum" or "sum_over_batch_size".
      name: a name.

    >>> import penstock as tf
    >>> class Distance(tf.keras.losses.Loss):
    ...     def call(self, y_true, y_pred):
    ...         return tf.abs(y_true - y_pred)
    >>> tf.Session().run(Distance()(tf.constant([1.0, 2.0]), tf.constant([2.0, 5.0])))
    np.float32(2.0)
    """

    def __init__(self, reduction: str = ReductionV2.AUTO, name: str | None = None) -> None:
        ReductionV2.validate(reduction)
        self.reduction = reduction
        self.name = name

    def __call__(self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None) -> Tensor:
        """The loss of a batch.

        Args:
          y_true: what is wanted.
          y_pred: what came out.
          sample_weight: a weight for all, or for each example.
        """
        scope = "lambda" if self.name == "<lambda>" else self.name
        with tf.name_scope(scope or self.__class__.__name__):
            losses = self.call(y_true, y_pred)
            return compute_weighted_loss(losses, sample_weight, reduction=self._get_reduction())

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """A loss with a configuration."""
        return cls(**config)

    def get_config(self) -> dict[str, Any]:
        """The arguments of the constructor."""
        return {"reduction": self.reduction, "name": self.name}

    def call(self, y_true: TensorLike, y_pred: TensorLike) -> Any:
        """The losses of all examples; subclasses define it."""
        raise NotImplementedError("Must be implemented in subclasses.")

    def _get_reduction(self) -> str:
        means = (ReductionV2.AUTO, ReductionV2.SUM_OVER_BATCH_SIZE)
        if self.reduction in means and replication.current() is not None:
            raise ValueError(
                "Please use `tf.keras.losses.Reduction.SUM` or `tf.keras.losses.Reduction.NONE` for loss reduction when losses "
                "are used with `tf.distribute.Strategy` outside of the built-in training loops. You can implement "
                "`tf.keras.losses.Reduction.SUM_OVER_BATCH_SIZE` using global batch size like:\n```\nwith strategy.scope():\n"
                "    loss_obj = tf.keras.losses.CategoricalCrossentropy(reduction=tf.keras.losses.Reduction.NONE)\n....\n"
                "    loss = tf.reduce_sum(loss_obj(labels, predictions)) * (1. / global_batch_size)\n```\nPlease see "
                "https://www.tensorflow.org/alpha/tutorials/distribute/training_loops for more details."
            )
        return ReductionV2.SUM_OVER_BATCH_SIZE if self.reduction == ReductionV2.AUTO else self.reduction


class LossFunctionWrapper(Loss):
    """A function as a loss.

    Args:
      fn: a function of what is wanted and what came out.
      reduction: how the losses of examples become one.
      name: a name.
      **kwargs: further arguments of the function.
    """

    def __init__(self, fn: Callable, reduction: str = ReductionV2.AUTO, name: str | None = None, **kwargs: Any) -> None:
        super().__init__(reduction=reduction, name=name)
        self.fn = fn
        self._fn_kwargs = kwargs

    def call(self, y_true: TensorLike, y_pred: TensorLike) -> Any:
        return self.fn(y_true, y_pred, **self._fn_kwargs)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), **{k: K.eval(v) if tf.is_tensor(v) else v for k, v in self._fn_kwargs.items()}}


@export("keras.losses.MeanSquaredError")
class MeanSquaredError(LossFunctionWrapper):
    """The mean of squared differences.

    Args:
      reduction: how the losses of examples become one: "auto", "none", "sum" or "sum_over_batch_size".
      name: a name.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.MeanSquaredError()(tf.constant([[0.0, 1.0]]), tf.constant([[0.5, 0.5]]))
    >>> tf.Session().run(loss).round(3)
    np.float32(0.25)
    """

    def __init__(self, reduction: str = ReductionV2.AUTO, name: str | None = "mean_squared_error") -> None:
        super().__init__(mean_squared_error, name=name, reduction=reduction)


@export("keras.losses.MeanAbsoluteError")
class MeanAbsoluteError(LossFunctionWrapper):
    """The mean of absolute differences.

    Args:
      reduction: how the losses of examples become one: "auto", "none", "sum" or "sum_over_batch_size".
      name: a name.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.MeanAbsoluteError()(tf.constant([[0.0, 1.0]]), tf.constant([[0.5, 0.5]]))
    >>> tf.Session().run(loss).round(3)
    np.float32(0.5)
    """

    def __init__(self, reduction: str = ReductionV2.AUTO, name: str | None = "mean_absolute_error") -> None:
        super().__init__(mean_absolute_error, name=name, reduction=reduction)


@export("keras.losses.MeanAbsolutePercentageError")
class MeanAbsolutePercentageError(LossFunctionWrapper):
    """The mean of absolute differences in percent of what is wanted.

    Args:
      reduction: how the losses of examples become one: "auto", "none", "sum" or "sum_over_batch_size".
      name: a name.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.MeanAbsolutePercentageError()(tf.constant([[1.0, 2.0]]), tf.constant([[0.5, 2.0]]))
    >>> tf.Session().run(loss).round(3)
    np.float32(25.0)
    """

    def __init__(self, reduction: str = ReductionV2.AUTO, name: str | None = "mean_absolute_percentage_error") -> None:
        super().__init__(mean_absolute_percentage_error, name=name, reduction=reduction)


@export("keras.losses.MeanSquaredLogarithmicError")
class MeanSquaredLogarithmicError(LossFunctionWrapper):
    """The mean of squared differences of logarithms.

    Args:
      reduction: how the losses of examples become one: "auto", "none", "sum" or "sum_over_batch_size".
      name: a name.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.MeanSquaredLogarithmicError()(tf.constant([[0.0, 1.0]]), tf.constant([[0.5, 0.5]]))
    >>> tf.Session().run(loss).round(3)
    np.float32(0.124)
    """

    def __init__(self, reduction: str = ReductionV2.AUTO, name: str | None = "mean_squared_logarithmic_error") -> None:
        super().__init__(mean_squared_logarithmic_error, name=name, reduction=reduction)


@export("keras.losses.BinaryCrossentropy")
class BinaryCrossentropy(LossFunctionWrapper):
    """The cross entropy of single probabilities.

    Args:
      from_logits: whether predictions are logits.
      label_smoothing: a part of the probability that is spread over all classes.
      reduction: how the losses of examples become one: "auto", "none", "sum" or "sum_over_batch_size".
      name: a name.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.BinaryCrossentropy()(tf.constant([[0.0, 1.0]]), tf.constant([[0.5, 0.5]]))
    >>> tf.Session().run(loss).round(3)
    np.float32(0.693)
    """

    def __init__(
        self,
        from_logits: bool = False,
        label_smoothing: TensorLike = 0,
        reduction: str = ReductionV2.AUTO,
        name: str | None = "binary_crossentropy",
    ) -> None:
        super().__init__(
            binary_crossentropy,
            name=name,
            reduction=reduction,
            from_logits=from_logits,
            label_smoothing=label_smoothing,
        )
        self.from_logits = from_logits


@export("keras.losses.CategoricalCrossentropy")
class CategoricalCrossentropy(LossFunctionWrapper):
    """The cross entropy between probabilities of classes.

    Args:
      from_logits: whether predictions are logits.
      label_smoothing: a part of the probability that is spread over all classes.
      reduction: how the losses of examples become one: "auto", "none", "sum" or "sum_over_batch_size".
      name: a name.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.CategoricalCrossentropy()(tf.constant([[0.0, 1.0]]), tf.constant([[0.5, 0.5]]))
    >>> tf.Session().run(loss).round(3)
    np.float32(0.693)
    """

    def __init__(
        self,
        from_logits: bool = False,
        label_smoothing: TensorLike = 0,
        reduction: str = ReductionV2.AUTO,
        name: str | None = "categorical_crossentropy",
    ) -> None:
        super().__init__(
            categorical_crossentropy,
            name=name,
            reduction=reduction,
            from_logits=from_logits,
            label_smoothing=label_smoothing,
        )


@export("keras.losses.SparseCategoricalCrossentropy")
class SparseCategoricalCrossentropy(LossFunctionWrapper):
    """The cross entropy between numbers of classes and their probabilities.

    Args:
      from_logits: whether predictions are logits.
      reduction: how the losses of examples become one: "auto", "none", "sum" or "sum_over_batch_size".
      name: a name.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.SparseCategoricalCrossentropy()(tf.constant([1]), tf.constant([[0.5, 0.5]]))
    >>> tf.Session().run(loss).round(3)
    np.float32(0.693)
    """

    def __init__(
        self,
        from_logits: bool = False,
        reduction: str = ReductionV2.AUTO,
        name: str | None = "sparse_categorical_crossentropy",
    ) -> None:
        super().__init__(sparse_categorical_crossentropy, name=name, reduction=reduction, from_logits=from_logits)


@export("keras.losses.Hinge")
class Hinge(LossFunctionWrapper):
    """The mean of `maximum(1 - y_true * y_pred, 0)`.

    Args:
      reduction: how the losses of examples become one: "auto", "none", "sum" or "sum_over_batch_size".
      name: a name.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.Hinge()(tf.constant([[0.0, 1.0]]), tf.constant([[0.5, 0.5]]))
    >>> tf.Session().run(loss).round(3)
    np.float32(1.0)
    """

    def __init__(self, reduction: str = ReductionV2.AUTO, name: str | None = "hinge") -> None:
        super().__init__(hinge, name=name, reduction=reduction)


@export("keras.losses.SquaredHinge")
class SquaredHinge(LossFunctionWrapper):
    """The mean of `square(maximum(1 - y_true * y_pred, 0))`.

    Args:
      reduction: how the losses of examples become one: "auto", "none", "sum" or "sum_over_batch_size".
      name: a name.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.SquaredHinge()(tf.constant([[0.0, 1.0]]), tf.constant([[0.5, 0.5]]))
    >>> tf.Session().run(loss).round(3)
    np.float32(1.25)
    """

    def __init__(self, reduction: str = ReductionV2.AUTO, name: str | None = "squared_hinge") -> None:
        super().__init__(squared_hinge, name=name, reduction=reduction)


@export("keras.losses.CategoricalHinge")
class CategoricalHinge(LossFunctionWrapper):
    """How far the best wrong class comes within one of the right class.

    Args:
      reduction: how the losses of examples become one: "auto", "none", "sum" or "sum_over_batch_size".
      name: a name.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.CategoricalHinge()(tf.constant([[0.0, 1.0]]), tf.constant([[0.5, 0.5]]))
    >>> tf.Session().run(loss).round(3)
    np.float32(1.0)
    """

    def __init__(self, reduction: str = ReductionV2.AUTO, name: str | None = "categorical_hinge") -> None:
        super().__init__(categorical_hinge, name=name, reduction=reduction)


@export("keras.losses.Poisson")
class Poisson(LossFunctionWrapper):
    """The mean of `y_pred - y_true * log(y_pred)`.

    Args:
      reduction: how the losses of examples become one: "auto", "none", "sum" or "sum_over_batch_size".
      name: a name.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.Poisson()(tf.constant([[0.0, 1.0]]), tf.constant([[0.5, 0.5]]))
    >>> tf.Session().run(loss).round(3)
    np.float32(0.847)
    """

    def __init__(self, reduction: str = ReductionV2.AUTO, name: str | None = "poisson") -> None:
        super().__init__(poisson, name=name, reduction=reduction)


@export("keras.losses.LogCosh")
class LogCosh(LossFunctionWrapper):
    """The mean of logarithms of hyperbolic cosines of differences.

    Args:
      reduction: how the losses of examples become one: "auto", "none", "sum" or "sum_over_batch_size".
      name: a name.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.LogCosh()(tf.constant([[0.0, 1.0]]), tf.constant([[0.5, 0.5]]))
    >>> tf.Session().run(loss).round(3)
    np.float32(0.12)
    """

    def __init__(self, reduction: str = ReductionV2.AUTO, name: str | None = "logcosh") -> None:
        super().__init__(logcosh, name=name, reduction=reduction)


@export("keras.losses.KLDivergence")
class KLDivergence(LossFunctionWrapper):
    """How much is lost if one distribution stands for another.

    Args:
      reduction: how the losses of examples become one: "auto", "none", "sum" or "sum_over_batch_size".
      name: a name.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.KLDivergence()(tf.constant([[0.0, 1.0]]), tf.constant([[0.5, 0.5]]))
    >>> tf.Session().run(loss).round(3)
    np.float32(0.693)
    """

    def __init__(self, reduction: str = ReductionV2.AUTO, name: str | None = "kullback_leibler_divergence") -> None:
        super().__init__(kullback_leibler_divergence, name=name, reduction=reduction)


@export("keras.losses.Huber")
class Huber(LossFunctionWrapper):
    """Half the square of small differences; large ones count linearly.

    Args:
      delta: where a difference is large.
      reduction: how the losses of examples become one: "auto", "none", "sum" or "sum_over_batch_size".
      name: a name.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.Huber()(tf.constant([[0.0, 1.0]]), tf.constant([[0.5, 0.5]]))
    >>> tf.Session().run(loss).round(3)
    np.float32(0.125)
    """

    def __init__(self, delta: float = 1.0, reduction: str = ReductionV2.AUTO, name: str | None = "huber_loss") -> None:
        super().__init__(huber_loss, name=name, reduction=reduction, delta=delta)


@export("keras.losses.CosineSimilarity")
class CosineSimilarity(LossFunctionWrapper):
    """The cosine of the angle between two vectors.

    Args:
      axis: the axis of the vectors.
      reduction: how the losses of examples become one: "auto", "none", "sum" or "sum_over_batch_size".
      name: a name.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.CosineSimilarity()(tf.constant([[0.0, 1.0]]), tf.constant([[0.5, 0.5]]))
    >>> tf.Session().run(loss).round(3)
    np.float32(0.707)
    """

    def __init__(
        self, axis: int = -1, reduction: str = ReductionV2.AUTO, name: str | None = "cosine_similarity"
    ) -> None:
        super().__init__(cosine_similarity, name=name, reduction=reduction, axis=axis)


def is_categorical_crossentropy(loss: Any) -> bool:
    """Says whether a loss is the cross entropy of classes, in whichever form it is given."""
    return (
        isinstance(loss, CategoricalCrossentropy)
        or (isinstance(loss, LossFunctionWrapper) and loss.fn == categorical_crossentropy)
        or getattr(loss, "__name__", None) == "categorical_crossentropy"
        or loss == "categorical_crossentropy"
    )


_FUNCTIONS: dict[str, Any] = {
    "cosine": cosine,
    "cosine_similarity": cosine_similarity,
    **dict.fromkeys(("mse", "MSE"), mse),
    **dict.fromkeys(("mae", "MAE"), mae),
    **dict.fromkeys(("mape", "MAPE"), mape),
    **dict.fromkeys(("msle", "MSLE"), msle),
    **dict.fromkeys(("kld", "KLD"), kld),
    **{
        f.__name__: f
        for f in (
            *(mean_squared_error, mean_absolute_error, mean_absolute_percentage_error, mean_squared_logarithmic_error),
            *(squared_hinge, hinge, categorical_hinge, huber_loss, logcosh, poisson, cosine_proximity),
            *(categorical_crossentropy, sparse_categorical_crossentropy, binary_crossentropy),
            kullback_leibler_divergence,
        )
    },
}
_CLASSES: tuple[type, ...] = (
    *(Loss, LossFunctionWrapper, MeanSquaredError, MeanAbsoluteError, MeanAbsolutePercentageError),
    *(MeanSquaredLogarithmicError, BinaryCrossentropy, CategoricalCrossentropy, SparseCategoricalCrossentropy),
    *(Hinge, SquaredHinge, CategoricalHinge, Poisson, LogCosh, KLDivergence, Huber, CosineSimilarity),
)
_KNOWN = {**_FUNCTIONS, **{cls.__name__: cls for cls in _CLASSES}}


@export("keras.losses.serialize")
def serialize(loss: Any) -> Any:
    """A loss as its name or configuration.

    >>> import penstock as tf
    >>> tf.keras.losses.serialize(tf.keras.losses.mse)
    'mean_squared_error'
    """
    return serialize_keras_object(loss)


@export("keras.losses.deserialize")
def deserialize(name: Any, custom_objects: dict[str, Any] | None = None) -> Any:
    """The loss of a name or configuration.

    Raises:
      ValueError: there is none.

    >>> import penstock as tf
    >>> tf.keras.losses.deserialize("mse") is tf.keras.losses.mean_squared_error
    True
    """
    return deserialize_keras_object(
        name, module_objects=_KNOWN, custom_objects=custom_objects, printable_module_name="loss function"
    )


@export("keras.losses.get")
def get(identifier: Any) -> Any:
    """The loss that is given by its name, its configuration, or itself; None for None.

    Raises:
      ValueError: it is none of these, or unknown.

    >>> import penstock as tf
    >>> tf.keras.losses.get("categorical_crossentropy").__name__
    'categorical_crossentropy'
    """
    if identifier is None:
        return None
    if isinstance(identifier, (str, dict)):
        return deserialize(identifier)
    if callable(identifier):
        return identifier
    raise ValueError("Could not interpret loss function identifier:", identifier)


# The type of labels that a loss wants, where it is not that of the predictions.
LABEL_DTYPES_FOR_LOSSES: dict[Any, str] = {
    tf.losses.sparse_softmax_cross_entropy: "int32",
    sparse_categorical_crossentropy: "int32",
}

__getattr__, __dir__ = _namespace.attach(__name__)
