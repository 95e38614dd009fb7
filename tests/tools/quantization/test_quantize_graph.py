"""`quantize_graph`, `transform_graph` and the tools around them: what they write, what it computes, what they refuse."""

import base64
import importlib

import numpy as np
import pytest

import penstock as tf
from penstock.cli import main as cli
from penstock.tools import compare_graphs, summarize_graph
from penstock.tools.quantization import quantize_graph
from tests.subprocesses import python


@pytest.fixture(scope="module")
def network(tmp_path_factory):
    """A small convolutional network in a file, a picture, and what the network says of it."""
    folder = tmp_path_factory.mktemp("network")
    random = np.random.RandomState(0)

    def weights(*shape):
        return tf.constant((random.randn(*shape) / np.sqrt(np.prod(shape[:-1]))).astype("f"))

    with tf.Graph().as_default() as graph, tf.Session() as sess:
        x = tf.placeholder(tf.float32, [1, 8, 8, 3], name="x")
        h = tf.nn.relu(tf.nn.bias_add(tf.nn.conv2d(x, weights(3, 3, 3, 8), [1, 1, 1, 1], "SAME"), weights(8)))
        h = tf.concat([tf.nn.max_pool(h, [1, 2, 2, 1], [1, 2, 2, 1], "VALID")] * 2, 3)
        y = tf.nn.softmax(tf.matmul(tf.reshape(h, [1, -1]), weights(256, 10)), name="y")
        tf.train.write_graph(graph, str(folder), "graph.pb", as_text=False)
        picture = random.rand(1, 8, 8, 3).astype("f")
        return folder, picture, sess.run(y, {x: picture})


def run(path, picture):
    with tf.Graph().as_default(), tf.Session() as sess:
        tf.import_graph_def(tf.GraphDef.FromString(path.read_bytes()), name="")
        return sess.run("y:0", {"x:0": picture})


def quantized(network, tmp_path, mode, *flags):
    folder, _, _ = network
    words = [f"--input={folder}/graph.pb", "--output_node_names=y", f"--output={tmp_path}/out.pb", f"--mode={mode}"]
    assert cli.main(["quantize-graph", *words, *flags]) == 0
    return tmp_path / "out.pb"


@pytest.mark.parametrize(("mode", "tolerance"), [
    ("round", 0.01), ("quantize", 0.02), ("eightbit", 0.03), ("weights", 0.02), ("weights_rounded", 0.02)])  # fmt: skip
def test_a_quantized_graph_says_nearly_the_same(network, tmp_path, mode, tolerance):
    path = quantized(network, tmp_path, mode)
    _, picture, expected = network
    np.testing.assert_allclose(run(path, picture), expected, atol=tolerance)
    if mode in ("eightbit", "weights"):
        assert path.stat().st_size < (network[0] / "graph.pb").stat().st_size
    if mode == "eightbit":
        kinds = {node.op for node in tf.GraphDef.FromString(path.read_bytes()).node}
        assert {"QuantizedConv2D", "QuantizedMatMul", "QuantizedConcat", "QuantizedRelu"} <= kinds
        assert not kinds & {"Conv2D", "MatMul", "Relu", "MaxPool", "ConcatV2"}


@pytest.mark.parametrize("mode", quantize_graph.MODES)
def test_tensorflow_runs_the_graphs_and_gives_the_same(network, tmp_path, mode, peer_1_15):
    path = quantized(network, tmp_path, mode)
    theirs = peer_1_15.run(
        """
        graph = tf.GraphDef.FromString(data)
        with tf.Graph().as_default(), tf.Session() as sess:
            tf.import_graph_def(graph, name="")
            result = {"y": sess.run("y:0", {"x:0": picture})}
        """,
        data=path.read_bytes(),
        picture=network[1],
    )["y"]
    np.testing.assert_allclose(run(path, network[1]), theirs, rtol=2e-6, atol=1e-7)


def test_inputs_may_come_in_eight_bits(network, tmp_path):
    flags = ["--quantized_input", "--quantized_input_min=0", "--quantized_input_max=1"]
    path = quantized(network, tmp_path, "eightbit", *flags)
    picture = np.round(network[1] * 255).astype(np.uint8)
    np.testing.assert_allclose(run(path, picture), network[2], atol=0.03)


def test_a_fallback_range_stands_in_for_one_that_is_found(network, tmp_path):
    flags = ["--quantized_fallback_min=-4", "--quantized_fallback_max=4"]
    path = quantized(network, tmp_path, "eightbit", *flags)
    graph = tf.GraphDef.FromString(path.read_bytes())
    assert not any(node.op == "RequantizationRange" for node in graph.node)
    np.testing.assert_allclose(run(path, network[1]), network[2], atol=0.05)


