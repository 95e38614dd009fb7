"""Values that are no tensors get the types that TensorFlow 1.15.5 gives them."""

import json

import numpy as np
import pytest

import penstock as tf
from penstock import _names
from tests.parity import input_types

RECORDED = {n: said for n, said in json.loads(input_types.RECORDED.read_text()).items() if n in _names.OPS}


@pytest.mark.parametrize("name", RECORDED)
def test_values_get_the_types_of_1_15(name):
    found = input_types.told_of(tf, name)
    assert {kind: found.get(kind) for kind in RECORDED[name]} == RECORDED[name]


def test_the_default_comes_before_the_types_of_lists_and_arrays():
    assert tf.fft([1 + 0j, 2]).dtype == tf.complex64
    assert tf.nn.leaky_relu(tf.constant([1.0], tf.float64)).dtype == tf.float64  # a tensor keeps its own
    assert tf.raw_ops.LeakyRelu(features=np.float64([1.0])).dtype == tf.float32
    assert tf.one_hot([0, 1], 2).op.inputs[0].dtype == tf.int64
    assert len(RECORDED) > 60
