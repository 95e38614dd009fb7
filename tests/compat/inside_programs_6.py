"""Small programs on contrib.distributions inside of 1.15.5; `inside_programs` runs them and records what it gives."""

# ruff: noqa: E501 - the programs are tables of what is asked

PROGRAMS = {
    "scales of distributions": """
from tensorflow.contrib.distributions.python.ops import distribution_util as util
loc, diag = tf.constant([1.0, 2.0]), tf.constant([3.0, 4.0])
made = [util.make_diag_scale(loc, diag), util.make_diag_scale(loc), util.make_diag_scale(loc, None, 2.0), util.make_diag_scale(loc, diag, 1.0, assert_positive=True, validate_args=True),
        util.make_diag_scale(None, None, 3.0, shape_hint=2), util.make_tril_scale(loc, [[1.0, 5.0], [2.0, 3.0]], diag, 1.0, validate_args=True), util.make_tril_scale(loc, None, diag)]
result = [[type(m).__name__, run(m.to_dense()).tolist(), m.is_positive_definite, m.is_self_adjoint] for m in made]
result += [refusal(lambda: util.make_diag_scale()), refusal(lambda: run(util.make_diag_scale(loc, [0.0, 1.0], validate_args=True).to_dense()))[0],
           refusal(lambda: run(util.make_tril_scale(loc, [[-1.0, 0.0], [0.0, 1.0]], validate_args=True, assert_positive=True).to_dense()))[0]]
result += [util.is_diagonal_scale(made[0]), util.is_diagonal_scale(made[5]), refusal(lambda: util.is_diagonal_scale(3)), util.get_broadcast_shape(tf.zeros([3, 1]), tf.zeros([2])),
           run(util.get_broadcast_shape(tf.zeros([3, 1]), tf.compat.v1.placeholder_with_default([1.0], [None]))).tolist(), util.static_value([1]).tolist()]
for scale in (made[0], tf.linalg.LinearOperatorDiag(tf.ones([3, 2]))):
    batch, event = util.shapes_from_loc_and_scale(loc, scale)
    result.append([np.ravel(run(tf.convert_to_tensor(batch))).tolist(), run(tf.convert_to_tensor(event)).tolist()])
result += [refusal(lambda: util.shapes_from_loc_and_scale(tf.zeros([3]), made[0])), [len(np.ravel(x)) for x in util.shapes_from_loc_and_scale(None, made[0])]]
result += [np.round(run(util.mixture_stddev(tf.constant([[0.3, 0.7]]), tf.constant([[1.0, 3.0]]), tf.constant([[0.5, 2.0]]))), 4).tolist(), refusal(lambda: util.mixture_stddev(tf.zeros([1, 2]), tf.zeros([1, 3]), tf.zeros([1, 2])))]
x = tf.zeros([2, 3, 4])
result += [util.move_dimension(x, a, b).shape.as_list() for a, b in ((0, 2), (2, 0), (-1, 1), (1, 1), (0, -2))]
ds = tf.compat.v1.distributions
normal, many = ds.Normal(0.0, 1.0), ds.Normal([0.0, 1.0], 1.0)
result += [util.maybe_check_scalar_distribution(normal, tf.float32, True), refusal(lambda: util.maybe_check_scalar_distribution(many, tf.float32, False)), refusal(lambda: util.maybe_check_scalar_distribution(normal, tf.float64, False)),
           refusal(lambda: util.maybe_check_scalar_distribution(ds.Bernoulli(0.5, dtype=tf.float32), tf.float32, True))[0]]
result += [run(util.pad_mixture_dimensions(tf.zeros([5, 2]), ds.Normal(tf.zeros([5, 2]), 1.0), ds.Categorical(tf.zeros([5, 2])), 1)).shape]
""",
    "whether samples can have a mean": """
from tensorflow.contrib.distributions.python.ops import statistical_testing as st
samples = np.linspace(0.1, 0.9, 200).astype("f")
two = np.stack([samples, samples * 0.5], 1)
result = [np.round(run(part), 4).tolist() for part in st.true_mean_confidence_interval_by_dkwm(samples, 0.0, 1.0, error_rate=0.01)]
result += [np.round(run(part), 4).tolist() for part in st.true_mean_confidence_interval_by_dkwm(two, [0.0, 0.0], [1.0, 2.0], error_rate=0.01)]
result += [run(st.assert_true_mean_equal_by_dkwm(samples, 0.0, 1.0, 0.5)), refusal(lambda: run(st.assert_true_mean_equal_by_dkwm(samples, 0.0, 1.0, 0.95)))[0],
           run(st.assert_true_mean_in_interval_by_dkwm(samples, 0.0, 1.0, 0.4, 0.6)), refusal(lambda: run(st.true_mean_confidence_interval_by_dkwm(samples, 0.5, 1.0)))[0],
           run(st.assert_true_mean_equal_by_dkwm_two_sample(samples, 0.0, 1.0, samples * 0.9, 0.0, 1.0)),
           refusal(lambda: run(st.assert_true_mean_equal_by_dkwm_two_sample(np.tile(samples, 50), 0.0, 1.0, np.tile(samples, 50) * 0.1, 0.0, 1.0)))[0]]
result += [round(float(run(st.min_discrepancy_of_true_means_detectable_by_dkwm(1000.0, 0.0, 1.0, 0.01, 0.02))), 5), round(float(run(st.min_num_samples_for_dkwm_mean_test(0.1, 0.0, 2.0, 0.01, 0.02))), 1),
           round(float(run(st.min_discrepancy_of_true_means_detectable_by_dkwm_two_sample(1000.0, 0.0, 1.0, 500.0, 0.0, 2.0, 0.01, 0.02))), 5),
           [round(float(n), 1) for n in run(st.min_num_samples_for_dkwm_mean_two_sample_test(0.1, 0.0, 2.0, 0.0, 1.0, 0.01, 0.02))]]
""",
    "vectors and bijectors": """
from tensorflow.contrib.distributions.python.ops import vector_exponential_linear_operator as ve, vector_laplace_linear_operator as vl
from tensorflow.contrib.distributions.python.ops.bijectors import fill_triangular, masked_autoregressive, weibull
scale = tf.linalg.LinearOperatorLowerTriangular([[1.0, 0.0], [2.0, 3.0]])
diagonal = tf.linalg.LinearOperatorDiag([2.0, 3.0])
result = []
for cls in (ve.VectorExponentialLinearOperator, vl.VectorLaplaceLinearOperator):
    for operator in (scale, diagonal):
        d = cls(loc=[1.0, 2.0], scale=operator)
        result.append([np.round(run(part), 4).tolist() for part in (d.mean(), d.mode(), d.variance(), d.stddev(), d.covariance(), d.log_prob([2.5, 9.0]))])
        result.append([d.event_shape.as_list(), d.batch_shape.as_list(), d.name.rstrip("/").split("_")[0], run(d.sample(3, seed=1)).shape])
    result += [refusal(lambda: cls()), refusal(lambda: cls(scale=tf.linalg.LinearOperatorDiag(tf.constant([1.0 + 1j]))))[0]]
w = weibull.Weibull(scale=2.0, concentration=3.0, validate_args=True)
result += [np.round(run(part), 4).tolist() for part in (w.forward([0.5, 2.0]), w.inverse([0.1, 0.9]), w.forward_log_det_jacobian([0.5, 2.0], 0), w.inverse_log_det_jacobian([0.1, 0.9], 0))]
result += [refusal(lambda: run(w.forward([-1.0])))[0], refusal(lambda: run(w.inverse([1.5])))[0], float(run(w.concentration))]
result += [fill_triangular.vector_size_to_square_matrix_size(6, True), refusal(lambda: fill_triangular.vector_size_to_square_matrix_size(5, True)),
           int(run(fill_triangular.vector_size_to_square_matrix_size(tf.constant(10), True))), masked_autoregressive.MASK_EXCLUSIVE]
""",
}
