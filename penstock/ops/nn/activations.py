"""Activation functions: kernels, gradients as operations, and the public functions of `tf.nn`.

Softmax is here too, since it is an activation; the losses on top of it are in `cross_entropy.py`. Sigmoid and tanh are in
`unary.py`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies, counted_as, name_scope
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.typing import AxisLike, NestedTensors, TensorLike
from penstock.ops.backend import lax
from penstock.ops.common.definitions import brackets, function
from penstock.ops.math import reduction_native as reductions_native
from penstock.util.deprecation import deprecated_argument_lookup

_SELU_SCALE = 1.0507009873554804934193349852946
_SELU_SCALE_ALPHA = 1.7580993408473768599402175208123
# NumPy and XLA compute these in single precision; sums of many half-precision numbers would lose everything.
HALVES = ("float16", "bfloat16")
_EPSILON = {"float16": 2.0**-10, "bfloat16": 2.0**-7, "float32": 2.0**-23, "float64": 2.0**-52}


def widened(xp, x):
    """`x` in the type in which sums over it are made: half-precision numbers become float32."""
    return x.astype(np.float32) if x.dtype.name in HALVES else x


# A Python float would make a bfloat16 array of NumPy a float32 one, so constants get the type of the input below.
# -- elementwise kernels ------------------------------------------------------------------------------------------


@op("Relu", shape=rule.same)
def _relu(xp, x):
    return xp.maximum(x, x.dtype.type(0))


@op("Relu6", shape=rule.same)
def _relu6(xp, x):
    return xp.minimum(xp.maximum(x, x.dtype.type(0)), x.dtype.type(6))


@op("LeakyRelu", shape=rule.same)
def _leaky_relu(xp, x, *, alpha):
    scaled = x * x.dtype.type(alpha)
    # The larger of the two is the right one only for these slopes; infinity times 0 is not a number.
    return xp.maximum(x, scaled) if 0 < alpha <= 1 else xp.where(x > 0, x, scaled)


@op("Elu", shape=rule.same)
def _elu(xp, x):
    # The sum of the negative and the positive part, of which one is 0: no selection, and few temporary arrays.
    zero = x.dtype.type(0)
    y = xp.exp(xp.minimum(x, zero))
    y -= 1
    y += xp.maximum(x, zero)
    return y


@op("Selu", shape=rule.same)
def _selu(xp, x):
    zero = x.dtype.type(0)
    y = xp.exp(xp.minimum(x, zero))
    y -= 1
    y *= x.dtype.type(_SELU_SCALE_ALPHA)
    y += xp.maximum(x, zero) * x.dtype.type(_SELU_SCALE)
    return y


@op("Softplus", shape=rule.same)
def _softplus(xp, x):
    # Beyond these bounds log(1 + exp(x)) is x, or exp(x), in the precision of the type.
    low = math.log(_EPSILON[x.dtype.name]) + 2
    e = xp.exp(xp.minimum(x, x.dtype.type(-low)))
    return xp.where(x > -low, x, xp.where(x < low, e, xp.log1p(e)))


@op("Softsign", shape=rule.same)
def _softsign(xp, x):
    return x / (xp.abs(x) + 1)


# Gradients with respect to the input, from the gradient `g` and the input or the output of the function.


def _let_through(xp, g, is_open):
    """`g` behind a gate: a product, as in 1.x, so that NaN and infinities behind a closed one are NaN."""
    return g * is_open if xp is np else g * lax.mask_as_numbers(is_open, g.dtype)


@op("ReluGrad", shape=rule.merged)
def _relu_grad(xp, g, x):
    return _let_through(xp, g, x > 0)


@op("Relu6Grad", shape=rule.merged)
def _relu6_grad(xp, g, x):
    return _let_through(xp, g, (x > 0) & (x < 6))


@op("LeakyReluGrad", shape=rule.merged)
def _leaky_relu_grad(xp, g, x, *, alpha):
    return xp.where(x > 0, g, g * g.dtype.type(alpha))


@op("EluGrad", shape=rule.merged)
def _elu_grad(xp, g, y):
    return xp.where(y < 0, (y + 1) * g, g)


@op("SeluGrad", shape=rule.merged)
def _selu_grad(xp, g, y):
    return xp.where(y < 0, g * (y + g.dtype.type(_SELU_SCALE_ALPHA)), g * g.dtype.type(_SELU_SCALE))


@op("SoftplusGrad", shape=rule.merged)
def _softplus_grad(xp, g, x):
    return g / (xp.exp(-x) + 1)


@op("SoftsignGrad", shape=rule.merged)
def _softsign_grad(xp, g, x):
    d = xp.abs(x) + 1
    return g / (d * d)


# -- softmax --------------------------------------------------------------------------------------------------------


def shifted(xp, logits):
    """`logits` less the largest of each row: a new array that may be written to (in NumPy)."""
    top = np.maximum.reduce(logits, axis=-1, keepdims=True) if xp is np else logits.max(axis=-1, keepdims=True)
    return logits - top


def _at_least_vector(c):
    return [rule.with_rank_at_least(c.shape(0), 1)]


def _check_logits(logits) -> None:
    if logits.ndim < 1:
        text = f"logits must have >= 1 dimension, got {brackets(logits.shape)}"
        raise errors.InvalidArgumentError(None, None, text)


@op("Softmax", shape=_at_least_vector)
def _softmax(xp, logits):
    _check_logits(logits)
    if logits.size == 0:
        return xp.zeros_like(logits)
    made = None if xp is np else reductions_native.softmax(xp, logits, logarithm=False)
    if made is not None:
        return made
    x = shifted(xp, widened(xp, logits))
    if xp is np:
        np.exp(x, out=x)
        x *= 1 / np.add.reduce(x, axis=-1, keepdims=True)
    else:
        x = xp.exp(x)
        x = x * (1 / x.sum(axis=-1, keepdims=True))
    return x.astype(logits.dtype, copy=False)


@op("LogSoftmax", shape=_at_least_vector)
def _log_softmax(xp, logits):
    _check_logits(logits)
    if logits.size == 0:
        return xp.zeros_like(logits)
    made = None if xp is np else reductions_native.softmax(xp, logits, logarithm=True)
    if made is not None:
        return made
    x = shifted(xp, widened(xp, logits))
    norm = xp.log(xp.exp(x).sum(axis=-1, keepdims=True))
    if xp is np:
        x -= norm
    else:
        x = x - norm
    return x.astype(logits.dtype, copy=False)


# -- gradients --------------------------------------------------------------------------------------------------------


@gradient("Relu")
def _grad_of_relu(op, g):
    return apply("ReluGrad", gradients=g, features=op.outputs[0])


@gradient("Relu6")
def _grad_of_relu6(op, g):
    return apply("Relu6Grad", gradients=g, features=op.outputs[0])


@gradient("LeakyRelu")
def _grad_of_leaky_relu(op, g):
    return apply("LeakyReluGrad", gradients=g, features=op.inputs[0], alpha=op.get_attr("alpha"))


@gradient("Elu")
def _grad_of_elu(op, g):
    return apply("EluGrad", gradients=g, outputs=op.outputs[0])


@gradient("Selu")
def _grad_of_selu(op, g):
    return apply("SeluGrad", gradients=g, outputs=op.outputs[0])


@gradient("Softplus")
def _grad_of_softplus(op, g):
    return g * apply("Sigmoid", x=op.inputs[0])


@gradient("Softsign")
def _grad_of_softsign(op, g):
    return apply("SoftsignGrad", gradients=g, features=op.inputs[0])


def _zeros_as(x: Tensor) -> Tensor:
    return tf.zeros(tf.shape(x), x.dtype)


@gradient("ReluGrad", "Relu6Grad", "LeakyReluGrad")
def _grad_of_piecewise_linear_grad(op, g):
    # The slope does not change with the features, but at the bends.
    x = op.inputs[1]
    attrs = {"alpha": op.get_attr("alpha")} if op.type == "LeakyReluGrad" else {}
    return apply(op.type, gradients=g, features=x, **attrs), _zeros_as(x)


@gradient("EluGrad", "SeluGrad")
def _grad_of_exponential_grad(op, g):
    y = op.inputs[1]
    bent = tf.where(y < 0, g * op.inputs[0], tf.zeros_like(y))
    return apply(op.type, gradients=g, outputs=y), bent


@gradient("SoftplusGrad")
def _grad_of_softplus_grad(op, g):
    dy, x = op.inputs
    with control_dependencies([g]):
        return (
            apply("SoftplusGrad", gradients=g, features=x),
            g * dy / (tf.exp(-x) + 2.0 + tf.exp(x)),
        )


@gradient("Softmax")
def _grad_of_softmax(op, g):
    y = op.outputs[0]
    return (g - tf.reduce_sum(g * y, -1, keepdims=True)) * y


@gradient("LogSoftmax")
def _grad_of_log_softmax(op, g):
    y = tf.exp(op.outputs[0])
    return g - tf.reduce_sum(g, -1, keepdims=True) * y


# -- public functions ---------------------------------------------------------------------------------------------------


relu = export("nn.relu")(
    function(
        "Relu", "The larger of each element and 0.", "features",
        example=">>> tf.Session().run(tf.nn.relu([-1.0, 0.0, 2.0]))\narray([0., 0., 2.], dtype=float32)",
    )
)  # fmt: skip
elu = export("nn.elu")(
    function(
        "Elu", "exp(x) - 1 for negative elements, x for others.", "features",
        example=">>> tf.Session().run(tf.nn.elu([-1.0, 2.0])).round(3)\narray([-0.632,  2.   ], dtype=float32)",
    )
)  # fmt: skip
selu = export("nn.selu")(
    function(
        "Selu", "The scaled exponential linear function, scale * elu(x, alpha).", "features",
        example=">>> tf.Session().run(tf.nn.selu([-1.0, 2.0])).round(3)\narray([-1.111,  2.101], dtype=float32)",
    )
)  # fmt: skip
softplus = export("nn.softplus", "math.softplus")(
    function(
        "Softplus", "log(1 + exp(x)), without overflow.", "features",
        example=">>> tf.Session().run(tf.nn.softplus([0.0, 100.0])).round(3)\narray([  0.693, 100.   ], dtype=float32)",
    )
)  # fmt: skip
softsign = export("nn.softsign", "math.softsign")(
    function(
        "Softsign", "x / (1 + |x|).", "features",
        example=">>> tf.Session().run(tf.nn.softsign([-1.0, 0.0, 3.0]))\narray([-0.5 ,  0.  ,  0.75], dtype=float32)",
    )
)  # fmt: skip


@export("nn.relu6")
def relu6(features: NestedTensors, name: str | None = None) -> Tensor:
    """Computes min(max(features, 0), 6).

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     sess.run(tf.nn.relu6([-1.0, 3.0, 9.0])).tolist()
    [0.0, 3.0, 6.0]
    """
    with name_scope(name, "Relu6", [features]) as name:
        features = convert_to_tensor(features, name="features")
        return apply("Relu6", features=features, name=name)


@export("nn.leaky_relu")
def leaky_relu(features: NestedTensors, alpha: float = 0.2, name: str | None = None) -> Tensor:
    """Computes max(features, alpha * features): a slope `alpha` for negative elements.

    Integer features are computed in float32.

    Args:
      features: a tensor of a floating-point type; integers become float32.
      alpha: the slope for negative elements.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.nn.leaky_relu([-4.0, 8.0], alpha=0.25))
    array([-1.,  8.], dtype=float32)
    """
    with name_scope(name, "LeakyRelu", [features, alpha]) as name:
        features = convert_to_tensor(features, name="features")
        if features.dtype.is_integer:
            features = tf.cast(features, dtypes.float32)
        if isinstance(alpha, np.ndarray):
            alpha = alpha.item()
        return apply("LeakyRelu", features=features, alpha=alpha, name=name)


@export("nn.crelu")
def crelu(features: NestedTensors, name: str | None = None, axis: int = -1) -> Tensor:
    """Concatenates the positive and the negative part of `features` along `axis`, which doubles its size.

    Args:
      features: a tensor of numbers.
      name: a name for the operation.
      axis: the dimension along which to concatenate.

    >>> import penstock as tf
    >>> tf.Session().run(tf.nn.crelu([[1.0, -2.0]]))
    array([[1., 0., 0., 2.]], dtype=float32)
    """
    with name_scope(name, "CRelu", [features]) as name:
        features = convert_to_tensor(features, name="features")
        both = tf.concat([features, -features], axis, name=name)
        return apply("Relu", features=both)


@export("math.log_sigmoid", "log_sigmoid")
def log_sigmoid(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes log(sigmoid(x)) without overflow, as -softplus(-x).

    >>> import penstock as tf
    >>> tf.Session().run(tf.log_sigmoid([0.0, -100.0])).round(4)
    array([  -0.6931, -100.    ], dtype=float32)
    """
    with name_scope(name, "LogSigmoid", [x]) as name:
        x = convert_to_tensor(x, name="x")
        return tf.negative(softplus(-x), name=name)


