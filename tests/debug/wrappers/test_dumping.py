"""Sessions and hooks that dump every run: either side's command line and `DebugDumpDir` read what the other has dumped."""

import os
import re
import sys
import textwrap
import threading

import numpy as np
import pytest

import penstock as tf
from penstock import debug as tf_debug
from penstock.debug.lib import debug_data
from tests.debug.cli import driver
from tests.debug.lib import dump_digest
from tests.subprocesses import ROOT

# The nodes that 1.15's optimizers leave out are another matter; here each side shows the graph as it was written.
PROGRAM = """
    import os
    from tensorflow.python import debug as tf_debug
    config = tf.ConfigProto()
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    config.graph_options.optimizer_options.opt_level = -1

    def watch(fetches, feeds):
        return tf_debug.WatchOptions(
            debug_ops=["DebugIdentity", "DebugNumericSummary(lower_bound=0.5)"], node_name_regex_whitelist="ns.*",
            tensor_dtype_regex_whitelist="float32")

    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [None, 2], name="x")
        with tf.name_scope("ns"):
            w = tf.Variable([[1.0], [2.0]], name="w")
            y = tf.matmul(x, w, name="y")
        train = tf.train.MomentumOptimizer(0.25, 0.5).minimize(tf.reduce_sum(tf.log(y, name="log"), name="loss"))
        for name, watch_fn in (("all", None), ("some", watch)):
            with tf.Session(config=config) as plain:
                plain.run(tf.global_variables_initializer())
                sess = tf_debug.DumpingDebugWrapperSession(plain, os.path.join(folder, name), watch_fn=watch_fn)
                for _ in range(2):
                    sess.run([train, y], {x: [[1, 2], [0, 0]]})
        hook = tf_debug.DumpingDebugHook(os.path.join(folder, "hook"), watch_fn=watch)
        creator = tf.train.ChiefSessionCreator(config=config)
        with tf.train.MonitoredSession(session_creator=creator, hooks=[hook]) as sess:
            sess.run(train, {x: [[1, 2], [0, 0]]})
            sess.run({"y": y}, {x: [[1, 2], [0, 0]]})
    result = {"done": 1}
"""
_READ = """
    from tensorflow.python.debug.lib import debug_data
    space = {}
    exec(open(reader).read(), space)
    result = {str(i): space["digest"](debug_data, folder) for i, folder in enumerate(folders)}
"""


@pytest.fixture(scope="module")
def folders(peer_1_15, tmp_path_factory):
    """A folder of our dumps and one of TensorFlow's."""
    ours, theirs = (tmp_path_factory.mktemp(name) for name in ("ours", "theirs"))
    tf.install()
    try:
        exec(textwrap.dedent(PROGRAM), {"tf": tf, "np": np, "folder": str(ours)})
    finally:
        tf.uninstall()
    peer_1_15.run(PROGRAM, folder=str(theirs))
    return ours, theirs


def runs(folder):
    """The directories of runs below a folder, by what was dumped there."""
    return [
        (kind, os.path.join(folder, kind, run))
        for kind in sorted(os.listdir(folder))
        for run in sorted(os.listdir(folder / kind), key=lambda name: int(name.rsplit("_", 1)[1]))
    ]


def shown(path):
    """What a dump has, apart from times, and from addresses in texts."""
    dump = debug_data.DebugDumpDir(path)
    values = {}
    for datum in dump.dumped_tensor_data:
        value = datum.get_tensor()
        values.setdefault(datum.watch_key, []).append(value.tolist() if hasattr(value, "tolist") else str(value))
    told = [m._replace(session_run_index=0, executor_step_index=0) for m in [dump.core_metadata]]
    texts = [re.sub(r" at 0x\w+|'<.*?>'", "", str(t)) for t in (dump.run_fetches_info, dump.run_feed_keys_info)]
    nodes = {n: (dump.node_op_type(n), dump.node_inputs(n), dump.node_inputs(n, True)) for n in dump.nodes()}
    return values, told, texts, nodes


