"""Keras models as SavedModels by `save_format="tf"`: read back, read from 1.15.5, served by 1.15.5.

`written_by_1_15.zip` is a SavedModel that 1.15.5 wrote by `model.save(path, save_format="tf")`, the .json what it computed there.
"""

import json
import os
import re
import zipfile
from pathlib import Path

import numpy as np
import pytest

import penstock as tf
from penstock import protos
from tests.keras.saving.saved_objects import MODELS, RECORDED, class_of, summary

HERE = Path(__file__).resolve().parent
X = np.linspace(-1, 1, 12).reshape(4, 3).astype("f")
keras = tf.keras


class Users(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(2)

    def call(self, x):
        return self.dense(x)


@pytest.fixture(autouse=True)
def _new_graph():
    keras.backend.clear_session()


def functional():
    a = keras.layers.Input((3,))
    h = keras.layers.Dropout(0.5)(keras.layers.Dense(2, activation="tanh")(a))
    model = keras.Model(a, keras.layers.concatenate([keras.layers.BatchNormalization()(h), a]))
    model.compile("adam", "mse", metrics=["mae"])
    return model


def served(path):
    with tf.Session(graph=tf.Graph()) as sess:
        signature = tf.saved_model.loader.load(sess, ["serve"], str(path)).signature_def["serving_default"]
        (given,), (wanted,) = signature.inputs.values(), signature.outputs.values()
        return sess.run(wanted.name, {given.name: X})


def test_a_model_that_1_15_wrote_goes_on_here(tmp_path):
    with zipfile.ZipFile(HERE / "written_by_1_15.zip") as archive:
        archive.extractall(tmp_path)
    model = keras.models.load_model(str(tmp_path))
    wanted, y = json.loads((HERE / "written_by_1_15.json").read_text()), np.ones((4, 5), "f")
    np.testing.assert_allclose(model.predict(X), wanted["predicted"], rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(model.evaluate(X, y, verbose=0), wanted["evaluated"], rtol=1e-5)
    before = model.evaluate(X, y, verbose=0)[0]
    for _ in range(20):
        model.train_on_batch(X, y)
    assert model.evaluate(X, y, verbose=0)[0] < before


def test_a_functional_model_comes_back_compiled_and_is_served_without_dropout(tmp_path):
    model, y = functional(), np.ones((4, 5), "f")
    model.train_on_batch(X, y)
    path = str(tmp_path / "model")
    model.save(path, save_format="tf")
    wanted, losses = model.predict(X), model.evaluate(X, y, verbose=0)
    np.testing.assert_allclose(served(path), wanted, rtol=1e-6)
    keras.backend.clear_session()
    again = keras.models.load_model(path)
    np.testing.assert_allclose(again.evaluate(X, y, verbose=0), losses, rtol=1e-6)
    assert not keras.models.load_model(path, compile=False).optimizer


def test_the_second_model_in_a_folder_replaces_the_first(tmp_path):
    path = str(tmp_path / "model")
    for units in (2, 3):
        model = keras.Sequential([keras.layers.Dense(units, input_shape=(3,))])
        keras.models.save_model(model, path, save_format="tf")
    np.testing.assert_allclose(keras.models.load_model(path, compile=False).predict(X), model.predict(X), rtol=1e-6)


def test_a_sequence_that_its_first_batch_has_built_is_served(tmp_path):
    model = keras.Sequential([keras.layers.Dense(2)])
    model.compile("sgd", "mse")
    model.fit(X, X[:, :2], verbose=0)
    model.save(str(tmp_path / "model"), save_format="tf")
    np.testing.assert_allclose(served(tmp_path / "model"), model.predict(X), rtol=1e-6)


def test_a_model_of_a_class_of_the_user_is_served_and_its_weights_can_be_read(tmp_path):
    model = Users()
    with pytest.raises(ValueError, match="cannot be saved because the input shapes have not been set"):
        model.save(str(tmp_path / "early"), save_format="tf")
    wanted, path = model.predict(X), tmp_path / "model"
    model.save(str(path), save_format="tf")
    np.testing.assert_allclose(served(path), wanted, rtol=1e-6)
    other = Users()
    other.predict(X)
    other.load_weights(str(path / "variables" / "variables"))
    np.testing.assert_array_equal(other.predict(X), wanted)


@pytest.mark.parametrize("make", MODELS, ids=lambda make: make.__name__)
def test_objects_and_functions_of_layers_are_those_of_1_15(make, tmp_path):
    make(tf).save(str(tmp_path), save_format="tf")
    message = protos.SavedModel.FromString((tmp_path / "saved_model.pb").read_bytes())
    ours, theirs = json.loads(json.dumps(summary(message))), json.loads(RECORDED.read_text())[make.__name__]
    assert ours.keys() == theirs.keys()
    for layer, told in theirs.items():
        assert ours[layer].keys() == told.keys(), layer
        for key, wanted in told.items():
            assert without_names(ours[layer][key]) == without_names(wanted), (layer, key)


def without_names(told):
    # 1.15 has some bodies twice, for one more name of their inputs.
    if not isinstance(told, dict) or "bodies" not in told:
        return told
    return {**told, "bodies": {re.sub(r"<\S* \[", "<[", body) for body in told["bodies"]}}


def test_a_model_of_a_users_class_that_1_15_wrote_is_revived(tmp_path):
    with zipfile.ZipFile(HERE / "users_class_of_1_15.zip") as archive:
        archive.extractall(tmp_path)
    model = keras.models.load_model(str(tmp_path))
    np.testing.assert_allclose(model.predict(X), json.loads((tmp_path / "predicted.json").read_text()), rtol=1e-5)
    assert type(model).__name__ == "Users" and [layer.name for layer in model.layers] == ["dense", "dense_1", "dropout"]
    assert len(model.losses) == 1 and len(model.trainable_variables) == 4
    before = model.evaluate(X, X[:, :2], verbose=0)
    for _ in range(20):
        model.train_on_batch(X, X[:, :2])
    assert model.evaluate(X, X[:, :2], verbose=0) < before
    again = str(tmp_path / "again")
    model.save(again, save_format="tf")
    wanted = model.predict(X)
    keras.backend.clear_session()
    np.testing.assert_allclose(keras.models.load_model(again).predict(X), wanted, rtol=1e-6)


def test_a_model_of_a_users_class_comes_back_with_its_calls_and_its_losses(tmp_path):
    model = class_of(tf)
    model.compile("adam", "mse")
    model.fit(X, X[:, :2], verbose=0)
    path, wanted, losses = str(tmp_path / "model"), model.predict(X), model.evaluate(X, X[:, :2], verbose=0)
    model.save(path, save_format="tf")
    keras.backend.clear_session()
    again = keras.models.load_model(path)
    np.testing.assert_allclose(again.predict(X), wanted, rtol=1e-6)
    np.testing.assert_allclose(again.evaluate(X, X[:, :2], verbose=0), losses, rtol=1e-6)
    with tf.Session() as sess:  # dropout, where the file is asked for training
        sess.run(tf.global_variables_initializer())
        dropped = sess.run(again(tf.constant(np.ones((1000, 3), "f")), training=True))
    assert 0.4 < np.mean(dropped == 0) < 0.6


def test_signatures_of_the_users_own_are_served(tmp_path):
    model = functional()

    @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32, "rows")])
    def doubled(rows):
        return {"twice": 2.0 * model(rows, training=False)}

    model.save(str(tmp_path / "model"), save_format="tf", signatures={"doubled": doubled})
    with tf.Session(graph=tf.Graph()) as sess:
        loaded = tf.saved_model.loader.load(sess, ["serve"], str(tmp_path / "model"))
        signature = loaded.signature_def["doubled"]
        found = sess.run(signature.outputs["twice"].name, {signature.inputs["rows"].name: X})
    np.testing.assert_allclose(found, 2 * model.predict(X), rtol=1e-6)


