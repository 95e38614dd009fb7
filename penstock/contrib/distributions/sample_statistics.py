"""Statistics of samples: percentiles, moving means and variances, and streams of seeds."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.distributions.util import rotate_transpose
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.typing import AxisLike, CollectionsLike, TensorLike

_ROUNDING = {"lower": tf.ceil, "higher": tf.floor, "nearest": tf.round}


@export("contrib.distributions.percentile")
def percentile(
    x: TensorLike,
    q: Any,
    axis: int | None = None,
    interpolation: str | None = None,
    keep_dims: bool = False,
    validate_args: bool = False,
    name: str | None = None,
) -> Tensor:
    """The q-th percentile of `x` along axes: an element that is not less than q % of them.

    Args:
      x: numbers.
      q: a scalar in [0, 100].
      axis: the axes, known when the graph is made; all by default.
      interpolation: which element when q falls between two: "lower", "higher" or "nearest", the default.
      keep_dims: whether the axes are kept with length 1.
      validate_args: whether `q` is checked when the operation runs.
      name: a name for the operations.

    Raises:
      ValueError: the axes are not known or not there, or the interpolation is another.

    >>> import penstock as tf
    >>> x = tf.contrib.distributions.percentile([1.0, 2.0, 3.0, 4.0], q=30.0)
    >>> float(tf.Session().run(x))
    2.0
    """
    if interpolation is None:
        interpolation = "nearest"
    elif interpolation not in _ROUNDING:
        raise ValueError(f"Argument 'interpolation' must be in {set(_ROUNDING)}.  Found {interpolation}")
    with tf.name_scope(name or "percentile", values=[x, q]):
        x = convert_to_tensor(x, name="x")
        q = tf.cast(q, dtypes.float64, name="q")
        if q.shape.ndims not in (None, 0):
            raise ValueError(f"Expected argument 'x' to have ndims 0.  Found tensor {q}")
        if validate_args:
            ends = (tf.constant(end, dtypes.float64) for end in (0.0, 100.0))
            checks = [check(q, end) for check, end in zip((tf.assert_greater_equal, tf.assert_less_equal), ends)]
            q = tf.with_dependencies([tf.assert_rank(q, 0), *checks], q)
        axes = None if axis is None else _axes(axis, x)
        y = tf.reshape(x, [-1]) if axes is None else _to_the_end(x, axes)
        count = tf.shape(y)[-1]
        place = (tf.cast(count, dtypes.float64) - 1) * (1.0 - q / 100.0)
        index = tf.clip_by_value(tf.cast(_ROUNDING[interpolation](place), dtypes.int32), 0, count - 1)
        result = tf.nn.top_k(y, k=count).values[..., index]
        result.set_shape(y.shape[:-1])
        if not keep_dims:
            return result
        if axes is None:
            return tf.reshape(result, tf.ones([tf.rank(x)], dtypes.int32))
        for i in sorted(axes):
            result = tf.expand_dims(result, axis=i)
        return result


def _axes(axis: AxisLike, x: Tensor) -> list[int]:
    axis = convert_to_tensor(axis, name="axis")
    known, rank = constant_value(axis), x.shape.ndims
    if known is None:
        raise ValueError(f"Expected argument 'axis' to be statically available.  Found: {axis}")
    if rank is None:
        raise ValueError(f"Expected argument 'x' to have statically defined 'ndims'.  Found: {x}")
    axes = [int(a) for a in known.ravel()]
    for a in axes:
        if a >= rank:
            raise ValueError(f"dim {a} not in the interval [0, {rank - 1}].")
        if a < -rank:
            raise ValueError(f"Negatively indexed dim {a} not in the interval [-{rank}, -1]")
    return [a % rank for a in axes]


def _to_the_end(x: Tensor, axes: list[int]) -> Tensor:
    rank = x.shape.ndims or 0
    front = [i for i in range(rank) if i not in axes]
    moved = tf.transpose(x, perm=front + axes)
    return tf.reshape(moved, tf.concat([tf.shape(moved)[: len(front)], [-1]], axis=0))


@export("contrib.distributions.assign_moving_mean_variance")
def assign_moving_mean_variance(
    mean_var: Any, variance_var: Any, value: TensorLike, decay: TensorLike, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Moves a mean and a variance a little towards what a new value says.

    Args:
      mean_var, variance_var: float variables.
      value: the new value.
      decay: how much of the old is kept, close to 1.
      name: a name for the operations.

    Returns:
      The new mean and the new variance.

    Raises:
      TypeError: the variables are no floats, or of two types.

    >>> import penstock as tf
    >>> m, v = tf.Variable(0.0), tf.Variable(0.0)
    >>> update = tf.contrib.distributions.assign_moving_mean_variance(m, v, 4.0, 0.5)
    >>> with tf.Session() as sess:
    ...     _ = sess.run(tf.global_variables_initializer())
    ...     [float(x) for x in sess.run(update)]
    [2.0, 4.0]
    """
    with tf.name_scope(name, "assign_moving_mean_variance", [variance_var, mean_var, value, decay]):
        kind = mean_var.dtype.base_dtype
        if not kind.is_floating:
            raise TypeError(f"mean_var.base_dtype({kind.name}) does not have float type `dtype`.")
        if kind != variance_var.dtype.base_dtype:
            other = variance_var.dtype.base_dtype.name
            raise TypeError(f"mean_var.base_dtype({kind.name}) != variance_var.base_dtype({other})")
        value = convert_to_tensor(value, dtype=kind, name="value")
        decay = convert_to_tensor(decay, dtype=kind, name="decay")
        delta = value - mean_var
        with tf.control_dependencies([delta]):
            mean = tf.assign_add(mean_var, (1.0 - decay) * delta)
            change = (1.0 - decay) * (variance_var - decay * tf.square(delta))
            return mean, tf.assign_sub(variance_var, change)


