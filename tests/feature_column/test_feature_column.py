"""Feature columns make TensorFlow's variables, with its names and initial values, and train to its numbers."""

import numpy as np
import pytest

import penstock as tf
from penstock.feature_column import base, layers, serialization
from tests.ops.programs import _compare as compare
from tests.ops.programs import ours

SETUP = """
fc = tf.feature_column
def normal(seed=5): return tf.truncated_normal_initializer(stddev=0.5, seed=seed)
def words(): return fc.categorical_column_with_hash_bucket("word", 20)
def color(**more): return fc.categorical_column_with_vocabulary_list("color", ["red", "green", "blue"], **more)
def number(**more): return fc.categorical_column_with_identity("number", 6, **more)
def price(**more): return fc.numeric_column("price", **more)
def bucket(): return fc.bucketized_column(price(), [0.0, 2.0, 5.0])
def pair(): return fc.bucketized_column(fc.numeric_column("pair", shape=2), (0.0, 1.0))

sparse = tf.SparseTensor([[0, 0], [0, 1], [1, 0], [3, 2]], ["red", "ping", "blue", "green"], [4, 3])
features = dict(
    word=tf.constant([["a", "bb"], ["", "ccc"], ["a", "a longer string of more than sixteen bytes"], ["", ""]]),
    color=sparse, number=tf.constant([[1, -1], [5, 0], [3, 3], [-1, -1]]), price=tf.constant([-1.0, 2.0, 3.5, 100.0]),
    pair=tf.constant([[-1.0, 0.5], [0.0, 2.0], [1.0, 0.0], [9.0, -9.0]]), text=tf.constant([["x"], ["y"], ["x"], ["z"]]),
    counts=tf.constant([[2.0, 0.0], [0.5, 1.0], [1.5, -1.0], [0.0, 0.0]]), matrix=tf.ones([4, 2, 3]) * 0.25,
    year=tf.constant([1990, 1991, 1990, 2001], tf.int64))
"""
TRAIN = (
    SETUP
    + """
columns = lambda: [{columns}]
outputs, extra = [], []
{build}
y = tf.concat(outputs, 1)
variables = tf.global_variables()
loss = tf.reduce_mean(tf.square(y - 0.3 * tf.cast(tf.range(1, tf.shape(y)[1] + 1), tf.float32)))
trained = tf.trainable_variables()
step = tf.train.AdagradOptimizer(0.3).minimize(loss) if trained else tf.no_op()
session = tf.Session()
session.run([tf.global_variables_initializer(), tf.tables_initializer()])
initial = session.run(variables)
before = session.run(y)
losses = []
for _ in range(20 if trained else 1):
    losses.append(session.run(loss))
    session.run(step)
result = dict(names=[(v.name, v.shape.as_list()) for v in variables], trained=[v.name for v in trained],
    model=[v.name for v in tf.get_collection("model_variables")], mine=[v.name for v in tf.get_collection("mine")],
    shape=y.shape.as_list()[1:], initial=initial, before=before, losses=losses, final=session.run(variables), extra=extra)
"""
)
INPUT = """
found, parts = {}, {}
outputs.append(fc.input_layer(features, columns(), weight_collections=["mine"], cols_to_vars=found,
    cols_to_output_tensors=parts))
extra += sorted((c.name, [v.name for v in vs]) for c, vs in found.items())
extra += sorted((c.name, t.shape.as_list()[1:]) for c, t in parts.items())
"""
LINEAR = """
found = {}
outputs.append(fc.linear_model(features, columns(), units=2, sparse_combiner="mean", cols_to_vars=found))
extra += sorted((getattr(c, "name", c), [v.name for v in vs]) for c, vs in found.items())
"""
BOTH = INPUT + LINEAR
LAYER = """
DenseFeatures = tf.keras.layers.DenseFeatures
try:
    from tensorflow_estimator.python.estimator.canned.linear import LinearModel
except ImportError:
    from penstock.feature_column.layers import LinearModel
dense = DenseFeatures(columns())
outputs.append(dense(features))
outputs.append(LinearModel(columns(), units=2)(features))
extra += [v.name for v in dense.trainable_weights]
outputs.append(dense(features))
"""
I, E = "fc.indicator_column", "fc.embedding_column"  # noqa: E741
DENSE = {
    "numeric": "price(normalizer_fn=lambda x: x / 3.0), fc.numeric_column('matrix', shape=(2, 3))",
    "bucketized": "bucket(), pair()",
    "indicators": f"{I}(words()), {I}(color()), {I}(number())",
    "vocabulary": f"{I}(color(num_oov_buckets=2)), {E}(fc.categorical_column_with_vocabulary_list('year', "
    "[1990, 2001], default_value=1), 2, initializer=normal())",
    "default": f"{I}(number(default_value=2))",
    "embeddings": f"{E}(words(), 3, initializer=normal()), {E}(color(), 2, 'sum', initializer=normal(8)), "
    f"{E}(number(), 2, 'sqrtn', initializer=normal(9), max_norm=0.5), {E}(bucket(), 2, initializer=normal(3))",
    "hashed integers": f"{E}(fc.categorical_column_with_hash_bucket('year', 9, tf.int64), 2, initializer=normal())",
    "not trained": f"{E}(words(), 3, initializer=normal(), trainable=False), price()",
    "weighted": f"{E}(fc.weighted_categorical_column(number(), 'counts'), 2, initializer=normal()), "
    f"{I}(fc.weighted_categorical_column(fc.categorical_column_with_hash_bucket('word', 20), 'counts'))",
    "crossed": f"{E}(fc.crossed_column(['word', 'text'], 30), 2, initializer=normal()), "
    f"{I}(fc.crossed_column(['text', color(), fc.crossed_column([bucket(), number()], 7)], 40, hash_key=99)), "
    f"{I}(fc.crossed_column([pair(), 'text'], 12))",
}
CATEGORICAL = {
    "categories": "words(), color(num_oov_buckets=1), number(), bucket(), price(), pair()",
    "crosses": "fc.crossed_column(['word', 'text'], 30), fc.crossed_column(['text', pair()], 20), "
    "fc.weighted_categorical_column(number(), 'counts')",
    "embedding in a linear model": f"{E}(words(), 3, initializer=normal()), price()",
}


