"""`tf.contrib.learn.KMeansClustering`, the elder one of the two estimators that find clusters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.contrib.factorization import clusters
from penstock.contrib.factorization.kmeans import StopWhenSettled, training
from penstock.contrib.factorization.mixtures import InitializeClusters, joined
from penstock.contrib.learn.estimator import Estimator
from penstock.contrib.learn.model_fn import ModelFnOps
from penstock.graph.typing import NestedTensors, TensorLike


@export("contrib.learn.KMeansClustering")
class KMeansClustering(Estimator):
    """An estimator that finds clusters of points.

    Args:
      num_clusters: how many.
      model_dir: where the model is saved and continued.
      initial_clusters, distance_metric, use_mini_batch, mini_batch_steps_per_iteration: see
        `tf.contrib.factorization.KMeans`.
      random_seed: a seed for the first centers.
      kmeans_plus_plus_num_retries: how often k-means++ tries for each center.
      relative_tolerance: training ends when the loss changes by less than this share of it; None for never.
      config: a `RunConfig`.

    >>> import penstock as tf
    >>> model = tf.contrib.learn.KMeansClustering(2, initial_clusters=[[0.0], [8.0]], use_mini_batch=False)
    >>> def input_fn():
    ...     return tf.constant([[0.0], [1.0], [10.0], [11.0]]), None
    >>> [round(float(c), 3) for c in model.fit(input_fn=input_fn, steps=3).clusters()[:, 0]]
    [0.5, 10.5]
    """

    SQUARED_EUCLIDEAN_DISTANCE = clusters.SQUARED_EUCLIDEAN_DISTANCE
    COSINE_DISTANCE = clusters.COSINE_DISTANCE
    RANDOM_INIT = clusters.RANDOM_INIT
    KMEANS_PLUS_PLUS_INIT = clusters.KMEANS_PLUS_PLUS_INIT
    SCORES = "scores"
    CLUSTER_IDX = "cluster_idx"
    CLUSTERS = "clusters"
    ALL_SCORES = "all_scores"
    LOSS_OP_NAME = "kmeans_loss"

    def __init__(
        self,
        num_clusters: int,
        model_dir: str | None = None,
        initial_clusters: Any = clusters.RANDOM_INIT,
        distance_metric: str = clusters.SQUARED_EUCLIDEAN_DISTANCE,
        random_seed: int = 0,
        use_mini_batch: bool = True,
        mini_batch_steps_per_iteration: int = 1,
        kmeans_plus_plus_num_retries: int = 2,
        relative_tolerance: float | None = None,
        config: Any = None,
    ) -> None:
        def model_fn(features: NestedTensors, labels: TensorLike, mode: str, config: object) -> ModelFnOps:
            assert labels is None, labels
            distances, index, loss, initialized, init_op, train_op = training(
                joined(features),
                num_clusters,
                self.LOSS_OP_NAME,
                initial_clusters=initial_clusters,
                distance_metric=distance_metric,
                use_mini_batch=use_mini_batch,
                mini_batch_steps_per_iteration=mini_batch_steps_per_iteration,
                random_seed=random_seed,
                kmeans_plus_plus_num_retries=kmeans_plus_plus_num_retries,
            )
            hooks: list[Any] = [InitializeClusters(init_op, initialized, config.is_chief)]
            if relative_tolerance is not None:
                hooks.append(StopWhenSettled(loss, relative_tolerance))
            return ModelFnOps(
                mode=mode,
                predictions={self.ALL_SCORES: distances, self.CLUSTER_IDX: index},
                eval_metric_ops={self.SCORES: loss},
                loss=loss,
                train_op=train_op,
                training_hooks=hooks,
            )

        super().__init__(model_fn=model_fn, model_dir=model_dir, config=config)

    def predict_cluster_idx(self, input_fn: Callable[..., Any] | None = None) -> Iterator[Any]:
        """The cluster of each point."""
        for result in self.predict(input_fn=input_fn, outputs=[self.CLUSTER_IDX]):
            yield result[self.CLUSTER_IDX]

    def score(self, input_fn: Callable[..., Any] | None = None, steps: int | None = None) -> Any:
        """The sum of the distances of points to their centers."""
        return np.sum(self.evaluate(input_fn=input_fn, steps=steps)[self.SCORES])

    def transform(self, input_fn: Callable[..., Any] | None = None, as_iterable: bool = False) -> Any:
        """The distances of each point to all centers."""
        found = self.predict(input_fn=input_fn, outputs=[self.ALL_SCORES], as_iterable=as_iterable)
        return found if as_iterable else found[self.ALL_SCORES]

    def clusters(self) -> np.ndarray:
        """The centers."""
        return self.get_variable_value(self.CLUSTERS)
