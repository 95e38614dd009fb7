"""Estimators and optimizers made from others: with more metrics, with features among the predictions, with clipping."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from penstock._namespace import export
from penstock.estimator.estimator import Estimator
from penstock.estimator.export_outputs import PredictOutput
from penstock.estimator.spec import EstimatorSpec, ModeKeys
from penstock.graph.composite import SparseTensor, convert_to_tensor_or_sparse_tensor
from penstock.graph.operation import Tensor
from penstock.graph.typing import NestedTensors, TensorLike
from penstock.ops.math.clip import clip_by_global_norm
from penstock.train.optimizer import Optimizer
from penstock.util.function_utils import fn_args

_METRIC_FN_ARGS = frozenset(["features", "labels", "predictions", "config"])


@export("estimator.add_metrics", "contrib.estimator.add_metrics")
def add_metrics(estimator: Estimator, metric_fn: Callable[..., Mapping[str, Any]]) -> Estimator:
    """Makes an Estimator that computes more metrics when it is evaluated.

    Args:
      estimator: the Estimator.
      metric_fn: a function of `features`, `labels`, `predictions` and `config`, as far as it has such arguments, that
        returns names → `(value, update_op)`. It may replace metrics.

    Raises:
      ValueError: it has other arguments.

    >>> import penstock as tf
    >>> def model_fn(features, labels, mode):
    ...     step = tf.train.get_global_step()
    ...     loss = tf.reduce_mean(tf.square(features - labels))
    ...     return tf.estimator.EstimatorSpec(mode, features, loss, tf.assign_add(step, 1))
    >>> def metric_fn(labels, predictions):
    ...     return {"mae": tf.metrics.mean_absolute_error(labels, predictions)}
    >>> model = tf.estimator.add_metrics(tf.estimator.Estimator(model_fn), metric_fn)
    >>> print(model.evaluate(lambda: tf.data.Dataset.from_tensors(([1.0], [3.0])))["mae"])
    2.0
    """
    wanted = fn_args(metric_fn)
    unknown = sorted(set(wanted) - _METRIC_FN_ARGS)
    if unknown:
        raise ValueError(f"metric_fn ({metric_fn}) has following not expected args: {unknown}")

    def new_model_fn(features: NestedTensors, labels: TensorLike, mode: str, config: object) -> EstimatorSpec:
        spec = estimator.model_fn(features, labels, mode, config)
        if mode != ModeKeys.EVAL:
            return spec
        known = {"features": features, "labels": labels, "predictions": spec.predictions, "config": config}
        found = metric_fn(**{name: known[name] for name in wanted})
        return spec._replace(eval_metric_ops={**spec.eval_metric_ops, **found})

    return Estimator(
        new_model_fn, estimator.model_dir, estimator.config, warm_start_from=estimator._warm_start_settings
    )


@export("contrib.estimator.forward_features")
def forward_features(
    estimator: Estimator,
    keys: str | Sequence[str] | None = None,
    sparse_default_values: Mapping[str, Any] | None = None,
) -> Estimator:
    """Makes an Estimator whose predictions contain features too, so that they can be told apart.

    Args:
      estimator: the Estimator; its predictions are a dictionary.
      keys: which features; all by default.
      sparse_default_values: keys of sparse features → what stands where they have no value.

    Raises:
      TypeError: `keys` is something else.

    >>> import penstock as tf
    >>> def model_fn(features, labels, mode):
    ...     return tf.estimator.EstimatorSpec(mode, {"double": 2 * features["x"]})
    >>> model = tf.contrib.estimator.forward_features(tf.estimator.Estimator(model_fn), "id")
    >>> data = {"x": [[1.0], [2.0]], "id": [[7], [8]]}
    >>> for row in model.predict(lambda: tf.data.Dataset.from_tensors(data)):
    ...     print(row["id"], row["double"])
    [7] [2.]
    [8] [4.]
    """
    names = [keys] if isinstance(keys, str) else keys
    if names is not None and not isinstance(names, (list, tuple)):
        raise TypeError(f"keys should be either a string or a list of strings. Given: {type(names)}")
    for name in names or ():
        if not isinstance(name, str):
            raise TypeError(
                f"All items in the given keys list should be a string. There exist an item with type: {type(name)}"
            )

    def new_model_fn(features: Any, labels: NestedTensors, mode: str, config: Any) -> EstimatorSpec:
        spec = estimator.model_fn(features, labels, mode, config)
        if not isinstance(spec.predictions, dict):
            raise ValueError(
                f"Predictions should be a dict to be able to forward features. Given: {type(spec.predictions)}"
            )
        forwarded = {}
        for key in features if names is None else names:
            if key not in features:
                raise ValueError(
                    f'keys should be exist in features. Key "{key}" is not in features dict. features dict has '
                    f"following keys: {features.keys()}. Please check arguments of forward_features."
                )
            if key in spec.predictions:
                raise ValueError(
                    f"Cannot forward feature key ({key}). Since it does exist in predictions. Existing prediction keys: "
                    f"{spec.predictions.keys()}. Please check arguments of forward_features."
                )
            forwarded[key] = _dense(key, features[key], sparse_default_values or {})
        outputs = spec.export_outputs
        for name in ("predict", "serving_default"):
            if outputs and isinstance(outputs.get(name), PredictOutput):
                outputs[name].outputs.update(forwarded)
        return spec._replace(predictions={**spec.predictions, **forwarded})

    return Estimator(new_model_fn, estimator.model_dir, estimator.config)


def _dense(key: str, feature: Any, sparse_default_values: Mapping[str, Any]) -> Tensor:
    import penstock as tf

    feature = convert_to_tensor_or_sparse_tensor(feature)
    if key in sparse_default_values:
        if not isinstance(feature, SparseTensor):
            raise ValueError(f"Feature ({key}) is expected to be a `SparseTensor`.")
        feature = tf.sparse_tensor_to_dense(feature, default_value=sparse_default_values[key])
    if not isinstance(feature, Tensor):
        raise ValueError(
            f"Feature ({key}) should be a Tensor. Please use `keys` argument of forward_features to filter unwanted "
            f"features, or add key to argument `sparse_default_values`. Type of features[{key}] is {type(feature)}."
        )
    return feature


@export("contrib.estimator.clip_gradients_by_norm")
def clip_gradients_by_norm(optimizer: Optimizer, clip_norm: TensorLike) -> Optimizer:
    """Makes an optimizer that shortens the gradients, all together, to a norm before it applies them.

    Args:
      optimizer: the optimizer.
      clip_norm: the largest norm.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     v = tf.Variable(0.0)
    ...     clipped = tf.contrib.estimator.clip_gradients_by_norm(tf.train.GradientDescentOptimizer(1.0), 2.0)
    ...     step = clipped.minimize(10.0 * v)
    ...     sess.run(v.initializer)
    ...     sess.run(step)
    ...     print(sess.run(v))
    -2.0
    """

    def clip(grads_and_vars: Sequence[Any]) -> list[Any]:
        gradients, variables = zip(*grads_and_vars, strict=True)
        return list(zip(clip_by_global_norm(gradients, clip_norm)[0], variables, strict=True))

    return TransformGradients(optimizer, clip, name=f"ClipByNorm{optimizer.get_name()}")


class TransformGradients(Optimizer):
    """An optimizer that changes gradients before another one applies them."""

    def __init__(self, optimizer: Optimizer, transform: Callable[[Any], Any], name: str | None = None) -> None:
        super().__init__(use_locking=False, name=name or optimizer.get_name())
        self._optimizer = optimizer
        self._transform = transform

    def compute_gradients(self, *args: Any, **kwargs: Any) -> Any:
        return self._optimizer.compute_gradients(*args, **kwargs)

    def apply_gradients(
        self, grads_and_vars: Iterable[tuple[Any, Any]], global_step: TensorLike | None = None, name: str | None = None
    ) -> Any:
        return self._optimizer.apply_gradients(self._transform(grads_and_vars), global_step, name)

    def get_slot(self, *args: Any, **kwargs: Any) -> Any:
        return self._optimizer.get_slot(*args, **kwargs)

    def get_slot_names(self, *args: Any, **kwargs: Any) -> Any:
        return self._optimizer.get_slot_names(*args, **kwargs)

    def variables(self) -> Any:
        return self._optimizer.variables()
