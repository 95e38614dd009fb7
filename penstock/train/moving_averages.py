"""Moving averages of variables and tensors: `tf.train.ExponentialMovingAverage` and the functions it is made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from penstock._namespace import export, find
from penstock.graph import dtypes, replication
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import get_default_graph, init_scope, name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import CollectionsLike, TensorLike, TensorOrVariable
from penstock.ops.state import initializers, variable_scope, variable_scope_defaults, variables
from penstock.ops.state.ref_variable import RefVariable
from penstock.ops.state.variable_functions import (
    assign,
    assign_sub,
    global_variables,
    moving_average_variables,
    trainable_variables,
)
from penstock.train import slot_creator

if TYPE_CHECKING:
    from penstock.ops.state.variables import Variable


def assign_moving_average(
    variable: Any, value: Any, decay: Any, zero_debias: bool = True, name: str | None = None
) -> Any:
    """Makes an operation that moves `variable` toward `value`: `variable -= (1 - decay) * (variable - value)`.

    Args:
      variable: the variable that holds the average.
      value: a tensor of the same shape.
      decay: a number below 1, or a tensor.
      zero_debias: the variable starts at 0, and is corrected for that, which takes two more variables.
      name: a name for the operation.

    Returns:
      The variable after the operation.
    """
    with name_scope(name, "AssignMovingAvg", [variable, value, decay]) as scope:
        decay = convert_to_tensor(1.0 - decay, name="decay")
        kind = variable.dtype.base_dtype
        if decay.dtype != kind:
            decay = find("cast")(decay, kind)

        def update(v: TensorOrVariable, value: Any) -> Any:
            return assign_sub(v, (v - value) * decay, name=scope)

        mode = replication.current()
        if mode is None:
            return _zero_debias(None, variable, value, decay) if zero_debias else update(variable, value)

        def update_copies(strategy: Any, v: Any, value: Any) -> Any:
            if zero_debias:
                return _zero_debias(strategy, v, value, decay)
            return strategy.extended.update(v, update, args=(value,))

        def update_by_mean(strategy: Any, v: Variable, value: Any) -> Any:
            return update_copies(strategy, v, strategy.extended.reduce_to("MEAN", value, v))

        if mode.replica_context is None:
            return update_copies(mode.strategy, variable, value)
        return mode.replica_context.merge_call(update_by_mean, args=(variable, value))


def _zero_debias(strategy: Any, unbiased: Any, value: object, decay: Tensor) -> Any:
    """Updates an average that starts at 0; `1 - decay ** steps` is the share that has arrived so far."""
    with variable_scope.variable_scope(unbiased.name[: -len(":0")], values=[unbiased, value, decay]):
        with replication.variables_beside(unbiased, lambda: unbiased.op):
            biased = variable_scope.get_variable(
                _unused("biased"),
                initializer=initializers.Zeros(),
                shape=unbiased.get_shape(),
                dtype=unbiased.dtype,
                trainable=False,
            )
            local_step = variable_scope.get_variable(
                _unused("local_step"),
                shape=[],
                dtype=unbiased.dtype,
                initializer=initializers.Zeros(),
                trainable=False,
            )

    def update(v: Variable, value: Any, biased: Any, local_step: Any) -> Any:
        update_biased = assign_sub(biased, (biased - value) * decay)
        update_local_step = local_step.assign_add(1)
        bias_factor = 1 - find("pow")(1.0 - decay, update_local_step)
        return assign(v, update_biased / bias_factor, name=f"{get_default_graph().get_name_scope()}/")

    if strategy is None:
        return update(unbiased, value, biased, local_step)
    return strategy.extended.update(unbiased, update, args=(value, biased, local_step))


def _unused(name: str) -> str:
    """`name`, or `name_1`, ...: the first that no variable of the scope has, unless variables are shared."""
    scope = variable_scope_defaults.get_variable_scope()
    if scope.reuse:
        return name
    taken = {v.op.name for v in scope.global_variables()}
    full_name = f"{scope.name}/{name}"
    if full_name not in taken:
        return name
    i = 1
    while f"{full_name}_{i}" in taken:
        i += 1
    return f"{name}_{i}"


def weighted_moving_average(
    value: Tensor,
    decay: TensorLike,
    weight: Tensor,
    truediv: bool = True,
    collections: CollectionsLike | None = None,
    name: str | None = None,
) -> Tensor:
    """The moving average of `value`, where each value counts as much as its `weight` says.

    Args:
      value: a tensor.
      decay: a number below 1, or a tensor.
      weight: a tensor, broadcast over `value`.
      truediv: False for the division of Python 2.
      collections: the collections of the two variables this needs.
      name: the name of the scope.
    """
    if collections is None:
        collections = [GraphKeys.GLOBAL_VARIABLES]
    with variable_scope.variable_scope(name, "WeightedMovingAvg", [value, weight, decay]) as scope:
        averages = [
            variable_scope.get_variable(
                part,
                shape=tensor.get_shape(),
                dtype=tensor.dtype,
                initializer=initializers.Zeros(),
                trainable=False,
                collections=collections,
            )
            for part, tensor in (("value_x_weight", value), ("weight", weight))
        ]
        numerator = assign_moving_average(averages[0], value * weight, decay, zero_debias=False)
        denominator = assign_moving_average(averages[1], weight, decay, zero_debias=False)
        return find("truediv" if truediv else "div")(numerator, denominator, name=scope.name)


@export("train.ExponentialMovingAverage")
class ExponentialMovingAverage:
    """Keeps moving averages of variables or tensors: `average = decay * average + (1 - decay) * value`.

    Args:
      decay: a number just below 1.
      num_updates: if given, the number of updates so far: the decay is at most `(1 + n) / (10 + n)`, so that averages
        move faster at the beginning.
      zero_debias: correct the averages of tensors for starting at 0.
      name: the name of the operations and of the variables that hold averages.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     v = tf.Variable(0.0)
    ...     ema = tf.train.ExponentialMovingAverage(0.5)
    ...     update = ema.apply([v])
    ...     sess.run(tf.global_variables_initializer())
    ...     sess.run(v.assign(8.0).op)
    ...     sess.run(update)
    ...     print(sess.run(ema.average(v)))
    4.0
    """

    def __init__(
        self,
        decay: TensorLike,
        num_updates: Any = None,
        zero_debias: bool = False,
        name: str = "ExponentialMovingAverage",
    ) -> None:
        self._decay = decay
        self._num_updates = num_updates
        self._zero_debias = zero_debias
        self._name = name
        self._averages: dict[Any, Any] = {}

    @property
    def name(self) -> str:
        """The name given to this object."""
        return self._name

    def apply(self, var_list: Sequence[Any] | None = None) -> Operation:
        """Makes the variables that hold the averages, and an operation that updates them.

        Args:
          var_list: variables (their averages start at the initial values) or tensors (at 0); the trainable variables
            by default.

        Raises:
          TypeError: if one is not of a floating-point type.
        """
        if var_list is None:
            var_list = trainable_variables()
        debiased = set()
        floats = (dtypes.bfloat16, dtypes.float16, dtypes.float32, dtypes.float64)
        for var in var_list:
            if var.dtype.base_dtype not in floats:
                raise TypeError(f"The variables must be half, float, or double: {var.name}")
            if var not in self._averages:
                with init_scope():
                    if isinstance(var, variables.Variable):
                        average = slot_creator.create_slot(var, var.initialized_value(), self.name)
                        if isinstance(var, RefVariable):
                            # 1.15 looks whether the variable is initialized once more, in the average's own initial value.
                            get_default_graph()._count(12)
                        get_default_graph().add_to_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, var)
                    else:
                        is_variable = var.op.type in ("Variable", "VariableV2", "VarHandleOp")
                        average = slot_creator.create_zeros_slot(var, self.name, colocate_with_primary=is_variable)
                        if self._zero_debias:
                            debiased.add(average)
                self._averages[var] = average
        with name_scope(self.name) as scope:
            decay = convert_to_tensor(self._decay, name="decay")
            if self._num_updates is not None:
                n = find("cast")(self._num_updates, dtypes.float32, name="num_updates")
                decay = find("minimum")(decay, (1.0 + n) / (10.0 + n))
            averages = [self._averages[var] for var in var_list]
            # In 1.15, what is read of a reference variable changes with it; so averages made after a step, by control
            # dependencies, are of the new values.
            after = bool(get_default_graph()._current_control_dependencies())
            values = [var.read_value() if after and isinstance(var, RefVariable) else var for var in var_list]
            updates = [
                assign_moving_average(average, value, decay, average in debiased)
                for average, value in zip(averages, values, strict=True)
            ]
            return find("group")(*updates, name=scope)

    def average(self, var: Variable) -> Any:
        """The variable that holds the average of `var`, or None."""
        return self._averages.get(var)

    def average_name(self, var: Variable) -> str:
        """The name of the variable that holds the average of `var`, or would."""
        if var in self._averages:
            return self._averages[var].op.name
        return get_default_graph().unique_name(f"{var.op.name}/{self.name}", mark_as_used=False)

    def variables_to_restore(self, moving_avg_variables: Sequence[Any] | None = None) -> dict[str, Any]:
        """A dictionary for a Saver that restores averages into the variables they are of, and all others as they are."""
        if moving_avg_variables is None:
            moving_avg_variables = trainable_variables() + moving_average_variables()
        averaged = dict.fromkeys(moving_avg_variables)
        by_name = {self.average_name(v): v for v in averaged}
        averaged_names = {v.name for v in averaged}
        for v in dict.fromkeys(global_variables()):
            if v.name not in averaged_names and v.op.name not in by_name:
                by_name[v.op.name] = v
        return by_name
