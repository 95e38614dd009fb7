"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import rnn_cell as rnn_cell
from . import seq2seq as seq2seq
from penstock.ops.arrays.sorting import in_top_k as in_top_k
from penstock.ops.arrays.sorting import top_k as top_k
from penstock.ops.arrays.space_to_depth import depth_to_space as depth_to_space
from penstock.ops.arrays.space_to_depth import space_to_batch as space_to_batch
from penstock.ops.arrays.space_to_depth import space_to_depth as space_to_depth
from penstock.ops.losses.accidental_hits import compute_accidental_hits as compute_accidental_hits
from penstock.ops.losses.averages import compute_average_loss as compute_average_loss
from penstock.ops.losses.averages import scale_regularization_loss as scale_regularization_loss
from penstock.ops.losses.candidate_sampling import all_candidate_sampler as all_candidate_sampler
from penstock.ops.losses.candidate_sampling import fixed_unigram_candidate_sampler as fixed_unigram_candidate_sampler
from penstock.ops.losses.cross_entropy import log_poisson_loss as log_poisson_loss
from penstock.ops.losses.cross_entropy import sigmoid_cross_entropy_with_logits as sigmoid_cross_entropy_with_logits
from penstock.ops.losses.cross_entropy import softmax_cross_entropy_with_logits as softmax_cross_entropy_with_logits
from penstock.ops.losses.cross_entropy import softmax_cross_entropy_with_logits_v2 as softmax_cross_entropy_with_logits_v2
from penstock.ops.losses.cross_entropy import sparse_softmax_cross_entropy_with_logits as sparse_softmax_cross_entropy_with_logits
from penstock.ops.losses.cross_entropy import weighted_cross_entropy_with_logits as weighted_cross_entropy_with_logits
from penstock.ops.losses.ctc import collapse_repeated as collapse_repeated
from penstock.ops.losses.ctc import ctc_loss as ctc_loss
from penstock.ops.losses.ctc import ctc_loss_v2 as ctc_loss_v2
from penstock.ops.losses.ctc import ctc_unique_labels as ctc_unique_labels
from penstock.ops.losses.ctc_decoders import ctc_beam_search_decoder as ctc_beam_search_decoder
from penstock.ops.losses.ctc_decoders import ctc_beam_search_decoder_v2 as ctc_beam_search_decoder_v2
from penstock.ops.losses.ctc_decoders import ctc_greedy_decoder as ctc_greedy_decoder
from penstock.ops.losses.l2_loss import l2_loss as l2_loss
from penstock.ops.losses.sampled import nce_loss as nce_loss
from penstock.ops.losses.sampled import sampled_softmax_loss as sampled_softmax_loss
from penstock.ops.nn.activations import crelu as crelu
from penstock.ops.nn.activations import leaky_relu as leaky_relu
from penstock.ops.nn.activations import log_softmax as log_softmax
from penstock.ops.nn.activations import relu6 as relu6
from penstock.ops.nn.activations import softmax as softmax
from penstock.ops.nn.activations import swish as swish
from penstock.ops.nn.batch_norm import fused_batch_norm as fused_batch_norm
from penstock.ops.nn.bias import bias_add as bias_add
from penstock.ops.nn.convolution.any_rank import atrous_conv2d as atrous_conv2d
from penstock.ops.nn.convolution.any_rank import atrous_conv2d_transpose as atrous_conv2d_transpose
from penstock.ops.nn.convolution.any_rank import conv1d as conv1d
from penstock.ops.nn.convolution.any_rank import conv1d_transpose as conv1d_transpose
from penstock.ops.nn.convolution.any_rank import conv3d as conv3d
from penstock.ops.nn.convolution.any_rank import conv3d_backprop_filter as conv3d_backprop_filter
from penstock.ops.nn.convolution.any_rank import conv3d_backprop_filter as conv3d_backprop_filter_v2
from penstock.ops.nn.convolution.any_rank import conv3d_transpose as conv3d_transpose
from penstock.ops.nn.convolution.any_rank import conv_transpose as conv_transpose
from penstock.ops.nn.convolution.any_rank import convolution as convolution
from penstock.ops.nn.convolution.conv2d import conv2d as conv2d
from penstock.ops.nn.convolution.conv2d import conv2d_backprop_filter as conv2d_backprop_filter
from penstock.ops.nn.convolution.conv2d import conv2d_backprop_input as conv2d_backprop_input
from penstock.ops.nn.convolution.conv2d import conv2d_transpose as conv2d_transpose
from penstock.ops.nn.convolution.conv2d import depthwise_conv2d as depthwise_conv2d
from penstock.ops.nn.convolution.conv2d import depthwise_conv2d_backprop_filter as depthwise_conv2d_backprop_filter
from penstock.ops.nn.convolution.conv2d import depthwise_conv2d_backprop_filter as depthwise_conv2d_native_backprop_filter
from penstock.ops.nn.convolution.conv2d import depthwise_conv2d_backprop_input as depthwise_conv2d_backprop_input
from penstock.ops.nn.convolution.conv2d import depthwise_conv2d_backprop_input as depthwise_conv2d_native_backprop_input
from penstock.ops.nn.convolution.conv2d import depthwise_conv2d_native as depthwise_conv2d_native
from penstock.ops.nn.convolution.conv2d import separable_conv2d as separable_conv2d
from penstock.ops.nn.convolution.space_to_batch import with_space_to_batch as with_space_to_batch
from penstock.ops.nn.embedding import embedding_lookup as embedding_lookup
from penstock.ops.nn.embedding import embedding_lookup_sparse as embedding_lookup_sparse
from penstock.ops.nn.embedding import safe_embedding_lookup_sparse as safe_embedding_lookup_sparse
from penstock.ops.nn.functions import dropout as dropout
from penstock.ops.nn.functions import relu_layer as relu_layer
from penstock.ops.nn.functions import xw_plus_b as xw_plus_b
from penstock.ops.nn.functions import zero_fraction as zero_fraction
from penstock.ops.nn.normalization import batch_norm_with_global_normalization as batch_norm_with_global_normalization
from penstock.ops.nn.normalization import batch_normalization as batch_normalization
from penstock.ops.nn.normalization import l2_normalize as l2_normalize
from penstock.ops.nn.normalization import moments as moments
from penstock.ops.nn.normalization import normalize_moments as normalize_moments
from penstock.ops.nn.normalization import sufficient_statistics as sufficient_statistics
from penstock.ops.nn.normalization import weighted_moments as weighted_moments
from penstock.ops.nn.pooling.functions import avg_pool as avg_pool
from penstock.ops.nn.pooling.functions import avg_pool as avg_pool2d
from penstock.ops.nn.pooling.functions import avg_pool1d as avg_pool1d
from penstock.ops.nn.pooling.functions import avg_pool3d as avg_pool3d
from penstock.ops.nn.pooling.functions import avg_pool_v2 as avg_pool_v2
from penstock.ops.nn.pooling.functions import dilation2d as dilation2d
from penstock.ops.nn.pooling.functions import erosion2d as erosion2d
from penstock.ops.nn.pooling.functions import max_pool as max_pool
from penstock.ops.nn.pooling.functions import max_pool1d as max_pool1d
from penstock.ops.nn.pooling.functions import max_pool2d as max_pool2d
from penstock.ops.nn.pooling.functions import max_pool3d as max_pool3d
from penstock.ops.nn.pooling.functions import max_pool_v2 as max_pool_v2
from penstock.ops.nn.pooling.functions import max_pool_with_argmax as max_pool_with_argmax
from penstock.ops.nn.pooling.functions import pool as pool
from penstock.rnn.networks import bidirectional_dynamic_rnn as bidirectional_dynamic_rnn
from penstock.rnn.networks import dynamic_rnn as dynamic_rnn
from penstock.rnn.networks import raw_rnn as raw_rnn
from penstock.rnn.static_networks import static_bidirectional_rnn as bidirectional_rnn
from penstock.rnn.static_networks import static_bidirectional_rnn as static_bidirectional_rnn
from penstock.rnn.static_networks import static_rnn as rnn
from penstock.rnn.static_networks import static_rnn as static_rnn
from penstock.rnn.static_networks import static_state_saving_rnn as state_saving_rnn
from penstock.rnn.static_networks import static_state_saving_rnn as static_state_saving_rnn
from builtins import bool as _bool
from builtins import bytes as _bytes
from builtins import float as _float
from builtins import int as _int
from builtins import str as _str
from builtins import tuple as _tuple
from collections.abc import Sequence as _Sequence
from penstock.graph.operation import Tensor as _Tensor
from penstock.ops.losses.candidate_sampling import TensorLike as _TensorLike_9
from penstock.ops.math.unary import TensorLike as _TensorLike_11
from penstock.ops.nn.pooling.fractional import TensorLike as _TensorLike
from typing import Any as _Any

