"""tf.data: what datasets give, in which order and with which errors, compared with TensorFlow."""

import textwrap
import threading
import time

import numpy as np
import pytest

import penstock as tf
from tests.ops.queues.test_queues import assert_same, in_thread, until
from tests.same_program import run_here

HELPERS = """
D = tf.data.Dataset
def first(dataset, most=60):
    # The elements as a one-shot iterator gives them, "end" if it ended.
    x = dataset.make_one_shot_iterator().get_next()
    with tf.Session(config=CONFIG) as sess:
        found = []
        try:
            for _ in range(most):
                found.append(sess.run(x))
        except tf.errors.OutOfRangeError:
            found.append("end")
        return found
def about(dataset):
    return [str(dataset.output_types), str(dataset.output_shapes)]
"""

DATASETS = {
    "tensors": "D.from_tensors((1, {'a': [1.0, 2.0]}))",
    "slices": "D.from_tensor_slices(({'a': np.arange(4), 'b': np.arange(8.0).reshape(4, 2)}, ['w', 'x', 'y', 'z']))",
    "range": "D.range(10, 2, -3)",
    "zip": "D.zip((D.range(3), (D.range(5, 9), D.from_tensor_slices(['a', 'b', 'c']))))",
    "concatenate": "D.range(3).concatenate(D.range(10, 12))",
    "map": "D.range(5).map(lambda x: (x * 2, tf.cast(x, tf.float32)))",
    "map of dictionaries": "D.from_tensor_slices({'a': [1, 2]}).map(lambda d: {'b': d['a'] + 1, 'c': 'x'})",
    "map of pairs": "D.from_tensor_slices(([1, 2], [3, 4])).map(lambda x, y: x * y)",
    "nested pairs": "D.zip((D.range(2), (D.range(2), D.range(2)))).map(lambda x, yz: x + yz[0] + yz[1])",
    "parallel map": "D.range(20).map(lambda x: x * x, num_parallel_calls=4)",
    "flat map": "D.range(4).flat_map(lambda x: D.range(x))",
    "flat map of batches": "D.from_tensor_slices(np.arange(6).reshape(2, 3)).flat_map(D.from_tensor_slices)",
    "interleave": "D.range(1, 6).interleave(lambda x: D.from_tensors(x).repeat(6), cycle_length=2, block_length=4)",
    "interleave of different lengths": "D.range(6).interleave(lambda x: D.range(x * 10, x * 11), 3, 2)",
    "parallel interleave": "D.range(6).interleave(lambda x: D.range(x * 10, x * 12), 3, 2, num_parallel_calls=3)",
    "filter": "D.range(10).filter(lambda x: tf.less(x % 3, 2))",
    "batch": "D.range(7).batch(3)",
    "batch without remainder": "D.range(7).batch(3, drop_remainder=True)",
    "batch of strings": "D.from_tensor_slices((['a', 'b', 'c'], np.arange(3.0))).batch(2)",
    "batch of batches": "D.range(8).batch(2).batch(2)",
    "padded batch": "D.range(1, 6).map(lambda x: tf.fill([tf.cast(x, tf.int32)], x)).padded_batch(2, [None])",
    "padded batch of pairs": "D.range(3).map(lambda x: (tf.range(x), tf.as_string(x))).padded_batch("
    "2, ([4], []), (np.int64(-1), ''))",
    "shuffle": "D.range(20).shuffle(5, seed=3)",
    "shuffle all": "D.range(12).shuffle(100, seed=3)",
    "shuffle and repeat": "D.range(6).shuffle(4, seed=5).map(lambda x: x).repeat(3)",
    "the same order each time": "D.range(6).shuffle(4, seed=5, reshuffle_each_iteration=False).repeat(3)",
    "repeat and shuffle": "D.range(6).repeat(3).shuffle(7, seed=9)",
    "repeat": "D.range(3).repeat(2)",
    "repeat for ever": "D.range(3).repeat()",
    "repeat nothing": "D.range(0).repeat(3)",
    "take": "D.range(5).take(3)",
    "take all": "D.range(3).take(-1)",
    "skip": "D.range(5).skip(3)",
    "skip all": "D.range(5).skip(-1)",
    "shard": "D.range(10).shard(3, 1)",
    "cache": "D.range(3).map(lambda x: x + 1).cache().repeat(2)",
    "prefetch": "D.range(10).prefetch(3)",
    "window": "D.range(7).window(3, 2, 1, True).flat_map(lambda w: w.batch(3))",
    "window with stride": "D.range(9).window(2, stride=3).flat_map(lambda w: w.batch(2))",
    "window with gaps": "D.range(11).window(2, shift=4).flat_map(lambda w: w.batch(2))",
    "enumerate": "D.from_tensor_slices(['a', 'b']).enumerate(5)",
    "sparse": "D.from_tensors(tf.SparseTensor([[0, 1], [2, 0]], [1.0, 2.0], [3, 3])).repeat(2)",
    "sparse batch": "D.from_tensor_slices(tf.SparseTensor([[0, 1], [2, 0]], [1.0, 2.0], [3, 3])).batch(2)",
    "sparse map": "D.range(2).map(lambda x: tf.SparseTensor([[x]], [x], [3]))",
    "sparse slices": "D.from_sparse_tensor_slices(tf.SparseTensor([[0, 1], [2, 0]], [1.0, 2.0], [3, 3]))",
    "generator": "D.from_generator(lambda: iter([(1, 'a'), (2, 'b')]), (tf.int32, tf.string), ([], [])).repeat(2)",
    "generator of vectors": "D.from_generator(lambda: (np.arange(i) for i in range(3)), tf.int64, [None])",
    "generator with arguments": "D.from_generator(lambda n: iter(range(n)), tf.int32, args=(4,))",
    "lines": "tf.data.TextLineDataset(FILES)",
    "lines after the header": "D.from_tensor_slices(FILES).flat_map(lambda f: tf.data.TextLineDataset(f).skip(1)."
    "filter(lambda l: tf.not_equal(tf.substr(l, 0, 1), '#')))",
    "lines of several files at once": "tf.data.TextLineDataset(FILES, num_parallel_reads=2)",
    "fixed length": "tf.data.FixedLengthRecordDataset(FILES, 4, 3, 2)",
    "files": "D.list_files(FILES[0][:-5] + '*.txt', shuffle=False).map(tf.read_file)",
    "py_func": "D.range(3).map(lambda x: tf.py_func(lambda v: v + 1, [x], tf.int64))",
    "condition": "D.range(4).map(lambda x: tf.cond(x > 1, lambda: x * 10, lambda: x))",
    "loop": "D.range(4).map(lambda x: tf.while_loop(lambda i, s: i < x, lambda i, s: (i + 1, s + i), "
    "(tf.constant(0, tf.int64), tf.constant(0, tf.int64)))[1])",
    "apply": "D.range(4).apply(lambda d: d.map(lambda x: -x))",
    "unbatch": "D.from_tensor_slices(np.arange(6).reshape(2, 3)).apply(tf.data.experimental.unbatch())",
    "scan": "D.range(5).apply(tf.data.experimental.scan(np.int64(1), lambda s, x: (s + x, s * x)))",
    "group by window": "D.range(10).apply(tf.data.experimental.group_by_window("
    "lambda x: x % 2, lambda k, d: d.batch(3), 3))",
    "map_and_batch": "D.range(7).apply(tf.data.experimental.map_and_batch(lambda x: x * 2, 3))",
    "ignore errors": "D.from_tensor_slices([1.0, 0.0, 2.0]).map(lambda x: tf.check_numerics(1.0 / x, 'bad'))"
    ".apply(tf.data.experimental.ignore_errors())",
    "take while": "D.range(10).apply(tf.data.experimental.take_while(lambda x: x < 4))",
    "unique": "D.from_tensor_slices([3, 1, 3, 2, 1]).apply(tf.data.experimental.unique())",
    "buckets": "D.range(1, 9).map(lambda x: tf.fill([tf.cast(x, tf.int32)], x)).apply("
    "tf.data.experimental.bucket_by_sequence_length(lambda x: tf.size(x), [3, 6], [2, 2, 2]))",
    "choice": "tf.data.experimental.choose_from_datasets([D.range(3), D.range(10, 15)], "
    "D.from_tensor_slices(np.array([0, 1, 1, 0, 0, 0, 1])))",
    "sample": "tf.data.experimental.sample_from_datasets([D.range(5), D.range(10, 15)], [0.5, 0.5], seed=3)",
    "random": "tf.data.experimental.RandomDataset(seed=4).take(5)",
    "counter": "tf.data.experimental.Counter(3, 2).take(4)",
}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    for i in range(2):
        (folder / f"{i}.txt").write_text(f"header {i}\r\nline 0\n# comment\n\nlast of {i}")
    return [str(folder / f"{i}.txt") for i in range(2)]


