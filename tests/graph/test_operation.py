"""An operation knows where in the program it was made."""

import traceback

import penstock as tf


def make(depth):
    if depth:
        return make(depth - 1)
    return (
        traceback.extract_stack(),
        tf.no_op(),
    )


def test_the_call_stack_is_the_one_that_python_tells():
    with tf.Graph().as_default():
        stack, op = make(3)
    own = [(f.filename, f.lineno, f.name) for f in stack if f.filename == __file__]
    shown = [(file, line, name) for file, line, name, _ in op.traceback if file == __file__]
    assert [name for _, _, name in own] == ["test_the_call_stack_is_the_one_that_python_tells"] + ["make"] * 4
    assert shown[:-1] == own[:-1]
    assert shown[-1] == (__file__, own[-1][1] + 1, "make")  # the line after that of extract_stack


def test_operations_of_two_lines_have_two_lines():
    with tf.Graph().as_default():
        a = tf.no_op()
        b = tf.no_op()
    lines = [[line for file, line, _, _ in op.traceback if file == __file__][-1] for op in (a, b)]
    assert lines[1] == lines[0] + 1


def test_the_source_of_the_line_is_shown():
    with tf.Graph().as_default():
        op = tf.no_op(name="here")
    assert 'op = tf.no_op(name="here")' in [text for file, _, _, text in op.traceback if file == __file__]
