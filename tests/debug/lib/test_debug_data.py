"""Dumps that TensorFlow 1.15 has written, read by us; damaged ones."""

import os
import shutil

import pytest

import penstock as tf
from penstock.debug.lib import debug_data
from tests.debug.lib import dump_digest

DEVICE = "_tfdbg_device_,job_localhost,replica_0,task_0,device_CPU_0"
# Variables, gradients, strings, a loop, a conditional, an infinity.
PROGRAM = """
    import numpy as np
    from tensorflow.python import debug as tf_debug
    with tf.Graph().as_default() as graph, tf.Session() as sess:
        x = tf.placeholder(tf.float32, [None, 3], name="x")
        text = tf.placeholder(tf.string, [2], name="text")
        w = tf.Variable(np.ones((3, 2), np.float32), name="w")
        with tf.name_scope("ns"):
            y = tf.nn.relu(tf.matmul(x, w, name="product"), name="y")
        loss = tf.reduce_mean(tf.log(y, name="log"), name="loss")
        train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
        turns = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a + loss), [tf.shape(x)[0], 0.0], name="loop")
        chosen = tf.cond(loss > 0, lambda: turns[1] + 1.0, lambda: turns[1] - 1.0, name="chosen")
        joined = tf.string_join([text, text], name="joined")
        sess.run(tf.global_variables_initializer())
        options = tf.RunOptions()
        tf_debug.watch_graph(options, graph, debug_urls="file://" + folder, global_step=7)
        sess.run([chosen, train, joined], {x: [[1, 2, 3], [0, 0, 0]], text: ["a", "b"]}, options=options)
"""


# The same dump as if everything had happened within one microsecond, as some of it does on a fast machine.
AT_ONCE = """
    import os, shutil
    at_once = folder + "_at_once"
    shutil.copytree(folder, at_once)
    for root, _, names in os.walk(at_once):
        for name in sorted(names):
            start = name.rpartition("_")[0]
            if "_DebugIdentity_" in name:
                path, number = os.path.join(root, start + "_1700000000000000"), 0
                while os.path.exists(path + ("-%d" % number if number else "")):
                    number += 1
                os.rename(os.path.join(root, name), path + ("-%d" % number if number else ""))
"""


@pytest.fixture(scope="module")
def dumps(peer_1_15, tmp_path_factory):
    """A dump of TensorFlow's and one without times, and what its own reader says of them."""
    folder = str(tmp_path_factory.mktemp("theirs") / "dump")
    result = peer_1_15.run(
        PROGRAM
        + AT_ONCE
        + """
    from tensorflow.python.debug.lib import debug_data
    space = {}
    exec(open(reader).read(), space)
    result = {"timed": space["digest"](debug_data, folder), "at once": space["digest"](debug_data, at_once)}
    result["paths"] = space["paths"](debug_data, at_once)
""",
        folder=folder,
        reader=os.path.abspath(dump_digest.__file__),
    )
    return {
        "timed": (folder, result["timed"]),
        "at once": (folder + "_at_once", result["at once"]),
        "paths": result["paths"],
    }


@pytest.fixture(scope="module")
def theirs(dumps):
    return dumps["timed"]


@pytest.mark.parametrize("kind", ["timed", "at once"])
def test_a_dump_of_tensorflows_says_the_same_to_us_as_to_itself(dumps, kind):
    folder, lines = dumps[kind]
    assert dump_digest.digest(debug_data, folder) == lines


def test_a_way_from_a_node_to_another_is_tensorflows_unless_that_is_none(dumps):
    ours = dump_digest.paths(debug_data, dumps["at once"][0])
    assert all(joined for _, _, joined in ours)
    theirs = [
        (node, path if joined else mine)
        for (_, mine, _), (node, path, joined) in zip(ours, dumps["paths"], strict=True)
    ]
    assert [(node, path) for node, path, _ in ours] == theirs  # 1.15 loses count of its steps beside a loop
    assert sum(joined and len(path or ()) > 2 for _, path, joined in dumps["paths"]) > 5


@pytest.fixture
def copied(theirs, tmp_path):
    return shutil.copytree(theirs[0], tmp_path / "dump")


def file_of(folder, start):
    return next(path for path in folder.rglob("*") if path.name.startswith(start))


@pytest.mark.parametrize("start", ["_tfdbg_core_metadata", "_tfdbg_graph", "y_0_DebugIdentity"])
def test_a_damaged_file_is_data_loss(copied, start):
    path = file_of(copied, start)
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.raises(tf.errors.DataLossError, match=start):
        debug_data.DebugDumpDir(str(copied)).get_tensors("ns/y", 0, "DebugIdentity")


def test_a_dump_of_another_graph_is_refused_unless_nobody_asks(copied):
    file_of(copied, "y_0_DebugIdentity").rename(copied / DEVICE / "elsewhere_0_DebugIdentity_1")
    with pytest.raises(
        ValueError, match="Node name 'elsewhere' is not found in partition graphs of device /job:localhost"
    ):
        debug_data.DebugDumpDir(str(copied))
    assert debug_data.DebugDumpDir(str(copied), validate=False).dumped_tensor_data[0].node_name == "elsewhere"


def test_a_tensor_that_was_dumped_before_its_input_is_refused(copied):
    file_of(copied, "product_0_DebugIdentity").rename(
        copied / DEVICE / "ns" / "product_0_DebugIdentity_9999999999999999"
    )
    with pytest.raises(ValueError, match=r"Causality violated .*\('ns/product', 0\)"):
        debug_data.DebugDumpDir(str(copied))


def test_a_file_of_another_name_is_refused(copied):
    (copied / DEVICE / "notes.txt").write_text("mine")
    with pytest.raises(ValueError, match=r"does not conform to the naming pattern: notes\.txt"):
        debug_data.DebugDumpDir(str(copied))


def test_a_dump_without_its_graph_still_has_tensors(copied):
    file_of(copied, "_tfdbg_graph").unlink()
    dump = debug_data.DebugDumpDir(str(copied))
    assert not dump.loaded_partition_graphs()
    assert "ns/y:0" in {datum.tensor_name for datum in dump.dumped_tensor_data}
    with pytest.raises(LookupError, match="No partition graphs have been loaded"):
        dump.nodes()
    with pytest.raises(debug_data.WatchKeyDoesNotExistInDebugDumpDirError):
        dump.get_tensors("ns/y", 0, "DebugIdentity")


def test_what_is_not_there_is_said(theirs, tmp_path):
    dump = debug_data.DebugDumpDir(theirs[0])
    with pytest.raises(debug_data.WatchKeyDoesNotExistInDebugDumpDirError, match='Watch key "ns/y:1:DebugIdentity"'):
        dump.get_tensor_file_paths("ns/y", 1, "DebugIdentity")
    with pytest.raises(ValueError, match=r"None of the 1 device\(s\) has a node named 'nobody'"):
        dump.node_inputs("nobody")
    assert dump.watch_key_to_data("nobody:0:DebugIdentity") == []
    with pytest.raises(IOError, match="does not exist"):
        debug_data.DebugDumpDir(str(tmp_path / "nothing"))


def test_tensors_are_found_by_a_filter_of_the_users(theirs):
    dump = debug_data.DebugDumpDir(theirs[0])
    found = dump.find(lambda datum, tensor: datum.debug_op == "DebugIdentity", first_n=2, exclude_node_names="_arg.*")
    assert len(found) == 2
    assert not any(datum.node_name.startswith("_arg") for datum in found)
    assert dump.find(debug_data.has_inf_or_nan, first_n=1)[0].tensor_name == "log:0"
