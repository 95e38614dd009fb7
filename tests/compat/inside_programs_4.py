"""Small programs on modules inside of contrib; `inside_programs` runs them and records what 1.15.5 gives."""

# ruff: noqa: E501 - the programs are tables of what is asked

PROGRAMS = {
    "cells that were not public": """
from tensorflow.contrib.rnn.python.ops import rnn_cell
x = tf.constant(np.linspace(-1, 1, 6).reshape(2, 3), tf.float32)
def tried(make, state, **more):
    with tf.compat.v1.variable_scope("s%d" % len(result), initializer=tf.compat.v1.random_uniform_initializer(-0.5, 0.5, seed=3)):
        cell = make()
        output, new = cell(x, state(cell), **more)
    names = [[v.name.split("/", 1)[1], v.shape.as_list()] for v in tf.compat.v1.trainable_variables() if v.name.startswith("s%d/" % len(result))]
    values = run([output] + tf.nest.flatten(new))
    for v in tf.compat.v1.global_variables():
        session.run(v.assign(tf.reshape(tf.linspace(-0.4, 0.5, int(np.prod(v.shape.as_list()))), v.shape)))
    values = session.run([output] + tf.nest.flatten(new))
    return [names, [np.round(value, 4).tolist() for value in values]]
zeros = lambda cell: tf.nest.map_structure(lambda t: t + 0.1, cell.zero_state(2, tf.float32))
result = []
for make in (lambda: rnn_cell.MinimalRNNCell(2), lambda: rnn_cell.CFNCell(2), lambda: rnn_cell.LayerNormLSTMCell(2),
             lambda: rnn_cell.LayerNormLSTMCell(2, use_peepholes=True, layer_norm=True, cell_clip=0.5, num_proj=1, proj_clip=0.3),
             lambda: rnn_cell.WeightNormLSTMCell(2), lambda: rnn_cell.WeightNormLSTMCell(2, norm=False, use_peepholes=True, num_proj=1, cell_clip=0.2)):
    result.append(tried(make, zeros))
""",
    "a Turing machine": """
from tensorflow.contrib.rnn.python.ops import rnn_cell
controller = tf.compat.v1.nn.rnn_cell.BasicRNNCell(4)
cell = rnn_cell.NTMCell(controller, memory_size=5, memory_vector_dim=3, read_head_num=2, write_head_num=1)
xs = [tf.constant(np.linspace(-1, 1, 4).reshape(2, 2) * k, tf.float32) for k in (1, 2)]
state = cell.zero_state(2, tf.float32)
outputs = []
for x in xs:
    output, state = cell(x, state)
    outputs.append(output)
session.run(tf.compat.v1.global_variables_initializer())
for v in tf.compat.v1.global_variables():
    session.run(v.assign(tf.reshape(tf.linspace(-0.4, 0.5, int(np.prod(v.shape.as_list()))), v.shape)))
found = session.run([outputs, state.M, state.w_list, state.read_vector_list])
result = [sorted([v.name, v.shape.as_list()] for v in tf.compat.v1.trainable_variables()),
          [np.round(part, 4).tolist() for part in tf.nest.flatten(found)], cell.output_size, len(cell.state_size)]
""",
    "losses of clusters": """
import sys, types
from tensorflow.contrib.losses.python.metric_learning import metric_loss_ops as ops
embeddings = np.array([[1.0, 0.0], [0.9, 0.43589], [0.0, 1.0], [-0.1, 0.99499], [-1.0, 0.0], [0.6, 0.8]], "f")
labels = np.array([0, 0, 1, 1, 2, 2], np.int64)
distances = ops.pairwise_distance(tf.constant(embeddings))
result = [np.round(run(distances), 4).tolist()]
ids = tf.constant([0, 3], tf.int32)
result += [run(ops.get_cluster_assignment(distances, ids)).tolist(), round(float(run(ops.compute_facility_energy(distances, ids))), 4),
           round(float(run(ops.compute_gt_cluster_score(distances, tf.constant(labels)))), 4), run(ops.update_1d_tensor(ids, 1, tf.constant([5]))).tolist()]
for right in (labels, labels[::-1].copy()):
    result.append(float(run(ops.compute_clustering_score(tf.constant(labels), tf.constant(right), "const"))))
result += [refusal(lambda: ops.compute_clustering_score(labels, labels, "other"))]
chosen = ops.compute_augmented_facility_locations(distances, tf.constant(labels), tf.range(6), 1.0, "const")
result += [run(chosen).tolist()]
members = tf.where(tf.equal(ops.get_cluster_assignment(distances, chosen), 0))
moved = ops.compute_augmented_facility_locations_pam(distances, tf.constant(labels), 1.0, "const", chosen, pam_max_iter=2)
result += [run(moved).tolist()]
data, mask = tf.constant([[1.0, 5.0, 3.0], [4.0, 2.0, 6.0]]), tf.constant([[1.0, 0.0, 1.0], [0.0, 0.0, 0.0]])
result += [run(ops.masked_maximum(data, mask)).tolist(), run(ops.masked_minimum(data, mask)).tolist()]
""",
    "derivatives forwards": """
from tensorflow.contrib.nn.python.ops import fwd_gradients
x, y = tf.constant([1.0, 2.0, 3.0]), tf.constant(4.0)
out = [x * x * y, tf.reduce_sum(x) * y, tf.constant(1.0) * y]
result = [run(g).tolist() for g in fwd_gradients.fwd_gradients(out, [x, y])]
result += [run(g).tolist() for g in fwd_gradients.fwd_gradients(out[:1], [x, y], [tf.constant([1.0, 0.0, 0.0]), tf.constant(2.0)])]
w = tf.constant([[1.0, 2.0], [3.0, 4.0]])
result += [run(g).tolist() for g in fwd_gradients.fwd_gradients([tf.gather(w, [1, 1]) * 2.0], [w])]
""",
    "parts of layers": """
from tensorflow.contrib.layers.python.layers import layers, normalization, optimizers, utils
from tensorflow.contrib.layers.python.ops import bucketization_op, sparse_feature_cross_op
x = tf.constant(np.arange(24, dtype="f").reshape(1, 4, 3, 2))
result = [run(layers.pool(x, [2, 2], "MAX")).tolist(), layers.pool(x, 2, "AVG", padding="SAME", stride=2, scope="named", outputs_collections="outs").op.name,
          len(tf.compat.v1.get_collection("outs")), np.round(run(layers.poincare_normalize([[3.0, 4.0], [0.3, 0.4]])), 5).tolist(), layers.DATA_FORMAT_NCDHW, normalization.DATA_FORMAT_NHWC]
result += [refusal(lambda: layers.pool(tf.zeros([2, 2]), 2, "MAX")), utils.n_positive_integers(2, 3), utils.n_positive_integers(3, (1, 2, 3)),
           refusal(lambda: utils.n_positive_integers(2, 0)), refusal(lambda: utils.n_positive_integers(2, (1, 2, 3))), refusal(lambda: utils.n_positive_integers(1.5, 1)),
           refusal(lambda: utils.n_positive_integers(2, ("a", "b"))), utils.static_cond(True, lambda: 1, lambda: 2), refusal(lambda: utils.static_cond(1, 2, 3)), tuple(utils.NamedOutputs("a", 1))]
result += [run(bucketization_op.bucketize([1.0, 5.0, 10.0], [2.0, 5.0], name="b")).tolist(), sparse_feature_cross_op.SPARSE_FEATURE_CROSS_DEFAULT_HASH_KEY]
step = tf.compat.v1.get_variable("step", initializer=1.0)
v = tf.compat.v1.get_variable("v", initializer=[3.0, 4.0])
clip = optimizers.adaptive_clipping_fn(std_factor=1.0, global_step=step, static_max_norm=50.0, report_summary=True)
clipped = clip([(v * step, v), (tf.IndexedSlices(tf.constant([1.0]), tf.constant([0])), v)])
session.run(tf.compat.v1.global_variables_initializer())
for k in (1.0, 2.0, 100.0):
    session.run(step.assign(k))
    result.append(np.round(session.run(clipped[0][0]), 3).tolist())
result += [sorted(o.name for o in tf.compat.v1.global_variables()), type(clipped[1][0]).__name__]
""",
    "parts of pruning and of optimizers": """
from tensorflow.contrib.model_pruning.python import pruning_utils as prune
from tensorflow.contrib.model_pruning.python.layers import core_layers
from tensorflow.contrib.opt.python.training import agn_optimizer, elastic_average_optimizer, matrix_functions, model_average_optimizer, shampoo, sign_decay
a = tf.constant([[1.0, 2.0], [3.0, 4.0]])
result = [run(prune.kronecker_product(a, tf.constant([[1.0, 0.0, 2.0]]))).tolist(), run(prune.expand_tensor(a, [2, 3])).tolist(), run(prune.expand_tensor(a, [1, 2])).tolist(),
          run(prune.factorized_pool(tf.constant(np.arange(16, dtype="f").reshape(4, 4)), [2, 3], "AVG", [2, 2], "SAME")).tolist(),
          refusal(lambda: prune.expand_tensor(tf.zeros([2]), [1, 1])), refusal(lambda: prune.expand_tensor(a, [1])), refusal(lambda: prune.factorized_pool(tf.zeros([2]), [1, 1], "MAX", [1, 1], "SAME"))]
w = tf.compat.v1.get_variable("w", initializer=[[1.0, 2.0], [3.0, 4.0]])
mask, threshold = prune.weight_mask_variable(w, "scope"), prune.weight_threshold_variable(w, "scope")
result += [mask.name, run(mask).tolist(), threshold.name, mask.trainable]
whole = tf.compat.v1.get_variable("p", [4, 2], partitioner=tf.compat.v1.fixed_size_partitioner(2, axis=0), initializer=tf.compat.v1.zeros_initializer())
session.run(tf.compat.v1.global_variables_initializer())
session.run(prune.partitioned_variable_assign(whole, tf.constant(np.arange(8, dtype="f").reshape(4, 2))))
result += [int(prune.determine_partitioned_axis(whole)), session.run(tf.convert_to_tensor(whole)).tolist(), session.run(prune.variable_assign(w, a + 1)).tolist()]
result += [core_layers.MASK_COLLECTION, core_layers.MASKED_WEIGHT_NAME, core_layers.WEIGHT_COLLECTION, agn_optimizer.GRAD_VARIABLE_NAME,
           elastic_average_optimizer.LOCAL_VARIABLE_NAME, model_average_optimizer.GLOBAL_VARIABLE_NAME, shampoo.GetParam(3, 1), shampoo.GetParam(lambda t: t + 1, 1)]
m = tf.constant([[4.0, 1.0], [1.0, 3.0]])
result += [np.round(run(matrix_functions.matrix_square_root(m, 2)), 3).tolist(), np.round(run(matrix_functions.matrix_inverse_pth_root(m, 2, -0.25)), 3).tolist(),
           np.round(run(matrix_functions.matrix_inverse_pth_root(tf.constant([[16.0]]), 1, -0.5)), 3).tolist()]
result += [round(float(run(sign_decay.get_linear_decay_fn(10)(tf.constant(4)))), 4), round(float(run(sign_decay.get_cosine_decay_fn(10)(tf.constant(4)))), 4)]
""",
    "samples, experiments, times": """
import importlib
experimental = importlib.import_module("tensorflow.contrib.framework.python.framework.experimental")
from tensorflow.contrib.rnn.python.kernel_tests import benchmarking
from tensorflow.contrib.seq2seq.python.ops import helper, sampler
tf.compat.v1.set_random_seed(2)
logits = tf.constant([[0.0, 60.0], [60.0, 0.0]])
result = [run(helper.categorical_sample(logits)).tolist(), run(helper.categorical_sample(logits, sample_shape=[2, 1], seed=1)).tolist(), helper.categorical_sample(logits, tf.int64).dtype.name,
          run(sampler.bernoulli_sample(logits=[[50.0], [-50.0]], sample_shape=3)).tolist(), run(helper.bernoulli_sample(probs=[1.0, 0.0], dtype=tf.bool)).tolist(),
          run(sampler.categorical_sample(tf.reshape(tf.tile(logits, [2, 1]), [2, 2, 2]))).tolist()]
@experimental.experimental
def new(x):
    \"\"\"Doubles.

    Twice.
    \"\"\"
    return 2 * x
result += [new(2), new.__name__, "EXPERIMENTAL" in new.__doc__, refusal(lambda: experimental.experimental(3))[0]]
result += [sorted(sorted(d.items()) for d in benchmarking.dict_product({"a": [1, 2], "b": [3]})), benchmarking.seconds_per_run(tf.constant(1), session, 2) > 0]
with benchmarking.device():
    result.append(tf.constant(1).device)
""",
    "parts of learn": """
from tensorflow.contrib.learn.python.learn.estimators import constants, estimator
from tensorflow.contrib.learn.python.learn.learn_io import graph_io, pandas_io
from tensorflow.contrib.learn.python.learn import summary_writer_cache
from tensorflow.contrib.learn.python.learn.utils import gc, saved_model_export_utils
paths = [gc.Path("/a/%d" % i, i) for i in range(5)]
result = [[p.export_version for p in keep(paths)] for keep in (gc.largest_export_versions(2), gc.mod_export_version(2), gc.negation(gc.mod_export_version(2)),
          gc.one_of_every_n_export_versions(2), gc.union(gc.largest_export_versions(1), gc.mod_export_version(4)))]
result += [constants.COLLECTION_DEF_KEY_FOR_INPUT_FEATURE_KEYS, graph_io.KEY_FEATURE_NAME, sorted(pandas_io.PANDAS_DTYPES.items()),
           summary_writer_cache.SummaryWriterCache is tf.compat.v1.summary.FileWriterCache, saved_model_export_utils.MAX_DIRECTORY_CREATION_ATTEMPTS]
""",
}
