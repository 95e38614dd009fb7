"""Public functions for random tensors. Each makes exactly the operations that 1.15 makes, in the same order and with the
same names: the number of operations made so far decides the seed of an operation that has none of its own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.convert import constant, convert_to_tensor
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import Dimension
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike
from penstock.ops.random import kernels as _kernels  # noqa: F401 - registers the kernels
from penstock.ops.random.seed import get_seed

_UNIFORM_TYPES = (
    dtypes.float16,
    dtypes.bfloat16,
    dtypes.float32,
    dtypes.float64,
    dtypes.int32,
    dtypes.int64,
)


def _shape_tensor(shape: ShapeLike) -> Tensor:
    """`shape` as an integer tensor called "shape"; an empty list is int32."""
    if isinstance(shape, (list, tuple)):
        if not shape:
            return convert_to_tensor(shape, dtypes.int32, name="shape")
        shape = tuple(d.value if isinstance(d, Dimension) else d for d in shape)
    return convert_to_tensor(shape, name="shape")


def _shape_of(tensor: Tensor) -> Tensor:
    """What `tf.shape` makes: a constant if the shape is known."""
    with name_scope(None, "Shape", [tensor]) as name:
        if tensor.shape.is_fully_defined():
            return constant(tensor.shape.as_list(), dtypes.int32, name=name)
        return apply("Shape", input=tensor, name=name)


def _scaled(rnd: Tensor, scale: Tensor, offset: Tensor, name: str) -> Tensor:
    return apply("Add", x=apply("Mul", x=rnd, y=scale, name="mul"), y=offset, name=name)


@export("random.normal", "random_normal")
def random_normal(
    shape: ShapeLike,
    mean: TensorLike = 0.0,
    stddev: TensorLike = 1.0,
    dtype: DTypeLike = dtypes.float32,
    seed: int | None = None,
    name=None,
) -> Tensor:
    """Makes a tensor of normally distributed numbers, new ones in every run.

    Args:
      shape: the shape, a 1-D integer tensor or list.
      mean: the mean, broadcast to the shape.
      stddev: the standard deviation, likewise.
      dtype: a floating-point type.
      seed: the operation's seed; see `tf.set_random_seed`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.random_normal([2, 3]).shape.as_list()
    [2, 3]
    """
    with name_scope(name, "random_normal", [shape, mean, stddev]) as name:
        shape = _shape_tensor(shape)
        mean = convert_to_tensor(mean, dtype, name="mean")
        stddev = convert_to_tensor(stddev, dtype, name="stddev")
        seed1, seed2 = get_seed(seed)
        rnd = apply("RandomStandardNormal", shape=shape, dtype=dtype, seed=seed1, seed2=seed2)
        return _scaled(rnd, stddev, mean, name)


@export("random.truncated_normal", "truncated_normal")
def truncated_normal(
    shape: ShapeLike,
    mean: TensorLike = 0.0,
    stddev: TensorLike = 1.0,
    dtype: DTypeLike = dtypes.float32,
    seed: int | None = None,
    name=None,
) -> Tensor:
    """Makes a tensor of normally distributed numbers less than two standard deviations from the mean.

    Args:
      shape: the shape, a 1-D integer tensor or list.
      mean: the mean before truncation.
      stddev: the standard deviation before truncation.
      dtype: a floating-point type.
      seed: the operation's seed; see `tf.set_random_seed`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.truncated_normal([784, 10], stddev=0.1).dtype
    tf.float32
    """
    with name_scope(name, "truncated_normal", [shape, mean, stddev]) as name:
        shape = _shape_tensor(shape)
        mean = convert_to_tensor(mean, dtype, name="mean")
        stddev = convert_to_tensor(stddev, dtype, name="stddev")
        seed1, seed2 = get_seed(seed)
        rnd = apply("TruncatedNormal", shape=shape, dtype=dtype, seed=seed1, seed2=seed2)
        return _scaled(rnd, stddev, mean, name)


def parameterized_truncated_normal(
    shape: ShapeLike,
    means: TensorLike = 0.0,
    stddevs: TensorLike = 1.0,
    minvals: TensorLike = -2.0,
    maxvals: TensorLike = 2.0,
    dtype: DTypeLike = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Makes a tensor of normal numbers between bounds; means, deviations and bounds may differ from row to row."""
    with name_scope(name, "parameterized_truncated_normal", [shape, means, stddevs, minvals, maxvals]):
        shape = _shape_tensor(shape)
        means = convert_to_tensor(means, dtype, name="means")
        stddevs = convert_to_tensor(stddevs, dtype, name="stddevs")
        minvals = convert_to_tensor(minvals, dtype, name="minvals")
        maxvals = convert_to_tensor(maxvals, dtype, name="maxvals")
        seed1, seed2 = get_seed(seed)
        return apply(
            "ParameterizedTruncatedNormal",
            shape=shape,
            means=means,
            stdevs=stddevs,
            minvals=minvals,
            maxvals=maxvals,
            seed=seed1,
            seed2=seed2,
        )


