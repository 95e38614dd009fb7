"""Initializers of `tf.keras`: their own defaults, their names, and `tf.keras.initializers.get`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.typing import DTypeLike, TensorLike
from penstock.ops.state.initializers import (
    Constant,
    GlorotNormal,
    GlorotUniform,
    Identity,
    Initializer,
    Ones,
    Orthogonal,
    RandomNormal,
    RandomUniform,
    TruncatedNormal,
    VarianceScaling,
    Zeros,
    he_normal,
    he_uniform,
    lecun_normal,
    lecun_uniform,
)


@export("keras.initializers.RandomUniform", "keras.initializers.random_uniform", "keras.initializers.uniform")
class KerasRandomUniform(RandomUniform):
    """As `tf.random_uniform_initializer`, in [-0.05, 0.05) by default.

    >>> import penstock as tf
    >>> x = tf.Session().run(tf.keras.initializers.RandomUniform(seed=1)([1000]))
    >>> abs(x).max().round(2)
    np.float32(0.05)
    """

    def __init__(
        self,
        minval: TensorLike = -0.05,
        maxval: TensorLike = 0.05,
        seed: int | None = None,
        dtype: DTypeLike = dtypes.float32,
    ) -> None:
        super().__init__(minval=minval, maxval=maxval, seed=seed, dtype=dtype)


@export("keras.initializers.RandomNormal", "keras.initializers.random_normal", "keras.initializers.normal")
class KerasRandomNormal(RandomNormal):
    """As `tf.random_normal_initializer`, with a standard deviation of 0.05 by default.

    >>> import penstock as tf
    >>> x = tf.Session().run(tf.keras.initializers.RandomNormal(seed=1)([10000]))
    >>> x.std().round(2)
    np.float32(0.05)
    """

    def __init__(
        self, mean: TensorLike = 0.0, stddev: Any = 0.05, seed: int | None = None, dtype: DTypeLike = dtypes.float32
    ) -> None:
        super().__init__(mean=mean, stddev=stddev, seed=seed, dtype=dtype)


@export("keras.initializers.TruncatedNormal", "keras.initializers.truncated_normal")
class KerasTruncatedNormal(TruncatedNormal):
    """As `tf.truncated_normal_initializer`, with a standard deviation of 0.05 by default.

    >>> import penstock as tf
    >>> x = tf.Session().run(tf.keras.initializers.TruncatedNormal(seed=1)([10000]))
    >>> abs(x).max().round(2)
    np.float32(0.1)
    """

    def __init__(
        self, mean: TensorLike = 0.0, stddev: Any = 0.05, seed: int | None = None, dtype: DTypeLike = dtypes.float32
    ) -> None:
        super().__init__(mean=mean, stddev=stddev, seed=seed, dtype=dtype)


KERAS_INITIALIZERS: dict[str, Callable] = {
    "Initializer": Initializer,
    **dict.fromkeys(("Zeros", "zeros", "zero"), Zeros),
    **dict.fromkeys(("Ones", "ones", "one"), Ones),
    **dict.fromkeys(("Constant", "constant"), Constant),
    **dict.fromkeys(("RandomUniform", "random_uniform", "uniform"), KerasRandomUniform),
    **dict.fromkeys(("RandomNormal", "random_normal", "normal"), KerasRandomNormal),
    **dict.fromkeys(("TruncatedNormal", "truncated_normal"), KerasTruncatedNormal),
    **dict.fromkeys(("Identity", "identity"), Identity),
    **dict.fromkeys(("Orthogonal", "orthogonal"), Orthogonal),
    **dict.fromkeys(("GlorotUniform", "glorot_uniform"), GlorotUniform),
    **dict.fromkeys(("GlorotNormal", "glorot_normal"), GlorotNormal),
    "VarianceScaling": VarianceScaling,
    "he_normal": he_normal,
    "he_uniform": he_uniform,
    "lecun_normal": lecun_normal,
    "lecun_uniform": lecun_uniform,
}


for _name in ("RandomUniform", "RandomNormal", "TruncatedNormal"):
    KERAS_INITIALIZERS[_name].__name__ = _name  # what `serialize` writes, and a model file must say


def get(identifier: Any) -> Any:
    """The initializer that `identifier` is or names; None for None. That of Keras knows configurations too."""
    if isinstance(identifier, str) and identifier in KERAS_INITIALIZERS:
        return KERAS_INITIALIZERS[identifier]()
    if identifier is None or callable(identifier):
        return identifier
    raise ValueError(f"Could not interpret initializer identifier: {identifier}")
