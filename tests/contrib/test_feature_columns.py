"""Contrib's feature columns give what core's do, which are compared with TensorFlow; it has lost contrib's own."""

import numpy as np
import pytest

import penstock as tf
from penstock.contrib.layers import embeddings, sparse
from penstock.ops.sparse.cross import sparse_feature_cross

L = tf.contrib.layers
fc = tf.feature_column


@pytest.fixture(autouse=True)
def _graph_of_its_own():
    with tf.Graph().as_default():
        yield


def features():
    return {
        "word": tf.SparseTensor([[0, 0], [0, 1], [1, 0], [3, 0]], ["a", "bb", "ccc", "a"], [4, 2]),
        "other": tf.SparseTensor([[0, 0], [1, 0], [2, 0]], ["x", "y", "x"], [4, 1]),
        "number": tf.constant([[1, -1], [5, 0], [3, 3], [-1, -1]], tf.int64),
        "age": tf.constant([[-1.0], [2.0], [3.5], [100.0]]),
        "pair": tf.constant([[-1.0, 0.5], [0.0, 2.0], [1.0, 0.0], [9.0, -9.0]]),
        "weight": tf.SparseTensor([[0, 0], [0, 1], [1, 0], [3, 0]], [0.5, 2.0, 1.0, -1.0], [4, 2]),
    }


def normal():
    return tf.truncated_normal_initializer(stddev=0.5, seed=5)


def words():
    return L.sparse_column_with_hash_bucket("word", 20)


def core_words():
    return fc.categorical_column_with_hash_bucket("word", 20)


AGE = L.real_valued_column("age", normalizer=lambda x: x / 2.0)
CORE_AGE = fc.numeric_column("age", normalizer_fn=lambda x: x / 2.0)
KEYS = L.sparse_column_with_keys("word", ["bb", "a"])
CORE_KEYS = fc.categorical_column_with_vocabulary_list("word", ["bb", "a"])
SAME = [
    (lambda: AGE, lambda: CORE_AGE),
    (lambda: L.bucketized_column(AGE, [0.0, 0.0, 1.5]), lambda: fc.bucketized_column(CORE_AGE, [0.0, 1.5])),
    (lambda: L.one_hot_column(words()), lambda: fc.indicator_column(core_words())),
    (lambda: L.one_hot_column(KEYS), lambda: fc.indicator_column(CORE_KEYS)),
    (
        lambda: L.embedding_column(words(), 3, initializer=normal()),
        lambda: fc.embedding_column(core_words(), 3, initializer=normal()),
    ),
    (
        lambda: L.embedding_column(L.weighted_sparse_column(words(), "weight"), 3, "sqrtn", initializer=normal()),
        lambda: fc.embedding_column(
            fc.weighted_categorical_column(core_words(), "weight"), 3, "sqrtn", initializer=normal()
        ),
    ),
    (
        lambda: L.embedding_column(
            L.crossed_column([words(), L.sparse_column_with_hash_bucket("other", 9)], 30, hash_key=0xDECAFCAFFE),
            3,
            initializer=normal(),
        ),
        # Contrib's crosses are in the order of the columns' names.
        lambda: fc.embedding_column(fc.crossed_column(["other", "word"], 30), 3, initializer=normal()),
    ),
    (
        lambda: L.one_hot_column(L.sparse_column_with_integerized_feature("number", 6)),
        lambda: fc.indicator_column(fc.categorical_column_with_identity("number", 6)),
    ),
]


@pytest.mark.parametrize("number", range(len(SAME)))
def test_inputs_of_networks_are_those_of_core(number):
    ours, core = SAME[number]
    made = [
        L.input_from_feature_columns(features(), [ours()]),
        fc.input_layer(features(), [ours()]),
        fc.input_layer(features(), [core()]),
    ]
    with tf.Session() as session:
        session.run([tf.global_variables_initializer(), tf.tables_initializer()])
        a, b, c = session.run(made)
    np.testing.assert_array_equal(a, c)
    np.testing.assert_array_equal(b, c)


def train(output, steps=20):
    loss = tf.reduce_mean(tf.square(output - tf.constant([[1.0], [2.0], [-1.0], [0.5]])))
    step = tf.train.AdagradOptimizer(0.3).minimize(loss)
    with tf.Session() as session:
        session.run([tf.global_variables_initializer(), tf.tables_initializer()])
        return [session.run([loss, step])[0] for _ in range(steps)]


