"""Programs of tf.contrib.grid_rnn; what TensorFlow says to them is in `recorded/grid_rnn.json`."""

from textwrap import dedent

_SETUP = """
r = np.random.RandomState(3)
G = tf.contrib.grid_rnn
tf.set_random_seed(5)
x = tf.constant(r.normal(size=[3, 4]).astype(np.float32))
def of(cell, steps=1, batch=3):
    with tf.variable_scope("net", initializer=tf.random_uniform_initializer(-0.6, 0.6, seed=4)):
        if steps == 1:
            outputs, state = cell(x, cell.zero_state(batch, tf.float32))
        else:
            outputs, state = tf.nn.static_rnn(cell, [x * (i + 1.0) for i in range(steps)], dtype=tf.float32)
    flat = tf.contrib.framework.nest.flatten([outputs, state])
    slopes = tf.gradients(tf.add_n([tf.reduce_sum(tf.sin(t)) for t in flat]), x)
    names = [v.name for v in tf.trainable_variables()]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return [session.run(flat + slopes), names, tf.get_default_graph()._last_id]
"""
_CELLS = {
    "one simple": "of(G.Grid1BasicRNNCell(2))",
    "two simple, tied": "of(G.Grid2BasicRNNCell(2, tied=True), 2)",
    "two simple, relu": "of(G.Grid2BasicRNNCell(2, non_recurrent_fn=tf.nn.relu), 2)",
    "one basic lstm": "of(G.Grid1BasicLSTMCell(2, forget_bias=0.5), 2)",
    "two basic lstms": "of(G.Grid2BasicLSTMCell(2), 2)",
    "one lstm": "of(G.Grid1LSTMCell(2, use_peepholes=True))",
    "two lstms, joined": "of(G.Grid2LSTMCell(2, use_peepholes=True, state_is_tuple=False, output_is_tuple=False))",
    "two lstms, tied": "of(G.Grid2LSTMCell(2, tied=True), 2)",
    "three lstms, relu": "of(G.Grid3LSTMCell(2, non_recurrent_fn=tf.nn.relu, use_peepholes=True), 2)",
    "two grus": "of(G.Grid2GRUCell(2), 2)",
    "own": "of(G.GridRNNCell(2, num_dims=3, input_dims=[0, 2], output_dims=[1, 2], priority_dims=[1, 2],\n"
    "    cell_fn=lambda n: tf.nn.rnn_cell.GRUCell(n)), 2)",
}
PROGRAMS = {title: dedent(_SETUP) + f"result = {made}\n" for title, made in _CELLS.items()}
