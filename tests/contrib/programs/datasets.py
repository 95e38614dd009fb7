"""Datasets, their iterators and `tf.contrib.data`, answered by TensorFlow 1.15.5 (`record_115.py`)."""

_SETUP = """
import os, tempfile
D = tf.data.Dataset
folder = tempfile.mkdtemp()

def path(name, data):
    with open(os.path.join(folder, name), "wb") as file:
        file.write(data)
    return os.path.join(folder, name)

def told(action):
    try:
        return action()
    except Exception as error:
        return type(error).__name__

def plainly(value):
    if isinstance(value, tf.SparseTensorValue):
        return [np.asarray(v).tolist() for v in value]
    if isinstance(value, dict):
        return {name: plainly(part) for name, part in sorted(value.items())}
    if isinstance(value, (tuple, list)):
        return [plainly(part) for part in value]
    if isinstance(value, bytes):
        return value.decode()
    value = np.asarray(value)
    return [plainly(part) for part in value] if value.dtype == object and value.ndim else (
        plainly(value[()]) if value.dtype == object else value.tolist())

def elements(dataset, count=40):
    iterator = dataset.make_initializable_iterator()
    element, found = iterator.get_next(), []
    with tf.Session() as session:
        session.run(tf.tables_initializer())
        session.run(iterator.initializer)
        for _ in range(count):
            answer = told(lambda: plainly(session.run(element)))
            if answer == "OutOfRangeError":
                again = told(lambda: session.run(element))
                assert again == "OutOfRangeError", again
                return found + ["end"]
            found.append(answer)
    return found
"""

