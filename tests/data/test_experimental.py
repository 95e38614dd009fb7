"""`tf.data.experimental` against TensorFlow: the same programs give the same elements, types and shapes."""

import numpy as np
import pytest

import penstock as tf
from tests.data.test_dataset import HELPERS, as_tuples, assert_same
from tests.same_program import run_here

X = "tf.data.experimental."
DATASETS = {
    "group by reducer": f"D.range(10).apply({X}group_by_reducer(lambda x: 2 - x % 3, {X}Reducer("
    "lambda k: (k, tf.constant(0, tf.int64)), lambda s, x: (s[0], s[1] + x), lambda *s: s)))",
    "reducer, state that grows": f"D.range(4).apply({X}group_by_reducer(lambda x: x % 2, {X}Reducer("
    "lambda k: tf.zeros([0], tf.int64), lambda s, x: tf.concat([s, [x]], 0), lambda s: s)))",
    "sparse batch": f"D.range(5).map(lambda x: tf.fill([x], x)).apply({X}dense_to_sparse_batch(2, [6]))",
    "sparse batch, any size": f"D.range(5).map(lambda x: tf.fill([x], x)).apply({X}dense_to_sparse_batch(3, [None]))",
    "resampled, known": f"D.from_tensor_slices(np.arange(200) % 4 // 3).map(lambda x: tf.cast(x, tf.int32))"
    f".apply({X}rejection_resample(lambda c: c, [0.5, 0.5], [0.75, 0.25], seed=7))",
    "resampled, always": f"D.range(5).apply({X}rejection_resample(lambda c: 0, [1.0], [1.0], seed=7))",
    "csv": f"{X}CsvDataset(FILES[:1], [tf.int32, tf.constant([1.5]), tf.constant(['-'])], header=True)",
    "csv, selected": f"{X}CsvDataset(FILES[:1], [tf.constant([1.5]), tf.constant([''])], header=True, select_cols=[1, 2])",
    "csv, two files": f"{X}CsvDataset(FILES[:2], [tf.int32, tf.constant([1.5]), tf.constant(['-'])], header=True)",
    "make csv": f"{X}make_csv_dataset(FILES[0], 2, num_epochs=1, shuffle=False, label_name='a')",
    "make csv, columns": f"{X}make_csv_dataset(FILES[:2], 2, num_epochs=1, shuffle=False, select_columns=['c', 'a'])",
    "make csv, shuffled": f"{X}make_csv_dataset(FILES[:2], 2, num_epochs=1, shuffle_seed=3)",
    "make csv, for ever": f"{X}make_csv_dataset(FILES[0], 4, shuffle=False, column_names=['u', 'v', 'w']).take(3)",
    "features": f"{X}make_batched_features_dataset(FILES[2], 2, {{'i': tf.FixedLenFeature([], tf.int64), "
    "'v': tf.VarLenFeature(tf.float32)}, num_epochs=1, shuffle=False, label_key='i')",
    "features, shuffled": f"{X}make_batched_features_dataset(FILES[2], 2, {{'i': tf.FixedLenFeature([], tf.int64)}}, "
    "num_epochs=1, shuffle_seed=5)",
    "parsed": f"tf.data.TFRecordDataset(FILES[2]).batch(3).apply({X}parse_example_dataset("
    "{'i': tf.FixedLenFeature([1], tf.int64), 'v': tf.VarLenFeature(tf.float32)}))",
    "prefetched to a device": f"D.range(3).apply({X}prefetch_to_device('/cpu:0'))",
}


def example(i):
    feature = {"i": tf.train.Feature(int64_list=tf.train.Int64List(value=[i]))}
    feature["v"] = tf.train.Feature(float_list=tf.train.FloatList(value=[0.5] * (i % 3)))
    return tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString()


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    (folder / "0.csv").write_text('a,b,c\n1,2.5,x\n2,,"y, ""z"""\n3,4,\n4,5,"two\nlines"\n')
    (folder / "1.csv").write_text("a,b,c\n10,20,u\n20,30,v")
    with tf.python_io.TFRecordWriter(str(folder / "2.tfrecords")) as writer:
        for i in range(5):
            writer.write(example(i))
    return [str(folder / name) for name in ("0.csv", "1.csv", "2.tfrecords")]


