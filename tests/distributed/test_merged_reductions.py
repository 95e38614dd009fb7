"""Small reductions of one name scope become one, laid out as by 1.15's optimizer, and only where that changes no result.

The layout was read from the partition graphs of 1.15.5 for the same reductions by two workers: arrays of shapes [3], [5, 7], []
and [16] go around as 96 numbers (each begins at a multiple of 64 bytes, the end is not padded).
"""

import numpy as np
import pytest

import penstock as tf
from penstock.ops.control import collectives as ops
from tests.distributed.test_collectives import Workers, in_threads

SHAPES = ([3], [5, 7], [], [16])


@pytest.fixture(scope="module")
def workers():
    found = Workers(2)
    for config in found.configs:
        config.graph_options.rewrite_options.scoped_allocator_optimization = 1
    return found


def run(workers, build):
    """For each of two workers: what it gets, and its reductions, as (instance, how many numbers)."""

    def worker(index):
        with tf.Graph().as_default(), tf.device(f"/job:worker/task:{index}"):
            fetches = build(float(index + 1))
            metadata = tf.RunMetadata()
            options = tf.RunOptions(output_partition_graphs=True, timeout_in_ms=30_000)
            with tf.Session(workers.servers[index].target, config=workers.configs[index]) as sess:
                sess.run(tf.global_variables_initializer())
                found = sess.run(fetches, options=options, run_metadata=metadata)
        nodes = {n.name: n for g in metadata.partition_graphs for n in g.node}
        reductions = []
        for node in nodes.values():
            if node.op == "CollectiveReduce":
                lengths = nodes.get(node.name.removesuffix("/reduced") + "/lengths")
                size = 0 if lengths is None else int(tf.make_ndarray(lengths.attr["value"].tensor).sum())
                reductions.append((node.attr["instance_key"].i, size))
        return found, sorted(reductions)

    found = in_threads([lambda i=i: worker(i) for i in range(2)])
    for one in found:
        if isinstance(one, BaseException):
            raise one
    return found


def reduced(values, first=1, merge="Add"):
    return [ops.all_reduce(v, 2, 1, first + i, merge, "Id") for i, v in enumerate(values)]


def variables(start):
    return [tf.Variable(np.full(shape, start + i, "f")) * 2.0 for i, shape in enumerate(SHAPES)]


def test_reductions_of_a_scope_are_one(workers):
    def build(start):
        values = variables(start)
        with tf.name_scope("a"):
            made = reduced(values)
        with tf.name_scope("b"):
            return made + reduced([values[0]], 10)

    for found, reductions in run(workers, build):
        for i, shape in enumerate(SHAPES):
            np.testing.assert_array_equal(found[i], np.full(shape, 2 * (1 + i) + 2 * (2 + i), "f"), strict=True)
        np.testing.assert_array_equal(found[4], [6.0] * 3)
        assert reductions == [(1, 96), (10, 0)]


def test_the_end_is_not_padded(workers):
    def build(start):
        with tf.name_scope("a"):
            return reduced(variables(start)[:3])

    for found, reductions in run(workers, build):
        assert found[2] == 14.0 and reductions == [(1, 16 + 48 + 1)]


def test_what_waits_for_all_waits_for_the_one(workers):
    def build(start):
        v = tf.Variable(start)
        with tf.control_dependencies([v.initializer]):
            ready = [tf.assign_add(v, 10.0), tf.Variable(start) * 1.0]
        with tf.name_scope("a"):
            made = reduced(ready)
        with tf.control_dependencies(made):
            return tf.identity(v) + 0.0, made[0] + made[1]

    for (seen, total), reductions in run(workers, build):
        assert seen in (11.0, 12.0) and total == 26.0 and reductions == [(1, 17)]


@pytest.mark.parametrize("why", ["one needs another", "a shape is not known", "they are not alike"])
def test_reductions_stay_apart(workers, why):
    def build(start):
        first, second = variables(start)[:2]
        with tf.name_scope("a"):
            if why == "one needs another":
                (one,) = reduced([first])
                return [one, *reduced([one * 1.0], 2)]
            if why == "they are not alike":
                return reduced([first]) + reduced([first], 2, "Mul")
            rows = tf.placeholder_with_default([[1.0]], [None, 1])
            return reduced([first, tf.multiply(rows, second[0, 0])])

    last = {"one needs another": [12.0] * 3, "they are not alike": [8.0] * 3, "a shape is not known": [[10.0]]}[why]
    for found, reductions in run(workers, build):
        np.testing.assert_array_equal(found[0], [6.0] * 3)
        np.testing.assert_array_equal(found[1], last)
        assert reductions == [(1, 0), (2, 0)]
