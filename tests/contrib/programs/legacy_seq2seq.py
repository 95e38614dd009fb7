"""Programs of tf.contrib.legacy_seq2seq; what TensorFlow says to them is in `recorded/legacy_seq2seq.json`."""

START = """
S = tf.contrib.legacy_seq2seq
C = tf.nn.rnn_cell
random = np.random.RandomState(3)
values = [tf.constant(random.normal(size=[2, 3]).astype(np.float32)) for _ in range(4)]
symbols = [tf.constant(random.randint(0, 6, 2).astype(np.int32)) for _ in range(4)]
states = tf.constant(random.normal(size=[2, 5, 3]).astype(np.float32))
yes, no = tf.constant(True), tf.constant(False)
begin = lambda n: tf.constant(random.normal(size=[2, n]).astype(np.float32))
with tf.variable_scope(tf.get_variable_scope(), initializer=tf.glorot_uniform_initializer(seed=7)):
    outputs, state = {model}
"""
END = """
def flat(y):
    if isinstance(y, dict):
        return [f for k in sorted(y) for f in flat(y[k])]
    return [f for part in y for f in flat(part)] if isinstance(y, (list, tuple)) else [y]

made = flat([outputs, state])
weights = tf.trainable_variables()
slopes = tf.gradients(tf.add_n([tf.reduce_sum(y * y) for y in made]), weights)
slopes = [tf.zeros_like(w) if s is None else tf.convert_to_tensor(s) for s, w in zip(slopes, weights)]
session = tf.Session()
session.run(tf.global_variables_initializer())
result = dict(
    names=[(v.name, v.shape.as_list()) for v in weights], outputs=session.run(made),
    slopes=[np.float32(np.sum(s * np.cos(np.arange(s.size)).reshape(s.shape))) for s in session.run(slopes)],
)
"""

MODELS = {
    "decoder": "S.rnn_decoder(values, begin(4), C.GRUCell(4))",
    "decoder, fed back": "S.rnn_decoder(values, begin(3), C.GRUCell(3), loop_function=lambda p, i: p * float(i))",
    "basic": "S.basic_rnn_seq2seq(values, values[:2], C.BasicLSTMCell(4))",
    "tied": "S.tied_rnn_seq2seq(values, values[:2], C.GRUCell(4))",
    "embedding decoder": "S.embedding_rnn_decoder(symbols, begin(6), C.GRUCell(6), 6, 3)",
    "embedding decoder, fed back": (
        "S.embedding_rnn_decoder(symbols, begin(6), C.GRUCell(6), 6, 3, feed_previous=True,"
        " update_embedding_for_previous=False)"
    ),
    "embedding decoder, projected": (
        "S.embedding_rnn_decoder(symbols, begin(4), C.GRUCell(4), 6, 3, feed_previous=True,"
        " output_projection=(tf.get_variable('w', [4, 6]), tf.get_variable('b', [6])))"
    ),
    "embedding": "S.embedding_rnn_seq2seq(symbols, symbols[:3], C.BasicLSTMCell(4), 6, 7, 3)",
    "embedding, fed back": "S.embedding_rnn_seq2seq(symbols, symbols[:3], C.GRUCell(4), 6, 6, 3, feed_previous=True)",
    "embedding, decided": "S.embedding_rnn_seq2seq(symbols, symbols[:3], C.BasicLSTMCell(4), 6, 6, 3, feed_previous=yes)",
    "embedding, decided against": (
        "S.embedding_rnn_seq2seq(symbols, symbols[:3], C.GRUCell(4), 6, 6, 3, feed_previous=no)"
    ),
    "embedding, tied": "S.embedding_tied_rnn_seq2seq(symbols, symbols[:3], C.GRUCell(4), 6, 3, num_decoder_symbols=7)",
    "embedding, tied, decided": (
        "S.embedding_tied_rnn_seq2seq(symbols, symbols[:3], C.BasicLSTMCell(4), 6, 3, feed_previous=yes)"
    ),
    "attention decoder": "S.attention_decoder(values, begin(4), states, C.GRUCell(4), output_size=5)",
    "attention decoder, two heads": (
        "S.attention_decoder(values, C.LSTMStateTuple(begin(4), begin(4)), states, C.LSTMCell(4), num_heads=2,"
        " initial_state_attention=True)"
    ),
    "embedding attention decoder": (
        "S.embedding_attention_decoder(symbols, begin(4), states, C.GRUCell(4), 6, 3, output_size=6, feed_previous=True)"
    ),
    "attention": "S.embedding_attention_seq2seq(symbols, symbols[:3], C.GRUCell(4), 6, 7, 3)",
    "attention, two layers": (
        "S.embedding_attention_seq2seq(symbols, symbols[:3], C.MultiRNNCell([C.BasicLSTMCell(4), C.GRUCell(4)]), 6, 7, 3,"
        " num_heads=2)"
    ),
    "attention, projected": (
        "S.embedding_attention_seq2seq(symbols, symbols[:3], C.GRUCell(4), 6, 7, 3, feed_previous=True,"
        " output_projection=(tf.get_variable('w', [4, 7]), tf.get_variable('b', [7])))"
    ),
    "attention, decided": (
        "S.embedding_attention_seq2seq(symbols, symbols[:3], C.GRUCell(4), 6, 7, 3, feed_previous=yes,"
        " initial_state_attention=True)"
    ),
    "one to many": (
        "S.one2many_rnn_seq2seq(symbols, {'a': symbols, 'b': symbols[:2]}, C.GRUCell(4),"
        " {'a': C.GRUCell(4), 'b': C.GRUCell(4)}, 6, {'a': 8, 'b': 7}, 3)"
    ),
    "one to many, decided": (
        "S.one2many_rnn_seq2seq(symbols, {'a': symbols, 'b': symbols[:2]}, C.BasicLSTMCell(4),"
        " {'a': C.BasicLSTMCell(4), 'b': C.BasicLSTMCell(4)}, 6, {'a': 6, 'b': 7}, 3, feed_previous=no)"
    ),
}

