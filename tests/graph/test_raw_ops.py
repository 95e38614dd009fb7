"""`tf.raw_ops` takes the arguments of TensorFlow's, under its names and in its order."""

import inspect

import numpy as np
import pytest

import penstock as tf
from penstock.graph import opdef

THEIRS = """
import inspect
result = {n: list(inspect.signature(getattr(tf.raw_ops, n)).parameters) for n in names if hasattr(tf.raw_ops, n)}
"""


def test_arguments_have_the_names_and_the_order_of_tensorflow(peer):
    names = [n for n in opdef.all_names() if not n.startswith("_")]
    theirs = peer.run(THEIRS, names=names)
    assert len(theirs) > 1000
    ours = {n: list(inspect.signature(getattr(tf.raw_ops, n)).parameters) for n in theirs}
    # Versions after 1.15 added attributes with defaults; what both know stands in one order.
    wrong = {n: (ours[n], theirs[n]) for n in theirs if ours[n] != [a for a in theirs[n] if a in ours[n]]}
    assert wrong == {}


@pytest.mark.parametrize("arguments", [{"axis": 0}, {"reduction_indices": 0}], ids=str)
def test_the_names_of_the_definition_work_too(arguments):
    with tf.Graph().as_default(), tf.Session() as sess:
        total = tf.raw_ops.Sum(input=np.ones([2, 3], np.float32), keep_dims=False, **arguments)
        np.testing.assert_array_equal(sess.run(total), [2, 2, 2])


def test_positional_arguments_are_refused():
    with tf.Graph().as_default(), pytest.raises(TypeError):
        tf.raw_ops.Neg(1.0)
