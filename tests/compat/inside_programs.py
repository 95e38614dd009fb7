"""Small programs on modules inside of 1.15.5, and what they give there. A Python that has it records the answers:

python tests/compat/inside_programs.py    writes recorded_inside_programs.json
"""

import json
import os
import sys

RECORD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "recorded_inside_programs.json")

# Each leaves its answer, which JSON can tell, in `result`.
PROGRAMS = {
    "convolutions as objects": """
from tensorflow.python.ops import nn_ops
result = []
x = tf.constant(np.arange(48, dtype="f").reshape(1, 4, 4, 3) / 10)
w = tf.constant(np.arange(54, dtype="f").reshape(3, 3, 3, 2) / 100)
for padding, rates in (("SAME", None), ("VALID", None), ("SAME", [2, 2])):
    made = nn_ops.Convolution(x.shape, w.shape, padding, dilation_rate=rates, name="c")
    y = made(x, w)
    result += [run(y).tolist(), y.shape.as_list()]
for wrong in (
    lambda: nn_ops.Convolution(x.shape, tf.TensorShape([3, 3, 4, 2]), "SAME"),
    lambda: nn_ops.Convolution(tf.TensorShape([1, 4, 3]), w.shape, "SAME"),
    lambda: nn_ops.Convolution(tf.TensorShape(None), tf.TensorShape(None), "SAME"),
    lambda: nn_ops.Convolution(x.shape, w.shape, "SAME", data_format="NHWX"),
):
    try:
        wrong()
        result.append("nothing")
    except ValueError as error:
        result.append(str(error)[:24])
""",
    "solvers that broadcast, recurrent kernels, reports of benchmarks": """
from tensorflow.core.util import test_log_pb2
from tensorflow.python.ops import gen_rnn_ops
from tensorflow.python.ops.linalg import linear_operator_util as util
lower = np.array([[2.0, 0.0], [1.0, 4.0]])
right = np.arange(8.0).reshape(2, 2, 2)
result = [run(util.matrix_triangular_solve_with_broadcast(lower, right, adjoint=a)).tolist() for a in (False, True)]
result.append(run(util.matrix_solve_with_broadcast(right + np.eye(2), lower)).tolist())
result.append(run(util.cholesky_solve_with_broadcast(lower, right)).tolist())
result.append([x.shape.as_list() for x in util.broadcast_matrix_batch_dims([lower, right])])
result.append(run(util.shape_tensor([2, 3])).dtype.name)
hints = [(None, None), (True, None), (None, False), (True, True)]
for known, given in hints:
    operator = tf.linalg.LinearOperatorFullMatrix(lower, is_non_singular=known)
    result.append(util.use_operator_or_provided_hint_unless_contradicting(operator, "is_non_singular", given, "no"))
try:
    run(util.assert_no_entries_with_modulus_zero([1.0, 0.0], "zero!"))
except tf.errors.InvalidArgumentError as error:
    result.append("zero!" in str(error))
x, h = np.ones([1, 2], "f") / 3, np.ones([1, 2], "f") / 5
w = np.arange(16, dtype="f").reshape(4, 4) / 16
gru = gen_rnn_ops.gru_block_cell(x, h, w, w[:, :2], np.zeros(4, "f"), np.zeros(2, "f"))
result.append([np.round(part, 5).tolist() for part in run(list(gru))])
entries = test_log_pb2.BenchmarkEntries()
entries.entry.add(name="a", iters=3, wall_time=0.5).extras["x"].double_value = 2.0
result.append([entries.entry[0].name, entries.entry[0].extras["x"].double_value])
""",
    "gradients are checked": """
from tensorflow.python.ops import gradient_checker_v2 as checker
with tf.Graph().as_default(), tf.compat.v1.Session().as_default():
    ours, numeric = checker.compute_gradient(lambda x, y: x * x + y, [np.array([1.0, 3.0]), np.array([2.0, 4.0])])
result = [[a.tolist() for a in ours], bool(checker.max_error(ours, numeric) < 1e-6)]
""",
    "If and While of Defuns": """
from tensorflow.python.framework import function
from tensorflow.python.ops import functional_ops
@function.Defun(tf.float32)
def Twice(x):
    return x * 2.0
@function.Defun(tf.float32)
def Half(x):
    return x / 2.0
@function.Defun(tf.float32)
def Small(x):
    return x < 100.0
@function.Defun(tf.int32, tf.float32)
def Plus(i, x):
    return x + tf.cast(i, tf.float32)
chosen = functional_ops.If(tf.constant(True), [tf.constant(3.0)], Twice, Half)
grown = functional_ops.While([tf.constant(3.0)], Small, Twice)
summed = functional_ops.For(0, 10, 3, [tf.constant(0.5)], Plus)
slope = functional_ops.Gradient([tf.constant(3.0), tf.constant(1.0)], Twice)
result = [np.ravel(v).tolist() for v in run([chosen, grown, summed, slope])]
""",
    "jacobians of a batch": """
from tensorflow.python.ops.parallel_for import gradients
x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
y = tf.stack([x[:, 0] * x[:, 1], x[:, 0] ** 2, x[:, 1] + 1.0], 1)
batch = gradients.batch_jacobian(y, x, use_pfor=False)
whole = gradients.jacobian(y, x, use_pfor=False)
result = [str(batch.shape), str(whole.shape)] + [v.tolist() for v in run([batch, whole])]
""",
    "nodes that others need": """
from tensorflow.python.framework import graph_util_impl
x = tf.constant(1.0, name="x")
y = tf.add(x, tf.constant(2.0, name="two"), name="y")
tf.negative(y, name="z")
inputs, nodes, places = graph_util_impl._extract_graph_summary(tf.compat.v1.get_default_graph().as_graph_def())
result = [inputs, sorted(nodes), places, sorted(graph_util_impl._bfs_for_reachable_nodes(["y"], inputs))]
""",
    "structures of datasets": """
from tensorflow.python.data.util import nest
structure = {"b": ([1, 2], 3), "a": 4}
result = [nest.flatten(structure), nest.is_sequence([1]), nest.map_structure(str, structure),
          nest.pack_sequence_as(structure, [7, 8, 9]), nest.flatten_up_to((0, 0), ((1, 2), 3))]
""",
    "objects by identity": """
from tensorflow.python.util import object_identity
a, b = [1], [1]
d = object_identity.ObjectIdentityDictionary()
d[a] = 1
d[b] = 2
s = object_identity.ObjectIdentitySet([a, b, a])
result = [len(d), d[a], len(s), a in s, [1] in s, object_identity.Reference(a) == object_identity.Reference(b),
          object_identity.Reference(a).deref()]
""",
    "values for JSON": """
import json as j
from tensorflow.python.util import serialization
result = [j.dumps({"a": np.float32(2.5), "b": np.arange(2), "c": tf.TensorShape([2, 3])},
          default=serialization.get_json_type, sort_keys=True)]
""",
    "shapes as constants": """
from tensorflow.python.framework import constant_op
convert = constant_op._tensor_shape_tensor_conversion_function
two = convert(tf.TensorShape([2]))
result = [run(convert(tf.TensorShape([2, 3]))).tolist(), two.dtype.name, two.op.name]
try:
    convert(tf.TensorShape([None]))
except ValueError as error:
    result.append(str(error))
""",
    "what is a tensor": """
from tensorflow.python.framework import ops
sparse = tf.SparseTensor([[0]], [1.0], [1])
result = [isinstance(x, ops._TensorLike) for x in (tf.constant(1), sparse, 1, np.zeros(2))]
""",
    "contexts of a program's own": """
from tensorflow.python.ops import control_flow_ops, control_flow_util
class Noting(control_flow_ops.XLAControlFlowContext):
    def __init__(self):
        super(Noting, self).__init__()
        self.seen = []
    def AddOp(self, op):
        self.seen.append(op.name)
noting = Noting()
noting.Enter()
x = tf.constant(1.0, name="x")
inside = control_flow_util.GraphOrParentsInXlaContext(tf.compat.v1.get_default_graph())
noting.Exit()
y = tf.constant(1.0, name="y")
result = [noting.seen, inside, control_flow_util.IsInXLAContext(x.op), control_flow_util.IsInXLAContext(y.op),
          control_flow_util.GetContainingXLAContext(x.op._get_control_flow_context()) is noting,
          control_flow_util.GetContainingWhileContext(x.op._get_control_flow_context()) is None]
""",
    "settings of tf.config": """
result = [tf.config.optimizer.get_jit(), tf.config.optimizer.get_experimental_options(),
          tf.config.experimental.list_physical_devices("CPU"), tf.config.experimental.get_visible_devices("CPU"),
          tf.config.threading.get_intra_op_parallelism_threads(), tf.config.get_soft_device_placement(),
          tf.config.experimental.get_device_policy(), tf.config.experimental_list_devices()[0]]
for wrong in (lambda: tf.config.experimental.set_memory_growth(tf.config.experimental.list_physical_devices("CPU")[0], True),
              lambda: tf.config.experimental.set_device_policy("other"),
              lambda: tf.config.threading.set_inter_op_parallelism_threads(3),
              lambda: tf.config.experimental.get_memory_growth("no device")):
    try:
        result.append(wrong())
    except (ValueError, RuntimeError) as error:
        result.append(str(error))
""",
    "the state of eager execution": """
from tensorflow.python.eager import context
tf.compat.v1.set_random_seed(3)
result = [context.executing_eagerly(), context.num_gpus(), context.shared_name("a")]
""",
    "layers of slim": """
slim = tf.contrib.slim
result = [slim.layers.conv2d is tf.contrib.layers.conv2d,
          slim.initializers.xavier_initializer is tf.contrib.layers.xavier_initializer]
""",
    "patterns of operations": """
from tensorflow.contrib.quantize.python import common, graph_matcher as gm

x = tf.compat.v1.placeholder(tf.float32, [2, 3], name="x")
y = tf.nn.relu(
    tf.add(tf.matmul(x, tf.ones([3, 4], name="w"), name="product"), tf.ones([4]), name="sum"), name="out/Relu"
)
product = gm.OpTypePattern("MatMul|Conv2D", name="product", inputs=["*", "*"])
either = gm.OneofPattern(
    [
        gm.OpTypePattern("BiasAdd", inputs=[product, "*"]),
        gm.OpTypePattern("Add|AddV2", name="sum", inputs=["*", product], ordered_inputs=False),
    ]
)
relu = gm.OpTypePattern("Relu", inputs=[either])
found = list(gm.GraphMatcher(relu).match_graph(tf.compat.v1.get_default_graph()))
result = [
    len(found),
    found[0].get_op("product").name,
    found[0].get_tensor("sum").name,
    found[0].get_op(relu).name,
    found[0].get_tensor(relu),
    found[0].get_op("nothing"),
]
result += [
    gm.GraphMatcher(relu).match_op(x.op) is None,
    gm.GraphMatcher(product).match_op(y.op.inputs[0].op.inputs[0].op).get_op(product).name,
]
result.append(refusal(lambda: gm.OpTypePattern("AddN", inputs=["*"] * 9)))
result += [
    common.GetEndpointActivationOp(tf.compat.v1.get_default_graph(), "out/").name,
    common.GetEndpointActivationOp(tf.compat.v1.get_default_graph(), "no/"),
    common.DropStringPrefix("abc", "ab"),
    common.DropStringPrefix("abc", "b"),
]
z = tf.zeros([2, 4], name="z")
result += [
    common.RerouteTensor(z, y.op.inputs[0]),
    y.op.inputs[0].name,
    common.CreateOrGetQuantizationStep().name,
    common.CreateOrGetQuantizationStep().name,
]
""",
    "walks against the edges": """
from tensorflow.python.ops import op_selector

a = tf.constant(1.0, name="a")
b = tf.identity(a, name="b")
with tf.control_dependencies([tf.no_op(name="first")]):
    c = tf.multiply(b, tf.cast(tf.argmax(tf.stack([b, a], name="s"), 0, name="m"), tf.float32, name="f"), name="c")
names = lambda ops: sorted(op.name for op in ops)
walk = op_selector.get_backward_walk_ops
result = [
    names(walk(c)),
    names(walk([c.op], inclusive=False)),
    names(walk(c, control_inputs=True)),
    names(walk(c, stop_at_ts=[b])),
    names(walk(c, only_differentiable=True)),
    names(walk(c, within_ops=[c.op, b.op])),
    names(walk(c, within_ops_fn=lambda op: op.name != "f")),
    walk([]),
]
result += [
    names(op_selector.graph_inputs(c.op)),
    op_selector.is_differentiable(c.op),
    op_selector.is_differentiable(tf.argmax([1.0], 0).op),
    op_selector.is_iterable("a"),
    op_selector.is_iterable(3),
]
result += [op_selector.concatenate_unique([1, 2], [2, 3]), names(op_selector.get_consuming_ops(a))]
with tf.Graph().as_default():
    other = tf.constant(1)
result += [
    refusal(lambda: op_selector.check_graphs(a, other)),
    refusal(lambda: op_selector.get_unique_graph([a.op, other.op])),
    refusal(lambda: op_selector.make_list_of_t([a.op])),
]
""",
    "writers of events": """
import glob, os, tempfile
from tensorflow.python import pywrap_tensorflow
from tensorflow.core.util import event_pb2

folder = tempfile.mkdtemp()
writer = pywrap_tensorflow.EventsWriter(os.path.join(folder, "ev").encode())
writer.InitWithSuffix(b".mine")
event = event_pb2.Event(step=7, wall_time=1.5)
writer.WriteEvent(event)
result = [bool(writer.Flush()), writer.FileName().endswith(b".mine"), refusal(lambda: writer.WriteEvent("text"))[0]]
writer.Close()
(path,) = glob.glob(folder + "/*")
result += [
    os.path.basename(path).startswith("ev.out.tfevents."),
    [[e.step, e.file_version] for e in tf.compat.v1.train.summary_iterator(path)],
]
g1, g2 = tf.Graph(), tf.Graph()
for g in (g1, g2):
    with g.as_default():
        a = tf.constant(1.0, name="a")
        b = tf.identity(a, name="b")
equal = lambda x, y: pywrap_tensorflow.EqualGraphDefWrapper(
    x.as_graph_def().SerializeToString(), y.as_graph_def().SerializeToString()
)
result.append(equal(g1, g2) in (b"", ""))
with g2.as_default():
    tf.constant(2.0, name="c")
result += [tf.compat.as_text(equal(g1, g2))[:38], tf.compat.as_text(equal(g2, g1))[:32]]
from tensorflow.core.framework import op_def_pb2

ops = op_def_pb2.OpList()
ops.ParseFromString(pywrap_tensorflow.TF_GetBuffer(pywrap_tensorflow.TF_GetAllOpList()))
result.append(sorted(o.name for o in ops.op if o.name in ("MatMul", "Switch", "Relu")))
""",
    "modules that stand for others": """
import types
from tensorflow.python.util import deprecation_wrapper, module_wrapper

inner = types.ModuleType("inner")
inner.one = 1
outer = module_wrapper.TFModuleWrapper(
    inner, "inner", public_apis={"later": ("os.path", "join"), "one": ("nowhere", "one")}
)
outer.two = 2
result = [
    outer.one,
    inner.two,
    outer.later("a", "b"),
    repr(outer) == repr(inner),
    "later" in dir(outer),
    outer._tfmw_wrapped_module is inner,
    hasattr(outer, "no"),
    sorted(outer.__all__),
]
result.append(deprecation_wrapper.DeprecationWrapper is module_wrapper.TFModuleWrapper)
""",
    "inside functions of estimators and columns": """
from tensorflow.python.training import checkpoint_management
from tensorflow.python.feature_column import feature_column_v2
from tensorflow.python.estimator.canned import optimizers, head
from tensorflow.python.estimator import model_fn, estimator
from tensorflow.core.protobuf import saver_pb2
from tensorflow.python.ops import spectral_ops_test_util

result = [
    checkpoint_management._prefix_to_checkpoint_path("a", saver_pb2.SaverDef.V2),
    checkpoint_management._prefix_to_checkpoint_path("a", saver_pb2.SaverDef.V1),
]
manager = feature_column_v2.StateManager()
result += [
    refusal(lambda: manager.get_variable(None, "x")),
    refusal(lambda: manager.add_variable(None, None)),
    refusal(lambda: manager.create_variable(None, "a", [1])),
    issubclass(feature_column_v2._StateManagerImpl, feature_column_v2.StateManager),
]
result += [
    type(optimizers.get_optimizer_instance("Adam", 0.1)).__name__,
    refusal(lambda: optimizers.get_optimizer_instance("Adam")),
    refusal(lambda: optimizers.get_optimizer_instance(opt="No", learning_rate=1.0)),
    model_fn.LOSS_METRIC_KEY,
]
result += [
    refusal(lambda: estimator._verify_model_fn_args(lambda labels: 0, None))[0],
    isinstance(tf.contrib.estimator.binary_classification_head(), head._Head),
]
with spectral_ops_test_util.fft_kernel_label_map():
    result.append(tf.signal.fft(tf.constant([1j])).shape.as_list())
slim = tf.contrib.slim
with slim.arg_scope([slim.conv2d], stride=2):
    result.append(list(slim.current_arg_scope()[slim.arg_scope_func_key(slim.conv2d)].items()))
""",
    "functions and checkpoints of contrib.framework": """
import os, tempfile

framework = tf.contrib.framework
x, y = tf.constant([7, 8]), tf.constant(3)
divided = framework.py_func(
    lambda a, by: {"q": a["x"] // by, "r": (a["x"] % by, a["x"])},
    [{"x": x}],
    {"by": y},
    {"q": tf.int32, "r": (tf.int32, tf.int32)},
    {"q": [2], "r": ([2], [2])},
)
values = run(divided)
result = [
    values["q"].tolist(),
    [v.tolist() for v in values["r"]],
    divided["q"].shape.as_list(),
    framework.py_func(lambda a: a * 2, [x], None, lambda a: a.dtype, lambda a: a.shape).shape.as_list(),
]
result += [refusal(lambda: framework.py_func(len, x)), refusal(lambda: framework.py_func(len, [x], [y]))[0]]
v = tf.compat.v1.get_variable("old/v", initializer=[1.0, 2.0])
session.run(v.initializer)
folder = tempfile.mkdtemp()
path = tf.compat.v1.train.Saver().save(session, os.path.join(folder, "m"))
result += [
    framework.list_variables(checkpoint_dir=folder),
    framework.load_variable(checkpoint_dir=path, name="old/v").tolist(),
    framework.load_checkpoint(filepattern=path).has_tensor("old/v"),
]
w = tf.compat.v1.get_variable("new/v", [2])
framework.init_from_checkpoint(checkpoint_dir=folder, assignment_map={"old/": "new/"})
result += [run(w).tolist()]
""",
}


