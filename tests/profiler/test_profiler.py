"""`tf.profiler` counts what TensorFlow's counts and prints what it prints."""

import gzip
import json

import numpy as np
import pytest

import penstock as tf
from penstock.graph import statistics

# One program for both sides; variables make the same operations in both.
MODEL = """
with tf.name_scope("input"):
    x = tf.placeholder(tf.float32, [8, 12, 12, 3], name="x")
with tf.variable_scope("conv"):
    w = tf.get_variable("w", [3, 3, 3, 4], initializer=tf.ones_initializer())
    b = tf.get_variable("b", [4], initializer=tf.zeros_initializer())
    h = tf.nn.relu(tf.nn.bias_add(tf.nn.conv2d(x, w, [1, 1, 1, 1], "SAME"), b))
    p = tf.nn.max_pool(h, [1, 2, 2, 1], [1, 2, 2, 1], "VALID", name="pool")
with tf.variable_scope("dense"):
    v = tf.get_variable("v", [144, 10], initializer=tf.ones_initializer())
    logits = tf.matmul(tf.reshape(p, [8, 144]), v, name="logits")
    probabilities = tf.nn.softmax(logits)
count = tf.get_variable("count", [], tf.int32, initializer=tf.zeros_initializer(), trainable=False)
with tf.name_scope("loss"):
    loss = tf.reduce_mean(tf.square(probabilities) * 2.0 - 1.0)
"""
BASE = {"start_name_regexes": [".*"], "show_name_regexes": [".*"], "account_type_regexes": [".*"], "max_depth": 100}
CASES = {
    "the parameters of trainable variables": (
        "scope",
        {"account_type_regexes": ["_trainable_variables"], "account_displayed_op_only": True, "select": ["params"]},
    ),
    "parameters of everything, by size": ("scope", {"select": ["params"], "order_by": "params", "max_depth": 2}),
    "floating-point operations by scope": (
        "scope",
        {"min_float_ops": 1, "select": ["float_ops"], "order_by": "float_ops", "account_displayed_op_only": True},
    ),
    "floating-point operations by type": (
        "op",
        {"min_float_ops": 1, "select": ["float_ops"], "order_by": "float_ops", "account_displayed_op_only": True},
    ),
    "types with shapes and counts": (
        "op",
        {"select": ["params", "occurrence", "input_shapes"], "show_name_regexes": ["MatMul|Conv2D|VariableV2"]},
    ),
    "the start of a scope": ("scope", {"select": ["params", "float_ops"], "start_name_regexes": ["dense.*"]}),
    "some hidden, some trimmed": (
        "scope",
        {"select": ["float_ops"], "hide_name_regexes": [".*Initializer.*"], "trim_name_regexes": ["dense"]},
    ),
    "types, input shapes and occurrence of nodes": (
        "scope",
        {"select": ["op_types", "occurrence", "input_shapes"], "show_name_regexes": ["conv.*"]},
    ),
    "the data flow": ("graph", {"select": ["float_ops"], "account_type_regexes": ["MatMul", "Conv2D", "Softmax"]}),
    "the data flow of all": ("graph", {"select": ["params"], "max_depth": 7, "order_by": "params"}),
}


def options(changes, path):
    return {**BASE, **changes, "output": f"file:outfile={path}"}


def build():
    exec(MODEL, {"tf": tf})
    return tf.get_default_graph()


def test_the_text_is_tensorflows(peer, tmp_path):
    theirs = peer.run(
        "exec(model, {'tf': tf})\n"
        "result = {}\n"
        "for name, (cmd, opts) in cases.items():\n"
        "    path = folder + '/theirs'\n"
        "    message = tf.profiler.profile(tf.get_default_graph(), cmd=cmd, options=dict(opts, output='file:outfile=' + path))\n"
        "    result[name] = (open(path).read(), message.SerializeToString(deterministic=True))\n",
        model=MODEL,
        cases={name: (cmd, {**BASE, **changes}) for name, (cmd, changes) in CASES.items()},
        folder=str(tmp_path),
    )
    with tf.Graph().as_default():
        graph = build()
        for name, (cmd, changes) in CASES.items():
            message = tf.profiler.profile(graph, cmd=cmd, options=options(changes, tmp_path / "ours"))
            assert (tmp_path / "ours").read_text() == theirs[name][0], name
            assert message == type(message).FromString(theirs[name][1]), name


