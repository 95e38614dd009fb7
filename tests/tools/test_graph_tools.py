"""`freeze_graph`, `strip_unused`, `optimize_for_inference` and `inspect_checkpoint` give what TensorFlow's give."""

import importlib

import numpy as np
import pytest

import penstock as tf
from penstock.tools import freeze_graph, inspect_checkpoint, optimize_for_inference_lib, strip_unused_lib
from tests.subprocesses import python


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """A convolution with batch normalization, trained for no step, as a graph in text, a checkpoint and a SavedModel."""
    folder = tmp_path_factory.mktemp("trained")
    random = np.random.RandomState(0)
    with tf.Graph().as_default() as graph, tf.Session() as sess:
        x = tf.placeholder(tf.float32, [None, 6, 6, 2], name="x")
        w = tf.get_variable("w", initializer=random.randn(3, 3, 2, 4).astype("f"))
        with tf.variable_scope("norm", use_resource=True):
            scale, offset, mean = (
                tf.get_variable(n, initializer=random.rand(4).astype("f") + 0.5) for n in ("scale", "offset", "mean")
            )
            variance = tf.get_variable("variance", initializer=random.rand(4).astype("f"))
        conv = tf.nn.conv2d(x, w, [1, 1, 1, 1], "SAME", name="conv")
        norm = tf.nn.fused_batch_norm(conv, scale, offset, mean, variance, is_training=False, name="bn")[0]
        y = tf.nn.relu(tf.identity(norm, name="id"), name="y")
        step = tf.train.get_or_create_global_step()
        loss = tf.reduce_mean(y * y, name="loss")
        train = tf.train.GradientDescentOptimizer(0.1).minimize(loss, step)
        sess.run(tf.global_variables_initializer())
        saver = tf.train.Saver()
        prefix = saver.save(sess, str(folder / "model.ckpt"), write_meta_graph=True)
        tf.train.write_graph(graph, str(folder), "graph.pbtxt")
        tf.train.write_graph(graph, str(folder), "graph.pb", as_text=False)
        tf.train.write_graph(graph, str(folder), "graph2.pbtxt")
        (folder / "saver.pb").write_bytes(saver.saver_def.SerializeToString())
        tf.saved_model.simple_save(sess, str(folder / "saved"), {"x": x}, {"y": y})
        value = random.randn(2, 6, 6, 2).astype("f")
        expected = sess.run(y, {x: value})
    return folder, prefix, value, expected, train.name


def evaluate(graph_def, value):
    with tf.Graph().as_default(), tf.Session() as sess:
        tf.import_graph_def(graph_def, name="")
        return sess.run("y:0", {"x:0": value})


def read(path):
    return tf.GraphDef.FromString(path.read_bytes())


SOURCES = {
    "a graph in text and a checkpoint": ["--input_graph={0}/graph.pbtxt"],
    "a graph in bytes and a checkpoint": ["--input_graph={0}/graph.pb", "--input_binary"],
    "a graph and its saver": ["--input_graph={0}/graph.pb", "--input_binary=true", "--input_saver={0}/saver.pb"],
    "a meta graph": ["--input_meta_graph={0}/model.ckpt.meta", "--input_binary"],
    "a SavedModel": ["--input_saved_model_dir={0}/saved"],
}


@pytest.mark.parametrize("source", SOURCES)
def test_a_frozen_graph_computes_the_same_without_variables(trained, tmp_path, source):
    folder, prefix, value, expected, _ = trained
    args = [arg.format(folder) for arg in SOURCES[source]]
    if "SavedModel" not in source:
        args.append(f"--input_checkpoint={prefix}")
    with tf.Graph().as_default():
        code = freeze_graph.run_main(
            [*args, f"--output_graph={tmp_path}/f.pb", "--output_node_names=y"], "freeze_graph"
        )
    assert code == 0
    frozen = read(tmp_path / "f.pb")
    assert not {node.op for node in frozen.node} & {"VariableV2", "VarHandleOp", "ReadVariableOp", "RestoreV2"}
    np.testing.assert_array_equal(evaluate(frozen, value), expected)


