"""What is compiled of a segment: each donated variable comes in the order of the result that takes its memory."""

import numpy as np
import pytest

import penstock as tf
from penstock.runtime.xla import request
from penstock.runtime.xla.source import type_name, type_named


@pytest.mark.parametrize("dtype", [tf.float32, tf.bool, tf.int64, tf.complex64, tf.bfloat16])
def test_a_type_has_a_name(dtype):
    kind = np.dtype(dtype.as_numpy_dtype)
    assert type_named(type_name(kind)) == kind


def test_variables_come_last_in_the_order_of_their_new_values(monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    seen = []
    monkeypatch.setattr(request.Request, "kept", lambda self: seen.append(self))
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [3])
        a, b = tf.Variable(tf.ones([3])), tf.Variable(tf.zeros([3]))
        step = tf.group(b.assign_add(x), a.assign_sub(x))
        sess.run(tf.global_variables_initializer())
        seen.clear()
        sess.run(step, {x: [1.0, 2.0, 3.0]})
        assert sess.run([a, b])[1].tolist() == [1.0, 2.0, 3.0]
    source = seen[0].source
    assert len(source.slots) == 3 and sorted(source.variables) == [1, 2]
    assert [argument for argument, _ in sorted(source.donated, key=lambda pair: pair[1])] == [1, 2]
