"""`tf.contrib.integrate`: solutions of ordinary differential equations, with steps of their own choice or on a grid."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import penstock as tf
from penstock._namespace import export
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike, TensorOrVariable

_Slope = Callable[[Any, Any], Any]

# Dormand and Prince's method of order 5: where a step looks, and what it makes of the slopes found so far.
_ALPHA = (1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0, 1.0)
_BETA = (
    (1 / 5,),
    (3 / 40, 9 / 40),
    (44 / 45, -56 / 15, 32 / 9),
    (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
    (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
    (35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
)
# What the method of order 4 with the same slopes would add, less what this one adds: the estimated error.
_ERROR = tuple(
    fourth - fifth
    for fourth, fifth in zip(
        (1951 / 21600, 0, 22642 / 50085, 451 / 720, -12231 / 42400, 649 / 6300, 1 / 60), (*_BETA[-1], 0), strict=True
    )
)
_MIDDLE = (
    6025192743 / 30085553152 / 2, 0, 51252292925 / 65400821598 / 2, -2691868925 / 45128329728 / 2,
    187940372067 / 1594534317056 / 2, -1776094331 / 19743644256 / 2, 11237099 / 235043384 / 2,
)  # fmt: skip


class _State(NamedTuple):
    """The solution at t1, its slope there, the step before and the next one's size, and a polynomial from t0 to t1."""

    y: Any
    slope: Any
    t0: Any
    t1: Any
    dt: Any
    polynomial: Any


def _sum(scale: TensorOrVariable, weights: Iterable[float], values: list[Any]) -> Any:
    return tf.add_n([(scale * w) * v for w, v in zip(weights, values, strict=False) if w != 0])


def _step(func: _Slope, y0: Any, slope: Any, t0: Any, dt: Any) -> tuple[Any, Any, list[Any]]:
    """The solution after a step, its estimated error, and all slopes."""
    scale = tf.cast(dt, y0.dtype)
    slopes = [slope]
    y1 = y0
    for alpha, beta in zip(_ALPHA, _BETA, strict=True):
        y1 = y0 + _sum(scale, beta, slopes)
        slopes.append(func(y1, t0 + alpha * dt))
    return y1, _sum(scale, _ERROR, slopes), slopes


def _fitted(y0: Any, y1: Any, slopes: list[Any], dt: Any) -> list[Any]:
    """The polynomial of degree 4 with both ends, their slopes, and the value between, from the highest power down."""
    dt = tf.cast(dt, y0.dtype)
    values = [slopes[0], slopes[-1], y0, y1, y0 + _sum(dt, _MIDDLE, slopes)]
    rows = ((-2 * dt, 2 * dt, -8, -8, 16), (5 * dt, -3 * dt, 18, 14, -32), (-4 * dt, dt, -11, -5, 16))
    found = [tf.add_n([w * v for w, v in zip(row, values, strict=True)]) for row in rows]
    return [*found, dt * slopes[0], y0]


def _at(state: _State, t: TensorLike) -> Any:
    """The value of a state's polynomial."""
    check = tf.Assert(
        (state.t0 <= t) & (t <= state.t1), ["invalid interpolation, fails `t0 <= t <= t1`:", state.t0, t, state.t1]
    )
    with tf.control_dependencies([check]):
        x = tf.cast((t - state.t0) / (state.t1 - state.t0), state.polynomial[0].dtype)
    total = state.polynomial[0]
    for coefficient in state.polynomial[1:]:
        total = total * x + coefficient
    return total


def _squared(x: TensorOrVariable) -> Any:
    return tf.square(tf.real(x)) + tf.square(tf.imag(x)) if x.dtype.is_complex else tf.square(x)


def _increasing(t: Tensor) -> Any:
    check = tf.Assert(tf.reduce_all(t[1:] > t[:-1]), ["`t` must be monotonic increasing"])
    return tf.control_dependencies([check])


def _check_types(y0: Tensor, t: Tensor, dt: Tensor | None = None) -> None:
    if not (y0.dtype.is_floating or y0.dtype.is_complex):
        raise TypeError("`y0` must have a floating point or complex floating point dtype")
    if not t.dtype.is_floating:
        raise TypeError("`t` must have a floating point dtype")
    if dt is not None and not dt.dtype.is_floating:
        raise TypeError("`dt` must have a floating point dtype")


