"""tf.contrib.graph_editor selects, rewires and copies as 1.15 does; edited graphs run in both tiers."""

import numpy as np
import pytest

import penstock as tf
from tests.contrib.programs.graph_editor import PROGRAMS
from tests.contrib.recorded import same_as_recorded

ge = tf.contrib.graph_editor


@pytest.mark.parametrize("title", PROGRAMS)
def test_edits_are_those_of_tensorflow(title, monkeypatch):
    same_as_recorded("graph_editor", title, PROGRAMS[title], monkeypatch, ("interpret", "compile"))


def test_activations_can_be_computed_again_for_gradients():
    """What programs that save memory do: the forward part is copied, and gradients use the copy."""
    with tf.Graph().as_default() as graph, tf.Session() as session:
        x = tf.constant([[0.3, -0.2]])
        w = [tf.get_variable(f"w{i}", initializer=tf.constant([[0.5, 0.1 * i], [-0.3, 0.7]])) for i in range(4)]
        h = [x]
        for v in w:
            h.append(tf.tanh(tf.matmul(h[-1], v)))
        loss = tf.reduce_sum(tf.square(h[-1]))
        plain = tf.gradients(loss, w)
        between = ge.get_walks_intersection_ops([h[2]], [h[4]])
        grads = tf.gradients(loss, h[4])[0]
        view, info = ge.copy_with_input_replacements(ge.sgv(between), {h[2]: tf.stop_gradient(h[2])})
        again = info.transformed(h[4])
        ge.add_control_inputs(view.ops[0], [grads.op])
        later = tf.gradients(again, [w[2], w[3]], grad_ys=grads)
        session.run(tf.global_variables_initializer())
        for wanted, got in zip(session.run(plain[2:]), session.run(later), strict=True):
            np.testing.assert_allclose(got, wanted, rtol=1e-6)
        assert graph.get_operations()


def test_loops_and_branches_are_copied_with_what_they_call():
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.constant(2.0)
        total = tf.while_loop(lambda i, t: i < 3, lambda i, t: (i + 1, t * x), [0, 1.0])[1]
        y = tf.cond(total > 10.0, lambda: total * 2.0, lambda: total * 3.0)
        found = ge.graph_replace(y, {x: tf.constant(3.0)})
        assert session.run([y, found]) == [24.0, 54.0]


def test_what_does_not_fit_is_told():
    with tf.Graph().as_default() as graph:
        a, b = tf.constant([1.0]), tf.constant([1, 2])
        c = tf.square(a)
        other = tf.Graph()
        for error, part, call in (
            (ValueError, "different sizes", lambda: ge.reroute_ts([a], [a, c])),
            (ValueError, "Dtypes", lambda: ge.reroute_ts(a, b)),
            (ValueError, "Shapes", lambda: ge.reroute_ts(a, tf.constant([1.0, 2.0]))),
            (ValueError, "not a control_input", lambda: ge.remove_control_inputs(c.op, a.op)),
            (ValueError, "not connected", lambda: ge.graph_replace(a, {c: a})),
            (ValueError, "keyword argument 'graph'", lambda: ge.select_ops("^a")),
            (ValueError, "Wrong keywords argument", lambda: ge.select_ops(a.op, what=1)),
            (ValueError, "Graph mismatch", lambda: ge.sgv(a.op, graph=other)),
            (ValueError, "Found repetition", lambda: ge.sgv(c.op).remap_inputs([0, 0])),
            (ValueError, "Out of", lambda: ge.sgv(c.op).remap_inputs([5])),
            (ValueError, "not in subgraph", lambda: ge.sgv(c.op).find_op_by_name("no")),
            (ValueError, "Boundary is intersecting", lambda: ge.get_within_boundary_ops(graph, a.op, a.op)),
            (TypeError, "Expected a type in", lambda: ge.make_list_of_op([a])),
            (TypeError, "allow_graph is False", lambda: ge.make_list_of_t(graph, allow_graph=False)),
            (TypeError, "Expected a util.ControlOutputs", lambda: ge.check_cios(control_ios=3)),
        ):
            with pytest.raises(error, match=part):
                call()
