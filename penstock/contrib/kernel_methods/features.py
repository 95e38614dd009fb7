"""`tf.contrib.kernel_methods`: random Fourier features, with which a linear model learns what a kernel machine would, and
the hinge loss of several classes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorOrVariable


class InvalidShapeError(Exception):
    """A tensor has not the shape that a mapper takes."""


@export("contrib.kernel_methods.RandomFourierFeatureMapper")
class RandomFourierFeatureMapper:
    """Maps vectors to cosines of random projections: their products are nearly those of the Gaussian kernel.

    Args:
      input_dim: the size of the vectors.
      output_dim: how many features to make.
      stddev: the width of the kernel.
      seed: a seed.
      name: a name; a number by default.

    >>> import penstock as tf
    >>> mapper = tf.contrib.kernel_methods.RandomFourierFeatureMapper(3, 50, stddev=2.0)
    >>> mapper.map(tf.zeros([4, 3])).shape.as_list()
    [4, 50]
    """

    def __init__(self, input_dim: int, output_dim: int, stddev: float = 1.0, seed: int = 1, name: str | None = None):
        self._input_dim, self._output_dim = input_dim, output_dim
        self._stddev, self._seed, self._name = stddev, seed, name

    @property
    def name(self) -> str:
        """The name."""
        return self._name or str(id(self))

    @property
    def input_dim(self) -> int:
        """The size of the vectors."""
        return self._input_dim

    @property
    def output_dim(self) -> int:
        """How many features are made."""
        return self._output_dim

    def map(self, input_tensor: TensorOrVariable) -> Tensor:
        """The features [batch, output_dim] of vectors [batch, input_dim].

        Raises:
          InvalidShapeError: the shape is another.
        """
        shape = input_tensor.shape.as_list()
        if len(shape) != 2:
            raise InvalidShapeError(f"The shape of the tensor should be 2. Got {len(shape)} instead.")
        if shape[1] != self._input_dim:
            raise InvalidShapeError(
                f"Invalid dimension: expected {self._input_dim} input features, got {shape[1]} instead."
            )
        draws = np.random.RandomState(self._seed)
        matrix = draws.normal(scale=1.0 / self._stddev, size=[self._input_dim, self._output_dim])
        bias = draws.uniform(low=0.0, high=2 * np.pi, size=[self._output_dim])
        turned = tf.matmul(input_tensor, tf.constant(matrix, tf.float32)) + tf.constant(bias, tf.float32)
        return math.sqrt(2.0 / self._output_dim) * tf.cos(turned)


@export("contrib.kernel_methods.sparse_multiclass_hinge_loss")
def sparse_multiclass_hinge_loss(
    labels: TensorOrVariable,
    logits: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = "weighted_sum_by_nonzero_weights",
) -> Tensor:
    """The hinge loss of several classes: by how much another logit comes too near to that of the label.

    Args:
      labels: [batch] or [batch, 1], int32 or int64.
      logits: [batch, classes].
      weights: a scalar, [batch] or [batch, 1].
      scope: a name for the operations.
      loss_collection: the collection for the loss.
      reduction: one of `tf.losses.Reduction`.

    Raises:
      ValueError: a rank or type is wrong.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     logits = tf.constant([[1.0, 0.5, 3.0]])
    ...     print(sess.run(tf.contrib.kernel_methods.sparse_multiclass_hinge_loss(tf.constant([0]), logits)))
    3.0
    """
    with name_scope(scope, "sparse_multiclass_hinge_loss", (logits, labels)) as scope:
        if logits.shape.ndims != 2:
            raise ValueError(
                f"logits should have rank 2 ([batch_size, num_classes]). Given rank is {logits.shape.ndims}"
            )
        if labels.dtype not in (tf.int32, tf.int64):
            raise ValueError(f"Invalid dtype for labels: {labels.dtype}. Acceptable dtypes: int32 and int64")
        if labels.shape.ndims not in (1, 2):
            raise ValueError(
                f"labels should have rank 1 ([batch_size]) or 2 ([batch_size, 1]). Given rank is {labels.shape.ndims}"
            )
        classes = tf.shape(logits)[1]
        logits = tf.cast(logits, tf.float32)
        with control_dependencies([tf.assert_less(labels, tf.cast(classes, labels.dtype))]):
            labels = tf.reshape(labels, shape=[-1])
        weights = tf.convert_to_tensor(weights)
        if weights.shape.ndims not in (0, 1, 2):
            raise ValueError(
                "non-scalar weights should have rank 1 ([batch_size]) or 2 ([batch_size, 1]). Given rank is "
                f"{weights.shape.ndims}"
            )
        if weights.shape.ndims:
            weights = tf.reshape(weights, shape=[-1])
            weights.shape.assert_is_compatible_with(labels.shape)
        places = tf.stack([tf.range(tf.shape(logits)[0]), tf.cast(labels, tf.int32)], axis=1)
        own = tf.expand_dims(tf.gather_nd(logits, places), 1)
        others = tf.one_hot(labels, depth=classes, on_value=0.0, off_value=1.0)
        loss = tf.reduce_max(tf.nn.relu(logits - own + others), axis=1)
        return tf.losses.compute_weighted_loss(loss, weights, scope, loss_collection, reduction=reduction)