def elu(features: _Any, name: _str | None = ...) -> _Tensor:
    """exp(x) - 1 for negative elements, x for others."""
def fractional_avg_pool(value: _TensorLike, pooling_ratio: _Sequence[_float], pseudo_random: _bool = ..., overlapping: _bool = ..., deterministic: _bool = ..., seed: _int = ..., seed2: _int = ..., name: _str | None = ...) -> _tuple[_Tensor, _Tensor, _Tensor]:
    """Shrinks images by any ratio: the means of windows of two sizes, drawn at random."""
def fractional_max_pool(value: _TensorLike, pooling_ratio: _Sequence[_float], pseudo_random: _bool = ..., overlapping: _bool = ..., deterministic: _bool = ..., seed: _int = ..., seed2: _int = ..., name: _str | None = ...) -> _tuple[_Tensor, _Tensor, _Tensor]:
    """Shrinks images by any ratio: the largest values in windows of two sizes, drawn at random."""
def learned_unigram_candidate_sampler(true_classes: _TensorLike_9, num_true: _int, num_sampled: _int, unique: _bool, range_max: _int, seed: _int | None = ..., name: _str | None = ...) -> _tuple[_Tensor, _Tensor, _Tensor]:
    """Samples classes as often as they were true ones in training so far."""
def local_response_normalization(input: _Any, depth_radius: _int = ..., bias: _float = ..., alpha: _float = ..., beta: _float = ..., name: _str | None = ...) -> _Tensor:
    """Divides each value by a power of the weighted sum of squares of the neighbouring channels."""
