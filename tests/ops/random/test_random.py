"""Random operations: seeds, the operations that the public functions make, and kernels against TensorFlow."""

import numpy as np
import pytest

import penstock as tf
from penstock.graph import dtypes, errors, registry
from penstock.graph.graph import Graph
from penstock.ops.random import functions as random
from penstock.ops.random import philox
from penstock.ops.random.seed import get_seed, set_random_seed


class Context:
    """What a kernel sees of a run, with a counter that moves as the runtime's does."""

    def __init__(self, seed, seed2):
        self.key, self.counter = philox.initial(seed, seed2)

    def philox(self, n):
        at = self.counter
        self.counter = philox.skip(at, n)
        return self.key, at


def run(op, ctx=None):
    """Calls the kernel of an operation whose inputs are all constants."""
    info = registry.lookup(op.type)
    inputs = [constant(t) for t in op.inputs]
    attrs = {name: op._attrs[name] for name in info.attr_names}
    if info.wants_ctx:
        attrs["ctx"] = ctx
    return info.kernel(np, *inputs, **attrs)


def constant(tensor):
    return np.asarray(tensor.op._attrs["value"])


@pytest.fixture
def graph():
    with Graph().as_default() as g:
        yield g


# ---- seeds


def test_without_any_seed_there_is_none(graph):
    assert get_seed(None) == (None, None)


def test_an_operation_seed_alone_is_joined_by_the_default_graph_seed(graph):
    assert get_seed(5) == (87654321, 5)


def test_with_a_graph_seed_the_number_of_operations_stands_for_the_missing_seed(graph):
    set_random_seed(7)
    assert get_seed(None) == (7, 0)
    random.random_uniform([2])
    assert get_seed(None) == (7, 7)
    assert get_seed(3) == (7, 3)


def test_two_zeros_are_not_taken_for_no_seed(graph):
    set_random_seed(0)
    assert get_seed(0) == (0, 2**31 - 1)


def test_large_and_negative_seeds_are_reduced_as_in_tensorflow(graph, peer):
    pairs = [(2**31, 2**40 + 1), (-1, -5), (2**31 - 1, 2**31 - 1), (3, 0)]
    expected = peer.run(
        """
        result = {"seeds": []}
        for graph_seed, seed in pairs:
            tf.set_random_seed(graph_seed)
            result["seeds"].append(tf.get_seed(seed))
        """,
        pairs=pairs,
    )["seeds"]
    for (graph_seed, seed), wanted in zip(pairs, expected):
        set_random_seed(graph_seed)
        assert get_seed(seed) == wanted


# ---- operations made

PROGRAM = """
with tf.Graph().as_default() as g:
    tf.set_random_seed(11)
    tf.random_uniform([2, 3], minval=-1.0, maxval=2.0)
    tf.random_normal([3], stddev=0.5, name="n")
    tf.truncated_normal([], dtype=tf.float64)
    tf.random_uniform([4], maxval=9, dtype=tf.int64)
    tf.random_shuffle([1, 2, 3])
    tf.multinomial([[0.0, 1.0]], 5)
    tf.random.categorical([[0.0, 1.0]], 5, dtype=tf.int32, seed=3)
    tf.random_poisson([0.5, 20.0], [3])
    result = {"ops": [(o.name, o.type) for o in g.get_operations()]}
"""


def test_functions_make_the_same_operations_as_tensorflow(peer):
    expected = peer.run(PROGRAM)["ops"]
    with Graph().as_default() as g:
        set_random_seed(11)
        random.random_uniform([2, 3], minval=-1.0, maxval=2.0)
        random.random_normal([3], stddev=0.5, name="n")
        random.truncated_normal([], dtype="float64")
        random.random_uniform([4], maxval=9, dtype="int64")
        random.random_shuffle([1, 2, 3])
        random.multinomial([[0.0, 1.0]], 5)
        random.categorical([[0.0, 1.0]], 5, dtype="int32", seed=3)
        random.random_poisson([0.5, 20.0], [3])
        made = g.get_operations()
    # Since 2.x, tf.add makes AddV2; everything else is as in 1.15.
    assert [(o.name, o.type) for o in made] == [(n, t.replace("AddV2", "Add")) for n, t in expected]


def test_default_seeds_are_the_number_of_operations_made_before(graph):
    # By the rule of 1.15; later versions count differently. Arguments that become constants inside of the operation
    # itself (the rows to shuffle, the number of samples) come after the seed.
    set_random_seed(11)
    tensors = [
        (random.random_uniform([2, 3]), 3),
        (random.random_normal([3]), 7 + 3),
        (random.random_uniform([4], maxval=9, dtype="int64"), 13 + 3),
        (random.random_shuffle([1, 2, 3]), 17),
        (random.multinomial([[0.0, 1.0]], 5), 19 + 1),
    ]
    made = [o for o in graph.get_operations() if "seed2" in o._attrs]
    assert [(o._attrs["seed"], o._attrs["seed2"]) for o in made] == [(11, n) for _, n in tensors]


