"""`tf.contrib.framework.zero_initializer`, with values and messages of 1.15.5."""

import pytest

import penstock as tf


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default():
        yield


@pytest.mark.parametrize("use_resource", [False, True])
def test_a_variable_without_a_value_gets_zeros_once(use_resource):
    v = tf.get_variable("v", initializer=[[1, 2]], use_resource=use_resource)
    filled = tf.contrib.framework.zero_initializer(v)
    with tf.Session() as session:
        assert session.run(filled).tolist() == [[0, 0]]
        assert session.run(v).tolist() == [[0, 0]]
        with pytest.raises(tf.errors.InvalidArgumentError, match="input is already initialized"):
            session.run(filled)
        session.run(v.initializer)
        with pytest.raises(tf.errors.InvalidArgumentError, match="input is already initialized"):
            session.run(filled.op)
        assert session.run(v).tolist() == [[1, 2]]


def test_one_of_unknown_shape_becomes_a_scalar():
    v = tf.Variable(tf.placeholder(tf.float32), validate_shape=False)
    with tf.Session() as session:
        assert session.run(tf.contrib.framework.zero_initializer(v)).shape == ()


def test_it_takes_numbers_that_are_not_complex():
    with tf.Session() as session:
        for dtype in (tf.float16, tf.int8, tf.float64, tf.uint16):
            found = session.run(tf.contrib.framework.zero_initializer(tf.Variable(tf.ones([2], dtype))))
            assert found.dtype == dtype.as_numpy_dtype and found.tolist() == [0, 0]
    for dtype in (tf.bool, tf.string, tf.complex64):
        with pytest.raises(TypeError) as raised:
            tf.contrib.framework.zero_initializer(tf.Variable(tf.zeros([2], dtype)))
        assert str(raised.value) == (
            f"Value passed to parameter 'ref' has DataType {dtype.name} not in list of allowed values: float32, float64, "
            "int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64"
        )
