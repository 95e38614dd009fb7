"""Forty graphs, each with inputs and outputs and the transforms of its own that it is there for. Runs under TensorFlow 1.15.

`GRAPHS` maps a name to a function that builds into the default graph and returns (inputs, outputs, transforms). The transforms
of `COMMON` are applied to all of them.
"""

import numpy as np
import tensorflow as tf

GRAPHS = {}

COMMON = """add_default_attributes
backport_concatv2
backport_tensor_array_v3
flatten_atrous_conv
fold_batch_norms
fold_constants
fold_old_batch_norms
freeze_requantization_ranges(min_max_log_file={log})
fuse_resize_pad_and_conv
fuse_resize_and_conv
fuse_pad_and_conv
insert_logging
insert_logging(op=Relu, op=Const, show_name=true, show_op=true, message="here: ", first_n=3, summarize=7)
merge_duplicate_nodes
obfuscate_names
quantize_nodes
quantize_nodes(ignore_op=Relu, fallback_min=-3, fallback_max=2.5)
quantize_nodes(input_min=-1, input_max=1.5)
quantize_weights(minimum_size=16)
remove_attribute(attribute_name=T)
remove_attribute(op_name=Const, attribute_name=dtype)
remove_control_dependencies
remove_device
remove_nodes(op=Identity, op=CheckNumerics)
remove_nodes(op=Add, op=AddV2, op=Mul, max_inputs=2)
rename_attribute(old_attribute_name=T, new_attribute_name=U)
rename_op(old_op_name=Relu, new_op_name=Relu6)
round_weights(num_steps=10)
set_device(device="/job:a/device:CPU:0")
set_device(device="/job:a/device:CPU:0", if_default=true)
sort_by_execution_order
sparsify_gather
strip_unused_nodes
strip_unused_nodes(type=int32, shape="2,3")
strip_unused_nodes fold_constants(ignore_errors=true) fold_batch_norms fold_old_batch_norms quantize_weights quantize_nodes"""


def graph(function):
    GRAPHS[function.__name__] = function
    return function


def numbers(*shape):
    return np.random.RandomState(sum(shape) + len(shape)).randn(*shape).astype(np.float32)


def image(channels=2, size=6, name="x"):
    return tf.placeholder(tf.float32, [1, size, size, channels], name=name)


def conv(x, channels, rows=3, name="conv"):
    depth = x.shape[-1].value
    return tf.nn.conv2d(
        x, tf.constant(numbers(rows, rows, depth, channels), name=name + "_w"), [1, 1, 1, 1], "SAME", name=name
    )


@graph
def one_relu():
    x = tf.placeholder(tf.float32, [None, 4], name="x")
    tf.nn.relu(x, name="y")
    return ["x"], ["y"], ["rename_op(old_op_name=Relu, new_op_name=Elu)", "obfuscate_names obfuscate_names"]


@graph
def dense_layer():
    x = tf.placeholder(tf.float32, [None, 8], name="x")
    h = tf.nn.bias_add(tf.matmul(x, tf.constant(numbers(8, 6), name="w")), tf.constant(numbers(6), name="b"))
    tf.nn.softmax(tf.nn.relu(h), name="y")
    return ["x"], ["y"], ["quantize_weights", "quantize_weights(minimum_size=40)", "round_weights"]


@graph
def convolutions():
    h = tf.nn.relu(tf.nn.bias_add(conv(image(), 4), tf.constant(numbers(4))))
    h = tf.nn.max_pool(h, [1, 2, 2, 1], [1, 2, 2, 1], "VALID")
    h = tf.nn.relu6(conv(h, 3, name="conv2"))
    h = tf.nn.avg_pool(h, [1, 2, 2, 1], [1, 1, 1, 1], "SAME")
    tf.reshape(h, [1, -1], name="y")
    return (
        ["x"],
        ["y"],
        [
            "quantize_nodes(fallback_min=0, fallback_max=6)",
            "quantize_nodes(input_min=0, input_max=1, fallback_min=-1, fallback_max=1)",
        ],
    )


@graph
def multiplied_convolution():
    tf.add(conv(image(), 4) * tf.constant(numbers(4), name="scale"), tf.constant(numbers(4)), name="y")
    return ["x"], ["y"], []


@graph
def multiplied_product():
    x = tf.placeholder(tf.float32, [None, 8], name="x")
    tf.multiply(tf.matmul(x, tf.constant(numbers(8, 6), name="w")), tf.constant(numbers(6), name="scale"), name="y")
    return ["x"], ["y"], []


