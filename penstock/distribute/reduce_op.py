"""`ReduceOp`: how the values of replicas become one."""

from __future__ import annotations

import enum
from typing import Any

from penstock._namespace import export
from penstock.ops.state.variables import VariableAggregation


@export("distribute.ReduceOp")
class ReduceOp(enum.Enum):
    """How the values of the replicas are put together: `SUM` or `MEAN`.

    >>> import penstock as tf
    >>> tf.distribute.ReduceOp("MEAN")
    <ReduceOp.MEAN: 'MEAN'>
    """

    SUM = "SUM"
    MEAN = "MEAN"

    @staticmethod
    def from_variable_aggregation(aggregation: Any) -> ReduceOp:
        """The reduction that the aggregation of a variable stands for.

        Raises:
          ValueError: it stands for none.
        """
        found = {VariableAggregation.SUM: ReduceOp.SUM, VariableAggregation.MEAN: ReduceOp.MEAN}.get(aggregation)
        if found is None:
            raise ValueError(
                f"Could not convert from `tf.VariableAggregation` {aggregation} to`tf.distribute.ReduceOp` type"
            )
        return found


def as_reduce_op(reduce_op: ReduceOp | str) -> Any:
    """A reduction given as one, or by its name in any case."""
    return ReduceOp(reduce_op.upper()) if isinstance(reduce_op, str) else reduce_op
