"""Pooling, local response normalization and morphology: kernels, shape rules and gradients. Public functions: `pool`."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.inference import Context
from penstock.graph.registry import gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import Array, TensorLike
from penstock.ops.common.gradient_helpers import shape_of, zeros_like
from penstock.ops.nn.convolution.kernels import window_size
from penstock.ops.nn.pooling import compute as backend
from penstock.ops.nn.pooling import local_response as lrn
from penstock.ops.nn.pooling import morphology
from penstock.ops.nn.windows import Windows, place

if TYPE_CHECKING:
    from penstock.graph.operation import Operation

# -- shape rules --------------------------------------------------------------------------------------------------------


def _sizes(c: Context, rank: int) -> tuple[Any, Any]:
    """(ksize, strides): attributes, or for the V2 operations constants if known."""
    kind = "Pool3D" if rank == 5 else "AvgPool" if "Avg" in c.op.type else "MaxPool"
    attrs = c.op._attrs
    if "ksize" not in attrs:
        first = len(c.op._inputs) - 2
        for i in (first, first + 1):
            rule.with_value(rule.dim(rule.with_rank(c.shape(i), 1), 0), 4)
        return c.const(first), c.const(first + 1)
    for name, what in (("strides", "stride"), ("ksize", "ksize")):
        if len(attrs[name]) != rank:
            needs = "Pool3D ops require" if (rank, name) == (5, "strides") else f"{kind} requires"
            raise ValueError(f"{needs} the {what} attribute to contain {rank} values, but got: {len(attrs[name])}")
    return attrs["ksize"], attrs["strides"]


def _pool_rule(rank: int) -> rule.Rule:
    def shape(c: Context) -> list:
        form = c.op._attrs.get("data_format", "NHWC")
        packed = form == "NCHW_VECT_C"
        out = rule.with_rank(c.shape(0), rank + packed).as_list()
        if packed:
            rule.with_value(out[4], 4)
        ksize, strides = _sizes(c, rank)
        outputs = len(c.op._outputs)
        if ksize is None or strides is None:
            return [None] * outputs
        # Maxima can be taken over channels, too.
        for i in [form.index(axis) for axis in ("DHW" if rank == 5 else "HW" if "Avg" in c.op.type else "HWC")]:
            out[i] = window_size(out[i], int(ksize[i]), int(strides[i]), 1, c.attr("padding"), (0, 0))
        return [out] * outputs

    return shape


def _like(i: int, rank: int) -> rule.Rule:
    return lambda c: [rule.with_rank(c.shape(i), rank)]


def _second_rule(rank: int, grad: int, like_output: int) -> rule.Rule:
    """For the second derivatives: input `grad` is like the original input, another is like the output."""

    def shape(c: Context) -> list:
        (out,) = _pool_rule(rank)(c)
        rule.merge(c.shape(0), c.shape(grad))
        rule.merge(c.shape(like_output), TensorShape(out))
        return [out]

    return shape


def _from_sizes(rank: int) -> rule.Rule:
    return lambda c: [rule.with_rank(c.const_as_shape(0), rank)]


# -- kernels --------------------------------------------------------------------------------------------------------------


def _place(shape: Any, ksize: Any, strides: Any, padding: str, data_format: str, channels: bool = True) -> Windows:
    """The windows over all axes of `shape`, after the checks of 1.15's kernels."""
    rank = len(data_format)
    if len(shape) != rank:
        raise errors.InvalidArgumentError(None, None, f"tensor_in must be {rank}-dimensional")
    for what, value in (("ksize", ksize), ("strides", strides)):
        if len(value) != rank:
            raise errors.InvalidArgumentError(None, None, f"Sliding window {what} field must specify {rank} dimensions")
        if any(v <= 0 for v in value):
            raise errors.InvalidArgumentError(None, None, f"Sliding window {what} must be positive: {list(value)}")
    if ksize[0] != 1 or strides[0] != 1:
        raise errors.UnimplementedError(None, None, "Pooling is not yet supported on the batch dimension.")
    channel = data_format.index("C")
    if ksize[channel] != 1 or strides[channel] != 1:
        if not channels:
            raise errors.UnimplementedError(None, None, "Non-spatial pooling is not yet supported. Volunteers? :)")
        if any(k != 1 for i, k in enumerate(ksize) if i != channel):
            raise errors.UnimplementedError(
                None,
                None,
                "MaxPooling supports exactly one of pooling across depth or pooling across width/height.",
            )
        if shape[channel] % ksize[channel]:
            raise errors.UnimplementedError(
                None, None, "Depthwise max pooling requires the depth window to evenly divide the input depth"
            )
        if ksize[channel] != strides[channel]:
            raise errors.UnimplementedError(
                None, None, "Depthwise max pooling requires the depth window to equal the depth stride"
            )
    return place(shape, [int(k) for k in ksize], [int(s) for s in strides], padding)