@graph
def multiplied_depthwise():
    h = tf.nn.depthwise_conv2d(image(), tf.constant(numbers(3, 3, 2, 2), name="w"), [1, 1, 1, 1], "SAME")
    tf.multiply(h, tf.constant(numbers(4), name="scale"), name="y")
    return ["x"], ["y"], []


@graph
def multiplied_and_used_twice():
    h = conv(image(), 4)
    y = h * tf.constant(numbers(4), name="scale")
    tf.add(h, y, name="y")
    return ["x"], ["y"], []


def old_norm(h, name, after=True, channels=4):
    """A batch normalization that 1.15 cannot build any more, only load: `finished` makes it of a new one."""
    OLD[name] = after
    return fused_norm(h, name, channels)


OLD = {}


def finished(graph_def):
    """The graph with old batch normalizations in place of those that stand for them."""
    for node in graph_def.node:
        if node.op == "FusedBatchNorm" and node.name in OLD:
            x, gamma, beta, mean, variance = node.input
            node.op = "BatchNormWithGlobalNormalization"
            node.input[:] = [x, mean, variance, beta, gamma]
            for key in list(node.attr):
                if key != "T":
                    del node.attr[key]
            node.attr["variance_epsilon"].f = 0.001
            node.attr["scale_after_normalization"].b = OLD[node.name]
    OLD.clear()
    return graph_def


def fused_norm(h, name, channels=4):
    from tensorflow.python.ops import gen_nn_ops

    gamma, beta, mean = (tf.constant(numbers(channels) + i, name="%s_%d" % (name, i)) for i in range(3))
    variance = tf.constant(np.abs(numbers(channels)) + 0.5, name=name + "_v")
    return gen_nn_ops._fused_batch_norm(h, gamma, beta, mean, variance, epsilon=0.01, is_training=False, name=name)[0]


@graph
def old_batch_norm():
    tf.nn.relu(old_norm(conv(image(), 4), "norm"), name="y")
    return ["x"], ["y"], []


@graph
def old_batch_norm_without_gamma():
    tf.nn.relu(old_norm(conv(image(), 4), "norm", after=False), name="y")
    return ["x"], ["y"], []


@graph
def fused_batch_norm():
    tf.nn.relu(fused_norm(conv(image(), 4), "norm"), name="y")
    return ["x"], ["y"], []


@graph
def fused_batch_norm_of_version_3():
    gamma, beta, mean = (tf.constant(numbers(4) + i) for i in range(3))
    h = tf.compat.v1.nn.fused_batch_norm(
        conv(image(), 4), gamma, beta, mean, tf.constant(np.abs(numbers(4))), is_training=False
    )[0]
    tf.nn.relu(h, name="y")
    return ["x"], ["y"], []


@graph
def batch_norm_after_two_joined():
    x = image()
    h = tf.concat([conv(x, 2, name="a"), conv(x, 2, name="b")], 3, name="joined")
    tf.nn.relu(fused_norm(h, "norm"), name="y")
    return ["x"], ["y"], []


@graph
def batch_norm_after_two_joined_images():
    x = image()
    h = tf.concat([conv(x, 4, name="a"), conv(x, 4, name="b")], 0, name="joined")
    tf.nn.relu(old_norm(h, "norm"), name="y")
    return ["x"], ["y"], []


@graph
def batch_norm_after_batch_to_space():
    h = tf.space_to_batch_nd(image(), [2, 2], [[2, 2], [2, 2]])
    h = tf.nn.conv2d(h, tf.constant(numbers(3, 3, 2, 4), name="w"), [1, 1, 1, 1], "VALID", name="conv")
    h = tf.batch_to_space_nd(h, [2, 2], [[0, 0], [0, 0]])
    tf.nn.relu(fused_norm(h, "norm"), name="y")
    return ["x"], ["y"], []


@graph
def two_batch_norms_with_one_input():
    x = image()
    a, b = fused_norm(conv(x, 4, name="a"), "norm_a"), old_norm(conv(x, 4, name="b"), "norm_b")
    tf.add(a, b, name="y")
    return ["x"], ["y"], []


@graph
def depthwise_batch_norm():
    h = tf.nn.depthwise_conv2d(image(), tf.constant(numbers(3, 3, 2, 2), name="w"), [1, 1, 1, 1], "SAME")
    tf.nn.relu(fused_norm(h, "norm"), name="y")
    return ["x"], ["y"], []


@graph
def atrous_convolution():
    h = tf.nn.atrous_conv2d(image(size=9), tf.constant(numbers(3, 3, 2, 4), name="w"), 2, "SAME")
    tf.nn.relu(h, name="y")
    return ["x"], ["y"], ["fold_constants flatten_atrous_conv"]


