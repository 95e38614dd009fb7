"""Losses on logits: softmax, sparse softmax and sigmoid cross entropy, and the log-Poisson loss.

The two fused operations compute loss and gradient together, so that training never makes the softmax twice. Calls as in
0.9, `f(logits, labels)`, are told from those of 1.x, which allow named arguments only.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.registry import check, gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike
from penstock.ops.common.definitions import brackets
from penstock.ops.nn.activations import log_softmax, shifted, softmax, widened
from penstock.util.deprecation import deprecated_argument_lookup

# -- kernels ----------------------------------------------------------------------------------------------------------


def _dense_shape(c):
    try:
        both = rule.merge(rule.with_rank(c.shape(0), 2), c.shape(1))
    except ValueError:
        both = rule.broadcast_shapes(c.shape(0), c.shape(1))
        if both.ndims != 2:
            found = "is unknown." if both.ndims is None else both.ndims
            raise ValueError(f"Shape must be broadcasted with rank 2, but is rank {found}") from None
    return [both[:1], both]


@op("SoftmaxCrossEntropyWithLogits", shape=_dense_shape)
def _softmax_cross_entropy(xp, logits, labels):
    dtype = logits.dtype
    try:
        shape = np.broadcast_shapes(logits.shape, labels.shape)
    except ValueError:
        text = f"logits_size={brackets(logits.shape)} labels_size={brackets(labels.shape)}"
        raise errors.InvalidArgumentError(None, None, f"logits and labels must be broadcastable: {text}") from None
    if len(shape) != 2:
        text = "logits and labels must be either 2-dimensional, or broadcasted to be 2-dimensional"
        raise errors.InvalidArgumentError(None, None, text)
    if 0 in shape:
        return xp.zeros(shape[:1], dtype), xp.zeros(shape, dtype)
    logits, labels = widened(xp, logits), widened(xp, labels)
    if logits.shape != shape:
        logits = xp.broadcast_to(logits, shape)
    z = shifted(xp, logits)
    if xp is np:
        # sum(labels * (log(total) - z)), apart, so that one large array is enough; nothing cancels, as z <= 0.
        if labels.shape != shape:
            labels = np.broadcast_to(labels, shape)
        along = np.einsum("ij,ij->i", labels, z)
        np.exp(z, out=z)
        total = np.add.reduce(z, axis=1)
        loss = np.log(total) * np.add.reduce(labels, axis=1) - along
        if not np.isfinite(loss).all():  # infinite labels: what cancels term by term does not cancel in sums
            odd = ~np.isfinite(loss)
            loss[odd] = (labels[odd] * (np.log(total[odd])[:, None] - shifted(xp, logits[odd]))).sum(axis=1)
        z /= total[:, None]
        z -= labels
        backprop = z
    else:
        e = xp.exp(z)
        total = e.sum(axis=1, keepdims=True)
        loss = (labels * (xp.log(total) - z)).sum(axis=1)
        backprop = e / total - labels
    return loss.astype(dtype, copy=False), backprop.astype(dtype, copy=False)


def _sparse_shape(c):
    (rows, classes), (labels,) = rule.with_ranks(c, 2, 1)
    rows = rule.merge_dims(rows, labels)
    return [[rows], [rows, classes]]


@op("SparseSoftmaxCrossEntropyWithLogits", shape=_sparse_shape)
def _sparse_softmax_cross_entropy(xp, logits, labels):
    dtype = logits.dtype
    if logits.ndim != 2:
        text = f"logits must be 2-D, but got shape {brackets(logits.shape)}"
        raise errors.InvalidArgumentError(None, None, text)
    if labels.ndim != 1:
        text = f"labels must be 1-D, but got shape {brackets(labels.shape)}"
        raise errors.InvalidArgumentError(None, None, text)
    rows, classes = logits.shape
    if rows != labels.shape[0]:
        text = f"got logits shape {brackets(logits.shape)} and labels shape {brackets(labels.shape)}"
        raise errors.InvalidArgumentError(None, None, f"logits and labels must have the same first dimension, {text}")
    if classes == 0:
        text = f"Must have at least one class, but got logits shape {brackets(logits.shape)}"
        raise errors.InvalidArgumentError(None, None, text)
    if rows == 0:
        return xp.zeros((0,), dtype), xp.zeros((0, classes), dtype)
    check(xp.all((labels >= 0) & (labels < classes)), errors.InvalidArgumentError, lambda: _bad_label(labels, classes))
    z = shifted(xp, widened(xp, logits))
    if xp is np:
        row = np.arange(rows)
        own = z[row, labels]
        np.exp(z, out=z)
        total = np.add.reduce(z, axis=1)
        z /= total[:, None]
        z[row, labels] -= 1
        loss, backprop = np.log(total) - own, z
    else:
        # A comparison with every class: XLA fuses it into the passes over the logits, where a scatter would be one more.
        mine = xp.arange(classes, dtype=labels.dtype)[None, :] == labels[:, None]
        e = xp.exp(z)
        total = e.sum(axis=1, keepdims=True)
        loss = xp.log(total[:, 0]) - xp.where(mine, z, z.dtype.type(0)).sum(axis=1)
        backprop = e / total - mine
    return loss.astype(dtype, copy=False), backprop.astype(dtype, copy=False)


def _bad_label(labels, classes: int) -> str:
    bad = labels[(labels < 0) | (labels >= classes)][0]
    listed = " ".join(str(v) for v in labels.tolist())
    return (
        f"Received a label value of {bad} which is outside the valid range of [0, {classes}).  Label values: {listed}"
    )


# -- gradients --------------------------------------------------------------------------------------------------------


def _times_rows(vector: Tensor, matrix: Tensor) -> Tensor:
    return tf.expand_dims(vector, -1) * matrix


def _is_zero(g: Tensor) -> bool:
    if g.op.type in ("ZerosLike", "Zeros"):
        return True
    value = constant_value(g)
    return value is not None and not value.any()


@gradient("SoftmaxCrossEntropyWithLogits")
def _grad_of_softmax_cross_entropy(op, loss_grad, backprop_grad):
    logits = op.inputs[0]
    grad = _times_rows(loss_grad, op.outputs[1])
    if backprop_grad is not None and not _is_zero(backprop_grad):
        # The second output was differentiated too: a second-order gradient.
        probabilities = softmax(logits)
        inner = tf.squeeze(tf.matmul(tf.expand_dims(backprop_grad, 1), tf.expand_dims(probabilities, 2)), axis=1)
        grad += (backprop_grad - inner) * probabilities
    return grad, _times_rows(loss_grad, -log_softmax(logits))


@gradient("SparseSoftmaxCrossEntropyWithLogits")
def _grad_of_sparse_softmax_cross_entropy(op, loss_grad, _):
    once = apply(
        "PreventGradient",
        input=op.outputs[1],
        message="Currently there is no way to take the second derivative of sparse_softmax_cross_entropy_with_logits due "
        "to the fused implementation's interaction with tf.gradients()",
    )
    return _times_rows(loss_grad, once), None


# -- public functions ---------------------------------------------------------------------------------------------------


def _arguments(
    function: str, sentinel: Any, labels: TensorLike | None, logits: TensorLike | None, name: str | None
) -> tuple[Any, Any, str | None]:
    """The arguments of a loss, which 1.x takes by name; `_old_forms` has named those that came by position, as in 0.9."""
    if sentinel is not None:
        raise ValueError(f"Only call `{function}` with named arguments (labels=..., logits=..., ...)")
    if labels is None or logits is None:
        raise ValueError("Both labels and logits must be provided.")
    return labels, logits, name


def _as_matrix(x: Tensor) -> Tensor:
    """All dimensions but the last one as one."""
    last = tf.slice(tf.shape(x), [tf.subtract(tf.rank(x), 1)], [1])
    output = tf.reshape(x, tf.concat([[-1], last], 0))
    shape = x.shape
    if shape.ndims is not None and shape[:-1].is_fully_defined():
        output.set_shape([math.prod(shape[:-1].as_list()), shape.as_list()[-1]])
    return output


def _axis_last(x: Tensor, axis: int, rank: Any) -> Tensor:
    return tf.transpose(x, tf.concat([tf.range(axis), tf.range(axis + 1, rank), [axis]], 0))


@export("nn.softmax_cross_entropy_with_logits_v2")
def softmax_cross_entropy_with_logits_v2(
    labels: Any, logits: TensorLike, axis: int | None = None, name: str | None = None, dim: int | None = None
) -> Tensor:
    """Computes the cross entropy between `labels` and softmax(`logits`), one value per example.

    Gradients flow into both arguments.

    Args:
      labels: a probability distribution in each row, of the shape of `logits`.
      logits: unscaled log-probabilities.
      axis: the axis of the classes, the last one by default.
      name: a name for the operation.
      dim: the old name of `axis`.

    Returns:
      A tensor without the axis of the classes.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     loss = tf.nn.softmax_cross_entropy_with_logits_v2(labels=[[1.0, 0.0]], logits=[[5.0, 5.0]])
    ...     sess.run(loss).round(4).tolist()
    [0.6930999755859375]
    """
    axis = deprecated_argument_lookup("axis", axis, "dim", dim)
    if axis is None:
        axis = -1
    with name_scope(name, "softmax_cross_entropy_with_logits", [logits, labels]) as name:
        logits = convert_to_tensor(logits, name="logits")
        labels = convert_to_tensor(labels, name="labels")
        half = logits.dtype.base_dtype in (dtypes.float16, dtypes.bfloat16)
        precise = tf.cast(logits, dtypes.float32) if half else logits
        labels = tf.cast(labels, precise.dtype.base_dtype)
        rank = tf.rank(precise)
        shape = logits.shape
        if axis != -1:
            if axis < 0 and shape.ndims is not None:
                axis += shape.ndims
            precise = _axis_last(precise, axis, rank)
            labels = _axis_last(labels, axis, rank)
        dims = tf.shape(precise)
        precise, labels = _as_matrix(precise), _as_matrix(labels)
        cost, _ = apply("SoftmaxCrossEntropyWithLogits", features=precise, labels=labels, name=name)
        cost = tf.reshape(cost, tf.slice(dims, [0], [tf.subtract(rank, 1)]))
        if shape.ndims is not None:
            left = shape.as_list()
            del left[axis]
            cost.set_shape(left)
        return tf.cast(cost, logits.dtype.base_dtype) if half else cost


@export("nn.softmax_cross_entropy_with_logits")
def softmax_cross_entropy_with_logits(
    _sentinel: Any = None,
    labels: TensorLike | None = None,
    logits: TensorLike | None = None,
    dim: int = -1,
    name: str | None = None,
    axis: int | None = None,
) -> Tensor:
    """Computes the cross entropy between `labels` and softmax(`logits`); gradients flow into `logits` only.

    `softmax_cross_entropy_with_logits(logits, labels)`, by position as in 0.9, works too.

    Args:
      _sentinel: not to be used.
      labels: a probability distribution in each row, of the shape of `logits`.
      logits: unscaled log-probabilities.
      dim: the axis of the classes, the last one by default.
      name: a name for the operation.
      axis: the same as `dim`.

    Raises:
      ValueError: an argument is missing, or three are given by position.

    >>> import penstock as tf
    >>> labels, logits = [[0.5, 0.5], [0.0, 1.0]], [[0.0, 0.0], [0.0, 100.0]]
    >>> loss = tf.nn.softmax_cross_entropy_with_logits(labels=labels, logits=logits)
    >>> tf.Session().run(loss).round(4)
    array([0.6931, 0.    ], dtype=float32)
    """
    labels, logits, name = _arguments("softmax_cross_entropy_with_logits", _sentinel, labels, logits, name)
    with name_scope(name, "softmax_cross_entropy_with_logits_sg", [logits, labels]) as name:
        labels = tf.stop_gradient(labels, name="labels_stop_gradient")
    return softmax_cross_entropy_with_logits_v2(labels, logits, axis=dim if axis is None else axis, name=name)


@export("nn.sparse_softmax_cross_entropy_with_logits")
def sparse_softmax_cross_entropy_with_logits(
    _sentinel: Any = None, labels: TensorLike | None = None, logits: TensorLike | None = None, name: str | None = None
) -> Tensor:
    """Computes the cross entropy between softmax(`logits`) and one class number per example.

    `sparse_softmax_cross_entropy_with_logits(logits, labels)`, by position as in 0.9, works too.

    Args:
      _sentinel: not to be used.
      labels: int32 or int64 class numbers, of the shape of `logits` without its last dimension.
      logits: unscaled log-probabilities.
      name: a name for the operation.

    Raises:
      ValueError: an argument is missing, or the shapes do not fit.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[1], logits=[[-50.0, 50.0]])
    ...     sess.run(loss).tolist()
    [0.0]
    """
    labels, logits, name = _arguments("sparse_softmax_cross_entropy_with_logits", _sentinel, labels, logits, name)
    with name_scope(name, "SparseSoftmaxCrossEntropyWithLogits", [labels, logits]):
        labels = convert_to_tensor(labels)
        logits = convert_to_tensor(logits)
        half = logits.dtype.base_dtype == dtypes.float16
        precise = tf.cast(logits, dtypes.float32) if half else logits
        labels_dims = tf.shape(labels)
        static = _check_sparse_shapes(labels.shape, logits.shape)
        if logits.shape.ndims == 2:
            cost, _ = apply("SparseSoftmaxCrossEntropyWithLogits", features=precise, labels=labels, name=name)
            return tf.cast(cost, dtypes.float16) if half else cost
        checks = [] if static else [tf.assert_equal(tf.shape(labels), tf.shape(logits)[:-1])]
        with control_dependencies(checks):
            classes = tf.shape(logits)[tf.rank(logits) - 1]
            precise = tf.reshape(precise, [-1, classes])
            shape = labels.shape
            labels = tf.reshape(labels, [-1])
            cost, _ = apply("SparseSoftmaxCrossEntropyWithLogits", features=precise, labels=labels, name=name)
            cost = tf.reshape(cost, labels_dims)
            cost.set_shape(shape)
            return tf.cast(cost, dtypes.float16) if half else cost


def _check_sparse_shapes(labels: TensorShape, logits: TensorShape) -> bool:
    """Raises ValueError if the static shapes do not fit; returns whether nothing is left to check at run time."""
    rank = logits.ndims
    static = labels.is_fully_defined() and rank is not None and logits[:-1].is_fully_defined()
    if rank == 0:
        raise ValueError(f"Logits cannot be scalars - received shape {logits}.")
    if rank is not None and labels.ndims is not None and labels.ndims != rank - 1:
        raise ValueError(
            f"Rank mismatch: Rank of labels (received {labels.ndims}) should equal rank of logits minus 1 (received "
            f"{rank})."
        )
    if static and labels.as_list() != logits.as_list()[:-1]:
        raise ValueError(
            f"Shape mismatch: The shape of labels (received {labels}) should equal the shape of logits except for the "
            f"last dimension (received {logits})."
        )
    return static


def _must_agree(labels: Tensor, logits: Tensor, names: str = "logits and labels") -> None:
    try:
        labels.shape.merge_with(logits.shape)
    except ValueError:
        raise ValueError(f"{names} must have the same shape ({logits.shape} vs {labels.shape})") from None


@export("nn.sigmoid_cross_entropy_with_logits")
def sigmoid_cross_entropy_with_logits(
    _sentinel: Any = None, labels: TensorLike | None = None, logits: TensorLike | None = None, name: str | None = None
) -> Tensor:
    """Computes the cross entropy between `labels` and sigmoid(`logits`), element by element.

    With x the logits and z the labels: max(x, 0) - x * z + log(1 + exp(-|x|)), which never overflows.
    `sigmoid_cross_entropy_with_logits(logits, targets)`, by position as in 0.9, works too.

    Args:
      _sentinel: not to be used.
      labels: probabilities, of the type and shape of `logits`.
      logits: a floating-point tensor.
      name: a name for the operation.

    Raises:
      ValueError: an argument is missing, or the shapes differ.

    >>> import penstock as tf
    >>> loss = tf.nn.sigmoid_cross_entropy_with_logits(labels=[1.0, 1.0, 0.0], logits=[100.0, 0.0, 100.0])
    >>> tf.Session().run(loss).round(4)
    array([  0.    ,   0.6931, 100.    ], dtype=float32)
    """
    labels, logits, name = _arguments("sigmoid_cross_entropy_with_logits", _sentinel, labels, logits, name)
    with name_scope(name, "logistic_loss", [logits, labels]) as name:
        logits = convert_to_tensor(logits, name="logits")
        labels = convert_to_tensor(labels, name="labels")
        _must_agree(labels, logits)
        zeros = tf.zeros_like(logits, dtype=logits.dtype.base_dtype)
        positive = logits >= zeros
        # Selections rather than max and abs, whose gradients at 0 are not those of the loss.
        rectified = tf.where(positive, logits, zeros)
        minus_abs = tf.where(positive, -logits, logits)
        return tf.add(rectified - logits * labels, tf.log1p(tf.exp(minus_abs)), name=name)


@export("nn.weighted_cross_entropy_with_logits")
def weighted_cross_entropy_with_logits(
    labels: TensorLike | None = None,
    logits: TensorLike | None = None,
    pos_weight: Any = None,
    name: str | None = None,
    targets: TensorLike | None = None,
) -> Tensor:
    """Computes a sigmoid cross entropy in which positive labels count `pos_weight` times.

    Args:
      labels: probabilities, of the type and shape of `logits`.
      logits: a floating-point tensor.
      pos_weight: above 1 it favours recall, below 1 precision.
      name: a name for the operation.
      targets: the old name of `labels`.

    Raises:
      ValueError: the shapes differ.

    >>> import penstock as tf
    >>> loss = tf.nn.weighted_cross_entropy_with_logits(labels=[1.0, 0.0], logits=[-100.0, 100.0], pos_weight=3.0)
    >>> tf.Session().run(loss)
    array([300., 100.], dtype=float32)
    """
    labels = deprecated_argument_lookup("labels", labels, "targets", targets)
    with name_scope(name, "logistic_loss", [logits, labels]) as name:
        logits = convert_to_tensor(logits, name="logits")
        labels = convert_to_tensor(labels, name="labels")
        _must_agree(labels, logits)
        weight = 1 + (pos_weight - 1) * labels
        tail = tf.log1p(tf.exp(-tf.abs(logits))) + tf.nn.relu(-logits)
        return tf.add((1 - labels) * logits, weight * tail, name=name)


@export("nn.log_poisson_loss")
def log_poisson_loss(
    targets: TensorLike, log_input: TensorLike, compute_full_loss: bool = False, name: str | None = None
) -> Tensor:
    """Computes the loss exp(log_input) - log_input * targets of a Poisson likelihood, element by element.

    Args:
      targets: counts, of the shape of `log_input`.
      log_input: the logarithms of the predicted rates.
      compute_full_loss: add Stirling's approximation of log(targets!), which does not change the gradient.
      name: a name for the operation.

    Raises:
      ValueError: the shapes differ.

    >>> import penstock as tf
    >>> tf.Session().run(tf.nn.log_poisson_loss(targets=[2.0, 0.0], log_input=[0.0, 0.0]))
    array([1., 1.], dtype=float32)
    """
    with name_scope(name, "log_poisson_loss", [log_input, targets]) as name:
        log_input = convert_to_tensor(log_input, name="log_input")
        targets = convert_to_tensor(targets, name="targets")
        _must_agree(targets, log_input, "log_input and targets")
        result = tf.exp(log_input) - log_input * targets
        if compute_full_loss:
            dtype = targets.dtype.base_dtype
            half, two_pi = tf.constant(0.5, dtype=dtype), tf.constant(2 * math.pi, dtype=dtype)
            stirling = targets * tf.log(targets) - targets + half * tf.log(two_pi * targets)
            zeros, ones = tf.zeros_like(targets, dtype=dtype), tf.ones_like(targets, dtype=dtype)
            # The factorials of 0 and 1 have the logarithm 0, but the approximation is bad there.
            small = tf.logical_and(targets >= zeros, targets <= ones)
            result += tf.where(small, zeros, stirling)
        return result
