"""Meta graphs: written and read here, and across to real TensorFlow and back."""

from pathlib import Path

import numpy as np
import pytest

import penstock as tf
from penstock.train import meta_graph, meta_graph_def
from tests.storage.damage import damaged

MODEL = """
    x = tf.placeholder(tf.float32, [None, 2], name="x")
    with tf.variable_scope("net"):
        w = tf.get_variable("w", initializer=tf.constant([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]))
        b = tf.get_variable("b", initializer=tf.ones([3]), use_resource=True)
        y = tf.add(tf.matmul(x, w), b, name="y")
    step = tf.Variable(7, trainable=False, name="step", collections=["variables", "global_step"])
    local = tf.Variable(1.0, trainable=False, name="local", collections=["local_variables"])
    tf.add_to_collection("outputs", y)
    tf.add_to_collection("outputs", y.op)
    tf.add_to_collection("numbers", 3)
    tf.add_to_collection("floats", 0.5)
    tf.add_to_collection("words", "some")
    saver = tf.train.Saver()
"""


def build():
    scope = {"tf": tf}
    exec(compile("\n".join(line[4:] for line in MODEL.splitlines()), "<model>", "exec"), scope)
    return scope


def check_model(sess, prefix=""):
    np.testing.assert_array_equal(sess.run(f"{prefix}net/y:0", {f"{prefix}x:0": [[1.0, 1.0]]}), [[6.0, 8.0, 10.0]])


def test_a_meta_graph_has_what_a_program_needs_to_go_on():
    with tf.Graph().as_default():
        saver = build()["saver"]
        found = saver.export_meta_graph()
    info = found.meta_info_def
    assert info.tensorflow_version == tf.VERSION and info.tensorflow_git_version == tf.GIT_VERSION
    assert {o.name for o in info.stripped_op_list.op} == {n.op for n in found.graph_def.node}
    assert not info.stripped_op_list.op[0].summary
    assert all("_output_shapes" in n.attr for n in found.graph_def.node if n.name == "x")
    kinds = {k: v.WhichOneof("kind") for k, v in found.collection_def.items()}
    assert kinds == {
        "variables": "bytes_list",
        "trainable_variables": "bytes_list",
        "local_variables": "bytes_list",
        "global_step": "bytes_list",
        "outputs": "node_list",
        "numbers": "int64_list",
        "floats": "float_list",
        "words": "bytes_list",
    }
    assert list(found.collection_def["outputs"].node_list.value) == ["net/y:0", "net/y"]
    assert found.saver_def.restore_op_name == "save/restore_all"


@pytest.mark.parametrize("as_text", [False, True])
def test_a_graph_comes_back_with_its_variables_and_collections(tmp_path, as_text):
    path = str(tmp_path / "sub" / "g.meta")
    with tf.Session(graph=tf.Graph()) as sess:
        saver = build()["saver"]
        sess.run(tf.global_variables_initializer())
        checkpoint = saver.save(sess, str(tmp_path / "model"))
        saver.export_meta_graph(path, as_text=as_text)
    with tf.Session(graph=tf.Graph()) as sess:
        saver = tf.train.import_meta_graph(path)
        saver.restore(sess, checkpoint)
        check_model(sess)
        assert [v.name for v in tf.global_variables()] == ["net/w:0", "net/b:0", "step:0"]
        assert [v.name for v in tf.trainable_variables()] == ["net/w:0", "net/b:0"]
        assert tf.get_collection("numbers") == [3] and tf.get_collection("floats") == [0.5]
        assert [x.name for x in tf.get_collection("outputs")] == ["net/y:0", "net/y"]
        assert tf.get_collection("variables")[0] is tf.get_collection("trainable_variables")[0]
        assert sess.run(tf.train.get_global_step()) == 7


def test_a_graph_is_imported_into_a_scope(tmp_path):
    with tf.Session(graph=tf.Graph()) as sess:
        saver = build()["saver"]
        sess.run(tf.global_variables_initializer())
        checkpoint = saver.save(sess, str(tmp_path / "model"))
    with tf.Session(graph=tf.Graph()) as sess:
        first = tf.train.import_meta_graph(checkpoint + ".meta", import_scope="one")
        second = tf.train.import_meta_graph(checkpoint + ".meta", import_scope="two")
        first.restore(sess, checkpoint)
        second.restore(sess, checkpoint)
        check_model(sess, "one/")
        check_model(sess, "two/")
        assert len(tf.global_variables()) == 6


def test_an_input_may_be_replaced():
    with tf.Graph().as_default():
        build()
        found = tf.train.export_meta_graph()
    with tf.Session(graph=tf.Graph()) as sess:
        fed = tf.constant([[1.0, 1.0]], name="fed")
        tf.train.import_meta_graph(found, input_map={"x:0": fed})
        sess.run(tf.global_variables_initializer())
        np.testing.assert_array_equal(sess.run("net/y:0"), [[6.0, 8.0, 10.0]])


