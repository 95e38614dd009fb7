"""The list of passes: each changes the program that it is for, can be switched off, and leaves the numbers as they are."""

import logging
import re

import numpy as np
import pytest

import penstock as tf
from penstock import native
from penstock.runtime.xla.passes import pipeline

pytestmark = pytest.mark.skipif(native.wait() is None, reason="no C compiler")


def recurrent():
    """`loops`: a recurrent network and the gradient of its weights."""
    x = tf.constant(np.random.RandomState(0).randn(6, 9, 5).astype(np.float32))
    with tf.variable_scope("rnn", initializer=tf.glorot_uniform_initializer(seed=1)):
        outputs, _ = tf.nn.dynamic_rnn(tf.nn.rnn_cell.BasicLSTMCell(8), x, dtype=tf.float32)
    loss = tf.reduce_mean(tf.square(outputs - 0.1))
    return [loss, outputs, *tf.gradients(loss, tf.trainable_variables())]


def convolutional():
    """`fusion`: a convolution with bias, `relu` and pooling, and the gradients of its weights and of its bias."""
    random = np.random.RandomState(0)
    x = tf.constant(random.randn(3, 12, 16, 8).astype(np.float32))
    w = tf.Variable(random.randn(3, 3, 8, 16).astype(np.float32))
    b = tf.Variable(random.randn(16).astype(np.float32))
    hidden = tf.nn.relu(tf.nn.conv2d(x, w, [1, 1, 1, 1], "SAME") + b)
    pooled = tf.nn.max_pool(hidden, [1, 2, 2, 1], [1, 2, 2, 1], "SAME")
    return [pooled, *tf.gradients(tf.reduce_sum(tf.square(pooled)), [w, b])]


def mandelbrot():
    """`elementwise`: variables that a step replaces, from the same large arrays."""
    b, a = (tf.constant(part.astype(np.float32)) for part in np.mgrid[-1.3:1.3:360j, -2:1:400j])
    x, y, n = tf.Variable(a), tf.Variable(b), tf.Variable(tf.zeros([360, 400]))
    new = [x * x - y * y + a, x * y * 2.0 + b]
    inside = tf.cast(new[0] * new[0] + new[1] * new[1] < 16, tf.float32)
    with tf.control_dependencies([x.assign(new[0]), y.assign(new[1]), n.assign_add(inside)]):
        return [x.read_value(), y.read_value(), n.read_value()]


def sliced():
    """`invariants`: one row and parts of a matrix, which the loop cuts out itself."""
    w = tf.Variable(np.random.RandomState(0).randn(6, 12).astype(np.float32) / 4)

    def turn(i, x):
        first, second = tf.split(w, 2, axis=1)
        return i + 1, tf.tanh(tf.matmul(x, first) + tf.matmul(x, second) + 0.1)

    x = tf.Variable(tf.ones([1, 6]))
    return [tf.while_loop(lambda i, x: i < 7, turn, [0, x + 0.0])[1]]


# Relative to the largest number: `loops` and `fusion` sum the gradients of weights in another order; of `elementwise`, XLA's own
# loop may contract a product and a sum.
CASES = {
    "loops": (recurrent, 3e-6),
    "invariants": (sliced, 1e-6),
    "fusion": (convolutional, 3e-6),
    "elementwise": (mandelbrot, 1e-6),
}


@pytest.fixture
def run(monkeypatch):
    """Runs a program compiled, with a value of PENSTOCK_PASSES; returns its results, and the text of what the passes made."""

    def run(build, setting):
        monkeypatch.setenv("PENSTOCK_TIER", "compile")
        monkeypatch.setenv("PENSTOCK_STRICT_COMPILE", "1")
        monkeypatch.setenv("PENSTOCK_PASSES", setting)
        texts, real = [], pipeline.run
        with monkeypatch.context() as patch, tf.Graph().as_default(), tf.Session() as sess:
            patch.setattr(pipeline, "run", lambda *given: (texts.append(str(real(*given))), real(*given))[1])
            fetches = build()
            sess.run(tf.global_variables_initializer())
            texts.clear()
            return sess.run(fetches), "".join(texts)

    return run


def kernels(text):
    return sorted(re.findall(r"target_name=(penstock_\w+)", text))


def made_of(text):
    """The kernels, and how deep slices are: within loops or before them."""
    slices = [line for line in text.splitlines() if re.search(r"= (slice|split)\[", line)]
    return kernels(text), sorted(len(line) - len(line.lstrip()) for line in slices)


def test_every_pass_has_a_program_that_it_is_for():
    assert list(CASES) == [one.name for one in pipeline.PASSES]


@pytest.mark.parametrize("name", CASES)
def test_the_numbers_are_the_same_without_the_pass(name, run):
    build, tolerance = CASES[name]
    (made, text), (plain, other) = run(build, ""), run(build, f"-{name}")
    assert made_of(text) != made_of(other)
    for a, b in zip(made, plain, strict=True):
        np.testing.assert_allclose(a, b, rtol=0, atol=tolerance * np.abs(b).max())


def test_all_can_be_off(run):
    for build, _ in CASES.values():
        text = run(build, "-loops, -invariants, -fusion,-elementwise")[1]
        assert "penstock_loop" not in text and "penstock_conv_bias" not in text


def test_a_word_that_names_no_pass_is_told_of_once(run, caplog):
    pipeline.switched_off.cache_clear()
    with caplog.at_level(logging.WARNING, "penstock"):
        for _ in range(2):
            text = run(mandelbrot, "-fussion,elementwise")[1]
    assert "penstock_loop_written" in text
    assert [r.getMessage() for r in caplog.records if "PENSTOCK_PASSES" in r.getMessage()] == [
        "PENSTOCK_PASSES: -fussion, elementwise is not known; it is a list of -loops, -invariants, -fusion, -elementwise"
    ]
