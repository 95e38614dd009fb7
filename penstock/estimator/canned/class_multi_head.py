"""`tf.estimator.MultiHead`: several heads of 1.15 over one model, whose losses are added."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.estimator.canned import metric_objects
from penstock.estimator.canned.head_base import Head, loss_summaries, train_op_of
from penstock.estimator.canned.keys import MetricKeys, with_head
from penstock.estimator.canned.multi_head import (
    check_heads,
    merged_export_outputs,
    merged_losses,
    no_training,
    split_logits,
)
from penstock.estimator.spec import EstimatorSpec, ModeKeys
from penstock.graph.graph import name_scope
from penstock.graph.typing import TensorLike


@export("estimator.MultiHead")
class MultiHead(Head):
    """A head for several objectives at once: one loss, the sum of the heads' losses.

    Args:
      heads: heads with names; logits are split among them, and labels are a dictionary by their names.
      head_weights: the weights of their losses.

    Raises:
      ValueError: there are no heads, or one without a name, or not as many weights as heads.

    >>> import penstock as tf
    >>> heads = [tf.estimator.RegressionHead(name="price"), tf.estimator.BinaryClassHead(name="sold")]
    >>> tf.estimator.MultiHead(heads).name
    'price_sold'
    """

    def __init__(self, heads: Sequence[Any], head_weights: Sequence[float] | None = None) -> None:
        check_heads(heads, head_weights)
        self._heads, self._head_weights = tuple(heads), tuple(head_weights or ())

    @property
    def name(self) -> str:
        """The names of all heads."""
        return "_".join(head.name for head in self._heads)

    @property
    def logits_dimension(self) -> int:
        """The logits of all heads, side by side."""
        return sum(head.logits_dimension for head in self._heads)

    @property
    def loss_reduction(self) -> Any:
        """That of all heads.

        Raises:
          ValueError: they have different ones.
        """
        found = [head.loss_reduction for head in self._heads]
        if len(set(found)) > 1:
            raise ValueError(f"The loss_reduction must be the same for different heads. Given: {found}")
        return found[0]

    def _checked(self, logits: Any, labels: Mapping[str, Any] | None = None) -> dict[str, Any]:
        names = [head.name for head in self._heads]
        if isinstance(logits, dict):
            missing = [name for name in names if name not in logits]
            if missing:
                raise ValueError(f"logits has missing values for head(s): {missing}")
        else:
            logits = split_logits(logits, self._heads)
        if labels is not None:
            if not isinstance(labels, dict):
                raise ValueError(f"labels must be a dict. Given: {labels}")
            missing = [name for name in names if name not in labels]
            if missing:
                raise ValueError(f"labels has missing values for head(s): {missing}")
        return logits

    def loss(
        self,
        labels: Any,
        logits: Any,
        features: Any = None,
        mode: Any = None,
        regularization_losses: TensorLike | None = None,
    ) -> Any:
        """The sum of the heads' losses, with `regularization_losses` added."""
        logits = self._checked(logits, labels)
        losses = [
            head.loss(logits=logits[head.name], labels=labels[head.name], features=features, mode=mode)
            for head in self._heads
        ]
        loss = merged_losses(losses, self._head_weights)
        return loss if regularization_losses is None else loss + tf.add_n(regularization_losses)

    def predictions(self, logits: Any, keys: Iterable[Any] | None = None) -> dict[Any, Any]:
        """What all heads predict, by head and key."""
        logits = self._checked(logits)
        with name_scope("merge_pred"):
            found = [(head.name, head.predictions(logits=logits[head.name])) for head in self._heads]
        return {(name, key): value for name, predictions in found for key, value in predictions.items()}

    def metrics(self, regularization_losses: TensorLike | None = None) -> dict[str, Any]:
        """Metrics of the whole; those of the heads are made by `update_metrics`."""
        found = {}
        if regularization_losses is not None:
            found[self._summary_key(MetricKeys.LOSS_REGULARIZATION)] = metric_objects.Mean(
                MetricKeys.LOSS_REGULARIZATION
            )
        with name_scope("merge_eval"):
            for head in self._heads:
                key = with_head(MetricKeys.LOSS, head.name)
                found[key] = metric_objects.Mean(key)
        return found

    def update_metrics(  # type: ignore[override]
        self,
        eval_metrics: dict[str, Any],
        features: object,
        logits: Any,
        labels: Any,
        regularization_losses: TensorLike | None = None,
    ) -> dict[str, Any]:
        """Adds a batch to metrics that `metrics` has made, and to those of the heads, and returns them all."""
        logits = self._checked(logits, labels)
        if regularization_losses is not None:
            total = tf.add_n(regularization_losses)
            eval_metrics[self._summary_key(MetricKeys.LOSS_REGULARIZATION)].update_state(total)
        for head in self._heads:
            mine, my_labels = logits[head.name], labels[head.name]
            loss = head.loss(logits=mine, labels=my_labels, features=features)
            eval_metrics[with_head(MetricKeys.LOSS, head.name)].update_state(loss)
            eval_metrics.update(head.update_metrics(head.metrics(), features, mine, my_labels))
        return eval_metrics

    def create_estimator_spec(
        self,
        features: Any,
        mode: str,
        logits: Any,
        labels: Any = None,
        optimizer: Any = None,
        trainable_variables: Any = None,
        train_op_fn: Callable[[Any], Any] | None = None,
        update_ops: Any = None,
        regularization_losses: Any = None,
    ) -> EstimatorSpec:
        """What a `model_fn` returns, for these logits; see `tf.estimator.Head`."""
        with name_scope(self.name, "multi_head"):
            by_head = self._checked(logits, labels)
            specs = [
                head.create_estimator_spec(
                    features=features,
                    mode=mode,
                    logits=by_head[head.name],
                    labels=labels[head.name] if labels else None,
                    train_op_fn=no_training,
                )
                for head in self._heads
            ]
            predictions = self.predictions(logits)
            if mode == ModeKeys.PREDICT:
                outputs = merged_export_outputs(self._heads, specs)
                return EstimatorSpec(mode, predictions=predictions, export_outputs=outputs)
            loss = self.loss(labels, logits, features, mode, regularization_losses)
            if mode == ModeKeys.EVAL:
                metrics = self.update_metrics(
                    self.metrics(regularization_losses), features, logits, labels, regularization_losses
                )
                pairs = {key: metric.as_pair() for key, metric in metrics.items()}
                return EstimatorSpec(mode, predictions=predictions, loss=loss, eval_metric_ops=pairs)
            if mode != ModeKeys.TRAIN:
                raise ValueError(f"mode={mode} unrecognized")
            train_op = train_op_of(loss, optimizer, trainable_variables, train_op_fn, update_ops, self.loss_reduction)
            loss_summaries(loss, regularization_losses, lambda key: key)
            return EstimatorSpec(mode, predictions=predictions, loss=loss, train_op=train_op)
