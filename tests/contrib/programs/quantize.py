"""Programs of tf.contrib.quantize; what TensorFlow says to them is in `recorded/quantize.json`."""

from textwrap import dedent

_SETUP = """
slim, Q = tf.contrib.slim, tf.contrib.quantize
graph = tf.get_default_graph()
r = np.random.RandomState(5)
x = tf.placeholder(tf.float32, [4, 6, 6, 3], name="x")
data = r.normal(size=[4, 6, 6, 3]).astype(np.float32)
norm = dict(normalizer_fn=slim.batch_norm, normalizer_params=dict(is_training=True, scale=True, decay=0.8))
def told(out, train=True, steps=3):
    # The same numbers for all variables, whatever initializers give.
    loss = tf.reduce_mean(tf.square(out - 0.3))
    trained = sorted(tf.trainable_variables(), key=lambda v: v.name)
    step = tf.train.GradientDescentOptimizer(0.1).minimize(loss) if train else tf.no_op()
    updates = tf.get_collection(tf.GraphKeys.UPDATE_OPS)
    s = np.random.RandomState(11)
    fill = [tf.assign(v, s.uniform(-0.5, 0.6, size=v.shape.as_list()).astype(np.float32)) for v in trained]
    fakes = [[op.name] + [t.name for t in op.inputs] + [op.get_attr("num_bits"), op.get_attr("narrow_range")]
             for op in graph.get_operations() if op.type == "FakeQuantWithMinMaxVars"]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(fill)
        losses = []
        for _ in range(steps):
            losses.append(session.run([loss, out], {x: data}))
            session.run(step, {x: data})
            if train:
                session.run(updates, {x: data})
        limits = {v.op.name: session.run(v) for v in tf.global_variables() if "quant" in v.op.name or "moving" in v.op.name}
    return [fakes, losses, sorted(limits), limits]
"""
_PROGRAMS = {
    "layers": """
        net = slim.conv2d(x, 4, 3, scope="c1")
        net = slim.separable_conv2d(net, None, 3, 1, scope="d1")
        net = slim.fully_connected(slim.flatten(net), 5, scope="fc", activation_fn=None)
        Q.create_training_graph()
        result = told(net)
        """,
    "layers, evaluated": """
        net = slim.conv2d(x, 4, 3, scope="c1", activation_fn=tf.nn.relu6)
        net = slim.fully_connected(slim.flatten(net), 5, scope="fc", activation_fn=None)
        out = tf.identity(net, name="out")
        Q.create_eval_graph()
        result = told(out, train=False, steps=1)
        """,
    "batch norm": """
        with slim.arg_scope([slim.conv2d, slim.separable_conv2d], **norm):
            net = slim.conv2d(x, 4, 3, scope="c1")
            net = slim.separable_conv2d(net, None, 3, 1, scope="d1")
        net = slim.fully_connected(slim.flatten(net), 5, scope="fc", **norm)
        out = tf.identity(net, name="out")
        Q.create_training_graph()
        result = told(out, steps=2)  # later on, a last bit more or less decides how something is rounded
        """,
    "batch norm, evaluated": """
        norm["normalizer_params"]["is_training"] = False
        net = slim.conv2d(x, 4, 3, scope="c1", **norm)
        out = slim.conv2d(net, 2, 1, scope="c2", activation_fn=None)
        Q.create_eval_graph()
        result = told(out * 1.0, train=False, steps=1)
        """,
    "batch norm, not fused": """
        norm["normalizer_params"]["fused"] = False
        net = slim.conv2d(x, 4, 3, scope="c1", **norm)
        net = slim.separable_conv2d(net, None, 3, 1, scope="d1", **norm)
        Q.create_training_graph()
        result = told(tf.identity(net))
        """,
    "bypass": """
        net = slim.conv2d(x, 4, 3, scope="a/c1")
        more = slim.conv2d(net, 4, 3, scope="a/c2", activation_fn=None)
        net = tf.nn.relu(net + more)
        last = slim.conv2d(net, 4, 3, scope="a/c3")
        Q.create_training_graph()
        result = told(tf.identity(last + net))
        """,
    "symmetric, in a scope": """
        net = slim.conv2d(x, 4, 3, scope="in/c1")
        net = slim.conv2d(net, 4, 3, scope="in/c2")
        net = slim.conv2d(net, 2, 3, scope="out/c3")
        Q.experimental_create_training_graph(weight_bits=4, activation_bits=6, symmetric=True, scope="in")
        result = told(net)
        """,
}
PROGRAMS = {title: _SETUP + dedent(source) for title, source in _PROGRAMS.items()}
