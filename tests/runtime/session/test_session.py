"""Session: fetches, feeds, partial runs, handles, devices."""

import collections
import re
import warnings

import numpy as np
import pytest

import penstock as tf
from penstock.runtime.plan.devices import list_local_devices
from penstock.runtime.session import fetches as fetching

CPU0 = "/job:localhost/replica:0/task:0/device:CPU:0"


# -- fetches ----------------------------------------------------------------------------------------------------------


def test_results_have_the_structure_of_the_fetches(tier):
    c = tf.constant(2.0, name="c")
    pair = collections.namedtuple("pair", "p q")
    got = tf.Session(config=tier()).run(
        {"list": [c, (c, "c:0")], "named": pair(c, c.op), "ordered": collections.OrderedDict([("b", c), ("a", c)])}
    )
    assert got == {"list": [2.0, (2.0, 2.0)], "named": pair(2.0, None), "ordered": {"b": 2.0, "a": 2.0}}
    assert isinstance(got["named"], pair)
    assert list(got["ordered"]) == ["b", "a"]


@pytest.mark.parametrize("nothing", [[], (), {}, {"a": []}])
def test_nothing_can_be_fetched(nothing):
    tf.no_op()
    assert tf.Session().run(nothing) == nothing


def test_sparse_tensors_and_slices_are_fetched_as_values():
    sparse = tf.SparseTensor([[0, 1]], [1.0], [2, 3])
    slices = tf.IndexedSlices(tf.constant([1.0]), tf.constant([3]))
    a, b = tf.Session().run([sparse, slices])
    assert isinstance(a, tf.SparseTensorValue)
    assert a.dense_shape.tolist() == [2, 3]
    assert b.indices.tolist() == [3]
    assert b.dense_shape is None


@pytest.mark.parametrize(
    ("fetch", "error", "text"),
    [
        (None, TypeError, "Fetch argument None has invalid type <class 'NoneType'>"),
        (
            1,
            TypeError,
            "Fetch argument 1 has invalid type <class 'int'>, must be a string or Tensor. (Can not convert a int into a "
            "Tensor or Operation.)",
        ),
        (
            "foo",
            ValueError,
            "Fetch argument 'foo' cannot be interpreted as a Tensor. (\"The name 'foo' refers to an Operation not in the "
            'graph.")',
        ),
        (
            "c:1",
            ValueError,
            "Fetch argument 'c:1' cannot be interpreted as a Tensor. (\"The name 'c:1' refers to a Tensor which does not "
            "exist. The operation, 'c', exists but only has 1 outputs.\")",
        ),
    ],
)
def test_what_cannot_be_fetched_is_named(fetch, error, text):
    tf.constant(1.0, name="c")
    with pytest.raises(error, match=f"^{re.escape(text)}$"):
        tf.Session().run([fetch])


def test_an_element_of_another_graph_is_refused():
    with tf.Graph().as_default():
        other = tf.constant(1.0)
    tf.constant(2.0)
    with pytest.raises(
        ValueError,
        match=re.escape(
            "Fetch argument <tf.Tensor 'Const:0' shape=() dtype=float32> cannot be interpreted as a Tensor. (Tensor "
            'Tensor("Const:0", shape=(), dtype=float32) is not an element of this graph.)'
        ),
    ):
        tf.Session().run(other)


def test_an_unfetchable_operation_is_refused():
    c = tf.constant(1.0, name="c")
    tf.get_default_graph().prevent_fetching(c.op)
    with pytest.raises(fetching.InaccessibleTensorError, match="Operation 'c' has been marked as not fetchable"):
        tf.Session().run(c)


def test_users_types_can_be_fetched_and_fed():
    class Squared:
        def __init__(self, tensor):
            self.sq = tf.square(tensor)

    fetching.register_session_run_conversion_functions(
        Squared, lambda s: ([s.sq], lambda v: v[0]), lambda s, v: [(s.sq, v)], lambda s: [s.sq]
    )
    try:
        s = Squared(tf.constant(3.0))
        sess = tf.Session()
        assert sess.run(s) == 9.0
        assert sess.run(s.sq + 1.0, {s: 4.0}) == 5.0
        with pytest.raises(ValueError, match="has already been registered so ignore it"):
            fetching.register_session_run_conversion_functions(Squared, lambda s: None)
    finally:
        del fetching._conversions[Squared]


