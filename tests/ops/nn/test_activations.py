"""Activations and biases give what TensorFlow gives, in both tiers, for all their types; so do their gradients."""

import ml_dtypes
import numpy as np
import pytest

import penstock as tf
from tests.ops.programs import same, same_error
from tests.ops.tiers import PEER, both, close

FLOATS = ["float16", "bfloat16", "float32", "float64"]
UNARY = ["Relu", "Relu6", "Elu", "Selu", "Softplus", "Softsign", "Softmax", "LogSoftmax"]
GRADS = ["ReluGrad", "Relu6Grad", "EluGrad", "SeluGrad", "SoftplusGrad", "SoftsignGrad"]


def numbers(dtype, shape=(4, 5), scale=4.0, seed=0):
    kind = ml_dtypes.bfloat16 if dtype == "bfloat16" else np.dtype(dtype)
    values = np.random.RandomState(seed).uniform(-scale, scale, shape).astype(kind)
    values.flat[0] = 0
    return values


def input_names(kind):
    if not kind.endswith("Grad"):
        return ["logits" if "oftmax" in kind else "features"]
    return ["gradients", "outputs" if kind in ("EluGrad", "SeluGrad") else "features"]


def cases():
    for kind in UNARY + GRADS:
        for dtype in FLOATS:
            yield kind, {n: numbers(dtype, seed=i) for i, n in enumerate(input_names(kind))}, {}
    for kind in ("Relu", "Relu6", "ReluGrad", "Relu6Grad"):
        for dtype in ("int8", "uint8", "int16", "int32", "int64", "uint16"):
            given = {n: (numbers("float32", seed=i) + 5).astype(dtype) for i, n in enumerate(input_names(kind))}
            yield kind, given, {}
    for alpha in (0.0, 0.5, 1.5, -0.5):
        yield "LeakyRelu", {"features": numbers("float32")}, {"alpha": alpha}
        yield (
            "LeakyReluGrad",
            {"gradients": numbers("float32"), "features": numbers("float32", seed=1)},
            {"alpha": alpha},
        )
    for kind in ("Softplus", "Elu", "Selu"):
        yield kind, {"features": np.float32([-1000, -104, -20, -15, -1e-3, 0, 1e-3, 14, 20, 88, 1000])}, {}
    yield "Softmax", {"logits": np.float32([[1000, 999, -1000], [-np.inf, 0, 0]])}, {}
    yield "LogSoftmax", {"logits": np.float32([[1000, 999, -1000], [1, 1, 1]])}, {}
    yield "Softmax", {"logits": numbers("float32", (7,))}, {}
    yield "Softmax", {"logits": numbers("float32", (2, 3, 4))}, {}
    yield "Softmax", {"logits": np.zeros((0, 3), np.float32)}, {}
    for dtype in [*FLOATS, "int32"]:
        # Whole numbers, since TensorFlow sums bfloat16 numbers in bfloat16, and Penstock more exactly.
        x = np.round(numbers(dtype, (2, 3, 4, 5)))
        yield "BiasAdd", {"value": x, "bias": numbers(dtype, (5,))}, {"data_format": "NHWC"}
        yield "BiasAddV1", {"value": x, "bias": numbers(dtype, (5,))}, {}
        yield "BiasAddGrad", {"out_backprop": x}, {"data_format": "NHWC"}
        if dtype != "bfloat16":
            yield "BiasAdd", {"value": x, "bias": numbers(dtype, (3,))}, {"data_format": "NCHW"}
            yield "BiasAddGrad", {"out_backprop": x}, {"data_format": "NCHW"}
    yield "BiasAdd", {"value": numbers("float32", (3, 2)), "bias": numbers("float32", (2,))}, {"data_format": "NHWC"}


def test_every_kernel_is_that_of_tensorflow(peer):
    every = list(cases())
    answers = peer.run(PEER, cases=[list(c) for c in every])["answers"]
    for (kind, inputs, attrs), got, wanted in zip(every, both(*every), answers, strict=True):
        what = f"{kind} {[v.dtype.name for v in inputs.values()]} {attrs}"
        assert not isinstance(wanted, str), f"{what}: {wanted}"
        for a, b in zip(got, wanted, strict=True):
            close(a, b, what)