@export("contrib.distributions.assign_log_moving_mean_exp")
def assign_log_moving_mean_exp(
    log_mean_exp_var: Any, log_value: Any, decay: TensorLike, name: str | None = None
) -> Tensor:
    """Moves the logarithm of a mean a little towards what the logarithm of a new value says.

    Args:
      log_mean_exp_var: the variable with the logarithm of the mean.
      log_value: the logarithm of the new value, of its shape.
      decay: how much of the old mean stays, from 0 to 1.
      name: a name for the operation.

    >>> import penstock as tf
    >>> v = tf.Variable(0.0)
    >>> update = tf.contrib.distributions.assign_log_moving_mean_exp(v, tf.log(3.0), 0.5)
    >>> with tf.Session() as sess:
    ...     _ = sess.run(tf.global_variables_initializer())
    ...     round(float(sess.run(tf.exp(update))), 4)
    2.0
    """
    with tf.name_scope(name, "assign_log_moving_mean_exp", [log_mean_exp_var, log_value, decay]):
        kind = log_mean_exp_var.dtype.base_dtype
        if not kind.is_floating:
            raise TypeError(f"log_mean_exp_var.base_dtype({kind.name}) does not have float type `dtype`.")
        log_value = convert_to_tensor(log_value, dtype=kind, name="log_value")
        decay = convert_to_tensor(decay, dtype=kind, name="decay")
        delta = log_value - log_mean_exp_var
        parts = tf.stack([tf.log(decay) * tf.ones_like(delta), delta + tf.log1p(-decay)], axis=0)
        return log_mean_exp_var.assign_add(tf.reduce_logsumexp(parts, axis=0))