def _check_shape(what: str, value: Array, expected: Array) -> None:
    if tuple(value.shape) != tuple(expected):
        raise errors.InvalidArgumentError(
            None, None, f"Expected {what} shape to be {list(expected)}, but got {list(value.shape)}"
        )


@op("MaxPool", shape=_pool_rule(4))
@op("MaxPool3D", shape=_pool_rule(5))
def _max_pool(xp, x, *, ksize, strides, padding, data_format):
    return backend.max_pool(xp, x, _place(x.shape, ksize, strides, padding, data_format))


@op("MaxPoolV2", shape=_pool_rule(4), static=("ksize", "strides"))
def _max_pool_v2(xp, x, ksize, strides, *, padding, data_format):
    return backend.max_pool(xp, x, _place(x.shape, np.ravel(ksize), np.ravel(strides), padding, data_format))


def _max_grad(xp: ModuleType, x: Array, dy: Array, g: Windows) -> Any:
    _check_shape("grad", dy, g.outs)
    return backend.max_pool_grad(xp, x, dy, g)


def _max_grad_grad(xp: ModuleType, x: Array, ddx: Array, g: Windows) -> Any:
    _check_shape("grad", ddx, x.shape)
    return backend.max_pool_grad_grad(xp, x, ddx, g)


@op("MaxPoolGrad", shape=_like(0, 4))
def _max_pool_grad(xp, x, y, dy, *, ksize, strides, padding, data_format):
    return _max_grad(xp, x, dy, _place(x.shape, ksize, strides, padding, data_format))


@op("MaxPool3DGrad", shape=_like(0, 5))
def _max_pool3d_grad(xp, x, y, dy, *, ksize, strides, padding, data_format):
    g = _place(x.shape, ksize, strides, padding, data_format)
    _check_shape("grad", dy, g.outs)
    _check_shape("orig_output", y, g.outs)
    return backend.max_pool_grad_all(xp, x, y, dy, g)


@op("MaxPoolGradV2", shape=_like(0, 4), static=("ksize", "strides"))
def _max_pool_grad_v2(xp, x, y, dy, ksize, strides, *, padding, data_format):
    return _max_grad(xp, x, dy, _place(x.shape, np.ravel(ksize), np.ravel(strides), padding, data_format))


@op("MaxPoolGradGrad", shape=_second_rule(4, 2, 1))
@op("MaxPool3DGradGrad", shape=_second_rule(5, 2, 1))
def _max_pool_grad_grad(xp, x, y, ddx, *, ksize, strides, padding, data_format):
    return _max_grad_grad(xp, x, ddx, _place(x.shape, ksize, strides, padding, data_format))


@op("MaxPoolGradGradV2", shape=_second_rule(4, 2, 1), static=("ksize", "strides"))
def _max_pool_grad_grad_v2(xp, x, y, ddx, ksize, strides, *, padding, data_format):
    return _max_grad_grad(xp, x, ddx, _place(x.shape, np.ravel(ksize), np.ravel(strides), padding, data_format))


@op("MaxPoolWithArgmax", shape=_pool_rule(4))
def _max_pool_argmax(xp, x, *, ksize, strides, padding, Targmax, include_batch_in_index):  # noqa: N803
    g = _place(x.shape, ksize, strides, padding, "NHWC", channels=False)
    return backend.max_pool_argmax(xp, x, g, include_batch_in_index, Targmax.as_numpy_dtype)


