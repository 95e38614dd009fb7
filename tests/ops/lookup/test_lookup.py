# ruff: noqa: E501
"""Tables find, take and refuse what TensorFlow's do, from tensors and from files."""

import numpy as np
import pytest

import penstock as tf
from tests.ops.programs import same, same_error

HELP = """
import os, tempfile
try:
    from tensorflow.python.ops import lookup_ops as L
    if not hasattr(L, "index_table_from_tensor") or tf.__name__ == "penstock": raise ImportError
except ImportError:
    L = tf.contrib.lookup
Dense = getattr(L, "DenseHashTable", None) or L.MutableDenseHashTable
K, I, S = tf.lookup.KeyValueTensorInitializer, tf.lookup.TextFileIndex, tf.lookup.StaticHashTable
directory = tempfile.mkdtemp()

def file(text):
    path = os.path.join(directory, "words")
    with open(path, "w") as f: f.write(text)
    return path

session = tf.Session()

def run(*ops):
    session.run(tf.tables_initializer())
    return [session.run(o) for o in ops if o is not None]

def c(x): return tf.constant(x)
def i(x): return tf.constant(x, tf.int64)
"""

CASES = [
    't = S(K(["a", "b"], [1, 2]), -1); out = run(t.lookup(c(["b", "z", "a"])), t.size(), t.lookup(c([["a"], ["x"]])))',
    't = S(K([1, 2, 3], ["x", "y", "z"], tf.int64), "?"); out = run(t.lookup(i([3, 9])))',
    't = S(K(["a"], [1.5]), 0.0); out = run(t.lookup(c("a")), *t.export())',
    't = S(K([1, 2], ["p", "q"], tf.int32), "r"); out = run(t.lookup(c([2, 1, 7])))',
    't = S(K(["a", "a"], [1, 1]), 0); out = run(t.size())',
    't = L.index_table_from_tensor(["emerson", "lake", "palmer"], num_oov_buckets=2); out = run(t.lookup(c(["lake", "and", "palmer", "x"])), t.size())',
    't = L.index_table_from_tensor([42, 1, -1000], num_oov_buckets=3, dtype=tf.int32); out = run(t.lookup(c([1, -1000, 7, 42, 8])))',
    't = L.index_table_from_tensor(["a"], default_value=9); out = run(t.lookup(c(["b"])))',
    't = L.index_to_string_table_from_tensor(["a", "b"]); out = run(t.lookup(i([1, 5])))',
    't = L.index_table_from_file(file("a\\nb\\nc\\n"), num_oov_buckets=1); out = run(t.lookup(c(["c", "q"])), t.size())',
    't = L.index_table_from_file(file("a\\nb\\nc"), vocab_size=2); out = run(t.lookup(c(["a", "c"])), t.size())',
    't = L.index_table_from_file(file("5\\n6\\n"), key_dtype=tf.int64); out = run(t.lookup(i([6, 7])))',
    't = L.index_to_string_table_from_file(file("a\\nb\\n"), default_value="-"); out = run(t.lookup(i([0, 3])))',
    't = S(tf.lookup.TextFileInitializer(file("a 10\\nb 20\\n"), tf.string, 0, tf.int64, 1, delimiter=" "), -1); out = run(t.lookup(c(["b", "c"])))',
    't = S(tf.lookup.TextFileInitializer(file("a\\t1.5\\nb\\t2\\n"), tf.string, 0, tf.float32, 1), -1.0); out = run(t.lookup(c(["b", "a"])))',
    't = tf.lookup.StaticVocabularyTable(K(["a", "b"], tf.constant([0, 1], tf.int64)), 3); out = run(t.lookup(c(["b", "zz", "yy"])), t.size())',
    't = tf.lookup.StaticVocabularyTable(None, 5); out = run(t.lookup(c(["b", "zz", "yy"])), t.size())',
    't = L.IdTableWithHashBuckets(None, 1000, L.StrongHashSpec([7, 8])); out = run(t.lookup(c(["b", "zz", "yy"])))',
    't = L.MutableHashTable(tf.string, tf.int64, -1, name="m"); out = run(t.insert(["a", "b", "a"], [1, 2, 3]), t.size(), t.lookup([["a", "x"]]), t.remove(c(["a"])), t.lookup(["a"]), t.size())[1:]',
    't = L.MutableHashTable(tf.int64, tf.float32, [0.0, 1.0]); out = run(t.insert(i([4, 5]), [[1.0, 2.0], [3.0, 4.0]]), t.lookup(i([5, 6])), t.lookup(i([[4]])))[1:]',
    't = L.MutableHashTable(tf.int64, tf.string, "none"); out = run(t.insert(i([3]), ["v"]), t.lookup(i([3, 4])), *t.export())[1:]',
    't = Dense(tf.int64, tf.int64, -1, 0, -7); out = run(t.insert([11, 12], [1, 2]), t.lookup([12, 13]), t.remove(i([11])), t.size(), t.lookup([11]))[1:]',
    't = Dense(tf.int64, tf.int64, -1, [0, 0], [-1, -1]); out = run(t.insert([[1, 2], [3, 4]], [5, 6]), t.lookup([[3, 4], [9, 9]]))[1:]',
    't = Dense(tf.int64, tf.float32, [0.0, 0.0], 0, -1); out = run(t.insert([3], [[1.0, 2.0]]), t.lookup([3, 4]))[1:]',
    't = S(K(["a", "b"], [1, 2]), -1); y = t.lookup(tf.SparseTensor([[0, 0], [1, 1]], ["b", "z"], [2, 2])); out = run(y.indices, y.values, y.dense_shape)',
]  # fmt: skip


