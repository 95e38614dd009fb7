"""Tracing: a value that must be known and is not is named by the operation and the number of its input."""

import numpy as np
import pytest

import penstock as tf
from penstock.runtime.xla import request, trace


def test_the_input_whose_value_is_missing_is_named(monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    seen = []
    monkeypatch.setattr(request.Request, "kept", lambda self: seen.append(self))
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [3])
        n = tf.cast(tf.reduce_sum(x), tf.int32)
        assert sess.run(tf.reduce_sum(tf.ones([n + 1, 2]) * 3.0), {x: [1.0, 2.0, 3.0]}) == 42.0
    with pytest.raises(trace.NeedsStatic) as caught:
        trace.compile_source(seen[0].source)
    assert caught.value.op.type in ("Fill", "BroadcastTo") and not caught.value.inside


def test_a_program_that_calls_another_librarys_functions_is_not_kept(monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    made, compiled = [], trace.compile_source
    monkeypatch.setattr(trace, "compile_source", lambda source: (made.append(compiled(source)), made[-1])[1])
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [3, 3])
        q = sess.run(tf.linalg.qr(x)[0], {x: np.eye(3)})
    assert np.allclose(np.abs(q), np.eye(3))
    if made:  # else the host does it
        with pytest.raises(ValueError, match="lapack_"):
            made[-1].with_machine_code()