def test_a_scope_is_exported_without_its_name():
    with tf.Session(graph=tf.Graph()) as sess:
        build()
        found = tf.train.export_meta_graph(export_scope="net")
        assert {"w", "b", "y"} <= {n.name for n in found.graph_def.node}
        assert not any(n.name.startswith(("net", "save", "x")) for n in found.graph_def.node)
        unbound = [v.decode() for v in found.collection_def["unbound_inputs"].bytes_list.value]
        assert unbound == ["$unbound_inputs_x"]
        assert list(found.collection_def["outputs"].node_list.value) == ["y:0", "y"]
    with tf.Session(graph=tf.Graph()) as sess:
        with pytest.raises(ValueError, match=r"unbound inputs: \$unbound_inputs_x. Must provide"):
            tf.train.import_meta_graph(found)
    with tf.Session(graph=tf.Graph()) as sess:
        x = tf.constant([[1.0, 1.0]])
        variables = meta_graph.import_scoped_meta_graph(found, import_scope="copy", input_map={"$unbound_inputs_x": x})
        assert sorted(variables) == ["b:0", "w:0"]
        sess.run(tf.global_variables_initializer())
        np.testing.assert_array_equal(sess.run("copy/y:0"), [[6.0, 8.0, 10.0]])


def test_a_scope_is_copied_within_a_graph():
    with tf.Session(graph=tf.Graph()) as sess:
        with tf.name_scope("a"):
            v = tf.Variable(3.0, name="v")
            tf.add(v, 1.0, name="z")
        copied = meta_graph.copy_scoped_meta_graph("a", "b")
        assert [v.name for v in copied.values()] == ["b/v:0"]
        sess.run(tf.global_variables_initializer())
        assert sess.run("b/z:0") == 4.0
        with pytest.raises(ValueError, match="need to be different"):
            meta_graph.copy_scoped_meta_graph("a", "a")


def test_devices_are_cleared_on_request():
    with tf.Graph().as_default():
        with tf.device("/gpu:3"):
            tf.constant(1, name="c")
        assert tf.train.export_meta_graph().graph_def.node[0].device == "/device:GPU:3"
        assert tf.train.export_meta_graph(clear_devices=True).graph_def.node[0].device == ""
        found = tf.train.export_meta_graph()
    with tf.Graph().as_default() as graph:
        tf.train.import_meta_graph(found, clear_devices=True)
        assert graph.get_operation_by_name("c").device == ""


def test_attributes_with_their_default_value_are_removed_on_request():
    with tf.Graph().as_default():
        tf.matmul(tf.ones([1, 1]), tf.ones([1, 1]), transpose_b=True, name="m")
        full = tf.train.export_meta_graph()
        stripped = tf.train.export_meta_graph(strip_default_attrs=True)
    node = {n.name: n for n in full.graph_def.node}["m"]
    short = {n.name: n for n in stripped.graph_def.node}["m"]
    assert {"transpose_a", "transpose_b", "T"} <= set(node.attr)
    assert "transpose_a" not in short.attr and {"transpose_b", "T"} <= set(short.attr)
    assert stripped.meta_info_def.stripped_default_attrs and not full.meta_info_def.stripped_default_attrs


def test_other_savers_are_left_out_on_request():
    with tf.Graph().as_default():
        tf.Variable(1.0, name="v")
        tf.train.Saver()
        kept = tf.train.Saver()
        found = kept.export_meta_graph(clear_extraneous_savers=True)
        scopes = {n.name.split("/")[0] for n in found.graph_def.node if n.op in ("SaveV2", "RestoreV2")}
        assert scopes == {"save_1"}


def test_collections_of_ones_own_need_a_pair_of_functions():
    class Thing:
        def __init__(self, name):
            self.text = name

    tf.register_proto_function(
        "things",
        proto_type=tf.NodeDef,
        to_proto=lambda thing, export_scope=None: tf.NodeDef(name=thing.text),
        from_proto=lambda proto, import_scope=None: Thing(proto.name),
    )
    with tf.Graph().as_default():
        tf.constant(1)
        tf.add_to_collection("things", Thing("a"))
        tf.add_to_collection("strange", object())
        tf.add_to_collection(("not", "text"), 1)
        found = tf.train.export_meta_graph()
    assert sorted(found.collection_def) == ["things"]  # the others are only a warning
    with tf.Graph().as_default():
        tf.train.import_meta_graph(found)
        assert tf.get_collection("things")[0].text == "a"


def test_a_graph_without_variables_has_no_saver():
    with tf.Graph().as_default():
        tf.constant(1)
        found = tf.train.export_meta_graph()
    with tf.Graph().as_default():
        assert tf.train.import_meta_graph(found) is None


def test_where_operations_were_made_is_written_on_request(tmp_path):
    with tf.Graph().as_default():
        tf.constant(1, name="c")
        tf.train.export_meta_graph(str(tmp_path / "g.meta"), save_debug_info=True, as_text=True)
    assert "test_meta_graph.py" in (tmp_path / "g.debug").read_text()


