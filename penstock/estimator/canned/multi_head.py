"""`tf.contrib.estimator.multi_head`: several heads over one model, whose losses are added."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.estimator.canned.heads import LossSpec, make_train_op
from penstock.estimator.canned.keys import DEFAULT_SERVING_KEY, PREDICT_SERVING_KEY, MetricKeys, with_head
from penstock.estimator.export_outputs import PredictOutput
from penstock.estimator.spec import EstimatorSpec, ModeKeys
from penstock.graph.graph import name_scope
from penstock.graph.typing import NestedTensors, TensorLike, TensorOrVariable

if TYPE_CHECKING:
    from penstock.graph.operation import Operation


def no_training(loss: TensorLike) -> Operation:
    """What heads of several are given as their training step; the whole has its own."""
    return tf.no_op()


def split_logits(logits: TensorOrVariable, heads: Sequence[Any]) -> dict[str, Any]:
    """The logits of each head, by its name.

    Raises:
      ValueError: there are not as many as the heads need.
    """
    with name_scope(None, "split_logits", values=[logits]):
        logits = tf.convert_to_tensor(logits)
        sizes = [head.logits_dimension for head in heads]
        shape = logits.shape.as_list()
        if shape[-1] is not None and shape[-1] != sum(sizes):
            raise ValueError(
                f"Could not split logits of shape {shape!r} among the heads with individual logits dimensions: {sizes!r}. "
                f"The last dimension of the logits tensor should equal {shape[-1]} but is {sum(sizes)}."
            )
        leading = tf.shape(logits)[:-1]
        zeros, rest = tf.zeros_like(leading), -1 * tf.ones_like(leading)
        found, begin = {}, 0
        for head, size in zip(heads, sizes, strict=True):
            start = tf.concat([zeros, [begin]], axis=0)
            found[head.name] = tf.slice(logits, begin=start, size=tf.concat([rest, [size]], axis=0))
            begin += size
        return found


def merged_losses(losses: Sequence[Any], head_weights: Sequence[float]) -> Any:
    """The sum of the heads' losses, with weights if there are any."""
    with name_scope("merge_losses", values=[*losses, *head_weights]):
        if head_weights:
            losses = [tf.multiply(loss, weight) for loss, weight in zip(losses, head_weights, strict=True)]
        return tf.add_n(losses)


def merged_export_outputs(heads: Sequence[Any], specs: Sequence[EstimatorSpec]) -> dict[str, Any]:
    """What all heads serve: each under its name, all predictions together, and the first head by default.

    Raises:
      ValueError: the first head has no default.
    """
    first = specs[0].export_outputs
    default = next(iter(first.values())) if len(first) == 1 else first.get(DEFAULT_SERVING_KEY)
    if default is None:
        raise ValueError(
            f"{heads[0].name} did not specify default export_outputs. Given: {first} Suggested fix: Use one of the heads in "
            f"tf.contrib.estimator, or include key {DEFAULT_SERVING_KEY} in export_outputs."
        )
    outputs, together = {DEFAULT_SERVING_KEY: default}, {}
    for head, spec in zip(heads, specs, strict=True):
        for key, output in spec.export_outputs.items():
            outputs[head.name if key == DEFAULT_SERVING_KEY else f"{head.name}/{key}"] = output
            if key == PREDICT_SERVING_KEY and isinstance(output, PredictOutput):
                together.update({f"{head.name}/{k}": tensor for k, tensor in output.outputs.items()})
    outputs[PREDICT_SERVING_KEY] = PredictOutput(together)
    return outputs


