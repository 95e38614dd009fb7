"""Operations on each value of labeled tensors: of one, or of two that meet by the names of their axes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.labeled_tensor import checks as tc
from penstock.contrib.labeled_tensor.labeled import LabeledTensor, LabeledTensorLike, align, convert_to_labeled_tensor
from penstock.graph.graph import name_scope
from penstock.graph.typing import TensorLike

_ONE = """`tf.{op_name}` of a labeled tensor, which keeps its axes.

    Args:
      labeled_tensor: the input.
      name: the name of the result.
"""
_TWO = """`tf.{op_name}` of two labeled tensors, which are aligned by the names of their axes first.

    Args:
      labeled_tensor_0: the first input.
      labeled_tensor_1: the second input.
      name: the name of the result.

    Raises:
      AxisOrderError: if the axes of both cannot be brought into one order without a transpose.
"""
_EXAMPLE = """
    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> x = lt.LabeledTensor({value}, ["x"])
    >>> lt.{op_name}({arguments})
    <LabeledTensor 'lt_{leaf}:0' shape=(2,) dtype={dtype}
     axes=[('x', Dimension(2))]>
    """


@export("contrib.labeled_tensor.define_unary_op")
@tc.accepts(str, Callable)
def define_unary_op(op_name: str, elementwise_function: Callable[..., Any]) -> Callable[..., LabeledTensor]:
    """Makes a function of labeled tensors of one that works on each value of a tensor.

    Args:
      op_name: how it is called.
      elementwise_function: takes a tensor and `name`, and returns a tensor of the same shape.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> double = lt.define_unary_op("double", lambda x, name: tf.add(x, x, name=name))
    >>> double(lt.LabeledTensor(tf.ones([2]), ["x"]))
    <LabeledTensor 'lt_double:0' shape=(2,) dtype=float32
     axes=[('x', Dimension(2))]>
    """

    @tc.accepts(LabeledTensorLike, tc.Optional(str))
    def op(labeled_tensor: LabeledTensor | TensorLike, name: str | None = None) -> LabeledTensor:
        with name_scope(name, f"lt_{op_name}", [labeled_tensor]) as scope:
            labeled = convert_to_labeled_tensor(labeled_tensor)
            return LabeledTensor(elementwise_function(labeled.tensor, name=scope), labeled.axes)

    op.__doc__, op.__name__ = _ONE.format(op_name=op_name), op_name
    return op


@export("contrib.labeled_tensor.define_binary_op")
@tc.accepts(str, Callable)
def define_binary_op(op_name: str, elementwise_function: Callable[..., Any]) -> Callable[..., LabeledTensor]:
    """Makes a function of two labeled tensors of one that broadcasts two tensors.

    Args:
      op_name: how it is called.
      elementwise_function: takes two tensors and `name`.

    >>> import penstock as tf
    >>> lt = tf.contrib.labeled_tensor
    >>> both = lt.define_binary_op("both", lambda x, y, name: tf.add(x, y, name=name))
    >>> both(lt.LabeledTensor(tf.ones([2]), ["x"]), lt.LabeledTensor(tf.ones([3]), ["y"]))
    <LabeledTensor 'lt_both:0' shape=(2, 3) dtype=float32
     axes=[('x', Dimension(2)),
           ('y', Dimension(3))]>
    """

    @tc.accepts(LabeledTensorLike, LabeledTensorLike, tc.Optional(str))
    def op(labeled_tensor_0: Any, labeled_tensor_1: Any, name: str | None = None) -> LabeledTensor:
        with name_scope(name, f"lt_{op_name}", [labeled_tensor_0, labeled_tensor_1]) as scope:
            first, second, axes = align(labeled_tensor_0, labeled_tensor_1)
            return LabeledTensor(elementwise_function(first.tensor, second.tensor, name=scope), axes)

    op.__doc__, op.__name__ = _TWO.format(op_name=op_name), op_name
    return op


_FLOATS, _BOOLEANS = "tf.constant([0.5, 1.0])", "tf.constant([True, False])"


def shown(op: Any, arguments: str, value: str = _FLOATS, dtype: str = "float32", space: str = "") -> Any:
    """The function with an example in its docstring."""
    op.__doc__ += _EXAMPLE.format(
        op_name=space + op.__name__, leaf=op.__name__, arguments=arguments, value=value, dtype=dtype
    )
    return op


def _one(name: str, function: Callable[..., Any]) -> Any:
    return shown(define_unary_op(name, function), "x")


def _two(name: str, function: Callable[..., Any]) -> Any:
    return shown(define_binary_op(name, function), "x, 1.0")


def _compared(name: str, function: Callable[..., Any]) -> Any:
    return shown(define_binary_op(name, function), "x, 0.5", dtype="bool")


def _logical(name: str, function: Callable[..., Any]) -> Any:
    return shown(define_binary_op(name, function), "x, True", value=_BOOLEANS, dtype="bool")


abs_function = export("contrib.labeled_tensor.abs")(_one("abs", tf.abs))
neg = export("contrib.labeled_tensor.neg")(_one("neg", tf.negative))
sign = export("contrib.labeled_tensor.sign")(_one("sign", tf.sign))
reciprocal = export("contrib.labeled_tensor.reciprocal")(_one("reciprocal", tf.reciprocal))
square = export("contrib.labeled_tensor.square")(_one("square", tf.square))
round_function = export("contrib.labeled_tensor.round")(_one("round", tf.round))
sqrt = export("contrib.labeled_tensor.sqrt")(_one("sqrt", tf.sqrt))
rsqrt = export("contrib.labeled_tensor.rsqrt")(_one("rsqrt", tf.rsqrt))
exp = export("contrib.labeled_tensor.exp")(_one("exp", tf.exp))
log = export("contrib.labeled_tensor.log")(_one("log", tf.log))
ceil = export("contrib.labeled_tensor.ceil")(_one("ceil", tf.ceil))
floor = export("contrib.labeled_tensor.floor")(_one("floor", tf.floor))
cos = export("contrib.labeled_tensor.cos")(_one("cos", tf.cos))
sin = export("contrib.labeled_tensor.sin")(_one("sin", tf.sin))
tan = export("contrib.labeled_tensor.tan")(_one("tan", tf.tan))
acos = export("contrib.labeled_tensor.acos")(_one("acos", tf.acos))
asin = export("contrib.labeled_tensor.asin")(_one("asin", tf.asin))
atan = export("contrib.labeled_tensor.atan")(_one("atan", tf.atan))
lgamma = export("contrib.labeled_tensor.lgamma")(_one("lgamma", tf.lgamma))
digamma = export("contrib.labeled_tensor.digamma")(_one("digamma", tf.digamma))
erf = export("contrib.labeled_tensor.erf")(_one("erf", tf.erf))
erfc = export("contrib.labeled_tensor.erfc")(_one("erfc", tf.erfc))
tanh = export("contrib.labeled_tensor.tanh")(_one("tanh", tf.tanh))
sigmoid = export("contrib.labeled_tensor.sigmoid")(_one("sigmoid", tf.sigmoid))
logical_not = export("contrib.labeled_tensor.logical_not")(
    shown(define_unary_op("logical_not", tf.logical_not), "x", value=_BOOLEANS, dtype="bool")
)

add = export("contrib.labeled_tensor.add")(_two("add", tf.add))
sub = export("contrib.labeled_tensor.sub")(_two("sub", tf.subtract))
mul = export("contrib.labeled_tensor.mul")(_two("mul", tf.multiply))
div = export("contrib.labeled_tensor.div")(_two("div", tf.div))
mod = export("contrib.labeled_tensor.mod")(_two("mod", tf.mod))
pow_function = export("contrib.labeled_tensor.pow")(_two("pow", tf.pow))

equal = export("contrib.labeled_tensor.equal")(_compared("equal", tf.equal))
greater = export("contrib.labeled_tensor.greater")(_compared("greater", tf.greater))
greater_equal = export("contrib.labeled_tensor.greater_equal")(_compared("greater_equal", tf.greater_equal))
not_equal = export("contrib.labeled_tensor.not_equal")(_compared("not_equal", tf.not_equal))
less = export("contrib.labeled_tensor.less")(_compared("less", tf.less))
less_equal = export("contrib.labeled_tensor.less_equal")(_compared("less_equal", tf.less_equal))
logical_and = export("contrib.labeled_tensor.logical_and")(_logical("logical_and", tf.logical_and))
logical_or = export("contrib.labeled_tensor.logical_or")(_logical("logical_or", tf.logical_or))
logical_xor = export("contrib.labeled_tensor.logical_xor")(_logical("logical_xor", tf.logical_xor))

maximum = export("contrib.labeled_tensor.maximum")(_two("maximum", tf.maximum))
minimum = export("contrib.labeled_tensor.minimum")(_two("minimum", tf.minimum))
squared_difference = export("contrib.labeled_tensor.squared_difference")(
    _two("squared_difference", tf.squared_difference)
)
igamma = export("contrib.labeled_tensor.igamma")(_two("igamma", tf.igamma))
igammac = export("contrib.labeled_tensor.igammac")(_two("igammac", tf.igammac))
zeta = export("contrib.labeled_tensor.zeta")(_two("zeta", tf.zeta))
polygamma = export("contrib.labeled_tensor.polygamma")(_two("polygamma", tf.polygamma))
