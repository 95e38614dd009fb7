"""Small programs on graphs of functions, ragged tensors and summaries inside of 1.15.5; `inside_programs` runs them."""

# ruff: noqa: E501 - the programs are tables of what is asked

PROGRAMS = {
    "graphs of functions": """
from tensorflow.python.framework import func_graph
def body(x, y, scale=2.0, other=None):
    return {"sum": x + y[0] * scale, "same": outer * 1.0, "none": None}
outer = tf.constant(3.0, name="outer")
made = func_graph.func_graph_from_py_func("named", body, (tf.constant([1.0, 2.0]), [tf.TensorSpec([], tf.float32, "spec")]), {"other": "text"}, arg_names=["x", "y"])
result = [isinstance(made, func_graph.FuncGraph), [t.shape.as_list() for t in made.inputs], len(made.outputs), sorted(made.structured_outputs), made.structured_outputs["none"],
          made.building_function, [t.dtype.name for t in made.outputs]]
signature = made.structured_input_signature
result += [len(signature), signature[0][0].shape.as_list(), signature[0][0].name, type(signature[1]["other"]).__name__]
captured = [t for t in made.inputs if func_graph.maybe_captured(t) is outer]
result += [len(captured), func_graph.maybe_captured(outer) is outer]
result += [refusal(lambda: func_graph.func_graph_from_py_func("f", lambda x: object(), (outer,), {}))[0],
           refusal(lambda: func_graph.func_graph_from_py_func("f", lambda x: x.pop(), ([outer, outer],), {}))[0]]
v = tf.compat.v1.get_variable("v", initializer=1.0, use_resource=True)
def effects():
    v.assign_add(1.0)
    return v.read_value()
ordered = func_graph.func_graph_from_py_func("effects", effects, (), {})
result += [sorted(op.type for op in ordered.control_outputs if op.type.startswith("Assign")), len(ordered.outputs)]
array = tf.TensorArray(tf.float32, 1)
result += [len(func_graph.flatten([array, tf.SparseTensor([[0]], [1], [2])])), func_graph.WHITELIST_COLLECTIONS[0], refusal(lambda: func_graph.check_mutation([1], [1, 2]))[0]]
result += [func_graph.check_mutation([outer], [outer]), [str(s) if not isinstance(s, tf.TensorSpec) else s.name for s in func_graph.convert_structure_to_signature([outer, 3, None], ["a", "b", "c"])]]
""",
    "ragged functions by their modules": """
from tensorflow.python.ops.ragged import (ragged_array_ops, ragged_config, ragged_conversion_ops, ragged_gather_ops, ragged_getitem, ragged_math_ops, ragged_tensor)
r = tf.ragged.constant([[1, 2, 3], [], [4, 5]])
result = [run(x).to_list() for x in (ragged_gather_ops.gather(r, [2, 0]), ragged_getitem.ragged_tensor_getitem(r, slice(1, None)), ragged_conversion_ops.from_tensor([[1, 2], [3, 4]], lengths=[1, 2]))]
result += [run(ragged_gather_ops.gather_nd(r, [[0, 1], [2, 0]])).tolist(), run(ragged_conversion_ops.to_tensor(r, 9)).tolist(), run(ragged_conversion_ops.to_sparse(r)).values.tolist(),
           run(ragged_conversion_ops.ragged_to_dense(r, shape=[None, 2])).tolist(), run(ragged_conversion_ops.ragged_to_dense(r, default_value=7)).tolist(),
           run(ragged_array_ops.ragged_one_hot(r, 6)).to_list()[2], ragged_config.auto_cast_partition_dtype()]
ids = tf.ragged.constant([[0, 1, 0], [], [1, 1]])
result += [run(f(r, ids, 2)).tolist() for f in (ragged_math_ops.segment_sum, ragged_math_ops.segment_prod, ragged_math_ops.segment_min, ragged_math_ops.segment_max)]
floats = tf.cast(r, tf.float32)
result += [np.round(run(f(floats, ids, 2)), 4).tolist() for f in (ragged_math_ops.segment_mean, ragged_math_ops.segment_sqrt_n)]
other = tf.ragged.constant([[1]], row_splits_dtype=tf.int32)
result += [ragged_tensor.convert_to_tensor_or_ragged_tensor(r) is r, ragged_tensor.convert_to_tensor_or_ragged_tensor([1]).dtype.name, ragged_tensor.match_row_splits_dtypes(r, r, return_dtype=True)[0].name,
           refusal(lambda: ragged_tensor.match_row_splits_dtypes(r, other))[0], refusal(lambda: ragged_tensor.match_row_splits_dtypes(r, wrong=1)), refusal(lambda: ragged_conversion_ops.to_sparse(3))[0]]
""",
    "writers of summaries": """
import glob, os, tempfile
from tensorflow.python.ops import summary_ops_v2 as ops
folder = tempfile.mkdtemp()
noop = ops.create_noop_writer()
with noop.as_default():
    pass
with tf.name_scope("outer"):
    with ops.summary_scope("a b!") as (tag, scope):
        result = [tag, scope]
result += [noop.init(), isinstance(noop, ops.SummaryWriter), bool(session.run(ops.write_raw_pb("x", step=1)))]
writer = tf.contrib.summary.create_file_writer(folder, name="w")
summary = tf.compat.v1.Summary(value=[dict(tag="raw", simple_value=2.0)])
metadata = tf.compat.v1.RunMetadata()
with writer.as_default(), ops.always_record_summaries():
    made = ops.summary_writer_function("tag", tf.constant(1.0), lambda tag, scope: tf.raw_ops.WriteScalarSummary(writer=writer._resource, step=3, tag=tag, value=1.5), family="f")
session.run(writer.init())
session.run(made)
session.run(writer.flush())
events = [e for e in tf.compat.v1.train.summary_iterator(glob.glob(os.path.join(folder, "*"))[0]) if e.HasField("summary")]
result += [[e.step, e.summary.value[0].tag] for e in events]
""",
    "templates, sessions, wrappers of cells": """
from tensorflow.python.client import session as sessions
from tensorflow.python.ops import control_flow_util_v2, rnn_cell_wrapper_impl, script_ops, template
t = template.Template("t", lambda x: x * tf.compat.v1.get_variable("w", [], initializer=tf.compat.v1.ones_initializer()), create_scope_now=True)
u = template.make_template_internal("u", lambda x, k: x * k * tf.compat.v1.get_variable("w", [], initializer=tf.compat.v1.ones_initializer()), k=3.0)
result = [float(run(t(2.0))), float(run(u(2.0))), [v.name for v in tf.compat.v1.global_variables()]]
result += [isinstance(session, sessions.SessionInterface), isinstance(3, sessions.SessionInterface), refusal(lambda: sessions.SessionInterface().graph), refusal(lambda: sessions.SessionInterface().run(1))]
class Mine(sessions.SessionInterface):
    def run(self, fetches, feed_dict=None, options=None, run_metadata=None):
        return 7
result += [Mine().run(1), isinstance(Mine(), sessions.SessionInterface)]
result += [control_flow_util_v2.in_defun(), control_flow_util_v2.unique_fn_name("a/b/", "c").startswith("a_b_c_"), control_flow_util_v2.unique_grad_fn_name("f").startswith("f_grad_")]
with tf.control_dependencies([tf.no_op()]), control_flow_util_v2.clear_control_inputs():
    result.append(len(tf.no_op().control_inputs))
class Base(object):
    def __init__(self, cell, **kwargs):
        self.cell = cell
    def get_config(self):
        return {"base": 1}
class Wrapper(rnn_cell_wrapper_impl.DeviceWrapperBase, Base):
    pass
wrapper = Wrapper(tf.compat.v1.nn.rnn_cell.BasicRNNCell(3), "/cpu:0")
result += [wrapper.state_size, wrapper.output_size, wrapper.zero_state(2, tf.float32).device, sorted(wrapper.get_config().items())]
result += [run(script_ops.py_func_common(lambda a: np.int32(a + 1), [tf.constant(1)], tf.int32)).tolist()]
""",
}
