"""Loss scales: the loss is multiplied before gradients are computed and the gradients are divided after, so that small
ones do not vanish in float16. A fixed scale, one that adapts, the optimizer that uses them, and 1.15's switch for mixed
precision.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from penstock._namespace import export, find
from penstock.graph import dtypes, nest, stack
from penstock.graph.composite import IndexedSlices
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Operation
from penstock.graph.typing import DTypeLike, InitializerLike, TensorLike
from penstock.ops.state.trackable import Trackable
from penstock.platform import logging
from penstock.train.optimizer import Optimizer


@export("train.experimental.LossScale")
class LossScale(Trackable):
    """Base class of loss scales: calling one gives the scale, `update` adapts it to gradients.

    >>> import penstock as tf
    >>> class Four(tf.train.experimental.LossScale):
    ...     def __call__(self):
    ...         return tf.constant(4.0)
    ...     def update(self, grads):
    ...         return tf.no_op(), True
    ...     def get_config(self):
    ...         return {}
    >>> tf.Session().run(Four.from_config({})())
    np.float32(4.0)
    """

    def __init__(self) -> None:
        self._weights: dict[tuple[str, Any], Any] = {}

    def __call__(self) -> Any:
        """The scale now, a float32 scalar."""
        raise TypeError(f"{type(self).__name__} does not say what its scale is: write __call__.")

    def update(self, grads: TensorLike) -> tuple[Any, Any]:
        """An operation that adapts the scale to `grads` (already divided), and whether they are fit to be applied."""
        raise TypeError(f"{type(self).__name__} does not say how it adapts: write update.")

    def _add_weight(self, name: str, initial_value: InitializerLike, dtype: DTypeLike | None = None) -> Any:
        key = (name, stack.current_graph())
        if key in self._weights:
            raise RuntimeError(f"Duplicate variables detected. {key}")
        variable = find("Variable")(initial_value, name=name, dtype=dtype, trainable=False, use_resource=True)
        self._weights[key] = variable
        return variable

    @property
    def _checkpoint_dependencies(self) -> list[tuple[str, Any]]:
        graph = stack.current_graph()
        return sorted(((name, v) for (name, g), v in self._weights.items() if g is graph), key=lambda item: item[0])

    def get_config(self) -> dict[str, Any]:
        """The arguments of the constructor."""
        raise TypeError(f"{type(self).__name__} does not say what it was made from: write get_config.")

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> LossScale:
        """Makes a loss scale from what `get_config` returned."""
        return cls(**config)


@export("train.experimental.FixedLossScale")
class FixedLossScale(LossScale):
    """A loss scale that never changes.

    Args:
      loss_scale_value: the scale, 1 at least.

    >>> import penstock as tf
    >>> tf.train.experimental.FixedLossScale(8).get_config()
    {'loss_scale_value': 8.0}
    """

    def __init__(self, loss_scale_value: float) -> None:
        super().__init__()
        if not isinstance(loss_scale_value, (int, float)):
            raise ValueError("loss_scale_value must be a Python int or float.")
        if loss_scale_value < 1:
            raise ValueError("loss_scale_value must be at least 1.")
        self._loss_scale_value = float(loss_scale_value)

    def __call__(self) -> Any:
        """The scale."""
        return convert_to_tensor(self._loss_scale_value)

    def update(self, grads: TensorLike) -> tuple[Any, Any]:
        """Nothing to do; all gradients are applied."""
        return find("no_op")(), True

    def __repr__(self) -> str:
        return f"FixedLossScale({self._loss_scale_value})"

    def get_config(self) -> dict[str, Any]:
        """The arguments of the constructor."""
        return {"loss_scale_value": self._loss_scale_value}


@export("train.experimental.DynamicLossScale")
class DynamicLossScale(LossScale):
    """A loss scale that grows while all gradients are finite, and shrinks when one is not.

    Args:
      initial_loss_scale: where to begin.
      increment_period: after so many steps with finite gradients, the scale is multiplied.
      multiplier: by this; and it is divided by it when a gradient is not finite.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     scale = tf.train.experimental.DynamicLossScale(initial_loss_scale=16, increment_period=1)
    ...     update, fit = scale.update([tf.constant(1.0)])
    ...     session.run(tf.global_variables_initializer())
    ...     _ = session.run(update)
    ...     print(session.run(scale()))
    32.0
    """

    def __init__(
        self, initial_loss_scale: float = 2**15, increment_period: int = 2000, multiplier: float = 2.0
    ) -> None:
        super().__init__()
        self._initial_loss_scale = float(initial_loss_scale)
        self._increment_period = int(increment_period)
        self._multiplier = float(multiplier)
        self._current_loss_scale = self._add_weight("current_loss_scale", self._initial_loss_scale, dtypes.float32)
        self._num_good_steps = self._add_weight("good_steps", 0, dtypes.int64)

    @property
    def initial_loss_scale(self) -> float:
        """Where the scale begins."""
        return self._initial_loss_scale

    @property
    def increment_period(self) -> int:
        """After how many good steps the scale grows."""
        return self._increment_period

    @property
    def multiplier(self) -> float:
        """By how much it grows and shrinks."""
        return self._multiplier

    def __call__(self) -> Any:
        """The scale now."""
        return convert_to_tensor(self._current_loss_scale)

    def update(self, grads: TensorLike) -> tuple[Any, Any]:
        """An operation that adapts the scale, and whether all of `grads` are finite."""
        tf_all, finite, cond, group = (find(n) for n in ("reduce_all", "is_finite", "cond", "group"))
        scale, steps = self._current_loss_scale, self._num_good_steps
        values = [g.values if isinstance(g, IndexedSlices) else g for g in nest.flatten(grads) if g is not None]
        fit = tf_all([tf_all(finite(g)) for g in values])

        def grow() -> Any:
            grown = scale * self._multiplier
            kept = cond(finite(grown), lambda: group(scale.assign(grown)), find("no_op"))
            return group(kept, steps.assign(0))

        def good() -> Any:
            return cond(steps + 1 >= self._increment_period, grow, lambda: group(steps.assign_add(1)))

        def bad() -> Any:
            return group(steps.assign(0), scale.assign(find("maximum")(scale / self._multiplier, 1)))

        return cond(fit, good, bad), fit

    def __repr__(self) -> str:
        return (
            f"DynamicLossScale(initial_loss_scale={self.initial_loss_scale}, "
            f"increment_period={self.increment_period}, multiplier={self.multiplier})"
        )

    def get_config(self) -> dict[str, Any]:
        """The arguments of the constructor."""
        names = ("initial_loss_scale", "increment_period", "multiplier")
        return {name: getattr(self, name) for name in names}


def get(identifier: Any) -> LossScale | None:
    """The loss scale that a number, "dynamic" or a loss scale stands for."""
    if isinstance(identifier, (int, float)):
        return FixedLossScale(identifier)
    if identifier == "dynamic":
        return DynamicLossScale()
    if identifier is None or isinstance(identifier, LossScale):
        return identifier
    raise ValueError(f"Could not interpret loss scale identifier: {identifier}")


@export("train.experimental.MixedPrecisionLossScaleOptimizer")
class MixedPrecisionLossScaleOptimizer(Optimizer):
    """An optimizer that scales the loss of another one.

    With a scale that adapts, a step whose gradients are not all finite changes no variable and does not count.

    Args:
      opt: the optimizer.
      loss_scale: a number, "dynamic", or a `LossScale`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     w = tf.Variable(3.0)
    ...     inner = tf.train.GradientDescentOptimizer(0.1)
    ...     step = tf.train.experimental.MixedPrecisionLossScaleOptimizer(inner, 64).minimize(w * w)
    ...     session.run(tf.global_variables_initializer())
    ...     session.run(step)
    ...     print(round(float(session.run(w)), 3))
    2.4
    """

    def __init__(self, opt: Optimizer, loss_scale: Any) -> None:
        if not isinstance(opt, Optimizer):
            raise ValueError(f'"opt" must be an instance of Optimizer, but got: {type(opt)}')
        super().__init__(opt._use_locking, opt.get_name())
        self._optimizer = opt
        self._loss_scale: Any = get(loss_scale)

    @property
    def _checkpoint_dependencies(self) -> list[tuple[str, Any]]:
        return [("base_optimizer", self._optimizer), ("loss_scale", self._loss_scale)]

    def compute_gradients(
        self,
        loss: TensorLike,
        var_list: Sequence[Any] | None = None,
        gate_gradients: int = Optimizer.GATE_OP,
        aggregation_method: int | None = None,
        colocate_gradients_with_ops: bool = False,
        grad_loss: TensorLike | None = None,
    ) -> list[tuple[Any, Any]]:
        """The gradients of `loss`, computed at the scale; see `Optimizer.compute_gradients`."""
        scale = self._loss_scale()
        pairs = self._optimizer.compute_gradients(
            (lambda: loss() * scale) if callable(loss) else loss * scale,
            var_list=var_list,
            gate_gradients=gate_gradients,
            aggregation_method=aggregation_method,
            colocate_gradients_with_ops=colocate_gradients_with_ops,
            grad_loss=grad_loss,
        )
        back = 1 / self._loss_scale()
        return [(None if g is None else _scaled(g, back), v) for g, v in pairs]

    def apply_gradients(
        self, grads_and_vars: Iterable[tuple[Any, Any]], global_step: TensorLike | None = None, name: str | None = None
    ) -> Operation:
        """Applies gradients, if they are all finite; see `Optimizer.apply_gradients`."""
        pairs = tuple(grads_and_vars)
        if not isinstance(self._loss_scale, DynamicLossScale):
            return self._optimizer.apply_gradients(pairs, global_step, name)
        name = self.get_name() if name is None else name
        update, fit = self._loss_scale.update([g for g, _ in pairs])
        applied = find("cond")(
            fit,
            lambda: find("group")(self._optimizer.apply_gradients(pairs, global_step, f"{name}-wrapped")),
            find("no_op"),
        )
        return find("group")(applied, update, name=name)

    def get_slot(self, var: TensorLike, name: str) -> Any:
        """The slot of the optimizer inside."""
        return self._optimizer.get_slot(var, name)

    def get_slot_names(self) -> list[str]:
        """The names of the slots of the optimizer inside."""
        return self._optimizer.get_slot_names()

    def variables(self) -> list[Any]:
        """The variables of the optimizer inside."""
        return self._optimizer.variables()


def _scaled(grad: TensorLike, by: Any) -> Any:
    if isinstance(grad, IndexedSlices):
        return IndexedSlices(grad.values * by, grad.indices, grad.dense_shape)
    return grad * by


_enabled = False


@export("train.experimental.enable_mixed_precision_graph_rewrite")
def enable_mixed_precision_graph_rewrite(opt: Optimizer, loss_scale: Any = "dynamic") -> Any:
    """The optimizer with a loss scale, for training in mixed precision.

    1.15 also computes parts of the graph in float16 then, on GPUs with tensor cores; on CPUs it computes in float32 as
    always, and so does Penstock, everywhere. What this changes is the loss scale.

    Args:
      opt: a `tf.train.Optimizer`.
      loss_scale: a number, "dynamic", or a `LossScale`.

    Raises:
      ValueError: if `opt` has a loss scale already, or is no optimizer.

    >>> import penstock as tf
    >>> inner = tf.train.GradientDescentOptimizer(0.1)
    >>> type(tf.train.experimental.enable_mixed_precision_graph_rewrite(inner, 8)).__name__
    'MixedPrecisionLossScaleOptimizer'
    >>> tf.train.experimental.disable_mixed_precision_graph_rewrite()
    """
    global _enabled
    if isinstance(opt, MixedPrecisionLossScaleOptimizer):
        raise ValueError(
            '"opt" must not already be an instance of a MixedPrecisionLossScaleOptimizer. '
            "`enable_mixed_precision_graph_rewrite` will automatically wrap the optimizer with a "
            "MixedPrecisionLossScaleOptimizer."
        )
    if not isinstance(opt, Optimizer):
        raise ValueError(
            f'"opt" must be an instance of a tf.train.Optimizer or a tf.keras.optimizers.Optimizer, but got: {opt}'
        )
    wrapped = MixedPrecisionLossScaleOptimizer(opt, loss_scale)
    _enabled = True
    return wrapped


@export("train.experimental.disable_mixed_precision_graph_rewrite")
def disable_mixed_precision_graph_rewrite() -> None:
    """Takes back `enable_mixed_precision_graph_rewrite`, for graphs to come; optimizers keep their loss scale.

    >>> import penstock as tf
    >>> tf.train.experimental.disable_mixed_precision_graph_rewrite()
    """
    global _enabled
    if not _enabled:
        logging.warn("disable_mixed_precision_graph_rewrite() called when mixed precision is already disabled.")
    _enabled = False
