"""Loops of recurrent networks on the machine in C: the numbers of the interpreter, for all that a loop can be made of."""

import logging
import os
import pathlib
import re

import numpy as np
import pytest

import penstock as tf
from penstock import native
from penstock.runtime.xla import cache
from penstock.runtime.xla.passes import loop_program as compile_loop_code
from penstock.runtime.xla.passes import loops as compile_loops
from penstock.runtime.xla.passes import pipeline

pytestmark = pytest.mark.skipif(native.wait() is None, reason="no C compiler")
cells = tf.nn.rnn_cell


def numbers(*shape, seed=0, scale=1.0):
    return (np.random.RandomState(seed + sum(shape)).randn(*shape) * scale).astype(np.float32)


class Programs:
    """The programs that were compiled: how many loops of each are the machine's, and how many XLA's."""

    def __init__(self, monkeypatch):
        self.texts = []
        monkeypatch.setattr(cache, "programs", lambda: None)  # a program that is kept is not compiled
        real = pipeline.run
        monkeypatch.setattr(pipeline, "run", lambda *given: (self.texts.append(str(real(*given))), real(*given))[1])

    def loops(self):
        text = "".join(self.texts)
        return text.count("target_name=penstock_loop"), len(re.findall(r"= while\[", text))


@pytest.fixture
def programs(monkeypatch):
    return Programs(monkeypatch)


def in_both(build, monkeypatch, feed=None):
    """What a graph's fetches are, compiled and interpreted. `build` returns fetches, and may return what to feed."""
    found = []
    for tier in ("compile", "interpret"):
        monkeypatch.setenv("PENSTOCK_TIER", tier)
        monkeypatch.setenv("PENSTOCK_STRICT_COMPILE", "1")
        with tf.Graph().as_default():
            tf.set_random_seed(3)
            fetches, feeds = build()
            with tf.Session() as sess:
                sess.run(tf.global_variables_initializer())
                found.append(sess.run(fetches, {**feeds, **(feed or {})}))
    return found


def close(found):
    """The same numbers in both tiers: sums of a few hundred float32 terms, over a few dozen turns."""
    for compiled, interpreted in zip(*found, strict=True):
        scale = np.abs(np.asarray(interpreted, np.float64)).max(initial=1e-30)
        np.testing.assert_allclose(compiled, interpreted, rtol=0, atol=3e-5 * scale)


def network(cell, batch, length, depth, lengths=False, **options):
    """A network's results and the gradients of a loss by its weights, its input and its first state."""
    x = tf.placeholder(tf.float32, [batch, length, depth])
    n = np.random.RandomState(1).randint(0, length + 1, batch).astype(np.int32) if lengths else None
    outputs, state = tf.nn.dynamic_rnn(cell(), x, n, dtype=tf.float32, **options)
    loss = tf.reduce_mean(tf.square(outputs - 0.1))
    for s in tf.contrib.framework.nest.flatten(state):
        loss += 0.1 * tf.reduce_sum(tf.square(s)) / batch
    gradients = tf.gradients(loss, [x, *tf.trainable_variables()])
    return [outputs, loss, *tf.contrib.framework.nest.flatten(state), *gradients], {x: numbers(batch, length, depth)}


CELLS = {
    "lstm": lambda: cells.LSTMCell(37),
    "gru": lambda: cells.GRUCell(24),
    "relu": lambda: cells.BasicRNNCell(12, activation=tf.nn.relu),
    "peepholes": lambda: cells.LSTMCell(20, use_peepholes=True, cell_clip=0.3),
    "projection": lambda: cells.LSTMCell(32, num_proj=7, proj_clip=0.5),
    "stack": lambda: cells.MultiRNNCell([cells.GRUCell(9), cells.LSTMCell(33)]),
    "residual": lambda: cells.ResidualWrapper(cells.GRUCell(18)),
}


@pytest.mark.parametrize("name", CELLS)
def test_a_network_trains_on_the_machine_as_in_the_interpreter(name, programs, monkeypatch):
    close(in_both(lambda: network(CELLS[name], 12, 9, 18), monkeypatch))
    assert programs.loops() == (2, 0)


