"""Models and weights in files, configurations, and the errors of what is put together wrongly."""

import json
import os
import tempfile

import numpy as np
import tensorflow as tf
from common import program, run, vectors, weights_of
from tensorflow import keras
from tensorflow.keras import backend as K
from tensorflow.keras import layers


def functional():
    a, b = keras.Input((6,), name="a"), keras.Input((4,), name="b")
    h = layers.concatenate([layers.Dense(5, activation="relu", name="d1")(a), b])
    h = layers.Dropout(0.2)(layers.BatchNormalization()(h))
    return keras.Model([a, b], [layers.Dense(3, activation="softmax", name="kind")(h), layers.Dense(1, name="size")(h)])


@program
def configurations():
    model = functional()
    config = json.loads(model.to_json())
    again = keras.models.model_from_json(model.to_json())
    simple = keras.Sequential([layers.Dense(3, activation="relu", input_shape=(4,))])
    yaml = keras.models.model_from_yaml(simple.to_yaml())
    return {"json": config, "equal": json.loads(again.to_json()) == config, "yaml": yaml.get_config() == simple.get_config()}


@program
def whole_models_in_hdf5():
    import h5py

    x, y = vectors()
    path = os.path.join(tempfile.mkdtemp(), "model.h5")
    model = keras.Sequential([layers.Dense(4, activation="relu", input_shape=(6,)), layers.Dense(3, activation="softmax")])
    model.compile(keras.optimizers.Adam(0.01), "categorical_crossentropy", metrics=["accuracy"])
    model.fit(x, y, epochs=2, verbose=0)
    model.save(path)
    with h5py.File(path, "r") as f:
        inside = {"attributes": sorted(f.attrs), "groups": sorted(f), "layers": [str(n) for n in sorted(f["model_weights"])], "optimizer": sorted(f["optimizer_weights"]["training"]["Adam"]) if "training" in f["optimizer_weights"] else sorted(f["optimizer_weights"])}
    restored = keras.models.load_model(path)
    same = bool(np.array_equal(restored.predict(x), model.predict(x)))
    next_losses = [restored.train_on_batch(x, y), model.train_on_batch(x, y)]
    return {"inside": inside, "same": same, "next": next_losses}


@program
def weights_in_files():
    x, _ = vectors()
    folder = tempfile.mkdtemp()
    model = keras.Sequential([layers.Dense(4, input_shape=(6,), name="one"), layers.Dense(3, name="two")])
    other = keras.Sequential([layers.Dense(4, input_shape=(6,), name="one"), layers.Dense(2, name="new")])
    model.save_weights(os.path.join(folder, "w.h5"))
    model.save_weights(os.path.join(folder, "tf", "w"), save_format="tf")
    other.load_weights(os.path.join(folder, "w.h5"), by_name=True)
    equal = bool(np.array_equal(other.layers[0].get_weights()[0], model.layers[0].get_weights()[0]))
    third = keras.Sequential([layers.Dense(4, input_shape=(6,), name="x"), layers.Dense(3, name="y")])
    third.load_weights(os.path.join(folder, "tf", "w"))
    variables = [[name, shape] for name, shape in tf.train.list_variables(os.path.join(folder, "tf", "w"))]
    return {"by name": equal, "tf": bool(np.array_equal(third.predict(x), model.predict(x))), "files": sorted(os.listdir(os.path.join(folder, "tf"))), "variables": variables}


@program
def saved_models():
    x, y = vectors()
    folder = os.path.join(tempfile.mkdtemp(), "saved")
    model = keras.Sequential([layers.Dense(4, activation="relu", input_shape=(6,)), layers.Dense(3, activation="softmax")])
    model.compile("adam", "categorical_crossentropy")
    model.fit(x, y, epochs=1, verbose=0)
    keras.experimental.export_saved_model(model, folder)
    again = keras.experimental.load_from_saved_model(folder)
    with tf.Graph().as_default(), tf.Session() as sess:
        meta = tf.saved_model.loader.load(sess, [tf.saved_model.tag_constants.SERVING], folder)
        signature = meta.signature_def["serving_default"]
        out = sess.run(list(signature.outputs.values())[0].name, {list(signature.inputs.values())[0].name: x})
    return {"same": bool(np.allclose(again.predict(x), model.predict(x))), "served": bool(np.allclose(out, model.predict(x), atol=1e-6)), "signature": [sorted(signature.inputs), sorted(signature.outputs)]}


