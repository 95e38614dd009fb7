"""Constraints: what weights are brought back to after each step of an optimizer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import penstock as tf
from penstock import _namespace
from penstock._namespace import export
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import AxisLike, TensorLike, TensorOrVariable
from penstock.keras import backend as K
from penstock.keras.typing import ConstraintLike
from penstock.keras.utils.generic_utils import deserialize_keras_object, serialize_keras_object


def _norms(w: TensorLike, axis: AxisLike) -> Tensor:
    return K.sqrt(tf.reduce_sum(tf.square(w), axis=axis, keepdims=True))


@export("keras.constraints.Constraint")
class Constraint:
    """The base class of constraints: called with a weight, it returns what it should be.

    >>> import penstock as tf
    >>> tf.keras.constraints.Constraint()(3.0)
    3.0
    """

    def __call__(self, w: TensorLike) -> Any:
        """The weight as it should be."""
        return w

    def get_config(self) -> dict[str, Any]:
        """The arguments of the constructor."""
        return {}


@export("keras.constraints.MaxNorm", "keras.constraints.max_norm")
class MaxNorm(Constraint):
    """Weights whose norm is not larger than a maximum.

    Args:
      max_value: the maximum.
      axis: the axis along which norms are taken; 0 for a dense layer, [0, 1, 2] for convolutions of images.

    >>> import penstock as tf
    >>> tf.Session().run(tf.keras.constraints.MaxNorm(1.0)(tf.constant([[3.0], [4.0]]))).round(3)
    array([[0.6],
           [0.8]], dtype=float32)
    """

    def __init__(self, max_value: float = 2, axis: AxisLike = 0) -> None:
        self.max_value = max_value
        self.axis = axis

    def __call__(self, w: Any) -> Tensor:
        norms = _norms(w, self.axis)
        desired = K.clip(norms, 0, self.max_value)
        return w * (desired / (K.epsilon() + norms))

    def get_config(self) -> dict[str, Any]:
        return {"max_value": self.max_value, "axis": self.axis}


@export("keras.constraints.NonNeg", "keras.constraints.non_neg")
class NonNeg(Constraint):
    """Weights that are not negative.

    >>> import penstock as tf
    >>> tf.Session().run(tf.keras.constraints.NonNeg()(tf.constant([3.0, -4.0])))
    array([ 3., -0.], dtype=float32)
    """

    def __call__(self, w: TensorLike) -> Tensor:
        return w * tf.cast(tf.greater_equal(w, 0.0), K.floatx())


@export("keras.constraints.UnitNorm", "keras.constraints.unit_norm")
class UnitNorm(Constraint):
    """Weights whose norm is one.

    Args:
      axis: the axis along which norms are taken.

    >>> import penstock as tf
    >>> tf.Session().run(tf.keras.constraints.UnitNorm()(tf.constant([[3.0], [4.0]]))).round(3)
    array([[0.6],
           [0.8]], dtype=float32)
    """

    def __init__(self, axis: AxisLike = 0) -> None:
        self.axis = axis

    def __call__(self, w: Any) -> Tensor:
        return w / (K.epsilon() + _norms(w, self.axis))

    def get_config(self) -> dict[str, Any]:
        return {"axis": self.axis}


@export("keras.constraints.MinMaxNorm", "keras.constraints.min_max_norm")
class MinMaxNorm(Constraint):
    """Weights whose norm is between two bounds, or moves towards them.

    Args:
      min_value: the lower bound.
      max_value: the upper bound.
      rate: how far a norm moves towards the bound in each step, 1 for all the way.
      axis: the axis along which norms are taken.

    >>> import penstock as tf
    >>> tf.Session().run(tf.keras.constraints.MinMaxNorm(0.0, 1.0)(tf.constant([[3.0], [4.0]]))).round(3)
    array([[0.6],
           [0.8]], dtype=float32)
    """

    def __init__(self, min_value: float = 0.0, max_value: float = 1.0, rate: float = 1.0, axis: AxisLike = 0) -> None:
        self.min_value = min_value
        self.max_value = max_value
        self.rate = rate
        self.axis = axis

    def __call__(self, w: Any) -> Tensor:
        norms = _norms(w, self.axis)
        desired = self.rate * K.clip(norms, self.min_value, self.max_value) + (1 - self.rate) * norms
        return w * (desired / (K.epsilon() + norms))

    def get_config(self) -> dict[str, Any]:
        return {"min_value": self.min_value, "max_value": self.max_value, "rate": self.rate, "axis": self.axis}


@export("keras.constraints.RadialConstraint", "keras.constraints.radial_constraint")
class RadialConstraint(Constraint):
    """Kernels of convolutions that look the same in all directions: each ring around the middle has one value.

    Raises (when called):
      ValueError: the weight has not four axes.

    >>> import numpy as np
    >>> import penstock as tf
    >>> kernel = tf.constant(np.arange(9.0).reshape(3, 3, 1, 1), tf.float32)
    >>> tf.keras.backend.eval(tf.keras.constraints.RadialConstraint()(kernel))[:, :, 0, 0]
    array([[4., 4., 4.],
           [4., 0., 4.],
           [4., 4., 4.]], dtype=float32)
    """

    def __call__(self, w: Any) -> Tensor:
        shape = w.shape
        if shape.ndims != 4:
            raise ValueError(f"The weight tensor must be of rank 4, but is of shape: {shape}")
        height, width, channels, kernels = shape
        w = K.reshape(w, (height, width, channels * kernels))
        w = K.map_fn(self._kernel_constraint, K.stack(tf.unstack(w, axis=-1), axis=0))
        return K.reshape(K.stack(tf.unstack(w, axis=0), axis=-1), (height, width, channels, kernels))

    def _kernel_constraint(self, kernel: TensorOrVariable) -> Tensor:
        padding = K.constant([[1, 1], [1, 1]], dtype="int32")
        size = K.shape(kernel)[0]
        start = K.cast(size / 2, "int32")
        odd = K.cast(tf.floormod(size, 2), "bool")
        middle = K.switch(
            odd,
            lambda: kernel[start - 1 : start, start - 1 : start],
            lambda: kernel[start - 1 : start, start - 1 : start] + K.zeros((2, 2), dtype=kernel.dtype),
        )
        odd = K.cast(tf.floormod(size, 2), "bool")
        index = K.switch(odd, lambda: K.constant(0, dtype="int32"), lambda: K.constant(1, dtype="int32"))

        def ring(i: Any, inner: Any) -> tuple[Any, Any]:
            return i + 1, tf.pad(inner, padding, constant_values=kernel[start + i, start + i])

        _, made = tf.while_loop(
            lambda i, *_: K.less(i, start),
            ring,
            [index, middle],
            shape_invariants=[index.get_shape(), TensorShape([None, None])],
        )
        return made


max_norm = MaxNorm
non_neg = NonNeg
unit_norm = UnitNorm
min_max_norm = MinMaxNorm
radial_constraint = RadialConstraint
# As older releases of Keras called them.
maxnorm = max_norm
nonneg = non_neg
unitnorm = unit_norm

_CLASSES = (Constraint, MaxNorm, NonNeg, UnitNorm, MinMaxNorm, RadialConstraint)
_KNOWN = {
    **{cls.__name__: cls for cls in _CLASSES},
    "max_norm": MaxNorm,
    "maxnorm": MaxNorm,
    "non_neg": NonNeg,
    "nonneg": NonNeg,
    "unit_norm": UnitNorm,
    "unitnorm": UnitNorm,
    "min_max_norm": MinMaxNorm,
    "radial_constraint": RadialConstraint,
}


@export("keras.constraints.serialize")
def serialize(constraint: ConstraintLike | None) -> Any:
    """A constraint as its configuration.

    >>> import penstock as tf
    >>> tf.keras.constraints.serialize(tf.keras.constraints.UnitNorm())
    {'class_name': 'UnitNorm', 'config': {'axis': 0}}
    """
    return serialize_keras_object(constraint)


@export("keras.constraints.deserialize")
def deserialize(config: Mapping[str, Any] | str, custom_objects: dict[str, Any] | None = None) -> Any:
    """The constraint of a configuration.

    Args:
      config: a dict with `class_name` and `config`.
      custom_objects: a dict of classes and functions of your own, by the names that the configuration uses.

    >>> import penstock as tf
    >>> tf.keras.constraints.deserialize({"class_name": "MaxNorm", "config": {"max_value": 3}}).max_value
    3
    """
    return deserialize_keras_object(
        config, module_objects=_KNOWN, custom_objects=custom_objects, printable_module_name="constraint"
    )


@export("keras.constraints.get")
def get(identifier: Any) -> Any:
    """The constraint that is given by its name, its configuration, or itself; None for None.

    Raises:
      ValueError: it is none of these.

    >>> import penstock as tf
    >>> tf.keras.constraints.get("max_norm").max_value
    2
    """
    if identifier is None:
        return None
    if isinstance(identifier, dict):
        return deserialize(identifier)
    if isinstance(identifier, str):
        return deserialize({"class_name": identifier, "config": {}})
    if callable(identifier):
        return identifier
    raise ValueError("Could not interpret constraint identifier: " + str(identifier))


__getattr__, __dir__ = _namespace.attach(__name__)
