"""What several distributions need: logits and probabilities from one another, checks of arguments, derived seeds,
and a few functions of matrices and logarithms. Programs of 1.x reach them as `distribution_util` or `tf.contrib.distributions.*`.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.inference import constant_value
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import AxisLike, DTypeLike, TensorLike

if TYPE_CHECKING:
    from penstock.graph.dtypes import DType


_INTEGERS = {dtypes.float16: dtypes.int16, dtypes.float32: dtypes.int32, dtypes.float64: dtypes.int64}


def gen_new_seed(seed: int | None, salt: str) -> int | None:
    """A second seed out of a first one, for distributions that draw twice."""
    if seed is None:
        return None
    return int(hashlib.md5(f"{seed}{salt}".encode()).hexdigest()[:8], 16) & 0x7FFFFFFF


def get_logits_and_probs(
    logits: TensorLike | None = None,
    probs: TensorLike | None = None,
    multidimensional: bool = False,
    validate_args: bool = False,
    name: str = "get_logits_and_probs",
    dtype: DTypeLike | None = None,
) -> tuple[Tensor, Tensor]:
    """Both logits and probabilities, given one of them; of several classes along the last axis if `multidimensional`.

    Raises:
      ValueError: none or both are given.
      TypeError: they are no floats.
    """
    with tf.name_scope(name, values=[probs, logits]):
        if (probs is None) == (logits is None):
            raise ValueError("Must pass probs or logits, but not both.")
        if probs is None:
            logits = convert_to_tensor(logits, name="logits", dtype=dtype)
            if not logits.dtype.is_floating:
                raise TypeError("logits must having floating type.")
            if multidimensional:
                if validate_args:
                    logits = embed_check_categorical_event_shape(logits)
                return logits, tf.nn.softmax(logits, name="probs")
            return logits, tf.sigmoid(logits, name="probs")
        probs = convert_to_tensor(probs, name="probs", dtype=dtype)
        if not probs.dtype.is_floating:
            raise TypeError("probs must having floating type.")
        if validate_args:
            probs = _checked_probs(probs, multidimensional)
        with tf.name_scope("logits"):
            if multidimensional:
                return tf.log(probs), probs
            return tf.log(probs) - tf.log1p(-1.0 * probs), probs


def _checked_probs(probs: Tensor, multidimensional: bool) -> Tensor:
    with tf.name_scope("validate_probs"):
        one = tf.constant(1.0, probs.dtype)
        checks = [tf.assert_non_negative(probs)]
        if multidimensional:
            probs = embed_check_categorical_event_shape(probs)
            checks.append(tf.assert_near(tf.reduce_sum(probs, -1), one, message="probs does not sum to 1."))
        else:
            checks.append(tf.assert_less_equal(probs, one, message="probs has components greater than 1."))
        return tf.with_dependencies(checks, probs)


# -- checks -----------------------------------------------------------------------------------------------------------------


def assert_integer_form(
    x: TensorLike,
    data: TensorLike | None = None,
    summarize: TensorLike | None = None,
    message: str | None = None,
    int_dtype: Any = None,
    name: str = "assert_integer_form",
) -> Operation:
    """An operation that fails if `x` is not a whole number (in the range of `int_dtype`)."""
    with tf.name_scope(name, values=[x, data]):
        x = convert_to_tensor(x, name="x")
        if x.dtype.is_integer:
            return tf.no_op()
        message = message or f"{x} has non-integer components"
        if int_dtype is None:
            if x.dtype.base_dtype not in _INTEGERS:
                raise TypeError(f"Unrecognized type {x.dtype.name}")
            int_dtype = _INTEGERS[x.dtype.base_dtype]
        whole = tf.cast(tf.cast(x, int_dtype), x.dtype)
        return tf.assert_equal(x, whole, data=data, summarize=summarize, message=message, name=name)


def embed_check_nonnegative_integer_form(x: TensorLike, name: str = "embed_check_nonnegative_integer_form") -> Tensor:
    """`x`, with checks that it is whole and not negative."""
    with tf.name_scope(name, values=[x]):
        x = convert_to_tensor(x, name="x")
        checks = [tf.assert_non_negative(x, message=f"'{x}' must be non-negative.")]
        if not x.dtype.is_integer:
            checks.append(assert_integer_form(x, message=f"'{x}' cannot contain fractional components."))
        return tf.with_dependencies(checks, x)


def _largest_integer(dtype: DType) -> int:
    if dtype.is_floating:
        return int(2 ** (np.finfo(dtype.as_numpy_dtype).nmant + 1))
    return 1 if dtype.base_dtype is dtypes.bool else int(np.iinfo(dtype.as_numpy_dtype).max)


def embed_check_categorical_event_shape(
    categorical_param: Any, name: str = "embed_check_categorical_event_shape"
) -> Tensor:
    """A parameter of classes, with a check that there are two or more, and not more than its type can count."""
    with tf.name_scope(name, values=[categorical_param]):
        x = convert_to_tensor(categorical_param, name="categorical_param")
        kind = x.dtype.base_dtype
        if not kind.is_floating:
            raise TypeError(f"Unable to validate size of unrecognized dtype ({kind.name}).")
        most = _largest_integer(kind)
        few = "A categorical-distribution parameter must have at least 2 events."
        flat = "A categorical-distribution parameter must have at least 1 dimension."
        if x.shape.ndims == 0:
            raise ValueError(flat)
        size = x.shape.with_rank_at_least(1)[-1].value if x.shape.ndims is not None else None
        if size is not None:
            if size < 2:
                raise ValueError(few)
            if size > most:
                raise ValueError(
                    "Number of classes exceeds `dtype` precision, i.e., "
                    f"{kind.name} implies shape ({size}) cannot exceed {most}."
                )
            return x
        event_size = tf.shape(x, name="x_shape")[-1]
        many = f"Number of classes exceeds `dtype` precision, i.e., {kind.name} dtype cannot exceed {most} shape."
        checks = [
            tf.assert_rank_at_least(x, 1, message=flat),
            tf.assert_greater_equal(event_size, 2, message=few),
        ]
        if most <= 2**31 - 1:
            checks.append(tf.assert_less_equal(event_size, most, message=many))
        return tf.with_dependencies(checks, x)


def embed_check_integer_casting_closed(
    x: TensorLike, target_dtype: Any, assert_nonnegative: bool = True, name: str = "embed_check_casting_closed"
) -> Tensor:
    """`x`, with checks that a cast to `target_dtype` and back changes nothing."""
    with tf.name_scope(name, values=[x]):
        x = convert_to_tensor(x, name="x")
        whole = [t.is_integer or t.base_dtype is dtypes.bool for t in (x.dtype, target_dtype)]
        if not whole[0] and not x.dtype.is_floating:
            raise TypeError(f"{x.dtype.name}.dtype must be floating- or integer-type.")
        if not whole[1] and not target_dtype.is_floating:
            raise TypeError(f"target_dtype ({target_dtype.name}) must be floating- or integer-type.")
        if not any(whole):
            raise TypeError(
                f"At least one of {x}.dtype ({x.dtype.name}) and target_dtype ({target_dtype.name}) must be integer-type."
            )
        checks = []
        if assert_nonnegative:
            checks.append(tf.assert_non_negative(x, message="Elements must be non-negative."))
        if x.dtype.is_floating:
            message = f"Elements must be {target_dtype.name}-equivalent."
            checks.append(assert_integer_form(x, int_dtype=target_dtype, message=message))
        else:
            most = _largest_integer(target_dtype)
            if _largest_integer(x.dtype) > most:
                checks.append(
                    tf.assert_less_equal(x, tf.cast(most, x.dtype), message=f"Elements cannot exceed {most}.")
                )
            if not assert_nonnegative and _largest_integer(x.dtype) > most:
                text = f"Elements cannot be smaller than {-most}."
                checks.append(tf.assert_greater_equal(x, tf.cast(-most, x.dtype), message=text))
        return tf.with_dependencies(checks, x) if checks else x


def assert_symmetric(matrix: Tensor) -> Tensor:
    """`matrix`, with a check that it equals its transpose."""
    return tf.with_dependencies([tf.assert_equal(matrix, tf.matrix_transpose(matrix))], matrix)


def same_dynamic_shape(a: TensorLike, b: TensorLike) -> Tensor:
    """Whether two tensors have the same shape, as a tensor."""
    a, b = convert_to_tensor(a, name="a"), convert_to_tensor(b, name="b")
    return tf.cond(
        tf.equal(tf.rank(a), tf.rank(b)),
        lambda: tf.reduce_all(tf.equal(tf.shape(a), tf.shape(b))),
        lambda: tf.constant(False),
    )


# -- functions --------------------------------------------------------------------------------------------------------------


def log_combinations(n: TensorLike, counts: TensorLike, name: str = "log_combinations") -> Tensor:
    """Logarithm of the number of ways to draw `counts` (along the last axis) of `n` in all."""
    with tf.name_scope(name, values=[n, counts]):
        n, counts = convert_to_tensor(n, name="n"), convert_to_tensor(counts, name="counts")
        return tf.lgamma(n + 1) - tf.reduce_sum(tf.lgamma(counts + 1), axis=[-1])


@export("contrib.distributions.matrix_diag_transform")
def matrix_diag_transform(matrix: TensorLike, transform: Any = None, name: str | None = None) -> Tensor:
    """Applies a function to the diagonal of matrices and leaves the rest.

    Args:
      matrix: matrices `[..., n, n]`.
      transform: a function of the diagonals; None leaves them.
      name: a name for the operation.

    >>> import penstock as tf
    >>> x = tf.contrib.distributions.matrix_diag_transform([[1.0, 2.0], [3.0, 4.0]], transform=tf.negative)
    >>> tf.Session().run(x).tolist()
    [[-1.0, 2.0], [3.0, -4.0]]
    """
    with tf.name_scope(name, "matrix_diag_transform", [matrix]):
        matrix = convert_to_tensor(matrix, name="matrix")
        if transform is None:
            return matrix
        return tf.matrix_set_diag(matrix, transform(tf.matrix_diag_part(matrix)))


def rotate_transpose(x: TensorLike, shift: TensorLike, name: str = "rotate_transpose") -> Tensor:
    """Moves the axes of `x` round by `shift` places."""
    with tf.name_scope(name, values=[x, shift]):
        x = convert_to_tensor(x, name="x")
        shift = convert_to_tensor(shift, name="shift")
        known, rank = constant_value(shift), x.shape.ndims
        if known is not None and rank is not None:
            return tf.transpose(x, perm=np.roll(np.arange(rank), known)) if rank > 1 and known % rank else x
        axes = tf.range(tf.rank(x))
        return tf.transpose(x, perm=tf.manip.roll(axes, shift, 0))


@export("contrib.distributions.softplus_inverse")
def softplus_inverse(x: TensorLike, name: str | None = None) -> Tensor:
    """The y with softplus(y) = x, without overflow.

    >>> import penstock as tf
    >>> y = tf.contrib.distributions.softplus_inverse(tf.nn.softplus([1.0, 50.0]))
    >>> tf.Session().run(y).round(4).tolist()
    [1.0, 50.0]
    """
    with tf.name_scope(name, "softplus_inverse", values=[x]):
        x = convert_to_tensor(x, name="x")
        threshold = np.log(np.finfo(x.dtype.as_numpy_dtype).eps) + 2.0
        small, large = x < np.exp(threshold), x > -threshold
        # The branch for the middle must not see values whose gradient there is infinite.
        middle = tf.where_v2(tf.logical_or(small, large), tf.ones_like(x), x)
        y = middle + tf.log(-tf.expm1(-middle))
        return tf.where_v2(small, tf.log(x), tf.where_v2(large, x, y))


@export("contrib.distributions.reduce_weighted_logsumexp")
def reduce_weighted_logsumexp(
    logx: Any,
    w: TensorLike | None = None,
    axis: AxisLike | None = None,
    keep_dims: bool = False,
    return_sign: bool = False,
    name: str | None = None,
) -> Any:
    """log |sum(w exp(logx))| without overflow, and the sum's sign if `return_sign`.

    Args:
      logx: a tensor of numbers.
      w: weights, of a shape that can be broadcast with it; None for 1.
      axis: the axes to sum over; all by default.
      keep_dims: if True, they are kept with length 1.
      return_sign: whether to return the sign, too.
      name: a name for the operation.

    >>> import penstock as tf
    >>> x = tf.contrib.distributions.reduce_weighted_logsumexp([0.0, 0.0], w=[3.0, -1.0])
    >>> round(float(tf.exp(x).eval(session=tf.Session())), 4)
    2.0
    """
    with tf.name_scope(name, "reduce_weighted_logsumexp", [logx, w]):
        logx = convert_to_tensor(logx, name="logx")
        if w is None:
            total = tf.reduce_logsumexp(logx, axis=axis, keepdims=keep_dims)
            return (total, tf.ones_like(total)) if return_sign else total
        w = convert_to_tensor(w, dtype=logx.dtype, name="w")
        terms = logx + tf.log(tf.abs(w))
        most = tf.reduce_max(terms, axis=axis, keepdims=True)
        most = tf.where_v2(tf.is_inf(most), tf.zeros_like(most), most)
        rest = tf.reduce_sum(tf.sign(w) * tf.exp(terms - most), axis=axis, keepdims=keep_dims)
        if not keep_dims:
            most = tf.squeeze(most, axis)
        sign = tf.sign(rest)
        total = most + tf.log(sign * rest)
        return (total, sign) if return_sign else total


@export("contrib.distributions.fill_triangular")
def fill_triangular(x: Any, upper: bool = False, name: str | None = None) -> Tensor:
    """Triangular matrices out of vectors of n(n+1)/2 elements, which are laid into them clockwise.

    Args:
      x: vectors `[..., n * (n + 1) / 2]`.
      upper: whether the triangle is the upper one.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.contrib.distributions.fill_triangular([1, 2, 3, 4, 5, 6])).tolist()
    [[4, 0, 0], [6, 5, 0], [3, 2, 1]]
    """
    with tf.name_scope(name, "fill_triangular", values=[x]):
        x = convert_to_tensor(x, name="x")
        m = x.shape.with_rank_at_least(1)[-1].value if x.shape.ndims is not None else None
        n: Any
        if m is not None:
            root = np.sqrt(0.25 + 2.0 * m) - 0.5
            if root != np.floor(root):
                raise ValueError(f"Input right-most shape ({m}) does not correspond to a triangular matrix.")
            n = int(root)
            static = x.shape[:-1].concatenate([n, n])
        else:
            n = tf.cast(tf.sqrt(0.25 + tf.cast(2 * tf.shape(x)[-1], tf.float32)), tf.int32)
            static = x.shape.with_rank_at_least(1)[:-1].concatenate([None, None])
        parts = [x, tf.reverse(x[..., n:], axis=[-1])] if upper else [x[..., n:], tf.reverse(x, axis=[-1])]
        whole = static.is_fully_defined()
        shape = static.as_list() if whole else tf.concat([tf.shape(x)[:-1], [n, n]], axis=0)
        x = tf.reshape(tf.concat(parts, axis=-1), shape)
        x = tf.matrix_band_part(x, 0 if upper else -1, -1 if upper else 0)
        x.set_shape(static)
        return x


@export("contrib.distributions.fill_triangular_inverse")
def fill_triangular_inverse(x: TensorLike, upper: bool = False, name: str | None = None) -> Tensor:
    """The vectors that `fill_triangular` made triangular matrices of.

    Args:
      x: matrices `[..., n, n]`.
      upper: whether the triangle is the upper one.
      name: a name for the operation.

    >>> import penstock as tf
    >>> x = tf.contrib.distributions.fill_triangular_inverse([[4, 0, 0], [6, 5, 0], [3, 2, 1]])
    >>> tf.Session().run(x).tolist()
    [1, 2, 3, 4, 5, 6]
    """
    with tf.name_scope(name, "fill_triangular_inverse", values=[x]):
        x = convert_to_tensor(x, name="x")
        known = x.shape.with_rank_at_least(2)[-1].value if x.shape.ndims is not None else None
        n: Any = known if known is not None else tf.shape(x)[-1]
        m = n * (n + 1) // 2
        first = x[..., 0, :] if upper else tf.reverse(x[..., -1, :], axis=[-1])
        rest = x[..., 1:, :] if upper else x[..., :-1, :]
        both = rest + tf.reverse(rest, axis=[-2, -1])
        tail = tf.reshape(both, tf.concat([tf.shape(x)[:-2], [n * (n - 1)]], axis=0))
        y = tf.concat([first, tail[..., : m - n]], axis=-1)
        y.set_shape(x.shape.with_rank_at_least(2)[:-2].concatenate([m if known is not None else None]))
        return y


@export("contrib.distributions.tridiag")
def tridiag(below: Any = None, diag: TensorLike | None = None, above: Any = None, name: str | None = None) -> Tensor:
    """Matrices with given diagonals: below the main one, the main one, above it.

    Args:
      below: the diagonal below the main one, or None for 0.
      diag: the main diagonal, or None for 0.
      above: the diagonal above it, or None for 0.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.contrib.distributions.tridiag([1.0], [2.0, 3.0], [4.0])).tolist()
    [[2.0, 4.0], [1.0, 3.0]]
    """

    def padded(x: Tensor) -> Tensor:
        zero = tf.zeros(tf.concat([tf.shape(x)[:-1], [1]], axis=0), dtype=x.dtype)
        return tf.matrix_diag(tf.concat([zero, x, zero], axis=-1))

    with tf.name_scope(name, "tridiag", [below, diag, above]):
        parts = []
        if below is not None:
            parts.append(padded(convert_to_tensor(below, name="below"))[..., :-1, 1:])
        if diag is not None:
            parts.append(tf.matrix_diag(convert_to_tensor(diag, name="diag")))
        if above is not None:
            parts.append(padded(convert_to_tensor(above, name="above"))[..., 1:, :-1])
        if not parts:
            raise ValueError("Must specify at least one of `below`, `diag`, `above`.")
        return sum(parts[1:], start=parts[0])