def test_linear_models_learn_as_those_of_core():
    columns = [AGE, L.bucketized_column(AGE, [0.0, 1.5]), words(), L.sparse_column_with_hash_bucket("other", 9)]
    cores = [
        CORE_AGE,
        fc.bucketized_column(CORE_AGE, [0.0, 1.5]),
        core_words(),
        fc.categorical_column_with_hash_bucket("other", 9),
    ]
    output, weights, bias = L.weighted_sum_from_feature_columns(features(), columns, 1)
    losses = train(output)
    with tf.Graph().as_default():
        wanted = train(fc.linear_model(features(), cores))
    np.testing.assert_allclose(losses, wanted, rtol=1e-5)
    assert {c.name: [v.name for v in vs] for c, vs in weights.items()} == {
        "age": ["weighted_sum_from_feature_columns/age/weight:0"],
        "age_bucketized": ["weighted_sum_from_feature_columns/age_bucketized/weights:0"],
        "word": ["weighted_sum_from_feature_columns/word/weights:0"],
        "other": ["weighted_sum_from_feature_columns/other/weights:0"],
    }
    assert bias.name == "weighted_sum_from_feature_columns/bias_weight:0"


def test_a_joint_linear_model_learns_as_one_with_a_table_for_each_column():
    columns = [words(), L.crossed_column([words(), KEYS], 7)]
    output, weights, bias = L.joint_weighted_sum_from_feature_columns(features(), columns, 1)
    assert weights[0].shape.as_list() == [20 + 7, 1]
    assert weights[0].name == "joint_weighted_sum_from_feature_columns/linear_weights/weights:0"
    losses = train(output)
    with tf.Graph().as_default():
        wanted = train(L.weighted_sum_from_feature_columns(features(), columns, 1)[0])
    np.testing.assert_allclose(losses, wanted, rtol=1e-5)


def test_columns_are_put_side_by_side_in_the_order_of_their_keys():
    columns = [L.one_hot_column(words()), AGE, L.embedding_column(words(), 2, initializer=normal())]
    parts = {}
    made = L.input_from_feature_columns(features(), columns, cols_to_outs=parts)
    in_order = sorted(columns, key=lambda c: c.key)
    assert [c.name for c in in_order] == ["word_embedding", "word_one_hot", "age"]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        whole, pieces = session.run([made, [parts[c] for c in in_order]])
    np.testing.assert_array_equal(whole, np.concatenate(pieces, 1))
    assert [v.name for v in tf.get_collection(tf.GraphKeys.MODEL_VARIABLES)] == [
        "input_from_feature_columns/word_embedding/weights:0"
    ]


def test_shared_embeddings_have_one_table():
    columns = [words(), L.sparse_column_with_hash_bucket("other", 20)]
    shared = L.shared_embedding_columns(columns, 2, initializer=normal())
    L.input_from_feature_columns(features(), shared)
    assert [(v.name, v.shape.as_list()) for v in tf.global_variables()] == [
        ("input_from_feature_columns/other_shared_embedding/other_word_shared_embedding:0", [20, 2])
    ]


# The values are those of 1.15's own tests of its kernels.
@pytest.mark.parametrize(
    "buckets, key, wanted",
    [
        (0, None, 3735511728867393167),
        (100, None, 74),
        (0, 956888297470, 1971693436396284976),
        (100, 956888297470, 83),
    ],
)
def test_hashes_of_crosses_are_those_of_1_x(buckets, key, wanted):
    inputs = [tf.constant([[b"batch1-FC%d-F1" % i]]) for i in (1, 2, 3)]
    made = sparse_feature_cross(inputs, hashed_output=True, num_buckets=buckets, hash_key=key)
    with tf.Session() as session:
        assert session.run(made).values.tolist() == [wanted]


def test_examples_are_parsed_and_transformed():
    feature = tf.train.Features(
        feature={
            "word": tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"a", b"zz"])),
            "age": tf.train.Feature(float_list=tf.train.FloatList(value=[4.0])),
        }
    )
    serialized = [tf.train.Example(features=feature).SerializeToString()]
    parsed = L.parse_feature_columns_from_examples(serialized, [AGE, KEYS])
    with tf.Session() as session:
        session.run(tf.tables_initializer())
        assert session.run(parsed[AGE]).tolist() == [[2.0]]
        assert session.run(parsed[KEYS]).values.tolist() == [1, -1]


def test_sequences_have_a_dimension_of_time():
    words3 = tf.SparseTensor([[0, 0, 0], [1, 1, 0]], ["a", "bb"], [2, 3, 1])
    columns = [L.real_valued_column("x"), L.embedding_column(words(), 4), L.one_hot_column(KEYS)]
    made = L.sequence_input_from_feature_columns({"x": tf.ones([2, 3]), "word": words3}, columns)
    with tf.Session() as session:
        session.run([tf.global_variables_initializer(), tf.tables_initializer()])
        found = session.run(made)
    assert found.shape == (2, 3, 4 + 2 + 1)
    assert found[0, 0, 4:].tolist() == [0.0, 1.0, 1.0] and found[1, 1, 4:].tolist() == [1.0, 0.0, 1.0]
    with pytest.raises(
        ValueError, match="FeatureColumn type _BucketizedColumn is not currently supported for sequence"
    ):
        L.sequence_input_from_feature_columns({}, [L.bucketized_column(AGE, [1])])
    crossed = L.embedding_column(L.crossed_column([words(), KEYS], 5), 2)
    with pytest.raises(ValueError, match="word_X_word is of type _CrossedColumn"):
        L.sequence_input_from_feature_columns({}, [crossed])


