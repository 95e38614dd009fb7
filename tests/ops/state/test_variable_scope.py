"""Scopes give variables and operations the names of 1.15, and share variables by its rules."""

import threading

import pytest

import penstock as tf
from tests.ops.variable_programs import compare


def test_names_in_scopes_entered_once_and_again(peer):
    compare(
        peer,
        """
        def renaming(getter, name, *args, **kwargs):
            return getter(name + "_x", *args, **kwargs)

        with tf.variable_scope("foo"):
            v = tf.get_variable("v", [1])
            tf.constant(1.0, name="c")
            with tf.variable_scope("bar") as bar:
                tf.identity(tf.get_variable("w", [2], initializer=tf.ones_initializer), name="d")
        with tf.variable_scope("foo", reuse=True) as foo:
            result["shared"] = tf.get_variable("v", [1]) is v
            tf.constant(1.0, name="c")
        for _ in range(2):
            with tf.variable_scope(bar):
                tf.constant(0, name="e")
        with tf.variable_scope(bar, auxiliary_name_scope=False) as again:
            with tf.name_scope(again.original_name_scope):
                tf.constant(0, name="e")
        for _ in range(3):
            with tf.variable_scope(None, "default"):
                tf.get_variable("q", [])
                with tf.variable_scope(None, "inner"):
                    tf.get_variable("q", [])
        with tf.variable_scope("foo"):
            for _ in range(2):
                with tf.variable_scope(None, "default"):
                    tf.get_variable("q", [])
        with tf.name_scope("ns"):
            tf.get_variable("nn", [1]), tf.Variable(1.0, name="nv")
            with tf.variable_scope("vs") as vs:
                tf.get_variable("mm", [1]), tf.constant(1)
        with tf.variable_scope(vs):
            tf.constant(1)
        with tf.variable_scope("g", custom_getter=renaming):
            tf.get_variable("one", [1])
            with tf.variable_scope("h", custom_getter=lambda getter, name, *a, **k: getter(name + "_y", *a, **k)):
                tf.get_variable("two", [1])
        manager = tf.variable_scope("cm")
        for _ in range(2):
            with manager:
                tf.constant(1)
        for use_resource in (False, True):
            name = f"cached{use_resource}"
            cached = tf.get_variable(name, [1], caching_device="/cpu:0", use_resource=use_resource)
            cached.assign_add([1.0])
        with tf.device("/cpu:0"):
            placed = tf.get_variable("placed", [3])
        with tf.colocate_with(placed):
            tf.get_variable("beside", [3])
        tf.get_local_variable("local", [1])
        result["ops"] = ops()
        result["names"] = [[v.name for v in c] for c in (tf.global_variables(), tf.trainable_variables(), tf.local_variables())]
        result["scopes"] = [s.name for s in (bar, again, vs)] + [s.original_name_scope for s in (bar, again, vs)]
        result["reuse"] = [str(foo.reuse), str(bar.reuse), str(tf.get_variable_scope().reuse)]
        """,
    )


def test_errors_of_sharing_are_those_of_the_peer(peer):
    compare(
        peer,
        """
        v, r = tf.get_variable("v", [1]), tf.get_variable("r", [1], use_resource=True)
        two = tf.fixed_size_partitioner(2)
        p = tf.get_variable("p", [4, 2], partitioner=two)

        def note(key, f):
            result[key] = text(f).split(" Originally")[0]

        note("exists", lambda: tf.get_variable("v", [1]))
        note("exists as resource", lambda: tf.get_variable("r", [1]))
        note("value and shape", lambda: tf.get_variable("c", [1], initializer=tf.constant([1.0])))
        note("value and type", lambda: tf.get_variable("e", dtype=tf.int32, initializer=tf.constant(1.0)))
        note("complex", lambda: tf.get_variable("complex", [1], tf.complex64))
        note("reuse", lambda: tf.variable_scope("x", reuse=5))
        note("no name", lambda: tf.variable_scope(None))
        note("type of name", lambda: tf.variable_scope(5).__enter__())
        note("reuse without name", lambda: tf.variable_scope(None, "d", reuse=True).__enter__())
        note("auxiliary", lambda: tf.variable_scope("d", auxiliary_name_scope=1))
        note("getter", lambda: tf.get_variable("f", [1], custom_getter=3))
        note("partitioner", lambda: tf.get_variable("g", [1], partitioner=3))
        note("without partitioner", lambda: tf.get_variable("p", [4, 2]))
        note("parts exist", lambda: tf.get_variable("p", [4, 2], partitioner=two))
        note("whole exists", lambda: tf.get_variable("v", [4, 2], partitioner=two))
        for i, parts in enumerate(([2, 2], [2], [0, 1], 5)):
            note(f"parts {i}", lambda: tf.get_variable("q", [4, 2], partitioner=lambda shape, dtype: parts))
        note("parts of unknown", lambda: tf.get_variable("q", partitioner=two))
        with tf.variable_scope("", reuse=True):
            note("missing", lambda: tf.get_variable("nope", [1]))
            note("shape", lambda: tf.get_variable("v", [2]))
            note("dtype", lambda: tf.get_variable("v", [1], tf.int32))
            note("parts shape", lambda: tf.get_variable("p", [4, 3], partitioner=two))
            note("parts number", lambda: tf.get_variable("p", [4, 2], partitioner=tf.fixed_size_partitioner(4)))
            note("parts missing", lambda: tf.get_variable("zz", [4, 2], partitioner=two))
            result["parts shared"] = tf.get_variable("p", [4, 2]) is p
        """,
    )


