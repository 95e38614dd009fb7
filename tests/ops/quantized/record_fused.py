"""Writes `fused.json`: what TensorFlow 2.15.1 with oneDNN computes for fused operations; 1.15.5 has no kernels.

    TF_ENABLE_ONEDNN_OPTS=1 PYTHON tests/ops/quantized/record_fused.py

PYTHON has tensorflow-cpu 2.15.1, on a processor with VNNI: sums of others may saturate. Forms that add a tensor end its
process, and MIN_FIRST gives sums that have no meaning there; these are not recorded.
"""

import json
import pathlib

import numpy as np

CONVOLUTION = {"strides": [1, 1, 1, 1], "padding": "SAME"}
BOUNDS = {"min_input": 0.0, "max_input": 1.9, "min_filter": -0.71, "max_filter": 0.93}
MATRICES = {"min_a": 0.0, "max_a": 1.9, "min_b": -0.71, "max_b": 0.93, "input_quant_mode": "SCALED"}
FROZEN = {"min_freezed_output": 0.0, "max_freezed_output": 9.0}
SIGNED = {"min_freezed_output": -9.0, "max_freezed_output": 8.0}
# 1 means an eighth in these sums, and the biases lie in the middle between two of them.
TIES = {**CONVOLUTION, "min_input": 0.0, "max_input": 31.875, "min_filter": -127.0, "max_filter": 127.0}
STRIDED = {"strides": [1, 2, 2, 1], "padding": "VALID"}
CASES = [
    ("Conv2DWithBias", {**BOUNDS, **CONVOLUTION}, "qint32"),
    ("Conv2DAndRelu", {**BOUNDS, **CONVOLUTION}, "qint32"),
    ("Conv2DAndRequantize", {**BOUNDS, **SIGNED, **STRIDED}, "qint8"),
    ("Conv2DWithBiasAndRelu", {**BOUNDS, **STRIDED}, "qint32"),
    ("Conv2DWithBiasAndRequantize", {**BOUNDS, **SIGNED, **CONVOLUTION}, "qint8"),
    ("Conv2DAndReluAndRequantize", {**BOUNDS, **FROZEN, **CONVOLUTION}, "quint8"),
    ("Conv2DWithBiasAndReluAndRequantize", {**BOUNDS, **FROZEN, **CONVOLUTION}, "quint8"),
    ("DepthwiseConv2DWithBias", {**BOUNDS, **CONVOLUTION}, "qint32"),
    ("DepthwiseConv2DWithBiasAndRelu", {**BOUNDS, **CONVOLUTION}, "qint32"),
    ("DepthwiseConv2DWithBiasAndReluAndRequantize", {**BOUNDS, **FROZEN, **CONVOLUTION}, "quint8"),
    ("Conv2DWithBias ties", TIES, "qint32"),
    ("Conv2DWithBiasAndRelu ties", TIES, "qint32"),
    ("Conv2DWithBiasAndRequantize ties", {**TIES, "min_freezed_output": -508.0, "max_freezed_output": 508.0}, "qint8"),
    ("MatMulWithBias", MATRICES, "qint32"),
    ("MatMulWithBiasAndRelu", MATRICES, "qint32"),
    ("MatMulWithBiasAndReluAndRequantize", {**MATRICES, **FROZEN}, "quint8"),
]


def arrays(name):
    """The input, the weights and the bias of a case."""
    random = np.random.RandomState(0)
    shapes = ((3, 7), (7, 5)) if "MatMul" in name else ((2, 6, 5, 3), (3, 3, 3, 1 if "Depthwise" in name else 5))
    bias = np.float32([0.5, -0.25, 1, 2, -3])[: 3 if "Depthwise" in name else 5]
    if "ties" in name:
        bias = np.float32([1, -1, 3, 5, -7]) / 16
    return random.randint(0, 256, shapes[0]).astype(np.uint8), random.randint(-128, 128, shapes[1]).astype(np.int8), bias


def run(tf, name, attrs, kind):
    """The integers and the range of a case, by `tf`."""
    x, w, bias = arrays(name)
    with tf.Graph().as_default(), tf.Session() as sess:
        proto = tf.make_tensor_proto(w)  # oneDNN wants weights that are constants
        proto.dtype = tf.qint8.as_datatype_enum
        attr = {"dtype": tf.AttrValue(type=proto.dtype), "value": tf.AttrValue(tensor=proto)}
        weights = tf.get_default_graph().create_op("Const", [], [tf.qint8], attrs=attr).outputs[0]
        given = tf.bitcast(tf.placeholder_with_default(x, x.shape), tf.quint8)
        words = dict(zip(("a", "b") if "MatMul" in name else ("input", "filter"), (given, weights)), **attrs)
        words["Toutput" if "MatMul" in name else "out_type"] = getattr(tf, kind)
        if "WithBias" in name:
            words["bias"] = bias
        out, low, high = getattr(tf.raw_ops, f"Quantized{name.split()[0]}")(**words)
        out = tf.bitcast(out, {"qint32": tf.int32, "quint8": tf.uint8, "qint8": tf.int8}[kind])
        return [np.asarray(value) for value in sess.run([out, low, high])]


if __name__ == "__main__":
    import tensorflow.compat.v1 as tensorflow

    tensorflow.disable_eager_execution()
    recorded = {name: [v.ravel().tolist() for v in run(tensorflow, name, attrs, kind)] for name, attrs, kind in CASES}
    pathlib.Path(__file__).with_name("fused.json").write_text(json.dumps(recorded) + "\n")