def test_rows_of_different_lengths(programs, monkeypatch):
    close(in_both(lambda: network(CELLS["lstm"], 21, 8, 5, lengths=True), monkeypatch))
    assert programs.loops() == (2, 0)


@pytest.mark.parametrize("batch", [2, 15, 121])
def test_batches_of_all_sizes(batch, programs, monkeypatch):
    close(in_both(lambda: network(CELLS["gru"], batch, 4, 3), monkeypatch))
    assert programs.loops() == (2, 0)


@pytest.mark.parametrize("units", [1, 129])
def test_networks_of_all_sizes(units, programs, monkeypatch):
    close(in_both(lambda: network(lambda: cells.LSTMCell(units), 6, 3, 6), monkeypatch))
    assert programs.loops() == (2, 0)


def test_gradients_whose_sums_are_kernels_of_their_own(programs, monkeypatch):
    """Sums over the rows of large matrices, and products over many rows, are calls of kernels in C already."""
    close(in_both(lambda: network(lambda: cells.LSTMCell(128), 128, 2, 5), monkeypatch))
    assert programs.loops() == (2, 0)


def test_a_batch_as_large_as_everything_else(programs, monkeypatch):
    """Nothing but its use tells what a dimension is."""
    close(in_both(lambda: network(lambda: cells.LSTMCell(8), 8, 8, 8, lengths=True), monkeypatch))
    assert programs.loops()[0] > 0


@pytest.mark.parametrize("lengths", [[0, 0, 0, 0], [5, 0, 1, 3]])
def test_a_loop_may_turn_less_often_than_it_could(lengths, programs, monkeypatch):
    def build():
        x, n = tf.placeholder(tf.float32, [4, 7, 3]), tf.placeholder(tf.int32, [])
        w = tf.get_variable("w", [5, 2])
        outputs = tf.TensorArray(tf.float32, 7, element_shape=[4, 2])
        inputs = tf.TensorArray(tf.float32, 7).unstack(tf.transpose(x, [1, 0, 2]))

        def turn(i, h, taken):
            h = tf.tanh(tf.matmul(tf.concat([inputs.read(i), h], 1), w))
            return i + 1, h, taken.write(i, h)

        _, h, taken = tf.while_loop(
            lambda i, h, taken: i < n, turn, [0, tf.ones([4, 2]), outputs], maximum_iterations=7
        )
        gradients = tf.gradients(tf.reduce_sum(h * h), [w, x])
        return [h, *gradients], {x: numbers(4, 7, 3), n: max(lengths)}

    close(in_both(build, monkeypatch))
    assert programs.loops()[0] == 2


def test_a_sum_that_began_before_the_loop_goes_on(programs, monkeypatch):
    def build():
        w, start = tf.get_variable("w", [4, 4]), tf.get_variable("start", [4, 6])
        stack = tf.TensorArray(tf.float32, 5).unstack(tf.constant(numbers(5, 3, 6)))

        def turn(i, h, total, bias):
            h = tf.sigmoid(tf.matmul(h, w))
            x = stack.read(i)
            return i + 1, h, total + tf.matmul(h, x, transpose_a=True), bias + tf.reduce_sum(x, 0)

        first = [0, tf.constant(numbers(3, 4)), start, 2 * tf.ones([6])]
        return list(tf.while_loop(lambda i, *_: i < 5, turn, first)[1:]), {}

    close(in_both(build, monkeypatch))
    assert programs.loops() == (1, 0)


def test_carries_may_change_places(programs, monkeypatch):
    def build():
        w = tf.get_variable("w", [3, 3])

        def turn(i, a, b, low, high):
            return i + 1, b, tf.nn.relu(tf.matmul(a, w)) + tf.cast(low, tf.float32), high, low + 1

        first = [0, tf.constant(numbers(5, 3)), tf.constant(numbers(5, 3, seed=1)), 3, 7]
        return list(tf.while_loop(lambda i, *_: i < 6, turn, first)), {}

    close(in_both(build, monkeypatch))
    assert programs.loops() == (1, 0)


