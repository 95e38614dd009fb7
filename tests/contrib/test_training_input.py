"""tf.contrib.training's input functions: buckets, segments of sequences with states, and sampling."""

import collections
import contextlib

import numpy as np
import pytest

import penstock as tf


@contextlib.contextmanager
def running():
    """A session with queue runners, and nothing left behind."""
    with tf.Session() as sess:
        sess.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
        coordinator = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess, coordinator)
        yield sess
        coordinator.request_stop()
        coordinator.join(threads, stop_grace_period_secs=20)
        assert not any(t.is_alive() for t in threads)


def until_end(sess, fetches):
    found = []
    with contextlib.suppress(tf.errors.OutOfRangeError):
        while True:
            found.append(sess.run(fetches))
    return found


@pytest.mark.parametrize("pad", [False, True])
def test_elements_of_one_bucket_come_together(pad):
    with tf.Graph().as_default():
        number = tf.train.range_input_producer(20, num_epochs=1, shuffle=False).dequeue()
        value = tf.fill([number % 3], number) if pad else tf.stack([number, number])
        if pad:
            value.set_shape([None])
        which, batch = tf.contrib.training.bucket(
            {"n": number, "v": value}, number % 2, 4, 2, dynamic_pad=pad, allow_smaller_final_batch=True
        )
        assert batch["n"].shape.as_list() == [None]
        with running() as sess:
            found = until_end(sess, [which, batch])
    for bucket, values in found:
        assert all(n % 2 == bucket for n in values["n"])
        for n, row in zip(values["n"], values["v"]):
            want = [n] * (n % 3) if pad else [n, n]
            assert row.tolist() == want + [0] * (len(row) - len(want))
    assert sorted(n for _, values in found for n in values["n"]) == list(range(20))
    assert sorted(len(values["n"]) for _, values in found) == [2, 2, 4, 4, 4, 4]


def test_batches_of_full_size_only_are_known_to_be_so():
    with tf.Graph().as_default():
        number = tf.train.range_input_producer(9, num_epochs=1, shuffle=False).dequeue()
        length, (values,) = tf.contrib.training.bucket_by_sequence_length(
            number, [tf.fill([number], number)], 2, [3, 6], shapes=[[None]], dynamic_pad=True
        )
        assert length.shape.as_list() == [2] and values.shape.as_list() == [2, None]
        with running() as sess:
            found = until_end(sess, [length, values])
    assert sorted(sorted(lengths.tolist()) for lengths, _ in found) == [[0, 1], [3, 4], [6, 7]]
    assert all(v.shape == (2, max(lengths)) for lengths, v in found)


@pytest.mark.parametrize(
    "boundaries, error", [(3, TypeError), ([], ValueError), ([3, 2], ValueError), ([1, 2.5], TypeError)]
)
def test_boundaries_are_checked(boundaries, error):
    with tf.Graph().as_default(), pytest.raises(error):
        tf.contrib.training.bucket_by_sequence_length(tf.constant(1), [tf.constant(1)], 2, boundaries)


