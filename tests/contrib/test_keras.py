"""`tf.contrib.keras` has the modules of `tf.keras`, as in 1.15."""

import penstock as tf


def test_its_modules_are_those_of_keras():
    names = [name for name in dir(tf.contrib.keras) if not name.startswith("_") and name not in ("api", "export_value")]
    assert {"layers", "models", "backend", "wrappers"} <= set(names)
    assert tf.contrib.keras.layers.Dense is tf.keras.layers.Dense
    assert tf.contrib.keras.api.keras.models.Sequential is tf.keras.models.Sequential


def test_a_program_of_1_4_imports_it():
    tf.install()
    try:
        names = {}
        exec("from tensorflow.contrib.keras import layers, models", names)
        exec("from tensorflow.contrib.keras.api.keras import backend as K", names)
        with tf.Graph().as_default():
            model = names["models"].Sequential([names["layers"].Dense(3, input_shape=(2,))])
            assert names["K"].int_shape(model.output) == (None, 3)
    finally:
        tf.uninstall()