def test_the_same_program_leaves_the_same_dumps(folders):
    ours, theirs = (runs(folder) for folder in folders)
    assert [kind for kind, _ in ours] == [kind for kind, _ in theirs] == ["all"] * 2 + ["hook"] * 2 + ["some"] * 2
    for (kind, mine), (_, other) in zip(ours, theirs):
        values, told, texts, nodes = shown(mine)
        their_values, their_told, their_texts, their_nodes = shown(other)
        assert values.keys() == their_values.keys(), kind
        for key, value in their_values.items():
            np.testing.assert_allclose(values[key], value, rtol=1e-6, err_msg=f"{kind} {key}")
        assert told == their_told and texts == their_texts
        assert nodes.keys() == their_nodes.keys()
        assert {n: i for n, (_, i, _) in nodes.items()} == {n: i for n, (_, i, _) in their_nodes.items()}


def test_tensorflows_reader_and_ours_say_the_same_of_either_sides_dumps(folders, peer_1_15):
    paths = [path for folder in folders for _, path in runs(folder)]
    reader = os.path.abspath(dump_digest.__file__)
    theirs = peer_1_15.run(_READ, folders=paths, reader=reader)
    for i, path in enumerate(paths):
        assert dump_digest.digest(debug_data, path) == theirs[str(i)], path


COMMANDS = [
    "lt",
    "lt -f has_inf_or_nan",
    "lt -s dump_size",
    "pt ns/y:0",
    "ni -a -d ns/y",
    "li -r log",
    "lo -c ns/w",
    "pt -s log:0",
]


def test_the_offline_command_lines_say_the_same_of_either_sides_dumps(folders, peer_1_15, tmp_path):
    module = "tensorflow.python.debug.cli.offline_analyzer"
    for folder in folders:
        flags = ["-m", module, "--dump_dir", runs(folder)[1][1], "--ui_type=readline"]
        theirs, _, _ = driver.answers([peer_1_15.python, *flags], [*COMMANDS, "exit"], tmp_path)
        argv = [sys.executable, "-m", "penstock", "run", *flags]
        answers, code, errors = driver.answers(argv, [*COMMANDS, "exit"], tmp_path, PYTHONPATH=str(ROOT))
        assert code == 0, errors
        assert len(answers) == len(theirs) > len(COMMANDS)
        for command, mine, other in zip(["", *COMMANDS], answers, theirs):
            lines, others = mine.splitlines(), other.splitlines()
            if "-a" in command:  # attributes are a map, which has no order
                lines, others = sorted(lines), sorted(others)
            assert lines == others, command


def test_runs_of_other_threads_and_without_fetches_are_left_alone(tmp_path):
    with tf.Graph().as_default(), tf.Session() as plain:
        x = tf.placeholder(tf.float32, [], name="x")
        y = tf.sqrt(x, name="y")
        sess = tf_debug.DumpingDebugWrapperSession(plain, str(tmp_path / "runs"), thread_name_filter="Main.*")
        sess.run(y, {x: 4.0})
        sess.run([])
        thread = threading.Thread(target=sess.run, args=(y, {x: 4.0}), name="Other")
        thread.start()
        thread.join()
    assert [name.split("_")[-1] for name in os.listdir(tmp_path / "runs")] == ["0"]


def test_a_run_that_fails_leaves_everything_up_to_the_error(tmp_path):
    with tf.Graph().as_default(), tf.Session() as plain:
        x = tf.placeholder(tf.float32, [None], name="x")
        y = tf.sqrt(x, name="y")
        z = tf.check_numerics(y, "bad", name="z")
        sess = tf_debug.DumpingDebugWrapperSession(plain, str(tmp_path / "runs"), pass_through_operrors=True)
        with pytest.raises(tf.errors.InvalidArgumentError, match="bad"):
            sess.run(tf.negative(z), {x: [4.0, -1.0]})
    dump = tf_debug.DebugDumpDir(str(next((tmp_path / "runs").iterdir())))
    assert dump.find(tf_debug.has_inf_or_nan)[0].tensor_name == "y:0"
    assert "z:0" not in {datum.tensor_name for datum in dump.dumped_tensor_data}


