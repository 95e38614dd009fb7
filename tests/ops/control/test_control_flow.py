"""cond, case, while_loop and the functions built on them: values, gradients of any order, variables, errors, both tiers."""

from __future__ import annotations

import collections
import re

import numpy as np
import pytest

import penstock as tf


@pytest.fixture(params=[-1, 1], ids=["interpreted", "compiled"])
def sess(request):
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = request.param
    with tf.Graph().as_default(), tf.Session(config=config) as session:
        yield session


def numeric(sess, y, x, at, eps=1e-2):
    return (sess.run(y, {x: at + eps}) - sess.run(y, {x: at - eps})) / (2 * eps)


def test_cond_runs_only_the_chosen_branch(sess):
    v = tf.Variable(0.0)
    pred = tf.placeholder(tf.bool, [])
    result = tf.cond(pred, lambda: tf.assign_add(v, 1.0), lambda: tf.identity(v) - 10.0)
    sess.run(tf.global_variables_initializer())
    assert sess.run(result, {pred: True}) == 1.0
    assert sess.run(result, {pred: False}) == -9.0
    assert sess.run(v) == 1.0


def test_cond_keeps_the_structure_of_its_branches(sess):
    Pair = collections.namedtuple("Pair", "a b")
    x = tf.placeholder(tf.float32, [])
    result = tf.cond(x > 0, lambda: Pair(x, [x * 2]), lambda: Pair(-x, [x * 3]))
    assert sess.run(result, {x: 2.0}) == Pair(2.0, [4.0])
    assert sess.run(result, {x: -2.0}) == Pair(2.0, [-6.0])


def test_cond_unpacks_a_list_of_one_unless_strict(sess):
    p = tf.constant(True)
    assert isinstance(tf.cond(p, lambda: [tf.constant(1)], lambda: [tf.constant(2)]), tf.Tensor)
    assert isinstance(tf.cond(p, lambda: [tf.constant(1)], lambda: [tf.constant(2)], strict=True), list)


def test_cond_returns_a_tensor_for_operations(sess):
    v = tf.Variable(1.0)
    sess.run(tf.global_variables_initializer())
    done = tf.cond(tf.constant(True), lambda: tf.group(v.assign(5.0)), lambda: tf.no_op())
    sess.run(done)
    assert sess.run(v) == 5.0


def test_cond_gradient_uses_intermediate_values_of_the_branch(sess):
    x = tf.placeholder(tf.float32, [])
    y = tf.cond(x > 1.0, lambda: tf.exp(tf.sin(x)) * x, lambda: x + 10.0)
    (g,) = tf.gradients(y, x)
    assert sess.run(g, {x: 2.0}) == pytest.approx(numeric(sess, y, x, 2.0), rel=1e-2)
    assert sess.run(g, {x: 0.0}) == 1.0


def test_cond_gradient_with_unknown_batch(sess):
    x = tf.placeholder(tf.float32, [None, 2])
    y = tf.cond(tf.reduce_sum(x) > 0, lambda: tf.tanh(x * x), lambda: x * 0.5)
    (g,) = tf.gradients(y, x)
    value = np.array([[0.5, 1.0], [0.1, 0.2]], np.float32)
    expected = (1 - np.tanh(value**2) ** 2) * 2 * value
    np.testing.assert_allclose(sess.run(g, {x: value}), expected, rtol=1e-5)
    np.testing.assert_allclose(sess.run(g, {x: -value}), np.full_like(value, 0.5))


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: tf.cond(True, lambda: 1, lambda: 2), TypeError),
        (lambda: tf.cond(tf.constant(True), 1, lambda: 2), TypeError),
        (lambda: tf.cond(tf.constant(True), lambda: tf.constant(1), lambda: tf.constant(1.0)), ValueError),
        (lambda: tf.cond(tf.constant(True), lambda: [1, 2], lambda: [1]), ValueError),
        (lambda: tf.while_loop(1, lambda i: i, [0]), TypeError),
        (lambda: tf.while_loop(lambda i: i < 1, lambda i: i, []), ValueError),
        (lambda: tf.while_loop(lambda i: i < 1, lambda i: tf.cast(i, tf.float32), [tf.constant(0)]), TypeError),
        (lambda: tf.while_loop(lambda x: True, lambda x: tf.concat([x, x], 0), [tf.zeros([2])]), ValueError),
    ],
)
def test_misuse_is_reported_at_construction(call, error):
    with tf.Graph().as_default(), pytest.raises(error):
        call()


