"""Constants, placeholders, identities, fills and shapes are those of TensorFlow."""

import pytest

from tests.ops.expressions import agree
from tests.ops.programs import same_error

CASES = [
    "tf.zeros([2, 3])",
    "tf.zeros([2, 3], tf.bool)",
    "tf.zeros([2], tf.string)",
    "tf.zeros([50, 50], tf.int64)",
    "tf.zeros(3)",
    "tf.zeros([])",
    "tf.zeros(P([2, 3]))",
    "tf.zeros(tf.TensorShape([2, 1]))",
    'tf.ones([40, 40], name="o")',
    "tf.ones(np.array([2, 2]), tf.bool)",
    "tf.zeros_like(P(np.ones([2, 3]), [None, 3]))",
    "tf.zeros_like(P(np.ones([2, 3]), [None, 3]), tf.int32)",
    "tf.zeros_like([[1, 2], [3, 4]])",
    'tf.zeros_like(P(["a", "b"], [None]))',
    "tf.ones_like(P(np.ones([2, 3]), [None, 3]))",
    "tf.fill([2, 3], 7)",
    'tf.fill([2], "text")',
    "tf.fill(P([2, 3]), P(1.5))",
    "tf.shape(P(np.ones([2, 3])))",
    "tf.shape(P(np.ones([2, 3]), [None, 3]))",
    "tf.shape(P(np.ones([2, 3]), [None, 3]), out_type=tf.int64)",
    "tf.shape_n([P(np.ones([2]), [None]), P(np.ones([1, 2]), None)])",
    "tf.size(P(np.ones([2, 3]), [None, 3]))",
    "tf.size([1, 2, 3])",
    "tf.size(P(np.ones([0, 3]), [0, None]))",
    "tf.rank(P(np.ones([2, 3]), None))",
    "tf.rank([[1]])",
    "tf.rank(tf.SparseTensor([[0, 1]], [1.0], [2, 3]))",
    "tf.shape(tf.SparseTensor([[0, 1]], [1.0], [2, 3]))",
    "tf.size(tf.SparseTensor([[0, 1]], [1.0], [2, 3]))",
    'tf.identity(P([1.0, 2.0]), name="i")',
    "tf.identity_n([P([1.0, 2.0]), P([1, 2])])",
    "tf.stop_gradient(P([1.0, 2.0])) * P([1.0, 2.0])",
    "tf.placeholder_with_default([1.0, 2.0], [None])",
    "tf.ensure_shape(P(np.ones([2, 3]), None), [None, 3])",
    'tf.check_numerics(P([1.0, 2.0]), "bad")',
    'tf.verify_tensor_all_finite(P([1.0]), "bad")',
    "tf.guarantee_const(P([1]))",
]

# TensorFlow 2 makes other operations here than 1.15 did: only values, shapes and gradients are compared.
OTHER_NAMES = [
    "tf.zeros([P(2), 3], tf.float64)",
    "tf.ones_like([1, 2], tf.float32)",
]


@pytest.mark.parametrize("expression", CASES)
def test_an_expression_gives_what_tensorflow_gives(peer, monkeypatch, expression):
    agree(peer, monkeypatch, expression)


@pytest.mark.parametrize("expression", OTHER_NAMES)
def test_values_are_those_of_tensorflow(peer, monkeypatch, expression):
    agree(peer, monkeypatch, expression, names=False)


ERRORS = [
    (
        "tf.Session().run(tf.check_numerics(tf.constant([1.0, float('inf'), float('nan')]), 'text'))",
        "text : Tensor had Inf and NaN values",
    ),
    ("tf.Session().run(tf.check_numerics(tf.log(tf.constant(-1.0)), 'text'))", "text : Tensor had NaN values"),
    (
        "tf.Session().run(tf.placeholder(tf.float32, [2, None], name='here'))",
        "You must feed a value for placeholder tensor 'here' with dtype float and shape [2,?]",
    ),
    (
        "tf.Session().run(tf.placeholder(tf.float64, name='here'))",
        "You must feed a value for placeholder tensor 'here' with dtype double",
    ),
    (
        "x = tf.placeholder(tf.float32, None, name='x'); tf.Session().run(tf.ensure_shape(x, [3]), {x: [1, 2]})",
        "is not compatible with expected shape [3]",
    ),
    (
        "x = tf.constant(1.0); tf.gradients(tf.raw_ops.PreventGradient(input=x, message='no'), x)",
        "Gradient explicitly disabled. Reason: b'no'",
    ),
]


@pytest.mark.parametrize(("program", "text"), ERRORS)
def test_an_error_is_that_of_tensorflow(peer, monkeypatch, program, text):
    same_error(peer, program, monkeypatch, part=text or "")
