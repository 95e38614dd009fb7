"""Bijectors that warp the line or order a vector: Kumaraswamy, SinhArcsinh, Ordered."""

from __future__ import annotations

from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.contrib.distributions.bijectors.base import Bijector
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike


@export("contrib.distributions.bijectors.Kumaraswamy")
class Kumaraswamy(Bijector):
    """y = (1 - (1 - x)^(1/b))^(1/a), from [0, 1] to [0, 1].

    Args:
      concentration1: a, positive.
      concentration0: b, positive.
      validate_args, name: as for `Bijector`.

    >>> import penstock as tf
    >>> b = tf.contrib.distributions.bijectors.Kumaraswamy(2.0, 1.0)
    >>> float(tf.Session().run(b.forward(0.25)))
    0.5
    """

    def __init__(
        self,
        concentration1: TensorLike | None = None,
        concentration0: TensorLike | None = None,
        validate_args: bool = False,
        name: str = "kumaraswamy",
    ) -> None:
        super().__init__(forward_min_event_ndims=0, validate_args=validate_args, name=name)
        with self._name_scope("init", [concentration1, concentration0]):
            self._concentration1 = self._concentration(concentration1, "concentration1")
            self._concentration0 = self._concentration(concentration0, "concentration0")

    def _concentration(self, value: TensorLike | None, name: str) -> Tensor:
        value = convert_to_tensor(value, name=name)
        if not self.validate_args:
            return value
        message = "Concentration parameter must be positive."
        return tf.with_dependencies([tf.assert_positive(value, message=message)], value)

    @property
    def concentration1(self) -> Tensor:
        """The a of the formula."""
        return self._concentration1

    @property
    def concentration0(self) -> Tensor:
        """The b of the formula."""
        return self._concentration0

    def _checked(self, x: Tensor) -> Tensor:
        if not self.validate_args:
            return x
        low = tf.assert_non_negative(x, message="sample must be non-negative")
        high = tf.assert_less_equal(x, tf.ones([], x.dtype), message="sample must be no larger than `1`.")
        return tf.with_dependencies([low, high], x)

    def _forward(self, x: Tensor) -> Tensor:
        x = self._checked(x)
        return tf.exp(tf.log1p(-tf.exp(tf.log1p(-x) / self.concentration0)) / self.concentration1)

    def _inverse(self, y: Tensor) -> Tensor:
        y = self._checked(y)
        return tf.exp(tf.log1p(-((1 - y**self.concentration1) ** self.concentration0)))

    def _inverse_log_det_jacobian(self, y: Tensor) -> Tensor:
        y, a, b = self._checked(y), self.concentration1, self.concentration0
        return tf.log(a) + tf.log(b) + (a - 1) * tf.log(y) + (b - 1) * tf.log1p(-(y**a))


def _hypotenuse(x: Tensor) -> Tensor:
    """√(x² + 1), also where x² is too large."""
    small = tf.abs(x) * np.sqrt(np.finfo(x.dtype.as_numpy_dtype).eps) <= 1.0
    return tf.where(small, tf.sqrt(x**2.0 + 1.0), tf.abs(x))