def test_case_takes_the_first_true_predicate(sess):
    x = tf.placeholder(tf.int32, [])
    result = tf.case(
        [(x < 2, lambda: tf.constant(1)), (x < 5, lambda: tf.constant(2))], default=lambda: tf.constant(-1)
    )
    assert [sess.run(result, {x: v}) for v in (0, 3, 9)] == [1, 2, -1]


def test_exclusive_case_refuses_two_true_predicates(sess):
    x = tf.placeholder(tf.int32, [])
    result = tf.case(
        [(x < 5, lambda: tf.constant(1)), (x < 9, lambda: tf.constant(2))],
        default=lambda: tf.constant(-1),
        exclusive=True,
    )
    assert sess.run(result, {x: 7}) == 2
    with pytest.raises(tf.errors.InvalidArgumentError, match="exclusive=True: more than 1 conditions"):
        sess.run(result, {x: 1})


def test_while_loop_counts(sess):
    i = tf.while_loop(lambda i: i < 10, lambda i: i + 1, [tf.constant(0)])
    assert isinstance(i, tf.Tensor)
    assert sess.run(i) == 10
    assert i.name == "while/Exit:0"


def test_while_loop_carries_nested_structures(sess):
    Pair = collections.namedtuple("Pair", "j k")
    result = tf.while_loop(
        lambda i, p: i < 10,
        lambda i, p: (i + 1, Pair(p.j + p.k, p.j - p.k)),
        (tf.constant(0), Pair(tf.constant(1), tf.constant(2))),
    )
    a, b = 1, 2
    for _ in range(10):
        a, b = a + b, a - b
    assert sess.run(result) == (10, Pair(a, b))


def test_while_loop_with_shape_invariants_grows(sess):
    x = tf.while_loop(
        lambda i, m: i < 3,
        lambda i, m: [i + 1, tf.concat([m, m], axis=0)],
        [tf.constant(0), tf.ones([2, 2])],
        shape_invariants=[tf.TensorShape([]), tf.TensorShape([None, 2])],
    )[1]
    assert sess.run(x).shape == (16, 2)


def test_maximum_iterations_stops_a_loop(sess):
    result = tf.while_loop(lambda i: True, lambda i: i + 1, [tf.constant(0)], maximum_iterations=7)
    assert sess.run(result) == 7


def test_while_gradients_up_to_the_second_order(sess):
    x = tf.placeholder(tf.float32, [])
    y = tf.while_loop(lambda i, a: i < 5, lambda i, a: (i + 1, a * x), [tf.constant(0), tf.constant(1.0)])[1]
    (g,) = tf.gradients(y, x)
    (h,) = tf.gradients(g, x)
    assert sess.run([y, g, h], {x: 2.0}) == [32.0, 80.0, 160.0]


def test_gradient_through_a_loop_in_a_loop(sess):
    x = tf.placeholder(tf.float32, [])

    def inner(a):
        return tf.while_loop(lambda j, b: j < 2, lambda j, b: (j + 1, tf.sin(b) * x), [0, a])[1]

    y = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, inner(a)), [0, tf.constant(1.0)])[1]
    (g,) = tf.gradients(y, x)
    assert sess.run(g, {x: 1.5}) == pytest.approx(numeric(sess, y, x, 1.5), rel=2e-2)


def test_gradient_through_a_conditional_in_a_loop(sess):
    x = tf.placeholder(tf.float32, [])
    y = tf.while_loop(
        lambda i, a: i < 4,
        lambda i, a: (i + 1, tf.cond(tf.equal(i % 2, 0), lambda: a * x, lambda: tf.sin(a) + x)),
        [0, tf.constant(1.0)],
    )[1]
    (g,) = tf.gradients(y, x)
    assert sess.run(g, {x: 1.5}) == pytest.approx(numeric(sess, y, x, 1.5), rel=2e-2)