def test_fetched_arrays_are_the_callers_own(tier):
    c = tf.constant([1.0, 2.0])
    v = tf.Variable([1.0, 2.0])
    same = tf.identity(c)
    sess = tf.Session(config=tier())
    sess.run(v.initializer)
    for _ in range(2):
        a, b, w, r = sess.run([c, same, v, tf.reshape(v, [2, 1])])
        for array in (a, b, w, r):
            assert array.ravel().tolist() == [1.0, 2.0]
            array[...] = 9.0


def test_scalars_are_numpy_scalars_and_strings_are_bytes(tier):
    number, text, texts = tf.Session(config=tier()).run([tf.constant(1.5) * 2.0, tf.constant("é"), tf.constant(["a"])])
    assert type(number) is np.float32
    assert text == "é".encode()
    assert texts.dtype == object
    assert texts.tolist() == [b"a"]


# -- feeds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dtype", "value", "expected"),
    [
        (tf.float32, [[1, 2]], np.array([[1, 2]], np.float32)),
        (tf.float16, 1.5, np.float16(1.5)),
        (tf.int64, 2**40, np.int64(2**40)),
        (tf.int32, [1.5], np.array([1], np.int32)),
        (tf.uint8, [300], np.array([44], np.uint8)),
        (tf.bool, [True, False], np.array([True, False])),
        (tf.bool, 1, np.True_),
        (tf.complex64, 1 + 2j, np.complex64(1 + 2j)),
        (tf.string, "é", "é".encode()),
        (tf.string, ["a", b"b"], np.array([b"a", b"b"], object)),
        (tf.string, np.array(["a", "bc"]), np.array([b"a", b"bc"], object)),
        (tf.float32, "1.5", np.float32(1.5)),
        (tf.float32, None, np.float32("nan")),
    ],
)
def test_values_become_the_type_of_the_tensor(dtype, value, expected, tier):
    x = tf.placeholder(dtype)
    got = tf.Session(config=tier()).run(tf.identity(x), {x: value})
    np.testing.assert_array_equal(got, expected)
    assert np.asarray(got).dtype == np.asarray(expected).dtype or dtype is tf.string


def test_bfloat16_can_be_fed(tier):
    x = tf.placeholder(tf.bfloat16)
    got = tf.Session(config=tier()).run(x + x, {x: [1.5]})
    assert got.dtype == tf.bfloat16.as_numpy_dtype
    assert got.astype(float).tolist() == [3.0]


@pytest.mark.parametrize(
    ("dtype", "shape", "value", "error", "text"),
    [
        (
            tf.float32,
            [3],
            [1, 2],
            ValueError,
            "Cannot feed value of shape (2,) for Tensor 'x:0', which has shape '(3,)'",
        ),
        (
            tf.float32,
            [None],
            [[1, 2]],
            ValueError,
            "Cannot feed value of shape (1, 2) for Tensor 'x:0', which has shape '(?,)'",
        ),
        (
            tf.uint8,
            None,
            300,
            TypeError,
            "Type of feed value 300 with type <class 'int'> is not compatible with Tensor type <class 'numpy.uint8'>. Try "
            "explicitly setting the type of the feed tensor to a larger type (e.g. int64).",
        ),
        (
            tf.float32,
            None,
            16777217,
            TypeError,
            "Type of feed value 16777217 with type <class 'int'> is not compatible",
        ),
        (tf.string, None, 5, TypeError, "is not compatible with Tensor type <class 'object'>"),
        (tf.string, None, [5], tf.errors.InternalError, "Unsupported object type int"),
        (tf.float32, None, "abc", ValueError, "could not convert string to float: 'abc'"),
    ],
)
def test_bad_values_are_refused(dtype, shape, value, error, text):
    x = tf.placeholder(dtype, shape, name="x")
    with pytest.raises(error, match=re.escape(text)):
        tf.Session().run(tf.identity(x), {x: value})


def test_a_tensor_cannot_be_fed():
    x = tf.placeholder(tf.float32, name="x")
    c = tf.constant(1.0)
    text = (
        "The value of a feed cannot be a tf.Tensor object. Acceptable feed values include Python scalars, strings, lists, "
        'numpy ndarrays, or TensorHandles. For reference, the tensor object was Tensor("Const:0", shape=(), '
        'dtype=float32) which was passed to the feed with key Tensor("x:0", dtype=float32).'
    )
    for _ in range(2):  # unknown and known plan
        with pytest.raises(TypeError, match=re.escape(text)):
            tf.Session().run(x * 2.0, {x: c})


