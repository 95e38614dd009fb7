"""Mixtures of normal distributions, fitted by expectation maximization: `GmmAlgorithm`, `gmm` and the estimator `GMM`."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.contrib.learn.estimator import Estimator
from penstock.contrib.learn.model_fn import ModelFnOps
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import NestedTensors, SessionLike, TensorLike
from penstock.platform import logging
from penstock.train import training_step
from penstock.train.session_run_hook import SessionRunHook

FULL_COVARIANCE, DIAG_COVARIANCE = "full", "diag"
_LEAST_VARIANCE = 1e-3
_TINY = np.float32(1e-6)

FULL_COVARIANCE = "full"
DIAG_COVARIANCE = "diag"
MEPS = np.finfo(float).eps


def _covariance(x: TensorLike, diagonal: bool) -> Any:
    count = tf.cast(tf.shape(x)[0], tf.float32)
    x -= tf.reduce_mean(x, 0, keepdims=True)
    squares = tf.reduce_sum(tf.square(x), 0) if diagonal else tf.matmul(x, x, transpose_a=True)
    return squares / (count - 1)


def _chosen(data: list[Any], count: int, seed: int) -> Tensor:
    """Points by chance."""
    total = tf.add_n([tf.shape(part)[0] for part in data])
    with tf.control_dependencies([tf.assert_less_equal(count, total)]):
        total = tf.cast(total, tf.int64)
        index = tf.random_uniform([count], minval=0, maxval=total, seed=seed, dtype=tf.int64)
    return tf.nn.embedding_lookup(data, index % total, partition_strategy="div")


@export("contrib.factorization.GmmAlgorithm")
class GmmAlgorithm:
    """The variables and operations of a mixture of normal distributions.

    Args:
      data: a list of points, each [n, d].
      num_classes: how many distributions.
      initial_means: the first means, [num_classes, d]; points by chance by default.
      params: what is fitted, of 'w' for the weights, 'm' for the means (with 'c' only) and 'c' for the covariances.
      covariance_type: 'full' or 'diag'.
      random_seed: a seed for the first means.

    Raises:
      Exception: an unknown type of covariance.

    >>> import penstock as tf
    >>> points = tf.constant([[0.0], [1.0], [10.0], [11.0]])
    >>> model = tf.contrib.factorization.GmmAlgorithm([points], 2, [[0.0], [8.0]])
    >>> with tf.Session() as session:
    ...     session.run(tf.global_variables_initializer())
    ...     session.run(model.init_ops())
    ...     for _ in range(5):
    ...         session.run(model.training_ops())
    ...     print(session.run(model.assignments())[0].tolist())
    [0, 0, 1, 1]
    """

    CLUSTERS_WEIGHT = "alphas"
    CLUSTERS_VARIABLE = "clusters"
    CLUSTERS_COVS_VARIABLE = "clusters_covs"

    def __init__(
        self,
        data: list[Any],
        num_classes: int,
        initial_means: Any = None,
        params: str = "wmc",
        covariance_type: str = FULL_COVARIANCE,
        random_seed: int = 0,
    ) -> None:
        if covariance_type not in (DIAG_COVARIANCE, FULL_COVARIANCE):
            raise Exception(f"programmer error: Invalid covariance type: {covariance_type}")
        self._params, self._count = params, num_classes
        self._diagonal = covariance_type == DIAG_COVARIANCE
        size = tf.shape(data[0])[1]
        self._size = tf.cast(size, tf.float32)
        self._least = tf.eye(size) * _LEAST_VARIANCE
        nothing = tf.constant([], dtype=tf.float32)
        self._means = tf.Variable(nothing, name=self.CLUSTERS_VARIABLE, validate_shape=False)
        self._covs = tf.Variable(nothing, name=self.CLUSTERS_COVS_VARIABLE, validate_shape=False)
        self._alpha = tf.Variable(tf.fill([num_classes], 1.0 / num_classes), name=self.CLUSTERS_WEIGHT)
        self._initialized = tf.Variable(False, dtype=tf.bool, name="initialized")
        self._init_op = self._first_values(data, initial_means, random_seed)
        logs = [self._log_probs(points) for points in data]
        self._totals = [tf.reduce_logsumexp(log, axis=1, keepdims=True) for log in logs]
        self._shares = [tf.exp(log - total) for log, total in zip(logs, self._totals, strict=True)]
        self._train_op = self._maximization(data)
        self._log_likelihood = tf.reduce_logsumexp(tf.stack([tf.reduce_logsumexp(total) for total in self._totals]))
        found = [total + tf.log(share) for total, share in zip(self._totals, self._shares, strict=True)]
        self._scores = tf.squeeze(tf.reduce_logsumexp(tf.stack(found), axis=2, keepdims=True), axis=0)

    def _first_values(self, data: list[Any], initial_means: TensorLike | None, seed: int) -> Operation:
        means = _chosen(data, self._count, seed) if initial_means is None else tf.convert_to_tensor(initial_means)
        cov = _covariance(data[0], self._diagonal) + (_LEAST_VARIANCE if self._diagonal else self._least)
        covs = tf.tile(tf.expand_dims(cov, 0), [self._count, 1] if self._diagonal else [self._count, 1, 1])
        first = [
            tf.assign(self._means, tf.expand_dims(means, 1), validate_shape=False),
            tf.assign(self._covs, covs, validate_shape=False),
        ]
        with tf.control_dependencies(first):
            return tf.group(tf.assign(self._initialized, True))

    def _log_probs(self, points: TensorLike) -> Tensor:
        """[n, classes]: the logarithm of each class's weight and density at each point."""
        if self._diagonal:
            variances = self._covs + _LEAST_VARIANCE
            squares = tf.squared_difference(tf.expand_dims(points, 0), self._means)
            distances = tf.squeeze(tf.matmul(squares, tf.expand_dims(1.0 / variances, 2)), [2])
            log_det = tf.reduce_sum(tf.log(variances), 1)
        else:
            factor = tf.cholesky(self._covs + self._least)
            log_det = 2.0 * tf.reduce_sum(tf.log(tf.matrix_diag_part(factor)), 1)
            away = tf.transpose(tf.expand_dims(points, 0) - self._means, perm=[0, 2, 1])
            distances = tf.reduce_sum(tf.square(tf.matrix_triangular_solve(factor, away, lower=True)), 1)
        log_probs = -0.5 * (tf.transpose(distances) + self._size * math.log(2 * math.pi) + log_det)
        return log_probs + tf.log(self._alpha)

    def _maximization(self, data: list[Any]) -> Operation:
        """Gives each class the weight, mean and covariance of its shares of the points."""
        sums, squares = [], []
        for points, share in zip(data, self._shares, strict=True):
            by_class = tf.expand_dims(tf.transpose(share), 1)  # [classes, 1, n]
            many = tf.tile(tf.expand_dims(points, 0), [self._count, 1, 1])
            sums.append(tf.matmul(by_class, many))
            squares.append(tf.matmul(tf.transpose(many, perm=[0, 2, 1]) * by_class, many))
        with tf.control_dependencies(self._shares):
            amounts = tf.add_n([tf.reduce_sum(share, 0) for share in self._shares])
            updates = []
            if "w" in self._params:
                mean = amounts / len(data)
                updates.append(tf.assign(self._alpha, mean / (tf.reduce_sum(mean) + _TINY)))
            amounts = tf.reshape(amounts, [self._count, 1, 1]) + _TINY
            means = self._means.read_value()
            if {"m", "c"} <= set(self._params):  # in 1.15, means move only on the way to the covariances
                means = tf.add_n(sums) / amounts
                updates.append(tf.assign(self._means, means))
            if "c" in self._params:
                covs = tf.add_n(squares) / amounts - tf.matmul(means, means, transpose_a=True) + self._least
                covs = tf.matrix_diag_part(covs) if self._diagonal else covs
                updates.append(tf.assign(self._covs, covs, validate_shape=False))
            return tf.group(*updates)

    def init_ops(self) -> Any:
        """The operation that chooses the first means and covariances."""
        return self._init_op

    def training_ops(self) -> Any:
        """The operation of one step."""
        return self._train_op

    def is_initialized(self) -> Any:
        """The variable that tells whether there are means."""
        return self._initialized

    def alphas(self) -> Any:
        """The weights of the distributions."""
        return self._alpha

    def clusters(self) -> Any:
        """Their means, [classes, 1, d]."""
        return self._means

    def covariances(self) -> Any:
        """Their covariances, [classes, d, d], or variances, [classes, d]."""
        return self._covs

    def assignments(self) -> list[Tensor]:
        """For each part of the data, the class of each point."""
        return [tf.argmax(share, 1) for share in self._shares]

    def scores(self) -> Tensor:
        """The logarithm of the density at each point."""
        return self._scores

    def log_likelihood_op(self) -> Tensor:
        """The logarithm of the sum of the densities at all points."""
        return self._log_likelihood