def _uniform_arguments(dtype: DTypeLike, maxval: TensorLike | None) -> tuple[dtypes.DType, Any]:
    dtype = dtypes.as_dtype(dtype)
    if dtype not in _UNIFORM_TYPES:
        raise ValueError(f"Invalid dtype {dtype!r}")
    if maxval is None:
        if dtype.is_integer:
            raise ValueError(f"Must specify maxval for integer dtype {dtype!r}")
        maxval = 1
    return dtype, maxval


@export("random.uniform", "random_uniform")
def random_uniform(
    shape: ShapeLike,
    minval: TensorLike = 0,
    maxval: TensorLike | None = None,
    dtype: DTypeLike = dtypes.float32,
    seed: int | None = None,
    name=None,
) -> Tensor:
    """Makes a tensor of numbers uniformly distributed over [minval, maxval), new ones in every run.

    Args:
      shape: the shape, a 1-D integer tensor or list.
      minval: the lower bound, included.
      maxval: the upper bound, not included; 1 by default if `dtype` is floating point. For integers both bounds are
        scalars, and the distribution is slightly biased unless their difference is a power of two.
      dtype: float16, bfloat16, float32, float64, int32 or int64.
      seed: the operation's seed; see `tf.set_random_seed`.
      name: a name for the operation.

    Raises:
      ValueError: if `dtype` is an integer type and `maxval` is missing.

    >>> import penstock as tf
    >>> tf.random_uniform([3], maxval=10, dtype=tf.int32).dtype
    tf.int32
    """
    dtype, maxval = _uniform_arguments(dtype, maxval)
    with name_scope(name, "random_uniform", [shape, minval, maxval]) as name:
        shape = _shape_tensor(shape)
        low = convert_to_tensor(minval, dtype, name="min")
        high = convert_to_tensor(maxval, dtype, name="max")
        seed1, seed2 = get_seed(seed)
        if dtype.is_integer:
            return apply("RandomUniformInt", shape=shape, minval=low, maxval=high, seed=seed1, seed2=seed2, name=name)
        rnd = apply("RandomUniform", shape=shape, dtype=dtype, seed=seed1, seed2=seed2)
        return _scaled(rnd, apply("Sub", x=high, y=low, name="sub"), low, name)


@export("random.shuffle", "random_shuffle")
def random_shuffle(value: TensorLike, seed: int | None = None, name: str | None = None) -> Tensor:
    """Shuffles a tensor along its first dimension.

    Args:
      value: a tensor.
      seed: the operation's seed; see `tf.set_random_seed`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.random_shuffle([[1, 2], [3, 4], [5, 6]]).shape.as_list()
    [3, 2]
    """
    seed1, seed2 = get_seed(seed)
    return apply("RandomShuffle", value=value, seed=seed1, seed2=seed2, name=name)