def test_segments_come_in_order_with_the_state_that_was_saved():
    lengths = [5, 2, 9, 4, 1, 6]
    with tf.Graph().as_default():
        number = tf.train.range_input_producer(len(lengths), num_epochs=1, shuffle=False).dequeue()
        length = tf.constant(lengths)[number]
        values = tf.fill([length], number) * 100 + tf.range(length)
        batch = tf.contrib.training.batch_sequences_with_states(
            tf.as_string(number),
            {"x": values},
            {"n": number},
            None,
            {"seen": tf.constant(0)},
            num_unroll=3,
            batch_size=2,
        )
        assert batch.sequences["x"].shape.as_list() == [None, 3] and batch.state("seen").shape.as_list() == [None]
        save = batch.save_state("seen", batch.state("seen") + batch.length)
        fetches = [batch.key, batch.next_key, batch.context["n"], batch.sequences["x"], batch.length,
                   batch.total_length, batch.state("seen"), batch.sequence, batch.sequence_count, save]  # fmt: skip
        with pytest.raises(KeyError):
            batch.save_state("other", 1)
        with running() as sess:
            found = until_end(sess, fetches)
    rows = [row for step in found for row in zip(*step[:-1])]
    assert all(len(set(step[2].tolist())) == len(step[2]) for step in found)  # no two segments of one example
    examples = collections.defaultdict(list)
    for key, following, n, x, length, total, seen, sequence, count in rows:
        done = len(examples[n]) * 3
        assert key == b"%05d_of_%05d:%d" % (sequence, count, n)
        assert following == (b"STOP:%d" % n if sequence + 1 == count else b"%05d_of_%05d:%d" % (sequence + 1, count, n))
        assert total == lengths[n] and seen == done and sequence == len(examples[n])
        assert length == min(3, total - done)
        assert x.tolist() == [n * 100 + done + i for i in range(length)] + [0] * (3 - length)
        examples[n].append(key)
    assert {n: len(keys) for n, keys in examples.items()} == {n: -(-size // 3) for n, size in enumerate(lengths)}


REFUSED = [
    (lambda: {"initial_states": {}}, ValueError, "may not be empty"),
    (lambda: {"input_sequences": {}}, ValueError, "at least one sequence"),
    (lambda: {"input_sequences": {"a:b": tf.zeros([4, 2])}}, ValueError, "colon"),
    (lambda: {"capacity": 1}, ValueError, "capacity 1 needs to be"),
    (lambda: {"input_length": tf.constant(3, tf.int64)}, TypeError, "length dtype"),
]


@pytest.mark.parametrize("change, error, text", REFUSED)
def test_what_is_not_fit_for_segments_is_refused(change, error, text):
    arguments = {"batch_size": 2, "num_unroll": 2, "input_length": 3, "input_key": "a"}
    arguments |= {"input_sequences": {"x": np.zeros(4)}, "input_context": {}, "initial_states": {"s": 0}}
    with tf.Graph().as_default(), pytest.raises(error, match=text):
        tf.contrib.training.SequenceQueueingStateSaver(**{**arguments, **change()})


def test_a_length_that_is_no_multiple_is_told():
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder_with_default(np.zeros(4), [None])
        saver = tf.contrib.training.SequenceQueueingStateSaver(1, 3, 4, "a", {"x": x}, {}, {"s": 0})
        with pytest.raises(tf.errors.InvalidArgumentError, match="multiple of"):
            sess.run(saver.prefetch_op)


def test_classes_come_as_often_as_wanted():
    with tf.Graph().as_default():
        tf.set_random_seed(3)
        label = tf.cast(tf.random_uniform([]) < 0.2, tf.int32)
        (data,), labels = tf.contrib.training.stratified_sample(
            [tf.cast(label, tf.float32) * 2.0], label, [0.5, 0.5], 16, [0.8, 0.2], threads_per_queue=2
        )
        with running() as sess:
            found = [sess.run([data, labels]) for _ in range(80)]
    values, classes = (np.concatenate(parts) for parts in zip(*found))
    np.testing.assert_array_equal(values, classes * 2.0)
    assert 0.4 < classes.mean() < 0.6  # 1,280 of them: 7 standard deviations


def test_the_shares_of_classes_are_estimated():
    with tf.Graph().as_default():
        tf.set_random_seed(3)
        label = tf.cast(tf.random_uniform([]) < 0.25, tf.int32)
        (data,), labels = tf.contrib.training.stratified_sample([label], label, [0.5, 0.5], 16)
        with running() as sess:
            found = [sess.run(labels) for _ in range(90)]
    assert 0.38 < np.concatenate(found[10:]).mean() < 0.62


def test_elements_are_accepted_by_chance():
    with tf.Graph().as_default():
        tf.set_random_seed(3)
        value = tf.random_uniform([4])
        (batch,) = tf.contrib.training.rejection_sample(
            [value], lambda t: tf.cast(t[0] < 0.5, tf.float32), 8, enqueue_many=True, runtime_checks=True
        )
        with running() as sess:
            found = np.concatenate([sess.run(batch) for _ in range(5)])
    assert found.shape == (40,) and (found < 0.5).all()


def test_rows_are_taken_at_their_rates():
    with tf.Graph().as_default(), tf.Session() as sess:
        rows = np.arange(3)
        (taken,) = tf.contrib.training.resample_at_rate([rows], [0.0, 1.0, 3.0], seed=1)
        counts = sum(np.bincount(sess.run(taken), minlength=3) for _ in range(300)) / 300
        assert counts[0] == 0 and abs(counts[1] - 1) < 0.25 and abs(counts[2] - 3) < 0.4
        (taken,), rates = tf.contrib.training.weighted_resample([rows], [1.0, 2.0, 3.0], 2.0, seed=1)
        sess.run([tf.local_variables_initializer(), tf.global_variables_initializer()])
        results = [sess.run([taken, rates]) for _ in range(20)]
        assert all(len(t) == len(r) for t, r in results)