def test_a_model_without_its_optimizer_is_not_compiled_when_it_comes_back(tmp_path):
    model = functional()
    model.train_on_batch(X, np.ones((4, 5), "f"))
    keras.models.save_model(model, str(tmp_path / "model"), save_format="tf", include_optimizer=False)
    assert model.optimizer is not None
    assert keras.models.load_model(str(tmp_path / "model")).optimizer is None


def test_1_15_makes_the_models_again_that_were_saved_here(peer_1_15, tmp_path):
    source = """
with tf.Graph().as_default(), tf.Session().as_default():
    found = tf.keras.models.load_model(str(path))
    result = {"y": found.predict(x), "losses": np.array(len(found.losses)), "name": np.array(type(found).__name__)}
"""
    users = class_of(tf)
    users.compile("sgd", "mse")
    users.fit(X, X[:, :2], verbose=0)
    for model in (functional(), users):
        path = str(tmp_path / type(model).__name__)
        model.save(path, save_format="tf")
        theirs = peer_1_15.run(source, path=np.array(path), x=X)
        np.testing.assert_allclose(theirs["y"], model.predict(X), rtol=1e-5, atol=1e-6)
        assert str(theirs["name"]) == type(model).__name__ and theirs["losses"] == len(model.losses)


def test_1_15_serves_what_was_saved_here(peer_1_15, tmp_path):
    model = functional()
    model.save(str(tmp_path / "model"), save_format="tf")
    source = """
with tf.Session(graph=tf.Graph()) as sess:
    signature = tf.saved_model.loader.load(sess, ["serve"], str(path)).signature_def["serving_default"]
    (given,), (wanted,) = signature.inputs.values(), signature.outputs.values()
    result = {"y": sess.run(wanted.name, {given.name: x})}
"""
    theirs = peer_1_15.run(source, path=np.array(str(tmp_path / "model")), x=X)["y"]
    np.testing.assert_allclose(model.predict(X), theirs, rtol=1e-5, atol=1e-6)


def test_a_folder_without_a_keras_model_is_loaded_as_an_object(tmp_path):
    path = str(tmp_path / "model")
    with tf.Session(graph=tf.Graph()) as sess:
        x = tf.placeholder(tf.float32, [])
        v = tf.Variable(2.0)
        sess.run(v.initializer)
        tf.saved_model.simple_save(sess, path, {"x": x}, {"y": x * v})
    double = keras.models.load_model(path).signatures["serving_default"]
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        assert sess.run(double(x=tf.constant(4.0))) == {"y": 8.0}
    os.makedirs(tmp_path / "empty")
    (tmp_path / "cut").mkdir()
    (tmp_path / "cut" / "saved_model.pb").write_bytes(b"")  # as a write that was stopped at once leaves it
    with pytest.raises(ValueError, match="there are 0 MetaGraphs in the SavedModel"):  # as in 1.15.5
        keras.models.load_model(str(tmp_path / "cut"))
    with pytest.raises(OSError, match="SavedModel file does not exist"):
        keras.models.load_model(str(tmp_path / "empty"))
