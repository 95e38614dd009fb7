"""Assignments, scatters and counters change variables as 1.15 does, in both tiers."""

import numpy as np
import pytest

import penstock as tf
from penstock.graph import errors
from tests.ops.variable_programs import compare


def test_scatters_into_both_kinds_of_variables(peer):
    compare(
        peer,
        """
        rng = np.random.RandomState(0)
        base, updates = rng.rand(5, 3).astype("f"), (rng.rand(2, 2, 3) + 0.5).astype("f")
        with tf.Session(config=CONFIG) as sess:
            for resource in (False, True):
                def variable(value=base):
                    v = tf.Variable(value, use_resource=resource)
                    sess.run(v.initializer)
                    return v

                for how in ("add", "sub", "mul", "div", "min", "max"):
                    v = variable()
                    result[f"{how} {resource}"] = sess.run(getattr(tf, "scatter_" + how)(v, [[0, 3], [3, 1]], updates))
                    slices = tf.IndexedSlices(tf.constant(2.0), tf.constant(1))
                    result[f"{how} scalar {resource}"] = sess.run(getattr(v, "scatter_" + how)(slices))
                v = variable()
                result[f"update {resource}"] = sess.run(tf.scatter_update(v, [4, 0], updates[0]))
                for how in ("update", "add", "sub"):
                    v = variable()
                    scatter_nd = getattr(tf, "scatter_nd_" + how)
                    result[f"nd {how} {resource}"] = sess.run(scatter_nd(v, [[0, 1], [2, 2], [4, 0]], [1.0, 2.0, 3.0]))
                    result[f"nd rows {how} {resource}"] = sess.run(scatter_nd(v, [[0], [2]], updates[0]))
                result[f"nd twice {resource}"] = sess.run(variable().scatter_nd_add([[1], [1]], updates[0]))
                integers = variable(np.array([7, -7, 9], "i"))
                result[f"integers {resource}"] = sess.run(tf.scatter_div(integers, [0, 1, 0], [2, 2, 2]))
                slices = tf.IndexedSlices([[1.0], [2.0], [3.0], [4.0], [5.0]], [[0], [1], [2], [1], [0]])
                result[f"batch {resource}"] = sess.run(variable().batch_scatter_update(slices))
        """,
    )


def test_reading_rows_of_a_resource_variable_and_its_gradient(peer):
    compare(
        peer,
        """
        r = tf.Variable(np.arange(15, dtype="f").reshape(5, 3), use_resource=True)
        g = tf.gradients(tf.reduce_sum(r.sparse_read([0, 0, 2]) ** 2), r)[0]
        dense = tf.gradients(tf.reduce_sum(r * r), r.handle)[0]
        with tf.Session(config=CONFIG) as sess:
            sess.run(r.initializer)
            result["rows"] = sess.run(r.sparse_read([[0, 1], [4, 2]]))
            result["elements"] = sess.run(r.gather_nd([[0, 1], [4, 2]]))
            result["values"], result["indices"], result["shape"] = sess.run([g.values, g.indices, g.dense_shape])
            result["dense"] = sess.run(dense)
            result["error"] = text(lambda: sess.run(r.sparse_read([[0, 1], [4, 5]])))
        """,
    )


def test_errors_of_updates_have_the_peers_words(peer):
    compare(
        peer,
        """
        base = np.ones((5, 3), "f")
        x = tf.placeholder(tf.float32)
        with tf.Session(config=CONFIG) as sess:
            for k in (False, True):
                v = tf.Variable(base, use_resource=k)
                sess.run(v.initializer)
                add, sub = v.assign_add(x), v.assign_sub(x)
                result[f"index {k}"] = text(lambda: sess.run(tf.scatter_add(v, [0, 7], base[:2])))
                result[f"negative {k}"] = text(lambda: sess.run(tf.scatter_update(v, [[0, -1]], base[None, :2])))
                result[f"scalar {k}"] = text(lambda: sess.run(tf.scatter_add(v, 8, 1.0)))
                result[f"nd {k}"] = text(lambda: sess.run(tf.scatter_nd_update(v, [[[0, 1], [0, 9]]], [[1.0, 2.0]])))
                result[f"add {k}"] = text(lambda: sess.run(add, {x: base[:2]}))
                result[f"sub {k}"] = text(lambda: sess.run(sub, {x: base[:2]}))
                n = tf.Variable(0, use_resource=k)
                sess.run(n.initializer)
                count = n.count_up_to(2)
                result[f"count {k}"] = [int(sess.run(count)), int(sess.run(count)), text(lambda: sess.run(count))]
            v = tf.Variable(base)
            sess.run(v.initializer)
            assign = v.assign(x)
            result["assign"] = text(lambda: sess.run(assign, {x: base[:2]}))
            result["uninitialized"] = text(lambda: sess.run(tf.Variable(1.0, name="u")))
            result["not a variable"] = text(lambda: tf.raw_ops.AssignAdd(ref=tf.constant(1.0), value=1.0))
        """,
    )


