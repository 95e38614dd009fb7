"""Programs of tf.contrib.rnn; what TensorFlow says to them is in `recorded/rnn.json`."""

PROGRAM = """
R = tf.contrib.rnn
C = tf.nn.rnn_cell
D = tf.nn.dynamic_rnn
random = np.random.RandomState(3)
made = lambda *shape: tf.constant(random.normal(size=shape).astype(np.float32))
x, n, f32 = made(3, 4, 6), tf.constant([4, 2, 3]), tf.float32
steps = tf.unstack(x, 4, 1)

def flat(y):
    return [f for part in y for f in flat(part)] if isinstance(y, (list, tuple)) else [y]

with tf.variable_scope(tf.get_variable_scope(), initializer=tf.glorot_uniform_initializer(seed=7)):
    made = flat([{network}])
weights = tf.global_variables()
trained = tf.trainable_variables()
slopes = tf.gradients(tf.add_n([tf.reduce_sum(y * y) for y in made]), [x] + trained)
slopes = [tf.zeros([2]) if s is None else tf.convert_to_tensor(s) for s in slopes]
session = tf.Session()
session.run(tf.global_variables_initializer())
# First values are compared where they are not drawn at random without a seed; then all are set.
free = ("period", "phase", "kernel_u")
first = [np.float32(0) if any(f in v.name for f in free) else y for v, y in zip(weights, session.run(weights))]
values = {}
for k, v in enumerate(weights):
    value = .4 * np.cos(np.arange(np.prod(v.shape.as_list())) * 1.7 + k).reshape(v.shape.as_list())
    positive = 3. if "period" in v.name else .6 if "ratio_on" in v.name else 0.
    values[v.initializer.inputs[1]] = (value + positive).astype(np.float32)
session.run([v.initializer for v in weights], values)
result = dict(
    names=[(v.name, v.shape.as_list(), any(v is t for t in trained)) for v in weights],
    first=[np.float32([v.sum(), np.abs(v).sum()]) for v in first],
    outputs=[y if y.size < 100 else np.float32([y.sum(), (y * np.cos(np.arange(y.size)).reshape(y.shape)).sum()])
             for y in session.run(made)],
    slopes=[np.float32(np.sum(s * np.cos(np.arange(s.size)).reshape(s.shape))) for s in session.run(slopes)],
)
"""