@export("contrib.distributions.bijectors.SinhArcsinh")
class SinhArcsinh(Bijector):
    """y = sinh((arcsinh x + skewness) tailweight).

    Args:
      skewness: moves the weight to the right, if positive; 0 by default.
      tailweight: a positive number: above 1 the tails get heavier; 1 by default.
      validate_args, name: as for `Bijector`.

    >>> import penstock as tf
    >>> b = tf.contrib.distributions.bijectors.SinhArcsinh(tailweight=2.0)
    >>> round(float(tf.Session().run(b.forward(1.0))), 4)
    2.8284
    """

    def __init__(
        self,
        skewness: Any = None,
        tailweight: Any = None,
        validate_args: bool = False,
        name: str = "SinhArcsinh",
    ) -> None:
        super().__init__(forward_min_event_ndims=0, validate_args=validate_args, name=name)
        with self._name_scope("init", [skewness, tailweight]):
            self._skewness = convert_to_tensor(0.0 if skewness is None else skewness, name="skewness")
            weight = 1.0 if tailweight is None else tailweight
            self._tailweight = convert_to_tensor(weight, name="tailweight", dtype=self._skewness.dtype)
            if validate_args:
                positive = tf.assert_positive(self._tailweight, message="Argument tailweight was not positive")
                self._tailweight = tf.with_dependencies([positive], self._tailweight)

    @property
    def skewness(self) -> Tensor:
        """The skewness."""
        return self._skewness

    @property
    def tailweight(self) -> Tensor:
        """The weight of the tails."""
        return self._tailweight

    def _forward(self, x: Tensor) -> Tensor:
        return tf.sinh((tf.asinh(x) + self.skewness) * self.tailweight)

    def _inverse(self, y: Tensor) -> Tensor:
        return tf.sinh(tf.asinh(y) / self.tailweight - self.skewness)

    def _inverse_log_det_jacobian(self, y: Tensor) -> Tensor:
        slope = tf.cosh(tf.asinh(y) / self.tailweight - self.skewness) / _hypotenuse(y)
        return tf.log(slope) - tf.log(self.tailweight)

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        slope = tf.cosh((tf.asinh(x) + self.skewness) * self.tailweight) / _hypotenuse(x)
        return tf.log(slope) + tf.log(self.tailweight)


@export("contrib.distributions.bijectors.Ordered")
class Ordered(Bijector):
    """From ascending vectors to any: the first element, then the logarithms of the differences.

    >>> import penstock as tf
    >>> b = tf.contrib.distributions.bijectors.Ordered()
    >>> tf.Session().run(b.inverse([2.0, 0.0, 0.0])).tolist()
    [2.0, 3.0, 4.0]
    """

    def __init__(self, validate_args: bool = False, name: str = "ordered") -> None:
        super().__init__(forward_min_event_ndims=1, validate_args=validate_args, name=name)

    def _forward_event_shape(self, input_shape: TensorShape) -> TensorShape:
        return input_shape if input_shape.ndims is None else TensorShape([input_shape[-1]])

    def _forward_event_shape_tensor(self, input_shape: Tensor) -> Tensor:
        return input_shape[-1:]

    def _inverse_event_shape(self, output_shape: TensorShape) -> TensorShape:
        if output_shape.ndims is None or output_shape[-1].value is None:
            return output_shape
        if output_shape[-1].value <= 1:
            raise ValueError(f"output_shape[-1] = {output_shape[-1].value} <= 1")
        return TensorShape([output_shape[-1]])

    def _inverse_event_shape_tensor(self, output_shape: Tensor) -> Tensor:
        if self.validate_args:
            more = tf.assert_greater(output_shape[-1], 1, message="Need last dimension greater than 1.")
            output_shape = tf.with_dependencies([more], output_shape)
        return output_shape[-1:]

    def _steps(self, x: Tensor) -> Tensor:
        steps = x[..., 1:] - x[..., :-1]
        if not self.validate_args:
            return steps
        message = "Forward transformation input must be strictly increasing."
        return tf.with_dependencies([tf.assert_positive(steps, message=message)], steps)

    def _forward(self, x: Tensor) -> Tensor:
        return tf.concat([x[..., :1], tf.log(self._steps(x))], axis=-1)

    def _inverse(self, y: Tensor) -> Tensor:
        return tf.cumsum(tf.concat([y[..., :1], tf.exp(y[..., 1:])], axis=-1), axis=-1)

    def _inverse_log_det_jacobian(self, y: Tensor) -> Tensor:
        return tf.reduce_sum(y[..., 1:], axis=-1)

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        return -tf.reduce_sum(tf.log(self._steps(x)), axis=-1)