def test_keys_that_are_no_tensors_of_the_graph_are_refused():
    x = tf.placeholder(tf.float32, name="x")
    with tf.Graph().as_default():
        other = tf.placeholder(tf.float32)
    sess = tf.Session()
    for key, text in [
        ("y:0", "Cannot interpret feed_dict key as Tensor: The name 'y:0' refers to a Tensor which does not exist."),
        (x.op, "Cannot interpret feed_dict key as Tensor: Can not convert a Operation into a Tensor."),
        (other, 'Cannot interpret feed_dict key as Tensor: Tensor Tensor("Placeholder:0", dtype=float32) is not an'),
    ]:
        with pytest.raises(TypeError, match=re.escape(text)):
            sess.run(x * 2.0, {key: 1.0})


def test_keys_may_be_names_and_nested_tuples():
    x, y, z = (tf.placeholder(tf.float32, name=n) for n in "xyz")
    sess = tf.Session()
    assert sess.run([x, y, z], {(x, (y, z)): (1, (2, 3))}) == [1, 2, 3]
    assert sess.run(x * 2.0, {"x:0": 4}) == 8.0
    assert sess.run(x * 2.0, {"x:0": 5}) == 10.0
    with pytest.raises(ValueError, match="Key had 3 elements, but value had 2 elements"):
        sess.run([x, y, z], {(x, (y, z)): (1, 2)})


def test_any_tensor_can_be_fed_unless_forbidden(tier):
    c = tf.constant(2.0, name="c")
    v = tf.Variable(3.0)
    sess = tf.Session(config=tier())
    assert sess.run(c * 2.0, {c: 5.0}) == 10.0
    assert sess.run(c * 2.0) == 4.0
    assert sess.run(v * 2.0, {v: 5.0}) == 10.0
    tf.get_default_graph().prevent_feeding(c)
    with pytest.raises(ValueError, match=re.escape('Tensor Tensor("c:0", shape=(), dtype=float32) may not be fed.')):
        sess.run(c * 3.0, {c: 5.0})


def test_sparse_tensors_can_be_fed():
    s = tf.sparse_placeholder(tf.float32)
    sess = tf.Session()
    for value in (([[0, 1]], [1.0], [2, 3]), tf.SparseTensorValue([[0, 1]], [1.0], [2, 3])):
        got = sess.run(s, {s: value})
        assert got.indices.tolist() == [[0, 1]]
        assert got.dense_shape.tolist() == [2, 3]


def test_fed_arrays_stay_the_callers(tier):
    x = tf.placeholder(tf.float32, [64])
    v = tf.Variable(tf.zeros([64]))
    assign = v.assign(x).op
    sess = tf.Session(config=tier())
    sess.run(v.initializer)
    # At a multiple of 64 bytes, where XLA uses an array in place.
    raw = np.zeros(64 * 4 + 64, np.uint8)
    start = -raw.__array_interface__["data"][0] % 64
    fed = raw[start : start + 256].view(np.float32)
    for value in (1.0, 2.0):
        fed[:] = value
        sess.run(assign, {x: fed})
        assert fed.tolist() == [value] * 64
        fed[:] = 7.0
        assert sess.run(v).tolist() == [value] * 64
    got = sess.run(x, {x: fed})
    got[:] = 0.0
    assert fed[0] == 7.0


def test_a_run_without_fetches_is_over_for_the_caller_when_it_returns(tier):
    x = tf.placeholder(tf.float32, [256, 256])
    y = x
    for _ in range(10):
        y = tf.matmul(y, y) / 256.0
    v = tf.Variable(tf.zeros([256, 256]))
    sess = tf.Session(config=tier())
    sess.run(v.initializer)
    assign = v.assign(y).op
    raw = np.zeros(256 * 256 * 4 + 64, np.uint8)
    start = -raw.__array_interface__["data"][0] % 64
    fed = raw[start : start + 256 * 256 * 4].view(np.float32).reshape(256, 256)
    fed[:] = 1.0
    sess.run(assign, {x: fed})
    fed[:] = 0.0
    np.testing.assert_allclose(sess.run(v), 1.0, rtol=1e-5)


