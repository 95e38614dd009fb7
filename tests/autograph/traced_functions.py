"""Programs with `tf.function` in graph mode. A Python that has 1.15.5 records what it makes of them:

python tests/autograph/traced_functions.py    writes recorded_traced_functions.json
"""

import json
import os
import re
import sys

RECORD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "recorded_traced_functions.json")

if __name__ == "__main__":
    sys.path.pop(0)

import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402


def structures():
    @tf.function
    def add(x, y=2.0):
        return {"sum": x + y, "rest": [x, None]}

    return [add(tf.constant(1.0))["sum"], add(tf.constant([1.0, 2.0]), y=3.0)["sum"], add(tf.constant(4.0))["rest"][0]]


def effects():
    v = tf.Variable(1.0, use_resource=True, name="v")

    @tf.function
    def update(x):
        v.assign_add(x)
        before = v * x
        v.assign(before + 1.0)
        return before

    return [update(3.0)]


def variable_made_inside():
    state = []

    @tf.function
    def scale(x):
        if not state:
            state.append(tf.Variable(2.0, name="w"))
        return state[0] * x

    return [scale(tf.constant(3.0)), scale(tf.constant([4.0, 5.0]))]


def gradient():
    v = tf.Variable(2.0, use_resource=True, name="v")

    @tf.function
    def cube(x):
        return v * x * x * x

    x = tf.constant(3.0)
    y = cube(x)
    return [y] + tf.gradients(y, [x, v]) + [cube(x + 1.0)]


def control_flow():
    @tf.function
    def collatz(n):
        turns = 0
        while n > 1:
            if n % 2 < 1:
                n = n // 2
            else:
                n = 3 * n + 1
            turns += 1
        return turns

    return [collatz(tf.constant(6)), collatz(tf.constant(7))]


def signature():
    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32), tf.TensorSpec([], tf.float32, name="factor")])
    def scaled(x, y):
        return x * y

    return [scaled([1.0, 2.0], 3.0), scaled(np.array([4.0], np.float32), tf.constant(2.0))]


def concrete():
    @tf.function
    def square(x):
        return x * x

    function = square.get_concrete_function(tf.TensorSpec([None], tf.float32))
    assert [t.dtype for t in function.inputs] == [tf.float32]
    return [function(tf.constant([3.0, 4.0]))]


def method():
    class Counter(object):  # noqa: UP004
        def __init__(self):
            self.step = tf.constant(3)

        @tf.function
        def following(self, n):
            return n + self.step

    counter = Counter()
    return [counter.following(tf.constant(4))]


def nested():
    @tf.function
    def square(x):
        return x * x

    @tf.function
    def fourth(x):
        return square(square(x))

    x = tf.constant(2.0)
    y = fourth(x)
    return [y] + tf.gradients(y, x)


def sparse_argument():
    @tf.function
    def total(s):
        return tf.sparse.reduce_sum(s), s

    result, same = total(tf.SparseTensor([[0, 1], [1, 0]], [2.0, 3.0], [2, 2]))
    return [result, same.values]


def random_inside():
    tf.compat.v1.set_random_seed(7)

    @tf.function
    def noise(x):
        return x + tf.random.uniform([2], seed=5)

    return [noise(tf.zeros([2]))]


def without_autograph():
    f = tf.contrib.eager.defun(lambda x: x * x, autograph=False)
    return [f(tf.constant(3.0))]


def map_function():
    def halve_large(x):
        if x > 2:
            x = x // 2
        return x

    data = tf.data.Dataset.range(6).map(halve_large).filter(lambda x: x > 0 and x < 3).batch(6)
    return [tf.compat.v1.data.make_one_shot_iterator(data).get_next()]


PROGRAMS = [
    structures, effects, variable_made_inside, gradient, control_flow, signature, concrete, method, nested, sparse_argument,
    random_inside, without_autograph, map_function,
]  # fmt: skip
SHOWN = ("structures", "effects", "method", "sparse_argument", "signature", "random_inside")


def outcome(program):
    """The values of a program and the calls in its graph; the functions too, where both do without helpers of their own."""
    with tf.Graph().as_default() as graph, tf.compat.v1.Session() as sess:
        fetches = program()
        shapes = [str(t.shape) for t in fetches]
        definition = graph.as_graph_def()
        calls = [[n.name, n.op, list(n.input)] for n in definition.node if "PartitionedCall" in n.op]
        functions = []
        for f in definition.library.function if program.__name__ in SHOWN else ():
            functions.append([
                re.sub(r"_\d+$", "", f.signature.name),
                [a.name for a in f.signature.input_arg],
                [a.name for a in f.signature.output_arg],
                [[n.name, n.op, list(n.input)] for n in f.node_def],
                sorted(f.ret.items()),
                sorted(f.signature.control_output),
            ])  # fmt: skip
        sess.run(tf.compat.v1.global_variables_initializer())
        values = [v.tolist() for v in sess.run(fetches)]
    return {"values": values, "shapes": shapes, "calls": calls, "functions": sorted(functions)}


if __name__ == "__main__":
    with open(RECORD, "w") as file:
        json.dump({p.__name__: outcome(p) for p in PROGRAMS}, file, separators=(",", ":"), sort_keys=True)
        file.write("\n")
