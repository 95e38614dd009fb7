"""`tf.estimator.Head`: what the heads of 1.15 have in common, from logits to the specification of a model."""

from __future__ import annotations

import abc
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.estimator.canned.keys import MetricKeys, with_head
from penstock.estimator.spec import EstimatorSpec, ModeKeys
from penstock.graph.graph import name_scope
from penstock.graph.typing import TensorLike, TensorOrVariable


@export("estimator.Head")
class Head(abc.ABC):
    """What a model's logits become: predictions, a loss, metrics, and an `EstimatorSpec`.

    >>> import penstock as tf
    >>> isinstance(tf.estimator.RegressionHead(), tf.estimator.Head)
    True
    """

    @property
    @abc.abstractmethod
    def name(self) -> Any:
        """The head's name, which tells it from the others of a `MultiHead`."""

    @property
    @abc.abstractmethod
    def logits_dimension(self) -> int:
        """The size of the last dimension of the logits."""

    @property
    @abc.abstractmethod
    def loss_reduction(self) -> Any:
        """How losses of examples become one."""

    @abc.abstractmethod
    def loss(
        self,
        labels: TensorLike | None,
        logits: TensorLike,
        features: object = None,
        mode: Any = None,
        regularization_losses: TensorLike | None = None,
    ) -> Any:
        """The loss."""

    @abc.abstractmethod
    def predictions(self, logits: TensorLike, keys: Sequence[Any] | None = None) -> dict[Any, Any]:
        """What is predicted, by key."""

    @abc.abstractmethod
    def metrics(self, regularization_losses: TensorLike | None = None) -> dict[str, Any]:
        """New metrics, by key."""

    @abc.abstractmethod
    def update_metrics(
        self,
        eval_metrics: dict[str, Any],
        features: object,
        logits: TensorLike,
        labels: TensorLike | None,
        mode: Any = None,
        regularization_losses: TensorLike | None = None,
    ) -> dict[str, Any]:
        """Adds a batch to metrics."""

    def _summary_key(self, key: str) -> str:
        return with_head(key, self.name)

    def create_estimator_spec(
        self,
        features: Any,
        mode: str,
        logits: TensorOrVariable,
        labels: Any = None,
        optimizer: Any = None,
        trainable_variables: Any = None,
        train_op_fn: Callable[[Any], Any] | None = None,
        update_ops: Any = None,
        regularization_losses: Any = None,
    ) -> EstimatorSpec:
        """What a `model_fn` returns, for these logits.

        Args:
          features: the features, of which the weight column may be one.
          mode: one of `ModeKeys`.
          logits: what the model makes of the features.
          labels: what it should make; not for prediction.
          optimizer: an optimizer of Keras (it has `get_updates`), which trains `trainable_variables`.
          trainable_variables: a list of variables.
          train_op_fn: a function of the loss that makes the training step, instead of an optimizer.
          update_ops: what is done in each training step besides.
          regularization_losses: losses that are added to that of the labels.

        Raises:
          ValueError: for training, both or none of `optimizer` and `train_op_fn` are given, or a wrong optimizer.
        """
        with name_scope(self.name, "head"):
            predictions = self.predictions(logits)
            if mode == ModeKeys.PREDICT:
                return EstimatorSpec(mode, predictions=predictions, export_outputs=self._export_outputs(predictions))
            loss = self.loss(labels, logits, features, mode, regularization_losses)
            if mode == ModeKeys.TRAIN:
                train_op = train_op_of(
                    loss, optimizer, trainable_variables, train_op_fn, update_ops, self.loss_reduction
                )
        if mode == ModeKeys.EVAL:
            metrics = self.update_metrics(
                self.metrics(regularization_losses=regularization_losses),
                features,
                logits,
                labels,
                regularization_losses=regularization_losses,
            )
            pairs = {key: metric.as_pair() for key, metric in metrics.items()}
            return EstimatorSpec(mode, predictions=predictions, loss=loss, eval_metric_ops=pairs)
        loss_summaries(loss, regularization_losses, self._summary_key)
        return EstimatorSpec(mode, predictions=predictions, loss=loss, train_op=train_op)

    def _export_outputs(self, predictions: Any) -> dict[str, Any]:
        raise NotImplementedError("Subclasses of Head must implement `create_estimator_spec()`.")


def train_op_of(
    loss: TensorLike,
    optimizer: object,
    trainable_variables: object,
    train_op_fn: Callable[[Any], Any] | None,
    update_ops: Iterable[Any],
    loss_reduction: object,
) -> Any:
    """The training step of an optimizer of Keras or of the user's function, with what is done besides."""
    _check_list(update_ops, "update_ops")
    with name_scope(""), name_scope("training"):
        if optimizer is not None:
            if train_op_fn is not None:
                raise ValueError("train_op_fn and optimizer cannot both be set.")
            if not hasattr(optimizer, "get_updates"):
                raise ValueError(
                    f"The given optimizer is not a tf.keras.optimizers.Optimizer instance. Given: {optimizer}"
                )
            if trainable_variables is None:
                raise ValueError(f"trainable_variables cannot be None. Given {trainable_variables}")
            _check_list(trainable_variables, "trainable_variables")
            train_op = optimizer.get_updates(loss, trainable_variables)[0]
        elif train_op_fn is not None:
            train_op = train_op_fn(loss)
        else:
            raise ValueError("train_op_fn and optimizer cannot both be None.")
        return train_op if update_ops is None else tf.group(train_op, *update_ops)


def _check_list(value: object, what: str) -> None:
    if value is not None and not isinstance(value, (list, tuple)):
        raise ValueError(f"{what} should be a list or a tuple. Given type: {type(value)}.")


def loss_summaries(loss: TensorLike, regularization_losses: TensorLike | None, key: Callable[[str], str]) -> None:
    """Summaries of the losses; `key` makes their names."""
    with name_scope(""):
        tf.summary.scalar(key(MetricKeys.LOSS), loss)
        if regularization_losses is not None:
            tf.summary.scalar(key(MetricKeys.LOSS_REGULARIZATION), tf.add_n(regularization_losses))
