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


def test_a_program_that_is_compiled_quickly_is_another_one_with_the_same_results(monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    seen, build = [], request.Request.kept
    monkeypatch.setattr(request.Request, "kept", lambda self: (seen.append(self), build(self))[1])
    given = np.random.RandomState(0).randn(7, 5).astype(np.float32)
    found = []
    for quick in ("0", "1"):
        monkeypatch.setenv("PENSTOCK_QUICK_COMPILE", quick)
        with tf.Graph().as_default(), tf.Session() as sess:
            x = tf.placeholder(tf.float32, [7, 5])
            y = tf.nn.softmax(tf.tanh(x) @ tf.ones([5, 3]) + tf.sin(x[:, :3])) * tf.reduce_sum(x, 1, keepdims=True)
            found.append(sess.run(y, {x: given}))
    usual, quick = seen
    assert usual.written.data == quick.written.data and usual.key != quick.key
    made = set()
    for setting in ("0", "1"):
        monkeypatch.setenv("PENSTOCK_QUICK_COMPILE", setting)
        made.add(trace.compile_source(usual.source).with_machine_code().executable)
    assert len(made) == 2 and trace._QUICK_OPTIONS, "this XLA has no such options"
    np.testing.assert_allclose(found[1], found[0], rtol=1e-5)
