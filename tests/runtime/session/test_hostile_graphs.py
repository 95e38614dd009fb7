"""Graphs that were written to do harm: sizes that no memory holds, functions without end. Each is an error of 1.x, at once."""

import re
import time

import numpy as np
import pytest
from google.protobuf import text_format

import penstock as tf
from penstock.graph import registry
from penstock.runtime.plan import calls

FLOAT = "attr { key: 'T' value { type: DT_FLOAT } }"
LEAF = f"node_def {{ name: 'a' op: 'Neg' input: 'x' {FLOAT} }} ret {{ key: 'y' value: 'a:y:0' }}"
SIGNATURE = "signature { name: '%s' input_arg { name: 'x' type: DT_FLOAT } output_arg { name: 'y' type: DT_FLOAT } }"
HUGE = 10**12


def function(name, body):
    return f"function {{ {SIGNATURE % name} {body} }}"


def twice(called):
    """A body that calls a function, and again with what it gave."""
    return (
        f"node_def {{ name: 'a' op: '{called}' input: 'x' }} node_def {{ name: 'b' op: '{called}' input: 'a:y:0' }} "
        "ret { key: 'y' value: 'b:y:0' }"
    )


def graph_calling(name, functions):
    """A graph that calls the function."""
    placeholder = "node { name: 'x' op: 'Placeholder' attr { key: 'dtype' value { type: DT_FLOAT } } }"
    text = f"{placeholder} node {{ name: 'y' op: '{name}' input: 'x' }} library {{ {' '.join(functions)} }}"
    graph_def = text_format.Parse(text + " versions { producer: 134 }", tf.GraphDef())
    graph = tf.Graph()
    with graph.as_default():
        tf.import_graph_def(graph_def, name="")
    return graph


def unknown(value, dtype=None):
    """A tensor whose value and shape nobody knows while the graph is built."""
    return tf.placeholder_with_default(tf.constant(value, dtype), None)


SIZES = {
    "fill": lambda: tf.fill(unknown([HUGE], tf.int64), 1.0),
    "zeros": lambda: tf.zeros(unknown([HUGE], tf.int64)),
    "tile": lambda: tf.tile(unknown([1.0]), unknown([HUGE], tf.int64)),
    "range": lambda: tf.range(unknown(0, tf.int64), unknown(HUGE, tf.int64)),
    "broadcast_to": lambda: tf.broadcast_to(unknown(1.0), unknown([HUGE], tf.int64)),
    "one_hot": lambda: tf.one_hot(unknown([0] * 1000), unknown(2**31 - 1)),
    "pad": lambda: tf.pad(unknown([1.0]), unknown([[0, HUGE]], tf.int64)),
    "eye": lambda: tf.eye(unknown(10**6)),
    "random_uniform": lambda: tf.random_uniform(unknown([HUGE], tf.int64)),
    "scatter_nd": lambda: tf.scatter_nd(unknown([[0]], tf.int64), unknown([1.0]), unknown([HUGE], tf.int64)),
    "sparse_to_dense": lambda: tf.sparse_to_dense(unknown([[0]], tf.int64), unknown([HUGE], tf.int64), unknown([1.0])),
    "matmul": lambda: tf.matmul(unknown(np.ones([10**6, 1], "f")), unknown(np.ones([1, 10**6], "f"))),
}


@pytest.mark.parametrize("tier", [-1, 1], ids=["interpreted", "compiled"])
@pytest.mark.parametrize("name", SIZES)
def test_an_array_that_no_memory_holds_is_refused_with_its_shape_and_type(name, tier):
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = tier
    with tf.Graph().as_default(), tf.Session(config=config) as session:
        made = SIZES[name]()
        with pytest.raises(tf.errors.ResourceExhaustedError) as caught:
            session.run(made)
        assert "OOM when allocating " in caught.value.message
        if tier == -1:  # XLA tells of bytes
            assert re.search(r"tensor with shape\[[0-9,]*\] and type \w+ on ", caught.value.message)


def test_a_constant_that_says_it_is_huge_is_refused_when_it_is_fetched():
    graph_def = tf.GraphDef()
    node = graph_def.node.add(name="c", op="Const")
    node.attr["dtype"].type = 1
    tensor = node.attr["value"].tensor
    tensor.dtype = 1
    tensor.float_val.append(1.0)
    tensor.tensor_shape.dim.add(size=HUGE)
    with tf.Graph().as_default(), tf.Session() as session:
        start = time.perf_counter()
        tf.import_graph_def(graph_def, name="")
        with pytest.raises(tf.errors.ResourceExhaustedError):
            session.run("c:0")
        assert time.perf_counter() - start < 10