@pytest.mark.parametrize("program", CASES)
def test_a_table_gives_what_tensorflows_gives(peer, monkeypatch, program):
    same(peer, f"{HELP}\n{program}\nresult = dict(out=[np.asarray(v) for v in out if v is not None])", monkeypatch)


FAILING = [
    ('t = S(K(["a"], [1]), -1); session.run(t.lookup(c(["a"])))', "Table not initialized."),
    ('t = S(K(["a", "a"], [1, 2]), -1); run()', "HashTable has different value for same key. Key a has 1 and trying to add value 2"),
    ('t = S(K(["a"], [1]), -1); t.lookup(c([1]))', ""),
    ('t = S(K(["a"], [1]), [-1, 2])', ""),
    ('t = S(K(["a"], [1]), -1); run(tf.raw_ops.LookupTableInsertV2(table_handle=t.resource_handle, keys=["a"], values=[1]))', "Insert not supported by InitializableLookupTable implementations"),
    ('t = L.MutableHashTable(tf.string, tf.int64, -1); run(tf.raw_ops.LookupTableInsertV2(table_handle=t.resource_handle, keys=["a"], values=[1.0]))', "Signature mismatch, have: resource, string, float-> expected: resource, string, int64->"),
    ('t = L.MutableHashTable(tf.string, tf.int64, -1); run(t.insert(["a"], [1, 2]))', ""),
    ('t = Dense(tf.int64, tf.int64, -1, 0, -7); run(t.insert([0], [1]))', "Using the empty_key as a table key is not allowed"),
    ('t = Dense(tf.int64, tf.int64, -1, 0, -7); run(t.insert([-7], [1]))', "Using the deleted_key as a table key is not allowed"),
    ('t = L.index_table_from_file("/nowhere"); run()', "No such file or directory"),
    ('t = L.index_table_from_file(file("a\\n"), vocab_size=4); run()', "expected 4 but got 1"),
    ('t = L.index_table_from_file("")', ""),
    ('t = L.index_table_from_file("x", vocab_size=0)', ""),
    ('t = L.index_table_from_tensor(["a"], num_oov_buckets=-1)', ""),
    ('t = L.index_table_from_tensor([1.0], dtype=tf.float32)', ""),
    ('t = S(tf.lookup.TextFileInitializer(file("a b\\n"), tf.string, 0, tf.int64, 1, delimiter=" "), -1); run()', "Field b in line 0 is not a valid int64."),
    ('t = S(tf.lookup.TextFileInitializer(file("a\\n"), tf.string, 0, tf.int64, 1), -1); run()', "Invalid number of columns in"),
    ('tf.lookup.TextFileInitializer("f", tf.string, -1, tf.int64, 0)', ""),
    ('tf.lookup.StaticVocabularyTable(None, 0)', ""),
    ('L.StrongHashSpec([1])', ""),
]  # fmt: skip