@export("nn.swish")
def swish(features: NestedTensors) -> Tensor:
    """Computes x * sigmoid(x). Its gradient computes the sigmoid again, which saves memory.

    >>> import penstock as tf
    >>> tf.Session().run(tf.nn.swish([-1.0, 0.0, 1.0])).round(4)
    array([-0.2689,  0.    ,  0.7311], dtype=float32)
    """

    def forward(x):
        x = convert_to_tensor(x, name="features")

        def grad(dy):
            with control_dependencies([dy]):
                s = tf.sigmoid(x)
            return dy * (s * (1.0 + x * (1.0 - s)))

        return x * tf.sigmoid(x), grad

    return tf.custom_gradient(forward)(features)


def _along(op_type: str, logits: Any, axis: Any, name: str | None) -> Tensor:
    """Softmax or LogSoftmax along any axis: the axis changes places with the last one, and back."""
    logits = convert_to_tensor(logits)
    shape = logits.shape
    if axis == -1 or (shape.ndims is not None and axis == shape.ndims - 1):
        return apply(op_type, logits=logits, name=name)
    known = constant_value(axis) if isinstance(axis, Tensor) else axis
    rank = shape.ndims
    if rank is None:
        raise ValueError(f"logits of unknown rank: only the last axis can be used, not {axis}")
    if known is not None and not -rank <= known < rank:
        raise errors.InvalidArgumentError(
            None,
            None,
            f"Dimension ({known}) must be in the range [{-rank}, {rank}) where {rank} is the number of dimensions in the "
            "input.",
        )
    if known is not None:
        known = int(known)
        axis = known % rank
        order = [*range(axis), rank - 1, *range(axis + 1, rank - 1), axis] if axis != rank - 1 else list(range(rank))
    else:
        axis = axis % rank
        order = tf.concat([tf.range(axis), [rank - 1], tf.range(axis + 1, rank - 1), [axis]], 0)
    with counted_as(31 if known is None or known >= 0 else 35):
        output = tf.transpose(apply(op_type, logits=tf.transpose(logits, order)), order, name=name)
    output.set_shape(shape)
    return output


