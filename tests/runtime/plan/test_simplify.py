"""Operations that compute the same from the same are one step of a plan; nobody sees a difference but the clock."""

from __future__ import annotations

import numpy as np
import pytest

import penstock as tf
from penstock.runtime.plan.plan import Plan


def _types(*fetches, feeds=()):
    return [step.op.type for step in Plan(fetches, [], feeds).steps]


def test_what_is_computed_twice_is_one_step(tier):
    x = tf.placeholder(tf.float32, [3])
    first, second = tf.exp(x + 1.0) * 2.0, tf.exp(x + 1.0) * 2.0
    assert _types(first, second, feeds=[x]) == ["AddV2", "Exp", "Mul"]
    with tf.Session(config=tier()) as sess:
        a, b = sess.run([first, second], {x: [1, 2, 3]})
    np.testing.assert_array_equal(a, b)
    a[0] = 7  # each is the caller's own
    assert b[0] != 7


def test_strings_that_are_equal_are_one_constant():
    x = tf.placeholder(tf.string, [2])
    equal = [tf.not_equal(x, ""), tf.not_equal(x, "")]
    assert _types(*equal, feeds=[x]) == ["NotEqual"]
    assert _types(tf.not_equal(x, ""), tf.not_equal(x, "a"), feeds=[x]) == ["NotEqual", "NotEqual"]


def test_other_attributes_and_other_inputs_are_something_else(tier):
    x = tf.placeholder(tf.float32, [2, 2])
    assert _types(tf.matmul(x, x), tf.matmul(x, x, transpose_a=True), feeds=[x]) == ["MatMul", "MatMul"]
    assert _types(x - 1.0, x - 2.0, feeds=[x]) == ["Sub", "Sub"]
    assert _types(tf.cast(x, tf.int32), tf.cast(x, tf.int64), feeds=[x]) == ["Cast", "Cast"]
    # Zero and minus zero are equal, but not the same.
    with tf.Session(config=tier()) as sess:
        assert sess.run([1 / (x * 0.0), 1 / (x * -0.0)], {x: np.ones([2, 2])})[1][0, 0] == -np.inf


def test_random_numbers_are_drawn_for_each_operation(tier):
    tf.set_random_seed(1)
    pair = [tf.random_uniform([4], seed=None), tf.random_uniform([4], seed=None)]
    with tf.Session(config=tier()) as sess:
        a, b = sess.run(pair)
    assert (a != b).all()


def test_a_variable_is_read_before_and_after_it_changes(tier):
    v = tf.Variable(1.0, use_resource=True)
    before = v.read_value() * 3.0
    with tf.control_dependencies([before]):
        change = v.assign_add(1.0)
    with tf.control_dependencies([change]):
        after = v.read_value() * 3.0
    with tf.Session(config=tier()) as sess:
        sess.run(v.initializer)
        assert sess.run([before, after]) == [3.0, 6.0]


def test_what_is_fed_is_not_computed_by_another(tier):
    x = tf.placeholder(tf.float32)
    first, second = x + 1.0, x + 1.0
    with tf.Session(config=tier()) as sess:
        assert sess.run([first * 1.0, second * 1.0], {x: 1.0, first: 10.0}) == [10.0, 2.0]
        assert sess.run([first * 1.0, second * 1.0], {x: 1.0, second: 10.0}) == [2.0, 10.0]


def test_a_merged_operation_still_waits_for_what_it_waited_for(tier):
    x = tf.placeholder(tf.float32)
    early = x * 2.0
    with tf.control_dependencies([tf.assert_less(x, 5.0)]):
        late = x * 2.0
    v = tf.Variable(0.0)
    with tf.control_dependencies([late]):
        assign = v.assign(1.0)
    with tf.Session(config=tier()) as sess:
        sess.run(v.initializer)
        sess.run([early, assign], {x: 1.0})
        with pytest.raises(tf.errors.InvalidArgumentError):
            sess.run([early, assign.op], {x: 6.0})


def test_what_an_enqueue_needs_does_not_wait_for_the_dequeue(tier):
    queue = tf.FIFOQueue(1, [tf.float32], [[]])
    x = tf.placeholder(tf.float32)
    taken = queue.dequeue()
    with tf.control_dependencies([taken]):
        late = tf.identity(x) * 2.0  # made first, but only when something was taken
    put = queue.enqueue(x * 2.0)
    with tf.Session(config=tier()) as sess:
        options = tf.RunOptions(timeout_in_ms=60000)
        assert sess.run([late, taken, put], {x: 4.0}, options=options)[:2] == [8.0, 8.0]


def test_parts_of_a_partial_run_do_not_wait_for_each_other(tier):
    x, y = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    with tf.control_dependencies([y + 1.0]):
        late = tf.identity(x) * 2.0
    early = x * 2.0
    with tf.Session(config=tier()) as sess:
        handle = sess.partial_run_setup([early, late], [x, y])
        assert sess.partial_run(handle, early, {x: 3.0}) == 6.0
        assert sess.partial_run(handle, late, {y: 1.0}) == 6.0


def test_a_transpose_that_moves_nothing_is_no_step(tier):
    x = tf.placeholder(tf.float32, [2, 3])
    same, moved = tf.transpose(x, [0, 1]), tf.transpose(x, [1, 0])
    assert _types(same, moved, feeds=[x]) == ["Transpose"]
    given = np.ones([2, 3], np.float32)
    with tf.Session(config=tier()) as sess:
        found = sess.run(same, {x: given})
        found[0, 0] = 9.0
        assert given[0, 0] == 1.0  # what is fetched is the caller's own


def test_a_transpose_of_unknown_rank_is_refused_if_its_permutation_does_not_fit(tier):
    x = tf.placeholder(tf.float32)
    y = tf.transpose(x, tf.constant([], tf.int32))
    with tf.Session(config=tier()) as sess:
        assert sess.run(y, {x: 3.0}) == 3.0
        with pytest.raises(tf.errors.InvalidArgumentError, match="expects a vector of size 1"):
            sess.run(y, {x: [1.0, 2.0]})


def test_a_transpose_in_a_partial_run_waits_for_what_it_depends_on(tier):
    x, y = tf.placeholder(tf.float32, [2]), tf.placeholder(tf.float32)
    with tf.control_dependencies([y + 1.0]):
        late = tf.transpose(x, [0])
    with tf.Session(config=tier()) as sess:
        handle = sess.partial_run_setup([late], [x, y])
        with pytest.raises(tf.errors.InvalidArgumentError):
            sess.partial_run(handle, late, {x: [1.0, 2.0]})
