"""Boosted trees: the same ensembles, metrics and explanations as TensorFlow 1.15.5 has grown from the same data.

Later versions of TensorFlow have no kernels for them, so `recorded_boosted_trees.json` keeps what 1.15.5 said. With that
version as the peer,

    python -m tests.estimator.canned.test_boosted_trees PYTHON_WITH_TENSORFLOW_1_15

records it anew.
"""

import json
import pathlib
import sys
import tempfile

import numpy as np
import pytest

import penstock as tf
from penstock import protos
from tests.estimator.canned.comparing import equal
from tests.peer import Peer
from tests.same_program import run_here

RECORDED = pathlib.Path(__file__).with_name("recorded_boosted_trees.json")
PROGRAM = """
rng = np.random.RandomState(0)
rows = 300
x = {
    "a": rng.rand(rows, 1).astype("f"),
    "b": rng.randn(rows, 2).round(1).astype("f"),
    "c": rng.choice(["u", "v", "w"], (rows, 1)),
    "w": rng.rand(rows, 1).astype("f") + 0.5,
}
score = 2 * x["a"] + x["b"][:, :1] * x["b"][:, 1:] + (x["c"] == "u")
labels = {"two": (score > 1.0).astype("int64"), "number": score.astype("f")}
fc, E = tf.feature_column, tf.estimator
bucketized = fc.bucketized_column(fc.numeric_column("a"), [0.2, 0.4, 0.6, 0.8])
numbers = fc.numeric_column("b", shape=[2])
category = fc.indicator_column(fc.categorical_column_with_vocabulary_list("c", ["u", "v", "w"]))
columns = [bucketized, numbers, category]

def input_fn(parts=1):
    data = (dict(x), labels["{which}"])
    if parts == 1:
        return lambda: tf.data.Dataset.from_tensors(data).repeat()
    return lambda: tf.data.Dataset.from_tensor_slices(data).batch(rows // parts).repeat()

model = {model}
model.train(input_fn({parts}), steps=40)
evaluated = model.evaluate(input_fn(), steps=1)
reader = tf.train.load_checkpoint(folder)
names = [n for n in sorted(reader.get_variable_to_shape_map())]
result = {
    "names": names,
    "ensemble": reader.get_tensor("boosted_trees:0_serialized"),
    "boundaries": {n: reader.get_tensor(n) for n in names if "boundaries_" in n},
    "metrics": {k: float(v) for k, v in evaluated.items()},
    "importances": dict(model.experimental_feature_importances(normalize={normalize})),
    "predictions": np.stack([p.get("logits", p.get("predictions")) for p in model.predict(lambda: input_fn()().take(1))])[:9],
}
if {explain}:
    first = list(model.experimental_predict_with_explanations(lambda: input_fn()().take(1)))[:4]
    result["explanations"] = [[p["bias"], dict(p["dfc"])] for p in first]
"""
MODELS = {
    "classifier, two batches per layer": dict(
        model="E.BoostedTreesClassifier(columns, 2, folder, n_trees=3, max_depth=3)", parts=2, which="two"
    ),
    "classifier, centred, regularized": dict(
        model="E.BoostedTreesClassifier([bucketized, category], 1, folder, n_trees=3, max_depth=3, l1_regularization=0.0001,"
        " l2_regularization=0.01, min_node_weight=0.0001, center_bias=True)",
        which="two",
        explain=True,
    ),
    "classifier in memory": dict(
        model="E.BoostedTreesClassifier(columns, 1, folder, n_trees=2, max_depth=3, train_in_memory=True)", which="two"
    ),
    "regressor, weighted, centred": dict(
        model="E.BoostedTreesRegressor(columns, 1, folder, n_trees=4, max_depth=3, weight_column='w', center_bias=True)",
        which="number",
        explain=True,
    ),
    "regressor, pruned afterwards": dict(
        model="E.BoostedTreesRegressor([bucketized, category], 1, folder, n_trees=3, max_depth=4, tree_complexity=0.03,"
        " pruning_mode='post', train_in_memory=True)",
        which="number",
        normalize=True,
    ),
    "regressor, pruned before": dict(
        model="E.BoostedTreesRegressor([bucketized, category], 1, folder, n_trees=2, max_depth=4, tree_complexity=0.03,"
        " pruning_mode='pre', quantile_sketch_epsilon=0.1)",
        which="number",
    ),
}


