"""Snippets of several lines beside which the seeds name results: shapes, names of checkpoints, datasets.

The lines in the tests' names are those of the reference text (L) and of the guide to datasets (D).
"""

import os

import numpy as np
import pytest

import penstock as tf
from tests.seeds.test_snippets import TIERS, session


@pytest.fixture(autouse=True)
def _graph():
    with tf.Graph().as_default():
        yield


def test_L10192_the_shape_of_an_image_can_be_completed():
    image = tf.image.decode_png(tf.placeholder(tf.string, []), channels=3)
    assert repr(image.get_shape()) == "TensorShape([Dimension(None), Dimension(None), Dimension(3)])"
    image.set_shape([28, 28, 3])
    assert repr(image.get_shape()) == "TensorShape([Dimension(28), Dimension(28), Dimension(3)])"


@pytest.mark.parametrize("tier", TIERS)
def test_L11622_shuffling_keeps_rows_together(tier):
    shuffled = tf.random_shuffle([[1, 2], [3, 4], [5, 6]], seed=3)
    with session(tier) as sess:
        orders = {tuple(map(tuple, sess.run(shuffled).tolist())) for _ in range(60)}
    assert {tuple(sorted(order)) for order in orders} == {((1, 2), (3, 4), (5, 6))}
    assert ((5, 6), (1, 2), (3, 4)) in orders


def test_L12300_checkpoints_are_numbered(tmp_path):
    tf.Variable(1.0)
    saver = tf.train.Saver()
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        paths = [saver.save(sess, str(tmp_path / "my-model"), global_step=n) for n in (0, 1000)]
    assert [os.path.basename(path) for path in paths] == ["my-model-0", "my-model-1000"]


def test_D170_datasets_tell_types_and_shapes_in_the_structure_of_their_elements():
    first = tf.data.Dataset.from_tensor_slices(tf.random_uniform([4, 10]))
    second = tf.data.Dataset.from_tensor_slices(
        (tf.random_uniform([4]), tf.random_uniform([4, 100], maxval=100, dtype=tf.int32))
    )
    both = tf.data.Dataset.zip((first, second))
    assert (first.output_types, str(first.output_shapes)) == (tf.float32, "(10,)")
    assert second.output_types == (tf.float32, tf.int32)
    assert tuple(map(str, second.output_shapes)) == ("()", "(100,)")
    assert both.output_types == (tf.float32, (tf.float32, tf.int32))
    assert (both.output_shapes[0].as_list(), both.output_shapes[1][1].as_list()) == ([10], [100])


def test_D191_components_may_have_names():
    dataset = tf.data.Dataset.from_tensor_slices(
        {"a": tf.random_uniform([4]), "b": tf.random_uniform([4, 100], maxval=100, dtype=tf.int32)}
    )
    assert dataset.output_types == {"a": tf.float32, "b": tf.int32}
    assert {key: shape.as_list() for key, shape in dataset.output_shapes.items()} == {"a": [], "b": [100]}


@pytest.mark.parametrize("tier", TIERS)
def test_D345_an_iterator_ends_with_an_error(tier):
    iterator = tf.data.Dataset.range(5).make_initializable_iterator()
    following = iterator.get_next()
    result = tf.add(following, following)
    with session(tier) as sess:
        sess.run(iterator.initializer)
        assert [sess.run(result) for _ in range(5)] == [0, 2, 4, 6, 8]
        with pytest.raises(tf.errors.OutOfRangeError):
            sess.run(result)


def test_D589_batches_stack_elements():
    pairs = tf.data.Dataset.zip((tf.data.Dataset.range(100), tf.data.Dataset.range(0, -100, -1)))
    element = pairs.batch(4).make_one_shot_iterator().get_next()
    with tf.Session() as sess:
        for start in (0, 4, 8):
            up, down = sess.run(element)
            np.testing.assert_array_equal(up, range(start, start + 4))
            np.testing.assert_array_equal(down, -up)


def test_D607_batches_of_sequences_are_padded():
    dataset = tf.data.Dataset.range(100)
    dataset = dataset.map(lambda x: tf.fill([tf.cast(x, tf.int32)], x))
    element = dataset.padded_batch(4, padded_shapes=[None]).make_one_shot_iterator().get_next()
    with tf.Session() as sess:
        assert sess.run(element).tolist() == [[0, 0, 0], [1, 0, 0], [2, 2, 0], [3, 3, 3]]
        assert sess.run(element).tolist() == [[n] * n + [0] * (7 - n) for n in range(4, 8)]
