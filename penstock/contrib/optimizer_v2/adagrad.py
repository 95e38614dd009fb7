"""Adagrad, whose learning rate may be a function."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from penstock._namespace import export, find
from penstock.contrib.optimizer_v2.one_operation import OneOperation, example


@export("contrib.optimizer_v2.AdagradOptimizer")
@example("0.1", "[1900.0, 2900.0]")
class AdagradOptimizer(OneOperation):
    """Adagrad: `accum += grad ** 2; var -= learning_rate * grad / sqrt(accum)`."""

    _inputs = {"accum": "accumulator"}
    _numbers = {"lr": "learning_rate"}

    def __init__(
        self,
        learning_rate: Any,
        initial_accumulator_value: float = 0.1,
        use_locking: bool = False,
        name: str = "Adagrad",
    ) -> None:
        """Args:
          learning_rate: a number, a tensor, or a function that gives one for each step.
          initial_accumulator_value: what the accumulators begin with.
          use_locking: recorded in the operations.
          name: the name of the operations and slots.

        Raises:
          ValueError: `initial_accumulator_value` is not positive.
        """
        if initial_accumulator_value <= 0.0:
            raise ValueError(f"initial_accumulator_value must be positive: {initial_accumulator_value}")
        super().__init__(use_locking, name)
        self._set_hyper("learning_rate", learning_rate)
        self._initial_accumulator_value = initial_accumulator_value

    def _create_vars(self, var_list: Sequence[Any], state: Any) -> None:
        for var in var_list:
            dtype = var.dtype.base_dtype
            if var.shape.is_fully_defined():
                start = find("constant_initializer")(self._initial_accumulator_value, dtype=dtype)
            else:

                def start(*_: Any, of: Any = var, **__: Any) -> Any:
                    filled = find("fill")(find("shape")(of), self._initial_accumulator_value)
                    return find("cast")(filled, of.dtype.base_dtype)

            state.create_slot_with_initializer(var, start, var.shape, dtype, "accumulator")

    def _kind(self) -> str:
        return "Adagrad"
