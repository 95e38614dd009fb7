"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.compat.version2_classes import avg_pool2d as avg_pool2d
from penstock.compat.version2_classes import sufficient_statistics as sufficient_statistics
from penstock.ops.arrays.sorting import top_k as top_k
from penstock.ops.losses.accidental_hits import compute_accidental_hits as compute_accidental_hits
from penstock.ops.losses.averages import compute_average_loss as compute_average_loss
from penstock.ops.losses.averages import scale_regularization_loss as scale_regularization_loss
from penstock.ops.losses.candidate_sampling import all_candidate_sampler as all_candidate_sampler
from penstock.ops.losses.candidate_sampling import fixed_unigram_candidate_sampler as fixed_unigram_candidate_sampler
from penstock.ops.losses.cross_entropy import log_poisson_loss as log_poisson_loss
from penstock.ops.losses.ctc import collapse_repeated as collapse_repeated
from penstock.ops.losses.ctc import ctc_loss_v2 as ctc_loss
from penstock.ops.losses.ctc import ctc_unique_labels as ctc_unique_labels
from penstock.ops.losses.ctc_decoders import ctc_beam_search_decoder_v2 as ctc_beam_search_decoder
from penstock.ops.losses.ctc_decoders import ctc_greedy_decoder as ctc_greedy_decoder
from penstock.ops.losses.l2_loss import l2_loss as l2_loss
from penstock.ops.nn.activations import leaky_relu as leaky_relu
from penstock.ops.nn.activations import relu6 as relu6
from penstock.ops.nn.activations import swish as swish
from penstock.ops.nn.bias import bias_add as bias_add
from penstock.ops.nn.convolution.any_rank import atrous_conv2d as atrous_conv2d
from penstock.ops.nn.convolution.any_rank import atrous_conv2d_transpose as atrous_conv2d_transpose
from penstock.ops.nn.convolution.any_rank import conv1d_transpose as conv1d_transpose
from penstock.ops.nn.convolution.any_rank import conv_transpose as conv_transpose
from penstock.ops.nn.convolution.conv2d import depthwise_conv2d_backprop_filter as depthwise_conv2d_backprop_filter
from penstock.ops.nn.convolution.conv2d import depthwise_conv2d_backprop_input as depthwise_conv2d_backprop_input
from penstock.ops.nn.convolution.space_to_batch import with_space_to_batch as with_space_to_batch
from penstock.ops.nn.functions import zero_fraction as zero_fraction
from penstock.ops.nn.normalization import batch_normalization as batch_normalization
from penstock.ops.nn.normalization import normalize_moments as normalize_moments
from penstock.ops.nn.pooling.functions import avg_pool1d as avg_pool1d
from penstock.ops.nn.pooling.functions import avg_pool3d as avg_pool3d
from penstock.ops.nn.pooling.functions import avg_pool_v2 as avg_pool
from penstock.ops.nn.pooling.functions import max_pool1d as max_pool1d
from penstock.ops.nn.pooling.functions import max_pool2d as max_pool2d
from penstock.ops.nn.pooling.functions import max_pool3d as max_pool3d
from penstock.ops.nn.pooling.functions import max_pool_v2 as max_pool
from builtins import bool as _bool
from builtins import float as _float
from builtins import int as _int
from builtins import str as _str
from builtins import tuple as _tuple
from collections.abc import Sequence as _Sequence
from penstock.graph.operation import Tensor as _Tensor
from penstock.ops.losses.candidate_sampling import TensorLike as _TensorLike
from penstock.ops.math.unary import TensorLike as _TensorLike_9
from typing import Any as _Any

def batch_norm_with_global_normalization(input: _Any, mean: _Any, variance: _Any, beta: _Any, gamma: _Any, variance_epsilon: _float, scale_after_normalization: _bool, name: _str | None = ...) -> _Any:
    """`tf.nn.batch_norm_with_global_normalization` with the arguments of 2.x."""
