"""`tensorflow.contrib.distributions.python.ops.bijectors.weibull`."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock.contrib.distributions.bijectors.base import Bijector
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike, TensorOrVariable

__all__ = ["Weibull"]


class Weibull(Bijector):
    """y = 1 - exp(-(x / scale)**concentration), the cdf of the Weibull distribution.

    Args:
      scale: positive.
      concentration: positive.
      validate_args: whether arguments are checked.
      name: a name.
    """

    def __init__(
        self,
        scale: TensorLike = 1.0,
        concentration: TensorLike = 1.0,
        validate_args: bool = False,
        name: str = "weibull",
    ) -> None:
        with tf.name_scope(name, values=[scale, concentration]):
            parts = []
            for what, value in (("scale", scale), ("concentration", concentration)):
                part = tf.convert_to_tensor(value, name=what)
                if validate_args:
                    check = tf.assert_positive(part, message=f"Argument {what} was not positive")
                    part = tf.with_dependencies([check], part)
                parts.append(part)
            self._scale, self._concentration = parts
            tf.assert_same_float_dtype(parts)
        super().__init__(validate_args=validate_args, forward_min_event_ndims=0, name=name)

    @property
    def scale(self) -> Tensor:
        """The scale."""
        return self._scale

    @property
    def concentration(self) -> Tensor:
        """The concentration."""
        return self._concentration

    def _valid_x(self, x: TensorLike) -> Any:
        if not self.validate_args:
            return x
        text = "Forward transformation input must be at least 0."
        return tf.with_dependencies([tf.assert_non_negative(x, message=text)], x)

    def _valid_y(self, y: TensorOrVariable) -> Any:
        if not self.validate_args:
            return y
        start = "Inverse transformation input must be"
        checks = [
            tf.assert_non_negative(y, message=f"{start} greater than 0."),
            tf.assert_less_equal(y, tf.constant(1.0, y.dtype), message=f"{start} less than or equal to 1."),
        ]
        return tf.with_dependencies(checks, y)

    def _forward(self, x: Tensor) -> Tensor:
        return -tf.expm1(-((self._valid_x(x) / self.scale) ** self.concentration))

    def _inverse(self, y: Tensor) -> Tensor:
        return self.scale * (-tf.log1p(-self._valid_y(y))) ** (1 / self.concentration)

    def _inverse_log_det_jacobian(self, y: Tensor) -> Tensor:
        rest = -tf.log1p(-self._valid_y(y))
        return rest + (1 / self.concentration - 1) * tf.log(rest) + tf.log(self.scale / self.concentration)

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        x, c = self._valid_x(x), self.concentration
        return -((x / self.scale) ** c) + (c - 1) * tf.log(x) + tf.log(c) - c * tf.log(self.scale)