def test_a_loop_whose_length_is_only_known_at_run_time_has_a_gradient(sess):
    x = tf.placeholder(tf.float32, [])
    y = tf.while_loop(lambda a: a < 100.0, lambda a: a * x, [tf.constant(1.0)])
    (g,) = tf.gradients(y, x)
    assert sess.run([y, g], {x: 3.0}) == [243.0, 405.0]
    assert sess.run([y, g], {x: 11.0}) == [121.0, 22.0]


def test_variables_are_written_in_bodies(sess):
    v = tf.Variable(1.0)
    loop = tf.while_loop(
        lambda i: i < 3,
        lambda i: tf.tuple([i + 1], control_inputs=[tf.assign_add(v, 2.0)])[0],
        [tf.constant(0)],
    )
    sess.run(tf.global_variables_initializer())
    assert sess.run(loop) == 3
    assert sess.run(v) == 7.0


def test_random_numbers_differ_from_turn_to_turn_and_run_to_run(sess):
    total = tf.while_loop(
        lambda i, a: i < 3,
        lambda i, a: (i + 1, tf.concat([a, tf.random_uniform([1], seed=1)], 0)),
        [0, tf.zeros([0])],
        shape_invariants=[tf.TensorShape([]), tf.TensorShape([None])],
    )[1]
    values = np.concatenate([sess.run(total), sess.run(total)])
    assert len(set(values.tolist())) == 6


def test_an_error_in_a_body_reaches_the_caller_and_changes_nothing(sess):
    v = tf.Variable(0)
    index = tf.placeholder(tf.int32, [])
    table = tf.constant([1, 2, 3])
    loop = tf.while_loop(
        lambda i, a: i < 3, lambda i, a: (i + 1, a + tf.gather(table, index + i)), [tf.constant(0), tf.constant(0)]
    )[1]
    update = v.assign_add(loop)
    sess.run(tf.global_variables_initializer())
    assert sess.run(update, {index: 0}) == 6
    with pytest.raises(tf.errors.InvalidArgumentError, match="is not in"):
        sess.run(update, {index: 1})
    assert sess.run(v) == 6


def test_ten_thousand_turns(sess):
    assert sess.run(tf.while_loop(lambda i: i < 10000, lambda i: i + 1, [tf.constant(0)])) == 10000


def test_map_scan_and_folds_with_gradients(sess):
    x = tf.constant([1.0, 2.0, 3.0])
    w = tf.constant(2.0)
    mapped = tf.map_fn(lambda e: e * e * w, x)
    scanned = tf.scan(lambda a, e: a * e * w, x)
    assert mapped.shape.as_list() == [3]
    np.testing.assert_allclose(sess.run(mapped), [2, 8, 18])
    np.testing.assert_allclose(sess.run(scanned), [1, 4, 24])
    gx, gw = sess.run(tf.gradients(mapped, [x, w]))
    np.testing.assert_allclose(gx, [4, 8, 12])
    assert gw == 14.0
    gx, gw = sess.run(tf.gradients(scanned, [x, w]))
    np.testing.assert_allclose(gx, [29, 14, 8])
    assert gw == 26.0
    assert sess.run(tf.foldl(lambda a, e: a - e, x)) == -4.0
    assert sess.run(tf.foldr(lambda a, e: a - e, x)) == 0.0
    np.testing.assert_allclose(sess.run(tf.scan(lambda a, e: a + e, x, reverse=True)), [6, 5, 3])


def test_map_fn_with_several_inputs_and_another_type(sess):
    a, b = tf.constant([1, 2, 3]), tf.constant([-1, 1, -1])
    np.testing.assert_array_equal(sess.run(tf.map_fn(lambda x: x[0] * x[1], (a, b), dtype=tf.int32)), [-1, 2, -3])
    squares, halves = tf.map_fn(lambda x: (x * x, tf.cast(x, tf.float32) / 2), a, dtype=(tf.int32, tf.float32))
    np.testing.assert_array_equal(sess.run(squares), [1, 4, 9])
    np.testing.assert_allclose(sess.run(halves), [0.5, 1, 1.5])


