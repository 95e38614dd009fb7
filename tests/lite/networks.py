"""Small classic networks, as functions of `tf` that give inputs and outputs; they are built by both sides and converted by both.

Runs under Python 3.7 with TensorFlow 1.15, too, and imports nothing of Penstock. Values of variables are set by `values`, so that
both sides have the same.
"""

import numpy as np


def values(tf, sess):
    """Gives every variable values that follow from its place and shape only."""
    for i, variable in enumerate(tf.global_variables()):
        rng = np.random.RandomState(i)
        shape = variable.shape.as_list()
        value = (
            rng.uniform(-0.5, 0.5, shape)
            if "var" not in variable.op.name.split("/")[-1]
            else rng.uniform(0.5, 1.5, shape)
        )
        variable.load(value.astype(variable.dtype.base_dtype.as_numpy_dtype), sess)


def perceptron(tf):
    x = tf.placeholder(tf.float32, [None, 8], name="x")
    h = tf.layers.dense(x, 16, tf.nn.relu, name="h")
    return [x], [tf.nn.softmax(tf.layers.dense(h, 3, name="o"), name="y")]


def mnist(tf):
    x = tf.placeholder(tf.float32, [None, 12, 12, 1], name="x")
    h = tf.layers.conv2d(x, 4, 3, padding="same", activation=tf.nn.relu, name="c1")
    h = tf.layers.max_pooling2d(h, 2, 2)
    h = tf.layers.conv2d(h, 4, 3, strides=2, activation=tf.nn.relu6, use_bias=False, name="c2")
    h = tf.layers.dropout(tf.layers.flatten(h), 0.4, training=False)
    return [x], [tf.identity(tf.layers.dense(h, 3, name="o"), name="logits")]


def mobile(tf):
    x = tf.placeholder(tf.float32, [1, 16, 16, 3], name="x")
    h = tf.layers.conv2d(x, 8, 3, strides=2, padding="same", use_bias=False)
    h = tf.nn.relu6(tf.layers.batch_normalization(h, training=False))
    h = tf.nn.depthwise_conv2d(h, tf.get_variable("dw", [3, 3, 8, 1]), [1, 1, 1, 1], "SAME")
    h = tf.nn.relu6(tf.layers.batch_normalization(h, training=False))
    h = tf.layers.conv2d(h, 16, 1, use_bias=False)
    h = tf.nn.relu6(tf.layers.batch_normalization(h, training=False))
    return [x], [tf.layers.dense(tf.reduce_mean(h, [1, 2]), 5, name="o")]


def residual(tf):
    x = tf.placeholder(tf.float32, [1, 9, 9, 3], name="x")
    x1 = tf.pad(x, [[0, 0], [1, 1], [1, 1], [0, 0]])
    h = tf.layers.conv2d(x1, 6, 3, strides=2, use_bias=False, name="stem")
    h = tf.nn.relu(tf.layers.batch_normalization(h, training=False, name="bn0"))
    for i in range(2):
        g = tf.layers.conv2d(h, 6, 3, padding="same", use_bias=False, name="a%d" % i)
        g = tf.nn.relu(tf.layers.batch_normalization(g, training=False, name="bna%d" % i))
        g = tf.layers.conv2d(g, 6, 3, padding="same", use_bias=False, name="b%d" % i)
        g = tf.layers.batch_normalization(g, training=False, name="bnb%d" % i)
        h = tf.nn.relu(g + h, name="sum%d" % i)
    h = tf.nn.avg_pool(h, [1, 3, 3, 1], [1, 2, 2, 1], "SAME")
    h = tf.reshape(h, [-1, 3 * 3 * 6])
    return [x], [tf.layers.dense(h, 4, name="o")]


def text(tf):
    ids = tf.placeholder(tf.int32, [1, 10], name="ids")
    h = tf.nn.embedding_lookup(tf.get_variable("table", [20, 6]), ids)
    found = []
    for width in (2, 3):
        c = tf.layers.conv1d(h, 4, width, activation=tf.nn.relu, name="c%d" % width)
        found.append(tf.reduce_max(c, 1))
    return [ids], [tf.layers.dense(tf.concat(found, 1), 2, tf.nn.sigmoid, name="o")]


