"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import utils as utils
from penstock.contrib.layers.embeddings import bow_encoder as bow_encoder
from penstock.contrib.layers.embeddings import embed_sequence as embed_sequence
from penstock.contrib.layers.embeddings import embedding_lookup_unique as embedding_lookup_unique
from penstock.contrib.layers.embeddings import safe_embedding_lookup_sparse as safe_embedding_lookup_sparse
from penstock.contrib.layers.feature_column import one_hot_column as one_hot_column
from penstock.contrib.layers.feature_column import sparse_column_with_hash_bucket as sparse_column_with_hash_bucket
from penstock.contrib.layers.feature_column import sparse_column_with_integerized_feature as sparse_column_with_integerized_feature
from penstock.contrib.layers.feature_column import sparse_column_with_keys as sparse_column_with_keys
from penstock.contrib.layers.feature_column import sparse_column_with_vocabulary_file as sparse_column_with_vocabulary_file
from penstock.contrib.layers.feature_column import weighted_sparse_column as weighted_sparse_column
from penstock.contrib.layers.feature_column_crosses import crossed_column as crossed_column
from penstock.contrib.layers.feature_column_embeddings import embedding_column as embedding_column
from penstock.contrib.layers.feature_column_embeddings import scattered_embedding_column as scattered_embedding_column
from penstock.contrib.layers.feature_column_embeddings import shared_embedding_columns as shared_embedding_columns
from penstock.contrib.layers.feature_column_numbers import bucketized_column as bucketized_column
from penstock.contrib.layers.feature_column_numbers import real_valued_column as real_valued_column
from penstock.contrib.layers.feature_column_ops import input_from_feature_columns as input_from_feature_columns
from penstock.contrib.layers.feature_column_ops import joint_weighted_sum_from_feature_columns as joint_weighted_sum_from_feature_columns
from penstock.contrib.layers.feature_column_ops import sequence_input_from_feature_columns as sequence_input_from_feature_columns
from penstock.contrib.layers.feature_column_ops import weighted_sum_from_feature_columns as weighted_sum_from_feature_columns
from penstock.contrib.layers.feature_column_parsing import check_feature_columns as check_feature_columns
from penstock.contrib.layers.feature_column_parsing import create_feature_spec_for_parsing as create_feature_spec_for_parsing
from penstock.contrib.layers.feature_column_parsing import infer_real_valued_columns as infer_real_valued_columns
from penstock.contrib.layers.feature_column_parsing import make_place_holder_tensors_for_base_features as make_place_holder_tensors_for_base_features
from penstock.contrib.layers.feature_column_parsing import parse_feature_columns_from_examples as parse_feature_columns_from_examples
from penstock.contrib.layers.feature_column_parsing import parse_feature_columns_from_sequence_examples as parse_feature_columns_from_sequence_examples
from penstock.contrib.layers.feature_column_parsing import transform_features as transform_features
from penstock.contrib.layers.group_normalization import GDN as GDN
from penstock.contrib.layers.group_normalization import gdn as gdn
from penstock.contrib.layers.group_normalization import group_norm as group_norm
from penstock.contrib.layers.group_normalization import instance_norm as instance_norm
from penstock.contrib.layers.initializers import variance_scaling_initializer as variance_scaling_initializer
from penstock.contrib.layers.initializers import xavier_initializer as xavier_initializer
from penstock.contrib.layers.initializers import xavier_initializer as xavier_initializer_conv2d
from penstock.contrib.layers.layers import convolution as convolution
from penstock.contrib.layers.layers import fully_connected as fully_connected
from penstock.contrib.layers.layers import separable_convolution2d as separable_conv2d
from penstock.contrib.layers.layers import separable_convolution2d as separable_convolution2d
from penstock.contrib.layers.normalization import batch_norm as batch_norm
from penstock.contrib.layers.normalization import bias_add as bias_add
from penstock.contrib.layers.normalization import layer_norm as layer_norm
from penstock.contrib.layers.optimizers import OPTIMIZER_CLS_NAMES as OPTIMIZER_CLS_NAMES
from penstock.contrib.layers.optimizers import OPTIMIZER_SUMMARIES as OPTIMIZER_SUMMARIES
from penstock.contrib.layers.optimizers import optimize_loss as optimize_loss
from penstock.contrib.layers.planes import convolution2d_in_plane as conv2d_in_plane
from penstock.contrib.layers.planes import convolution2d_in_plane as convolution2d_in_plane
from penstock.contrib.layers.planes import images_to_sequence as images_to_sequence
from penstock.contrib.layers.planes import legacy_fully_connected as legacy_fully_connected
from penstock.contrib.layers.planes import scale_gradient as scale_gradient
from penstock.contrib.layers.planes import sequence_to_images as sequence_to_images
from penstock.contrib.layers.planes import spatial_softmax as spatial_softmax
from penstock.contrib.layers.regularizers import apply_regularization as apply_regularization
from penstock.contrib.layers.regularizers import l1_l2_regularizer as l1_l2_regularizer
from penstock.contrib.layers.regularizers import l1_regularizer as l1_regularizer
from penstock.contrib.layers.regularizers import l2_regularizer as l2_regularizer
from penstock.contrib.layers.regularizers import sum_regularizer as sum_regularizer
from penstock.contrib.layers.reversible import RevBlock as RevBlock
from penstock.contrib.layers.reversible import recompute_grad as recompute_grad
from penstock.contrib.layers.reversible import rev_block as rev_block
from penstock.contrib.layers.shaping import dropout as dropout
from penstock.contrib.layers.shaping import flatten as flatten
from penstock.contrib.layers.shaping import maxout as maxout
from penstock.contrib.layers.shaping import one_hot_encoding as one_hot_encoding
from penstock.contrib.layers.shaping import repeat as repeat
from penstock.contrib.layers.shaping import softmax as softmax
from penstock.contrib.layers.shaping import stack as stack
from penstock.contrib.layers.shaping import unit_norm as unit_norm
from penstock.contrib.layers.sparse import dense_to_sparse as dense_to_sparse
from penstock.contrib.layers.summaries import summarize_activation as summarize_activation
from penstock.contrib.layers.summaries import summarize_activations as summarize_activations
from penstock.contrib.layers.summaries import summarize_collection as summarize_collection
from penstock.contrib.layers.summaries import summarize_tensor as summarize_tensor
from penstock.contrib.layers.summaries import summarize_tensors as summarize_tensors
from penstock.contrib.layers.target_column import multi_class_target as multi_class_target
from penstock.contrib.layers.target_column import regression_target as regression_target
from builtins import bool as _bool
from builtins import dict as _dict
from builtins import int as _int
from builtins import list as _list
from builtins import object as _object
from builtins import str as _str
from collections.abc import Callable as _Callable
from penstock.contrib.layers.layers import CollectionsLike as _CollectionsLike_13
from penstock.contrib.layers.layers import InitializerLike as _InitializerLike
from penstock.contrib.layers.layers import NestedTensors as _NestedTensors
from penstock.contrib.layers.layers import ScopeLike as _ScopeLike
from penstock.contrib.layers.layers import SizesLike as _SizesLike_7
from penstock.contrib.layers.layers import TensorLike as _TensorLike
from penstock.contrib.layers.planes import CollectionsLike as _CollectionsLike_16
from penstock.contrib.layers.planes import TensorLike as _TensorLike_15
from penstock.contrib.layers.shaping import CollectionsLike as _CollectionsLike
from penstock.contrib.layers.shaping import SizesLike as _SizesLike
from typing import Any as _Any

