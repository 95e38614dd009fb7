"""`tf.contrib.tensorrt` where there is no TensorRT: frozen models that compute the same, as on 1.15.5."""

from tests.contrib.both_sides import compare

PROGRAM = """
import os, tempfile
from tensorflow.contrib import tensorrt
from tensorflow.python.compiler.tensorrt import trt_convert
from tensorflow.python.tools import saved_model_cli, saved_model_utils

folder = tempfile.mkdtemp()
x = tf.placeholder(tf.float32, [None, 2], name="x")
v = tf.get_variable("v", initializer=np.float32([[1, 2, 3], [4, 5, 6]]))
r = tf.get_variable("r", initializer=np.float32([-20, 0, 20]), use_resource=True)
y = tf.nn.relu(tf.matmul(x, v) + r, name="y")
session.run(tf.global_variables_initializer())
source = os.path.join(folder, "source")
tf.saved_model.simple_save(session, source, {"x": x}, {"y": y})
given = np.float32([[1, 2], [3, 4]])

def told(path):
    meta = saved_model_utils.get_meta_graph_def(path, "serve")
    kinds = {node.op for node in meta.graph_def.node}
    with tf.Session(graph=tf.Graph()) as sess:
        tf.saved_model.loader.load(sess, ["serve"], path)
        value = sess.run("y:0", {"x:0": given})
    return [value, sorted(meta.signature_def), sorted(kinds & {"VariableV2", "VarHandleOp", "ReadVariableOp", "Const"})]

graph = tensorrt.create_inference_graph(
    None, None, input_saved_model_dir=source, output_saved_model_dir=os.path.join(folder, "one"))
converter = trt_convert.TrtGraphConverter(source, precision_mode="INT8")
converter.convert()
converter.calibrate(["y:0"], 2, feed_dict_fn=lambda: {"x:0": given})
converter.save(os.path.join(folder, "two"))
args = saved_model_cli.create_parser().parse_args(
    ["convert", "--dir", source, "--output_dir", os.path.join(folder, "three"), "--tag_set", "serve", "tensorrt"])
args.func(args)
frozen = tf.graph_util.convert_variables_to_constants(session, tf.get_default_graph().as_graph_def(), ["y"])
again = trt_convert.TrtGraphConverter(input_graph_def=frozen, nodes_blacklist=["y"])
with tf.Graph().as_default():
    z, = tf.import_graph_def(again.convert(), return_elements=["y:0"], name="")
    value = tf.Session().run(z, {"x:0": given})
result = [
    [told(os.path.join(folder, name)) for name in ("one", "two", "three")], value,
    refusal(lambda: again.save(folder)), refusal(lambda: trt_convert.TrtGraphConverter()),
    refusal(lambda: trt_convert.TrtGraphConverter(source, input_graph_def=frozen)),
    refusal(lambda: trt_convert.TrtGraphConverter(source, precision_mode="FP8")),
    list(trt_convert.DEFAULT_TRT_CONVERSION_PARAMS), [args.max_batch_size, args.max_workspace_size_bytes,
    args.precision_mode, args.minimum_segment_size, args.is_dynamic_op],
]
"""


def test_models_are_frozen_and_compute_the_same(peer_1_15):
    ours = compare(peer_1_15, PROGRAM)
    assert ours[0][0][1:] == [["serving_default"], ["Const"]]