# -- sessions ---------------------------------------------------------------------------------------------------------


def test_a_closed_session_cannot_be_used():
    c = tf.constant(1.0)
    sess = tf.Session()
    sess.close()
    sess.close()
    for use in (lambda: sess.run(c), lambda: sess.partial_run_setup(c)):
        with pytest.raises(RuntimeError, match=r"^Attempted to use a closed Session\.$"):
            use()


def test_an_empty_graph_cannot_be_run():
    with pytest.raises(
        RuntimeError, match=r"^The Session graph is empty.  Add operations to the graph before calling run"
    ):
        tf.Session().run([])


def test_a_finalized_graph_can_be_run(tier):
    x = tf.placeholder(tf.float32)
    y = x + 1.0
    tf.get_default_graph().finalize()
    assert tf.Session(config=tier()).run(y, {x: 1.0}) == 2.0


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"target": 3}, "target must be a string, but got <class 'int'>"),
        ({"target": tf.ConfigProto()}, 'Did you do "Session(config)" instead of "Session(config=config)"?'),
        ({"graph": 3}, "graph must be a tf.Graph, but got <class 'int'>"),
        ({"config": 3}, "config must be a tf.ConfigProto, but got <class 'int'>"),
    ],
)
def test_arguments_of_a_session_are_checked(arguments, text):
    with pytest.raises(TypeError, match=re.escape(text)):
        tf.Session(**arguments)


def test_an_unknown_target_is_an_error():
    with pytest.raises(tf.errors.NotFoundError, match="No session factory registered for the given session options"):
        tf.Session("nowhere")


def test_a_session_block_makes_defaults_and_closes():
    graph = tf.Graph()
    with tf.Session(graph=graph) as sess:
        assert tf.get_default_graph() is graph
        assert tf.get_default_session() is sess
        assert (tf.constant(2.0) * 2.0).eval() == 4.0
        with pytest.raises(RuntimeError, match="Session context managers are not re-entrant"):
            sess.__enter__()
    assert tf.get_default_session() is None
    with pytest.raises(RuntimeError, match="closed Session"):
        sess.run("Const:0")


def test_interactive_sessions_are_defaults_and_warn_when_there_are_two():
    first = tf.InteractiveSession()
    with pytest.warns(UserWarning, match="An interactive session is already active. This can cause out-of-memory"):
        second = tf.InteractiveSession()
    assert tf.constant(3.0).eval() == 3.0
    assert tf.get_default_session() is second
    second.close()
    second.close()
    assert tf.get_default_session() is first
    first.close()
    assert tf.get_default_session() is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tf.InteractiveSession().close()


def test_make_callable_takes_feeds_by_position(tier):
    x = tf.placeholder(tf.float32)
    c = tf.constant(3.0)
    sess = tf.Session(config=tier())
    assert sess.make_callable([x * 2.0, {"c": c}], [x])(4.0) == [8.0, {"c": 3.0}]
    assert sess.make_callable(c)() == 3.0
    assert sess.make_callable(c.op)() is None
    metadata = tf.RunMetadata()
    traced = sess.make_callable(c * 2.0, accept_options=True)
    assert traced(options=tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE), run_metadata=metadata) == 6.0
    assert metadata.step_stats.dev_stats
    with pytest.raises(TypeError, match="`feed_list` must be a list or tuple"):
        sess.make_callable(c, x)
    with pytest.raises(tf.errors.InvalidArgumentError, match="You must feed a value for placeholder"):
        sess.make_callable(x * 2.0, [x])()


def test_resetting_closes_the_sessions_in_this_process():
    v = tf.Variable(1.0)
    sess = tf.Session()
    sess.run(v.initializer)
    tf.Session.reset("")
    with pytest.raises(tf.errors.CancelledError, match=r"^Session has been closed\.$"):
        sess.run(v)
    fresh = tf.Session()
    with pytest.raises(tf.errors.FailedPreconditionError):
        fresh.run(v)


def test_changing_an_operation_changes_the_next_run(tier):
    a, b = tf.constant(1.0), tf.constant(2.0)
    y = tf.add(a, a)
    sess = tf.Session(config=tier())
    assert sess.run(y) == 2.0
    y.op._update_input(1, b)
    assert sess.run(y) == 3.0


