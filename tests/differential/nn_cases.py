"""Cases of convolution, pooling, normalization, biases and cross entropies."""

import numpy as np

from penstock.graph import opdef
from tests.differential.harness import Case
from tests.differential.table import cases_of
from tests.differential.values import FLOATS, INF, NAN, allowed, i32, i64, numbers

SUMS = {"float16": 2e-2, "bfloat16": 0.1, "float32": 1e-4}  # sums of many products


@cases_of("BiasAdd", "BiasAddV1")
def bias_add(kind):
    for dtype in allowed(kind):
        yield Case(kind, {"value": numbers(dtype, (2, 3)), "bias": numbers(dtype, (3,), seed=1)})
    for shape in ((0, 3), (2, 2, 3), (1, 2, 2, 3), (1, 1, 2, 2, 3)):
        yield Case(kind, {"value": numbers("float32", shape), "bias": numbers("float32", (3,))})
    if kind == "BiasAdd":
        given = {"value": numbers("float32", (2, 3, 2, 2)), "bias": numbers("float32", (3,))}
        yield Case(kind, given, {"data_format": "NCHW"})
    yield Case(kind, {"value": numbers("float32", (2, 3)), "bias": numbers("float32", (2,))}, fails=True)
    yield Case(kind, {"value": numbers("float32", (3,)), "bias": numbers("float32", (3,))}, fails=True)
    yield Case(kind, {"value": numbers("float32", (2, 3)), "bias": numbers("float32", (1, 3))}, fails=True)


@cases_of("BiasAddGrad")
def bias_add_grad(kind):
    for dtype in allowed(kind):
        yield Case(kind, {"out_backprop": np.round(numbers(dtype, (2, 3)))})
    yield Case(kind, {"out_backprop": numbers("float32", (2, 3, 2, 2))}, {"data_format": "NCHW"})
    yield Case(kind, {"out_backprop": numbers("float32", (0, 3))})
    yield Case(kind, {"out_backprop": numbers("float32", (3,))}, fails=True)


# shape of the input, of the filter, strides, dilations, padding
CONV2D = (
    ((1, 5, 6, 2), (3, 2, 2, 3), (1, 1), (1, 1), "SAME"),
    ((2, 7, 5, 3), (3, 3, 3, 2), (2, 2), (1, 1), "SAME"),
    ((1, 6, 6, 1), (2, 3, 1, 4), (2, 1), (1, 1), "VALID"),
    ((1, 7, 7, 2), (2, 2, 2, 2), (1, 1), (2, 2), "VALID"),
    ((1, 4, 4, 3), (1, 1, 3, 5), (1, 1), (1, 1), "VALID"),
    ((0, 4, 4, 2), (3, 3, 2, 1), (1, 1), (1, 1), "SAME"),
)


def filled(dtype, shape, seed=0):
    """Numbers whose products add up exactly in narrow types too: the order of additions is nobody's promise."""
    values = numbers(dtype, shape, seed=seed)
    return np.round(values) if dtype in ("float16", "bfloat16") else values


