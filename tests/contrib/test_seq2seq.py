"""tf.contrib.seq2seq: decoders, helpers, attention and beam search as in 1.15, and mistakes told as it did."""

import numpy as np
import pytest

import penstock as tf
from tests.contrib.programs.seq2seq import PROGRAMS
from tests.contrib.recorded import same_as_recorded

COMPILED = {"bahdanau, normalized, history", "beams, attention", "greedy", "scheduled symbols"}


@pytest.mark.parametrize("title", PROGRAMS)
def test_a_decoder_says_what_tensorflow_said(title, monkeypatch):
    tiers = ("interpret", "compile") if title in COMPILED else ("interpret",)
    same_as_recorded("seq2seq", title, PROGRAMS[title], monkeypatch, tiers)


def walk(ids, parents, lengths, end):
    """The definition of GatherTree."""
    result = np.full_like(ids, end)
    for b in range(ids.shape[1]):
        for k in range(ids.shape[2]):
            place, length = k, min(len(ids), lengths[b])
            for t in reversed(range(length)):
                result[t, b, k], place = ids[t, b, place], parents[t, b, place]
            ends = np.flatnonzero(result[:length, b, k] == end)
            if len(ends):
                result[ends[0] :, b, k] = end
    return result


@pytest.mark.parametrize("tier", ["interpret", "compile"])
def test_gather_tree_follows_parents_from_the_end(monkeypatch, tier):
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    random = np.random.RandomState(0)
    ids, parents = random.randint(0, 9, [2, 7, 3, 4]).astype(np.int32)
    parents %= 4
    lengths = np.array([7, 3, 9], np.int32)
    with tf.Graph().as_default(), tf.Session() as session:
        feeds = [tf.placeholder(tf.int32, [None, None, None]) for _ in range(2)]
        beams = tf.contrib.seq2seq.gather_tree(*feeds, lengths, 2)
        got = session.run(beams, dict(zip(feeds, (ids, parents), strict=True)))
        np.testing.assert_array_equal(got, walk(ids, parents, lengths, 2))
        empty = np.zeros([0, 3, 4], np.int32)
        assert session.run(beams, dict.fromkeys(feeds, empty)).shape == (0, 3, 4)


@pytest.mark.parametrize("tier", ["interpret", "compile"])
@pytest.mark.parametrize("parent", [-1, 2])
def test_gather_tree_refuses_a_parent_that_is_none(monkeypatch, tier, parent):
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    with tf.Graph().as_default(), tf.Session() as session:
        parents = tf.placeholder(tf.int32, [2, 1, 2])
        beams = tf.contrib.seq2seq.gather_tree(tf.zeros([2, 1, 2], tf.int32), parents, [2], 9)
        with pytest.raises(tf.errors.InvalidArgumentError, match=f"Saw invalid parent id {parent} at"):
            session.run(beams, {parents: [[[0, 0]], [[0, parent]]]})
        session.run(beams, {parents: [[[0, parent]], [[0, 0]]]})  # the first step's lead nowhere


def test_the_best_beam_is_the_best_of_all_sequences():
    """With as many beams as there are sequences, a beam search finds what trying them all finds."""
    random = np.random.RandomState(1)
    table = random.normal(size=[3, 3]).astype(np.float32)  # logits of the next symbol, by the last one

    class Chain(tf.nn.rnn_cell.RNNCell):
        state_size, output_size = 1, 3

        def call(self, inputs, state):
            return inputs, state

    with tf.Graph().as_default(), tf.Session() as session:
        decoder = tf.contrib.seq2seq.BeamSearchDecoder(
            Chain(), tf.constant(table), [1], 0, tf.zeros([27, 1]), beam_width=27
        )
        outputs, state, _ = tf.contrib.seq2seq.dynamic_decode(decoder, maximum_iterations=3)
        ids, log_probs = session.run([outputs.predicted_ids[0], state.log_probs[0]])
    logp = table - np.log(np.exp(table).sum(1, keepdims=True))
    best = {}
    for a in range(3):
        for b in range(3) if a else [0]:
            for c in range(3) if b else [0]:
                steps = [(1, a), *([(a, b)] if a else []), *([(b, c)] if a and b else [])]
                best[a, b, c] = sum(logp[i, j] for i, j in steps)
    wanted = max(best, key=best.get)
    assert tuple(ids[:, 0]) == wanted
    assert log_probs[0] == pytest.approx(best[wanted], rel=1e-5)


def test_all_of_a_memory_that_is_padding_is_refused():
    with tf.Graph().as_default(), tf.Session() as session:
        lengths = tf.placeholder(tf.int32, [2])
        mechanism = tf.contrib.seq2seq.LuongAttention(3, tf.ones([2, 4, 3]), lengths)
        alignments, _ = mechanism(tf.ones([2, 3]), mechanism.initial_state(2, tf.float32))
        session.run(tf.global_variables_initializer())
        session.run(alignments, {lengths: [1, 4]})
        with pytest.raises(tf.errors.InvalidArgumentError, match="must be greater than zero"):
            session.run(alignments, {lengths: [0, 4]})


