"""Functions for a `CallableOptions`, which Keras 2.2 calls for every batch; the texts are those of 1.15.5."""

import numpy as np
import pytest

import penstock as tf
from penstock import protos


@pytest.fixture
def made():
    """`made(connections, fetches, ...)` in a session with `x`, `z`, the variable `v`, `y = x * 2 + z` and an update of `v`."""
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [2], name="x")
        z = tf.placeholder(tf.float32, name="z")
        v = tf.Variable([1.0, 2.0], name="v")
        tf.add(x * 2, z, name="y")
        tf.assign_add(v, [1.0, 1.0], name="update")
        tf.random_uniform([2], seed=1, name="random")
        tf.identity(tf.get_default_graph().get_tensor_by_name("random:0"), name="same")
        session.run(tf.global_variables_initializer())

        def make(connections, fetches, feeds=("z:0",), targets=(), run_options=None):
            options = protos.CallableOptions(fetch=fetches, feed=feeds, target=targets)
            for source, place in connections:
                options.tensor_connection.add(from_tensor=source, to_tensor=place)
            if run_options is not None:
                options.run_options.CopyFrom(run_options)
            return session._make_callable_from_options(options)

        yield make


def test_a_tensor_takes_the_place_of_a_placeholder(made):
    function = made([("v/read:0", "x:0")], ["y:0"], targets=["update"])
    np.testing.assert_array_equal(function(np.float32(5)), [[7, 9]])
    np.testing.assert_array_equal(function(np.float32(5)), [[9, 11]])  # the update came after it was read


def test_so_does_a_variable_of_the_old_kind(made):
    function = made([("v:0", "x:0")], ["y:0"], targets=["update"])
    np.testing.assert_array_equal(function(np.float32(5)), [[7, 9]])
    np.testing.assert_array_equal(function(np.float32(5)), [[9, 11]])


def test_what_takes_the_place_is_computed_once(made):
    y, random, same = made([("random:0", "x:0")], ["y:0", "random:0", "same:0"])(np.float32(5))
    np.testing.assert_array_equal(random, same)
    np.testing.assert_allclose(y, 2 * random + 5, rtol=1e-6)


@pytest.mark.parametrize(
    ("connections", "fetch", "error", "text"),
    [
        ([("random:0", "x:0")], "x:0", tf.errors.InvalidArgumentError, "x:0 is both fed and fetched."),
        (
            [("nope:0", "x:0")],
            "y:0",
            tf.errors.InvalidArgumentError,
            'Requested tensor connection from unknown node: "x:0".',
        ),
        ([("v/read:0", "nope:0")], "y:0", tf.errors.NotFoundError, "FeedInputs: unable to find feed output nope:0"),
        ([("v/read:0", "z:0")], "y:0", tf.errors.InvalidArgumentError, 'Endpoint "z:0" fed more than once.'),
        (
            [("v/read:0", "x:0"), ("random:0", "x:0")],
            "y:0",
            tf.errors.InvalidArgumentError,
            'Endpoint "x:0" fed more than once.',
        ),
        (
            [("y:0", "x:0")],
            "y:0",
            tf.errors.InvalidArgumentError,
            'Requested Tensor connection between nodes "x" and "y" would create a cycle.',
        ),
    ],
)
def test_connections_that_do_not_fit_are_refused(made, connections, fetch, error, text):
    with pytest.raises(error) as found:
        made(connections, [fetch])
    assert str(found.value) == text


@pytest.mark.parametrize("connections", [[("v/read:0", "x:0")], []])
def test_the_number_of_values_is_that_of_the_feeds(made, connections):
    function = made(connections, ["y:0"])
    with pytest.raises(tf.errors.InvalidArgumentError, match="^Expected 1 feed tensors, but got 0$"):
        function()
    with pytest.raises(tf.errors.InvalidArgumentError, match="^Expected 1 feed tensors, but got 2$"):
        function(np.float32(1), np.float32(2))


@pytest.mark.parametrize(
    "name, error, text",
    [
        (
            "nope:0",
            tf.errors.InvalidArgumentError,
            "Tensor nope:0, specified in either feed_devices or fetch_devices was not found in the Graph",
        ),
        ("x:7", tf.errors.OutOfRangeError, "Node 'x' (type: 'Placeholder', num of outputs: 1) does not have output 7"),
    ],
)
def test_a_tensor_that_there_is_not_is_refused(made, name, error, text):
    with pytest.raises(error) as found:
        made([], [name])
    assert str(found.value) == text
    with pytest.raises(error):
        made([], ["y:0"], [name])


@pytest.mark.parametrize("connections", [[("v/read:0", "x:0")], []])
def test_options_of_the_run_fill_its_metadata(made, connections):
    feeds = ["z:0"] if connections else ["x:0", "z:0"]
    values = [np.float32([1, 2])] * (not connections) + [np.float32(3)]
    metadata = tf.RunMetadata()
    graphs = tf.RunOptions(output_partition_graphs=True)
    np.testing.assert_array_equal(
        made(connections, ["y:0"], feeds, run_options=graphs)(*values, run_metadata=metadata), [[5, 7]]
    )
    assert len(metadata.partition_graphs) == 1
    traced = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
    made(connections, ["y:0"], feeds, run_options=traced)(*values, run_metadata=metadata)
    assert len(metadata.step_stats.dev_stats) > 0
    assert len(metadata.partition_graphs) == 0
