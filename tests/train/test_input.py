"""Pipelines of queues: producers, readers and batching, compared with TensorFlow where the order is fixed."""

import numpy as np
import pytest

import penstock as tf
from tests.ops.queues.test_queues import assert_same
from tests.same_program import run_here

RUN = """
def drain(*fetches):
    sess = tf.Session(config=CONFIG)
    sess.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
    coord = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(sess=sess, coord=coord)
    found = []
    try:
        while not coord.should_stop() and len(found) < 500:
            found.append(sess.run(list(fetches)))
    except tf.errors.OutOfRangeError:
        pass
    finally:
        coord.request_stop()
    coord.join(threads, stop_grace_period_secs=30)
    sess.close()
    return found
def names():
    return [(op.name, op.type) for op in tf.get_default_graph().get_operations()]
"""

PROGRAMS = {
    "strings": """
        q = tf.train.string_input_producer(["a", "b", "c"], num_epochs=3, shuffle=True, seed=4)
        result = {"x": drain(q.dequeue()), "names": names()}
    """,
    "strings in order": """
        q = tf.train.string_input_producer(["a", "b", "c"], num_epochs=2, shuffle=False, name="files")
        result = {"x": drain(q.dequeue()), "names": names()}
    """,
    "range": """
        tf.set_random_seed(3)
        q = tf.train.range_input_producer(7, num_epochs=3, seed=5)
        result = {"x": drain(q.dequeue())}
    """,
    "slices": """
        a, b = tf.train.slice_input_producer([np.arange(6.0), [[str(i)] for i in range(6)]], num_epochs=2, seed=1)
        result = {"x": drain(a, b), "names": names()}
    """,
    "rows": """
        q = tf.train.input_producer(np.arange(12).reshape(4, 3), num_epochs=1, shuffle=False, summary_name="full")
        x = q.dequeue()
        result = {"x": drain(x), "shape": str(x.shape), "names": names()}
    """,
    "batch": """
        x = tf.train.range_input_producer(10, num_epochs=1, shuffle=False).dequeue()
        b, c = tf.train.batch([x, tf.cast(x, tf.float32) * [1.0, 2.0]], 4)
        result = {"x": drain(b, c), "shapes": [str(b.shape), str(c.shape)], "names": names()}
    """,
    "smaller final batch": """
        x = tf.train.range_input_producer(10, num_epochs=1, shuffle=False).dequeue()
        b = tf.train.batch({"a": x}, 4, allow_smaller_final_batch=True)
        result = {"x": drain(b["a"]), "shapes": str(b["a"].shape)}
    """,
    "padded": """
        x = tf.train.range_input_producer(6, num_epochs=1, shuffle=False).dequeue()
        b = tf.train.batch([tf.range(x)], 3, dynamic_pad=True)
        result = {"x": drain(b), "shape": str(b.shape)}
    """,
    "many at once": """
        x = tf.train.range_input_producer(6, num_epochs=1, shuffle=False).dequeue()
        b = tf.train.batch([tf.stack([x, x * 10])], 3, enqueue_many=True)
        result = {"x": drain(b)}
    """,
    "only the even": """
        x = tf.train.range_input_producer(10, num_epochs=1, shuffle=False).dequeue()
        b = tf.train.maybe_batch([x], tf.equal(x % 2, 0), 2)
        rows = tf.train.range_input_producer(4, num_epochs=1, shuffle=False, name="rows").dequeue()
        y = tf.stack([rows, rows + 10, rows + 20])
        c = tf.train.maybe_batch([y], tf.not_equal(y, 11), 2, enqueue_many=True)
        result = {"x": drain(b), "y": drain(c)}
    """,
    "shuffled": """
        x = tf.train.range_input_producer(20, num_epochs=1, shuffle=False, capacity=100).dequeue_many(20)
        b = tf.train.shuffle_batch([x], 4, capacity=30, min_after_dequeue=19, seed=7, enqueue_many=True,
                                   allow_smaller_final_batch=True)
        result = {"sorted": sorted(np.concatenate([v for v, in drain(b)]).tolist()), "names": names()}
    """,
    "joined": """
        parts = [{"v": tf.train.range_input_producer(5, num_epochs=1, shuffle=False).dequeue() + 10 * i}
                 for i in range(3)]
        b = tf.train.batch_join(parts, 5)["v"]
        parts = [[tf.train.range_input_producer(5, num_epochs=1).dequeue() + 10 * i] for i in range(2)]
        c = tf.train.shuffle_batch_join(parts, 5, 20, 5)
        result = {"b": sorted(np.concatenate([v for v, in drain(b)]).tolist()),
                  "c": sorted(np.concatenate([v for v, in drain(c)]).tolist())}
    """,
    "lines of files": """
        q = tf.train.string_input_producer(FILES, num_epochs=2, shuffle=False)
        reader = tf.TextLineReader(skip_header_lines=1)
        key, value = reader.read(q)
        result = {"x": [[k.rpartition(b"/")[2], v] for k, v in drain(key, value)], "names": names()}
    """,
    "matched files": """
        v = tf.train.match_filenames_once([FILES[0].replace("0.txt", "*.txt")])
        q = tf.train.string_input_producer(v, num_epochs=1, shuffle=False)
        key, value = tf.WholeFileReader().read(q)
        result = {"x": [[k.rpartition(b"/")[2], v] for k, v in drain(key, value)]}
    """,
    "sparse": """
        x = tf.train.range_input_producer(4, num_epochs=1, shuffle=False).dequeue()
        n = tf.cast(x, tf.int64)
        st = tf.SparseTensor(tf.reshape(tf.range(n), [-1, 1]), tf.fill([x], x), tf.reshape(n + 1, [1]))
        b, c = tf.train.batch([st, x], 2)
        result = {"x": drain(b.indices, b.values, b.dense_shape, c)}
    """,
}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    names = []
    for i in range(2):
        names.append(str(folder / f"{i}.txt"))
        (folder / f"{i}.txt").write_text("".join(f"file {i} line {k}\n" for k in range(4)))
    return names


