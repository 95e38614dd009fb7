"""Keras models under strategies give what TensorFlow 1.15.5 gives: histories, predictions, weights, files, refusals."""

import json
from pathlib import Path

import numpy as np
import pytest

import penstock as tf
from tests.distribute import keras_programs as programs
from tests.distribute.test_programs import assert_same

RECORDED = json.loads((Path(__file__).parent / "recorded_keras.json").read_text())


@pytest.mark.parametrize("name", sorted(programs.PROGRAMS))
def test_a_model_gives_what_1_15_gives(name):
    assert_same(programs.run(tf, name), RECORDED[name], name)


def test_central_storage_gives_what_mirrored_copies_give():
    # 1.15.5 cannot build a layer under this strategy, so that there is nothing of it to compare with.
    def of(strategy):
        with tf.Graph().as_default():
            tf.keras.backend.set_session(tf.Session(config=tf.ConfigProto(device_count={"CPU": 2})))
            x, y = programs.data()
            with strategy.scope():
                model = programs.network(tf)
                model.set_weights([np.full(w.shape.as_list(), 0.1) for w in model.weights])
                model.compile(tf.keras.optimizers.Adam(0.01), "mse", metrics=["mae"])
            history = model.fit(x, y, batch_size=8, epochs=2, shuffle=False, verbose=0)
            return programs.told([history.history, model.get_weights(), model.predict(x, batch_size=8)])

    central = tf.distribute.experimental.CentralStorageStrategy(programs.DEVICES, "/cpu:0")
    assert_same(of(central), of(programs.mirrored(tf)), "central")


def test_a_model_that_is_compiled_again_keeps_its_weights():
    with tf.Graph().as_default():
        x, y = programs.data()
        with programs.mirrored(tf).scope():
            model = programs.network(tf)
            model.compile("sgd", "mse")
        model.fit(x, y, batch_size=8, verbose=0)
        weights = model.get_weights()
        with model._distribution_strategy.scope():
            model.compile("adam", "mse")
        assert_same(programs.told(model.get_weights()), programs.told(weights), "weights")
        assert model.fit(x, y, batch_size=8, verbose=0).history["loss"][0] > 0