def test_scan_over_a_batch_of_unknown_size(sess):
    p = tf.placeholder(tf.float32, [None, 2])
    w = tf.constant(2.0)
    total = tf.scan(lambda a, e: a + e * w, p, initializer=tf.zeros([2]))
    grads = tf.gradients(tf.reduce_sum(total), [p, w])
    for rows in (3, 5):
        value, gp, gw = sess.run([total, *grads], {p: np.ones((rows, 2))})
        np.testing.assert_allclose(value[:, 0], 2 * np.arange(1, rows + 1))
        np.testing.assert_allclose(gp[:, 0], 2 * np.arange(rows, 0, -1))
        assert gw == pytest.approx(rows * (rows + 1))


def test_tensor_array_reads_what_was_written(sess):
    ta = tf.TensorArray(tf.float32, size=3, element_shape=[2])
    ta = ta.write(0, [1.0, 2.0]).write(2, [5.0, 6.0]).write(1, [3.0, 4.0])
    np.testing.assert_allclose(sess.run(ta.stack()), [[1, 2], [3, 4], [5, 6]])
    np.testing.assert_allclose(sess.run(ta.read(1)), [3, 4])
    np.testing.assert_allclose(sess.run(ta.gather([2, 0])), [[5, 6], [1, 2]])
    np.testing.assert_allclose(sess.run(ta.concat()), [1, 2, 3, 4, 5, 6])
    assert sess.run(ta.size()) == 3


def test_tensor_array_grows_when_it_may(sess):
    ta = tf.TensorArray(tf.float32, size=0, dynamic_size=True).write(0, 1.0).write(3, 4.0)
    assert sess.run(ta.size()) == 4


def test_tensor_array_refuses_what_does_not_fit(sess):
    ta = tf.TensorArray(tf.float32, size=2)
    with pytest.raises((tf.errors.InvalidArgumentError, tf.errors.OutOfRangeError)):
        sess.run(ta.write(5, 1.0).stack())
    with pytest.raises(ValueError, match="Inconsistent shapes"):
        ta.write(0, [1.0]).write(1, [1.0, 2.0])


def test_group_and_tuple_run_everything(sess):
    a, b = tf.Variable(1), tf.Variable(2)
    sess.run(tf.global_variables_initializer())
    sess.run(tf.group(a.assign(10), b.assign(20)))
    assert sess.run([a, b]) == [10, 20]
    gated = tf.tuple([tf.identity(a), tf.identity(b)], control_inputs=[a.assign(5).op])
    sess.run(gated[1])
    assert sess.run(a) == 5
    with pytest.raises(TypeError):
        tf.group(1, 2)


@pytest.mark.parametrize("tier", ["interpret", "compile"])
@pytest.mark.parametrize("through", ["map_fn", "scan"])
def test_gradients_of_gradients_go_through_the_arrays_of_maps_and_scans(monkeypatch, tier, through):
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float64, [3, 2])
        if through == "map_fn":
            y = tf.map_fn(lambda t: tf.tanh(t) * t, x)
        else:
            y = tf.scan(lambda a, t: tf.tanh(a + t) * t, x)
        (first,) = tf.gradients(y * y, x)
        (second,) = tf.gradients(tf.reduce_sum(first * first), x)
        value = np.linspace(-1, 1, 6).reshape([3, 2])
        size = lambda v: np.square(session.run(first, {x: v})).sum()  # noqa: E731
        step = 1e-5 * np.eye(6).reshape([6, 3, 2])
        wanted = [(size(value + d) - size(value - d)) / 2e-5 for d in step]
        np.testing.assert_allclose(session.run(second, {x: value}).ravel(), wanted, rtol=1e-5)


NO_SCALARS = [np.array(v, bool) for v in ([[True]], [True], [True, False], [])]