def traced(sess, fetches, feeds):
    run_meta = tf.RunMetadata()
    full = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
    sess.run(fetches, feeds, options=full, run_metadata=run_meta)
    return run_meta


@pytest.fixture
def run():
    """A run of the model: (graph, metadata)."""
    with tf.Graph().as_default() as graph, tf.Session() as sess:
        build()
        sess.run(tf.global_variables_initializer())
        yield graph, traced(sess, "loss/Mean:0", {"input/x:0": np.ones((8, 12, 12, 3), "f")})


def test_time_and_memory_are_what_the_metadata_says_and_tensorflow_agrees(run, peer, tmp_path):
    graph, run_meta = run
    cases = {
        "scope": ["micros", "bytes", "occurrence", "device"],
        "graph": ["cpu_micros", "accelerator_micros", "output_bytes"],
        "op": [
            "micros",
            "bytes",
            "peak_bytes",
            "residual_bytes",
            "output_bytes",
            "occurrence",
            "input_shapes",
            "op_types",
        ],
    }
    changes = {"min_micros": 1, "order_by": "name", "account_displayed_op_only": True}
    theirs = peer.run(
        "from tensorflow.python.profiler import model_analyzer\n"
        "tf.import_graph_def(tf.GraphDef.FromString(graph), name='')\n"
        "run_meta = tf.RunMetadata.FromString(meta)\n"
        "result = {}\n"
        "for cmd, select in cases.items():\n"
        "    opts = dict(opts, select=select, output='file:outfile=' + folder + '/theirs')\n"
        "    tf.profiler.profile(tf.get_default_graph(), run_meta=run_meta, cmd=cmd, options=opts)\n"
        "    result[cmd] = open(folder + '/theirs').read()\n",
        graph=graph.as_graph_def().SerializeToString(),
        meta=run_meta.SerializeToString(),
        cases=cases,
        opts={**BASE, **changes},
        folder=str(tmp_path),
    )
    with tf.Graph().as_default() as copy:
        tf.import_graph_def(graph.as_graph_def(), name="")
        for cmd, select in cases.items():
            opts = options({**changes, "select": select}, tmp_path / "ours")
            tf.profiler.profile(copy, run_meta=run_meta, cmd=cmd, options=opts)
            assert (tmp_path / "ours").read_text() == theirs[cmd], cmd
    stats = {s.node_name: s for d in run_meta.step_stats.dev_stats for s in d.node_stats}
    quiet = {**BASE, "select": ["micros"], "output": "none"}
    root = tf.profiler.profile(graph, run_meta=run_meta, cmd="op", options=quiet)
    assert root.total_exec_micros == sum(max(s.op_end_rel_micros, 1) for s in stats.values())


def test_the_default_is_the_parameters_of_trainable_variables(capsys):
    with tf.Graph().as_default():
        build()
        message = tf.profiler.profile()
    assert message.total_parameters == 3 * 3 * 3 * 4 + 4 + 144 * 10
    out = capsys.readouterr().out
    assert "_TFProfRoot (--/1.55k params)\n  conv (--/112 params)\n    conv/b (4, 4/4 params)\n" in out
    assert "dense/v (144x10, 1.44k/1.44k params)" in out and "count" not in out


def test_python_lines_have_the_nodes_they_made(capsys):
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [2, 3])
        here = tf.matmul(x, tf.ones([3, 4])).op.traceback[-1]
        found = tf.profiler.profile(graph, cmd="code", options={**BASE, "select": ["float_ops"], "min_float_ops": 1})
    assert found.total_float_ops == 2 * 2 * 3 * 4
    assert "test_profiler.py:" in capsys.readouterr().out
    assert here


def test_profiles_for_pprof_and_for_chrome_are_written(run, tmp_path):
    graph, run_meta = run
    builder = tf.profiler.ProfileOptionBuilder(tf.profiler.ProfileOptionBuilder.time_and_memory())
    pprof = builder.select(["micros"]).with_pprof_output(str(tmp_path / "p.pb.gz")).build()
    tf.profiler.profile(graph, run_meta=run_meta, cmd="code", options=pprof)
    data = gzip.decompress((tmp_path / "p.pb.gz").read_bytes())
    assert b"graph node:" in data and b"test_profiler.py" in data and b"conv/Conv2D" in data
    timeline = builder.with_step(0).with_timeline_output(str(tmp_path / "t")).build()
    tf.profiler.profile(graph, run_meta=run_meta, cmd="graph", options=timeline)
    assert any(e.get("name") == "Conv2D" for e in json.loads((tmp_path / "t_0").read_text())["traceEvents"])