@export("random_crop", "image.random_crop")
def random_crop(value: TensorLike, size: TensorLike, seed: int | None = None, name: str | None = None) -> Tensor:
    """Takes a part of the given size from a uniformly chosen place of a tensor.

    Args:
      value: the tensor.
      size: 1-D, one size per dimension of `value`.
      seed: the seed of the offset; see `tf.set_random_seed`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.random_crop(tf.zeros([28, 28, 3]), [24, 24, 3]).shape.as_list()
    [24, 24, 3]
    """
    import penstock as tf

    with name_scope(name, "random_crop", [value, size]) as name:
        value = convert_to_tensor(value, name="value")
        size = convert_to_tensor(size, dtypes.int32, name="size")
        shape = _shape_of(value)
        fits = tf.Assert(tf.reduce_all(shape >= size), ["Need value.shape >= size, got ", shape, size], summarize=1000)
        with name_scope(None, "control_dependency", [fits, shape]) as checked:
            with tf.colocate_with(shape), control_dependencies([fits]):
                shape = apply("Identity", input=shape, name=checked)
        limit = shape - size + 1
        offset = random_uniform(_shape_of(shape), dtype=size.dtype, maxval=size.dtype.max, seed=seed) % limit
        return apply("Slice", input=value, begin=offset, size=size, name=name)


@export("random.multinomial", "multinomial")
def multinomial(
    logits: TensorLike,
    num_samples: TensorLike,
    seed: int | None = None,
    name: str | None = None,
    output_dtype: DTypeLike | None = None,
) -> Tensor:
    """Draws class numbers by unnormalized log-probabilities; `tf.random.categorical` under its old name.

    Args:
      logits: [batch_size, num_classes].
      num_samples: how many to draw for each row.
      seed: the operation's seed; see `tf.set_random_seed`.
      name: a name for the operation.
      output_dtype: int32 or int64, the latter by default.

    Returns:
      [batch_size, num_samples] class numbers.

    >>> import penstock as tf
    >>> tf.Session().run(tf.multinomial([[0.0, 100.0], [100.0, 0.0]], 3)).tolist()
    [[1, 1, 1], [0, 0, 0]]
    """
    with name_scope(name, "multinomial", [logits]):
        return _categorical(logits, num_samples, output_dtype, seed)