def upsampling(tf):
    x = tf.placeholder(tf.float32, [1, 8, 8, 2], name="x")
    a = tf.layers.conv2d(x, 4, 3, strides=2, padding="same", activation=tf.nn.leaky_relu, name="down")
    b = tf.layers.conv2d_transpose(a, 3, 3, strides=2, padding="same", name="up")
    c = tf.image.resize_bilinear(a, [8, 8])
    d = tf.image.resize_nearest_neighbor(a, [8, 8])
    return [x], [tf.tanh(tf.concat([b, c, d, x], 3), name="y")]


def keras_mlp(tf):
    x = tf.keras.layers.Input((6,), batch_size=1, name="x")
    h = tf.keras.layers.Dense(5, activation="relu")(x)
    h = tf.keras.layers.BatchNormalization()(h, training=False)
    return [x], [tf.keras.layers.Dense(2, activation="softmax")(h)]


def keras_lstm(tf):
    x = tf.keras.layers.Input((3, 4), batch_size=1, name="x")
    h = tf.keras.layers.LSTM(5, unroll=True)(x)
    return [x], [tf.keras.layers.Dense(2)(h)]


def basic_lstm(tf):
    x = tf.placeholder(tf.float32, [1, 3, 4], name="x")
    cell = tf.nn.rnn_cell.BasicLSTMCell(5)
    outputs, _ = tf.nn.static_rnn(cell, tf.unstack(x, axis=1), dtype=tf.float32)
    return [x], [tf.layers.dense(outputs[-1], 2, name="o")]


def dense_of_sequences(tf):
    x = tf.placeholder(tf.float32, [2, 3, 4], name="x")
    h = tf.layers.dense(x, 5, tf.nn.relu, name="h")
    w = tf.get_variable("w", [2, 5, 3])
    y = tf.matmul(h, w)
    return [x], [tf.nn.softmax(y, name="y"), tf.argmax(y, 2, name="best")]


def arithmetic(tf):
    x = tf.placeholder(tf.float32, [2, 6], name="x")
    z = tf.placeholder(tf.float32, [2, 6], name="z")
    a, b = tf.split(x, 2, 1)
    c = tf.stack([a, b], 1)
    d = tf.transpose(c, [0, 2, 1]) * 2.0 + 1.0
    e = tf.exp(-tf.square(x - z)) / (1.0 + tf.sqrt(tf.abs(z)))
    f = tf.maximum(tf.minimum(e, 0.9), 0.1)
    g = tf.where(tf.greater(x, z), x, z)[:, 1:5:2]
    return [x, z], [tf.reduce_sum(d, [1, 2], name="d"), tf.identity(f, name="f"), tf.identity(g, name="g")]


def normalized(tf):
    x = tf.placeholder(tf.float32, [1, 6, 6, 4], name="x")
    h = tf.nn.lrn(x, 2, 1.0, 1e-2, 0.75)
    h = tf.nn.conv2d(h, tf.get_variable("w", [3, 3, 4, 4]), [1, 1, 1, 1], "SAME", dilations=[1, 2, 2, 1])
    alpha = tf.get_variable("alpha", [4])
    h = tf.nn.relu(h) - alpha * tf.nn.relu(-h)
    return [x], [tf.nn.l2_normalize(tf.reshape(h, [1, -1]), 1, name="y")]


def fake_quantized(tf):
    x = tf.placeholder(tf.float32, [1, 8, 8, 3], name="x")
    w = tf.fake_quant_with_min_max_args(tf.get_variable("w", [3, 3, 3, 4]), -0.5, 0.5)
    h = tf.nn.conv2d(x, w, [1, 2, 2, 1], "SAME") + tf.get_variable("b", [4])
    h = tf.fake_quant_with_min_max_args(tf.nn.relu6(h), 0, 6)
    h = tf.nn.max_pool(h, [1, 2, 2, 1], [1, 2, 2, 1], "VALID")
    h = tf.reshape(h, [1, 16])
    w2 = tf.fake_quant_with_min_max_args(tf.get_variable("w2", [16, 3]), -0.5, 0.5)
    y = tf.fake_quant_with_min_max_args(tf.matmul(h, w2) + tf.get_variable("b2", [3]), -8, 8)
    return [x], [tf.nn.softmax(y, name="y")]


