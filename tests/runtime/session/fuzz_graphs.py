"""Damaged graphs: small GraphDefs with bytes, names, attributes and inputs changed by chance, imported and run.

    python -m tests.runtime.session.fuzz_graphs --count 5000 --seed 1

Whatever a graph says, it is an error of 1.x or a result, in bounded time and memory. Failures are printed with the number
that makes them again.
"""

import argparse
import collections
import contextlib
import json
import random
import sys
import time

import numpy as np
from google.protobuf.message import DecodeError

import penstock as tf

MEMORY = 6 << 30
SECONDS = 2  # for each run
SLOW = 15  # for import and run, on a machine that does other things
NUMBERS = (-(2**63), -(2**31), -2, -1, 0, 1, 2, 3, 7, 100, 2**31 - 1, 2**40, 2**63 - 1)
# What 1.x raises for a graph that is wrong. ValueError, TypeError and KeyError come from Python code of the import.
EXPECTED = (DecodeError, ValueError, TypeError, KeyError, tf.errors.OpError)


# -- graphs ----------------------------------------------------------------------------------------------------------


def network():
    """A convolution, batch normalization and a step of training."""
    x = tf.constant(np.linspace(0, 1, 2 * 4 * 4 * 2).reshape(2, 4, 4, 2), tf.float32)
    w = tf.get_variable("w", [2, 2, 2, 3], initializer=tf.ones_initializer())
    y = tf.nn.max_pool(tf.nn.relu(tf.nn.conv2d(x, w, [1, 1, 1, 1], "SAME")), [1, 2, 2, 1], [1, 2, 2, 1], "VALID")
    logits = tf.layers.dense(tf.reshape(y, [2, -1]), 3, name="d")
    loss = tf.losses.sparse_softmax_cross_entropy([0, 2], logits)
    tf.train.AdamOptimizer(0.1).minimize(loss)
    tf.global_variables_initializer()


def control():
    """Loops, conditions and arrays of tensors."""
    total = tf.while_loop(lambda i, a: i < 5, lambda i, a: (i + 1, a * 2.0), [0, tf.constant([1.0, 2.0])])[1]
    tf.cond(tf.reduce_sum(total) > 3.0, lambda: total + 1.0, lambda: total - 1.0)
    tf.map_fn(lambda v: v * v, total)


def pieces():
    """Shapes, slices, strings and sparse tensors."""
    x = tf.reshape(tf.range(24), tf.constant([2, 3, 4]))
    parts = tf.split(x, 3, axis=1)
    tf.concat([tf.transpose(p, [1, 0, 2])[:, ::-1, 1:3] for p in parts], 0)
    tf.gather_nd(x, [[0, 1], [1, 2]])
    tf.one_hot(tf.unique(tf.reshape(x, [-1]) % 5)[0], 5)
    tf.pad(tf.tile(x, [1, 2, 1]), [[0, 1], [1, 0], [2, 2]], mode="SYMMETRIC")
    words = tf.string_split(tf.constant(["a b c", "d"]))
    tf.sparse_tensor_to_dense(words, default_value="")
    tf.strings.regex_replace(tf.strings.substr(["hello", "world"], 1, 3), "l+", "x")
    tf.segment_sum(tf.constant([1.0, 2.0, 3.0]), [0, 0, 1])
    tf.linalg.inv(tf.eye(3) * 2.0)
    tf.random_uniform([3], seed=1)


def made(function):
    """The GraphDef that a function makes."""
    with tf.Graph().as_default() as graph:
        function()
        return graph.as_graph_def().SerializeToString()


GRAPHS = (network, control, pieces)


# -- damage ----------------------------------------------------------------------------------------------------------


def damaged(data, chance):
    """Serialized graphs with something changed: their bytes, or what they say."""
    if chance.random() < 0.3:
        return _bytes(bytearray(data), chance)
    graph_def = tf.GraphDef.FromString(data)
    for _ in range(chance.randint(1, 3)):
        chance.choice(CHANGES)(graph_def, chance.choice(graph_def.node), chance)
    return graph_def.SerializeToString()


def _bytes(data, chance):
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(data))
        what = chance.randrange(4)
        if what == 0:
            data[at] = chance.randrange(256)
        elif what == 1:
            del data[at : at + chance.randint(1, 8)]
        elif what == 2:
            data[at:at] = bytes(chance.randrange(256) for _ in range(chance.randint(1, 8)))
        else:
            data[at:at] = data[at : at + chance.randint(1, 64)]
    return bytes(data)


def _input(graph_def, node, chance):
    if node.input:
        other = chance.choice(graph_def.node).name
        made = (other, f"^{other}", f"{other}:{chance.choice(NUMBERS)}", "", "nobody", node.name)
        node.input[chance.randrange(len(node.input))] = chance.choice(made)