@pytest.mark.parametrize("name", DATASETS)
def test_as_in_tensorflow(name, peer, files):
    source = HELPERS + f"dataset = {DATASETS[name]}\nresult = {{'elements': first(dataset), 'about': about(dataset)}}"
    here, there = run_here(source, FILES=files), peer.run(source, CONFIG=None, FILES=files)
    assert_same(as_tuples(here["elements"]), there["elements"])
    clean = lambda text: text.replace("tf.", "").replace("<dtype: '", "").replace("'>", "")  # noqa: E731
    assert clean(here["about"][0]) == clean(there["about"][0])


SIZES = """
D = tf.data.Dataset
size = tf.data.experimental.cardinality
datasets = [D.range(7), D.from_tensors(0), D.from_tensor_slices([1, 2]), D.range(7).batch(3), D.range(0).repeat(),
    D.range(7).batch(3, drop_remainder=True), D.range(3).repeat(), D.range(3).repeat(4), D.range(3).take(2),
    D.range(3).take(-1), D.range(3).skip(2), D.range(3).skip(-1), D.range(7).shard(3, 0), D.range(7).shard(3, 2),
    D.zip((D.range(3), D.range(5))), D.zip((D.range(3), D.range(5).repeat())), D.range(3).concatenate(D.range(2)),
    D.range(3).filter(lambda x: x > 0), D.range(5).shuffle(3), D.range(5).prefetch(2), D.range(5).cache(),
    D.range(5).repeat().take(9), D.range(5).window(2, 1), D.range(5).window(2, 1, 1, True)]
result = {"sizes": [int(tf.Session().run(size(d))) for d in datasets]}
"""


def test_sizes_are_known_as_in_tensorflow(peer):
    here, there = run_here(SIZES)["sizes"], peer.run(SIZES)["sizes"]
    assert here == there


def test_an_optional_has_a_value_or_none():
    with tf.Graph().as_default(), tf.Session() as sess:
        some = tf.data.experimental.Optional.from_value({"a": 1.5, "b": tf.SparseTensor([[0]], [7], [3])})
        none = tf.data.experimental.Optional.none_from_structure(some.value_structure)
        assert sess.run([some.has_value(), none.has_value()]) == [True, False]
        found = sess.run(some.get_value())
        assert found["a"] == 1.5 and found["b"].values.tolist() == [7]
        with pytest.raises(tf.errors.InvalidArgumentError, match="does not have a value"):
            sess.run(none.get_value())


def test_an_iterator_can_end_without_an_error():
    with tf.Graph().as_default(), tf.Session() as sess:
        following = tf.data.experimental.get_next_as_optional(tf.data.Dataset.range(2).make_one_shot_iterator())
        both = [following.has_value(), tf.cond(following.has_value(), following.get_value, lambda: np.int64(-1))]
        assert [sess.run(both) for _ in range(4)] == [[True, 0], [True, 1], [False, -1], [False, -1]]


def test_a_dataset_is_written_to_a_file_that_can_be_read(tmp_path):
    path = str(tmp_path / "a.tfrecords")
    with tf.Graph().as_default(), tf.Session() as sess:
        dataset = tf.data.Dataset.from_tensor_slices(["a", "b", ""])
        sess.run(tf.data.experimental.TFRecordWriter(path, "GZIP").write(dataset))
        with pytest.raises(TypeError, match="scalar"):
            tf.data.experimental.TFRecordWriter(path).write(tf.data.Dataset.range(3))
    assert list(tf.python_io.tf_record_iterator(path, "GZIP")) == [b"a", b"b", b""]