@pytest.mark.parametrize("given", NO_SCALARS, ids=str)
def test_what_decides_must_be_a_scalar_when_it_runs(sess, given):
    """1.15 makes `tf.cond` and `tf.while_loop` of Switch, which refuses what an If would take."""
    pred, x = tf.placeholder(tf.bool), tf.constant(2.0)
    chosen = tf.cond(pred, lambda: x * 3, lambda: x * 5)
    (slope,) = tf.gradients(chosen, x)
    nested = tf.cond(tf.placeholder_with_default(True, []), lambda: tf.cond(pred, lambda: x, lambda: -x), lambda: x)
    case = tf.case([(pred, lambda: tf.constant(1))], default=lambda: tf.constant(2))
    last = tf.case([(pred, lambda: tf.constant(1))])
    loop = tf.while_loop(lambda i: pred, lambda i: i + 1, [0])
    asserted = tf.Assert(pred, [x])
    text = f"The second input must be a scalar, but it has shape [{','.join(map(str, given.shape))}]"
    for fetched in (chosen, slope, nested, case, last, loop, asserted):
        with pytest.raises(tf.errors.InvalidArgumentError, match=re.escape(text)):
            sess.run(fetched, {pred: given})
    assert sess.run([chosen, slope, nested, case, last], {pred: True}) == [6.0, 3.0, 2.0, 1, 1]
    assert sess.run(loop, {pred: False}) == 0


def test_what_decides_must_be_a_scalar_in_an_imported_graph_too(sess):
    tf.cond(tf.placeholder(tf.bool, name="p"), lambda: tf.constant(1), lambda: tf.constant(2), name="c")
    graph_def = tf.get_default_graph().as_graph_def()
    (merged,) = tf.import_graph_def(graph_def, return_elements=["c/Merge:0"], name="again")
    assert sess.run(merged, {"again/p:0": False}) == 2
    with pytest.raises(tf.errors.InvalidArgumentError, match="must be a scalar, but it has shape"):
        sess.run(merged, {"again/p:0": [True]})


@pytest.mark.parametrize("shape", [[1], [None], [2, 3]], ids=str)
def test_what_is_known_to_be_no_scalar_cannot_decide(shape):
    text = f"Shape must be rank 0 but is rank {len(shape)} for '{{}}' (op: '{{}}') with input shapes: "

    def refused(make, *words):
        with tf.Graph().as_default(), pytest.raises(ValueError) as caught:
            make(tf.placeholder(tf.bool, shape))
        assert str(caught.value).startswith(text.format(*words))

    one, two = (lambda: tf.constant(1)), (lambda: tf.constant(2))
    refused(lambda p: tf.cond(p, one, two), "cond/Switch", "Switch")
    refused(lambda p: tf.case([(p, one)], default=two), "case/cond/Switch", "Switch")
    refused(lambda p: tf.case([(p, one), (p, two)], exclusive=True), "case/cond/Switch", "Switch")
    refused(lambda p: tf.case([(p, one)]), "case/Assert_1/AssertGuard/Switch", "Switch")
    refused(lambda p: tf.while_loop(lambda i: p, lambda i: i + 1, [0]), "while/LoopCond", "LoopCond")
    refused(lambda p: tf.Assert(p, [1.0]), "Assert/AssertGuard/Switch", "Switch")


def test_an_if_of_an_array_asks_whether_it_has_elements(sess):
    """The operation itself, which 1.15 has for functions, takes any array."""
    tf.cond(tf.placeholder(tf.bool, []), lambda: tf.constant(1), lambda: tf.constant(2), name="c")
    made = tf.get_default_graph().get_operation_by_name("c/If")
    branches = {name: made.get_attr(name) for name in ("then_branch", "else_branch")}
    cond = tf.placeholder(tf.bool)
    (found,) = tf.raw_ops.If(cond=cond, input=[], Tout=[tf.int32], **branches)
    assert [sess.run(found, {cond: v}) for v in ([False], [[False, False]], [], False, True)] == [1, 1, 2, 2, 1]