def test_numbers_are_not_written_with_thousands_of_millions_of_characters():
    with tf.Graph().as_default(), tf.Session() as session:
        for options in ({"width": 2 * 10**9}, {"precision": 2 * 10**9}):
            with pytest.raises(tf.errors.ResourceExhaustedError):
                session.run(tf.as_string(unknown([1.5]), **options))


@pytest.mark.parametrize(("shape", "wanted"), [([2**62, 2**62], [-1]), ([2, 2], [2**62, 2**62])])
def test_a_sparse_shape_beyond_64_bits_is_refused(shape, wanted):
    with tf.Graph().as_default(), tf.Session() as session:
        given = tf.SparseTensor(unknown([[1, 1]], tf.int64), unknown([1.0]), unknown(shape, tf.int64))
        with pytest.raises(tf.errors.InvalidArgumentError, match="more than 2\\*\\*63 - 1 elements"):
            session.run(tf.sparse_reshape(given, unknown(wanted, tf.int64)))


def test_functions_that_double_the_calls_thirty_times_end_at_the_time_limit():
    functions = [function("f0", LEAF), *(function(f"f{i}", twice(f"f{i - 1}")) for i in range(1, 31))]
    with tf.Session(graph=graph_calling("f30", functions)) as session:
        start = time.perf_counter()
        with pytest.raises(tf.errors.DeadlineExceededError):
            session.run("y:0", {"x:0": 1.0}, options=tf.RunOptions(timeout_in_ms=300))
        assert time.perf_counter() - start < 10


def test_functions_that_share_a_plan_compute_what_they_should():
    functions = [function("f0", LEAF), *(function(f"f{i}", twice(f"f{i - 1}")) for i in range(1, 5))]
    with tf.Session(graph=graph_calling("f4", functions)) as session:
        assert session.run("y:0", {"x:0": 3.0}) == 3.0
        assert session.run("y:0", {"x:0": [1.0, -2.0]}).tolist() == [1.0, -2.0]


def test_a_function_that_calls_itself_is_refused():
    with tf.Session(graph=graph_calling("r", [function("r", twice("r"))])) as session:
        with pytest.raises(tf.errors.InvalidArgumentError, match="Function r calls itself: r -> r"):
            session.run("y:0", {"x:0": 1.0})


@pytest.mark.parametrize("depth", [calls.MAX_DEPTH + 5, 1500])
def test_functions_that_call_each_other_too_deep_are_refused(depth):
    once = "node_def {{ name: 'a' op: '{}' input: 'x' }} ret {{ key: 'y' value: 'a:y:0' }}"
    functions = [function("f0", LEAF), *(function(f"f{i}", once.format(f"f{i - 1}")) for i in range(1, depth))]
    with tf.Session(graph=graph_calling(f"f{depth - 1}", functions)) as session:
        with pytest.raises(tf.errors.ResourceExhaustedError, match="deep"):
            session.run("y:0", {"x:0": 1.0})


def test_a_fault_of_a_kernel_is_an_internal_error_that_tells_where(monkeypatch):
    info = registry.lookup("Softplus")

    def faulty(xp, x):
        return {}["nothing"]

    monkeypatch.setattr(info, "kernel", faulty)
    with tf.Graph().as_default(), tf.Session() as session:
        with pytest.raises(tf.errors.InternalError) as caught:
            session.run(tf.nn.softplus(unknown([1.0])))
    assert "KeyError: 'nothing'" in caught.value.message
    assert "test_hostile_graphs.py" in caught.value.message and "in faulty" in caught.value.message


def test_an_input_of_another_rank_is_a_users_fault_in_the_words_of_1_15():
    with tf.Graph().as_default(), tf.Session() as session:
        for made, told in (
            (lambda: tf.matrix_diag(unknown(1.0)), "diagonal must be at least 1-dim, received shape: []"),
            (lambda: tf.pad(unknown([1.0]), unknown([1, 1])), "paddings must be a matrix with 2 columns: [2]"),
            (lambda: tf.cumsum(unknown([1.0]), unknown([0])), "ScanOp: axis must be a scalar, not [1]"),
        ):
            with pytest.raises(tf.errors.InvalidArgumentError) as caught:
                session.run(made())
            assert caught.value.message.split("\n")[0] == told