def avg_pool2d(inputs: _object, kernel_size: _SizesLike, stride: _SizesLike = ..., padding: _str = ..., data_format: _str = ..., outputs_collections: _CollectionsLike | None = ..., scope: _Any = ...) -> _Any:
    """Takes the average over windows of 2 spatial axes."""
def avg_pool3d(inputs: _object, kernel_size: _SizesLike, stride: _SizesLike = ..., padding: _str = ..., data_format: _str = ..., outputs_collections: _CollectionsLike | None = ..., scope: _Any = ...) -> _Any:
    """Takes the average over windows of 3 spatial axes."""
def conv1d(inputs: _NestedTensors, num_outputs: _int, kernel_size: _SizesLike_7, stride: _SizesLike_7 = ..., padding: _str = ..., data_format: _str | None = ..., rate: _TensorLike = ..., activation_fn: _Callable | None = ..., normalizer_fn: _Callable | None = ..., normalizer_params: _dict[_str, _Any] | None = ..., weights_initializer: _InitializerLike = ..., weights_regularizer: _Callable | None = ..., biases_initializer: _InitializerLike = ..., biases_regularizer: _Callable | None = ..., reuse: _bool | None = ..., variables_collections: _CollectionsLike_13 | None = ..., outputs_collections: _CollectionsLike_13 | None = ..., trainable: _bool = ..., scope: _ScopeLike | None = ...) -> _Any:
    """Convolves over 1 spatial axis; see `tf.contrib.layers.convolution`."""
