"""Small programs on modules inside of 1.15.5, and what they give there. A Python that has it records the answers:

python tests/compat/inside_programs.py    writes recorded_inside_programs.json
"""

import json
import os
import sys

RECORD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "recorded_inside_programs.json")

# Each leaves its answer, which JSON can tell, in `result`.
PROGRAMS = {
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
}


def outcome(source):
    """What a program leaves in `result`, as JSON has it."""
    import numpy as np
    import tensorflow as tf

    with tf.Graph().as_default(), tf.compat.v1.Session() as session:

        def run(fetches):
            session.run(tf.compat.v1.global_variables_initializer())
            return session.run(fetches)

        names = {"tf": tf, "np": np, "run": run}
        exec(source, names)
        return json.loads(json.dumps(names["result"]))


if __name__ == "__main__":
    sys.path.pop(0)
    with open(RECORD, "w") as file:
        json.dump({name: outcome(source) for name, source in PROGRAMS.items()}, file, sort_keys=True, indent=0)
        file.write("\n")
