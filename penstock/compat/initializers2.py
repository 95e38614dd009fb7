"""The initializers of `tf.compat.v2`: made without a type, which the call gives; a seed makes them stateless.

With a seed, every call returns the same numbers, those of `tf.random.stateless_normal(shape, [seed, 0])` and its like.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from penstock._namespace import export_value, find
from penstock.graph import dtypes
from penstock.graph.operation import Tensor
from penstock.ops.state import initializers as v1


def _of_type(dtype: Any, wanted: str) -> dtypes.DType:
    """The type, if it is a floating-point one (`wanted` "float"), or a number or a boolean ("number")."""
    found = dtypes.as_dtype(dtype)
    if wanted == "float" and not found.is_floating:
        raise ValueError(f"Expected floating point type, got {found}.")
    if wanted == "number" and not (found.is_numpy_compatible and found != dtypes.string):
        raise ValueError(f"Expected numeric or boolean dtype, got {found}.")
    return found


class Initializer:
    """The base class of initializers: called with a shape and a type, it returns a tensor.

    >>> import penstock as tf
    >>> class Sevens(tf.compat.v2.initializers.Initializer):
    ...     def __call__(self, shape, dtype=None):
    ...         return tf.fill(shape, 7.0)
    >>> tf.Session().run(Sevens()([2]))
    array([7., 7.], dtype=float32)
    """

    # The arguments of the constructor, which are attributes of the same names.
    _config: tuple[str, ...] = ()

    def __call__(self, shape: Any, dtype: Any = None) -> Tensor:
        """A tensor of the shape and type."""
        raise NotImplementedError

    def get_config(self) -> dict[str, Any]:
        """The configuration, which can be written as JSON."""
        return {name: getattr(self, name) for name in self._config}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """An initializer from what `get_config` told."""
        config.pop("dtype", None)
        return cls(**config)

    def _draw(self, what: str, shape: Any, first: Any, second: Any, dtype: Any) -> Tensor:
        """Random numbers, by the seed alone if there is one."""
        seed = getattr(self, "seed", None)
        if seed is None:
            return find(f"random.{what}")(shape, first, second, dtype)
        return find(f"random.stateless_{what}")(shape, [seed, 0], first, second, dtype)


class Zeros(Initializer):
    """Initializer that makes zeros.

    >>> import penstock as tf
    >>> tf.Session().run(tf.compat.v2.initializers.Zeros()([2]))
    array([0., 0.], dtype=float32)
    """

    def __call__(self, shape: Any, dtype: Any = dtypes.float32) -> Tensor:
        return find("zeros")(shape, _of_type(dtype, "number"))


class Ones(Initializer):
    """Initializer that makes ones.

    >>> import penstock as tf
    >>> tf.Session().run(tf.compat.v2.initializers.Ones()([2], tf.int32))
    array([1, 1], dtype=int32)
    """

    def __call__(self, shape: Any, dtype: Any = dtypes.float32) -> Tensor:
        return find("ones")(shape, _of_type(dtype, "number"))


class Constant(Initializer):
    """Initializer that makes a value, or as many values as the shape holds.

    >>> import penstock as tf
    >>> tf.Session().run(tf.compat.v2.initializers.Constant(3)([2]))
    array([3., 3.], dtype=float32)
    """

    _config = ("value",)

    def __init__(self, value: Any = 0) -> None:
        import numpy as np

        if not (np.isscalar(value) or isinstance(value, (list, tuple, np.ndarray))):
            raise TypeError(
                f"Invalid type for initial value: {type(value)} (expected Python scalar, list or tuple of values, or "
                "numpy.ndarray)."
            )
        self.value = value

    def __call__(self, shape: Any, dtype: Any = None) -> Tensor:
        wanted = dtypes.float32 if dtype is None else dtypes.as_dtype(dtype)
        return find("compat.v2.constant")(self.value, dtype=wanted, shape=shape)


class RandomUniform(Initializer):
    """Initializer with uniformly distributed numbers.

    >>> import penstock as tf
    >>> tf.Session().run(tf.compat.v2.initializers.RandomUniform(0, 1, seed=1)([2])).shape
    (2,)
    """

    _config = ("minval", "maxval", "seed")

    def __init__(self, minval: Any = -0.05, maxval: Any = 0.05, seed: int | None = None) -> None:
        self.minval, self.maxval, self.seed = minval, maxval, seed

    def __call__(self, shape: Any, dtype: Any = dtypes.float32) -> Tensor:
        wanted = dtypes.as_dtype(dtype)
        if not (wanted.is_floating or wanted.is_integer):
            raise ValueError(f"Expected float or integer dtype, got {wanted}.")
        return self._draw("uniform", shape, self.minval, self.maxval, wanted)


class RandomNormal(Initializer):
    """Initializer with normally distributed numbers.

    >>> import penstock as tf
    >>> tf.Session().run(tf.compat.v2.initializers.RandomNormal(seed=1)([2])).shape
    (2,)
    """

    _config = ("mean", "stddev", "seed")
    _what = "normal"

    def __init__(self, mean: float = 0.0, stddev: float = 0.05, seed: int | None = None) -> None:
        self.mean, self.stddev, self.seed = mean, stddev, seed

    def __call__(self, shape: Any, dtype: Any = dtypes.float32) -> Tensor:
        return self._draw(self._what, shape, self.mean, self.stddev, _of_type(dtype, "float"))


class TruncatedNormal(RandomNormal):
    """Initializer with normally distributed numbers of at most two standard deviations.

    >>> import penstock as tf
    >>> abs(tf.Session().run(tf.compat.v2.initializers.TruncatedNormal(seed=1)([9]))).max() <= 0.1
    np.True_
    """

    _what = "truncated_normal"


class VarianceScaling(Initializer):
    """Initializer whose variance is `scale / n`, where n is the number of inputs, of outputs, or their mean.

    >>> import penstock as tf
    >>> x = tf.Session().run(tf.compat.v2.initializers.VarianceScaling(mode="fan_out", seed=1)([200, 100]))
    >>> x.std().round(2)  # sqrt(1 / 100)
    np.float32(0.1)
    """

    _config: tuple[str, ...] = ("scale", "mode", "distribution", "seed")

    def __init__(
        self, scale: float = 1.0, mode: str = "fan_in", distribution: str = "truncated_normal", seed: int | None = None
    ) -> None:
        if scale <= 0.0:
            raise ValueError("`scale` must be positive float.")
        if mode not in {"fan_in", "fan_out", "fan_avg"}:
            raise ValueError("Invalid `mode` argument:", mode)
        distribution = distribution.lower()
        # 1.15 understood both as the form that is cut off.
        distribution = "truncated_normal" if distribution == "normal" else distribution
        if distribution not in {"uniform", "truncated_normal", "untruncated_normal"}:
            raise ValueError("Invalid `distribution` argument:", distribution)
        self.scale, self.mode, self.distribution, self.seed = scale, mode, distribution, seed

    def __call__(self, shape: Any, dtype: Any = dtypes.float32) -> Tensor:
        wanted = _of_type(dtype, "float")
        fan_in, fan_out = v1.compute_fans(shape)
        fan = {"fan_in": fan_in, "fan_out": fan_out, "fan_avg": (fan_in + fan_out) / 2.0}[self.mode]
        scale = self.scale / max(1.0, fan)
        if self.distribution == "uniform":
            limit = math.sqrt(3.0 * scale)
            return self._draw("uniform", shape, -limit, limit, wanted)
        if self.distribution == "untruncated_normal":
            return self._draw("normal", shape, 0.0, math.sqrt(scale), wanted)
        return self._draw("truncated_normal", shape, 0.0, math.sqrt(scale) / v1._TRUNCATED_STDDEV, wanted)


class GlorotUniform(VarianceScaling):
    """Glorot's uniform initializer: in ±sqrt(6 / (inputs + outputs)).

    >>> import penstock as tf
    >>> abs(tf.Session().run(tf.compat.v2.initializers.GlorotUniform(seed=1)([2, 4]))).max() <= 1
    np.True_
    """

    _config = ("seed",)

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(1.0, "fan_avg", "uniform", seed)


class GlorotNormal(VarianceScaling):
    """Glorot's normal initializer: variance 2 / (inputs + outputs), cut off.

    >>> import penstock as tf
    >>> tf.Session().run(tf.compat.v2.initializers.GlorotNormal(seed=1)([2, 4])).shape
    (2, 4)
    """

    _config = ("seed",)

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(1.0, "fan_avg", "truncated_normal", seed)


class Orthogonal(Initializer):
    """Initializer that makes an orthogonal matrix; leading dimensions are flattened into its rows.

    >>> import penstock as tf
    >>> q = tf.Session().run(tf.compat.v2.initializers.Orthogonal(seed=1)([2, 2]))
    >>> abs(q @ q.T).round(4)
    array([[1., 0.],
           [0., 1.]], dtype=float32)
    """

    _config = ("gain", "seed")

    def __init__(self, gain: float = 1.0, seed: int | None = None) -> None:
        self.gain, self.seed = gain, seed

    def __call__(self, shape: Any, dtype: Any = dtypes.float32) -> Tensor:
        wanted = _of_type(dtype, "float")
        if len(shape) < 2:
            raise ValueError("The tensor to initialize must be at least two-dimensional")
        rows, columns = math.prod(int(size) for size in shape[:-1]), int(shape[-1])
        size = max(rows, columns), min(rows, columns)
        q, r = find("linalg.qr")(self._draw("normal", size, 0.0, 1.0, wanted), full_matrices=False)
        q *= find("sign")(find("linalg.tensor_diag_part")(r))
        if rows < columns:
            q = find("linalg.matrix_transpose")(q)
        return self.gain * find("reshape")(q, shape)


class Identity(Initializer):
    """Initializer that makes the identity matrix, times `gain`.

    >>> import penstock as tf
    >>> tf.Session().run(tf.compat.v2.initializers.Identity(2.0)([2, 2]))
    array([[2., 0.],
           [0., 2.]], dtype=float32)
    """

    _config = ("gain",)

    def __init__(self, gain: float = 1.0) -> None:
        self.gain = gain

    def __call__(self, shape: Any, dtype: Any = dtypes.float32) -> Tensor:
        wanted = _of_type(dtype, "float")
        if len(shape) != 2:
            raise ValueError("Identity matrix initializer can only be used for 2D matrices.")
        return self.gain * find("eye")(*[int(size) for size in shape], dtype=wanted)


def _scaled(name: str, scale: float, distribution: str) -> Callable[..., VarianceScaling]:
    """Declares an initializer with the variance `scale / inputs`."""

    def make(seed: int | None = None) -> VarianceScaling:
        return VarianceScaling(scale, "fan_in", distribution, seed)

    make.__name__ = make.__qualname__ = name
    make.__doc__ = f"""Initializer with variance {scale:g} / inputs.

    >>> import penstock as tf
    >>> tf.Session().run(tf.compat.v2.initializers.{name}(seed=1)([2, 4])).shape
    (2, 4)
    """
    return export_value(make, *(f"compat.v2.{space}.{name}" for space in ("initializers", "keras.initializers")))


lecun_normal = _scaled("lecun_normal", 1.0, "truncated_normal")
lecun_uniform = _scaled("lecun_uniform", 1.0, "uniform")
he_normal = _scaled("he_normal", 2.0, "truncated_normal")
he_uniform = _scaled("he_uniform", 2.0, "uniform")

_NAMES: dict[type, str] = {
    Initializer: "Initializer",
    Zeros: "Zeros zeros",
    Ones: "Ones ones",
    Constant: "Constant constant",
    RandomUniform: "RandomUniform",
    RandomNormal: "RandomNormal",
    TruncatedNormal: "TruncatedNormal",
    VarianceScaling: "VarianceScaling",
    GlorotUniform: "GlorotUniform glorot_uniform",
    GlorotNormal: "GlorotNormal glorot_normal",
    Orthogonal: "Orthogonal orthogonal",
    Identity: "Identity identity",
}
for _class, _names in _NAMES.items():
    _spaces = ("initializers", "keras.initializers")
    export_value(_class, *(f"compat.v2.{space}.{name}" for space in _spaces for name in _names.split()))
for _class, _name in (
    (Zeros, "zeros"),
    (Ones, "ones"),
    (Constant, "constant"),
    (RandomUniform, "random_uniform"),
    (RandomNormal, "random_normal"),
):
    export_value(_class, f"compat.v2.{_name}_initializer")
