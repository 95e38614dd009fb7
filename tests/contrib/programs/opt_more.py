"""Programs of tf.contrib.opt that came later; what TensorFlow says to them is in `recorded/opt_more.json`."""

_PROGRAM = """
F = tf.contrib.opt
step = tf.train.get_or_create_global_step()
w = tf.get_variable("w", initializer=tf.constant([[1.0, -2.0], [0.5, 3.0], [2.0, 1.0]]), use_resource={resource})
b = tf.get_variable("b", initializer=tf.constant([0.5, -0.25]), use_resource={resource})
x = tf.constant([[1.0, 2.0, -1.0], [0.5, -1.0, 2.0]])
loss = tf.reduce_sum(tf.square(tf.matmul(x, w) + b - 1.0))
if {sparse}:
    loss += tf.reduce_sum(tf.square(tf.nn.embedding_lookup(w, [2, 0, 2]) * b)) - loss
optimizer = {optimizer}
pairs = optimizer.compute_gradients(loss)
with tf.control_dependencies([getattr(g, "values", g) for g, _ in pairs]):
    train_op = optimizer.apply_gradients(pairs, step)
losses = []
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for _ in range(4):
        losses.append(session.run(loss))
        session.run(train_op)
    values = {v.op.name: session.run(v) for v in tf.global_variables()}
result = dict(losses=losses, names=sorted(values), values=values)
"""
# Matrices of a few gradients have small singular values, which differ with every kernel; a larger epsilon hides them.
_OPTIMIZERS = {
    "AdamGS": "F.AdamGSOptimizer(step, 0.1)",
    "LazyAdamGS": "F.LazyAdamGSOptimizer(step, 0.1)",
    "Shampoo": "F.ShampooOptimizer(step, learning_rate=0.1)",
    "Shampoo, decays": "F.ShampooOptimizer(step, gbar_decay=0.9, gbar_weight=0.1, mat_gbar_decay=0.5, learning_rate=0.1)",
    "Shampoo, rarely": "F.ShampooOptimizer(step, learning_rate=0.1, svd_interval=2, epsilon=5.0, precond_update_interval=2)",
    "Shampoo, vectors": "F.ShampooOptimizer(step, max_matrix_size=2, learning_rate=0.1)",
    "Shampoo, Newton": "F.ShampooOptimizer(step, learning_rate=0.1, use_iterative_root=True, epsilon=0.1)",
    "GGT": "F.GGTOptimizer(0.1, window=3, svd_eps=0.1)",
}


def _filled(text: str, **parts: object) -> str:
    for name, part in parts.items():
        text = text.replace("{" + name + "}", str(part))
    return text


PROGRAMS = {
    "{}{}{}".format(title, ", sparse" if sparse else "", ", resources" if resource else ""): _filled(
        _PROGRAM, optimizer=optimizer, resource=resource, sparse=sparse
    )
    for title, optimizer in _OPTIMIZERS.items()
    for sparse, resource in ((False, False), (False, True), (True, False))
    # 1.15 has no step for these.
    if not (sparse and title in ("GGT", "Shampoo, Newton")) and not (resource and title in ("GGT",))
}
