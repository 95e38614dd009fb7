"""Quantized operations give the integers and ranges of TensorFlow, to the last bit, in both tiers."""

import numpy as np
import pytest

import penstock as tf
from tests.ops.expressions import agree
from tests.ops.programs import same, same_error

X = "(np.random.RandomState(0).randn(4, 5) * 3)"
RANGES = [(-4.0, 6.0), (0.0, 3.0), (1.0, 1.0), (-2.0, -1.0)]


def made(kind, seed=0, shape=(2, 5, 4, 3), low=-3.0, high=5.0):
    """Source of a quantized tensor with its range: [values, low, high]."""
    given = f"np.random.RandomState({seed}).uniform({low}, {high}, {list(shape)}).astype('f')"
    return f"tf.quantize({given}, {low}, {high}, tf.{kind}, mode='MIN_FIRST')"


@pytest.mark.parametrize("mode", ["MIN_COMBINED", "MIN_FIRST", "SCALED"])
@pytest.mark.parametrize("kind", ["quint8", "qint8", "quint16", "qint16"])
def test_numbers_are_quantized_and_read_back_as_by_tensorflow(peer, monkeypatch, kind, mode):
    back = f"[tf.cast(q[0], tf.int32), q[1], q[2], tf.dequantize(q[0], q[1], q[2], mode='{mode}')]"
    there = f"tf.quantize(P({X}), *r, tf.{kind}, mode='{mode}')"
    agree(peer, monkeypatch, f"[(lambda q: {back})({there}) for r in {RANGES}]", names=False, grads=False, rtol=1e-7)


def test_halves_are_rounded_to_even_if_asked(peer, monkeypatch):
    call = "tf.quantize_v2(P(np.arange(-5, 6) / 2), -63.5, 63.5, tf.qint8, 'SCALED', round_mode='{}')"
    for mode in ("HALF_TO_EVEN", "HALF_AWAY_FROM_ZERO"):
        given = f"(lambda q: [tf.cast(q[0], tf.int32), *q[1:]])({call.format(mode)})"
        agree(peer, monkeypatch, given, names=False, grads=False)


ROUNDED = [
    "x, 0.0, 0.0",
    "x, -2.0, 3.0, range_given=True",
    "x, -2.0, 3.0, True, 4, True, 'HALF_UP'",
    "x, 0.0, 3.0, False, 5, True",
    "x, -4.0, 1.0, True, 8, True, narrow_range=True",
]


@pytest.mark.parametrize("arguments", ROUNDED)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_numbers_rounded_to_those_of_a_quantized_type(peer, monkeypatch, arguments, dtype):
    # TensorFlow 2 has a gradient of its own for the public function: the operation of 1.15 is asked.
    program = f"""
given = np.random.RandomState(0).randn(4, 5).astype('{dtype}')
def call(x, low, high, signed=True, bits=8, range_given=False, round_mode="HALF_TO_EVEN", narrow_range=False):
    return tf.raw_ops.QuantizeAndDequantizeV2(input=x, input_min=tf.constant(low, '{dtype}'),
        input_max=tf.constant(high, '{dtype}'), signed_input=signed, num_bits=bits, range_given=range_given,
        round_mode=round_mode, narrow_range=narrow_range)
x = tf.constant(given)
y = call({arguments})
result = dict(zip("yg", tf.Session().run([y, tf.gradients(y, x)[0]])))
"""
    same(peer, program, monkeypatch, rtol=1e-7)


V3 = """
x = tf.constant(np.random.RandomState(0).randn(4, 5).astype("f"))
bits = tf.placeholder(tf.int32, [])
ys = [tf.raw_ops.QuantizeAndDequantizeV3(input=x, input_min=-2.0, input_max=2.0, num_bits=bits, signed_input=s,
      range_given=r, narrow_range=s) for s in (False, True) for r in (False, True)]
result = dict(ys=[np.asarray(v) for b in (2, 8, 13) for v in tf.Session().run(ys, {bits: b})])
"""


def test_the_width_may_be_a_tensor(peer, monkeypatch):
    same(peer, V3, monkeypatch)


def test_the_public_function_is_that_operation():
    with tf.Graph().as_default(), tf.Session() as sess:
        y = tf.quantization.quantize_and_dequantize([0.0, 0.3, 1.0], 0.0, 1.0, num_bits=2)
        assert y.op.type == "QuantizeAndDequantizeV2"
        np.testing.assert_array_equal(sess.run(y), [0, 0, 1])
        old = tf.raw_ops.QuantizeAndDequantize(input=[0.0, 0.3, 1.0], num_bits=2)
        np.testing.assert_array_equal(sess.run(old), [0, 0, 1])


