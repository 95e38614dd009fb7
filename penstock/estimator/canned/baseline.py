"""`tf.estimator.Baseline*`: models that ignore all features and learn the mean of the labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.estimator.canned.heads import SUM, Head, RegressionHead, classification_head
from penstock.estimator.canned.optimizers import get_optimizer_instance
from penstock.estimator.estimator import Estimator
from penstock.estimator.run_config import RunConfig
from penstock.estimator.spec import EstimatorSpec
from penstock.feature_column.numeric import NumericColumn
from penstock.graph.graph import control_dependencies
from penstock.graph.typing import NestedTensors, TensorLike

if TYPE_CHECKING:
    import os

    from penstock.train.optimizer import Optimizer

_LEARNING_RATE = 0.3


def _weight_key(weight_column: object) -> str | None:
    if weight_column is None or isinstance(weight_column, str):
        return weight_column
    if not isinstance(weight_column, NumericColumn):
        raise TypeError(f"Weight column must be either a string or _NumericColumn. Given type: {type(weight_column)}.")
    return weight_column.key


def _logits(features: dict[str, Any], units: int, weight_column: object) -> Any:
    ignored = _weight_key(weight_column)
    sizes = [tf.shape(feature)[0] for key, feature in features.items() if key != ignored]
    checks = [tf.assert_equal(sizes[0], size) for size in sizes[1:]]
    with control_dependencies(checks), tf.variable_scope("baseline"):
        bias = tf.get_variable("bias", shape=[units], initializer=tf.zeros_initializer())
        return tf.multiply(bias, tf.ones([sizes[0], units]))


class _Baseline(Estimator):
    """A bias with a head."""

    def _begin(
        self, head: Any, model_dir: str | os.PathLike[str], optimizer: object, config: Any, weight_column: Any = None
    ) -> None:
        def train_op_fn(loss: TensorLike) -> Any:
            found = get_optimizer_instance(optimizer, learning_rate=_LEARNING_RATE)
            return found.minimize(loss, global_step=tf.train.get_global_step())

        def model_fn(features: Any, labels: NestedTensors, mode: str, config: Any) -> EstimatorSpec:
            logits = _logits(features, head.logits_dimension, weight_column)
            return head.create_estimator_spec(
                features=features, mode=mode, logits=logits, labels=labels, train_op_fn=train_op_fn
            )

        Estimator.__init__(self, model_fn=model_fn, model_dir=model_dir, config=config)


@export("estimator.BaselineClassifier")
class BaselineClassifier(_Baseline):
    """Learns how frequent the classes are, whatever the features.

    Args:
      model_dir: where the model is kept.
      n_classes: the number of classes.
      weight_column: a feature's key, or a numeric column, with the weights of examples.
      label_vocabulary: the labels, if they are strings; else labels are integers below `n_classes`.
      optimizer: an optimizer, a function that makes one, or a name: 'Adagrad', 'Adam', 'Ftrl', 'RMSProp', 'SGD'.
      config: a `RunConfig`.
      loss_reduction: one of `tf.losses.Reduction`, except NONE.

    >>> import numpy as np
    >>> import penstock as tf
    >>> x = {"x": np.zeros([4, 1], np.float32)}
    >>> input_fn = tf.estimator.inputs.numpy_input_fn(x, np.array([0, 1, 1, 1]), shuffle=False, num_epochs=100)
    >>> model = tf.estimator.BaselineClassifier().train(input_fn)
    >>> model.get_variable_names()
    ['baseline/bias', 'baseline/bias/Ftrl', 'baseline/bias/Ftrl_1', 'global_step']
    """

    def __init__(
        self,
        model_dir: Any = None,
        n_classes: int = 2,
        weight_column: Any = None,
        label_vocabulary: Sequence[Any] | None = None,
        optimizer: str | Optimizer | Callable[..., Any] = "Ftrl",
        config: RunConfig | None = None,
        loss_reduction: object = SUM,
    ) -> None:
        head = classification_head(n_classes, weight_column, label_vocabulary, loss_reduction)
        self._begin(head, model_dir, optimizer, config, weight_column)


@export("estimator.BaselineRegressor")
class BaselineRegressor(_Baseline):
    """Learns the mean of the labels, whatever the features.

    Args:
      model_dir: where the model is kept.
      label_dimension: how many numbers there are for each example.
      weight_column: a feature's key, or a numeric column, with the weights of examples.
      optimizer: an optimizer, a function that makes one, or a name: 'Adagrad', 'Adam', 'Ftrl', 'RMSProp', 'SGD'.
      config: a `RunConfig`.
      loss_reduction: one of `tf.losses.Reduction`, except NONE.

    >>> import penstock as tf
    >>> model = tf.estimator.BaselineRegressor(label_dimension=2)
    """

    def __init__(
        self,
        model_dir: Any = None,
        label_dimension: int = 1,
        weight_column: Any = None,
        optimizer: str | Optimizer | Callable[..., Any] = "Ftrl",
        config: RunConfig | None = None,
        loss_reduction: object = SUM,
    ) -> None:
        self._begin(RegressionHead(label_dimension, weight_column, loss_reduction), model_dir, optimizer, config)


@export("estimator.BaselineEstimator", "contrib.estimator.BaselineEstimator")
class BaselineEstimator(_Baseline):
    """Learns what a head makes of constant logits, whatever the features.

    Args:
      head: a head, such as `tf.contrib.estimator.multi_label_head`.
      model_dir: where the model is kept.
      optimizer: an optimizer, a function that makes one, or a name: 'Adagrad', 'Adam', 'Ftrl', 'RMSProp', 'SGD'.
      config: a `RunConfig`.

    >>> import penstock as tf
    >>> model = tf.estimator.BaselineEstimator(tf.contrib.estimator.poisson_regression_head())
    """

    def __init__(
        self, head: Head, model_dir: Any = None, optimizer: Any = "Ftrl", config: RunConfig | None = None
    ) -> None:
        self._begin(head, model_dir, optimizer, config)
