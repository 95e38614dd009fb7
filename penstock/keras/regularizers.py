"""Regularizers: penalties on large weights, which are added to the loss."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import penstock as tf
from penstock import _namespace
from penstock._namespace import export
from penstock.graph.typing import TensorLike
from penstock.keras import backend as K
from penstock.keras.typing import RegularizerLike
from penstock.keras.utils.generic_utils import deserialize_keras_object, serialize_keras_object


@export("keras.regularizers.Regularizer")
class Regularizer:
    """The base class of regularizers: called with a tensor, it returns a penalty.

    >>> import penstock as tf
    >>> class Sum(tf.keras.regularizers.Regularizer):
    ...     def __call__(self, x):
    ...         return tf.reduce_sum(x)
    >>> tf.Session().run(Sum()(tf.constant([1.0, 2.0])))
    np.float32(3.0)
    """

    def __call__(self, x: TensorLike) -> Any:
        """The penalty for `x`."""
        return 0.0

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """A regularizer with a configuration."""
        return cls(**config)


@export("keras.regularizers.L1L2")
class L1L2(Regularizer):
    """A penalty of `l1` times the sum of absolute values and `l2` times the sum of squares.

    Args:
      l1: the first factor.
      l2: the second.

    >>> import penstock as tf
    >>> tf.Session().run(tf.keras.regularizers.L1L2(l1=1.0, l2=2.0)(tf.constant([1.0, -2.0])))
    np.float32(13.0)
    """

    def __init__(self, l1: float = 0.0, l2: float = 0.0) -> None:
        self.l1 = K.cast_to_floatx(l1)
        self.l2 = K.cast_to_floatx(l2)

    def __call__(self, x: TensorLike) -> Any:
        if not self.l1 and not self.l2:
            return K.constant(0.0)
        penalty: Any = 0.0
        if self.l1:
            penalty += self.l1 * tf.reduce_sum(tf.abs(x))
        if self.l2:
            penalty += self.l2 * tf.reduce_sum(tf.square(x))
        return penalty

    def get_config(self) -> dict[str, Any]:
        """The two factors."""
        return {"l1": float(self.l1), "l2": float(self.l2)}


@export("keras.regularizers.l1")
def l1(l: float = 0.01) -> L1L2:
    """A penalty of `l` times the sum of absolute values.

    >>> import penstock as tf
    >>> tf.Session().run(tf.keras.regularizers.l1(0.5)(tf.constant([1.0, -3.0])))
    np.float32(2.0)
    """
    return L1L2(l1=l)


@export("keras.regularizers.l2")
def l2(l: float = 0.01) -> L1L2:
    """A penalty of `l` times the sum of squares.

    >>> import penstock as tf
    >>> tf.Session().run(tf.keras.regularizers.l2(0.5)(tf.constant([1.0, -3.0])))
    np.float32(5.0)
    """
    return L1L2(l2=l)


@export("keras.regularizers.l1_l2")
def l1_l2(l1: float = 0.01, l2: float = 0.01) -> L1L2:
    """Both penalties.

    Args:
      l1: the factor of the sum of absolute values.
      l2: the factor of the sum of squares.

    >>> import penstock as tf
    >>> tf.keras.regularizers.l1_l2(0.5, 0.25).get_config()
    {'l1': 0.5, 'l2': 0.25}
    """
    return L1L2(l1=l1, l2=l2)


_KNOWN = {"Regularizer": Regularizer, "L1L2": L1L2, "l1": l1, "l2": l2, "l1_l2": l1_l2}


@export("keras.regularizers.serialize")
def serialize(regularizer: RegularizerLike | None) -> Any:
    """A regularizer as its configuration.

    >>> import penstock as tf
    >>> tf.keras.regularizers.serialize(tf.keras.regularizers.l1(0.5))
    {'class_name': 'L1L2', 'config': {'l1': 0.5, 'l2': 0.0}}
    """
    return serialize_keras_object(regularizer)


@export("keras.regularizers.deserialize")
def deserialize(config: Mapping[str, Any] | str, custom_objects: dict[str, Any] | None = None) -> Any:
    """The regularizer of a configuration.

    Args:
      config: a dict with `class_name` and `config`.
      custom_objects: a dict of classes and functions of your own, by the names that the configuration uses.

    >>> import penstock as tf
    >>> float(tf.keras.regularizers.deserialize({"class_name": "l2", "config": {"l": 0.5}}).l2)
    0.5
    """
    return deserialize_keras_object(
        config, module_objects=_KNOWN, custom_objects=custom_objects, printable_module_name="regularizer"
    )


@export("keras.regularizers.get")
def get(identifier: Any) -> Any:
    """The regularizer that is given by its name, its configuration, or itself; None for None.

    Raises:
      ValueError: it is none of these.

    >>> import penstock as tf
    >>> round(float(tf.keras.regularizers.get("l2").l2), 2)
    0.01
    """
    if identifier is None:
        return None
    if isinstance(identifier, dict):
        return deserialize(identifier)
    if isinstance(identifier, str):
        if identifier in ("l1", "l2", "l1_l2"):
            return deserialize({"class_name": identifier, "config": {}})
        return deserialize(identifier)
    if callable(identifier):
        return identifier
    raise ValueError("Could not interpret regularizer identifier:", identifier)


__getattr__, __dir__ = _namespace.attach(__name__)
