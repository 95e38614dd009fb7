"""Programs of tf.contrib.metrics; what TensorFlow says to them is in `recorded/metrics.json`."""

_SETTING = """
F = tf.contrib.metrics
random = np.random.RandomState(4)
batches = [
    dict(
        scores=random.uniform(size=[6]).astype(np.float32), truth=random.uniform(size=[6]) < 0.5,
        x=random.normal(size=[6]).astype(np.float32), y=random.normal(size=[6]).astype(np.float32),
        k=random.randint(0, 3, [6]), l=random.randint(0, 3, [6]), w=random.randint(1, 4, [6]).astype(np.float32),
        logits=random.normal(size=[6, 3]).astype(np.float32), top=random.randint(0, 3, [6, 2]),
    )
    for _ in range(3)
]
fed = {name: tf.placeholder(v.dtype, v.shape, name=name) for name, v in batches[0].items()}
S, T, X, Y, K, L, W, G, TOP = (fed[n] for n in ("scores", "truth", "x", "y", "k", "l", "w", "logits", "top"))
LL = tf.expand_dims(L, 1)
metrics = [{metrics}]
with tf.Session() as session:
    session.run(tf.local_variables_initializer())
    updates = []
    for batch in batches:
        said = session.run([u for _, u in metrics], {fed[n]: v for n, v in batch.items()})
        updates.append([-1.0 if u is None or isinstance(u, (bool, np.bool_)) else u for u in said])
    said = session.run([v for v, _ in metrics], {fed[n]: v for n, v in batch.items()})
    values = [tuple(v) if isinstance(v, tuple) else v for v in said]
    result = dict(updates=updates, values=values, variables=sorted(
        v.name for v in tf.local_variables() if v.op.name.rpartition("/")[2] not in ("array", "hist_true_acc")))
"""
_GROUPS = {
    "counts": """F.streaming_true_positives(T, S > 0.5, {w}), F.streaming_true_negatives(T, S > 0.5, {w}),
        F.streaming_false_positives(T, S > 0.5, {w}), F.streaming_false_negatives(T, S > 0.5, {w}), F.count(X, {w}),
        F.streaming_false_positive_rate(T, S > 0.5, {w}), F.streaming_false_negative_rate(T, S > 0.5, {w})""",
    "means": """F.streaming_mean(X, {w}), F.streaming_mean_tensor(X, {w}), F.streaming_accuracy(K, L, {w}),
        F.streaming_precision(T, S > 0.5, {w}), F.streaming_recall(T, S > 0.5, {w}),
        F.streaming_mean_absolute_error(X, Y, {w}), F.streaming_mean_squared_error(X, Y, {w}),
        F.streaming_root_mean_squared_error(X, Y, {w}), F.streaming_mean_relative_error(X, Y, S, {w}),
        F.streaming_percentage_less(X, 0.2, {w}), F.streaming_mean_iou(K, L, 3, {w}),
        F.streaming_mean_cosine_distance(G, tf.nn.softmax(G), 1)""",
    "thresholds": """F.streaming_auc(S, T, {w}), F.streaming_auc(S, T, {w}, curve="PR", num_thresholds=20),
        F.streaming_specificity_at_sensitivity(S, T, 0.6, {w}), F.streaming_sensitivity_at_specificity(S, T, 0.6, {w}),
        F.streaming_precision_at_thresholds(S, T, [0.2, 0.6], {w}), F.streaming_recall_at_thresholds(S, T, [0.2, 0.6], {w}),
        F.streaming_false_positive_rate_at_thresholds(S, T, [0.2, 0.6], {w}),
        F.streaming_false_negative_rate_at_thresholds(S, T, [0.2, 0.6], {w}),
        F.streaming_true_positives_at_thresholds(X, T, [-0.2, 0.6], {w}),
        F.streaming_false_positives_at_thresholds(X, T, [-0.2, 0.6], {w}),
        F.recall_at_precision(T, S, 0.5, {w}), F.recall_at_precision(T, S, 0.5, {w}, strict_mode=True),
        F.precision_at_recall(T, S, 0.5, {w}), F.f1_score(T, S, {w}), F.streaming_curve_points(T, S, {w}, 5),
        F.streaming_curve_points(T, S, {w}, 5, curve="PR"), F.precision_recall_at_equal_thresholds(T, S, {w}, 5)""",
    "best classes": """F.streaming_recall_at_k(G, L, 2, {w}), F.streaming_sparse_recall_at_k(G, LL, 2, weights={w}),
        F.streaming_sparse_precision_at_k(G, LL, 2, weights={w}), F.streaming_sparse_precision_at_k(G, LL, 2, 1),
        F.streaming_sparse_average_precision_at_k(G, LL, 2, {w}), F.streaming_sparse_precision_at_top_k(TOP, LL, 1),
        F.sparse_recall_at_top_k(LL, TOP, weights={w}), F.streaming_sparse_average_precision_at_top_k(TOP, LL, {w})""",
    "statistics": """F.streaming_covariance(X, Y, {w}), F.streaming_pearson_correlation(X, Y, {w}),
        F.cohen_kappa(L, K, 3, {w}), F.streaming_concat(G, axis=1), F.streaming_concat(X, max_size=7),
        F.streaming_dynamic_auc(T, S, weights={w}), F.streaming_dynamic_auc(T, S, "PR", weights={w}),
        F.auc_using_histogram(T, S, [0.0, 1.0], 10), F.auc_with_confidence_intervals(T, S, {w}),
        F.auc_with_confidence_intervals(T, S, {w}, logit_transformation=False, alpha=0.8)""",
}
PROGRAMS = {
    f"{title}, {what}": _SETTING.replace("{metrics}", metrics).replace("{w}", weights)
    for title, metrics in _GROUPS.items()
    for what, weights in (("all alike", "None"), ("with weights", "W"))
}
