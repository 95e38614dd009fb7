"""The callback of TensorFlow 2 for TensorBoard writes the files of 1.15.5 in graph mode."""

import glob
import os

import numpy as np
import pytest

import penstock as tf

X, Y = np.ones((4, 2)), np.ones((4, 1))


def events(folder, **settings):
    """Run → (step, tag, kind of value) of what was written."""
    with tf.Graph().as_default():
        model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
        model.compile("sgd", "mse", metrics=["mae"])
        board = tf.compat.v2.keras.callbacks.TensorBoard(str(folder), **settings)
        model.fit(X, Y, epochs=2, batch_size=2, verbose=0, validation_data=(X, Y), callbacks=[board])
    found = {}
    for path in glob.glob(f"{folder}/**/events*.v2", recursive=True):
        values = [(e.step, v.tag, v.WhichOneof("value")) for e in tf.train.summary_iterator(path) for v in e.summary.value]
        found[os.path.basename(os.path.dirname(path))] = values
    return found


def test_results_of_epochs_are_in_two_runs(tmp_path):
    of_epochs = [
        (epoch, f"epoch_{name}", "simple_value") for epoch in (0, 1) for name in ("loss", "mean_absolute_error")
    ]
    found = events(tmp_path)  # as 1.15.5 wrote them
    assert found == {"train": [(0, "keras", "tensor"), *of_epochs], "validation": of_epochs}


def test_batches_and_weights_are_written_when_asked_for(tmp_path):
    found = events(tmp_path, update_freq="batch", write_graph=False, histogram_freq=2, write_images=True)["train"]
    assert [step for step, tag, _ in found if tag == "batch_loss"] == [0, 1, 2, 3]
    assert sorted({kind for _, _, kind in found}) == ["histo", "image", "simple_value"]
    assert {step for step, _, kind in found if kind == "histo"} == {0}


def test_arguments_that_nobody_knows_are_refused(tmp_path):
    with pytest.raises(ValueError, match=r"Unrecognized arguments in `TensorBoard` Callback: \['odd'\]"):
        tf.compat.v2.keras.callbacks.TensorBoard(str(tmp_path), odd=1)
    with pytest.raises(NotImplementedError, match="Embeddings"):
        tf.compat.v2.keras.callbacks.TensorBoard(str(tmp_path), embeddings_freq=1)