def test_integers_and_truth_values_of_rows(programs, monkeypatch):
    def build():
        w = tf.get_variable("w", [4, 4])
        limits = tf.placeholder(tf.int32, [6])

        def turn(i, h, done, count):
            new = tf.matmul(h, w)
            done = tf.logical_or(done, tf.logical_or(i >= limits, tf.reduce_max(new, 1) > 3.0))
            new = tf.where(done, h, new)
            return i + 1, new, done, count + tf.cast(tf.logical_not(done), tf.int32)

        first = [0, tf.constant(numbers(6, 4)), tf.zeros([6], tf.bool), tf.zeros([6], tf.int32)]
        return list(tf.while_loop(lambda i, *_: i < 9, turn, first)), {limits: [0, 3, 9, 9, 5, 1]}

    compiled, interpreted = in_both(build, monkeypatch)
    close((compiled[1:2], interpreted[1:2]))
    np.testing.assert_array_equal(compiled[2], interpreted[2])
    np.testing.assert_array_equal(compiled[3], interpreted[3])
    assert programs.loops() == (1, 0)


FUNCTIONS = {
    "exp": tf.exp,
    "tanh": tf.tanh,
    "sigmoid": tf.sigmoid,
    "abs": tf.abs,
    "negative": tf.negative,
    "square": tf.square,
    "relu6": tf.nn.relu6,
    "quotient": lambda x: 1.0 / (x * x + 0.5),
    "root": lambda x: tf.sqrt(x * x + 0.5),
    "inverse root": lambda x: tf.rsqrt(x * x + 0.5),
    "norm": lambda x: x - tf.reduce_mean(x, 1, keepdims=True),
    "softmax": lambda x: tf.exp(x - tf.reduce_max(x, 1, keepdims=True)),
    "columns": lambda x: tf.concat([x[:, 2:4], x[:, :1], x[:, 1:2], x[:, 4:]], 1),
    "choice": lambda x: tf.where(x > 0.1, x * 0.5, tf.minimum(x, -0.2)),
    "rounded": lambda x: tf.cast(tf.cast(x * 3.0, tf.int32), tf.float32),
}


def test_functions_of_rows(programs, monkeypatch):
    def build():
        w = tf.constant(np.eye(5, dtype=np.float32))

        def turn(i, x, *_):
            x = tf.matmul(x, w)
            return (i + 1, x, *(function(x) for function in FUNCTIONS.values()))

        x = tf.placeholder_with_default(numbers(40, 5, scale=2.0), [40, 5])
        return list(tf.while_loop(lambda i, *_: i < 1, turn, [0, x, *(x for _ in FUNCTIONS)])[2:]), {}

    compiled, interpreted = in_both(build, monkeypatch)
    assert programs.loops() == (1, 0)
    for name, a, b in zip(FUNCTIONS, compiled, interpreted, strict=True):
        # Each function is right to two units in the last place, and each of these takes two of them at most.
        np.testing.assert_allclose(a, b, rtol=6e-7, atol=3e-7, err_msg=name)


def test_functions_at_their_ends(programs, monkeypatch):
    ends = [
        np.nan,
        np.inf,
        -np.inf,
        0.0,
        -0.0,
        1e-40,
        -1e-30,
        88.8,
        89.5,
        -87.0,
        -103.0,
        -104.5,
        1e30,
        -1e30,
        9.0,
        -0.6,
    ]
    x = np.tile(np.array(ends, np.float32), [2, 1])

    def build():
        w = tf.placeholder_with_default(numbers(3, 3), [3, 3])
        given = tf.placeholder_with_default(x, x.shape)

        def turn(i, h, *_):
            return i + 1, tf.matmul(h, w), tf.exp(given), tf.tanh(given), tf.sigmoid(given)

        return list(tf.while_loop(lambda i, *_: i < 1, turn, [0, tf.ones([2, 3]), given, given, given])[2:]), {}

    found = in_both(build, monkeypatch)[0]
    assert programs.loops() == (1, 0)
    wide = x.astype(np.float64)
    with np.errstate(over="ignore", under="ignore"):
        wanted = [f(wide).astype(np.float32) for f in (np.exp, np.tanh, lambda v: 1 / (1 + np.exp(-v)))]
    for a, b in zip(found, wanted, strict=True):
        np.testing.assert_allclose(a, b, rtol=3e-7, atol=3e-45)
        there = ~np.isnan(b)
        np.testing.assert_array_equal(np.signbit(a[there]), np.signbit(b[there]))