@program
def custom_objects():
    x, y = vectors()

    def swish(value):
        return value * K.sigmoid(value)

    def loss(y_true, y_pred):
        return K.mean(K.square(y_true - y_pred), axis=-1)

    keras.utils.get_custom_objects()["swish_of_mine"] = layers.Activation(swish)
    path = os.path.join(tempfile.mkdtemp(), "m.h5")
    model = keras.Sequential([layers.Dense(4, activation=swish, input_shape=(6,)), layers.Dense(3)])
    model.compile("sgd", loss)
    model.train_on_batch(x, y)
    model.save(path)
    try:
        keras.models.load_model(path)
        without = "loaded"
    except ValueError as error:
        without = str(error)
    with keras.utils.CustomObjectScope({"swish": swish, "loss": loss}):
        restored = keras.models.load_model(path)
    del keras.utils.get_custom_objects()["swish_of_mine"]
    return {"without": without, "next": [restored.train_on_batch(x, y), model.train_on_batch(x, y)]}


def refused(make):
    """The class of the error and its first line."""
    try:
        make()
    except Exception as error:
        return [type(error).__name__, str(error).split("\n")[0]]
    return ["accepted"]


@program
def errors():
    x, y = vectors()

    def model(compiled=True):
        m = keras.Sequential([layers.Dense(3, activation="softmax", input_shape=(6,), name="only")], name="model_of_mine")
        if compiled:
            m.compile("sgd", "categorical_crossentropy")
        return m

    two = [keras.Input((6,), name="first"), keras.Input((6,), name="second")]
    both = keras.Model(two, layers.add(two))
    both.compile("sgd", "mse")
    return {
        "not compiled": refused(lambda: model(False).fit(x, y)),
        "wrong width": refused(lambda: model().fit(x[:, :4], y, verbose=0)),
        "wrong target": refused(lambda: model().fit(x, y[:, :2], verbose=0)),
        "lengths": refused(lambda: model().fit(x, y[:5], verbose=0)),
        "class numbers": refused(lambda: model().fit(x, y.argmax(1), verbose=0)),
        "one of two inputs": refused(lambda: both.fit(x, x, verbose=0)),
        "unknown loss": refused(lambda: model(False).compile("sgd", "no such loss")),
        "unknown optimizer": refused(lambda: model(False).compile("no such optimizer", "mse")),
        "unknown metric": refused(lambda: model(False).compile("sgd", "mse", metrics=["no such metric"])),
        "unknown activation": refused(lambda: layers.Dense(3, activation="no such activation")),
        "unknown initializer": refused(lambda: layers.Dense(3, kernel_initializer="no such initializer")),
        "unknown argument": refused(lambda: layers.Dense(3, colour="red")),
        "unknown layer": refused(lambda: model().get_layer("absent")),
        "no such index": refused(lambda: model().get_layer(index=9)),
        "nothing asked": refused(lambda: model().get_layer()),
        "wrong weights": refused(lambda: model().set_weights([np.ones((2, 2))])),
        "wrong shape of weights": refused(lambda: model().layers[0].set_weights([np.ones((2, 2)), np.ones(3)])),
        "wrong rank": refused(lambda: layers.Conv2D(3, 3)(keras.Input((6,)))),
        "no last dimension": refused(lambda: layers.Dense(3)(keras.Input((None,)))),
        "changed width": refused(lambda: model().layers[0](keras.Input((7,)))),
        "disconnected": refused(lambda: keras.Model(keras.Input((3,)), layers.Dense(2)(keras.Input((3,))))),
        "not a layer": refused(lambda: keras.Sequential(["dense"])),
        "same names": refused(lambda: keras.Model(two[0], layers.Dense(2, name="n")(layers.Dense(2, name="n")(two[0])))),
        "merge shapes": refused(lambda: layers.add([keras.Input((3,)), keras.Input((4,))])),
        "one to merge": refused(lambda: layers.add([keras.Input((3,))])),
        "concatenate shapes": refused(lambda: layers.concatenate([keras.Input((3, 2)), keras.Input((4, 3))])),
        "no weights yet": refused(lambda: keras.Sequential([layers.Dense(3)]).summary()),
        "count before build": refused(lambda: layers.Dense(3).count_params()),
        "no input shape": refused(lambda: keras.Sequential([layers.Dense(3)]).save_weights("w.h5")),
        "no file": refused(lambda: keras.models.load_model("absent.h5"))[:1],
        "split of dataset": refused(lambda: model().fit(tf.data.Dataset.from_tensor_slices((x, y)).batch(4), validation_split=0.1)),
        "steps missing": refused(lambda: model().fit(tf.data.Dataset.from_tensor_slices((x, y)).batch(4).repeat(), epochs=1)),
        "reshape": refused(lambda: layers.Reshape((4, 4))(keras.Input((6,)))),
        "dropout rate": refused(lambda: K.get_value(layers.Dropout(1.5)(K.constant(x), training=True)))[:1],
        "stateful without batch": refused(lambda: layers.LSTM(3, stateful=True)(keras.Input((4, 2)))),
        "padding": refused(lambda: layers.Conv2D(3, 3, padding="none")),
        "data format": refused(lambda: layers.Conv2D(3, 3, data_format="middle")),
        "output before call": refused(lambda: layers.Dense(3).output),
    }


if __name__ == "__main__":
    run()