LOSSES = """
S = tf.contrib.legacy_seq2seq
random = np.random.RandomState(3)
logits = [tf.constant(random.normal(size=[3, 6]).astype(np.float32)) for _ in range(4)]
targets = [tf.constant(random.randint(0, 6, 3).astype(np.int32)) for _ in range(4)]
weights = [tf.constant(random.uniform(size=[3]).astype(np.float32)) for _ in range(4)]
own = lambda labels, logits: tf.reduce_sum(tf.square(logits), 1) * tf.cast(labels, tf.float32)
made = [
    S.sequence_loss_by_example(logits, targets, weights),
    S.sequence_loss_by_example(logits, targets, weights, average_across_timesteps=False),
    S.sequence_loss_by_example(logits, targets, weights, softmax_loss_function=own),
    S.sequence_loss(logits, targets, weights),
    S.sequence_loss(logits, targets, weights, average_across_batch=False),
]
model = lambda a, b: S.embedding_attention_seq2seq(a, b, tf.nn.rnn_cell.GRUCell(4), 6, 6, 3)
with tf.variable_scope(tf.get_variable_scope(), initializer=tf.glorot_uniform_initializer(seed=7)):
    outputs, losses = S.model_with_buckets(targets, targets, targets, weights, [(2, 1), (3, 2), (4, 4)], model)
with tf.variable_scope(tf.get_variable_scope(), reuse=True):
    _, rows = S.model_with_buckets(targets, targets, targets, weights, [(2, 1), (4, 4)], model, per_example_loss=True)
session = tf.Session()
session.run(tf.global_variables_initializer())
result = dict(
    values=session.run(made), names=[v.name for v in tf.global_variables()], lengths=[len(o) for o in outputs],
    losses=session.run(losses), rows=session.run(rows), titles=[y.op.name for y in made],
)
"""

PROGRAMS = {title: START.replace("{model}", model) + END for title, model in MODELS.items()}
PROGRAMS["losses and buckets"] = LOSSES
