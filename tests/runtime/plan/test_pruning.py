"""What a run leaves out: gradients that only gates wait for, and never anything with an effect."""

import numpy as np

import penstock as tf
from penstock.runtime.plan.pruning import needed_operations


def types_for(*targets):
    return [op.type for op in needed_operations([], targets, set())]


def test_the_gradient_of_a_fed_input_is_not_computed():
    x = tf.placeholder(tf.float32, [4, 3])
    w = tf.Variable(tf.ones([3, 2]))
    loss = tf.reduce_sum(tf.matmul(x, w))
    train = tf.train.GradientDescentOptimizer(0.5).minimize(loss)
    assert types_for(train).count("MatMul") == 1  # the gradient of the weights; the loss itself is not asked for
    ungated = tf.train.GradientDescentOptimizer(0.5).minimize(loss, gate_gradients=0)
    assert types_for(ungated).count("MatMul") == 1


def test_a_gate_still_waits_for_what_has_an_effect():
    counter = tf.Variable(0.0)

    @tf.RegisterGradient("CountsCalls")
    def counted(op, dy):
        with tf.control_dependencies([counter.assign_add(1.0)]):
            return dy * op.inputs[1], tf.identity(dy * op.inputs[0])

    x = tf.placeholder(tf.float32, [])
    w = tf.Variable(2.0)
    with tf.get_default_graph().gradient_override_map({"Mul": "CountsCalls"}):
        y = tf.multiply(x, w)
    (dw,) = tf.gradients(y, [w], gate_gradients=True)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        assert sess.run(dw, {x: 3.0}) == 3.0
        assert sess.run(counter) == 1.0


def test_random_numbers_that_only_a_gate_waits_for_are_drawn_all_the_same():
    @tf.RegisterGradient("DrawsNumbers")
    def drawn(op, dy):
        return dy * tf.random_uniform([], seed=3), dy * op.inputs[0]

    x = tf.placeholder(tf.float32, [])
    w = tf.Variable(2.0)
    with tf.get_default_graph().gradient_override_map({"Mul": "DrawsNumbers"}):
        y = tf.multiply(x, w)
    (dw,) = tf.gradients(y, [w], gate_gradients=True)
    assert types_for(dw.op).count("RandomUniform") == 1


def test_training_gives_the_same_numbers_with_and_without_gates(tier):
    losses = []
    for gate in (0, 1, 2):
        with tf.Graph().as_default(), tf.Session(config=tier()) as sess:
            x = tf.constant(np.linspace(-1, 1, 12, dtype=np.float32).reshape(4, 3))
            w = tf.Variable(tf.ones([3, 2]))
            b = tf.Variable(tf.zeros([2]))
            loss = tf.reduce_mean(tf.square(tf.tanh(tf.matmul(x, w) + b) - 0.3))
            train = tf.train.AdamOptimizer(0.1).minimize(loss, gate_gradients=gate)
            sess.run(tf.global_variables_initializer())
            for _ in range(5):
                sess.run(train)
            losses.append(sess.run(loss))
    assert losses[0] == losses[1] == losses[2]