def test_a_trained_range_becomes_that_of_the_operation_before_it(tmp_path):
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [2, 4], name="x")
        h = tf.matmul(x, tf.constant(np.eye(4, dtype="f")))
        tf.nn.relu(tf.fake_quant_with_min_max_vars(h, -1.0, 1.0), name="y")
    small = quantize_graph.GraphRewriter(graph.as_graph_def(), "eightbit", None).rewrite(["y"])
    (narrow,) = (node for node in small.node if node.op == "Requantize")
    assert all("FakeQuant" in name for name in narrow.input[3:])
    assert not any(node.op in ("FakeQuantWithMinMaxVars", "RequantizationRange") for node in small.node)


@pytest.mark.parametrize("name", ["tensorflow.tools.quantization.quantize_graph",
                                  "tensorflow.contrib.quantization.tools.quantize_graph"])  # fmt: skip
def test_it_is_a_module_under_its_old_names(name):
    code = f"import penstock; penstock.install()\nimport {name} as q\nprint(q.quantize_array.__name__)"
    assert python("-c", code).stdout.strip() == "quantize_array"


def test_transforms_are_a_module_under_their_old_name():
    code = """import penstock; penstock.install()
from tensorflow.tools.graph_transforms import TransformGraph
print(TransformGraph.__module__)"""
    assert python("-c", code).stdout.strip() == "penstock.tools.graph_transforms"


@pytest.mark.parametrize(("flags", "complaint"), [
    (["--mode=nonsense"], "mode is 'nonsense'"),
    (["--mode=eightbit", "--output_node_names=nothing"], "no node nothing"),
    (["--mode=eightbit", "--quantized_input", "--quantized_input_min=2"], "Invalid quantized_input_range: [2.0,1.0]"),
    (["--mode=eightbit", "--quantized_fallback_min=0"], "go together"),
    (["--mode=eightbit", "--quantized_fallback_min=0", "--quantized_fallback_max=inf"], "Invalid fallback"),
    (["--mode=weights_rounded", "--bitdepth=0"], "bitdepth must be"),
    (["--mode=eightbit", "--input={0}/nowhere.pb"], "does not exist"),
    (["--mode=eightbit", "--input={0}/damaged.pb"], "Cannot parse"),
    (["--mode=eightbit", "--input={0}/unknown.pb"], "Op type not registered 'NoSuchOperation'"),
    (["--mode=eightbit", "--input={0}/infinite.pb"], "infinite or not a number"),
    (["--mode=weights", "--input={0}/infinite.pb"], "infinite or not a number"),
    (["--mode=weights_rounded", "--input={0}/infinite.pb"], "infinite"),
    (["--mode=weights", "--input={0}/truncated.pb"], "Decoding Tensor failed"),
    (["--mode=eightbit", "--input={0}/dangling.pb"], "nowhere"),
])  # fmt: skip
def test_what_it_cannot_do_is_said_and_no_file_is_touched(network, tmp_path, capsys, flags, complaint):
    folder = network[0]
    whole = (folder / "graph.pb").read_bytes()
    (tmp_path / "damaged.pb").write_bytes(b"\xff\xfe" + whole[:100])
    for name in ("unknown", "infinite", "truncated", "dangling"):
        graph = tf.GraphDef.FromString(whole)
        constant = next(node for node in graph.node if node.op == "Const" and node.attr["dtype"].type == 1)
        if name == "unknown":
            graph.node.add(name="odd", op="NoSuchOperation")
        elif name == "infinite":
            tensor = constant.attr["value"].tensor
            tensor.tensor_content = np.float32(np.inf).tobytes() + tensor.tensor_content[4:]
        elif name == "truncated":
            constant.attr["value"].tensor.tensor_content = constant.attr["value"].tensor.tensor_content[:-3]
        else:
            next(node for node in graph.node if node.op == "Relu").input[0] = "nowhere"
        (tmp_path / f"{name}.pb").write_bytes(graph.SerializeToString())
    words = [f"--input={folder}/graph.pb", "--output_node_names=y", f"--output={tmp_path}/out.pb"]
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert cli.main(["quantize-graph", *words, *(flag.format(tmp_path) for flag in flags)]) == 1
    error = capsys.readouterr().err
    assert complaint in error and "Traceback" not in error
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert (folder / "graph.pb").read_bytes() == whole


# -- the tools around it ---------------------------------------------------------------------------------------------------


