"""Programs of tf.contrib.losses; what TensorFlow says to them is in `recorded/losses.json`."""

_SETTING = """
F, M = tf.contrib.losses, tf.contrib.losses.metric_learning
random = np.random.RandomState(4)
p, q = (random.uniform(0.1, 0.9, size=[4, 3]).astype(np.float32) for _ in range(2))
x, y = (random.normal(size=[6, 5]).astype(np.float32) for _ in range(2))
hot = np.eye(3, dtype=np.float32)[[0, 2, 1, 1]]
labels = np.array([0, 1, 0, 2, 1, 0])
P, Q, H, X, Y = (tf.constant(v) for v in (p, q, hot, x, y))
weights = {weights}
losses = [{losses}]
slopes = tf.gradients(losses, [P, X])
with tf.Session() as session:
    values, slopes = session.run([losses, [s for s in slopes if s is not None]])
    result = dict(
        values=values, slopes=slopes, names=[t.op.name for t in losses if "Npairs" not in t.op.name],
        kept=[t.op.name for t in tf.get_collection(tf.GraphKeys.LOSSES)],
        total=session.run(F.get_total_loss()) if F.get_losses() else 0.0,
    )
"""
_LOSSES = """F.absolute_difference(P, Q, weights), F.mean_squared_error(P, Q, weights), F.log_loss(P, Q, weights),
    F.mean_pairwise_squared_error(P, Q, {rows}), F.cosine_distance(P, Q, 1, {rows}),
    F.sigmoid_cross_entropy(P, H, weights, label_smoothing=0.1), F.softmax_cross_entropy(P, H, {rows}),
    F.softmax_cross_entropy(P, H, label_smoothing=0.2), F.sparse_softmax_cross_entropy(P, [[0], [2], [1], [1]], {rows}),
    F.compute_weighted_loss(tf.square(P), weights), F.hinge_loss(P, H)"""
_WEIGHTS = {
    "no weights": ("1.0", "1.0"),
    "a weight of 0": ("0.0", "0.0"),
    "a weight for each row": ("tf.constant([1.0, 0.0, 2.0, 0.5])", "[1.0, 0.0, 2.0, 0.5]"),
    "a weight for each element": ("tf.constant(random.randint(0, 2, [4, 3]).astype(np.float32))", "1.5"),
}
PROGRAMS = {
    title: _SETTING.replace("{losses}", _LOSSES).replace("{weights}", weights).replace("{rows}", rows)
    for title, (weights, rows) in _WEIGHTS.items()
}
PROGRAMS["embeddings"] = _SETTING.replace("{weights}", "1.0").replace(
    "{losses}",
    """M.contrastive_loss(labels % 2, X, Y), M.triplet_semihard_loss(labels, X), M.triplet_semihard_loss(labels, X, 0.1),
    M.npairs_loss(labels, X, Y), M.lifted_struct_loss(labels, X), M.npairs_loss_multilabel(
        [tf.SparseTensor([[0, int(i)], [0, 3]], [1.0, 1.0], [1, 4]) for i in labels], X, Y)""",
)
