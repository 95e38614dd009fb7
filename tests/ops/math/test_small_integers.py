"""Small integers where 1.15.5 takes them though older lists of types do not: values recorded with it."""

import numpy as np
import pytest

import penstock as tf


@pytest.mark.parametrize("tier", ["interpret", "compile"])
@pytest.mark.parametrize(
    "dtype, given, expected", [(np.int8, [-128, -3, 2], [-128, 3, 2]), (np.int16, [-3, 2], [3, 2])]
)
def test_absolute_values_of_small_integers(tier, dtype, given, expected, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(dtype, [None])
        found = session.run(tf.abs(x), {x: given})
    assert found.dtype == dtype and found.tolist() == expected


def test_unsigned_integers_have_no_absolute_value_operation():
    with tf.Graph().as_default(), pytest.raises(TypeError, match="uint8"):
        tf.abs(tf.constant([1], tf.uint8))
