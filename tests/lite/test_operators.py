"""Single operations, converted: each becomes its operator and computes what the session computes, also in TensorFlow."""

import numpy as np
import pytest

import penstock as tf
from penstock.lite import schema

X = np.random.RandomState(0).uniform(-2, 2, (2, 4, 6, 4)).astype(np.float32)
ROW = X[:, 0, 0]
# (operator, what makes the output of a tensor, value of the input)
OPERATIONS = [
    ("ABS", tf.abs, X), ("CEIL", tf.ceil, X), ("COS", tf.cos, X), ("ELU", tf.nn.elu, X), ("EXP", tf.exp, X),
    ("FLOOR", tf.floor, X), ("LOGISTIC", tf.sigmoid, X), ("NEG", tf.negative, X), ("RELU", tf.nn.relu, X),
    ("RELU6", tf.nn.relu6, X), ("ROUND", tf.round, X), ("SIN", tf.sin, X), ("SQUARE", tf.square, X), ("TANH", tf.tanh, X),
    ("RSQRT", tf.rsqrt, abs(X) + 1), ("SQRT", tf.sqrt, abs(X)), ("LOG", tf.log, abs(X) + 1),
    ("LEAKY_RELU", lambda x: tf.nn.leaky_relu(x, 0.1), X),
    ("RELU_N1_TO_1", lambda x: tf.minimum(tf.maximum(x, -1.0), 1.0), X),
    ("ADD", lambda x: x + [1.0, 2.0, 3.0, 4.0], X), ("SUB", lambda x: 1.5 - x, X), ("MUL", lambda x: x * x, X),
    ("DIV", lambda x: 2.0 / x, abs(X) + 1), ("MAXIMUM", lambda x: tf.maximum(x, 0.5), X),
    ("MINIMUM", lambda x: tf.minimum(x, 0.5), X), ("POW", lambda x: tf.pow(x, 2.0), abs(X)),
    ("SQUARED_DIFFERENCE", lambda x: tf.squared_difference(x, 1.5), X), ("FLOOR_DIV", lambda x: tf.floordiv(x, 0.7), X),
    ("GREATER", lambda x: tf.greater(x, 0.1), X), ("GREATER_EQUAL", lambda x: tf.greater_equal(x, 0.1), X),
    ("LESS", lambda x: tf.less(x, 0.1), X), ("LESS_EQUAL", lambda x: tf.less_equal(x, 0.1), X),
    ("EQUAL", lambda x: tf.equal(x, x), X), ("NOT_EQUAL", lambda x: tf.not_equal(x, 0.0), X),
    ("SUM", lambda x: tf.reduce_sum(x, [1, 3]), X), ("MEAN", lambda x: tf.reduce_mean(x, 2, keepdims=True), X),
    ("REDUCE_MAX", lambda x: tf.reduce_max(x, 1), X), ("REDUCE_MIN", lambda x: tf.reduce_min(x, 1), X),
    ("REDUCE_PROD", lambda x: tf.reduce_prod(x, 1), X), ("ARG_MAX", lambda x: tf.argmax(x, 3), X),
    ("ARG_MIN", lambda x: tf.argmin(x, 3, output_type=tf.int32), X), ("CAST", lambda x: tf.cast(x, tf.int32), X),
    ("SOFTMAX", tf.nn.softmax, ROW), ("LOG_SOFTMAX", tf.nn.log_softmax, ROW),
    ("TRANSPOSE", lambda x: tf.transpose(x, [0, 3, 1, 2]), X), ("TILE", lambda x: tf.tile(x, [1, 2, 1, 3]), X),
    ("PAD", lambda x: tf.pad(x, [[0, 0], [1, 2], [0, 1], [0, 0]]), X),
    ("PADV2", lambda x: tf.pad(x, [[0, 0], [1, 2], [0, 1], [0, 0]], constant_values=2.5), X),
    ("MIRROR_PAD", lambda x: tf.pad(first_row(x), [[1, 1], [2, 1]], "REFLECT"), X),
    ("SLICE", lambda x: tf.slice(x, [0, 1, 2, 0], [2, 2, -1, 3]), X), ("STRIDED_SLICE", lambda x: x[:, 1::2, ::-1, 2], X),
    ("SPLIT", lambda x: tf.split(x, 2, 2)[1], X), ("SPLIT_V", lambda x: tf.split(x, [1, 2, 3], 2)[2], X),
    ("PACK", lambda x: tf.stack([x, x], 1), ROW), ("UNPACK", lambda x: tf.unstack(x, axis=1)[2], X),
    ("CONCATENATION", lambda x: tf.concat([x, 2 * x], 3), X), ("GATHER", lambda x: tf.gather(x, [2, 0], axis=1), X),
    ("GATHER_ND", lambda x: tf.gather_nd(x, [[1, 2], [0, 3]]), X), ("REVERSE_V2", lambda x: tf.reverse(x, [2]), X),
    ("TOPK_V2", lambda x: tf.nn.top_k(x, 2)[0], ROW), ("SPACE_TO_DEPTH", lambda x: tf.space_to_depth(x, 2), X),
    ("SPACE_TO_BATCH_ND", lambda x: tf.space_to_batch_nd(x, [2, 2], [[0, 0], [1, 1]]), X),
    ("BATCH_TO_SPACE_ND", lambda x: tf.batch_to_space_nd(x, [2, 1], [[0, 1], [0, 0]]), X),
    ("SELECT", lambda x: tf.where(x > 0, x, 2 * x), X), ("ADD_N", lambda x: tf.add_n([x, x * 3, x]), X),
    ("AVERAGE_POOL_2D", lambda x: tf.nn.avg_pool(x, [1, 3, 2, 1], [1, 2, 1, 1], "SAME"), X),
    ("MAX_POOL_2D", lambda x: tf.nn.max_pool(x, [1, 2, 3, 1], [1, 1, 2, 1], "VALID"), X),
    ("RESIZE_BILINEAR", lambda x: tf.image.resize_bilinear(x, [7, 5], align_corners=True), X),
    ("RESIZE_NEAREST_NEIGHBOR", lambda x: tf.image.resize_nearest_neighbor(x, [7, 5]), X),
    ("LOCAL_RESPONSE_NORMALIZATION", lambda x: tf.nn.lrn(x, 1, 1.0, 0.5, 0.5), X),
    ("L2_NORMALIZATION", lambda x: tf.nn.l2_normalize(x, 1), ROW),
    ("ONE_HOT", lambda x: tf.one_hot(tf.cast(x, tf.int32), 3), ROW),
    ("CONV_2D", lambda x: tf.nn.conv2d(x, X[:, :2, :4, :].astype(np.float32), [1, 1, 2, 1], "SAME", dilations=[1, 1, 1, 1]), X),
    ("DEPTHWISE_CONV_2D", lambda x: tf.nn.depthwise_conv2d(x, X[:, :3, :4, :2], [1, 2, 2, 1], "VALID"), X),
    ("TRANSPOSE_CONV", lambda x: tf.nn.conv2d_transpose(x, X[:, :3, :2, :], [2, 8, 12, 2], [1, 2, 2, 1]), X),
    ("FULLY_CONNECTED", lambda x: tf.matmul(x, ROW.T), ROW),
]  # fmt: skip


