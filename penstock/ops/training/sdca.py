"""Stochastic dual coordinate ascent for linear models: one pass over a batch, shrinking for L1, fingerprints of examples.

Every example has a dual variable. A pass visits the examples one after the other and gives each the dual that is best
while all others stay; the weights follow from the duals. TensorFlow visits them in a random order that changes from run to
run and on several threads; here the order is fixed, so a batch always gives the same result.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from penstock._namespace import export
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import Array, TensorLike
from penstock.ops.common.definitions import brackets
from penstock.ops.text.fingerprint128 import fingerprint128

if TYPE_CHECKING:
    from penstock.graph.inference import Context


_LARGEST = float(np.finfo(np.float64).max)
_NEWTON_STEPS = 10


class _Loss(NamedTuple):
    """A loss of label and prediction. `norm` is the squared norm of an example, over L2 and times its weight."""

    label: Callable[[float], float]  # as the formulas have it; ValueError if there is none
    dual: Callable[[float, float, float, float], float]  # (label, dual now, prediction, norm) → the best dual
    primal: Callable[[float, float], float]  # (prediction, label) → loss
    conjugate: Callable[[float, float], float]  # (dual, label) → loss of the dual problem
    slope: Callable[[float, float], float]  # (prediction, label) → derivative of the loss
    smoothness: float


def _sign(label: float) -> float:
    if label in (0.0, 1.0):
        return 2 * label - 1
    raise ValueError(f"Only labels of 0.0 or 1.0 are supported right now. Found example with label: {label:g}")


def _count(label: float) -> float:
    if label < 0:
        raise ValueError(
            f"Only non-negative labels can be used with the Poisson log loss. Found example with label: {label:g}"
        )
    return label


def _exp(x: float) -> float:
    return math.exp(x) if x < 709 else math.inf


def _logistic_dual(y: float, a: float, wx: float, norm: float) -> float:
    # By Newton's method for x, where the dual is (1 + tanh x) / 2y.
    x = 0.0
    for _ in range(_NEWTON_STEPS):
        t = math.tanh(x)
        value = -2 * y * x - wx - norm * (0.5 * (1 + t) / y - a)
        x -= value / (-2 * y - norm * (1 - t * t) * 0.5 / y)
    return 0.5 * (1 + math.tanh(x)) / y


def _logistic(wx: float, y: float) -> float:
    return math.log1p(_exp(-y * wx)) if y * wx > 0 else math.log1p(_exp(y * wx)) - y * wx


def _xlogx(x: float) -> float:
    return x * math.log(x) if x > 0 else 0.0


def _poisson_dual(y: float, a: float, wx: float, norm: float) -> float:
    # By Newton's method for x, where the dual is y - exp x.
    x = math.log(y - a) if y > a else 0.0
    for _ in range(_NEWTON_STEPS):
        e = _exp(x)
        x -= (x - wx - norm * (y - a - e)) / (1 + norm * e)
    return y - _exp(x)


def _bounded(y: float, best: float) -> float:
    """The dual of a hinge loss lies between 0 and the label."""
    return 0.0 if y * best < 0 else y if y * best > 1 else best


def _hinge_dual(y: float, a: float, wx: float, norm: float) -> float:
    if norm:
        return _bounded(y, a + (y - wx) / norm)
    return _bounded(y, math.copysign(math.inf, y - wx) if y != wx else a)


def _hinge_conjugate(a: float, y: float, curvature: float) -> float:
    return -a * y + 0.5 * curvature * a * a if 0 <= a * y <= 1 else _LARGEST


def _smooth_hinge(wx: float, y: float) -> float:
    left = 1 - y * wx
    return 0.0 if left <= 0 else left - 0.5 if left >= 1 else 0.5 * left * left


_LOSSES = {
    "logistic_loss": _Loss(
        _sign,
        _logistic_dual,
        _logistic,
        lambda a, y: _xlogx(a * y) + _xlogx(1 - a * y),
        lambda wx, y: -y / (1 + _exp(y * wx)),
        4.0,
    ),
    "squared_loss": _Loss(
        lambda label: label,
        lambda y, a, wx, norm: a + (y - a - wx) / (1 + norm),
        lambda wx, y: 0.5 * (wx - y) ** 2,
        lambda a, y: a * (0.5 * a - y),
        lambda wx, y: wx - y,
        1.0,
    ),
    "hinge_loss": _Loss(
        _sign,
        _hinge_dual,
        lambda wx, y: max(0.0, 1 - y * wx),
        lambda a, y: _hinge_conjugate(a, y, 0.0),
        lambda wx, y: -y if y * wx < 1 else 0.0,
        0.0,
    ),
    "smooth_hinge_loss": _Loss(
        _sign,
        lambda y, a, wx, norm: _bounded(y, a + (y - wx - a) / (norm + 1)),
        _smooth_hinge,
        lambda a, y: _hinge_conjugate(a, y, 1.0),
        lambda wx, y: 0.0 if y * wx >= 1 else -y if y * wx <= 0 else wx - y,
        1.0,
    ),
    "poisson_loss": _Loss(
        _count,
        _poisson_dual,
        lambda wx, y: _exp(wx) - wx * y,
        lambda a, y: 0.0 if a == y else _LARGEST if a > y else (y - a) * (math.log(y - a) - 1),
        lambda wx, y: _exp(wx) - y,
        1.0,
    ),
}


def _invalid(text: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, text)


class _Group:
    """The weights of one group of features, and what each example has of them."""

    def __init__(self, weights: Any, examples: list[tuple[Any, Any]]) -> None:
        self.weights = np.ravel(weights).astype(np.float64)
        self.deltas = np.zeros_like(self.weights)
        self.examples = examples  # per example: positions of weights (or all of them), values
        self.shape = np.shape(weights)

    def norm(self, i: int) -> float:
        values = self.examples[i][1]
        return float(values @ values)


def _sparse_group(
    rows: Any, features: Array, values: Any, indices: Array, weights: Array, count: int, number: int
) -> _Group:
    if np.size(indices) != np.size(weights):
        raise _invalid("sparse_indices and sparse_weights must have the same length")
    if np.shape(rows) != np.shape(features):
        raise _invalid(
            f"Found mismatched example_indices and feature_indices {brackets(np.shape(rows))} vs "
            f"{brackets(np.shape(features))}"
        )
    order = np.argsort(indices, kind="stable")
    found = np.searchsorted(indices, features, sorter=order)
    at = order[np.minimum(found, order.size - 1)] if order.size else np.zeros(np.size(features), np.int64)
    if np.size(features) and (not order.size or (np.asarray(indices)[at] != features).any()):
        raise _invalid(f"Found sparse feature indices out of valid range: {features[0]}")
    values = np.ones(len(features)) if values is None else np.asarray(values, np.float64)
    starts = np.searchsorted(rows, np.arange(count + 1))
    return _Group(weights, [(at[a:b], values[a:b]) for a, b in zip(starts[:-1], starts[1:], strict=True)])


def _dense_group(features: Array, weights: Array, count: int) -> _Group:
    if np.ndim(features) != 2 or len(features) != count:
        raise _invalid(f"Dense features should be a matrix with {count} rows, got {brackets(np.shape(features))}")
    if np.size(weights) < features.shape[1]:
        raise _invalid(
            f"More dense features than we have parameters for: {features.shape[1]} is larger than {np.size(weights)}"
        )
    everywhere = slice(0, features.shape[1])
    return _Group(weights, [(everywhere, row) for row in np.asarray(features, np.float64)])


def _pass(
    groups: list[_Group], loss: _Loss, labels: Any, weights: Any, state: object, l1: float, l2: float, partitions: int,
    adaptive: bool,
) -> np.ndarray:  # fmt: skip
    """One pass over all examples; fills the deltas of the groups and returns the new state of the examples."""
    state = np.array(state, np.float32)
    limit = l1 / l2

    def predicted(i: int, by: float) -> float:
        total = 0.0
        for g in groups:
            at, values = g.examples[i]
            w = g.weights[at] + by * g.deltas[at]
            total += float(values @ (np.sign(w) * np.maximum(np.abs(w) - limit, 0)))
        return total

    norms = [sum(g.norm(i) for g in groups) for i in range(len(labels))]
    order = list(range(len(labels)))
    if adaptive:  # those far from their best come first, as they would in most of TensorFlow's random orders
        far = [
            weights[i] * math.sqrt(norms[i] + l2 * loss.smoothness)
            * abs(state[i, 0] + loss.slope(predicted(i, partitions), labels[i]))
            for i in order
        ]  # fmt: skip
        order.sort(key=lambda i: -far[i])
    for i in order:
        label, weight, dual = labels[i], weights[i], float(state[i, 0])
        now, before = predicted(i, partitions), predicted(i, 0)
        new = loss.dual(label, dual, now, partitions * norms[i] / l2 * weight)
        for g in groups:
            at, values = g.examples[i]
            np.add.at(g.deltas, at, values * ((new - dual) * weight / l2))
        primal, conjugate = loss.primal(before, label) * weight, loss.conjugate(dual, label)
        state[i] = new, primal, conjugate if conjugate == _LARGEST else conjugate * weight, weight
    return state


def _optimizer_rule(c: Context) -> list[TensorShape]:
    sparse, dense = c.op.get_attr("num_sparse_features"), c.op.get_attr("num_dense_features")
    total = len(c.shapes)
    weights = c.shapes[total - 1 - sparse - dense : total - 1]
    return [TensorShape([None, 4]), *weights]


def _optimizer(
    xp, sparse_example_indices, sparse_feature_indices, sparse_feature_values, dense_features, example_weights,
    example_labels, sparse_indices, sparse_weights, dense_weights, example_state_data, *, loss_type, l1, l2,
    num_loss_partitions, adaptive,
):  # fmt: skip
    count = len(example_labels)
    if not sparse_weights and not dense_weights:
        raise _invalid("Requires at least one feature to train.")
    if np.shape(example_weights) != np.shape(example_labels):
        raise _invalid(f"Expected {count} example weights but got {np.size(example_weights)}")
    if np.shape(example_state_data) != (count, 4):
        raise _invalid(
            f"Expected shape [{count},4] for example_state_data, got {brackets(np.shape(example_state_data))}"
        )
    groups = [
        _sparse_group(rows, features, values, indices, weights, count, i)
        for i, (rows, features, values, indices, weights) in enumerate(
            zip(
                sparse_example_indices,
                sparse_feature_indices,
                [*sparse_feature_values, *[None] * (len(sparse_weights) - len(sparse_feature_values))],
                sparse_indices,
                sparse_weights,
                strict=True,
            )
        )
    ] + [_dense_group(x, w, count) for x, w in zip(dense_features, dense_weights, strict=True)]
    loss = _LOSSES[loss_type]
    try:
        labels = [loss.label(float(y)) for y in example_labels]
    except ValueError as error:
        raise _invalid(str(error)) from None
    weights = [float(w) for w in example_weights]
    state = _pass(groups, loss, labels, weights, example_state_data, l1, l2, num_loss_partitions, adaptive)
    return (state, *(g.deltas.reshape(g.shape).astype(np.float32) for g in groups))


# The host's: the examples are visited one by one, and each sees what those before have changed.
@op("SdcaOptimizer", shape=_optimizer_rule, host=True)
def _first_optimizer(xp, *inputs, loss_type, l1, l2, num_loss_partitions, adaptative):
    return _optimizer(
        xp, *inputs, loss_type=loss_type, l1=l1, l2=l2, num_loss_partitions=num_loss_partitions, adaptive=adaptative
    )


@op("SdcaOptimizerV2", shape=_optimizer_rule, host=True)
def _second_optimizer(xp, *inputs, loss_type, l1, l2, num_loss_partitions, adaptive):
    return _optimizer(
        xp, *inputs, loss_type=loss_type, l1=l1, l2=l2, num_loss_partitions=num_loss_partitions, adaptive=adaptive
    )


@op("SdcaShrinkL1", updates=("weights",))
def _shrink(xp, weights, *, l1, l2):
    limit = np.float32(l1 / l2)
    shrunk = [xp.sign(w) * xp.maximum(xp.abs(w) - limit, np.float32(0)) for w in weights]
    return tuple(shrunk) if len(shrunk) != 1 else shrunk[0]


@op("SdcaFprint", shape=lambda c: [rule.with_rank(c.shape(0), 1).concatenate([2])], host=True)
def _fingerprints(xp, texts):
    if np.ndim(texts) != 1:
        raise _invalid(f"Input must be a vector, got shape {brackets(np.shape(texts))}")
    found = [fingerprint128(text) for text in texts]
    # 0 and 1 are left for those who need numbers that are no fingerprint.
    pairs = [(low if low >= 2 else (low + (~1 & (1 << 64) - 1)) & (1 << 64) - 1, high) for low, high in found]
    return np.array(pairs, np.uint64).reshape(-1, 2).astype(np.int64)


no_gradient("SdcaFprint", "SdcaOptimizer", "SdcaOptimizerV2", "SdcaShrinkL1")


@export("train.sdca_fprint")
def sdca_fprint(input: TensorLike, name: str | None = None) -> Tensor:
    """Fingerprints of example ids, two integers each.

    >>> import penstock as tf
    >>> tf.Session().run(tf.train.sdca_fprint(["tensor"])).tolist()
    [[8429339002147737528, -7182819420419689469]]
    """
    return apply("SdcaFprint", name, input=input)


@export("train.sdca_shrink_l1")
def sdca_shrink_l1(weights: Any, l1: float, l2: float, name: str | None = None) -> Operation:
    """Moves weights toward zero by `l1 / l2`, and to zero those that are nearer.

    Args:
      weights: variables, a list.
      l1, l2: the regularization.
      name: a name for the operation.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     w = tf.Variable([3.0, 0.5], use_resource=False)
    ...     shrink = tf.train.sdca_shrink_l1([w], 1.0, 1.0)
    ...     session.run(tf.global_variables_initializer())
    ...     session.run(shrink)
    ...     print(session.run(w).tolist())
    [2.0, 0.0]
    """
    weights = [getattr(w, "_ref", lambda w=w: w)() for w in weights]
    return apply("SdcaShrinkL1", name, weights=weights, l1=l1, l2=l2)


@export("train.sdca_optimizer")
def sdca_optimizer(
    sparse_example_indices: TensorLike,
    sparse_feature_indices: TensorLike,
    sparse_feature_values: TensorLike,
    dense_features: TensorLike,
    example_weights: TensorLike,
    example_labels: TensorLike,
    sparse_indices: TensorLike,
    sparse_weights: TensorLike,
    dense_weights: TensorLike,
    example_state_data: Any,
    loss_type: str,
    l1: float,
    l2: float,
    num_loss_partitions: int,
    num_inner_iterations: int,
    adaptative: bool = True,
    name: str | None = None,
) -> Any:
    """One pass of stochastic dual coordinate ascent over a batch.

    Args:
      sparse_example_indices: per group of sparse features, the example of each feature, ascending.
      sparse_feature_indices: the features themselves.
      sparse_feature_values: their values, for the first groups; those of the others are 1.
      dense_features: matrices with a row for each example.
      example_weights, example_labels: vectors.
      sparse_indices: per group of sparse features, which features `sparse_weights` belong to.
      sparse_weights, dense_weights: the weights before.
      example_state_data: [examples, 4]: dual, loss, dual loss, weight of each example.
      loss_type: "logistic_loss", "squared_loss", "hinge_loss", "smooth_hinge_loss" or "poisson_loss".
      l1, l2: the regularization.
      num_loss_partitions: how many partitions of the examples are worked on at the same time.
      num_inner_iterations: accepted; as in 1.15, there is one.
      adaptative: whether examples that are far from their best come first.
      name: a name for the operation.

    Returns:
      The new state of the examples, and lists of what is to be added to the sparse and to the dense weights.

    >>> import penstock as tf
    >>> state, _, dense = tf.train.sdca_optimizer(
    ...     [], [], [], [[[1.0], [2.0]]], [1.0, 1.0], [2.0, 4.0], [], [], [[0.0]], tf.zeros([2, 4]),
    ...     "squared_loss", 0.0, 1.0, 1, 1, adaptative=False)
    >>> tf.Session().run(dense)[0].tolist()
    [1.7999999523162842]
    """
    return apply(
        "SdcaOptimizer",
        name,
        sparse_example_indices=sparse_example_indices,
        sparse_feature_indices=sparse_feature_indices,
        sparse_feature_values=sparse_feature_values,
        dense_features=dense_features,
        example_weights=example_weights,
        example_labels=example_labels,
        sparse_indices=sparse_indices,
        sparse_weights=sparse_weights,
        dense_weights=dense_weights,
        example_state_data=example_state_data,
        loss_type=loss_type,
        l1=l1,
        l2=l2,
        num_loss_partitions=num_loss_partitions,
        num_inner_iterations=num_inner_iterations,
        adaptative=adaptative,
    )
