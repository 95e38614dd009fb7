"""`tf.contrib.nn`: dropout for self-normalizing networks, a scaled softplus, losses with arguments in the older order."""

from __future__ import annotations

import numbers
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import NestedTensors, ShapeLike, TensorLike
from penstock.ops.losses.sampled import _sampled_logits
from penstock.ops.nn.convolution.any_rank import conv1d_transpose as _conv1d_transpose

conv1d_transpose = export("contrib.nn.conv1d_transpose")(_conv1d_transpose)
_ALPHA = -1.7580993408473766  # what selu gives far below 0


@export("contrib.nn.alpha_dropout")
def alpha_dropout(
    x: TensorLike,
    keep_prob: TensorLike,
    noise_shape: ShapeLike | None = None,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Dropout that keeps mean and variance of what `tf.nn.selu` gives: elements are set to its lower limit.

    Args:
      x: a tensor of floats.
      keep_prob: the probability that an element stays.
      noise_shape: the shape of the random choices, that of `x` by default.
      seed: a seed.
      name: a name for the operations.

    Raises:
      ValueError: `keep_prob` is not in (0, 1].

    >>> import penstock as tf
    >>> tf.contrib.nn.alpha_dropout(tf.zeros([2, 3]), 0.5).shape.as_list()
    [2, 3]
    """
    with name_scope(name, "alpha_dropout", [x]):
        x = convert_to_tensor(x, name="x")
        if isinstance(keep_prob, numbers.Real) and not 0 < float(keep_prob) <= 1.0:
            raise ValueError(f"keep_prob must be a scalar tensor or a float in the range (0, 1], got {keep_prob:g}")
        keep_prob = convert_to_tensor(keep_prob, dtype=x.dtype, name="keep_prob")
        keep_prob.shape.assert_has_rank(0)
        if tf.contrib.util.constant_value(keep_prob) == 1:
            return x
        draws = tf.random_uniform(tf.shape(x) if noise_shape is None else noise_shape, seed=seed, dtype=x.dtype)
        kept = tf.cast(tf.greater_equal(draws, 1 - keep_prob), x.dtype)
        x = x * kept + _ALPHA * (1 - kept)
        scale = (keep_prob + keep_prob * (1 - keep_prob) * _ALPHA**2) ** -0.5
        return scale * x + -scale * _ALPHA * (1 - keep_prob)


def _summed_to(gradient: Tensor, like: Tensor) -> Tensor:
    """A gradient summed over the axes along which a tensor was repeated."""
    axes, _ = tf.raw_ops.BroadcastGradientArgs(s0=tf.shape(like), s1=tf.shape(gradient))
    return tf.reshape(tf.reduce_sum(gradient, axes), tf.shape(like))


@export("contrib.nn.scaled_softplus")
def scaled_softplus(x: Any, alpha: Any, clip: Any = None, name: str | None = None) -> Tensor:
    """`alpha * log(1 + exp(x / alpha))`, not greater than `clip`; a relu with a round corner.

    Args:
      x: a tensor of floats.
      alpha: how round, a number or a tensor that broadcasts.
      clip: the greatest value, or None.
      name: a name for the operations.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     print(sess.run(tf.contrib.nn.scaled_softplus([-9.0, 9.0], 0.1, clip=6.0)).round(3))
    [0. 6.]
    """
    with name_scope(name, "scaled_softplus", [x, alpha]):
        x = convert_to_tensor(x, name="x")
        alpha = convert_to_tensor(alpha, dtype=x.dtype, name="alpha")
        limits = [] if clip is None else [convert_to_tensor(clip, dtype=x.dtype, name="clip")]

        @tf.custom_gradient
        def softplus(x: Any, alpha: Any, *limits: Any) -> Any:
            y = alpha * tf.nn.softplus(x / alpha)
            y = tf.minimum(y, limits[0]) if limits else y

            def grad(dy: Any) -> list[Any]:
                of_limit = []
                if limits:
                    below = tf.cast(y < limits[0], dy.dtype)
                    of_limit = [_summed_to(dy * (1.0 - below), limits[0])]
                    dy = dy * below
                scaled = y / alpha
                rest = tf.exp(-scaled)
                slope = 1.0 - rest
                of_alpha = scaled * rest - slope * tf.log(slope + 1e-8)
                return [_summed_to(dy * slope, x), _summed_to(dy * of_alpha, alpha), *of_limit]

            return y, grad

        return softplus(x, alpha, *limits)


@export("contrib.nn.deprecated_flipped_softmax_cross_entropy_with_logits")
def deprecated_flipped_softmax_cross_entropy_with_logits(
    logits: TensorLike, labels: TensorLike, dim: int = -1, name: str | None = None
) -> Tensor:
    """`tf.nn.softmax_cross_entropy_with_logits` with the logits first, as before 1.0.

    Args:
      logits: logits, which need not be scaled.
      labels: a probability for each class, of the shape of `logits`.
      dim: the dimension of the classes.
      name: a name for the operation.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     loss = tf.contrib.nn.deprecated_flipped_softmax_cross_entropy_with_logits([[0.0, 0.0]], [[1.0, 0.0]])
    ...     print(sess.run(loss).round(3))
    [0.693]
    """
    return tf.nn.softmax_cross_entropy_with_logits(labels=labels, logits=logits, dim=dim, name=name)


@export("contrib.nn.deprecated_flipped_sparse_softmax_cross_entropy_with_logits")
def deprecated_flipped_sparse_softmax_cross_entropy_with_logits(
    logits: TensorLike, labels: TensorLike, name: str | None = None
) -> Tensor:
    """`tf.nn.sparse_softmax_cross_entropy_with_logits` with the logits first, as before 1.0.

    Args:
      logits: logits, which need not be scaled.
      labels: class numbers; one dimension less than `logits`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     print(sess.run(tf.contrib.nn.deprecated_flipped_sparse_softmax_cross_entropy_with_logits([[0.0, 0.0]], [1])).round(3))
    [0.693]
    """
    return tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits, name=name)


@export("contrib.nn.deprecated_flipped_sigmoid_cross_entropy_with_logits")
def deprecated_flipped_sigmoid_cross_entropy_with_logits(
    logits: TensorLike, targets: TensorLike, name: str | None = None
) -> Tensor:
    """`tf.nn.sigmoid_cross_entropy_with_logits` with the logits first, as before 1.0.

    Args:
      logits: logits, which need not be scaled.
      targets: numbers from 0 to 1, of the shape of `logits`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     print(sess.run(tf.contrib.nn.deprecated_flipped_sigmoid_cross_entropy_with_logits([0.0], [1.0])).round(3))
    [0.693]
    """
    return tf.nn.sigmoid_cross_entropy_with_logits(labels=targets, logits=logits, name=name)


@export("contrib.nn.sampled_sparse_softmax_loss")
def sampled_sparse_softmax_loss(
    weights: TensorLike,
    biases: TensorLike,
    labels: TensorLike,
    inputs: NestedTensors,
    num_sampled: int,
    num_classes: int,
    sampled_values: Any = None,
    remove_accidental_hits: bool = True,
    partition_strategy: str = "mod",
    name: str = "sampled_sparse_softmax_loss",
) -> Tensor:
    """`tf.nn.sampled_softmax_loss` for one label each, by the sparse cross entropy; see there.

    Args:
      weights: a row for each class, `[num_classes, dim]`, or a list of parts of it.
      biases: a number for each class.
      labels: class numbers, `[batch, 1]`.
      inputs: `[batch, dim]`.
      num_sampled: how many other classes to draw.
      num_classes: the number of classes.
      sampled_values: what a sampler of `tf.nn` gave; a log-uniform one by default.
      remove_accidental_hits: whether a drawn class that is the right one is left out.
      partition_strategy: "mod" or "div": how parts of `weights` share the rows.
      name: a name for the operation.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     args = tf.zeros([9, 4]), tf.zeros([9]), tf.zeros([2, 1], tf.int64), tf.zeros([2, 4])
    ...     print(tf.contrib.nn.sampled_sparse_softmax_loss(*args, 3, 9).shape)
    (2,)
    """
    logits, _ = _sampled_logits(
        weights=weights,
        biases=biases,
        labels=labels,
        inputs=inputs,
        num_sampled=num_sampled,
        num_classes=num_classes,
        num_true=1,
        sampled_values=sampled_values,
        remove_accidental_hits=remove_accidental_hits,
        partition_strategy=partition_strategy,
        name=name,
    )
    first = tf.zeros([tf.shape(logits)[0], 1], dtype=tf.int64)
    return tf.nn.sparse_softmax_cross_entropy_with_logits(labels=tf.squeeze(first), logits=logits)


@export("contrib.nn.rank_sampled_softmax_loss")
def rank_sampled_softmax_loss(
    weights: TensorLike,
    biases: Any,
    labels: TensorLike,
    inputs: object,
    num_sampled: int,
    num_resampled: int,
    num_classes: int,
    num_true: int,
    sampled_values: Any,
    resampling_temperature: Any,
    remove_accidental_hits: bool,
    partition_strategy: str,
    name: str | None = None,
) -> Tensor:
    """`tf.nn.sampled_softmax_loss` with the hardest of the sampled classes: those with the greatest logits.

    Args:
      weights, biases, labels, inputs, num_classes, num_true, sampled_values, remove_accidental_hits,
        partition_strategy: see `tf.nn.sampled_softmax_loss`.
      num_sampled: how many classes to draw.
      num_resampled: how many of them to keep.
      resampling_temperature: of the logits by which they are kept.
      name: a name for the operations.

    Raises:
      ValueError: numbers do not fit, or the strategy is unknown.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     args = tf.zeros([9, 4]), tf.zeros([9]), tf.zeros([2, 1], tf.int64), tf.zeros([2, 4])
    ...     print(tf.contrib.nn.rank_sampled_softmax_loss(*args, 5, 3, 9, 1, None, 1.0, True, "div").shape)
    (2,)
    """
    if num_sampled > num_classes:
        raise ValueError(f"num_sampled ({num_sampled}) cannot be greater than num_classes ({num_classes})")
    if num_sampled <= num_resampled:
        raise ValueError(f"num_resampled ({num_resampled}) must be less than num_sampled ({num_sampled})")
    if partition_strategy not in ("div", "mod"):
        raise ValueError(f"unsupported partition_strategy ({partition_strategy})")
    with name_scope(
        name, "rank_sampled_softmax_loss", [weights, biases, labels, inputs, resampling_temperature]
    ) as name:
        if not sampled_values:
            sampled_values = tf.nn.learned_unigram_candidate_sampler(
                true_classes=labels, num_true=num_true, num_sampled=num_sampled, unique=True, range_max=num_classes
            )
        drawn, true_count, drawn_count = (tf.stop_gradient(v) for v in sampled_values)
        drawn = tf.cast(drawn, tf.int64)
        rows = tf.nn.embedding_lookup(weights, drawn, partition_strategy)
        logits = tf.reduce_logsumexp(
            tf.matmul(rows, inputs / resampling_temperature, transpose_b=True), axis=1, keepdims=False
        )
        of_biases = tf.reshape(tf.nn.embedding_lookup(biases, drawn, partition_strategy), [-1])
        _, places = tf.nn.top_k(logits + of_biases / resampling_temperature, k=num_resampled, sorted=False)
        return tf.nn.sampled_softmax_loss(
            weights=weights,
            biases=biases,
            labels=labels,
            inputs=inputs,
            num_sampled=num_resampled,
            num_classes=num_classes,
            num_true=num_true,
            sampled_values=(tf.gather(drawn, places), true_count, tf.gather(drawn_count, places)),
            remove_accidental_hits=remove_accidental_hits,
            partition_strategy=partition_strategy,
            name=name,
        )