@pytest.mark.parametrize(
    ("expression", "error", "part"),
    [
        ("S.dynamic_decode(3)", TypeError, "Expected decoder to be type Decoder"),
        ("S.BasicDecoder(3, helper, zero)", TypeError, "is not an RNNCell"),
        ("S.BasicDecoder(cell, 3, zero)", TypeError, "helper must be a Helper"),
        ("S.BasicDecoder(cell, helper, zero, output_layer=3)", TypeError, "output_layer must be a Layer"),
        ("S.TrainingHelper(memory, 3)", ValueError, "Expected sequence_length to be a vector"),
        ("S.GreedyEmbeddingHelper(memory[0], 1, 0)", ValueError, "start_tokens must be a vector"),
        ("S.GreedyEmbeddingHelper(memory[0], [1, 1], [0])", ValueError, "end_token must be a scalar"),
        ("S.ScheduledOutputTrainingHelper(memory, [3, 3], [[.5]])", ValueError, "either a scalar or a vector"),
        ("S.AttentionWrapper(cell, 3)", TypeError, "must be an AttentionMechanism or list"),
        ("S.AttentionWrapper(cell, [luong], [3, 4])", ValueError, "exactly one integer per attention_mechanism"),
        ("S.AttentionWrapper(cell, luong, 3, attention_layer=layer)", ValueError, "Only one of"),
        (
            "S.AttentionWrapper(cell, luong).zero_state(3, tf.float32)",
            tf.errors.InvalidArgumentError,
            "Non-matching batch sizes",
        ),
        ("luong(tf.zeros([2, 7]), zero)", ValueError, "Perhaps you need to set num_units to the keys' dimension"),
        ("S.LuongAttention(4, tf.placeholder(tf.float32, [2, 5, None]))", ValueError, "fully defined inner dims"),
        ("S.monotonic_attention(zero, zero, 'soft')", ValueError, "mode must be"),
        ("S.BeamSearchDecoder(cell, memory[0], [1, 1], 0, zero, 3)", ValueError, "Cannot reshape"),
        (
            "S.dynamic_decode(S.BeamSearchDecoder(cell, memory[0], [1, 1], 0, tf.zeros([4, 4]), 2,"
            " coverage_penalty_weight=.1))",
            ValueError,
            "must be 0.0 if no cell is attentional",
        ),
        ("S.sequence_loss(zero, zero, zero)", ValueError, "Logits must be a"),
        ("S.tile_batch(tf.constant(1), 2)", ValueError, "statically known rank"),
    ],
)
def test_mistakes_are_told_at_construction(expression, error, part):
    S = tf.contrib.seq2seq
    with tf.Graph().as_default():
        memory, zero, cell = tf.zeros([2, 5, 4]), tf.zeros([2, 4]), tf.nn.rnn_cell.GRUCell(4)
        scope = {"S": S, "tf": tf, "memory": memory, "zero": zero, "cell": cell, "layer": tf.layers.Dense(3)}
        scope |= {"helper": S.TrainingHelper(memory, [5, 3]), "luong": S.LuongAttention(4, memory)}
        with pytest.raises(error, match=part):
            eval(expression, scope)


def test_a_model_with_attention_learns_to_copy_and_a_beam_search_with_its_variables_copies():
    S, symbols, units, steps = tf.contrib.seq2seq, 8, 24, 3

    def attentive(memory, lengths, state, batch, reuse):
        with tf.variable_scope("attention", reuse=reuse):
            mechanism = S.LuongAttention(units, memory, lengths)
            cell = S.AttentionWrapper(tf.nn.rnn_cell.GRUCell(units), mechanism, attention_layer_size=units)
            return cell, cell.zero_state(batch, tf.float32).clone(cell_state=state)

    with tf.Graph().as_default(), tf.Session() as session:
        source = tf.placeholder(tf.int32, [None, steps])
        batch = tf.shape(source)[0]
        lengths = tf.fill([batch], steps)
        with tf.variable_scope("model", initializer=tf.glorot_uniform_initializer(seed=1)):
            table = tf.get_variable("table", [symbols, 16])
            embedded = tf.nn.embedding_lookup(table, source)
            memory, state = tf.nn.dynamic_rnn(tf.nn.rnn_cell.GRUCell(units), embedded, dtype=tf.float32)
            layer = tf.layers.Dense(symbols)
            cell, first = attentive(memory, lengths, state, batch, None)
            before = tf.concat([tf.fill([batch, 1], 1), source[:, :-1]], 1)
            helper = S.TrainingHelper(tf.nn.embedding_lookup(table, before), lengths)
            outputs, _, _ = S.dynamic_decode(S.BasicDecoder(cell, helper, first, layer), scope="decoder")
            trained = tf.global_variables()
            tiled = S.tile_batch((memory, lengths, state), 3)
            cell, first = attentive(*tiled, batch * 3, True)
            with tf.variable_scope("decoder", reuse=True) as scope:
                decoder = S.BeamSearchDecoder(cell, table, tf.fill([batch], 1), 0, first, 3, output_layer=layer)
                beams, _, _ = S.dynamic_decode(decoder, maximum_iterations=steps, scope=scope)
        assert tf.global_variables() == trained
        loss = S.sequence_loss(outputs.rnn_output, source, tf.ones_like(source, tf.float32))
        train = tf.train.AdamOptimizer(0.02).minimize(loss)
        session.run(tf.global_variables_initializer())
        random = np.random.RandomState(0)
        for _ in range(150):
            session.run(train, {source: random.randint(2, symbols, [16, steps])})
        x = random.randint(2, symbols, [20, steps])
        best = session.run(beams.predicted_ids, {source: x})[:, :, 0]
        assert (best == x).mean() > 0.9
