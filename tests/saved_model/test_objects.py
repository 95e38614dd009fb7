"""`tf.saved_model.save` and `load_v2`: objects with variables and functions as SavedModels, to TensorFlow 1.15.5 and back."""

import os
import shutil
from pathlib import Path

import numpy as np
import pytest

import penstock as tf
from penstock.saved_model import loader, structures
from tests.saved_model import objects_here

X = np.float32([[1, 2]])
SPEC = [tf.TensorSpec([], tf.float32)]


@pytest.fixture(autouse=True)
def _own_graph():
    with tf.Graph().as_default():
        yield


@pytest.fixture
def written(tmp_path):
    """What 1.15.5 wrote."""
    shutil.unpack_archive(Path(__file__).with_name("objects_of_1_15.zip"), tmp_path)
    return tmp_path


def loaded_here(path):
    """What the functions of the module in a folder compute, and what else it has."""
    module = tf.saved_model.load_v2(str(path))
    x = tf.constant(X)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        found = sess.run([module.f(x), module.g(x), module.g(x, 3), module.g(x, k=3), module.signatures["serving_default"](x=x)])
        variables = sess.run([module.v, module.inner.b, module.items[0], module.named["k"]])
        sess.run(module.v.assign(4.0))
        return found, variables, sess.run(module.f(x)["y"])


def check(found, variables, changed):
    y, z = np.float32([[4, 8]]), np.float32([[2, 4]])
    for result in (found[0], found[4]):
        assert sorted(result) == ["y", "z"]
        np.testing.assert_array_equal(result["y"], y)
        np.testing.assert_array_equal(result["z"], z)
    for result, wanted in zip(found[1:4], (z, X * 3, X * 3), strict=True):
        np.testing.assert_array_equal(result, wanted)
    assert [v.tolist() for v in variables] == [3.0, [1.0, 2.0], 5.0, 7.0]
    np.testing.assert_array_equal(changed, [[5, 10]])


def test_a_module_of_1_15_is_loaded_with_its_functions(written):
    check(*loaded_here(written / "module"))


def test_a_module_comes_back_and_can_be_saved_again(tmp_path):
    with tf.Session() as sess:
        module = objects_here.Outer()
        module.g.get_concrete_function(tf.TensorSpec([None, 2], tf.float32), 3)
        sess.run(tf.global_variables_initializer())
        tf.saved_model.save(module, str(tmp_path / "one"))
    with tf.Graph().as_default(), tf.Session() as sess:
        again = tf.saved_model.load_v2(str(tmp_path / "one"))
        sess.run(tf.global_variables_initializer())
        tf.saved_model.save(again, str(tmp_path / "two"))
    for name in ("one", "two"):
        with tf.Graph().as_default():
            check(*loaded_here(tmp_path / name))
    with tf.Session(graph=tf.Graph()) as sess:  # and as 1.x loads it
        meta = tf.saved_model.loader.load(sess, ["serve"], str(tmp_path / "two"))
        signature = meta.signature_def["serving_default"]
        y = sess.run(signature.outputs["y"].name, {signature.inputs["x"].name: X})
        np.testing.assert_array_equal(y, [[4, 8]])


def test_1_15_loads_what_was_saved_here(peer_1_15, tmp_path):
    with tf.Session() as sess:
        module = objects_here.Outer()
        sess.run(tf.global_variables_initializer())
        tf.saved_model.save(module, str(tmp_path / "module"))
    source = """
module = tf.saved_model.load_v2(str(path))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    a, b = sess.run([module.f(x), module.signatures["serving_default"](x=tf.constant(x))])
    result = {"y": a["y"], "z": b["z"], "item": sess.run(module.items[0])}
"""
    theirs = peer_1_15.run(source, path=np.array(str(tmp_path / "module")), x=X)
    np.testing.assert_array_equal(theirs["y"], [[4, 8]])
    np.testing.assert_array_equal(theirs["z"], [[2, 4]])
    assert theirs["item"] == 5.0


def test_a_keras_model_of_1_15_is_called_and_served(written):
    model = tf.saved_model.load_v2(str(written / "model"))
    x = tf.constant(np.float32([[1, 0, 2]]))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        np.testing.assert_allclose(sess.run(model(x)), [[21.0]], rtol=1e-6)
        (served,) = sess.run(model.signatures["serving_default"](x)).values()
        np.testing.assert_allclose(served, [[21.0]], rtol=1e-6)


def test_a_keras_model_is_saved_with_the_function_that_serves_it(tmp_path):
    model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,)), tf.keras.layers.Dropout(0.5)])
    model.compile(tf.keras.optimizers.Adam(), "mse")
    x = np.float32([[1, 0, 2]])
    model.train_on_batch(x, np.ones((1, 2)))
    tf.saved_model.save(model, str(tmp_path))
    wanted = model.predict(x)
    with tf.Graph().as_default(), tf.Session() as sess:
        function = tf.saved_model.load_v2(str(tmp_path)).signatures["serving_default"]
        sess.run(tf.global_variables_initializer())
        np.testing.assert_allclose(sess.run(function(dense_input=tf.constant(x)))["dropout"], wanted, rtol=1e-6)


def test_signatures_of_a_program_have_their_names(written):
    module = tf.saved_model.load_v2(str(written / "named"))
    assert sorted(module.signatures) == ["a", "b"]
    assert module.signatures["b"].structured_outputs == {"output_0": tf.TensorSpec([None, 2], tf.float32, "output_0")}
    with pytest.raises(TypeError, match=r"Expected argument names \['x'\] but got values for \['y'\]. Missing: \['x'\]"):
        module.signatures["a"](y=tf.constant(X))


