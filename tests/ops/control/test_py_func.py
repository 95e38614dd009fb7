"""Python functions as operations: arguments, results and errors as in 1.15."""

import gc

import numpy as np
import pytest

import penstock as tf
from penstock.ops.control import py_func


@pytest.fixture
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def test_arguments_are_arrays_and_numpy_scalars(session):
    seen = []

    def function(*args):
        seen.extend(args)
        return np.float32(1)

    inputs = [tf.constant(1.0), tf.constant("a"), tf.constant([1, 2]), tf.constant(["b"])]
    session.run(tf.py_func(function, inputs, tf.float32))
    assert type(seen[0]) is np.float32 and seen[1] == b"a"
    assert seen[2].dtype == np.int32 and seen[2].tolist() == [1, 2]
    assert seen[3].dtype == object and seen[3].tolist() == [b"b"]


def test_an_argument_may_be_changed_without_harm(session):
    x = tf.constant([1.0, 2.0])

    def function(a):
        a[:] = 0
        return a

    y = tf.py_func(function, [x], tf.float32)
    np.testing.assert_equal(session.run([y, x]), [[0, 0], [1, 2]])


def test_one_type_gives_a_tensor_and_a_list_of_types_a_list(session):
    assert isinstance(tf.py_func(lambda: np.float32(1), [], tf.float32), tf.Tensor)
    several = tf.py_func(lambda x: (x, "text"), [1.0], [tf.float32, tf.string])
    assert session.run(several) == [1.0, b"text"]


@pytest.mark.parametrize(
    ("function", "error", "text"),
    [
        (lambda: (1.0, 2.0), "InvalidArgumentError", "returns 2 values, but expects to see 1 values."),
        (lambda: None, "InvalidArgumentError", "returns 0 values, but expects to see 1 values."),
        (lambda: 1.0, "InvalidArgumentError", "is double, but expects float"),
        (lambda: "text", "InvalidArgumentError", "is string, but expects float"),
        (lambda: 1 / 0, "UnknownError", "ZeroDivisionError: division by zero"),
        (lambda: int("x"), "InvalidArgumentError", "ValueError: invalid literal"),
        (lambda: next(iter([])), "OutOfRangeError", "StopIteration"),
        (lambda: [].x, "UnknownError", "AttributeError"),
    ],
)
def test_errors_are_mapped(session, function, error, text):
    with pytest.raises(getattr(tf.errors, error), match=text):
        session.run(tf.py_func(function, [], tf.float32))


def test_a_function_lives_as_long_as_its_graph():
    graph = tf.Graph()
    with graph.as_default():
        token = tf.py_func(lambda: np.float32(1), [], tf.float32).op._attrs["token"]
    assert token in py_func._functions
    del graph
    gc.collect()
    assert token not in py_func._functions


def test_py_function_takes_tensors_and_has_a_gradient(session):
    x = tf.placeholder(tf.float32, [2])
    y = tf.py_function(lambda a: tf.square(a) * float(a.numpy()[0]), [x], tf.float32)
    (grad,) = tf.gradients(y, x)
    value, slope = session.run([y, grad], {x: [2.0, 3.0]})
    np.testing.assert_allclose(value, [8, 18])
    np.testing.assert_allclose(slope, [8, 12])
    assert grad.shape.as_list() == [2]


def test_text_in_arrays_of_objects_becomes_bytes():
    with tf.Graph().as_default(), tf.Session() as session:
        made = tf.py_func(lambda: np.array(["a", b"b", "\u00e9"], object), [], tf.string)
        assert session.run(made).tolist() == [b"a", b"b", b"\xc3\xa9"]


@pytest.mark.parametrize("wrap", [tf.py_func, tf.py_function, tf.numpy_function])
def test_a_function_without_results_is_an_operation(wrap, session):
    seen = []
    made = wrap(lambda x: seen.append(float(x)) if wrap is not tf.py_function else seen.append(x.numpy()), [2.0], [])
    assert isinstance(made, tf.Operation)
    with tf.control_dependencies([made]):
        after = tf.constant(1) + 1
    assert session.run(made) is None and session.run(after) == 2
    assert seen == [2.0, 2.0]


def test_results_of_py_function_take_the_types_that_were_promised(session):
    x = tf.constant(2.0)
    y, z = tf.py_function(lambda x: (x * x, 3, "too much"), [x], [tf.float32, tf.float64])
    assert [v.dtype for v in session.run([y, z])] == [np.float32, np.float64]
    assert session.run(tf.gradients(y, x)[0]) == 4
    assert session.run(tf.py_function(lambda: [[1, 2], [3, 4]], [], tf.int32)).tolist() == [1, 2]
    with pytest.raises(tf.errors.InvalidArgumentError):
        session.run(tf.py_function(lambda: 1.5, [], tf.int32))