NETWORKS = {
    "block lstm cell": "D(R.LSTMBlockCell(5), x, n, dtype=f32)",
    "block lstm cell, peepholes": "D(R.LSTMBlockCell(5, .5, .3, True), x, dtype=f32)",
    "fused lstm": "R.LSTMBlockFusedCell(5)(x, dtype=f32)",
    "fused lstm, peepholes, lengths": (
        "R.LSTMBlockFusedCell(5, use_peephole=True, cell_clip=.4)(x, dtype=f32, sequence_length=[3, 0, 1, 2])"
    ),
    "fused lstm, state": "R.LSTMBlockFusedCell(5)(tf.stack(steps), initial_state=(x[:, 0, :5], x[:, 1, :5]))",
    "fused lstm, backwards": (
        "R.TimeReversedFusedRNN(R.LSTMBlockFusedCell(5))(x, dtype=f32, sequence_length=[3, 1, 1, 2])"
    ),
    "block gru cell": "D(R.GRUBlockCell(5), x, n, dtype=f32)",
    "block gru cell, new names": "D(R.GRUBlockCellV2(5), x, dtype=f32)",
    "adapted": "R.FusedRNNCellAdaptor(C.GRUCell(5))(x, dtype=f32)",
    "adapted, in a loop": "R.FusedRNNCellAdaptor(C.BasicLSTMCell(5), use_dynamic_rnn=True)(steps, dtype=f32)",
    "normalized lstm": "D(R.LayerNormBasicLSTMCell(5), x, n, dtype=f32)",
    "normalized lstm, not": "D(R.LayerNormBasicLSTMCell(5, layer_norm=False, activation=tf.sigmoid), x, dtype=f32)",
    "normalized lstm, gains": "D(R.LayerNormBasicLSTMCell(5, .5, norm_gain=.7, norm_shift=.1), x, dtype=f32)",
    "coupled": "D(R.CoupledInputForgetGateLSTMCell(5), x, n, dtype=f32)",
    "coupled, everything": (
        "D(R.CoupledInputForgetGateLSTMCell(5, use_peepholes=True, num_proj=3, proj_clip=.2, num_unit_shards=2,"
        " num_proj_shards=2, forget_bias=.4, activation=tf.sigmoid), x, dtype=f32)"
    ),
    "coupled, joined, normalized": (
        "D(R.CoupledInputForgetGateLSTMCell(5, state_is_tuple=False, layer_norm=True, norm_gain=.8), x, dtype=f32)"
    ),
    "nas": "D(R.NASCell(5), x, n, dtype=f32)",
    "nas, projected": "D(R.NASCell(5, num_proj=3, use_bias=True), x, dtype=f32)",
    "groups": "D(R.GLSTMCell(4, number_of_groups=2), x, n, dtype=f32)",
    "groups, projected": "D(R.GLSTMCell(6, num_proj=3, number_of_groups=3, forget_bias=.3), x, dtype=f32)",
    "phased": "D(R.PhasedLSTMCell(5), (tf.cumsum(tf.abs(x[:, :, :1]), 1) * 3., x), n, dtype=f32)",
    "phased, peepholes": (
        "D(R.PhasedLSTMCell(5, use_peepholes=True, leak=.05, ratio_on=.3, trainable_ratio_on=False),"
        " (tf.cumsum(tf.abs(x[:, :, :1]), 1), x), dtype=f32)"
    ),
    "convolution over one axis": (
        "D(R.Conv1DLSTMCell(input_shape=[3, 2], output_channels=4, kernel_shape=[2]), tf.reshape(x, [3, 4, 3, 2]), n,"
        " dtype=f32)"
    ),
    "convolution over two axes": (
        "D(R.Conv2DLSTMCell(input_shape=[3, 2, 1], output_channels=3, kernel_shape=[2, 3], use_bias=False,"
        " forget_bias=.2), tf.reshape(x, [3, 4, 3, 2, 1]), dtype=f32)"
    ),
    "convolution over three axes": (
        "R.Conv3DLSTMCell(input_shape=[3, 2, 2, 1], output_channels=2, kernel_shape=[2, 1, 2])("
        "tf.reshape(x, [6, 3, 2, 2, 1]), C.LSTMStateTuple(tf.ones([6, 3, 2, 2, 2]), tf.ones([6, 3, 2, 2, 2])))"
    ),
    "skip connection": (
        "R.ConvLSTMCell(1, [3, 2], 4, [2], skip_connection=True)(tf.reshape(x[:, 0], [3, 3, 2]),"
        " C.LSTMStateTuple(tf.ones([3, 3, 4]), tf.ones([3, 3, 4])))"
    ),
    "update gate": "D(R.UGRNNCell(5, forget_bias=.5), x, n, dtype=f32)",
    "intersection": "D(R.IntersectionRNNCell(6), x, n, dtype=f32)",
    "intersection, projected": "D(R.IntersectionRNNCell(5, num_in_proj=5, y_activation=tf.tanh), x, dtype=f32)",
    "simple recurrent unit": "D(R.SRUCell(5), x, n, dtype=f32)",
    "independent": "D(R.IndRNNCell(5), x, n, dtype=f32)",
    "independent gru": "D(R.IndyGRUCell(5), x, n, dtype=f32)",
    "independent lstm": "D(R.IndyLSTMCell(5, forget_bias=.5), x, n, dtype=f32)",
    "attention": "D(R.AttentionCellWrapper(C.GRUCell(5), 2), x, n, dtype=f32)",
    "attention, sizes": (
        "D(R.AttentionCellWrapper(C.BasicLSTMCell(5), 3, attn_size=4, attn_vec_size=2, input_size=3), x, dtype=f32)"
    ),
    "attention, joined": "D(R.AttentionCellWrapper(C.GRUCell(5), 2, state_is_tuple=False), x, dtype=f32)",
    "highway": "D(R.HighwayWrapper(C.GRUCell(6)), x, n, dtype=f32)",
    "highway, two gates": (
        "tf.nn.static_rnn(R.HighwayWrapper(C.GRUCell(6), couple_carry_transform_gates=False, carry_bias_init=.4), steps,"
        " dtype=f32)"
    ),
    "time and frequency": "R.TimeFreqLSTMCell(3, feature_size=2, frequency_skip=2)(x[:, 0], tf.ones([3, 18]))",
    "time and frequency, peepholes": (
        "R.TimeFreqLSTMCell(2, True, .5, forget_bias=.2, feature_size=3)(x[:, 0], tf.ones([3, 16]))"
    ),
    "grid": "D(R.GridLSTMCell(2, feature_size=2, frequency_skip=2, num_frequency_blocks=[3]), x, n, dtype=f32)",
    "grid, peepholes": (
        "D(R.GridLSTMCell(2, True, cell_clip=.4, num_unit_shards=2, feature_size=2, frequency_skip=1,"
        " num_frequency_blocks=[2, 2], start_freqindex_list=[0, 3], end_freqindex_list=[3, 6]), x, dtype=f32)"
    ),
    "grid, shared": (
        "D(R.GridLSTMCell(2, True, True, feature_size=4, frequency_skip=2, num_frequency_blocks=[2]), x, dtype=f32)"
    ),
    "grid, coupled, joined": (
        "D(R.GridLSTMCell(2, True, couple_input_forget_gates=True, feature_size=4, frequency_skip=2,"
        " num_frequency_blocks=[2], state_is_tuple=False), x, dtype=f32)"
    ),
    "grid in both directions": (
        "D(R.BidirectionalGridLSTMCell(2, feature_size=2, frequency_skip=2, num_frequency_blocks=[3]), x, dtype=f32)"
    ),
    "grid in both directions, moved": (
        "[D(R.BidirectionalGridLSTMCell(2, feature_size=2, frequency_skip=2, num_frequency_blocks=[3],"
        " backward_slice_offset=k), x, dtype=f32, scope=s) for k, s in ((1, 'up'), (-1, 'down'))]"
    ),
    "stack in both directions": (
        "R.stack_bidirectional_rnn([C.GRUCell(3), C.GRUCell(2)], [C.GRUCell(4), C.LSTMCell(2)], steps, dtype=f32,"
        " sequence_length=n)"
    ),
    "stack in both directions, in a loop": (
        "R.stack_bidirectional_dynamic_rnn([C.GRUCell(3), C.GRUCell(2)], [C.GRUCell(4), C.LSTMCell(2)], x, dtype=f32,"
        " sequence_length=n, initial_states_fw=[x[:, 0, :3], x[:, 1, :2]])"
    ),
    "projections and an embedding": (
        "D(R.OutputProjectionWrapper(R.InputProjectionWrapper(C.GRUCell(5), 4, tf.nn.relu), 3, tf.tanh), x, dtype=f32),"
        " tf.nn.static_rnn(R.EmbeddingWrapper(C.GRUCell(5), 7, 3, initializer=tf.ones_initializer()), [n, n], dtype=f32)"
    ),
}

PROGRAMS = {title: PROGRAM.replace("{network}", network) for title, network in NETWORKS.items()}
