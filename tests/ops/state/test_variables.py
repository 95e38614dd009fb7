"""Variables make the operations of 1.15 under its names, and behave as tensors with a memory."""

import copy

import numpy as np
import pytest

import penstock as tf
from tests.ops.variable_programs import compare


def test_operations_and_names_are_those_of_the_peer(peer):
    compare(
        peer,
        """
        v = tf.Variable([1.0, 2.0], name="v")
        tf.Variable([1.0, 2.0], name="v")
        tf.Variable(3)
        tf.get_variable("w", [2, 3])
        r = tf.Variable(lambda: tf.zeros([2]), name="r", use_resource=True)
        tf.Variable(5.0, use_resource=True, trainable=False)
        v.assign_add([1.0, 1.0])
        tf.assign(v, v * 2.0)
        r.assign_add([3.0, 4.0])
        r.assign([1.0, 1.0], read_value=False)
        v.read_value(), r.read_value(), r.value()
        tf.get_variable("n", initializer=5)
        tf.get_variable("i", shape=[2], dtype=tf.int32, use_resource=True)
        s = tf.get_variable("s", shape=[2], dtype=tf.string)
        with tf.device("/cpu:0"):
            d = tf.Variable(1.0, name="d")
        with tf.control_dependencies([d.assign(2.0)]):
            tf.Variable(1.0, name="uncontrolled")
        with tf.control_dependencies([r]):
            tf.constant(1)
        v[0:1].assign([9.0])
        r[1].assign(7.0)
        tf.global_variables_initializer()
        result["ops"] = ops()
        result["devices"] = [(op.name, op.device) for op in tf.get_default_graph().get_operations() if op.device]
        result["repr"] = [repr(x) for x in (v, r, s)]
        result["collections"] = [[x.name for x in c] for c in (tf.global_variables(), tf.trainable_variables())]
        """,
    )


@pytest.mark.parametrize("resource", [False, True])
def test_operators_act_on_the_value(peer, resource):
    compare(
        peer,
        f"resource = {resource}"
        + """
v = tf.Variable([[1.0, 2.0], [3.0, 4.0]], use_resource=resource)
i = tf.Variable([5, 7], use_resource=resource)
n = np.ones((2, 2), "f") * 3
made = dict(
    add=v + 1, radd=1 + v, sub=v - 1, rsub=1 - v, mul=v * 2, rmul=2 * v, div=v / 2, rdiv=2 / v, power=v**2, rpower=2**v,
    matmul=v @ v, rmatmul=n @ v, array=n + v, neg=-v, abs=abs(v), less=v < 2, greater=v >= 2, floor=i // 2, mod=i % 3,
    rmod=11 % i, item=v[0, 1], column=v[:, 0], tensor=tf.constant(1.0) + v,
)
with tf.Session(config=CONFIG) as sess:
    sess.run(tf.global_variables_initializer())
    for key, tensor in made.items():
        result[key] = sess.run(tensor)
""",
    )


def test_readers_see_the_updates_they_depend_on(peer):
    compare(
        peer,
        """
        v, r = tf.Variable(1.0), tf.Variable(1.0, use_resource=True)
        with tf.control_dependencies([v.assign_add(1.0)]):
            after = v.read_value()
        with tf.control_dependencies([r.assign_add(1.0)]):
            after_r = r + 0.0
        chained = v.assign(v.assign(5.0) + 1.0)
        w = tf.Variable(v.initialized_value() + 1.0)
        x = tf.Variable(w * 2.0)
        with tf.Session(config=CONFIG) as sess:
            result["missing"] = [name for name in sess.run(tf.report_uninitialized_variables())]
            sess.run(tf.global_variables_initializer())
            result["none missing"] = len(sess.run(tf.report_uninitialized_variables()))
            result["dependent"] = sess.run([w, x])
            result["after"], result["after_r"] = sess.run(after), sess.run(after_r)
            result["chained"], result["v"] = sess.run(chained), sess.run(v)
            v.load(8.0)
            result["loaded"] = v.eval()
            result["initialized"] = [bool(sess.run(tf.is_variable_initialized(t))) for t in (v, r)]
            result["slice"] = sess.run(tf.Variable([1.0, 2.0]).initializer) is None
        """,
    )


def test_protos_name_the_operations_of_a_variable(peer):
    compare(
        peer,
        """
        v, r = tf.Variable(1.0, name="s/v"), tf.Variable([1.0], name="r", use_resource=True)
        for kind, variable in (("v", v), ("r", r)):
            proto = variable.to_proto()
            result[kind] = {field.name: str(value) for field, value in proto.ListFields()}
            again = tf.Variable(variable_def=proto, use_resource=kind == "r")
            result[kind + " again"] = [again.name, again.initializer.name, str(again.shape), again.trainable]
        result["stripped"] = v.to_proto("s").variable_name
        result["elsewhere"] = r.to_proto("s") is None
        """,
    )


