"""Models as files: what is written is read again, damaged files are refused, and nothing in a file is executed."""

import json

import h5py
import numpy as np
import pytest

import penstock as tf

X = np.random.RandomState(0).randn(8, 4).astype("float32")
Y = X[:, :1]


def trained(tmp_path):
    inputs = tf.keras.Input((4,))
    hidden = tf.keras.layers.BatchNormalization()(tf.keras.layers.Dense(3, activation="relu")(inputs))
    model = tf.keras.Model(inputs, tf.keras.layers.Dense(1, kernel_regularizer="l2")(hidden))
    model.compile("adam", "mse")
    model.fit(X, Y, epochs=2, batch_size=4, verbose=0, shuffle=False)
    path = str(tmp_path / "model.h5")
    model.save(path)
    return model, path


def test_a_model_goes_on_training_where_it_was_saved(tmp_path):
    model, path = trained(tmp_path)
    loaded = tf.keras.models.load_model(path)
    np.testing.assert_array_equal(loaded.predict(X), model.predict(X))
    losses = [m.fit(X, Y, epochs=3, batch_size=4, verbose=0, shuffle=False).history["loss"] for m in (model, loaded)]
    np.testing.assert_allclose(*losses, rtol=1e-6)


def test_a_configuration_as_json_or_yaml_gives_the_same_model_with_new_weights(tmp_path):
    model, path = trained(tmp_path)
    for again in (tf.keras.models.model_from_json(model.to_json()), tf.keras.models.model_from_yaml(model.to_yaml())):
        assert again.get_config() == model.get_config()
        again.load_weights(path)
        np.testing.assert_array_equal(again.predict(X), model.predict(X))


def test_yaml_that_would_make_python_objects_is_refused():
    import yaml

    with pytest.raises(yaml.constructor.ConstructorError):
        tf.keras.models.model_from_yaml("!!python/object/apply:os.getcwd []")


def test_a_file_without_weights_or_with_a_broken_configuration_says_so(tmp_path):
    _, path = trained(tmp_path)
    with h5py.File(path, "r+") as file:
        del file["model_weights"]
    with pytest.raises(ValueError, match="no weights"):
        tf.keras.models.load_model(path)
    with h5py.File(path, "r+") as file:
        file.attrs["model_config"] = b"{"
    with pytest.raises(ValueError, match="model_config is no JSON"):
        tf.keras.models.load_model(path)
    (tmp_path / "other.h5").write_bytes(b"nothing")
    with pytest.raises(OSError, match="not an hdf5 file"):
        tf.keras.models.load_model(str(tmp_path / "other.h5"))


def test_weights_of_another_model_are_refused_with_the_layer_that_differs(tmp_path):
    _, path = trained(tmp_path)
    other = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(4,))])
    with pytest.raises(ValueError, match="weight file containing 3 layers into a model with 1 layers"):
        other.load_weights(path)


def test_the_code_of_a_lambda_layer_is_run_only_if_this_process_wrote_it(tmp_path):
    inputs = tf.keras.Input((4,))
    model = tf.keras.Model(inputs, tf.keras.layers.Lambda(lambda x: x * 3, name="triple")(inputs))
    path = str(tmp_path / "model.h5")
    model.save(path)
    np.testing.assert_allclose(tf.keras.models.load_model(path, compile=False).predict(X), X * 3)
    with h5py.File(path, "r+") as file:  # as if somebody else had written it
        config = json.loads(file.attrs["model_config"])
        layer = config["config"]["layers"][1]["config"]
        layer["function"][0] = layer["function"][0].replace("\n", "") + "\n\n"
        file.attrs["model_config"] = json.dumps(config)
    with pytest.raises(ValueError, match="'triple' is stored as compiled Python code"):
        tf.keras.models.load_model(path, compile=False)
    loaded = tf.keras.models.load_model(path, custom_objects={"triple": lambda x: x * 3}, compile=False)
    np.testing.assert_allclose(loaded.predict(X), X * 3)
