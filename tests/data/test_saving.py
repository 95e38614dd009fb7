"""The place of an iterator is saved and restored: the same elements follow, in this process or another."""

import numpy as np
import pytest

import penstock as tf

D = tf.data.Dataset
PIPELINES = {
    "range": lambda: D.range(20),
    "map and batch": lambda: D.range(40).map(lambda x: x * 2).batch(3),
    "shuffle with a seed": lambda: D.range(20).shuffle(7, seed=3).repeat(2),
    "shuffle without a seed": lambda: D.range(20).shuffle(7).repeat(3).batch(2),
    "repeat and shuffle": lambda: D.range(5).repeat(6).shuffle(4),
    "random numbers without a seed": lambda: D.range(20).map(lambda x: tf.random_uniform([2])),
    "prefetch": lambda: D.range(30).shuffle(9).map(lambda x: x + 1, num_parallel_calls=2).prefetch(4),
    "interleave": lambda: D.range(6).interleave(lambda x: D.range(x * 10, x * 10 + 5), 3, 2),
    "zip and filter": lambda: D.zip((D.range(40), D.range(40, 80))).filter(lambda x, y: x % 3 < 2),
    "padded": lambda: D.range(12).map(lambda x: tf.fill([x], x)).padded_batch(2, [None]),
}


def values(sess, x, count):
    return [np.asarray(v).tolist() for v in (sess.run(x) for _ in range(count))]


def build(make, one_shot=False):
    dataset = make()
    iterator = dataset.make_one_shot_iterator() if one_shot else dataset.make_initializable_iterator()
    saver = tf.train.Saver([tf.data.experimental.make_saveable_from_iterator(iterator)])
    return iterator, iterator.get_next(), saver


@pytest.mark.parametrize("name", PIPELINES)
def test_the_same_elements_follow(name, tmp_path):
    path = str(tmp_path / "place")
    with tf.Graph().as_default():
        iterator, x, saver = build(PIPELINES[name])
        with tf.Session() as sess:
            sess.run(iterator.initializer)
            values(sess, x, 3)
            saver.save(sess, path)
            following = values(sess, x, 3)
            saver.restore(sess, path)
            assert values(sess, x, 3) == following
    with tf.Graph().as_default():  # as another process would
        iterator, x, saver = build(PIPELINES[name])
        with tf.Session() as sess:
            saver.restore(sess, path)
            assert values(sess, x, 3) == following


def test_functions_are_not_called_for_what_is_skipped(tmp_path):
    calls = []

    def noted(x):
        calls.append(int(x))
        return x

    path = str(tmp_path / "place")
    with tf.Graph().as_default():
        dataset = D.range(1000).map(lambda x: tf.cond(x > 5, lambda: x, lambda: -x)).batch(10)
        iterator = dataset.map(lambda x: tf.py_func(noted, [x[0]], tf.int64)).make_initializable_iterator()
        x = iterator.get_next()
        saver = tf.train.Saver([tf.data.experimental.make_saveable_from_iterator(iterator)])
        with tf.Session() as sess:
            sess.run(iterator.initializer)
            values(sess, x, 50)
            saver.save(sess, path)
            saver.restore(sess, path)
            assert values(sess, x, 1) == [500]


def test_the_end_stays_the_end(tmp_path):
    path = str(tmp_path / "place")
    with tf.Graph().as_default(), tf.Session() as sess:
        iterator, x, saver = build(lambda: D.range(2))
        sess.run(iterator.initializer)
        values(sess, x, 2)
        with pytest.raises(tf.errors.OutOfRangeError):
            sess.run(x)
        saver.save(sess, path)
        sess.run(iterator.initializer)
        saver.restore(sess, path)
        with pytest.raises(tf.errors.OutOfRangeError):
            sess.run(x)


def test_a_one_shot_iterator_is_restored_too(tmp_path):
    path = str(tmp_path / "place")
    with tf.Graph().as_default():
        _, x, saver = build(lambda: D.range(9).shuffle(5), one_shot=True)
        with tf.Session() as sess:
            values(sess, x, 4)
            saver.save(sess, path)
            following = values(sess, x, 5)
        with tf.Session() as sess:
            saver.restore(sess, path)
            assert values(sess, x, 5) == following


def test_an_iterator_that_needs_a_feed_must_be_initialized_first(tmp_path):
    path = str(tmp_path / "place")
    with tf.Graph().as_default():
        n = tf.placeholder(tf.int64, [])
        iterator = D.range(n).make_initializable_iterator()
        x = iterator.get_next()
        saver = tf.train.Saver([tf.data.experimental.make_saveable_from_iterator(iterator)])
        with tf.Session() as sess:
            with pytest.raises(tf.errors.FailedPreconditionError, match="not initialized"):
                saver.save(sess, path)
            sess.run(iterator.initializer, {n: 9})
            values(sess, x, 4)
            saver.save(sess, path)
        with tf.Session() as sess:
            with pytest.raises(tf.errors.FailedPreconditionError, match="must be initialized"):
                saver.restore(sess, path)
            sess.run(iterator.initializer, {n: 9})
            saver.restore(sess, path)
            assert values(sess, x, 1) == [4]


class _Estimator:
    """What the hook needs of an Estimator."""

    class config:
        num_worker_replicas, task_type, task_id = 1, "worker", 0
        save_checkpoints_secs, save_checkpoints_steps = None, 2

    def __init__(self, model_dir):
        self.model_dir = model_dir


def test_training_goes_on_with_the_input_where_it_stopped(tmp_path):
    seen = []
    for _ in range(2):
        with tf.Graph().as_default():
            iterator = D.range(10).shuffle(10).make_initializable_iterator()
            tf.add_to_collection(tf.GraphKeys.TABLE_INITIALIZERS, iterator.initializer)
            x = iterator.get_next()
            step = tf.train.create_global_step()
            train = tf.group(tf.assign_add(step, 1), x)
            hook = tf.data.experimental.CheckpointInputPipelineHook(_Estimator(str(tmp_path)))
            with tf.train.MonitoredSession(hooks=[hook]) as sess:
                for _ in range(5):
                    seen.append(int(sess.run([x, train])[0]))
    assert sorted(seen) == list(range(10))  # without the hook, the second training would begin anew
    assert (tmp_path / "checkpoint_input").exists() and not (tmp_path / "checkpoint").exists()