def test_freezing_says_what_is_wrong(trained, tmp_path, capsys):
    folder, prefix, *_ = trained
    graph = f"--input_graph={folder}/graph.pbtxt"
    for args, text in (
        ([graph, "--input_checkpoint=/none", "--output_node_names=y"], "Input checkpoint '/none' doesn't exist!"),
        ([graph, f"--input_checkpoint={prefix}"], "You need to supply the name of a node to --output_node_names."),
        (["--input_graph=/none", f"--input_checkpoint={prefix}"], "Input graph file '/none' does not exist!"),
        ([graph, f"--input_checkpoint={prefix}", "--output_node_names=nothing"], "nothing"),
    ):
        with tf.Graph().as_default():
            assert freeze_graph.run_main(args, "freeze_graph") == 1
        assert text in capsys.readouterr().err
    with tf.Graph().as_default():
        frozen = freeze_graph.freeze_graph(
            f"{folder}/graph.pb", "", True, prefix, "y", None, None, str(tmp_path / "f.pb"), True, ""
        )
    with tf.Graph().as_default(), pytest.raises(ValueError, match="cannot freeze a graph twice"):
        freeze_graph.freeze_graph_with_def_protos(frozen, None, prefix, "y", None, None, "", True, "")


def test_only_the_listed_variables_are_frozen(trained):
    folder, prefix, *_ = trained
    with tf.Graph().as_default():
        frozen = freeze_graph.freeze_graph(
            f"{folder}/graph.pb", "", True, prefix, "y", "", "", "", True, "", variable_names_blacklist="w"
        )
    kinds = {node.name: node.op for node in frozen.node}
    assert kinds["w"] == "VariableV2" and kinds["norm/mean"] == "Const"


def test_optimizing_folds_batch_normalization_into_the_convolution(trained, tmp_path):
    folder, prefix, value, expected, _ = trained
    with tf.Graph().as_default():
        frozen = freeze_graph.freeze_graph(f"{folder}/graph.pb", "", True, prefix, "y", "", "", "", True, "")
    (tmp_path / "f.pb").write_bytes(frozen.SerializeToString())
    done = python(
        *f"-m penstock optimize-for-inference --input={tmp_path}/f.pb --output={tmp_path}/o.pb".split(),
        *"--input_names=x --output_names=y".split(),
    )
    assert done.returncode == 0, done.stderr
    found = read(tmp_path / "o.pb")
    assert sorted(node.op for node in found.node) == ["BiasAdd", "Const", "Const", "Conv2D", "Placeholder", "Relu"]
    np.testing.assert_allclose(evaluate(found, value), expected, rtol=1e-5, atol=1e-5)


def test_stripping_leaves_what_lies_between_inputs_and_outputs(trained, tmp_path, capsys):
    folder, *_ = trained
    types = tf.float32.as_datatype_enum
    names = ("conv", "y")
    strip_unused_lib.strip_unused_from_files(f"{folder}/graph.pb", True, str(tmp_path / "s.pb"), True, *names, types)
    stripped = read(tmp_path / "s.pb")
    assert capsys.readouterr().out == f"{len(stripped.node)} ops in the final graph.\n"
    kinds = {node.name: node.op for node in stripped.node}
    assert kinds["conv"] == "Placeholder" and "x" not in kinds and "w" not in kinds and "loss" not in kinds
    with pytest.raises(ValueError, match="appears to refer to a Tensor"):
        strip_unused_lib.strip_unused(stripped, ["conv:0"], ["y"], types)
    with pytest.raises(KeyError, match="not found"):
        strip_unused_lib.strip_unused(stripped, ["none"], ["y"], types)


def test_a_checkpoint_is_printed_as_the_seeds_print_it(tmp_path, capsys):
    with tf.Graph().as_default(), tf.Session() as sess:
        tf.get_variable("v1", initializer=np.ones(3, "f"))
        tf.get_variable("v2", initializer=-np.ones((2, 2), "f"))
        sess.run(tf.global_variables_initializer())
        prefix = tf.train.Saver().save(sess, str(tmp_path / "model.ckpt"))
    inspect_checkpoint.print_tensors_in_checkpoint_file(prefix, tensor_name="", all_tensors=True)
    text = "tensor_name:  v1\n[1. 1. 1.]\ntensor_name:  v2\n[[-1. -1.]\n [-1. -1.]]\n# Total number of params: 7\n"
    assert capsys.readouterr().out == text
    inspect_checkpoint.print_tensors_in_checkpoint_file(prefix, tensor_name="v1", all_tensors=False)
    assert capsys.readouterr().out == "tensor_name:  v1\n[1. 1. 1.]\n# Total number of params: 7\n"
    assert inspect_checkpoint.run_main([f"--file_name={prefix}", "--count_exclude_pattern=v2"]) == 0
    out = capsys.readouterr().out
    assert "v2 (DT_FLOAT) [2,2]\n" in out
    assert out.endswith("# Excluding 1 tensors (4 params) that match v2 when counting.\n# Total number of params: 3\n")
    assert inspect_checkpoint.run_main([f"--file_name={prefix}.data-00000-of-00001"]) == 1
    assert f"--file_name = {prefix}\n" in capsys.readouterr().out
    assert inspect_checkpoint.run_main([]) == 1 and "Usage: inspect_checkpoint" in capsys.readouterr().out


