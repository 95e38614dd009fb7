"""The cells of tf.contrib.rnn have 1.15's variables, outputs and gradients; wrappers and fused cells too."""

import numpy as np
import pytest

import penstock as tf
from tests.contrib.programs.rnn import PROGRAMS
from tests.contrib.recorded import same_as_recorded

COMPILED = {"fused lstm, peepholes, lengths", "phased"}


@pytest.mark.parametrize("title", PROGRAMS)
def test_a_network_says_what_tensorflow_said(title, monkeypatch):
    tiers = ("interpret", "compile") if title in COMPILED else ("interpret",)
    same_as_recorded("rnn", title, PROGRAMS[title], monkeypatch, tiers, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("tier", ["interpret", "compile"])
def test_an_lstm_is_the_same_as_cell_as_one_operation_and_as_one_sequence(monkeypatch, tier):
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    x = np.random.RandomState(0).normal(size=[5, 3, 4]).astype(np.float32)
    n = [5, 0, 3]
    results = []
    for make in ("tf.nn.rnn_cell.LSTMCell", "tf.contrib.rnn.LSTMBlockCell", "tf.contrib.rnn.LSTMBlockFusedCell"):
        with tf.Graph().as_default(), tf.Session() as session:
            with tf.variable_scope("rnn", initializer=tf.glorot_uniform_initializer(seed=1)) as scope:
                cell = eval(make)(6, name="lstm_cell")
                if "Fused" in make:
                    outputs, state = cell(tf.constant(x), dtype=tf.float32, sequence_length=n)
                else:
                    outputs, state = tf.nn.dynamic_rnn(
                        cell, tf.constant(x), n, dtype=tf.float32, time_major=True, scope=scope
                    )
            assert [v.name for v in tf.trainable_variables()] == ["rnn/lstm_cell/kernel:0", "rnn/lstm_cell/bias:0"]
            slopes = tf.gradients(tf.reduce_sum(tf.cos(outputs)) + tf.reduce_sum(state.c), tf.trainable_variables())
            session.run(tf.global_variables_initializer())
            results.append(session.run([outputs, state.c, *slopes]))
            if "Fused" in make:
                # The fused cell's last output of an empty row is its first one, as for others.
                np.testing.assert_array_equal(results[-1][0][:, 1], np.zeros([5, 6]))
    # Gates are in one order in the cell (i, j, f, o) and in the operations (i, c, f, o): the same.
    for other in results[1:]:
        for a, b in zip(results[0], other, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)


def test_dropout_of_the_normalized_lstm_keeps_its_mean():
    with tf.Graph().as_default(), tf.Session() as session:
        cell = tf.contrib.rnn.LayerNormBasicLSTMCell(400, layer_norm=False, dropout_keep_prob=0.5, dropout_prob_seed=1)
        zero = cell.zero_state(1, tf.float32)
        _, state = cell(tf.ones([1, 1]), zero)
        session.run(tf.global_variables_initializer())
        c = session.run(state.c)
        assert 140 < (c == 0).sum() < 260


@pytest.mark.parametrize(
    ("expression", "error", "part"),
    [
        ("R.GRUBlockCell()", ValueError, "Exactly one of num_units or cell_size"),
        ("R.GRUBlockCell(4)(x, tf.zeros([2, 5]))", ValueError, "Shape of h_prev"),
        ("R.LSTMBlockCell(4)(x, [tf.zeros([2, 4])])", ValueError, "tuple with length 2"),
        ("R.LSTMBlockFusedCell(4)(tf.zeros([3, 2, 5]))", ValueError, "Either initial_state or dtype"),
        ("R.GLSTMCell(5, number_of_groups=2)", ValueError, "num_units must be divisible"),
        ("R.GLSTMCell(4, number_of_groups=2)(x, lstm)", ValueError, "input size .5. must be divisible"),
        ("R.IntersectionRNNCell(4)(x, tf.zeros([2, 4]))", ValueError, "Must have input size == output size"),
        ("R.ConvLSTMCell(2, [3, 4], 5, [2, 2])", ValueError, "Invalid input_shape"),
        ("R.GridLSTMCell(4)", ValueError, "Must specify num_frequency_blocks"),
        (
            "R.GridLSTMCell(4, feature_size=2, frequency_skip=2, num_frequency_blocks=[3])(x, tf.zeros([2, 4]))",
            ValueError,
            "requires 3 but gets 2",
        ),
        ("R.AttentionCellWrapper(cell, 0)", ValueError, "attn_length should be greater than zero"),
        ("R.AttentionCellWrapper(3, 2)", TypeError, "is not an RNNCell"),
        ("R.stack_bidirectional_rnn([], [cell], [x])", ValueError, "at least one fw cell"),
        ("R.stack_bidirectional_dynamic_rnn([cell], [cell, cell], x)", ValueError, "must have the same depth"),
        ("R.CoupledInputForgetGateLSTMCell(4, num_unit_shards=20)(x, lstm)", ValueError, "Too many shards"),
    ],
)
def test_mistakes_are_told_at_construction(expression, error, part):
    with tf.Graph().as_default():
        zero = tf.zeros([2, 4])
        scope = {"R": tf.contrib.rnn, "tf": tf, "x": tf.zeros([2, 5]), "cell": tf.nn.rnn_cell.GRUCell(4)}
        scope["lstm"] = tf.nn.rnn_cell.LSTMStateTuple(zero, zero)
        with pytest.raises(error, match=part):
            eval(expression, scope)
