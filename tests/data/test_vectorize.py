"""Functions of `map` run once over many elements: the results, errors and the order are those of one by one."""

import numpy as np
import pytest

import penstock as tf
from penstock.data import functions, mapping

D = tf.data.Dataset
NUMBERS = np.arange(60, dtype=np.float32).reshape(10, 2, 3) - 20.5
INTS = np.arange(10)
TEXTS = np.array([b"%d,%d.5,x%d" % (i, i, i) for i in range(10)], object)


def example(i):
    feature = {
        "a": tf.train.Feature(float_list=tf.train.FloatList(value=[i, i + 0.5])),
        "c": tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"name %d" % i])),
    }
    if i % 3:
        feature["b"] = tf.train.Feature(int64_list=tf.train.Int64List(value=[i]))
    return tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString()


EXAMPLES = np.array([example(i) for i in range(10)], object)
FEATURES = {
    "a": tf.FixedLenFeature([2], tf.float32),
    "b": tf.FixedLenFeature([], tf.int64, default_value=-1),
    "c": tf.FixedLenFeature([], tf.string),
}

# What → (data, function); each is known to be the same for many elements at once.
KNOWN = {
    "arithmetic": (NUMBERS, lambda x: tf.exp(x * 2.0 + 1.0) / 3.0 - tf.maximum(x, 0.5)),
    "broadcasting with a vector": (NUMBERS, lambda x: x + tf.constant([1.0, 2.0, 3.0])),
    "broadcasting of two elements": ((NUMBERS, NUMBERS[:, 0]), lambda x, y: x * y),
    "broadcasting of a scalar and a matrix": ((NUMBERS, INTS), lambda x, y: x * tf.cast(y, tf.float32)),
    "a constant beside": (INTS, lambda x: (x, tf.constant([1, 2]))),
    "reshape": (NUMBERS, lambda x: tf.reshape(x, [3, -1])),
    "expand and squeeze": (NUMBERS, lambda x: tf.squeeze(tf.expand_dims(tf.expand_dims(x, 0), -1), [0])),
    "squeeze all": (NUMBERS, lambda x: tf.squeeze(x[:1])),
    "stack": (INTS, lambda x: tf.stack([x, 2 * x, 7], axis=0)),
    "stack at the end": (NUMBERS, lambda x: tf.stack([x, -x], axis=-1)),
    "unstack": (NUMBERS, lambda x: tuple(tf.unstack(x, axis=1))),
    "concat": (NUMBERS, lambda x: tf.concat([x, x + 1.0], 1)),
    "split": (NUMBERS, lambda x: tuple(tf.split(x, 3, axis=1))),
    "slices": (NUMBERS, lambda x: (x[0], x[..., 1:], x[:, ::-1], x[tf.newaxis, 1, 2])),
    "slice": (NUMBERS, lambda x: tf.slice(x, [0, 1], [-1, 2])),
    "transpose, tile, pad, reverse": (
        NUMBERS,
        lambda x: tf.reverse(tf.pad(tf.tile(tf.transpose(x), [2, 1]), [[1, 0], [0, 2]]), [0]),
    ),
    "one hot": (INTS, lambda x: tf.one_hot(x, 4)),
    "gather from a table": (INTS, lambda x: tf.gather(tf.constant([5, 6, 7] * 4), x)),
    "reductions": (NUMBERS, lambda x: (tf.reduce_max(x), tf.reduce_min(x, 1), tf.reduce_any(x > 0, 0))),
    "sums of integers": (INTS, lambda x: tf.reduce_sum(tf.stack([x, x]))),
    "where": (NUMBERS, lambda x: tf.where(x > 0, x, -x)),
    "a static shape": (NUMBERS, lambda x: tf.reshape(x, [tf.shape(x)[0] * 3])),
    "csv": (TEXTS, lambda x: tuple(tf.decode_csv(x, [[0], [0.0], [""]]))),
    "strings": (TEXTS, lambda x: tf.string_join([tf.strings.upper(x), "!", tf.as_string(tf.strings.length(x))])),
    "hash buckets": (TEXTS, lambda x: tf.string_to_hash_bucket_fast(x, 100)),
    "raw": (np.array([bytes(range(i, i + 4)) for i in range(10)], object), lambda x: tf.decode_raw(x, tf.int16)),
    "examples": (EXAMPLES, lambda x: tf.parse_single_example(x, FEATURES)),
    "dictionaries": (INTS, lambda x: {"a": x, "b": {"c": -x}}),
}

# These are not, for one reason or another.
NOT_KNOWN = {
    "random numbers": (INTS, lambda x: tf.random_uniform([], seed=1)),
    "Python": (INTS, lambda x: tf.py_func(lambda v: v + 1, [x], tf.int64)),
    "sums of floating-point numbers": (NUMBERS, tf.reduce_sum),
    "features of any length": (EXAMPLES, lambda x: tf.parse_single_example(x, {"a": tf.VarLenFeature(tf.float32)})),
    "conditions": (INTS, lambda x: tf.cond(x > 3, lambda: x, lambda: -x)),
}


def elements(dataset, sess=None):
    x = dataset.make_one_shot_iterator().get_next()
    found = []
    with tf.Session() as sess:
        while True:
            try:
                found.append(sess.run(x))
            except tf.errors.OutOfRangeError:
                return found