def _dopri5(
    func: _Slope,
    y0: Tensor,
    t: Tensor,
    rtol: Tensor,
    atol: Tensor,
    full_output: bool,
    first_step: Any = None,
    safety: Any = 0.9,
    ifactor: Any = 10.0,
    dfactor: Any = 0.2,
    max_num_steps: Any = 1000,
) -> Any:
    first_step = convert_to_tensor(1.0 if first_step is None else first_step, dtype=t.dtype, name="first_step")
    safety, ifactor, dfactor = (convert_to_tensor(v, dtype=t.dtype) for v in (safety, ifactor, dfactor))

    def one_step(state: _State, points: Any, errors: Any, count: Any) -> tuple[Any, ...]:
        y0, slope, _, t0, dt, polynomial = state
        checks = [
            tf.Assert(t0 + dt > t0, ["underflow in dt", dt]),
            tf.Assert(count < max_num_steps, ["max_num_steps exceeded"]),
            tf.Assert(tf.reduce_all(tf.is_finite(tf.abs(y0))), ["non-finite values in state `y`", y0]),
        ]
        with tf.control_dependencies(checks):
            y0 = tf.identity(y0)
            y1, error, slopes = _step(func, y0, slope, t0, dt)
        allowed = atol + rtol * tf.maximum(tf.abs(y0), tf.abs(y1))
        ratio = tf.sqrt(tf.reduce_mean(_squared(error) / _squared(allowed)))
        good = ratio <= 1

        def taken() -> list[Any]:
            return [y1, slopes[-1], t0 + dt, *_fitted(y0, y1, slopes, dt)]

        y, slope, t1, *polynomial = tf.cond(good, taken, lambda: [tf.identity(v) for v in (y0, slope, t0, *polynomial)])
        growth = tf.cast(ratio, dt.dtype) ** tf.cast(1 / 5, dt.dtype) / safety
        following = dt / tf.maximum(1 / ifactor, tf.minimum(growth, 1 / dfactor))
        points, errors = points.write(points.size(), t0 + dt), errors.write(errors.size(), ratio)
        return _State(y, slope, t0, t1, following, list(polynomial)), points, errors, count + 1

    def one_time(solution: Any, points: Any, errors: Any, state: _State, i: Any) -> tuple[Any, ...]:
        state, points, errors, _ = tf.while_loop(
            lambda state, *_: t[i] > state.t1, one_step, (state, points, errors, 0), name="integrate_loop"
        )
        return solution.write(i, _at(state, t[i])), points, errors, state, i + 1

    with _increasing(t):
        times = tf.size(t)
    solution = tf.TensorArray(y0.dtype, size=times).write(0, y0)
    points = tf.TensorArray(t.dtype, size=0, dynamic_size=True)
    errors = tf.TensorArray(rtol.dtype, size=0, dynamic_size=True)
    state = _State(y0, func(y0, t[0]), t[0], t[0], first_step, [y0] * 5)
    solution, points, errors, _, _ = tf.while_loop(
        lambda *values: values[-1] < times, one_time, (solution, points, errors, state, 1), name="interpolate_loop"
    )
    y = solution.stack()
    y.set_shape(t.shape.concatenate(y0.shape))
    if not full_output:
        return y
    where = points.stack()
    return y, {"num_func_evals": 6 * tf.size(where) + 1, "integrate_points": where, "error_ratio": errors.stack()}


@export("contrib.integrate.odeint")
def odeint(
    func: _Slope,
    y0: TensorLike,
    t: TensorLike,
    rtol: Any = 1e-6,
    atol: Any = 1e-12,
    method: str | None = None,
    options: dict[str, Any] | None = None,
    full_output: bool = False,
    name: str | None = None,
) -> Any:
    """Solves dy/dt = func(y, t) with y = y0 at t[0], by steps as long as the estimated error allows.

    Args:
      func: a function of state and time that gives the slope of the state.
      y0: the state at the beginning, of any shape.
      t: the times at which the solution is wanted, ascending.
      rtol, atol: the error allowed in a step, relative and absolute.
      method: 'dopri5', Dormand and Prince's of order 5, is the only one.
      options: `first_step`, `safety`, `ifactor`, `dfactor`, `max_num_steps`; `method` must be given, too.
      full_output: whether to tell how it was found.
      name: a name for the operations.

    Returns:
      The states at `t`, [times, ...]; with `full_output` also a dictionary with the number of calls of `func`, the times
      of the steps and their errors.

    Raises:
      ValueError: another method, or options without one.
      TypeError: `y0` is neither float nor complex, or `t` is no float.

    >>> import penstock as tf
    >>> y = tf.contrib.integrate.odeint(lambda y, t: -y, 1.0, [0.0, 1.0, 2.0])
    >>> [round(float(v), 4) for v in tf.Session().run(y)]
    [1.0, 0.3679, 0.1353]
    """
    if method is not None and method != "dopri5":
        raise ValueError(f"invalid method: {method!r}")
    if options is not None and method is None:
        raise ValueError("cannot supply `options` without specifying `method`")
    with name_scope(name, "odeint", [y0, t, rtol, atol]):
        y0 = convert_to_tensor(y0, name="y0")
        t = convert_to_tensor(t, preferred_dtype=tf.float64, name="t")
        _check_types(y0, t)
        kind = tf.abs(y0).dtype
        rtol, atol = convert_to_tensor(rtol, dtype=kind, name="rtol"), convert_to_tensor(atol, dtype=kind, name="atol")
        return _dopri5(func, y0, t, rtol, atol, full_output, **(options or {}))