@export("contrib.factorization.gmm")
def gmm(
    inp: TensorLike,
    initial_clusters: TensorLike,
    num_clusters: int,
    random_seed: Any,
    covariance_type: str = FULL_COVARIANCE,
    params: str = "wmc",
) -> tuple[Any, Any, Any, Any, Any, Any]:
    """Makes a mixture of normal distributions.

    Args:
      inp: points [n, d], or a list of such.
      initial_clusters: 'random', or the first means.
      num_clusters: how many distributions.
      random_seed: a seed for the first means.
      covariance_type: 'full' or 'diag'.
      params: what is fitted, of 'w', 'm' and 'c'.

    Returns:
      The log likelihood, the scores and the assignments of points, the operations of a step and of the beginning, and the
      variable that tells whether there was one; see `GmmAlgorithm`.

    >>> import penstock as tf
    >>> found = tf.contrib.factorization.gmm(tf.constant([[0.0], [1.0], [9.0]]), [[0.0], [8.0]], 2, 0)
    >>> len(found)
    6
    """
    means = None
    if not isinstance(initial_clusters, (str, Tensor)):
        means = tf.constant(initial_clusters, dtype=tf.float32)
    model = GmmAlgorithm(
        inp if isinstance(inp, list) else [inp], num_clusters, means, params, covariance_type, random_seed
    )
    assignments = [model.assignments()]
    return (
        model.log_likelihood_op(), model.scores(), assignments, model.training_ops(), model.init_ops(),
        model.is_initialized(),
    )  # fmt: skip