def test_a_call_that_no_function_was_saved_for_says_which_there_are(written):
    module = tf.saved_model.load_v2(str(written / "module"))
    with pytest.raises(ValueError, match=r"(?s)Could not find matching function to call.*Option 2:.*\* 3"):
        module.g(tf.constant(X), 4)
    with pytest.raises(ValueError, match="Python inputs incompatible with input_signature"):
        module.f(tf.constant([1]))
    with pytest.raises(ValueError, match="Structure of Python function inputs does not match input_signature"):
        module.f()


class Graph1:
    """A graph of 1.x with two kinds of variables."""

    def __init__(self, path):
        with tf.Session(graph=tf.Graph()) as sess:
            x = tf.placeholder(tf.float32, [None], name="x")
            v, w = tf.Variable(2.0, name="v"), tf.Variable(3.0, name="w", use_resource=True, trainable=False)
            table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a"], [5.0]), 0.0)
            y = x * v + w + table.lookup(tf.constant("a"))
            sess.run(tf.global_variables_initializer())
            sess.run(tf.tables_initializer())
            tf.saved_model.simple_save(sess, path, {"x": x}, {"y": y}, legacy_init_op=tf.tables_initializer())


def test_a_graph_of_1_x_becomes_an_object(tmp_path):
    Graph1(str(tmp_path / "1"))
    loaded = tf.saved_model.load_v2(str(tmp_path / "1"), ["serve"])
    y = loaded.signatures["serving_default"](x=tf.constant([1.0, 2.0]))["y"]
    v = loaded.prune("x:0", "mul:0")
    with tf.Session() as sess:
        sess.run([tf.global_variables_initializer(), tf.tables_initializer()])
        assert sess.run(y).tolist() == [10.0, 12.0]
        assert sess.run(v(tf.constant([4.0]))).tolist() == [8.0]
    assert [(v.op.name, v.trainable) for v in loaded.variables] == [("v", True), ("w", False)]


def test_what_cannot_be_loaded_is_refused(tmp_path, written):
    with pytest.raises(OSError, match="SavedModel file does not exist at"):
        tf.saved_model.load_v2(str(tmp_path / "none"))
    with pytest.raises(ValueError, match="incompatible argument tags"):
        tf.saved_model.load_v2(str(written / "module"), ["train"])
    Graph1(str(tmp_path / "1"))
    with pytest.raises(RuntimeError, match="MetaGraphDef associated with tags 'no' could not be found"):
        tf.saved_model.load_v2(str(tmp_path / "1"), ["no"])


def _module(**attributes):
    found = tf.train.Checkpoint()
    for name, value in attributes.items():
        setattr(found, name, value)
    return found


def test_what_cannot_be_saved_is_refused_as_in_1_15(tmp_path):
    path = str(tmp_path / "x")
    with pytest.raises(ValueError, match="Expected a Trackable object for export, got 3."):
        tf.saved_model.save(3, path)
    outside = tf.Variable(1.0, use_resource=True)
    with pytest.raises(AssertionError, match="Tried to export a function which references untracked object"):
        tf.saved_model.save(_module(f=tf.function(lambda x: x * outside, input_signature=SPEC)), path)
    with pytest.raises(ValueError, match="has an attribute named 'signatures'. This is a reserved attribute"):
        tf.saved_model.save(_module(signatures=tf.train.Checkpoint()), path)
    for wrong in (lambda x: x, 3, tf.function(lambda x: x)):
        with pytest.raises(ValueError, match="Expected a TensorFlow function to generate a signature for"):
            tf.saved_model.save(_module(), path, signatures=wrong)
    assert not os.path.exists(path)

    @tf.function
    def saving():
        tf.saved_model.save(_module(), path)

    with pytest.raises(AssertionError, match="is not supported inside a traced @tf.function"):
        saving()


def test_what_functions_use_and_has_a_known_value_goes_along(tmp_path):
    by = tf.constant(1.5)
    tf.saved_model.save(_module(f=tf.function(lambda x: (x * by, x), input_signature=SPEC)), str(tmp_path))
    with tf.Graph().as_default(), tf.Session() as sess:
        loaded = tf.saved_model.load_v2(str(tmp_path))
        assert sess.run(loaded.f(2.0)) == (3.0, 2.0)
        assert sess.run(loaded.signatures["serving_default"](tf.constant(4.0))) == {"output_0": 6.0, "output_1": 4.0}


@pytest.mark.parametrize(
    "value",
    [None, True, 3, -1.5, "a", [1, (2, {"b": None})], tf.TensorShape([None, 2]), tf.int64, tf.TensorSpec([1], tf.int32, "n")],
    ids=str,
)
def test_structures_come_back(value):
    found = structures.decode(structures.encode(value))
    assert type(found) is type(value)
    assert found == value or isinstance(value, tf.TensorShape) and found.as_list() == value.as_list()


def test_a_damaged_graph_of_objects_is_refused(tmp_path):
    tf.saved_model.save(_module(f=tf.function(lambda x: x + 1, input_signature=SPEC)), str(tmp_path))
    message = loader.parse_saved_model(str(tmp_path))
    message.meta_graphs[0].object_graph_def.nodes[0].children[0].node_id = 99
    (tmp_path / "saved_model.pb").write_bytes(message.SerializeToString())
    with pytest.raises(tf.errors.InvalidArgumentError, match="names an object that it does not have"):
        tf.saved_model.load_v2(str(tmp_path))