@pytest.fixture(autouse=True)
def _graph_of_its_own():
    with tf.Graph().as_default():
        yield


def check(peer, monkeypatch, program, tiers=("interpret",)):
    """Asserts that a program gives the same everywhere; compiling all of them would take minutes."""
    wanted = peer.run(program)
    for tier in tiers:
        compare(ours(program, monkeypatch, tier), wanted, 3e-5, 2e-6, tier)


@pytest.mark.parametrize("case", DENSE)
def test_functions_over_dense_columns_train_as_in_tensorflow(case, peer, monkeypatch):
    tiers = ("interpret", "compile") if case == "hashed integers" else ("interpret",)
    check(peer, monkeypatch, TRAIN.replace("{columns}", DENSE[case]).replace("{build}", BOTH), tiers)


@pytest.mark.parametrize("case", CATEGORICAL)
def test_linear_models_of_categories_train_as_in_tensorflow(case, peer, monkeypatch):
    check(peer, monkeypatch, TRAIN.replace("{columns}", CATEGORICAL[case]).replace("{build}", LINEAR))


@pytest.mark.parametrize("case", ["numeric", "vocabulary", "embeddings", "crossed"])
def test_layers_over_dense_columns_train_as_in_tensorflow(case, peer, monkeypatch):
    check(peer, monkeypatch, TRAIN.replace("{columns}", DENSE[case]).replace("{build}", LAYER))


def test_a_linear_model_layer_of_categories_trains_as_in_tensorflow(peer, monkeypatch):
    build = LAYER.split("dense =")[0] + "outputs.append(LinearModel(columns(), units=2)(features))"
    check(peer, monkeypatch, TRAIN.replace("{columns}", CATEGORICAL["categories"]).replace("{build}", build))


