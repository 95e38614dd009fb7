# Seed 004, lines 9521-9552.
import tensorflow as tf

with tf.Graph().as_default() as g:
    c = tf.constant(5.0, name="c")
    assert c.op.name == "c"
    c_1 = tf.constant(6.0, name="c")
    assert c_1.op.name == "c_1"

    # Creates a scope called "nested"
    with g.name_scope("nested") as scope:
        nested_c = tf.constant(10.0, name="c")
        assert nested_c.op.name == "nested/c"

        # Creates a nested scope called "inner".
        with g.name_scope("inner"):
            nested_inner_c = tf.constant(20.0, name="c")
            assert nested_inner_c.op.name == "nested/inner/c"

        # Create a nested scope called "inner_1".
        with g.name_scope("inner"):
            nested_inner_1_c = tf.constant(30.0, name="c")
            assert nested_inner_1_c.op.name == "nested/inner_1/c"

    # Treats `scope` as an absolute name scope, and
    # switches to the "nested/" scope.
    with g.name_scope(scope):
        nested_d = tf.constant(40.0, name="d")
        assert nested_d.op.name == "nested/d"

    with g.name_scope("") as scope:
        e = tf.constant(50.0, name="e")
        assert e.op.name == "e"