_PROGRAMS = {
    "errors beside elements": """
def bad(x):
    number = tf.cast(x, tf.float32)
    return tf.cond(tf.equal(x % 4, 2), lambda: tf.check_numerics(number / 0.0, "bad"), lambda: number + 0.0)
result = [elements(D.range(7).map(bad)), elements(D.range(7).map(bad, num_parallel_calls=3)),
          elements(D.range(7).map(bad).apply(tf.data.experimental.ignore_errors())),
          elements(D.range(7).map(bad).batch(3)), elements(D.range(7).filter(lambda x: bad(x) > 0.0)),
          elements(D.range(7).map(bad).prefetch(2)), elements(D.range(7).map(bad).cache(), 20)[:9]]
""",
    "generators that fail": """
def count():
    yield 1
    yield 2
    raise KeyError("mine")
def shape():
    yield [1, 2]
    yield [1, 2, 3]
    yield [4, 5]
result = [elements(D.from_generator(count, tf.int32)), elements(D.from_generator(shape, tf.int32, [2])),
          elements(D.range(4).map(lambda x: tf.py_func(lambda v: 1 // (v - 2), [x], tf.int64)))]
""",
    "windows and groups": """
result = [elements(D.range(7).window(3, shift=2, stride=1, drop_remainder=False).flat_map(lambda d: d.batch(3))),
          elements(D.range(10).apply(tf.data.experimental.group_by_window(
              lambda x: x % 3, lambda key, d: d.batch(2), window_size=2))),
          elements(D.range(10).apply(tf.contrib.data.group_by_window(
              lambda x: x % 2, lambda key, d: d.batch(4), window_size_func=lambda key: key + 2))),
          elements(D.from_generator(lambda: ([i] * i for i in range(1, 9)), tf.int32, [None]).apply(
              tf.data.experimental.bucket_by_sequence_length(lambda x: tf.size(x), [3, 6], [2, 2, 2]))),
          elements(D.range(5).apply(tf.data.experimental.scan(tf.constant(10, tf.int64), lambda s, x: (s + x, s * x)))),
          elements(D.range(3).apply(tf.data.experimental.enumerate_dataset(5)))]
""",
    "orders that are drawn": """
tf.set_random_seed(9)
weights = [0.2, 0.8]
parts = [D.range(0, 20), D.range(100, 120)]
labels = D.from_tensor_slices(np.array([0, 0, 0, 1, 0, 0, 1, 0, 0, 0] * 4))
result = [elements(D.range(10).shuffle(4, seed=2).repeat(2)),
          elements(D.range(10).shuffle(4, seed=2, reshuffle_each_iteration=False).repeat(2)),
          elements(D.range(10).apply(tf.data.experimental.shuffle_and_repeat(6, 2, seed=3))),
          elements(tf.data.experimental.sample_from_datasets(parts, weights, seed=4), 15),
          elements(tf.contrib.data.sample_from_datasets(parts, seed=4), 15),
          elements(tf.data.experimental.choose_from_datasets(parts, D.from_tensor_slices(np.array([1, 0, 1, 1], np.int64)))),
          elements(tf.data.experimental.RandomDataset(5).take(4)),
          elements(labels.apply(tf.data.experimental.rejection_resample(lambda x: x, [0.5, 0.5], [0.8, 0.2], seed=5)), 12)]
""",
    "aliases of contrib": """
lines = path("lines", b"1,2.5,a\\n3,,b\\n")
c = tf.contrib.data
result = [elements(c.CsvDataset(lines, [tf.int32, [7.0], tf.string])),
          elements(D.range(6).apply(c.map_and_batch(lambda x: x * 2, 4))),
          elements(D.range(6).apply(c.map_and_batch(lambda x: x * 2, 4, drop_remainder=True))),
          elements(D.range(6).batch(4).apply(c.unbatch())),
          elements(D.range(6).apply(c.batch_and_drop_remainder(4))),
          elements(D.range(2).apply(c.parallel_interleave(lambda x: D.range(x, x + 3), cycle_length=2))),
          elements(D.range(4).apply(c.sliding_window_batch(2))),
          elements(D.from_tensor_slices([[1, 0, 2], [0, 0, 3]]).apply(c.dense_to_sparse_batch(2, [4]))),
          elements(D.range(3).apply(c.enumerate_dataset()))]
""",
    "padded batches": """
rows = D.range(1, 6).map(lambda x: (tf.fill([x], x), tf.as_string(tf.fill([x % 2], x))))
result = [elements(rows.padded_batch(2, ([None], [None]))),
          elements(rows.padded_batch(3, ([6], [2]), (tf.constant(-1, tf.int64), "?"))),
          elements(rows.padded_batch(2, ([3], [None]))),
          elements(rows.padded_batch(2, ([None], [None]), drop_remainder=True))]
""",
    "sparse elements": """
matrix = tf.SparseTensor([[0, 1], [1, 0], [2, 2]], [1, 2, 3], [3, 4])
result = [elements(D.from_tensors(matrix)), elements(D.from_tensor_slices(matrix)),
          elements(D.from_tensor_slices(matrix).batch(2)), elements(D.from_tensor_slices((matrix, [7, 8, 9])).skip(1)),
          elements(D.from_tensors(matrix).map(lambda m: tf.sparse_tensor_to_dense(m))),
          D.from_tensor_slices(matrix).output_classes.__name__, str(D.from_tensor_slices(matrix).output_types)]
""",
    "iterators of all kinds": """
one, two = D.range(3), D.range(10, 12)
shared = tf.data.Iterator.from_structure(one.output_types, one.output_shapes)
first, second = shared.make_initializer(one), shared.make_initializer(two)
handle = tf.placeholder(tf.string, [])
feedable = tf.data.Iterator.from_string_handle(handle, one.output_types, one.output_shapes)
a, b = one.make_one_shot_iterator(), two.make_initializable_iterator()
get, fed = shared.get_next(), feedable.get_next()
found = []
with tf.Session() as session:
    found.append(told(lambda: session.run(get)))
    session.run(first)
    found += [session.run(get) for _ in range(2)]
    session.run(second)
    found += [session.run(get) for _ in range(2)] + [told(lambda: session.run(get)) for _ in range(2)]
    ha, hb = session.run([a.string_handle(), b.string_handle()])
    found.append(told(lambda: session.run(fed, {handle: hb})))
    session.run(b.initializer)
    found += [session.run(fed, {handle: h}) for h in (ha, hb, ha, hb)] + [told(lambda: session.run(fed, {handle: hb}))]
    found.append(told(lambda: session.run(fed, {handle: b"rubbish"})))
    wrong = D.from_tensors(1.0).make_one_shot_iterator()
    found.append(told(lambda: session.run(fed, {handle: session.run(wrong.string_handle())})))
result = [plainly(v) if not isinstance(v, str) else v for v in found]
""",
    "files that are not there, or broken": """
missing = os.path.join(folder, "missing")
short = path("short", b"0123456789")
good = path("good", b"x\\ny\\n")
broken = path("broken", b"\\x03\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0abc")
# TensorFlow says for ever that a file is not there; here the next one is read.
result = [elements(tf.data.TextLineDataset([good, missing, good]), 3), elements(tf.data.TFRecordDataset([missing]), 1),
          elements(tf.data.TFRecordDataset([broken]), 1), elements(tf.data.FixedLengthRecordDataset([short], 3), 1),
          elements(tf.data.FixedLengthRecordDataset([short], 3, 1, 3)),
          elements(tf.data.experimental.CsvDataset(path("csv", b"1,2\\n3\\n4,x\\n5,6\\n"), [tf.int32, tf.int32])),
          told(lambda: elements(D.list_files(missing + "*")))]
""",
    "what cannot be": """
result = [told(lambda: elements(D.range(3).batch(0))), told(lambda: elements(D.range(3).shuffle(0))),
          told(lambda: elements(D.range(3).shard(2, 2))), told(lambda: D.zip([D.range(1)])),
          told(lambda: D.range(3).concatenate(D.from_tensors(1.0))),
          told(lambda: D.from_tensor_slices((np.zeros(2), np.zeros(3)))),
          told(lambda: elements(D.range(2).map(lambda x: x, num_parallel_calls=0))),
          told(lambda: elements(D.range(3).interleave(lambda x: D.range(x), cycle_length=0))),
          told(lambda: elements(D.range(3).window(0).flat_map(lambda d: d))), told(lambda: elements(D.range(3).prefetch(-2))),
          told(lambda: D.range(3).filter(lambda x: x)), told(lambda: D.range(3).flat_map(lambda x: x)),
          told(lambda: D.range(3).reduce(np.int64(0), lambda s, x: tf.cast(s, tf.float32))),
          told(lambda: elements(D.from_tensors([1, 2]).concatenate(D.from_tensors([1, 2, 3])).batch(2)))]
""",
    "specs of elements": """
X = tf.data.experimental
int64, other = tf.TensorSpec([], tf.int64), tf.TensorSpec([2], tf.int64)
windows = D.range(4).window(2)
made = [D.range(3), D.range(3).batch(2), windows, D.zip((windows, D.range(2))), D.from_tensors({"a": [0.5], "b": "x"}),
        D.range(2).map(lambda x: tf.SparseTensor([[0]], [1], [4])), D.range(2).map(X.Optional.from_value),
        D.range(2).map(lambda x: tf.ragged.constant([[0]]))]
one = made[0].make_one_shot_iterator()
of_datasets = tf.data.DatasetSpec(int64)
of_optionals = tf.OptionalSpec(int64)
result = [[repr(X.get_structure(d)) for d in made], [repr(d.output_shapes) for d in made],
          [repr(windows), repr(windows.output_types), repr(of_datasets), repr(of_optionals)],
          [repr(X.get_structure(one)), repr(X.get_next_as_optional(one).value_structure)],
          [X.get_structure(D.range(3)) == int64, isinstance(of_datasets, tf.TypeSpec)],
          [of_datasets.is_compatible_with(d) for d in made[:5]],
          [of_datasets.is_compatible_with(tf.data.DatasetSpec(s)) for s in (int64, other, (int64,), {"a": int64})],
          [of_datasets.is_compatible_with(3), of_datasets.is_compatible_with(tf.TensorSpec([], tf.variant))],
          tf.data.DatasetSpec(tf.TensorSpec(None, tf.int64)).is_compatible_with(tf.data.DatasetSpec(other)),
          [of_datasets == tf.data.DatasetSpec(int64), of_datasets == tf.data.DatasetSpec(other)],
          repr(of_datasets.most_specific_compatible_type(tf.data.DatasetSpec(other))),
          told(lambda: of_datasets.most_specific_compatible_type(tf.data.DatasetSpec(tf.TensorSpec([], tf.int32)))),
          [of_optionals.is_compatible_with(v) for v in (
              of_optionals, tf.OptionalSpec(other), tf.OptionalSpec(tf.TensorSpec([], tf.int32)),
              X.get_next_as_optional(one), X.Optional.from_value(1.5))],
          elements(made[6].map(lambda optional: optional.get_value()))]
""",
    "what datasets do not take": """
X, C = tf.data.experimental, tf.contrib.data
pair = D.from_tensors(([1, 2], [3, 4, 5]))
unknown = D.range(2).map(lambda x: tf.py_func(lambda v: np.int64([v, v]), [x], tf.int64))
result = [told(lambda: X.choose_from_datasets([D.range(3)], D.range(3).batch(1))),
          told(lambda: X.choose_from_datasets([D.range(3)], D.zip((D.range(3), D.range(3))))),
          [elements(D.range(3).apply(X.shuffle_and_repeat(3, count))) if count > 0 else
           told(lambda: elements(D.range(3).apply(X.shuffle_and_repeat(3, count)))) for count in (0, -2)],
          told(lambda: pair.apply(X.unbatch())), told(lambda: list(D.range(3))), told(lambda: D.range(3).apply(len)),
          told(lambda: tf.data.TextLineDataset(D.from_tensors(["a"]))),
          [told(lambda: what(3)) for what in (
              tf.data.get_output_types, tf.data.get_output_shapes, tf.data.get_output_classes)],
          [told(lambda: D.range(4).apply(C.assert_element_shape(tf.TensorShape(shape)))) for shape in ([2], [1, 1])],
          [elements(unknown.apply(C.assert_element_shape(tf.TensorShape(shape)))) for shape in (
              [2], [3], [None], [2, 1], None)]]
""",
    "rows of databases": """
import sqlite3
file = os.path.join(folder, "fruit.db")
with sqlite3.connect(file) as db:
    _ = db.execute("create table fruit (name text, price int)")
    _ = db.execute("insert into fruit values ('apple', 2), (null, 3.5), ('12x', 0.5), ('-7.5e1z', 1e30), (' 8', -2.7)")

def rows(query, *types):
    return told(lambda: elements(tf.data.experimental.SqlDataset("sqlite", file, query, types).batch(9), 1))

types = [tf.string, tf.int8, tf.int16, tf.int32, tf.int64, tf.uint8, tf.uint16, tf.bool, tf.float64]
result = [[rows("select name, price from fruit", dtype, dtype) for dtype in types],
          rows("select name, price from fruit", tf.string), rows("select name from fruit", tf.string, tf.string),
          rows("select name from fruit", tf.float32), rows("selec", tf.string),
          rows("select 300, x'6162', 3000000000", tf.int8, tf.string, tf.int32)]
""",
}

PROGRAMS = {title: _SETUP + program for title, program in _PROGRAMS.items()}
