"""More small programs on modules inside of contrib and data; `inside_programs` runs them."""

# ruff: noqa: E501 - the programs are tables of what is asked

PROGRAMS = {
    "points in a plane, columns, datasets": """
from tensorflow.contrib.learn.python.learn.datasets import synthetic
from tensorflow.python.data.util import traverse
from tensorflow.python.feature_column import serialization
result = []
for made in (synthetic.circles(11, noise=0.1, seed=1, n_classes=3), synthetic.spirals(9, seed=2), synthetic.spirals(8, noise=0.2, seed=2, mode="fermat"), synthetic.spirals(8, seed=3, mode="bernoulli", exp_scale=0.2)):
    result.append([np.round(made.data, 4).tolist(), made.target.tolist()])
result += [refusal(lambda: synthetic.spirals(mode="other"))]
dataset = tf.data.Dataset.range(3).map(lambda x: x + 1).batch(2)
result += [[op.type for op in traverse.obtain_all_variant_tensor_ops(dataset)][0], len(traverse.obtain_all_variant_tensor_ops(tf.data.Dataset.range(3).batch(2))) >= 2]
column = tf.feature_column.numeric_column("a", shape=[2])
told = serialization.serialize_feature_columns([column, "raw"])
result += [told[0]["class_name"], told[0]["config"]["key"], told[1], refusal(lambda: serialization.serialize_feature_column(3))]
""",
    "graphs without what pruning needed": """
import tempfile, os
from tensorflow.contrib.model_pruning.python import strip_pruning_vars_lib as strip
from tensorflow.contrib.model_pruning.python import pruning
x = tf.compat.v1.placeholder(tf.float32, [None, 2], name="x")
w = tf.compat.v1.get_variable("fc/weights", initializer=[[1.0, 2.0], [3.0, 4.0]])
y = tf.matmul(x, pruning.apply_mask(w, "fc"), name="y")
session.run(tf.compat.v1.global_variables_initializer())
mask = [v for v in tf.compat.v1.global_variables() if "mask" in v.op.name][0]
session.run(mask.assign([[1.0, 0.0], [0.0, 1.0]]))
folder = tempfile.mkdtemp()
tf.compat.v1.train.Saver().save(session, os.path.join(folder, "m"))
with tf.Graph().as_default():
    frozen = strip.graph_def_from_checkpoint(folder, ["y"])
made = strip.strip_pruning_vars_fn(frozen, ["y"])
result = [sorted(node.name for node in made.node)]
with tf.Graph().as_default() as graph, tf.compat.v1.Session() as other:
    tf.import_graph_def(made, name="")
    result += [other.run("y:0", {"x:0": [[1.0, 1.0]]}).tolist(), refusal(lambda: strip.graph_def_from_checkpoint(tempfile.gettempdir() + "/none", ["y"]))[0]]
""",
    "predictors as classes": """
import tempfile
import importlib
core_estimator_predictor, saved_model_predictor = (importlib.import_module("tensorflow.contrib.predictor.%s_predictor" % name) for name in ("core_estimator", "saved_model"))
x = tf.compat.v1.placeholder(tf.float32, [None], name="x")
y = tf.multiply(x, 2.0, name="y")
folder = tempfile.mkdtemp() + "/model"
tf.compat.v1.saved_model.simple_save(session, folder, {"in": x}, {"out": y})
predictor = saved_model_predictor.SavedModelPredictor(folder)
result = [predictor({"in": [1.0, 2.0]})["out"].tolist(), sorted(predictor.feed_tensors), saved_model_predictor.DEFAULT_TAGS,
          list(saved_model_predictor.get_meta_graph_def(folder, "serve").meta_info_def.tags), refusal(lambda: saved_model_predictor.get_meta_graph_def(folder, "a,b")), refusal(lambda: predictor({"no": 1}))[0]]
def model_fn(features, labels, mode):
    w = tf.compat.v1.get_variable("w", initializer=3.0)
    loss = tf.reduce_sum(features["x"]) * w
    step = tf.compat.v1.assign_add(tf.compat.v1.train.get_or_create_global_step(), 1)
    return tf.estimator.EstimatorSpec(mode, predictions={"y": features["x"] * w}, loss=loss, train_op=step)
estimator = tf.estimator.Estimator(model_fn, tempfile.mkdtemp())
estimator.train(lambda: ({"x": tf.constant([1.0])}, None), steps=1)
def receiver():
    inner = tf.compat.v1.placeholder(tf.float32, [None])
    return tf.estimator.export.ServingInputReceiver({"x": inner}, {"x": inner})
core = core_estimator_predictor.CoreEstimatorPredictor(estimator, receiver)
result += [core({"x": [2.0]})["y"].tolist(), type(core).__name__]
""",
    "beams in order": """
from tensorflow.contrib.seq2seq.python.ops import beam_search_decoder as ops
values = np.arange(18, dtype="f").reshape(3, 1, 3, 2)
parents = np.array([[[0, 0, 0]], [[0, 1, 1]], [[2, 1, 2]]], np.int32)
result = [run(ops.gather_tree_from_array(tf.constant(values), tf.constant(parents), tf.constant(lengths))).tolist() for lengths in ([[3, 3, 3]], [[3, 2, 1]])]
class State(object):
    def __init__(self, alignments):
        self.alignments = alignments
one, two = tf.constant([[[1.0, 0.0]]]), tf.constant([[[0.0, 1.0]]])
result += [run(ops.attention_probs_from_attn_state(State(alignments))).tolist() for alignments in (one, (one, two))]
result += [ops.get_attention_probs((one,), 0.0), refusal(lambda: ops.get_attention_probs((one,), 0.5))]
""",
}
