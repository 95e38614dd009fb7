"""An optimizer around another one that scales losses up and gradients down, for types of few digits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.typing import TensorOrVariable
from penstock.keras import backend
from penstock.keras.optimizer_v2 import optimizer_v2
from penstock.train import loss_scale as loss_scales

if TYPE_CHECKING:
    from penstock.graph.operation import Operation
    from penstock.ops.state.variables import Variable


@export("keras.mixed_precision.experimental.LossScaleOptimizer")
class LossScaleOptimizer(optimizer_v2.OptimizerV2):
    """An optimizer that multiplies losses by a scale before gradients are taken, and divides these by it.

    Args:
      opt: the optimizer that does the steps.
      loss_scale: a number, "dynamic", or a `LossScale`.

    Raises:
      ValueError: `opt` is no optimizer of Keras, or it clips gradients.

    >>> import penstock as tf
    >>> optimizer = tf.keras.mixed_precision.experimental.LossScaleOptimizer(tf.keras.optimizers.SGD(0.1), 128)
    >>> v = tf.keras.backend.variable(1.0)
    >>> step = tf.keras.backend.function([], [v * v], updates=optimizer.get_updates(v * v, [v]))
    >>> step([]), tf.keras.backend.get_value(v)
    ([np.float32(1.0)], np.float32(0.8))
    """

    def __init__(self, opt: Any, loss_scale: Any) -> None:
        if not isinstance(opt, optimizer_v2.OptimizerV2):
            raise ValueError('"opt" must be an instance of OptimizerV2, but got: %s' % opt)
        for name in ("clipnorm", "clipvalue"):
            if hasattr(opt, name):
                raise ValueError(
                    f"LossScaleOptimizer does not support wrapping optimizers with a {name}. Optimizer {opt} has {name} "
                    f"{getattr(opt, name)}"
                )
        self._optimizer = opt
        scale: Any = loss_scales.get(loss_scale)
        self._loss_scale: Any = scale
        for _, weight in scale._checkpoint_dependencies:
            backend.track_variable(weight)
        self._hyper = {}

    @property
    def _checkpoint_dependencies(self) -> list[tuple[str, Any]]:
        return [("base_optimizer", self._optimizer), ("loss_scale", self._loss_scale)]

    @property
    def loss_scale(self) -> Any:
        """The `LossScale`."""
        return self._loss_scale

    def get_scaled_loss(self, loss: Any) -> Any:
        """A loss, or a function that returns one, times the scale."""
        scale = self._loss_scale()
        if callable(loss):

            def scaled() -> Any:
                value = loss()
                return value * tf.cast(scale, value.dtype)

            return scaled
        return loss * tf.cast(scale, loss.dtype)

    def get_unscaled_gradients(self, grads: Sequence[Any]) -> list[Any]:
        """Gradients divided by the scale."""
        reciprocal = 1.0 / self._loss_scale()
        return [None if g is None else g * tf.cast(reciprocal, g.dtype) for g in grads]

    def _compute_gradients(self, loss: Any, var_list: Any, grad_loss: Any = None) -> list[tuple[Any, Any]]:
        found = self._optimizer._compute_gradients(self.get_scaled_loss(loss), var_list, grad_loss)
        return list(zip(self.get_unscaled_gradients([g for g, _ in found]), [v for _, v in found]))

    def get_gradients(self, loss: Any, params: Sequence[Any]) -> list[Any]:
        return self.get_unscaled_gradients(self._optimizer.get_gradients(self.get_scaled_loss(loss), params))

    def apply_gradients(self, grads_and_vars: Iterable[tuple[Any, Any]], name: str | None = None) -> Operation:
        grads_and_vars = tuple(grads_and_vars)
        update, finite = self._loss_scale.update([g for g, _ in grads_and_vars])
        if isinstance(finite, bool):
            step = self._optimizer.apply_gradients(grads_and_vars, name) if finite else tf.no_op()
        else:
            step = tf.cond(finite, lambda: self._optimizer.apply_gradients(grads_and_vars, name), tf.no_op)
        return tf.group(step, update)

    @property
    def iterations(self) -> Any:
        return self._optimizer.iterations

    @iterations.setter
    def iterations(self, variable: TensorOrVariable) -> None:
        self._optimizer.iterations = variable

    @property
    def learning_rate(self) -> Any:
        """The learning rate of the optimizer that does the steps."""
        return self._optimizer.learning_rate

    @learning_rate.setter
    def learning_rate(self, lr: Any) -> None:
        self._optimizer.learning_rate = lr

    @property
    def weights(self) -> list[Any]:
        return self._optimizer.weights

    def get_slot_names(self) -> list[str]:
        return self._optimizer.get_slot_names()

    def get_slot(self, var: Variable, slot_name: str) -> Any:
        return self._optimizer.get_slot(var, slot_name)

    def get_config(self) -> dict[str, Any]:
        """Raises NotImplementedError, as in 1.15."""
        raise NotImplementedError("get_config() is not yet implemented for LossScaleOptimizers")

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Any:
        """Raises NotImplementedError, as in 1.15."""
        raise NotImplementedError("from_config() is not yet implemented for LossScaleOptimizers")
