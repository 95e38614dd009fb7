"""`EstimatorSpec`: what a `model_fn` gives back, checked; and `ModeKeys`, what it is called for.

Depends on the export outputs, since a spec for prediction says what is served.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from penstock._namespace import export
from penstock.estimator.export_outputs import get_export_outputs
from penstock.graph import nest
from penstock.graph.graph import get_default_graph
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import NestedTensors, TensorLike
from penstock.ops.arrays.reshaping import reshape
from penstock.ops.state.variables import Variable
from penstock.platform import logging
from penstock.train.scaffold import Scaffold
from penstock.train.session_run_hook import SessionRunHook
from penstock.util.function_utils import fn_args

LOSS_METRIC_KEY = "loss"
AVERAGE_LOSS_METRIC_KEY = "average_loss"
_MODEL_FN_ARGS = frozenset(["features", "labels", "mode", "params", "self", "config"])


@export("estimator.ModeKeys")
class ModeKeys:
    """What a `model_fn` is called for.

    >>> import penstock as tf
    >>> tf.estimator.ModeKeys.TRAIN, tf.estimator.ModeKeys.EVAL, tf.estimator.ModeKeys.PREDICT
    ('train', 'eval', 'infer')
    """

    TRAIN = "train"
    EVAL = "eval"
    PREDICT = "infer"


class _Fields(NamedTuple):
    mode: str
    predictions: Any
    loss: Any
    train_op: Any
    eval_metric_ops: Any
    export_outputs: Any
    training_chief_hooks: Any
    training_hooks: Any
    scaffold: Any
    evaluation_hooks: Any
    prediction_hooks: Any


@export("estimator.EstimatorSpec")
class EstimatorSpec(_Fields):
    """The operations of a model, returned from a `model_fn`.

    Training needs `loss` and `train_op`, evaluation `loss`, prediction `predictions`; what a mode does not need is ignored.

    Args:
      mode: one of `ModeKeys`.
      predictions: a tensor, or a dictionary of tensors.
      loss: a scalar, or a tensor with one element.
      train_op: does one step of training.
      eval_metric_ops: names → `(value, update_op)`, as the functions of `tf.metrics` return them.
      export_outputs: names → `tf.estimator.export.ExportOutput`, what an exported model serves; `predictions` by default.
      training_chief_hooks: hooks that the chief uses in training.
      training_hooks: hooks for training.
      scaffold: a `tf.train.Scaffold`.
      evaluation_hooks: hooks for evaluation.
      prediction_hooks: hooks for prediction.

    Raises:
      ValueError: something is missing, or from another graph.
      TypeError: something is of the wrong type.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     spec = tf.estimator.EstimatorSpec(mode=tf.estimator.ModeKeys.PREDICT, predictions=tf.constant([1.0]))
    >>> list(spec.export_outputs)
    ['serving_default']
    """

    def __new__(
        cls,
        mode: str,
        predictions: Any = None,
        loss: TensorLike | None = None,
        train_op: Any = None,
        eval_metric_ops: Mapping[str, Any] | None = None,
        export_outputs: Mapping[str, Any] | None = None,
        training_chief_hooks: Iterable[SessionRunHook] | None = None,
        training_hooks: Iterable[SessionRunHook] | None = None,
        scaffold: Scaffold | None = None,
        evaluation_hooks: Iterable[SessionRunHook] | None = None,
        prediction_hooks: Iterable[SessionRunHook] | None = None,
    ) -> EstimatorSpec:
        predictions_given = predictions
        train_op = _checked_train_op(train_op, mode)
        loss = _checked_loss(loss, mode)
        predictions = _checked_predictions(predictions_given, mode)
        if mode == ModeKeys.PREDICT:
            export_outputs = get_export_outputs(export_outputs, predictions)
        if scaffold is not None and not isinstance(scaffold, Scaffold):
            raise TypeError(f"scaffold must be tf.train.Scaffold. Given: {scaffold}")
        return super().__new__(
            cls,
            mode=mode,
            predictions=predictions,
            loss=loss,
            train_op=train_op,
            eval_metric_ops=_checked_metrics(eval_metric_ops),
            export_outputs=export_outputs,
            training_chief_hooks=_checked_hooks(training_chief_hooks),
            training_hooks=_checked_hooks(training_hooks),
            scaffold=scaffold or Scaffold(),
            evaluation_hooks=_checked_hooks(evaluation_hooks),
            prediction_hooks=_checked_hooks(prediction_hooks),
        )

    def _replace(self, **changes: Any) -> EstimatorSpec:
        """A new spec with other values in some fields; not in `mode`."""
        if changes.get("mode", self.mode) != self.mode:
            raise ValueError("mode of EstimatorSpec cannot be changed.")
        unknown = sorted(set(changes) - set(self._fields))
        if unknown:
            raise ValueError(f"Got unexpected field names: {unknown}")
        return EstimatorSpec(**{**self._asdict(), **changes})


def _in_default_graph(thing: Any, what: str, name: str) -> None:
    if thing.graph is not get_default_graph():
        raise ValueError(
            f'{what} with "{name}" must be from the default graph. Possible causes of this error include: \n\n'
            f"1) {what} was created outside the context of the default graph.\n\n"
            f'2) The object passed through to EstimatorSpec was not created in the most recent call to "model_fn".'
        )


def _checked_tensor(value: object, name: str) -> Any:
    if not isinstance(value, (Tensor, Variable)):
        raise TypeError(f"{name} must be Tensor, given: {value}")
    return value


def _checked_train_op(train_op: Any, mode: str) -> Any:
    if train_op is None:
        if mode == ModeKeys.TRAIN:
            raise ValueError("Missing train_op.")
        return None
    if not isinstance(train_op, (Operation, Tensor, Variable)):
        raise TypeError(f"train_op must be Operation or Tensor, given: {train_op}")
    if isinstance(train_op, Variable):
        train_op = train_op.op
    _in_default_graph(train_op, "train_op", train_op.name)
    return train_op


def _checked_loss(loss: Any, mode: str) -> Any:
    if loss is None:
        if mode in (ModeKeys.TRAIN, ModeKeys.EVAL):
            raise ValueError("Missing loss.")
        return None
    loss = _checked_tensor(loss, "loss")
    shape = loss.get_shape()
    if shape.num_elements() not in (None, 1):
        raise ValueError(f"Loss must be scalar, given: {loss}")
    if not shape.is_compatible_with(TensorShape([])):
        loss = reshape(loss, [])
    _in_default_graph(loss, "loss", loss.name)
    return loss


def _checked_predictions(predictions: Any, mode: str) -> Any:
    if predictions is None:
        if mode == ModeKeys.PREDICT:
            raise ValueError("Missing predictions.")
        return {}
    if isinstance(predictions, dict):
        predictions = {key: _checked_tensor(value, f"predictions[{key}]") for key, value in predictions.items()}
        for key, value in predictions.items():
            _in_default_graph(value, "prediction values", f"{key}: {value.name}")
        return predictions
    _checked_tensor(predictions, "predictions")
    _in_default_graph(predictions, "prediction values", predictions.name)
    return predictions


def _checked_hooks(hooks: Iterable[SessionRunHook] | None) -> tuple[SessionRunHook, ...]:
    hooks = tuple(hooks or ())
    for hook in hooks:
        if not isinstance(hook, SessionRunHook):
            raise TypeError(f"All hooks must be SessionRunHook instances, given: {hook}")
    return hooks


def _checked_metrics(metrics: Any) -> dict[str, Any]:
    if metrics is None:
        return {}
    if not isinstance(metrics, dict):
        raise TypeError(f"eval_metric_ops must be a dict, given: {metrics}")
    for key, value in metrics.items():
        if not isinstance(value, tuple) or len(value) != 2:
            raise TypeError(
                f"Values of eval_metric_ops must be (metric_value, update_op) tuples, given: {value} for key: {key}"
            )
    for key, value in metrics.items():
        for part in nest.flatten(value):
            _in_default_graph(part, "eval_metric_ops", f"{key}: {part.name}")
    return metrics


def verify_model_fn_args(model_fn: Callable[..., Any], params: Mapping[Any, Any] | None) -> None:
    """Checks which arguments a `model_fn` has.

    Raises:
      ValueError: there is no `features`, there are unknown ones, or `params` is given and cannot be passed.
    """
    args = set(fn_args(model_fn))
    if "features" not in args:
        raise ValueError(f"model_fn ({model_fn}) must include features argument.")
    if params is not None and "params" not in args:
        raise ValueError(
            f"model_fn ({model_fn}) does not include params argument, but params ({params}) is passed to Estimator."
        )
    if params is None and "params" in args:
        logging.warning(
            "Estimator's model_fn (%s) includes params argument, but params are not passed to Estimator.", model_fn
        )
    unknown = sorted(args - _MODEL_FN_ARGS)
    if unknown:
        raise ValueError(f"model_fn ({model_fn}) has following not expected args: {unknown}")


def call_with_known(function: Callable[..., Any], features: NestedTensors, **known: Any) -> Any:
    """Calls `function(features=features, ...)` with those of the other arguments that it has."""
    wanted = fn_args(function)
    return function(features=features, **{name: value for name, value in known.items() if name in wanted})


@export("estimator.experimental.call_logit_fn", "contrib.estimator.call_logit_fn")
def call_logit_fn(
    logit_fn: Callable[..., Any], features: NestedTensors, mode: str, params: Mapping[Any, Any], config: object
) -> Any:
    """Calls a function from features to logits with those of `mode`, `params` and `config` that it takes.

    Args:
      logit_fn: the function.
      features: what is given to it as `features`.
      mode, params, config: what is given to it under these names, if it takes them.

    Returns:
      The logits: a tensor or a dictionary of tensors.

    Raises:
      ValueError: it returned something else.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     logits = tf.estimator.experimental.call_logit_fn(
    ...         lambda features, params: features * params, tf.constant([1.0, 2.0]), "train", 3.0, None)
    ...     print(sess.run(logits))
    [3. 6.]
    """
    found = call_with_known(logit_fn, features, mode=mode, params=params, config=config)
    by_name = isinstance(found, dict) and all(isinstance(k, str) and isinstance(v, Tensor) for k, v in found.items())
    if not by_name and not isinstance(found, Tensor):
        raise ValueError(
            f"logit_fn should return a Tensor or a dictionary mapping strings to Tensors.  logit_fn returned: {found}"
        )
    return found
