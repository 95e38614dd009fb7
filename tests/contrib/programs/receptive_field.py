"""Programs of tf.contrib.receptive_field; what TensorFlow 1.15.5 says to them is in `recorded/receptive_field.json`."""

_BEFORE = """
R = tf.contrib.receptive_field

def refusal(call):
    try:
        call()
    except Exception as error:
        return [type(error).__name__, str(error)]

def weights(*shape):
    with tf.variable_scope(None, "w"):
        return tf.get_variable("weights", shape)

def conv(x, kernel, step=1, padding="VALID", name=None):
    return tf.nn.conv2d(x, weights(kernel, kernel, int(x.shape[-1]), 1), [1, step, step, 1], padding, name=name)

def pool(x, kernel, step, padding="SAME"):
    return tf.nn.max_pool(x, [1] + kernel + [1], [1] + step + [1], padding)

def pad(x, *paddings):
    return tf.pad(x, [list(pair) for pair in paddings])

def two_ways(x):
    way = conv(conv(pad(x, (0, 0), (1, 0), (1, 0), (0, 0)), 3, 2), 1, 2)
    return conv(x, 1, 4) + way

NETWORKS = dict(
    valid=lambda x: conv(x, 3, 2),
    deep=lambda x: conv(tf.nn.relu(conv(x, 3, 2, "SAME")), 5, 1, "SAME"),
    later=lambda x: conv(conv(x, 3), 3, 2, "SAME"),
    kernel_1=lambda x: conv(x, 1, 4, "SAME"),
    kernel_4=lambda x: conv(x, 4, 1, "SAME"),
    kernel_5_step_4=lambda x: conv(x, 5, 4, "SAME"),
    kernel_4_step_2=lambda x: conv(x, 4, 2, "SAME"),
    kernel_6_step_3=lambda x: conv(x, 6, 3, "SAME"),
    pools=lambda x: pool(conv(x, 3), [2, 2], [2, 2], "VALID"),
    oblong=lambda x: pool(x, [3, 2], [2, 2]),
    padded=lambda x: tf.nn.avg_pool(pad(x, (0, 0), (1, 2), (3, 4), (0, 0)), [1, 2, 3, 1], [1, 2, 1, 1], "VALID"),
    depthwise=lambda x: tf.nn.depthwise_conv2d(x, weights(3, 3, 1, 1), [1, 2, 2, 1], "SAME"),
    steps=lambda x: tf.nn.conv2d(x, weights(3, 5, 1, 1), [1, 2, 3, 1], "VALID"),
    two_ways=two_ways,
    two_sizes=lambda x: conv(x, 1) + tf.nn.relu(conv(x, 5, 1, "SAME")),
    joined=lambda x: tf.concat([conv(x, 3, 2), conv(x, 3, 2)], 3),
    layers=lambda x: tf.layers.conv2d(x, 2, 3, 2),
    nothing=lambda x: x,
    other_steps=lambda x: conv(x, 1, 4) + conv(x, 1, 2),
    other_middle=lambda x: conv(x, 1, 2, "SAME") + conv(x, 3, 2, "SAME"),
    other_middle_down=lambda x: pool(x, [2, 2], [1, 1], "VALID") + pool(x, [1, 2], [1, 1], "VALID"),
    other_steps_down=lambda x: pool(x, [2, 2], [2, 1]) + pool(x, [1, 2], [1, 1]),
    resized=lambda x: tf.image.resize_bilinear(x, [3, 3]),
    constant=lambda x: tf.nn.conv2d(x, tf.ones([3, 3, 1, 1]), [1, 1, 1, 1], "VALID"),
    no_input=lambda x: tf.ones([1, 3, 3, 1]),
    first_padded=lambda x: pad(x, (1, 0), (1, 1), (1, 1), (0, 0)),
    last_padded=lambda x: pad(x, (0, 0), (1, 1), (1, 1), (0, 1)),
    any_padding=lambda x: tf.pad(x, tf.placeholder(tf.int32, [4, 2])),
)

def graph_of(name):
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, (1, None, None, 1), name="input")
        tf.identity(NETWORKS[name](x), name="output")
    return graph.as_graph_def()

def numbers(values):
    return [None if value is None else int(value) for value in values]
"""

PROGRAMS = {
    "fields": _BEFORE
    + """
result = {}
for name in sorted(NETWORKS):
    for size in (None, [224, 224], [225, 30]):
        def field():
            return R.compute_receptive_field_from_graph_def(graph_of(name), "input", "output", input_resolution=size)
        result["%s %s" % (name, size)] = refusal(field) or numbers(field())
""",
    "names": _BEFORE
    + """
def field(of, *names, **settings):
    call = lambda: R.compute_receptive_field_from_graph_def(of, *names, **settings)
    return refusal(call) or numbers(call())

with tf.Graph().as_default() as graph:
    x = tf.placeholder(tf.float32, (1, None, None, 1))
    y = conv(x, 3, 2)
deep = graph_of("deep")
result = [field(graph, x, y), field(graph, "Placeholder", "Conv2D"), field(graph, x.name, y.name)]
result += [field(deep, "none", "output"), field(deep, "input", "none"), field("text", "input", "output")]
result += [field(deep, "input", "output", stop_propagation=[stop]) for stop in ("Relu", "Conv", "Conv2D_1", "output")]
""",
    "order": _BEFORE
    + """
def order(name, *args):
    infos, nodes = R.get_compute_order(graph_of(name), *args)
    assert sorted(infos) == sorted(nodes)
    return [[n, infos[n].order, infos[n].input_size, infos[n].output_size, infos[n].node.op] for n in sorted(infos)
            if not n.startswith(("w", "conv2d"))]

names = ("two_ways", "deep", "resized", "steps", "padded", "joined", "oblong")
result = [order(name) for name in names] + [order(name, "input", [225, 30]) for name in names]
result += [order("deep", "none", [225, 30])]
""",
    "coordinates": _BEFORE
    + """
field = R.compute_receptive_field_from_graph_def(graph_of("padded"), "input", "output")
result = [field.compute_input_center_coordinates([2, 3]), field.compute_feature_coordinates([5, 6]),
          field.compute_input_center_coordinates([[1, 2], [3, 4]]),
          field.compute_input_center_coordinates([2], axis=[0]), field.compute_feature_coordinates([2], axis=[1]),
          refusal(lambda: field.compute_input_center_coordinates([1, 2, 3])),
          refusal(lambda: field.compute_feature_coordinates([1, 2], axis=[0])),
          field.size, field.stride, field.padding]
""",
}