@export("nn.softmax", "math.softmax")
def softmax(
    logits: TensorLike, axis: AxisLike | None = None, name: str | None = None, dim: AxisLike | None = None
) -> Tensor:
    """Computes exp(logits) / sum(exp(logits)) along an axis.

    Args:
      logits: a floating-point tensor.
      axis: the axis, the last one by default.
      name: a name for the operation.
      dim: the old name of `axis`.

    Raises:
      InvalidArgumentError: there is no such axis.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     sess.run(tf.nn.softmax([0.0, 0.0])).tolist()
    [0.5, 0.5]
    """
    axis = deprecated_argument_lookup("axis", axis, "dim", dim)
    return _along("Softmax", logits, -1 if axis is None else axis, name)


@export("nn.log_softmax", "math.log_softmax")
def log_softmax(logits: Any, axis: int | None = None, name: str | None = None, dim: AxisLike | None = None) -> Tensor:
    """Computes logits - log(sum(exp(logits))) along an axis.

    Args:
      logits: a floating-point tensor.
      axis: the axis, the last one by default.
      name: a name for the operation.
      dim: the old name of `axis`.

    Raises:
      InvalidArgumentError: there is no such axis.

    >>> import penstock as tf
    >>> tf.Session().run(tf.nn.log_softmax([[0.0, 0.0], [0.0, 100.0]])).round(4)
    array([[  -0.6931,   -0.6931],
           [-100.    ,    0.    ]], dtype=float32)
    """
    axis = deprecated_argument_lookup("axis", axis, "dim", dim)
    return _along("LogSoftmax", logits, -1 if axis is None else axis, name)
