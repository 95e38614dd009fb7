"""Each layer reports what 1.15 does: shapes, names, the number of operations, weights, outputs, gradients, configuration."""

import json
import pathlib
import runpy

import numpy as np
import pytest

import penstock as tf

MODULE = runpy.run_path(str(pathlib.Path(__file__).with_name("layer_cases.py")))
CASES = MODULE["cases"](tf)
RECORDED = json.loads(MODULE["RECORDED"].read_text())
NUMBERS = ("weights", "outputs", "random", "gradients")


@pytest.mark.parametrize("name", CASES)
def test_a_layer_is_that_of_1_15(name):
    ours, theirs = MODULE["report"](tf, name, *CASES[name]), RECORDED[name]
    for key, wanted in theirs.items():
        if key in NUMBERS:
            assert len(ours[key]) == len(wanted), key
            for a, b in zip(ours[key], wanted):
                np.testing.assert_allclose(a, b, rtol=1e-4, atol=2e-5, err_msg=key)
        else:
            assert ours[key] == wanted, key


def test_the_layers_of_cudnn_give_what_those_without_it_give_for_the_same_weights():
    from penstock.keras.saving.old_weights import preprocess_weights_for_loading

    layers = tf.keras.layers
    x = np.random.RandomState(0).randn(3, 5, 4).astype("float32")
    pairs = [
        (layers.CuDNNLSTM, layers.LSTM(3, recurrent_activation="sigmoid", return_sequences=True)),
        (layers.CuDNNGRU, layers.GRU(3, recurrent_activation="sigmoid", reset_after=True, return_sequences=True)),
    ]
    for cudnn, other in pairs:
        inputs = tf.keras.Input((5, 4))
        layer = cudnn(3, return_sequences=True, bias_initializer="normal")
        model = tf.keras.Model(inputs, [layer(inputs), other(inputs)])
        other.set_weights(preprocess_weights_for_loading(other, layer.get_weights()))
        a, b = model.predict(x)
        np.testing.assert_allclose(a, b, atol=1e-6)
