"""Feature columns: wrong types, negative ids, vocabularies that cannot be read, columns where they do not belong."""

# ruff: noqa: E501 - a table: one row is one case

import os

import numpy as np

from tests.errors.side import fed, folder, run, tf, written

fc = tf.feature_column


def dense(column, **features):
    """`input_layer` of one column or a list of them, run."""
    return run(tf.feature_column.input_layer(features, column))


def linear(column, **features):
    return run(tf.feature_column.linear_model(features, column))


def _indicator(column, **features):
    return dense(fc.indicator_column(column), **features)


def _words(**options):
    return fc.categorical_column_with_vocabulary_list("w", ["a", "b"], **options)


def _file(path, **options):
    return fc.categorical_column_with_vocabulary_file("w", path, **options)


def _ids(**options):
    return fc.categorical_column_with_identity("i", 3, **options)


def _number(**options):
    return fc.numeric_column("x", **options)


def _buckets(boundaries=(0.0, 1.0)):
    return fc.bucketized_column(_number(), boundaries)


def _sequence(column, **features):
    return run(tf.contrib.feature_column.sequence_input_layer(features, column))


def _sequence_ids():
    return tf.contrib.feature_column.sequence_categorical_column_with_identity("i", 3)


CASES = {
    "numeric: key is no text": lambda: fc.numeric_column(3),
    "numeric: shape zero": lambda: _number(shape=0),
    "numeric: shape negative": lambda: _number(shape=(2, -1)),
    "numeric: shape of a float": lambda: _number(shape=2.5),
    "numeric: dtype of text": lambda: _number(dtype=tf.string),
    "numeric: default of another shape": lambda: _number(shape=(2,), default_value=[1.0, 2.0, 3.0]),
    "numeric: default of another type": lambda: _number(dtype=tf.int32, default_value=1.5),
    "numeric: default is text": lambda: _number(default_value="a"),
    "numeric: normalizer is no function": lambda: _number(normalizer_fn=3),
    "numeric: missing feature": lambda: dense(_number(), y=[[1.0]]),
    "numeric: text": lambda: dense(_number(), x=[["a"]]),
    "numeric: a sparse tensor": lambda: dense(_number(), x=tf.SparseTensor([[0, 0]], [1.0], [1, 1])),
    "numeric: rank 0": lambda: dense(_number(), x=1.0),
    "numeric: too wide": lambda: dense(_number(), x=[[1.0, 2.0]]),
    "numeric: too wide, unknown": lambda: dense(_number(shape=2), x=fed([[1.0, 2.0, 3.0]])),
    "numeric: batches differ": lambda: dense([_number(), fc.numeric_column("y")], x=[[1.0]], y=[[1.0], [2.0]]),
    "numeric: batches differ, unknown": lambda: dense(
        [_number(), fc.numeric_column("y")], x=fed([[1.0]], shape=[None, 1]), y=fed([[1.0], [2.0]], shape=[None, 1])
    ),
    "buckets: no boundaries": lambda: _buckets([]),
    "buckets: not sorted": lambda: _buckets([1.0, 0.0]),
    "buckets: twice the same": lambda: _buckets([1.0, 1.0]),
    "buckets: of a categorical column": lambda: fc.bucketized_column(_ids(), [1.0]),
    "buckets: of a matrix": lambda: fc.bucketized_column(fc.numeric_column("x", shape=(2, 2)), [1.0]),
    "buckets: boundaries of text": lambda: dense(_buckets(["a", "b"]), x=[[1.0]]),
    "buckets: a number as boundary": lambda: _buckets(1.0),
    "vocabulary: nothing": lambda: fc.categorical_column_with_vocabulary_list("w", []),
    "vocabulary: twice the same": lambda: fc.categorical_column_with_vocabulary_list("w", ["a", "a"]),
    "vocabulary: another dtype": lambda: fc.categorical_column_with_vocabulary_list("w", ["a"], dtype=tf.int64),
    "vocabulary: of floats": lambda: fc.categorical_column_with_vocabulary_list("w", [1.5, 2.5]),
    "vocabulary: mixed": lambda: fc.categorical_column_with_vocabulary_list("w", ["a", 1]),
    "vocabulary: negative buckets": lambda: _words(num_oov_buckets=-1),
    "vocabulary: default and buckets": lambda: _words(num_oov_buckets=2, default_value=1),
    "vocabulary: numbers for text": lambda: _indicator(_words(), w=[[1]]),
    "vocabulary: floats": lambda: _indicator(_words(), w=[[1.5]]),
    "vocabulary: missing feature": lambda: _indicator(_words(), v=[["a"]]),
    "vocabulary file: missing": lambda: _indicator(_file(os.path.join(folder(), "none"), vocabulary_size=2), w=[["a"]]),
    "vocabulary file: missing, size unknown": lambda: _file(os.path.join(folder(), "none")),
    "vocabulary file: shorter than said": lambda: _indicator(_file(written(b"a\nb\n"), vocabulary_size=5), w=[["a"]]),
    "vocabulary file: longer than said": lambda: _indicator(_file(written(b"a\nb\nc\n"), vocabulary_size=2), w=[["a"]]),
    "vocabulary file: twice the same": lambda: _indicator(_file(written(b"a\na\n"), vocabulary_size=2), w=[["a"]]),
    "vocabulary file: empty": lambda: _indicator(_file(written(b""), vocabulary_size=2), w=[["a"]]),
    "vocabulary file: no name": lambda: _file(""),
    "vocabulary file: size zero": lambda: _file(written(b"a\n"), vocabulary_size=0),
    "vocabulary file: negative buckets": lambda: _file(written(b"a\n"), num_oov_buckets=-1),
    "vocabulary file: dtype float": lambda: _file(written(b"a\n"), dtype=tf.float32),
    "vocabulary file: default and buckets": lambda: _file(written(b"a\n"), num_oov_buckets=1, default_value=0),
    "vocabulary file: words for integers": lambda: _indicator(
        _file(written(b"a\nb\n"), vocabulary_size=2, dtype=tf.int64), w=[[1]]
    ),
    "identity: no buckets": lambda: fc.categorical_column_with_identity("i", 0),
    "identity: default too large": lambda: _ids(default_value=3),
    "identity: negative default": lambda: _ids(default_value=-1),
    "identity: floats": lambda: _indicator(_ids(), i=[[1.5]]),
    "identity: text": lambda: _indicator(_ids(), i=[["a"]]),
    "identity: too large": lambda: _indicator(_ids(), i=fed([[3]])),
    "identity: negative": lambda: _indicator(_ids(), i=fed([[-2]])),
    "identity: too large in a linear model": lambda: linear(_ids(), i=[[7]]),
    "hash: no buckets": lambda: fc.categorical_column_with_hash_bucket("h", 0),
    "hash: buckets unknown": lambda: fc.categorical_column_with_hash_bucket("h", None),
    "hash: float dtype": lambda: fc.categorical_column_with_hash_bucket("h", 3, dtype=tf.float32),
    "hash: numbers for text": lambda: _indicator(fc.categorical_column_with_hash_bucket("h", 3), h=[[1]]),
    "hash: text for numbers": lambda: _indicator(
        fc.categorical_column_with_hash_bucket("h", 3, dtype=tf.int32), h=[["a"]]
    ),
    "cross: one key": lambda: fc.crossed_column(["a"], 5),
    "cross: no buckets": lambda: fc.crossed_column(["a", "b"], 0),
    "cross: with a numeric column": lambda: fc.crossed_column(["a", _number()], 5),
    "cross: with a hashed column": lambda: fc.crossed_column(["a", fc.categorical_column_with_hash_bucket("h", 3)], 5),
    "cross: with a number": lambda: fc.crossed_column(["a", 3], 5),
    "cross: of floats": lambda: linear(fc.crossed_column(["a", "b"], 5), a=[["x"]], b=[[1.5]]),
    "cross: missing feature": lambda: linear(fc.crossed_column(["a", "b"], 5), a=[["x"]]),
    "cross: batches differ": lambda: linear(fc.crossed_column(["a", "b"], 5), a=[["x"]], b=[["y"], ["z"]]),
    "embedding: dimension zero": lambda: fc.embedding_column(_ids(), 0),
    "embedding: dimension unknown": lambda: fc.embedding_column(_ids(), None),
    "embedding: of a numeric column": lambda: dense(fc.embedding_column(_number(), 2), x=[[1.0]]),
    "embedding: initializer is no function": lambda: fc.embedding_column(_ids(), 2, initializer=3),
    "embedding: checkpoint without name": lambda: fc.embedding_column(_ids(), 2, ckpt_to_load_from="a"),
    "embedding: missing checkpoint": lambda: dense(
        fc.embedding_column(_ids(), 2, ckpt_to_load_from=os.path.join(folder(), "x"), tensor_name_in_ckpt="t"), i=[[1]]
    ),
    "embedding: unknown combiner": lambda: dense(fc.embedding_column(_ids(), 2, combiner="max"), i=[[1]]),
    "embedding: id too large": lambda: dense(fc.embedding_column(_ids(), 2), i=fed([[5]])),
    "indicator: of a numeric column": lambda: dense(fc.indicator_column(_number()), x=[[1.0]]),
    "shared embeddings: different columns": lambda: fc.shared_embedding_columns([_ids(), _words()], 2),
    "shared embeddings: dimension zero": lambda: fc.shared_embedding_columns([_ids()], 0),
    "weighted: float ids": lambda: linear(fc.weighted_categorical_column(_ids(), "w"), i=[[1.5]], w=[[1.0]]),
    "weighted: text weights": lambda: linear(fc.weighted_categorical_column(_ids(), "w"), i=[[1]], w=[["a"]]),
    "weighted: missing weights": lambda: linear(fc.weighted_categorical_column(_ids(), "w"), i=[[1]]),
    "weighted: other shape": lambda: linear(fc.weighted_categorical_column(_ids(), "w"), i=[[1]], w=[[1.0, 2.0]]),
    "weighted: integer dtype of text": lambda: fc.weighted_categorical_column(_ids(), "w", dtype=tf.string),
    "weighted: integer weights": lambda: linear(fc.weighted_categorical_column(_ids(), "w"), i=[[1]], w=[[2]]),
    "input_layer: a categorical column": lambda: dense(_ids(), i=[[1]]),
    "input_layer: a number as column": lambda: dense(3, i=[[1]]),
    "input_layer: no column": lambda: dense([], i=[[1]]),
    "input_layer: a dictionary of columns": lambda: dense({"a": _number()}, x=[[1.0]]),
    "input_layer: the same column twice": lambda: dense([_number(), _number()], x=[[1.0]]),
    "input_layer: features are a list": lambda: run(fc.input_layer([[1.0]], _number())),
    "linear_model: an embedding": lambda: linear(fc.embedding_column(_ids(), 2), i=[[1]]),
    "linear_model: a number as column": lambda: linear(3, i=[[1]]),
    "linear_model: no column": lambda: linear([], i=[[1]]),
    "linear_model: a dictionary of columns": lambda: linear({"a": _number()}, x=[[1.0]]),
    "linear_model: unknown combiner": lambda: run(fc.linear_model({"i": [[1]]}, _ids(), sparse_combiner="max")),
    "linear_model: units zero": lambda: run(fc.linear_model({"x": [[1.0]]}, _number(), units=0)),
    "parse spec: a number": lambda: fc.make_parse_example_spec([3]),
    "parse spec: a key of two types": lambda: fc.make_parse_example_spec(
        [_number(), fc.categorical_column_with_hash_bucket("x", 3)]
    ),
    "parse spec: not a list": lambda: fc.make_parse_example_spec(_number()),
    "sequence: a plain column": lambda: _sequence(_number(), x=[[1.0]]),
    "sequence: plain categorical": lambda: _sequence(fc.indicator_column(_ids()), i=[[1]]),
    "sequence: in input_layer": lambda: dense(fc.indicator_column(_sequence_ids()), i=[[1]]),
    "sequence: negative id": lambda: _sequence(
        fc.indicator_column(_sequence_ids()), i=tf.SparseTensor([[0, 0]], np.int64([-1]), [1, 1])
    ),
    "sequence: id too large": lambda: _sequence(
        fc.indicator_column(_sequence_ids()), i=tf.SparseTensor([[0, 0]], np.int64([4]), [1, 1])
    ),
    "sequence: numeric shape zero": lambda: tf.contrib.feature_column.sequence_numeric_column("x", shape=(0,)),
    "sequence: numeric text": lambda: tf.contrib.feature_column.sequence_numeric_column("x", dtype=tf.string),
    "sequence: lengths differ": lambda: _sequence(
        [
            tf.contrib.feature_column.sequence_numeric_column("x"),
            tf.contrib.feature_column.sequence_numeric_column("y"),
        ],
        x=tf.SparseTensor([[0, 0]], [1.0], [1, 1]),
        y=tf.SparseTensor([[0, 0], [0, 1]], [1.0, 2.0], [1, 2]),
    ),
    "contrib: real valued without name": lambda: tf.contrib.layers.real_valued_column("x", dimension=0),
    "contrib: real valued of text": lambda: tf.contrib.layers.real_valued_column("x", dtype=tf.string),
    "contrib: embedding of a dense column": lambda: tf.contrib.layers.embedding_column(
        tf.contrib.layers.real_valued_column("x"), 2
    ),
    "contrib: cross of one": lambda: tf.contrib.layers.crossed_column(
        [tf.contrib.layers.sparse_column_with_hash_bucket("a", 3)], 5
    ),
    "contrib: buckets not sorted": lambda: tf.contrib.layers.bucketized_column(
        tf.contrib.layers.real_valued_column("x"), [2.0, 1.0]
    ),
    "contrib: hash without buckets": lambda: tf.contrib.layers.sparse_column_with_hash_bucket("a", 1),
    "contrib: network of a sparse column": lambda: tf.contrib.layers.input_from_feature_columns(
        {"a": tf.SparseTensor([[0, 0]], ["x"], [1, 1])}, [tf.contrib.layers.sparse_column_with_hash_bucket("a", 3)]
    ),
}