def test_defaults_of_a_scope_reach_the_variables_inside():
    with tf.Graph().as_default(), tf.Session() as sess:
        with tf.variable_scope(
            "a",
            reuse=tf.AUTO_REUSE,
            initializer=tf.constant_initializer(3.0),
            regularizer=tf.reduce_sum,
            dtype=tf.float64,
            constraint=tf.abs,
        ) as scope:
            x = tf.get_variable("x", [2])
            assert tf.get_variable("x", [2]) is x
            free = tf.get_variable("free", [1], regularizer=tf.no_regularizer)
            with tf.variable_scope("b"):
                z = tf.get_variable("z", [1])
        assert x.dtype.base_dtype == tf.float64
        assert x.constraint is tf.abs
        losses = tf.get_collection(tf.GraphKeys.REGULARIZATION_LOSSES)
        assert [t.name for t in losses] == ["a/x/Regularizer/Sum:0", "a/b/z/Regularizer/Sum:0"]
        sess.run(tf.global_variables_initializer())
        assert sess.run(losses) == [6.0, 3.0]
        assert scope.global_variables() == [x, free, z]


def test_setters_change_the_defaults():
    with tf.Graph().as_default(), tf.variable_scope("s") as scope:
        scope.set_dtype(tf.int64)
        scope.set_initializer(tf.ones_initializer())
        scope.set_use_resource(True)
        scope.set_partitioner(tf.fixed_size_partitioner(2))
        scope.set_regularizer(None)
        scope.set_caching_device("/cpu:0")
        v = tf.get_variable("v", [4])
        assert [part.name for part in v] == ["s/v/part_0:0", "s/v/part_1:0"]
        assert {type(part).__name__ for part in v} == {"ResourceVariable"}
        assert v.dtype == tf.int64
        scope.reuse_variables()
        assert tf.get_variable("v", [4]) is v


def test_a_template_shares_its_variables_between_calls():
    with tf.Graph().as_default():
        scale = tf.make_template("scale", lambda x, y: x * tf.get_variable("w", []) + y, y=2.0)
        a, b = scale(1.0), scale(2.0)
        assert [a.op.name, b.op.name] == ["scale/add", "scale_1/add"]
        assert [v.name for v in scale.variables] == ["scale/w:0"]
        assert scale.variable_scope_name == "scale/"
        second = tf.make_template("scale", lambda: tf.get_variable("w", []), create_scope_now_=True)
        assert second().name == "scale_1/w:0"
        forgetful = tf.make_template("bad", lambda: tf.Variable(1.0))
        forgetful()
        with pytest.raises(ValueError, match="Trainable variable created when calling a template after the first time"):
            forgetful()


def test_every_thread_has_scopes_of_its_own():
    names = []
    with tf.Graph().as_default() as graph, tf.variable_scope("outer"):

        def work():
            with graph.as_default():
                names.append(tf.get_variable("v", [1]).name)

        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert names == ["v:0"]


def test_the_old_spelling_takes_the_values_first():
    with tf.Graph().as_default(), tf.variable_op_scope([tf.constant(1.0)], None, "layer") as scope:
        assert scope.name == "layer"
        assert tf.get_variable("v", [1]).name == "layer/v:0"


def test_scopes_must_be_left_in_order():
    with tf.Graph().as_default():
        outer, inner = tf.variable_scope("a"), tf.variable_scope("b")
        outer.__enter__()
        inner.__enter__()
        with pytest.raises(RuntimeError, match="Improper nesting of variable_scope."):
            outer.__exit__(None, None, None)
        inner.__exit__(None, None, None)