class InitializeClusters(SessionRunHook):
    """Chooses the first values when a session begins; other workers wait for the chief to do it."""

    def __init__(self, init_op: Any, is_initialized: Any, is_chief: bool) -> None:
        self._init_op, self._is_initialized, self._is_chief = init_op, is_initialized, is_chief

    def after_create_session(self, session: SessionLike, coord: object) -> None:
        """Runs the operation, if nobody has."""
        while True:
            try:
                if session.run(self._is_initialized):
                    return
                if self._is_chief:
                    session.run(self._init_op)
                else:
                    time.sleep(1)
            except RuntimeError as error:
                logging.info(error)


def joined(features: NestedTensors) -> Any:
    """Features as points: those of a dictionary side by side, in the order of their names."""
    return tf.concat([features[key] for key in sorted(features)], 1) if isinstance(features, dict) else features


@export("contrib.factorization.GMM")
class GMM(Estimator):
    """An estimator of a mixture of normal distributions.

    Args:
      num_clusters: how many distributions.
      model_dir: where the model is saved and continued.
      random_seed: a seed for the first means.
      params: what is fitted, of 'w' for the weights, 'm' for the means and 'c' for the covariances.
      initial_clusters: 'random', or the first means.
      covariance_type: 'full' or 'diag'.
      config: a `RunConfig`.

    >>> import penstock as tf
    >>> model = tf.contrib.factorization.GMM(2, initial_clusters=[[0.0], [8.0]])
    >>> def input_fn():
    ...     return tf.constant([[0.0], [1.0], [10.0], [11.0]]), None
    >>> _ = model.fit(input_fn=input_fn, steps=5)
    >>> model.clusters().shape
    (2, 1)
    """

    SCORES = "scores"
    LOG_LIKELIHOOD = "loss"
    ASSIGNMENTS = "assignments"

    def __init__(
        self,
        num_clusters: int,
        model_dir: str | None = None,
        random_seed: int = 0,
        params: str = "wmc",
        initial_clusters: TensorLike = "random",
        covariance_type: str = FULL_COVARIANCE,
        config: Any = None,
    ) -> None:
        def model_fn(features: NestedTensors, labels: TensorLike, mode: str, config: object) -> ModelFnOps:
            assert labels is None, labels
            loss, scores, found, step, init_op, initialized = gmm(
                joined(features), initial_clusters, num_clusters, random_seed, covariance_type, params
            )
            with tf.control_dependencies([step, tf.assign_add(training_step.get_global_step(), 1)]):
                train_op = tf.identity(loss)
            total = tf.Variable(0.0, trainable=False, collections=[tf.GraphKeys.LOCAL_VARIABLES])
            return ModelFnOps(
                mode=mode,
                predictions={self.ASSIGNMENTS: found[0][0]},
                eval_metric_ops={self.SCORES: scores, self.LOG_LIKELIHOOD: (total, tf.assign_add(total, loss))},
                loss=loss,
                train_op=train_op,
                training_hooks=[InitializeClusters(init_op, initialized, config.is_chief)],
            )

        super().__init__(model_fn=model_fn, model_dir=model_dir, config=config)

    def predict_assignments(
        self, input_fn: Any = None, batch_size: int | None = None, outputs: Any = None
    ) -> Iterator[Any]:
        """The distribution of each point."""
        for result in self.predict(input_fn=input_fn, batch_size=batch_size, outputs=outputs):
            yield result[self.ASSIGNMENTS]

    def score(self, input_fn: Any = None, batch_size: int | None = None, steps: Any = None) -> Any:
        """The logarithm of the sum of the densities at all points."""
        found = self.evaluate(input_fn=input_fn, batch_size=batch_size, steps=steps)
        return np.log(np.sum(np.exp(found[self.SCORES])))

    def weights(self) -> np.ndarray:
        """The weights of the distributions."""
        return self.get_variable_value(GmmAlgorithm.CLUSTERS_WEIGHT)

    def clusters(self) -> np.ndarray:
        """Their means, [classes, d]."""
        return np.squeeze(self.get_variable_value(GmmAlgorithm.CLUSTERS_VARIABLE), 1)

    def covariances(self) -> np.ndarray:
        """Their covariances, or variances."""
        return self.get_variable_value(GmmAlgorithm.CLUSTERS_COVS_VARIABLE)
