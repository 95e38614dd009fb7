"""Small programs on the objects of 1.15.5 as libraries use them, and what they give there: attributes, classes, pickles,
signatures, methods with a leading underscore, and single operations that libraries stumbled over.

python tests/compat/object_programs.py    run by a Python that has 1.15.5, writes recorded_object_programs.json
"""

# ruff: noqa: E501 - the programs are tables of what is asked

import json
import os
import sys

RECORD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "recorded_object_programs.json")

# Each leaves its answer, which JSON can tell, in `result`. `run` runs in a session, `refusal` tells how a call fails.
PROGRAMS = {
    "attributes can be set": """
x = tf.constant([1.0], name="x")
v = tf.compat.v1.get_variable("v", [2])
r = tf.compat.v1.get_variable("r", [2], use_resource=True)
g = tf.compat.v1.get_default_graph()
s = tf.SparseTensor([[0]], [1.0], [1])
result = []
for thing in (x, x.op, v, r, g, s, session, tf.compat.v1.train.AdamOptimizer(), tf.data.Dataset.range(3)):
    thing._keras_shape = (None, 3)
    thing.my_note = "seen"
    result.append([list(thing._keras_shape), thing.my_note, hasattr(thing, "no_such_thing")])
result.append(g.get_tensor_by_name("x:0").my_note)
result.append(x.op.outputs[0].my_note)
""",
    "bases of optimizers": """
train = tf.compat.v1.train
result = []
for name in ("GradientDescent", "Adam", "Adagrad", "AdagradDA", "Adadelta", "RMSProp", "Momentum", "Ftrl",
             "ProximalAdagrad", "ProximalGradientDescent", "SyncReplicas"):
    kind = getattr(train, name + "Optimizer")
    result.append([name, kind.__name__, kind.__module__, kind.__base__ is train.Optimizer])
""",
    "modules of classes": """
kinds = [tf.Tensor, tf.Operation, tf.Graph, tf.Variable, tf.TensorShape, tf.compat.v1.Dimension, tf.DType, tf.SparseTensor,
         tf.IndexedSlices, tf.RaggedTensor, tf.TensorArray, tf.compat.v1.Session, tf.compat.v1.InteractiveSession,
         tf.compat.v1.train.Saver, tf.train.Coordinator, tf.compat.v1.train.QueueRunner, tf.queue.FIFOQueue,
         tf.compat.v1.summary.FileWriter, tf.compat.v1.train.MonitoredSession, tf.estimator.Estimator, tf.estimator.RunConfig,
         tf.data.Dataset, tf.compat.v1.data.Iterator, tf.compat.v1.nn.rnn_cell.BasicLSTMCell,
         tf.errors.InvalidArgumentError, tf.compat.v1.VariableScope, tf.compat.v1.ConditionalAccumulator,
         tf.random_normal_initializer, tf.compat.v1.glorot_uniform_initializer, tf.compat.v1.distributions.Normal,
         tf.compat.v1.train.ExponentialMovingAverage, tf.compat.v1.train.Supervisor, tf.compat.v1.train.SessionRunHook,
         tf.io.FixedLenFeature, tf.UnconnectedGradients, tf.name_scope, tf.compat.v1.variable_scope]
result = [[kind.__name__.replace("V1", ""), kind.__module__] for kind in kinds]
""",
    "bases of cells and layers": """
cells, layers = tf.compat.v1.nn.rnn_cell, tf.compat.v1.layers
from tensorflow.python.training.tracking import base, tracking
from tensorflow.python.ops import rnn_cell_impl
from tensorflow.python.layers import base as layers_base
bases = [tf.Module, tf.keras.layers.Layer, layers_base.Layer, cells.RNNCell, rnn_cell_impl.LayerRNNCell, base.Trackable,
         tracking.AutoTrackable, tf.keras.layers.Dense]
kinds = [cells.BasicLSTMCell, cells.GRUCell, cells.MultiRNNCell, cells.DropoutWrapper, layers.Dense, layers.Conv2D, tf.Module,
         tf.keras.Model, tf.Variable, tf.compat.v1.train.Optimizer, tf.train.Checkpoint]
result = [[issubclass(kind, b) for b in bases] for kind in kinds]
""",
    "modules and bases in Keras": """
from tensorflow.python.ops import init_ops, init_ops_v2
from tensorflow.python.training.tracking import base
import pickle
keras, v2 = tf.keras, tf.compat.v2.initializers
kinds = [keras.layers.Dense, keras.layers.LSTM, keras.layers.Layer, keras.layers.BatchNormalization, keras.Model, keras.Sequential, keras.optimizers.Adam,
         keras.callbacks.ModelCheckpoint, keras.losses.MeanSquaredError, keras.metrics.AUC, keras.regularizers.Regularizer, keras.constraints.MaxNorm,
         keras.utils.Sequence, tf.compat.v1.layers.Dense, tf.compat.v1.layers.MaxPooling2D]
result = [[kind.__module__.replace("_v1", ""), pickle.loads(pickle.dumps(kind)) is kind] for kind in kinds]
result.append(str(type(keras.layers.Dense(1))))
names = "Zeros Ones Constant RandomUniform RandomNormal TruncatedNormal VarianceScaling Orthogonal Identity GlorotNormal GlorotUniform".split()
result.append([[issubclass(getattr(v2, name), init_ops_v2.Initializer), getattr(init_ops_v2, name) is getattr(v2, name)] for name in names])
result += [issubclass(v2.GlorotNormal, v2.VarianceScaling), issubclass(v2.Zeros, init_ops.Initializer)]
scale = tf.compat.v1.train.experimental
result += [issubclass(kind, base.Trackable) for kind in (keras.optimizers.Adam, scale.FixedLossScale, scale.PythonState)]
class Mine(keras.layers.Layer):
    def call(self, x):
        return x * 2
model = keras.Sequential([keras.layers.Dense(2, input_shape=(2,), kernel_initializer="ones"), Mine()])
model.compile("adam", "mse", metrics=["mse", "MeanSquaredError", "KLDivergence"])
result += [model.predict(np.ones((1, 2))).tolist(), model.metrics_names]
""",
    "what is an instance of what": """
v = tf.compat.v1.get_variable("v", [2])
r = tf.compat.v1.get_variable("r", [2], use_resource=True)
from tensorflow.python.ops import resource_variable_ops, variables
from tensorflow.python.framework import ops, tensor_shape, sparse_tensor
from tensorflow.python.training import optimizer
from tensorflow.python.training.tracking import base as tracking
result = [isinstance(v, tf.Variable), isinstance(r, tf.Variable), isinstance(r, resource_variable_ops.ResourceVariable),
          isinstance(v, resource_variable_ops.ResourceVariable), isinstance(v, variables.RefVariable),
          isinstance(v, tf.Tensor), isinstance(v, tracking.Trackable), isinstance(v.shape, tensor_shape.TensorShape),
          isinstance(v.shape[0], tensor_shape.Dimension), isinstance(tf.float32, tf.DType),
          isinstance(tf.compat.v1.train.AdamOptimizer(), tracking.Trackable), isinstance(tf.constant(1), ops.Tensor),
          isinstance(tf.SparseTensor([[0]], [1.0], [1]), sparse_tensor.SparseTensor), hasattr(v, "handle"), hasattr(r, "handle"),
          hasattr(v, "constraint"), hasattr(tf.constant(1), "_shape_as_list"), hasattr(tf.constant(1), "numpy"),
          hasattr(v, "numpy"), hasattr(tf.constant(1.0), "__array_priority__"), callable(tf.compat.v1.Session.list_devices)]
""",
    "what can be pickled": """
import copy, pickle
shape = tf.TensorShape([None, 3])
def through(thing):
    return pickle.loads(pickle.dumps(thing, 2))
values = [through(tf.float32) is tf.float32, str(through(shape)), str(through(tf.TensorShape(None))),
          through(tf.compat.v1.Dimension(3)).value, repr(through(tf.TensorSpec([2], tf.int32, "s"))),
          through(tf.io.FixedLenFeature([2], tf.float32)) == tf.io.FixedLenFeature([2], tf.float32),
          through(tf.compat.v1.train.Example()).SerializeToString() == b"",
          through(tf.compat.v1.nn.rnn_cell.LSTMStateTuple(1, 2)).h, through(tf.nn.relu) is tf.nn.relu,
          through(tf.compat.v1.train.AdamOptimizer) is tf.compat.v1.train.AdamOptimizer,
          copy.deepcopy(shape) == shape, copy.copy(tf.float32) is tf.float32,
          through(tf.compat.v1.ConfigProto(allow_soft_placement=True)).allow_soft_placement,
          through(tf.compat.v1.truncated_normal_initializer(stddev=0.5, seed=3)).get_config()["stddev"],
          through(tf.estimator.RunConfig(tf_random_seed=7)).tf_random_seed,
          type(through(tf.errors.NotFoundError)).__name__]
result = values
""",
    "what cannot be pickled": """
import pickle
result = []
for thing in (tf.constant(1.0), tf.compat.v1.get_default_graph(), session):
    try:
        pickle.dumps(thing)
        result.append("pickled")
    except Exception as error:
        result.append(type(error).__name__)
""",
    "signatures without wrappers": """
import inspect
functions = [tf.reduce_sum, tf.compat.v1.reduce_sum, tf.matmul, tf.concat, tf.nn.conv2d, tf.compat.v1.nn.conv2d, tf.nn.dropout,
             tf.compat.v1.nn.dropout, tf.nn.softmax, tf.argmax, tf.compat.v1.argmax, tf.add, tf.compat.v1.get_variable,
             tf.compat.v1.train.AdamOptimizer.__init__, tf.compat.v1.Session.run, tf.cond, tf.compat.v1.cond, tf.while_loop,
             tf.map_fn, tf.compat.v1.layers.dense, tf.compat.v1.squeeze, tf.expand_dims, tf.compat.v1.expand_dims, tf.one_hot,
             tf.compat.v1.random_uniform, tf.contrib.layers.fully_connected, tf.contrib.layers.conv2d,
             tf.compat.v1.losses.mean_squared_error, tf.compat.v1.train.Saver.__init__, tf.compat.v1.count_nonzero,
             tf.compat.v1.distributions.Normal.__init__, tf.compat.v1.distributions.Normal.log_prob, tf.Tensor.set_shape,
             tf.Graph.create_op, tf.compat.v1.placeholder, tf.Variable.__init__, tf.compat.v1.nn.dynamic_rnn,
             tf.contrib.slim.arg_scope, tf.estimator.Estimator.train, tf.data.Dataset.map]
from tensorflow.python.util import tf_inspect
result = []
for function in functions:
    spec = tf_inspect.getfullargspec(function)
    names = [p for p in inspect.signature(function).parameters]
    result.append([list(spec.args), spec.varargs, spec.varkw, names])
""",
    "devices of operations": """
g = tf.compat.v1.get_default_graph()
with tf.device("/job:worker"), tf.device(lambda op: "/cpu:%d" % len(op.name)):
    x = tf.constant(1.0, name="xyz")
y = tf.constant(2.0, name="y")
result = [x.device, y.device]
with tf.device("/cpu:1"):
    g._apply_device_functions(y.op)
result.append(y.device)
y.op._set_device("/job:ps/task:3")
result.append(y.device)
""",
    "states of zeros": """
from tensorflow.python.ops import rnn_cell_impl
zero = rnn_cell_impl._zero_state_tensors([2, tf.TensorShape([3])], 4, tf.float32)
wide = rnn_cell_impl._zero_state_tensors(2, tf.constant(3), tf.int32)
result = [str(z.shape) for z in zero] + [str(wide.shape), run(wide).tolist(), zero[0].op.name,
          [str(rnn_cell_impl._concat(4, 3)), str(rnn_cell_impl._concat(4, [2, 3], static=True))]]
""",
    "a hook that stops evaluations": """
from tensorflow.python.training import evaluation
hook = evaluation._StopAfterNEvalsHook(3)
counter = evaluation._get_or_create_eval_step()
step = tf.compat.v1.assign_add(counter, 1)
hook._set_evals_completed_tensor(step)
turns = 0
with tf.compat.v1.train.SingularMonitoredSession(hooks=[hook]) as monitored:
    while not monitored.should_stop():
        monitored.run(step)
        turns += 1
result = [turns, counter.op.name, counter.dtype.name, hook._num_evals, isinstance(hook, tf.compat.v1.train.SessionRunHook)]
""",
    "a session with hooks": """
from tensorflow.python.training import monitored_session
class Note(tf.compat.v1.train.SessionRunHook):
    def __init__(self):
        self.seen = []
    def before_run(self, run_context):
        self.seen.append(str(run_context.original_args.fetches.name))
        return tf.compat.v1.train.SessionRunArgs({"y": y})
    def after_run(self, run_context, run_values):
        self.seen.append(float(run_values.results["y"]))
x = tf.constant(2.0, name="x")
y = tf.multiply(x, 3.0, name="y")
note = Note()
hooked = monitored_session._HookedSession(session, [note])
value = hooked.run(x)
result = [float(value), note.seen, isinstance(hooked, monitored_session._WrappedSession),
          monitored_session._WrappedSession(session).should_stop(), hooked.should_stop(), hooked.graph is session.graph]
""",
    "constants of conditions": """
from tensorflow.python.layers import utils
from tensorflow.python.framework import smart_cond
flag = tf.compat.v1.placeholder(tf.bool, [])
result = [utils.constant_value(True), utils.constant_value(False), utils.constant_value(1), utils.constant_value(0),
          utils.constant_value(flag), bool(utils.constant_value(tf.constant(True))),
          refusal(lambda: utils.constant_value("yes")), refusal(lambda: utils.constant_value(2)),
          smart_cond.smart_constant_value(True), refusal(lambda: smart_cond.smart_constant_value(3)),
          bool(smart_cond.smart_constant_value(tf.constant(1) > 0)),
          utils.constant_value(tf.compat.v1.get_variable("v", [], dtype=tf.bool, initializer=tf.zeros_initializer()))]
""",
    "booleans that are not zero": """
x = tf.constant([[True, False], [True, True]])
counts = [tf.math.count_nonzero(x), tf.math.count_nonzero(x, 0), tf.math.count_nonzero(x, 1, keepdims=True, dtype=tf.int32),
          tf.math.count_nonzero(tf.constant(["", "a", "b"]))]
result = [[c.dtype.name, str(c.shape), run(c).tolist()] for c in counts]
""",
    "a runner with a tensor": """
queue = tf.queue.FIFOQueue(10, tf.float32, [])
enqueue = queue.enqueue(tf.constant(2.0))
with tf.control_dependencies([enqueue]):
    put = tf.constant(1.0, name="put")
runner = tf.compat.v1.train.QueueRunner(queue, [put, "put_many"]) if False else tf.compat.v1.train.QueueRunner(queue, [put])
tf.compat.v1.train.add_queue_runner(runner)
proto = tf.compat.v1.train.QueueRunner(queue, [enqueue]).to_proto()
coordinator = tf.train.Coordinator()
threads = tf.compat.v1.train.start_queue_runners(session, coordinator)
value = float(session.run(queue.dequeue()))
coordinator.request_stop()
session.run(queue.close(cancel_pending_enqueues=True))
coordinator.join(threads, stop_grace_period_secs=20, ignore_live_threads=True)
result = [value, len(threads), str(proto.queue_name), [str(n) for n in proto.enqueue_op_name]]
""",
    "branches of unlike shapes": """
flag = tf.compat.v1.placeholder(tf.bool, [])
a = tf.compat.v1.placeholder(tf.float32, [None, 3])
b = tf.compat.v1.placeholder(tf.float32, [2, None])
two = tf.cond(flag, lambda: a, lambda: b)
ranks = tf.cond(flag, lambda: a, lambda: tf.constant(1.0))
lists = tf.cond(flag, lambda: [a, b], lambda: [b, a])
unknown = tf.cond(flag, lambda: tf.reshape(a, tf.shape(b)), lambda: tf.zeros([2, 3]))
squeezed = tf.cond(tf.equal(tf.rank(a), 3), lambda: tf.squeeze(a, [1]), lambda: a) if False else None
result = [str(two.shape), str(ranks.shape), [str(x.shape) for x in lists], str(unknown.shape),
          refusal(lambda: tf.cond(flag, lambda: tf.constant(1.0), lambda: tf.constant(1)))]
""",
    "a scalar text gets another shape": """
text = tf.constant("abc")
asked = tf.compat.v1.placeholder(tf.string)
result = [[[t.decode() for t in np.ravel(run(tf.reshape(text, shape)))] for shape in ([1], [1, 1], [-1])],
          session.run(tf.reshape(asked, []), {asked: ["xyz"]}).decode(),
          np.shape(session.run(tf.reshape(asked, [1, 1]), {asked: "xyz"})),
          refusal(lambda: tf.reshape(text, [2]))]
""",
    "gradients of one's own inside of others": """
@tf.custom_gradient
def inner(x):
    def grad(dy):
        return dy * 10.0
    return x * x, grad
@tf.custom_gradient
def outer(x):
    y = inner(x) + 1.0
    def grad(dy):
        return dy * inner(x) * 100.0
    return y, grad
@tf.custom_gradient
def both(x, y):
    @tf.custom_gradient
    def deep(z):
        return z * 2.0, lambda d: d * 7.0
    out = deep(x) * y
    def grad(da, db=None):
        return da * 3.0, da * 5.0
    return out, grad
x = tf.constant(3.0)
y = outer(x)
first = tf.gradients(y, x)[0]
second = tf.gradients(first, x)[0]
c = both(x, tf.constant(2.0))
result = [float(v) for v in run([y, first, second, c, tf.gradients(c, x)[0], tf.gradients(inner(inner(x)), x)[0]])]
""",
    "a gradient of one's own with variables": """
from tensorflow.python.ops import variable_scope
w = tf.compat.v1.get_variable("w", initializer=2.0, use_resource=True)
@tf.custom_gradient
def scaled(x):
    y = w * x
    def grad(dy, variables=None):
        return dy * 10.0, [dy * 20.0 for _ in variables]
    return y, grad
x = tf.constant(3.0)
y = scaled(x)
gx, gw = tf.gradients(y, [x, w])
result = [float(v) for v in run([y, gx, gw])]
""",
    "a bias of nothing": """
grads = [tf.raw_ops.BiasAddGrad(out_backprop=tf.zeros(shape)) for shape in ([0, 3], [2, 0], [0, 0, 4])]
fed = tf.compat.v1.placeholder(tf.float32, [None, 3])
through = tf.gradients(tf.nn.bias_add(fed, tf.constant([1.0, 2.0, 3.0])), fed)[0]
bias = tf.compat.v1.get_variable("bias", [3], initializer=tf.zeros_initializer())
slope = tf.gradients(tf.nn.bias_add(fed, bias), bias)[0]
run(grads)
result = [[g.tolist() for g in session.run(grads)], session.run([through, slope], {fed: np.zeros((0, 3))})[1].tolist()]
""",
    "constants that are promised": """
x = tf.constant([1.0, 2.0])
v = tf.compat.v1.get_variable("v", initializer=[3.0, 4.0])
promised = tf.guarantee_const(v)
result = [run(tf.guarantee_const(x)).tolist(), run(promised * 2.0).tolist(), promised.op.type, str(promised.shape)]
with tf.compat.v1.variable_scope("", custom_getter=lambda getter, *a, **k: tf.guarantee_const(getter(*a, **k))):
    w = tf.compat.v1.get_variable("w", [2], initializer=tf.ones_initializer())
result += [run(w + 1.0).tolist(), w.op.type]
""",
    "stacks of the first versions": """
from tensorflow.python.ops import gen_data_flow_ops as flow
handle = flow.stack_v2(-1, elem_type=tf.float32, stack_name="s")
first = flow.stack_push_v2(handle, tf.constant([1.0, 2.0]))
with tf.control_dependencies([first]):
    second = flow.stack_push_v2(handle, tf.constant(3.0))
with tf.control_dependencies([second]):
    top = flow.stack_pop_v2(handle, tf.float32)
with tf.control_dependencies([top]):
    below = flow.stack_pop_v2(handle, tf.float32)
with tf.control_dependencies([below]):
    closed = flow.stack_close_v2(handle)
result = [np.ravel(v).tolist() for v in session.run([top, below, closed])[:2]]
empty = flow.stack_v2(1, elem_type=tf.float32)
result.append(refusal(lambda: session.run(flow.stack_pop_v2(empty, tf.float32)), 1)[1].split('_1')[0])
""",
    "a variable for a while": """
var = tf.raw_ops.TemporaryVariable(shape=[2], dtype=tf.float32, var_name="passing")
one = tf.compat.v1.assign(var, [4.0, 5.0])
two = tf.compat.v1.assign_add(one, [6.0, 7.0])
final = tf.raw_ops.DestroyTemporaryVariable(ref=two, var_name="passing")
result = [session.run(final).tolist(), session.run(final).tolist(), var.dtype.name, str(final.shape), var.dtype._is_ref_dtype]
""",
    "the n-th value": """
x = tf.constant([[3.0, 1.0, 2.0], [9.0, 7.0, 8.0]])
n = tf.compat.v1.placeholder(tf.int32)
y = tf.compat.v1.placeholder(tf.float32)
from tensorflow.python.ops import nn_ops
result = [run(nn_ops.nth_element(x, 1)).tolist(), run(nn_ops.nth_element(x, 0, reverse=True)).tolist(),
          str(nn_ops.nth_element(x, 1).shape), refusal(lambda: nn_ops.nth_element(x, -1), 1),
          refusal(lambda: nn_ops.nth_element(x, 3), 1), refusal(lambda: nn_ops.nth_element(tf.constant(1.0), 0), 1),
          refusal(lambda: nn_ops.nth_element(x, [1, 2]), 1),
          refusal(lambda: session.run(nn_ops.nth_element(x, n), {n: -1}), 1),
          refusal(lambda: session.run(nn_ops.nth_element(x, n), {n: 3}), 1),
          refusal(lambda: session.run(nn_ops.nth_element(x, n), {n: [1]}), 1),
          refusal(lambda: session.run(nn_ops.nth_element(y, 0), {y: 1.0}), 1),
          refusal(lambda: session.run(nn_ops.nth_element(y, 5), {y: [1.0]}), 1)]
""",
    "a sparse tensor added to a dense one": """
i = tf.compat.v1.placeholder(tf.int64)
v = tf.compat.v1.placeholder(tf.float32)
s = tf.compat.v1.placeholder(tf.int64)
d = tf.compat.v1.placeholder(tf.float32)
total = tf.raw_ops.SparseTensorDenseAdd(a_indices=i, a_values=v, a_shape=s, b=d)
def fed(indices, values, shape, dense):
    return session.run(total, {i: indices, v: values, s: shape, d: dense})
dense = np.ones((2, 2), np.float32)
result = [fed([[0, 1], [1, 0]], [1.0, 2.0], [2, 2], dense).tolist(),
          refusal(lambda: fed([[0, 5]], [1.0], [2, 2], dense), 1), refusal(lambda: fed([[0, -1]], [1.0], [2, 2], dense), 1),
          refusal(lambda: fed([[0, 1]], [1.0], [2, 3], dense), 1),
          refusal(lambda: fed([[0, 1, 1]], [1.0], [2, 2, 2], dense), 1), refusal(lambda: fed([0, 1], [1.0], [2, 2], dense), 1),
          refusal(lambda: fed([[0, 1]], [[1.0]], [2, 2], dense), 1), refusal(lambda: fed([[0, 1]], [1.0], [[2, 2]], dense), 1)]
""",
    "shapes that are not known": """
x = tf.compat.v1.placeholder(tf.float32, [None, 3])
y = tf.compat.v1.placeholder(tf.float32, [2, None, 4])
n = tf.shape(x)[0]
m = tf.shape(y)
known = tf.shape(x)[1]
made = [tf.zeros([n, 3]), tf.ones(tf.stack([n, 2])), tf.fill([n, 4], 1.0), tf.fill([known, 4], 1.0), tf.tile(x, [n, 1]),
        tf.tile(x, [known, 1]), tf.tile(x, tf.stack([1, known])), tf.reshape(x, [n, 3, 1]), tf.reshape(x, [n, known]),
        tf.reshape(y, [m[0], m[1] * m[2]]), tf.reshape(y, [m[0], -1]), tf.reshape(y, [-1, m[2]]), tf.reshape(y, m),
        tf.reshape(y, tf.concat([m[:1], [-1]], 0)), tf.reshape(y, tf.concat([m[:2], m[2:]], 0)),
        tf.zeros(tf.shape(x)), tf.zeros(m[:2]), tf.zeros(m[1:]), tf.random.uniform([n, known]), tf.random.normal(m),
        tf.broadcast_to(x[:1], [n, 3]), tf.range(n), tf.range(known), tf.one_hot(tf.range(known), known),
        tf.zeros([n * 2, known + 1]), tf.zeros([tf.size(x)]), tf.zeros([tf.rank(x)]), tf.zeros([m[0] * 3]), tf.zeros([m[0] + 0]),
        tf.reshape(x, [tf.shape(x)[0] * 3]), tf.zeros([tf.cast(tf.cast(known, tf.float32), tf.int32)]),
        tf.slice(x, [0, 0], [n, 2]), tf.slice(x, [0, 0], [-1, known]), x[:n], x[:, :known], tf.pad(x, [[0, known], [0, 1]]),
        tf.zeros(tf.unstack(m)), tf.zeros([tf.unstack(m)[2]]), tf.zeros(tf.minimum(m, 3)), tf.zeros(tf.maximum(m[2], 9)[None]),
        tf.zeros(x.shape.as_list()[1:]), tf.zeros(tf.reverse(m, [0])), tf.zeros(tf.gather(m, [0, 2])),
        tf.zeros(tf.shape(y, out_type=tf.int64)), tf.zeros([tf.shape(y)[-1]]), tf.zeros(tf.shape(tf.zeros([4, 5]))),
        tf.zeros([tf.reduce_prod(m[2:])]), tf.zeros(tf.concat([[2], m[2:]], 0)), tf.zeros(tf.expand_dims(m[2], 0)),
        tf.zeros(tf.squeeze(m[2:])[None]), tf.zeros(tf.identity(m)), tf.zeros(m + 0), tf.zeros(tf.cast(m, tf.int64)),
        tf.zeros([m[2] // 2]), tf.transpose(y, tf.range(3)[::-1]), tf.zeros(tf.stack([m[2]] * 2))]
result = [str(t.shape) for t in made]
""",
    "shapes of new dimensions": """
x, k = tf.compat.v1.placeholder(tf.float32, [None, 3]), tf.compat.v1.placeholder(tf.int32, [])
f = tf.zeros([5, 6])
rows = tf.eye(2, batch_shape=[tf.shape(f)[0], 1])
result = [str(tf.expand_dims(x, k).shape), str(tf.expand_dims(x, 1).shape), str(rows.shape), session.run(rows).sum().tolist(),
          str(tf.eye(2, 3, batch_shape=[k]).shape)]
""",
    "loops and shapes that are not known": """
x = tf.compat.v1.placeholder(tf.float32, [None, 3])
known = tf.shape(x)[1]
_, grown = tf.while_loop(lambda i, a: i < known, lambda i, a: [i + 1, a + tf.zeros([known])], [0, tf.zeros([3])])
array = tf.TensorArray(tf.float32, known).unstack(tf.transpose(x)).stack()
mapped = tf.map_fn(lambda r: r[:known], x)
scanned = tf.scan(lambda a, r: a + r, x)
result = [str(t.shape) for t in (grown, array, mapped, scanned)]
""",
    "halves": """
x = np.array([-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 3.5, 1e10, -0.4, np.nextafter(0.5, 0)])
result = [run(f(tf.constant(x, t))).tolist() for t in ("float32", "float64") for f in (tf.round, tf.math.rint)]
result += [run(tf.round(tf.constant([-7, 3]))).tolist(), tf.round(tf.constant([1.5])).op.type, tf.round(tf.constant([1])).op.type]
fed = tf.compat.v1.placeholder(tf.float32, [None])
result.append(session.run(tf.round(fed), {fed: x}).tolist())
""",
    "eigenvalues": """
a = tf.constant([[2.0, 1.0], [1.0, 3.0]], tf.float64)
values, vectors = tf.linalg.eigh(a)
e, v = tf.compat.v1.self_adjoint_eig(a)
result = [np.round(run(values), 6).tolist(), np.round(np.abs(run(vectors)), 6).tolist(),
          values.op.type, np.round(run(tf.compat.v1.self_adjoint_eigvals(a)), 6).tolist()]
""",
    "namespaces are walked": """
import types
found = {}
for space in (tf.nn, tf.train, tf.math, tf.linalg, tf.contrib.layers, tf.compat.v1.losses, tf.compat.v1.train):
    names = [n for n in dir(space) if not n.startswith("_")]
    for n in list(vars(space)):
        getattr(space, n)
    found[space.__name__.split(".")[-1]] = all(hasattr(space, n) for n in names)
result = found
""",
    "operations of the first versions": """
import os, tempfile
path = os.path.join(tempfile.mkdtemp(), "text8")
with open(path, "w") as f:
    f.write(" ".join(["the", "cat", "sat", "on", "the", "mat"] * 40))
from google.protobuf import text_format
def imported(text, names):
    graph_def = tf.compat.v1.GraphDef()
    text_format.Merge(text, graph_def)
    graph_def.versions.producer = 8
    with tf.Graph().as_default() as g:
        tf.import_graph_def(graph_def, name="")
        with tf.compat.v1.Session() as s:
            return s.run(names)
def attrs(**kinds):
    return " ".join('attr { key: "%s" value { %s } }' % item for item in kinds.items())
pairs = 'node { name: "pairs" op: "Skipgram" %s }' % attrs(
    filename='s: "%s"' % path, batch_size="i: 8", window_size="i: 2", min_count="i: 1", subsample="f: 0.0")
w, c, p, e, t, x, y = imported(pairs, ["pairs:%d" % i for i in range(7)])
result = [w[0].decode(), sorted(b.decode() for b in w), sorted(c.tolist()), int(p), list(x.shape), list(y.shape), x.dtype.name,
          bool(0 <= x.min() and x.max() < len(w))]
with tf.Graph().as_default() as g:
    w_in = tf.compat.v1.get_variable("w_in", initializer=np.arange(12, dtype=np.float32).reshape(4, 3) * 0.1)
    w_out = tf.compat.v1.get_variable("w_out", initializer=np.ones((4, 3), np.float32) * 0.2)
    examples, labels, rate = tf.constant([1, 2, 1], name="e"), tf.constant([0, 3, 2], name="l"), tf.constant(0.5, name="r")
    tf.group(tf.compat.v1.global_variables_initializer(), name="init")
    described = g.as_graph_def()
node = described.node.add(name="train", op="NegTrain", input=["w_in", "w_out", "e", "l", "r"])
node.attr["vocab_count"].list.i.extend([0, 0, 0, 5])
node.attr["num_negative_samples"].i = 2
described.versions.producer = 8
with tf.Graph().as_default():
    tf.import_graph_def(described, name="")
    with tf.compat.v1.Session() as s:
        s.run("init")
        s.run("train")
        result += [s.run("w_in:0").tolist(), s.run("w_out:0").tolist()]
""",
    "parts of tensors": """
x = tf.constant([[1.0, 2.0]], name="part/x")
y = tf.add(x, 1.0, name="part/y")
result = [x.name, x.op.name, x.value_index, x.dtype.name, x.shape.as_list(), x._shape_as_list(), x._rank(), str(x._shape), x.graph is x.op.graph,
          [c.name for c in x.consumers()], y.op.type, [i.name for i in y.op.inputs], y.op._inputs[0].name if False else "", y.op.get_attr("T").name,
          str(y.op.node_def.op), [str(i) for i in y.op.node_def.input], y.op._id - x.op._id, repr(x), str(y), repr(y.op), x.op.control_inputs,
          y.op._control_outputs, x._id if False else 0, x._op is x.op, x.op._is_function if False else "", x.op.traceback[-1][0] is not None,
          x.op.op_def.name, [o.name for o in x.op.op_def.output_arg], x.op.values()[0].name, [str(c) for c in x.op.colocation_groups()]]
""",
    "parts of graphs": """
g = tf.compat.v1.get_default_graph()
x = tf.constant(1.0, name="x")
with g.name_scope("a"):
    with g.name_scope("b") as scope:
        y = tf.identity(x, name="y")
result = [g.version, g.finalized, g.seed, scope, g.unique_name("x"), g.unique_name("x", mark_as_used=False), g.as_graph_element("x:0").name,
          g.as_graph_element(x) is x, [o.name for o in g.get_operations()], g.building_function, sorted(g._nodes_by_name)[:2], sorted(g._nodes_by_id),
          g.is_feedable(x), g.is_fetchable(x), g.get_name_scope(), g._name_stack, refusal(lambda: g.get_tensor_by_name("x")),
          refusal(lambda: g.get_operation_by_name("no")), refusal(lambda: g.as_graph_element(3)), g.graph_def_versions.producer, g.collections,
          g._control_flow_context is None]
""",
    "parts of variables": """
v = tf.compat.v1.get_variable("v", initializer=[1.0, 2.0])
r = tf.compat.v1.get_variable("r", initializer=[1.0, 2.0], use_resource=True)
result = []
for w in (v, r):
    result += [w.name, w.op.name, w.op.type, w.dtype.name, w.dtype._is_ref_dtype, w._shared_name if w is r else w._shared_name, w.initializer.name,
               w.initial_value.name, w.value().name, w.read_value().name, w._as_graph_element().name, w.trainable, w._save_slice_info is None,
               w._variable.name if w is v else w._handle.name, w._snapshot.name if w is v else w._graph_element.name, str(w), repr(w), w.graph is w.op.graph,
               str(w.synchronization), str(w.aggregation), w._in_graph_mode if w is r else None, w._initializer_op.name, w.device,
               type(w).__name__, w.shape.as_list(), w.get_shape().as_list(), w.constraint, w.to_proto().variable_name,
               w.assign([1.0, 1.0]).op.type if w is v else w.assign([1.0, 1.0], read_value=False).type]
""",
    "parts of optimizers": """
v = tf.compat.v1.get_variable("v", initializer=[1.0, 2.0])
opt = tf.compat.v1.train.AdamOptimizer(0.1)
op = opt.minimize(tf.reduce_sum(v * v))
result = [opt._lr, opt._beta1, opt._name, opt.get_name(), opt.get_slot_names(), opt.get_slot(v, "m").name, [x.name for x in opt.variables()],
          opt._lr_t.name, sorted(opt._slots), [x.name for x in opt._get_beta_accumulators()], opt._use_locking, opt.GATE_OP, opt._var_key(v) if False else "",
          opt._get_or_make_slot(v, tf.zeros([2]), "mine", "Adam").name, opt._zeros_slot(v, "other", "Adam").name, op.name,
          opt._slot_dict("m") is opt._slots["m"], tf.compat.v1.train.MomentumOptimizer(0.1, 0.9)._momentum,
          tf.compat.v1.train.GradientDescentOptimizer(0.3)._learning_rate, str(opt._non_slot_dict and sorted(k[0] for k in opt._non_slot_dict))]
""",
    "parts of sessions": """
x = tf.constant(1.0, name="x")
result = [session.graph is tf.compat.v1.get_default_graph(), session._closed, session._target.decode(),
          session._extend_graph(), type(session).__mro__[1].__name__, callable(session.make_callable(x)), float(session.make_callable(x)())]
from tensorflow.python.client import session as inner
with inner.Session(graph=tf.Graph(), config=tf.compat.v1.ConfigProto(allow_soft_placement=True)) as other:
    result += [other._config.allow_soft_placement, len(other.graph.get_operations())]
result.append(other._closed)
""",
    "private parts of savers": """
v = tf.compat.v1.get_variable("v", initializer=[1.0, 2.0])
saver = tf.compat.v1.train.Saver(max_to_keep=3)
result = [saver._max_to_keep, saver._is_built, [x.name for x in saver._var_list] if saver._var_list else saver._var_list, saver.saver_def.filename_tensor_name,
          saver.saver_def.save_tensor_name, saver.saver_def.restore_op_name, saver.saver_def.max_to_keep, saver._last_checkpoints, saver.last_checkpoints,
          type(saver._builder).__name__, saver._sharded, saver._write_version, saver._pad_step_number, saver._filename]
""",
    "tensors of several tensors": """
from tensorflow.python.framework import composite_tensor
from tensorflow.python.util import nest
sparse = tf.SparseTensor([[0, 1]], [1.0], [2, 3])
whole = tf.IndexedSlices(tf.constant([[1.0, 2.0]]), tf.constant([1]), tf.constant([3, 2]))
part = tf.IndexedSlices(tf.constant([[1.0, 2.0]]), tf.constant([1]))
ragged = tf.ragged.constant([[1], [2, 3]])
result = [issubclass(kind, composite_tensor.CompositeTensor) for kind in (tf.Tensor, tf.SparseTensor, tf.IndexedSlices, tf.RaggedTensor)]
for x in (sparse, whole, part, ragged):
    result.append([len(nest.flatten(x)), [t.name for t in nest.flatten(x, expand_composites=True)], nest.is_sequence(x), str(x._type_spec),
                   type(nest.map_structure(lambda t: t, [x], expand_composites=True)[0]).__name__])
keep = tf.compat.v1.convert_to_tensor_or_indexed_slices
result += [keep(sparse, tf.float32) is sparse, refusal(lambda: keep(sparse, tf.int32)), refusal(lambda: keep(whole, tf.int32))]
value = session.run({"a": (sparse, part)})["a"]
result += [type(value[0]).__name__, value[0].values.tolist(), type(value[1]).__name__, value[1].dense_shape]
_, s, w = tf.while_loop(lambda k, s, w: k < 3, lambda k, s, w: (k + 1, s * tf.constant(2.0), tf.IndexedSlices(w.values * 3.0, w.indices, w.dense_shape)), [0, sparse, whole])
s, w = session.run([s, w])
result += [s.values.tolist(), w.values.tolist(), w.dense_shape.tolist()]
""",
    "graphs imported after others": """
with tf.Graph().as_default() as inner:
    a = tf.compat.v1.placeholder(tf.int32, [], name="a")
    tf.multiply(tf.add(a, tf.constant(3, name="b"), name="c"), 2, name="d")
message = tf.compat.v1.train.export_meta_graph(graph=inner)
x, y = tf.constant(5, name="x"), tf.constant(6, name="y")
with tf.control_dependencies([x]), tf.control_dependencies([y]):
    tf.import_graph_def(inner.as_graph_def(), input_map={"a:0": x}, name="i1")
    with tf.control_dependencies(None):
        tf.import_graph_def(inner.as_graph_def(), name="i2")
    tf.compat.v1.train.import_meta_graph(message, import_scope="m1")
result = [[op.name, [i.name for i in op.inputs], sorted(c.name for c in op.control_inputs)] for op in x.graph.get_operations()]
""",
    "a vocabulary named by a URL": """
import os, tempfile
with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "words"), "w") as file:
        file.write("cat,3\\ndog,4\\n")
    url = "file://" + folder + "/words"
    table = tf.lookup.StaticHashTable(tf.lookup.TextFileInitializer(url, tf.string, 0, tf.int64, 1, delimiter=","), -1)
    session.run(tf.compat.v1.tables_initializer())
    found = session.run(table.lookup(tf.constant(["dog", "cow", "cat"]))).tolist()
    sampled = tf.random.fixed_unigram_candidate_sampler(tf.constant([[0]], tf.int64), 1, 2, True, 2, vocab_file=url)
    result = [found, sorted(session.run(sampled)[0].tolist())]
""",
    "a model of Keras that is saved and loaded": """
import tempfile
layers = tf.keras.layers
folder = tempfile.mkdtemp()
result = []
for name in ("losses", "normalized", "several"):
    with tf.Graph().as_default(), tf.compat.v1.Session() as other:
        x = layers.Input(shape=(1,))
        if name == "losses":
            y = layers.Dense(1, kernel_initializer="ones", kernel_regularizer=tf.keras.regularizers.l2(0.01))(x)
            model = tf.keras.Model(x, y)
        elif name == "normalized":
            model = tf.keras.Sequential([layers.BatchNormalization(momentum=0.8, input_shape=(1,)), layers.Dropout(0.5)])
        else:
            z = layers.Input(shape=(2,))
            model = tf.keras.Model([x, z], [layers.add([x, z]), layers.Dense(1, kernel_initializer="ones", trainable=False)(z)])
        other.run(tf.compat.v1.global_variables_initializer())
        tf.saved_model.save(model, folder + "/" + name)
        result.append([type(part).__name__ for part in model.submodules])
    with tf.Graph().as_default(), tf.compat.v1.Session() as other:
        loaded = tf.compat.v2.saved_model.load(folder + "/" + name)
        given = [tf.ones([1, 1]), tf.ones([1, 2])] if name == "several" else tf.constant([[2.0], [4.0]])
        out = loaded(given, training=False) if name == "normalized" else loaded(given)
        other.run(tf.compat.v1.global_variables_initializer())
        result += [callable(loaded), sorted(loaded.signatures), [v.name for v in loaded.variables], len(loaded.trainable_variables),
                   [v.tolist() for v in other.run(tf.nest.flatten(out))], [float(other.run(f())) for f in loaded.regularization_losses]]
""",
}