@graph
def atrous_depthwise():
    h = tf.space_to_batch_nd(image(), [2, 2], [[2, 2], [2, 2]])
    h = tf.nn.depthwise_conv2d_native(h, tf.constant(numbers(3, 3, 2, 2), name="w"), [1, 1, 1, 1], "VALID")
    tf.batch_to_space_nd(h, [2, 2], [[0, 0], [0, 0]], name="y")
    return ["x"], ["y"], []


@graph
def resized_padded_convolution():
    h = tf.image.resize_bilinear(image(), [8, 8], align_corners=True)
    h = tf.pad(h, [[0, 0], [1, 1], [1, 1], [0, 0]], mode="REFLECT")
    tf.nn.relu(conv(h, 4), name="y")
    return ["x"], ["y"], ["fuse_resize_pad_and_conv fuse_resize_and_conv fuse_pad_and_conv"]


@graph
def resized_convolution():
    tf.nn.relu(conv(tf.image.resize_bilinear(image(), [8, 8]), 4), name="y")
    return ["x"], ["y"], []


@graph
def padded_convolution():
    tf.nn.relu(conv(tf.pad(image(), [[0, 0], [1, 2], [1, 0], [0, 0]], mode="SYMMETRIC"), 4), name="y")
    return ["x"], ["y"], []


@graph
def inception_block():
    x = image(4)
    parts = [
        conv(x, 3, 1, "a"),
        conv(tf.nn.relu(conv(x, 2, 1, "b1")), 4, 3, "b2"),
        tf.nn.avg_pool(x, [1, 3, 3, 1], [1, 1, 1, 1], "SAME"),
    ]
    tf.nn.relu(tf.concat([tf.nn.relu(p) for p in parts], 3), name="y")
    return (
        ["x"],
        ["y"],
        [
            "backport_concatv2 quantize_nodes",
            "backport_concatv2 quantize_weights(minimum_size=8) quantize_nodes strip_unused_nodes sort_by_execution_order",
        ],
    )


@graph
def constants_to_fold():
    x = tf.placeholder(tf.float32, [2, 3], name="x")
    a = tf.constant([1.0, 2.0, 3.0]) * tf.constant([2.0, 0.5, 4.0])
    b = tf.reshape(tf.concat([a, a], 0), [2, 3])
    tf.add(x + b, tf.fill([2, 1], 3.0), name="y")
    return (
        ["x"],
        ["y"],
        [
            "fold_constants(exclude_op=Mul)",
            "fold_constants(exclude_node=mul)",
            "fold_constants(max_constant_size_in_bytes=12)",
            "fold_constants(clear_output_shapes=false)",
        ],
    )


@graph
def shapes_to_fold():
    x = tf.placeholder(tf.float32, [2, 3, 4], name="x")
    flat = tf.reshape(x, [tf.shape(x)[0], tf.shape(x)[1] * tf.shape(x)[2]])
    z = tf.zeros_like(flat) + tf.ones_like(flat) * tf.cast(tf.rank(x), tf.float32)
    tf.add(flat, z, name="y")
    tf.identity_n([tf.size(x), tf.cast(tf.size(flat, out_type=tf.int64), tf.int32)], name="sizes")
    return ["x"], ["y", "sizes"], ["fold_constants(exclude_op=Shape)"]


@graph
def unknown_shapes():
    x = tf.placeholder(tf.float32, [None, 3], name="x")
    tf.reshape(x, [tf.shape(x)[0] * 3], name="y")
    return ["x"], ["y"], []


@graph
def control_inputs_and_devices():
    x = tf.placeholder(tf.float32, [3], name="x")
    with tf.device("/cpu:0"):
        a = tf.constant([1.0, 2.0, 3.0], name="a")
    with tf.device("/device:GPU:1"), tf.control_dependencies([x]):
        b = tf.identity(a * 2.0, name="b")
    with tf.control_dependencies([a, b]):
        c = tf.check_numerics(x + b, "bad", name="c")
    tf.identity(c, name="y")
    return ["x"], ["y"], []


@graph
def several_inputs_and_outputs():
    xs = [tf.placeholder(tf.float32, [2], name="in_%d" % i) for i in range(5)]
    tf.add_n(xs, name="total")
    tf.identity(xs[0] * xs[1], name="product")
    tf.identity(xs[3], name="third")
    return ["in_0", "in_1", "in_2", "in_3", "in_4"], ["total", "product", "third"], []