def _midpoint(func: _Slope, t: TensorLike, dt: Any, y: TensorOrVariable) -> Any:
    scale = tf.cast(dt, y.dtype)
    return scale * func(y + func(y, t) * scale / 2, t + dt / 2)


def _rk4(func: _Slope, t: TensorOrVariable, dt: Any, y: TensorOrVariable) -> Any:
    scale, half = tf.cast(dt, y.dtype), t + dt / 2
    k1 = func(y, t)
    k2 = func(y + scale * k1 / 2, half)
    k3 = func(y + scale * k2 / 2, half)
    k4 = func(y + scale * k3, t + dt)
    return tf.add_n([k1, 2 * k2, 2 * k3, k4]) * (scale / 6)


_ON_GRIDS = {"midpoint": _midpoint, "rk4": _rk4}


@export("contrib.integrate.odeint_fixed")
def odeint_fixed(
    func: _Slope, y0: Any, t: TensorLike, dt: Any = None, method: str = "rk4", name: str | None = None
) -> Tensor:
    """Solves dy/dt = func(y, t) with y = y0 at t[0], by steps of the same length between two times.

    Args:
      func: a function of state and time that gives the slope of the state.
      y0: the state at the beginning, of any shape.
      t: the times at which the solution is wanted, ascending.
      dt: about how long a step is, one number or one for each time but the first; one step for each by default.
      method: 'rk4' or 'midpoint'.
      name: a name for the operations.

    Returns:
      The states at `t`, [times, ...].

    Raises:
      ValueError: another method, or `dt` does not match `t`.
      TypeError: `y0` is neither float nor complex, or a time is no float.

    >>> import penstock as tf
    >>> y = tf.contrib.integrate.odeint_fixed(lambda y, t: -y, 1.0, [0.0, 1.0, 2.0], dt=0.1)
    >>> [round(float(v), 4) for v in tf.Session().run(y)]
    [1.0, 0.3679, 0.1353]
    """
    with name_scope(name, "odeint_fixed", [y0, t, dt]):
        t = convert_to_tensor(t, preferred_dtype=tf.float64, name="t")
        y0 = convert_to_tensor(y0, name="y0")
        intervals = t[1:] - t[:-1]
        dt = convert_to_tensor(intervals if dt is None else dt, preferred_dtype=tf.float64, name="dt")
        counts = tf.ceil(intervals / dt)
        dt = intervals / counts
        counts = tf.cast(counts, tf.int32)
        _check_types(y0, t, dt)
        if t.shape.ndims != 1 or dt.shape.ndims != 1:
            raise ValueError("t must be a 1D tensor")
        known, steps = t.shape[0].value, dt.shape[0].value
        if known is not None and steps is not None and known != steps + 1:
            raise ValueError("t and dt have incompatible lengths, must be N and N-1")
        if method not in _ON_GRIDS:
            raise ValueError(f"method not supported: {method}")
        change = _ON_GRIDS[method]

        def one_time(solution: Any, y: TensorOrVariable, time: TensorOrVariable, i: Any) -> tuple[Any, ...]:
            def one_step(y: TensorOrVariable, time: TensorOrVariable, j: Any) -> tuple[Any, ...]:
                return y + tf.cast(change(func, time, dt[i - 1], y), y.dtype), time + dt[i - 1], j + 1

            y, time, _ = tf.while_loop(lambda _, __, j: j < counts[i - 1], one_step, (y, time, 0))
            return solution.write(i, y), y, time, i + 1

        with _increasing(t), name_scope(method):
            times = tf.size(t)
            solution = tf.TensorArray(y0.dtype, times).write(0, y0)
            solution, *_ = tf.while_loop(lambda *values: values[-1] < times, one_time, (solution, y0, t[0], 1))
            y = solution.stack()
        y.set_shape(t.shape.concatenate(y0.shape))
        return y
