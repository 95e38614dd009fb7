"""More small programs on modules inside of 1.15.5; `inside_programs` runs them and records what 1.15.5 gives."""

# ruff: noqa: E501 - the programs are tables of what is asked

PROGRAMS = {
    "devices, composites and specs": """
from tensorflow.python.framework import composite_tensor, composite_tensor_utils, device_spec, tensor_conversion_registry, type_spec
a, b = device_spec.DeviceSpecV2(job="ps", task=1), device_spec.DeviceSpecV2.from_string("/job:ps/task:1")
result = [a == b, hash(a) == hash(b), a == device_spec.DeviceSpecV2(), a.replace(device_type="GPU", device_index=2).to_string(),
          a.make_merged_spec(device_spec.DeviceSpecV2(task=3)).to_string(), a.parse_from_string("/cpu:0").to_string(), a.to_string()]
try:
    a.job = "x"
except AttributeError:
    result.append("fixed")
sparse = tf.SparseTensor([[0, 0]], [1.0], [1, 2])
result.append([len(part) if isinstance(part, list) else part.name for part in
               composite_tensor.replace_composites_with_components([tf.constant(1, name="c"), sparse])])
values = [tf.compat.v1.SparseTensorValue(np.array([[0, 0]]), np.array([1.0]), np.array([1, 2])),
          tf.compat.v1.SparseTensorValue(np.array([[1, 1]]), np.array([2.0]), np.array([2, 2]))]
joined = composite_tensor_utils.append_composite_tensor(*values)
result += [joined.indices.tolist(), joined.values.tolist(), list(map(int, joined.dense_shape)),
           composite_tensor_utils.get_shape(values[0]).tolist(), composite_tensor_utils.is_composite_or_composite_value(values[0]),
           composite_tensor_utils.is_composite_or_composite_value(3)]
rows = [tf.compat.v1.ragged.constant_value([[1, 2], [3]]), tf.compat.v1.ragged.constant_value([[4]])]
result += [composite_tensor_utils.append_composite_tensor(*rows).to_list()]
result += [run(composite_tensor_utils.append_composite_tensor(sparse, sparse)).indices.tolist()]
result += [refusal(lambda: composite_tensor_utils.append_composite_tensor(values[0], rows[0]))[0],
           refusal(lambda: composite_tensor_utils.append_composite_tensor(1, 1))]
result += [len(tensor_conversion_registry.get(int)), len(tensor_conversion_registry.get(list)) > 0]
class Mine(object):
    pass
class Derived(Mine):
    pass
type_spec.register_type_spec_from_value_converter(Mine, lambda value: tf.TensorSpec([7], tf.int32))
result += [str(type_spec.type_spec_from_value(Mine()).shape), refusal(lambda: type_spec.type_spec_from_value(Derived()))[0],
           str(type_spec.type_spec_from_value(tf.constant([1.0])).dtype)]
""",
    "subscriptions": """
from tensorflow.python.framework import subscribe
seen = []
def effect(t):
    def note(x):
        seen.append(float(x))
        return x
    return [tf.compat.v1.py_func(note, [t], tf.float32)]
a = tf.constant(1.0, name="a")
b = tf.add(a, 1.0, name="b")
c = tf.multiply(b, 2.0, name="c")
subscribed = subscribe.subscribe(b, effect)
again = subscribe.subscribe(subscribed, [effect])
result = [float(session.run(c)), list(seen), subscribed.name, c.op.inputs[0].name, again.name]
both = subscribe.subscribe({"x": [a, c]}, effect)
result += [sorted(both), [t.name for t in both["x"]]]
result += [refusal(lambda: subscribe.subscribe(3, effect))[0]]
""",
    "messages with operations": """
from tensorflow.python.framework import error_interpolation
result = [error_interpolation.parse_message("a {{node x/y}} b {{colocation_node z}}c")[0],
          [tuple(t) for t in error_interpolation.parse_message("a {{node x/y}} b {{colocation_node z}}c")[1]],
          error_interpolation.parse_message("nothing")[0]]
x = tf.constant(1, name="x")
y = tf.add(x, 1, name="y")
fields = error_interpolation.compute_field_dict(y.op)
result += [sorted(fields), fields["devs_and_colocs"]]
text = error_interpolation.interpolate("wrong {{node missing}} end", tf.compat.v1.get_default_graph())
result += [text]
info = error_interpolation.create_graph_debug_info_def([("", y.op)])
result += [list(info.traces), len(info.files) > 0, len(info.traces["y"].file_line_cols) > 0]
""",
    "operations by their definitions": """
from tensorflow.core.framework import op_def_pb2
from google.protobuf import text_format
from tensorflow.python.framework import op_def_library, op_def_registry
known = op_def_registry.get_registered_ops()
library = op_def_library.OpDefLibrary()
library.add_op_list(op_def_pb2.OpList(op=[known["AddV2"], known["Split"], known["NoOp"], known["Cast"]]))
y = library.apply_op("AddV2", x=1.0, y=2.0, name="sum")
parts = library.apply_op("Split", split_dim=0, value=[1, 2], num_split=2)
none = library.apply_op("NoOp", name="nothing")
result = [y.name, float(run(y)), [int(p) for p in np.ravel(run(parts))], type(parts).__name__, none.type,
          library.apply_op("Cast", x=1.5, DstT=tf.int32, Truncate=False).dtype.name, refusal(lambda: library.apply_op("Cast", x=1.5, DstT=tf.int32))]
result += [refusal(lambda: library.apply_op("Sub", x=1, y=2)), refusal(lambda: library.apply_op("AddV2", x=1))[:2],
           refusal(lambda: library.add_op(known["AddV2"])), refusal(lambda: library.add_op(3))[0]]
""",
    "functions as graphs": """
from tensorflow.python.framework import function, function_def_to_graph
@function.Defun(tf.float32, tf.float32, func_name="Both")
def both(x, y):
    a, b = tf.split(x, 2)
    return a + y, b
graph = tf.compat.v1.get_default_graph()
both(tf.zeros([2]), 1.0)
fdef = [f for f in graph.as_graph_def().library.function if f.signature.name == "Both"][0]
body = function_def_to_graph.function_def_to_graph(fdef, [tf.TensorShape([4]), None])
result = [[t.shape.as_list() if t.shape.ndims is not None else None for t in body.inputs], len(body.outputs),
          body.outputs[1].shape.as_list(), [t.dtype.name for t in body.outputs]]
message, names = function_def_to_graph.function_def_to_graph_def(fdef)
result += [sorted({node.op for node in message.node}), names[fdef.signature.input_arg[0].name] == fdef.signature.input_arg[0].name + ":0",
           [names[key] for key in sorted(names) if key.endswith(":1")]]
result += [function_def_to_graph.is_function("Both"), function_def_to_graph.is_function("Other"),
           refusal(lambda: function_def_to_graph.function_def_to_graph(fdef, [None]))]
""",
    "effects in their order": """
from tensorflow.python.framework import auto_control_deps as deps
v = tf.compat.v1.get_variable("v", initializer=1.0, use_resource=True)
session.run(v.initializer)
with deps.AutomaticControlDependencies() as block:
    v.assign(v + 1.0)
    v.assign(v * 3.0)
    value = block.mark_as_return(v.read_value())
result = [float(session.run(value)), float(session.run(v))]
@deps.automatic_control_dependencies
def step(x):
    v.assign_add(x)
    return [v.read_value(), x]
made = step(tf.constant(4.0))
result += [[float(x) for x in session.run(made)], type(made).__name__]
result += [deps.op_is_stateful(tf.random.uniform([]).op), deps.op_is_stateful(v.handle.op), deps.op_is_stateful(tf.constant(1).op)]
""",
    "numbers in messages": """
from tensorflow.core.framework import tensor_pb2
from tensorflow.python.framework import tensor_util
bf = tf.bfloat16.as_numpy_dtype
result = [tensor_util.ExtractBitsFromFloat16(1.5), tensor_util.ExtractBitsFromBFloat16(1.5),
          tensor_util.GetFromNumpyDTypeDict({np.float32: 1}, np.dtype("float32")), tensor_util.GetFromNumpyDTypeDict({}, np.dtype("int8"))]
for values in (np.float16([1, 2.5]), np.array([1, 2.5], bf), np.float32([1]), np.float64([2]), np.int32([3]), np.int64([4]), np.uint8([5]),
               np.int16([6]), np.array([True]), np.array([b"a"]), np.complex64([1 + 2j]), np.complex128([3 + 4j]), np.uint16([7])):
    message = tensor_pb2.TensorProto()
    tensor_util.GetNumpyAppendFn(values.dtype)(message, values)
    result.append("".join("%02x" % byte for byte in message.SerializeToString()))
message = tensor_pb2.TensorProto()
tensor_util.SlowAppendFloat16ArrayToTensorProto(message, [1.0])
tensor_util.SlowAppendBFloat16ArrayToTensorProto(message, [1.0])
tensor_util.FastAppendBFloat16ArrayToTensorProto(message, [1.0])
result.append(list(message.half_val))
""",
    "helpers of util": """
from tensorflow.core.example import example_parser_configuration_pb2
from tensorflow.python.util import deprecation, dispatch, example_parser_configuration, tf_decorator, tf_export, tf_stack
from tensorflow.python.util.protobuf import compare
@dispatch.add_dispatch_support
def double(x, name=None):
    if not isinstance(x, int):
        raise TypeError("an int")
    return 2 * x
class Text(str):
    pass
@dispatch.dispatch_for_types(double, Text)
def double_text(x, name=None):
    return x + x
class Any(dispatch.OpDispatcher):
    def handle(self, args, kwargs):
        return "any" if args == (None,) else self.NOT_SUPPORTED
Any().register(double)
result = [double(2), double(Text("a")), double(None), refusal(lambda: double(1.5)), refusal(lambda: Any().register(len))[0],
          refusal(lambda: dispatch.dispatch_for_types(double, int)(lambda y: y)), refusal(lambda: dispatch.add_dispatch_list(double))[0]]
@deprecation.deprecated_endpoints("a.b", "c")
def old():
    return 1
result += [list(old._tf_deprecated_api_names), refusal(lambda: deprecation.deprecated_endpoints("d")(old))[0]]
class Hides(object):
    gone = deprecation.hide_attribute_from_api("it is gone")
result += [refusal(lambda: Hides().gone), hasattr(Hides(), "gone"), tuple(deprecation.DeprecatedArgSpec(1, True, 2))]
@tf_export.tf_export("one.two", v1=["old.two"])
class Exported(object):
    pass
@tf_export.kwarg_only
def named(a, b=2):
    return a + b
result += [tf_export.get_v1_names(Exported), tf_export.get_v2_names(Exported), named(a=1), refusal(lambda: named(1))[0],
           refusal(lambda: tf_export.tf_export("estimator.X"))[0], refusal(lambda: tf_export.tf_export("x.y")(Exported))[0],
           refusal(lambda: tf_export.keras_export("other"))[0], tf_export.API_ATTRS["keras"].names, tf_export.API_ATTRS_V1["tensorflow"].constants]
def plain(x):
    return x + 1
def around(f):
    return tf_decorator.make_decorator(f, lambda *a: 10 * f._tf_decorator.decorated_target(*a) if hasattr(f, "_tf_decorator") else f(*a))
wrapped = tf_decorator.make_decorator(plain, lambda x: plain(x))
changed = tf_decorator.rewrap(wrapped, plain, len)
result += [changed is wrapped, tf_decorator.unwrap(wrapped)[1] is len, tf_decorator.rewrap(plain, plain, len) is len]
class Hidden(tf_stack.StackTraceFilter):
    def get_filtered_filenames(self):
        return frozenset([__import__("sys")._getframe(0).f_code.co_filename])
with Hidden():
    frames = tf_stack.extract_stack()
result += [[f.filename for f in frames].count("<string>"), "<string>" in [f.filename for f in tf_stack.extract_stack()]]
with tf_stack.CurrentModuleFilter() as inner:
    result.append(len(inner.get_filtered_filenames()))
graph = tf.compat.v1.GraphDef(node=[dict(name="a", op="b")])
other = tf.compat.v1.GraphDef(node=[dict(name="a", op="c")])
import unittest
class Case(unittest.TestCase, compare.ProtoAssertions):
    def runTest(self):
        pass
result += [compare.ProtoEq(graph, graph), compare.ProtoEq(graph, other), Case().assertProtoEqual(graph, graph),
           refusal(lambda: Case().assertProtoEqual(graph, other))[0], Case().assertProtoEqual("node { name: 'a' op: 'b' }", graph)]
summary = tf.compat.v1.Summary(value=[dict(tag="a", simple_value=1.23456789)])
result.append(round(compare.NormalizeNumberFields(summary).value[0].simple_value, 7))
serialized = tf.compat.v1.placeholder(tf.string, [None])
parsed = tf.io.parse_example(serialized, {"a": tf.io.FixedLenFeature([2], tf.float32, default_value=[1.0, 2.0]), "b": tf.io.VarLenFeature(tf.int64)})
op = [o for o in tf.compat.v1.get_default_graph().get_operations() if o.type == "ParseExample"][0]
config = example_parser_configuration.extract_example_parser_configuration(op, session)
fixed, free = config.feature_map["a"].fixed_len_feature, config.feature_map["b"].var_len_feature
result += [sorted(config.feature_map), fixed.dtype, [d.size for d in fixed.shape.dim], fixed.values_output_tensor_name,
           tf.make_ndarray(fixed.default_value).tolist(), free.dtype, free.indices_output_tensor_name, free.shapes_output_tensor_name]
""",
    "summaries and logs beside them": """
import tempfile, glob, os
from tensorflow.python.summary import plugin_asset
from tensorflow.python.training import tensorboard_logging as log
from tensorflow.python.ops import logging_ops
class Asset(plugin_asset.PluginAsset):
    plugin_name = "mine"
    def assets(self):
        return {"a": "b"}
class Same(plugin_asset.PluginAsset):
    plugin_name = "mine"
class Nameless(plugin_asset.PluginAsset):
    pass
one = plugin_asset.get_plugin_asset(Asset)
result = [plugin_asset.get_plugin_asset(Asset) is one, plugin_asset.get_all_plugin_assets() == [one],
          refusal(lambda: plugin_asset.get_plugin_asset(Same)), refusal(lambda: plugin_asset.get_plugin_asset(Nameless))]
result += [refusal(lambda: log.info("early"))]
folder = tempfile.mkdtemp()
writer = tf.compat.v1.summary.FileWriter(folder)
log.set_summary_writer(writer)
log.set_verbosity("INFO")
log.debug("not %s", "written")
log.info("written %d", 1)
log.error("wrong")
writer.flush()
events = [e for e in tf.compat.v1.train.summary_iterator(glob.glob(os.path.join(folder, "*"))[0]) if e.HasField("log_message")]
result += [[[e.log_message.level, e.log_message.message] for e in events], refusal(lambda: log.set_verbosity("LOUD"))]
result += [logging_ops.get_summary_op() is None]
tf.compat.v1.summary.scalar("x", 1.0)
result += [logging_ops.get_summary_op() is logging_ops.get_summary_op()]
""",
    "parts of training and saving": """
import os, tempfile
from tensorflow.python.training import optimizer as optimizers
from tensorflow.python.training.experimental import loss_scale
from tensorflow.python.training.saving import functional_saver, saveable_object_util
from tensorflow.python.training.tracking import layer_utils, tracking
from tensorflow.python.saved_model import builder_impl, revived_types, utils_impl
result = [optimizers.get_filtered_grad_fn(lambda: [(None, 1), (2, 3)])()]
scale = tf.compat.v1.train.experimental.DynamicLossScale()
result += [sorted(v.name.split(":")[0] for v in loss_scale.get_loss_scale_weights(scale))]
class Layer(object):
    def __init__(self, *weights):
        self.trainable_weights, self.non_trainable_weights = weights
class Extra(object):
    def __init__(self, trainable):
        self.trainable = trainable
    def __repr__(self):
        return "extra%d" % self.trainable
layers, extra = [Layer(["a"], ["b"]), Layer([], ["c"])], [Extra(True), Extra(False)]
for f in (layer_utils.gather_trainable_weights, layer_utils.gather_non_trainable_weights):
    result += [[str(w) for w in f(t, layers, extra)] for t in (True, False)]
v, w = tf.compat.v1.get_variable("v", initializer=[1.0, 2.0], use_resource=True), tf.compat.v1.get_variable("w", initializer=3, use_resource=True)
session.run([v.initializer, w.initializer])
saver = functional_saver.MultiDeviceSaver(
    [s for variable in (v, w) for s in saveable_object_util.saveable_objects_for_op(variable, variable.op.name)])
prefix = os.path.join(tempfile.mkdtemp(), "ckpt")
session.run(saver.save(tf.constant(prefix)))
result += [sorted([n, list(s)] for n, s in tf.train.list_variables(prefix))]
session.run([v.assign([0.0, 0.0]), w.assign(0)])
restored = saver.restore(tf.constant(prefix))
session.run(list(restored.values()))
result += [[tf.compat.as_str(name) for name in sorted(restored)], session.run(v).tolist(), int(session.run(w))]
definition = saver.to_proto()
result += [definition.version, refusal(lambda: functional_saver.MultiDeviceSaver([3]))]
session.run(v.assign([7.0, 8.0]))
path = prefix + "2"
session.run(definition.save_tensor_name, {definition.filename_tensor_name: path})
session.run(v.assign([0.0, 0.0]))
session.run(definition.restore_op_name, {definition.filename_tensor_name: path})
result += [session.run(v).tolist(), session.run(functional_saver.sharded_filename("a", 1, 3)).decode()]
made = []
class Resource(tracking.TrackableResource):
    def _create_resource(self):
        made.append(1)
        return tf.constant(5)
tracker = tracking.ResourceTracker()
with tracking.resource_tracker_scope(tracker):
    resource = Resource()
result += [len(tracker.resources), int(session.run(resource.resource_handle)), resource.resource_handle is resource.resource_handle, len(made)]
asset = tracking.TrackableAsset("file")
calls = []
class Item(object):
    pass
@tracking.cached_per_instance
def expensive(item):
    calls.append(item)
    return len(calls)
item = Item()
result += [session.run(asset.asset_path).decode(), expensive(item), expensive(item), len(calls)]
folder = tempfile.mkdtemp()
for name, content in (("a", "1"), ("b", "2")):
    os.mkdir(os.path.join(folder, name))
    with open(os.path.join(folder, name, "vocab"), "w") as file:
        file.write(content)
paths = [os.path.join(folder, name, "vocab") for name in "ab"]
result += [builder_impl.get_asset_filename_to_add(paths[0], {}), tf.compat.as_str(builder_impl.get_asset_filename_to_add(paths[1], {"vocab": paths[0]})),
           builder_impl.get_asset_filename_to_add(paths[0], {"vocab": paths[0]})]
builder_impl.copy_assets_to_destination_dir({"vocab": paths[0], "other": paths[1]}, folder)
result += [sorted(os.listdir(os.path.join(folder, "assets")))]
info = utils_impl.build_tensor_info_internal(tf.constant([1.0], name="const"))
result += [info.name, info.dtype, utils_impl.build_tensor_info_internal(tf.SparseTensor([[0]], [1], [2])).HasField("coo_sparse")]
first = revived_types.VersionedTypeRegistration(lambda proto: "old", 1, 1, 1)
second = revived_types.VersionedTypeRegistration(lambda proto: "new", 2, 2, 1)
revived_types.register_revived_type("a type of a test", lambda value: isinstance(value, complex), [first, second])
proto = revived_types.serialize(1j)
result += [proto.identifier, proto.version.producer, revived_types.deserialize(proto)[0], revived_types.serialize("text")]
proto.version.producer = 1
result += [revived_types.deserialize(proto)[0], "a type of a test" in revived_types.registered_identifiers(),
           refusal(lambda: revived_types.register_revived_type("a type of a test", len, [first])), refusal(lambda: revived_types.register_revived_type("x", len, []))]
""",
    "parts of datasets": """
from tensorflow.python.data.util import convert, options, sparse, structure
class Mine(options.OptionsBase):
    depth = options.create_option("depth", int, "How deep.")
    inner = options.create_option("inner", options.OptionsBase, "Others.", lambda: None)
a, b = Mine(), Mine()
a.depth = 3
result = [a == b, options.merge_options(a, b).depth, options.merge_options(b, a).depth, b.depth, Mine.depth.__doc__, isinstance(tf.data.Options(), options.OptionsBase)]
b.depth = 4
def put(name, value):
    setattr(a, name, value)
result += [refusal(lambda: options.merge_options(a, b)), refusal(lambda: put("depth", "x"))[0], refusal(lambda: put("width", 1)), refusal(options.merge_options)]
result += [int(run(convert.optional_param_to_tensor("x", None, 7))), int(run(convert.optional_param_to_tensor("x", 2, 7))),
           run(convert.partial_shape_to_tensor([None, 2])).tolist(), run(convert.partial_shape_to_tensor(tf.constant([1, 2], tf.int64))).tolist(),
           refusal(lambda: convert.partial_shape_to_tensor(tf.constant(1.5)))[0], refusal(lambda: convert.partial_shape_to_tensor(tf.constant([1], tf.int32)))[0]]
element = {"a": tf.constant([1, 2]), "b": (tf.SparseTensor([[0]], [1.0], [3]),)}
spec = structure.type_spec_from_value(element)
result += [sorted(spec), [type(s).__name__ for s in tf.nest.flatten(spec)], structure.are_compatible(spec, spec),
           structure.are_compatible(spec, spec["a"]), [t.name for t in structure.get_flat_tensor_types(spec)]]
tensors = structure.to_tensor_list(spec, element)
back = structure.from_tensor_list(spec, tensors)
result += [len(tensors), run(back["a"]).tolist(), run(back["b"][0]).values.tolist(), sorted(structure.normalize_element({"x": 1}))]
legacy = structure.convert_legacy_structure((tf.int32, tf.float32), (tf.TensorShape([2]), tf.TensorShape([3])), (tf.Tensor, tf.SparseTensor))
result += [[type(s).__name__ for s in legacy], refusal(lambda: structure.convert_legacy_structure(tf.int32, tf.TensorShape([]), str))[0]]
one = tf.SparseTensor([[0, 1]], [2.0], [2, 2])
packed = sparse.serialize_sparse_tensors((one, tf.constant(1)))
again = sparse.deserialize_sparse_tensors(packed, (tf.float32, tf.int32), (tf.TensorShape([2, 2]), tf.TensorShape([])), (tf.SparseTensor, tf.Tensor))
result += [packed[0].dtype.name, run(again[0]).indices.tolist(), sparse.serialize_many_sparse_tensors((one,))[0].shape.ndims]
""",
    "parts of operations": """
from tensorflow.python.ops import (custom_gradient, default_gradient, gradients_util, image_ops_impl, list_ops, math_grad, math_ops, nn_ops,
                                   random_grad, random_ops, sparse_ops, state_ops, stateful_random_ops, stateless_random_ops, string_ops,
                                   tensor_array_ops, variables, variable_scope, resource_variable_ops)
from tensorflow.python.ops.distributions import special_math, util
from tensorflow.python.ops.losses import util as losses
from tensorflow.python.ops.signal import util_ops
x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
lists = list_ops.tensor_list_from_tensor(x, [2])
longer = list_ops.tensor_list_set_item(lists, 2, [5.0, 6.0], resize_if_index_out_of_bounds=True)
result = [run(list_ops.tensor_list_get_item(lists, 1, tf.float32)).tolist(), run(list_ops.tensor_list_gather(lists, [1, 0], tf.float32)).tolist(),
          run(list_ops.tensor_list_stack(longer, tf.float32)).tolist(), run(list_ops.tensor_list_pop_back(lists, tf.float32)[1]).tolist(),
          run(list_ops.tensor_list_stack(list_ops.tensor_list_scatter(x, [1, 0], [2]), tf.float32)).tolist(),
          int(run(tf.raw_ops.TensorListLength(input_handle=list_ops.empty_tensor_list([2], tf.float32))))]
v = tf.compat.v1.get_variable("v", initializer=[1.0, 2.0], use_resource=True)
u = tf.compat.v1.get_variable("u", initializer=3.0)
h = tf.multiply(v, u) + x
result += [sorted(one.name for one in custom_gradient.get_dependent_variables([x], [h])), custom_gradient.get_variable_by_name("v") is v,
           refusal(lambda: custom_gradient.get_variable_by_name("none"))]
result += [tf.as_dtype(default_gradient.get_zeros_dtype(v.handle)).name, [str(p) for p in default_gradient.shape_and_dtype(v.handle)],
           run(default_gradient.zeros_like(v.handle)).tolist(), gradients_util.IsTrainable(x), gradients_util.IsTrainable(tf.int32)]
data = resource_variable_ops.get_resource_handle_data(v.handle)
result += [data.is_set, [d.size for d in data.shape_and_type[0].shape.dim], data.shape_and_type[0].dtype]
handle = resource_variable_ops.variable_handle_from_shape_and_dtype(tf.TensorShape([2]), tf.float32, "shared", "hand", True)
with tf.control_dependencies([resource_variable_ops.shape_safe_assign_variable_handle(handle, tf.TensorShape([2]), [5.0, 6.0])]):
    read = tf.raw_ops.ReadVariableOp(resource=handle, dtype=tf.float32)
result += [run(read).tolist(), refusal(lambda: resource_variable_ops.shape_safe_assign_variable_handle(handle, tf.TensorShape([2]), 1.0))[0]]
image = tf.zeros([2, 3, 1])
flipped = tf.compat.v1.placeholder(tf.float32)
result += [image_ops_impl.fix_image_flip_shape(image, flipped).shape.as_list()]
result += [[[int(i) for i in part[0]], [int(i) for i in part[1]], part[2]] for part in
           math_grad.SmartBroadcastGradientArgs(tf.zeros([2, 1, 3]), tf.zeros([4, 1]), tf.zeros([2, 4, 3]))]
result += [float(run(math_ops.DivideDelegateWithName(x[0, 1], "half") / 4.0)), math_ops.DivideDelegateWithName(x, "named").__truediv__(2.0).op.name,
           math_ops.tensor_equals(x, x), math_ops.tensor_not_equals(x, x), len(nn_ops.CONV_TRANSPOSE_OPS)]
result += [nn_ops.convolution_internal(tf.ones([1, 5, 5, 1]), tf.ones([3, 3, 1, 2]), padding="SAME", dilations=2).shape.as_list()]
result += [random_grad.add_leading_unit_dimensions(x, 2).shape.as_list() == [1, 1, 2, 2] or run(random_grad.add_leading_unit_dimensions(x, 2)).shape == (1, 1, 2, 2)]
tf.compat.v1.set_random_seed(1)
result += [run(random_ops.multinomial_categorical_impl([[0.0, 50.0]], 3, tf.int32, 5)).tolist(),
           run(stateless_random_ops.stateless_multinomial_categorical_impl([[50.0, 0.0]], 2, tf.int64, [1, 2])).tolist(),
           run(stateful_random_ops.non_deterministic_ints([3], tf.int32)).shape[0], str(stateful_random_ops.SEED_TYPE)]
sp = tf.SparseTensor([[0, 1], [1, 0]], [1.0, 2.0], [2, 2])
result += [run(sparse_ops.sparse_dense_cwise_add(sp, [10.0, 20.0])).values.tolist(), repr(sparse_ops.KeywordRequired())]
old = state_ops.variable_op([2], tf.float32, name="old")
new = state_ops.variable_op_v2([2], tf.float32, name="new")
first = state_ops.init_variable(new, lambda shape, dtype: tf.ones(shape, dtype))
result += [old.op.type, new.op.type, run(first).tolist(), first.op.name, state_ops.variable_op([2], tf.float32, set_shape=False).shape.ndims]
split = run(string_ops.string_split_v2(["a b  c", "d"], maxsplit=1))
result += [split.values.tolist() == [b"a", b"b  c", b"d"] or [s.decode() for s in split.values], split.indices.tolist()]
array = tf.TensorArray(tf.float32, 2).unstack([1.0, 2.0])
result += [run(tensor_array_ops.build_ta_with_new_flow(array, tf.identity(array.flow)).stack()).tolist()]
result += [[str(p) for p in variables.validate_synchronization_aggregation_trainable(None, None, None, "x")],
           refusal(lambda: variables.validate_synchronization_aggregation_trainable(9, None, None, "x")),
           refusal(lambda: variables.validate_synchronization_aggregation_trainable(None, 9, None, "x"))]
result += [type(variable_scope.default_variable_creator(initial_value=1.0, use_resource=True, name="made")).__name__,
           variable_scope.default_variable_creator(initial_value=1.0, name="made").name]
result += [float(special_math.LOGNDTR_FLOAT32_LOWER), util.AppendDocstring("more", {"b": "is b", "a": "is a"})(lambda: 0).__doc__,
           refusal(lambda: util.AppendDocstring(kwargs_dict={"a b": ""})), run(util.pad([[1, 2]], axis=-1, front=True, back=True, value=9, count=2)).tolist(),
           util.pad(x, 0, back=True).shape.as_list(), refusal(lambda: util.pad(x, 0)), refusal(lambda: util.pad(x, 0, front=True, count=1.5))]
grid, probs = util.process_quadrature_grid_and_probs(None, tf.float32, False)
result += [run(grid).tolist(), run(probs).tolist(), refusal(lambda: util.process_quadrature_grid_and_probs(([1.0], [1.0, 2.0]), tf.float32, True))[0]]
with losses.check_per_example_loss_rank(x):
    pass
def ranks(value):
    with losses.check_per_example_loss_rank(value):
        return "fine"
result += [ranks(x), refusal(lambda: ranks(tf.constant(1.0)))[0], int(run(util_ops.gcd(12, 18))),
           int(session.run(util_ops.gcd(tf.compat.v1.placeholder_with_default(12, []), 18))), refusal(lambda: util_ops.gcd(1.5, 2))]
""",
    "loops of turns that do not depend on each other": """
from tensorflow.python.ops.parallel_for import control_flow_ops
x = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
def turn(i):
    row = tf.gather(x, i)
    return {"sum": tf.reduce_sum(row), "row": row * 2.0}
for made in (control_flow_ops.pfor(turn, 3), control_flow_ops.for_loop(turn, {"sum": tf.float32, "row": tf.float32}, 3)):
    values = run(made)
    result = globals().get("result", []) + [values["sum"].tolist(), values["row"].tolist()]
pair = control_flow_ops.pfor(lambda i: (tf.gather(x, i)[0], None), 3)
result += [run(pair[0]).tolist(), pair[1], control_flow_ops.PFOR_CONFIG_ARG]
result += [refusal(lambda: control_flow_ops.for_loop(lambda i: [x, x], [tf.float32], 2))[0]]
""",
    "rules of linear operators": """
from tensorflow.python.ops.linalg import linear_operator_algebra as algebra, linear_operator_util as util, registrations_util as hints
class Mine(tf.linalg.LinearOperatorDiag):
    pass
@algebra.RegisterAdjoint(Mine)
def adjoint_of_mine(operator):
    return tf.linalg.LinearOperatorIdentity(2)
d = tf.linalg.LinearOperatorDiag([2.0, 4.0], is_positive_definite=True, is_non_singular=True, is_self_adjoint=True)
i = tf.linalg.LinearOperatorIdentity(2)
result = [type(algebra.adjoint(Mine([1.0, 2.0]))).__name__, type(algebra.inverse(d)).__name__, type(algebra.matmul(d, i)).__name__,
          type(algebra.cholesky(d)).__name__, type(algebra.solve(d, d)).__name__, run(algebra.inverse(d).to_dense()).tolist()]
result += [refusal(lambda: algebra.RegisterAdjoint(Mine)(len))[0], refusal(lambda: algebra.RegisterSolve(Mine, Mine)(3))[0]]
full = tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0, 3.0]])
result += [hints.combined_commuting_positive_definite_hint(d, d), hints.combined_commuting_positive_definite_hint(d, full),
           hints.combined_commuting_self_adjoint_hint(d, d), hints.combined_commuting_self_adjoint_hint(d, full),
           hints.combined_non_singular_hint(d, d), hints.is_square(d, d), hints.is_square(d, full), hints.is_square(full, full)]
v = tf.compat.v1.get_variable("v", initializer=1.0)
result += [util.is_ref(v), util.is_ref(1.0), util.dtype_name(tf.float32), util.base_dtype(tf.float32).name, util.convert_nonref_to_tensor(v) is v,
           util.convert_nonref_to_tensor(1.0).dtype.name, util.convert_nonref_to_tensor(None), refusal(lambda: util.convert_nonref_to_tensor(v, tf.int32)),
           refusal(lambda: util.assert_not_ref_type(v, "a"))[0]]
""",
    "small parts of the platform": """
import os, types
from tensorflow.python.platform import benchmark, remote_utils, self_check, status_bar, tf_logging
from tensorflow.python.tools import module_util
from tensorflow.python.profiler.internal import flops_registry
result = [remote_utils.get_default_communication_protocol(), self_check.preload_check(), status_bar.SetupStatusBarInsideGoogle("a", 1)]
prefix = tf_logging.google2_log_prefix(tf_logging.WARN, 1.5, ("/a/b.py", 7))
result += [prefix[0], prefix[-8:], len(prefix) > 25]
module = types.ModuleType("m")
module.__file__ = "/x/y/z.py"
result += [module_util.get_parent_dir(module), sorted(flops_registry.IMPLEMENTED_OPS)]
ran = []
benchmark.benchmarks_main(lambda: ran.append("main"), ["program"])
result += [ran, isinstance(benchmark.GLOBAL_BENCHMARK_REGISTRY, set)]
""",
    "old wrappers of operations, eager classes": """
from tensorflow.python.framework import ops, test_util
result = [isinstance(tf.constant(1), ops.EagerTensor), ops._USE_C_SHAPES, ops._USE_C_API, ops.tensor_id(tf.constant(1)) != ops.tensor_id(tf.constant(1)),
          bool(ops._VALID_OP_NAME_REGEX.match("a/b-c.d")), bool(ops._VALID_OP_NAME_REGEX.match("_a")), bool(ops._VALID_SCOPE_NAME_REGEX.match("_a"))]
result += [refusal(lambda: test_util.EagerSessionWarner().run)[0], test_util.enable_output_all_intermediates(lambda x: x + 1)(2)]
""",
}