def trees(serialized):
    """An ensemble without what rounding changes: its splits; and its numbers."""
    ensemble = protos.find("tensorflow.boosted_trees.TreeEnsemble").FromString(serialized)
    splits, numbers = [], []
    for tree in ensemble.trees:
        for node in tree.nodes:
            split = node.bucketized_split
            splits.append((node.WhichOneof("node"), split.feature_id, split.threshold, split.left_id, split.right_id))
            numbers += [node.leaf.scalar, node.metadata.gain, node.metadata.original_leaf.scalar]
    return {
        "splits": splits,
        "numbers": np.array(numbers, "f"),
        "metadata": [
            (m.num_layers_grown, m.is_finalized, len(m.post_pruned_nodes_meta)) for m in ensemble.tree_metadata
        ],
        "growing": str(ensemble.growing_metadata),
    }


def program_of(name):
    program = PROGRAM
    for key, value in (dict(parts=1, explain=False, normalize=False) | MODELS[name]).items():
        program = program.replace("{" + key + "}", str(value))
    return program


def told(found):
    """A result as JSON has it."""
    if "ensemble" in found:
        found["ensemble"] = trees(found["ensemble"])
    return json.loads(json.dumps(found, default=lambda value: value.tolist()))


def as_arrays(found):
    """A result, with the lists of numbers that JSON has as arrays."""
    if isinstance(found, dict):
        return {key: as_arrays(value) for key, value in found.items()}
    if isinstance(found, list) and found and all(isinstance(value, float) for value in found):
        return np.array(found)
    return [as_arrays(value) for value in found] if isinstance(found, list) else found


def compare(found, title, rtol):
    equal(as_arrays(told(found)), as_arrays(json.loads(RECORDED.read_text())[title]), rtol=rtol)


@pytest.mark.parametrize("name", MODELS)
def test_trees_grow_as_in_1_15(name, tmp_path):
    compare(run_here(program_of(name), folder=str(tmp_path)), name, 1e-3)


QUANTILES = """
rng = np.random.RandomState(1)
result = {}
with tf.Session() as sess:
    cases = [(50, 0.1, 10, False), (3000, 0.03, 33, False), (2000, 0.05, 20, True)]
    for case, (size, eps, buckets, weighted) in enumerate(cases):
        values = [rng.randn(size).astype("f"), rng.randint(0, 9, size).astype("f")]
        weights = rng.rand(size).astype("f") if weighted else np.ones(1, "f")
        raw = tf.raw_ops
        handle = raw.BoostedTreesQuantileStreamResourceHandleOp(container="", shared_name="q%d" % case)
        sess.run(raw.BoostedTreesCreateQuantileStreamResource(
            quantile_stream_resource_handle=handle, epsilon=eps, num_streams=2))
        for part in range(3):
            parts = [v[part::3] for v in values]
            w = weights[part::3] if weighted else weights
            made = raw.BoostedTreesMakeQuantileSummaries(float_values=parts, example_weights=w, epsilon=eps)
            result["summary %d %d" % (case, part)] = [
                [m.shape[0], float(m.sum())] for m in sess.run(made)]
            sess.run(raw.BoostedTreesQuantileStreamResourceAddSummaries(
                quantile_stream_resource_handle=handle, summaries=made))
        for quantiles in (False, True):
            sess.run(raw.BoostedTreesQuantileStreamResourceFlush(
                quantile_stream_resource_handle=handle, num_buckets=buckets, generate_quantiles=quantiles))
            bounds = raw.BoostedTreesQuantileStreamResourceGetBucketBoundaries(
                quantile_stream_resource_handle=handle, num_features=2)
            result["boundaries %d %s" % (case, quantiles)] = sess.run(bounds)
            result["buckets %d %s" % (case, quantiles)] = [np.bincount(buckets) for buckets in sess.run(
                raw.BoostedTreesBucketize(float_values=values, bucket_boundaries=bounds))]
            sess.run(raw.BoostedTreesQuantileStreamResourceAddSummaries(
                quantile_stream_resource_handle=handle, summaries=made))
    node_ids = rng.randint(0, 3, 40).astype("int32")
    buckets = [rng.randint(0, 5, 40).astype("int32") for _ in range(2)]
    g, h = rng.randn(40, 1).astype("f"), rng.rand(40, 1).astype("f")
    sums = raw.BoostedTreesMakeStatsSummary(
        node_ids=node_ids, gradients=g, hessians=h, bucketized_features_list=buckets, max_splits=7, num_buckets=5)
    result["sums"] = sess.run(sums)
    for l1, l2, least in ((0.0, 0.0, 0.0), (0.3, 0.1, 1.0), (0.0, 2.0, 8.0)):
        result["best %s" % l1 + str(l2)] = list(sess.run(raw.BoostedTreesCalculateBestGainsPerFeature(
            node_id_range=[0, 4], stats_summary_list=tf.unstack(sums), l1=l1, l2=l2, tree_complexity=0.01,
            min_node_weight=least, max_splits=7)))
    result["aggregated"] = sess.run(raw.BoostedTreesAggregateStats(
        node_ids=node_ids, gradients=np.concatenate([g, -g], 1), hessians=np.concatenate([h, h], 1),
        feature=np.stack(buckets, 1) - 1, max_splits=4, num_buckets=5))
"""