FAKE = {
    "args": "tf.fake_quant_with_min_max_args(P({x}), {low}, {high}, {bits}, {narrow})",
    "vars": "tf.fake_quant_with_min_max_vars(P({x}), P({low}), P({high}), {bits}, {narrow})",
    "channels": "tf.fake_quant_with_min_max_vars_per_channel("
    "P({x}), P([{low}, -1.0, 0.0, -3.5, 0.0]), P([{high}, 1.0, 2.0, 0.0, 0.0]), {bits}, {narrow})",
}


@pytest.mark.parametrize("kind", FAKE)
@pytest.mark.parametrize("bits, narrow", [(8, False), (4, True), (16, False)])
def test_fake_quantization_and_its_gradients(peer, monkeypatch, kind, bits, narrow):
    for low, high in ((-3.1, 4.2), (0.0, 2.0)) + (((0.0, 0.0),) if kind == "vars" else ()):
        expression = FAKE[kind].format(x=X, low=low, high=high, bits=bits, narrow=narrow)
        agree(peer, monkeypatch, expression, rtol=1e-5, names=False)


def test_channels_of_images_and_of_vectors(peer, monkeypatch):
    for shape in ("[3]", "[2, 2, 4, 3]"):
        x = f"P(np.random.RandomState(0).randn(*{shape}) * 3)"
        bounds = "P([-1.0, -2.0, 0.0]), P([1.0, 3.0, 2.0])"
        expression = f"tf.quantization.fake_quant_with_min_max_vars_per_channel({x}, {bounds})"
        agree(peer, monkeypatch, expression, rtol=1e-5, names=False)


GRADIENTS = [
    f"tf.fake_quant_with_min_max_args_gradient(P({X}), P({X}), -2.0, 3.0)",
    f"tf.fake_quant_with_min_max_vars_gradient(P({X}), P({X}), -2.0, 3.0)",
    f"tf.fake_quant_with_min_max_vars_per_channel_gradient(P({X}), P({X}), [-1.0] * 5, [2.0] * 5)",
]


@pytest.mark.parametrize("expression", GRADIENTS)
def test_gradients_as_functions(peer, monkeypatch, expression):
    agree(peer, monkeypatch, expression, names=False, grads=False)


WRAP = "(lambda a: [tf.cast(a[0], tf.int32), a[1], a[2]])({})"
A, B = made("quint8"), made("quint8", seed=1, low=-1.0, high=7.0)


def raw(kind, tensors, options="", bounds=("min_{}", "max_{}")):
    """Source of a call of an operation with quantized inputs and their ranges; `tensors`: name → source."""
    values, ranges = [], []
    for i, name in enumerate(tensors):
        values.append(f"{name}=v[{i}][0]")
        ranges += [f"{bound.format(name)}=v[{i}][{j}]" for j, bound in enumerate(bounds, 1)]
    arguments = ", ".join([*values, *ranges, options])
    return f"(lambda v: tf.raw_ops.{kind}({arguments}))([{', '.join(tensors.values())}])"


