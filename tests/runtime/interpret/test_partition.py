"""A plan is cut into segments, numeric and host in turn, as few as its dependencies allow."""

import penstock as tf
from penstock.runtime.interpret.execute import partition_of
from penstock.runtime.plan.plan import Plan


def segments(fetches, feeds=()):
    plan = Plan([tf.convert_to_tensor(f) for f in fetches], [], list(feeds))
    return [[step.op.type for step in segment.steps] for segment in partition_of(plan).segments]


def test_numeric_operations_are_one_segment():
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [2, 2])
        assert segments([tf.nn.relu(tf.matmul(x, x)) * 2.0], [x]) == [["MatMul", "Relu", "Mul"]]


def test_what_strings_are_made_of_stands_between_two():
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [2])
        y = tf.string_to_number(tf.as_string(x * 2.0)) + 1.0
        assert segments([y], [x]) == [["Mul"], ["AsString", "StringToNumber"], [y.op.type]]


def test_numeric_operations_wait_for_the_last_segment_that_suits_their_users():
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [2])
        early = tf.sin(x)  # needed only behind the strings
        text = tf.string_to_number(tf.as_string(x * 2.0))
        assert segments([early + text], [x])[-1][0] == "Sin"
