"""Every layer in a small model that is trained for some steps: weights, shapes, configurations, losses."""

import numpy as np
import tensorflow as tf
from common import PROGRAMS, plain, run, weights_of
from tensorflow import keras
from tensorflow.keras import layers as L

RNG = np.random.RandomState(0)
FLAT = RNG.randn(6, 5).astype("float32")
LINE = RNG.randn(6, 8, 4).astype("float32")
PLANE = RNG.randn(4, 8, 8, 3).astype("float32")
SPACE = RNG.randn(3, 4, 4, 4, 2).astype("float32")
CODES = RNG.randint(0, 9, (6, 8))


def text(value):
    """Lists and dictionaries that 1.15 tracks print as others do."""
    return str(plain(value))


def case(name, data, make):
    def one():
        data_of = data if isinstance(data, list) else [data]
        inputs = [keras.Input(d.shape[1:], dtype=str(d.dtype)) for d in data_of]
        layer = make()
        outputs = layer(inputs if len(inputs) > 1 else inputs[0])
        shape = keras.backend.int_shape(outputs)
        flat = L.Flatten()(outputs) if len(shape) > 2 else outputs
        model = keras.Model(inputs, L.Dense(2, name="head")(flat))
        model.compile(keras.optimizers.SGD(0.05), "mse")
        target = np.random.RandomState(1).randn(len(data_of[0]), 2)
        report = weights_of(model)
        report["shape"] = list(shape)
        given = [tf.TensorShape(d.shape) for d in data_of]
        try:
            report["computed"] = tf.TensorShape(layer.compute_output_shape(given if len(given) > 1 else given[0])).as_list()
        except NotImplementedError:
            report["computed"] = "NotImplementedError"
        report["config"] = {k: text(v) for k, v in sorted(layer.get_config().items()) if "function" not in k}
        report["losses"] = [model.train_on_batch(data, target) for _ in range(3)]
        report["predicted"] = np.abs(model.predict(data)).mean()
        report["masks"] = layer.supports_masking
        return report

    one.__name__ = name
    PROGRAMS.append(one)


