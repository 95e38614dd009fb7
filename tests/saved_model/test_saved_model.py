"""SavedModels: written, read, refused when damaged, and carried to real TensorFlow and back."""

import os
from pathlib import Path

import numpy as np
import pytest

import penstock as tf
from penstock.saved_model import loader as loading
from tests.same_program import run_here
from tests.storage.damage import damaged, mutated, peak_megabytes

# Builds a model with two kinds of variables, an asset, a main operation, and signatures, and writes two graphs of it.
PROGRAM = """
    import os
    with open(vocabulary, "w") as f:
        f.write("some vocabulary")
    with tf.Session(graph=tf.Graph()) as sess:
        x = tf.placeholder(tf.float32, [None, 2], name="x")
        w = tf.get_variable("w", initializer=tf.constant([[1.0], [10.0]]))
        b = tf.get_variable("b", initializer=tf.constant([100.0]), use_resource=True)
        y = tf.add(tf.matmul(x, w), b, name="y")
        asset = tf.constant(vocabulary, name="asset")
        tf.add_to_collection(tf.GraphKeys.ASSET_FILEPATHS, asset)
        seen = tf.get_variable("seen", initializer=tf.constant(""), collections=[tf.GraphKeys.LOCAL_VARIABLES])
        main_op = tf.group(tf.assign(seen, asset), name="main")
        examples = tf.placeholder(tf.string, [None], name="examples")
        scores = tf.fill([tf.shape(examples)[0], 1], 0.5, name="scores")
        sess.run(tf.global_variables_initializer())
        utils = tf.saved_model.signature_def_utils
        builder = tf.saved_model.builder.SavedModelBuilder(export_dir)
        builder.add_meta_graph_and_variables(
            sess, ["serve"],
            signature_def_map={
                "serving_default": utils.predict_signature_def({"x": x}, {"y": y}),
                "classify": utils.classification_signature_def(examples, None, scores),
                "regress": utils.regression_signature_def(examples, scores),
            },
            assets_collection=tf.get_collection(tf.GraphKeys.ASSET_FILEPATHS),
            main_op=main_op,
        )
    with tf.Session(graph=tf.Graph()) as sess:
        w = tf.get_variable("w", [2, 1])
        tf.identity(w * 2.0, name="double")
        builder.add_meta_graph(["serve", "double"])
    builder.save(as_text)
    result = {}
"""

READ = """
    with tf.Session(graph=tf.Graph()) as sess:
        found = tf.saved_model.loader.load(sess, ["serve"], export_dir)
        info = found.signature_def["serving_default"]
        name = tf.saved_model.utils.get_tensor_from_tensor_info(info.outputs["y"]).name
        result = {
            "y": sess.run(name, {info.inputs["x"].name: [[1.0, 1.0], [2.0, 3.0]]}),
            "seen": sess.run("seen:0"),
            "signatures": sorted(
                (key, s.method_name, sorted(s.inputs), sorted(s.outputs)) for key, s in found.signature_def.items()
            ),
            "variables": [v.name for v in tf.global_variables()],
        }
    with tf.Session(graph=tf.Graph()) as sess:
        tf.saved_model.load(sess, ["double", "serve"], export_dir, import_scope="in")
        result["double"] = sess.run("in/double:0")
"""


def check(found, export_dir):
    np.testing.assert_array_equal(found["y"], [[111.0], [132.0]])
    np.testing.assert_array_equal(found["double"], [[2.0], [20.0]])
    assert found["seen"] == os.path.join(export_dir, "assets", "vocabulary.txt").encode()
    assert found["signatures"] == [
        ("classify", "tensorflow/serving/classify", ["inputs"], ["scores"]),
        ("regress", "tensorflow/serving/regress", ["inputs"], ["outputs"]),
        ("serving_default", "tensorflow/serving/predict", ["x"], ["y"]),
    ]
    assert found["variables"] == ["w:0", "b:0"]


@pytest.fixture
def places(tmp_path):
    return {"vocabulary": str(tmp_path / "vocabulary.txt"), "export_dir": str(tmp_path / "model" / "1")}