def first_row(x):
    return x[:, 0, 0]


def converted(make, value):
    """The model, and what the session computes."""
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, value.shape, name="x")
        y = tf.identity(make(x), name="y")
        return tf.lite.TFLiteConverter.from_session(sess, [x], [y]).convert(), sess.run(y, {x: value})


def names(content):
    return [schema.operator_name(code) for code in schema.read(content).operator_codes]


@pytest.mark.parametrize(("name", "make", "value"), OPERATIONS, ids=[row[0] for row in OPERATIONS])
def test_an_operation_becomes_its_operator(name, make, value):
    content, wanted = converted(make, value)
    assert name in names(content)
    interpreter = tf.lite.Interpreter(model_content=content)
    interpreter.allocate_tensors()
    interpreter.set_tensor(interpreter.get_input_details()[0]["index"], value)
    interpreter.invoke()
    found = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])
    assert found.dtype == wanted.dtype
    np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-6)


SOURCE = """
found = []
for content, value in zip(contents, values):
    try:
        interpreter = tf.lite.Interpreter(model_content=content)
        interpreter.allocate_tensors()
        interpreter.set_tensor(interpreter.get_input_details()[0]["index"], value)
        interpreter.invoke()
        found.append(interpreter.get_tensor(interpreter.get_output_details()[0]["index"]))
    except (ValueError, RuntimeError) as error:
        found.append(str(error))
result = {"found": found}
"""


def _wrong(peer):
    """What the interpreter of a TensorFlow says of models that it does not run as the session ran the graph."""
    made = [converted(make, value) for _, make, value in OPERATIONS]
    found = peer.run(SOURCE, contents=[content for content, _ in made], values=[value for _, _, value in OPERATIONS])[
        "found"
    ]
    wrong = []
    for (name, _, _), (_, wanted), theirs in zip(OPERATIONS, made, found):
        if isinstance(theirs, str):
            wrong.append(f"{name}: {theirs[:200]}")
        elif theirs.dtype != wanted.dtype or not np.allclose(theirs, wanted, rtol=1e-4, atol=1e-5):
            wrong.append(f"{name}: other values")
    return wrong


def test_a_later_tensorflow_computes_the_same(peer):
    assert _wrong(peer) == []


def test_tensorflow_1_15_computes_the_same(peer_1_15):
    assert _wrong(peer_1_15) == []
