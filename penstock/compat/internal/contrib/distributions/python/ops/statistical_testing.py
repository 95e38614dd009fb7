"""Whether samples can have a mean, told with little chance of an error: the bounds of Dvoretzky, Kiefer, Wolfowitz, Massart.

`tensorflow.contrib.distributions.python.ops.statistical_testing`. Samples stand along the first dimension.
"""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import TensorLike, TensorOrVariable

__all__ = [
    "assert_true_mean_equal_by_dkwm",
    "assert_true_mean_equal_by_dkwm_two_sample",
    "assert_true_mean_in_interval_by_dkwm",
    "min_discrepancy_of_true_means_detectable_by_dkwm",
    "min_discrepancy_of_true_means_detectable_by_dkwm_two_sample",
    "min_num_samples_for_dkwm_mean_test",
    "min_num_samples_for_dkwm_mean_two_sample_test",
    "true_mean_confidence_interval_by_dkwm",
]


def _tensors(**values: Any) -> list[Tensor]:
    return [tf.convert_to_tensor(value, name=name) for name, value in values.items()]


def _envelope(n: TensorLike, error_rate: TensorOrVariable) -> Tensor:
    """How far the distribution of n samples is from the true one at most."""
    return tf.sqrt(-tf.log(error_rate / 2.0) / (2.0 * tf.cast(n, error_rate.dtype)))


def _each(total: TensorOrVariable, parameters: list[Tensor], samples: TensorLike | None = None) -> Tensor:
    """The rate of errors of each member of the batch."""
    shape: Any = [1]
    for one in parameters:
        shape = tf.broadcast_dynamic_shape(tf.shape(one), shape)
    if samples is not None:
        shape = tf.broadcast_dynamic_shape(tf.shape(samples)[1:], shape)
    return total / tf.cast(tf.reduce_prod(shape), total.dtype)


def _dominating(samples: TensorLike, parameters: list[Tensor]) -> Tensor:
    """The samples, checked to have at least the batch shape of the parameters."""
    batch = tf.shape(samples)[1:]
    checks = []
    for one in parameters:
        checks.append(tf.assert_greater_equal(tf.size(batch), tf.rank(one)))
        checks.append(tf.assert_equal(batch, tf.broadcast_dynamic_shape(batch, tf.shape(one))))
    with tf.control_dependencies(checks):
        return tf.identity(samples)


def _greatest_mean(samples: TensorOrVariable, envelope: TensorOrVariable, high: TensorOrVariable) -> Tensor:
    """The mean, if as much probability as can be is moved from the least samples to the upper bound."""
    rank = tf.rank(samples)
    last = tf.transpose(samples, tf.concat([tf.range(1, rank), [0]], axis=0))
    rising = -tf.nn.top_k(-last, k=tf.shape(last)[-1], sorted=True)[0]
    count = tf.cast(tf.shape(last)[-1], samples.dtype.base_dtype)
    step = 1.0 / count
    reached = step * tf.range(1, count + 1, dtype=samples.dtype.base_dtype)
    weights = tf.clip_by_value(reached - envelope[..., tf.newaxis], 0.0, step)
    return tf.reduce_sum(rising * weights, axis=-1) + envelope * high


