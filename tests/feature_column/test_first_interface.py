"""Columns by the names of 1.15's first interface; the values, names and texts are those that 1.15.5 gave."""

import numpy as np
import pytest

import penstock as tf


@pytest.fixture(autouse=True)
def installed():
    tf.install()
    yield
    tf.uninstall()


@pytest.fixture
def fc():
    from tensorflow.python.feature_column import feature_column

    return feature_column


def _twelve(shape, dtype=None, partition_info=None):
    return tf.reshape(tf.range(12.0), shape)


@pytest.mark.parametrize(
    ("word", "wanted", "rows"),
    [
        (lambda: tf.feature_column.categorical_column_with_identity("word", 6), [[8, 10], [20, 22]], [3, 1, 5]),
        (
            lambda: tf.feature_column.categorical_column_with_vocabulary_list("word", [3, 5, 1, 0, 2, 4]),
            [[4, 6], [4, 6]],
            [0, 2, 1],
        ),
    ],
)
def test_embeddings_are_looked_up(fc, word, wanted, rows):
    with tf.Graph().as_default():
        column = fc._embedding_column(word(), 2, initializer=_twelve, combiner="sum")
        features = {"word": tf.constant([[3, 1], [5, 5]], tf.int64)}
        made = fc.input_layer(features, [column], weight_collections=["mine"])
        (slope,) = tf.gradients(made, tf.trainable_variables())
        with tf.Session() as session:
            session.run([tf.global_variables_initializer(), tf.tables_initializer()])
            np.testing.assert_array_equal(session.run(made), wanted)
            got = session.run(slope)
        assert got.indices.tolist() == rows
        assert got.values.tolist() == [[1, 1], [1, 1], [2, 2]]
        (variable,) = tf.global_variables()
        assert variable.name == "input_layer/word_embedding/embedding_weights:0"
        assert tf.get_collection("mine") == [variable] == tf.model_variables()


def test_an_embedding_is_told_from_one_of_the_second_interface(fc):
    word = tf.feature_column.categorical_column_with_identity("word", 6)
    column = fc._embedding_column(word, 2)
    assert isinstance(column, fc._EmbeddingColumn) and isinstance(column, fc._DenseColumn)
    assert not isinstance(tf.feature_column.embedding_column(word, 2), fc._EmbeddingColumn)
    assert column.name == "word_embedding" and column._variable_shape.as_list() == [2]
    assert column._fields[3:] == ("layer_creator", "ckpt_to_load_from", "tensor_name_in_ckpt", "max_norm", "trainable")
    assert column._parse_example_spec == {"word": tf.VarLenFeature(tf.int64)}


def test_sequences_need_columns_of_sequences(fc):
    words = tf.feature_column.sequence_categorical_column_with_identity("w", 3)
    with tf.Graph().as_default(), tf.Session() as session:
        features = fc._LazyBuilder({"w": tf.constant([[1, 2], [0, -1]])})
        column = fc._embedding_column(words, 2, initializer=lambda shape, **_: tf.reshape(tf.range(6.0), shape))
        with pytest.raises(
            ValueError, match="In embedding_column: w_embedding. categorical_column must not be of type _Seq"
        ):
            column._get_dense_tensor(features)
        values, lengths = column._get_sequence_dense_tensor(features)
        session.run(tf.global_variables_initializer())
        assert session.run(values).tolist() == [[[2, 3], [4, 5]], [[0, 1], [0, 0]]]
        assert session.run(lengths).tolist() == [2, 1]
        word = fc._embedding_column(tf.feature_column.categorical_column_with_identity("w", 3), 2)
        with pytest.raises(ValueError, match="must be of type _SequenceCategoricalColumn to use sequence_input_layer"):
            word._get_sequence_dense_tensor(features)


def test_a_table_of_a_checkpoint_is_where_training_begins(fc, tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        tf.get_variable("table", initializer=[[1.0], [2.0], [3.0]])
        session.run(tf.global_variables_initializer())
        path = tf.train.Saver().save(session, str(tmp_path / "model"))
    word = tf.feature_column.categorical_column_with_identity("w", 3)
    with tf.Graph().as_default(), tf.Session() as session:
        column = fc._embedding_column(word, 1, ckpt_to_load_from=path, tensor_name_in_ckpt="table", trainable=False)
        made = fc.input_layer({"w": tf.constant([[2], [0]])}, [column])
        session.run(tf.global_variables_initializer())
        assert session.run(made).tolist() == [[3], [1]]
        assert tf.trainable_variables() == []


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"dimension": 0}, "Invalid dimension 0."),
        ({"dimension": 1, "initializer": 3}, "initializer must be callable if specified. Embedding of column_name: w"),
        ({"dimension": 1, "ckpt_to_load_from": "x"}, "Must specify both `ckpt_to_load_from` and `tensor_name_in_ckpt`"),
    ],
)
def test_bad_settings_are_refused(fc, settings, text):
    with pytest.raises(ValueError, match=text):
        fc._embedding_column(tf.feature_column.categorical_column_with_identity("w", 3), **settings)
