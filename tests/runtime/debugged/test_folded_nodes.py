"""A dump shows the graph as 1.15 ran it: constants folded, equal nodes merged, what nobody needs any more left out."""

import re

import numpy as np
import pytest

import penstock as tf
from penstock import debug

# Each builds what is fetched and fed. 1.15 runs them without Grappler, as an InteractiveSession does.
PROGRAMS = {
    "constants alone": "fetches, feeds = tf.add(tf.constant(1.0, name='a'), tf.constant(2.0, name='b'), name='c'), {}",
    "constants before a feed": """
x = tf.placeholder(tf.float32, [2], name='x')
table = tf.reshape(tf.fill([4], 3.0, name='fill'), [2, 2], name='table')
fetches, feeds = tf.reduce_sum(x * table * tf.reduce_max(table, name='largest'), 0, name='total'), {x: [1.0, 2.0]}
""",
    "equal nodes": """
x = tf.placeholder(tf.float32, [None, 2], name='x')
a, b = tf.square(x, name='a'), tf.square(x, name='b')
fetches, feeds = tf.argmax(a + 1.0, 1, name='m') + tf.argmax(b + 1.0, 1, name='n'), {x: [[1.0, 2.0]]}
""",
    "nodes with state": """
r, s = tf.random_uniform([2], seed=1, name='r'), tf.random_uniform([2], seed=1, name='s')
fetches, feeds = tf.shape(r - s, name='shape'), {}
""",
    "a gradient of a mean": """
x = tf.placeholder(tf.float32, [None, 2], name='x')
w = tf.get_variable('w', initializer=[[1.0], [2.0]])
train = tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_mean(tf.matmul(x, w, name='y'), name='loss'))
fetches, feeds = train, {x: [[1.0, 2.0]]}
""",
    "a loop": """
x = tf.placeholder(tf.float32, [], name='x')
body = lambda i, a: (i + 1, a * tf.add(2.0, 3.0, name='five') * x)
fetches, feeds = tf.while_loop(lambda i, a: i < 2, body, [0, 1.0], name='loop')[1], {x: 2.0}
""",
}
RUN = """
def dumped(tf, debug, program, folder):
    config = tf.ConfigProto()
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    with tf.Graph().as_default() as graph, tf.Session(config=config) as sess:
        space = {"tf": tf}
        exec(program, space)
        sess.run(tf.global_variables_initializer())
        options = tf.RunOptions()
        debug.watch_graph(options, graph, debug_urls="file://" + folder)
        sess.run(space["fetches"], space["feeds"], options=options)
    dump = debug.DebugDumpDir(folder)
    values = sorted((d.tensor_name, d.get_tensor().tolist()) for d in dump.dumped_tensor_data if "random" not in d.node_name)
    return repr((values, sorted((n, dump.node_op_type(n), sorted(dump.node_inputs(n))) for n in dump.nodes())))
"""


@pytest.fixture(scope="module")
def theirs(peer_1_15, tmp_path_factory):
    return peer_1_15.run(
        "\n    from tensorflow.python import debug\n    space = {}\n    exec(run, space)\n"
        "    result = {name: space['dumped'](tf, debug, p, folder + '/' + name) for name, p in programs.items()}\n",
        run=RUN,
        programs=PROGRAMS,
        folder=str(tmp_path_factory.mktemp("theirs")),
    )


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_dump_has_the_nodes_of_1_15(theirs, tmp_path, name):
    space: dict = {}
    exec(RUN, space)
    ours = space["dumped"](tf, debug, PROGRAMS[name], str(tmp_path / "dump"))
    # Constants are numbered through the whole process.
    plain = [eval(re.sub(r"/_\d+__cf__\d+", "/folded", str(text)), {"inf": np.inf}) for text in (ours, theirs[name])]
    assert plain[0] == plain[1]