@pytest.mark.parametrize(
    "body",
    [
        lambda x, w: tf.matmul(x, w) - tf.reduce_mean(x, 0, keepdims=True),
        lambda x, w: tf.matmul(x, w) + x[::-1],
        lambda x, w: tf.matmul(tf.matmul(x, x, transpose_b=True), tf.matmul(x, w)),
        lambda x, w: tf.nn.softplus(tf.matmul(x, w)),
        lambda x, w: tf.matmul(x, w) + tf.reduce_sum(tf.tile(x, [1, 1 << 12]), 0, keepdims=True)[:, :4],
    ],
)
def test_what_the_machine_cannot_do_stays_xlas(body, programs, monkeypatch):
    def build():
        w = tf.get_variable("w", [4, 4])
        return [
            tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, body(x, w)), [0, tf.constant(numbers(6, 4))])[1]
        ], {}

    close(in_both(build, monkeypatch))
    assert programs.loops() == (0, 1)


def test_an_index_out_of_range_is_an_error(monkeypatch, programs):
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    monkeypatch.setenv("PENSTOCK_STRICT_COMPILE", "1")
    with tf.Graph().as_default(), tf.Session() as sess:
        n, w = tf.placeholder(tf.int32, []), tf.ones([2, 2])
        stack = tf.TensorArray(tf.float32, 3, element_shape=[4, 2]).unstack(tf.ones([3, 4, 2]))
        turn = lambda i, h: (i + 1, tf.matmul(h, w) + stack.read(i))  # noqa: E731
        _, h = tf.while_loop(lambda i, h: i < n, turn, [0, tf.ones([4, 2])])
        np.testing.assert_array_equal(sess.run(h, {n: 3}), np.full([4, 2], 15.0))
        with pytest.raises(tf.errors.InvalidArgumentError, match="element 3 in a list with 3"):
            sess.run(h, {n: 5})
    assert programs.loops()[0] > 0


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="no affinities here")
def test_results_do_not_depend_on_the_number_of_processors(monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    with tf.Graph().as_default():
        tf.set_random_seed(3)
        fetches, feeds = network(CELLS["lstm"], 45, 5, 20, lengths=True)
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            before, allowed = sess.run(fetches, feeds), os.sched_getaffinity(0)
            try:
                os.sched_setaffinity(0, {min(allowed)})
                after = sess.run(fetches, feeds)
            finally:
                os.sched_setaffinity(0, allowed)
    for a, b in zip(before, after, strict=True):
        np.testing.assert_array_equal(a, b)


def test_weights_too_large_for_caches_are_left_to_xla(programs, monkeypatch, caplog):
    monkeypatch.setattr(compile_loops, "_MAX_WEIGHTS", 100)
    with caplog.at_level(logging.DEBUG, "penstock"):
        close(in_both(lambda: network(CELLS["gru"], 4, 3, 3), monkeypatch))
    assert programs.loops() == (0, 2)
    assert "a loop stays XLA's: too large" in caplog.text


def test_both_sides_number_instructions_alike():
    source = (pathlib.Path(native.__file__).parent / "loop_interpreter.c").read_text()
    table = re.search(r"\(\*const functions\[\]\).*?= \{(.*?)\};", source, re.S).group(1)
    assert re.findall(r"\w+", table) == compile_loop_code.OPCODES
    elementwise = int(re.search(r"#define ELEMENTWISE (\d+)", source).group(1))
    assert compile_loop_code.OPCODES[elementwise - 1] == "choose"