def conv1d(input: _Any, filters: _Any, stride: _Any, padding: _Any, data_format: _Any = ..., dilations: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.nn.conv1d` with the arguments of 2.x."""
def conv2d(input: _Any, filters: _Any, strides: _Any, padding: _Any, data_format: _Any = ..., dilations: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.nn.conv2d` with the arguments of 2.x."""
def conv2d_transpose(input: _Any, filters: _Any, output_shape: _Any, strides: _Any, padding: _Any = ..., data_format: _Any = ..., dilations: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.nn.conv2d_transpose` with the arguments of 2.x."""
def conv3d(input: _Any, filters: _Any, strides: _Any, padding: _Any, data_format: _Any = ..., dilations: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.nn.conv3d` with the arguments of 2.x."""
def conv3d_transpose(input: _Any, filters: _Any, output_shape: _Any, strides: _Any, padding: _Any = ..., data_format: _Any = ..., dilations: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.nn.conv3d_transpose` with the arguments of 2.x."""
def convolution(input: _Any, filters: _Any, strides: _Any = ..., padding: _Any = ..., data_format: _Any = ..., dilations: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.nn.convolution` with the arguments of 2.x."""
def crelu(features: _Any, axis: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.nn.crelu` with the arguments of 2.x."""
def depth_to_space(input: _Any, block_size: _Any, data_format: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.nn.depth_to_space` with the arguments of 2.x."""
def depthwise_conv2d(input: _Any, filter: _Any, strides: _Any, padding: _Any, data_format: _Any = ..., dilations: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.nn.depthwise_conv2d` with the arguments of 2.x."""
def dilation2d(input: _Any, filters: _Any, strides: _Any, padding: _Any, data_format: _Any, dilations: _Any, name: _str | None = ...) -> _Any:
    """`tf.nn.dilation2d` with the arguments of 2.x."""
def dropout(x: _Any, rate: _Any, noise_shape: _Any = ..., seed: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.nn.dropout` with the arguments of 2.x."""
def elu(features: _Any, name: _str | None = ...) -> _Tensor:
    """exp(x) - 1 for negative elements, x for others."""
def embedding_lookup(params: _Any, ids: _Any, max_norm: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.nn.embedding_lookup` with the arguments of 2.x."""
def embedding_lookup_sparse(params: _Any, sp_ids: _Any, sp_weights: _Any, combiner: _Any = ..., max_norm: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.nn.embedding_lookup_sparse` with the arguments of 2.x."""
def erosion2d(value: _Any, filters: _Any, strides: _Any, padding: _Any, data_format: _Any, dilations: _Any, name: _str | None = ...) -> _Any:
    """`tf.nn.erosion2d` with the arguments of 2.x."""
def fractional_avg_pool(value: _Any, pooling_ratio: _Sequence[_float], pseudo_random: _bool = ..., overlapping: _bool = ..., seed: _int = ..., name: _str | None = ...) -> _Any:
    """`tf.nn.fractional_avg_pool` with the arguments of 2.x."""
def fractional_max_pool(value: _Any, pooling_ratio: _Sequence[_float], pseudo_random: _bool = ..., overlapping: _bool = ..., seed: _int = ..., name: _str | None = ...) -> _Any:
    """`tf.nn.fractional_max_pool` with the arguments of 2.x."""
def in_top_k(targets: _Any, predictions: _Any, k: _Any, name: _str | None = ...) -> _Any:
    """`tf.nn.in_top_k` with the arguments of 2.x."""
def l2_normalize(x: _Any, axis: _Any = ..., epsilon: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.math.l2_normalize` with the arguments of 2.x."""
def learned_unigram_candidate_sampler(true_classes: _TensorLike, num_true: _int, num_sampled: _int, unique: _bool, range_max: _int, seed: _int | None = ..., name: _str | None = ...) -> _tuple[_Tensor, _Tensor, _Tensor]:
    """Samples classes as often as they were true ones in training so far."""
def local_response_normalization(input: _Any, depth_radius: _int = ..., bias: _float = ..., alpha: _float = ..., beta: _float = ..., name: _str | None = ...) -> _Tensor:
    """Divides each value by a power of the weighted sum of squares of the neighbouring channels."""
def log_softmax(logits: _Any, axis: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.nn.log_softmax` with the arguments of 2.x."""
def lrn(input: _Any, depth_radius: _int = ..., bias: _float = ..., alpha: _float = ..., beta: _float = ..., name: _str | None = ...) -> _Tensor:
    """Divides each value by a power of the weighted sum of squares of the neighbouring channels."""
def max_pool_with_argmax(input: _Any, ksize: _Any, strides: _Any, padding: _str, data_format: _str = ..., output_dtype: _Any = ..., include_batch_in_index: _bool = ..., name: _str | None = ...) -> _Any:
    """`tf.nn.max_pool_with_argmax` with the arguments of 2.x."""
def moments(x: _Any, axes: _Any, shift: _Any = ..., keepdims: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.nn.moments` with the arguments of 2.x."""
def nce_loss(weights: _Any, biases: _Any, labels: _Any, inputs: _Any, num_sampled: _int, num_classes: _int, num_true: _int = ..., sampled_values: _Any = ..., remove_accidental_hits: _bool = ..., name: _str = ...) -> _Any:
    """`tf.nn.nce_loss` with the arguments of 2.x."""
def pool(input: _Any, window_shape: _Any, pooling_type: _Any, strides: _Any = ..., padding: _Any = ..., data_format: _Any = ..., dilations: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.nn.pool` with the arguments of 2.x."""
def relu(features: _Any, name: _str | None = ...) -> _Tensor:
    """The larger of each element and 0."""
def safe_embedding_lookup_sparse(embedding_weights: _Any, sparse_ids: _Any, sparse_weights: _Any = ..., combiner: _Any = ..., default_id: _Any = ..., max_norm: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.nn.safe_embedding_lookup_sparse` with the arguments of 2.x."""
def sampled_softmax_loss(weights: _Any, biases: _Any, labels: _Any, inputs: _Any, num_sampled: _int, num_classes: _int, num_true: _int = ..., sampled_values: _Any = ..., remove_accidental_hits: _bool = ..., seed: _int | None = ..., name: _str = ...) -> _Any:
    """`tf.nn.sampled_softmax_loss` with the arguments of 2.x."""
def selu(features: _Any, name: _str | None = ...) -> _Tensor:
    """The scaled exponential linear function, scale * elu(x, alpha)."""
def separable_conv2d(input: _Any, depthwise_filter: _Any, pointwise_filter: _Any, strides: _Any, padding: _Any, data_format: _Any = ..., dilations: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.nn.separable_conv2d` with the arguments of 2.x."""
def sigmoid(x: _Any, name: _str | None = ...) -> _Tensor:
    """1 / (1 + exp(-x))."""
def sigmoid_cross_entropy_with_logits(labels: _Any = ..., logits: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.nn.sigmoid_cross_entropy_with_logits` with the arguments of 2.x."""
def softmax(logits: _Any, axis: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.nn.softmax` with the arguments of 2.x."""
def softmax_cross_entropy_with_logits(labels: _Any, logits: _Any, axis: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.nn.softmax_cross_entropy_with_logits` with the arguments of 2.x."""
def softplus(features: _Any, name: _str | None = ...) -> _Tensor:
    """log(1 + exp(x)), without overflow."""
def softsign(features: _Any, name: _str | None = ...) -> _Tensor:
    """x / (1 + |x|)."""
def space_to_batch(input: _Any, block_shape: _Any, paddings: _Any, name: _str | None = ...) -> _Any:
    """`tf.nn.space_to_batch` with the arguments of 2.x."""
def space_to_depth(input: _Any, block_size: _Any, data_format: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.nn.space_to_depth` with the arguments of 2.x."""
def sparse_softmax_cross_entropy_with_logits(labels: _Any, logits: _Any, name: _str | None = ...) -> _Any:
    """`tf.nn.sparse_softmax_cross_entropy_with_logits` with the arguments of 2.x."""
def tanh(x: _TensorLike_9, name: _str | None = ...) -> _Any:
    """The hyperbolic tangent of each element."""
def weighted_cross_entropy_with_logits(labels: _Any, logits: _Any, pos_weight: _Any, name: _str | None = ...) -> _Any:
    """`tf.nn.weighted_cross_entropy_with_logits` with the arguments of 2.x."""
def weighted_moments(x: _Any, axes: _Any, frequency_weights: _Any, keepdims: _Any = ..., name: _str | None = ...) -> _Any:
    """`tf.nn.weighted_moments` with the arguments of 2.x."""

__all__ = [
    "all_candidate_sampler",
    "atrous_conv2d",
    "atrous_conv2d_transpose",
    "avg_pool",
    "avg_pool1d",
    "avg_pool2d",
    "avg_pool3d",
    "batch_norm_with_global_normalization",
    "batch_normalization",
    "bias_add",
    "collapse_repeated",
    "compute_accidental_hits",
    "compute_average_loss",
    "conv1d",
    "conv1d_transpose",
    "conv2d",
    "conv2d_transpose",
    "conv3d",
    "conv3d_transpose",
    "conv_transpose",
    "convolution",
    "crelu",
    "ctc_beam_search_decoder",
    "ctc_greedy_decoder",
    "ctc_loss",
    "ctc_unique_labels",
    "depth_to_space",
    "depthwise_conv2d",
    "depthwise_conv2d_backprop_filter",
    "depthwise_conv2d_backprop_input",
    "dilation2d",
    "dropout",
    "elu",
    "embedding_lookup",
    "embedding_lookup_sparse",
    "erosion2d",
    "fixed_unigram_candidate_sampler",
    "fractional_avg_pool",
    "fractional_max_pool",
    "in_top_k",
    "l2_loss",
    "l2_normalize",
    "leaky_relu",
    "learned_unigram_candidate_sampler",
    "local_response_normalization",
    "log_poisson_loss",
    "log_softmax",
    "lrn",
    "max_pool",
    "max_pool1d",
    "max_pool2d",
    "max_pool3d",
    "max_pool_with_argmax",
    "moments",
    "nce_loss",
    "normalize_moments",
    "pool",
    "relu",
    "relu6",
    "safe_embedding_lookup_sparse",
    "sampled_softmax_loss",
    "scale_regularization_loss",
    "selu",
    "separable_conv2d",
    "sigmoid",
    "sigmoid_cross_entropy_with_logits",
    "softmax",
    "softmax_cross_entropy_with_logits",
    "softplus",
    "softsign",
    "space_to_batch",
    "space_to_depth",
    "sparse_softmax_cross_entropy_with_logits",
    "sufficient_statistics",
    "swish",
    "tanh",
    "top_k",
    "weighted_cross_entropy_with_logits",
    "weighted_moments",
    "with_space_to_batch",
    "zero_fraction",
]
