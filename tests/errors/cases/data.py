"""Datasets: bad arguments, elements that do not fit together, damaged files."""

# ruff: noqa: E501 - a table: one row is one case

import gzip
import os

import numpy as np

from tests.errors.side import every, fed, folder, run, tf, written

data = tf.data
Dataset = data.Dataset


def _range(n=6):
    return Dataset.range(n)


def _ragged():
    """Vectors of length 0, 1, 2, ..."""
    return _range().map(lambda n: tf.fill([n], n))


def _generator(values, types, shapes=None):
    def generate():
        yield from values

    return Dataset.from_generator(generate, types, shapes)


def _failing_generator():
    def generate():
        yield 1
        raise ValueError("the source is empty")

    return Dataset.from_generator(generate, tf.int64)


def _records(n=3):
    path = os.path.join(folder(), "r.tfrecord")
    with tf.python_io.TFRecordWriter(path) as w:
        for i in range(n):
            w.write(b"record %d" % i)
    with open(path, "rb") as f:
        return f.read()


def _cut_record():
    return written(_records()[:-3])


def _damaged_record():
    text = bytearray(_records())
    text[14] ^= 0xFF
    return written(bytes(text))


def _damaged_length():
    text = bytearray(_records())
    text[1] ^= 0xFF
    return written(bytes(text))


def _example(**features):
    return tf.train.Example(features=tf.train.Features(feature=features)).SerializeToString()


def _ints(*values):
    return tf.train.Feature(int64_list=tf.train.Int64List(value=values))


def _parse(text, spec):
    return run(tf.parse_single_example(tf.constant(text), spec))


def _csv(text, **options):
    return data.experimental.make_csv_dataset(
        written(text, "a.csv"), batch_size=2, num_epochs=1, shuffle=False, **options
    )


def _iterator_of(types, shapes=None):
    return data.Iterator.from_structure(types, shapes)


def _uninitialized():
    iterator = data.make_initializable_iterator(_range())
    following = iterator.get_next()
    with tf.Session() as s:
        s.run(following)


def _past_the_end():
    following = data.make_one_shot_iterator(_range(1)).get_next()
    with tf.Session() as s:
        s.run(following)
        s.run(following)


def _one_shot_over_a_variable():
    v = tf.get_variable("v", [], tf.int64)
    return data.make_one_shot_iterator(_range().map(lambda x: x + v))


def _feedable(types):
    handle = tf.placeholder(tf.string, [])
    it = data.make_one_shot_iterator(_range())
    f = data.Iterator.from_string_handle(handle, types, tf.TensorShape([]))
    following = f.get_next()
    with tf.Session() as s:
        s.run(following, {handle: s.run(it.string_handle())})