@export("random.categorical")
def categorical(
    logits: TensorLike,
    num_samples: TensorLike,
    dtype: DTypeLike | None = None,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Draws class numbers by unnormalized log-probabilities.

    Args:
      logits: [batch_size, num_classes].
      num_samples: how many to draw for each row.
      dtype: int32 or int64, the latter by default.
      seed: the operation's seed; see `tf.set_random_seed`.
      name: a name for the operation.

    Returns:
      [batch_size, num_samples] class numbers.

    >>> import penstock as tf
    >>> tf.random.categorical([[0.0, 1.0]], 5).shape.as_list()
    [1, 5]
    """
    with name_scope(name, "categorical", [logits]):
        return _categorical(logits, num_samples, dtype, seed)


def _categorical(logits, num_samples, dtype, seed):
    if not isinstance(
        logits, Tensor
    ):  # a tensor from outside of a loop is brought into it after the seed is drawn, as in 1.15
        logits = convert_to_tensor(logits, name="logits")
    seed1, seed2 = get_seed(seed)
    return apply("Multinomial", logits=logits, num_samples=num_samples, seed=seed1, seed2=seed2, output_dtype=dtype)


@export("random.gamma", "random_gamma")
def random_gamma(
    shape: ShapeLike,
    alpha: TensorLike,
    beta: TensorLike | None = None,
    dtype: DTypeLike = dtypes.float32,
    seed: int | None = None,
    name=None,
) -> Tensor:
    """Draws `shape` samples from each of the gamma distributions with shape `alpha` and inverse scale `beta`.

    Samples are differentiable with respect to `alpha` and `beta`.

    Args:
      shape: the shape of the samples of one distribution.
      alpha: the shape parameters.
      beta: the inverse scale parameters, broadcast with `alpha`; 1 by default.
      dtype: float16, float32 or float64.
      seed: the operation's seed; see `tf.set_random_seed`.
      name: a name for the operation.

    Returns:
      A tensor of shape `shape + shape of (alpha + beta)`.

    >>> import penstock as tf
    >>> tf.random_gamma([10], [0.5, 1.5]).shape.as_list()
    [10, 2]
    """
    with name_scope(name, "random_gamma", [shape, alpha, beta]):
        shape = convert_to_tensor(shape, dtypes.int32, name="shape")
        alpha = convert_to_tensor(alpha, dtype, name="alpha")
        beta = convert_to_tensor(1 if beta is None else beta, dtype, name="beta")
        wide = alpha + find("zeros_like")(beta)  # of the shape of both
        seed1, seed2 = get_seed(seed)
        rnd = apply("RandomGamma", shape=shape, alpha=wide, seed=seed1, seed2=seed2)
        smallest = np.finfo(alpha.dtype.as_numpy_dtype).tiny
        return apply("Maximum", x=smallest, y=apply("RealDiv", x=rnd, y=beta, name="truediv"))


@export("random.poisson", "random_poisson")
def random_poisson(
    lam: TensorLike,
    shape: ShapeLike,
    dtype: DTypeLike = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Draws `shape` samples from each of the Poisson distributions with rates `lam`.

    Args:
      lam: the rates.
      shape: the shape of the samples of one distribution.
      dtype: the type of the output: float16, float32, float64, int32 or int64.
      seed: the operation's seed; see `tf.set_random_seed`.
      name: a name for the operation.

    Returns:
      A tensor of shape `shape + shape of lam`.

    >>> import penstock as tf
    >>> tf.random_poisson([0.5, 1.5], [10]).shape.as_list()
    [10, 2]
    """
    with name_scope(name, "random_poisson", [lam, shape]):
        shape = convert_to_tensor(shape, dtypes.int32, name="shape")
        seed1, seed2 = get_seed(seed)
        return apply("RandomPoissonV2", shape=shape, rate=lam, dtype=dtype, seed=seed1, seed2=seed2)


# ---- stateless: the numbers are a function of the seed


@export("random.stateless_uniform", "contrib.stateless.stateless_random_uniform")
def stateless_random_uniform(
    shape: ShapeLike,
    seed: int,
    minval: TensorLike = 0,
    maxval: TensorLike | None = None,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """As `tf.random_uniform`, but the same numbers in every run: they depend on `seed` only, an integer tensor [2].

    Args:
      shape: the shape of the result, a 1-D tensor or a list of integers.
      seed: two integers, in a tensor of shape [2].
      minval: the lower limit, which may be drawn.
      maxval: the upper limit, which is not drawn; 1 for floating-point types, and needed for integers.
      dtype: the type of the result.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.random.stateless_uniform([3], seed=[1, 2]).shape.as_list()
    [3]
    """
    dtype, maxval = _uniform_arguments(dtype, maxval)
    with name_scope(name, "stateless_random_uniform", [shape, seed, minval, maxval]) as name:
        shape = _shape_tensor(shape)
        low = convert_to_tensor(minval, dtype, name="min")
        high = convert_to_tensor(maxval, dtype, name="max")
        if dtype.is_integer:
            return apply("StatelessRandomUniformInt", shape=shape, seed=seed, minval=low, maxval=high, name=name)
        rnd = apply("StatelessRandomUniform", shape=shape, seed=seed, dtype=dtype)
        return _scaled(rnd, apply("Sub", x=high, y=low, name="sub"), low, name)


@export("random.stateless_normal", "contrib.stateless.stateless_random_normal")
def stateless_random_normal(
    shape: ShapeLike,
    seed: int,
    mean: TensorLike = 0.0,
    stddev: TensorLike = 1.0,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """As `tf.random_normal`, but the same numbers in every run: they depend on `seed` only, an integer tensor [2].

    Args:
      shape: the shape of the result, a 1-D tensor or a list of integers.
      seed: two integers, in a tensor of shape [2].
      mean: the mean of the distribution.
      stddev: its standard deviation.
      dtype: the type of the result.
      name: a name for the operation.

    >>> import penstock as tf
    >>> x = tf.random.stateless_normal([3], seed=[1, 2])
    >>> sess = tf.Session()
    >>> sess.run(x).tolist() == sess.run(x).tolist()
    True
    """
    with name_scope(name, "stateless_random_normal", [shape, seed, mean, stddev]) as name:
        return _stateless_normal("StatelessRandomNormal", shape, seed, mean, stddev, dtype, name)


@export("random.stateless_truncated_normal", "contrib.stateless.stateless_truncated_normal")
def stateless_truncated_normal(
    shape: ShapeLike,
    seed: int,
    mean: TensorLike = 0.0,
    stddev: TensorLike = 1.0,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """As `tf.truncated_normal`, but the same numbers in every run: they depend on `seed` only, an integer tensor [2].

    Args:
      shape: the shape of the result, a 1-D tensor or a list of integers.
      seed: two integers, in a tensor of shape [2].
      mean: the mean of the distribution before it is cut off.
      stddev: its standard deviation; nothing is farther than two of them from the mean.
      dtype: the type of the result.
      name: a name for the operation.

    >>> import penstock as tf
    >>> x = tf.random.stateless_truncated_normal([1000], seed=[1, 2], mean=5.0)
    >>> sess = tf.Session()
    >>> bool(abs(sess.run(x) - 5).max() < 2), bool((sess.run(x) == sess.run(x)).all())
    (True, True)
    """
    with name_scope(name, "stateless_truncated_normal", [shape, seed, mean, stddev]) as name:
        return _stateless_normal("StatelessTruncatedNormal", shape, seed, mean, stddev, dtype, name)


def _stateless_normal(op_type, shape, seed, mean, stddev, dtype, name):
    shape = _shape_tensor(shape)
    mean = convert_to_tensor(mean, dtype, name="mean")
    stddev = convert_to_tensor(stddev, dtype, name="stddev")
    return _scaled(apply(op_type, shape=shape, seed=seed, dtype=dtype), stddev, mean, name)


@export("random.stateless_multinomial", "contrib.stateless.stateless_multinomial")
def stateless_multinomial(
    logits: TensorLike,
    num_samples: TensorLike,
    seed: int,
    output_dtype: DTypeLike = dtypes.int64,
    name: str | None = None,
) -> Tensor:
    """As `tf.multinomial`, but the same numbers in every run: they depend on `seed` only, an integer tensor [2].

    Args:
      logits: logarithms of the probabilities, which need not add up to 1, `[batch, classes]`.
      num_samples: how many classes to draw for each row.
      seed: two integers, in a tensor of shape [2].
      output_dtype: the type of the class numbers, `tf.int32` or `tf.int64`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> classes = tf.random.stateless_multinomial([[0.0, 1.0, 0.5]], 8, seed=[1, 2])
    >>> sess = tf.Session()
    >>> sess.run(classes).tolist() == sess.run(classes).tolist()
    True
    """
    with name_scope(name, "stateless_multinomial", [logits, seed]):
        return _stateless_categorical(logits, num_samples, output_dtype, seed)


@export("random.stateless_categorical")
def stateless_categorical(
    logits: TensorLike, num_samples: TensorLike, seed: int, dtype: DTypeLike = dtypes.int64, name: str | None = None
) -> Tensor:
    """As `tf.random.categorical`, but the same numbers in every run: they depend on `seed` only, an integer tensor [2].

    Args:
      logits: logarithms of the probabilities, which need not add up to 1, `[batch, classes]`.
      num_samples: how many classes to draw for each row.
      seed: two integers, in a tensor of shape [2].
      dtype: the type of the result.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.random.stateless_categorical([[0.0, 1.0]], 5, seed=[1, 2]).dtype
    tf.int64
    """
    with name_scope(name, "stateless_categorical", [logits, seed]):
        return _stateless_categorical(logits, num_samples, dtype, seed)


def _stateless_categorical(logits, num_samples, dtype, seed):
    logits = convert_to_tensor(logits, name="logits")
    return apply("StatelessMultinomial", logits=logits, num_samples=num_samples, seed=seed, output_dtype=dtype)