SHARED = """
ids = [fc.categorical_column_with_identity("number", 6, default_value=0), fc.categorical_column_with_identity("other", 6)]
features["other"] = tf.constant([1, 2, 3, 4])
shared = fc.shared_embedding_columns([ids[0], fc.weighted_categorical_column(ids[1], "weight")], 2, initializer=normal())
features["weight"] = tf.constant([0.5, 1.0, 2.0, 1.0])
found = {}
outputs.append(fc.input_layer(features, shared + [price()], cols_to_vars=found))
named = fc.shared_embedding_columns(ids, 3, "sum", initializer=normal(2), shared_embedding_collection_name="mine",
    trainable=False)
outputs.append(fc.input_layer(features, named, cols_to_vars=found))
extra += sorted((c.name, [v.name for v in vs]) for c, vs in found.items())
extra += [c.name for c in shared]
"""
SCOPES = """
with tf.variable_scope("dnn", partitioner=tf.fixed_size_partitioner(3)):
    outputs.append(fc.input_layer(features, columns()))
with tf.variable_scope("dnn", partitioner=tf.fixed_size_partitioner(3), reuse=True):
    with tf.variable_scope("input_layer"):
        outputs.append(fc.input_layer(features, [price()]))
for _ in range(2):
    outputs.append(fc.linear_model(features, [words(), price()], trainable=False, weight_collections=["mine"]))
with tf.variable_scope("wide", partitioner=tf.fixed_size_partitioner(2)):
    found = {}
    outputs.append(fc.linear_model(features, columns(), cols_to_vars=found))
    extra += sorted((getattr(c, "name", c), [v.name for v in vs]) for c, vs in found.items())
"""


def test_shared_embeddings_have_one_table(peer, monkeypatch):
    check(peer, monkeypatch, TRAIN.replace("{columns}", "").replace("{build}", SHARED))


def test_scopes_partitions_and_repeated_calls_name_variables_as_in_tensorflow(peer, monkeypatch):
    check(peer, monkeypatch, TRAIN.replace("{columns}", DENSE["embeddings"]).replace("{build}", SCOPES))


SEQUENCE = """
layer_of = lambda columns: tf.keras.experimental.SequenceFeatures(columns)(features)
fc = tf.feature_column
def normal(seed=5): return tf.truncated_normal_initializer(stddev=0.5, seed=seed)
features = dict(
    x=tf.SparseTensor([[0, 0], [0, 1], [1, 0], [2, 3]], [1.0, 2.0, 3.0, 4.0], [4, 4]),
    y=tf.SparseTensor([[0, 0, 0], [0, 1, 0], [0, 1, 1], [1, 0, 0], [2, 3, 1]], [1.0, 2.0, 3.0, 4.0, 5.0], [4, 4, 2]),
    word=tf.SparseTensor([[0, 0], [0, 1], [1, 0], [2, 3]], ["a", "b", "c", "d"], [4, 4]),
    number=tf.SparseTensor([[0, 0, 0], [0, 1, 0], [0, 1, 1], [1, 0, 0], [2, 3, 0]], tf.constant([1, 2, 3, 4, 9], tf.int64),
        [4, 4, 2]))
columns = [
    fc.sequence_numeric_column("x", default_value=-1.0, normalizer_fn=lambda s: tf.SparseTensor(s.indices, s.values * 2.0,
        s.dense_shape)),
    fc.embedding_column(fc.sequence_categorical_column_with_hash_bucket("word", 7), 3, initializer=normal()),
    fc.indicator_column(fc.sequence_categorical_column_with_identity("number", 6, default_value=5)),
]
outputs, lengths = layer_of(columns)
two = fc.indicator_column(fc.sequence_categorical_column_with_vocabulary_list("word", ["a", "c"], num_oov_buckets=1))
more, others = layer_of([two])
pairs, third = layer_of([fc.sequence_numeric_column("y", shape=(2,))])
variables = tf.global_variables()
gradient = tf.gradients(outputs * outputs, [v for v in variables])
session = tf.Session()
session.run([tf.global_variables_initializer(), tf.tables_initializer()])
dense = lambda g: tf.convert_to_tensor(g)
result = dict(names=[v.name for v in variables], values=session.run([outputs, lengths, more, others, pairs, third]),
    gradient=session.run([dense(g) for g in gradient]))
"""