def test_the_command_transform_graph_writes_what_the_function_gives(network, tmp_path):
    folder, picture, expected = network
    words = [f"--in_graph={folder}/graph.pb", "--inputs=x", "--outputs=y",
             "--transforms=fold_constants quantize_weights(minimum_size=8)"]  # fmt: skip
    assert cli.main(["transform-graph", *words, f"--out_graph={tmp_path}/small.pb"]) == 0
    assert cli.main(["transform-graph", *words, f"--out_graph={tmp_path}/small.pbtxt", "--output_as_text=true"]) == 0
    np.testing.assert_allclose(run(tmp_path / "small.pb", picture), expected, atol=0.02)
    assert cli.main(["compare-graphs", str(tmp_path / "small.pb"), str(tmp_path / "small.pbtxt")]) == 0
    assert cli.main(["compare-graphs", str(tmp_path / "small.pb"), str(folder / "graph.pb")]) == 1
    assert cli.main(["compare-graphs", str(tmp_path / "small.pb"), str(tmp_path / "none.pb")]) == 2


@pytest.mark.parametrize(("flags", "complaint"), [
    (["--transforms=no_such"], "Transform 'no_such' not recognized."),
    (["--transforms="], "You must specify at least one transform."),
    (["--transforms=fold_constants("], "You must specify at least one transform."),
    (["--in_graph=", "--transforms=fold_constants"], "in_graph graph can't be empty."),
    (["--transforms=fuse_remote_graph(remote_fused_graph_executor_name=dsp)"], "no executor 'dsp'"),
    (["--transforms=quantize_nodes(input_min=3, input_max=1)"], "is empty or infinite"),
    (["--transforms=quantize_nodes(fallback_min=0, fallback_max=inf)"], "is empty or infinite"),
])  # fmt: skip
def test_transform_graph_says_what_it_cannot_do(network, tmp_path, capsys, flags, complaint):
    words = [f"--in_graph={network[0]}/graph.pb", f"--out_graph={tmp_path}/out.pb", "--inputs=x", "--outputs=y"]
    assert cli.main(["transform-graph", *words, *flags]) == 1
    assert complaint in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_node_gets_another_name_everywhere(network):
    graph = tf.GraphDef.FromString((network[0] / "graph.pb").read_bytes())
    transforms = importlib.import_module("penstock.tools.graph_transforms")
    found = transforms.TransformGraph(graph, ["x"], ["z"], ["rename_node(old_node_name=y, new_node_name=z)"])
    assert found.node[-1].name == "z"
    with pytest.raises(tf.errors.InvalidArgumentError, match="already"):
        transforms.TransformGraph(graph, ["x"], ["y"], ["rename_node(old_node_name=y, new_node_name=x)"])


def test_a_summary_names_inputs_outputs_and_parameters(network):
    graph = tf.GraphDef.FromString((network[0] / "graph.pb").read_bytes())
    text = "\n".join(summarize_graph.summary(graph, "g.pb", structure=True))
    assert "Found 1 possible inputs: (name=x, type=float(1), shape=[1,8,8,3])" in text
    assert "Found 1 possible outputs: (name=y, op=Softmax)" in text
    assert "Conv2D (Conv2D): [x, Const]" in text
    graph.node[-1].input[0] = "nowhere"
    with pytest.raises(tf.errors.InternalError, match="nowhere"):
        summarize_graph.summary(graph, "g.pb")


def test_benchmark_model_runs_a_graph(network, tmp_path, capsys):
    words = [f"--graph={network[0]}/graph.pb", "--input_layer=x:0", "--input_layer_shape=1,8,8,3", "--output_layer=y:0"]
    assert (
        cli.main(["benchmark-model", *words, "--max_num_runs=3", "--show_flops", f"--output_prefix={tmp_path}/b_"]) == 0
    )
    text = capsys.readouterr().out
    assert "count=3" in text and f"FLOPs estimate: {2 * (64 * 8 * 27 + 256 * 10):,}" in text
    assert (tmp_path / "b_benchmark").read_text().startswith("benchmark\tcount=3")
    assert cli.main(["benchmark-model", *words, "--input_layer_shape=1,8"]) == 1
    assert cli.main(["benchmark-model", *words, "--input_layer=a,b"]) == 1


def test_equal_values_in_another_encoding_are_equal():
    one, other = (tf.GraphDef() for _ in range(2))
    for graph, tensor in ((one, tf.make_tensor_proto([1.0, 1.0])), (other, tf.make_tensor_proto(1.0, shape=[2]))):
        node = graph.node.add(name="a", op="Const")
        node.attr["value"].tensor.CopyFrom(tensor)
    assert compare_graphs.difference(one, other) == ""
    other.node[0].attr["value"].tensor.float_val[0] = 2.0
    assert "'value'" in compare_graphs.difference(one, other)
    assert base64.b64encode(one.SerializeToString()) != base64.b64encode(other.SerializeToString())
