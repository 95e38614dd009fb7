"""Layers on small inputs: what each reports, written down by 1.15 itself (`python layer_cases.py`, run by its Python).

The number of operations after a layer is part of it: random operations without a seed depend on it.
"""

import json
import os
import pathlib
import sys

import numpy as np

RECORDED = pathlib.Path(__file__).with_name("recorded_layers.json")


def cases(tf):
    """Name → (inputs, a function that makes the layer, arguments of the call)."""
    L = tf.keras.layers
    R = np.random.RandomState(0)
    FLAT = R.randn(6, 5).astype("f")
    LINE = R.randn(6, 8, 4).astype("f")
    PLANE = R.randn(4, 8, 8, 3).astype("f")
    SPACE = R.randn(3, 4, 4, 4, 2).astype("f")
    CODES = R.randint(0, 9, (6, 8))
    FILM = R.randn(2, 3, 6, 6, 2).astype("f")
    MASKED = LINE.copy()
    MASKED[:, 5:] = 0
    MASKED[0, 2:] = 0
    C = {}

    def case(n, d, f, **kw):
        C[n] = (d, f, kw)

    case("act", FLAT, lambda: L.Activation("softplus"))
    for n, f in dict(
        leaky=lambda: L.LeakyReLU(),
        prelu=lambda: L.PReLU("uniform"),
        elu=lambda: L.ELU(0.5),
        thr=lambda: L.ThresholdedReLU(0.3),
        soft=lambda: L.Softmax(),
        relu=lambda: L.ReLU(2.0, 0.1, 0.2),
        relu6=lambda: L.ReLU(6.0),
    ).items():
        case(n, FLAT, f)
    case("prelu2", PLANE, lambda: L.PReLU("uniform", shared_axes=[1, 2]))
    case("reshape", LINE, lambda: L.Reshape((16, -1)))
    case("permute", PLANE, lambda: L.Permute((3, 1, 2)))
    case("repeat", FLAT, lambda: L.RepeatVector(3))
    case("areg", FLAT, lambda: L.ActivityRegularization(0.1, 0.2))
    case("mask", MASKED, lambda: L.Masking())
    case("lambda", FLAT, lambda: L.Lambda(lambda x: x**2, name="sq"))
    case("gn", FLAT, lambda: L.GaussianNoise(0.3), training=True)
    case("gd", FLAT, lambda: L.GaussianDropout(0.3), training=True)
    case("ad", FLAT, lambda: L.AlphaDropout(0.3), training=True)
    case("gnphase", FLAT, lambda: L.GaussianNoise(0.3))
    for n in ("Add", "Subtract", "Multiply", "Average", "Maximum", "Minimum", "Concatenate"):
        case(n, [FLAT, FLAT * 2], lambda n=n: getattr(L, n)())
    case("add_b", [LINE, LINE[:, :, :1]], lambda: L.Add())
    case("add_r", [LINE, FLAT[:, :4]], lambda: L.Add())
    case("dot", [FLAT, FLAT * 2], lambda: L.Dot(1, normalize=True))
    case("dot2", [LINE, LINE * 2], lambda: L.Dot(axes=(2, 2)))
    for i in (1, 2, 3):
        case("lc1_%d" % i, LINE, lambda i=i: L.LocallyConnected1D(3, 3, strides=2, implementation=i))
        case("lc2_%d" % i, PLANE, lambda i=i: L.LocallyConnected2D(3, (3, 2), implementation=i, activation="relu"))
    case("lc1same", LINE, lambda: L.LocallyConnected1D(3, 3, padding="same", implementation=2))
    case("up1", LINE, lambda: L.UpSampling1D(3))
    case("up2", PLANE, lambda: L.UpSampling2D((2, 3)))
    case("up2b", PLANE, lambda: L.UpSampling2D(2, interpolation="bilinear"))
    case("up3", SPACE, lambda: L.UpSampling3D(2))
    case("zp1", LINE, lambda: L.ZeroPadding1D((1, 2)))
    case("zp2", PLANE, lambda: L.ZeroPadding2D(((1, 2), (0, 3))))
    case("zp3", SPACE, lambda: L.ZeroPadding3D(1))
    case("cr1", LINE, lambda: L.Cropping1D((1, 2)))
    case("cr2", PLANE, lambda: L.Cropping2D(((1, 2), (0, 3))))
    case("cr2b", PLANE, lambda: L.Cropping2D(((1, 0), (0, 0))))
    case("cr3", SPACE, lambda: L.Cropping3D(1))
    case("emb", CODES, lambda: L.Embedding(9, 4, mask_zero=True))
    case("embf", CODES.astype("f"), lambda: L.Embedding(9, 4))
    case("att", [LINE, LINE * 2], lambda: L.Attention(use_scale=True, causal=True))
    case("aatt", [LINE, LINE * 2], lambda: L.AdditiveAttention())
    case("ln", LINE, lambda: L.LayerNormalization())
    case("ln2", PLANE, lambda: L.LayerNormalization(axis=[1, 2]))
    for n in ("SimpleRNN", "GRU", "LSTM"):
        F = getattr(L, n)
        case(n, LINE, lambda F=F: F(3))
        case(n + "_seq", LINE, lambda F=F: F(3, return_sequences=True, go_backwards=True))
        case(n + "_unroll", LINE, lambda F=F: F(3, unroll=True, use_bias=False))
        case(n + "_state", LINE, lambda F=F: F(3, return_state=True))
        case(n + "_drop", LINE, lambda F=F: F(3, dropout=0.2, recurrent_dropout=0.3), training=True)
        case(n + "_dropphase", LINE, lambda F=F: F(3, dropout=0.2, recurrent_dropout=0.3))
        case(n + "_tm", LINE, lambda F=F: F(3, time_major=True))
        case(n + "_bi", LINE, lambda F=F: L.Bidirectional(F(3)))
        case(n + "_bis", LINE, lambda F=F: L.Bidirectional(F(3, return_sequences=True), merge_mode="sum"))
        if n != "SimpleRNN":
            case(n + "_2", LINE, lambda F=F: F(3, implementation=2))
            case(
                n + "_2drop",
                LINE,
                lambda F=F: F(3, implementation=2, dropout=0.2, recurrent_dropout=0.3),
                training=True,
            )

        def masked(F):
            m = L.Masking()
            r = F(3, return_sequences=True)
            return lambda x: r(m(x))

        case(n + "_masked", MASKED, lambda F=F: masked(F))
        case(n + "_maskedbi", MASKED, lambda F=F: masked(lambda u, **k: L.Bidirectional(F(u, **k))))

        def maskedu(F):
            m = L.Masking()
            r = F(3, unroll=True)
            return lambda x: r(m(x))

        case(n + "_maskedu", MASKED, lambda F=F: maskedu(F))
    case("gru_ra", LINE, lambda: L.GRU(3, reset_after=True))
    case("gru_ra2", LINE, lambda: L.GRU(3, reset_after=True, implementation=2))
    case("stack", LINE, lambda: L.RNN([L.LSTMCell(3), L.GRUCell(4)], return_state=True))
    case("peep", LINE, lambda: L.RNN(tf.keras.experimental.PeepholeLSTMCell(3)))
    case("cl", FILM, lambda: L.ConvLSTM2D(3, 3))
    case(
        "cls",
        FILM,
        lambda: L.ConvLSTM2D(3, 3, padding="same", return_sequences=True, dropout=0.2, recurrent_dropout=0.2),
        training=True,
    )
    case("td", LINE, lambda: L.TimeDistributed(L.Dense(5)))
    case("dense3", LINE, lambda: L.Dense(3))
    case("sd1", LINE, lambda: L.SpatialDropout1D(0.4), training=True)
    case("sd2", PLANE, lambda: L.SpatialDropout2D(0.4), training=True)
    case("sd3", SPACE, lambda: L.SpatialDropout3D(0.4), training=True)
    case("dw", PLANE, lambda: L.DepthwiseConv2D(3, depth_multiplier=2, strides=2, padding="same"))
    case("c3t", SPACE, lambda: L.Conv3DTranspose(3, 2, strides=2))
    case("c2t", PLANE, lambda: L.Conv2DTranspose(3, 2, strides=2))
    case("sep", PLANE, lambda: L.SeparableConv2D(3, 2))
    return C