# -- partial runs -----------------------------------------------------------------------------------------------------


@pytest.fixture
def chain():
    a, b, c = (tf.placeholder(tf.float32, [], name=n) for n in "abc")
    r1 = tf.add(a, b, name="r1")
    return a, b, c, r1, tf.multiply(r1, c, name="r2")


def test_a_partial_run_goes_on_where_it_stopped(chain):
    a, b, c, r1, r2 = chain
    sess = tf.Session()
    handle = sess.partial_run_setup([r1, r2], [a, b, c])
    first = sess.partial_run(handle, r1, {a: 1, b: 2})
    assert first == 3.0
    assert sess.partial_run(handle, {"r": r2}, {c: first * 17}) == {"r": 153.0}
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"^Must run 'setup' before performing partial runs!$"):
        sess.partial_run(handle, r1, {a: 1})


def test_several_partial_runs_do_not_mix(chain):
    a, b, c, r1, r2 = chain
    sess = tf.Session()
    handles = [sess.partial_run_setup([r1, r2], [a, b, c]) for _ in range(3)]
    for i, handle in enumerate(handles):
        assert sess.partial_run(handle, [], {a: i, b: 1}) == []
    for i, handle in enumerate(handles):
        assert sess.partial_run(handle, [r1, r2], {c: 10}) == [i + 1, 10 * (i + 1)]


def test_an_update_happens_once_in_a_partial_run():
    x, y = tf.placeholder(tf.float32, []), tf.placeholder(tf.float32, [])
    v = tf.Variable(0.0)
    added = tf.assign_add(v, x)
    sess = tf.Session()
    sess.run(v.initializer)
    out = added * y
    handle = sess.partial_run_setup([added, out], [x, y])
    assert sess.partial_run(handle, added, {x: 2.0}) == 2.0
    assert sess.run(v) == 2.0
    assert sess.partial_run(handle, out, {y: 3.0}) == 6.0
    assert sess.run(v) == 2.0


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        ([("r1", "ab"), ("r1", "c")], "The fetch r1:0 has already been fetched."),
        ([("r1", "ab"), ("r2", "ac")], "The feed a:0 has already been fed."),
        ([("r1", "abd")], "The feed d:0 was not specified in partial_run_setup."),
        ([("r3", "ab")], "The fetch r3:0 was not specified in partial_run_setup."),
        ([("r2", "ab")], "Fetch c:0 can't be computed from the feeds that have been fed so far."),
    ],
)
def test_errors_of_partial_runs(chain, steps, text):
    a, b, c, r1, r2 = chain
    tf.placeholder(tf.float32, [], name="d")
    tf.negative(r1, name="r3")
    sess = tf.Session()
    handle = sess.partial_run_setup([r1, r2], [a, b, c])
    *before, (fetch, feeds) = steps
    for f, names in before:
        sess.partial_run(handle, f"{f}:0", {f"{n}:0": 1.0 for n in names})
    with pytest.raises(tf.errors.InvalidArgumentError, match=f"^{re.escape(text)}$"):
        sess.partial_run(handle, f"{fetch}:0", {f"{n}:0": 1.0 for n in feeds})


def test_operations_cannot_be_fetched_in_parts(chain):
    a, b, c, r1, r2 = chain
    sess = tf.Session()
    handle = sess.partial_run_setup([r1.op, r2], [a, b, c])
    with pytest.raises(RuntimeError, match=re.escape("partial_run() requires empty target_list.")):
        sess.partial_run(handle, r1.op, {a: 1.0, b: 1.0})


# -- session handles --------------------------------------------------------------------------------------------------


def test_a_tensor_can_stay_in_the_session(tier):
    sess = tf.Session(config=tier())
    h = sess.run(tf.get_session_handle(tf.constant([1.0, 2.0]) * 2.0))
    assert h.handle == f"GetSessionHandle;0;{CPU0}"
    holder, tensor = tf.get_session_tensor(h.handle, tf.float32)
    assert sess.run(tensor * 10.0, {holder: h.handle}).tolist() == [20.0, 40.0]
    x = tf.placeholder(tf.float32)
    assert sess.run(x + 1.0, {x: h}).tolist() == [3.0, 5.0]
    assert h.eval().tolist() == [2.0, 4.0]
    p, deleter = tf.delete_session_tensor(h.handle)
    sess.run(deleter, {p: h.handle})
    with pytest.raises(tf.errors.InvalidArgumentError, match="is not in the session store"):
        sess.run(tensor, {holder: h.handle})