def conv2d(inputs: _NestedTensors, num_outputs: _int, kernel_size: _SizesLike_7, stride: _SizesLike_7 = ..., padding: _str = ..., data_format: _str | None = ..., rate: _TensorLike = ..., activation_fn: _Callable | None = ..., normalizer_fn: _Callable | None = ..., normalizer_params: _dict[_str, _Any] | None = ..., weights_initializer: _InitializerLike = ..., weights_regularizer: _Callable | None = ..., biases_initializer: _InitializerLike = ..., biases_regularizer: _Callable | None = ..., reuse: _bool | None = ..., variables_collections: _CollectionsLike_13 | None = ..., outputs_collections: _CollectionsLike_13 | None = ..., trainable: _bool = ..., scope: _ScopeLike | None = ...) -> _Any:
    """Convolves over 2 spatial axes; see `tf.contrib.layers.convolution`."""
def conv2d_transpose(inputs: _object, num_outputs: _int, kernel_size: _SizesLike_7, stride: _SizesLike_7 = ..., padding: _str = ..., data_format: _str = ..., activation_fn: _Callable | None = ..., normalizer_fn: _Callable | None = ..., normalizer_params: _dict[_str, _Any] | None = ..., weights_initializer: _InitializerLike = ..., weights_regularizer: _Callable | None = ..., biases_initializer: _InitializerLike = ..., biases_regularizer: _Callable | None = ..., reuse: _bool | None = ..., variables_collections: _CollectionsLike_13 | None = ..., outputs_collections: _CollectionsLike_13 | None = ..., trainable: _bool = ..., scope: _Any = ...) -> _Any:
    """Applies the transpose of a convolution over 2 spatial axes."""
def conv3d(inputs: _NestedTensors, num_outputs: _int, kernel_size: _SizesLike_7, stride: _SizesLike_7 = ..., padding: _str = ..., data_format: _str | None = ..., rate: _TensorLike = ..., activation_fn: _Callable | None = ..., normalizer_fn: _Callable | None = ..., normalizer_params: _dict[_str, _Any] | None = ..., weights_initializer: _InitializerLike = ..., weights_regularizer: _Callable | None = ..., biases_initializer: _InitializerLike = ..., biases_regularizer: _Callable | None = ..., reuse: _bool | None = ..., variables_collections: _CollectionsLike_13 | None = ..., outputs_collections: _CollectionsLike_13 | None = ..., trainable: _bool = ..., scope: _ScopeLike | None = ...) -> _Any:
    """Convolves over 3 spatial axes; see `tf.contrib.layers.convolution`."""
def conv3d_transpose(inputs: _object, num_outputs: _int, kernel_size: _SizesLike_7, stride: _SizesLike_7 = ..., padding: _str = ..., data_format: _str = ..., activation_fn: _Callable | None = ..., normalizer_fn: _Callable | None = ..., normalizer_params: _dict[_str, _Any] | None = ..., weights_initializer: _InitializerLike = ..., weights_regularizer: _Callable | None = ..., biases_initializer: _InitializerLike = ..., biases_regularizer: _Callable | None = ..., reuse: _bool | None = ..., variables_collections: _CollectionsLike_13 | None = ..., outputs_collections: _CollectionsLike_13 | None = ..., trainable: _bool = ..., scope: _Any = ...) -> _Any:
    """Applies the transpose of a convolution over 3 spatial axes."""
