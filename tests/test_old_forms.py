"""Calls in the forms of 0.9 and 0.12.1 give the numbers that 0.12.1 gave."""

import json

import numpy as np
import pytest

import penstock as tf
from tests import old_calls

with open(old_calls.RECORD) as _file:
    RECORDED = json.load(_file)


@pytest.fixture(scope="module")
def results():
    return old_calls.results(tf)


@pytest.mark.parametrize("call", old_calls.CALLS)
def test_a_call_in_the_form_of_0_12_gives_the_numbers_of_0_12(results, call):
    expected, found = RECORDED[call], results[call]
    assert not isinstance(expected, str) and not isinstance(found, str), (expected, found)
    assert len(found) == len(expected)
    for part, wanted in zip(found, expected):
        if wanted is None or np.asarray(wanted).dtype.kind == "U":
            assert part == wanted
        else:
            np.testing.assert_allclose(part, wanted, rtol=2e-5, atol=1e-6)


def test_zeros_initializer_and_ones_initializer_of_a_shape_are_its_values():
    with tf.Session() as sess:
        np.testing.assert_array_equal(sess.run(tf.zeros_initializer([2, 3])), np.zeros([2, 3], np.float32))
        np.testing.assert_array_equal(sess.run(tf.ones_initializer(shape=[2], dtype=tf.int32)), np.ones(2, np.int32))
        np.testing.assert_array_equal(sess.run(tf.ones_initializer((2,), tf.int64)), np.ones(2, np.int64))
        assert sess.run(tf.zeros_initializer(tf.int32)([2])).dtype == np.int32