def test_handles_free_their_tensors():
    sess = tf.Session()
    make = tf.get_session_handle(tf.constant(1.0))
    h = sess.run(make)
    assert len(sess._handles) == 1
    h.delete()
    assert not sess._handles
    with pytest.raises(TypeError, match="may have already been deleted"):
        h.eval()
    for _ in range(5):
        sess.run(make)
    assert not sess._handles
    raw = sess.run(make).get_raw_handle()
    assert list(sess._handles) == [raw]


def test_a_handle_of_another_type_cannot_be_fed():
    sess = tf.Session()
    h = sess.run(tf.get_session_handle(tf.constant(1.0)))
    x = tf.placeholder(tf.int32)
    with pytest.raises(
        tf.errors.InvalidArgumentError, match=re.escape("Expects arg[0] to be int32 but float is provided")
    ):
        sess.run(x + 1, {x: h})


# -- devices ----------------------------------------------------------------------------------------------------------


def test_sessions_list_their_devices():
    (device,) = tf.Session().list_devices()
    assert (device.name, device.device_type, device.memory_limit_bytes) == (CPU0, "CPU", 268435456)
    assert repr(device) == f"_DeviceAttributes({CPU0}, CPU, 268435456, {device.incarnation})"
    two = tf.Session(config=tf.ConfigProto(device_count={"CPU": 2})).list_devices()
    assert [d.name for d in two] == [CPU0, CPU0[:-1] + "1"]
    assert [d.name for d in list_local_devices()] == ["/device:CPU:0"]


def test_there_is_no_gpu_here(monkeypatch):
    assert tf.test.gpu_device_name() == ""
    assert not tf.test.is_gpu_available()
    assert not tf.test.is_built_with_cuda()


def test_a_device_that_does_not_exist_is_an_error():
    with tf.device("/gpu:2"):
        a = tf.constant(1.0, name="a")
    text = (
        f"was explicitly assigned to /device:GPU:2 but available devices are [ {CPU0} ]. Make sure the device "
        "specification refers to a valid device."
    )
    with pytest.raises(tf.errors.InvalidArgumentError, match=re.escape(text)) as caught:
        tf.Session().run(a)
    assert caught.value.message.startswith(f"Cannot assign a device for operation a: node a (defined at {__file__}:")
    soft = tf.Session(config=tf.ConfigProto(allow_soft_placement=True))
    assert soft.run(a) == 1.0


def test_the_whole_graph_is_placed_but_only_what_is_needed_in_an_interactive_session():
    with tf.device("/cpu:1"):
        tf.constant(1.0)
    b = tf.constant(2.0)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Cannot assign a device for operation Const"):
        tf.Session().run(b)
    assert tf.Session(config=tf.ConfigProto(device_count={"CPU": 2})).run(b) == 2.0
    interactive = tf.InteractiveSession()
    assert b.eval() == 2.0
    interactive.close()


def test_soft_placement_does_not_find_other_machines():
    with tf.device("/job:ps/task:1"):
        a = tf.constant(1.0)
    with pytest.raises(tf.errors.InvalidArgumentError, match="was explicitly assigned to /job:ps/task:1"):
        tf.Session(config=tf.ConfigProto(allow_soft_placement=True)).run(a)


def test_placements_can_be_logged(capsys):
    with tf.device("/cpu:0"):
        a = tf.constant([[1.0]], name="a")
    b = tf.matmul(a, a, name="b")
    sess = tf.Session(config=tf.ConfigProto(log_device_placement=True))
    sess.run(b)
    sess.run(b)
    sess.run(tf.negative(b, name="c"))
    lines = capsys.readouterr().out.splitlines()
    once = [f"b: (MatMul): {CPU0}", f"a: (Const): {CPU0}"]
    again = [once[0], f"c: (Neg): {CPU0}", once[1]]  # 1.15.5 prints the whole graph each time it has grown
    assert lines == ["Device mapping: no known devices.", *once, *again]
