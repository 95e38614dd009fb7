"""Debugged runs, as both packages make them: each builds a graph, watches it, and tells what was dumped. For both Pythons."""

import os


def _feed_forward(tf, np):
    x = tf.placeholder(tf.float32, [None, 3], name="x")
    text = tf.placeholder(tf.string, [2], name="text")
    w = tf.Variable(np.ones((3, 2), np.float32), name="w")
    with tf.name_scope("ns"):
        y = tf.nn.relu(tf.matmul(x, w, name="product"), name="y")
    loss = tf.reduce_sum(tf.log(y, name="log"), name="loss")
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    joined = tf.string_join([text, text], name="joined")
    return [loss, train, joined], {x: [[1, 2, 3], [0, 0, 0]], text: ["a", "b"]}


def _loops(tf, np):
    x = tf.placeholder(tf.float32, [], name="x")
    n = tf.placeholder(tf.int32, [], name="n")
    turns = tf.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, a * x), [0, 1.0], name="loop")
    none = tf.while_loop(lambda i: i < 0, lambda i: i + 1, [0], name="never")
    outer = tf.while_loop(
        lambda i, a: i < 2,
        lambda i, a: (i + 1, a + tf.while_loop(lambda j: j < 2.5, lambda j: j + x, [0.0], name="inner")),
        [tf.constant(0), 0.0],
        name="outer",
    )
    return [turns, none, outer[1]], {x: 2.0, n: 3}


def _conditionals(tf, np):
    x = tf.placeholder(tf.float32, [], name="x")
    a = tf.square(x, name="a")
    first = tf.cond(x > 0, lambda: a + 1.0, lambda: a - 1.0, name="first")
    second = tf.cond(x > 5, lambda: tf.identity(a), lambda: tf.sqrt(a), name="second")
    return [first, second], {x: 2.0}


def _several_outputs(tf, np):
    x = tf.placeholder(tf.float32, [4], name="x")
    parts = tf.split(x, 2, name="parts")
    unique, places = tf.unique(x, name="unique")
    top = tf.nn.top_k(x, 2, name="top")
    middle = tf.add(parts[0], parts[1], name="middle")
    return [tf.square(middle, name="end"), unique, top.indices], {x: [1, 2, 2, 4], middle: [0.0, 1.0]}


def _resource_variables(tf, np):
    v = tf.get_variable("v", initializer=np.float32([1, 2]), use_resource=True)
    w = tf.get_variable("w", initializer=np.float32([3, 4]))
    step = tf.train.get_or_create_global_step()
    loss = tf.reduce_sum(v * w, name="loss")
    train = tf.train.MomentumOptimizer(0.5, 0.9).minimize(loss, global_step=step)
    return [train, loss], {}


def _python_functions(tf, np):
    x = tf.placeholder(tf.float64, [2], name="x")
    doubled = tf.py_func(lambda a: a * 2, [x], tf.float64, name="doubled")
    iterator = tf.data.make_one_shot_iterator(tf.data.Dataset.range(3).map(lambda i: i + 10))
    return [tf.reduce_sum(doubled, name="sum"), iterator.get_next(name="next")], {x: [1.0, 2.0]}


def _constants_only(tf, np):
    return tf.constant([1, 2], name="c"), {}


def _bad_shapes(tf, np):
    x = tf.placeholder(tf.float32, name="x")
    before = tf.abs(x, name="before")
    product = tf.matmul(before, tf.ones([3, 1], name="ones"), name="product")
    return tf.negative(product, name="after"), {x: np.ones((2, 2))}


def _uninitialized(tf, np):
    v = tf.Variable(np.float32([1, 2]), name="v")
    return tf.add(v, 1.0, name="after"), {}


def _numbers(tf, np):
    given = {
        "half": (tf.float16, [1, np.nan]),
        "single": (tf.float32, [[1, np.nan, np.inf], [-np.inf, 0, -3]]),
        "double": (tf.float64, [[7.5]]),
        "whole": (tf.int32, [3, -2, 0]),
        "tiny": (tf.uint8, [200]),
        "truth": (tf.bool, [True, False, True]),
        "text": (tf.string, ["a"]),
        "complex": (tf.complex64, [1 + 2j]),
        "none": (tf.float32, []),
    }
    return [tf.identity(tf.constant(v, d), name="the_" + n) for n, (d, v) in sorted(given.items())], {}


