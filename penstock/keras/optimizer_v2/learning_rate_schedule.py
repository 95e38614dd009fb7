"""Learning rates that change with the number of steps, as objects that optimizers take."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, TensorLike
from penstock.keras.utils import generic_utils


@export("keras.optimizers.schedules.LearningRateSchedule")
class LearningRateSchedule:
    """The base class of schedules: called with the number of steps, it returns the learning rate.

    >>> import penstock as tf
    >>> class Halving(tf.keras.optimizers.schedules.LearningRateSchedule):
    ...     def __call__(self, step):
    ...         return 0.5 ** step
    >>> tf.Session().run(Halving()(tf.constant(3.0)))
    np.float32(0.125)
    """

    # The arguments of the constructor, which are attributes of the same names.
    _arguments: tuple[str, ...] = ()
    name: str | None = None

    def __call__(self, step: TensorLike | Callable[..., Any]) -> Any:
        """The learning rate after `step` steps."""
        raise NotImplementedError("Learning rate schedule must override __call__")

    def get_config(self) -> dict[str, Any]:
        """The arguments of the constructor."""
        if not self._arguments:
            raise NotImplementedError("Learning rate schedule must override get_config")
        return {name: getattr(self, name) for name in self._arguments}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """A schedule with a configuration."""
        return cls(**config)


class _InPeriods(LearningRateSchedule):
    """What schedules have in common that decay from period to period, at its end or in between."""

    _arguments = ("initial_learning_rate", "decay_steps", "decay_rate", "staircase", "name")

    def __init__(
        self,
        initial_learning_rate: TensorLike | Callable[..., Any],
        decay_steps: TensorLike | Callable[..., Any],
        decay_rate: TensorLike | Callable[..., Any],
        staircase: bool = False,
        name: str | None = None,
    ) -> None:
        self.initial_learning_rate = initial_learning_rate
        self.decay_steps = decay_steps
        self.decay_rate = decay_rate
        self.staircase = staircase
        self.name = name

    def _periods(self, step: TensorLike | Callable[..., Any]) -> tuple[Tensor, Tensor, Tensor]:
        """The first rate, by what it decays, and how many periods are over: whole ones with `staircase`."""
        initial = tf.convert_to_tensor(self.initial_learning_rate, name="initial_learning_rate")
        dtype = initial.dtype
        steps, rate = tf.cast(self.decay_steps, dtype), tf.cast(self.decay_rate, dtype)
        periods = tf.cast(step, dtype) / steps
        return initial, rate, tf.floor(periods) if self.staircase else periods


@export("keras.optimizers.schedules.ExponentialDecay")
class ExponentialDecay(_InPeriods):
    """A rate that is multiplied by `decay_rate` every `decay_steps` steps.

    Args:
      initial_learning_rate: the rate at the beginning.
      decay_steps: a number of steps.
      decay_rate: a factor.
      staircase: whether the rate stays the same in between.
      name: a name.

    >>> import penstock as tf
    >>> rate = tf.keras.optimizers.schedules.ExponentialDecay(1.0, 2, 0.5)
    >>> tf.Session().run(rate(4))
    np.float32(0.25)
    """

    def __call__(self, step: TensorLike | Callable[..., Any]) -> Any:
        with tf.name_scope(self.name or "ExponentialDecay") as name:
            initial, rate, part = self._periods(step)
            return tf.multiply(initial, tf.pow(rate, part), name=name)


@export("keras.optimizers.schedules.PiecewiseConstantDecay")
class PiecewiseConstantDecay(LearningRateSchedule):
    """Rates that stay the same up to given steps.

    Args:
      boundaries: the last step of each rate but the last.
      values: the rates, one more than boundaries.
      name: a name.

    Raises:
      ValueError: their numbers do not fit.

    >>> import penstock as tf
    >>> rate = tf.keras.optimizers.schedules.PiecewiseConstantDecay([10, 20], [1.0, 0.5, 0.1])
    >>> tf.Session().run([rate(10), rate(11), rate(21)])
    [np.float32(1.0), np.float32(0.5), np.float32(0.1)]
    """

    _arguments = ("boundaries", "values", "name")

    def __init__(self, boundaries: Any, values: Any, name: str | None = None) -> None:
        if len(boundaries) != len(values) - 1:
            raise ValueError("The length of boundaries should be 1 less than the length of values")
        self.boundaries = boundaries
        self.values = values
        self.name = name

    def __call__(self, step: TensorLike | Callable[..., Any]) -> Any:
        with tf.name_scope(self.name or "PiecewiseConstant"):
            boundaries = [tf.convert_to_tensor(b) for b in self.boundaries]
            values = [tf.convert_to_tensor(v) for v in self.values]
            x = tf.convert_to_tensor(step)
            kind = x.dtype.base_dtype
            boundaries = [b if b.dtype.base_dtype == kind else tf.cast(b, kind) for b in boundaries]
            pairs = [(x <= boundaries[0], lambda: values[0]), (x > boundaries[-1], lambda: values[-1])]
            for low, high, value in zip(boundaries[:-1], boundaries[1:], values[1:-1]):
                pairs.append(((x > low) & (x <= high), lambda value=value: value))  # type: ignore[misc]
            return tf.case(pairs, lambda: values[0], exclusive=True)


@export("keras.optimizers.schedules.PolynomialDecay")
class PolynomialDecay(LearningRateSchedule):
    """A rate that falls to `end_learning_rate` within `decay_steps` steps.

    Args:
      initial_learning_rate: the rate at the beginning.
      decay_steps: a number of steps.
      end_learning_rate: the rate at the end.
      power: the power of the rest of the way, 1 for a straight line.
      cycle: whether it starts again, more slowly, at the end.
      name: a name.

    >>> import penstock as tf
    >>> rate = tf.keras.optimizers.schedules.PolynomialDecay(1.0, 4, end_learning_rate=0.0)
    >>> tf.Session().run([rate(1), rate(9)])
    [np.float32(0.75), np.float32(0.0)]
    """

    _arguments = ("initial_learning_rate", "decay_steps", "end_learning_rate", "power", "cycle", "name")

    def __init__(
        self,
        initial_learning_rate: TensorLike | Callable[..., Any],
        decay_steps: TensorLike | Callable[..., Any],
        end_learning_rate: TensorLike | Callable[..., Any] = 0.0001,
        power: TensorLike | Callable[..., Any] = 1.0,
        cycle: bool = False,
        name: str | None = None,
    ) -> None:
        self.initial_learning_rate = initial_learning_rate
        self.decay_steps = decay_steps
        self.end_learning_rate = end_learning_rate
        self.power = power
        self.cycle = cycle
        self.name = name

    def __call__(self, step: TensorLike | Callable[..., Any]) -> Any:
        with tf.name_scope(self.name or "PolynomialDecay") as name:
            initial = tf.convert_to_tensor(self.initial_learning_rate, name="initial_learning_rate")
            dtype = initial.dtype
            end, power = tf.cast(self.end_learning_rate, dtype), tf.cast(self.power, dtype)
            now, steps = tf.cast(step, dtype), tf.cast(self.decay_steps, dtype)
            if self.cycle:
                at = now
                times = tf.cond(tf.equal(at, 0), lambda: 1.0, lambda: tf.ceil(at / self.decay_steps))
                steps = tf.multiply(steps, times)
            else:
                now = tf.minimum(now, self.decay_steps)
            part = tf.divide(now, steps)
            return tf.add(tf.multiply(initial - end, tf.pow(1 - part, power)), end, name=name)


@export("keras.optimizers.schedules.InverseTimeDecay")
class InverseTimeDecay(_InPeriods):
    """A rate that is divided by one plus `decay_rate` for every `decay_steps` steps.

    Args:
      initial_learning_rate: the rate at the beginning.
      decay_steps: a number of steps.
      decay_rate: what is added to the divisor.
      staircase: whether the rate stays the same in between.
      name: a name.

    >>> import penstock as tf
    >>> rate = tf.keras.optimizers.schedules.InverseTimeDecay(1.0, 1, 1.0)
    >>> tf.Session().run(rate(3))
    np.float32(0.25)
    """

    def __call__(self, step: TensorLike | Callable[..., Any]) -> Any:
        with tf.name_scope(self.name or "InverseTimeDecay") as name:
            initial, rate, part = self._periods(step)
            one = tf.cast(tf.constant(1), initial.dtype)
            return tf.divide(initial, tf.add(one, tf.multiply(rate, part)), name=name)


# -- along a cosine ---------------------------------------------------------------------------------------------------


@export("keras.experimental.CosineDecay")
class CosineDecay(LearningRateSchedule):
    """A rate that falls along half a cosine.

    Args:
      initial_learning_rate: the rate at the beginning.
      decay_steps: a number of steps.
      alpha: the rate at the end, as a part of that at the beginning.
      name: a name.

    >>> import penstock as tf
    >>> rate = tf.keras.experimental.CosineDecay(1.0, 4)
    >>> tf.Session().run(rate(2)).round(3)
    np.float32(0.5)
    """

    _arguments = ("initial_learning_rate", "decay_steps", "alpha", "name")

    def __init__(
        self,
        initial_learning_rate: TensorLike | Callable[..., Any],
        decay_steps: TensorLike | Callable[..., Any],
        alpha: float = 0.0,
        name: str | None = None,
    ) -> None:
        self.initial_learning_rate = initial_learning_rate
        self.decay_steps = decay_steps
        self.alpha = alpha
        self.name = name

    def __call__(self, step: TensorLike | Callable[..., Any]) -> Any:
        with tf.name_scope(self.name or "CosineDecay"):
            initial = tf.convert_to_tensor(self.initial_learning_rate, name="initial_learning_rate")
            steps = tf.cast(self.decay_steps, initial.dtype)
            part = tf.minimum(tf.cast(step, initial.dtype), steps) / steps
            cosine = 0.5 * (1.0 + tf.cos(tf.constant(math.pi) * part))
            return tf.multiply(initial, (1 - self.alpha) * cosine + self.alpha)


@export("keras.experimental.CosineDecayRestarts")
class CosineDecayRestarts(LearningRateSchedule):
    """A rate that falls along half a cosine, again and again.

    Args:
      initial_learning_rate: the rate at the beginning.
      first_decay_steps: the number of steps up to the first restart.
      t_mul: how much longer each period is than the one before.
      m_mul: the rate after a restart, as a part of the one before.
      alpha: the smallest rate, as a part of that at the beginning.
      name: a name.

    >>> import penstock as tf
    >>> rate = tf.keras.experimental.CosineDecayRestarts(1.0, 4)
    >>> tf.Session().run(rate(4)).round(3)
    np.float32(1.0)
    """

    def __init__(
        self,
        initial_learning_rate: TensorLike | Callable[..., Any],
        first_decay_steps: TensorLike | Callable[..., Any],
        t_mul: float = 2.0,
        m_mul: float = 1.0,
        alpha: float = 0.0,
        name: str | None = None,
    ) -> None:
        self.initial_learning_rate = initial_learning_rate
        self.first_decay_steps = first_decay_steps
        self._t_mul = t_mul
        self._m_mul = m_mul
        self.alpha = alpha
        self.name = name

    def __call__(self, step: TensorLike | Callable[..., Any]) -> Any:
        with tf.name_scope(self.name or "SGDRDecay") as name:
            initial = tf.convert_to_tensor(self.initial_learning_rate, name="initial_learning_rate")
            dtype = initial.dtype
            first, alpha = tf.cast(self.first_decay_steps, dtype), tf.cast(self.alpha, dtype)
            t_mul, m_mul = tf.cast(self._t_mul, dtype), tf.cast(self._m_mul, dtype)
            whole = tf.cast(step, dtype) / first

            def equal_periods() -> tuple[Any, Any]:
                restarts = tf.floor(whole)
                return restarts, whole - restarts

            def growing_periods() -> tuple[Any, Any]:
                restarts = tf.floor(tf.log(1.0 - whole * (1.0 - t_mul)) / tf.log(t_mul))
                before = (1.0 - t_mul**restarts) / (1.0 - t_mul)
                return restarts, (whole - before) / t_mul**restarts

            restarts, part = tf.cond(tf.equal(t_mul, 1.0), equal_periods, growing_periods)
            cosine = 0.5 * m_mul**restarts * (1.0 + tf.cos(tf.constant(math.pi) * part))
            return tf.multiply(initial, (1 - alpha) * cosine + alpha, name=name)

    def get_config(self) -> dict[str, Any]:
        return {
            "initial_learning_rate": self.initial_learning_rate,
            "first_decay_steps": self.first_decay_steps,
            "t_mul": self._t_mul,
            "m_mul": self._m_mul,
            "alpha": self.alpha,
            "name": self.name,
        }


@export("keras.experimental.LinearCosineDecay")
class LinearCosineDecay(LearningRateSchedule):
    """A rate that falls along a line and a cosine at once.

    Args:
      initial_learning_rate: the rate at the beginning.
      decay_steps: a number of steps.
      num_periods: the number of periods of the cosine.
      alpha: what is added to the line.
      beta: what is added to the product.
      name: a name.

    >>> import penstock as tf
    >>> rate = tf.keras.experimental.LinearCosineDecay(1.0, 4)
    >>> tf.Session().run(rate(2)).round(3)
    np.float32(0.251)
    """

    _arguments = ("initial_learning_rate", "decay_steps", "num_periods", "alpha", "beta", "name")
    _default_name = "LinearCosineDecay"

    def __init__(
        self,
        initial_learning_rate: TensorLike | Callable[..., Any],
        decay_steps: TensorLike | Callable[..., Any],
        num_periods: float = 0.5,
        alpha: float = 0.0,
        beta: float = 0.001,
        name: str | None = None,
    ) -> None:
        self.initial_learning_rate = initial_learning_rate
        self.decay_steps = decay_steps
        self.num_periods = num_periods
        self.alpha = alpha
        self.beta = beta
        self.name = name

    def __call__(self, step: TensorLike | Callable[..., Any]) -> Any:
        with tf.name_scope(self.name or self._default_name) as name:
            initial = tf.convert_to_tensor(self.initial_learning_rate, name="initial_learning_rate")
            dtype = initial.dtype
            steps = tf.cast(self.decay_steps, dtype)
            noise = self._noise_arguments(dtype)
            periods, alpha = tf.cast(self.num_periods, dtype), tf.cast(self.alpha, dtype)
            beta = tf.cast(self.beta, dtype)
            now = tf.minimum(tf.cast(step, dtype), steps)
            line = self._noisy((steps - now) / steps, now, noise)
            part = 2.0 * periods * (now / steps)
            cosine = 0.5 * (1.0 + tf.cos(tf.constant(math.pi) * part))
            return tf.multiply(initial, (alpha + line) * cosine + beta, name=name)

    def _noise_arguments(self, dtype: DTypeLike) -> Any:
        return None

    def _noisy(self, line: Any, now: Any, noise: Any) -> Any:
        return line


@export("keras.experimental.NoisyLinearCosineDecay")
class NoisyLinearCosineDecay(LinearCosineDecay):
    """A `LinearCosineDecay` with noise on the line, which becomes less.

    Args:
      initial_learning_rate: the rate at the beginning.
      decay_steps: a number of steps.
      initial_variance: the variance of the noise at the beginning.
      variance_decay: how fast the variance falls.
      num_periods: the number of periods of the cosine.
      alpha: what is added to the line.
      beta: what is added to the product.
      name: a name.

    >>> import penstock as tf
    >>> rate = tf.keras.experimental.NoisyLinearCosineDecay(1.0, 4, initial_variance=0.0)
    >>> tf.Session().run(rate(2)).round(3)
    np.float32(0.251)
    """

    _arguments = (  # type: ignore[assignment]
        *("initial_learning_rate", "decay_steps", "initial_variance", "variance_decay"),
        *("num_periods", "alpha", "beta", "name"),
    )
    _default_name = "NoisyLinearCosineDecay"

    def __init__(
        self,
        initial_learning_rate: TensorLike | Callable[..., Any],
        decay_steps: TensorLike | Callable[..., Any],
        initial_variance: float = 1.0,
        variance_decay: float = 0.55,
        num_periods: float = 0.5,
        alpha: float = 0.0,
        beta: float = 0.001,
        name: str | None = None,
    ) -> None:
        super().__init__(initial_learning_rate, decay_steps, num_periods, alpha, beta, name)
        self.initial_variance = initial_variance
        self.variance_decay = variance_decay

    def _noise_arguments(self, dtype: DTypeLike) -> tuple[Any, Any]:
        return tf.cast(self.initial_variance, dtype), tf.cast(self.variance_decay, dtype)

    def _noisy(self, line: Any, now: Any, noise: Any) -> Tensor:
        deviation = tf.sqrt(noise[0] / tf.pow(1.0 + now, noise[1]))
        return line + tf.random_normal(line.shape, stddev=deviation)


_SCHEDULES: tuple[type[LearningRateSchedule], ...] = (
    *(LearningRateSchedule, ExponentialDecay, PiecewiseConstantDecay, PolynomialDecay, InverseTimeDecay),
    *(CosineDecay, CosineDecayRestarts, LinearCosineDecay, NoisyLinearCosineDecay),
)


@export("keras.optimizers.schedules.serialize")
def serialize(learning_rate_schedule: Any) -> Any:
    """A schedule as its configuration.

    >>> import penstock as tf
    >>> schedules = tf.keras.optimizers.schedules
    >>> schedules.serialize(schedules.InverseTimeDecay(1.0, 10, 0.5))["class_name"]
    'InverseTimeDecay'
    """
    return generic_utils.serialize_keras_object(learning_rate_schedule)


@export("keras.optimizers.schedules.deserialize")
def deserialize(config: Mapping[str, Any] | str, custom_objects: dict[str, Any] | None = None) -> Any:
    """The schedule of a configuration.

    Args:
      config: a dict with `class_name` and `config`.
      custom_objects: a dict of classes and functions of your own, by the names that the configuration uses.

    >>> import penstock as tf
    >>> schedules = tf.keras.optimizers.schedules
    >>> config = schedules.serialize(schedules.ExponentialDecay(1.0, 10, 0.5))
    >>> schedules.deserialize(config).decay_steps
    10
    """
    return generic_utils.deserialize_keras_object(
        config,
        module_objects={cls.__name__: cls for cls in _SCHEDULES},
        custom_objects=custom_objects,
        printable_module_name="decay",
    )