def test_creators_and_scopes_choose_the_kind_of_variable():
    seen = []

    def noting(next_creator, **kwargs):
        seen.append(kwargs["name"])
        return next_creator(**kwargs)

    with tf.Graph().as_default():
        with tf.variable_creator_scope(noting):
            a = tf.Variable(1.0, name="a")
            with tf.variable_scope("s", use_resource=True):
                b = tf.get_variable("b", [2])
                c = tf.Variable(1.0)
        assert seen == ["a", "s/b", None]
        kinds = [type(v).__name__ for v in (a, b, c)]
        assert kinds == ["RefVariable", "ResourceVariable", "ResourceVariable"]
        assert all(isinstance(v, tf.Variable) for v in (a, b, c))
        tf.enable_resource_variables()
        try:
            assert type(tf.Variable(1.0)).__name__ == "ResourceVariable"
        finally:
            tf.disable_resource_variables()
        assert type(tf.Variable(1.0)).__name__ == "RefVariable"


@pytest.mark.parametrize(
    ("make", "kind", "message"),
    [
        (lambda: tf.Variable(None), ValueError, "initial_value must be specified."),
        (
            lambda: tf.Variable(1, collections=5),
            ValueError,
            "collections argument to Variable constructor must be a list",
        ),
        (lambda: tf.Variable(1, constraint=5), ValueError, "The `constraint` argument must be a callable."),
        (lambda: tf.Variable(tf.placeholder(tf.float32)), ValueError, "initial_value must have a shape specified"),
        (lambda: iter(tf.Variable(1)), TypeError, "'Variable' object is not iterable."),
        (lambda: tf.Variable(1).scatter_add(5), TypeError, "sparse_delta is not IndexedSlices: 5"),
        (lambda: tf.Variable(1.0).assign([1.0, 2.0]), ValueError, "Shapes must be equal rank, but are 0 and 1"),
        (lambda: tf.Variable(1.0, use_resource=True).assign([1.0]), ValueError, "Shapes () and (1,) are incompatible"),
        (lambda: tf.Variable(1, use_resource=True).set_shape([]), NotImplementedError, "does not implement set_shape"),
        (lambda: copy.deepcopy(tf.Variable(1, use_resource=True)), NotImplementedError, "only available when eager"),
        (lambda: tf.Variable(1.0).gather_nd([[0]]), AttributeError, ""),
        (
            lambda: tf.convert_to_tensor(tf.Variable(1.0), tf.int32),
            ValueError,
            "Incompatible type conversion requested",
        ),
        (lambda: tf.Variable(1, synchronization=9), ValueError, "Invalid variable synchronization mode: 9"),
    ],
)
def test_wrong_uses_are_refused_in_the_words_of_1_15(make, kind, message):
    with tf.Graph().as_default(), pytest.raises(kind) as raised:
        make()
    assert message in str(raised.value)


def test_adding_in_place_is_refused_for_resource_variables_only():
    with tf.Graph().as_default():
        r = tf.Variable(1.0, use_resource=True)
        with pytest.raises(RuntimeError, match="Variable \\+= value not supported. Use variable.assign_add"):
            r += 1.0
        v = tf.Variable(1.0)
        v += 1.0
        assert isinstance(v, tf.Tensor)


def test_a_variable_made_inside_of_a_conditional_belongs_to_the_graph_around():
    with tf.Graph().as_default() as graph, tf.Session() as sess:

        def branch():
            return tf.get_variable("inside", [2], initializer=tf.ones_initializer(), use_resource=True) + 1.0

        y = tf.cond(tf.constant(True), branch, lambda: tf.zeros([2]))
        (variable,) = tf.global_variables()
        assert variable.graph is graph
        sess.run(variable.initializer)
        np.testing.assert_array_equal(sess.run(y), [2.0, 2.0])


def test_a_reference_stands_for_the_variable_in_dictionaries():
    with tf.Graph().as_default():
        v, w = tf.Variable(1), tf.Variable(1)
        table = {v.experimental_ref(): "v"}
        assert table[v.experimental_ref()] == "v"
        assert w.experimental_ref() not in table
        assert v.experimental_ref().deref() is v


def test_partitioned_variables_are_tensors_and_slices(peer):
    compare(
        peer,
        """
        whole = tf.constant(np.arange(10, dtype="f").reshape(5, 2))
        p = tf.get_variable("p", [5, 2], partitioner=tf.fixed_size_partitioner(3), initializer=tf.ones_initializer())
        q = tf.get_variable("q", initializer=whole, partitioner=tf.fixed_size_partitioner(2, axis=1))
        with tf.variable_scope("s", partitioner=tf.variable_axis_size_partitioner(16)):
            s, scalar = tf.get_variable("s", [4, 3]), tf.get_variable("scalar", [])
        m = tf.get_variable("m", [100, 100], partitioner=tf.min_max_variable_partitioner(8, min_slice_size=1 << 12))
        c = tf.create_partitioned_variables([4, 2], [2, 1], tf.zeros_initializer(), name="c")
        one = tf.identity(tf.get_variable("one", [3], partitioner=tf.fixed_size_partitioner(1)))
        t, a, b = tf.convert_to_tensor(p), p.assign(tf.zeros([5, 2])), q.assign_add(q)
        result["ops"] = ops()
        result["slices"] = [v._get_save_slice_info().spec for v in [*p, *q, *s]]
        result["lengths"] = [len(p), len(s), len(m), len(c), str(p.shape), str(p.dtype), p.name]
        with tf.Session(config=CONFIG) as sess:
            sess.run(tf.global_variables_initializer())
            result["t"], result["q"] = sess.run(t), sess.run(tf.convert_to_tensor(q))
            sess.run(a), sess.run(b)
            result["assigned"], result["added"] = sess.run(t), sess.run(tf.convert_to_tensor(q))
        """,
    )