ALL = ["DebugIdentity", "DebugNanCount", "DebugNumericSummary"]
BOUNDED = "DebugNumericSummary(lower_bound=-2.5;upper_bound=1.0)"
NAMED = {"node_name_regex_whitelist": "the_"}
# Name → (program, whether variables are initialized first, arguments of watch_graph).
PROGRAMS = {
    "feed forward": (_feed_forward, True, {"global_step": 7}),
    "loops": (_loops, True, {}),
    "conditionals": (_conditionals, True, {}),
    "several outputs": (_several_outputs, True, {}),
    "resource variables": (_resource_variables, True, {}),
    "python functions": (_python_functions, True, {}),
    "constants only": (_constants_only, True, {}),
    "bad shapes": (_bad_shapes, True, {}),
    "uninitialized": (_uninitialized, False, {}),
    "numbers": (_numbers, True, {"debug_ops": ALL, "tolerate_debug_op_creation_failures": True, **NAMED}),
    "bounded numbers": (_numbers, True, {"debug_ops": BOUNDED, "tolerate_debug_op_creation_failures": True, **NAMED}),
    "unhealthy numbers": (
        _numbers,
        True,
        {
            "debug_ops": "DebugNumericSummary(mute_if_healthy=true)",
            "tolerate_debug_op_creation_failures": True,
            **NAMED,
        },
    ),
    "intolerant": (_numbers, True, {"debug_ops": ALL}),
    "unknown op": (_feed_forward, True, {"debug_ops": "DebugNothing"}),
    "unknown attribute": (_feed_forward, True, {"debug_ops": "DebugNanCount(lower_bound=1.0)"}),
    "bad attribute": (_feed_forward, True, {"debug_ops": "DebugNumericSummary(lower_bound=abc)"}),
    "malformed attribute": (_feed_forward, True, {"debug_ops": "DebugNumericSummary(lower_bound)"}),
    "some names": (_feed_forward, True, {"node_name_regex_whitelist": "ns/.*|w"}),
    "some types": (
        _feed_forward,
        True,
        {"op_type_regex_whitelist": "(Mat|Re).*", "tensor_dtype_regex_whitelist": "float.*"},
    ),
}


def _value(value):
    if not hasattr(value, "dtype"):
        return str(value).split("tensor_content")[0]  # a handle: its type is a name of C++'s in 1.15
    if value.dtype.kind == "O":
        return ["object", [item.decode() for item in value.ravel().tolist()]]
    return [value.dtype.name, [str(item) for item in value.ravel().tolist()], list(value.shape)]


def run(tf, debug, np, name, folder):
    """Runs a program, and tells what came of it."""
    program, initialized, watched = PROGRAMS[name]
    root = os.path.join(folder, name.replace(" ", "_"))
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.opt_level = tf.OptimizerOptions.L0
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    found = {"error": None}
    with tf.Graph().as_default() as graph, tf.Session(config=config) as sess:
        fetches, feeds = program(tf, np)
        if initialized and graph.get_collection("variables"):
            sess.run(tf.global_variables_initializer())
        options = tf.RunOptions(output_partition_graphs=True)
        debug.watch_graph(options, graph, debug_urls="file://" + root, **watched)
        metadata = tf.RunMetadata()
        try:
            sess.run(fetches, feeds, options=options, run_metadata=metadata)
        except tf.errors.OpError as error:
            found["error"] = [type(error).__name__, error.message.split("\n")[0]]
        found["watches"] = sorted(
            "%s:%d" % (w.node_name, w.output_slot) for w in options.debug_options.debug_tensor_watch_opts
        )
        found["graphs"] = len(metadata.partition_graphs)
    found["dumped"] = sorted(
        [d.node_name, d.output_slot, d.debug_op, _value(d.get_tensor())]
        for d in (debug.DebugDumpDir(root).dumped_tensor_data if os.path.isdir(root) else [])
    )
    return found
