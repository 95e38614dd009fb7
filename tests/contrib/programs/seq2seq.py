"""Programs of tf.contrib.seq2seq; what TensorFlow says to them is in `recorded/seq2seq.json`."""

START = """
S = tf.contrib.seq2seq
C = tf.nn.rnn_cell
Dense = tf.layers.Dense
random = np.random.RandomState(3)
made = lambda *shape: tf.constant(random.normal(size=shape).astype(np.float32))
x, n, memory, table = made(3, 5, 4), tf.constant([5, 2, 3]), made(3, 6, 4), made(7, 4)
state4 = made(3, 4)
first = tf.constant([1, 2, 3])
cell = C.GRUCell(4)

def flat(y):
    if isinstance(y, dict):
        return [f for k in sorted(y) for f in flat(y[k])]
    if isinstance(y, tf.TensorArray):
        return [y.stack()]
    return [f for part in y for f in flat(part)] if isinstance(y, (list, tuple)) else [y]

with tf.variable_scope(tf.get_variable_scope(), initializer=tf.glorot_uniform_initializer(seed=7)):
"""
END = """
made = flat(result)
weights = tf.trainable_variables()
real = [tf.reduce_sum(y * y) for y in made if y.dtype.is_floating]
slopes = tf.gradients(tf.add_n(real), weights) if {differentiable} else [None] * len(weights)
slopes = [tf.zeros_like(w) if s is None else tf.convert_to_tensor(s) for s, w in zip(slopes, weights)]
session = tf.Session()
session.run(tf.global_variables_initializer())
result = dict(
    names=[(v.name, v.shape.as_list()) for v in weights], outputs=session.run(made),
    slopes=[np.float32(np.sum(s * np.cos(np.arange(s.size)).reshape(s.shape))) for s in session.run(slopes)],
)
"""
TRAIN = "S.dynamic_decode(S.BasicDecoder(cell, S.TrainingHelper(x, n), state4)"
GREEDY = "S.GreedyEmbeddingHelper(table, first, 0)"
ATTEND = "S.dynamic_decode(S.BasicDecoder(a, S.TrainingHelper(x, n), a.zero_state(3, tf.float32), Dense(7)))"

