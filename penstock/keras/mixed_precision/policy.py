"""`Policy`: the type that a layer computes in, and the one of its variables."""

from __future__ import annotations

from typing import Any

from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.typing import DTypeLike
from penstock.keras.backend.configuration import floatx
from penstock.keras.engine import base_layer_utils
from penstock.train import loss_scale as loss_scales

_FLOAT32_VARS = "_with_float32_vars"


# Stands for: the scale that belongs to the name.
_DEFAULT = "USE_DEFAULT"


@export("keras.mixed_precision.experimental.Policy")
class Policy:
    """The types of a layer by a name: "infer", the name of a type, or one of those with "_with_float32_vars".

    Args:
      name: the name; "infer" takes the type of the layer's first input.
      loss_scale: how losses are scaled while training: a number, "dynamic", a `LossScale`, or None. By default
        "dynamic" for "mixed_float16", else None.

    Raises:
      TypeError: the name is no string.
      ValueError: no such type.

    >>> import penstock as tf
    >>> policy = tf.keras.mixed_precision.experimental.Policy("mixed_float16", loss_scale=128)
    >>> policy.compute_dtype, policy.variable_dtype
    ('float16', 'float32')
    """

    def __init__(self, name: str, loss_scale: Any = _DEFAULT) -> None:
        if isinstance(name, dtypes.DType):
            raise TypeError(f"'name' must be a string, not a DType. Instead, pass DType.name. Got: {name.name}")
        if not isinstance(name, str):
            raise TypeError(f"'name' must be a string, but got: {name}")
        name = {"infer_float32_vars": "infer_with_float32_vars", "float32_with_float32_vars": "float32"}.get(name, name)
        self._name = name
        self._compute_dtype, self._variable_dtype = _types(name)
        if loss_scale == _DEFAULT:
            loss_scale = "dynamic" if name == "mixed_float16" else None
        self._loss_scale = loss_scales.get(loss_scale)

    @property
    def name(self) -> str:
        """The name it was made with."""
        return self._name

    @property
    def compute_dtype(self) -> str | None:
        """The name of the type of computations; None as long as it is not known."""
        return self._compute_dtype

    @property
    def variable_dtype(self) -> str | None:
        """The name of the type of variables; None as long as it is not known."""
        return self._variable_dtype

    @property
    def loss_scale(self) -> Any:
        """How losses are scaled, or None."""
        return self._loss_scale

    def __repr__(self) -> str:
        return f'<Policy "{self._name}", loss_scale={self.loss_scale}>'

    @property
    def should_cast_variables(self) -> bool:
        """Whether variables are cast before they are used."""
        return self._variable_dtype != self._compute_dtype


def _types(name: str) -> tuple[str | None, str | None]:
    if name in ("mixed_float16", "mixed_bfloat16"):
        return name[len("mixed_") :], "float32"
    base = name.removesuffix(_FLOAT32_VARS)
    found: str | None = None
    if base != "infer":
        try:
            found = dtypes.as_dtype(base).name
        except TypeError:
            text = (
                f"Cannot convert value {name} to a mixed precision Policy. Valid policies include include those in the form "
                '"<dtype>" and "<dtype>_with_float32_vars", where <dtype> is the name of a dtype.'
            )
            if base != name:
                text += f" The value {name} ends with _with_float32_vars, but {base} cannot be converted to a DType"
            raise ValueError(text) from None
    return found, found if base == name else "float32"


INFER = Policy("infer")


def with_input_dtype(policy: Policy, dtype: DTypeLike) -> Policy:
    """A policy that was to be inferred, with the type that was found."""
    name = dtypes.as_dtype(dtype).name
    return Policy(name if policy.variable_dtype is None else name + _FLOAT32_VARS)


_global: Policy | None = None


@export("keras.mixed_precision.experimental.global_policy")
def global_policy() -> Policy:
    """The policy of layers that are given none: "infer", unless another one was set.

    >>> import penstock as tf
    >>> tf.keras.mixed_precision.experimental.global_policy().name
    'infer'
    """
    if _global is not None:
        return _global
    return Policy(floatx()) if base_layer_utils.v2_dtype_behavior_enabled() else INFER


@export("keras.mixed_precision.experimental.set_policy")
def set_policy(policy: Any) -> None:
    """Sets the policy of layers that are given none.

    Args:
      policy: a `Policy`, its name, or None for the default.

    Raises:
      ValueError: it is another one than "infer" or "infer_with_float32_vars", as only TensorFlow 2 allows.

    >>> import penstock as tf
    >>> tf.keras.mixed_precision.experimental.set_policy("infer")
    >>> tf.keras.mixed_precision.experimental.set_policy("float16")
    Traceback (most recent call last):
    ValueError: The global policy can only be set to a non-infer policy in TensorFlow 2
    >>> tf.keras.mixed_precision.experimental.set_policy(None)
    """
    global _global
    if policy is not None and not isinstance(policy, Policy):
        policy = Policy(policy)
    if policy and policy.compute_dtype and not base_layer_utils.v2_dtype_behavior_enabled():
        raise ValueError("The global policy can only be set to a non-infer policy in TensorFlow 2")
    _global = policy