@graph
def an_input_in_the_middle():
    x = tf.placeholder(tf.float32, [2], name="x")
    h = tf.identity(x + 1.0, name="h")
    tf.nn.relu(h * tf.constant([1.0, -1.0]), name="y")
    return (
        ["h"],
        ["y"],
        [
            'strip_unused_nodes(name=h, type_for_name=half, shape_for_name="2")',
            "strip_unused_nodes(name=h, type_for_name=nothing)",
        ],
    )


@graph
def placeholder_with_default():
    x = tf.placeholder_with_default(tf.constant([1.0, 2.0]), [None], name="x")
    tf.nn.relu(x * 2.0, name="y")
    return ["x"], ["y"], []


@graph
def duplicates():
    x = tf.placeholder(tf.float32, [2, 3], name="x")
    parts = [tf.matmul(x, tf.constant(numbers(3, 2))) for _ in range(3)]
    parts += [tf.random_uniform([2, 2], seed=1) for _ in range(2)]
    tf.add_n(parts, name="y")
    return ["x"], ["y"], ["merge_duplicate_nodes obfuscate_names"]


@graph
def several_results_of_one_node():
    x = tf.placeholder(tf.float32, [6, 2], name="x")
    a, b, c = tf.split(x, 3)
    values, indices = tf.nn.top_k(a + c, 1)
    tf.identity(tf.nn.relu(b) + values, name="y")
    tf.identity(indices, name="where")
    return ["x"], ["y", "where"], ["insert_logging(prefix=split, message=parts)", "remove_nodes(op=Relu)"]


@graph
def identities():
    x = tf.placeholder(tf.float32, [2], name="x")
    h = x
    for _ in range(4):
        h = tf.identity(h)
    with tf.control_dependencies([h]):
        h = tf.identity(tf.identity(h) + 1.0)
    tf.identity(h, name="y")
    return ["x"], ["y"], ["remove_nodes(op=Identity) sort_by_execution_order"]


@graph
def tensor_arrays():
    x = tf.placeholder(tf.float32, [3, 2], name="x")
    array = tf.TensorArray(tf.float32, 3, name="array").unstack(x)
    other = (
        tf.TensorArray(tf.float32, 3, name="other")
        .write(0, array.read(1))
        .write(1, array.read(0))
        .write(2, array.read(2))
    )
    tf.identity(other.stack(), name="y")
    tf.identity(other.size(), name="size")
    return ["x"], ["y", "size"], []


@graph
def a_loop():
    x = tf.placeholder(tf.float32, [2], name="x")
    step = tf.constant(1.5) * 2.0
    _, h = tf.while_loop(lambda i, h: i < 3, lambda i, h: (i + 1, tf.nn.relu(h * step)), [0, x])
    tf.identity(h, name="y")
    return ["x"], ["y"], []


@graph
def sparse_weights():
    ids = tf.placeholder(tf.int64, [None], name="x")
    weights = np.zeros([20, 1], np.float32)
    weights[[3, 7, 11]] = [[1.5], [-2.0], [1e-6]]
    tf.identity(tf.gather(tf.identity(tf.constant(weights, name="w")), ids), name="y")
    return ["x"], ["y"], ["sparsify_gather(group_init_node=init_all)"]


@graph
def sparse_weights_of_two_columns():
    ids = tf.placeholder(tf.int64, [None], name="x")
    tf.identity(tf.gather(tf.identity(tf.constant(numbers(5, 2), name="w")), ids), name="y")
    return ["x"], ["y"], []


@graph
def empty_sparse_weights():
    from tensorflow.python.ops import gen_array_ops

    ids = tf.placeholder(tf.int64, [None], name="x")
    a = gen_array_ops.gather(tf.identity(tf.constant(np.zeros([4, 1], np.float32), name="w")), ids)
    b = gen_array_ops.gather(tf.identity(tf.constant(numbers(4, 1), name="v")), ids)
    tf.concat([a, b], 0, name="y")
    return ["x"], ["y"], []


@graph
def fake_quantization():
    h = conv(image(), 4)
    h = tf.nn.relu(tf.nn.bias_add(h, tf.constant(numbers(4))))
    low, high = tf.constant(0.0, name="low"), tf.constant(5.5, name="high")
    h = tf.fake_quant_with_min_max_vars(h, low, high, name="fake")
    tf.nn.max_pool(h, [1, 2, 2, 1], [1, 2, 2, 1], "VALID", name="y")
    return ["x"], ["y"], ["quantize_weights(minimum_size=8) quantize_nodes"]


@graph
def fake_quantization_after_a_chain():
    h = tf.nn.max_pool(tf.nn.relu6(tf.nn.relu(conv(image(), 4))), [1, 2, 2, 1], [1, 2, 2, 1], "VALID")
    h = tf.fake_quant_with_min_max_vars(h, tf.constant(-1.0, name="low"), tf.constant(6.0, name="high"), name="fake")
    tf.reshape(h, [-1], name="y")
    return ["x"], ["y"], []