@op("MaxPoolGradWithArgmax", shape=_like(0, 4))
def _max_pool_grad_argmax(xp, x, dy, argmax, *, include_batch_in_index):
    return backend.scatter_argmax(xp, x.shape, dy, argmax, include_batch_in_index)


@op("MaxPoolGradGradWithArgmax", shape=_second_rule(4, 1, 2))
def _max_pool_grad_grad_argmax(xp, x, ddx, argmax, *, include_batch_in_index):
    return backend.gather_argmax(xp, ddx, argmax, include_batch_in_index)


@op("AvgPool", shape=_pool_rule(4))
@op("AvgPool3D", shape=_pool_rule(5))
def _avg_pool(xp, x, *, ksize, strides, padding, data_format):
    return backend.avg_pool(xp, x, _place(x.shape, ksize, strides, padding, data_format, channels=False))


@op("AvgPoolGrad", shape=_from_sizes(4), static=("orig_input_shape",))
@op("AvgPool3DGrad", shape=_from_sizes(5), static=("orig_input_shape",))
def _avg_pool_grad(xp, shape, dy, *, ksize, strides, padding, data_format):
    shape = tuple(int(n) for n in np.ravel(shape))
    g = _place(shape, ksize, strides, padding, data_format, channels=False)
    _check_shape("grad", dy, g.outs)
    return backend.avg_pool_grad(xp, shape, dy, g)


@op("LRN", shape=_like(0, 4))
def _lrn(xp, x, *, depth_radius, bias, alpha, beta):
    if depth_radius < 0:
        raise errors.invalid(f"depth_radius = {depth_radius} larger than int max")
    return lrn.lrn(xp, x, depth_radius, bias, alpha, beta)


def _lrn_grad_rule(c: Context) -> list:
    shape = rule.with_rank(c.shape(0), 4)
    for i in (1, 2):
        shape = rule.merge(shape, c.shape(i))
    return [shape]


@op("LRNGrad", shape=_lrn_grad_rule)
def _lrn_grad(xp, dy, x, y, *, depth_radius, bias, alpha, beta):
    if not dy.shape == x.shape == y.shape:
        raise errors.invalid("input_grads, input_image, and out_image should have the same shape")
    return lrn.lrn_grad(xp, dy, x, y, depth_radius, bias, alpha, beta)


# -- morphology -----------------------------------------------------------------------------------------------------------


def _dilation_rule(c: Context) -> list:
    x = rule.with_rank(c.shape(0), 4).as_list()
    w = rule.with_rank(c.shape(1), 3).as_list()
    strides, rates = c.attr("strides"), c.attr("rates")
    for what, value in (("stride", strides), ("rates", rates)):
        if len(value) != 4:
            raise ValueError(f"Dilation2D requires the {what} attribute to contain 4 values, but got: {len(value)}")
    space = [(size, reach) for size, reach in zip(x[1:3], w) if size is not None and reach is not None]
    if len(space) < 2:  # 1.15 looks no further
        return [[x[0], None, None, w[2]]]
    rule.merge_dims(x[3], w[2])
    out = [
        rule.windows(size, reach + (reach - 1) * (rate - 1), stride, c.attr("padding"))
        for (size, reach), rate, stride in zip(space, rates[1:3], strides[1:3])
    ]
    return [[x[0], *out, w[2]]]


def _morphology(x: Any, w: Any, strides: Any, rates: Any, padding: str) -> Windows:
    for what, value in (("Stride", strides), ("Rate", rates)):
        if value[0] != 1 or value[3] != 1:
            raise errors.UnimplementedError(None, None, f"{what} is only supported across spatial dimensions.")
    if x.shape[-1] != w.shape[-1]:
        raise errors.InvalidArgumentError(
            None, None, f"input and filter must have the same depth: {x.shape[-1]} vs {w.shape[-1]}"
        )
    return place(x.shape, (1, *w.shape[:2], 1), strides, padding, rates)


@op("Dilation2D", shape=_dilation_rule)
def _dilation(xp, x, w, *, strides, rates, padding):
    return morphology.dilation(xp, x, w, _morphology(x, w, strides, rates, padding))


