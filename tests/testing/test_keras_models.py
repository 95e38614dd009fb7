"""Models and data for tests of Keras, and types of layers as in TensorFlow 2, are those of TensorFlow 1.15.5."""

import numpy as np
import pytest

import penstock as tf
from penstock.keras.engine import base_layer_utils
from penstock.testing import keras_models
from tests.contrib.both_sides import compare

MODELS = """
from tensorflow.python.keras import testing_utils as u
Input, Dense, Concatenate = tf.keras.layers.Input, tf.keras.layers.Dense, tf.keras.layers.Concatenate
def said(make):
    model = make()
    return [type(model).__name__, model.name, [layer.name for layer in model.layers], [x.name for x in model.inputs or []]]
result = [refusal(u.get_model_type), refusal(u.should_run_eagerly), refusal(u.should_run_tf_function)]
result += [refusal(lambda: u.get_v2_optimizer("x")), u.get_v2_optimizer("adam", learning_rate=0.5).get_config()]
(x, y), (x2, y2) = u.get_test_data(3, 2, (2, 2), 3, random_seed=7)
result += [np.asarray(value) for value in (x, y, x2, y2)] + [str(x.dtype), str(y.dtype)]
result += [u.get_expected_metric_variable_names(["a", "b"], "_1")]
for kind in "functional sequential subclass subclass_custom_build nope".split():
    with u.model_type_scope(kind):
        layers = (lambda: [Dense(2), Dense(1)]) if kind.endswith("build") else [Dense(2), Dense(1)]
        cases = [
            lambda: u.get_small_mlp(3, 1, 2),
            lambda: u.get_model_from_layers(layers, (3,)),
            lambda: u.get_model_from_layers(layers, (3,), name="n", input_dtype="float64"),
            lambda: u.get_model_from_layers(layers),
            lambda: u.get_multi_io_model([Input((2,)), Dense(2)], [Input((2,)), Dense(2)]),
        ]
        for make in cases:
            why = refusal(make)
            result.append([kind, why] if why else [kind] + said(make))
"""

TYPES = """
from tensorflow.python.keras.engine import base_layer_utils as utils
from tensorflow.python.keras.mixed_precision.experimental import policy
Dense = tf.keras.layers.Dense
class Model(tf.keras.Model):
    def __init__(self):
        super(Model, self).__init__()
        self.dense = Dense(2)
    def call(self, x):
        self.seen = x.dtype.name
        return self.dense(x)
def said():
    x = tf.placeholder(tf.float64, [None, 3])
    dense, half, model = Dense(2), Dense(2, dtype="float16"), Model()
    before = [utils.v2_dtype_behavior_enabled(), dense.dtype, policy.global_policy().name, dense.get_config()["dtype"]]
    after = [dense(x).dtype.name, dense.kernel.dtype.base_dtype.name, half(x).dtype.name, model(x).dtype.name, model.seen]
    others = [tf.layers.Dense(2)(x), tf.keras.layers.Lambda(lambda x: x)(x), tf.keras.layers.Input((3,)),
              tf.keras.layers.Embedding(3, 2)(tf.constant([1]))]
    refused = refusal(lambda: policy.set_policy("float64"))
    last = Dense(2).dtype
    policy.set_policy(None)
    return before + after + [y.dtype.name for y in others] + [refused, last]
result = [said()]
utils.enable_v2_dtype_behavior()
try:
    result.append(said())
finally:
    utils.disable_v2_dtype_behavior()
result.append(said())
"""


def test_models_and_data_are_those_of_1_15(peer_1_15):
    tf.keras.backend.clear_session()
    assert compare(peer_1_15, MODELS)[4]["learning_rate"] == 0.5


def test_types_of_layers_are_those_of_1_15(peer_1_15):
    assert [one[1] for one in compare(peer_1_15, TYPES)] == [None, "float32", None]


def test_the_decorators_set_the_types_of_layers():
    @keras_models.enable_v2_dtype_behavior
    def inside():
        return base_layer_utils.v2_dtype_behavior_enabled(), keras_models.disable_v2_dtype_behavior(
            base_layer_utils.v2_dtype_behavior_enabled
        )()

    assert inside() == (True, False) and not base_layer_utils.v2_dtype_behavior_enabled()


def test_two_branches_with_ends_in_common():
    layers = tf.keras.layers
    for kind in ("functional", "subclass"):
        with keras_models.model_type_scope(kind):
            model = keras_models.get_multi_io_model(
                [layers.Dense(2)], [layers.Dense(3)], [layers.Input((4,)), layers.Dense(5)], [layers.Concatenate()]
            )
            assert model.predict(np.ones([2, 4], np.float32)).shape == (2, 5), kind


class Doubles(tf.keras.layers.Layer):
    """A layer that is what it says, or says wrong things about itself."""

    def __init__(self, wrong="", **kwargs):
        super().__init__(**kwargs)
        self.wrong = wrong

    def call(self, inputs):
        return tf.cast(inputs * 2, "float64") if self.wrong == "dtype" else inputs * 2

    def compute_output_shape(self, input_shape):
        return tf.TensorShape([None, 7]) if self.wrong == "shape" else input_shape

    def get_config(self):
        return {**super().get_config(), "wrong": self.wrong}


def test_a_layer_is_checked():
    data = np.float32([[1, 2], [3, 4]])
    custom = {"custom_objects": {"Doubles": Doubles}, "input_data": data}
    found = keras_models.layer_test(Doubles, expected_output=data * 2, expected_output_shape=(None, 2), **custom)
    np.testing.assert_array_equal(found, data * 2)
    assert keras_models.layer_test(tf.keras.layers.Dense, {"units": 3}, input_shape=(4, 2)).shape == (4, 3)
    assert keras_models.layer_test(tf.keras.layers.LSTM, {"units": 3}, input_shape=(2, None, 4)).shape == (2, 3)
    with pytest.raises(AssertionError, match="dtype of the output is float64, expected float32"):
        keras_models.layer_test(Doubles, {"wrong": "dtype"}, **custom)
    with pytest.raises(AssertionError, match="compute_output_shape"):
        keras_models.layer_test(Doubles, {"wrong": "shape"}, **custom)
    with pytest.raises(AssertionError, match="expected_output_shape"):
        keras_models.layer_test(Doubles, expected_output_shape=(None, 3), **custom)
    with pytest.raises(AssertionError, match="Not equal to tolerance"):
        keras_models.layer_test(Doubles, expected_output=data, **custom)
    with pytest.raises(ValueError, match="input_shape is None"):
        keras_models.layer_test(Doubles)
