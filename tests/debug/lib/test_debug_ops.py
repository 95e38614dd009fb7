"""The debug ops give the numbers of TensorFlow 1.15.5, for all their types, bounds and for tensors without elements."""

import textwrap

import numpy as np
import pytest

import penstock as tf

PROGRAM = """
    from tensorflow.core.framework import attr_value_pb2

    def make(kind, x, dtype, **numbers):
        attrs = {
            "T": attr_value_pb2.AttrValue(type=x.dtype.as_datatype_enum),
            "tensor_name": attr_value_pb2.AttrValue(s=b"x:0"),
        }
        for name, number in numbers.items():
            if isinstance(number, bool):
                attrs[name] = attr_value_pb2.AttrValue(b=number)
            else:
                attrs[name] = attr_value_pb2.AttrValue(f=number)
        return tf.get_default_graph().create_op(kind, [x], [dtype], attrs=attrs).outputs[0]

    values = {
        "floats": np.array([[np.nan, -np.inf, -2.5, 0.0], [1.0, np.inf, 3.0, np.nan]], "f"),
        "doubles": np.array([-1.0, 7.0]), "integers": np.array([[-3], [0], [5]], np.int32), "bytes": np.arange(5, dtype=np.uint8),
        "truths": np.array([True, False, True]), "scalar": np.float32(2.0), "empty": np.zeros((0, 3), "f"),
    }
    result = {}
    with tf.Session() as sess:
        for name, value in values.items():
            x = tf.constant(value)
            result[name] = sess.run(make("DebugIdentity", x, x.dtype))
            result[name + " summary"] = sess.run(make("DebugNumericSummary", x, tf.float64))
            result[name + " bounds"] = sess.run(make("DebugNumericSummary", x, tf.float64, lower_bound=-2.0, upper_bound=3.0))
            result[name + " mute"] = sess.run(make("DebugNumericSummary", x, tf.float64, mute_if_healthy=True))
            if name != "truths":
                result[name + " nan"] = sess.run(make("DebugNanCount", x, tf.int64))
"""


@pytest.fixture
def installed():
    tf.install()
    yield
    tf.uninstall()


def test_they_give_the_numbers_of_1_15(installed, peer_1_15):
    scope = {"tf": tf, "np": np}
    exec(textwrap.dedent(PROGRAM), scope)
    theirs, found = peer_1_15.run(PROGRAM), scope["result"]
    assert found.keys() == theirs.keys()
    for name, value in theirs.items():
        np.testing.assert_array_equal(found[name], value, err_msg=name)
        assert np.asarray(found[name]).dtype == np.asarray(value).dtype, name


@pytest.mark.parametrize("kind", ["DebugNanCount", "DebugNumericSummary"])
def test_they_have_no_kernels_for_strings(kind):
    x = tf.constant("a")
    with tf.Session() as sess, pytest.raises(tf.errors.InvalidArgumentError, match=f"No OpKernel .* Op '{kind}'"):
        sess.run(getattr(tf.raw_ops, kind)(input=x))