case("Dense", FLAT, lambda: L.Dense(4, activation="elu", kernel_regularizer=keras.regularizers.l1_l2(0.01, 0.02), bias_initializer="ones"))
case("Dense_of_sequences", LINE, lambda: L.Dense(4, use_bias=False, activity_regularizer="l2", kernel_constraint="unit_norm"))
case("Activation", FLAT, lambda: L.Activation("softplus"))
case("Dropout", FLAT, lambda: L.Dropout(0.4))
case("Dropout_with_noise_shape", LINE, lambda: L.Dropout(0.4, noise_shape=(None, 1, 4), seed=3))
case("SpatialDropout1D", LINE, lambda: L.SpatialDropout1D(0.4))
case("SpatialDropout2D", PLANE, lambda: L.SpatialDropout2D(0.4))
case("SpatialDropout3D", SPACE, lambda: L.SpatialDropout3D(0.4))
case("Flatten", PLANE, lambda: L.Flatten())
case("Flatten_channels_first", PLANE, lambda: L.Flatten(data_format="channels_first"))
case("Reshape", LINE, lambda: L.Reshape((16, 2)))
case("Permute", PLANE, lambda: L.Permute((3, 1, 2)))
case("RepeatVector", FLAT, lambda: L.RepeatVector(3))
case("ActivityRegularization", FLAT, lambda: L.ActivityRegularization(l1=0.1, l2=0.2))
case("Masking", LINE, lambda: L.Masking(0.0))
case("Lambda", FLAT, lambda: L.Lambda(lambda x: x ** 2, name="square"))
case("Embedding", CODES, lambda: L.Embedding(9, 3, embeddings_regularizer="l2"))
case("Conv1D", LINE, lambda: L.Conv1D(3, 3, dilation_rate=2, padding="causal"))
case("Conv1D_strided", LINE, lambda: L.Conv1D(3, 3, strides=2, padding="same", activation="tanh"))
case("Conv2D", PLANE, lambda: L.Conv2D(4, (3, 2), strides=(2, 1), padding="same", activation="relu"))
case("Conv2D_dilated", PLANE, lambda: L.Conv2D(4, 3, dilation_rate=2, kernel_initializer="he_uniform"))
case("Conv3D", SPACE, lambda: L.Conv3D(3, 2, padding="same"))
case("Conv2DTranspose", PLANE, lambda: L.Conv2DTranspose(3, 3, strides=2, padding="same"))
case("Conv2DTranspose_valid", PLANE, lambda: L.Conv2DTranspose(3, (3, 2), strides=2, output_padding=1))
case("Conv3DTranspose", SPACE, lambda: L.Conv3DTranspose(2, 2, strides=2))
case("SeparableConv1D", LINE, lambda: L.SeparableConv1D(4, 3, depth_multiplier=2))
case("SeparableConv2D", PLANE, lambda: L.SeparableConv2D(4, 3, depth_multiplier=2, padding="same"))
case("DepthwiseConv2D", PLANE, lambda: L.DepthwiseConv2D(3, depth_multiplier=2, strides=2, padding="same"))
case("LocallyConnected1D", LINE, lambda: L.LocallyConnected1D(3, 3, strides=2))
case("LocallyConnected2D", PLANE, lambda: L.LocallyConnected2D(2, 3, strides=2))
case("LocallyConnected2D_matmul", PLANE, lambda: L.LocallyConnected2D(2, 3, implementation=2))
case("UpSampling1D", LINE, lambda: L.UpSampling1D(3))
case("UpSampling2D", PLANE, lambda: L.UpSampling2D((2, 3)))
case("UpSampling2D_bilinear", PLANE, lambda: L.UpSampling2D(2, interpolation="bilinear"))
case("UpSampling3D", SPACE, lambda: L.UpSampling3D((1, 2, 2)))
case("ZeroPadding1D", LINE, lambda: L.ZeroPadding1D((1, 2)))
case("ZeroPadding2D", PLANE, lambda: L.ZeroPadding2D(((1, 0), (2, 1))))
case("ZeroPadding3D", SPACE, lambda: L.ZeroPadding3D(1))
case("Cropping1D", LINE, lambda: L.Cropping1D((1, 2)))
case("Cropping2D", PLANE, lambda: L.Cropping2D(((1, 2), (0, 3))))
case("Cropping3D", SPACE, lambda: L.Cropping3D(((1, 0), (0, 1), (1, 1))))
case("MaxPooling1D", LINE, lambda: L.MaxPooling1D(3, strides=2, padding="same"))
case("MaxPooling2D", PLANE, lambda: L.MaxPool2D((2, 3)))
case("MaxPooling3D", SPACE, lambda: L.MaxPooling3D())
case("AveragePooling1D", LINE, lambda: L.AveragePooling1D())
case("AveragePooling2D", PLANE, lambda: L.AvgPool2D(3, 1, "same"))
case("AveragePooling3D", SPACE, lambda: L.AveragePooling3D())
case("GlobalMaxPooling1D", LINE, lambda: L.GlobalMaxPooling1D())
case("GlobalMaxPooling2D", PLANE, lambda: L.GlobalMaxPooling2D())
case("GlobalMaxPooling3D", SPACE, lambda: L.GlobalMaxPooling3D())
case("GlobalAveragePooling1D", LINE, lambda: L.GlobalAveragePooling1D())
case("GlobalAveragePooling2D", PLANE, lambda: L.GlobalAveragePooling2D())
case("GlobalAveragePooling3D", SPACE, lambda: L.GlobalAveragePooling3D())
case("SimpleRNN", LINE, lambda: L.SimpleRNN(3, return_sequences=True))
case("GRU", LINE, lambda: L.GRU(3))
case("LSTM", LINE, lambda: L.LSTM(3))
case("RNN_of_cells", LINE, lambda: L.RNN(L.StackedRNNCells([L.GRUCell(3), L.LSTMCell(2)])))
case("Bidirectional", LINE, lambda: L.Bidirectional(L.LSTM(3, return_sequences=True), merge_mode="ave"))
case("Bidirectional_of_two", LINE, lambda: L.Bidirectional(L.LSTM(3), backward_layer=L.GRU(3, go_backwards=True)))
case("TimeDistributed", LINE, lambda: L.TimeDistributed(L.Dense(3, activation="relu")))
case("ConvLSTM2D", RNG.randn(2, 3, 5, 5, 2).astype("float32"), lambda: L.ConvLSTM2D(2, 3))
case("BatchNormalization", FLAT, lambda: L.BatchNormalization(momentum=0.9))
case("BatchNormalization_of_planes", PLANE, lambda: L.BatchNormalization(scale=False, epsilon=0.01))
case("BatchNormalization_axis_1", LINE, lambda: L.BatchNormalization(axis=1, center=False))
case("LayerNormalization", LINE, lambda: L.LayerNormalization())
case("LeakyReLU", FLAT, lambda: L.LeakyReLU(0.2))
case("PReLU", PLANE, lambda: L.PReLU(shared_axes=[1, 2], alpha_initializer="ones"))
case("ELU", FLAT, lambda: L.ELU(0.5))
case("ThresholdedReLU", FLAT, lambda: L.ThresholdedReLU(0.4))
case("Softmax", FLAT, lambda: L.Softmax())
case("ReLU", FLAT, lambda: L.ReLU(max_value=0.6, negative_slope=0.1, threshold=0.1))
case("GaussianNoise", FLAT, lambda: L.GaussianNoise(0.3))
case("GaussianDropout", FLAT, lambda: L.GaussianDropout(0.3))
case("AlphaDropout", FLAT, lambda: L.AlphaDropout(0.3))
case("Add", [FLAT, FLAT * 2], lambda: L.Add())
case("Subtract", [FLAT, FLAT * 2], lambda: L.Subtract())
case("Multiply", [FLAT, FLAT * 2, FLAT], lambda: L.Multiply())
case("Average", [FLAT, FLAT * 2], lambda: L.Average())
case("Maximum", [FLAT, -FLAT], lambda: L.Maximum())
case("Minimum", [FLAT, -FLAT], lambda: L.Minimum())
case("Concatenate", [LINE, LINE * 2], lambda: L.Concatenate(axis=1))
case("Dot", [LINE, LINE * 2], lambda: L.Dot(axes=2, normalize=True))
case("Attention", [LINE, LINE[:, :3]], lambda: L.Attention(use_scale=True))
case("AdditiveAttention", [LINE, LINE[:, :3]], lambda: L.AdditiveAttention())

if __name__ == "__main__":
    run()