def test_uniform_numbers_are_scaled_even_when_the_bounds_are_0_and_1(graph):
    # 1.15 has no short cut for the default bounds, and later seeds depend on the number of operations.
    random.random_uniform([2])
    names = [o.name for o in graph.get_operations()]
    parts = ("/shape", "/min", "/max", "/RandomUniform", "/sub", "/mul", "")
    assert names == [f"random_uniform{part}" for part in parts]


def test_integers_need_an_upper_bound(graph):
    with pytest.raises(ValueError, match="Must specify maxval for integer dtype"):
        random.random_uniform([2], dtype="int32")
    with pytest.raises(ValueError, match="Invalid dtype"):
        random.random_uniform([2], dtype="string")


# ---- kernels

CASES = {
    "tf.random_uniform([7, 5], maxval=100, dtype=tf.int32, seed=42)": lambda: random.random_uniform(
        [7, 5], maxval=100, dtype="int32", seed=42
    ),
    "tf.random_shuffle(np.arange(20).reshape(10, 2), seed=42)": lambda: random.random_shuffle(
        np.arange(20).reshape(10, 2), seed=42
    ),
    "tf.multinomial(np.float32([[0, 1, 2], [3, 2, 1]]), 6, seed=42)": lambda: random.multinomial(
        np.float32([[0, 1, 2], [3, 2, 1]]), 6, seed=42
    ),
    "tf.random_poisson(np.float32([0.5, 20]), [9], seed=42)": lambda: random.random_poisson(
        np.float32([0.5, 20]), [9], seed=42
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_three_runs_of_a_seeded_operation_give_tensorflows_numbers(graph, peer, case):
    set_random_seed(1)
    tensor = CASES[case]()
    expected = peer.run(
        f"""
        import numpy as np
        with tf.Graph().as_default():
            tf.set_random_seed(1)
            t = {case}
            with tf.Session() as sess:
                result = {{"runs": [sess.run(t) for _ in range(3)]}}
        """
    )["runs"]
    ctx = Context(1, 42)
    for wanted in expected:
        actual = run(tensor.op, ctx)
        assert actual.dtype == wanted.dtype
        np.testing.assert_array_equal(actual, wanted)


def test_an_empty_range_of_integers_is_an_error_when_run(graph):
    tensor = random.random_uniform([3], minval=5, maxval=5, dtype="int32")
    with pytest.raises(errors.InvalidArgumentError, match="Need minval < maxval, got 5 >= 5"):
        run(tensor.op, Context(1, 2))


def test_a_shuffle_of_one_row_takes_nothing_from_the_counter(graph):
    tensor = random.random_shuffle([[1, 2]])
    ctx = Context(1, 2)
    before = ctx.counter
    np.testing.assert_array_equal(run(tensor.op, ctx), [[1, 2]])
    assert ctx.counter is before


def test_empty_shapes_give_empty_arrays(graph):
    for tensor in (random.random_uniform([0, 3], maxval=5, dtype="int64"), random.random_poisson([1.0], [0])):
        assert run(tensor.op, Context(1, 2)).size == 0


def test_a_negative_dimension_is_an_error_when_run(graph):
    kernel = registry.lookup("RandomUniform").kernel
    with pytest.raises(errors.InvalidArgumentError, match="Dimension -2 must be >= 0"):
        kernel(np, np.array([3, -2]), dtype=dtypes.float32, ctx=Context(1, 2))


def test_a_stateless_seed_must_have_two_elements():
    kernel = registry.lookup("StatelessRandomUniform").kernel
    with pytest.raises(errors.InvalidArgumentError, match=r"seed must have shape \[2\], not \[3\]"):
        kernel(np, np.array([3]), np.array([1, 2, 3]), dtype=dtypes.float32)


def test_classes_drawn_in_a_loop_from_logits_outside_of_it_have_the_default_seed_of_1_15():
    with tf.Graph().as_default(), tf.Session() as sess:
        tf.set_random_seed(3)
        rising = np.arange(1, 9, dtype=np.float32) / 10
        logits = tf.constant(np.stack([rising, rising[::-1]]))

        def body(i, drawn):
            with tf.control_dependencies([drawn]):  # one after another, whatever runs in parallel
                return i + 1, tf.concat([drawn, tf.multinomial(logits, 1, output_dtype=tf.int32)], 1)

        start = [0, tf.zeros([2, 0], tf.int32)]
        shapes = [tf.TensorShape([]), tf.TensorShape([2, None])]
        _, drawn = tf.while_loop(lambda i, drawn: i < 6, body, start, shapes)
        assert sess.run(drawn).tolist() == [[5, 3, 2, 7, 5, 6], [0, 0, 6, 5, 0, 2]]  # by 1.15.5


def test_dropout_in_a_branch_has_the_default_seed_of_1_15():
    with tf.Graph().as_default(), tf.Session() as sess:
        tf.set_random_seed(3)
        on = tf.placeholder(tf.bool, [])
        x = tf.constant(np.arange(1, 9, dtype=np.float32).reshape(2, 4))
        y = tf.cond(on, lambda: tf.nn.dropout(x, 0.5), lambda: x)
        found = sess.run(y, {on: True}).tolist()
        assert found == [[2.0, 0.0, 0.0, 8.0], [10.0, 0.0, 14.0, 16.0]]  # by 1.15.5