def convolution1d(inputs: _NestedTensors, num_outputs: _int, kernel_size: _SizesLike_7, stride: _SizesLike_7 = ..., padding: _str = ..., data_format: _str | None = ..., rate: _TensorLike = ..., activation_fn: _Callable | None = ..., normalizer_fn: _Callable | None = ..., normalizer_params: _dict[_str, _Any] | None = ..., weights_initializer: _InitializerLike = ..., weights_regularizer: _Callable | None = ..., biases_initializer: _InitializerLike = ..., biases_regularizer: _Callable | None = ..., reuse: _bool | None = ..., variables_collections: _CollectionsLike_13 | None = ..., outputs_collections: _CollectionsLike_13 | None = ..., trainable: _bool = ..., scope: _ScopeLike | None = ...) -> _Any:
    """Convolves over 1 spatial axis; see `tf.contrib.layers.convolution`."""
def convolution2d(inputs: _NestedTensors, num_outputs: _int, kernel_size: _SizesLike_7, stride: _SizesLike_7 = ..., padding: _str = ..., data_format: _str | None = ..., rate: _TensorLike = ..., activation_fn: _Callable | None = ..., normalizer_fn: _Callable | None = ..., normalizer_params: _dict[_str, _Any] | None = ..., weights_initializer: _InitializerLike = ..., weights_regularizer: _Callable | None = ..., biases_initializer: _InitializerLike = ..., biases_regularizer: _Callable | None = ..., reuse: _bool | None = ..., variables_collections: _CollectionsLike_13 | None = ..., outputs_collections: _CollectionsLike_13 | None = ..., trainable: _bool = ..., scope: _ScopeLike | None = ...) -> _Any:
    """Convolves over 2 spatial axes; see `tf.contrib.layers.convolution`."""
def convolution2d_transpose(inputs: _object, num_outputs: _int, kernel_size: _SizesLike_7, stride: _SizesLike_7 = ..., padding: _str = ..., data_format: _str = ..., activation_fn: _Callable | None = ..., normalizer_fn: _Callable | None = ..., normalizer_params: _dict[_str, _Any] | None = ..., weights_initializer: _InitializerLike = ..., weights_regularizer: _Callable | None = ..., biases_initializer: _InitializerLike = ..., biases_regularizer: _Callable | None = ..., reuse: _bool | None = ..., variables_collections: _CollectionsLike_13 | None = ..., outputs_collections: _CollectionsLike_13 | None = ..., trainable: _bool = ..., scope: _Any = ...) -> _Any:
    """Applies the transpose of a convolution over 2 spatial axes."""
def convolution3d(inputs: _NestedTensors, num_outputs: _int, kernel_size: _SizesLike_7, stride: _SizesLike_7 = ..., padding: _str = ..., data_format: _str | None = ..., rate: _TensorLike = ..., activation_fn: _Callable | None = ..., normalizer_fn: _Callable | None = ..., normalizer_params: _dict[_str, _Any] | None = ..., weights_initializer: _InitializerLike = ..., weights_regularizer: _Callable | None = ..., biases_initializer: _InitializerLike = ..., biases_regularizer: _Callable | None = ..., reuse: _bool | None = ..., variables_collections: _CollectionsLike_13 | None = ..., outputs_collections: _CollectionsLike_13 | None = ..., trainable: _bool = ..., scope: _ScopeLike | None = ...) -> _Any:
    """Convolves over 3 spatial axes; see `tf.contrib.layers.convolution`."""
def convolution3d_transpose(inputs: _object, num_outputs: _int, kernel_size: _SizesLike_7, stride: _SizesLike_7 = ..., padding: _str = ..., data_format: _str = ..., activation_fn: _Callable | None = ..., normalizer_fn: _Callable | None = ..., normalizer_params: _dict[_str, _Any] | None = ..., weights_initializer: _InitializerLike = ..., weights_regularizer: _Callable | None = ..., biases_initializer: _InitializerLike = ..., biases_regularizer: _Callable | None = ..., reuse: _bool | None = ..., variables_collections: _CollectionsLike_13 | None = ..., outputs_collections: _CollectionsLike_13 | None = ..., trainable: _bool = ..., scope: _Any = ...) -> _Any:
    """Applies the transpose of a convolution over 3 spatial axes."""
