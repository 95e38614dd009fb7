"""Programs of weighted alternating least squares; what TensorFlow says to them is in `recorded/wals.json`."""

from textwrap import dedent

_SETUP = """
r = np.random.RandomState(4)
dense = (r.normal(size=[7, 5]) * (r.uniform(size=[7, 5]) < 0.6)).astype(np.float32)
dense[:, 0] = 1.0 + np.arange(7)
dense[0, :] = 2.0 - np.arange(5)
U, V = r.normal(size=[7, 2]).astype(np.float32), r.normal(size=[5, 2]).astype(np.float32)
def sparse(a, rows=None):
    at = np.argwhere(a)
    at = at if rows is None else at[np.isin(at[:, 0], rows)]
    return tf.SparseTensor(at.astype(np.int64), a[tuple(at.T)], a.shape)
def names():
    return [sorted(v.name for v in c) for c in (tf.global_variables(), tf.local_variables())]
"""
_MODEL = """
F = tf.contrib.factorization
model = F.WALSModel(7, 5, 2, **GIVEN)
rows = model.update_row_factors(sparse(dense, [0, 2, 3, 6]))
rest = model.update_row_factors(sparse(dense.T), transpose_input=True)
cols = model.update_col_factors(sparse(dense))
new_rows = model.project_row_factors(sparse(dense[1:3]), projection_weights=WEIGHTS)
new_cols = model.project_col_factors(sparse(dense.T[:2]), transpose_input=True)
result = []
with tf.Session() as session:
    session.run(tf.local_variables_initializer())
    session.run(model.initialize_op)
    session.run(model.worker_init)
    for _ in range(2):
        session.run(model.row_update_prep_gramian_op)
        session.run(model.initialize_row_update_op)
        result += session.run([rows[0], new_rows] + list(rows[2:]))
        session.run(rows[1])
        result += session.run(list(rest[2:]))
        session.run(rest[1])
        session.run(model.col_update_prep_gramian_op)
        session.run(model.initialize_col_update_op)
        result += session.run([new_cols, cols[0]] + list(cols[2:]))
        session.run(cols[1])
    result += session.run(model.row_factors + model.col_factors) + names()
"""
_GIVEN = {
    "plain": ("dict(row_init=U, col_init=V)", "None"),
    "regularized, weighted": (
        "dict(row_init=U, col_init=V, regularization=0.3, row_weights=list(range(1, 8)), col_weights=0.5)",
        "[0.5, 2.0]",
    ),
    "without weights": (
        "dict(row_init=U, col_init=V, row_weights=None, col_weights=None, regularization=0.1, use_scoped_vars=True)",
        "None",
    ),
    "shards, nothing kept": (
        "dict(row_init=[U[:4], U[4:]], col_init=[V[:2], V[2:4], V[4:]], num_row_shards=2, num_col_shards=3,"
        " row_weights=[[1, 2, 3, 4], [5, 6, 7]], use_factors_weights_cache=False, use_gramian_cache=False)",
        "2.0",
    ),
    "shards, kept": (
        "dict(row_init=[U[:4], U[4:]], col_init=V, num_row_shards=2, unobserved_weight=0.01, regularization=0.05)",
        "1.5",
    ),
}
PROGRAMS = {
    title: dedent(_SETUP) + _MODEL.replace("GIVEN", given).replace("WEIGHTS", weights)
    for title, (given, weights) in _GIVEN.items()
}
_ESTIMATOR = """
W = tf.contrib.factorization.WALSMatrixFactorization
def train_fn():
    return {W.INPUT_ROWS: sparse(dense), W.INPUT_COLS: sparse(dense.T)}, None
def project_fn(rows):
    def input_fn():
        features, _ = train_fn()
        features[W.PROJECT_ROW] = tf.constant(rows)
        return features, None
    return input_fn
model = W(7, 5, 2, regularization_coeff=0.1, row_init=U, col_init=V, max_sweeps=5)
model.fit(input_fn=train_fn, steps=20)
result = model.get_row_factors() + model.get_col_factors()
result += [model.evaluate(input_fn=project_fn(rows), steps=1)["loss"] for rows in (True, False)]
result += [int(model.get_variable_value(n)) for n in (W.COMPLETED_SWEEPS, "global_step")]
result += [model.get_variable_value(n) for n in (W.LOSS, W.RWSE)]
result += [sorted(model.get_variable_names())]
"""
PROGRAMS["estimator"] = dedent(_SETUP) + _ESTIMATOR