def test_sequences_of_features_have_tensorflows_values_and_lengths(peer, monkeypatch):
    check(peer, monkeypatch, SEQUENCE, ("interpret", "compile"))


def test_the_function_and_the_layer_make_the_same_of_sequences():
    sparse = tf.SparseTensor([[0, 0], [0, 1], [2, 0]], ["a", "b", "c"], [3, 2])
    word = tf.contrib.feature_column.sequence_categorical_column_with_hash_bucket("word", 7)
    column = tf.feature_column.embedding_column(word, 3, initializer=tf.truncated_normal_initializer(seed=3))
    results = [
        tf.contrib.feature_column.sequence_input_layer({"word": sparse}, [column]),
        tf.keras.experimental.SequenceFeatures([column])({"word": sparse}),
    ]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        (a, lengths), (b, others) = session.run(results)
    np.testing.assert_array_equal(a, b)
    assert lengths.tolist() == others.tolist() == [2, 0, 1]
    assert [v.name for v in tf.global_variables()] == [
        "sequence_input_layer/word_embedding/embedding_weights:0",
        "sequence_features/word_embedding/embedding_weights:0",
    ]


PARSED = (
    SETUP
    + """
columns = [price(default_value=3.0), fc.embedding_column(words(), 2), bucket(), fc.crossed_column(["text", number()], 5),
    fc.weighted_categorical_column(color(), "w"), fc.numeric_column("m", shape=(2, 2), default_value=((1, 2), (3, 4))),
    fc.sequence_categorical_column_with_hash_bucket("s", 5, tf.int64)]
columns = [c for c in columns if c.name != "price_bucketized"]
spec = fc.make_parse_example_spec(columns)
result = dict(
    spec=sorted((k, type(v).__name__, v.dtype.name, list(getattr(v, "shape", [])), str(getattr(v, "default_value", "")))
        for k, v in spec.items()),
    names=[c.name for c in columns], order=[c.name for c in sorted(columns, key=lambda c: c.name)],
    texts=[str(price(default_value=3.0)), str(words()), str(color()), str(number()), str(bucket())])
"""
)


def test_columns_tell_how_they_are_parsed_and_how_they_look(peer, monkeypatch):
    check(peer, monkeypatch, PARSED)