def elu(inputs: _object, num_outputs: _int, *, activation_fn: _Callable | None = ..., normalizer_fn: _Callable | None = ..., normalizer_params: _dict[_str, _Any] | None = ..., weights_initializer: _InitializerLike = ..., weights_regularizer: _Callable | None = ..., biases_initializer: _InitializerLike = ..., biases_regularizer: _Callable | None = ..., reuse: _bool | None = ..., variables_collections: _CollectionsLike_13 | None = ..., outputs_collections: _CollectionsLike_13 | None = ..., trainable: _bool = ..., scope: _Any = ...) -> _Any:
    """A fully connected layer with `tf.nn.elu`. See `tf.contrib.layers.fully_connected`."""
def legacy_linear(x: _TensorLike_15, num_output_units: _int, *, activation_fn: _Callable | None = ..., weight_init: _Any = ..., bias_init: _Any = ..., name: _str | None = ..., weight_collections: _CollectionsLike_16 = ..., bias_collections: _Any = ..., output_collections: _CollectionsLike_16 = ..., trainable: _bool = ..., weight_regularizer: _Callable | None = ..., bias_regularizer: _Callable | None = ...) -> _Any:
    """A fully connected layer without activation. See `tf.contrib.layers.legacy_fully_connected`."""
def legacy_relu(x: _TensorLike_15, num_output_units: _int, *, activation_fn: _Callable | None = ..., weight_init: _Any = ..., bias_init: _Any = ..., name: _str | None = ..., weight_collections: _CollectionsLike_16 = ..., bias_collections: _Any = ..., output_collections: _CollectionsLike_16 = ..., trainable: _bool = ..., weight_regularizer: _Callable | None = ..., bias_regularizer: _Callable | None = ...) -> _Any:
    """A fully connected layer with `tf.nn.relu`. See `tf.contrib.layers.legacy_fully_connected`."""
def linear(inputs: _object, num_outputs: _int, *, activation_fn: _Callable | None = ..., normalizer_fn: _Callable | None = ..., normalizer_params: _dict[_str, _Any] | None = ..., weights_initializer: _InitializerLike = ..., weights_regularizer: _Callable | None = ..., biases_initializer: _InitializerLike = ..., biases_regularizer: _Callable | None = ..., reuse: _bool | None = ..., variables_collections: _CollectionsLike_13 | None = ..., outputs_collections: _CollectionsLike_13 | None = ..., trainable: _bool = ..., scope: _Any = ...) -> _Any:
    """A fully connected layer without activation. See `tf.contrib.layers.fully_connected`."""
def max_pool2d(inputs: _object, kernel_size: _SizesLike, stride: _SizesLike = ..., padding: _str = ..., data_format: _str = ..., outputs_collections: _CollectionsLike | None = ..., scope: _Any = ...) -> _Any:
    """Takes the maximum over windows of 2 spatial axes."""
def max_pool3d(inputs: _object, kernel_size: _SizesLike, stride: _SizesLike = ..., padding: _str = ..., data_format: _str = ..., outputs_collections: _CollectionsLike | None = ..., scope: _Any = ...) -> _Any:
    """Takes the maximum over windows of 3 spatial axes."""
def relu(inputs: _object, num_outputs: _int, *, activation_fn: _Callable | None = ..., normalizer_fn: _Callable | None = ..., normalizer_params: _dict[_str, _Any] | None = ..., weights_initializer: _InitializerLike = ..., weights_regularizer: _Callable | None = ..., biases_initializer: _InitializerLike = ..., biases_regularizer: _Callable | None = ..., reuse: _bool | None = ..., variables_collections: _CollectionsLike_13 | None = ..., outputs_collections: _CollectionsLike_13 | None = ..., trainable: _bool = ..., scope: _Any = ...) -> _Any:
    """A fully connected layer with `tf.nn.relu`. See `tf.contrib.layers.fully_connected`."""