CASES = {
    "tensor slices of a scalar": lambda: Dataset.from_tensor_slices(3),
    "tensor slices of different lengths": lambda: Dataset.from_tensor_slices(([1, 2, 3], [1, 2])),
    "tensor slices of nothing": lambda: Dataset.from_tensor_slices([]),
    "tensor slices of ragged lists": lambda: Dataset.from_tensor_slices([[1, 2], [3]]),
    "tensor slices of different lengths, unknown": lambda: every(
        Dataset.from_tensor_slices((fed([1, 2, 3]), fed([1, 2])))
    ),
    "sparse slices of a dense tensor": lambda: Dataset.from_sparse_tensor_slices([1, 2]),
    "a generator that is none": lambda: Dataset.from_generator([1, 2], tf.int64),
    "a generator without types": lambda: Dataset.from_generator(lambda: iter([1]), None),
    "generator: text for numbers": lambda: every(_generator(["a"], tf.int64)),
    "generator: a float for an integer": lambda: every(_generator([1.5], tf.int64)),
    "generator: another shape": lambda: every(_generator([[1, 2]], tf.int64, tf.TensorShape([3]))),
    "generator: another structure": lambda: every(_generator([1], (tf.int64, tf.int64))),
    "generator: too many components": lambda: every(_generator([(1, 2, 3)], (tf.int64, tf.int64))),
    "generator: a missing key": lambda: every(_generator([{"a": 1}], {"a": tf.int64, "b": tf.int64})),
    "generator: raises": lambda: every(_failing_generator()),
    "generator: returns nothing iterable": lambda: every(Dataset.from_generator(lambda: 3, tf.int64)),
    "range without arguments": lambda: Dataset.range(),
    "range with four arguments": lambda: Dataset.range(1, 2, 3, 4),
    "range with step zero": lambda: every(Dataset.range(1, 5, 0)),
    "range of a float": lambda: Dataset.range(1.5),
    "range of text": lambda: Dataset.range("a"),
    "batch of zero": lambda: every(_range().batch(0)),
    "batch of a negative number": lambda: every(_range().batch(-1)),
    "batch of a float": lambda: _range().batch(2.5),
    "batch of a vector": lambda: _range().batch([2]),
    "batch of text": lambda: _range().batch("2"),
    "batch of elements of different shapes": lambda: every(_ragged().batch(2)),
    "padded batch without shapes": lambda: _range().padded_batch(2),
    "padded batch: shape too small": lambda: every(_ragged().padded_batch(4, [2])),
    "padded batch: wrong rank": lambda: every(_ragged().padded_batch(2, [None, None])),
    "padded batch: wrong known rank": lambda: Dataset.from_tensors([1, 2]).padded_batch(2, []),
    "padded batch: known shape too small": lambda: Dataset.from_tensors([1, 2]).padded_batch(2, [1]),
    "padded batch: other structure": lambda: Dataset.zip((_ragged(), _range())).padded_batch(2, ([None],)),
    "padded batch: padding of another type": lambda: _ragged().padded_batch(2, [None], padding_values=1.5),
    "padded batch: padding is text": lambda: _ragged().padded_batch(2, [None], padding_values="a"),
    "padded batch: padding is no scalar": lambda: _ragged().padded_batch(2, [None], padding_values=np.array([1, 2])),
    "padded batch of zero": lambda: every(_ragged().padded_batch(0, [None])),
    "padded batch of sparse": lambda: Dataset.from_tensors(tf.SparseTensor([[0]], [1], [2])).padded_batch(2, [None]),
    "repeat of a float": lambda: _range().repeat(1.5),
    "repeat of a vector": lambda: _range().repeat([1]),
    "skip of text": lambda: _range().skip("a"),
    "take of a vector": lambda: every(_range().take([1])),
    "take of a float": lambda: _range().take(1.5),
    "shuffle of zero": lambda: every(_range().shuffle(0)),
    "shuffle of a negative number": lambda: every(_range().shuffle(-3)),
    "shuffle of a float": lambda: _range().shuffle(1.5),
    "shuffle with a seed of text": lambda: _range().shuffle(3, seed="a"),
    "prefetch of a negative number": lambda: every(_range().prefetch(-2)),
    "prefetch of text": lambda: _range().prefetch("a"),
    "shard of zero": lambda: every(_range().shard(0, 0)),
    "shard with index too large": lambda: every(_range().shard(2, 2)),
    "shard with negative index": lambda: every(_range().shard(2, -1)),
    "zip of a list": lambda: data.Dataset.zip([_range(), _range()]),
    "zip of numbers": lambda: Dataset.zip((1, 2)),
    "concatenate another type": lambda: _range().concatenate(Dataset.from_tensors("a")),
    "concatenate another structure": lambda: _range().concatenate(Dataset.zip((_range(), _range()))),
    "concatenate another nest": lambda: Dataset.from_tensors({"a": 1}).concatenate(Dataset.from_tensors({"b": 1})),
    "concatenate a number": lambda: _range().concatenate(3),
    "concatenate another rank": lambda: every(_range().concatenate(Dataset.from_tensors(np.array([1, 2])))),
    "map: nothing to call": lambda: _range().map(3),
    "map: too few arguments": lambda: Dataset.zip((_range(), _range())).map(lambda x: x),
    "map: returns nothing": lambda: every(_range().map(lambda x: None)),
    "map: returns an object": lambda: _range().map(lambda x: object()),
    "map: raises while built": lambda: _range().map(lambda x: x + "a"),
    "map: division by zero": lambda: every(_range().map(lambda x: 6 // x)),
    "map: not a number": lambda: every(_range().map(lambda x: tf.check_numerics(tf.cast(x, tf.float32) / 0.0, "bad"))),
    "map: negative parallel calls": lambda: every(_range().map(lambda x: x, num_parallel_calls=-3)),
    "map: zero parallel calls": lambda: every(_range().map(lambda x: x, num_parallel_calls=0)),
    "map: an error in parallel": lambda: every(_range().map(lambda x: 6 // x, num_parallel_calls=2)),
    "flat_map: no dataset": lambda: _range().flat_map(lambda x: x),
    "interleave: no dataset": lambda: _range().interleave(lambda x: x, 2),
    "interleave: cycle of zero": lambda: every(_range().interleave(lambda x: _range(), 0)),
    "interleave: negative cycle": lambda: every(_range().interleave(lambda x: _range(), -2)),
    "interleave: block of zero": lambda: every(_range().interleave(lambda x: _range(), 2, 0)),
    "filter: no boolean": lambda: _range().filter(lambda x: x),
    "filter: a vector": lambda: _range().filter(lambda x: tf.equal([x, x], 1)),
    "reduce: another type": lambda: _range().reduce(0, lambda s, x: s + x),
    "reduce: wrong number of arguments": lambda: _range().reduce(np.int64(0), lambda s: s),
    "window of zero": lambda: every(_range().window(0).flat_map(lambda w: w)),
    "window shift of zero": lambda: every(_range().window(2, shift=0).flat_map(lambda w: w)),
    "window stride of zero": lambda: every(_range().window(2, stride=0).flat_map(lambda w: w)),
    "cache into a missing folder": lambda: every(_range().cache(os.path.join(folder(), "no", "such", "f"))),
    "cache under a number": lambda: _range().cache(3),
    "apply: no function": lambda: _range().apply(3),
    "apply: no dataset": lambda: _range().apply(lambda d: 3),
    "list_files: no match": lambda: every(Dataset.list_files(os.path.join(folder(), "*.x"))),
    "list_files: a number": lambda: Dataset.list_files(3),
    "with_options: no options": lambda: _range().with_options(3),
    "unbatch of scalars": lambda: _range().apply(data.experimental.unbatch()),
    "unbatch of different lengths": lambda: every(
        Dataset.from_tensors((fed([1, 2]), fed([1, 2, 3]))).apply(data.experimental.unbatch())
    ),
    "iterator: not initialized": _uninitialized,
    "iterator: past the end": _past_the_end,
    "iterator: one shot over a variable": _one_shot_over_a_variable,
    "iterator: initializer of another type": lambda: _iterator_of(tf.int32).make_initializer(_range()),
    "iterator: initializer of another structure": lambda: _iterator_of((tf.int64, tf.int64)).make_initializer(_range()),
    "iterator: initializer of another shape": lambda: _iterator_of(tf.int64, tf.TensorShape([2])).make_initializer(
        _range()
    ),
    "iterator: structure without types": lambda: _iterator_of(None),
    "iterator: handle of another type": lambda: _feedable(tf.float32),
    "iterator: one shot has no initializer": lambda: data.make_one_shot_iterator(_range()).initializer,
    "TFRecord: missing file": lambda: every(data.TFRecordDataset(os.path.join(folder(), "none"))),
    "TFRecord: cut off": lambda: every(data.TFRecordDataset(_cut_record())),
    "TFRecord: damaged": lambda: every(data.TFRecordDataset(_damaged_record())),
    "TFRecord: damaged length": lambda: every(data.TFRecordDataset(_damaged_length())),
    "TFRecord: unknown compression": lambda: every(data.TFRecordDataset(_cut_record(), "LZ4")),
    "TFRecord: not compressed": lambda: every(data.TFRecordDataset(written(_records()), "GZIP")),
    "TFRecord: a number": lambda: data.TFRecordDataset(3),
    "TFRecord: names in a matrix": lambda: data.TFRecordDataset([["a"]]),
    "TFRecord: negative parallel reads": lambda: every(
        data.TFRecordDataset([written(_records())], num_parallel_reads=-1)
    ),
    "text lines: missing file": lambda: every(data.TextLineDataset("/no/such/file")),
    "text lines: a folder": lambda: every(data.TextLineDataset(folder())),
    "text lines: cut off gzip": lambda: every(
        data.TextLineDataset(written(gzip.compress(b"a line\n" * 50)[:-12]), "GZIP")
    ),
    "fixed length: zero": lambda: every(data.FixedLengthRecordDataset(written(b"12345"), 0)),
    "fixed length: negative": lambda: every(data.FixedLengthRecordDataset(written(b"12345"), -2)),
    "fixed length: not a multiple": lambda: every(data.FixedLengthRecordDataset(written(b"12345"), 2)),
    "fixed length: missing file": lambda: every(data.FixedLengthRecordDataset("/no/such", 2)),
    "parse: no example": lambda: _parse(b"what is this?", {"a": tf.FixedLenFeature([], tf.int64)}),
    "parse: missing feature": lambda: _parse(_example(), {"a": tf.FixedLenFeature([], tf.int64)}),
    "parse: another type": lambda: _parse(_example(a=_ints(1)), {"a": tf.FixedLenFeature([], tf.float32)}),
    "parse: another length": lambda: _parse(_example(a=_ints(1, 2, 3)), {"a": tf.FixedLenFeature([2], tf.int64)}),
    "parse: a type that is none": lambda: _parse(_example(a=_ints(1)), {"a": tf.FixedLenFeature([], tf.int32)}),
    "parse: no features": lambda: _parse(_example(), {}),
    "parse: unknown configuration": lambda: _parse(_example(), {"a": tf.int64}),
    "parse: unknown length": lambda: _parse(_example(), {"a": tf.FixedLenFeature([None], tf.int64)}),
    "parse: default of another shape": lambda: _parse(
        _example(), {"a": tf.FixedLenFeature([2], tf.int64, default_value=[1, 2, 3])}
    ),
    "parse: a batch is wanted": lambda: run(
        tf.parse_example(tf.constant(_example()), {"a": tf.VarLenFeature(tf.int64)})
    ),
    "csv: missing field": lambda: run(tf.decode_csv("1", [[1], [2]])),
    "csv: field required": lambda: run(tf.decode_csv("1,", [[1], tf.constant([], tf.int32)])),
    "csv: not a number": lambda: run(tf.decode_csv("a", [[1]])),
    "csv: a quote inside": lambda: run(tf.decode_csv('1,a"b', [[1], [""]])),
    "csv: open quote": lambda: run(tf.decode_csv('1,"b', [[1], [""]])),
    "csv: long delimiter": lambda: tf.decode_csv("1;;2", [[1], [2]], field_delim=";;"),
    "csv: default of a bad type": lambda: tf.decode_csv("1", [tf.constant([True])]),
    "csv: two defaults for one": lambda: run(tf.decode_csv("1", [[1, 2]])),
    "csv dataset: missing file": lambda: every(data.experimental.CsvDataset("/no/such.csv", [tf.int32])),
    "csv dataset: not a number": lambda: every(data.experimental.CsvDataset(written(b"a\n"), [tf.int32])),
    "csv dataset: too few fields": lambda: every(data.experimental.CsvDataset(written(b"1\n"), [tf.int32, tf.int32])),
    "csv dataset: too many fields": lambda: every(
        data.experimental.CsvDataset(written(b"1,2,3\n"), [tf.int32, tf.int32])
    ),
    "csv dataset: columns not sorted": lambda: every(
        data.experimental.CsvDataset(written(b"1,2,3\n"), [tf.int32, tf.int32], select_cols=[1, 0])
    ),
    "csv dataset: negative column": lambda: every(
        data.experimental.CsvDataset(written(b"1,2,3\n"), [tf.int32], select_cols=[-1])
    ),
    "csv dataset: columns and defaults differ": lambda: every(
        data.experimental.CsvDataset(written(b"1,2,3\n"), [tf.int32], select_cols=[0, 1])
    ),
    "make_csv_dataset: no file": lambda: data.experimental.make_csv_dataset(os.path.join(folder(), "no*.csv"), 2),
    "make_csv_dataset: unknown label": lambda: _csv(b"a,b\n1,2\n", label_name="c"),
    "make_csv_dataset: unknown selected": lambda: _csv(b"a,b\n1,2\n", select_columns=["c"]),
    "make_csv_dataset: label not selected": lambda: _csv(b"a,b\n1,2\n", select_columns=["a"], label_name="b"),
    "make_csv_dataset: duplicate names": lambda: _csv(b"1,2\n", column_names=["a", "a"], header=False),
    "make_csv_dataset: number of defaults": lambda: _csv(b"a,b\n1,2\n", column_defaults=[tf.int32]),
    "make_csv_dataset: not a number": lambda: every(_csv(b"a,b\n1,x\n", column_defaults=[tf.int32, tf.int32])),
    "make_csv_dataset: empty file": lambda: _csv(b""),
    "decode_raw: odd length": lambda: run(tf.decode_raw(b"123", tf.int16)),
    "decode_raw: bad type": lambda: tf.decode_raw(b"123", tf.string),
    "decode_raw: different lengths": lambda: run(tf.decode_raw(tf.constant([b"12", b"1234"]), tf.int16)),
    "decode_jpeg: no image": lambda: run(tf.image.decode_jpeg(b"nothing")),
    "decode_png: no image": lambda: run(tf.image.decode_png(b"nothing")),
    "decode_image: no image": lambda: run(tf.image.decode_image(b"nothing")),
    "decode_gif: no image": lambda: run(tf.image.decode_gif(b"nothing")),
    "decode_bmp: no image": lambda: run(tf.image.decode_bmp(b"nothing")),
    "decode_png: bad channels": lambda: run(tf.image.decode_png(b"nothing", channels=5)),
    "decode_jpeg: bad ratio": lambda: run(tf.image.decode_jpeg(b"nothing", ratio=3)),
    "read_file: missing": lambda: run(tf.read_file("/no/such")),
    "decode_compressed: damaged": lambda: run(tf.io.decode_compressed(b"nothing", "GZIP")),
    "decode_base64: damaged": lambda: run(tf.decode_base64(b"?*")),
    "parse_tensor: damaged": lambda: run(tf.parse_tensor(b"nothing", tf.float32)),
    "parse_tensor: another type": lambda: run(tf.parse_tensor(run(tf.serialize_tensor([1])), tf.float32)),
    "experimental: choose past the end": lambda: every(
        data.experimental.choose_from_datasets([_range(), _range()], Dataset.range(5))
    ),
    "experimental: choose of another type": lambda: data.experimental.choose_from_datasets(
        [_range()], Dataset.from_tensors(1.5)
    ),
    "experimental: choose nothing": lambda: data.experimental.choose_from_datasets([], _range()),
    "experimental: sample with wrong weights": lambda: data.experimental.sample_from_datasets(
        [_range(), _range()], weights=[0.5]
    ),
    "experimental: sample nothing": lambda: data.experimental.sample_from_datasets([]),
    "experimental: bucket without sizes": lambda: _ragged().apply(
        data.experimental.bucket_by_sequence_length(tf.size, [2, 4], [3])
    ),
    "experimental: bucket with no boundaries": lambda: _ragged().apply(
        data.experimental.bucket_by_sequence_length(tf.size, [], [3])
    ),
    "experimental: bucket of floats": lambda: _ragged().apply(
        data.experimental.bucket_by_sequence_length(tf.size, [1.5], [3, 3])
    ),
    "experimental: buckets not in order": lambda: _ragged().apply(
        data.experimental.bucket_by_sequence_length(tf.size, [4, 2], [3, 3, 3])
    ),
    "experimental: group by a float key": lambda: _range().apply(
        data.experimental.group_by_window(lambda x: 0.5, lambda k, d: d.batch(2), 2)
    ),
    "experimental: group without size": lambda: _range().apply(
        data.experimental.group_by_window(lambda x: x, lambda k, d: d)
    ),
    "experimental: group with both sizes": lambda: _range().apply(
        data.experimental.group_by_window(lambda x: x, lambda k, d: d, 2, lambda k: k)
    ),
    "experimental: group into no dataset": lambda: _range().apply(
        data.experimental.group_by_window(lambda x: x, lambda k, d: k, 2)
    ),
    "experimental: group with size zero": lambda: every(
        _range().apply(data.experimental.group_by_window(lambda x: x, lambda k, d: d.batch(2), 0))
    ),
    "experimental: group with negative size": lambda: every(
        _range().apply(data.experimental.group_by_window(lambda x: x, lambda k, d: d.batch(2), -2))
    ),
    "experimental: scan of another state": lambda: _range().apply(data.experimental.scan(0, lambda s, x: (s + 0.5, x))),
    "experimental: scan without output": lambda: _range().apply(
        data.experimental.scan(np.int64(0), lambda s, x: s + x)
    ),
    "experimental: take_while without boolean": lambda: _range().apply(data.experimental.take_while(lambda x: x)),
    "experimental: map_and_batch of zero": lambda: every(
        _range().apply(data.experimental.map_and_batch(lambda x: x, 0))
    ),
    "experimental: map_and_batch of both": lambda: _range().apply(
        data.experimental.map_and_batch(lambda x: x, 2, num_parallel_batches=2, num_parallel_calls=2)
    ),
    "experimental: map_and_batch of shapes": lambda: every(
        _range().apply(data.experimental.map_and_batch(lambda x: tf.fill([x], x), 2))
    ),
    "experimental: shuffle_and_repeat of zero": lambda: every(
        _range().apply(data.experimental.shuffle_and_repeat(0, 1))
    ),
    "experimental: parallel_interleave of zero": lambda: every(
        _range().apply(data.experimental.parallel_interleave(lambda x: _range(), 0))
    ),
    "experimental: rejection without distribution": lambda: _range().apply(
        data.experimental.rejection_resample(lambda x: x, 0.5)
    ),
    "experimental: unique of floats": lambda: (
        _range().map(lambda x: tf.cast(x, tf.float32)).apply(data.experimental.unique())
    ),
    "experimental: dense_to_sparse of another rank": lambda: every(
        _ragged().apply(data.experimental.dense_to_sparse_batch(2, [3, 3]))
    ),
    "experimental: dense_to_sparse too long": lambda: every(
        _ragged().apply(data.experimental.dense_to_sparse_batch(6, [2]))
    ),
    "experimental: single element of many": lambda: run(data.experimental.get_single_element(_range())),
    "experimental: single element of none": lambda: run(data.experimental.get_single_element(_range(0))),
    "experimental: single element of a number": lambda: data.experimental.get_single_element(3),
    "experimental: counter of text": lambda: data.experimental.Counter("a"),
    "experimental: cardinality contradicted": lambda: every(_range().apply(data.experimental.assert_next(["Nothing"]))),
    "experimental: parse_example of another type": lambda: (
        _range().batch(2).apply(data.experimental.parse_example_dataset({"a": tf.VarLenFeature(tf.int64)}))
    ),
    "experimental: writer of numbers": lambda: data.experimental.TFRecordWriter("x").write(_range()),
    "experimental: writer into a missing folder": lambda: run(
        data.experimental.TFRecordWriter("/no/such/f").write(Dataset.from_tensors("a"))
    ),
    "experimental: sql of another engine": lambda: every(
        data.experimental.SqlDataset("postgres", "x", "select 1", (tf.int32,))
    ),
    "experimental: ignore_errors lets the rest through": lambda: every(
        _range().map(lambda x: 6 // x).apply(data.experimental.ignore_errors())
    ),
}
