"""Densities, matrices and statistics of series: `tensorflow.contrib.timeseries.python.timeseries.math_utils`."""

from penstock.contrib.timeseries.densities import (
    batch_end_time,
    batch_start_time,
    cauchy_log_prob,
    clip_covariance,
    entropy_matched_cauchy_scale,
    log_noninformative_covariance_prior,
    mvn_tril_log_prob,
    normal_log_prob,
    replicate_state,
    sign_magnitude_positive_definite,
    transform_to_covariance_matrices,
    variable_covariance_matrix,
)
from penstock.contrib.timeseries.matrices import (
    batch_matrix_pow,
    batch_times_matrix,
    block_diagonal,
    make_toeplitz_matrix,
    matrix_times_batch,
    matrix_to_powers,
    power_sums_tensor,
)
from penstock.contrib.timeseries.statistics import (
    InputStatistics,
    InputStatisticsFromMiniBatch,
    Moments,
    TensorValuedMutableDenseHashTable,
    TupleOfTensorsLookup,
)

__all__ = [
    "InputStatistics",
    "InputStatisticsFromMiniBatch",
    "Moments",
    "TensorValuedMutableDenseHashTable",
    "TupleOfTensorsLookup",
    "batch_end_time",
    "batch_matrix_pow",
    "batch_start_time",
    "batch_times_matrix",
    "block_diagonal",
    "cauchy_log_prob",
    "clip_covariance",
    "entropy_matched_cauchy_scale",
    "log_noninformative_covariance_prior",
    "make_toeplitz_matrix",
    "matrix_times_batch",
    "matrix_to_powers",
    "mvn_tril_log_prob",
    "normal_log_prob",
    "power_sums_tensor",
    "replicate_state",
    "sign_magnitude_positive_definite",
    "transform_to_covariance_matrices",
    "variable_covariance_matrix",
]
