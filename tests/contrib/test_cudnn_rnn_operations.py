"""`cudnn_rnn_ops`: networks with a vector of parameters compute what the layers do,
which are judged by 1.15.5's cells."""

import numpy as np
import pytest

import penstock as tf
from penstock.contrib.cudnn_rnn import operations
from tests.contrib.both_sides import compare

X = np.random.RandomState(5).normal(size=[6, 3, 5]).astype(np.float32)
H = np.random.RandomState(7).normal(size=[4, 3, 4]).astype(np.float32)


@pytest.mark.parametrize("time_major", [True, False])
@pytest.mark.parametrize("kind", ["CudnnLSTM", "CudnnGRU", "CudnnRNNTanh", "CudnnRNNRelu"])
def test_a_network_computes_what_its_layer_does(kind, time_major, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "interpret")
    with tf.Graph().as_default(), tf.Session() as session:
        x, h = (tf.constant(v if time_major else v.transpose(1, 0, 2)) for v in (X, H))
        states = (h, h * 0.5) if kind == "CudnnLSTM" else (h,)
        layer = getattr(tf.contrib.cudnn_rnn, kind)(2, 4, direction="bidirectional", seed=3)
        outputs, last = layer(x, states, sequence_lengths=[6, 2, 4], time_major=time_major, training=False)
        network = getattr(operations, kind)(2, 4, 5, direction="bidirectional")
        ours = network(x, *states, layer.kernel, [6, 2, 4], time_major, False)
        session.run(tf.global_variables_initializer())
        for mine, wanted in zip(session.run(list(ours)), session.run([outputs, *last]), strict=True):
            np.testing.assert_array_equal(mine, wanted)
        assert session.run(network.params_size()) == session.run(tf.size(layer.kernel))
        back = network.canonical_to_params(*network.params_to_canonical(layer.kernel))
        np.testing.assert_array_equal(*session.run([back, layer.kernel]))


def test_projections_are_those_of_a_cell():
    with tf.Graph().as_default(), tf.Session() as session:
        network = operations.CudnnLSTM(2, 4, 5, num_proj=3)
        size = session.run(network.params_size())
        params = tf.constant(np.sin(np.arange(size)).astype(np.float32))
        h, c = H[:2, :, :3], H[2:]
        ours = network(tf.constant(X), h, c, params, is_training=False)
        form = tf.contrib.cudnn_rnn.CudnnParamsFormatConverterLSTM(2, 4, 5, num_proj=3)
        kernels, biases, projections = form.opaque_to_tf_canonical(params)
        x, last = tf.constant(X), []
        for layer in range(2):
            cell = tf.nn.rnn_cell.LSTMCell(4, num_proj=3, forget_bias=0.0, name=f"cell{layer}")
            first = tf.nn.rnn_cell.LSTMStateTuple(c[layer], h[layer])
            x, state = tf.nn.dynamic_rnn(cell, x, initial_state=first, time_major=True)
            last.append(state)
            given = (kernels[layer], biases[layer], projections[layer])
            session.run([v.assign(value) for v, value in zip(cell.weights, given, strict=True)])
        wanted = [x, tf.stack([s.h for s in last]), tf.stack([s.c for s in last])]
        for mine, theirs in zip(session.run(list(ours)), session.run(wanted), strict=True):
            np.testing.assert_allclose(mine, theirs, rtol=1e-5, atol=1e-6)
        slopes = tf.gradients(ours[0], params)
        assert np.isfinite(session.run(slopes[0])).all() and np.abs(session.run(slopes[0])).min() > 0


def test_names_and_refusals_are_those_of_1_15(peer_1_15):
    compare(
        peer_1_15,
        """
from tensorflow.contrib.cudnn_rnn.python.ops import cudnn_rnn_ops as ops
from tensorflow.contrib.cudnn_rnn.python.layers import cudnn_rnn as layers
model = ops.CudnnLSTM(2, 4, 5, num_proj=3, direction="bidirectional")
result = [{n: getattr(ops, n) for n in dir(ops) if n.startswith("CUDNN_")}, layers.CUDNN_RNN_BIDIRECTION,
          layers.CUDNN_RNN_UNIDIRECTION,
          [model.input_mode, model.input_size, model.num_units, model.num_layers, model.rnn_mode, model.direction,
          model.num_proj],
          refusal(lambda: ops.CudnnGRU(1, 2, 3, direction="up")), refusal(lambda: ops.check_direction("up")),
          refusal(lambda: ops.check_input_mode("up")), refusal(lambda: ops.cudnn_rnn_opaque_params_size("up", 1, 2, 3))]
""",
    )
