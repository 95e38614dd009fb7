"""Learning rates that follow the squares of past gradients: Adagrad, its dual averaging and proximal forms, Adadelta."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from penstock._namespace import export, find
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.convert import constant, convert_to_tensor
from penstock.graph.graph import colocate_with, device
from penstock.graph.typing import TensorLike, TensorOrVariable
from penstock.ops.state.initial_values import initialized_value
from penstock.ops.state.resource_variable import is_resource_variable
from penstock.train.optimizer import Optimizer, cast

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor
    from penstock.ops.state.resource_variable import BaseResourceVariable


def _check_positive(what: str, value: Any) -> None:
    if value <= 0.0:
        raise ValueError(f"{what} must be positive: {value}")


@export("train.AdagradOptimizer")
class AdagradOptimizer(Optimizer):
    """Adagrad: `accum += grad ** 2; var -= learning_rate * grad / sqrt(accum)`.

    >>> import penstock as tf
    >>> tf.train.AdagradOptimizer(0.1).get_name()
    'Adagrad'
    """

    _METHOD = "Adagrad"
    _SLOTS = {"accum": "accumulator"}
    _PARAMETERS = (("lr", "_learning_rate", "_learning_rate_tensor", "learning_rate"),)

    def __init__(
        self,
        learning_rate: TensorLike | Callable[..., Any],
        initial_accumulator_value: float = 0.1,
        use_locking: bool = False,
        name: str = "Adagrad",
    ) -> None:
        """Args:
        learning_rate: a number, a tensor, or a function that returns one.
        initial_accumulator_value: what the accumulators begin with, positive.
        use_locking: recorded in the operations.
        name: the name of the operations and slots.

        Raises:
          ValueError: if `initial_accumulator_value` is not positive.
        """
        _check_positive("initial_accumulator_value", initial_accumulator_value)
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._initial_accumulator_value = initial_accumulator_value
        self._learning_rate_tensor = None

    def _create_slot(self, var: Any, slot: str) -> None:
        dtype = var.dtype.base_dtype
        shape = var.get_shape()

        def fill() -> Any:
            # The variable itself may get its value in the same run, later.
            now = initialized_value(var) if is_resource_variable(var) else var
            return cast(find("fill")(find("shape")(now), self._initial_accumulator_value), dtype)

        known = shape.is_fully_defined()
        initializer = find("constant_initializer")(self._initial_accumulator_value) if known else fill
        self._get_or_make_slot_with_initializer(var, initializer, shape, dtype, slot, self._name)


@export("train.ProximalAdagradOptimizer")
class ProximalAdagradOptimizer(Optimizer):
    """Adagrad with L1 and L2 regularization by forward-backward splitting.

    >>> import penstock as tf
    >>> tf.train.ProximalAdagradOptimizer(0.1, l2_regularization_strength=0.01).get_name()
    'ProximalAdagrad'
    """

    _METHOD = "ProximalAdagrad"
    _SLOTS = {"accum": "accumulator"}
    _PARAMETERS = (
        ("lr", "_learning_rate", "_learning_rate_tensor", "learning_rate"),
        ("l1", "_l1_regularization_strength", "_l1_regularization_strength_tensor", "l1_regularization_strength"),
        ("l2", "_l2_regularization_strength", "_l2_regularization_strength_tensor", "l2_regularization_strength"),
    )

    def __init__(
        self,
        learning_rate: TensorLike | Callable[..., Any],
        initial_accumulator_value: float = 0.1,
        l1_regularization_strength: TensorLike = 0.0,
        l2_regularization_strength: TensorLike = 0.0,
        use_locking: bool = False,
        name: str = "ProximalAdagrad",
    ) -> None:
        """Args:
        learning_rate: a number or a tensor.
        initial_accumulator_value: what the accumulators begin with, positive.
        l1_regularization_strength: a number, at least 0.
        l2_regularization_strength: a number, at least 0.
        use_locking: recorded in the operations.
        name: the name of the operations and slots.

        Raises:
          ValueError: if `initial_accumulator_value` is not positive.
        """
        _check_positive("initial_accumulator_value", initial_accumulator_value)
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._initial_accumulator_value = initial_accumulator_value
        self._l1_regularization_strength = l1_regularization_strength
        self._l2_regularization_strength = l2_regularization_strength

    def _create_slot(self, var: TensorOrVariable, slot: str) -> None:
        with colocate_with(var):
            value = constant(self._initial_accumulator_value, shape=var.get_shape(), dtype=var.dtype.base_dtype)
        self._get_or_make_slot(var, value, slot, self._name)


@export("train.AdagradDAOptimizer")
class AdagradDAOptimizer(Optimizer):
    """Adagrad dual averaging, for sparse linear models: the variable follows from the sums of all gradients.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     tf.train.AdagradDAOptimizer(0.1, tf.train.get_or_create_global_step()).get_name()
    'AdagradDA'
    """

    _METHOD = "AdagradDA"
    _SLOTS = {
        "gradient_accumulator": "gradient_accumulator",
        "gradient_squared_accumulator": "gradient_squared_accumulator",
    }

    def __init__(
        self,
        learning_rate: TensorLike | Callable[..., Any],
        global_step: TensorOrVariable,
        initial_gradient_squared_accumulator_value: float = 0.1,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        use_locking: bool = False,
        name: str = "AdagradDA",
    ) -> None:
        """Args:
        learning_rate: a number or a tensor.
        global_step: the int64 variable that counts steps.
        initial_gradient_squared_accumulator_value: what the accumulators of squares begin with, positive.
        l1_regularization_strength: a number, at least 0.
        l2_regularization_strength: a number, at least 0.
        use_locking: recorded in the operations.
        name: the name of the operations and slots.

        Raises:
          ValueError: if `initial_gradient_squared_accumulator_value` is not positive.
        """
        _check_positive("initial_gradient_squared_accumulator_value", initial_gradient_squared_accumulator_value)
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._initial_gradient_squared_accumulator_value = initial_gradient_squared_accumulator_value
        self._learning_rate_tensor: Any = None
        self._l1_regularization_strength = l1_regularization_strength
        self._l2_regularization_strength = l2_regularization_strength
        self._global_step = global_step
        self._global_step_on_worker: Any = None

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        for var in var_list:
            shape, dtype = var.get_shape(), var.dtype.base_dtype
            with colocate_with(var):
                zeros = constant(0.0, shape=shape, dtype=dtype)
                squares = constant(self._initial_gradient_squared_accumulator_value, shape=shape, dtype=dtype)
            self._get_or_make_slot(var, zeros, "gradient_accumulator", self._name)
            self._get_or_make_slot(var, squares, "gradient_squared_accumulator", self._name)

    def _prepare(self) -> None:
        self._learning_rate_tensor = convert_to_tensor(self._learning_rate, name="learning_rate")
        with colocate_with(self._learning_rate_tensor):
            self._global_step_on_worker = find("identity")(self._global_step) + 1

    def _apply(self, form: str, var: BaseResourceVariable, grad: Tensor, indices: Tensor | None = None) -> Any:
        with device(var.device):
            self._step = apply("Identity", input=self._global_step_on_worker)
        return super()._apply(form, var, grad, indices)

    def _scalars(self, dtype: dtypes.DType) -> dict[str, Any]:
        return {
            "lr": cast(self._learning_rate_tensor, dtype),
            "l1": cast(self._l1_regularization_strength, dtype),
            "l2": cast(self._l2_regularization_strength, dtype),
            "global_step": self._step,
        }


@export("train.AdadeltaOptimizer")
class AdadeltaOptimizer(Optimizer):
    """Adadelta: steps in the ratio of the mean squares of past steps and past gradients.

    >>> import penstock as tf
    >>> tf.train.AdadeltaOptimizer(1.0, rho=0.9).get_name()
    'Adadelta'
    """

    _METHOD = "Adadelta"
    _SLOTS = {"accum": "accum", "accum_update": "accum_update"}
    _PARAMETERS = (
        ("lr", "_lr", "_lr_t", "lr"),
        ("rho", "_rho", "_rho_t", "rho"),
        ("epsilon", "_epsilon", "_epsilon_t", "epsilon"),
    )

    def __init__(
        self,
        learning_rate: TensorLike | Callable[..., Any] = 0.001,
        rho: Any = 0.95,
        epsilon: TensorLike = 1e-8,
        use_locking: bool = False,
        name: str = "Adadelta",
    ) -> None:
        """Args:
        learning_rate: a number, a tensor, or a function that returns one. The paper's method has 1.
        rho: how fast the means follow.
        epsilon: added before square roots.
        use_locking: recorded in the operations.
        name: the name of the operations and slots.
        """
        super().__init__(use_locking, name)
        self._lr = learning_rate
        self._rho = rho
        self._epsilon = epsilon
        self._lr_t = self._rho_t = self._epsilon_t = None
