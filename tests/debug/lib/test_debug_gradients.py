"""Gradients that a debugger has found on their way are those that TensorFlow 1.15.5 finds there, in sessions and in dumps."""

import textwrap

import numpy as np
import pytest

import penstock as tf
from penstock import debug as tf_debug
from penstock.debug.lib import debug_gradients

# All ways to say which gradient is wanted, on tensors, reference and resource variables; what each way answers.
PROGRAM = """
    import os
    import tempfile
    from tensorflow.python import debug as tf_debug
    from tensorflow.python.debug.lib import debug_gradients

    result = {}
    def said(function, *args):
        try:
            return function(*args)
        except Exception as error:
            return type(error).__name__

    config = tf.ConfigProto()  # 1.15 would put a product in the place of a gradient that is a sum of equal ones
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    for resource in (False, True):
        with tf.Graph().as_default() as graph, tf.Session(config=config) as sess:
            debug_gradients.clear_gradient_debuggers()
            u = tf.get_variable("u", initializer=2.0, use_resource=resource)
            v = tf.get_variable("v", initializer=3.0, use_resource=resource)
            w = tf.multiply(u.value(), v, name="w")
            first, second = tf_debug.GradientsDebugger(), tf_debug.GradientsDebugger()
            dw = first.identify_gradient(w)
            z = tf.multiply(dw, w, name="z")
            tf.gradients(z, u)                      # two debuggers, none entered: nobody is told
            nobody = sorted(first.gradient_tensors())
            with first:
                tf.train.GradientDescentOptimizer(0.1).minimize(z)
            second.watch_gradients_by_tensor_names(graph, "(w|u/read):0$")
            if not resource:
                second.watch_gradients_by_tensors(graph, [v])
            with second:
                train = tf.train.GradientDescentOptimizer(0.1).minimize(z)
            sess.run(tf.global_variables_initializer())
            mine = {name: sess.run(t) for d in (first, second) for name, t in sorted(d.gradient_tensors().items())}
            for name, value in mine.items():
                result["%s %s" % (resource, name)] = value
            folder = tempfile.mkdtemp()
            options = tf.RunOptions()
            tf_debug.watch_graph(options, graph, debug_urls="file://" + folder)
            sess.run(train, options=options)
            dump = tf_debug.DebugDumpDir(folder)
            result["%s from the dump" % resource] = debug_gradients.gradient_values_from_dump(second, "w:0", dump)
            dump.set_python_graph(tf.Graph())
            result["%s text" % resource] = repr((
                nobody, sorted(first.gradient_tensors()), sorted(second.gradient_tensors()), first.y_tensor is None,
                first.graph is graph, second.graph is graph, said(first.identify_gradient, w),
                said(first.gradient_tensor, 3), said(first.gradient_tensor, "other:0"),
                said(debug_gradients.gradient_values_from_dump, second, "w:0", dump),
                sorted(op.name for op in graph.get_operations() if op.type.startswith("DebugGradient"))[0].rsplit("_", 1)[0],
                float(sess.run(u)), float(sess.run(v)),
            ))
"""


@pytest.fixture
def installed():
    tf.install()
    yield
    tf.uninstall()
    debug_gradients.clear_gradient_debuggers()


def test_they_are_those_of_1_15(installed, peer_1_15):
    scope = {"tf": tf, "np": np}
    exec(textwrap.dedent(PROGRAM), scope)
    theirs, found = peer_1_15.run(PROGRAM), scope["result"]
    assert sorted(found) == sorted(theirs)
    for name, value in theirs.items():
        if name.endswith("text"):
            assert str(found[name]) == str(value)
        else:
            np.testing.assert_allclose(found[name], value, rtol=1e-6, err_msg=name)


def test_a_gradient_of_a_loop_has_a_value_for_each_turn(tmp_path):
    with tf.Graph().as_default() as graph, tf.Session() as sess:
        debug_gradients.clear_gradient_debuggers()
        debugger = tf_debug.GradientsDebugger()
        x = tf.placeholder(tf.float32, [], name="x")
        y = debugger.identify_gradient(tf.square(x, name="square"))
        of_x = tf.gradients(tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * y), [0, 1.0])[1], x)
        options = tf.RunOptions()
        tf_debug.watch_graph(options, graph, debug_urls=f"file://{tmp_path}")
        assert sess.run(of_x, {x: 2.0}, options=options) == [6 * 2.0**5]
        values = debug_gradients.gradient_values_from_dump(debugger, "square:0", tf_debug.DebugDumpDir(str(tmp_path)))
        assert values == [3 * 4.0**2]


def test_an_identity_of_another_program_passes_gradients_on():
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.constant(3.0)
        y = tf.square(tf.raw_ops.DebugGradientIdentity(input=x, name="from/elsewhere"))
        assert sess.run(tf.gradients(y, x)) == [6.0]
