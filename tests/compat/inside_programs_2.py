"""More of `inside_programs`: small functions inside of 1.15.5 that Penstock has under `penstock.compat.internal`."""

PROGRAMS = {
    "functions of framework.ops": """
from tensorflow.python.framework import ops
x = tf.constant(1.0, name="x")
s = tf.SparseTensor([[0]], [1.0], [1])
mixed = ops.convert_n_to_tensor_or_composite([s, 2.0, None, x], name="n")
result = [mixed[0] is s, mixed[1].name, mixed[2] is None, mixed[3] is x]
result += [t.dtype.name for t in ops.internal_convert_n_to_tensor([1, 2.5], preferred_dtype=tf.float64)]
result += [refusal(lambda: ops.convert_n_to_tensor_or_composite(3)), ops.name_from_scope_name("a/"),
    ops.name_from_scope_name("a")]
result += [ops.get_collection_proto_type("variables").__name__, ops.get_collection_proto_type("savers").__name__]
result += [ops.get_collection_proto_type("nothing"), ops.get_to_proto_function("nothing"), ops.has_default_graph()]
tf.add_to_collection("mine", 1)
result += [ops.get_all_collection_keys(), ops.inside_function(), ops.executing_eagerly_outside_functions()]
result += [ops.get_gradient_function(x.op), callable(ops.get_gradient_function((x + 1).op))]
with ops.default_session(session):
    result += [float((x + 1).eval())]
with ops.NullContextmanager(3, a=4) as nothing:
    result += [nothing]
g = tf.Graph()
with g.as_default():
    tf.constant(1)
ops.dismantle_graph(g)
result += [refusal(lambda: g.get_operations())[0]]
""",
    "contexts of control flow": """
from tensorflow.python.ops import control_flow_util as util
from tensorflow.python.ops import control_flow_ops
x = tf.constant(1.0)
a, b = control_flow_ops.switch(x, tf.constant(True))
m = control_flow_ops.merge([a, b])[0]
e = type('Context', (), {'outer_context': None})()
result = [
    [f(op) for f in (util.IsSwitch, util.IsMerge, util.IsLoopEnter, util.IsLoopExit, util.IsLoopSwitch, util.IsLoopMerge)]
    for op in (a.op, m.op, x.op)
]
result += [util.IsCondSwitch(a.op), util.IsCondMerge(m.op), util.GetLoopConstantEnter(x), util.GetOutputContext(x.op)]
result += [util.IsContainingContext(None, None), util.IsContainingContext(None, e), util.IsContainingContext(e, None)]
result += [util.OpInContext(x.op, None), util.TensorInContext(x, e), util.IsInCond(x.op), util.GetWhileContext(x.op)]
result += [util.CheckInputFromValidContext(m.op, x.op)]
""",
    "locks, registries, stacks": """
import threading
from tensorflow.python.framework import registry, traceable_stack
from tensorflow.python.util import function_utils, lock_util, memory, tf_stack
from tensorflow.core.protobuf import config_pb2
import collections, functools
lock = lock_util.GroupLock(2)
seen = []
with lock.group(0):
    with lock.group(0):
        waits = threading.Thread(target=lambda: [lock.acquire(1), seen.append(1), lock.release(1)])
        waits.start()
        waits.join(0.05)
        result = [list(seen)]
waits.join()
result += [seen, refusal(lambda: lock.group(2)), refusal(lambda: lock_util.GroupLock(0))]
r = registry.Registry("kinds")
r.register(len)
r.register(max, "most")
result += [sorted(r.list()), r.lookup("most") is max, refusal(lambda: r.lookup("x")), refusal(lambda: r.register(None))]
result += [refusal(lambda: r.register(len))[0]]
def push(stack):
    return stack.push_obj("a", offset=1)
stack = traceable_stack.TraceableStack()
result += [push(stack), stack.push_obj("b"), list(stack.peek_objs()), stack.peek_top_obj(), len(stack), stack.pop_obj()]
result += [next(iter(stack.copy().peek_traceable_objs())).obj, next(iter(stack.peek_traceable_objs())).copy_metadata().obj]
class Callable(object):
    def __call__(self, a, **kw): pass
    def method(self): pass
def plain(a): pass
result += [function_utils.has_kwargs(f) for f in (plain, lambda **k: 1, Callable(), functools.partial(plain, 1))]
result += [refusal(lambda: function_utils.has_kwargs(3)), function_utils.get_func_name(plain),
    function_utils.get_func_name(Callable().method)]
result += [function_utils.get_func_name(lambda: 1), function_utils.get_func_name(functools.partial(plain, 1))]
result += [function_utils.get_func_code(plain) is plain.__code__, function_utils.get_func_code(Callable()) is not None]
result += [refusal(lambda: function_utils.get_func_name(3)), function_utils.get_func_code(functools.partial(plain)) is None]
config = config_pb2.ConfigProto.FromString(function_utils.get_disabled_rewriter_config())
result += [config.graph_options.rewrite_options.disable_meta_optimizer]
d = collections.OrderedDict(a=1)
memory.dismantle_ordered_dict(d)
result += [len(d)]
def here():
    return tf_stack.extract_stack()
frames = list(here())
row = tf_stack.convert_stack(frames[-1:], include_func_start_lineno=True)[0]
result += [frames[-1].name, row[2], row[1] - row[4], len(tf_stack.convert_stack(frames[-1:])[0])]
""",
    "shapes by hand": """
from tensorflow.python.framework import common_shapes, tensor_util
conv = common_shapes.get_conv_output_size
result = [conv((10, 11), (3, 2), (1, 2), kind) for kind in (b"SAME", b"VALID")] + [conv((None, 5), (3, 3), (1, 2), b"VALID")]
result += [common_shapes.get2d_conv_output_size(10, 11, 3, 2, 1, 2, b"SAME")]
result += [refusal(lambda: conv((2,), (3,), (1,), b"VALID")), refusal(lambda: conv((2,), (3,), (1,), b"FULL"))]
x = tf.placeholder(tf.float32, [None, 4, 4, 2])
y = tf.nn.conv2d(x, tf.zeros([3, 3, 2, 5]), [1, 1, 1, 1], "VALID")
pooled = tf.nn.max_pool(x, [1, 2, 2, 1], [1, 2, 2, 1], "SAME")
result += [[str(s) for s in common_shapes.conv2d_shape(y.op)], [str(s) for s in common_shapes.max_pool_shape(pooled.op)]]
product = tf.matmul(tf.placeholder(tf.float32, [2, 3]), tf.placeholder(tf.float32, [3, None]))
result += [[str(s) for s in common_shapes.matmul_shape(product.op)]]
result += [common_shapes.has_fully_defined_shape(y), common_shapes.rank(y), common_shapes.rank(3)]
result += [common_shapes.rank(tf.placeholder(tf.int32)), [str(s) for s in common_shapes.scalar_shape(None)]]
proto = tf.make_tensor_proto([[1, 2]])
result += [tensor_util.TensorShapeProtoToList(proto.tensor_shape), tensor_util.ShapeEquals(proto, [1, 2])]
result += [tensor_util.ShapeEquals(proto, (2,)), refusal(lambda: tensor_util.ShapeEquals(3, [1])),
    refusal(lambda: tensor_util.ShapeEquals(proto, 3))]
result += [tensor_util.shape_tensor([]).dtype.name, run(tensor_util.shape_tensor((1, tf.Dimension(3)))).tolist()]
""",
    "rows and sparse elements": """
from tensorflow.python.data.util import sparse
from tensorflow.python.ops.ragged import ragged_util as util
result = [run(util.repeat_ranges(tf.constant(["a", "b", "c"]), tf.constant([0, 2, 3]),
    tf.constant(n))).tolist() for n in (3, [1, 2])]
result = [[v.decode() for v in row] for row in result]
result += [run(util.lengths_to_splits([2, 0, 3])).tolist(), [util.get_positive_axis(*a) for a in ((0, 3), (-1, 3), (2, None))]]
result += [refusal(lambda: util.get_positive_axis(3, 3)), refusal(lambda: util.get_positive_axis(-1, None))]
result += [refusal(lambda: util.get_positive_axis("a", 3)), util.convert_to_int_tensor([1, 2], "n", tf.int64).dtype.name]
result += [refusal(lambda: util.convert_to_int_tensor([1.5], "n")), run(util.repeat([[1, 2], [3, 4]], [2, 0], 0)).tolist()]
result += [refusal(lambda: util.assert_splits_match([[1], [1, 2]])), len(util.assert_splits_match([[[0, 1]], [[0, 1]],
    [[0, 1]]]))]
classes = {"a": tf.SparseTensor, "b": tf.Tensor}
shapes = sparse.as_dense_shapes({"a": tf.TensorShape([1, 2]), "b": tf.TensorShape([3])}, classes)
result += [str(shapes["a"]), str(shapes["b"]), sparse.any_sparse(classes), sparse.any_sparse(tf.Tensor)]
types = sparse.as_dense_types({"a": tf.int32, "b": tf.int64}, classes)
result += [types["a"].name, types["b"].name]
found = sparse.get_classes((tf.SparseTensor([[0]], [1], [1]), tf.constant(1)))
result += [found[0] is tf.SparseTensor, found[1] is tf.Tensor]
""",
    "what Keras makes of data": """
from tensorflow.python.keras.engine import training_utils as util
np.random.seed(3)
result = [util.batch_shuffle(np.arange(7), 2).tolist(), util.generic_output_names([0, 0]), util.list_to_tuple([1]),
    util.list_to_tuple({})]
result += [util.standardize_sample_weights([1], ["a"]), util.standardize_class_weights({"a": 2}, ["a", "b"])]
result += [refusal(lambda: util.standardize_sample_weights([1], ["a", "b"])),
    refusal(lambda: util.standardize_sample_weights(3, ["a", "b"]))[0]]
result += [util.standardize_single_array(np.zeros(3)).shape, util.standardize_single_array(np.zeros(3), (3,)).shape]
result += [refusal(lambda: util.standardize_single_array(3))]
result += [util.cast_single_tensor(np.zeros(2)).dtype.name, util.cast_single_tensor(np.zeros(2, "i4")).dtype.name]
result += [[t.dtype.name for t in util.cast_if_floating_dtype([tf.constant(1.0, tf.float64), tf.constant(1)])]]
mixed = util.cast_if_floating_dtype_and_mismatch([np.zeros(2), np.zeros(2, "i4")], [tf.constant(1.0), tf.constant(1)])
result += [[t.dtype.name for t in mixed]]
result += [[a.tolist() for a in util.slice_arrays([np.arange(4), np.arange(4) * 2], [1, 2])]]
result += [run(util.slice_arrays(tf.range(5), [1, 3], contiguous=False)).tolist(), util.slice_arrays(np.arange(4), [0,
    3]).tolist()]
data = tf.data.Dataset.range(4).batch(2)
result += [util.is_dataset_or_iterator(data), util.is_dataset_or_iterator([1]), util.is_feature_layer(3)]
result += [util.has_symbolic_tensors([tf.constant(1)]), util.has_symbolic_tensors([1])]
metric = lambda y, p, sample_weight=None: (y, p, sample_weight)
called = util.call_metric_function(metric, 1, tf.constant([1.0]), tf.constant([2.0]), tf.constant([True]))
result += [run(called[2]).tolist(), util.convert_eager_tensors_to_numpy([1, 2])]
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
result += [[t.dtype.name for t in util.cast_to_model_input_dtypes([tf.constant([[1, 2]])], model)]]
result += [type(util.get_progbar(model, "steps")).__name__]
""",
}
PROGRAMS["gradients of several devices, slices among them"] = """
from tensorflow.python.distribute import cross_device_utils as util
from tensorflow.python.distribute import multi_worker_util
slices = tf.IndexedSlices(tf.constant([[1.0], [2.0]]), tf.constant([0, 2]), tf.constant([3, 1]))
dense = tf.constant([[1.0], [2.0]])
total = util.aggregate_tensors_or_indexed_slices([slices, slices])
result = [run(tf.convert_to_tensor(total)).tolist(), run(util.aggregate_tensors_or_indexed_slices([dense, dense])).tolist()]
result += [run(util.divide_by_n_tensors_or_indexed_slices(slices, 2.0).values).tolist()]
result += [run(util.divide_by_n_tensors_or_indexed_slices(dense, 4.0)).tolist()]
copied = util.copy_tensor_or_indexed_slices_to_device(slices, "/cpu:0")
result += [isinstance(copied, tf.IndexedSlices), copied.values.device, run(copied.values).tolist()]
result += [util.contains_indexed_slices([dense, [slices]]), util.contains_indexed_slices([dense]), util.is_indexed_slices(slices)]
parts = util.split_by_sparsity([slices, slices])
result += [len(parts[0]), parts[1], len(parts[2]), parts[3], util.stitch_values([(["a", "c"], [0, 2]), (["b"], [1]), ([], [])])]
result += [util.group_device_names(["a", "b", "c"], 2), refusal(lambda: util.group_device_names(["a"], 2))]
result += [util.extract_ranges(numbers) for numbers in ([], [3], [1, 2, 3, 7, 9, 10], list(range(40)))]
packing = {}
pairs = [(tf.constant([[1.0, 2.0]]), "v"), (tf.constant([3.0]), "w"), (tf.constant([4.0]), "x")]
packed = util.pack_range("k", packing, pairs, [0, 1])
apart = util.unpack_grad_tuple((packed, None), packing["k"])
result += [run(packed).tolist(), [run(g).tolist() for g, _ in apart], [v for _, v in apart], list(packing["k"].indices)]
small, large = util.split_grads_by_size(1, [pairs])
result += [[v for _, v in small[0]], [v for _, v in large[0]]]
total = util.aggregate_single_gradient_using_copy([(dense, "v"), (dense * 3.0, "w")], False, False)[0]
result += [run(total[0]).tolist(), total[1], util.aggregate_single_gradient_using_copy([(dense, "v")], True, False)[1]]
spec = multi_worker_util.normalize_cluster_spec({"worker": ["a:1"]})
result += [spec.as_dict(), multi_worker_util.normalize_cluster_spec(spec) is spec, multi_worker_util.has_worker_context()]
result += [refusal(lambda: multi_worker_util.normalize_cluster_spec(3))]
"""
PROGRAMS["what a saved model is for, decorators"] = """
from tensorflow.python.saved_model.model_utils import export_utils, mode_keys
from tensorflow.python.util import decorator_utils, tf_contextlib, tf_inspect
found = mode_keys.ModeKeyMap(train=1, eval=2)
result = [found["train"], found["test"], found["eval"], sorted(found), len(found), "test" in found]
result += [refusal(lambda: found["predict"])[0], refusal(lambda: mode_keys.ModeKeyMap(other=1))]
result += [refusal(lambda: mode_keys.ModeKeyMap(test=1, eval=2))]
result += [[f(m) for m in ("train", "infer", "eval", "test", "predict")] for f in (mode_keys.is_train, mode_keys.is_eval,
    mode_keys.is_predict)]
result += [mode_keys.KerasModeKeys.PREDICT, export_utils.EXPORT_TAG_MAP["infer"], export_utils.SIGNATURE_KEY_MAP["train"]]
outputs = export_utils.export_outputs_for_mode("train", loss=tf.constant(1.0))
result += [list(outputs), type(outputs["train"]).__name__]
result += [refusal(lambda: export_utils.export_outputs_for_mode("x"))[0]]
doc = decorator_utils.add_notice_to_docstring("First.\\n\\n  More.\\n", "Do.", "None.", "(old)", ["It is old."])
result += [doc, decorator_utils.add_notice_to_docstring(None, "Do.", "None.", "(old)", ["It is old."])]
result += [refusal(lambda: decorator_utils.add_notice_to_docstring("a", "b", "c", "d", []))]
class C(object):
    @decorator_utils.classproperty
    def name(cls):
        return cls.__name__
    def method(self): pass
result += [C.name, C().name, refusal(lambda: decorator_utils.validate_callable(3, "d")), decorator_utils.get_qualified_name(len)]
@tf_contextlib.contextmanager
def block(a, b=2):
    yield a + b
with block(1) as three:
    result += [three, list(tf_inspect.getargspec(block))[0]]
"""
PROGRAMS["what distributions know, arrays"] = """
from tensorflow.python.ops import array_ops
from tensorflow.python.ops.distributions import util
x = tf.placeholder_with_default(np.zeros((2, 3), "f"), [None, 3])
y = tf.zeros([4, 3])
result = [util.prefer_static_shape(y).tolist(), isinstance(util.prefer_static_shape(x), tf.Tensor),
    int(util.prefer_static_rank(x))]
result += [util.dimension_size(x, 1), util.dimension_size(x, -1), isinstance(util.dimension_size(x, 0), tf.Tensor)]
result += [util.maybe_get_static_value(None), util.maybe_get_static_value(tf.constant(3), np.float64).tolist()]
result += [util.maybe_get_static_value(x), str(util.prefer_static_broadcast_shape(tf.TensorShape([4, 1]), [3]))]
result += [run(util.prefer_static_broadcast_shape(tf.shape(x), tf.TensorShape([1, 3]))).tolist()]
result += [refusal(lambda: util.prefer_static_broadcast_shape(tf.shape(x), tf.TensorShape([None])))]
cond = tf.placeholder_with_default(False, [])
result += [util.pick_vector(tf.constant(True), [1], [2, 3]), run(util.pick_vector(cond, [1], [2, 3])).tolist()]
result += [refusal(lambda: util.pick_vector(1, [1], [2]))[0], refusal(lambda: util.pick_vector(cond, [1], [2.0]))[0]]
def f(a, b, *rest, **more):
    return util.parent_frame_arguments()
result += [sorted(f(1, 2, 3, c=4).items())]
result += [run(array_ops.batch_gather_nd([[1, 2], [3, 4]], [[[1]], [[0]]], 1)).tolist(),
    run(array_ops.batch_gather_nd([[1, 2], [3, 4]], [[1, 0]], 0)).tolist()]
result += [refusal(lambda: array_ops.batch_gather_nd([1], [0], -1)), refusal(lambda: array_ops.batch_gather_nd([1], [0], 1.5))]
result += [refusal(lambda: array_ops.batch_gather_nd([1], [0], 1)), [v.tolist() for v in run(array_ops.listdiff([1, 2, 3], [2]))]]
result += [run(array_ops.tile_one_dimension(y, 1, 2)).shape[1],
    run(array_ops.tile_one_dimension(tf.placeholder_with_default([1], None), 0, 2)).tolist()]
result += [run(array_ops.repeat_with_axis([[1, 2]], 2, 1)).tolist(), refusal(lambda: array_ops.repeat_with_axis([1], 1, "a"))]
result += [run(array_ops.ones_like_impl(y, tf.int32, None)).sum().tolist(), run(array_ops.zeros_like_impl(x, None,
    None)).shape[1]]
"""
PROGRAMS["small questions and checks"] = """
import os, tempfile
from tensorflow.python.feature_column import utils
from tensorflow.python.framework import constant_op, dtypes, indexed_slices, sparse_tensor
from tensorflow.python.lib.io import file_io
from tensorflow.python.module import module
from tensorflow.python.ops import check_ops
from tensorflow.python.util import is_in_graph_mode
x = tf.constant(1.0)
s = tf.SparseTensor([[0, 0], [0, 1], [2, 0]], [1, 2, 3], [4, 2])
result = [constant_op.is_constant(x), constant_op.is_constant(x.op), constant_op.is_constant(x + 1),
    is_in_graph_mode.IS_IN_GRAPH_MODE()]
result += [sparse_tensor.is_sparse(s), sparse_tensor.is_sparse(x), sparse_tensor.is_sparse(run(s))]
result += [sorted(t.name for t in dtypes.TF_VALUE_DTYPES), sorted(t.name for t in check_ops.NUMERIC_TYPES)]
result += [sorted((k.__name__.rstrip("_"), list(v)) for k, v in dtypes.dtype_range.items()), str(dtypes.np_resource)]
folder = tempfile.mkdtemp()
paths = [os.path.join(folder, name) for name in "abc"]
for path, text in zip(paths, ("text", "text", "tent")):
    with open(path, "w") as file:
        file.write(text)
result += [file_io.file_crc32(paths[0]), file_io.file_crc32(paths[0], 3), [file_io.filecmp(paths[0], p) for p in paths]]
result += [[module.camel_to_snake(n) for n in ("MyModule", "HTTPServer2D", "a")],
    [module.valid_identifier(n) for n in ("a_1", "1a", "")]]
result += [run(utils.sequence_length_from_sparse_tensor(s)).tolist(), run(utils.sequence_length_from_sparse_tensor(s,
    2)).tolist()]
result += [refusal(lambda: utils.assert_string_or_int(tf.float32, "p")), utils.assert_string_or_int(tf.int64, "p")]
result += [refusal(lambda: utils.assert_key_is_string(3))[0], utils.check_default_value((2,), 3, tf.int32, "k")]
result += [utils.check_default_value((2,), [1, 2.5], tf.float32, "k"), utils.check_default_value((), None, tf.float32, "k")]
result += [utils.check_default_value((1, 2), np.ones((1, 2)), tf.float32, "k"),
    refusal(lambda: utils.check_default_value((2,), [1], tf.int32, "k"))]
result += [refusal(lambda: utils.check_default_value((2,), [1.5, 2], tf.int32, "k")),
    refusal(lambda: utils.check_default_value((2,), "a", tf.int32, "k"))[0]]
rows = indexed_slices.internal_convert_n_to_tensor_or_indexed_slices([1, tf.IndexedSlices([1.0], [0]), None])
result += [rows[0].dtype.name, type(rows[1]).__name__, rows[2]]
"""