@op("Dilation2DBackpropInput", shape=rule.same)
def _dilation_input(xp, x, w, dy, *, strides, rates, padding):
    g = _morphology(x, w, strides, rates, padding)
    _check_shape("out_backprop", dy, g.outs)
    return morphology.dilation_input_grad(xp, x, w, dy, g)


@op("Dilation2DBackpropFilter", shape=rule.same_as(1))
def _dilation_filter(xp, x, w, dy, *, strides, rates, padding):
    g = _morphology(x, w, strides, rates, padding)
    _check_shape("out_backprop", dy, g.outs)
    return morphology.dilation_filter_grad(xp, x, w, dy, g)


# -- gradients ------------------------------------------------------------------------------------------------------------

_KEPT = ("ksize", "strides", "padding", "data_format", "rates", "include_batch_in_index")


def _attrs(op: Operation) -> dict[str, Any]:
    return {name: op._attrs[name] for name in _KEPT if name in op._attrs}


def _register_max(forward: str, first: str, second: str, extra: int = 0) -> None:
    """Gradients of a max pooling operation; `extra` inputs (window sizes of the V2 operations) follow the data."""

    def sizes(op: Operation) -> dict[str, Any]:
        return dict(zip(("ksize", "strides"), op.inputs[-extra:], strict=True)) if extra else {}

    def step(kind: str, x: TensorLike, y: TensorLike, grad: Array, op: Operation) -> Any:
        return apply(kind, orig_input=x, orig_output=y, grad=grad, **sizes(op), **_attrs(op))

    def forward_grad(op: Operation, grad: Array) -> list[Any]:
        return [step(first, op.inputs[0], op.outputs[0], grad, op), *[None] * extra]

    def later_grad(kind: str) -> Any:
        def grad_of_grad(op: Operation, grad: Array) -> list[Any]:
            x, y = op.inputs[0], op.inputs[1]
            return [zeros_like(x), zeros_like(y), step(kind, x, y, grad, op), *[None] * extra]

        return grad_of_grad

    gradient(forward)(forward_grad)
    gradient(first)(later_grad(second))
    gradient(second)(later_grad(first))


_register_max("MaxPool", "MaxPoolGrad", "MaxPoolGradGrad")
_register_max("MaxPoolV2", "MaxPoolGradV2", "MaxPoolGradGradV2", extra=2)
_register_max("MaxPool3D", "MaxPool3DGrad", "MaxPool3DGradGrad")


@gradient("MaxPoolWithArgmax")
def _max_pool_argmax_gradient(op, grad, _):
    x, argmax = op.inputs[0], op.outputs[1]
    return [apply("MaxPoolGradWithArgmax", input=x, grad=grad, argmax=argmax, **_attrs(op))]


@gradient("MaxPoolGradWithArgmax")
def _max_pool_grad_argmax_gradient(op, grad):
    x, _, argmax = op.inputs
    second = apply("MaxPoolGradGradWithArgmax", input=x, grad=grad, argmax=argmax, **_attrs(op))
    return [zeros_like(x), second, None]


@gradient("AvgPool", "AvgPool3D")
def _avg_pool_gradient(op, grad):
    return [apply(f"{op.type}Grad", orig_input_shape=shape_of(op.inputs[0]), grad=grad, **_attrs(op))]


@gradient("AvgPoolGrad")
def _avg_pool_grad_gradient(op, grad):
    return [None, apply("AvgPool", value=grad, **_attrs(op))]


@gradient("AvgPool3DGrad")
def _avg_pool3d_grad_gradient(op, grad):
    return [None, apply("AvgPool3D", input=grad, **_attrs(op))]


@gradient("LRN")
def _lrn_gradient(op, grad):
    attrs = {name: op._attrs[name] for name in ("depth_radius", "bias", "alpha", "beta")}
    return [apply("LRNGrad", input_grads=grad, input_image=op.inputs[0], output_image=op.outputs[0], **attrs)]


@gradient("Dilation2D")
def _dilation_gradient(op, grad):
    x, w = op.inputs
    return [
        apply("Dilation2DBackpropInput", input=x, filter=w, out_backprop=grad, **_attrs(op)),
        apply("Dilation2DBackpropFilter", input=x, filter=w, out_backprop=grad, **_attrs(op)),
    ]