@pytest.mark.parametrize("as_text", [False, True])
def test_what_is_written_is_read(places, as_text):
    run_here(PROGRAM, as_text=as_text, **places)
    os.remove(places["vocabulary"])  # the SavedModel has its own copy
    check(run_here(READ, **places), places["export_dir"])
    layout = sorted(os.path.join(d, f) for d, _, names in os.walk(places["export_dir"]) for f in names)
    assert [os.path.relpath(path, places["export_dir"]) for path in layout] == [
        "assets/vocabulary.txt",
        "saved_model.pbtxt" if as_text else "saved_model.pb",
        "variables/variables.data-00000-of-00001",
        "variables/variables.index",
    ]


@pytest.mark.parametrize("as_text", [False, True])
def test_tensorflow_reads_ours(peer, places, as_text):
    run_here(PROGRAM, as_text=as_text, **places)
    check(peer.run(READ, **places), places["export_dir"])


@pytest.mark.parametrize("as_text", [False, True])
def test_we_read_that_of_tensorflow(peer, places, as_text):
    peer.run(PROGRAM, as_text=as_text, **places)
    check(run_here(READ, **places), places["export_dir"])


def test_the_command_line_tool_of_tensorflow_understands_ours(peer, places):
    run_here(PROGRAM, as_text=False, **places)
    source = """
        import contextlib, io
        from tensorflow.python.tools import saved_model_utils, saved_model_cli
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            saved_model_cli._show_inputs_outputs(export_dir, "serve", "serving_default")
        result = {"text": out.getvalue(), "tags": [sorted(t) for t in saved_model_utils.get_saved_model_tag_sets(export_dir)]}
    """
    found = peer.run(source, **places)
    assert found["tags"] == [["serve"], ["double", "serve"]]
    assert "shape: (-1, 2)" in found["text"] and "name: y:0" in found["text"]


def test_simple_save_makes_one_signature(tmp_path):
    with tf.Session(graph=tf.Graph()) as sess:
        x = tf.sparse_placeholder(tf.float32, name="x")
        v = tf.Variable(2.0, name="v")
        with tf.device("/cpu:0"):
            y = tf.multiply(x.values, v, name="y")
        sess.run(v.initializer)
        tf.saved_model.simple_save(sess, str(tmp_path / "m"), {"x": x}, {"y": y})
    found = loading.parse_saved_model(str(tmp_path / "m"))
    assert found.saved_model_schema_version == 1
    (graph,) = found.meta_graphs
    assert list(graph.meta_info_def.tags) == ["serve"] and not any(n.device for n in graph.graph_def.node)
    info = graph.signature_def["serving_default"].inputs["x"]
    assert info.coo_sparse.values_tensor_name == "x/values:0"
    with tf.Session(graph=tf.Graph()) as sess:
        tf.saved_model.loader.load(sess, {"serve"}, str(tmp_path / "m"))
        sparse = tf.saved_model.utils.get_tensor_from_tensor_info(info)
        value = tf.SparseTensorValue([[0], [1]], [1.0, 2.0], [2])
        np.testing.assert_array_equal(sess.run("y:0", {sparse: value}), [2.0, 4.0])


def test_a_graph_without_variables_is_saved_too(tmp_path):
    with tf.Session(graph=tf.Graph()) as sess:
        x = tf.placeholder(tf.float32, name="x")
        tf.saved_model.simple_save(sess, str(tmp_path / "m"), {"x": x}, {"y": tf.add(x, 1.0, name="y")})
    with tf.Session(graph=tf.Graph()) as sess:
        tf.saved_model.loader.load(sess, ["serve"], str(tmp_path / "m"))
        assert sess.run("y:0", {"x:0": 2.0}) == 3.0


def test_tables_and_legacy_init_ops_run_when_loaded(tmp_path):
    with tf.Session(graph=tf.Graph()) as sess:
        v = tf.Variable(1.0, name="v")
        w = tf.Variable(5.0, name="w", collections=["local_variables"])
        sess.run(tf.global_variables_initializer())
        builder = tf.saved_model.builder.SavedModelBuilder(str(tmp_path / "m"))
        builder.add_meta_graph_and_variables(sess, ["t"], legacy_init_op=tf.saved_model.main_op.main_op())
        builder.save()
        assert v is not w
    with tf.Session(graph=tf.Graph()) as sess:
        tf.saved_model.loader.load(sess, ["t"], str(tmp_path / "m"))
        assert sess.run("w:0") == 5.0


