"""`tf.gradients` walks as 1.15 does: same numbers, names, aggregation, errors."""

import time

import numpy as np
import pytest

import penstock as tf
from tests.same_program import run_here


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def run(fetches, feeds=None):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return session.run(fetches, feeds)


NUMBERS = {
    "a tensor used three times": "ys = x * x * x + tf.sin(x); xs = [x]",
    "several ys are summed": "ys = [x * 2.0, tf.square(x), tf.constant(1.0)]; xs = [x]",
    "grad_ys weigh the ys": "ys = [x * x, x]; xs = [x]; kw = dict(grad_ys=[tf.constant([1.0, 2.0, 3.0]), None])",
    "an x between": "z = x * x; ys = z * z; xs = [x, z]",
    "an x that depends on another x": "z = tf.exp(x); ys = tf.reduce_sum(z * x); xs = [z, x]",
    "stop_gradients": "z = tf.exp(x); ys = z * x; xs = [x]; kw = dict(stop_gradients=[z])",
    "second derivatives": "ys = tf.gradients(tf.exp(x) * x, x)[0]; xs = [x]",
    "an output that is not used": "a, b, c = tf.split(x, 3); ys = a * c; xs = [x]",
    "tree": "ys = x * x * x * x; xs = [x]; kw = dict(aggregation_method=1)",
    "accumulate_n": "ys = x * x * x * x; xs = [x]; kw = dict(aggregation_method=2)",
    "gated": "ys = tf.matmul(x[None], x[:, None]) * x; xs = [x]; kw = dict(gate_gradients=True)",
    "colocated": "ys = x * x + x; xs = [x]; kw = dict(colocate_gradients_with_ops=True)",
    "a conditional": "ys = tf.cond(x[0] > 0.0, lambda: x * x, lambda: -x); xs = [x]",
    "a loop": "ys = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * x), [0, x])[1]; xs = [x]",
    "inside of a loop body": """
        body = lambda i, a: (i + 1, a + tf.gradients(a * a * a, a)[0])
        ys = tf.while_loop(lambda i, a: i < 2, body, [0, x])[1]; xs = [x]""",
}


@pytest.mark.parametrize("case", NUMBERS)
def test_numbers_are_those_of_tensorflow(peer, case):
    source = f"""
x = tf.placeholder(tf.float32, [3])
kw = {{}}
{NUMBERS[case].strip().replace("; xs", chr(10) + "xs").replace("; kw", chr(10) + "kw").replace("        ", "")}
found = tf.gradients(ys, xs, **kw)
with tf.Session() as session:
    result = {{"grads": session.run(found, {{x: [0.5, 1.5, -2.0]}})}}
"""
    expected = peer.run(source)
    for tier in ("numpy", "xla"):
        np.testing.assert_allclose(run_here(source, tier)["grads"], expected["grads"], rtol=1e-5)


def test_names_are_those_of_1_15(graph):
    x = tf.placeholder(tf.float32, [3], name="x")
    y = tf.placeholder(tf.float32, name="y")
    tf.gradients([x * x, tf.exp(y, name="e")], [x, y])
    made = {op.name: op.type for op in graph.get_operations() if op.name.startswith("gradients/")}
    assert made["gradients/Shape"] == "Const"  # known, so no operation
    assert made["gradients/grad_ys_0"] == "Const"
    assert made["gradients/Fill"] == "Fill"
    assert made["gradients/Shape_1"] == "Shape"
    assert made["gradients/grad_ys_1"] == "Const"
    assert made["gradients/AddN"] == "AddN"
    assert made["gradients/e_grad/mul"] == "Mul"
    assert any(name.startswith("gradients/mul_grad/") for name in made)
    assert graph.get_operation_by_name("gradients/AddN").colocation_groups() != [b"loc:@gradients/AddN"]
    assert tf.gradients(x * 2.0, x)[0].name.startswith("gradients_1/")


def test_given_grad_ys_get_an_identity_of_their_name(graph):
    x = tf.constant([1.0])
    tf.gradients(x * x, x, grad_ys=tf.constant([2.0]))
    assert graph.get_operation_by_name("gradients/grad_ys_0").type == "Identity"


def test_sparse_gradients_are_put_side_by_side_and_dense_ones_are_added():
    params = tf.constant(np.ones([4, 2], np.float32))
    sparse = tf.gradients(tf.gather(params, [0, 2]) * 2.0 + tf.gather(params, [2, 3]), params)[0]
    assert isinstance(sparse, tf.IndexedSlices)
    values, indices = run([sparse.values, sparse.indices])
    assert sorted(indices.tolist()) == [0, 2, 2, 3]
    dense = np.zeros([4, 2])
    np.add.at(dense, indices, values)
    np.testing.assert_array_equal(dense, [[2, 2], [0, 0], [3, 3], [1, 1]])
    mixed = tf.gradients([tf.gather(params, [1]), params * 3.0], params)[0]
    assert isinstance(mixed, tf.Tensor)
    np.testing.assert_array_equal(run(mixed), [[3, 3], [4, 4], [3, 3], [3, 3]])


def test_variables_of_both_kinds_get_gradients():
    for use_resource in (False, True):
        v = tf.get_variable(f"v{use_resource}", initializer=[1.0, 2.0], use_resource=use_resource)
        np.testing.assert_array_equal(run(tf.gradients(v * v, v)[0]), [2, 4])


def test_what_is_not_connected_has_no_gradient_or_zeros():
    x, z = tf.constant([1.0, 2.0]), tf.placeholder(tf.float32)
    assert tf.gradients(x * 2.0, [z]) == [None]
    assert tf.gradients(tf.cast(x, tf.int32), [x]) == [None]
    zeros = tf.gradients(z * 2.0, [x, z], unconnected_gradients=tf.UnconnectedGradients.ZERO)
    np.testing.assert_array_equal(run(zeros[0]), [0, 0])
    with pytest.raises(ValueError, match="Unknown value for unconnected_gradients: 'nonsense'"):
        tf.gradients(x, x, unconnected_gradients="nonsense")


