"""`tf.contrib.learn.SVM`: linear support vector machines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from penstock._namespace import export
from penstock.contrib.learn import heads
from penstock.contrib.learn.canned import _Classifier
from penstock.contrib.learn.sdca import sdca_model_fn
from penstock.contrib.linear_optimizer.sdca import SDCAOptimizer
from penstock.graph.typing import TensorLike


@export("contrib.learn.SVM")
class SVM(_Classifier):
    """A linear support vector machine for two classes, trained by stochastic dual coordinate ascent.

    Args:
      example_id_column: the feature with the ids of examples, strings.
      feature_columns: the columns of the model.
      weight_column_name: the feature with the weights of examples.
      model_dir: where the model is saved and continued.
      l1_regularization: the L1 regularization over all examples.
      l2_regularization: the L2 regularization over all examples; less than 1 is 1.
      num_loss_partitions: how many workers train at the same time.
      kernels: none are supported.
      config: a `RunConfig`.
      feature_engineering_fn: a function of features and labels that returns others, which the model gets.

    >>> import penstock as tf
    >>> def input_fn():
    ...     features = {"id": tf.constant(["a", "b"]), "x": tf.constant([[-1.0], [2.0]])}
    ...     return features, tf.constant([[0], [1]])
    >>> svm = tf.contrib.learn.SVM("id", [tf.contrib.layers.real_valued_column("x")])
    >>> float(svm.fit(input_fn=input_fn, steps=20).evaluate(input_fn=input_fn, steps=1)["accuracy"])
    1.0
    """

    def __init__(
        self,
        example_id_column: str,
        feature_columns: Iterable[Any],
        weight_column_name: str | None = None,
        model_dir: str | None = None,
        l1_regularization: float = 0.0,
        l2_regularization: float = 0.0,
        num_loss_partitions: int = 1,
        kernels: TensorLike | None = None,
        config: Any = None,
        feature_engineering_fn: Callable[..., Any] | None = None,
    ) -> None:
        if kernels is not None:
            raise ValueError("Kernel SVMs are not currently supported.")
        params = {
            "head": heads.binary_svm_head(weight_column_name=weight_column_name, enable_centered_bias=False),
            "feature_columns": tuple(feature_columns),
            "optimizer": SDCAOptimizer(
                example_id_column,
                num_loss_partitions=num_loss_partitions,
                symmetric_l1_regularization=l1_regularization,
                symmetric_l2_regularization=l2_regularization,
            ),
            "weight_column_name": weight_column_name,
        }
        super().__init__(sdca_model_fn, model_dir, config, params, feature_engineering_fn)
