"""Assignments in branches and loops count as many operations as in 1.15, on which seeds of later operations depend."""

from tests.contrib.both_sides import compare, run_here

PROGRAM = """
v = tf.get_variable("v", [1], use_resource=True)
x = tf.placeholder(tf.float32, [3, 1])
a = tf.constant([1.0])

def counted(make):
    before = tf.get_default_graph()._last_id
    make()
    return tf.get_default_graph()._last_id - before

def branch(make):
    return lambda: tf.cond(x[0, 0] < 1.0, lambda: tf.group(make()), tf.no_op)

def turn(i):
    with tf.control_dependencies([tf.assign_add(v, [1.0])]):
        return i + 1

result = {
    "assign": counted(branch(lambda: tf.assign(v, a))),
    "add": counted(branch(lambda: tf.assign_add(v, [1.0]))),
    "no value": counted(branch(lambda: v.assign([1.0], read_value=False))),
    "nested": counted(branch(lambda: tf.cond(x[1, 0] < 2.0, lambda: tf.group(v.assign(a)), tf.no_op))),
    "value": counted(lambda: tf.cond(x[0, 0] < 1.0, lambda: tf.assign(v, a), lambda: v)),
    "loop": counted(lambda: tf.while_loop(lambda i: i < 3, turn, [0])),
}
"""
# What 1.15.5 counts.
WANTED = {"assign": 19, "add": 19, "no value": 18, "nested": 37, "value": 18, "loop": 16}


def test_assignments_in_branches_and_loops_count_as_in_1_15():
    assert run_here(PROGRAM) == WANTED


def test_1_15_counts_so(peer_1_15):
    assert compare(peer_1_15, PROGRAM) == WANTED
