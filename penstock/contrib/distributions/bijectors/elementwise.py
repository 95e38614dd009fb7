"""Bijectors that change each element (or each vector) by a formula: Exp, Softplus, Sigmoid, PowerTransform, and others."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.distributions.bijectors.base import Bijector
from penstock.distributions import util
from penstock.graph.convert import convert_to_tensor
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike


@export("contrib.distributions.bijectors.Identity", "distributions.bijectors.Identity")
class Identity(Bijector):
    """y = x.

    >>> import penstock as tf
    >>> b = tf.contrib.distributions.bijectors.Identity()
    >>> float(tf.Session().run(b.forward(2.0)))
    2.0
    """

    def __init__(self, validate_args: bool = False, name: str = "identity") -> None:
        super().__init__(forward_min_event_ndims=0, is_constant_jacobian=True, validate_args=validate_args, name=name)

    def _forward(self, x: Tensor) -> Tensor:
        return x

    def _inverse(self, y: Tensor) -> Tensor:
        return y

    def _inverse_log_det_jacobian(self, y: Tensor) -> Tensor:
        return tf.constant(0.0, dtype=y.dtype)

    _forward_log_det_jacobian = _inverse_log_det_jacobian


@export("contrib.distributions.bijectors.PowerTransform")
class PowerTransform(Bijector):
    """y = (1 + power x)^(1 / power), and eˣ for power 0.

    Args:
      power: a number that is not negative.
      validate_args, name: as for `Bijector`.

    >>> import penstock as tf
    >>> b = tf.contrib.distributions.bijectors.PowerTransform(power=0.5)
    >>> round(float(tf.Session().run(b.forward(2.0))), 4)
    4.0
    """

    def __init__(self, power: Any = 0.0, validate_args: bool = False, name: str = "power_transform") -> None:
        with tf.name_scope(name), tf.name_scope("init"):
            value = constant_value(convert_to_tensor(power, name="power"))
        if value is None or value < 0:
            raise ValueError("`power` must be a non-negative TF constant.")
        self._power = value
        super().__init__(forward_min_event_ndims=0, validate_args=validate_args, name=name)

    @property
    def power(self) -> Any:
        """The power."""
        return self._power

    def _forward(self, x: Tensor) -> Tensor:
        x = self._checked_x(x)
        return tf.exp(x) if self.power == 0.0 else tf.exp(tf.log1p(x * self.power) / self.power)

    def _inverse(self, y: Tensor) -> Tensor:
        y = self._checked_y(y)
        return tf.log(y) if self.power == 0.0 else tf.expm1(tf.log(y) * self.power) / self.power

    def _inverse_log_det_jacobian(self, y: Tensor) -> Tensor:
        return (self.power - 1.0) * tf.log(self._checked_y(y))

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        x = self._checked_x(x)
        return x if self.power == 0.0 else (1.0 / self.power - 1.0) * tf.log1p(x * self.power)

    def _checked_x(self, x: Tensor) -> Tensor:
        if not self.validate_args or self.power == 0.0:
            return x
        message = f"Forward transformation input must be at least {-1.0 / self.power}."
        return tf.with_dependencies([tf.assert_non_negative(1.0 + self.power * x, message=message)], x)

    def _checked_y(self, y: Tensor) -> Tensor:
        if not self.validate_args:
            return y
        message = "Inverse transformation input must be greater than 0."
        return tf.with_dependencies([tf.assert_positive(y, message=message)], y)


@export("contrib.distributions.bijectors.Exp")
class Exp(PowerTransform):
    """y = eˣ.

    >>> import penstock as tf
    >>> b = tf.contrib.distributions.bijectors.Exp()
    >>> float(tf.Session().run(b.forward(0.0)))
    1.0
    """

    def __init__(self, validate_args: bool = False, name: str = "exp") -> None:
        super().__init__(validate_args=validate_args, name=name)


@export("contrib.distributions.bijectors.Sigmoid")
class Sigmoid(Bijector):
    """y = 1 / (1 + e⁻ˣ).

    >>> import penstock as tf
    >>> b = tf.contrib.distributions.bijectors.Sigmoid()
    >>> float(tf.Session().run(b.forward(0.0)))
    0.5
    """

    def __init__(self, validate_args: bool = False, name: str = "sigmoid") -> None:
        super().__init__(forward_min_event_ndims=0, validate_args=validate_args, name=name)

    def _forward(self, x: Tensor) -> Tensor:
        return tf.sigmoid(x)

    def _inverse(self, y: Tensor) -> Tensor:
        return tf.log(y) - tf.log1p(-y)

    def _inverse_log_det_jacobian(self, y: Tensor) -> Tensor:
        return -tf.log(y) - tf.log1p(-y)

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        return -tf.nn.softplus(-x) - tf.nn.softplus(x)


@export("contrib.distributions.bijectors.Softplus")
class Softplus(Bijector):
    """y = s log(1 + e^(x / s)), s = `hinge_softness`, 1 by default.

    >>> import penstock as tf
    >>> b = tf.contrib.distributions.bijectors.Softplus()
    >>> round(float(tf.Session().run(b.forward(0.0))), 4)
    0.6931
    """

    def __init__(self, hinge_softness: Any = None, validate_args: bool = False, name: str = "softplus") -> None:
        with tf.name_scope(name, values=[hinge_softness]):
            softness = None if hinge_softness is None else convert_to_tensor(hinge_softness, name="hinge_softness")
            if validate_args and softness is not None:
                zero = tf.zeros([], dtype=softness.dtype)
                check = tf.assert_none_equal(zero, softness, message="hinge_softness must be non-zero")
                softness = tf.with_dependencies([check], softness)
            self._hinge_softness = softness
        super().__init__(forward_min_event_ndims=0, validate_args=validate_args, name=name)

    @property
    def hinge_softness(self) -> Any:
        """How soft the bend at 0 is; None for 1."""
        return self._hinge_softness

    def _scaled(self, function: Callable[[Tensor], Tensor], x: Tensor) -> Tensor:
        if self.hinge_softness is None:
            return function(x)
        softness = tf.cast(self.hinge_softness, x.dtype)
        return softness * function(x / softness)

    def _forward(self, x: Tensor) -> Tensor:
        return self._scaled(tf.nn.softplus, x)

    def _inverse(self, y: Tensor) -> Tensor:
        return self._scaled(util.softplus_inverse, y)

    def _over_softness(self, x: Tensor) -> Tensor:
        return x if self.hinge_softness is None else x / tf.cast(self.hinge_softness, x.dtype)

    def _inverse_log_det_jacobian(self, y: Tensor) -> Tensor:
        return -tf.log(-tf.expm1(-self._over_softness(y)))

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        return -tf.nn.softplus(-self._over_softness(x))


@export("contrib.distributions.bijectors.Softsign")
class Softsign(Bijector):
    """y = x / (1 + |x|).

    >>> import penstock as tf
    >>> b = tf.contrib.distributions.bijectors.Softsign()
    >>> float(tf.Session().run(b.forward(1.0)))
    0.5
    """

    def __init__(self, validate_args: bool = False, name: str = "softsign") -> None:
        super().__init__(forward_min_event_ndims=0, validate_args=validate_args, name=name)

    def _forward(self, x: Tensor) -> Tensor:
        return x / (1.0 + tf.abs(x))

    def _inverse(self, y: Tensor) -> Tensor:
        y = self._checked_y(y)
        return y / (1.0 - tf.abs(y))

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        return -2.0 * tf.log1p(tf.abs(x))

    def _inverse_log_det_jacobian(self, y: Tensor) -> Tensor:
        return -2.0 * tf.log1p(-tf.abs(self._checked_y(y)))

    def _checked_y(self, y: Tensor) -> Tensor:
        if not self.validate_args:
            return y
        one = tf.ones([], y.dtype)
        checks = [
            tf.assert_greater(y, -one, message="Inverse transformation input must be greater than -1."),
            tf.assert_less(y, one, message="Inverse transformation input must be less than 1."),
        ]
        return tf.with_dependencies(checks, y)


@export("contrib.distributions.bijectors.Square")
class Square(Bijector):
    """y = x² of numbers that are not negative.

    >>> import penstock as tf
    >>> b = tf.contrib.distributions.bijectors.Square()
    >>> float(tf.Session().run(b.inverse(9.0)))
    3.0
    """

    def __init__(self, validate_args: bool = False, name: str = "square") -> None:
        super().__init__(forward_min_event_ndims=0, validate_args=validate_args, name=name)

    def _checked(self, t: Tensor) -> Tensor:
        if not self.validate_args:
            return t
        return tf.with_dependencies([tf.assert_non_negative(t, message="All elements must be non-negative.")], t)

    def _forward(self, x: Tensor) -> Tensor:
        return tf.square(self._checked(x))

    def _inverse(self, y: Tensor) -> Tensor:
        return tf.sqrt(self._checked(y))

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        return math.log(2.0) + tf.log(self._checked(x))


@export("contrib.distributions.bijectors.AbsoluteValue")
class AbsoluteValue(Bijector):
    """y = |x|; its inverse is the pair of -y and y.

    >>> import penstock as tf
    >>> b = tf.contrib.distributions.bijectors.AbsoluteValue()
    >>> [float(x) for x in tf.Session().run(b.inverse(2.0))]
    [-2.0, 2.0]
    """

    def __init__(self, validate_args: bool = False, name: str = "absolute_value") -> None:
        super().__init__(forward_min_event_ndims=0, is_constant_jacobian=True, validate_args=validate_args, name=name)

    @property
    def _is_injective(self) -> bool:
        return False

    def _checked(self, y: Tensor, value: Tensor) -> Tensor:
        if not self.validate_args:
            return value
        return tf.with_dependencies([tf.assert_non_negative(y, message="Argument y was negative")], value)

    def _forward(self, x: Tensor) -> Tensor:
        return tf.abs(x)

    def _inverse(self, y: Tensor) -> tuple[Tensor, Tensor]:
        y = self._checked(y, y)
        return -y, y

    def _inverse_log_det_jacobian(self, y: Tensor) -> tuple[Tensor, Tensor]:
        zeros = self._checked(y, tf.constant(0.0, dtype=y.dtype))
        return zeros, zeros


@export("contrib.distributions.bijectors.SoftmaxCentered")
class SoftmaxCentered(Bijector):
    """y = softmax([x, 0]), from vectors of K elements to probabilities of K + 1 classes.

    >>> import penstock as tf
    >>> b = tf.contrib.distributions.bijectors.SoftmaxCentered()
    >>> tf.Session().run(b.forward([0.0])).tolist()
    [0.5, 0.5]
    """

    def __init__(self, validate_args: bool = False, name: str = "softmax_centered") -> None:
        super().__init__(forward_min_event_ndims=1, validate_args=validate_args, name=name)

    def _forward_event_shape(self, input_shape: TensorShape) -> TensorShape:
        return input_shape if input_shape.ndims is None else TensorShape([input_shape[-1] + 1])

    def _forward_event_shape_tensor(self, input_shape: Tensor) -> Tensor:
        return (input_shape[-1] + 1)[..., tf.newaxis]

    def _inverse_event_shape(self, output_shape: TensorShape) -> TensorShape:
        if output_shape.ndims is None:
            return output_shape
        size = output_shape[-1].value
        if size is not None and size <= 1:
            raise ValueError(f"output_shape[-1] = {size} <= 1")
        return TensorShape([output_shape[-1] - 1])

    def _inverse_event_shape_tensor(self, output_shape: Tensor) -> Tensor:
        return (output_shape[-1] - 1)[..., tf.newaxis]

    def _forward(self, x: Tensor) -> Tensor:
        return tf.nn.softmax(tf.concat([x, tf.zeros_like(x[..., :1])], -1))

    def _inverse(self, y: Tensor) -> Tensor:
        x = tf.log(y)
        return x[..., :-1] - x[..., -1:]

    def _inverse_log_det_jacobian(self, y: Tensor) -> Tensor:
        return -tf.reduce_sum(tf.log(y), axis=-1)

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        total = tf.nn.softplus(tf.reduce_logsumexp(x, axis=-1, keepdims=True))
        return tf.squeeze(-total + tf.reduce_sum(x - total, axis=-1, keepdims=True), axis=-1)


@export("contrib.distributions.bijectors.Permute")
class Permute(Bijector):
    """Changes the order of the last axis.

    Args:
      permutation: the places to take elements from: each of 0 to n - 1 once.
      validate_args, name: as for `Bijector`.

    >>> import penstock as tf
    >>> b = tf.contrib.distributions.bijectors.Permute([2, 0, 1])
    >>> tf.Session().run(b.forward([5.0, 6.0, 7.0])).tolist()
    [7.0, 5.0, 6.0]
    """

    def __init__(self, permutation: Any, validate_args: bool = False, name: str | None = None) -> None:
        with tf.name_scope(name, "permute", values=[permutation]):
            permutation = convert_to_tensor(permutation, name="permutation")
            if not permutation.dtype.is_integer:
                raise TypeError(f"permutation.dtype ({permutation.dtype.name}) should be `int`-like.")
            message = "Permutation over `d` must contain exactly one of each of `{0, 1, ..., d}`."
            known = constant_value(permutation)
            if known is not None:
                if sorted(known.tolist()) != list(range(known.size)):
                    raise ValueError(message)
            elif validate_args:
                ordered = tf.sort(permutation)
                check = tf.assert_equal(ordered, tf.range(tf.size(ordered)), message=message)
                permutation = tf.with_dependencies([check], permutation)
            self._permutation = permutation
            super().__init__(
                forward_min_event_ndims=1,
                is_constant_jacobian=True,
                validate_args=validate_args,
                name=name or "permute",
            )

    @property
    def permutation(self) -> Tensor:
        """Where each element comes from."""
        return self._permutation

    def _forward(self, x: Tensor) -> Tensor:
        return tf.gather(x, self.permutation, axis=-1)

    def _inverse(self, y: Tensor) -> Tensor:
        return tf.gather(y, tf.invert_permutation(self.permutation), axis=-1)

    def _inverse_log_det_jacobian(self, y: Tensor) -> Tensor:
        return tf.constant(0.0, dtype=y.dtype)

    _forward_log_det_jacobian = _inverse_log_det_jacobian


@export("contrib.distributions.bijectors.Gumbel")
class Gumbel(Bijector):
    """y = exp(-exp(-(x - loc) / scale)), the cdf of the Gumbel distribution.

    >>> import penstock as tf
    >>> b = tf.contrib.distributions.bijectors.Gumbel()
    >>> round(float(tf.Session().run(b.forward(0.0))), 4)
    0.3679
    """

    def __init__(
        self, loc: TensorLike = 0.0, scale: TensorLike = 1.0, validate_args: bool = False, name: str = "gumbel"
    ) -> None:
        with tf.name_scope(name, values=[loc, scale]):
            self._loc = convert_to_tensor(loc, name="loc")
            self._scale = convert_to_tensor(scale, name="scale")
            tf.assert_same_float_dtype([self._loc, self._scale])
            if validate_args:
                check = tf.assert_positive(self._scale, message="Argument scale was not positive")
                self._scale = tf.with_dependencies([check], self._scale)
        super().__init__(validate_args=validate_args, forward_min_event_ndims=0, name=name)

    @property
    def loc(self) -> Tensor:
        """The centre."""
        return self._loc

    @property
    def scale(self) -> Tensor:
        """The width."""
        return self._scale

    def _forward(self, x: Tensor) -> Tensor:
        return tf.exp(-tf.exp(-(x - self.loc) / self.scale))

    def _inverse(self, y: Tensor) -> Tensor:
        return self.loc - self.scale * tf.log(-tf.log(y))

    def _inverse_log_det_jacobian(self, y: Tensor) -> Tensor:
        return tf.log(self.scale / (-tf.log(y) * y))

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        z = (x - self.loc) / self.scale
        return -z - tf.exp(-z) - tf.log(self.scale)


@export("contrib.distributions.bijectors.Inline")
class Inline(Bijector):
    """A bijector out of functions.

    Args:
      forward_fn, inverse_fn: the function and its inverse.
      inverse_log_det_jacobian_fn, forward_log_det_jacobian_fn: the logarithm of the determinant; one is enough.
      forward_event_shape_fn, forward_event_shape_tensor_fn, inverse_event_shape_fn, inverse_event_shape_tensor_fn:
        how shapes change; not at all by default.
      is_constant_jacobian, validate_args, forward_min_event_ndims, inverse_min_event_ndims, name: as for `Bijector`.

    >>> import penstock as tf
    >>> b = tf.contrib.distributions.bijectors.Inline(
    ...     forward_fn=tf.exp, inverse_fn=tf.log, inverse_log_det_jacobian_fn=lambda y: -tf.log(y),
    ...     forward_min_event_ndims=0)
    >>> float(tf.Session().run(b.forward(0.0)))
    1.0
    """

    def __init__(
        self,
        forward_fn: Callable | None = None,
        inverse_fn: Callable | None = None,
        inverse_log_det_jacobian_fn: Callable | None = None,
        forward_log_det_jacobian_fn: Callable | None = None,
        forward_event_shape_fn: Callable | None = None,
        forward_event_shape_tensor_fn: Callable | None = None,
        inverse_event_shape_fn: Callable | None = None,
        inverse_event_shape_tensor_fn: Callable | None = None,
        is_constant_jacobian: bool = False,
        validate_args: bool = False,
        forward_min_event_ndims: int | None = None,
        inverse_min_event_ndims: int | None = None,
        name: str = "inline",
    ) -> None:
        given = {key: value for key, value in locals().items() if key.endswith("_fn")}
        super().__init__(
            forward_min_event_ndims=forward_min_event_ndims,
            inverse_min_event_ndims=inverse_min_event_ndims,
            is_constant_jacobian=is_constant_jacobian,
            validate_args=validate_args,
            name=name,
        )
        self._functions = given

    def _call(self, which: str, value: object, kwargs: dict) -> Any:
        function = self._functions[which]
        if function is None and "shape" in which:
            return value
        if not callable(function):
            raise NotImplementedError(f"{which} is not a callable function.")
        return function(value, **kwargs)

    def _forward_event_shape(self, input_shape: TensorShape) -> Any:
        return self._call("forward_event_shape_fn", input_shape, {})

    def _forward_event_shape_tensor(self, input_shape: Tensor) -> Tensor:
        return self._call("forward_event_shape_tensor_fn", input_shape, {})

    def _inverse_event_shape(self, output_shape: TensorShape) -> Any:
        return self._call("inverse_event_shape_fn", output_shape, {})

    def _inverse_event_shape_tensor(self, output_shape: Tensor) -> Tensor:
        return self._call("inverse_event_shape_tensor_fn", output_shape, {})

    def _forward(self, x: Tensor, **kwargs: Any) -> Tensor:
        return self._call("forward_fn", x, kwargs)

    def _inverse(self, y: Tensor, **kwargs: Any) -> Any:
        return self._call("inverse_fn", y, kwargs)

    def _inverse_log_det_jacobian(self, y: Tensor, **kwargs: Any) -> Any:
        return self._call("inverse_log_det_jacobian_fn", y, kwargs)

    def _forward_log_det_jacobian(self, x: Tensor, **kwargs: Any) -> Any:
        return self._call("forward_log_det_jacobian_fn", x, kwargs)