@pytest.mark.parametrize("name", PROGRAMS)
def test_as_in_tensorflow(name, peer, files):
    import textwrap

    source = RUN + textwrap.dedent(PROGRAMS[name])
    here, there = run_here(source, FILES=files), peer.run(source, CONFIG=None, FILES=files)
    for key in here:
        if key == "names":  # the same operations, of the older kinds where 2.15 has newer ones
            assert [n for n, _ in here[key]] == [n for n, _ in there[key]]
        else:
            assert_same(here[key], there[key])


def test_bad_arguments_are_refused():
    x = tf.placeholder(tf.int32)
    with pytest.raises(ValueError, match="requires a non-null input tensor"):
        tf.train.string_input_producer([])
    with pytest.raises(ValueError, match="num_epochs must be > 0 not -1"):
        tf.train.limit_epochs(tf.constant(1), -1)
    with pytest.raises(ValueError, match="at least one tensor in slice_input_producer"):
        tf.train.slice_input_producer([])
    with pytest.raises(ValueError, match="fully defined shape"):
        tf.train.input_producer(tf.placeholder(tf.int32, [None, None]))
    with pytest.raises(ValueError, match="Cannot infer Tensor's rank"):
        tf.train.batch([x], 3)
    with pytest.raises(ValueError, match="at least one tensor in batch"):
        tf.train.batch([], 3)
    with pytest.raises(ValueError, match="capacity 5 must be bigger than min_after_dequeue 5"):
        tf.train.shuffle_batch([tf.constant(1)], 3, 5, 5)
    with pytest.raises(ValueError, match="must be known at graph construction"):
        tf.train.maybe_batch([tf.constant(1)], tf.placeholder(tf.bool), 3)
    with pytest.raises(ValueError, match="must have the same keys"):
        tf.train.batch_join([{"a": tf.constant(1)}, {"b": tf.constant(1)}], 3)
    with pytest.raises(TypeError, match="Expected types to be consistent: int32 vs. float32"):
        tf.train.batch_join([[tf.constant(1)], [tf.constant(1.0)]], 3)


def test_an_empty_list_of_files_fails_when_it_runs():
    with tf.Graph().as_default(), tf.Session() as sess:
        q = tf.train.string_input_producer(tf.constant([], tf.string), num_epochs=1)
        sess.run(tf.local_variables_initializer())
        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess, coord)
        with pytest.raises(tf.errors.InvalidArgumentError, match="non-null input tensor"):
            coord.join(threads, stop_grace_period_secs=20)
        with pytest.raises(tf.errors.OutOfRangeError):
            sess.run(q.dequeue())


def test_a_missing_file_stops_the_pipeline_with_its_name(files):
    with tf.Graph().as_default(), tf.Session() as sess:
        q = tf.train.string_input_producer([files[0], files[0] + "-none"], num_epochs=1, shuffle=False)
        _, line = tf.TextLineReader().read(q)
        lines = tf.train.batch([line], 2)
        sess.run(tf.local_variables_initializer())
        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess, coord)
        assert [sess.run(lines)[0] for _ in range(2)] == [b"file 0 line 0", b"file 0 line 2"]
        with pytest.raises(tf.errors.NotFoundError, match="-none"):
            coord.join(threads, stop_grace_period_secs=20)


def test_a_reader_of_ones_own():
    from penstock.ops.io import readers
    from penstock.ops.io.reader_state import Reader

    class Words(Reader):
        def records(self, work):
            for i, word in enumerate(work.split()):
                yield b"%d" % i, word

    names = {name: {"default": "", "type": "string"} for name in ("container", "shared_name")}
    out = [{"name": "reader_handle", "type": "resource"}]
    sig = {"inputs": [], "outputs": out, "is_stateful": True, "attrs": names}
    readers.register_reader("WordsReader", Words, sig=sig)
    with tf.Graph().as_default(), tf.Session() as sess:
        q = tf.FIFOQueue(5, tf.string, [()])
        key, value = tf.ReaderBase(tf.raw_ops.WordsReader()).read(q)
        sess.run(q.enqueue_many([["one two", "three"]]))
        got = [sess.run([key, value]) for _ in range(3)]
        assert got == [[b"0", b"one"], [b"1", b"two"], [b"0", b"three"]]


def test_records_are_read_exactly_once_by_many_threads(tmp_path):
    names = []
    for i in range(6):
        name = str(tmp_path / f"{i}.tfrecords")
        with tf.python_io.TFRecordWriter(name) as writer:
            for k in range(50):
                writer.write(b"%d" % (i * 50 + k))
        names.append(name)
    with tf.Graph().as_default(), tf.Session() as sess:
        q = tf.train.string_input_producer(names, num_epochs=2)
        _, value = tf.TFRecordReader().read(q)
        batch = tf.train.shuffle_batch([value], 16, 100, 30, num_threads=8, allow_smaller_final_batch=True)
        sess.run(tf.local_variables_initializer())
        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess, coord)
        got = []
        with pytest.raises(tf.errors.OutOfRangeError):
            while True:
                got.extend(int(v) for v in sess.run(batch))
        coord.request_stop()
        coord.join(threads, stop_grace_period_secs=30)
    assert np.bincount(got, minlength=300).tolist() == [2] * 300