@pytest.mark.parametrize("name", DATASETS)
def test_as_in_tensorflow(name, peer, files):
    source = HELPERS + f"dataset = {DATASETS[name]}\nresult = {{'elements': first(dataset), 'about': about(dataset)}}"
    here, there = run_here(source, FILES=files), peer.run(source, CONFIG=None, FILES=files)
    assert_same(as_tuples(here["elements"]), there["elements"])
    clean = lambda text: text.replace("tf.", "").replace("<dtype: '", "").replace("'>", "")  # noqa: E731
    assert [clean(t) for t in here["about"]] == [clean(t) for t in there["about"]]


def as_tuples(value):
    """What the peer makes of values on the way: named tuples are tuples."""
    if isinstance(value, dict):
        return {k: as_tuples(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(map(as_tuples, value)) if type(value) in (list, tuple) else tuple(map(as_tuples, value))
    return value


PROGRAMS = {
    "initializable": """
        n = tf.placeholder(tf.int64, [])
        it = D.range(n).make_initializable_iterator()
        x = it.get_next()
        sess = tf.Session(config=CONFIG)
        found = []
        for count in (2, 3):
            sess.run(it.initializer, {n: count})
            for _ in range(count + 2):
                try:
                    found.append(int(sess.run(x)))
                except tf.errors.OutOfRangeError:
                    found.append("end")
        result = {"x": found}
    """,
    "reinitializable": """
        train, check = D.range(5).map(lambda x: x * 10), D.range(3)
        it = tf.data.Iterator.from_structure(train.output_types, train.output_shapes)
        x = it.get_next()
        a, b = it.make_initializer(train), it.make_initializer(check)
        sess = tf.Session(config=CONFIG)
        found = []
        for start in (a, b, a):
            sess.run(start)
            found += [int(sess.run(x)) for _ in range(2)]
        result = {"x": found}
    """,
    "feedable": """
        handle = tf.placeholder(tf.string, [])
        one = D.range(100).make_one_shot_iterator()
        other = D.range(1000, 1003).make_initializable_iterator()
        it = tf.data.Iterator.from_string_handle(handle, tf.int64, [])
        x = it.get_next()
        sess = tf.Session(config=CONFIG)
        h1, h2 = sess.run([one.string_handle(), other.string_handle()])
        found = []
        sess.run(other.initializer)
        for h in (h1, h2, h1, h2, h2, h1):
            found.append(int(sess.run(x, {handle: h})))
        result = {"x": found}
    """,
    "order after a new start": """
        it = D.range(8).shuffle(4, seed=7).map(lambda x: x).repeat(2).make_initializable_iterator()
        x = it.get_next()
        sess = tf.Session(config=CONFIG)
        found = []
        for _ in range(2):
            sess.run(it.initializer)
            found.append([int(sess.run(x)) for _ in range(16)])
        result = {"x": found}
    """,
    "a graph seed": """
        tf.set_random_seed(42)
        a = D.range(10).shuffle(10)
        b = D.range(10).shuffle(10, seed=1)
        ia, ib = a.make_initializable_iterator(), b.make_initializable_iterator()
        x = [ia.get_next(), ib.get_next()]
        sess = tf.Session(config=CONFIG)
        sess.run([ia.initializer, ib.initializer])
        result = {"x": [sess.run(x)[1] for _ in range(10)]}
    """,
    "several parts of one element": """
        a, b = D.zip((D.range(5), D.range(10, 15))).make_one_shot_iterator().get_next()
        sess = tf.Session(config=CONFIG)
        result = {"x": [sess.run(a), sess.run(b), sess.run([a, b]), sess.run(a + b)]}
    """,
    "reduce": """
        sess = tf.Session(config=CONFIG)
        total = D.range(10).reduce(np.int64(0), lambda s, x: s + x)
        both = D.range(5).reduce((np.int64(0), 1.0), lambda s, x: (s[0] + x, s[1] * 2.0))
        grown = D.range(4).reduce(tf.constant([], tf.int64), lambda s, x: tf.concat([s, [x]], 0))
        result = {"total": sess.run(total), "both": list(sess.run(both)), "grown": sess.run(grown)}
    """,
    "random numbers in a function": """
        it = D.range(4).map(lambda x: tf.random_uniform([], seed=4)).make_initializable_iterator()
        x = it.get_next()
        sess = tf.Session(config=CONFIG)
        sess.run(it.initializer)
        found = [float(sess.run(x)) for _ in range(4)]
        result = {"different": len(set(found))}
    """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_iterators_are_those_of_tensorflow(name, peer):
    source = HELPERS + textwrap.dedent(PROGRAMS[name])
    here, there = run_here(source), peer.run(source, CONFIG=None)
    for key in here:
        assert_same(here[key], there[key])


ERRORS = {
    "not initialized": "sess.run(D.range(3).make_initializable_iterator().get_next())",
    "end": "x = D.range(0).make_one_shot_iterator().get_next(); sess.run(x)",
    "shapes in a batch": "run(D.range(3).map(lambda x: tf.fill([tf.cast(x, tf.int32)], x)).batch(3))",
    "batch of nothing": "run(D.range(3).batch(0))",
    "shuffle of nothing": "run(D.range(3).shuffle(0))",
    "pad too little": "run(D.range(3, 4).map(lambda x: tf.fill([tf.cast(x, tf.int32)], x)).padded_batch(1, [2]))",
    "step of zero": "run(D.range(0, 3, 0))",
    "shard outside": "run(D.range(3).shard(2, 2))",
    "missing file": "run(tf.data.TextLineDataset('/nowhere/at/all'))",
    "placeholder": "D.range(tf.placeholder(tf.int64, [])).make_one_shot_iterator()",
    "variable": "v = tf.Variable(np.int64(3)); D.range(3).map(lambda x: x + v).make_one_shot_iterator()",
    "no initializer": "D.range(3).make_one_shot_iterator().initializer",
    "zip of lists": "D.zip([D.range(3), D.range(3)])",
    "filter of numbers": "D.range(3).filter(lambda x: x)",
    "types of initializers": "tf.data.Iterator.from_structure(tf.int32, []).make_initializer(D.range(3))",
    "shapes of initializers": "tf.data.Iterator.from_structure(tf.int64, [2]).make_initializer(D.range(3))",
    "concatenate": "D.range(3).concatenate(D.from_tensors(1.0))",
    "no matching files": "run(D.list_files('/nowhere-at-all*'))",
    "generator's type": "run(D.from_generator(lambda: iter(['x']), tf.int64))",
    "generator's shape": "run(D.from_generator(lambda: iter([[1, 2]]), tf.int64, [3]))",
    "not a generator": "D.from_generator([1, 2], tf.int64)",
    "exception in a generator": "run(D.from_generator(lambda: (1 / 0 for _ in range(2)), tf.int64))",
    "first dimensions": "D.from_tensor_slices(([1, 2], [1, 2, 3]))",
}
ERROR_PROGRAM = (
    HELPERS
    + """
def run(dataset):
    it = dataset.make_initializable_iterator()
    x = it.get_next()
    sess.run(it.initializer)
    sess.run(x)
sess = tf.Session(config=CONFIG)
result = {{"kind": "none"}}
try:
    {body}
except Exception as e:
    result = {{"kind": type(e).__name__}}
"""
)


@pytest.mark.parametrize("name", ERRORS)
def test_errors_are_of_tensorflows_classes(name, peer):
    source = ERROR_PROGRAM.format(body=ERRORS[name])
    assert run_here(source)["kind"] == peer.run(source, CONFIG=None)["kind"] != "none"


# -- what the peer cannot tell -----------------------------------------------------------------------------------------


def elements(dataset, count=1000):
    x = dataset.make_one_shot_iterator().get_next()
    found = []
    with tf.Session() as sess:
        try:
            for _ in range(count):
                found.append(sess.run(x))
        except tf.errors.OutOfRangeError:
            pass
    return found


@pytest.fixture(autouse=True)
def own_graph():
    with tf.Graph().as_default():
        yield


def test_a_function_sees_the_current_value_of_a_resource_variable():
    v = tf.get_variable("v", initializer=np.int64(3), use_resource=True)
    it = tf.data.Dataset.range(4).map(lambda x: x + v).make_initializable_iterator()
    x = it.get_next()
    with tf.Session() as sess:
        sess.run(v.initializer)
        sess.run(it.initializer)
        assert sess.run(x) == 3
        sess.run(v.assign(100))
        assert sess.run(x) == 101


def test_shuffle_and_repeat_mixes_neighbouring_epochs_only():
    dataset = tf.data.Dataset.range(5).apply(tf.data.experimental.shuffle_and_repeat(3, 3, seed=2))
    found = [int(v) for v in elements(dataset)]
    assert [sorted(found[i : i + 5]) for i in (0, 5, 10)] == [[0, 1, 2, 3, 4]] * 3


def test_functions_of_flat_map_must_give_datasets():
    with pytest.raises(TypeError, match="`map_func` must return a `Dataset` object"):
        tf.data.Dataset.range(3).flat_map(lambda x: x)


def test_an_error_in_a_function_loses_no_other_element():
    for calls in (None, 3):
        bad = tf.data.Dataset.range(6).map(
            lambda x: tf.py_func(lambda v: 1 / 0 if v == 2 else v, [x], tf.int64), num_parallel_calls=calls
        )
        x = bad.prefetch(2).make_one_shot_iterator().get_next()
        found = []
        with tf.Session() as sess:
            for _ in range(6):
                try:
                    found.append(int(sess.run(x)))
                except tf.errors.UnknownError as error:
                    assert "ZeroDivisionError" in error.message
                    found.append("error")
            for _ in range(2):
                with pytest.raises(tf.errors.OutOfRangeError):
                    sess.run(x)
        assert found == [0, 1, "error", 3, 4, 5]


def test_each_element_goes_to_exactly_one_of_16_threads():
    dataset = tf.data.Dataset.range(800).map(lambda x: x, num_parallel_calls=4).shuffle(50).prefetch(8)
    x = dataset.make_one_shot_iterator().get_next()
    got, lock = [], threading.Lock()
    with tf.Session() as sess:

        def take():
            mine = []
            try:
                while True:
                    mine.append(int(sess.run(x)))
            except tf.errors.OutOfRangeError:
                with lock:
                    got.extend(mine)

        waiting = [in_thread(lambda: (take(), 1)[1]) for _ in range(16)]
        assert [w() for w in waiting] == [1] * 16
    assert sorted(got) == list(range(800))


def test_closing_the_session_ends_threads_and_who_waits(waiters):
    release = threading.Event()

    def slow(v):
        release.wait(60)
        return v

    dataset = tf.data.Dataset.range(100).map(lambda x: tf.py_func(slow, [x], tf.int64)).prefetch(2)
    x = dataset.make_one_shot_iterator().get_next()
    sess = tf.Session()
    waiting = in_thread(lambda: sess.run(x))
    waiters(1)
    sess.close()
    with pytest.raises(tf.errors.CancelledError):
        waiting()
    release.set()


def test_a_time_limit_ends_waiting_and_loses_no_element():
    release = threading.Event()

    def slow(v):
        if v == 0:
            release.wait(60)
        return v

    dataset = tf.data.Dataset.range(3).map(lambda x: tf.py_func(slow, [x], tf.int64)).prefetch(2)
    x = dataset.make_one_shot_iterator().get_next()
    with tf.Session() as sess:
        with pytest.raises(tf.errors.DeadlineExceededError):
            sess.run(x, options=tf.RunOptions(timeout_in_ms=100))
        release.set()
        assert [sess.run(x) for _ in range(3)] == [0, 1, 2]


def test_prefetching_does_not_run_away():
    made = []
    dataset = tf.data.Dataset.from_generator(lambda: (made.append(i) or i for i in range(1000)), tf.int64).prefetch(3)
    x = dataset.make_one_shot_iterator().get_next()
    with tf.Session() as sess:
        sess.run(x)
        until(lambda: len(made) >= 4)
        time.sleep(0.05)
        assert len(made) <= 6


def test_a_generator_is_closed_when_its_iterator_is():
    closed = []

    def generator():
        try:
            yield from range(100)
        finally:
            closed.append(True)

    it = tf.data.Dataset.from_generator(generator, tf.int64).make_initializable_iterator()
    x = it.get_next()
    with tf.Session() as sess:
        sess.run(it.initializer)
        sess.run(x)
        sess.run(it.initializer)
        assert closed == [True]
        sess.run(x)
    assert closed == [True, True]


def test_what_is_fetched_may_be_changed():
    array = np.arange(6.0).reshape(3, 2)
    for dataset in (
        tf.data.Dataset.from_tensors(array).repeat(3),
        tf.data.Dataset.from_tensor_slices(array).batch(3).repeat(3),
        tf.data.Dataset.from_tensors(array).cache().repeat(3),
    ):
        x = dataset.make_one_shot_iterator().get_next()
        with tf.Session() as sess:
            for _ in range(3):
                value = sess.run(x)
                np.testing.assert_array_equal(value, array)
                value[:] = -1


def test_a_cache_in_files_is_read_by_the_next_session(tmp_path):
    calls = []
    dataset = tf.data.Dataset.range(4).map(
        lambda x: (tf.py_func(lambda v: calls.append(1) or v, [x], tf.int64), tf.as_string(x))
    )
    dataset = dataset.cache(str(tmp_path / "cache"))
    for _ in range(2):
        found = elements(dataset)
        assert [(int(a), b) for a, b in found] == [(i, b"%d" % i) for i in range(4)]
    assert len(calls) == 4


def test_records_written_are_records_read(tmp_path):
    names = [str(tmp_path / f"{i}.tfrecords") for i in range(2)]
    for i, name in enumerate(names):
        with tf.python_io.TFRecordWriter(name) as writer:
            for k in range(3):
                writer.write(b"%d-%d" % (i, k))
    assert elements(tf.data.TFRecordDataset(names)) == [b"%d-%d" % (i, k) for i in range(2) for k in range(3)]
    data = bytearray((tmp_path / "0.tfrecords").read_bytes())
    data[-6] ^= 1
    (tmp_path / "0.tfrecords").write_bytes(data)
    x = tf.data.TFRecordDataset(names).make_one_shot_iterator().get_next()
    with tf.Session() as sess:
        assert [sess.run(x) for _ in range(2)] == [b"0-0", b"0-1"]
        with pytest.raises(tf.errors.DataLossError, match="0.tfrecords"):
            sess.run(x)
        assert sess.run(x) == b"1-0"  # the other files are not lost


def test_iterators_restarted_at_random_never_hang():
    dataset = tf.data.Dataset.range(40).map(lambda x: x, num_parallel_calls=3).shuffle(8).prefetch(4).batch(3)
    it = dataset.make_initializable_iterator()
    x = it.get_next()
    before = threading.active_count()
    with tf.Session() as sess:
        sess.run(it.initializer)

        def use(i):
            for k in range(60):
                try:
                    if (k + i) % 7 == 0:
                        sess.run(it.initializer)
                    else:
                        sess.run(x)
                except (tf.errors.OutOfRangeError, tf.errors.CancelledError):
                    pass
            return True

        assert all([w() for w in [in_thread(lambda i=i: use(i)) for i in range(6)]])
    until(lambda: threading.active_count() <= before + 12)