@graph
def transposed_and_resized():
    h = tf.nn.conv2d_transpose(image(), tf.constant(numbers(3, 3, 4, 2)), [1, 12, 12, 4], [1, 2, 2, 1], "SAME")
    tf.image.resize_bilinear(h, [5, 5], name="y")
    return ["x"], ["y"], []


@graph
def half_and_integers():
    x = tf.placeholder(tf.float16, [2, 4], name="x")
    h = tf.nn.relu(tf.matmul(x, tf.constant(numbers(4, 4).astype(np.float16))))
    n = tf.constant([[1, 2], [3, 4]]) * tf.constant([[2, 2], [2, 2]])
    tf.cast(tf.nn.relu(tf.cast(h[:, :2], tf.int32) + n), tf.float32, name="y")
    return ["x"], ["y"], []


@graph
def constants_of_one_value():
    x = tf.placeholder(tf.float32, [4, 20], name="x")
    parts = [tf.constant(v, shape=[20], name="c%d" % i) for i, v in enumerate([0.0, 2.0, -3.0])]
    tf.add_n([x * p for p in parts], name="y")
    return ["x"], ["y"], []


@graph
def saved_shapes():
    x = tf.placeholder(tf.float32, [2, 3], name="x")
    tf.nn.relu(tf.matmul(x, tf.constant(numbers(3, 4))) + tf.constant([1.0, 2.0, 3.0, 4.0]), name="y")
    return ["x"], ["y"], ["remove_attribute(attribute_name=_output_shapes)"]


@graph
def inputs_that_are_not_there():
    x = tf.placeholder(tf.float32, [2], name="x")
    tf.nn.relu(x, name="y")
    return (
        ["nothing"],
        ["y"],
        [
            "strip_unused_nodes fold_constants",
            "rename_op(old_op_name=Relu)",
            "no_such_transform",
            "remove_nodes(op",
            "remove_nodes(op=Relu",
            "fold_constants(exclude_op=)",
            "set_device(if_default=maybe)",
            "quantize_weights(minimum_size=few)",
            "quantize_nodes(input_min=1)",
            "insert_logging(message=a, message=b)",
            "fold_constants(ignore_errors=perhaps)",
        ],
    )


@graph
def sparse_variables():
    ids = tf.placeholder(tf.int64, [None], name="x")
    part = tf.fixed_size_partitioner(2)
    w = tf.get_variable("w", initializer=WEIGHTS[:4], use_resource=False)

    def rows(shape, dtype, partition_info):
        return tf.constant(WEIGHTS[partition_info.var_offset[0] :][: shape[0]])

    p = tf.get_variable("p", [8, 1], initializer=rows, partitioner=part, use_resource=False)
    a = tf.gather(tf.identity(w), ids)
    b = [tf.gather(tf.identity(one), ids) for one in p]
    tf.concat([a] + b, 0, name="y")
    tf.train.Saver(name="save")
    return ["x"], ["y"], ['sparsify_gather(input_checkpoint="{checkpoint}")']


WEIGHTS = np.float32([[0], [1.5], [0], [-2], [0], [0], [3], [1e-7]])


@graph
def logged_ranges():
    h = tf.nn.relu(tf.nn.bias_add(conv(image(), 4), tf.constant(numbers(4))))
    tf.nn.max_pool(h, [1, 2, 2, 1], [1, 2, 2, 1], "VALID", name="y")
    freeze = 'quantize_nodes freeze_requantization_ranges(min_max_log_file="{log}"%s)'
    return (
        ["x"],
        ["y"],
        [
            freeze % "",
            freeze % ", min_percentile=0, max_percentile=0",
            freeze % ", min_percentile=40, max_percentile=40",
            'freeze_requantization_ranges(min_max_log_file="{log}")',
            'freeze_requantization_ranges(min_max_log_file="{nothing}")',
            'quantize_nodes insert_logging(op=RequantizationRange, show_name=true, message="__requant_min_max:")',
            "freeze_requantization_ranges",
        ],
    )


LOG = (
    "I something else\n"
    + "".join(
        ";%s/eightbit/requant_range__print__;__requant_min_max:[%s][%s]\n" % (node, low, high)
        for low, high in ((-1.5, 2), (-0.25, 1.75), (0, 8), (-3, "nothing"), (-2, 2.5), (-1, 2.25))
        for node in ("conv", "BiasAdd")
    )
    + ";conv/eightbit/requant_range__print__;__requant_min_max:[1]\n"
)
