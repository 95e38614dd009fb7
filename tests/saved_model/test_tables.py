"""Tables in SavedModels of objects: written here and read here, by servers, and from TensorFlow 1.15.5 and 2.15.1."""

import shutil
from pathlib import Path

import numpy as np
import pytest

import penstock as tf
from penstock.saved_model import loader
from tests.saved_model.tables import words_of

HERE = Path(__file__).parent
WORDS = ["b", "c", "z"]
FOUND = {"ids": [1, 2, -1], "names": [b"x", b"y", b"?"]}


@pytest.fixture(autouse=True)
def _own_graph():
    with tf.Graph().as_default():
        yield


def saved(folder):
    """The folder of a SavedModel whose vocabulary is nowhere else any more."""
    vocabulary = folder / "vocabulary.txt"
    vocabulary.write_text("a\nb\nc\n")
    with tf.Graph().as_default():
        words = words_of(tf, str(vocabulary))
        initializers = tf.get_collection("table_initializer")
        tf.saved_model.save(words, str(folder / "model"))
        assert tf.get_collection("table_initializer") == initializers and len(initializers) == 2
    vocabulary.unlink()
    return str(folder / "model")


def check_here(path):
    words = tf.saved_model.load_v2(path)
    both = [words.look_up(tf.constant(WORDS)), words.signatures["serving_default"](words=tf.constant(WORDS))]
    with tf.Session() as sess:
        with pytest.raises(tf.errors.FailedPreconditionError, match="not initialized"):
            sess.run(both)
        sess.run(tf.tables_initializer())
        for found in sess.run(both):
            assert {name: value.tolist() for name, value in found.items()} == FOUND


def check_as_server(path):
    with tf.Session(graph=tf.Graph()) as sess:
        signature = tf.saved_model.loader.load(sess, ["serve"], path).signature_def["serving_default"]
        found = sess.run(
            {name: info.name for name, info in signature.outputs.items()}, {signature.inputs["words"].name: WORDS}
        )
    assert {name: value.tolist() for name, value in found.items()} == FOUND


def test_tables_come_back_with_the_file_that_they_are_filled_from(tmp_path):
    path = saved(tmp_path)
    check_here(path)
    check_as_server(path)


@pytest.mark.parametrize("release", ["1_15", "2"])
def test_tables_that_tensorflow_wrote_are_read(release, tmp_path):
    shutil.unpack_archive(HERE / f"tables_of_{release}.zip", tmp_path)
    check_here(str(tmp_path))
    check_as_server(str(tmp_path))


def test_1_15_reads_tables_that_were_written_here(peer_1_15, tmp_path):
    source = """
with tf.Session(graph=tf.Graph()) as session:
    found = tf.saved_model.load_v2(str(path)).look_up(tf.constant(["b", "c", "z"]))
    session.run(tf.tables_initializer())
    result = {"ids": session.run(found["ids"])}
"""
    path = saved(tmp_path)
    assert peer_1_15.run(source, path=np.array(path))["ids"].tolist() == FOUND["ids"]


def test_a_table_with_buckets_is_found_through_its_owner(tmp_path):
    class Words(tf.Module):
        def __init__(self):
            super().__init__()
            entries = tf.lookup.KeyValueTensorInitializer(["a", "b"], np.int64([0, 1]))
            self.table = tf.lookup.StaticVocabularyTable(entries, 3)

        @tf.function(input_signature=[tf.TensorSpec([None], tf.string, name="words")])
        def look_up(self, words):
            return self.table.lookup(words)

    words = Words()
    wanted = words.look_up(tf.constant(WORDS))
    with tf.Session() as sess:
        sess.run(tf.tables_initializer())
        tf.saved_model.save(words, str(tmp_path))
        again = tf.saved_model.load_v2(str(tmp_path)).look_up(tf.constant(WORDS))
        sess.run(tf.tables_initializer())
        np.testing.assert_array_equal(*sess.run([wanted, again]))


def test_a_file_whose_table_lacks_its_functions_is_damaged(tmp_path):
    path = Path(saved(tmp_path)) / "saved_model.pb"
    damaged = path.read_bytes().replace(b"_create_resource", b"_change_resource")
    path.write_bytes(damaged)
    with pytest.raises(loader.DamagedModelError, match="a table has no function _create_resource"):
        tf.saved_model.load_v2(str(path.parent))