def out_shape(size, kernel, stride, dilation, padding):
    reach = (kernel - 1) * dilation + 1
    return -(-size // stride) if padding == "SAME" else max(0, -(-(size - reach + 1) // stride))


def conv2d_pieces(dtype):
    for x, w, strides, dilations, padding in CONV2D:
        spatial = [out_shape(x[i + 1], w[i], strides[i], dilations[i], padding) for i in range(2)]
        attrs = {"strides": [1, *strides, 1], "dilations": [1, *dilations, 1], "padding": padding}
        yield x, w, (x[0], *spatial, w[3]), attrs


@cases_of("Conv2D", "Conv2DBackpropFilter", "Conv2DBackpropInput")
def conv2d(kind):
    for dtype in allowed(kind):
        for x, w, y, attrs in conv2d_pieces(dtype):
            if kind != "Conv2D" and 0 in x and dtype != "float32":
                continue
            given = {
                "Conv2D": {"input": filled(dtype, x), "filter": filled(dtype, w, seed=1)},
                "Conv2DBackpropFilter": {
                    "input": filled(dtype, x),
                    "filter_sizes": i32(*w),
                    "out_backprop": filled(dtype, y),
                },
                "Conv2DBackpropInput": {
                    "input_sizes": i32(*x),
                    "filter": filled(dtype, w),
                    "out_backprop": filled(dtype, y),
                },
            }[kind]
            # TensorFlow on the CPU has no gradients of dilated convolutions.
            fine = kind == "Conv2D" or attrs["dilations"] == [1, 1, 1, 1]
            if fine:
                yield Case(kind, given, attrs, loose=SUMS.get(dtype), grad=attrs["dilations"] == [1, 1, 1, 1])
    if kind == "Conv2D":
        x, w = numbers("float32", (1, 5, 5, 2)), numbers("float32", (2, 2, 2, 3), seed=1)
        attrs = {"strides": [1, 1, 1, 1], "padding": "EXPLICIT", "explicit_paddings": [0, 0, 1, 2, 0, 1, 0, 0]}
        yield Case(kind, {"input": x, "filter": w}, attrs, loose=1e-4)
        plain = {"strides": [1, 1, 1, 1], "padding": "VALID"}
        yield Case(kind, {"input": x, "filter": numbers("float32", (2, 2, 3, 3))}, plain, fails=True)
        yield Case(kind, {"input": x[0], "filter": w}, plain, fails=True)
    elif kind == "Conv2DBackpropFilter":
        given = {"input": numbers("float32", (1, 5, 5, 2)), "filter_sizes": i32(2, 2, 2, 3)}
        attrs = {"strides": [1, 1, 1, 1], "padding": "VALID"}
        yield Case(kind, {**given, "out_backprop": numbers("float32", (1, 5, 4, 3))}, attrs, fails=True)


CONV3D = (
    ((1, 3, 4, 3, 2), (2, 2, 2, 2, 3), (1, 1, 1), "SAME"),
    ((2, 4, 4, 5, 1), (2, 3, 2, 1, 2), (2, 1, 2), "VALID"),
)


@cases_of("Conv3D", "Conv3DBackpropFilterV2", "Conv3DBackpropInputV2")
def conv3d(kind):
    for dtype in allowed(kind):
        for x, w, strides, padding in CONV3D:
            y = (x[0], *(out_shape(x[i + 1], w[i], strides[i], 1, padding) for i in range(3)), w[4])
            made = {
                "input": filled(dtype, x),
                "filter": filled(dtype, w, seed=1),
                "out_backprop": filled(dtype, y, seed=2),
            }
            made |= {"filter_sizes": i32(*w), "input_sizes": i32(*x)}
            given = {a.name: made[a.name] for a in opdef.get(kind).inputs}
            yield Case(kind, given, {"strides": [1, *strides, 1], "padding": padding}, loose=SUMS.get(dtype))


DEPTHWISE = (
    ((1, 5, 6, 2), (3, 2, 2, 1), 1, "SAME"),
    ((2, 7, 5, 3), (3, 3, 3, 2), 2, "SAME"),
    ((1, 6, 6, 1), (2, 3, 1, 4), 1, "VALID"),
)


@cases_of("DepthwiseConv2dNative", "DepthwiseConv2dNativeBackpropFilter", "DepthwiseConv2dNativeBackpropInput")
def depthwise(kind):
    for dtype in allowed(kind):
        for x, w, stride, padding in DEPTHWISE:
            y = (x[0], *(out_shape(x[i + 1], w[i], stride, 1, padding) for i in range(2)), w[2] * w[3])
            made = {
                "input": filled(dtype, x),
                "filter": filled(dtype, w, seed=1),
                "out_backprop": filled(dtype, y, seed=2),
            }
            made |= {"filter_sizes": i32(*w), "input_sizes": i32(*x)}
            given = {a.name: made[a.name] for a in opdef.get(kind).inputs}
            yield Case(kind, given, {"strides": [1, stride, stride, 1], "padding": padding}, loose=SUMS.get(dtype))
    if kind == "DepthwiseConv2dNative":
        given = {"input": numbers("float32", (1, 5, 5, 2)), "filter": numbers("float32", (2, 2, 3, 1))}
        yield Case(kind, given, {"strides": [1, 1, 1, 1], "padding": "VALID"}, fails=True)


# shape, window, strides, padding
POOLS = (
    ((2, 6, 8, 3), (1, 2, 2, 1), (1, 2, 2, 1), "SAME"),
    ((1, 7, 5, 2), (1, 3, 3, 1), (1, 2, 2, 1), "SAME"),
    ((1, 7, 6, 2), (1, 3, 2, 1), (1, 1, 1, 1), "VALID"),
)
POOLS_3D = (
    ((1, 4, 4, 4, 2), (1, 2, 2, 2, 1), (1, 2, 2, 2, 1), "SAME"),
    ((1, 4, 5, 3, 1), (1, 3, 2, 2, 1), (1, 1, 2, 1, 1), "VALID"),
)


def pooled(shape, window, strides, padding):
    return tuple(out_shape(n, k, s, 1, padding) for n, k, s in zip(shape, window, strides, strict=True))


@cases_of("AvgPool", "AvgPool3D", "MaxPool", "MaxPool3D", "MaxPoolV2", "MaxPoolWithArgmax")
def pools(kind):
    name = opdef.get(kind).inputs[0].name
    for dtype in allowed(kind):
        for shape, window, strides, padding in POOLS_3D if "3D" in kind else POOLS:
            # Many ties, so that it matters which of the largest is taken; sums that are exact in all types.
            x = np.round(numbers(dtype, shape)) if dtype in FLOATS else numbers(dtype, shape)
            if kind == "MaxPoolV2":
                yield Case(kind, {name: x, "ksize": i32(*window), "strides": i32(*strides)}, {"padding": padding})
            else:
                yield Case(kind, {name: x}, {"ksize": list(window), "strides": list(strides), "padding": padding})
    if kind in ("AvgPool", "MaxPool"):
        attrs = {"ksize": [1, 2, 2, 1], "strides": [1, 1, 1, 1], "padding": "VALID"}
        yield Case(kind, {name: numbers("float32", (0, 3, 3, 2))}, attrs)
        # Whether the largest of NaN and a number is NaN depends on the vector unit.
        odd = NAN if kind == "AvgPool" else 3
        yield Case(kind, {name: np.float32([[[[odd], [1], [INF]], [[0], [2], [-INF]]]])}, attrs, grad=False)
        yield Case(kind, {name: numbers("float32", (3, 3, 2))}, attrs, fails=True)
        yield Case(kind, {name: numbers("float32", (1, 1, 3, 2))}, attrs, fails=True)


@cases_of("AvgPoolGrad", "AvgPool3DGrad", "MaxPoolGrad", "MaxPoolGradV2", "MaxPool3DGrad", "MaxPoolGradGrad",
          "MaxPoolGradGradV2", "MaxPool3DGradGrad")  # fmt: skip
def pool_grads(kind):
    for dtype in allowed(kind):
        for shape, window, strides, padding in POOLS_3D if "3D" in kind else POOLS:
            out = pooled(shape, window, strides, padding)
            attrs = {"ksize": list(window), "strides": list(strides), "padding": padding}
            if kind.startswith("Avg"):
                given = {"orig_input_shape": i32(*shape), "grad": numbers(dtype, out)}
            else:
                x = np.round(numbers(dtype, shape)) if dtype in FLOATS else numbers(dtype, shape)
                grad = numbers(dtype, shape if "GradGrad" in kind else out, seed=1)
                given = {"orig_input": x, "orig_output": max_of(x, window, strides, padding), "grad": grad}
            if kind.endswith("V2"):
                given |= {"ksize": i32(*attrs.pop("ksize")), "strides": i32(*attrs.pop("strides"))}
            yield Case(kind, given, attrs, loose=SUMS.get(dtype))


def max_of(x, window, strides, padding):
    """The largest of each window; the gradient operations want the true output of the pooling."""
    from penstock.ops.nn.pooling import compute as pool
    from penstock.ops.nn.windows import place

    return np.asarray(pool.max_pool(np, x, place(x.shape, window, strides, padding)))


@cases_of("MaxPoolGradWithArgmax")
def argmax_grads(kind):
    for dtype in ("float32", "float64", "float16", "int32"):
        x = numbers(dtype, (1, 2, 4, 1))
        argmax = np.array([[[[0], [7]]]], np.int64)
        grad = numbers(dtype, (1, 1, 2, 1))
        attrs = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "SAME"}
        yield Case(kind, {"input": x, "grad": grad, "argmax": argmax}, attrs)