def log_uniform_candidate_sampler(true_classes: _TensorLike_9, num_true: _int, num_sampled: _int, unique: _bool, range_max: _int, seed: _int | None = ..., name: _str | None = ...) -> _tuple[_Tensor, _Tensor, _Tensor]:
    """Samples classes by a Zipfian distribution, frequent ones first."""
def lrn(input: _Any, depth_radius: _int = ..., bias: _float = ..., alpha: _float = ..., beta: _float = ..., name: _str | None = ...) -> _Tensor:
    """Divides each value by a power of the weighted sum of squares of the neighbouring channels."""
def quantized_avg_pool(input: _Any, min_input: _Any, max_input: _Any, ksize: _Any, strides: _Any, padding: _str | _bytes, name: _str | None = ...) -> _Any:
    """The mean of each window of quantized images."""
def quantized_conv2d(input: _Any, filter: _Any, min_input: _Any, max_input: _Any, min_filter: _Any, max_filter: _Any, strides: _Any, padding: _str | _bytes, out_type: _Any = ..., dilations: _Any = ..., name: _str | None = ...) -> _Any:
    """The convolution of quantized images with a quantized filter."""
def quantized_max_pool(input: _Any, min_input: _Any, max_input: _Any, ksize: _Any, strides: _Any, padding: _str | _bytes, name: _str | None = ...) -> _Any:
    """The largest value in each window of quantized images."""
def quantized_relu_x(features: _Any, max_value: _Any, min_features: _Any, max_features: _Any, out_type: _Any = ..., name: _str | None = ...) -> _Any:
    """Quantized numbers bounded by 0 and `max_value`."""
def relu(features: _Any, name: _str | None = ...) -> _Tensor:
    """The larger of each element and 0."""
def selu(features: _Any, name: _str | None = ...) -> _Tensor:
    """The scaled exponential linear function, scale * elu(x, alpha)."""
