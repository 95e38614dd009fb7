"""tf.metrics gives TensorFlow's values and updates over several batches, with its variables."""

import pytest

import penstock as tf
from tests.ops.programs import same, same_error

# Feeds three batches; `l`, `p`, `w` are labels, predictions and weights.
PROGRAM = """
random = np.random.RandomState(4)

def batch():
    return {batch}

first = batch()
l, p, w = (tf.placeholder(v.dtype, {shape}) for v in first)
M = tf.metrics
value, update = {metric}
session = tf.Session()
session.run(tf.local_variables_initializer())
found = [session.run(value)]
for i in range(3):
    feeds = dict(zip((l, p, w), batch()))
    found += [session.run(update, feeds), session.run(value)]
result = dict(
    found=[np.asarray(f) for f in found], names=[v.name for v in tf.local_variables()],
    metric_variables=len(tf.get_collection(tf.GraphKeys.METRIC_VARIABLES)), tensors=[value.op.type, update.name],
    collections=[len(tf.get_collection('values')), len(tf.get_collection('updates'))],
)
"""

FLOATS = "[random.normal(size=[4, 3]).astype(np.float32) for _ in range(2)] + [random.rand(4, 3).astype(np.float32)]"
BOOLS = "[random.rand(4, 3) > .5, random.rand(4, 3) > .4, random.randint(0, 3, [4, 3]).astype(np.float32)]"
CHANCES = "[random.rand(8) > .5, random.rand(8).astype(np.float32), random.rand(8).astype(np.float32)]"
CLASSES = "[random.randint(0, 4, [6]), random.randint(0, 4, [6]), random.rand(6).astype(np.float32)]"
RANKED = "[random.randint(0, 5, [3, 2]), random.rand(3, 5).astype(np.float32), random.rand(3).astype(np.float32)]"
SINGLE = "[random.randint(0, 5, [3]), random.rand(3, 5).astype(np.float32), random.rand(3).astype(np.float32)]"
SPARSE = "tf.SparseTensor([[0, 0], [0, 1], [1, 0], [2, 0]], tf.constant([1, 3, 2, 7], tf.int64), [3, 2])"