def test_files_that_are_not_meta_graphs_are_refused(tmp_path):
    with pytest.raises(IOError, match="does not exist"):
        tf.train.import_meta_graph(str(tmp_path / "none"))
    (tmp_path / "bad").write_bytes(b"\xff\xfe garbage")
    with pytest.raises(IOError, match="Cannot parse file"):
        tf.train.import_meta_graph(str(tmp_path / "bad"))


def test_arguments_of_the_wrong_type_are_refused():
    for name, value in {"graph": "g", "graph_def": 1, "saver_def": "s", "meta_info_def": "m"}.items():
        with pytest.raises(TypeError, match=f"{name} must be of type"):
            meta_graph_def.create_meta_graph_def(**{name: value})


def test_damaged_files_are_errors_and_nothing_else(tmp_path):
    with tf.Graph().as_default():
        data = build()["saver"].export_meta_graph().SerializeToString()
    path = str(tmp_path / "g.meta")
    refused = 0
    for case in damaged(data, 600):
        Path(path).write_bytes(case)
        with tf.Graph().as_default():
            try:
                tf.train.import_meta_graph(path)
            except (tf.errors.DataLossError, tf.errors.InvalidArgumentError):
                refused += 1
            except tf.errors.NotFoundError as error:  # a letter of an operation's type was changed
                assert "Op type not registered" in error.message
                refused += 1
    assert refused > 100


# -- real TensorFlow ---------------------------------------------------------------------------------------------------


def test_tensorflow_goes_on_from_our_meta_graph(peer, tmp_path):
    with tf.Session(graph=tf.Graph()) as sess:
        saver = build()["saver"]
        sess.run(tf.global_variables_initializer())
        checkpoint = saver.save(sess, str(tmp_path / "model"))
    source = """
        saver = tf.train.import_meta_graph(checkpoint + ".meta")
        with tf.Session() as sess:
            saver.restore(sess, checkpoint)
            y = sess.run("net/y:0", {"x:0": [[1.0, 1.0]]})
        result = {
            "y": y,
            "variables": [v.name for v in tf.global_variables()],
            "trainable": [v.name for v in tf.trainable_variables()],
            "local": [v.name for v in tf.local_variables()],
            "outputs": [x.name for x in tf.get_collection("outputs")],
            "numbers": tf.get_collection("numbers") + tf.get_collection("floats"),
        }
    """
    found = peer.run(source, checkpoint=checkpoint)
    np.testing.assert_array_equal(found.pop("y"), [[6.0, 8.0, 10.0]])
    assert found == {
        "variables": ["net/w:0", "net/b:0", "step:0"],
        "trainable": ["net/w:0", "net/b:0"],
        "local": ["local:0"],
        "outputs": ["net/y:0", "net/y"],
        "numbers": [3, 0.5],
    }


SAVE = """
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        checkpoint = saver.save(sess, path)
    result = {"checkpoint": checkpoint}
"""


def test_we_go_on_from_a_meta_graph_of_tensorflow(peer, tmp_path):
    checkpoint = peer.run(MODEL + SAVE, path=str(tmp_path / "model"))["checkpoint"]
    with tf.Session(graph=tf.Graph()) as sess:
        saver = tf.train.import_meta_graph(checkpoint + ".meta")
        saver.restore(sess, checkpoint)
        check_model(sess)
        assert [v.name for v in tf.global_variables()] == ["net/w:0", "net/b:0", "step:0"]
        assert [x.name for x in tf.get_collection("outputs")] == ["net/y:0", "net/y"]


def test_loops_and_conditionals_of_tensorflow_come_over(peer, tmp_path):
    model = """
    v = tf.Variable(2.0, name="v")
    i = tf.constant(0)
    loop = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * v), [i, 1.0])
    c = tf.identity(tf.cond(v > 1.0, lambda: v + loop[1], lambda: v - 1.0), name="c")
    saver = tf.train.Saver()
"""
    checkpoint = peer.run(model + SAVE, path=str(tmp_path / "model"))["checkpoint"]
    with tf.Session(graph=tf.Graph()) as sess:
        saver = tf.train.import_meta_graph(checkpoint + ".meta")
        saver.restore(sess, checkpoint)
        assert sess.run("c:0") == 10.0


def test_our_meta_graph_says_what_that_of_tensorflow_says(peer):
    source = (
        MODEL
        + """
    found = tf.train.export_meta_graph()
    result = {
        "collections": {
            key: [bytes(v) if isinstance(v, bytes) else v for v in getattr(d, d.WhichOneof("kind")).value]
            for key, d in found.collection_def.items()
        },
        "nodes": [(n.name, n.op.replace("AddV2", "Add"), list(n.input)) for n in found.graph_def.node],
        "saver": saver.as_saver_def().SerializeToString(),
    }
"""
    )
    from tests.same_program import run_here

    ours, theirs = run_here(source), peer.run(source)
    assert ours["collections"] == theirs["collections"]
    assert ours["nodes"] == theirs["nodes"]
    assert tf.train.SaverDef.FromString(ours["saver"]) == tf.train.SaverDef.FromString(theirs["saver"])