def relu6(inputs: _object, num_outputs: _int, *, activation_fn: _Callable | None = ..., normalizer_fn: _Callable | None = ..., normalizer_params: _dict[_str, _Any] | None = ..., weights_initializer: _InitializerLike = ..., weights_regularizer: _Callable | None = ..., biases_initializer: _InitializerLike = ..., biases_regularizer: _Callable | None = ..., reuse: _bool | None = ..., variables_collections: _CollectionsLike_13 | None = ..., outputs_collections: _CollectionsLike_13 | None = ..., trainable: _bool = ..., scope: _Any = ...) -> _Any:
    """A fully connected layer with `tf.nn.relu6`. See `tf.contrib.layers.fully_connected`."""
def summarize_biases(name_filter: _str | None = ..., summarizer: _Callable = ...) -> _list[_Any]:
    """The summaries of the biases in `tf.GraphKeys.BIASES`."""
def summarize_variables(name_filter: _str | None = ..., summarizer: _Callable = ...) -> _list[_Any]:
    """The summaries of the variables in `tf.GraphKeys.GLOBAL_VARIABLES`."""
def summarize_weights(name_filter: _str | None = ..., summarizer: _Callable = ...) -> _list[_Any]:
    """The summaries of the weights in `tf.GraphKeys.WEIGHTS`."""

__all__ = [
    "GDN",
    "OPTIMIZER_CLS_NAMES",
    "OPTIMIZER_SUMMARIES",
    "RevBlock",
    "apply_regularization",
    "avg_pool2d",
    "avg_pool3d",
    "batch_norm",
    "bias_add",
    "bow_encoder",
    "bucketized_column",
    "check_feature_columns",
    "conv1d",
    "conv2d",
    "conv2d_in_plane",
    "conv2d_transpose",
    "conv3d",
    "conv3d_transpose",
    "convolution",
    "convolution1d",
    "convolution2d",
    "convolution2d_in_plane",
    "convolution2d_transpose",
    "convolution3d",
    "convolution3d_transpose",
    "create_feature_spec_for_parsing",
    "crossed_column",
    "dense_to_sparse",
    "dropout",
    "elu",
    "embed_sequence",
    "embedding_column",
    "embedding_lookup_unique",
    "flatten",
    "fully_connected",
    "gdn",
    "group_norm",
    "images_to_sequence",
    "infer_real_valued_columns",
    "input_from_feature_columns",
    "instance_norm",
    "joint_weighted_sum_from_feature_columns",
    "l1_l2_regularizer",
    "l1_regularizer",
    "l2_regularizer",
    "layer_norm",
    "legacy_fully_connected",
    "legacy_linear",
    "legacy_relu",
    "linear",
    "make_place_holder_tensors_for_base_features",
    "max_pool2d",
    "max_pool3d",
    "maxout",
    "multi_class_target",
    "one_hot_column",
    "one_hot_encoding",
    "optimize_loss",
    "parse_feature_columns_from_examples",
    "parse_feature_columns_from_sequence_examples",
    "real_valued_column",
    "recompute_grad",
    "regression_target",
    "relu",
    "relu6",
    "repeat",
    "rev_block",
    "safe_embedding_lookup_sparse",
    "scale_gradient",
    "scattered_embedding_column",
    "separable_conv2d",
    "separable_convolution2d",
    "sequence_input_from_feature_columns",
    "sequence_to_images",
    "shared_embedding_columns",
    "softmax",
    "sparse_column_with_hash_bucket",
    "sparse_column_with_integerized_feature",
    "sparse_column_with_keys",
    "sparse_column_with_vocabulary_file",
    "spatial_softmax",
    "stack",
    "sum_regularizer",
    "summarize_activation",
    "summarize_activations",
    "summarize_biases",
    "summarize_collection",
    "summarize_tensor",
    "summarize_tensors",
    "summarize_variables",
    "summarize_weights",
    "transform_features",
    "unit_norm",
    "utils",
    "variance_scaling_initializer",
    "weighted_sparse_column",
    "weighted_sum_from_feature_columns",
    "xavier_initializer",
    "xavier_initializer_conv2d",
]