def test_a_profiler_gives_the_mean_of_its_steps(capsys):
    with tf.Graph().as_default() as graph, tf.Session() as sess:
        build()
        sess.run(tf.global_variables_initializer())
        profiler = tf.profiler.Profiler(graph)
        runs = [traced(sess, "loss/Mean:0", {"input/x:0": np.ones((8, 12, 12, 3), "f")}) for _ in range(2)]
        for step, run_meta in enumerate(runs):
            profiler.add_step(step, run_meta)
    quiet = tf.profiler.ProfileOptionBuilder(tf.profiler.ProfileOptionBuilder.time_and_memory()).with_empty_output()
    times = [profiler.profile_operations(quiet.with_step(step).build()).total_exec_micros for step in (0, 1)]
    mean = profiler.profile_operations(quiet.with_step(-1).build()).total_exec_micros
    assert min(times) * 0.8 <= mean <= max(times) * 1.2
    assert profiler.profile_name_scope(quiet.with_step(7).build()).name == ""
    assert "Available steps: 0 1 " in capsys.readouterr().err
    profile = tf.profiler.Profiler(graph).serialize_to_string()
    assert b"conv/Conv2D" in profile
    advice = profiler.advise(
        {"ExpensiveOperationChecker": {}, "OperationChecker": {}, "AcceleratorUtilizationChecker": {}}
    )
    assert advice.checkers["ExpensiveOperationChecker"].reports[0].startswith("top 1 operation type: ")


def test_a_log_gives_nodes_types_of_the_callers_own(tmp_path):
    with tf.Graph().as_default() as graph:
        build()
        log = tf.profiler.OpLogProto()
        log.log_entries.add(name="dense/logits", types=["mine"], float_ops=7)
        quiet = {**BASE, "account_type_regexes": ["mine"], "select": ["float_ops"], "output": "none"}
        assert tf.profiler.profile(graph, op_log=log, options=quiet).total_float_ops == 7
        tf.profiler.write_op_log(graph, str(tmp_path), log)
    written = tf.profiler.OpLogProto.FromString((tmp_path / "tfprof_log").read_bytes())
    entries = {entry.name: entry for entry in written.log_entries}
    assert list(entries["conv/w"].types) == ["_trainable_variables"]
    assert entries["dense/logits"].float_ops == 7 and entries["dense/logits"].code_def.traces


def test_statistics_can_be_registered_and_asked():
    @statistics.RegisterStatistics("NoOp", "spoons")
    def spoons(graph, node):
        return statistics.OpStats("spoons", 3)

    with tf.Graph().as_default() as graph:
        node = tf.no_op().node_def
        assert statistics.get_stats_for_node_def(graph, node, "spoons").value == 3
        assert statistics.get_stats_for_node_def(graph, node, "forks").value is None
    with pytest.raises(KeyError, match="two statistical functions"):
        statistics.RegisterStatistics("NoOp", "spoons")(spoons)


def test_mistakes_are_told():
    with tf.Graph().as_default():
        with pytest.raises(tf.errors.InvalidArgumentError, match="unknown cmd: scopes"):
            tf.profiler.profile(cmd="scopes")
        with pytest.raises(tf.errors.InvalidArgumentError, match="Cannot parse output"):
            tf.profiler.profile(options={**BASE, "output": "paper"})


def test_programs_of_1_0_to_1_3_find_the_profiler_in_contrib(capsys, tmp_path):
    """As the residual network of the models repository calls it."""
    analyzer = tf.contrib.tfprof.model_analyzer
    with tf.Graph().as_default():
        graph = build()
        found = analyzer.print_model_analysis(graph, tfprof_options=analyzer.TRAINABLE_VARS_PARAMS_STAT_OPTIONS)
        assert found.total_parameters == 3 * 3 * 3 * 4 + 4 + 144 * 10
        assert "dense/v (144x10, 1.44k/1.44k params)" in capsys.readouterr().out
        flops = analyzer.print_model_analysis(graph, tfprof_options={**analyzer.FLOAT_OPS_OPTIONS, "output": "none"})
        options = {**tf.profiler.ProfileOptionBuilder.float_operation(), "output": "none"}
        assert flops.total_float_ops == tf.profiler.profile(graph, options=options).total_float_ops > 0
        tf.contrib.tfprof.tfprof_logger.write_op_log(graph, str(tmp_path))
    assert (tmp_path / "tfprof_log").stat().st_size > 0