def sigmoid(x: _Any, name: _str | None = ...) -> _Tensor:
    """1 / (1 + exp(-x))."""
def softplus(features: _Any, name: _str | None = ...) -> _Tensor:
    """log(1 + exp(x)), without overflow."""
def softsign(features: _Any, name: _str | None = ...) -> _Tensor:
    """x / (1 + |x|)."""
def tanh(x: _TensorLike_11, name: _str | None = ...) -> _Any:
    """The hyperbolic tangent of each element."""
def uniform_candidate_sampler(true_classes: _TensorLike_9, num_true: _int, num_sampled: _int, unique: _bool, range_max: _int, seed: _int | None = ..., name: _str | None = ...) -> _tuple[_Tensor, _Tensor, _Tensor]:
    """Samples classes with equal probabilities."""

__all__ = [
    "all_candidate_sampler",
    "atrous_conv2d",
    "atrous_conv2d_transpose",
    "avg_pool",
    "avg_pool1d",
    "avg_pool2d",
    "avg_pool3d",
    "avg_pool_v2",
    "batch_norm_with_global_normalization",
    "batch_normalization",
    "bias_add",
    "bidirectional_dynamic_rnn",
    "bidirectional_rnn",
    "collapse_repeated",
    "compute_accidental_hits",
    "compute_average_loss",
    "conv1d",
    "conv1d_transpose",
    "conv2d",
    "conv2d_backprop_filter",
    "conv2d_backprop_input",
    "conv2d_transpose",
    "conv3d",
    "conv3d_backprop_filter",
    "conv3d_backprop_filter_v2",
    "conv3d_transpose",
    "conv_transpose",
    "convolution",
    "crelu",
    "ctc_beam_search_decoder",
    "ctc_beam_search_decoder_v2",
    "ctc_greedy_decoder",
    "ctc_loss",
    "ctc_loss_v2",
    "ctc_unique_labels",
    "depth_to_space",
    "depthwise_conv2d",
    "depthwise_conv2d_backprop_filter",
    "depthwise_conv2d_backprop_input",
    "depthwise_conv2d_native",
    "depthwise_conv2d_native_backprop_filter",
    "depthwise_conv2d_native_backprop_input",
    "dilation2d",
    "dropout",
    "dynamic_rnn",
    "elu",
    "embedding_lookup",
    "embedding_lookup_sparse",
    "erosion2d",
    "fixed_unigram_candidate_sampler",
    "fractional_avg_pool",
    "fractional_max_pool",
    "fused_batch_norm",
    "in_top_k",
    "l2_loss",
    "l2_normalize",
    "leaky_relu",
    "learned_unigram_candidate_sampler",
    "local_response_normalization",
    "log_poisson_loss",
    "log_softmax",
    "log_uniform_candidate_sampler",
    "lrn",
    "max_pool",
    "max_pool1d",
    "max_pool2d",
    "max_pool3d",
    "max_pool_v2",
    "max_pool_with_argmax",
    "moments",
    "nce_loss",
    "normalize_moments",
    "pool",
    "quantized_avg_pool",
    "quantized_conv2d",
    "quantized_max_pool",
    "quantized_relu_x",
    "raw_rnn",
    "relu",
    "relu6",
    "relu_layer",
    "rnn",
    "rnn_cell",
    "safe_embedding_lookup_sparse",
    "sampled_softmax_loss",
    "scale_regularization_loss",
    "selu",
    "separable_conv2d",
    "seq2seq",
    "sigmoid",
    "sigmoid_cross_entropy_with_logits",
    "softmax",
    "softmax_cross_entropy_with_logits",
    "softmax_cross_entropy_with_logits_v2",
    "softplus",
    "softsign",
    "space_to_batch",
    "space_to_depth",
    "sparse_softmax_cross_entropy_with_logits",
    "state_saving_rnn",
    "static_bidirectional_rnn",
    "static_rnn",
    "static_state_saving_rnn",
    "sufficient_statistics",
    "swish",
    "tanh",
    "top_k",
    "uniform_candidate_sampler",
    "weighted_cross_entropy_with_logits",
    "weighted_moments",
    "with_space_to_batch",
    "xw_plus_b",
    "zero_fraction",
]
