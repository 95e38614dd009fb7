"""Small programs on helpers with a leading underscore that programs call; `inside_programs` runs them."""

# ruff: noqa: E501 - the programs are tables of what is asked

PROGRAMS = {
    "parts of recurrent networks": """
from tensorflow.python.ops import rnn, rnn_cell_impl
x = tf.constant(np.arange(24, dtype="f").reshape(2, 4, 3))
result = [rnn._transpose_batch_time(x).shape.as_list(), rnn._best_effort_input_batch_size([rnn._transpose_batch_time(x)]), rnn._infer_state_dtype(None, (x, x)).name,
          rnn._infer_state_dtype(tf.int32, x).name, refusal(lambda: rnn._infer_state_dtype(None, (x, tf.constant(1))))[0], rnn._maybe_tensor_shape_from_tensor(tf.constant([2, 3])).as_list(),
          rnn._maybe_tensor_shape_from_tensor((1, 2)), rnn_cell_impl._BIAS_VARIABLE_NAME, rnn_cell_impl._WEIGHTS_VARIABLE_NAME]
steps = tf.unstack(rnn._transpose_batch_time(x))
result += [[run(s).tolist() for s in rnn._reverse_seq(steps, tf.constant([2, 4]))], rnn._reverse_seq([1, 2], None)]
cell = tf.compat.v1.nn.rnn_cell.BasicRNNCell(2)
state = tf.ones([2, 2])
zero = tf.zeros([2, 2])
cell(steps[0], state)
for v in tf.compat.v1.trainable_variables():
    session.run(v.assign(tf.reshape(tf.linspace(-0.5, 0.5, int(np.prod(v.shape.as_list()))), v.shape)))
for time in (0, 2, 3):
    for skip in (True, False):
        output, new = rnn._rnn_step(tf.constant(time), tf.constant([1, 3]), tf.constant(1), tf.constant(3), zero, state, lambda: cell(steps[0], state), 2, skip_conditionals=skip)
        result.append([np.round(part, 4).tolist() for part in session.run([output, new])])
""",
    "sampled logits": """
from tensorflow.python.ops import nn_impl
w = tf.constant(np.linspace(-1, 1, 20).reshape(5, 4), tf.float32)
b = tf.constant(np.linspace(0, 1, 5), tf.float32)
x = tf.constant(np.linspace(-2, 2, 12).reshape(3, 4), tf.float32)
labels = tf.constant([[0], [2], [4]])
values = (tf.constant([1, 2], tf.int64), tf.constant([[0.5], [0.25], [0.5]]), tf.constant([0.5, 0.125]))
result = [run(nn_impl._sum_rows(x)).tolist()]
for more in ({}, {"subtract_log_q": False}, {"remove_accidental_hits": True}):
    logits, targets = nn_impl._compute_sampled_logits([w], b, labels, x, 2, 5, sampled_values=values, **more)
    values_found = run([logits, targets])
    result += [np.maximum(np.round(values_found[0], 4), -1e6).tolist(), values_found[1].tolist()]
two = nn_impl._compute_sampled_logits(w, b, tf.constant([[0, 1], [2, 3], [4, 0]]), x, 2, 5, num_true=2, sampled_values=(values[0], tf.ones([3, 2]), values[2]))
result += [np.round(part, 4).tolist() for part in run(two)]
""",
    "means, images, fans, slices": """
from tensorflow.python.ops import image_ops_impl as images, init_ops, nn_ops
from tensorflow.python.ops.losses import losses_impl as losses
from tensorflow.python.training import optimizer
x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
result = [float(run(losses._safe_mean(x, 0.0))), float(run(losses._safe_mean(x, 4.0))), float(run(losses._num_elements(x))), float(run(losses._num_present(x, 1.0))),
          float(run(losses._num_present(x, tf.constant([[1.0], [0.0]])))), run(losses._num_present(x, tf.constant([[1.0], [0.0]]), per_batch=True)).tolist()]
unknown = tf.compat.v1.placeholder_with_default(np.zeros([2, 3, 1], "f"), [2, None, 1])
result += [images._ImageDimensions(tf.zeros([4, 5, 3]), 3), [d if isinstance(d, int) else "tensor" for d in images._ImageDimensions(unknown, 3)], images._Check3DImage(tf.zeros([1, 2, 3])),
           len(images._Check3DImage(unknown, require_static=False)), refusal(lambda: images._Check3DImage(unknown)), refusal(lambda: images._Check3DImage(x))[0], refusal(lambda: images._Check3DImage(tf.zeros([0, 1, 1]), False))[0],
           len(images._CheckAtLeast3DImage(unknown, require_static=False)), refusal(lambda: images._CheckAtLeast3DImage(x)), images._AssertAtLeast3DImage(tf.zeros([1, 2, 2, 3])).shape.as_list(),
           images._is_tensor(x), images._is_tensor(1), images._assert(True, ValueError, "m"), refusal(lambda: images._assert(False, ValueError, "m")), len(images._assert(tf.constant(True), ValueError, "m"))]
result += [[list(map(int, init_ops._compute_fans(shape))) for shape in ([], [3], [3, 4], [2, 2, 3, 5])], nn_ops._flatten_outer_dims(tf.zeros([2, 3, 4])).shape.as_list(),
           run(nn_ops._flatten_outer_dims(unknown)).shape, [d.value for d in nn_ops._get_noise_shape(unknown, [2, None, 1])], run(nn_ops._get_noise_shape(x, None)).tolist(), nn_ops._get_noise_shape(x, [1])]
summed, found = optimizer._deduplicate_indexed_slices(x, tf.constant([5, 5]))
result += [run(summed).tolist(), run(found).tolist()]
v = tf.compat.v1.get_variable("v", initializer=1.0)
result += [optimizer._var_key(v)[1], optimizer._var_key(v)[0] is v.graph]
""",
}
