"""The layers of cuDNN compute what the cells do that load their checkpoints, and both go on from each other's.

1.15 has no kernels for them on CPUs. Its cells, which say they compute the same, are compared with what they gave in
`test_smaller.py`; names of variables and of what checkpoints hold, and numbers of operations, are those that 1.15.5 gave.
"""

import numpy as np
import pytest

import penstock as tf

KINDS = {
    "CudnnLSTM": lambda n: tf.contrib.cudnn_rnn.CudnnCompatibleLSTMCell(n),
    "CudnnGRU": lambda n: tf.contrib.cudnn_rnn.CudnnCompatibleGRUCell(n),
    "CudnnRNNTanh": lambda n: tf.nn.rnn_cell.BasicRNNCell(n),
    "CudnnRNNRelu": lambda n: tf.nn.rnn_cell.BasicRNNCell(n, activation=tf.nn.relu),
}
X = np.random.RandomState(5).normal(size=[6, 3, 5]).astype(np.float32)
LENGTHS = {"all": None, "some": [6, 0, 4]}
UNITS = 4


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "interpret")


def with_layers(kind, direction, lengths, folder, dtype=tf.float32, load=None):
    """Outputs, states, slopes of the input and the path of a checkpoint."""
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.constant(X, dtype)
        network = getattr(tf.contrib.cudnn_rnn, kind)(
            2, UNITS, direction=direction, seed=3, dtype=dtype, bias_initializer=tf.random_uniform_initializer(seed=9)
        )
        network.build(x.shape)
        outputs, states = network(x, sequence_lengths=lengths)
        slope = tf.gradients(tf.reduce_sum(tf.cos(outputs)) + tf.reduce_sum(states[-1]), [x, network.kernel])
        saver = tf.train.Saver()
        session.run(tf.global_variables_initializer())
        if load:
            saver.restore(session, load)
        return session.run([outputs, states[-1], slope[0]]), saver.save(session, str(folder / "layers"))


def with_cells(kind, direction, lengths, path):
    """The same of cells, from the checkpoint."""
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.constant(X)
        cells = [[KINDS[kind](UNITS) for _ in range(2)] for _ in range(2)]
        if direction == "unidirectional":
            cell = tf.nn.rnn_cell.MultiRNNCell(cells[0])
            outputs, last = tf.nn.dynamic_rnn(cell, x, lengths, dtype=tf.float32, time_major=True)
            last = [last]
        else:
            outputs, *last = tf.contrib.rnn.stack_bidirectional_dynamic_rnn(
                *cells, x, sequence_length=lengths, dtype=tf.float32, time_major=True
            )
        order = [way[layer] for layer in range(2) for way in last]
        state = tf.stack([getattr(s, "c", s) for s in order])
        slope = tf.gradients(tf.reduce_sum(tf.cos(outputs)) + tf.reduce_sum(state), x)
        tf.train.Saver().restore(session, path)
        return session.run([outputs, state, slope[0]])