INPUT = ("input_min", "input_max")
CONV = "(lambda a, b: tf.nn.quantized_conv2d(a[0], b[0], a[1], a[2], b[1], b[2], [1, {0}, {0}, 1], '{1}'))({2}, {3})"
SMALL = made("quint8", shape=[4, 7]), made("quint8", shape=[3, 7], low=0.0, high=2.0)
FILTER = made("quint8", shape=[3, 2, 3, 4], low=-9.0)
WIDE = raw("QuantizedMul", {"x": A, "y": B})
RANGE = "tf.raw_ops.RequantizationRange(input=a[0], input_min=a[1], input_max=a[2])"
CASES = {
    "mul": WIDE,
    "add": raw("QuantizedAdd", {"x": A, "y": B}),
    "add a scalar": raw("QuantizedAdd", {"x": A, "y": made("quint8", shape=[])}),
    "bias": raw("QuantizedBiasAdd", {"input": A, "bias": made("quint8", seed=2, shape=[3])}, "out_type=tf.qint32"),
    "matmul": raw("QuantizedMatMul", dict(zip("ab", SMALL, strict=True)), "Toutput=tf.qint32, transpose_b=True"),
    "conv": CONV.format(2, "SAME", A, FILTER),
    "conv, valid": CONV.format(1, "VALID", A, FILTER),
    "relu": raw("QuantizedRelu", {"features": A}),
    "relu6": raw("QuantizedRelu6", {"features": made("quint8", high=9.0)}),
    "max pool": f"(lambda a: tf.nn.quantized_max_pool(a[0], a[1], a[2], [1, 2, 3, 1], [1, 2, 1, 1], 'SAME'))({A})",
    "avg pool": f"(lambda a: tf.nn.quantized_avg_pool(a[0], a[1], a[2], [1, 2, 2, 1], [1, 1, 2, 1], 'SAME'))({A})",
    "concat": f"(lambda a, b: tf.quantization.quantized_concat(2, [a[0], b[0]], [a[1], b[1]], [a[2], b[2]]))({A}, {B})",
    "reshape": raw("QuantizedReshape", {"tensor": A}, "shape=[3, -1]", INPUT),
    "instance norm": raw("QuantizedInstanceNorm", {"x": A}, bounds=("{}_min", "{}_max")),
    "instance norm, range": raw(
        "QuantizedInstanceNorm",
        {"x": A},
        "output_range_given=True, given_y_min=-1.0, given_y_max=2.0",
        ("{}_min", "{}_max"),
    ),
    "shrink": raw("QuantizeDownAndShrinkRange", {"input": WIDE}, "out_type=tf.quint8", INPUT),
    "requantize": raw(
        "Requantize",
        {"input": WIDE},
        "requested_output_min=-11.0, requested_output_max=20.5, out_type=tf.quint8",
        INPUT,
    ),
    "range": f"(lambda a: [a[0], *{RANGE}])({WIDE})",
}
VECTORS = {n: made("quint8", shape=[3], seed=i, low=0.0, high=2.0) for i, n in enumerate(["m", "v", "beta", "gamma"])}
for _scaled in (True, False):
    CASES[f"batch norm {_scaled}"] = raw(
        "QuantizedBatchNormWithGlobalNormalization",
        {"t": A, **VECTORS},
        f"out_type=tf.qint32, variance_epsilon=0.001, scale_after_normalization={_scaled}",
        ("{}_min", "{}_max"),
    )


@pytest.mark.parametrize("about", CASES)
def test_arithmetic_is_that_of_tensorflow(peer, monkeypatch, about):
    agree(peer, monkeypatch, WRAP.format(CASES[about]), names=False, grads=False, rtol=2e-7)


def test_relu_x_with_six_is_relu6():  # which TensorFlow has a kernel for
    with tf.Graph().as_default(), tf.Session() as sess:
        x, low, high = tf.quantize(np.linspace(-9, 9, 50, dtype="f"), -9.0, 9.0, tf.quint8)
        a = tf.nn.quantized_relu_x(x, 6.0, low, high)[0]
        b = tf.raw_ops.QuantizedRelu6(features=x, min_features=low, max_features=high)[0]
        np.testing.assert_array_equal(*sess.run([tf.cast(a, tf.int32), tf.cast(b, tf.int32)]))


def test_depthwise_convolution_of_one_channel_is_convolution():  # TensorFlow has it on top of MKL only
    random = np.random.RandomState(0)
    with tf.Graph().as_default(), tf.Session() as sess:
        x, w = (tf.quantize(random.rand(*shape), 0.0, 1.0, tf.quint8) for shape in ([2, 5, 5, 1], [3, 3, 1, 4]))
        given = dict(input=x[0], filter=w[0], min_input=x[1], max_input=x[2], min_filter=w[1], max_filter=w[2])
        kinds = (tf.raw_ops.QuantizedDepthwiseConv2D, tf.raw_ops.QuantizedConv2D)
        a, b = (kind(strides=[1, 2, 2, 1], padding="SAME", **given) for kind in kinds)
        np.testing.assert_array_equal(*sess.run([tf.cast(a[0], tf.int32), tf.cast(b[0], tf.int32)]))


ERRORS = {
    "tf.quantize([1.0], 2.0, 1.0, tf.quint8)": "input_max_range must be larger than input_min_range.",
    "tf.fake_quant_with_min_max_args([1.0], 2.0, 1.0)": "min has to be smaller than max",
    "tf.fake_quant_with_min_max_args([1.0], -2.0, 1.0, 1)": "num_bits must be between 2 and 16, inclusive",
    "tf.raw_ops.Requantize(input=tf.cast([1], tf.qint32), input_min=0.0, input_max=1.0, requested_output_min=1.0,"
    " requested_output_max=2.0, out_type=tf.quint8)": "requested_output_min must be <= 0",
}


@pytest.mark.parametrize("expression", ERRORS)
def test_errors_are_those_of_tensorflow(peer, monkeypatch, expression):
    same_error(peer, f"result = dict(y=tf.Session().run({expression}))", monkeypatch, part=ERRORS[expression])