def wide(tf):
    x = tf.placeholder(tf.float32, [1, 8, 8, 4], name="x")
    h = tf.layers.conv2d(x, 16, 3, activation=tf.nn.relu, name="c")
    h = tf.layers.conv2d(h, 12, 3, strides=2, padding="same", name="d")
    return [x], [tf.layers.dense(tf.layers.flatten(h), 6, name="o")]


def branches(tf):
    x = tf.placeholder(tf.float32, [1, 8, 8, 3], name="x")
    a = tf.layers.conv2d(x, 4, 1, activation=tf.nn.relu, name="a")
    b = tf.nn.sigmoid(tf.layers.conv2d(x, 4, 3, padding="same", name="b"))
    c = tf.tanh(tf.layers.conv2d(x, 4, 3, padding="same", name="c"))
    h = tf.concat([a, b, c, a * b, a - c], 3)
    h = tf.nn.avg_pool(h, [1, 3, 3, 1], [1, 2, 2, 1], "SAME")
    return [x], [tf.reduce_mean(h, [1, 2], name="y")]


_ALL = (perceptron, mnist, mobile, residual, text, upsampling, keras_mlp, keras_lstm, basic_lstm, dense_of_sequences,
        arithmetic, normalized, fake_quantized, wide, branches)  # fmt: skip
NETWORKS = dict((f.__name__, f) for f in _ALL)
# (network, what becomes of its real numbers): see `configure`.
CASES = [(f.__name__, "float") for f in _ALL]
CASES += [(name, "uint8") for name in ("fake_quantized", "mnist", "mobile", "residual", "perceptron", "branches")]
CASES += [(name, "int8") for name in ("mnist", "mobile", "residual", "perceptron", "wide", "branches")]
CASES += [("wide", "weights"), ("wide", "half")]


def build(tf, name):
    """The session, inputs and outputs of a network with its values."""
    tf.reset_default_graph()
    tf.keras.backend.clear_session()
    inputs, outputs = NETWORKS[name](tf)
    sess = tf.keras.backend.get_session() if "keras" in name else tf.Session()
    sess.run(tf.global_variables_initializer())
    values(tf, sess)
    return sess, inputs, outputs


def examples(inputs, seed=7):
    """A value for each input."""
    rng = np.random.RandomState(seed)
    found = []
    for tensor in inputs:
        shape = [n or 1 for n in tensor.shape.as_list()]
        floats = tensor.dtype.as_numpy_dtype == np.float32
        found.append(
            rng.uniform(-1, 1, shape).astype(np.float32) if floats else rng.randint(0, 20, shape).astype(np.int32)
        )
    return found


def configure(tf, converter, inputs, kind):
    """Sets what becomes of real numbers."""
    if kind == "uint8":
        converter.inference_type = tf.uint8
        converter.quantized_input_stats = {"x": (128, 127)}
        converter.default_ranges_stats = (-4, 6)
    elif kind != "float":
        converter.optimizations = [tf.lite.Optimize.DEFAULT]
    if kind == "half":
        converter.target_spec.supported_types = [tf.lite.constants.FLOAT16]
    if kind == "int8":
        converter.representative_dataset = lambda: (examples(inputs, 100 + i) for i in range(4))


def convert(tf, name, kind):
    """The bytes of a converted network."""
    sess, inputs, outputs = build(tf, name)
    converter = tf.lite.TFLiteConverter.from_session(sess, inputs, outputs)
    configure(tf, converter, inputs, kind)
    return converter.convert()


def run(interpreter):
    """The outputs of a model for inputs that follow from their places and shapes."""
    interpreter.allocate_tensors()
    rng = np.random.RandomState(7)
    for details in interpreter.get_input_details():
        shape, dtype = details["shape"], details["dtype"]
        if dtype == np.float32:
            value = rng.uniform(-1, 1, shape)
        else:
            value = rng.randint(0, 20 if dtype == np.int32 else 120, shape)
        interpreter.set_tensor(details["index"], value.astype(dtype))
    interpreter.invoke()
    interpreter.invoke()
    return [interpreter.get_tensor(details["index"]) for details in interpreter.get_output_details()]


def output_step(content):
    """What one step of the integers is worth that an output of real numbers is made of."""
    from penstock.lite import schema

    graph = schema.read(content).subgraphs[0]
    makers = {output: step for step in graph.operators for output in step.outputs.tolist()}
    source = graph.tensors[makers[graph.outputs[0]].inputs[0]]
    return float(source.quantization.scale[0])
