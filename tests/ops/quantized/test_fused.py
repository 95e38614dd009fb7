"""Fused quantized operations give the integers of TensorFlow with oneDNN (`record_fused.py`), or those of their formula.

1.15.5 has the operations, but kernels in builds with MKL only.
"""

import json
import pathlib

import numpy as np
import pytest

import penstock as tf
from penstock.ops.backend import native_calls
from tests.ops.quantized import record_fused

RECORDED = json.loads(pathlib.Path(__file__).with_name("fused.json").read_text())


@pytest.mark.parametrize("tier", ["interpret", "compile"])
@pytest.mark.parametrize("case", record_fused.CASES, ids=lambda case: case[0])
def test_integers_are_those_of_onednn(case, tier, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    found = record_fused.run(tf, *case)
    for value, expected in zip(found, RECORDED[case[0]], strict=True):
        np.testing.assert_allclose(value.ravel(), expected, rtol=1e-6 if value.dtype == np.float32 else 0)


def test_without_kernels_in_c_it_is_the_same(monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "interpret")
    monkeypatch.setattr(native_calls, "ready", lambda xp: False)
    for case in record_fused.CASES:
        np.testing.assert_array_equal(record_fused.run(tf, *case)[0].ravel(), RECORDED[case[0]][0])


def quantized(value, kind):
    return tf.bitcast(value, kind)


@pytest.mark.parametrize("tier", ["interpret", "compile"])
@pytest.mark.parametrize("kind", ["quint8", "qint8", "float32"])
def test_a_tensor_is_added_in_its_own_range(kind, tier, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    random = np.random.RandomState(1)
    x, w = random.randint(0, 256, (1, 4, 4, 3)).astype(np.uint8), random.randint(-128, 128, (1, 1, 3, 6)).astype(np.int8)
    bias, unit = random.randn(6).astype("f"), 1.9 * 0.93 / (255 * 127)
    sums = (x.astype(int) @ w[0, 0].astype(int) + bias / unit) * unit
    attrs = dict(record_fused.BOUNDS, input=quantized(x, tf.quint8), filter=quantized(w, tf.qint8), bias=bias)
    attrs.update(strides=[1, 1, 1, 1], padding="VALID")
    with tf.Graph().as_default(), tf.Session() as sess:
        attrs.update(input=quantized(x, tf.quint8), filter=quantized(w, tf.qint8))
        if kind == "float32":
            other = random.randn(1, 4, 4, 6).astype("f")
            out = tf.raw_ops.QuantizedConv2DWithBiasSumAndRelu(summand=other, **attrs)[0]
            found, expected = sess.run(tf.bitcast(out, tf.int32)), np.maximum(sums + other, 0) / unit
        else:
            most = 255 if kind == "quint8" else 127
            other = random.randint(most - 255, most + 1, (1, 4, 4, 6)).astype(np.uint8 if most == 255 else np.int8)
            name = f"QuantizedConv2DWithBias{'' if most == 255 else 'Signed'}SumAndReluAndRequantize"
            attrs.update(record_fused.FROZEN, min_summand=-1.0 if most == 127 else 0.0, max_summand=3.0)
            out = getattr(tf.raw_ops, name)(summand=quantized(other, getattr(tf, kind)), **attrs)[0]
            found = sess.run(tf.bitcast(out, tf.uint8))
            expected = np.clip((sums + other * (3 / most)) * 255 / 9, 0, 255)
    assert np.abs(found - expected).max() <= 0.5001 and (found > 0).any() and (found == 0).any()


def test_a_range_may_begin_below_0_in_products_of_matrices():
    random = np.random.RandomState(2)
    a, b = random.randint(0, 256, (4, 9)).astype(np.uint8), random.randint(-127, 128, (9, 5)).astype(np.int8)
    bias = random.randn(5).astype("f")
    real = (a * (2.5 / 255) - 0.5) @ (b / 127) + bias
    with tf.Graph().as_default(), tf.Session() as sess:
        given = {"a": quantized(a, tf.quint8), "b": quantized(b, tf.qint8), "bias": bias, "Toutput": tf.qint32}
        bounds = {"min_a": -0.5, "max_a": 2.0, "min_b": -1.0, "max_b": 1.0}
        out = tf.raw_ops.QuantizedMatMulWithBias(**given, **bounds, input_quant_mode="MIN_FIRST")[0]
        found = sess.run(tf.bitcast(out, tf.int32))
    np.testing.assert_allclose(found * (2.5 / (255 * 127)), real, atol=1e-4)


@pytest.mark.parametrize(("change", "complaint"), [
    ({"bias": np.zeros(2, "f")}, "bias must have one number for each of 6 results"),
    ({"dilations": [1, 2, 2, 1]}, "not computed with dilations"),
    ({"strides": [1, 1, 2, 1]}, "strides must be equal")])  # fmt: skip
def test_what_cannot_be_computed_is_said(change, complaint):
    x, w = np.zeros((1, 4, 4, 3), np.uint8), np.zeros((1, 1, 3, 6), np.int8)
    with tf.Graph().as_default(), tf.Session() as sess:
        given = {"input": quantized(x, tf.quint8), "filter": quantized(w, tf.qint8), "bias": np.zeros(6, "f")}
        given |= {**record_fused.BOUNDS, **record_fused.CONVOLUTION, **change}
        with pytest.raises((tf.errors.InvalidArgumentError, tf.errors.UnimplementedError), match=complaint):
            sess.run(tf.raw_ops.QuantizedConv2DWithBias(**given).output)