@cases_of("Dilation2D", "Dilation2DBackpropFilter", "Dilation2DBackpropInput")
def dilation2d(kind):
    for dtype in allowed(kind):
        for shape, rates, strides, padding in (((1, 5, 5, 2), 1, 1, "SAME"), ((2, 6, 5, 1), 2, 2, "VALID")):
            w = (2, 2, shape[3])
            out = (shape[0], *(out_shape(shape[i + 1], w[i], strides, rates, padding) for i in range(2)), shape[3])
            given = {"input": numbers(dtype, shape, 0, 9), "filter": numbers(dtype, w, 0, 3, seed=1)}
            if kind != "Dilation2D":
                given["out_backprop"] = numbers(dtype, out, 0, 3, seed=2)
            yield Case(
                kind, given, {"rates": [1, rates, rates, 1], "strides": [1, strides, strides, 1], "padding": padding}
            )


@cases_of("LRN", "LRNGrad")
def lrn(kind):
    for dtype in allowed(kind):
        for attrs in ({}, {"depth_radius": 1, "bias": 2.0, "alpha": 0.5, "beta": 0.75}):
            x = numbers(dtype, (2, 2, 3, 4), 0.25, 2)
            if kind == "LRN":
                yield Case(kind, {"input": x}, attrs)
            else:
                given = {
                    "input_grads": numbers(dtype, x.shape, seed=2),
                    "input_image": x,
                    "output_image": x * x.dtype.type(0.5),
                }
                yield Case(kind, given, attrs, loose=SUMS.get(dtype))