ERRORS = [
    "price(shape='x')",
    "price(shape=0)",
    "price(shape=[])" + ".name + 1",
    "price(dtype=tf.string)",
    "price(default_value='x')",
    "price(default_value=[1, 2])",
    "price(shape=2, default_value=1.5, dtype=tf.int32)",
    "price(normalizer_fn=3)",
    "fc.numeric_column(3)",
    "fc.bucketized_column(words(), [1])",
    "fc.bucketized_column(fc.numeric_column('m', shape=(2, 2)), [1])",
    "fc.bucketized_column(price(), [])",
    "fc.bucketized_column(price(), [1, 0])",
    "fc.categorical_column_with_hash_bucket('a', None)",
    "fc.categorical_column_with_hash_bucket('a', 0)",
    "fc.categorical_column_with_hash_bucket('a', 3, tf.float32)",
    "fc.categorical_column_with_vocabulary_list('a', [])",
    "fc.categorical_column_with_vocabulary_list('a', ['x', 'x'])",
    "fc.categorical_column_with_vocabulary_list('a', ['x'], dtype=tf.int32)",
    "fc.categorical_column_with_vocabulary_list('a', [1.0])",
    "fc.categorical_column_with_vocabulary_list('a', ['x'], default_value=0, num_oov_buckets=1)",
    "fc.categorical_column_with_vocabulary_list('a', ['x'], num_oov_buckets=-1)",
    "fc.categorical_column_with_vocabulary_file('a', '')",
    "fc.categorical_column_with_vocabulary_file('a', '/nowhere/at/all')",
    "fc.categorical_column_with_vocabulary_file('a', 'f', 0)",
    "fc.categorical_column_with_vocabulary_file('a', 'f', 3, num_oov_buckets=1, default_value=2)",
    "fc.categorical_column_with_identity('a', 0)",
    "fc.categorical_column_with_identity('a', 3, 3)",
    "fc.weighted_categorical_column(words(), 'w', tf.string)",
    "fc.crossed_column(['a'], 3)",
    "fc.crossed_column(['a', 'b'], 0)",
    "fc.crossed_column(['a', price()], 3)",
    "fc.crossed_column(['a', words()], 3)",
    "fc.embedding_column(words(), 0)",
    "fc.embedding_column(words(), 2, initializer=3)",
    "fc.embedding_column(words(), 2, ckpt_to_load_from='x')",
    "fc.input_layer(features, [words()])",
    "fc.input_layer(features, [])",
    "fc.input_layer(features, {})",
    "fc.input_layer(features, ['price'])",
    "fc.input_layer(features, [price(), price()])",
    "fc.input_layer(features, [fc.numeric_column('missing')])",
    "fc.input_layer(features, [fc.numeric_column('color')])",
    "fc.input_layer({'price': 1.0}, [price()])",
    "fc.input_layer({'price': [[1.0]], 'x': [[1.0], [2.0]]}, [price(), fc.numeric_column('x')])",
    "fc.input_layer(features, [fc.indicator_column(fc.categorical_column_with_hash_bucket('year', 4))])",
    "fc.input_layer(features, [fc.indicator_column(fc.categorical_column_with_vocabulary_list('text', [1]))])",
    "fc.input_layer(features, [fc.indicator_column(fc.categorical_column_with_identity('text', 4))])",
    "fc.linear_model(features, [fc.weighted_categorical_column(number(), 'year')])",
    "fc.linear_model(features, [fc.crossed_column([fc.weighted_categorical_column(number(), 'counts'), 'text'], 5)])",
    "tf.keras.layers.DenseFeatures([price()])([1.0])",
    "fc.make_parse_example_spec(['price'])",
    "fc.make_parse_example_spec([price(), fc.categorical_column_with_hash_bucket('price', 4)])",
]


def test_mistakes_are_refused_in_tensorflows_words(peer, monkeypatch):
    program = (
        SETUP
        + """
import re
texts = []
for source in ERRORS:
    try:
        eval(source)
        texts.append("fine")
    except Exception as error:
        text = re.sub("<class '.*?([A-Za-z]+)'>", "<class>", f"{type(error).__name__}: {error}")
        texts.append(text)
result = dict(texts=texts)
"""
    )
    wanted = peer.run(program, ERRORS=ERRORS)["texts"]
    got = ours(program, monkeypatch, ERRORS=ERRORS)["texts"]
    different = [(s, g, w) for s, g, w in zip(ERRORS, got, wanted, strict=True) if g != w]
    assert not different, "\n".join(map(str, different))


def test_columns_that_differ_cannot_share_embeddings():
    fc = tf.feature_column
    number = fc.categorical_column_with_identity("number", 6)
    with pytest.raises(ValueError, match="must have the same type, or be weighted_categorical_column of the same type"):
        fc.shared_embedding_columns([number, fc.categorical_column_with_hash_bucket("word", 6)], 2)
    with pytest.raises(ValueError, match="must have the same number of buckets. Given column: .*'b'.* with buckets: 9"):
        fc.shared_embedding_columns([number, fc.categorical_column_with_identity("b", 9)], 2)


# 2.15 does not look; 1.15 did.
@pytest.mark.parametrize("bad, part", [(6, "exceeds number of buckets"), (-7, "Negative bucket index")])
def test_numbers_out_of_range_are_an_error_when_the_graph_runs(bad, part):
    x = tf.placeholder(tf.int64, [None, 1])
    column = tf.feature_column.indicator_column(tf.feature_column.categorical_column_with_identity("number", 6))
    made = tf.feature_column.input_layer({"number": x}, [column])
    with tf.Session() as session, pytest.raises(tf.errors.InvalidArgumentError, match=part):
        session.run(made, {x: [[bad]]})