def test_programs_import_the_tools_from_inside_of_tensorflow(trained):
    folder, prefix, *_ = trained
    done = python(
        "-c",
        "import penstock; penstock.install()\n"
        "from tensorflow.python.tools import inspect_checkpoint as chkp, freeze_graph, optimize_for_inference_lib\n"
        "from tensorflow.python.tools.strip_unused_lib import strip_unused\n"
        "from tensorflow.python.tools import saved_model_cli, saved_model_utils, import_pb_to_tensorboard\n"
        f"chkp.print_tensors_in_checkpoint_file({prefix!r}, 'global_step', False)\n"
        "print(freeze_graph.freeze_graph.__name__, saved_model_cli.scan.__module__)",
    )
    assert done.stdout == (
        "tensor_name:  global_step\n0\n# Total number of params: 89\nfreeze_graph penstock.tools.saved_model_cli\n"
    ), done.stderr


def test_every_tool_is_a_command_with_help():
    from penstock.cli.main import TOOLS

    for name, (module, _) in TOOLS.items():
        tool = importlib.import_module(module)
        with pytest.raises(SystemExit) as end:
            tool.run_main(["--help"], f"penstock {name}")
        assert end.value.code == 0
    done = python("-m", "penstock", "--help")
    assert all(name in done.stdout for name in TOOLS)


def test_the_results_are_tensorflows(trained, peer, capsys):
    folder, prefix, value, expected, _ = trained
    with tf.Graph().as_default():
        frozen = freeze_graph.freeze_graph(f"{folder}/graph.pb", "", True, prefix, "y", "", "", "", True, "")
    optimized = optimize_for_inference_lib.optimize_for_inference(frozen, ["x"], ["y"], 1)
    inspect_checkpoint.print_tensors_in_checkpoint_file(prefix, "", False)
    theirs = peer.run(
        """
        import contextlib, io
        from tensorflow.python.tools import freeze_graph, inspect_checkpoint, optimize_for_inference_lib
        graph = tf.GraphDef.FromString(ours)
        with tf.Session(graph=tf.Graph()) as sess:
            tf.import_graph_def(graph, name="")
            y = sess.run("y:0", {"x:0": value})
        with tf.Graph().as_default():
            frozen = freeze_graph.freeze_graph(
                "", "", True, prefix, "y", None, None, "", True, "", input_meta_graph=prefix + ".meta")
        best = optimize_for_inference_lib.optimize_for_inference(frozen, ["x"], ["y"], 1)
        with contextlib.redirect_stdout(io.StringIO()) as out:
            inspect_checkpoint.print_tensors_in_checkpoint_file(prefix, "", False)
        nodes = lambda g: sorted((n.name, n.op) for n in g.node)
        result = {"y": y, "frozen": nodes(frozen), "best": nodes(best), "text": out.getvalue()}
        """,
        ours=optimized.SerializeToString(),
        value=value,
        prefix=prefix,
    )

    def nodes(graph_def):
        return sorted((node.name, node.op) for node in graph_def.node)

    np.testing.assert_allclose(theirs["y"], expected, rtol=1e-5, atol=1e-5)
    assert theirs["text"] == capsys.readouterr().out
    # (2.15 gives the scaled weights a name of their own.)
    assert sorted(op for _, op in nodes(optimized)) == sorted(op for _, op in theirs["best"])
    ours = {n for n in nodes(frozen) if n[1] != "Identity"}
    assert ours == {n for n in theirs["frozen"] if n[1] != "Identity"}