@cases_of("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3")
def fused_batch_norm(kind):
    for dtype in allowed(kind):
        for shape, layout in (((2, 3, 4, 2), "NHWC"), ((1, 2, 2, 3), "NHWC"), ((4, 1, 1, 1), "NHWC")):
            c = (shape[-1],)
            given = {
                "x": numbers(dtype, shape),
                "scale": numbers("float32", c),
                "offset": numbers("float32", c, seed=1),
            }
            empty = {"mean": np.zeros(0, np.float32), "variance": np.zeros(0, np.float32)}
            yield Case(
                kind,
                {**given, **empty},
                {"data_format": layout, "epsilon": 1e-3},
                loose=1e-2 if dtype != "float32" else 1e-4,
                slopes=3,
            )
            known = {"mean": numbers("float32", c), "variance": numbers("float32", c, 0.5, 3)}
            attrs = {"is_training": False, "epsilon": 1e-3}
            # What the gradient would need is not set then.
            yield Case(kind, {**given, **known}, attrs, loose=1e-2 if dtype != "float32" else 1e-4, outputs=3)
    bad = {"x": numbers("float32", (2, 3, 2)), "scale": np.ones(2, "f"), "offset": np.ones(2, "f")}
    yield Case(kind, {**bad, "mean": np.zeros(0, "f"), "variance": np.zeros(0, "f")}, fails=True)


@cases_of("FusedBatchNormGrad", "FusedBatchNormGradV2", "FusedBatchNormGradV3")
def fused_batch_norm_grad(kind):
    for dtype in allowed(kind):
        for training in (True, False):
            x = numbers(dtype, (2, 3, 4, 2))
            wide = x.astype(np.float32)
            given = {"y_backprop": numbers(dtype, x.shape, seed=1), "x": x, "scale": numbers("float32", (2,))}
            given |= {"reserve_space_1": wide.mean((0, 1, 2)), "reserve_space_2": wide.var((0, 1, 2))}
            if kind.endswith("V3"):
                given["reserve_space_3"] = np.zeros(0, np.float32)
            loose = 2e-2 if dtype != "float32" else 1e-3
            yield Case(kind, given, {"is_training": training, "epsilon": 1e-3}, loose=loose, outputs=3)


@cases_of("SoftmaxCrossEntropyWithLogits")
def softmax_cross_entropy(kind):
    for dtype in allowed(kind):
        labels = np.abs(numbers(dtype, (3, 4), 0, 1, seed=1))
        yield Case(kind, {"features": numbers(dtype, (3, 4)), "labels": labels}, loose=SUMS.get(dtype))
    # TensorFlow does not sum the gradient over what was broadcast.
    yield Case(kind, {"features": numbers("float32", (3, 4)), "labels": numbers("float32", (1, 4), 0, 1)}, grad=False)
    yield Case(kind, {"features": numbers("float32", (0, 4)), "labels": numbers("float32", (0, 4))})
    bad = np.float32([[1000, -1000, 0], [NAN, 0, 1], [-INF, 0, 0]])
    yield Case(kind, {"features": bad, "labels": np.float32([[0.5, 0.5, 0], [1, 0, 0], [0, 1, 0]])}, grad=False)
    yield Case(kind, {"features": numbers("float32", (3, 4)), "labels": numbers("float32", (3, 3))}, fails=True)
    yield Case(kind, {"features": numbers("float32", (4,)), "labels": numbers("float32", (4,))}, fails=True)


@cases_of("SparseSoftmaxCrossEntropyWithLogits")
def sparse_softmax_cross_entropy(kind):
    for dtype in allowed(kind):
        for labels in (i32(0, 3, 1), i64(2, 2, 0)):
            # The gradient also of the second output came with 2.x; tests/ops/losses/test_cross_entropy.py has that of one.
            yield Case(kind, {"features": numbers(dtype, (3, 4)), "labels": labels}, loose=SUMS.get(dtype), grad=False)
    yield Case(kind, {"features": numbers("float32", (0, 4)), "labels": i64()})
    bad = np.float32([[1000, -1000, 0], [NAN, 0, 1], [-INF, 0, 0]])
    yield Case(kind, {"features": bad, "labels": i32(1, 1, 1)}, grad=False)
    for labels in (i32(0, 4, 1), i32(0, -1, 1), i32(0, 1)):
        yield Case(kind, {"features": numbers("float32", (3, 4)), "labels": labels}, fails=True)
