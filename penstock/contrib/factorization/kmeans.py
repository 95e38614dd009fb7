"""`KMeansClustering`, an Estimator that finds clusters."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.contrib.factorization import clusters
from penstock.estimator.estimator import Estimator
from penstock.estimator.export_outputs import PredictOutput
from penstock.estimator.spec import EstimatorSpec
from penstock.graph.graph import control_dependencies
from penstock.graph.typing import NestedTensors, SessionLike, TensorLike
from penstock.ops.random.seed import get_seed
from penstock.platform import logging
from penstock.train.session_run_hook import SessionRunArgs, SessionRunHook

if TYPE_CHECKING:
    from penstock.train.session_run_hook import SessionRunContext, SessionRunValues


class StopWhenSettled(SessionRunHook):
    """Ends training when the loss changes by less than its share `tolerance`."""

    def __init__(self, loss: TensorLike, tolerance: float):
        self._loss, self._tolerance = loss, tolerance
        self._before: Any = None

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        return SessionRunArgs(self._loss)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        loss = run_values.results
        if self._before and abs(loss - self._before) / (1 + abs(self._before)) < self._tolerance:
            run_context.request_stop()
        self._before = loss


class ChooseCenters(SessionRunHook):
    """Chooses the first centers when a session begins; other workers wait for the chief to do it.

    That reads the input once. If there is no more of it, training ends without a step, and the centers are saved here: in
    1.15 the step that failed counted, so that its saver saved them.
    """

    def __init__(self, init_op: Any, is_initialized: Any, is_chief: bool, model_dir: str):
        self._init_op, self._is_initialized, self._is_chief = init_op, is_initialized, is_chief
        self._path = os.path.join(model_dir, "model.ckpt")
        self._count = tf.assign_add(tf.train.get_global_step(), 1)
        self._chosen = self._stepped = False

    def after_create_session(self, session: SessionLike, coord: object) -> None:
        while True:
            try:
                if session.run(self._is_initialized):
                    return
                if self._is_chief:
                    session.run(self._init_op)
                    self._chosen = True
                else:
                    time.sleep(1)
            except RuntimeError as error:
                logging.info(error)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        self._stepped = True

    def end(self, session: SessionLike) -> None:
        if self._chosen and not self._stepped:
            step = session.run(self._count)
            for saver in tf.get_collection(tf.GraphKeys.SAVERS)[:1]:
                saver.save(session, self._path, global_step=step)


def _points(features: object, feature_columns: object) -> Any:
    if not isinstance(features, dict):
        return features
    if feature_columns:
        return tf.feature_column.input_layer(features, feature_columns)
    return tf.concat([features[key] for key in sorted(features)], axis=1)


def training(points: TensorLike, num_clusters: int, loss_name: str | None = None, **settings: Any) -> tuple[Any, ...]:
    """Distances, clusters, the loss, whether there are centers, what chooses them, and the training step.

    Args:
      points: what has clusters.
      num_clusters: how many.
      loss_name: the name of the loss.
      settings: further arguments of `clusters.KMeans`.
    """
    model = clusters.KMeans(points, num_clusters, **settings)
    distances, index, losses, initialized, init_op, step = model.training_graph()
    loss = tf.reduce_sum(losses, name=loss_name)
    tf.summary.scalar("loss/raw", loss)
    with control_dependencies([step, tf.assign_add(tf.train.get_global_step(), 1)]):
        train_op = tf.identity(loss)
    return distances[0], index[0], loss, initialized, init_op, train_op


@export("contrib.factorization.KMeansClustering")
class KMeansClustering(Estimator):
    """An Estimator that finds clusters of points.

    Args:
      num_clusters: how many.
      model_dir: the directory of the model.
      initial_clusters, distance_metric, use_mini_batch, mini_batch_steps_per_iteration: see `KMeans`.
      random_seed: a seed for the first centers.
      kmeans_plus_plus_num_retries: how often k-means++ tries for each center.
      relative_tolerance: training ends when the loss changes by less than this share of it; None for never.
      config: a `RunConfig`.
      feature_columns: columns that make points of features; by default features are joined in the order of their names.

    Raises:
      ValueError: `initial_clusters` or `distance_metric` is unknown.

    >>> import penstock as tf
    >>> tf.contrib.factorization.KMeansClustering(2, distance_metric="none")
    Traceback (most recent call last):
    ...
    ValueError: Unsupported distance metric 'none'
    """

    SQUARED_EUCLIDEAN_DISTANCE = clusters.SQUARED_EUCLIDEAN_DISTANCE
    COSINE_DISTANCE = clusters.COSINE_DISTANCE
    RANDOM_INIT = clusters.RANDOM_INIT
    KMEANS_PLUS_PLUS_INIT = clusters.KMEANS_PLUS_PLUS_INIT
    SCORE = "score"
    CLUSTER_INDEX = "cluster_index"
    ALL_DISTANCES = "all_distances"
    CLUSTER_CENTERS_VAR_NAME = clusters.CLUSTERS_VAR_NAME

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
        feature_columns: Iterable[Any] | None = None,
    ):
        known = (clusters.RANDOM_INIT, clusters.KMEANS_PLUS_PLUS_INIT)
        if isinstance(initial_clusters, str) and initial_clusters not in known:
            raise ValueError(f"Unsupported initialization algorithm '{initial_clusters}'")
        if distance_metric not in (clusters.SQUARED_EUCLIDEAN_DISTANCE, clusters.COSINE_DISTANCE):
            raise ValueError(f"Unsupported distance metric '{distance_metric}'")
        self._distance_metric = distance_metric

        def model_fn(features: NestedTensors, mode: Any, config: Any) -> Any:
            distances, index, loss, initialized, init_op, train_op = training(
                _points(features, feature_columns),
                num_clusters,
                initial_clusters=initial_clusters,
                distance_metric=distance_metric,
                use_mini_batch=use_mini_batch,
                mini_batch_steps_per_iteration=mini_batch_steps_per_iteration,
                random_seed=random_seed,
                kmeans_plus_plus_num_retries=kmeans_plus_plus_num_retries,
            )
            hooks: list[Any] = [ChooseCenters(init_op, initialized, config.is_chief, config.model_dir)]
            if relative_tolerance is not None:
                hooks.append(StopWhenSettled(loss, relative_tolerance))
            exports = {
                self.ALL_DISTANCES: PredictOutput(distances),
                self.CLUSTER_INDEX: PredictOutput(index),
                "serving_default": PredictOutput(index),
            }
            return EstimatorSpec(
                mode=mode,
                predictions={self.ALL_DISTANCES: distances, self.CLUSTER_INDEX: index},
                loss=loss,
                train_op=train_op,
                eval_metric_ops={self.SCORE: tf.metrics.mean(loss)},
                training_hooks=hooks,
                export_outputs=exports,
            )

        super().__init__(model_fn=model_fn, model_dir=model_dir, config=config)

    def _predicted(self, input_fn: Callable[..., Any], key: str) -> Iterator[Any]:
        for result in self.predict(input_fn=input_fn, predict_keys=[key]):
            yield result[key]

    def predict_cluster_index(self, input_fn: Callable[..., Any]) -> Iterator[Any]:
        """The cluster of each point."""
        yield from self._predicted(input_fn, self.CLUSTER_INDEX)

    def score(self, input_fn: Callable[..., Any]) -> float:
        """The sum of the distances of points to their centers."""
        return self.evaluate(input_fn=input_fn, steps=1)[self.SCORE]

    def transform(self, input_fn: Callable[..., Any]) -> Iterator[Any]:
        """The distances of each point to all centers."""
        yield from self._predicted(input_fn, self.ALL_DISTANCES)

    def cluster_centers(self) -> np.ndarray:
        """The centers."""
        return self.get_variable_value(self.CLUSTER_CENTERS_VAR_NAME)


@export("estimator.experimental.KMeans")
class CoreKMeans(KMeansClustering):
    """As `tf.contrib.factorization.KMeansClustering`, with `seed`, None for one by chance; `transform` gives roots.

    >>> import penstock as tf
    >>> tf.estimator.experimental.KMeans(2, initial_clusters="none")
    Traceback (most recent call last):
    ...
    ValueError: Unsupported initialization algorithm 'none'
    """

    def __init__(
        self,
        num_clusters: int,
        model_dir: str | None = None,
        initial_clusters: Any = clusters.RANDOM_INIT,
        distance_metric: str = clusters.SQUARED_EUCLIDEAN_DISTANCE,
        seed: int | None = None,
        use_mini_batch: bool = True,
        mini_batch_steps_per_iteration: int = 1,
        kmeans_plus_plus_num_retries: int = 2,
        relative_tolerance: float | None = None,
        config: Any = None,
        feature_columns: Sequence[Any] | None = None,
    ):
        super().__init__(
            num_clusters,
            model_dir,
            initial_clusters,
            distance_metric,
            get_seed(seed)[0] or 0,
            use_mini_batch,
            mini_batch_steps_per_iteration,
            kmeans_plus_plus_num_retries,
            relative_tolerance,
            config,
            feature_columns,
        )

    def transform(self, input_fn: Callable[..., Any]) -> Iterator[Any]:
        """The distances of each point to all centers; not squared."""
        for distances in super().transform(input_fn):
            yield np.sqrt(distances) if self._distance_metric == self.SQUARED_EUCLIDEAN_DISTANCE else distances