@pytest.mark.parametrize("lengths", LENGTHS)
@pytest.mark.parametrize("direction", ["unidirectional", "bidirectional"])
@pytest.mark.parametrize("kind", KINDS)
def test_cells_go_on_from_the_checkpoint_of_layers(kind, direction, lengths, tmp_path):
    found, path = with_layers(kind, direction, LENGTHS[lengths], tmp_path)
    wanted = with_cells(kind, direction, LENGTHS[lengths], path)
    for a, b in zip(found, wanted, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("kind", ["CudnnLSTM", "CudnnGRU"])
def test_layers_are_the_same_in_both_tiers(kind, tmp_path, monkeypatch):
    monkeypatch.setattr("penstock.runtime.xla.compile.STRICT", True)
    found = []
    for tier in ("interpret", "compile"):
        monkeypatch.setenv("PENSTOCK_TIER", tier)
        found.append(with_layers(kind, "bidirectional", [6, 0, 4], tmp_path)[0])
    assert not found[0][0][:, 1].any()
    for a, b in zip(*found, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)


def test_a_double_lstm_computes_what_the_fused_operation_computes():
    with tf.Graph().as_default(), tf.Session() as session:
        values = np.random.RandomState(2).normal(size=4 * UNITS * (5 + UNITS + 2)) * 0.3
        found = []
        for dtype in (tf.float32, tf.float64):
            network = tf.contrib.cudnn_rnn.CudnnLSTM(1, UNITS, dtype=dtype)
            outputs, _ = network(tf.constant(X, dtype), sequence_lengths=[6, 2, 4])
            session.run(tf.assign(network.kernel, values.astype(dtype.as_numpy_dtype), validate_shape=False))
            found.append(session.run([outputs, *tf.gradients(tf.reduce_sum(tf.sin(outputs)), network.kernel)]))
    for a, b in zip(*found, strict=True):
        np.testing.assert_allclose(a, b, rtol=2e-5, atol=2e-6)


def test_a_layer_goes_on_from_its_own_checkpoint(tmp_path):
    first, path = with_layers("CudnnGRU", "bidirectional", None, tmp_path)
    second, _ = with_layers("CudnnGRU", "bidirectional", None, tmp_path / "again", load=path)
    for a, b in zip(first, second, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-6, atol=1e-7)


def test_states_and_sequences_may_have_the_batch_in_front():
    with tf.Graph().as_default(), tf.Session() as session:
        network = tf.contrib.cudnn_rnn.CudnnLSTM(2, UNITS, seed=1)
        first = np.random.RandomState(1).normal(size=[2, 2, 3, UNITS]).astype(np.float32)
        a, a_last = network(X, (first[0], first[1]))
        turned = tuple(np.swapaxes(s, 0, 1) for s in first)
        b, b_last = network(np.swapaxes(X, 0, 1), turned, time_major=False)
        session.run(tf.global_variables_initializer())
        a, a_last, b, b_last = session.run([a, a_last, b, b_last])
    np.testing.assert_allclose(a, np.swapaxes(b, 0, 1), rtol=1e-6)
    for one, other in zip(a_last, b_last, strict=True):
        np.testing.assert_allclose(one, np.swapaxes(other, 0, 1), rtol=1e-6)


def test_inputs_can_be_added_without_a_product():
    with tf.Graph().as_default(), tf.Session() as session:
        network = tf.contrib.cudnn_rnn.CudnnRNNTanh(
            1, 5, input_mode="auto_select", kernel_initializer=tf.zeros_initializer()
        )
        outputs, _ = network(X)
        session.run(tf.global_variables_initializer())
        np.testing.assert_allclose(session.run(outputs), np.tanh(X), rtol=1e-6)


def test_some_of_what_goes_between_layers_is_dropped_in_training():
    with tf.Graph().as_default(), tf.Session() as session:
        network = tf.contrib.cudnn_rnn.CudnnLSTM(2, UNITS, dropout=0.5, seed=1)
        trained, tested, plain = network(X)[0], network(X, training=False)[0], network(X, training=False)[0]
        session.run(tf.global_variables_initializer())
        trained, tested, plain = session.run([trained, tested, plain])
    np.testing.assert_array_equal(tested, plain)
    assert np.abs(trained - plain).max() > 1e-3


def test_names_and_numbers_of_operations_are_those_of_115():
    lstm = [
        "rnn/multi_rnn_cell/cell_%d/cudnn_compatible_lstm_cell/" % i + k for k in ("kernel", "bias") for i in (0, 1)
    ]
    with tf.Graph().as_default() as graph:
        network = tf.contrib.cudnn_rnn.CudnnLSTM(2, UNITS)
        network.build([None, None, 5])
        assert graph._last_id == 180
        inputs = tf.zeros([6, 2, 5])
        network(inputs)
        assert graph._last_id == 180 + 1 + 28
        assert [v.name for v in tf.global_variables()] == ["cudnn_lstm/opaque_kernel:0"]
        assert [spec.name for spec in network.saveable.specs] == lstm
        assert network.saveable.name == "cudnn_lstm/opaque_kernel_saveable"
    with tf.Graph().as_default() as graph:
        network = tf.contrib.cudnn_rnn.CudnnGRU(1, 3, direction="bidirectional")
        network.build([None, None, 5])
        assert graph._last_id == 146
        inputs = tf.zeros([6, 2, 5])
        network(inputs)
        assert graph._last_id == 146 + 1 + 18
        cell = "stack_bidirectional_rnn/cell_0/bidirectional_rnn/bw/cudnn_compatible_gru_cell"
        assert network.saveable.specs[4].name == f"{cell}/candidate/input_projection/kernel"


@pytest.mark.parametrize(
    "arguments, text",
    [
        ({"direction": "sideways"}, "Invalid direction"),
        ({"input_mode": "none"}, "Invalid input_mode"),
        ({"dtype": tf.int32}, "Only support float16, float32, float64"),
    ],
)
def test_wrong_arguments_are_refused(arguments, text):
    with pytest.raises(ValueError, match=text):
        tf.contrib.cudnn_rnn.CudnnLSTM(1, 2, **arguments)


def test_wrong_inputs_are_refused():
    network = tf.contrib.cudnn_rnn.CudnnLSTM(1, 2)
    with pytest.raises(ValueError, match="Expecting input_shape with 3 dims"):
        network.build([3, 4])
    with pytest.raises(ValueError, match="last dimension"):
        network.build([3, 4, None])
    with pytest.raises(TypeError, match="expecting tuple"):
        network(X, initial_state=X)
