"""Programs that prune; what TensorFlow says to them is in `recorded/model_pruning.json`."""

from textwrap import dedent

_PROGRAM = """
M = tf.contrib.model_pruning
r = np.random.RandomState(6)
first = [r.normal(size=s).astype(np.float32) for s in ([6, 8], [5], [1, 1, 4, 6])]
masked = []
for i, value in enumerate(first):
    with tf.variable_scope("layer%d" % i) as scope:
        masked.append(M.apply_mask(tf.get_variable("w", initializer=value), scope))
step = tf.train.create_global_step()
pruning = M.Pruning(M.get_pruning_hparams().parse("SPEC"))
pruning.add_pruning_summaries()
grow = tf.group(tf.assign_add(step, 5), *[tf.assign(w, w * 0.9 + 0.05) for w in M.get_weights()])
update = pruning.UPDATE()
result = []
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for _ in range(5):
        session.run(grow)
        session.run(update)
        result += session.run(masked + M.get_thresholds() + M.get_weight_sparsity() + [pruning._last_update_step])
result += [sorted(v.name for v in tf.global_variables())]
result += [sorted(t.op.name for t in tf.get_collection(tf.GraphKeys.SUMMARIES))]
"""
_SPECS = {
    "always": ("sparsity_function_end_step=20,initial_sparsity=0.1", "mask_update_op"),
    "sometimes": (
        "begin_pruning_step=5,end_pruning_step=15,pruning_frequency=6,target_sparsity=0.75,threshold_decay=0.3",
        "conditional_mask_update_op",
    ),
    "in blocks": ("block_height=2,block_width=3,target_sparsity=0.6,sparsity_function_end_step=10", "mask_update_op"),
    "in columns, by the largest": (
        "block_height=-1,block_width=1,block_pooling_function=MAX,sparsity_function_exponent=1",
        "mask_update_op",
    ),
}
PROGRAMS = {t: dedent(_PROGRAM).replace("SPEC", s).replace("UPDATE", u) for t, (s, u) in _SPECS.items()}
PROGRAMS["layers"] = dedent(
    """
    M = tf.contrib.model_pruning
    tf.set_random_seed(2)
    drawn = lambda: tf.random_uniform_initializer(-0.5, 0.5, seed=8)
    x = tf.constant(np.random.RandomState(1).normal(size=[2, 6, 6, 3]).astype(np.float32))
    y = M.masked_conv2d(x, 4, [3, 3], stride=2, weights_initializer=drawn())
    y = M.masked_fully_connected(tf.reshape(y, [2, -1]), 5, weights_initializer=drawn(), activation_fn=tf.tanh)
    steps = tf.reshape(y, [2, 1, 5]) * tf.constant([1.0, 2.0, 3.0])[None, :, None]
    cell = tf.nn.rnn_cell.MultiRNNCell([M.MaskedBasicLSTMCell(3), M.MaskedLSTMCell(3, use_peepholes=True)])
    with tf.variable_scope("net", initializer=drawn()):
        outputs, _ = tf.nn.dynamic_rnn(cell, steps, dtype=tf.float32)
    tf.train.create_global_step()
    update = M.Pruning(sparsity=0.5).mask_update_op()
    slopes = tf.gradients(tf.reduce_sum(outputs), x)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        result = session.run([outputs] + slopes)
        session.run(update)
        result += session.run([outputs] + slopes + M.get_masks() + M.get_thresholds())
    result += [sorted(v.name for v in tf.global_variables()), [w.op.name for w in M.get_weights()]]
    """
)
