"""Initializers: objects that make the initial value of a variable from its shape.

They are `tf.*_initializer`, `tf.initializers.*` and `tf.keras.initializers.*`. Keras's three random ones have other
defaults: they, and what Keras calls each of them, stand in `keras_initializers.py`.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.convert import constant
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike
from penstock.util.deprecation import deprecated, deprecated_arg_values, deprecated_args

_dtype_is_deprecated = deprecated_args(
    None, "Call initializer instance with the dtype argument instead of passing it to the constructor", "dtype"
)
# The standard deviation of a standard normal distribution cut off at -2 and 2.
_TRUNCATED_STDDEV = 0.87962566103423978


@export("keras.initializers.Initializer")
class Initializer:
    """The base class of initializers: called with a shape, it returns a tensor.

    >>> import penstock as tf
    >>> class Sevens(tf.keras.initializers.Initializer):
    ...     def __call__(self, shape, dtype=None, partition_info=None):
    ...         return tf.fill(shape, 7.0)
    >>> v = tf.get_variable("v", [2], initializer=Sevens())
    >>> tf.Session().run(v.initial_value)
    array([7., 7.], dtype=float32)
    """

    # The arguments of the constructor, which are attributes of the same names: what `get_config` tells.
    _config: tuple[str, ...] = ()
    dtype: dtypes.DType

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = None, partition_info: Any = None) -> Tensor:
        """Returns a tensor of `shape`.

        Args:
          shape: the shape, a list.
          dtype: the type, that of the initializer if None.
          partition_info: tells about the whole variable, if this is for a part of one.
        """
        raise NotImplementedError

    def get_config(self) -> dict[str, Any]:
        """The configuration, which can be written as JSON."""
        config = {name: getattr(self, name) for name in self._config}
        if "dtype" in config:
            config["dtype"] = self.dtype.name
        return config

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """An initializer with the configuration `config`, as `get_config` returned it."""
        return cls(**config)


def _float(dtype: DTypeLike | None) -> dtypes.DType:
    dtype = dtypes.as_dtype(dtype)
    if not dtype.is_floating:
        raise ValueError(f"Expected floating point type, got {dtype}.")
    return dtype


def _values_as_in_0_9(cls: Any, *args: Any, **kwargs: Any) -> Any:
    """Makes an initializer; or the values at once, as 0.9 did: `tf.zeros_initializer([2, 3])`."""
    made = object.__new__(cls)
    shape = kwargs.get("shape", args[0] if args else None)
    if "shape" not in kwargs and not isinstance(shape, (list, tuple, TensorShape, Tensor)):
        return made
    made.__init__()
    rest = args if "shape" in kwargs else args[1:]
    return made(shape, *rest, **{k: v for k, v in kwargs.items() if k != "shape"})


_values_as_in_0_9.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
    [
        inspect.Parameter("cls", inspect.Parameter.POSITIONAL_OR_KEYWORD),
        inspect.Parameter("dtype", inspect.Parameter.POSITIONAL_OR_KEYWORD, default=dtypes.float32),
    ]
)


@export("zeros_initializer", "initializers.zeros", "keras.initializers.Zeros", "keras.initializers.zeros")
class Zeros(Initializer):
    """Initializer that makes zeros.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     print(sess.run(tf.zeros_initializer()([2])))
    [0. 0.]
    """

    _config = ("dtype",)

    __new__ = _values_as_in_0_9

    @_dtype_is_deprecated
    def __init__(self, dtype: DTypeLike = dtypes.float32) -> None:
        self.dtype = dtypes.as_dtype(dtype)

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = None, partition_info: Any = None) -> Tensor:
        return find("zeros")(shape, self.dtype if dtype is None else dtype)


@export("ones_initializer", "initializers.ones", "keras.initializers.Ones", "keras.initializers.ones")
class Ones(Initializer):
    """Initializer that makes ones.

    >>> import penstock as tf
    >>> tf.Session().run(tf.ones_initializer()([2, 2], dtype=tf.int32))
    array([[1, 1],
           [1, 1]], dtype=int32)
    """

    _config = ("dtype",)

    __new__ = _values_as_in_0_9

    @_dtype_is_deprecated
    def __init__(self, dtype: DTypeLike = dtypes.float32) -> None:
        self.dtype = dtypes.as_dtype(dtype)

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = None, partition_info: Any = None) -> Tensor:
        return find("ones")(shape, self.dtype if dtype is None else dtype)


@export("constant_initializer", "initializers.constant", "keras.initializers.Constant", "keras.initializers.constant")
class Constant(Initializer):
    """Initializer that makes constants.

    Args:
      value: a number, list, tuple or array; the last element is repeated if the shape has more.
      dtype: the type, float32 by default.
      verify_shape: if True, `value` must have exactly the shape.

    Raises:
      TypeError: if `value` is something else.

    >>> import penstock as tf
    >>> tf.Session().run(tf.constant_initializer([1, 2])([2, 2]))
    array([[1., 2.],
           [2., 2.]], dtype=float32)
    """

    _config = ("value", "dtype")

    @_dtype_is_deprecated
    @deprecated_args(None, "Objects must now be the required shape or no shape can be specified", "verify_shape")
    def __init__(self, value: Any = 0, dtype: DTypeLike = dtypes.float32, verify_shape: bool = False) -> None:
        if not (np.isscalar(value) or isinstance(value, (list, tuple, np.ndarray))):
            raise TypeError(
                f"Invalid type for initial value: {type(value)} (expected Python scalar, list or tuple of values, or "
                "numpy.ndarray)."
            )
        self.value = value
        self.dtype = dtypes.as_dtype(dtype)
        self._verify_shape = verify_shape

    def __call__(
        self,
        shape: ShapeLike,
        dtype: DTypeLike | None = None,
        partition_info: Any = None,
        verify_shape: bool | None = None,
    ) -> Tensor:
        return constant(
            self.value,
            dtype=self.dtype if dtype is None else dtype,
            shape=shape,
            verify_shape=self._verify_shape if verify_shape is None else verify_shape,
        )


@export("random_uniform_initializer", "initializers.random_uniform")
class RandomUniform(Initializer):
    """Initializer that makes uniformly distributed numbers in [minval, maxval).

    Args:
      minval: the lower bound.
      maxval: the upper bound; 1 for floats by default.
      seed: a random seed.
      dtype: the type, float32 by default.

    >>> import penstock as tf
    >>> x = tf.Session().run(tf.random_uniform_initializer(2.0, 3.0, seed=1)([1000]))
    >>> x.min() >= 2.0, x.max() < 3.0
    (np.True_, np.True_)
    """

    _config = ("minval", "maxval", "seed", "dtype")

    @_dtype_is_deprecated
    def __init__(
        self,
        minval: TensorLike = 0,
        maxval: TensorLike | None = None,
        seed: int | None = None,
        dtype: DTypeLike = dtypes.float32,
    ) -> None:
        self.minval = minval
        self.maxval = maxval
        self.seed = seed
        self.dtype = dtypes.as_dtype(dtype)

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = None, partition_info: Any = None) -> Tensor:
        dtype = self.dtype if dtype is None else dtype
        return find("random.uniform")(shape, self.minval, self.maxval, dtype, seed=self.seed)


@export("random_normal_initializer", "initializers.random_normal")
class RandomNormal(Initializer):
    """Initializer that makes normally distributed numbers.

    Args:
      mean: the mean.
      stddev: the standard deviation.
      seed: a random seed.
      dtype: the type, a floating-point one.

    >>> import penstock as tf
    >>> x = tf.Session().run(tf.random_normal_initializer(5.0, 2.0, seed=1)([10000]))
    >>> print(x.mean().round(1), x.std().round(1))
    5.0 2.0
    """

    _config = ("mean", "stddev", "seed", "dtype")
    _function = "random.normal"

    @_dtype_is_deprecated
    def __init__(
        self, mean: TensorLike = 0.0, stddev: Any = 1.0, seed: int | None = None, dtype: DTypeLike = dtypes.float32
    ) -> None:
        self.mean = mean
        self.stddev = stddev
        self.seed = seed
        self.dtype = _float(dtype)

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = None, partition_info: Any = None) -> Tensor:
        dtype = self.dtype if dtype is None else dtype
        return find(self._function)(shape, self.mean, self.stddev, dtype, seed=self.seed)


@export("truncated_normal_initializer", "initializers.truncated_normal")
class TruncatedNormal(RandomNormal):
    """Initializer that makes normally distributed numbers, none further than two standard deviations from the mean.

    Args:
      mean: the mean.
      stddev: the standard deviation before cutting off.
      seed: a random seed.
      dtype: the type, a floating-point one.

    >>> import penstock as tf
    >>> x = tf.Session().run(tf.truncated_normal_initializer(5.0, 2.0, seed=1)([10000]))
    >>> x.min() >= 1.0, x.max() <= 9.0
    (np.True_, np.True_)
    """

    _function = "random.truncated_normal"


@export("uniform_unit_scaling_initializer", "initializers.uniform_unit_scaling")
class UniformUnitScaling(Initializer):
    """Initializer for inputs of any size to keep their scale: uniform in ±sqrt(3 / input size) * factor.

    Args:
      factor: a factor.
      seed: a random seed.
      dtype: the type, a floating-point one.

    >>> import penstock as tf
    >>> x = tf.Session().run(tf.uniform_unit_scaling_initializer(seed=1)([300, 100]))
    >>> abs(x).max().round(2)  # sqrt(3 / 300)
    np.float32(0.1)
    """

    _config = ("factor", "seed", "dtype")

    @_dtype_is_deprecated
    @deprecated(
        None, "Use tf.initializers.variance_scaling instead with distribution=uniform to get equivalent behavior."
    )
    def __init__(self, factor: float = 1.0, seed: int | None = None, dtype: DTypeLike = dtypes.float32) -> None:
        self.factor = factor
        self.seed = seed
        self.dtype = _float(dtype)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Tensor:
        dtype = self.dtype if dtype is None else dtype
        whole = shape if partition_info is None else partition_info.full_shape
        limit = math.sqrt(3 / max(math.prod(float(d) for d in whole[:-1]), 1.0)) * self.factor
        return find("random.uniform")(shape, -limit, limit, dtype, seed=self.seed)


@export("variance_scaling_initializer", "initializers.variance_scaling", "keras.initializers.VarianceScaling")
class VarianceScaling(Initializer):
    """Initializer whose variance is `scale / n`, where n is the number of inputs, of outputs, or their mean.

    Args:
      scale: a positive factor.
      mode: "fan_in", "fan_out" or "fan_avg".
      distribution: "truncated_normal" (or "normal"), "untruncated_normal" or "uniform".
      seed: a random seed.
      dtype: the type, a floating-point one.

    Raises:
      ValueError: if an argument has another value.

    >>> import penstock as tf
    >>> x = tf.Session().run(tf.variance_scaling_initializer(mode="fan_out", seed=1)([200, 100]))
    >>> x.std().round(2)  # sqrt(1 / 100)
    np.float32(0.1)
    """

    _config: tuple[str, ...] = ("scale", "mode", "distribution", "seed", "dtype")

    @_dtype_is_deprecated
    @deprecated_arg_values(None, "`normal` is a deprecated alias for `truncated_normal`", distribution="normal")
    def __init__(
        self,
        scale: float = 1.0,
        mode: str = "fan_in",
        distribution: str = "truncated_normal",
        seed: int | None = None,
        dtype: DTypeLike = dtypes.float32,
    ) -> None:
        if scale <= 0.0:
            raise ValueError("`scale` must be positive float.")
        if mode not in {"fan_in", "fan_out", "fan_avg"}:
            raise ValueError("Invalid `mode` argument:", mode)
        distribution = distribution.lower()
        if distribution not in {"normal", "uniform", "truncated_normal", "untruncated_normal"}:
            raise ValueError("Invalid `distribution` argument:", distribution)
        self.scale = scale
        self.mode = mode
        self.distribution = distribution
        self.seed = seed
        self.dtype = _float(dtype)

    def __call__(self, shape: Any, dtype: DTypeLike | None = None, partition_info: Any = None) -> Tensor:
        dtype = self.dtype if dtype is None else dtype
        fan_in, fan_out = compute_fans(shape if partition_info is None else partition_info.full_shape)
        fan = {"fan_in": fan_in, "fan_out": fan_out, "fan_avg": (fan_in + fan_out) / 2.0}[self.mode]
        scale = self.scale / max(1.0, fan)
        if self.distribution == "uniform":
            limit = math.sqrt(3.0 * scale)
            return find("random.uniform")(shape, -limit, limit, dtype, seed=self.seed)
        if self.distribution == "untruncated_normal":
            return find("random.normal")(shape, 0.0, math.sqrt(scale), dtype, seed=self.seed)
        stddev = math.sqrt(scale) / _TRUNCATED_STDDEV
        return find("random.truncated_normal")(shape, 0.0, stddev, dtype, seed=self.seed)


def compute_fans(shape: Sequence[int]) -> tuple[int, int]:
    """The numbers of inputs and outputs of a weight of `shape`; leading dimensions are those of a filter."""
    if len(shape) < 1:
        return 1, 1
    if len(shape) == 1:
        return int(shape[0]), int(shape[0])
    field = math.prod(int(d) for d in shape[:-2])
    return int(shape[-2]) * field, int(shape[-1]) * field


@export("glorot_uniform_initializer", "initializers.glorot_uniform", "keras.initializers.glorot_uniform")
class GlorotUniform(VarianceScaling):
    """Glorot's uniform initializer: in ±sqrt(6 / (inputs + outputs)).

    Args:
      seed: a random seed.
      dtype: the type, a floating-point one.

    >>> import penstock as tf
    >>> x = tf.Session().run(tf.glorot_uniform_initializer(seed=1)([400, 200]))
    >>> abs(x).max().round(2)  # sqrt(6 / 600)
    np.float32(0.1)
    """

    _config = ("seed", "dtype")

    @_dtype_is_deprecated
    def __init__(self, seed: int | None = None, dtype: DTypeLike = dtypes.float32) -> None:
        super().__init__(scale=1.0, mode="fan_avg", distribution="uniform", seed=seed)


@export("glorot_normal_initializer", "initializers.glorot_normal", "keras.initializers.glorot_normal")
class GlorotNormal(VarianceScaling):
    """Glorot's normal initializer: standard deviation sqrt(2 / (inputs + outputs)), truncated.

    Args:
      seed: a random seed.
      dtype: the type, a floating-point one.

    >>> import penstock as tf
    >>> x = tf.Session().run(tf.glorot_normal_initializer(seed=1)([100, 100]))
    >>> x.std().round(2)  # sqrt(2 / 200)
    np.float32(0.1)
    """

    _config = ("seed", "dtype")

    @_dtype_is_deprecated
    def __init__(self, seed: int | None = None, dtype: DTypeLike = dtypes.float32) -> None:
        super().__init__(scale=1.0, mode="fan_avg", distribution="truncated_normal", seed=seed)


@export("initializers.lecun_normal", "keras.initializers.lecun_normal")
def lecun_normal(seed: int | None = None) -> VarianceScaling:
    """LeCun's normal initializer: variance 1 / inputs, truncated.

    >>> import penstock as tf
    >>> x = tf.Session().run(tf.initializers.lecun_normal(seed=1)([100, 100]))
    >>> x.std().round(2)  # sqrt(1 / 100)
    np.float32(0.1)
    """
    return VarianceScaling(scale=1.0, mode="fan_in", distribution="truncated_normal", seed=seed)


@export("initializers.lecun_uniform", "keras.initializers.lecun_uniform")
def lecun_uniform(seed: int | None = None) -> VarianceScaling:
    """LeCun's uniform initializer: in ±sqrt(3 / inputs).

    >>> import penstock as tf
    >>> x = tf.Session().run(tf.initializers.lecun_uniform(seed=1)([300, 100]))
    >>> abs(x).max().round(2)  # sqrt(3 / 300)
    np.float32(0.1)
    """
    return VarianceScaling(scale=1.0, mode="fan_in", distribution="uniform", seed=seed)


@export("initializers.he_normal", "keras.initializers.he_normal")
def he_normal(seed: int | None = None) -> VarianceScaling:
    """He's normal initializer: variance 2 / inputs, truncated.

    >>> import penstock as tf
    >>> x = tf.Session().run(tf.initializers.he_normal(seed=1)([200, 100]))
    >>> x.std().round(2)  # sqrt(2 / 200)
    np.float32(0.1)
    """
    return VarianceScaling(scale=2.0, mode="fan_in", distribution="truncated_normal", seed=seed)


@export("initializers.he_uniform", "keras.initializers.he_uniform")
def he_uniform(seed: int | None = None) -> VarianceScaling:
    """He's uniform initializer: in ±sqrt(6 / inputs).

    >>> import penstock as tf
    >>> x = tf.Session().run(tf.initializers.he_uniform(seed=1)([600, 100]))
    >>> abs(x).max().round(2)  # sqrt(6 / 600)
    np.float32(0.1)
    """
    return VarianceScaling(scale=2.0, mode="fan_in", distribution="uniform", seed=seed)


def random_orthogonal(rows: int, columns: int, dtype: DTypeLike, seed: int | None) -> Tensor:
    """A random matrix whose columns are orthonormal; `rows >= columns`."""
    q, r = apply("Qr", input=find("random.normal")([rows, columns], dtype=dtype, seed=seed), full_matrices=False)
    # The signs make the distribution uniform over orthogonal matrices.
    return q * find("sign")(find("diag_part")(r))


@export(
    "orthogonal_initializer",
    "initializers.orthogonal",
    "keras.initializers.Orthogonal",
    "keras.initializers.orthogonal",
)
class Orthogonal(Initializer):
    """Initializer that makes an orthogonal matrix; leading dimensions are flattened into its rows.

    Args:
      gain: a factor.
      seed: a random seed.
      dtype: the type, a floating-point one.

    Raises (when called):
      ValueError: if the shape has fewer than two dimensions.

    >>> import penstock as tf
    >>> q = tf.Session().run(tf.orthogonal_initializer(seed=1)([3, 3]))
    >>> abs(q @ q.T).round(4)
    array([[1., 0., 0.],
           [0., 1., 0.],
           [0., 0., 1.]], dtype=float32)
    """

    _config = ("gain", "seed", "dtype")

    @_dtype_is_deprecated
    def __init__(self, gain: float = 1.0, seed: int | None = None, dtype: DTypeLike = dtypes.float32) -> None:
        self.gain = gain
        self.dtype = _float(dtype)
        self.seed = seed

    def __call__(self, shape: Any, dtype: DTypeLike | None = None, partition_info: Any = None) -> Tensor:
        dtype = self.dtype if dtype is None else dtype
        if len(shape) < 2:
            raise ValueError("The tensor to initialize must be at least two-dimensional")
        rows, columns = math.prod(int(d) for d in shape[:-1]), int(shape[-1])
        q = random_orthogonal(max(rows, columns), min(rows, columns), dtype, self.seed)
        if rows < columns:
            q = find("matrix_transpose")(q)
        return self.gain * find("reshape")(q, shape)


@export("initializers.identity", "keras.initializers.Identity", "keras.initializers.identity")
class Identity(Initializer):
    """Initializer that makes the identity matrix, times `gain`.

    Args:
      gain: a factor.
      dtype: the type, a floating-point one.

    Raises (when called):
      ValueError: if the shape is not that of a matrix.

    >>> import penstock as tf
    >>> tf.Session().run(tf.initializers.identity(gain=2.0)([2, 3]))
    array([[2., 0., 0.],
           [0., 2., 0.]], dtype=float32)
    """

    _config = ("gain", "dtype")

    @_dtype_is_deprecated
    def __init__(self, gain: float = 1.0, dtype: DTypeLike = dtypes.float32) -> None:
        self.gain = gain
        self.dtype = _float(dtype)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Tensor:
        whole = shape if partition_info is None else partition_info.full_shape
        if len(whole) != 2:
            raise ValueError("Identity matrix initializer can only be used for 2D matrices.")
        if isinstance(whole, TensorShape):
            whole = whole.as_list()
        value = find("eye")(*whole, dtype=self.dtype if dtype is None else dtype)
        if partition_info is not None:
            value = apply("Slice", input=value, begin=partition_info.var_offset, size=shape)
        return self.gain * value


# -- Keras: other defaults, and lookup by name --------------------------------------------------------------------------