def test_main_op_makes_the_operations_of_1_15_in_its_order():
    with tf.Graph().as_default() as graph:
        tf.saved_model.main_op.main_op()
        assert [op.name for op in graph.get_operations()] == ["init", "init_1", "init_all_tables", "group_deps"]


# -- rules -------------------------------------------------------------------------------------------------------------


def test_the_folder_must_be_new(tmp_path):
    (tmp_path / "f").write_text("")
    with pytest.raises(AssertionError, match="isn't empty"):
        tf.saved_model.builder.SavedModelBuilder(str(tmp_path))


def test_variables_are_saved_once_and_first(tmp_path):
    with tf.Session(graph=tf.Graph()) as sess:
        sess.run(tf.Variable(1.0).initializer)
        builder = tf.saved_model.builder.SavedModelBuilder(str(tmp_path / "m"))
        with pytest.raises(AssertionError, match="has not been saved yet"):
            builder.add_meta_graph(["a"])
        builder.add_meta_graph_and_variables(sess, ["a"])
        with pytest.raises(AssertionError, match="has already been saved"):
            builder.add_meta_graph_and_variables(sess, ["b"])


def test_incomplete_signatures_and_main_ops_are_refused(tmp_path):
    build = tf.saved_model.signature_def_utils.build_signature_def
    with tf.Session(graph=tf.Graph()) as sess:
        builder = tf.saved_model.builder.SavedModelBuilder(str(tmp_path / "m"))
        for info in (tf.TensorInfo(dtype=1), tf.TensorInfo(name="x:0")):
            with pytest.raises(AssertionError, match="All TensorInfo protos"):
                builder.add_meta_graph_and_variables(sess, ["a"], {"s": build({"x": info})})
        with pytest.raises(KeyError, match="is reserved for initialization"):
            builder.add_meta_graph_and_variables(sess, ["a"], {"__saved_model_init_op": build()})
        with pytest.raises(TypeError, match="main_op needs to be an Operation"):
            builder.add_meta_graph_and_variables(sess, ["a"], main_op=tf.constant(1))
        for asset, text in (
            (1, "must be a Tensor"),
            (tf.constant(1), "dtype string"),
            (tf.constant(["a", "b"]), "a scalar"),
        ):
            with pytest.raises(TypeError, match=text):
                builder.add_meta_graph_and_variables(sess, ["a"], assets_collection=[asset])


def test_assets_with_one_name_are_kept_apart_by_content(tmp_path):
    for folder, content in (("a", "1"), ("b", "1"), ("c", "2")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "words").write_text(content)
    with tf.Session(graph=tf.Graph()) as sess:
        assets = [tf.constant(str(tmp_path / folder / "words")) for folder in "abc"]
        builder = tf.saved_model.builder.SavedModelBuilder(str(tmp_path / "m"))
        builder.add_meta_graph_and_variables(sess, ["t"], assets_collection=assets)
    assert sorted(os.listdir(tmp_path / "m" / "assets")) == ["words", "words_1"]
    assert (tmp_path / "m" / "assets" / "words_1").read_text() == "2"


def test_tags_must_match_exactly(places):
    run_here(PROGRAM, as_text=False, **places)
    with tf.Session(graph=tf.Graph()) as sess:
        with pytest.raises(RuntimeError, match="could not be found in SavedModel(.|\n)*available_tags: "):
            tf.saved_model.loader.load(sess, ["double"], places["export_dir"])


def test_a_folder_without_a_saved_model_is_reported(tmp_path):
    assert not tf.saved_model.loader.maybe_saved_model_directory(str(tmp_path))
    with tf.Session(graph=tf.Graph()) as sess:
        with pytest.raises(IOError, match="SavedModel file does not exist at"):
            tf.saved_model.loader.load(sess, ["a"], str(tmp_path))
    (tmp_path / "saved_model.pb").write_bytes(b"")
    assert tf.saved_model.contains_saved_model(str(tmp_path))


