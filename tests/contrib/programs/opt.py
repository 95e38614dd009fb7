"""Programs of tf.contrib.opt; what TensorFlow says to them is in `recorded/opt.json`."""

_PROGRAM = """
F = tf.contrib.opt
kind = dict(use_resource={resource})
step = tf.train.get_or_create_global_step()
w = tf.get_variable("w", initializer=tf.constant([[1.0, -2.0], [0.5, 3.0], [2.0, 1.0]]), **kind)
b = tf.get_variable("b", initializer=tf.constant([0.5, -0.25]), **kind)
x = tf.constant([[1.0, 2.0, -1.0], [0.5, -1.0, 2.0]])
loss = tf.reduce_sum(tf.square(tf.matmul(x, w) + b - 1.0))
if {sparse}:
    loss += tf.reduce_sum(tf.square(tf.nn.embedding_lookup(w, [2, 0, 2]) * b)) - loss
optimizer = {optimizer}
pairs = optimizer.compute_gradients(loss)
# Without this, a decay may come before the loss has read its variables, in 1.15.
with tf.control_dependencies([getattr(g, "values", g) for g, _ in pairs]):
    train_op = optimizer.apply_gradients(pairs, step{more})
losses = []
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for _ in range(5):
        losses.append(session.run(loss))
        session.run(train_op)
    values = {v.op.name: session.run(v) for v in tf.global_variables()}
result = dict(losses=losses, names=sorted(values), values=values, trainable=[v.op.name for v in tf.trainable_variables()])
"""
_OPTIMIZERS = {
    "AdamW": "F.AdamWOptimizer(0.05, 0.1)",
    "MomentumW": "F.MomentumWOptimizer(0.05, 0.01, 0.9)",
    "MomentumW with Nesterov": "F.MomentumWOptimizer(0.05, 0.01, 0.9, use_nesterov=True)",
    "Adagrad with decay": "F.extend_with_decoupled_weight_decay(tf.train.AdagradOptimizer)(0.05, learning_rate=0.1)",
    "AdaMax": "F.AdaMaxOptimizer(0.1)",
    "LazyAdam": "F.LazyAdamOptimizer(0.1)",
    "Nadam": "F.NadamOptimizer(0.1)",
    "AddSign": "F.AddSignOptimizer(0.01)",
    "PowerSign": "F.PowerSignOptimizer(0.01)",
    "LARS": "F.LARSOptimizer(0.5, eeta=0.1, weight_decay=0.01)",
    "LARS with Nesterov": "F.LARSOptimizer(0.5, eeta=0.1, skip_list=['b'], use_nesterov=True)",
    "RegAdagrad": "F.RegAdagradOptimizer(0.1)",
    "moving average": "F.MovingAverageOptimizer(tf.train.GradientDescentOptimizer(0.01), 0.5)",
    "clipped": "F.VariableClippingOptimizer(tf.train.MomentumOptimizer(0.01, 0.9), {w: [1]}, 1.5)",
    "several tasks": "F.MultitaskOptimizerWrapper(tf.train.MomentumOptimizer(0.01, 0.9))",
}


def _filled(text: str, **parts: object) -> str:
    for name, part in parts.items():
        text = text.replace("{" + name + "}", str(part))
    return text


PROGRAMS = {
    f"{title}{', sparse' if sparse else ''}{', resources' if resource else ''}": _filled(
        _PROGRAM, optimizer=optimizer, more="", resource=resource, sparse=sparse
    )
    for title, optimizer in _OPTIMIZERS.items()
    for sparse, resource in ((False, False), (False, True), (True, False), (True, True))
    # 1.15 has no step for sparse gradients of resources here.
    if not (resource and sparse and title in ("AddSign", "PowerSign"))
}
PROGRAMS["only some variables decay"] = _filled(
    _PROGRAM,
    optimizer="F.AdamWOptimizer(0.05, 0.1)",
    more=", decay_var_list=[w]",
    resource=False,
    sparse=False,
)
