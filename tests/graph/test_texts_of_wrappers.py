"""What the functions of operations say to arguments of a wrong kind: the words of TensorFlow 1.15.5's generated wrappers."""

import pytest

import penstock as tf

REFUSED = {
    "a number for a list of inputs": (
        lambda: tf.raw_ops.AddN(inputs=3),
        TypeError,
        "Expected list for 'inputs' argument to 'add_n' Op, not 3.",
    ),
    "a text for a list of inputs": (
        lambda: tf.string_join("a"),
        TypeError,
        "Expected list for 'inputs' argument to 'string_join' Op, not 'a'.",
    ),
    "a number for a list": (
        lambda: tf.extract_image_patches(tf.ones([1, 4, 4, 2]), 3, [1, 1, 1, 1], [1, 1, 1, 1], "SAME"),
        TypeError,
        "Expected list for 'ksizes' argument to 'extract_image_patches' Op, not 3.",
    ),
    "lists of different lengths": (
        lambda: tf.raw_ops.SparseConcat(indices=[[[0]], [[0]]], values=[[1]], shapes=[[1]], concat_dim=0),
        ValueError,
        "List argument 'values' to 'sparse_concat' Op with length 1 must match length 2 of argument 'indices'.",
    ),
    "a negative size": (
        lambda: tf.placeholder(tf.float32, [-2]),
        ValueError,
        "Error converting shape to a TensorShape: Dimension -2 must be >= 0.",
    ),
    "a text for a shape": (
        lambda: tf.placeholder(tf.float32, "a"),
        TypeError,
        "Error converting shape to a TensorShape: A string has ambiguous TensorShape, please wrap in a list or convert to "
        "an int: a.",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_an_argument_of_a_wrong_kind_is_refused_in_the_words_of_1_15(name):
    call, kind, text = REFUSED[name]
    with tf.Graph().as_default(), pytest.raises(kind) as caught:
        call()
    assert str(caught.value) == text


@pytest.mark.parametrize("axis", [-1, [0, -1], [1, 0]])
def test_squeeze_counts_the_dimension_that_it_refuses_from_the_front(axis):
    first = {-1: 2}.get(axis, 0) if isinstance(axis, int) else 0
    with tf.Graph().as_default():
        with pytest.raises(ValueError, match=rf"Can not squeeze dim\[{first}\], expected a dimension of 1"):
            tf.squeeze(tf.ones([2, 3, 4]), axis)


def test_tensors_of_two_graphs_are_named_in_the_order_in_which_they_were_given():
    with tf.Graph().as_default():
        a = tf.placeholder(tf.float32, [2], name="a")
    with tf.Graph().as_default():
        b = tf.ones([2], name="b")
        with pytest.raises(ValueError) as caught:
            tf.add(a, b)
    assert str(caught.value) == f"{b} must be from the same graph as {a}."


@pytest.mark.parametrize("answer", [None, 3])
def test_a_device_function_that_returns_no_name_is_refused(answer):
    with tf.Graph().as_default(), tf.device(lambda op: answer):
        with pytest.raises(TypeError, match=f"Expected binary or unicode string, got {answer}"):
            tf.no_op()
