"""tf.losses gives TensorFlow's values, gradients and operations, and remembers what it adds."""

import numpy as np
import pytest

import penstock as tf
from tests.ops.expressions import agree, evaluate, program
from tests.ops.programs import same, same_error

LABELS = "P([[0., 1., 1.], [1., 0., 1.]])"
GUESSES = "P([[.2, .9, .4], [.6, .1, .8]])"
LOGITS = "P([[-2., 1.5, .3], [.7, -.2, 4.]])"
UNKNOWN = "P([[.2, .9, .4], [.6, .1, .8]], [None, 3])"
WEIGHTS = "P([[2.], [0.]])"
L = "tf.losses."

CALLS = [
    f"{L}absolute_difference({LABELS}, {GUESSES})",
    f"{L}absolute_difference({LABELS}, {UNKNOWN}, weights={WEIGHTS})",
    f"{L}absolute_difference([1, 0], [3, 5], weights=P([1., 0.]), scope='mine')",
    f"{L}cosine_distance({LABELS}, {GUESSES}, axis=1)",
    f"{L}cosine_distance({LABELS}, {GUESSES}, dim=0, weights=.5)",
    f"{L}hinge_loss({LABELS}, {LOGITS})",
    f"{L}hinge_loss({LABELS}, {LOGITS}, weights=P([[1., 2., 0.]]))",
    f"{L}huber_loss({LABELS}, {LOGITS})",
    f"{L}huber_loss({LABELS}, {LOGITS}, delta=.3, weights=0.0)",
    f"{L}log_loss({LABELS}, {GUESSES})",
    f"{L}log_loss({LABELS}, {GUESSES}, weights={WEIGHTS}, epsilon=.1)",
    f"{L}mean_pairwise_squared_error({LABELS}, {GUESSES})",
    f"{L}mean_pairwise_squared_error({LABELS}, {GUESSES}, weights={WEIGHTS})",
    f"{L}mean_pairwise_squared_error({LABELS}, {GUESSES}, weights=0.0)",
    f"{L}mean_squared_error({LABELS}, {GUESSES})",
    f"{L}mean_squared_error(labels=[[0], [-1]], predictions=P([[.5], [1.5]]), weights=2)",
    f"{L}mean_squared_error({LABELS}, {UNKNOWN}, weights=P([[1., 0., 3.], [0., 0., 1.]], [None, 3]))",
    f"{L}mean_squared_error({LABELS}, {GUESSES}, weights=P(3., None))",
    f"{L}sigmoid_cross_entropy({LABELS}, {LOGITS})",
    f"{L}sigmoid_cross_entropy({LABELS}, {LOGITS}, weights={WEIGHTS}, label_smoothing=.2)",
    f"{L}softmax_cross_entropy({LABELS}, {LOGITS})",
    f"{L}softmax_cross_entropy([[0, 1, 0], [1, 0, 0]], {LOGITS}, weights=P([1., .5]), label_smoothing=.3)",
    f"{L}sparse_softmax_cross_entropy([2, 0], {LOGITS})",
    f"{L}sparse_softmax_cross_entropy([[2], [0]], {LOGITS}, weights=P([[.5], [3.]]))",
    f"{L}sparse_softmax_cross_entropy(P([2, 0], [None]), {LOGITS}, weights=P([.5, 3.], [None]))",
    f"{L}compute_weighted_loss([1, 2, 3], 2.)",
    f"{L}compute_weighted_loss(P([1., 2.], dtype=np.float64), [1., 0.])",
]


@pytest.mark.parametrize("call", CALLS)
def test_a_loss_is_that_of_tensorflow(call, peer, monkeypatch):
    wanted = peer.run(program(call))
    for tier in ("interpret", "compile"):
        found = evaluate(monkeypatch, call, tier)
        for a, b in zip(found["values"] + found["grads"], wanted["values"] + wanted["grads"], strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6, err_msg=tier)
            assert a.dtype == b.dtype
        assert found["shapes"] == wanted["shapes"]
    if not any(kind == "Assert" for kind, _ in wanted["names"]):
        assert essential(found["names"]) == essential(wanted["names"])


