"""`tf.contrib.solvers`: the same solutions after as many steps as in 1.15.5, and in both tiers those of NumPy."""

import numpy as np
import pytest

import penstock as tf
from tests.contrib.both_sides import compare

_BEFORE = """
from tensorflow.contrib.solvers.python.ops import lanczos, least_squares, linear_equations, util
r = np.random.RandomState(0)
a = r.rand(5, 3)
A = tf.constant(a.T.dot(a) + np.eye(3))
tall = util.create_operator(tf.constant(a))
square, same = util.create_operator(A), util.identity_operator(A)
b, c = tf.constant([1.0, 2.0, 3.0], tf.float64), tf.constant([1.0, 2.0, 3.0, 4.0, 5.0], tf.float64)
"""

PROGRAMS = {
    "conjugate gradients": """
plain = linear_equations.conjugate_gradient(square, b)
result = [session.run(list(plain)), [x.shape.as_list() for x in plain]]
result += [session.run(list(linear_equations.conjugate_gradient(
    square, b, preconditioner=same, x=tf.constant([1.0, 0.0, 0.0], tf.float64), tol=1e-9, max_iter=2)))]
""",
    "least squares": """
result = session.run(list(least_squares.cgls(tall, c)))[:3] + session.run(list(least_squares.cgls(tall, c, max_iter=1)))
""",
    "Lanczos": """
result = []
for whole in (True, False):
    found = lanczos.lanczos_bidiag(tall, 3, orthogonalize=whole, starting_vector=c)
    result += [session.run(list(found)), [x.shape.as_list() for x in found]]
    result += [session.run([lanczos.bidiag_matmul(found.u, found.alpha, found.beta),
                            lanczos.bidiag_matmul(found.v, found.alpha, found.beta, adjoint_b=True)])]
""",
    "operators and lengths": """
v = tf.constant([3.0, 4.0])
result = [square.shape, square.dtype.name, same.shape, list(square._fields)]
result += session.run([util.l2norm(v), util.l2norm_squared(v), util.dot(v, v), util.l2normalize(v), util.l2normalize(0 * v)])
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_1_15_gives_the_same(peer_1_15, name):
    compare(peer_1_15, _BEFORE + PROGRAMS[name], rtol=1e-6)


@pytest.mark.parametrize("jit", [-1, 1])
def test_solutions_are_those_of_numpy(jit):
    config = tf.ConfigProto(graph_options=tf.GraphOptions(optimizer_options=tf.OptimizerOptions(global_jit_level=jit)))
    r = np.random.RandomState(1)
    a = r.rand(6, 4)
    normal, b = a.T @ a + np.eye(4), r.rand(4)
    make = tf.contrib.solvers.util.create_operator
    with tf.Graph().as_default(), tf.Session(config=config) as sess:
        solved = tf.contrib.solvers.linear_equations.conjugate_gradient(make(tf.constant(normal)), tf.constant(b), tol=1e-12)
        fitted = tf.contrib.solvers.least_squares.cgls(make(tf.constant(a)), tf.constant(r.rand(6)), tol=1e-12)
        found = tf.contrib.solvers.lanczos.lanczos_bidiag(make(tf.constant(a)), 4)
        x, (least, rest), (u, v, alpha, beta) = sess.run([solved.x, [fitted.x, fitted.r], list(found)])
    np.testing.assert_allclose(x, np.linalg.solve(normal, b), rtol=1e-9)
    np.testing.assert_allclose(a.T @ rest, np.zeros(4), atol=1e-9)
    assert least.shape == (4,)
    np.testing.assert_allclose(u.T @ u, np.eye(5), atol=1e-9)
    bidiagonal = np.vstack([np.diag(alpha), np.zeros(4)]) + np.vstack([np.zeros(4), np.diag(beta)])
    np.testing.assert_allclose(a @ v, u @ bidiagonal, atol=1e-9)