# Statements that leave `result`. Where something is drawn in a step, only one may run at a time: TensorFlow would draw for
# several at once, in any order.
DECODERS = {
    "training": f"result = {TRAIN})",
    "training, imputed": f"result = {TRAIN}, impute_finished=True, output_time_major=True)",
    "training, at most two": f"result = {TRAIN}, maximum_iterations=2)",
    "training, scope": f"result = {TRAIN}, scope='mine')",
    "training, layer": "result = S.dynamic_decode(S.BasicDecoder(cell, S.TrainingHelper(x, n), state4, Dense(7)))",
    "greedy": (
        f"result = S.dynamic_decode(S.BasicDecoder(cell, {GREEDY}, state4, Dense(7)), maximum_iterations=6,"
        " impute_finished=True)"
    ),
    "lstm, greedy": (
        f"c = C.LSTMCell(4); result = S.dynamic_decode(S.BasicDecoder(c, {GREEDY}, c.zero_state(3, tf.float32), Dense(7)),"
        " maximum_iterations=6)"
    ),
    "luong": "a = S.AttentionWrapper(cell, S.LuongAttention(4, memory), attention_layer_size=5); result = " + ATTEND,
    "luong, scaled, lengths": (
        "a = S.AttentionWrapper(cell, S.LuongAttention(4, memory, memory_sequence_length=n, scale=True)); result = "
        + ATTEND
    ),
    "bahdanau": (
        "a = S.AttentionWrapper(cell, S.BahdanauAttention(5, memory, n), output_attention=False); result = " + ATTEND
    ),
    "bahdanau, normalized, history": (
        "a = S.AttentionWrapper(cell, S.BahdanauAttention(5, memory, n, normalize=True), attention_layer_size=3,"
        " alignment_history=True); result = " + ATTEND
    ),
    "two mechanisms": (
        "a = S.AttentionWrapper(cell, [S.BahdanauAttention(5, memory, n), S.LuongAttention(4, memory)],"
        " attention_layer_size=[3, 2]); result = " + ATTEND
    ),
    "own layer and input": (
        "a = S.AttentionWrapper(cell, S.LuongAttention(4, memory, n, probability_fn=S.hardmax),"
        " attention_layer=Dense(3, name='mine'), cell_input_fn=lambda i, a: i, initial_cell_state=state4); result = "
        + ATTEND
    ),
    "monotonic luong": (
        "a = S.AttentionWrapper(cell, S.LuongMonotonicAttention(4, memory, n, scale=True, score_mask_value=-9.0,"
        " score_bias_init=.3)); result = " + ATTEND
    ),
    "monotonic bahdanau": (
        "a = S.AttentionWrapper(cell, S.BahdanauMonotonicAttention(5, memory, normalize=True, mode='recursive'));"
        " result = " + ATTEND
    ),
    "monotonic, hard": (
        "a = S.AttentionWrapper(cell, S.BahdanauMonotonicAttention(5, memory, mode='hard')); result = " + ATTEND
    ),
    "stacked attention": (
        "a = C.MultiRNNCell([S.AttentionWrapper(C.BasicLSTMCell(4), S.LuongAttention(4, memory)), C.GRUCell(3)]);"
        " result = " + ATTEND
    ),
    "custom": (
        "h = S.CustomHelper(lambda: (tf.tile([False], [3]), x[:, 0]),"
        " lambda time, outputs, state: tf.argmax(outputs, 1, output_type=tf.int32),"
        " lambda time, outputs, state, sample_ids: (tf.fill([3], time > 2), outputs, state)); "
        "result = S.dynamic_decode(S.BasicDecoder(cell, h, state4))"
    ),
    "inference": (
        "h = S.InferenceHelper(tf.tanh, [4], tf.float32, x[:, 0], lambda y: y[:, 0] > .2, lambda y: y * 2.); "
        "result = S.dynamic_decode(S.BasicDecoder(cell, h, state4), maximum_iterations=4)"
    ),
    "scheduled outputs, always": (
        "h = S.ScheduledOutputTrainingHelper(x, n, 1.0, auxiliary_inputs=x[:, :, :2]); "
        "result = S.dynamic_decode(S.BasicDecoder(cell, h, state4))"
    ),
    "scheduled outputs, some": (
        "h = S.ScheduledOutputTrainingHelper(x, n, .5, seed=4, next_inputs_fn=lambda y: y * 3.); "
        "result = S.dynamic_decode(S.BasicDecoder(cell, h, state4), parallel_iterations=1)"
    ),
    "scheduled symbols": (
        "h = S.ScheduledEmbeddingTrainingHelper(x, n, table, .5, seed=4, scheduling_seed=5); "
        "result = S.dynamic_decode(S.BasicDecoder(cell, h, state4, Dense(7)), parallel_iterations=1)"
    ),
    "drawn symbols": (
        "h = S.SampleEmbeddingHelper(table, first, 0, softmax_temperature=.5, seed=9); "
        "result = S.dynamic_decode(S.BasicDecoder(cell, h, state4, Dense(7)), maximum_iterations=6, parallel_iterations=1)"
    ),
}
BEAM = (
    "S.dynamic_decode(S.BeamSearchDecoder(a, table * 3., first, 0, z, beam_width=4, output_layer=Dense(7, name='out')"
)
TILED = "tiled, m = S.tile_batch(memory, 4), S.tile_batch(n, 4); "
BEAMS = {
    "beams": f"a = cell; z = S.tile_batch(state4 * 4., 4); result = {BEAM}), maximum_iterations=6)",
    "beams, long": f"a = cell; z = S.tile_batch(state4, 4); result = {BEAM}, length_penalty_weight=.7), maximum_iterations=9)",
    "beams, lstm": (
        "a = C.MultiRNNCell([C.BasicLSTMCell(4), C.GRUCell(5)]); z = a.zero_state(12, tf.float32); "
        f"result = {BEAM}), maximum_iterations=6, output_time_major=True)"
    ),
    "beams, attention": (
        TILED + "a = S.AttentionWrapper(cell, S.BahdanauAttention(5, tiled, m), attention_layer_size=4,"
        " alignment_history=True); z = a.zero_state(12, tf.float32).clone(cell_state=S.tile_batch(state4 * 3., 4)); "
        f"result = {BEAM}, coverage_penalty_weight=.4, length_penalty_weight=.2), maximum_iterations=6)"
    ),
    "beams, unknown batch": (
        "rows = tf.placeholder_with_default(first, [None]); many = lambda t: S.tile_batch(tf.placeholder_with_default(t,"
        " [None] + t.shape.as_list()[1:]), 4); a = S.AttentionWrapper(cell, S.LuongAttention(4, many(memory), many(n)),"
        " alignment_history=True); z = a.zero_state(tf.size(rows) * 4, tf.float32).clone(cell_state=many(state4 * 5.)); "
        f"first = rows; result = {BEAM}), maximum_iterations=6)"
    ),
    "beams, two mechanisms": (
        TILED + "a = S.AttentionWrapper(cell, [S.BahdanauAttention(5, tiled, m), S.LuongAttention(4, tiled)]); "
        f"z = a.zero_state(12, tf.float32); result = {BEAM}, coverage_penalty_weight=.4), maximum_iterations=6)"
    ),
}
PARTS = {
    "losses": (
        "l, t, w = made(3, 5, 7), tf.constant(random.randint(0, 7, [3, 5])), tf.abs(made(3, 5)) * tf.sequence_mask(n, 5,"
        " tf.float32); L = S.sequence_loss; result = [L(l, t, w), L(l, t, w, False, True), L(l, t, w, True, False),"
        " L(l, t, w, False, False), L(l, t, w, False, False, True, True), L(l, t, w, False, False, True, False),"
        " L(l, t, w, False, False, False, True), L(l, t, w, softmax_loss_function=lambda labels, logits:"
        " logits[:, 0] * tf.cast(labels, tf.float32))]"
    ),
    "parts": (
        "p, q = tf.sigmoid(made(3, 5)), tf.nn.softmax(made(3, 5)); result = [S.hardmax(p), S.safe_cumprod(p, axis=1),"
        " S.safe_cumprod(p, axis=0, exclusive=True), S.tile_batch((p, n), 3)] +"
        " [S.monotonic_attention(p, q, m) for m in ('recursive', 'parallel', 'hard')]"
    ),
}

PROGRAMS = {}
for _titles, _differentiable in ((DECODERS, True), (BEAMS, False), (PARTS, False)):
    for _title, _body in _titles.items():
        PROGRAMS[_title] = START + "    " + _body + END.replace("{differentiable}", str(_differentiable))