def outcome(source, level=0):
    """What a program leaves in `result`, as JSON has it. `level` is the session's `global_jit_level`."""
    import numpy as np
    import tensorflow as tf

    config = tf.compat.v1.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = level
    with tf.Graph().as_default(), tf.compat.v1.Session(config=config if level else None) as session:

        def run(fetches):
            session.run(tf.compat.v1.global_variables_initializer())
            return session.run(fetches)

        def refusal(call, lines=3):
            """The class and first lines of the error that a call raises; running what it makes counts as calling it."""
            try:
                made = call()
                if isinstance(made, tf.Tensor):
                    return ["made", str(made.shape)]
                return ["answered", str(made)]
            except Exception as error:
                text = getattr(error, "message", None) or str(error)
                return [type(error).__name__, "\n".join(text.strip().splitlines()[:lines])]

        names = {"tf": tf, "np": np, "run": run, "session": session, "refusal": refusal}
        exec(source, names)
        return json.loads(json.dumps(names["result"]))


if __name__ == "__main__":
    sys.path.pop(0)
    recorded = {}
    for name, source in PROGRAMS.items():
        try:
            recorded[name] = outcome(source)
        except Exception as error:
            print(f"{name}: {type(error).__name__}: {error}")
    with open(RECORD, "w") as file:
        json.dump(recorded, file, sort_keys=True, indent=0)
        file.write("\n")
