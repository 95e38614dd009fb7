"""`tf.contrib.autograph`: the names of 1.15's, by attribute and by import."""

import penstock as tf


def test_the_names_are_those_of_tf_autograph():
    tf.install()
    try:
        import tensorflow.contrib.autograph as module
        from tensorflow.contrib import autograph
    finally:
        tf.uninstall()
    for found in (autograph, module, tf.contrib.autograph):
        assert found.to_graph is tf.autograph.to_graph
        assert found.to_code is tf.autograph.to_code
        assert found.do_not_convert is tf.autograph.experimental.do_not_convert
        assert found.set_loop_options is tf.autograph.experimental.set_loop_options
        assert found.Feature is tf.autograph.experimental.Feature
        assert not found.ConversionOptions(recursive=False).recursive


def test_what_convert_decorates_is_converted_when_it_is_called():
    @tf.contrib.autograph.convert()
    def halved(x):
        while x > 1.0:
            x = x / 2.0
        return x

    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32)
        assert session.run(halved(x), {x: 12.0}) == 0.75
        assert halved(12.0) == 0.75


def test_contrib_eager_has_variables_behind_handles():
    tf.install()
    try:
        from tensorflow.contrib.eager.python import tfe
        from tensorflow.python.ops import resource_variable_ops
    finally:
        tf.uninstall()
    assert tf.contrib.eager.Variable is tfe.Variable is resource_variable_ops.ResourceVariable
    with tf.Graph().as_default(), tf.Session() as session:
        v = tfe.Variable(lambda: tf.constant([1.0, 2.0]), name="pair")
        assert (v.handle.op.type, v.name) == ("VarHandleOp", "pair:0")
        assert v in tf.global_variables()
        session.run(v.initializer)
        assert session.run(v.assign_add([1.0, 1.0])).tolist() == [2.0, 3.0]