def test_scattered_embeddings_take_each_number_from_the_place_of_its_hash():
    table = tf.constant(np.arange(50, dtype=np.float32))
    made = embeddings.scattered_embedding_lookup(table, tf.constant([["a", "b"], ["a", "c"]]), 4)
    places = sparse_feature_cross([tf.constant([[0]]), tf.constant([["a"]])], True, 50)
    column = L.scattered_embedding_column("word", 50, 4, 7)
    dense = L.input_from_feature_columns(features(), [column])
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        found, place = session.run([made, places])
        assert session.run(dense).shape == (4, 4)
    assert found.shape == (2, 2, 4)
    np.testing.assert_array_equal(found[0, 0], found[1, 0])
    assert found[0, 0, 0] == place.values[0]


def test_embeddings_of_bags_and_sequences():
    ids = tf.constant([[1, 2, 0], [3, 0, 0]])
    one = tf.ones_initializer()
    bag = L.bow_encoder(ids, 5, 2, initializer=tf.truncated_normal_initializer(seed=3))
    with tf.variable_scope("bow_encoder", reuse=True):
        table = tf.get_variable("embeddings")
    sequence = L.embed_sequence(ids, 5, 2, initializer=one, scope="words")
    again = L.embed_sequence(ids, unique=True, scope="words", reuse=True)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        found, t, a, b = session.run([bag, table, sequence, again])
    np.testing.assert_allclose(found, [(t[1] + t[2]) / 2, t[3]], rtol=1e-6)
    np.testing.assert_array_equal(a, b)
    assert a.shape == (2, 3, 2)
    with pytest.raises(ValueError, match="Must specify vocab size and embedding dimension"):
        L.embed_sequence(ids)


def test_indicators_and_envelopes():
    ids = sparse.indicators_to_sparse_ids(tf.constant([[0, 1, 1], [1, 0, 0]]))
    reach = sparse.sparse_row_envelope(ids)
    with tf.Session() as session:
        found = session.run(ids)
        assert found.values.tolist() == [1, 2, 0]
        assert found.indices.tolist() == [[0, 0], [0, 1], [1, 0]]
        assert session.run(reach).tolist() == [2, 1]


@pytest.mark.parametrize(
    "make, error, text",
    [
        (lambda: L.real_valued_column("a", dimension="x"), TypeError, "dimension must be an integer"),
        (lambda: L.real_valued_column("a", dimension=0), ValueError, "dimension must be greater than 0"),
        (lambda: L.real_valued_column("a", dtype=tf.string), ValueError, "dtype must be convertible to float"),
        (lambda: L.real_valued_column("a", 2, default_value=[1.0]), ValueError, "length of default_value"),
        (lambda: L.real_valued_column("a", default_value=1.5, dtype=tf.int32), TypeError, "compatible with dtype"),
        (lambda: L.bucketized_column(words(), [1]), TypeError, "must be an instance of _RealValuedColumn"),
        (lambda: L.bucketized_column(AGE, [2, 1]), ValueError, "boundaries must be a sorted list"),
        (lambda: L.sparse_column_with_hash_bucket("a", 0), ValueError, "bucket_size must be at least 1"),
        (lambda: L.sparse_column_with_hash_bucket("a", 3, hash_keys=[3]), ValueError, "pair of integers"),
        (lambda: L.crossed_column([words()], 3), ValueError, "at least 2 elements"),
        (lambda: L.crossed_column([words(), AGE], 3), TypeError, "is a _RealValuedColumn"),
        (lambda: L.embedding_column(words(), 3, initializer=1), ValueError, "initializer must be callable"),
        (
            lambda: L.shared_embedding_columns([words(), L.sparse_column_with_hash_bucket("b", 3)], 3),
            ValueError,
            "not compat",
        ),
        (lambda: L.check_feature_columns([AGE, AGE]), ValueError, "Duplicate feature column key found for column: age"),
        (
            lambda: L.input_from_feature_columns(features(), [words()]),
            ValueError,
            "Please use embedding_column or one_hot",
        ),
        (
            lambda: L.weighted_sum_from_feature_columns(features(), [L.embedding_column(words(), 2)], 1),
            ValueError,
            "is not supported in linear models. Please use sparse_column",
        ),
        (
            lambda: L.joint_weighted_sum_from_feature_columns(features(), [AGE], 1),
            NotImplementedError,
            "Real-valued columns are not supported",
        ),
        (lambda: L.infer_real_valued_columns({"w": tf.constant(["a"])}), ValueError, "Non integer or non floating"),
    ],
)
def test_mistakes_are_refused_in_the_words_of_1_x(make, error, text):
    with pytest.raises(error, match=text):
        make()