def test_statistics_are_collected():
    with tf.Graph().as_default(), tf.Session() as sess:
        aggregator = tf.data.experimental.StatsAggregator()
        options = tf.data.Options()
        options.experimental_stats.aggregator = aggregator
        options.experimental_stats.prefix = "train"
        dataset = tf.data.Dataset.from_tensor_slices(["a", "bcd"])
        dataset = dataset.apply(tf.data.experimental.bytes_produced_stats("bytes"))
        dataset = dataset.apply(tf.data.experimental.latency_stats("time")).with_options(options)
        iterator = dataset.make_initializable_iterator()
        x = iterator.get_next()
        sess.run(iterator.initializer)
        for _ in range(2):
            sess.run(x)
        summary = tf.Summary.FromString(sess.run(aggregator.get_summary()))
    values = {v.tag: v.histo for v in summary.value}
    assert values["train::bytes"].num == 2 and values["train::bytes"].sum == 4 and values["train::bytes"].max == 3
    assert values["train::time"].num == 2 and values["train::time"].min > 0


def test_options_are_checked_and_merged():
    a, b = tf.data.Options(), tf.data.Options()
    a.experimental_deterministic = False
    b.experimental_optimization.map_fusion = True
    both = a.merge(b)
    assert both.experimental_deterministic is False and both.experimental_optimization.map_fusion is True
    with pytest.raises(TypeError, match="must be of type"):
        a.experimental_deterministic = "no"
    with pytest.raises(AttributeError, match="Cannot set the property"):
        a.unknown = 1
    b.experimental_deterministic = True
    with pytest.raises(ValueError, match="Cannot merge"):
        a.merge(b)


def test_a_bad_csv_record_is_named_and_the_others_come(tmp_path):
    path = tmp_path / "bad.csv"
    path.write_text("1,2\n3,x\n5\n7,8\n")
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.data.experimental.CsvDataset(str(path), [tf.int32, tf.int32]).make_one_shot_iterator().get_next()
        assert sess.run(x) == (1, 2)
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"not a valid int32: x.*record 1 of file .*bad\.csv"):
            sess.run(x)
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"Expect 2 fields but have 1.*record 2 of file"):
            sess.run(x)
        assert sess.run(x) == (7, 8)
        with pytest.raises(tf.errors.OutOfRangeError):
            sess.run(x)


def test_lmdb_records_come_in_the_order_of_keys(tmp_path):
    lmdb = pytest.importorskip("lmdb")
    with lmdb.open(str(tmp_path / "db")) as db, db.begin(write=True) as transaction:
        for i in (2, 0, 1):
            transaction.put(b"key %d" % i, b"value %d" % i)
    with tf.Graph().as_default(), tf.Session() as sess:
        pair = tf.contrib.data.LMDBDataset(str(tmp_path / "db")).batch(3).make_one_shot_iterator().get_next()
        assert [v.tolist() for v in sess.run(pair)] == [
            [b"key %d" % i for i in range(3)],
            [b"value %d" % i for i in range(3)],
        ]
        queue = tf.train.string_input_producer([str(tmp_path / "db")], num_epochs=1)
        key, value = tf.LMDBReader().read(queue)
        sess.run(tf.local_variables_initializer())
        coordinator = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess, coordinator)
        assert [sess.run([key, value]) for _ in range(3)] == [[b"key %d" % i, b"value %d" % i] for i in range(3)]
        with pytest.raises(tf.errors.OutOfRangeError):
            sess.run(key)
        coordinator.request_stop()
        coordinator.join(threads)


def test_a_dataset_is_reduced_to_one_result():
    with tf.Graph().as_default(), tf.Session() as sess:
        total = tf.contrib.data.Reducer(lambda key: np.int64(0), lambda state, x: state + x, lambda state: state * 2)
        assert sess.run(tf.contrib.data.reduce_dataset(tf.data.Dataset.range(5), total)) == 20


def test_windows_slide():
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.data.Dataset.range(8).apply(tf.contrib.data.sliding_window_batch(3, window_shift=2, window_stride=2))
        x = x.make_one_shot_iterator().get_next()
        assert [sess.run(x).tolist() for _ in range(2)] == [[0, 2, 4], [2, 4, 6]]
        with pytest.raises(tf.errors.OutOfRangeError):
            sess.run(x)
