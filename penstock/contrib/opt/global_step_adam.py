"""Adam whose powers of beta come from the global step instead of from variables of their own, for many workers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.opt.steps import LazyAdamOptimizer, _example
from penstock.graph.typing import TensorLike
from penstock.train.adam import AdamOptimizer
from penstock.train.optimizer import Optimizer

if TYPE_CHECKING:
    from penstock.graph.operation import Operation


@export("contrib.opt.AdamGSOptimizer")
@_example("0, 0.1", "[1900.0, 2900.0]")
class AdamGSOptimizer(AdamOptimizer):
    """Adam that takes its step number from the global step.

    Args:
      global_step: the global step.
      learning_rate, beta1, beta2, epsilon, use_locking, name: see `tf.train.AdamOptimizer`.
    """

    def __init__(
        self,
        global_step: Any = 0,
        learning_rate: Any = 0.001,
        beta1: Any = 0.9,
        beta2: TensorLike = 0.999,
        epsilon: TensorLike = 1e-8,
        use_locking: bool = False,
        name: str = "Adam",
    ):
        super().__init__(learning_rate, beta1, beta2, epsilon, use_locking, name)
        self._global_step = global_step
        self._step_here: Any = None

    def _get_beta_accumulators(self) -> tuple[Any, Any]:
        return tf.pow(self._beta1_t, self._step_here), tf.pow(self._beta2_t, self._step_here)

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        Optimizer._create_slots(self, var_list)

    def _prepare(self) -> None:
        super()._prepare()
        self._step_here = tf.cast(tf.identity(self._global_step) + 1, tf.float32)

    def _finish(self, update_ops: list[Any], name_scope: str) -> Operation:
        return tf.group(*update_ops, name=name_scope)


@export("contrib.opt.LazyAdamGSOptimizer")
@_example("0, 0.1", "[1900.0, 2900.0]")
class LazyAdamGSOptimizer(LazyAdamOptimizer, AdamGSOptimizer):
    """`LazyAdamOptimizer` that takes its step number from the global step.

    Args:
      global_step: the global step.
      learning_rate, beta1, beta2, epsilon, use_locking, name: see `tf.train.AdamOptimizer`.
    """

    __init__ = AdamGSOptimizer.__init__
    _get_beta_accumulators = AdamGSOptimizer._get_beta_accumulators
    _create_slots = AdamGSOptimizer._create_slots
    _prepare = AdamGSOptimizer._prepare
    _finish = AdamGSOptimizer._finish
