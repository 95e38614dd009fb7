"""An optimizer that adds up the gradients of all TPUs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.tpu import tpu_function, tpu_ops
from penstock.graph.typing import TensorLike
from penstock.keras.optimizer_v2.optimizer_v2 import OptimizerV2
from penstock.platform import logging
from penstock.train.optimizer import Optimizer


@export("contrib.tpu.CrossShardOptimizer", "tpu.CrossShardOptimizer")
class CrossShardOptimizer(Optimizer):
    """An optimizer that adds up the gradients of all TPUs of a computation.

    Its step holds operations for TPUs: programs use it only where `params["use_tpu"]` says so.

    Args:
      opt: the optimizer that makes the step.
      reduction: `tf.losses.Reduction.SUM` or `MEAN`.
      name: a name.
      group_assignment: lists of the TPUs that belong together; all by default.

    Raises:
      ValueError: if the reduction is another one.
      TypeError: if the optimizer is one of Keras.

    >>> import penstock as tf
    >>> def step(x):
    ...     w = tf.get_variable("w", [], initializer=tf.ones_initializer())
    ...     return tf.tpu.CrossShardOptimizer(tf.train.GradientDescentOptimizer(0.1)).minimize(tf.reduce_mean(w * x))
    >>> _ = tf.tpu.shard(step, [tf.ones([4])], num_shards=2)
    >>> [op.name for op in tf.get_default_graph().get_operations() if op.type == "CrossReplicaSum"]
    ['CrossReplicaSum']
    """

    def __init__(
        self,
        opt: Any,
        reduction: str = "weighted_mean",
        name: str = "CrossShardOptimizer",
        group_assignment: Sequence[Sequence[int]] | None = None,
    ):
        if reduction not in (tf.losses.Reduction.SUM, tf.losses.Reduction.MEAN):
            raise ValueError(f"Unsupported reduction: {reduction}.")
        if isinstance(opt, OptimizerV2):
            raise TypeError(
                "CrossShardOptimizer does not work with OptimizerV2. With TPUStrategy, OptimizerV2 sums gradients across "
                "replicas. With TPUEstimator, sum your gradients: grads = [tf.compat.v1.tpu.cross_replica_sum(g) for g in "
                "grads]. To average them, rescale your loss: loss /= global_batch_size"
            )
        super().__init__(False, name)
        self._opt, self._reduction, self._group_assignment = opt, reduction, group_assignment

    def _group_size(self, shards: int) -> int:
        """How many TPUs a group has.

        Raises:
          ValueError: if the groups are not equal parts of all TPUs.
        """
        groups = self._group_assignment
        if not groups:
            return shards
        if not (isinstance(groups, list) and all(isinstance(group, list) for group in groups)):
            raise ValueError(f"group_assignment must be a list of list. Got {groups}")
        if {i for group in groups for i in group} != set(range(shards)):
            raise ValueError(
                f"group_assignment must be a permutation of range({shards}). Got group_assignment={groups}"
            )
        if any(len(group) != len(groups[0]) for group in groups):
            raise ValueError(
                f"The size of each subgroup in group_assignment must be equal. Got group_assignment={groups}"
            )
        return len(groups[0])

    def compute_gradients(self, loss: Any, var_list: Iterable[Any] | None = None, **kwargs: Any) -> Any:  # type: ignore[override]
        """What the optimizer computes, of the part of the loss that is this TPU's."""
        shards = tpu_function.get_tpu_context().number_of_shards
        if shards is None:
            logging.warning(
                "CrossShardOptimizer should be used within a tpu_shard_context, but got unset number_of_shards. Assuming 1."
            )
            shards = 1
        size = self._group_size(shards)
        if shards > 1 and self._reduction == tf.losses.Reduction.MEAN:
            loss *= 1.0 / size
        return self._opt.compute_gradients(loss, var_list=var_list, **kwargs)

    def apply_gradients(
        self, grads_and_vars: Iterable[tuple[Any, Any]], global_step: TensorLike | None = None, name: str | None = None
    ) -> Any:
        """Adds up the gradients of all TPUs, and makes the optimizer's step."""
        summed = []
        for grad, var in grads_and_vars:
            if grad is not None:
                with tf.colocate_with(grad):
                    grad = tpu_ops.cross_replica_sum(grad, self._group_assignment)
            summed.append((grad, var))
        return self._opt.apply_gradients(summed, global_step, name)

    def get_slot(self, *args: Any, **kwargs: Any) -> Any:
        """A slot of the optimizer."""
        return self._opt.get_slot(*args, **kwargs)

    def get_slot_names(self, *args: Any, **kwargs: Any) -> Any:
        """The slots of the optimizer."""
        return self._opt.get_slot_names(*args, **kwargs)

    def variables(self) -> Any:
        """The variables of the optimizer."""
        return self._opt.variables()