def _inputs(graph_def, node, chance):
    if node.input and chance.random() < 0.5:
        del node.input[chance.randrange(len(node.input))]
    else:
        node.input.append(chance.choice(graph_def.node).name)


def _kind(graph_def, node, chance):
    node.op = chance.choice((chance.choice(graph_def.node).op, "Nothing", "", "Placeholder", "NextIteration", "Merge"))


def _name(graph_def, node, chance):
    node.name = chance.choice((chance.choice(graph_def.node).name, "", "a b", "/", "x" * 10000, "_under", "naïve"))


def _attribute(graph_def, node, chance):
    if not node.attr:
        return
    value = node.attr[chance.choice(sorted(node.attr))]
    what = value.WhichOneof("value")
    if what == "i":
        value.i = chance.choice(NUMBERS)
    elif what == "type":
        value.type = chance.choice((0, 1, 2, 3, 4, 7, 9, 10, 20, 21, 23, 101, 999))
    elif what == "shape":
        value.shape.dim.add(size=chance.choice(NUMBERS))
    elif what == "tensor":
        _tensor(value.tensor, chance)
    elif what == "s":
        value.s = chance.choice((b"", b"SAME", b"NCHW", b"\xff\x00", value.s * 2))
    elif what == "list" and value.list.i:
        value.list.i[chance.randrange(len(value.list.i))] = chance.choice(NUMBERS)
    else:
        value.CopyFrom(tf.AttrValue(i=chance.choice(NUMBERS)))


def _tensor(tensor, chance):
    what = chance.randrange(4)
    if what == 0 and tensor.tensor_shape.dim:
        chance.choice(tensor.tensor_shape.dim).size = chance.choice(NUMBERS)
    elif what == 1:
        tensor.tensor_shape.dim.add(size=chance.choice(NUMBERS))
    elif what == 2:
        tensor.tensor_content = tensor.tensor_content[: chance.randrange(len(tensor.tensor_content) + 1)]
    elif tensor.int_val:
        tensor.int_val[0] = chance.choice([n for n in NUMBERS if abs(n) < 2**31])
    else:
        content = bytearray(tensor.tensor_content)
        for _ in range(min(4, len(content))):
            content[chance.randrange(len(content))] = chance.randrange(256)
        tensor.tensor_content = bytes(content)


def _without(graph_def, node, chance):
    if node.attr:
        del node.attr[chance.choice(sorted(node.attr))]


def _gone(graph_def, node, chance):
    graph_def.node.remove(node)


def _twice(graph_def, node, chance):
    graph_def.node.add().CopyFrom(node)


CHANGES = (_input, _input, _inputs, _kind, _name, _attribute, _attribute, _attribute, _without, _gone, _twice)


# -- runs ------------------------------------------------------------------------------------------------------------


def tried(data):
    """What came of a graph: a class of errors that 1.x has, "ran", or what should not be."""
    start = time.monotonic()
    try:
        found = _run(data)
    except EXPECTED as error:
        found = type(error).__name__
        if isinstance(error, (tf.errors.InternalError, tf.errors.UnknownError)):
            return f"fault: {error}"
    except Exception as error:
        return f"fault: {type(error).__name__}: {error}"
    took = time.monotonic() - start
    return found if took < SLOW else f"fault: took {took:.0f} s"


def _run(data):
    graph_def = tf.GraphDef.FromString(data)
    config = tf.ConfigProto(operation_timeout_in_ms=1000 * SECONDS)
    config.graph_options.optimizer_options.global_jit_level = -1
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(graph_def, name="")
        ends = [op for op in graph.get_operations() if not any(t.consumers() for t in op.outputs)]
        first = None
        with tf.Session(graph=graph, config=config) as session:
            starts = [op for op in ends if op.name == "init"]
            for op in [*starts, *[op for op in ends if op not in starts][:25]]:
                try:
                    session.run(op)
                except tf.errors.OpError as error:
                    if isinstance(error, (tf.errors.InternalError, tf.errors.UnknownError)):
                        raise
                    first = first or error
                    if isinstance(error, tf.errors.DeadlineExceededError):
                        break
    if first is not None:
        raise first
    return "ran"


def fuzzed(seed, count):
    """({what came of graphs: how often}, [(number, fault)])."""
    graphs = [made(function) for function in GRAPHS]
    seen, faults = collections.Counter(), []
    for number in range(count):
        chance = random.Random(f"{seed} {number}")
        told = tried(damaged(chance.choice(graphs), chance))
        seen[told.partition(":")[0]] += 1
        if told.startswith("fault"):
            faults.append((number, told[:600]))
    return seen, faults


def main():
    """Tries graphs, and prints as JSON what came of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with contextlib.suppress(ImportError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    seen, faults = fuzzed(options.seed, options.count)
    print(json.dumps({"seen": seen, "faults": faults}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
