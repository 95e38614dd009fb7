"""Programs with functions in their graphs, and what 1.15.5 makes of them. A Python that has it records the answers:

python tests/ops/control/defined_functions.py    writes recorded_defined_functions.json
"""

import json
import os
import sys

RECORD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "recorded_defined_functions.json")


def two_results(tf, function):
    @function.Defun(tf.float32, tf.float32)
    def SumAndDifference(x, y):  # noqa: N802
        """Adds and subtracts."""
        return x + y, x - y

    a, b = tf.constant([1.0, 5.0], name="a"), tf.constant([2.0, 3.0], name="b")
    plus, minus = SumAndDifference(a, b, name="call")
    return [plus, minus] + tf.gradients(plus * minus, [a, b])


def captured(tf, function):
    outside = tf.constant(3.0, name="outside")

    @function.Defun(tf.float32, func_name="Scaled", noinline=True, out_names=["scaled"])
    def scaled(x):
        resource = tf.get_variable("resource", [], initializer=tf.constant_initializer(5.0), use_resource=True)
        reference = tf.get_variable("reference", [], initializer=tf.constant_initializer(7.0), use_resource=False)
        return x * outside * resource * reference

    y = scaled(tf.constant(2.0))
    return [y] + tf.gradients(y, [outside] + tf.trainable_variables())


def captured_integers(tf, function):
    axis = tf.constant(1, name="axis")

    @function.Defun(tf.float32)
    def total(x):
        return tf.reduce_sum(x, axis)

    return [total(tf.ones([2, 3]))]


def captured_by_value(tf, function):
    outside = tf.constant(3.0, name="outside") * 2.0

    @function.Defun(tf.float32, capture_by_value=True)
    def plus(x):
        return x + outside

    return [plus(tf.constant(2.0))]


def overloaded(tf, function):
    @function.Defun()
    def product(x, y):
        return x * y

    @function.Defun(func_name="Named")
    def named(x, y):
        return x * y

    return [product(1.5, 2.0), product(2, 3), named(3, 4), product(2.5, 2.0)]


def gradient_in_python(tf, function):
    @function.Defun(
        python_grad_func=lambda op, dy: [2.0 * dy, 3.0 * dy], shape_func=lambda op: [op.inputs[0].get_shape()]
    )
    def product(x, y):
        return x * y

    a, b = tf.constant([1.0, 2.0]), tf.constant([3.0, 4.0])
    z = product(a, b)
    return [z] + tf.gradients(z, [a, b])


def gradient_function(tf, function):
    @function.Defun(tf.float32, tf.float32)
    def Tenfold(x, dy):  # noqa: N802
        return 10.0 * dy

    @function.Defun(tf.float32, grad_func=Tenfold)
    def Exponential(x):  # noqa: N802
        return tf.exp(x)

    x = tf.constant(1.0)
    y = Exponential(x)
    return [y] + tf.gradients(y, x)


def nested(tf, function):
    @function.Defun(tf.float32)
    def Square(x):  # noqa: N802
        return x * x

    @function.Defun(tf.float32)
    def FourthPower(x):  # noqa: N802
        return Square(Square(x))

    x = tf.constant(2.0)
    y = FourthPower(x)
    return [y] + tf.gradients(y, x)


def no_result(tf, function):
    v = tf.get_variable("v", [], initializer=tf.zeros_initializer(), use_resource=True)

    @function.Defun(capture_resource_var_by_value=False)
    def increase():
        v.assign_add(2.0)

    with tf.control_dependencies([increase(name="increase")]):
        return [v.read_value()]


def random_inside(tf, function):
    tf.set_random_seed(7)

    @function.Defun(tf.int32)
    def noise(n):
        return tf.random_uniform([n], seed=3)

    return [noise(4)]


PROGRAMS = {
    f.__name__: f
    for f in (
        two_results,
        captured,
        captured_integers,
        captured_by_value,
        overloaded,
        gradient_in_python,
        gradient_function,
        nested,
        no_result,
        random_inside,
    )
}


def outcome(name):
    """The graph that a program makes, without the versions, and the values of what it returns."""
    import tensorflow as tf
    from google.protobuf import json_format
    from tensorflow.python.framework import function

    with tf.Graph().as_default() as graph, tf.Session() as sess:
        fetches = PROGRAMS[name](tf, function)
        definition = json_format.MessageToDict(graph.as_graph_def())
        definition.pop("versions")
        sess.run(tf.global_variables_initializer())
        shapes = [str(t.get_shape()) for t in fetches]
        return {"graph": definition, "shapes": shapes, "values": [v.tolist() for v in sess.run(fetches)]}


if __name__ == "__main__":
    sys.path.pop(0)
    with open(RECORD, "w") as file:
        json.dump({name: outcome(name) for name in PROGRAMS}, file, sort_keys=True, separators=(",", ":"))
        file.write("\n")