def true_mean_confidence_interval_by_dkwm(
    samples: Any, low: Any, high: Any, error_rate: Any = 1e-6, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """The least and the greatest true mean that samples allow.

    Args:
      samples: the samples.
      low: a number below which there is none.
      high: a number above which there is none.
      error_rate: how often the interval may miss the mean, for the whole batch.
      name: a name for the operations.
    """
    values = [samples, low, high, error_rate]
    with tf.name_scope(name, "true_mean_confidence_interval_by_dkwm", values):
        samples, low, high, error_rate = _tensors(samples=samples, low=low, high=high, error_rate=error_rate)
        samples = _dominating(samples, [low, high])
        tf.assert_scalar(error_rate)
        envelope = _envelope(tf.shape(samples)[0], _each(error_rate, [low, high], samples))
        below = "Given sample minimum value falls below expectations"
        above = "Given sample maximum value exceeds expectations"
        with tf.control_dependencies([tf.assert_greater_equal(tf.reduce_min(samples, axis=[0]), low, message=below)]):
            least = -_greatest_mean(-samples, envelope, -low)
        with tf.control_dependencies([tf.assert_less_equal(tf.reduce_max(samples, axis=[0]), high, message=above)]):
            return least, tf.identity(_greatest_mean(samples, envelope, high))


def assert_true_mean_in_interval_by_dkwm(
    samples: Any,
    low: Any,
    high: Any,
    expected_low: Any,
    expected_high: Any,
    false_fail_rate: Any = 1e-6,
    name: str | None = None,
) -> Operation:
    """An operation that fails if the true mean of samples is not in an interval.

    Args:
      samples: the samples.
      low: a number below which there is none.
      high: a number above which there is none.
      expected_low: the lower end of the interval.
      expected_high: its upper end.
      false_fail_rate: how often it may fail although the mean is there.
      name: a name for the operations.
    """
    values = [samples, low, high, expected_low, expected_high, false_fail_rate]
    with tf.name_scope(name, "assert_true_mean_in_interval_by_dkwm", values):
        samples, low, high = _tensors(samples=samples, low=low, high=high)
        bounds = _tensors(expected_low=expected_low, expected_high=expected_high, false_fail_rate=false_fail_rate)
        samples = _dominating(samples, [low, high, *bounds[:2]])
        least, greatest = true_mean_confidence_interval_by_dkwm(samples, low, high, bounds[2])
        start = "Confidence interval does not intersect: true mean"
        with tf.control_dependencies(
            [tf.assert_greater_equal(greatest, bounds[0], message=f"{start} smaller than expected")]
        ):
            return tf.assert_less_equal(least, bounds[1], message=f"{start} greater than expected")


def assert_true_mean_equal_by_dkwm(
    samples: Any, low: Any, high: Any, expected: Any, false_fail_rate: Any = 1e-6, name: str | None = None
) -> Operation:
    """An operation that fails if the true mean of samples is another number."""
    with tf.name_scope(name, "assert_true_mean_equal_by_dkwm", [samples, low, high, expected, false_fail_rate]):
        return assert_true_mean_in_interval_by_dkwm(samples, low, high, expected, expected, false_fail_rate)


def assert_true_mean_equal_by_dkwm_two_sample(
    samples1: Any,
    low1: Any,
    high1: Any,
    samples2: Any,
    low2: Any,
    high2: Any,
    false_fail_rate: Any = 1e-6,
    name: str | None = None,
) -> Operation:
    """An operation that fails if the true means of two sets of samples differ."""
    values = [samples1, low1, high1, samples2, low2, high2, false_fail_rate]
    with tf.name_scope(name, "assert_true_mean_equal_by_dkwm_two_sample", values):
        samples1, low1, high1, samples2, low2, high2, rate = _tensors(
            samples1=samples1, low1=low1, high1=high1, samples2=samples2, low2=low2, high2=high2, rate=false_fail_rate
        )
        samples1, samples2 = _dominating(samples1, [low1, high1]), _dominating(samples2, [low2, high2])
        with tf.control_dependencies([tf.assert_equal(tf.shape(samples1)[1:], tf.shape(samples2)[1:])]):
            least, greatest = true_mean_confidence_interval_by_dkwm(samples2, low2, high2, rate / 2.0)
            return assert_true_mean_in_interval_by_dkwm(samples1, low1, high1, least, greatest, rate / 2.0)


def min_discrepancy_of_true_means_detectable_by_dkwm(
    n: Any, low: Any, high: Any, false_fail_rate: Any, false_pass_rate: Any, name: str | None = None
) -> Tensor:
    """How far a mean must be from the expected one to be found by n samples.

    Args:
      n: how many samples.
      low: a number below which there is none.
      high: a number above which there is none.
      false_fail_rate: how often the test may fail although the mean is the expected one.
      false_pass_rate: how often it may pass although it is that far away.
      name: a name for the operations.
    """
    values = [n, low, high, false_fail_rate, false_pass_rate]
    with tf.name_scope(name, "min_discrepancy_of_true_means_detectable_by_dkwm", values):
        n, low, high, fail, passes = _tensors(n=n, low=low, high=high, fail=false_fail_rate, passes=false_pass_rate)
        return (high - low) * (_envelope(n, passes) + _envelope(n, _each(fail, [n, low, high])))


def min_num_samples_for_dkwm_mean_test(
    discrepancy: Any,
    low: Any,
    high: Any,
    false_fail_rate: Any = 1e-6,
    false_pass_rate: Any = 1e-6,
    name: str | None = None,
) -> Tensor:
    """How many samples find a mean that is as far away as `discrepancy`."""
    values = [low, high, false_fail_rate, false_pass_rate, discrepancy]
    with tf.name_scope(name, "min_num_samples_for_dkwm_mean_test", values):
        away, low, high, fail, passes = _tensors(
            discrepancy=discrepancy, low=low, high=high, fail=false_fail_rate, passes=false_pass_rate
        )
        envelope = away / (2.0 * (high - low))
        rates = _each(fail, [low, high, away]), passes
        return tf.maximum(*(-tf.log(rate / 2.0) / (2.0 * envelope**2) for rate in rates))


def min_discrepancy_of_true_means_detectable_by_dkwm_two_sample(
    n1: Any,
    low1: Any,
    high1: Any,
    n2: Any,
    low2: Any,
    high2: Any,
    false_fail_rate: Any,
    false_pass_rate: Any,
    name: str | None = None,
) -> Tensor:
    """How far the means of two sets of samples must be apart to be found."""
    values = [n1, low1, high1, n2, low2, high2, false_fail_rate, false_pass_rate]
    with tf.name_scope(name, "min_discrepancy_of_true_means_detectable_by_dkwm_two_sample", values):
        fail, passes = (rate / 2.0 for rate in _tensors(fail=false_fail_rate, passes=false_pass_rate))
        one, two = ((n1, low1, high1), (n2, low2, high2))
        return min_discrepancy_of_true_means_detectable_by_dkwm(
            *one, fail, passes
        ) + min_discrepancy_of_true_means_detectable_by_dkwm(*two, fail, passes)


def min_num_samples_for_dkwm_mean_two_sample_test(
    discrepancy: Any,
    low1: Any,
    high1: Any,
    low2: Any,
    high2: Any,
    false_fail_rate: Any = 1e-6,
    false_pass_rate: Any = 1e-6,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """How many samples of each set find means that are as far apart as `discrepancy`."""
    values = [low1, high1, low2, high2, false_fail_rate, false_pass_rate, discrepancy]
    with tf.name_scope(name, "min_num_samples_for_dkwm_mean_two_sample_test", values):
        half = [one / 2.0 for one in _tensors(away=discrepancy, fail=false_fail_rate, passes=false_pass_rate)]
        first = min_num_samples_for_dkwm_mean_test(half[0], low1, high1, half[1], half[2])
        return first, min_num_samples_for_dkwm_mean_test(half[0], low2, high2, half[1], half[2])
