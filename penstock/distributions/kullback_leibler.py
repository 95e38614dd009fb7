"""Kullback-Leibler divergences: a table from pairs of classes to functions, and the search in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike

_DIVERGENCES: dict[tuple[type, type], Callable[..., Tensor]] = {}


def _registered_kl(type_a: type, type_b: type) -> Callable[..., Tensor] | None:
    """The function of the closest pair of base classes; the first in method resolution order if two are as close."""
    pairs = [(i + j, i, a, b) for i, a in enumerate(type_a.__mro__) for j, b in enumerate(type_b.__mro__)]
    for _, _, a, b in sorted(pairs, key=lambda p: p[:2]):
        if (a, b) in _DIVERGENCES:
            return _DIVERGENCES[a, b]
    return None


@export("distributions.kl_divergence", "contrib.distributions.kl_divergence")
def kl_divergence(
    distribution_a: Any, distribution_b: Any, allow_nan_stats: bool = True, name: str | None = None
) -> Tensor:
    """KL(a || b) = E[log a(X) - log b(X)], X from `a`, for each pair of a batch.

    Args:
      distribution_a, distribution_b: the distributions.
      allow_nan_stats: if False, a NaN is an error when the value is computed.
      name: a name for the operations.

    Raises:
      NotImplementedError: nobody registered a function for these classes.

    >>> import penstock as tf
    >>> a, b = tf.distributions.Normal(0.0, 1.0), tf.distributions.Normal(1.0, 1.0)
    >>> float(tf.Session().run(tf.distributions.kl_divergence(a, b)))
    0.5
    """
    function = _registered_kl(type(distribution_a), type(distribution_b))
    if function is None:
        raise NotImplementedError(
            "No KL(distribution_a || distribution_b) registered for distribution_a "
            f"type {type(distribution_a).__name__} and distribution_b type {type(distribution_b).__name__}"
        )
    with tf.name_scope("KullbackLeibler"):
        value = function(distribution_a, distribution_b, name=name)
        if allow_nan_stats:
            return value
        value = tf.identity(value, name="kl")
        message = (
            f"KL calculation between {distribution_a.name} and {distribution_b.name} returned NaN values "
            "(and was called with allow_nan_stats=False). Values:"
        )
        fine = tf.logical_not(tf.reduce_any(tf.is_nan(value)))
        with tf.control_dependencies([tf.Assert(fine, [message, value])]):
            return tf.identity(value, name="checked_kl")


def cross_entropy(ref: Any, other: TensorLike, allow_nan_stats: bool = True, name: str | None = None) -> Tensor:
    """Entropy of `ref` plus its divergence from `other`."""
    with tf.name_scope(name, "cross_entropy"):
        return ref.entropy() + kl_divergence(ref, other, allow_nan_stats=allow_nan_stats)


@export("distributions.RegisterKL", "contrib.distributions.RegisterKL")
class RegisterKL:
    """Decorator that registers a function `(a, b, name=None)` as the divergence of two classes and their subclasses.

    >>> import penstock as tf
    >>> class Mine(tf.distributions.Normal):
    ...     pass
    >>> @tf.distributions.RegisterKL(Mine, Mine)
    ... def kl(a, b, name=None):
    ...     return tf.constant(0.25)
    >>> float(tf.Session().run(Mine(0.0, 1.0).kl_divergence(Mine(1.0, 1.0))))
    0.25
    """

    def __init__(self, dist_cls_a: type, dist_cls_b: type) -> None:
        self._key = (dist_cls_a, dist_cls_b)

    def __call__(self, kl_fn: Callable[..., Tensor]) -> Callable[..., Tensor]:
        """Registers `kl_fn`.

        Raises:
          TypeError: it is no function.
          ValueError: these classes have one.
        """
        if not callable(kl_fn):
            raise TypeError(f"kl_fn must be callable, received: {kl_fn}")
        if self._key in _DIVERGENCES:
            a, b = self._key
            raise ValueError(
                f"KL({a.__name__} || {b.__name__}) has already been registered to: {_DIVERGENCES[self._key]}"
            )
        _DIVERGENCES[self._key] = kl_fn
        return kl_fn
