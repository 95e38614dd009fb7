"""Recurrent networks and decoders without seeds of their own: what they draw depends on how operations are counted.

Each program makes a network twice, so that the second one's first values tell whether the first was counted as in 1.15;
what 1.15.5 says is in `recorded/numbers.json`.
"""

PROGRAM = """
tf.set_random_seed(5)
R, C, S, CRF = tf.contrib.rnn, tf.nn.rnn_cell, tf.contrib.seq2seq, tf.contrib.crf
random = np.random.RandomState(3)
x = tf.constant(random.normal(size=[3, 4, 6]).astype(np.float32))
n, first, table = tf.constant([4, 2, 3]), tf.constant([1, 2, 3]), tf.constant(random.normal(size=[7, 4]), tf.float32)
steps, swapped, state = tf.unstack(x, 4, 1), tf.transpose(x, [1, 0, 2]), tf.ones([3, 4])
settings = dict(dtype=tf.float32)


def decoded(helper):
    decoder = S.BasicDecoder(C.GRUCell(4), helper, state, tf.layers.Dense(7))
    return S.dynamic_decode(decoder, maximum_iterations=5, parallel_iterations=1)[0]


made = []
for scope in ("a", "b"):
    with tf.variable_scope(scope):
        made += tf.contrib.framework.nest.flatten({network})
session = tf.Session()
session.run(tf.global_variables_initializer())
weights = session.run(tf.trainable_variables())
result = dict(
    names=[v.name for v in tf.trainable_variables()],
    first=[np.float32([w.sum(), np.abs(w).sum()]) for w in weights],
    outputs=[y if y.dtype.kind == "i" else np.float32([y.sum(), np.abs(y).sum()]) for y in session.run(made)],
)
"""
NETWORKS = {
    "fused": "R.LSTMBlockFusedCell(5)(swapped, **settings)",
    "fused, lengths": "R.LSTMBlockFusedCell(5, use_peephole=True)(swapped, sequence_length=n, **settings)",
    "fused, backwards": "R.TimeReversedFusedRNN(R.LSTMBlockFusedCell(5))(swapped, sequence_length=n, **settings)",
    "attention": "tf.nn.static_rnn(R.AttentionCellWrapper(C.GRUCell(5), 2), steps, **settings)",
    "attention, joined": (
        "tf.nn.dynamic_rnn(R.AttentionCellWrapper(C.GRUCell(5), 2, state_is_tuple=False), x, **settings)"
    ),
    "coupled": (
        "tf.nn.static_rnn(R.CoupledInputForgetGateLSTMCell(5, state_is_tuple=False, layer_norm=True), steps, **settings)"
    ),
    "groups": "tf.nn.dynamic_rnn(R.GLSTMCell(6, num_proj=3, number_of_groups=3), x, n, **settings)",
    "intersection": "tf.nn.static_rnn(R.IntersectionRNNCell(6), steps, **settings)",
    "time and frequency": "R.TimeFreqLSTMCell(3, feature_size=2, frequency_skip=2)(x[:, 0], tf.ones([3, 18]))",
    "grid": (
        "tf.nn.dynamic_rnn(R.GridLSTMCell(2, feature_size=2, frequency_skip=2, num_frequency_blocks=[3]), x, **settings)"
    ),
    "training": "decoded(S.TrainingHelper(x, n))",
    "drawn symbols": "decoded(S.SampleEmbeddingHelper(table, first, 0))",
    "scheduled symbols": "decoded(S.ScheduledEmbeddingTrainingHelper(x[:, :, :4], n, table, .5))",
    "scheduled outputs": (
        "decoded(S.ScheduledOutputTrainingHelper(x[:, :, :2], n, .5, auxiliary_inputs=x[:, :, 2:],"
        " next_inputs_fn=lambda y: y[:, :2] * 2.))"
    ),
    "tags": "[CRF.crf_log_likelihood(x, tf.ones([3, 4], tf.int32), n)[0], CRF.crf_decode(x, tf.ones([6, 6]), n)[0],"
    " tf.layers.dense(x, 2)]",
    "an embedding column": (
        "[tf.contrib.layers.input_from_feature_columns({'s': tf.SparseTensor([[0, 0], [1, 0]], ['a', 'b'], [2, 1])},"
        " [tf.contrib.layers.embedding_column(tf.contrib.layers.sparse_column_with_hash_bucket('s', 5), 2)]),"
        " tf.layers.dense(x, 2)]"
    ),
}
PROGRAMS = {title: PROGRAM.replace("{network}", network) for title, network in NETWORKS.items()}