@export("contrib.distributions.moving_mean_variance")
def moving_mean_variance(
    value: TensorLike, decay: TensorLike, collections: CollectionsLike | None = None, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """`assign_moving_mean_variance` of variables `moving_mean` and `moving_variance` that are made here, from zero.

    Args:
      value: the new value.
      decay: how much of the old mean stays, from 0 to 1.
      collections: the collections that the variables are put into; `[tf.GraphKeys.GLOBAL_VARIABLES]` by default.
      name: a name for the operation.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     update = tf.contrib.distributions.moving_mean_variance(4.0, 0.5)
    ...     _ = sess.run(tf.global_variables_initializer())
    ...     [float(x) for x in sess.run(update)]
    [2.0, 4.0]
    """
    with tf.variable_scope(name, "moving_mean_variance", [value, decay]):
        value = convert_to_tensor(value, name="value")
        if not value.dtype.is_floating:
            raise TypeError(f"value.base_dtype({value.dtype.base_dtype.name}) does not have float type `dtype`.")
        variance, mean = (
            tf.get_variable(
                what,
                shape=value.shape,
                dtype=value.dtype,
                initializer=tf.zeros_initializer(),
                trainable=False,
                collections=[tf.GraphKeys.GLOBAL_VARIABLES] if collections is None else collections,
            )
            for what in ("moving_variance", "moving_mean")
        )
        return assign_moving_mean_variance(mean, variance, value, decay)


@export("contrib.distributions.SeedStream")
class SeedStream:
    """Seeds that differ from one another, out of one seed; None gives None each time.

    >>> import penstock as tf
    >>> seeds = tf.contrib.distributions.SeedStream(5, salt="mine")
    >>> seeds() == seeds()
    False
    """

    def __init__(self, seed: int, salt: str) -> None:
        self._seed = seed.original_seed if isinstance(seed, SeedStream) else seed
        self._salt = salt
        self._counter = 0

    def __call__(self) -> int | None:
        """The next seed."""
        self._counter += 1
        if self._seed is None:
            return None
        return int(hashlib.sha512(str((self._seed, self._counter, self._salt)).encode()).hexdigest(), 16)

    @property
    def original_seed(self) -> Any:
        """The seed it was made with."""
        return self._seed

    @property
    def salt(self) -> str:
        """What makes it differ from other streams of the same seed."""
        return self._salt


@export("contrib.distributions.auto_correlation")
def auto_correlation(
    x: TensorLike,
    axis: int = -1,
    max_lags: Any = None,
    center: bool = True,
    normalize: bool = True,
    name: str = "auto_correlation",
) -> Tensor:
    """How much the values of a series are like those some steps later, for each number of steps.

    Args:
      x: the series, float or complex.
      axis: the axis of time.
      max_lags: the greatest number of steps; all by default.
      center: whether the mean is subtracted first.
      normalize: whether the result is divided by that of no step, the variance.
      name: a name for the operations.

    Raises:
      TypeError: `x` is neither float nor complex.

    >>> import penstock as tf
    >>> found = tf.contrib.distributions.auto_correlation([1.0, -1.0, 1.0, -1.0], max_lags=2)
    >>> tf.Session().run(found).round(3).tolist()
    [1.0, -1.0, 1.0]
    """
    with tf.name_scope(name, values=[x]):
        x = convert_to_tensor(x, name="x")
        kind = x.dtype
        if not kind.is_complex and not kind.is_floating:
            raise TypeError(f"Argument x must have either float or complex dtype found: {kind}")
        rank = x.shape.ndims if x.shape.ndims is not None else tf.rank(x)
        shift = rank - 1 - (axis + rank if axis < 0 else axis)
        series = rotate_transpose(x, shift)
        if center:
            series -= tf.reduce_mean(series, axis=-1, keepdims=True)
        known = series.shape[-1].value if series.shape.ndims is not None else None
        count = tf.shape(series)[-1] if known is None else known
        # Zeros behind the series, as many at least, so that its end is not compared with its beginning.
        double = tf.cast(count, dtypes.float64) * 2
        length = tf.cast(tf.pow(np.float64(2.0), tf.ceil(tf.log(double) / np.log(2.0))), dtypes.int32)
        padded = series if kind.is_complex else tf.complex(series, tf.zeros_like(series))
        zeros = tf.zeros(tf.concat([tf.shape(series)[:-1], [length - count]], 0), padded.dtype)
        spectrum = tf.fft(tf.concat([padded, zeros], -1))
        products = tf.cast(tf.ifft(spectrum * tf.conj(spectrum)), kind)
        lags = count - 1
        if max_lags is not None:
            given = constant_value(convert_to_tensor(max_lags, name="max_lags"))
            lags = tf.minimum(lags, max_lags) if given is None or known is None else min(known - 1, int(given))
        real = kind.real_dtype
        pairs = tf.cast(count, real) - tf.range(tf.cast(lags, real) + 1)
        found = products[..., : lags + 1] / tf.cast(pairs, kind)
        if normalize:
            found /= found[..., :1]
        return rotate_transpose(found, -shift)
