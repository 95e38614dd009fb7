"""`tf.contrib.training.FeedingQueueRunner` feeds each of its enqueue operations by a function."""

import pytest

import penstock as tf


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default():
        yield


def test_each_operation_is_fed_by_its_function_until_that_ends():
    x, y = tf.placeholder(tf.int32, []), tf.placeholder(tf.int32, [])
    queue = tf.FIFOQueue(10, tf.int32, [[]])

    def feeds(placeholder, values):
        left = list(values)

        def feed():
            if not left:
                raise tf.errors.OutOfRangeError(None, None, "that was all")
            return {placeholder: left.pop(0)}

        return feed

    functions = [feeds(x, [1, 2, 3]), feeds(y, [10, 20])]
    runner = tf.contrib.training.FeedingQueueRunner(queue, [queue.enqueue(x), queue.enqueue(y)], feed_fns=functions)
    with tf.Session() as session:
        coordinator = tf.train.Coordinator()
        threads = runner.create_threads(session, coordinator, start=True)
        found = session.run(queue.dequeue_many(5)).tolist()
        with pytest.raises(tf.errors.OutOfRangeError):  # the last one has closed the queue
            session.run(queue.dequeue())
        coordinator.request_stop()
        coordinator.join(threads)
    assert [n for n in found if n < 10] == [1, 2, 3] and [n for n in found if n >= 10] == [10, 20]


def test_there_is_a_function_for_each_operation():
    queue = tf.FIFOQueue(10, tf.int32, [[]])
    with pytest.raises(ValueError, match="it must have the same length as enqueue_ops"):
        tf.contrib.training.FeedingQueueRunner(queue, [queue.enqueue(1)], feed_fns=[dict, dict])
