"""A Keras model becomes a SavedModel with a graph for each mode, and a model again."""

import json
import os

import numpy as np
import pytest

import penstock as tf


@pytest.fixture
def exported(tmp_path):
    tf.keras.backend.clear_session()
    x = np.random.RandomState(0).randn(8, 6).astype("float32")
    y = np.eye(3)[np.random.RandomState(1).randint(0, 3, 8)]
    model = tf.keras.Sequential(
        [
            tf.keras.layers.Dense(4, input_shape=(6,), name="first"),
            tf.keras.layers.Dense(3, activation="softmax", name="last"),
        ]
    )
    model.compile(tf.keras.optimizers.Adam(0.01), "categorical_crossentropy", metrics=["accuracy"])
    model.fit(x, y, epochs=2, verbose=0)
    folder = str(tmp_path / "exported")
    tf.keras.experimental.export_saved_model(model, folder)
    return model, folder, x, y


def test_the_loaded_model_predicts_the_same(exported):
    model, folder, x, _ = exported
    again = tf.keras.experimental.load_from_saved_model(folder)
    np.testing.assert_allclose(again.predict(x), model.predict(x), rtol=1e-6)
    np.testing.assert_allclose(tf.keras.models.load_model(folder).predict(x), model.predict(x), rtol=1e-6)


def test_a_server_finds_the_signature_of_prediction(exported):
    model, folder, x, _ = exported
    with tf.Graph().as_default(), tf.Session() as sess:
        meta = tf.saved_model.loader.load(sess, ["serve"], folder)
        signature = meta.signature_def["serving_default"]
        assert list(signature.inputs) == ["first_input"] and list(signature.outputs) == ["last"]
        found = sess.run(signature.outputs["last"].name, {signature.inputs["first_input"].name: x})
    np.testing.assert_allclose(found, model.predict(x), rtol=1e-5)


@pytest.mark.parametrize("mode", ["train", "eval"])
def test_graphs_of_training_and_evaluation_give_the_loss_of_the_model(exported, mode):
    model, folder, x, y = exported
    with tf.Graph().as_default(), tf.Session() as sess:
        meta = tf.saved_model.loader.load(sess, [mode], folder)
        signature = meta.signature_def[mode]
        assert sorted(signature.inputs) == ["first_input", "last_target"]
        feed = {signature.inputs["first_input"].name: x, signature.inputs["last_target"].name: y}
        loss = sess.run(signature.outputs["loss"].name, feed)
        assert sess.run(tf.train.get_global_step()) == 2
        if mode == "train":
            sess.run(tf.get_collection("saved_model_train_op"), feed)
            assert sess.run(tf.train.get_global_step()) == 3
            assert sess.run(signature.outputs["loss"].name, feed) < loss
    assert loss == pytest.approx(model.evaluate(x, y, verbose=0)[0], rel=1e-5)


def test_a_folder_with_something_in_it_is_refused(exported):
    model, folder, _, _ = exported
    with pytest.raises(AssertionError, match="already exists"):
        tf.keras.experimental.export_saved_model(model, folder)


def test_models_without_weights_and_classes_of_the_user_are_refused(tmp_path):
    with pytest.raises(ValueError, match="Weights for sequential model have not yet been created"):
        tf.keras.experimental.export_saved_model(tf.keras.Sequential([tf.keras.layers.Dense(1)]), str(tmp_path / "a"))

    class Mine(tf.keras.Model):
        def call(self, inputs):
            return inputs

    with pytest.raises(NotImplementedError, match="Subclassed models can only be exported for serving"):
        tf.keras.experimental.export_saved_model(Mine(), str(tmp_path / "b"))


def test_a_damaged_configuration_is_refused(exported):
    _, folder, _, _ = exported
    path = os.path.join(folder, "assets", "saved_model.json")
    with open(path, "w") as file:
        file.write('{"class_name": "Sequential", "config"')
    with pytest.raises(ValueError):
        tf.keras.experimental.load_from_saved_model(folder)
    with open(path, "w") as file:
        json.dump({"class_name": "NoSuchModel", "config": {}}, file)
    with pytest.raises(ValueError, match="Unknown layer"):
        tf.keras.experimental.load_from_saved_model(folder)