CASES = [
    (FLOATS, "M.mean(p)"),
    (FLOATS, "M.mean(p, w, metrics_collections='values', updates_collections=['updates'], name='mine')"),
    (FLOATS, "M.mean(p, w[:, :1])"),
    (FLOATS, "M.mean(p, 2.0)"),
    (FLOATS, "M.mean(p[:, 0], w[:, :1])"),
    (FLOATS, "M.mean_tensor(tf.reduce_sum(p, 0))"),
    (FLOATS, "M.mean_tensor(tf.reduce_sum(p, 0), tf.reduce_sum(w, 0))"),
    (FLOATS, "M.mean_absolute_error(l, p)"),
    (FLOATS, "M.mean_squared_error(l, p, w)"),
    (FLOATS, "M.root_mean_squared_error(l, p, w, 'values', 'updates')"),
    (FLOATS, "M.mean_relative_error(l, p, tf.nn.relu(l))"),
    (FLOATS, "M.mean_cosine_distance(l, p, 1, w[:, :1], 'values', 'updates')"),
    (FLOATS, "M.percentage_below(p, .2, w)"),
    (CLASSES, "M.accuracy(l, p)"),
    (CLASSES, "M.accuracy(l, p, w, metrics_collections='values', updates_collections='updates')"),
    (CLASSES, "M.accuracy(tf.as_string(l), tf.as_string(p))"),
    (CLASSES, "M.accuracy(l[:, None], p, w)"),
    (CLASSES, "M.mean_per_class_accuracy(l, p, 4)"),
    (CLASSES, "M.mean_per_class_accuracy(l, p, 5, w)"),
    (CLASSES, "M.mean_iou(l, p, 4)"),
    (CLASSES, "M.mean_iou(l, p, 6, w, 'values', 'updates')"),
    *((BOOLS, f"M.{k}(l, p)") for k in ("true_positives", "true_negatives", "false_positives", "false_negatives")),
    *((BOOLS, f"M.{k}(l, p, w, 'values', 'updates')") for k in ("true_positives", "false_negatives")),
    (BOOLS, "M.precision(l, p)"),
    (BOOLS, "M.precision(l, p, w, 'values', 'updates', 'mine')"),
    (BOOLS, "M.recall(l, p)"),
    (BOOLS, "M.recall(l, p, w)"),
    *(
        (CHANCES, f"M.{k}_at_thresholds(l, p, [.2, .5, .7])")
        for k in ("true_positives", "true_negatives", "false_positives", "false_negatives", "precision", "recall")
    ),
    (CHANCES, "M.precision_at_thresholds(l, p, [.2, .5], w, 'values', 'updates')"),
    (CHANCES, "M.auc(l, p)"),
    (CHANCES, "M.auc(l, p, w, num_thresholds=20, metrics_collections='values', updates_collections='updates')"),
    (CHANCES, "M.auc(l, p, curve='PR')"),
    (CHANCES, "M.auc(l, p, curve='PR', summation_method='careful_interpolation')"),
    (CHANCES, "M.auc(l, p, summation_method='minoring')"),
    (CHANCES, "M.auc(l, p, summation_method='majoring', thresholds=[.7, .3])"),
    (CHANCES, "M.sensitivity_at_specificity(l, p, .7)"),
    (CHANCES, "M.specificity_at_sensitivity(l, p, .7, w, 50)"),
    (RANKED, "M.recall_at_k(l, p, 2)"),
    (RANKED, "M.recall_at_k(l, p, 3, weights=w, metrics_collections='values', updates_collections='updates')"),
    (RANKED, "M.recall_at_k(l, p, 2, class_id=1)"),
    (SINGLE, "M.recall_at_k(l, p, 2)"),
    (RANKED, "M.precision_at_k(l, p, 2)"),
    (RANKED, "M.precision_at_k(l, p, 2, class_id=1, weights=w)"),
    (RANKED, "M.sparse_precision_at_k(l, p, 1)"),
    (RANKED, f"M.precision_at_k({SPARSE}, p, 2)"),
    (RANKED, f"M.recall_at_k({SPARSE}, p, 2, class_id=3)"),
    (RANKED, "M.precision_at_top_k(l, tf.nn.top_k(p, 2)[1])"),
    (RANKED, "M.recall_at_top_k(l, tf.nn.top_k(p, 2)[1], k=2)"),
    (RANKED, "M.average_precision_at_k(l, p, 3)"),
    (RANKED, "M.average_precision_at_k(l, p, 2, w, 'values', 'updates')"),
    (RANKED, f"M.average_precision_at_k({SPARSE}, p, 3)"),
    (RANKED, "M.sparse_average_precision_at_k(l + 2, p, 1)"),
]


def program(batch, metric, shape="v.shape"):
    return PROGRAM.replace("{batch}", batch).replace("{metric}", metric).replace("{shape}", shape)


@pytest.mark.parametrize(("batch", "metric"), CASES, ids=[metric for _, metric in CASES])
def test_a_metric_agrees_over_batches(peer, monkeypatch, batch, metric):
    same(peer, program(batch, metric), monkeypatch)


@pytest.mark.parametrize("shape", ["[None] * v.ndim", "None"])
@pytest.mark.parametrize(("batch", "metric"), [CASES[1], CASES[8], (BOOLS, "M.recall(l, p, w)")])
def test_shapes_may_be_known_at_run_time_only(peer, monkeypatch, batch, metric, shape):
    same(peer, program(batch, metric, shape), monkeypatch)


@pytest.mark.parametrize(
    "expression",
    [
        "tf.metrics.auc([True], [.5], curve='X')",
        "tf.metrics.auc(tf.constant([True]), tf.constant([.5]), summation_method='X')",
        "tf.metrics.accuracy([1, 2], [1, 2, 3])",
        "tf.metrics.mean([1., 2.], weights=[1., 2., 3.])",
        "tf.metrics.sensitivity_at_specificity([True], [.5], 2.0)",
        "tf.metrics.average_precision_at_k([[1]], [[.1, .2]], 0)",
    ],
)
def test_mistakes_are_told(peer, monkeypatch, expression):
    same_error(peer, f"{expression}\nresult = {{}}", monkeypatch, "")


