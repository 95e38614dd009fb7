"""Known networks: as many parameters as Keras's documentation says, and pictures prepared by the formulas of the papers."""

import numpy as np
import pytest

import penstock as tf

# Means of ImageNet, red first, and their standard deviations, in parts of 255.
MEANS, DEVIATIONS = np.float64([0.485, 0.456, 0.406]), np.float64([0.229, 0.224, 0.225])
CAFFE_MEANS = np.float64([103.939, 116.779, 123.68])  # blue first
PICTURES = np.random.default_rng(1).uniform(0, 255, (2, 4, 5, 3))


# https://keras.io/api/applications: with the last layer, of 1,000 classes.
@pytest.mark.parametrize("name, parameters", [("MobileNet", 4_253_864), ("MobileNetV2", 3_538_984)])
def test_a_network_has_as_many_parameters_as_is_known(name, parameters):
    with tf.Graph().as_default():
        model = getattr(tf.keras.applications, name)(weights=None)
        assert model.count_params() == parameters
        assert model.input_shape == (None, 224, 224, 3) and model.output_shape == (None, 1000)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name, parameters",
    [("ResNet50", 25_636_712), ("ResNet50V2", 25_613_800), ("DenseNet121", 8_062_504), ("NASNetMobile", 5_326_716)],
)
def test_a_deep_network_has_as_many_parameters_as_is_known(name, parameters):
    with tf.Graph().as_default():
        assert getattr(tf.keras.applications, name)(weights=None).count_params() == parameters


def test_without_the_last_layer_any_size_will_do_and_pooling_makes_vectors():
    with tf.Graph().as_default():
        model = tf.keras.applications.MobileNetV2(weights=None, include_top=False, input_shape=(96, 64, 3))
        assert model.output_shape == (None, 3, 2, 1280)  # a thirty-second of the sides
        model = tf.keras.applications.MobileNetV2(weights=None, include_top=False, input_shape=(96, 96, 3), pooling="avg")
        assert model.output_shape == (None, 1280)


def test_classes_need_the_weights_to_be_random_or_a_thousand():
    with tf.Graph().as_default(), pytest.raises(ValueError, match="`classes` should be 1000"):
        tf.keras.applications.MobileNet(weights="imagenet", classes=7)


@pytest.mark.parametrize("module", ["vgg16", "vgg19", "resnet", "resnet50"])
def test_networks_from_caffe_get_blue_first_and_means_taken_off(module):
    prepared = getattr(tf.keras.applications, module).preprocess_input(PICTURES.copy())
    np.testing.assert_allclose(prepared, PICTURES[..., ::-1] - CAFFE_MEANS, rtol=1e-12)


@pytest.mark.parametrize(
    "module",
    ["xception", "inception_v3", "inception_resnet_v2", "mobilenet", "mobilenet_v2", "nasnet", "resnet_v2"],
)
def test_networks_from_tensorflow_get_numbers_from_minus_one_to_one(module):
    prepared = getattr(tf.keras.applications, module).preprocess_input(PICTURES.copy())
    np.testing.assert_allclose(prepared, PICTURES / 127.5 - 1, rtol=1e-12)


def test_densenet_gets_standardized_colors():
    prepared = tf.keras.applications.densenet.preprocess_input(PICTURES.copy())
    np.testing.assert_allclose(prepared, (PICTURES / 255 - MEANS) / DEVIATIONS, rtol=1e-12)


def test_channels_may_come_first():
    turned = np.transpose(PICTURES, (0, 3, 1, 2))
    prepared = tf.keras.applications.imagenet_utils.preprocess_input(turned.copy(), data_format="channels_first")
    np.testing.assert_allclose(np.transpose(prepared, (0, 2, 3, 1)), PICTURES[..., ::-1] - CAFFE_MEANS, rtol=1e-12)
