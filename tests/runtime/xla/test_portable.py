"""A source that was written and read again is compiled to a program that computes the same."""

from __future__ import annotations

import numpy as np
import pytest

import penstock as tf
from penstock.runtime.xla import compile as compiler
from penstock.runtime.xla import portable, product, request, trace


def dense(x):
    tf.set_random_seed(3)
    y = tf.layers.dense(tf.nn.dropout(x, keep_prob=0.5, seed=4), 5, tf.nn.relu)
    step = tf.train.AdamOptimizer(0.1).minimize(tf.reduce_sum(y * y))
    with tf.control_dependencies([step]):
        return tf.reduce_sum(tf.trainable_variables()[0]) + tf.reduce_sum(y)


def loop(x):
    w = tf.Variable(np.full([4, 4], 0.25, np.float32))
    y = tf.while_loop(lambda i, y: i < 5, lambda i, y: (i + 1, tf.tanh(tf.matmul(y, w))), [0, x])[1]
    (grad,) = tf.gradients(tf.reduce_sum(y), [w])
    return tf.reduce_sum(grad)


def branches(x):
    v = tf.Variable(1.0)
    y = tf.cond(tf.reduce_sum(x) > 0, lambda: x * 2.0 * v, lambda: x - 1.0)
    return tf.reduce_sum(tf.bitcast(tf.cast(y, tf.bfloat16), tf.int16))


def rows(x):
    table = tf.Variable(np.arange(20, dtype=np.float32).reshape(10, 2))
    i = tf.cast(tf.reduce_sum(x, 1), tf.int32)
    step = tf.train.GradientDescentOptimizer(0.5).minimize(tf.reduce_sum(tf.gather(table, i) ** 2))
    with tf.control_dependencies([step]):
        return table.read_value()


@pytest.fixture
def compiled_elsewhere(monkeypatch):
    """Has every source written, read and compiled, and what was made of it written, read and loaded; gives what was."""
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    monkeypatch.setenv("PENSTOCK_STRICT_COMPILE", "1")
    outcomes = []

    def kept(self):
        assert self.written is not None
        made = trace.compile_source(portable.read(self.written.data)).with_machine_code()
        outcomes.append(product.from_bytes(made.to_bytes()))
        return outcomes[-1]

    monkeypatch.setattr(request.Request, "kept", kept)
    loaded = []
    load = compiler._loaded
    monkeypatch.setattr(compiler, "_loaded", lambda *args: (loaded.append(load(*args)), loaded[-1])[1])
    return loaded


@pytest.mark.parametrize("model", [dense, loop, branches, rows], ids=lambda model: model.__name__)
def test_what_was_compiled_elsewhere_computes_the_same(model, compiled_elsewhere, monkeypatch):
    given = np.linspace(0, 1, 12, dtype=np.float32).reshape(3, 4)

    def run(tier):
        monkeypatch.setenv("PENSTOCK_TIER", tier)
        with tf.Graph().as_default(), tf.Session() as sess:
            x = tf.placeholder(tf.float32, [3, 4])
            y = model(x)
            sess.run(tf.global_variables_initializer())
            return [np.asarray(sess.run(y, {x: given})) for _ in range(3)]

    expected = run("interpret")
    assert not compiled_elsewhere
    for a, b in zip(run("compile"), expected, strict=True):
        np.testing.assert_allclose(a, b, rtol=2e-5)
    assert compiled_elsewhere and all(compiled_elsewhere)


def test_a_bad_index_is_found_by_the_checks_of_a_loaded_program(compiled_elsewhere):
    with tf.Graph().as_default(), tf.Session() as sess:
        v = tf.Variable(tf.zeros([5, 2]))
        i = tf.placeholder(tf.int32, [None])
        train = tf.train.GradientDescentOptimizer(1.0).minimize(tf.reduce_sum(tf.gather(v, i)))
        sess.run(tf.global_variables_initializer())
        sess.run(train, {i: [1, 2]})
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"indices\[1\] = 5 is not in \[0, 5\)"):
            sess.run(train, {i: [1, 5]})
        assert sess.run(v)[:, 0].tolist() == [0.0, -1.0, -1.0, 0.0, 0.0]
    assert all(compiled_elsewhere)


def test_names_do_not_count_but_constants_and_shapes_do(monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    sources = []
    monkeypatch.setattr(request.Request, "kept", lambda self: sources.append(self.written.data))

    def run(name, factor, size, before):
        with tf.Graph().as_default(), tf.Session() as sess:
            for _ in range(before):
                tf.constant(1.0)
            v = tf.Variable(tf.ones([size]), name=name)
            y = tf.multiply(v, factor, name=name + "_y") + 1.0
            sess.run(tf.global_variables_initializer())
            sources.clear()
            sess.run(y)
            return sources[0]

    first = run("a", 2.0, 3, 0)
    assert run("b", 2.0, 3, 5) == first
    assert run("a", 3.0, 3, 0) != first
    assert run("a", 2.0, 4, 0) != first


def test_an_operation_of_the_users_own_is_compiled_here(monkeypatch):
    from penstock.graph.build import apply
    from penstock.graph.opdef import parse_signature
    from penstock.graph.registry import op

    @op("TwiceForPortable", sig=parse_signature(["x: float"], ["y: float"]))
    def _twice(xp, x):
        return x + x

    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    seen = []
    monkeypatch.setattr(request.Request, "kept", lambda self: seen.append(self.written))
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [3])
        assert sess.run(apply("TwiceForPortable", x=x), {x: [1.0, 2.0, 3.0]}).tolist() == [2.0, 4.0, 6.0]
    assert seen == [None]


def test_the_text_of_an_assertion_does_not_count(monkeypatch, compiled_elsewhere):
    sources = []
    kept = request.Request.kept
    monkeypatch.setattr(request.Request, "kept", lambda self: (sources.append(self.written.data), kept(self))[1])

    def run(text):
        with tf.Graph().as_default(), tf.Session() as sess:
            x = tf.placeholder(tf.float32, [3])
            with tf.control_dependencies([tf.Assert(tf.reduce_all(x > 0), [text, x])]):
                y = tf.exp(x) + 1.0
            np.testing.assert_allclose(sess.run(y, {x: [1.0, 2.0, 3.0]}), np.exp([1.0, 2.0, 3.0]) + 1, rtol=1e-6)
            with pytest.raises(tf.errors.InvalidArgumentError, match=rf"assertion failed: \[{text}\] \[1 -2 3\]"):
                sess.run(y, {x: [1.0, -2.0, 3.0]})

    run("one text")
    run("another")
    assert len(set(sources)) == 1 and compiled_elsewhere and all(compiled_elsewhere)