def test_predictions_beyond_0_and_1_fail_when_they_run():
    with tf.Graph().as_default(), tf.Session() as session:
        p = tf.placeholder(tf.float32, [1])
        _, update = tf.metrics.auc([True], p)
        session.run(tf.local_variables_initializer())
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"predictions must be in \[0, 1\]"):
            session.run(update, {p: [1.5]})


def test_initializing_local_variables_starts_anew():
    with tf.Graph().as_default(), tf.Session() as session:
        value, update = tf.metrics.mean([1.0, 3.0])
        for _ in range(2):
            session.run(tf.local_variables_initializer())
            assert session.run(value) == 0.0
            assert session.run(update) == 2.0


# -- sets -----------------------------------------------------------------------------------------------------------------

A, B = "tf.constant([[1, 2, 2], [3, 4, 5]], tf.int64)", "tf.constant([[2, 9], [5, 3]], tf.int64)"
S = "tf.SparseTensor([[0, 0], [0, 1], [1, 0]], tf.constant([2, 7, 4], tf.int64), [2, 2])"
T = "tf.SparseTensor([[0, 0], [1, 0], [1, 1]], tf.constant([2, 4, 9], tf.int64), [2, 3])"


@pytest.mark.parametrize(("a", "b"), [(A, B), (A, S), (S, A), (S, T)])
@pytest.mark.parametrize(
    "call", ["set_intersection({})", "set_union({})", "set_difference({})", "set_difference({}, aminusb=False)"]
)
def test_sets_of_dense_and_sparse_rows(peer, monkeypatch, a, b, call):
    text = f"r = tf.sets.{call.format(f'{a}, {b}')}\nresult = dict(v=list(tf.Session().run(r)), n=r.values.op.type)"
    same(peer, text, monkeypatch)


def test_the_size_of_sets_and_sets_of_strings(peer, monkeypatch):
    text = f"""
    r = tf.sets.set_intersection([['a', 'b'], ['c', 'd']], [['b', 'a'], ['a', 'c']])
    result = dict(v=list(tf.Session().run(r)), n=tf.Session().run([tf.sets.set_size(r), tf.sets.set_size({S})]))
    """
    same(peer, text, monkeypatch)


@pytest.mark.parametrize(
    ("indices", "text"),
    [
        ([[0, 1], [0, 0]], r"indices\[1\] = \[0,0\] is out of order. Many sparse ops require sorted indices."),
        ([[0, 1], [0, 1]], r"indices\[1\] = \[0,1\] is repeated"),
        ([[0, 0], [0, 5]], r"indices\[1\] = \[0,5\] is out of bounds: need 0 <= index < \[1,2\]"),
    ],
)
@pytest.mark.parametrize("validate", [True, False])
def test_indices_of_sets_are_checked_in_any_case_as_in_1_15(indices, text, validate):
    with tf.Graph().as_default(), tf.Session() as sess:
        rows = tf.SparseTensor(indices, [1, 2], [1, 2])
        for made in (
            tf.sets.size(rows, validate),
            tf.sets.union([[3]], rows, validate),
            tf.sets.union(rows, rows, validate),
        ):
            with pytest.raises(tf.errors.InvalidArgumentError, match=text):
                sess.run(made)


def test_sets_have_a_group():
    with tf.Graph().as_default(), tf.Session() as sess:
        vector, matrix = tf.SparseTensor([[0]], [1], [2]), tf.SparseTensor([[0, 0]], [1], [1, 2])
        with pytest.raises(tf.errors.InvalidArgumentError, match="Invalid rank 1."):
            sess.run(tf.sets.size(vector))
        with pytest.raises(ValueError, match="expected rank >= 2, got 1"):
            tf.sets.union(vector, vector)
        with pytest.raises(ValueError, match="Dimension must be 2 but is 1"):
            tf.sets.union(matrix, vector)