def test_a_failed_update_leaves_the_variable_as_it_was():
    with tf.Graph().as_default(), tf.Session() as sess:
        v = tf.Variable([1.0, 2.0])
        sess.run(v.initializer)
        with pytest.raises(errors.InvalidArgumentError, match=r"indices\[1\] = 5 is not in \[0, 2\)"):
            sess.run(tf.scatter_add(v, [0, 5], [1.0, 1.0]))
        np.testing.assert_array_equal(sess.run(v), [1.0, 2.0])


def test_a_variable_without_a_fixed_shape_takes_any():
    with tf.Graph().as_default(), tf.Session() as sess:
        start = tf.placeholder_with_default(np.zeros(2, "f"), None)
        v = tf.Variable(start, validate_shape=False)
        sess.run(v.initializer)
        assert v.shape.ndims is None
        np.testing.assert_array_equal(sess.run(tf.assign(v, [1.0, 2.0, 3.0], validate_shape=False)), [1.0, 2.0, 3.0])
        np.testing.assert_array_equal(sess.run(v), [1.0, 2.0, 3.0])


def test_scatter_nd_updates_of_the_wrong_shape_are_refused_when_the_graph_is_made():
    with tf.Graph().as_default():
        v = tf.Variable(np.ones((5, 3), "f"))
        with pytest.raises(ValueError, match=r"The outer 1 dimensions of indices.shape=\[1,2\] must match the outer 1"):
            tf.scatter_nd_add(v, [[0, 1]], np.ones((5, 3), "f"))
        with pytest.raises(ValueError, match=r"The inner 1 dimensions of input.shape=\[5,3\] must match the inner 1"):
            tf.scatter_nd_add(v, [[0], [1]], np.ones((2, 4), "f"))


def test_a_destroyed_resource_has_no_value():
    with tf.Graph().as_default(), tf.Session() as sess:
        v = tf.Variable(1.0, use_resource=True)
        sess.run(v.initializer)
        sess.run(tf.raw_ops.DestroyResourceOp(resource=v.handle))
        assert not sess.run(v.is_initialized())
        sess.run(tf.raw_ops.DestroyResourceOp(resource=v.handle))  # ignores what is gone already
        with pytest.raises(errors.NotFoundError):
            sess.run(tf.raw_ops.DestroyResourceOp(resource=v.handle, ignore_lookup_error=False))


def test_a_temporary_variable_lives_from_its_assignment_to_its_end():
    with tf.Graph().as_default(), tf.Session() as sess:
        temporary = tf.raw_ops.TemporaryVariable(shape=[2], dtype=tf.float32, var_name="t")
        filled = tf.assign_add(tf.assign(temporary, [1.0, 2.0]), [10.0, 10.0])
        end = tf.raw_ops.DestroyTemporaryVariable(ref=filled, var_name="t")
        np.testing.assert_array_equal(sess.run(end), [11.0, 12.0])


def test_a_module_flattens_its_attributes_by_name_with_their_paths():
    class Inner(tf.Module):
        def __init__(self):
            super().__init__()
            self.b = 2

    class Outer(tf.Module):
        _TF_MODULE_IGNORED_PROPERTIES = frozenset(("hidden",)).union(tf.Module._TF_MODULE_IGNORED_PROPERTIES)

        def __init__(self):
            super().__init__()
            self.z = {"k": 1, "a": [3, Inner()]}
            self.hidden = 7

    numbers = Outer()._flatten(predicate=lambda x: isinstance(x, int), with_path=True)
    assert list(numbers) == [(("z", "a", 0), 3), (("z", "k"), 1), (("z", "a", 1, "b"), 2)]
    assert list(Outer()._flatten(recursive=False, predicate=lambda x: isinstance(x, int))) == [3, 1]
