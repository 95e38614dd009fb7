"""Barriers and RecordInput, compared with TensorFlow where it is deterministic."""

import threading

import numpy as np
import pytest

import penstock as tf
from penstock.ops.queues.barrier import Barrier, RecordInput
from tests.same_program import run_here

PROGRAM = """
try:
    from tensorflow.python.ops.data_flow_ops import Barrier
except ImportError:
    from penstock.ops.queues.barrier import Barrier
b = Barrier((tf.string, tf.float32), shapes=((), (2,)))
insert = lambda i, keys, values: b.insert_many(i, keys, values)
found = []
with tf.Session(config=CONFIG) as sess:
    def attempt(thing):
        try:
            value = sess.run(thing)
            found.append([np.asarray(v).tolist() for v in [value.indices, value.keys, *value.values]]
                         if hasattr(value, "indices") else [int(v) for v in value or []])
        except tf.errors.OpError as error:
            found.append(type(error).__name__)
    take, small = b.take_many(2), b.take_many(5, allow_small_batch=True)
    sizes = [b.ready_size(), b.incomplete_size()]
    found.append([str(t.shape) for t in (take.indices, take.keys, *take.values)])
    for step in (insert(0, ["a", "b"], ["x", "y"]), sizes, insert(1, ["b"], [[1.0, 2.0]]), insert(0, ["c"], ["z"]),
                 insert(1, ["c"], [[3.0, 4.0]]), sizes, insert(0, ["a"], ["again"]), insert(1, ["a"], [[5.0, 6.0]]),
                 sizes, take, insert(0, ["d", "e"], ["u", "v"]), insert(1, ["d"], [[7.0, 8.0]]), b.close(), b.close(),
                 insert(0, ["new"], ["n"]), insert(1, ["e"], [[9.0, 10.0]]), sizes, small, small, take,
                 insert(0, ["a"], ["x"])):
        attempt(step)
result = {"found": [str(f) for f in found]}
"""


def test_as_in_tensorflow(peer):
    assert run_here(PROGRAM)["found"] == peer.run(PROGRAM, CONFIG=None)["found"]


def test_taking_waits_until_entries_are_whole(waiters):
    with tf.Graph().as_default(), tf.Session() as sess:
        barrier = Barrier((tf.int32, tf.int32), shapes=((), ()))
        keys = ["a", "b"]
        first, second = (barrier.insert_many(i, keys, [i, i + 10]) for i in (0, 1))
        take, found = barrier.take_many(2), []
        thread = threading.Thread(target=lambda: found.append(sess.run(take)))
        thread.start()
        sess.run(first)
        waiters(1)
        assert not found
        sess.run(second)
        thread.join(60)
        assert [v.tolist() for v in found[0].values] == [[0, 10], [1, 11]]


def test_closing_with_cancellation_ends_who_waits(waiters):
    with tf.Graph().as_default(), tf.Session() as sess:
        barrier = Barrier((tf.int32, tf.int32))
        sess.run(barrier.insert_many(0, ["a"], [1]))
        errors = []

        def wait(take):
            try:
                sess.run(take)
            except tf.errors.OutOfRangeError as error:
                errors.append(error)

        threads = [threading.Thread(target=wait, args=(barrier.take_many(1),)) for _ in range(3)]
        for thread in threads:
            thread.start()
        waiters(3)
        sess.run(barrier.close(cancel_pending_enqueues=True))
        for thread in threads:
            thread.join(60)
        assert len(errors) == 3
        with pytest.raises(tf.errors.CancelledError):
            sess.run(barrier.insert_many(1, ["a"], [1]))


def test_bad_insertions_are_refused():
    with tf.Graph().as_default(), tf.Session() as sess:
        barrier = Barrier((tf.int32,), shapes=((2,),))
        for keys, values in ((["a"], [[1, 2], [3, 4]]), (["a"], [[1, 2, 3]])):
            with pytest.raises(tf.errors.InvalidArgumentError):
                sess.run(barrier.insert_many(0, keys, np.array(values, np.int32)))
        with pytest.raises(ValueError, match="Empty tensors"):
            Barrier((tf.int32,), shapes=((0,),))


@pytest.fixture
def files(tmp_path):
    for part in range(3):
        with tf.python_io.TFRecordWriter(str(tmp_path / f"{part}.rec")) as writer:
            for i in range(10):
                writer.write(b"%d" % (10 * part + i))
    return str(tmp_path / "*.rec")


def test_each_record_comes_once_in_an_epoch_and_in_random_order(files):
    with tf.Graph().as_default(), tf.Session() as sess:
        batch = RecordInput(files, batch_size=5, buffer_size=8, seed=3).get_yield_op()
        assert batch.shape.ndims is None  # 1.15 does not tell it
        for _ in range(2):
            epoch = [int(v) for _ in range(6) for v in sess.run(batch)]
            assert sorted(epoch) == list(range(30)) and epoch != list(range(30))


def test_several_batches_come_as_lists(files):
    with tf.Graph().as_default(), tf.Session() as sess:
        lists = RecordInput(files, batch_size=3, batches=2, seed=3).get_yield_op()
        found = sess.run(lists)
        assert [len(part) for part in found] == [3, 3]
        assert len({v for part in found for v in part}) == 6


def test_no_files_is_an_error(tmp_path):
    with tf.Graph().as_default(), tf.Session() as sess, pytest.raises(tf.errors.NotFoundError):
        sess.run(RecordInput(str(tmp_path / "none*")).get_yield_op())