@pytest.mark.parametrize(
    "name", ["relu", "relu6", "leaky_relu", "elu", "selu", "softplus", "softmax", "log_softmax", "crelu"]
)
def test_first_and_second_gradients_are_those_of_tensorflow(name, peer, monkeypatch):
    source = f"""
    t = tf.constant(x)
    y = tf.nn.{name}(t)
    first = tf.gradients(y * y * y, t)[0]
    second = tf.gradients(first * t, t)[0]
    with tf.Session() as sess:
        result = dict(zip("y1s", sess.run([y, first, second])))
    """
    same(peer, source, monkeypatch, x=numbers("float32") + 0.01, rtol=2e-4, atol=1e-4)


def test_leaky_relu_of_all_types_and_slopes(peer, monkeypatch):
    source = """
    made = []
    for dtype in (tf.float16, tf.bfloat16, tf.float32, tf.float64, tf.int32):
        for alpha in (0.0, 0.2, 1.5, np.array(-0.5)):
            t = tf.cast(x, dtype)
            y = tf.nn.leaky_relu(t, alpha)
            made += [tf.cast(y, tf.float32), tf.constant(y.dtype.as_datatype_enum)]
            if dtype != tf.int32:
                made.append(tf.cast(tf.gradients(y, t)[0], tf.float32))
    with tf.Session() as sess:
        result = {"all": sess.run(made)}
    """
    same(peer, source, monkeypatch, x=np.round(numbers("float32"), 1))


def test_gradients_of_biases_of_both_layouts_and_orders(peer, monkeypatch):
    source = """
    result = {}
    for layout, channels in (("NHWC", 5), ("NCHW", 3)):
        t, b = tf.constant(x), tf.constant(np.arange(channels, dtype=np.float32))
        y = tf.nn.bias_add(t, b, data_format=layout)
        dx, db = tf.gradients(y * y, [t, b])
        again = tf.gradients(db * db, t)[0]
        with tf.Session() as sess:
            result[layout] = sess.run([y, dx, db, again])
    """
    same(peer, source, monkeypatch, x=numbers("float32", (2, 3, 4, 5)), rtol=1e-4)


def test_softmax_works_along_every_axis(peer, monkeypatch):
    source = """
    t = tf.constant(x)
    made = [f(t, axis) for f in (tf.nn.softmax, tf.nn.log_softmax) for axis in (-3, -2, -1, 0, 1, 2)]
    made.append(tf.nn.softmax(t, dim=0))
    with tf.Session() as sess:
        result = {"values": sess.run(made), "shapes": [m.shape.as_list() for m in made]}
    """
    same(peer, source, monkeypatch, x=numbers("float32", (2, 3, 4)))
    same_error(peer, "tf.nn.softmax([[1.0]], axis=2)", monkeypatch, "must be in the range [-2, 2)")


def test_gradients_of_functions_that_have_only_first_ones(peer, monkeypatch):
    source = """
    t = tf.constant(x)
    result = {}
    made = {"swish": tf.nn.swish(t), "log_sigmoid": tf.log_sigmoid(t), "softsign": tf.nn.softsign(t)}
    for name, y in made.items():
        with tf.Session() as sess:
            result[name] = sess.run([y, tf.gradients(y, t)[0]])
    """
    same(peer, source, monkeypatch, x=numbers("float32", scale=30))


def test_shapes_that_do_not_fit_are_refused(peer, monkeypatch):
    same_error(peer, "tf.nn.bias_add(tf.zeros([2, 3]), tf.zeros([4]))", monkeypatch, "must be equal, but are 3 and 4")
    same_error(peer, "tf.nn.bias_add(tf.zeros([2, 3]), tf.zeros([3]), 'HW')", monkeypatch, "must be of the form")
    with pytest.raises(ValueError, match="at least rank 2"):
        tf.nn.bias_add(tf.zeros([3]), tf.zeros([3]))
    with tf.Graph().as_default(), tf.Session() as sess:
        x, b = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
        y = tf.nn.bias_add(x, b)
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"Must provide as many biases .*: \[4\] vs. \[2,3\]"):
            sess.run(y, {x: np.zeros((2, 3)), b: np.zeros(4)})


def test_leaky_relu_without_a_slope_keeps_infinity(peer, monkeypatch):
    source = "result = {'y': tf.Session().run(tf.nn.leaky_relu(x, alpha=0.0))}"
    same(peer, source, monkeypatch, x=np.float32([np.inf, -1, 2, np.nan]))
