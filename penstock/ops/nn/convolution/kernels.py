"""Convolution operations: kernels, shape rules and gradients. The public functions are in `conv`.

Two and three spatial axes share one code. 1.15's CPU kernels only knew channels-last data; here NCHW and NCDHW work as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.graph import errors, stack
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.inference import Context
from penstock.graph.registry import gradient, op
from penstock.graph.typing import Array, SizesLike
from penstock.ops.common.gradient_helpers import shape_of
from penstock.ops.nn.convolution import compute as backend
from penstock.ops.nn.windows import Windows, place

if TYPE_CHECKING:
    from penstock.graph.operation import Operation

# -- data formats -----------------------------------------------------------------------------------------------------


def spatial_axes(data_format: str) -> list[int]:
    """Where height and width (and depth) are in a shape."""
    return [i for i, axis in enumerate(data_format) if axis in "DHW"]


def _channels_last(xp: ModuleType, x: Array, data_format: str) -> Any:
    return xp.moveaxis(x, 1, -1) if data_format[1] == "C" else x


def _in_format(xp: ModuleType, y: Array, data_format: str) -> Any:
    return xp.moveaxis(y, -1, 1) if data_format[1] == "C" else y


def _last_shape(shape: tuple[int, ...], data_format: str) -> tuple[int, ...]:
    return (shape[0], *shape[2:], shape[1]) if data_format[1] == "C" else tuple(shape)


def _pairs(explicit_paddings: list[int], data_format: str) -> list[tuple[int, int]]:
    if not explicit_paddings:
        return []
    return [(explicit_paddings[2 * i], explicit_paddings[2 * i + 1]) for i in spatial_axes(data_format)]


def _windows(x_shape: Any, w_shape: Any, a: dict[str, Any]) -> Windows:
    """Places the filter over a channels-last shape; the attributes are in `a`."""
    data_format = a["data_format"]
    axes = spatial_axes(data_format)
    if any(s != 1 for i, s in enumerate(a["strides"]) if i not in axes):
        raise errors.invalid("Current implementation does not yet support strides in the batch and depth dimensions.")
    if a["padding"] == "VALID":
        for i, k, d in zip(range(1, 1 + len(axes)), w_shape, (a["dilations"][j] for j in axes), strict=False):
            if x_shape[i] < (k - 1) * d + 1 and x_shape[i] > 0:
                raise errors.invalid(
                    f"Computed output size would be negative: {x_shape[i] - (k - 1) * d} "
                    f"[input_size: {x_shape[i]}, effective_filter_size: {(k - 1) * d + 1}, stride: {a['strides'][axes[i - 1]]}]"
                )
    return place(
        x_shape[1:-1],
        w_shape[:-2],
        [a["strides"][i] for i in axes],
        a["padding"],
        [a["dilations"][i] for i in axes],
        _pairs(a.get("explicit_paddings", []), data_format),
    )


def _check_grad(
    kind: str, g: Windows, x_shape: Sequence[int], w_shape: Sequence[int], dy_shape: Sequence[int], channels: int
) -> None:
    if tuple(dy_shape) == (x_shape[0], *g.outs, channels):
        return
    if dy_shape[0] != x_shape[0]:
        raise errors.invalid(
            f"{kind}: input and out_backprop must have the same batch sizeinput batch: {x_shape[0]}"
            f"outbackprop batch: {dy_shape[0]} batch_dim: 0"
        )
    if dy_shape[-1] != channels:
        raise errors.invalid(f"{kind}: filter and out_backprop must have the same out_depth")
    for i, out in enumerate(g.outs):
        if dy_shape[1 + i] != out:
            raise errors.invalid(
                f"{kind}: Size of out_backprop doesn't match computed: actual = {dy_shape[1 + i]}, computed = {out} "
                f"spatial_dim: {1 + i} input: {x_shape[1 + i]} filter: {w_shape[i]} output: {dy_shape[1 + i]} "
                f"stride: {g.strides[i]} dilation: {g.dilations[i]}"
            )


# -- shape rules --------------------------------------------------------------------------------------------------------


def window_size(
    size: int | None, kernel: int | None, stride: int, dilation: int, padding: str, pads: Any
) -> int | None:
    """The output size along one axis, None if unknown; ValueError in 1.15's words."""
    if stride <= 0:
        raise ValueError(f"Stride must be > 0, but got {stride}")
    if dilation < 1:
        raise ValueError(f"Dilation rate must be >= 1, but got {dilation}")
    if padding == "SAME":
        return None if size is None else -(-size // stride)
    if size is None or kernel is None:
        return None
    reach = (kernel - 1) * dilation + 1
    whole = size + sum(pads)
    if whole < reach:
        raise ValueError(f"Negative dimension size caused by subtracting {reach} from {whole}")
    return (whole - reach) // stride + 1


def _attribute_of(c: Context, name: str, rank: int) -> list[int]:
    values = c.attr(name)
    if len(values) != rank:
        what = {"strides": "stride", "dilations": "dilation"}[name]
        kind = "DepthwiseConv2D" if "Depthwise" in c.op.type else f"Conv{rank - 2}D"
        if kind == "Conv2D" and name == "strides":
            kind += f" on data format {c.op._attrs.get('data_format', 'NHWC')}"
        raise ValueError(f"{kind} requires the {what} attribute to contain {rank} values, but got: {len(values)}")
    return values


def _conv_rule(rank: int, depthwise: bool = False) -> rule.Rule:
    def shape(c: Context) -> list:
        x = rule.with_rank(c.shape(0), rank).as_list()
        w = rule.with_rank(c.shape(1), rank).as_list()
        data_format = c.op._attrs.get("data_format", "NHWC")
        dilations, strides = _attribute_of(c, "dilations", rank), _attribute_of(c, "strides", rank)
        attrs = c.op._attrs
        explicit = _pairs(attrs.get("explicit_paddings", []), data_format)
        padding = c.attr("padding")
        if padding == "EXPLICIT" and len(explicit) != rank - 2:
            raise ValueError(
                f"explicit_paddings attribute must contain {2 * rank} values, but got: {len(attrs['explicit_paddings'])}"
            )
        channel = data_format.index("C")
        given = attrs.get("explicit_paddings") or [0] * 2 * rank
        if any(given[2 * axis + side] for axis in (0, channel) for side in (0, 1)):
            raise ValueError("Nonzero explicit padding in the batch or depth dimensions is not supported")
        depth, (w_in, w_out) = x[channel], w[-2:]
        if depth is not None and w_in is not None:
            if depthwise and depth != w_in:
                raise ValueError(f"Dimensions must be equal, but are {depth} and {w_in}")
            if not depthwise and (w_in == 0 or depth % w_in):
                raise ValueError(f"Depth of input ({depth}) is not a multiple of input depth of filter ({w_in})")
            if not depthwise and w_in != depth and w_out is not None and w_out % (depth // w_in):
                raise ValueError(
                    f"Depth of output ({w_out}) is not a multiple of the number of groups ({depth // w_in})"
                )
        if depthwise:
            w_in = depth if w_in is None else w_in
            w_out = None if w_in is None or w_out is None else w_in * w_out
        out: list[int | None] = [x[0]] * rank
        out[channel] = w_out
        for i, axis in enumerate(spatial_axes(data_format)):
            pads = explicit[i] if explicit else (0, 0)
            out[axis] = window_size(x[axis], w[i], strides[axis], dilations[axis], padding, pads)
        return [out]

    return shape


def _backprop_rule(rank: int, sizes: int) -> rule.Rule:
    """The output has the shape that input `sizes` holds."""

    def shape(c: Context) -> list:
        return [rule.with_rank(c.const_as_shape(sizes), rank)]

    return shape


# -- kernels --------------------------------------------------------------------------------------------------------------


def _static_shape(sizes: SizesLike, rank: int, what: str) -> tuple[int, ...]:
    sizes = np.asarray(sizes)
    if sizes.ndim != 1:
        raise errors.invalid(f"{what} must be 1-dimensional, not {sizes.ndim}")
    if len(sizes) != rank:
        raise errors.invalid(f"{what} must have {rank} elements, not {len(sizes)}")
    return tuple(int(n) for n in sizes)


def _check_dilations(a: dict[str, Any]) -> None:
    if any(a["dilations"][a["data_format"].index(axis)] != 1 for axis in "NC"):
        text = "Current implementation does not yet support dilations in the batch and depth dimensions."
        raise errors.invalid(text)


def _check_ranks(kind: str, rank: int, **arrays: Any) -> None:
    for name, array in arrays.items():
        if array.ndim != rank:
            raise errors.invalid(f"{kind}: {name} must be {rank}-dimensional")


def _check_groups(kind: str, depth: int, w_shape: Sequence[int]) -> None:
    w_in, w_out = w_shape[-2:]
    if w_in == 0 or depth % w_in:
        raise errors.invalid(f"{kind}: input depth must be evenly divisible by filter depth")
    if w_out % max(depth // w_in, 1):
        groups = depth // w_in
        raise errors.invalid(f"{kind}: output depth {w_out} must be evenly divisible by the number of groups, {groups}")


def _forward(xp: Any, x: Any, w: Any, a: dict[str, Any]) -> Any:
    rank = len(a["data_format"])
    if x.ndim != rank or w.ndim != rank:
        which, value = ("input", x) if x.ndim != rank else ("filter", w)
        raise errors.invalid(f"{which} must be {rank}-dimensional: {list(value.shape)}")
    x = _channels_last(xp, x, a["data_format"])
    _check_dilations(a)
    depth, w_in = x.shape[-1], w.shape[-2]
    if w_in == 0 or depth % w_in or w.shape[-1] % max(depth // w_in, 1):
        raise errors.invalid(f"input depth must be evenly divisible by filter depth: {depth} vs {w_in}")
    return _in_format(xp, backend.conv(xp, x, w, _windows(x.shape, w.shape, a)), a["data_format"])


def _input_grad(xp: ModuleType, kind: str, sizes: Sequence[int], w: Array, dy: Array, a: dict[str, Any]) -> Any:
    rank = len(a["data_format"])
    shape = _last_shape(_static_shape(sizes, rank, f"{kind}: input_sizes"), a["data_format"])
    _check_ranks(kind, rank, filter=w, out_backprop=dy)
    dy = _channels_last(xp, dy, a["data_format"])
    _check_dilations(a)
    g = _windows(shape, w.shape, a)
    _check_groups(kind, shape[-1], w.shape)
    _check_grad(kind, g, shape, w.shape, dy.shape, w.shape[-1])
    return _in_format(xp, backend.conv_input_grad(xp, shape, w, dy, g), a["data_format"])


def _check_strides(a: dict[str, Any]) -> None:
    """1.15 says this when it makes the kernel, before it looks at the inputs."""
    rank = len(a["data_format"])
    if len(a["strides"]) != rank:
        raise errors.invalid(f"Sliding window strides field must specify {rank} dimensions")


def _filter_grad(xp: ModuleType, kind: str, x: Array, sizes: Sequence[int], dy: Array, a: dict[str, Any]) -> Any:
    rank = len(a["data_format"])
    _check_strides(a)
    shape = _static_shape(sizes, rank, f"{kind}: filter_sizes")
    _check_ranks(kind, rank, input=x, out_backprop=dy)
    x, dy = _channels_last(xp, x, a["data_format"]), _channels_last(xp, dy, a["data_format"])
    _check_dilations(a)
    g = _windows(x.shape, shape, a)
    _check_groups(kind, x.shape[-1], shape)
    _check_grad(kind, g, x.shape, shape, dy.shape, shape[-1])
    return backend.conv_filter_grad(xp, x, dy, shape, g)


@op("Conv2D", shape=_conv_rule(4))
def _conv2d(xp, x, w, *, strides, padding, explicit_paddings, data_format, dilations):
    return _forward(xp, x, w, locals())


@op("Conv2DBackpropInput", shape=_backprop_rule(4, 0), static=("input_sizes",))
def _conv2d_input(xp, sizes, w, dy, *, strides, padding, explicit_paddings, data_format, dilations):
    return _input_grad(xp, "Conv2DCustomBackpropInput", sizes, w, dy, locals())


@op("Conv2DBackpropFilter", shape=_backprop_rule(4, 1), static=("filter_sizes",))
def _conv2d_filter(xp, x, sizes, dy, *, strides, padding, explicit_paddings, data_format, dilations):
    return _filter_grad(xp, "Conv2DCustomBackpropFilter", x, sizes, dy, locals())


@op("Conv3D", shape=_conv_rule(5))
def _conv3d(xp, x, w, *, strides, padding, data_format, dilations):
    return _forward(xp, x, w, locals())


@op("Conv3DBackpropInputV2", shape=_backprop_rule(5, 0), static=("input_sizes",))
def _conv3d_input(xp, sizes, w, dy, *, strides, padding, data_format, dilations):
    return _input_grad(xp, "Conv3DBackpropInputOp", sizes, w, dy, locals())


@op("Conv3DBackpropFilterV2", shape=_backprop_rule(5, 1), static=("filter_sizes",))
def _conv3d_filter(xp, x, sizes, dy, *, strides, padding, data_format, dilations):
    return _filter_grad(xp, "Conv3DBackpropFilterOp", x, sizes, dy, locals())


# The first versions take the input or filter itself instead of its shape.
@op("Conv3DBackpropInput", shape=lambda c: [rule.with_rank(c.shape(0), 5)])
def _conv3d_input_v1(xp, x, w, dy, *, strides, padding, dilations):
    return _input_grad(xp, "Conv3DBackpropInputOp", x.shape, w, dy, {**locals(), "data_format": "NDHWC"})


@op("Conv3DBackpropFilter", shape=lambda c: [rule.with_rank(c.shape(1), 5)])
def _conv3d_filter_v1(xp, x, w, dy, *, strides, padding, dilations):
    return _filter_grad(xp, "Conv3DBackpropFilterOp", x, w.shape, dy, {**locals(), "data_format": "NDHWC"})


@op("DepthwiseConv2dNative", shape=_conv_rule(4, depthwise=True))
def _depthwise(xp, x, w, *, strides, padding, data_format, dilations):
    a = locals()
    x = _channels_last(xp, x, data_format)
    if x.shape[-1] != w.shape[-2]:
        raise errors.invalid(f"input and filter must have the same depth: {x.shape[-1]} vs {w.shape[-2]}")
    return _in_format(xp, backend.depthwise(xp, x, w, _windows(x.shape, w.shape, a)), data_format)


@op("DepthwiseConv2dNativeBackpropInput", shape=_backprop_rule(4, 0), static=("input_sizes",))
def _depthwise_input(xp, sizes, w, dy, *, strides, padding, data_format, dilations):
    kind = "DepthwiseConv2DBackpropInput"
    a = locals()
    _check_strides(a)
    shape = _last_shape(_static_shape(sizes, 4, f"{kind}: input_sizes"), data_format)
    _check_ranks(kind, 4, filter=w, out_backprop=dy)
    dy = _channels_last(xp, dy, data_format)
    g = _windows(shape, w.shape, a)
    _check_grad(kind, g, shape, w.shape, dy.shape, w.shape[-2] * w.shape[-1])
    return _in_format(xp, backend.depthwise_input_grad(xp, shape, w, dy, g), data_format)


@op("DepthwiseConv2dNativeBackpropFilter", shape=_backprop_rule(4, 1), static=("filter_sizes",))
def _depthwise_filter(xp, x, sizes, dy, *, strides, padding, data_format, dilations):
    kind = "DepthwiseConv2DBackpropFilter"
    a = locals()
    shape = _static_shape(sizes, 4, f"{kind}: filter_sizes")
    _check_ranks(kind, 4, input=x, out_backprop=dy)
    x, dy = _channels_last(xp, x, data_format), _channels_last(xp, dy, data_format)
    g = _windows(x.shape, shape, a)
    _check_grad(kind, g, x.shape, shape, dy.shape, shape[-2] * shape[-1])
    return backend.depthwise_filter_grad(xp, x, dy, shape, g)


# -- gradients ------------------------------------------------------------------------------------------------------------

# Forward operation, gradient with respect to the input, to the filter: each is linear in two of the three arrays, so
# the gradients of all three are made of the other two.
_FAMILIES = (
    ("Conv2D", "Conv2DBackpropInput", "Conv2DBackpropFilter"),
    ("Conv3D", "Conv3DBackpropInputV2", "Conv3DBackpropFilterV2"),
    ("DepthwiseConv2dNative", "DepthwiseConv2dNativeBackpropInput", "DepthwiseConv2dNativeBackpropFilter"),
)
_KEPT = ("strides", "padding", "explicit_paddings", "data_format", "dilations", "use_cudnn_on_gpu")


def _attrs(op: Operation) -> dict[str, Any]:
    return {name: op._attrs[name] for name in _KEPT if name in op._attrs}


def _register_gradients(forward: str, to_input: str, to_filter: str) -> None:
    def forward_grad(op: Operation, grad: Array) -> list[Any]:
        from penstock.ops.gradients.backpropagation import current_walk

        x, w = op.inputs
        # 1.15 makes a ShapeN for one of the three, and gradients of BatchToSpaceND and SpaceToBatchND around dilated ones.
        dilated = 0
        if max(op._attrs.get("dilations") or [1]) > 1:
            dilated = 1 + current_walk().wants(op)[0]
        stack.current_graph()._count(dilated + (forward != "Conv2D"))
        x_shape, w_shape = apply("ShapeN", input=[x, w])
        return [
            apply(to_input, input_sizes=x_shape, filter=w, out_backprop=grad, **_attrs(op)),
            apply(to_filter, input=x, filter_sizes=w_shape, out_backprop=grad, **_attrs(op)),
        ]

    def input_grad(op: Operation, grad: Array) -> list[Any]:
        _, w, dy = op.inputs
        return [
            None,
            apply(to_filter, input=grad, filter_sizes=shape_of(w), out_backprop=dy, **_attrs(op)),
            apply(forward, input=grad, filter=w, **_attrs(op)),
        ]

    def filter_grad(op: Operation, grad: Array) -> list[Any]:
        x, _, dy = op.inputs
        return [
            apply(to_input, input_sizes=shape_of(x), filter=grad, out_backprop=dy, **_attrs(op)),
            None,
            apply(forward, input=x, filter=grad, **_attrs(op)),
        ]

    gradient(forward)(forward_grad)
    gradient(to_input)(input_grad)
    gradient(to_filter)(filter_grad)


for _family in _FAMILIES:
    _register_gradients(*_family)
