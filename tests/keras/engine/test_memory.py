"""A long training takes no more memory than a short one: nothing is kept of a step or an epoch but its line in the history."""

import gc
import tracemalloc

import numpy as np
import pytest

import penstock as tf


@pytest.mark.parametrize("tier", ["interpret", "compile"])
def test_a_fit_of_a_thousand_epochs_keeps_nothing_of_them(tier, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    tf.keras.backend.clear_session()
    layers = [tf.keras.layers.Dense(4, activation="relu", input_shape=(4,)), tf.keras.layers.Dense(1)]
    model = tf.keras.Sequential(layers)
    model.compile("adam", "mse", metrics=["mae"])
    x, y = np.random.RandomState(0).rand(2, 8, 4)
    model.fit(x, y[:, :1], epochs=20, verbose=0)
    operations = len(tf.get_default_graph().get_operations())
    tracemalloc.start()
    try:
        model.fit(x, y[:, :1], epochs=20, verbose=0)
        grown = []
        for _ in range(2):  # what other tests have begun in this process may end in one of them
            gc.collect()
            before = tracemalloc.get_traced_memory()[0]
            history = model.fit(x, y[:, :1], epochs=500, verbose=0).history
            assert len(history["loss"]) == 500
            del history
            model.history = None
            gc.collect()
            grown.append(tracemalloc.get_traced_memory()[0] - before)
    finally:
        tracemalloc.stop()
    assert min(grown) < 100_000, "five hundred epochs kept more than 200 bytes each"
    assert len(tf.get_default_graph().get_operations()) == operations