def test_a_function_that_returns_a_wrong_number_or_shape_of_gradients_is_told():
    x = tf.constant([1.0, 2.0])
    tf.RegisterGradient("TooMany")(lambda op, dy: [dy, dy])
    tf.RegisterGradient("WrongShape")(lambda op, dy: tf.constant([1.0]))
    graph = tf.get_default_graph()
    with graph.gradient_override_map({"Identity": "TooMany"}):
        y = tf.identity(x)
    with pytest.raises(ValueError, match="Num gradients 2 generated for op"):
        tf.gradients(y, x)
    with graph.gradient_override_map({"Identity": "WrongShape"}):
        y = tf.identity(x)
    with pytest.raises(ValueError, match="Incompatible shapes between op input and calculated input gradient"):
        tf.gradients(y, x)


def test_errors_have_the_words_of_1_15():
    x = tf.constant(1.0)
    c = tf.complex(x, x)
    with pytest.raises(TypeError, match="Gradients of complex tensors must set grad_ys"):
        tf.gradients(c, x)
    with pytest.raises(ValueError, match="Passed 2 grad_ys for 1 ys"):
        tf.gradients(x, x, grad_ys=[x, x])
    with pytest.raises(TypeError, match="generated for real or integer-valued tensor .* must be real or integer"):
        tf.gradients(x, x, grad_ys=c)
    with pytest.raises(ValueError, match="Invalid aggregation_method specified 7"):
        tf.gradients(x, x, aggregation_method=7)
    graph = tf.get_default_graph()
    with graph.gradient_override_map({"Identity": "NobodyKnowsThis"}):
        y = tf.identity(x)
    with pytest.raises(LookupError, match=r"No gradient defined for operation 'Identity.*' \(op type: Identity\)"):
        tf.gradients(y, x)


def test_registering_twice_is_an_error_even_before_the_own_gradient_was_loaded():
    with pytest.raises(KeyError, match="Registering two gradient with name 'Relu'!"):
        tf.RegisterGradient("Relu")(lambda op, dy: dy)
    with pytest.raises(TypeError, match="op_type must be a string"):
        tf.NotDifferentiable(3)


def test_hessians():
    x = tf.constant([1.0, 2.0])
    np.testing.assert_allclose(run(tf.hessians(x[0] * x[0] * x[1], x)[0]), [[4, 2], [2, 0]])


def test_custom_gradient_with_variables():
    @tf.custom_gradient
    def f(x):
        with tf.variable_scope("scope", use_resource=True):
            w = tf.get_variable("w", initializer=3.0)

        def grad(dy, variables=None):
            assert variables == [w]
            return dy * 10.0, [dy * 20.0]

        return x * w, grad

    x = tf.constant(2.0)
    y = f(x)
    w = tf.trainable_variables()[0]
    assert run([y, *tf.gradients(y, [x, w])]) == [6.0, 10.0, 20.0]


def test_custom_gradient_errors():
    @tf.custom_gradient
    def f(x):
        w = tf.get_variable("w", initializer=3.0, use_resource=True)
        return x * w, lambda dy: dy

    with pytest.raises(TypeError, match="grad_fn must accept a keyword argument 'variables'"):
        f(tf.constant(1.0))
    with pytest.raises(ValueError, match="keywords arguments only when eager"):
        f(x=tf.constant(1.0))


def test_recompute_grad_and_grad_pass_through():
    x = tf.constant(1.3)
    np.testing.assert_allclose(run(tf.gradients(tf.recompute_grad(tf.sin)(x), x)), [np.cos(1.3)], rtol=1e-6)
    assert run(tf.gradients(tf.grad_pass_through(tf.round)(x) * 3.0, x)) == [3.0]


def test_compute_gradient_compares_with_differences():
    with tf.Session():
        x = tf.constant([[0.5, 2.0]])
        exact, measured = tf.test.compute_gradient(x, [1, 2], tf.square(x), [1, 2], x_init_value=np.array([[1.0, 2.0]]))
        np.testing.assert_allclose(exact, [[2, 0], [0, 4]])
        np.testing.assert_allclose(measured, exact, atol=1e-2)
        z = tf.placeholder(tf.complex64, [2])
        assert tf.test.compute_gradient_error(z, [2], z * z, [2]) < 1e-2
        wrong = tf.stop_gradient(x) * x
        assert tf.test.compute_gradient_error(x, [1, 2], wrong, [1, 2], np.array([[1.0, 2.0]])) > 0.5


def test_thousands_of_operations_take_well_under_a_second():
    x = tf.constant(1.0)
    y = x
    for _ in range(3000):
        y = tf.identity(y)
    start = time.thread_time()  # others may be using the machine
    tf.gradients(y, x)
    assert time.thread_time() - start < 1.0


@pytest.mark.parametrize("use_resource", [False, True])
@pytest.mark.parametrize("level", [-1, 1], ids=["interpreted", "compiled"])
def test_second_derivatives_with_respect_to_a_variable(use_resource, level):
    """The loop over the rows takes gradients inside of its body, of a variable that lives outside."""
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = level
    with tf.Graph().as_default(), tf.Session(config=config) as sess:
        x = tf.Variable([1.0, 2.0, 3.0], use_resource=use_resource)
        (hessian,) = tf.hessians(tf.reduce_sum(x**3), x)
        sess.run(tf.global_variables_initializer())
        np.testing.assert_allclose(sess.run(hessian), np.diag([6.0, 12.0, 18.0]), rtol=1e-6)