def test_a_folder_that_is_in_use_is_refused(tmp_path):
    (tmp_path / "file").write_text("mine")
    with tf.Graph().as_default(), tf.Session() as sess:
        with pytest.raises(ValueError, match="points to a non-empty directory"):
            tf_debug.DumpingDebugWrapperSession(sess, str(tmp_path))
        with pytest.raises(ValueError, match="points to a file"):
            tf_debug.DumpingDebugWrapperSession(sess, str(tmp_path / "file"))


PLAIN = """
    import os, tempfile
    import numpy as np
    from tensorflow.python import debug as tf_debug
    from tensorflow.python.debug.lib import debug_data
    found = {}
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 3], name="x")
        c = tf.add(tf.constant([1.0, 2.0, 3.0], name="c1"), tf.constant(2.0, name="c2"), name="c12")
        same = [tf.reduce_sum(tf.identity(x + c) * tf.exp(c, name=name), name="sum_" + name) for name in ("ec", "ec2")]
        w = tf.get_variable("w", [3, 1], initializer=tf.ones_initializer())
        loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + tf.get_variable("b", [1], initializer=tf.ones_initializer())))
        train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
        for name, fetches in (("sums", same), ("train", train)):
            with tf.Session() as sess:
                sess.run(tf.global_variables_initializer())
                options, folder = tf.RunOptions(), tempfile.mkdtemp()
                tf_debug.watch_graph(options, graph, debug_urls="file://" + folder)
                sess.run(fetches, {x: [[1.0, 2.0, 3.0]]}, options=options)
            dump = debug_data.DebugDumpDir(folder)
            for datum in dump.dumped_tensor_data:
                found[name + "/" + datum.tensor_name] = np.asarray(datum.get_tensor(), np.float64)
    result = found
"""


def test_a_plain_session_shows_every_tensor_that_1_15_shows_under_its_name(peer_1_15):
    """1.15's Grappler leaves nodes out and folds constants, which keep their names; ours shows all that was written."""
    theirs = peer_1_15.run(PLAIN)
    space = {"tf": tf}
    tf.install()
    try:
        exec(textwrap.dedent(PLAIN), space)
    finally:
        tf.uninstall()
    own_of_grappler = {name for name in theirs if "ConstantFolding/" in name}
    assert len(theirs) > 30 and len(own_of_grappler) < 3
    for name in theirs.keys() - own_of_grappler - {"train/gradients/Square_grad/Mul:0"}:  # it multiplies in another order
        np.testing.assert_allclose(space["result"][name], theirs[name], rtol=1e-6, err_msg=name)
    assert {"sums/c1:0", "sums/ec:0", "sums/ec2:0"} <= space["result"].keys() - theirs.keys() | {"sums/ec:0"}


def test_an_experiment_trains_and_evaluates_under_the_debugger(tmp_path):
    def model_fn(features, labels, mode):
        w = tf.get_variable("w", [], initializer=tf.zeros_initializer())
        loss = tf.reduce_mean(tf.square(w * features["x"] - labels, name="squares"))
        step = tf.train.get_global_step()
        train = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
        return tf.estimator.EstimatorSpec(mode, predictions=w, loss=loss, train_op=train)

    def data():
        return {"x": tf.constant([1.0, 2.0])}, tf.constant([2.0, 4.0])

    estimator = tf.estimator.Estimator(model_fn, str(tmp_path / "model"))
    hooks = {name: tf_debug.DumpingDebugHook(str(tmp_path / name)) for name in ("train", "eval")}
    experiment = tf.contrib.learn.Experiment(
        estimator,
        data,
        data,
        train_steps=2,
        eval_steps=1,
        eval_delay_secs=0,
        train_monitors=[hooks["train"]],
        eval_hooks=[hooks["eval"]],
    )
    experiment.train_and_evaluate()
    for name, count in (("train", 2), ("eval", 1)):
        dumps = [debug_data.DebugDumpDir(str(folder)) for folder in (tmp_path / name).iterdir()]
        squares = [dump.get_tensors("squares", 0, "DebugIdentity") for dump in dumps if "squares" in dump.nodes()]
        assert len(squares) >= count
