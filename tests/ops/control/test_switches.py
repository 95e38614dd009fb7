"""Conditionals that a program builds of `Switch` and `Merge`; what is expected was printed by TensorFlow 1.15.5."""

import numpy as np
import pytest

import penstock as tf
from penstock.ops.control.switches import merge, switch


@pytest.fixture(params=["interpret", "compile"], autouse=True)
def tier(request, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", request.param)


def _random_choice(x, function, cases, number):
    """What slim's preprocessing of images does to choose a distortion."""
    return merge([function(switch(x, tf.equal(number, case))[1], case) for case in range(cases)])[0]


def test_the_branch_that_is_not_taken_does_not_run():
    calls = []
    x, pred = tf.placeholder(tf.float32, [2]), tf.placeholder(tf.bool, [])
    no, yes = switch(x, pred)
    noted = tf.py_func(lambda v: (calls.append(1), v)[1], [yes], tf.float32)
    noted.set_shape([2])
    merged, index = merge([no * 2.0, noted * 3.0])
    assert (no.name, merged.name, index.name, merged.shape.as_list()) == ("Switch:0", "Merge:0", "Merge:1", [2])
    with tf.Session() as sess:
        value, which = sess.run([merged, index], {x: [1, 2], pred: False})
        assert (value.tolist(), which, calls) == ([2, 4], 0, [])
        value, which = sess.run([merged, index], {x: [1, 2], pred: True})
        assert (value.tolist(), which, calls) == ([3, 6], 1, [1])


def test_nested_conditionals_and_their_gradients():
    x = tf.placeholder(tf.float32, [2])
    outer, inner = tf.placeholder(tf.bool, []), tf.placeholder(tf.bool, [])
    no, yes = switch(x, outer)
    inner_no, inner_yes = switch(tf.identity(yes), inner)
    nested, _ = merge([inner_no - 1.0, inner_yes * inner_yes])
    result, _ = merge([nested, no * 10.0])
    gradient = tf.gradients(result, x)[0]
    alone = tf.gradients(tf.square(yes), x)[0]  # the other branch has no gradient
    with tf.Session() as sess:
        for (first, second), value, slope, one in (
            ((True, True), [1, 4], [2, 4], [2, 4]),
            ((True, False), [0, 1], [1, 1], [2, 4]),
            ((False, True), [10, 20], [10, 10], [0, 0]),
            ((False, False), [10, 20], [10, 10], [0, 0]),
        ):
            found = sess.run([result, gradient, alone], {x: [1, 2], outer: first, inner: second})
            np.testing.assert_array_equal(found, [value, slope, one])


def test_a_random_choice_among_many_travels_as_a_graph_def():
    x, number = tf.placeholder(tf.float32, [2], name="x"), tf.placeholder(tf.int32, [], name="number")
    tf.identity(_random_choice(x, lambda value, case: value + float(case), 4, number), name="y")
    graph_def = tf.get_default_graph().as_graph_def()
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(graph_def, name="")
        assert {"Switch", "Merge"} <= {node.op for node in graph.as_graph_def().node}
        with tf.Session() as sess:
            assert [sess.run("y:0", {"x:0": [0, 0], "number:0": i})[0] for i in range(4)] == [0, 1, 2, 3]
            with pytest.raises(tf.errors.InvalidArgumentError):
                sess.run("y:0", {"x:0": [0, 0], "number:0": 9})


def test_slices_are_switched_and_merged():
    pred = tf.placeholder(tf.bool, [])
    slices = tf.IndexedSlices(tf.constant([1.0, 2.0]), tf.constant([0, 1]))
    merged, _ = merge(switch(slices, pred))
    with tf.Session() as sess:
        assert sess.run(merged, {pred: True}).values.tolist() == [1, 2]


def test_bad_arguments():
    x = tf.placeholder(tf.float32, [2])
    with pytest.raises(ValueError, match="At least one of the merge inputs is None"):
        merge([x, None])
    with pytest.raises(
        TypeError, match="'pred' of 'Switch' Op has type float32 that does not match expected type of bool"
    ):
        switch(x, 1.0)
    several = tf.placeholder(tf.bool, None)
    with tf.Session() as sess, pytest.raises(tf.errors.InvalidArgumentError, match="must be a scalar"):
        sess.run(switch(x, several)[1], {x: [1, 2], several: [True]})
