"""Learning rates that fall with the global step: functions of a step tensor that return a tensor."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from penstock._namespace import export, find
from penstock.graph import dtypes
from penstock.graph.convert import constant, convert_n_to_tensor, convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike


def _cast(value: TensorLike, dtype: dtypes.DType) -> Tensor:
    return find("cast")(value, dtype)


def _scope(name: str | None, default: str) -> name_scope:
    return name_scope(name or default)


def _rate(learning_rate: TensorLike) -> Tensor:
    return convert_to_tensor(learning_rate, name="initial_learning_rate")


def _periods(
    learning_rate: TensorLike, global_step: TensorLike, decay_steps: TensorLike, decay_rate: TensorLike, staircase: bool
) -> tuple[Tensor, Tensor, Tensor]:
    """The first rate, by what it decays, and how many periods are over: whole ones with `staircase`."""
    rate = _rate(learning_rate)
    steps, factor = _cast(decay_steps, rate.dtype), _cast(decay_rate, rate.dtype)
    periods = _cast(global_step, rate.dtype) / steps
    return rate, factor, find("floor")(periods) if staircase else periods


@export("train.exponential_decay")
def exponential_decay(
    learning_rate: TensorLike,
    global_step: TensorLike,
    decay_steps: TensorLike,
    decay_rate: TensorLike,
    staircase: bool = False,
    name=None,
) -> Tensor:
    """`learning_rate * decay_rate ** (global_step / decay_steps)`.

    Args:
      learning_rate: the rate at step 0.
      global_step: the step, a number or tensor.
      decay_steps: after how many steps `decay_rate` has been applied once.
      decay_rate: the factor.
      staircase: decay at multiples of `decay_steps` only.
      name: a name for the operation.

    >>> import penstock as tf
    >>> print(tf.Session().run(tf.train.exponential_decay(0.5, 20, 10, 0.5)))
    0.125
    """
    with _scope(name, "ExponentialDecay") as scope:
        rate, factor, p = _periods(learning_rate, global_step, decay_steps, decay_rate, staircase)
        return find("multiply")(rate, find("pow")(factor, p), name=scope)


@export("train.natural_exp_decay")
def natural_exp_decay(
    learning_rate: TensorLike,
    global_step: TensorLike,
    decay_steps: TensorLike,
    decay_rate: TensorLike,
    staircase: bool = False,
    name=None,
) -> Tensor:
    """`learning_rate * exp(-decay_rate * global_step / decay_steps)`; with `staircase`, of whole periods.

    Args:
      learning_rate: the rate at step 0.
      global_step: the step, a number or tensor.
      decay_steps: the length of a period.
      decay_rate: how fast it falls.
      staircase: whether it changes at the end of periods only.
      name: a name for the operation.

    Raises:
      ValueError: `global_step` is None.

    >>> import penstock as tf
    >>> rates = [tf.train.natural_exp_decay(1.0, step, decay_steps=10, decay_rate=0.5) for step in (0, 10, 20)]
    >>> print(["%.4f" % rate for rate in tf.Session().run(rates)])
    ['1.0000', '0.6065', '0.3679']
    """
    factor = find("exp")(find("negative")(decay_rate))
    return exponential_decay(learning_rate, global_step, decay_steps, factor, staircase, name)


@export("train.inverse_time_decay")
def inverse_time_decay(
    learning_rate: TensorLike,
    global_step: TensorLike,
    decay_steps: TensorLike,
    decay_rate: TensorLike,
    staircase: bool = False,
    name=None,
) -> Tensor:
    """`learning_rate / (1 + decay_rate * global_step / decay_steps)`; with `staircase`, of whole periods.

    Args:
      learning_rate: the rate at step 0.
      global_step: the step, a number or tensor.
      decay_steps: the length of a period.
      decay_rate: how fast it falls.
      staircase: whether it changes at the end of periods only.
      name: a name for the operation.

    Raises:
      ValueError: `global_step` is None.

    >>> import penstock as tf
    >>> rates = [tf.train.inverse_time_decay(8.0, step, decay_steps=10, decay_rate=1.0) for step in (0, 10, 30)]
    >>> print([float(rate) for rate in tf.Session().run(rates)])
    [8.0, 4.0, 2.0]
    """
    with _scope(name, "InverseTimeDecay") as scope:
        rate, factor, p = _periods(learning_rate, global_step, decay_steps, decay_rate, staircase)
        one = _cast(constant(1), rate.dtype)
        return find("divide")(rate, find("add")(one, find("multiply")(factor, p)), name=scope)


@export("train.polynomial_decay")
def polynomial_decay(
    learning_rate: TensorLike,
    global_step: TensorLike,
    decay_steps: TensorLike,
    end_learning_rate: Any = 0.0001,
    power: TensorLike = 1.0,
    cycle: bool = False,
    name: str | None = None,
) -> Tensor:
    """Falls from `learning_rate` to `end_learning_rate` within `decay_steps`, as `(1 - step / decay_steps) ** power`.

    Args:
      learning_rate: the rate at step 0.
      global_step: the step.
      decay_steps: the length of the decay.
      end_learning_rate: the last rate.
      power: 1 for a straight line.
      cycle: if True, begin again with a period longer by `decay_steps`, instead of staying at the end.
      name: a name for the operation.

    >>> import penstock as tf
    >>> rates = [tf.train.polynomial_decay(8.0, step, 100, end_learning_rate=4.0) for step in (0, 50, 100, 200)]
    >>> print([float(rate) for rate in tf.Session().run(rates)])
    [8.0, 6.0, 4.0, 4.0]
    """
    with _scope(name, "PolynomialDecay") as scope:
        rate = _rate(learning_rate)
        dtype = rate.dtype
        end, exponent, step = _cast(end_learning_rate, dtype), _cast(power, dtype), _cast(global_step, dtype)
        steps = _cast(decay_steps, dtype)
        if cycle:
            periods = find("cond")(
                find("equal")(step, 0), lambda: constant(1.0, dtype), lambda: find("ceil")(step / decay_steps)
            )
            steps = find("multiply")(steps, periods)
        else:
            step = find("minimum")(step, decay_steps)
        p = find("divide")(step, steps)
        return find("add")(find("multiply")(rate - end, find("pow")(1 - p, exponent)), end, name=scope)


@export("train.piecewise_constant", "train.piecewise_constant_decay")
def piecewise_constant(
    x: TensorLike, boundaries: Sequence[Any], values: Sequence[Any], name: str | None = None
) -> Tensor:
    """`values[0]` while `x <= boundaries[0]`, `values[1]` while `x <= boundaries[1]`, ..., `values[-1]` after the last.

    Args:
      x: the step.
      boundaries: increasing numbers of the type of `x`.
      values: one more than boundaries, all of one type.
      name: a name for the scope.

    Raises:
      ValueError: if types or lengths do not fit.

    >>> import penstock as tf
    >>> print(tf.Session().run(tf.train.piecewise_constant(7, [5, 10], [1.0, 0.5, 0.1])))
    0.5
    """
    boundaries = convert_n_to_tensor(boundaries)
    values = convert_n_to_tensor(values)
    kind = convert_to_tensor(x).dtype.base_dtype
    for i, b in enumerate(boundaries):
        own = b.dtype.base_dtype
        if own != kind:
            if own != dtypes.int32 or kind != dtypes.int64:
                raise ValueError(f"Boundaries ({own}) must have the same dtype as x ({kind}).")
            boundaries[i] = _cast(b, kind)
    for v in values[1:]:
        if v.dtype.base_dtype != values[0].dtype.base_dtype:
            raise ValueError(
                "Values must have elements all with the same dtype "
                f"({values[0].dtype.base_dtype} vs {v.dtype.base_dtype})."
            )
    if len(boundaries) != len(values) - 1:
        raise ValueError("The length of boundaries should be 1 less than the length of values")
    with _scope(name, "PiecewiseConstant"):
        step = convert_to_tensor(x)
        cases: list[Any] = [(step <= boundaries[0], lambda: values[0]), (step > boundaries[-1], lambda: values[-1])]
        for low, high, value in zip(boundaries[:-1], boundaries[1:], values[1:-1], strict=True):
            cases.append(((step > low) & (step <= high), lambda value=value: value))
        return find("case")(cases, lambda: values[0], exclusive=True)


@export("train.cosine_decay")
def cosine_decay(learning_rate: Any, global_step: TensorLike, decay_steps: Any, alpha: Any = 0.0, name=None) -> Tensor:
    """Falls along half a cosine from `learning_rate` to `alpha * learning_rate` within `decay_steps`.

    Args:
      learning_rate: the rate at step 0.
      global_step: the step, a number or tensor.
      decay_steps: the length of the decay; afterwards the rate stays.
      alpha: the lowest rate, as a fraction of `learning_rate`.
      name: a name for the operation.

    Raises:
      ValueError: `global_step` is None.

    >>> import penstock as tf
    >>> rates = [tf.train.cosine_decay(8.0, step, decay_steps=100) for step in (0, 50, 100, 200)]
    >>> print([float(round(rate, 4)) for rate in tf.Session().run(rates)])
    [8.0, 4.0, 0.0, 0.0]
    """
    with _scope(name, "CosineDecay"):
        rate = _rate(learning_rate)
        dtype = rate.dtype
        steps = _cast(decay_steps, dtype)
        done = find("minimum")(_cast(global_step, dtype), steps) / steps
        cosine = _cosine(done)
        return find("multiply")(rate, (1 - alpha) * cosine + alpha)


def _cosine(fraction: Tensor, factor: Tensor | None = None) -> Tensor:
    half = 0.5 if factor is None else 0.5 * factor
    return half * (1.0 + find("cos")(constant(math.pi) * fraction))


@export("train.cosine_decay_restarts")
def cosine_decay_restarts(
    learning_rate: TensorLike,
    global_step: TensorLike,
    first_decay_steps: Any,
    t_mul: Any = 2.0,
    m_mul: Any = 1.0,
    alpha: TensorLike = 0.0,
    name: str | None = None,
) -> Tensor:
    """Cosine decay that begins again and again (Loshchilov & Hutter 2016).

    Args:
      learning_rate: the first rate.
      global_step: the step.
      first_decay_steps: the length of the first period.
      t_mul: the factor by which periods grow.
      m_mul: the factor from one period's first rate to the next's.
      alpha: the lowest rate, as a fraction of `learning_rate`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> rates = [tf.train.cosine_decay_restarts(8.0, step, 100, m_mul=0.5) for step in (0, 50, 100, 200)]
    >>> print([float(round(rate, 4)) for rate in tf.Session().run(rates)])
    [8.0, 4.0, 4.0, 2.0]
    """
    with _scope(name, "SGDRDecay") as scope:
        rate = _rate(learning_rate)
        dtype = rate.dtype
        first, lowest = _cast(first_decay_steps, dtype), _cast(alpha, dtype)
        t, m = _cast(t_mul, dtype), _cast(m_mul, dtype)
        done = _cast(global_step, dtype) / first

        def equal_periods() -> tuple[Tensor, Tensor]:
            restart = find("floor")(done)
            return restart, done - restart

        def growing_periods() -> tuple[Tensor, Tensor]:
            restart = find("floor")(find("log")(1.0 - done * (1.0 - t)) / find("log")(t))
            before = (1.0 - t**restart) / (1.0 - t)
            return restart, (done - before) / t**restart

        restart, fraction = find("cond")(find("equal")(t, 1.0), equal_periods, growing_periods)
        cosine = _cosine(fraction, m**restart)
        decayed = (1 - lowest) * cosine + lowest
        return find("multiply")(rate, decayed, name=scope)


@export("train.linear_cosine_decay")
def linear_cosine_decay(
    learning_rate: TensorLike,
    global_step: TensorLike,
    decay_steps: TensorLike,
    num_periods: TensorLike = 0.5,
    alpha: TensorLike = 0.0,
    beta: TensorLike = 0.001,
    name: str | None = None,
) -> Tensor:
    """`learning_rate * ((alpha + linear) * cosine + beta)`, where linear and cosine fall from 1 to 0.

    Args:
      learning_rate: the rate at step 0.
      global_step: the step, a number or tensor.
      decay_steps: the length of the decay.
      num_periods: how many periods the cosine goes through.
      alpha, beta: see above.
      name: a name for the operation.

    Raises:
      ValueError: `global_step` is None.

    >>> import penstock as tf
    >>> rates = [tf.train.linear_cosine_decay(8.0, step, decay_steps=100, beta=0.0) for step in (0, 50, 100)]
    >>> print([float(round(rate, 4)) for rate in tf.Session().run(rates)])
    [8.0, 2.0, 0.0]
    """
    with _scope(name, "LinearCosineDecay") as scope:
        return _linear_cosine(learning_rate, global_step, decay_steps, num_periods, alpha, beta, scope, None)


@export("train.noisy_linear_cosine_decay")
def noisy_linear_cosine_decay(
    learning_rate: TensorLike,
    global_step: TensorLike,
    decay_steps: TensorLike,
    initial_variance: Any = 1.0,
    variance_decay: Any = 0.55,
    num_periods: TensorLike = 0.5,
    alpha: TensorLike = 0.0,
    beta: TensorLike = 0.001,
    name: str | None = None,
) -> Tensor:
    """As `linear_cosine_decay`, with noise of variance `initial_variance / (1 + step) ** variance_decay` added.

    Args:
      learning_rate, global_step, decay_steps, num_periods, alpha, beta, name: see `linear_cosine_decay`.
      initial_variance: the variance of the noise at step 0.
      variance_decay: how fast it falls.

    Raises:
      ValueError: `global_step` is None.

    >>> import penstock as tf
    >>> without_noise = tf.train.noisy_linear_cosine_decay(8.0, 50, decay_steps=100, initial_variance=0.0, beta=0.0)
    >>> print("%.4f" % tf.Session().run(without_noise))
    2.0000
    """
    with _scope(name, "NoisyLinearCosineDecay") as scope:
        noise = (initial_variance, variance_decay)
        return _linear_cosine(learning_rate, global_step, decay_steps, num_periods, alpha, beta, scope, noise)


def _linear_cosine(
    learning_rate: TensorLike,
    global_step: TensorLike,
    decay_steps: TensorLike,
    num_periods: TensorLike,
    alpha: TensorLike,
    beta: TensorLike,
    name: str,
    noise: tuple[Any, Any] | None,
) -> Tensor:
    rate = _rate(learning_rate)
    dtype = rate.dtype
    steps = _cast(decay_steps, dtype)
    if noise is not None:
        variance, variance_decay = _cast(noise[0], dtype), _cast(noise[1], dtype)
    periods, alpha, beta = _cast(num_periods, dtype), _cast(alpha, dtype), _cast(beta, dtype)
    step = find("minimum")(_cast(global_step, dtype), steps)
    linear = (steps - step) / steps
    if noise is not None:
        variance = variance / find("pow")(1.0 + step, variance_decay)
        linear = linear + find("random.normal")(linear.shape, stddev=find("sqrt")(variance))
    done = step / steps
    cosine = _cosine(2.0 * periods * done)
    return find("multiply")(rate, (alpha + linear) * cosine + beta, name=name)
