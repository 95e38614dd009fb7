"""`tf.GradientTape` in a graph; what each case gives was seen in 1.15.5."""

from __future__ import annotations

import numpy as np
import pytest

import penstock as tf


def _run(values):
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        return sess.run(values)


def test_a_watched_tensor_has_a_gradient_and_another_has_none():
    x, z = tf.constant(2.0), tf.constant(5.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x * z
    grads = tape.gradient(y, {"x": x, "z": z})
    assert grads["z"] is None
    assert _run(grads["x"]) == 20.0


def test_trainable_variables_behind_handles_are_watched_when_they_are_read():
    v = tf.Variable(3.0, use_resource=True, name="v")
    w = tf.Variable(3.0, use_resource=True, trainable=False, name="w")
    tf.Variable(3.0, use_resource=True, name="unread")
    with tf.GradientTape() as tape:
        y = v * v * w
    assert [variable.name for variable in tape.watched_variables()] == ["v:0"]
    dv, dw = tape.gradient(y, [v, w])
    assert dw is None and _run(dv) == 18.0


def test_no_variable_is_watched_if_the_tape_is_told_so():
    v = tf.Variable(3.0, use_resource=True)
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        y = v * v
    assert tape.gradient(y, v) is None


def test_operations_before_and_after_the_tape_do_not_count():
    x = tf.constant(2.0)
    before = x * x
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = before * 3.0
        z = x * x
    assert tape.gradient(y, x) is None
    assert tape.gradient(z * z, x) is None
    assert _run(tape.gradient(z, x)) == 4.0


def test_what_is_built_while_recording_is_stopped_is_a_constant():
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        with tape.stop_recording():
            z = y * x
        w = z * x
    assert _run(tape.gradient(w, x)) == 8.0


def test_a_tape_that_is_not_persistent_is_asked_once():
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    tape.gradient(y, x)
    with pytest.raises(RuntimeError, match="only be called once on non-persistent tapes"):
        tape.gradient(y, x)


def test_reset_forgets_what_was_recorded():
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        tape.reset()
        tape.watch(x)
        z = y * x
    assert _run(tape.gradient(z, x)) == 4.0


def test_tapes_nest_for_second_derivatives():
    x = tf.constant(2.0)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = x * x * x
        first = inner.gradient(y, x)
    assert _run(outer.gradient(first, x)) == 12.0


def test_a_source_that_nothing_depends_on_can_have_zeros():
    x = tf.constant([2.0, 1.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.constant(1.0) * 3.0
    np.testing.assert_array_equal(_run(tape.gradient(y, x, unconnected_gradients="zero")), [0.0, 0.0])


@pytest.mark.parametrize("pfor", [True, False])
def test_a_jacobian_has_the_shape_of_the_target_then_of_the_source(pfor):
    x = tf.constant([2.0, 1.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.stack([x * 3.0, x * x])
    jacobian = tape.jacobian(y, x, experimental_use_pfor=pfor)
    assert jacobian.shape.as_list() == [2, 2, 2]
    np.testing.assert_array_equal(_run(jacobian), [[[3, 0], [0, 3]], [[4, 0], [0, 2]]])


def test_a_batch_jacobian_pairs_the_rows():
    x = tf.constant([[2.0, 1.0], [3.0, 4.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    np.testing.assert_array_equal(_run(tape.batch_jacobian(y, x)), [[[4, 0], [0, 2]], [[6, 0], [0, 8]]])