def test_quantiles_and_sums_are_those_of_1_15():
    compare(run_here(QUANTILES), "quantiles", 1e-5)


GROWN = (  # as 1.15.5 serialized it
    "0a740a14120a08021003180120023001ca30050d3333333f0a1b120a08041002180320042801ca300c0d0000003f12051dcd"
    "cccc3d0a1b120a08021003180520063001ca300c0d3333333f12051dcdcc4cbe0a070a051d9a99193e0a070a051d0000803e"
    "0a070a051dcdccccbd0a070a051dcdccccbe0a280a14120a08021003180120023001ca30050d3333333f0a070a051dcdcccc"
    "3d0a070a051dcdcc4cbe12080000803f0000803f1a04100218011a02100122080802100318012003"
)


def test_splits_with_a_direction_grow_the_bytes_of_1_15():
    raw = tf.raw_ops
    with tf.Graph().as_default(), tf.Session() as sess:
        handle = raw.BoostedTreesEnsembleResourceHandleOp(container="", shared_name="t")
        sess.run(
            raw.BoostedTreesCreateEnsemble(tree_ensemble_handle=handle, stamp_token=3, tree_ensemble_serialized=b"")
        )
        for nodes in ([[0], [0]], [[1], [2]], [[0], [0]]):
            update = raw.BoostedTreesUpdateEnsembleV2(
                tree_ensemble_handle=handle,
                feature_ids=[4, 2],
                dimension_ids=[[1], [0]],
                node_ids=nodes,
                gains=[[0.5], [0.7]],
                thresholds=[[2], [3]],
                left_node_contribs=[[[0.1]], [[0.2]]],
                right_node_contribs=[[[0.3]], [[-0.4]]],
                split_types=[["INEQUALITY_DEFAULT_LEFT"], ["INEQUALITY_DEFAULT_RIGHT"]],
                max_depth=2,
                learning_rate=0.5,
                pruning_mode=0,
            )
            sess.run(update)
        stamp, found = sess.run(raw.BoostedTreesSerializeEnsemble(tree_ensemble_handle=handle))
        states = sess.run(raw.BoostedTreesGetEnsembleStates(tree_ensemble_handle=handle))
    assert (int(stamp), found.hex()) == (6, GROWN)
    assert [np.array(value).tolist() for value in states] == [6, 2, 1, 3, [1, 3]]


def test_bad_input_is_refused():
    with tf.Graph().as_default(), tf.Session() as sess:
        raw = tf.raw_ops
        handle = raw.BoostedTreesQuantileStreamResourceHandleOp(container="", shared_name="q")
        create = raw.BoostedTreesCreateQuantileStreamResource(
            quantile_stream_resource_handle=handle, epsilon=0.0, num_streams=1
        )
        with pytest.raises(tf.errors.InvalidArgumentError, match="epsilon value of zero"):
            sess.run(create)
        trees = raw.BoostedTreesEnsembleResourceHandleOp(container="", shared_name="t")
        with pytest.raises(tf.errors.NotFoundError):
            sess.run(raw.BoostedTreesGetEnsembleStates(tree_ensemble_handle=trees))
        bad = raw.BoostedTreesCreateEnsemble(
            tree_ensemble_handle=trees, stamp_token=0, tree_ensemble_serialized=b"\xff\xff"
        )
        with pytest.raises(tf.errors.InvalidArgumentError, match="Unable to parse tree ensemble proto"):
            sess.run(bad)


@pytest.mark.parametrize(
    "arguments, words",
    [
        (dict(n_classes=3), "pruning is not supported with multi class"),
        (dict(tree_complexity=0.1), "Tree complexity have no effect"),
        (dict(pruning_mode="post"), "tree_complexity must be positive"),
        (dict(pruning_mode="other", tree_complexity=0.1), "must be one of: none, post, pre"),
    ],
)
def test_mistakes_are_reported_as_in_1_15(arguments, words):
    column = tf.feature_column.bucketized_column(tf.feature_column.numeric_column("x"), [1.0])
    with pytest.raises(ValueError, match=words):
        tf.estimator.BoostedTreesClassifier([column], 1, **arguments).train(lambda: ({"x": [[1.0]]}, [[1]]))


if __name__ == "__main__":
    judge = Peer(sys.argv[1])
    records = {name: told(judge.run(program_of(name), folder=tempfile.mkdtemp())) for name in MODELS}
    records["quantiles"] = told(judge.run(QUANTILES))
    judge.close()
    lines = [f"{json.dumps(title)}: {json.dumps(record)}" for title, record in records.items()]
    RECORDED.write_text("{\n" + ",\n".join(lines) + "\n}\n")