try:
    from tests.compat import (
        inside_programs_2,
        inside_programs_3,
        inside_programs_4,
        inside_programs_5,
        inside_programs_6,
        inside_programs_7,
        inside_programs_8,
    )
except ImportError:  # as a program
    import inside_programs_2
    import inside_programs_3
    import inside_programs_4
    import inside_programs_5
    import inside_programs_6
    import inside_programs_7
    import inside_programs_8
PROGRAMS.update(inside_programs_2.PROGRAMS)
PROGRAMS.update(inside_programs_3.PROGRAMS)
PROGRAMS.update(inside_programs_4.PROGRAMS)
PROGRAMS.update(inside_programs_5.PROGRAMS)
PROGRAMS.update(inside_programs_6.PROGRAMS)
PROGRAMS.update(inside_programs_7.PROGRAMS)
PROGRAMS.update(inside_programs_8.PROGRAMS)


def outcome(source):
    """What a program leaves in `result`, as JSON has it."""
    import numpy as np
    import tensorflow as tf

    with tf.Graph().as_default(), tf.compat.v1.Session() as session:

        def run(fetches):
            session.run(tf.compat.v1.global_variables_initializer())
            return session.run(fetches)

        def refusal(call):
            """The class and the text of the error that a call raises."""
            try:
                return ["answered", str(call())]
            except Exception as error:
                return [type(error).__name__, str(error)]

        names = {"tf": tf, "np": np, "run": run, "session": session, "refusal": refusal}
        exec(source, names)
        return json.loads(json.dumps(names["result"]))


if __name__ == "__main__":
    sys.path.pop(0)
    with open(RECORD, "w") as file:
        json.dump({name: outcome(source) for name, source in PROGRAMS.items()}, file, sort_keys=True, indent=0)
        file.write("\n")
