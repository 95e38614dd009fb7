"""Weights of a checkpoint that are loaded before the layers have made their variables, and iterators as data."""

from pathlib import Path

import numpy as np
import pytest

import penstock as tf

L = tf.keras.layers


class _Network(tf.keras.Model):
    def __init__(self) -> None:
        super().__init__()
        self.hidden = [L.Dense(4, activation="relu") for _ in range(2)]
        self.ends = {"out": L.Dense(2)}

    def call(self, inputs):
        for layer in self.hidden:
            inputs = layer(inputs)
        return self.ends["out"](inputs)


X, Y = np.random.RandomState(0).randn(8, 3).astype(np.float32), np.ones((8, 2), np.float32)


@pytest.fixture(autouse=True)
def _own_graph():
    with tf.Graph().as_default():
        yield
    tf.keras.backend.clear_session()


def test_layers_that_are_built_later_take_the_weights_that_were_loaded(tmp_path: Path):
    saved = _Network()
    expected = saved.predict(X)
    saved.save_weights(str(tmp_path / "w"))
    model = _Network()
    model.load_weights(str(tmp_path / "w"))
    np.testing.assert_array_equal(model.predict(X), expected)


def test_weights_loaded_once_are_not_loaded_again_after_training(tmp_path: Path):
    saved = _Network()
    expected = saved.predict(X)
    saved.save_weights(str(tmp_path / "w"))
    model = _Network()
    model.load_weights(str(tmp_path / "w"))
    model.compile("sgd", "mse")
    model.train_on_batch(X, Y)
    trained = model.predict(X)
    assert np.abs(trained - expected).max() > 1e-4
    np.testing.assert_array_equal(model.predict(X), trained)


def test_what_an_optimizer_keeps_is_restored_when_it_is_made(tmp_path: Path):
    saved = _Network()
    saved.compile(tf.keras.optimizers.Adam(0.1), "mse")
    for _ in range(3):
        saved.train_on_batch(X, Y)
    saved.save_weights(str(tmp_path / "w"))
    expected = [saved.train_on_batch(X, Y) for _ in range(3)]
    model = _Network()
    model.compile(tf.keras.optimizers.Adam(0.1), "mse")
    model.load_weights(str(tmp_path / "w"))
    np.testing.assert_allclose([model.train_on_batch(X, Y) for _ in range(3)], expected, rtol=1e-5)


def test_a_session_of_the_users_own_has_the_restored_values_without_an_initializer(tmp_path: Path):
    saved = _Network()
    expected = saved.predict(X)
    saved.save_weights(str(tmp_path / "w"))
    with tf.Session() as session:
        model = _Network()
        model.load_weights(str(tmp_path / "w"))
        outputs = model(tf.constant(X))
        np.testing.assert_allclose(session.run(outputs), expected, rtol=1e-6)


def test_the_last_checkpoint_that_was_loaded_counts(tmp_path: Path):
    first, second = _Network(), _Network()
    first.predict(X)
    expected = second.predict(X)
    first.save_weights(str(tmp_path / "a"))
    second.save_weights(str(tmp_path / "b"))
    model = _Network()
    model.load_weights(str(tmp_path / "a"))
    model.load_weights(str(tmp_path / "b"))
    np.testing.assert_array_equal(model.predict(X), expected)


def _model_and_data():
    model = tf.keras.Sequential([L.Dense(2, input_shape=(3,))])
    model.compile("sgd", "mse")
    return model, tf.data.Dataset.from_tensor_slices((X, Y)).batch(4).repeat()


@pytest.mark.parametrize("make", [tf.data.make_one_shot_iterator, tf.data.make_initializable_iterator])
def test_an_iterator_is_refused_as_data_with_the_words_of_1_15(make):
    model, data = _model_and_data()
    iterator = make(data)
    for method in (model.fit, model.evaluate, model.predict):
        with pytest.raises(ValueError, match="For performance reasons Keras `fit`, `evaluate` and`predict`"):
            method(iterator)


def test_a_one_shot_iterator_validates_and_gives_batches():
    model, data = _model_and_data()
    iterator = tf.data.make_one_shot_iterator(data)
    history = model.fit(X, Y, validation_data=iterator, validation_steps=2, verbose=0).history
    assert np.isfinite(history["val_loss"]).all()
    assert model.train_on_batch(iterator) != model.train_on_batch(iterator)


def test_a_model_ignores_one_argument_by_position_and_bidirectional_layers_have_no_constraints():
    assert tf.keras.Model(tf.keras.Input((3,))).name == "model"
    assert L.Bidirectional(L.LSTM(3)).constraints == {}


def test_the_configuration_of_convlstm_has_the_order_of_1_15():
    names = list(L.ConvLSTM2D(2, 3).get_config())
    assert names[names.index("bias_regularizer") :][:3] == [
        "bias_regularizer",
        "activity_regularizer",
        "kernel_constraint",
    ]


def test_a_constant_of_keras_does_not_repeat_its_last_number():
    with pytest.raises(TypeError, match=r"Expected Tensor's shape: \(2, 2\), got \(2,\)\."):
        tf.keras.backend.constant([1, 2], shape=(2, 2))


def test_batches_of_no_samples_are_refused_as_in_1_15():
    model, _ = _model_and_data()
    for call in (lambda: model.fit(X, Y, batch_size=0), lambda: model.predict(X, batch_size=0)):
        with pytest.raises(ZeroDivisionError, match="float division by zero"):
            call()