@pytest.mark.parametrize("program,part", FAILING)
def test_what_tensorflow_refuses_is_refused_in_the_same_way(peer, monkeypatch, program, part):
    same_error(peer, f"{HELP}\n{program}\nresult = {{}}", monkeypatch, part=part)


def test_operations_of_a_table_are_those_of_1_15():
    with tf.Graph().as_default() as graph:
        table = tf.contrib.lookup.index_table_from_tensor(["a", "b"])
        table.lookup(tf.constant(["a"]))
        kinds = [o.type for o in graph.get_operations()]
        assert kinds[-5:] == ["Const", "HashTableV2", "LookupTableImportV2", "Const", "LookupTableFindV2"]
        assert graph.get_collection(tf.GraphKeys.TABLE_INITIALIZERS) == [table.initializer]


def test_two_sessions_have_tables_of_their_own():
    with tf.Graph().as_default():
        table = tf.contrib.lookup.MutableHashTable(tf.string, tf.int64, 0, checkpoint=False)
        insert, size = table.insert(["a"], [1]), table.size()
        with tf.Session() as first, tf.Session() as second:
            first.run(insert)
            assert (first.run(size), second.run(size)) == (1, 0)


def test_the_old_operations_with_string_handles_work():
    with tf.Graph().as_default(), tf.Session() as session:
        handle = tf.raw_ops.MutableHashTable(key_dtype=tf.string, value_dtype=tf.int64)
        session.run(tf.raw_ops.LookupTableInsert(table_handle=handle, keys=["a"], values=np.array([7])))
        found = tf.raw_ops.LookupTableFind(table_handle=handle, keys=["a", "b"], default_value=np.int64(-1))
        assert session.run(found).tolist() == [7, -1]


def test_a_table_is_saved_and_restored(tmp_path):
    with tf.Graph().as_default():
        table = tf.contrib.lookup.MutableHashTable(tf.string, tf.int64, -1, name="table")
        insert, find = table.insert(["a", "b"], [1, 2]), table.lookup(["b"])
        saver = tf.train.Saver()
        with tf.Session() as session:
            session.run(insert)
            path = saver.save(session, str(tmp_path / "model"))
        with tf.Session() as session:
            assert session.run(find).tolist() == [-1]
            saver.restore(session, path)
            assert session.run(find).tolist() == [2]


def test_a_vocabulary_has_no_empty_lines(tmp_path):
    path = tmp_path / "words"
    path.write_bytes(b"a\r\nb\n\nc")
    with tf.Graph().as_default(), tf.Session() as session:
        first = tf.contrib.lookup.index_table_from_file(str(path), vocab_size=2)
        session.run(first.init)
        assert session.run(first.lookup(tf.constant(["b", "c"]))).tolist() == [1, -1]
        text = f"Invalid content in {path}: empty line found at position 6."
        for size in (None, 4):
            with pytest.raises(tf.errors.InvalidArgumentError, match=text):
                session.run(tf.contrib.lookup.index_table_from_file(str(path), vocab_size=size).init)


def test_keys_and_values_of_a_table_are_vectors_of_one_length():
    K, S = tf.lookup.KeyValueTensorInitializer, tf.lookup.StaticHashTable
    with tf.Graph().as_default():
        with pytest.raises(ValueError, match="must be equal"):
            S(K(["a", "b"], [1]), -1)
        with pytest.raises(ValueError, match="Shape must be rank 1 but is rank 2"):
            S(K([["a"], ["b"]], [[1], [2]]), -1)


def test_the_shape_of_what_is_found_follows_from_the_default():
    L = tf.contrib.lookup
    with tf.Graph().as_default():
        assert L.MutableHashTable(tf.string, tf.int64, [0, 0]).lookup(tf.constant(["a"] * 3)).shape.as_list() == [3, 2]
        keys = tf.placeholder(tf.int64, [None, 2])
        assert L.MutableDenseHashTable(tf.int64, tf.int64, [0] * 3, 0, -1).lookup(keys).shape.as_list() == [None, 2, 3]
        table = L.MutableDenseHashTable(tf.int64, tf.int64, [0] * 3, [0, 0], [1, 1])
        assert table.lookup(keys).shape.as_list() == [None, 3]
