"""Iterators over several devices, and batches in parts, give the elements of TensorFlow 1.15.5, in its order."""

import textwrap

import numpy as np
import pytest

import penstock as tf

PROGRAM = """
    from tensorflow.python.data.ops import multi_device_iterator_ops

    def split_batches(batches, parts):
        try:
            from tensorflow.python.data.experimental.ops.distribute import _RebatchDataset
        except ImportError:
            from penstock.data.multi_device import rebatched as _RebatchDataset
        return _RebatchDataset(batches, parts)

    def drain(sess, following):
        found = []
        while True:
            try:
                found.append(sess.run(following))
            except tf.errors.OutOfRangeError:
                return found

    result = {}
    config = tf.ConfigProto(device_count={"CPU": 3})
    with tf.Session(config=config) as sess:
        pair = tf.data.Dataset.range(9).map(lambda i: (i, tf.cast(i, tf.float32) / 2))
        iterator = multi_device_iterator_ops.MultiDeviceIterator(pair, ["/cpu:1", "/cpu:2"])
        following = iterator.get_next()
        for round in range(2):
            sess.run(iterator.initializer)
            for i in range(4):
                result["round %d step %d" % (round, i)] = np.array(sess.run(following))
        result["last"] = np.array(sess.run(iterator.get_next("/cpu:1")))
        for end in range(2):
            try:
                sess.run(following)
                result["end %d" % end] = "an element"
            except tf.errors.OutOfRangeError as error:
                result["end %d" % end] = "out of range"
        for rows, batch, parts in ((8, 4, 2), (7, 4, 2), (5, 5, 2), (3, 3, 4)):
            batches = tf.data.Dataset.range(rows).batch(batch)
            split = split_batches(batches, parts)
            key = "%d in batches of %d in %d parts" % (rows, batch, parts)
            result[key] = str([x.tolist() for x in drain(sess, tf.data.make_one_shot_iterator(split).get_next())])
            result[key + " shape"] = str(tf.data.get_output_shapes(split))
"""


# What TensorFlow 1.15.5 gave; it is not asked each time because it sometimes cancels a prefetch, or waits for ever, on "round 1".
STEPS = [[[0.0, 0.0], [1.0, 0.5]], [[2.0, 1.0], [3.0, 1.5]], [[4.0, 2.0], [5.0, 2.5]], [[6.0, 3.0], [7.0, 3.5]]]
PARTS = {
    "8 in batches of 4 in 2 parts": "[[0, 1], [2, 3], [4, 5], [6, 7]]",
    "7 in batches of 4 in 2 parts": "[[0, 1], [2, 3], [4, 5], [6]]",
    "5 in batches of 5 in 2 parts": "[[0, 1, 2], [3, 4]]",
    "3 in batches of 3 in 4 parts": "[[0], [1], [2], []]",
}
OF_1_15 = {
    **{f"round {turn} step {i}": step for turn in range(2) for i, step in enumerate(STEPS)},
    **{"last": [8.0, 4.0], "end 0": "out of range", "end 1": "out of range"},
    **PARTS,
    **{f"{key} shape": "(?,)" for key in PARTS},
}


@pytest.fixture
def installed():
    tf.install()
    yield
    tf.uninstall()


def test_it_gives_the_elements_of_1_15(installed):
    scope = {"tf": tf, "np": np}
    exec(textwrap.dedent(PROGRAM), scope)
    found = scope["result"]
    assert found.keys() == OF_1_15.keys()
    for name, value in OF_1_15.items():
        np.testing.assert_array_equal(found[name], value, err_msg=name)


def test_one_that_was_not_initialized_says_so(installed):
    from tensorflow.python.data.ops import multi_device_iterator_ops

    iterator = multi_device_iterator_ops.MultiDeviceIterator(tf.data.Dataset.range(4), ["/cpu:0"])
    with tf.Session() as sess, pytest.raises(tf.errors.FailedPreconditionError, match="has not been initialized"):
        sess.run(iterator.get_next())