def same(a, b):
    if isinstance(a, dict):
        assert a.keys() == b.keys()
        for key in a:
            same(a[key], b[key])
    elif isinstance(a, (list, tuple)):
        assert len(a) == len(b)
        for x, y in zip(a, b):
            same(x, y)
    else:
        np.testing.assert_array_equal(a, b)
        assert np.asarray(a).dtype == np.asarray(b).dtype


@pytest.fixture
def calls(monkeypatch):
    """How many elements each call of a stacked function had."""
    counts = []
    call = functions.Called.batched

    def batched(self, run):
        found = call(self, run)
        if found is None:
            return None

        def counted(args, cancel):
            counts.append(len(args[0]))
            return found(args, cancel)

        return counted

    monkeypatch.setattr(functions.Called, "batched", batched)
    return counts


def one_by_one(monkeypatch):
    monkeypatch.setattr(functions.Called, "batched", lambda self, run: None)


@pytest.mark.parametrize("name", KNOWN)
@pytest.mark.parametrize("form", ["batch", "shuffle"])
def test_same_as_one_by_one(name, form, calls, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "interpret")  # XLA's bits are others, and when it takes over depends on time
    data, function = KNOWN[name]
    with tf.Graph().as_default():
        dataset = D.from_tensor_slices(data).map(function)
        dataset = dataset.batch(4) if form == "batch" else dataset.shuffle(3, seed=5)
        found = elements(dataset)
        assert max(calls) > 1
        one_by_one(monkeypatch)
        same(found, elements(dataset))


@pytest.mark.parametrize("name", NOT_KNOWN)
def test_left_alone_if_not_known_to_be_the_same(name, calls):
    data, function = NOT_KNOWN[name]
    with tf.Graph().as_default():
        assert len(elements(D.from_tensor_slices(data).map(function).batch(4))) == 3
        assert not calls


def test_a_captured_tensor_is_the_same_for_all(calls):
    with tf.Graph().as_default():
        n = tf.placeholder(tf.int64, [])
        iterator = D.range(5).map(lambda x: x * n).batch(5).make_initializable_iterator()
        x = iterator.get_next()
        with tf.Session() as sess:
            sess.run(iterator.initializer, {n: 3})
            np.testing.assert_array_equal(sess.run(x), [0, 3, 6, 9, 12])
    assert calls == [5]


def test_a_table_is_looked_up_for_all(calls):
    with tf.Graph().as_default():
        table = tf.contrib.lookup.index_table_from_tensor(["a", "b"])
        iterator = D.from_tensor_slices(["b", "a", "z"]).map(table.lookup).batch(3).make_initializable_iterator()
        x = iterator.get_next()
        with tf.Session() as sess:
            sess.run([iterator.initializer, tf.tables_initializer()])
            np.testing.assert_array_equal(sess.run(x), [1, 0, -1])


@pytest.mark.parametrize("between", ["", "shuffle"])
def test_only_the_bad_record_fails(between, calls):
    texts = ["1", "2", "bad", "4", "5", "6", "7"]
    with tf.Graph().as_default():
        dataset = D.from_tensor_slices(texts).map(lambda t: tf.string_to_number(t, tf.int32))
        if between:
            dataset = dataset.shuffle(2, seed=1)
        x = dataset.make_one_shot_iterator().get_next()
        ignoring = D.from_tensor_slices(texts).map(lambda t: tf.string_to_number(t, tf.int32))
        y = ignoring.apply(tf.data.experimental.ignore_errors()).batch(10).make_one_shot_iterator().get_next()
        found, failed = [], 0
        with tf.Session() as sess:
            while True:
                try:
                    found.append(int(sess.run(x)))
                except tf.errors.OutOfRangeError:
                    break
                except tf.errors.InvalidArgumentError as error:
                    assert "bad" in str(error)
                    failed += 1
            assert failed == 1 and sorted(found) == [1, 2, 4, 5, 6, 7]
            assert between or found == [1, 2, 4, 5, 6, 7]
            np.testing.assert_array_equal(sess.run(y), [1, 2, 4, 5, 6, 7])
    assert max(calls) > 1


def test_a_batch_with_a_bad_record_is_lost_and_no_other(calls):
    texts = ["1", "2", "3", "bad", "5", "6", "7", "8"]
    with tf.Graph().as_default():
        x = D.from_tensor_slices(texts).map(lambda t: tf.string_to_number(t, tf.int32)).batch(2)
        x = x.make_one_shot_iterator().get_next()
        with tf.Session() as sess:
            assert sess.run(x).tolist() == [1, 2]
            with pytest.raises(tf.errors.InvalidArgumentError, match="bad"):
                sess.run(x)
            assert sess.run(x).tolist() == [5, 6]  # as in TensorFlow
            assert sess.run(x).tolist() == [7, 8]


def test_a_slow_source_is_not_read_ahead(calls):
    given = []

    def generator():
        for i in range(10):
            given.append(i)
            yield i

    with tf.Graph().as_default():
        x = D.from_generator(generator, tf.int64, []).map(lambda v: v + 1).make_one_shot_iterator().get_next()
        with tf.Session() as sess:
            for i in range(3):
                assert sess.run(x) == i + 1
                assert len(given) == i + 1


def test_strings_of_different_lengths_give_up_on_stacks(calls):
    texts = np.array([b"x" * (i % 4 + 1) for i in range(40)], object)
    with tf.Graph().as_default():
        found = elements(D.from_tensor_slices(texts).map(lambda t: tf.decode_raw(t, tf.uint8)))
    assert [len(v) for v in found] == [i % 4 + 1 for i in range(40)]
    assert len(calls) <= mapping._FAILURES + 2