def report(tf, name, data, make, arguments):
    """What a layer reports: shapes, the number of operations, weights, outputs, gradients, the configuration."""
    tf.keras.backend.clear_session()
    with tf.Graph().as_default() as graph:
        tf.set_random_seed(7)
        np.random.seed(3)
        arrays = data if isinstance(data, list) else [data]
        inputs = [tf.placeholder(x.dtype, [None, *x.shape[1:]]) for x in arrays]
        layer = make()
        outputs = tf.nest.flatten(layer(inputs if len(inputs) > 1 else inputs[0], **arguments))
        found = {"shapes": [y.shape.as_list() for y in outputs], "operations": graph._last_id}
        if hasattr(layer, "get_config"):
            config = layer.get_config().items()
            found["config"] = {
                k: str(v).replace("ListWrapper(", "").rstrip(")")
                for k, v in config
                if "function" not in k and k != "module"
            }
            given = [tf.TensorShape(x.shape) for x in arrays]
            try:
                found["computed"] = str(layer.compute_output_shape(given if len(given) > 1 else given[0]))
            except NotImplementedError:
                found["computed"] = "NotImplementedError"
        variables = tf.global_variables()
        found["variables"] = [v.name for v in variables]
        random = tf.random_uniform([2])
        total = tf.add_n([tf.reduce_sum(y * y) for y in outputs])
        grads = [tf.convert_to_tensor(g) for g in tf.gradients(total, variables) if g is not None] if variables else []
        feeds = dict(zip(inputs, arrays))
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for key, tensors in (("weights", variables), ("outputs", outputs), ("random", [random])):
                found[key] = [_start(x) for x in sess.run(tensors, feeds)]
            if "training" not in arguments:
                found["gradients"] = [_start(x) for x in sess.run(grads, feeds)]
    return found


def _start(x):
    return [round(float(v), 6) for v in np.asarray(x, "d").ravel()[:6]]


if __name__ == "__main__":
    os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
    import tensorflow

    tensorflow.get_logger().setLevel("ERROR")
    reports = {name: report(tensorflow, name, *case) for name, case in cases(tensorflow).items()}
    RECORDED.write_text(json.dumps(reports, separators=(",", ":"), sort_keys=True) + "\n")
    sys.stdout.write("%d layers\n" % len(reports))
