"""The programs of `test_quantize_training.py`; run by Python with 1.15.5, it writes what that made of them.

python tests/train/quantized_graphs.py > tests/train/recorded/quantize_training.json
"""

import json

import numpy as np


def network(tf):
    """A convolution and two products, of inputs with ranges that are known and others that are not."""
    x = tf.placeholder(tf.float32, [None, 4, 4, 1], name="x")
    w = tf.Variable(np.linspace(-1, 1, 8).reshape(2, 2, 1, 2).astype(np.float32), name="w")
    v = tf.constant(np.linspace(-1, 1, 16).reshape(8, 2).astype(np.float32), name="v")
    hidden = tf.nn.relu(tf.nn.conv2d(x, w, [1, 1, 1, 1], "SAME", name="conv"), name="relu")
    pooled = tf.nn.max_pool(hidden, [1, 2, 2, 1], [1, 2, 2, 1], "SAME", name="pool")
    out = tf.tanh(tf.matmul(tf.reshape(pooled, [-1, 8], name="flat"), v, name="product"), name="tanh")
    tf.matmul(out, tf.constant([[1.0], [-2.0]], name="u"), name="y")
    tf.train.Saver(name="save")


def trained(tf):
    """Products whose names say that they are gradients stay as they are."""
    x, w = tf.constant([[1.0]], name="x"), tf.Variable([[1.0]], name="w")
    tf.matmul(tf.matmul(x, w, name="y"), w, name="gradients/z")


def shared(tf):
    """One input of two products, and activations."""
    x, w = tf.placeholder(tf.float32, [1, 1], name="x"), tf.constant([[1.0]], name="w")
    for i, function in enumerate((tf.nn.relu, tf.nn.relu6, tf.sigmoid)):
        tf.matmul(function(x, name="f%d" % i), w, name="y%d" % i)
    both = tf.concat([tf.sigmoid(x, name="s"), x], 0, name="both")
    tf.matmul(both, w, name="y")


def three_inputs(tf):
    x = [tf.placeholder(tf.float32, [1, 1], name="x%d" % i) for i in range(3)]
    tf.matmul(tf.matmul(x[0], x[1], name="y"), x[2], name="z")


def two_savers(tf):
    shared(tf)
    tf.get_variable("a", initializer=1.0)
    tf.train.Saver(), tf.train.Saver()


GRAPHS = {
    "network": (network, 4),
    "trained": (trained, 8),
    "shared": (shared, 2),
    "three_inputs": (three_inputs, 8),
    "two_savers": (two_savers, 8),
    "no_bits": (shared, 0),
    "many_bits": (shared, 64),
}


def texts(tensor):
    """The strings of a tensor, which C++ may have written as their lengths and then themselves."""
    if tensor.string_val:
        return [text.decode() for text in tensor.string_val]
    count, content = tensor.tensor_shape.dim[0].size, tensor.tensor_content
    ends = np.cumsum([count] + list(content[:count])).tolist()
    return [content[a:b].decode() for a, b in zip(ends, ends[1:])]


def described(tf, graph_def):
    """The nodes of a graph, each with all it has."""

    def value(attr):
        kind = attr.WhichOneof("value")
        if kind == "tensor":
            return texts(attr.tensor) if attr.tensor.dtype == 7 else tf.make_ndarray(attr.tensor).tolist()
        if kind == "shape":
            return [d.size for d in attr.shape.dim]
        if kind == "list":
            return str(attr.list).split()
        found = getattr(attr, kind)
        return found.decode() if isinstance(found, bytes) else found

    return [[n.name, n.op, list(n.input), {k: value(n.attr[k]) for k in sorted(n.attr)}] for n in graph_def.node]


def rewritten(tf, name):
    build, bits = GRAPHS[name]
    with tf.Graph().as_default() as graph:
        build(tf)
    return tf.train.do_quantize_training_on_graphdef(graph.as_graph_def(), bits)


def run(tf, graph_def):
    """What three runs of the network give, and the ranges after them."""
    variables = sorted(n.name for n in graph_def.node if n.op == "VariableV2")
    with tf.Graph().as_default(), tf.Session() as session:
        tf.import_graph_def(graph_def, name="")
        session.run("w/Assign")
        found = []
        for k in (1, 2, 3):
            x = np.sin(np.arange(16) * k).reshape(1, 4, 4, 1).astype(np.float32)
            found.append(session.run("y:0", {"x:0": x}).tolist())
        return found, [session.run(name + ":0").tolist() for name in variables]


def main():
    import tensorflow as tf

    found = {}
    for name in GRAPHS:
        try:
            found[name] = described(tf, rewritten(tf, name))
        except tf.errors.OpError as error:
            found[name] = [type(error).__name__, error.message]
    rows = ['"%s": [\n%s\n]' % (k, ",\n".join(json.dumps(row) for row in v)) for k, v in found.items()]
    rows.append('"run": %s' % json.dumps(run(tf, rewritten(tf, "network"))))
    print("{\n%s\n}" % ",\n".join(rows))


if __name__ == "__main__":
    main()