class _MultiHead:
    """Several heads, as one."""

    def __init__(self, heads: Sequence[Any], head_weights: Sequence[float]) -> None:
        self._heads, self._head_weights = tuple(heads), tuple(head_weights)

    @property
    def name(self) -> str:
        """The names of all heads."""
        return "_".join(head.name for head in self._heads)

    @property
    def logits_dimension(self) -> int:
        """The logits of all heads, side by side."""
        return sum(head.logits_dimension for head in self._heads)

    def _logits(self, logits: TensorOrVariable) -> dict[str, Any]:
        return logits if isinstance(logits, dict) else split_logits(logits, self._heads)

    def create_loss(self, features: Any, mode: str | None, logits: Any, labels: Any) -> LossSpec:
        """The sum of the heads' losses; what belongs to examples is by head."""
        logits = self._logits(logits)
        losses, by_example, weights, ids = [], {}, {}, {}
        for number, head in enumerate(self._heads):
            found = head.create_loss(features, mode, logits[head.name], labels[head.name])
            factor = self._head_weights[number] if self._head_weights else None
            losses.append(found.training_loss)
            ids[head.name] = found.processed_labels
            for store, value in ((by_example, found.unreduced_loss), (weights, found.weights)):
                store[head.name] = value if factor is None else tf.multiply(value, factor)
        return LossSpec(merged_losses(losses, self._head_weights), by_example, weights, ids)

    def create_estimator_spec(
        self,
        features: NestedTensors,
        mode: str,
        logits: Any,
        labels: Any = None,
        optimizer: Any = None,
        train_op_fn: Callable[[Any], Any] | None = None,
    ) -> EstimatorSpec:
        """What a `model_fn` returns, for these logits; labels are a dictionary by head.

        Raises:
          ValueError: labels are not a dictionary, or for training, both or none of `optimizer` and `train_op_fn` are given.
        """
        logits = self._logits(logits)
        if labels and not isinstance(labels, dict):
            raise ValueError(f"labels must be a dict. Given: {labels}")
        specs = [
            head.create_estimator_spec(
                features=features,
                mode=mode,
                logits=logits[head.name],
                labels=labels[head.name] if labels else None,
                train_op_fn=no_training,
            )
            for head in self._heads
        ]
        named = list(zip(self._heads, specs, strict=True))
        predictions = {(head.name, key): value for head, spec in named for key, value in spec.predictions.items()}
        if mode == ModeKeys.PREDICT:
            return EstimatorSpec(
                mode, predictions=predictions, export_outputs=merged_export_outputs(self._heads, specs)
            )
        metrics: dict[str, Any] = {}
        if mode == ModeKeys.EVAL:
            with name_scope("merge_eval"):
                for head, spec in named:
                    key = with_head(MetricKeys.LOSS, head.name)
                    metrics[key] = tf.metrics.mean(spec.loss, name=key)
                    metrics.update(spec.eval_metric_ops)
                loss = merged_losses([spec.loss for spec in specs], self._head_weights)
            return EstimatorSpec(mode, predictions=predictions, loss=loss, eval_metric_ops=metrics)
        if mode != ModeKeys.TRAIN:
            raise ValueError(f"mode={mode} unrecognized")
        loss = merged_losses([spec.loss for spec in specs], self._head_weights)
        train_op = make_train_op(optimizer, train_op_fn, loss)
        with name_scope(""):
            tf.summary.scalar(MetricKeys.LOSS, loss)
        return EstimatorSpec(mode, predictions=predictions, loss=loss, train_op=train_op)


@export("contrib.estimator.multi_head")
def multi_head(heads: Sequence[Any], head_weights: Sequence[float] | None = None) -> _MultiHead:
    """A head for several objectives at once: one loss, the sum of the heads' losses.

    Args:
      heads: heads with names; logits are split among them, and labels are a dictionary by their names.
      head_weights: the weights of their losses.

    Raises:
      ValueError: there are no heads, or one without a name, or not as many weights as heads.

    >>> import penstock as tf
    >>> first = tf.contrib.estimator.regression_head(name="price")
    >>> second = tf.contrib.estimator.multi_class_head(n_classes=3, name="colour")
    >>> head = tf.contrib.estimator.multi_head([first, second], head_weights=[1.0, 0.5])
    >>> head.name, head.logits_dimension
    ('price_colour', 4)
    """
    check_heads(heads, head_weights)
    return _MultiHead(heads, head_weights or ())


def check_heads(heads: Sequence[Any], head_weights: Sequence[float] | None) -> None:
    """Raises ValueError if there are no heads, or one without a name, or not as many weights as heads."""
    if head_weights and len(head_weights) != len(heads):
        raise ValueError(
            f"heads and head_weights must have the same size. Given len(heads): {len(heads)}. "
            f"Given len(head_weights): {len(head_weights)}."
        )
    if not heads:
        raise ValueError(f"Must specify heads. Given: {heads}")
    for head in heads:
        if not head.name:
            raise ValueError(f"All given heads must have name specified. Given: {head}")