FILES = (
    SETUP
    + """
import os, tempfile
folder = tempfile.mkdtemp()
path = os.path.join(folder, "words.txt")
with open(path, "w") as file:
    file.write("bb\\na\\nccc\\n")
with tf.Graph().as_default(), tf.Session() as session:
    table = tf.get_variable("table", initializer=tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]))
    session.run(table.initializer)
    saved = tf.train.Saver().save(session, os.path.join(folder, "model"))
columns = [
    fc.embedding_column(fc.categorical_column_with_vocabulary_file("word", path), 2, ckpt_to_load_from=saved,
        tensor_name_in_ckpt="table"),
    fc.indicator_column(fc.categorical_column_with_vocabulary_file("text", path, 2, num_oov_buckets=3)),
]
made = fc.input_layer(features, columns)
session = tf.Session()
session.run([tf.global_variables_initializer(), tf.tables_initializer()])
result = dict(made=session.run(made), sizes=[c.categorical_column.num_buckets for c in columns])
"""
)


def test_vocabularies_in_files_and_embeddings_in_checkpoints_are_read(peer, monkeypatch):
    check(peer, monkeypatch, FILES)


def test_features_of_unknown_rank_become_columns():
    x = tf.placeholder(tf.float32)
    made = tf.feature_column.input_layer({"x": x}, [tf.feature_column.numeric_column("x")])
    with tf.Session() as session:
        assert session.run(made, {x: [1.0, 2.0]}).tolist() == [[1.0], [2.0]]
        assert session.run(made, {x: [[1.0], [2.0]]}).tolist() == [[1.0], [2.0]]
        with pytest.raises(tf.errors.InvalidArgumentError, match="cannot have rank 0"):
            session.run(made, {x: 1.0})


def test_a_feature_that_several_columns_use_is_transformed_once():
    calls = []

    def normalizer(x):
        calls.append(x)
        return x

    price = tf.feature_column.numeric_column("price", normalizer_fn=normalizer)
    bucket = tf.feature_column.bucketized_column(price, [1.0])
    cross = tf.feature_column.crossed_column([bucket, "text"], 5)
    features = {"price": [[1.0]], "text": [["x"]]}
    tf.feature_column.linear_model(features, [price, bucket, cross])
    assert len(calls) == 1


def test_layers_are_made_again_from_their_configuration():
    fc = tf.feature_column
    price = fc.numeric_column("price", normalizer_fn=_halved)
    columns = [
        fc.bucketized_column(price, [1.0, 2.0]),
        fc.embedding_column(fc.crossed_column(["a", fc.categorical_column_with_identity("b", 4)], 9, hash_key=3), 2),
        fc.indicator_column(
            fc.weighted_categorical_column(fc.categorical_column_with_vocabulary_list("c", ["x"]), "w")
        ),
    ]
    layer = layers.DenseFeatures(columns, name="mine")
    again = layers.DenseFeatures.from_config(layer.get_config(), {"_halved": _halved})
    assert again.name == "mine"
    for old, new in zip(layer._feature_columns, again._feature_columns, strict=True):
        assert serialization.serialize_feature_column(old) == serialization.serialize_feature_column(new)
    with pytest.raises(ValueError, match="Unknown function: _halved"):
        layers.DenseFeatures.from_config(layer.get_config())


def _halved(x):
    return x / 2.0


def test_layers_refuse_columns_that_only_functions_can_have():
    shared = tf.feature_column.shared_embedding_columns([tf.feature_column.categorical_column_with_identity("a", 3)], 2)
    assert not base.is_feature_column_v2(shared)
    with pytest.raises(ValueError, match="Items of feature_columns must be a FeatureColumn"):
        layers.DenseFeatures(shared)