def test_signatures_are_checked():
    utils, names = tf.saved_model.signature_def_utils, tf.saved_model.signature_constants
    with tf.Graph().as_default():
        text, number = tf.placeholder(tf.string), tf.placeholder(tf.float32)
        valid = [
            utils.predict_signature_def({"a": number}, {"b": text}),
            utils.classification_signature_def(text, text, number),
            utils.regression_signature_def(text, number),
        ]
        assert all(map(tf.saved_model.is_valid_signature, valid))
        info = tf.saved_model.build_tensor_info
        invalid = [
            None,
            utils.build_signature_def({}, {"b": info(text)}, names.PREDICT_METHOD_NAME),
            utils.build_signature_def({"a": info(text)}, {"b": info(text)}, "other"),
            utils.build_signature_def({"inputs": info(text)}, {"b": info(text)}, names.CLASSIFY_METHOD_NAME),
            utils.build_signature_def({"inputs": info(number)}, {"outputs": info(number)}, names.REGRESS_METHOD_NAME),
            utils.build_signature_def({"inputs": info(text)}, {"outputs": info(text)}, names.REGRESS_METHOD_NAME),
        ]
        assert not any(map(tf.saved_model.is_valid_signature, invalid))
        for call, match in (
            (lambda: utils.predict_signature_def({}, {"a": text}), "inputs cannot be None or empty"),
            (lambda: utils.regression_signature_def(number, number), "examples must be a string Tensor"),
            (lambda: utils.regression_signature_def(text, text), "output must be a float Tensor"),
            (lambda: utils.classification_signature_def(text, None, None), "cannot both be None"),
            (lambda: utils.classification_signature_def(text, number, None), "classes must be a string"),
            (lambda: utils.classification_signature_def(text, None, text), "scores must be a float"),
        ):
            with pytest.raises(ValueError, match=match):
                call()


# -- damage ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["../../secret", "/etc/passwd", "a/../../b", ""])
def test_an_asset_outside_of_the_folder_is_refused(places, name):
    run_here(PROGRAM, as_text=False, **places)
    path = os.path.join(places["export_dir"], "saved_model.pb")
    model = loading.parse_saved_model(places["export_dir"])
    asset = model.meta_graphs[0].asset_file_def.add(filename=name)
    asset.tensor_info.name = "asset:0"
    Path(path).write_bytes(model.SerializeToString())
    with tf.Session(graph=tf.Graph()) as sess:
        with pytest.raises(tf.errors.InvalidArgumentError, match="outside of"):
            tf.saved_model.loader.load(sess, ["serve"], places["export_dir"])


def refused(export_dir):
    """Whether loading fails, as it must: by an error of `tf.errors`, or because the tags are not there."""
    with tf.Session(graph=tf.Graph()) as sess:
        try:
            tf.saved_model.loader.load(sess, ["serve"], export_dir)
        except (tf.errors.OpError, RuntimeError) as error:
            assert isinstance(error, tf.errors.OpError) or "could not be found in SavedModel" in str(error)
            return True
    return False


def test_damaged_models_are_refused_and_nothing_else(places):
    run_here(PROGRAM, as_text=False, **places)
    path = os.path.join(places["export_dir"], "saved_model.pb")
    data = Path(path).read_bytes()
    before, count = peak_megabytes(), 0
    for case in damaged(data, 400):
        Path(path).write_bytes(case)
        count += refused(places["export_dir"])
    assert count > 300
    assert peak_megabytes() - before < 300


def test_models_that_say_something_wrong_are_refused_and_nothing_else(places):
    run_here(PROGRAM, as_text=False, **places)
    path = os.path.join(places["export_dir"], "saved_model.pb")
    before, count = peak_megabytes(), 0
    for case in mutated(loading.parse_saved_model(places["export_dir"]), 400):
        Path(path).write_bytes(case.SerializeToString())
        count += refused(places["export_dir"])
    assert count > 60  # most fields say nothing that loading needs
    assert peak_megabytes() - before < 300