def essential(names):
    """Operations without the constants, which newer TensorFlow makes otherwise than 1.15, and its new name of Add."""
    return [(kind.replace("AddV2", "Add"), name) for kind, name in names if kind not in ("Const", "Range")]


@pytest.mark.parametrize("reduction", ["NONE", "SUM", "MEAN", "SUM_OVER_BATCH_SIZE", "SUM_BY_NONZERO_WEIGHTS"])
@pytest.mark.parametrize("weights", ["1.0", WEIGHTS])
def test_every_reduction(reduction, weights, peer, monkeypatch):
    agree(
        peer,
        monkeypatch,
        f"tf.losses.absolute_difference({LABELS}, {GUESSES}, {weights}, reduction=tf.losses.Reduction.{reduction})",
        names=False,
    )


def test_a_squared_error_is_the_mean_of_squares(monkeypatch):
    found = evaluate(monkeypatch, "tf.losses.mean_squared_error(P([1., 2.]), P([4., 6.]))")
    np.testing.assert_allclose(found["values"], [12.5])


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("tf.losses.mean_squared_error(None, [1.])", "must not be None"),
        ("tf.losses.hinge_loss([1.], None)", "must not be None"),
        ("tf.losses.cosine_distance([1.], [1.])", "axis"),
        ("tf.losses.mean_squared_error([1.], [1., 2.])", "are incompatible"),
        ("tf.losses.mean_squared_error([1., 2.], [1., 2.], [1., 2., 3.])", "weights can not be broadcast to values"),
        ("tf.losses.mean_squared_error([[1., 2.]], [[1., 2.]], [1., 2.])", "weights can not be broadcast to values"),
        ("tf.losses.absolute_difference([1.], [1.], reduction='half')", "Invalid Reduction Key half."),
    ],
)
def test_what_does_not_fit_is_refused_at_once(call, text, peer, monkeypatch):
    same_error(peer, f"result = {{'loss': {call}}}", monkeypatch, text)


def test_weights_of_unknown_shape_are_checked_when_they_come(peer, monkeypatch):
    source = """
    weights = tf.placeholder(tf.float32)
    loss = tf.losses.mean_squared_error([[1., 2.], [3., 4.]], [[1., 1.], [1., 1.]], weights)
    with tf.Session() as sess:
        sess.run(loss, {weights: [[1., 2., 3.]]})
    """
    same_error(peer, source, monkeypatch, "weights can not be broadcast to values.")


def test_losses_are_remembered_and_added_up():
    with tf.Graph().as_default(), tf.Session() as sess:
        with tf.name_scope("a"):
            one = tf.losses.absolute_difference([1.0], [3.0])
        other = tf.losses.mean_squared_error([1.0], [4.0])
        tf.losses.mean_squared_error([1.0], [9.0], loss_collection=None)
        assert tf.losses.get_losses() == [one, other]
        assert tf.losses.get_losses("a/") == [one]
        assert sess.run(tf.losses.get_regularization_loss()) == 0.0
        with tf.variable_scope("net", regularizer=lambda w: tf.reduce_sum(tf.abs(w))):
            tf.get_variable("w", initializer=tf.constant([1.0, -2.0]))
        sess.run(tf.global_variables_initializer())
        (kept,) = tf.losses.get_regularization_losses()
        assert kept.op.name.startswith("net/w")
        assert sess.run(tf.losses.get_total_loss()) == 2.0 + 9.0 + 3.0
        assert sess.run(tf.losses.get_total_loss(add_regularization_losses=False)) == 11.0
        tf.losses.add_loss(tf.constant(5.0))
        assert sess.run(tf.losses.get_total_loss()) == 19.0


def test_a_model_learns_from_a_loss(peer, monkeypatch):
    source = """
    x = tf.constant([[1.], [2.], [3.], [4.]])
    w = tf.Variable([[-0.26834965]])
    b = tf.Variable([0.])
    loss = tf.losses.mean_squared_error(labels=[[0.], [-1.], [-2.], [-3.]], predictions=tf.matmul(x, w) + b)
    train = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        result = {"losses": [sess.run((train, loss))[1] for _ in range(20)]}
    """
    same(peer, source, monkeypatch)
