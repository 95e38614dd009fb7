"""FTRL-Proximal, the method for large sparse linear models."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from penstock._namespace import export, find
from penstock.graph.graph import colocate_with
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike
from penstock.train.optimizer import Optimizer

if TYPE_CHECKING:
    from penstock.graph.dtypes import DType
    from penstock.graph.operation import Tensor


_NOT_NEGATIVE = (
    "initial_accumulator_value",
    "l1_regularization_strength",
    "l2_regularization_strength",
    "l2_shrinkage_regularization_strength",
)


@export("train.FtrlOptimizer")
class FtrlOptimizer(Optimizer):
    """Follow the regularized leader, by McMahan and others, with shrinkage-type L2 regularization if wanted.

    >>> import penstock as tf
    >>> tf.train.FtrlOptimizer(0.1, l1_regularization_strength=0.001).get_name()
    'Ftrl'
    """

    _SLOTS = {"accum": "accum", "linear": "linear"}

    def __init__(
        self,
        learning_rate: TensorLike | Callable[..., Any],
        learning_rate_power: float = -0.5,
        initial_accumulator_value: float = 0.1,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        use_locking: bool = False,
        name: str = "Ftrl",
        accum_name: str | None = None,
        linear_name: str | None = None,
        l2_shrinkage_regularization_strength: float = 0.0,
    ) -> None:
        """Args:
        learning_rate: a number or a tensor.
        learning_rate_power: how the learning rate falls, at most 0.
        initial_accumulator_value: what the accumulators begin with, at least 0.
        l1_regularization_strength: a number, at least 0.
        l2_regularization_strength: a number, at least 0.
        use_locking: recorded in the operations.
        name: the name of the operations and slots.
        accum_name: the name of the accumulators of squares, if it differs.
        linear_name: the name of the accumulators of gradients, if it differs.
        l2_shrinkage_regularization_strength: a number, at least 0; a penalty only on the size, not on the accumulators.

        Raises:
          ValueError: if an argument is out of range.
        """
        super().__init__(use_locking, name)
        arguments = locals()
        if learning_rate_power > 0.0:
            raise ValueError("learning_rate_power %f needs to be negative or zero" % learning_rate_power)
        for argument in _NOT_NEGATIVE:
            if arguments[argument] < 0.0:
                raise ValueError("%s %f needs to be positive or zero" % (argument, arguments[argument]))
        self._learning_rate = learning_rate
        self._learning_rate_power = learning_rate_power
        self._initial_accumulator_value = initial_accumulator_value
        self._l1_regularization_strength = l1_regularization_strength
        self._l2_regularization_strength = l2_regularization_strength
        self._l2_shrinkage_regularization_strength = l2_shrinkage_regularization_strength
        self._accum_name = accum_name
        self._linear_name = linear_name

    # All of them get a tensor; the operation without shrinkage leaves one out.
    _PARAMETERS = tuple(
        (name, f"_{attribute}", f"_{attribute}_tensor", attribute)
        for name, attribute in (
            ("lr", "learning_rate"),
            ("l1", "l1_regularization_strength"),
            ("l2", "l2_regularization_strength"),
            ("l2_shrinkage", "l2_shrinkage_regularization_strength"),
            ("lr_power", "learning_rate_power"),
        )
    )

    def _shrinks(self) -> bool:
        return self._l2_shrinkage_regularization_strength > 0.0

    def _method(self) -> str:
        return "FtrlV2" if self._shrinks() else "Ftrl"

    def _scalars(self, dtype: DType) -> dict[str, Any]:
        scalars = super()._scalars(dtype)
        if not self._shrinks():
            del scalars["l2_shrinkage"]
        return scalars

    def _create_slot(self, var: Any, slot: str) -> None:
        if slot == "linear":
            self._zeros_slot(var, slot, self._linear_name or self._name)
            return

        if var.shape.is_fully_defined():
            with colocate_with(var):
                value = find("constant")(self._initial_accumulator_value, var.dtype.base_dtype, var.shape)
            self._get_or_make_slot(var, value, slot, self._accum_name or self._name)
            return

        def initializer(shape: ShapeLike, dtype: DTypeLike | None = None, partition_info: object = None) -> Tensor:
            return find("ones")(shape, dtype) * self._initial_accumulator_value

        self._get_or_make_slot_with_initializer(
            var, initializer, var.shape, var.dtype, slot, self._accum_name or self._name
        )
