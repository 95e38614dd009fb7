"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.framework import nest as nest
from penstock.contrib.framework.checkpoints import init_from_checkpoint as init_from_checkpoint
from penstock.contrib.framework.checkpoints import list_variables as list_variables
from penstock.contrib.framework.checkpoints import load_checkpoint as load_checkpoint
from penstock.contrib.framework.checkpoints import load_variable as load_variable
from penstock.contrib.framework.python_functions import py_func as py_func
from penstock.contrib.framework.restoring import VariableDeviceChooser as VariableDeviceChooser
from penstock.contrib.framework.restoring import assign_from_checkpoint as assign_from_checkpoint
from penstock.contrib.framework.restoring import assign_from_checkpoint_fn as assign_from_checkpoint_fn
from penstock.contrib.framework.restoring import filter_variables as filter_variables
from penstock.contrib.framework.restoring import load_linear_multiclass_bias_initializer as load_linear_multiclass_bias_initializer
from penstock.contrib.framework.restoring import load_variable_slot_initializer as load_variable_slot_initializer
from penstock.contrib.framework.scoped_arguments import add_arg_scope as add_arg_scope
from penstock.contrib.framework.scoped_arguments import arg_scope as arg_scope
from penstock.contrib.framework.scoped_arguments import arg_scope_func_key as arg_scope_func_key
from penstock.contrib.framework.scoped_arguments import arg_scoped_arguments as arg_scoped_arguments
from penstock.contrib.framework.scoped_arguments import current_arg_scope as current_arg_scope
from penstock.contrib.framework.scoped_arguments import has_arg_scope as has_arg_scope
from penstock.contrib.framework.specs import BoundedTensorSpec as BoundedTensorSpec
from penstock.contrib.framework.tensors import assert_scalar_int as assert_scalar_int
from penstock.contrib.framework.tensors import get_graph_from_inputs as get_graph_from_inputs
from penstock.contrib.framework.tensors import get_name_scope as get_name_scope
from penstock.contrib.framework.tensors import get_placeholders as get_placeholders
from penstock.contrib.framework.tensors import reduce_sum_n as reduce_sum_n
from penstock.contrib.framework.tensors import remove_squeezable_dimensions as remove_squeezable_dimensions
from penstock.contrib.framework.tensors import smart_case as smart_case
from penstock.contrib.framework.tensors import smart_cond as smart_cond
from penstock.contrib.framework.tensors import smart_constant_value as smart_constant_value
from penstock.contrib.framework.tensors import with_same_shape as with_same_shape
from penstock.contrib.framework.tensors import with_shape as with_shape
from penstock.contrib.framework.variables import add_model_variable as add_model_variable
from penstock.contrib.framework.variables import assert_or_get_global_step as assert_or_get_global_step
from penstock.contrib.framework.variables import assign_from_values as assign_from_values
from penstock.contrib.framework.variables import assign_from_values_fn as assign_from_values_fn
from penstock.contrib.framework.variables import get_unique_variable as get_unique_variable
from penstock.contrib.framework.variables import get_variable_full_name as get_variable_full_name
from penstock.contrib.framework.variables import get_variables as get_variables
from penstock.contrib.framework.variables import get_variables_by_name as get_variables_by_name
from penstock.contrib.framework.variables import get_variables_by_suffix as get_variables_by_suffix
from penstock.contrib.framework.variables import get_variables_to_restore as get_variables_to_restore
from penstock.contrib.framework.variables import global_variable as global_variable
from penstock.contrib.framework.variables import local_variable as local_variable
from penstock.contrib.framework.variables import model_variable as model_variable
from penstock.contrib.framework.variables import variable as variable
from penstock.contrib.framework.zeros import zero_initializer as zero_initializer
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
from . import data_decoder as data_decoder
from . import data_provider as data_provider
from . import dataset as dataset
from . import dataset_data_provider as dataset_data_provider
from . import evaluation as evaluation
from . import learning as learning
from . import model_analyzer as model_analyzer
from . import nets as nets
from . import parallel_reader as parallel_reader
from . import prefetch_queue as prefetch_queue
from . import queues as queues
from . import summaries as summaries
from . import tfexample_decoder as tfexample_decoder
from . import utils as utils
from penstock.contrib.slim.namespaces import initializers as initializers
from penstock.contrib.slim.namespaces import layers as layers
from penstock.contrib.slim.namespaces import losses as losses
from penstock.contrib.slim.namespaces import metrics as metrics
from penstock.contrib.slim.namespaces import regularizers as regularizers
from penstock.graph.convert import is_tensor as is_tensor
from penstock.graph.type_spec import TensorSpec as TensorSpec
from penstock.ops.queues.barrier import RecordInput as RecordInput
from penstock.ops.state.orthogonal_initializers import ConvolutionDeltaOrthogonal as convolutional_delta_orthogonal
from penstock.ops.state.orthogonal_initializers import ConvolutionOrthogonal1D as convolutional_orthogonal_1d
from penstock.ops.state.orthogonal_initializers import ConvolutionOrthogonal2D as convolutional_orthogonal_2d
from penstock.ops.state.orthogonal_initializers import ConvolutionOrthogonal3D as convolutional_orthogonal_3d
from penstock.train.remap import load_and_remap_matrix as load_and_remap_matrix
from penstock.train.remap import load_and_remap_matrix_initializer as load_and_remap_matrix_initializer
from penstock.train.remap import load_embedding_initializer as load_embedding_initializer
from penstock.train.training_step import assert_global_step as assert_global_step
from builtins import bool as _bool
from builtins import dict as _dict
from builtins import int as _int
from builtins import list as _list
from builtins import object as _object
from builtins import str as _str
from collections.abc import Callable as _Callable
from collections.abc import Sequence as _Sequence
from penstock.contrib.framework.variables import ScopeLike as _ScopeLike_23
from penstock.contrib.layers.layers import CollectionsLike as _CollectionsLike_19
from penstock.contrib.layers.layers import InitializerLike as _InitializerLike
from penstock.contrib.layers.layers import NestedTensors as _NestedTensors
from penstock.contrib.layers.layers import ScopeLike as _ScopeLike
from penstock.contrib.layers.layers import SizesLike as _SizesLike_14
from penstock.contrib.layers.layers import TensorLike as _TensorLike_15
from penstock.contrib.layers.planes import CollectionsLike as _CollectionsLike_27
from penstock.contrib.layers.planes import TensorLike as _TensorLike_26
from penstock.contrib.layers.shaping import CollectionsLike as _CollectionsLike
from penstock.contrib.layers.shaping import SizesLike as _SizesLike
from penstock.graph import dtypes as _dtypes
from penstock.graph.composite import DTypeLike as _DTypeLike
from penstock.graph.graph import Graph as _Graph
from penstock.graph.operation import Tensor as _Tensor
from penstock.ops.arrays.sorting import AxisLike as _AxisLike
from penstock.ops.arrays.sorting import TensorLike as _TensorLike_28
from penstock.ops.checks.shapes import TensorLike as _TensorLike
from penstock.ops.checks.values import DType as _DType
from penstock.ops.checks.values import TensorLike as _TensorLike_25
from typing import Any as _Any

def argsort(values: _Any, axis: _AxisLike = ..., direction: _str = ..., stable: _bool = ..., name: _str | None = ...) -> _Tensor:
    """Returns the indices that sort a tensor along one dimension; equal elements keep their order."""
def assert_same_float_dtype(tensors: _Sequence[_Any] | None = ..., dtype: _DType | None = ...) -> _dtypes.DType:
    """Returns the one floating-point type that `tensors` (and `dtype`) have; float32 if there are none."""
def assert_scalar(tensor: _TensorLike, name: _str | None = ..., message: _str | None = ...) -> _Tensor:
    """Returns `tensor`, after asserting that its static shape is that of a scalar."""
def avg_pool2d(inputs: _object, kernel_size: _SizesLike, stride: _SizesLike = ..., padding: _str = ..., data_format: _str = ..., outputs_collections: _CollectionsLike | None = ..., scope: _Any = ...) -> _Any:
    """Takes the average over windows of 2 spatial axes."""
def avg_pool3d(inputs: _object, kernel_size: _SizesLike, stride: _SizesLike = ..., padding: _str = ..., data_format: _str = ..., outputs_collections: _CollectionsLike | None = ..., scope: _Any = ...) -> _Any:
    """Takes the average over windows of 3 spatial axes."""
def conv1d(inputs: _NestedTensors, num_outputs: _int, kernel_size: _SizesLike_14, stride: _SizesLike_14 = ..., padding: _str = ..., data_format: _str | None = ..., rate: _TensorLike_15 = ..., activation_fn: _Callable | None = ..., normalizer_fn: _Callable | None = ..., normalizer_params: _dict[_str, _Any] | None = ..., weights_initializer: _InitializerLike = ..., weights_regularizer: _Callable | None = ..., biases_initializer: _InitializerLike = ..., biases_regularizer: _Callable | None = ..., reuse: _bool | None = ..., variables_collections: _CollectionsLike_19 | None = ..., outputs_collections: _CollectionsLike_19 | None = ..., trainable: _bool = ..., scope: _ScopeLike | None = ...) -> _Any:
    """Convolves over 1 spatial axis; see `tf.contrib.layers.convolution`."""
def conv2d(inputs: _NestedTensors, num_outputs: _int, kernel_size: _SizesLike_14, stride: _SizesLike_14 = ..., padding: _str = ..., data_format: _str | None = ..., rate: _TensorLike_15 = ..., activation_fn: _Callable | None = ..., normalizer_fn: _Callable | None = ..., normalizer_params: _dict[_str, _Any] | None = ..., weights_initializer: _InitializerLike = ..., weights_regularizer: _Callable | None = ..., biases_initializer: _InitializerLike = ..., biases_regularizer: _Callable | None = ..., reuse: _bool | None = ..., variables_collections: _CollectionsLike_19 | None = ..., outputs_collections: _CollectionsLike_19 | None = ..., trainable: _bool = ..., scope: _ScopeLike | None = ...) -> _Any:
    """Convolves over 2 spatial axes; see `tf.contrib.layers.convolution`."""
def conv2d_transpose(inputs: _object, num_outputs: _int, kernel_size: _SizesLike_14, stride: _SizesLike_14 = ..., padding: _str = ..., data_format: _str = ..., activation_fn: _Callable | None = ..., normalizer_fn: _Callable | None = ..., normalizer_params: _dict[_str, _Any] | None = ..., weights_initializer: _InitializerLike = ..., weights_regularizer: _Callable | None = ..., biases_initializer: _InitializerLike = ..., biases_regularizer: _Callable | None = ..., reuse: _bool | None = ..., variables_collections: _CollectionsLike_19 | None = ..., outputs_collections: _CollectionsLike_19 | None = ..., trainable: _bool = ..., scope: _Any = ...) -> _Any:
    """Applies the transpose of a convolution over 2 spatial axes."""
def conv3d(inputs: _NestedTensors, num_outputs: _int, kernel_size: _SizesLike_14, stride: _SizesLike_14 = ..., padding: _str = ..., data_format: _str | None = ..., rate: _TensorLike_15 = ..., activation_fn: _Callable | None = ..., normalizer_fn: _Callable | None = ..., normalizer_params: _dict[_str, _Any] | None = ..., weights_initializer: _InitializerLike = ..., weights_regularizer: _Callable | None = ..., biases_initializer: _InitializerLike = ..., biases_regularizer: _Callable | None = ..., reuse: _bool | None = ..., variables_collections: _CollectionsLike_19 | None = ..., outputs_collections: _CollectionsLike_19 | None = ..., trainable: _bool = ..., scope: _ScopeLike | None = ...) -> _Any:
    """Convolves over 3 spatial axes; see `tf.contrib.layers.convolution`."""
def conv3d_transpose(inputs: _object, num_outputs: _int, kernel_size: _SizesLike_14, stride: _SizesLike_14 = ..., padding: _str = ..., data_format: _str = ..., activation_fn: _Callable | None = ..., normalizer_fn: _Callable | None = ..., normalizer_params: _dict[_str, _Any] | None = ..., weights_initializer: _InitializerLike = ..., weights_regularizer: _Callable | None = ..., biases_initializer: _InitializerLike = ..., biases_regularizer: _Callable | None = ..., reuse: _bool | None = ..., variables_collections: _CollectionsLike_19 | None = ..., outputs_collections: _CollectionsLike_19 | None = ..., trainable: _bool = ..., scope: _Any = ...) -> _Any:
    """Applies the transpose of a convolution over 3 spatial axes."""
def convert_to_tensor_or_sparse_tensor(value: _object, dtype: _DTypeLike | None = ..., name: _str | None = ...) -> _Any:
    """Converts `value` to a SparseTensor if it is a sparse value, else to a Tensor."""
def convolution1d(inputs: _NestedTensors, num_outputs: _int, kernel_size: _SizesLike_14, stride: _SizesLike_14 = ..., padding: _str = ..., data_format: _str | None = ..., rate: _TensorLike_15 = ..., activation_fn: _Callable | None = ..., normalizer_fn: _Callable | None = ..., normalizer_params: _dict[_str, _Any] | None = ..., weights_initializer: _InitializerLike = ..., weights_regularizer: _Callable | None = ..., biases_initializer: _InitializerLike = ..., biases_regularizer: _Callable | None = ..., reuse: _bool | None = ..., variables_collections: _CollectionsLike_19 | None = ..., outputs_collections: _CollectionsLike_19 | None = ..., trainable: _bool = ..., scope: _ScopeLike | None = ...) -> _Any:
    """Convolves over 1 spatial axis; see `tf.contrib.layers.convolution`."""
def convolution2d(inputs: _NestedTensors, num_outputs: _int, kernel_size: _SizesLike_14, stride: _SizesLike_14 = ..., padding: _str = ..., data_format: _str | None = ..., rate: _TensorLike_15 = ..., activation_fn: _Callable | None = ..., normalizer_fn: _Callable | None = ..., normalizer_params: _dict[_str, _Any] | None = ..., weights_initializer: _InitializerLike = ..., weights_regularizer: _Callable | None = ..., biases_initializer: _InitializerLike = ..., biases_regularizer: _Callable | None = ..., reuse: _bool | None = ..., variables_collections: _CollectionsLike_19 | None = ..., outputs_collections: _CollectionsLike_19 | None = ..., trainable: _bool = ..., scope: _ScopeLike | None = ...) -> _Any:
    """Convolves over 2 spatial axes; see `tf.contrib.layers.convolution`."""
def convolution2d_transpose(inputs: _object, num_outputs: _int, kernel_size: _SizesLike_14, stride: _SizesLike_14 = ..., padding: _str = ..., data_format: _str = ..., activation_fn: _Callable | None = ..., normalizer_fn: _Callable | None = ..., normalizer_params: _dict[_str, _Any] | None = ..., weights_initializer: _InitializerLike = ..., weights_regularizer: _Callable | None = ..., biases_initializer: _InitializerLike = ..., biases_regularizer: _Callable | None = ..., reuse: _bool | None = ..., variables_collections: _CollectionsLike_19 | None = ..., outputs_collections: _CollectionsLike_19 | None = ..., trainable: _bool = ..., scope: _Any = ...) -> _Any:
    """Applies the transpose of a convolution over 2 spatial axes."""
def convolution3d(inputs: _NestedTensors, num_outputs: _int, kernel_size: _SizesLike_14, stride: _SizesLike_14 = ..., padding: _str = ..., data_format: _str | None = ..., rate: _TensorLike_15 = ..., activation_fn: _Callable | None = ..., normalizer_fn: _Callable | None = ..., normalizer_params: _dict[_str, _Any] | None = ..., weights_initializer: _InitializerLike = ..., weights_regularizer: _Callable | None = ..., biases_initializer: _InitializerLike = ..., biases_regularizer: _Callable | None = ..., reuse: _bool | None = ..., variables_collections: _CollectionsLike_19 | None = ..., outputs_collections: _CollectionsLike_19 | None = ..., trainable: _bool = ..., scope: _ScopeLike | None = ...) -> _Any:
    """Convolves over 3 spatial axes; see `tf.contrib.layers.convolution`."""
def convolution3d_transpose(inputs: _object, num_outputs: _int, kernel_size: _SizesLike_14, stride: _SizesLike_14 = ..., padding: _str = ..., data_format: _str = ..., activation_fn: _Callable | None = ..., normalizer_fn: _Callable | None = ..., normalizer_params: _dict[_str, _Any] | None = ..., weights_initializer: _InitializerLike = ..., weights_regularizer: _Callable | None = ..., biases_initializer: _InitializerLike = ..., biases_regularizer: _Callable | None = ..., reuse: _bool | None = ..., variables_collections: _CollectionsLike_19 | None = ..., outputs_collections: _CollectionsLike_19 | None = ..., trainable: _bool = ..., scope: _Any = ...) -> _Any:
    """Applies the transpose of a convolution over 3 spatial axes."""
def create_global_step(graph: _Graph | None = ...) -> _Any:
    """Makes the global step, an int64 variable that starts at 0."""
def deprecated(date: _str | None, instructions: _str, warn_once: _bool = ...) -> _Any:
    """Decorator for a function (or class) that is deprecated."""
def deprecated_arg_values(date: _str | None, instructions: _str, warn_once: _bool = ..., **deprecated_kwargs: _Any) -> _Any:
    """Decorator for a function of which some argument values, also by default, are deprecated."""
def deprecated_args(date: _str | None, instructions: _str, *deprecated_arg_names_or_tuples: _Any, warn_once: _bool = ...) -> _Any:
    """Decorator for a function of which some arguments are deprecated."""
def elu(inputs: _object, num_outputs: _int, *, activation_fn: _Callable | None = ..., normalizer_fn: _Callable | None = ..., normalizer_params: _dict[_str, _Any] | None = ..., weights_initializer: _InitializerLike = ..., weights_regularizer: _Callable | None = ..., biases_initializer: _InitializerLike = ..., biases_regularizer: _Callable | None = ..., reuse: _bool | None = ..., variables_collections: _CollectionsLike_19 | None = ..., outputs_collections: _CollectionsLike_19 | None = ..., trainable: _bool = ..., scope: _Any = ...) -> _Any:
    """A fully connected layer with `tf.nn.elu`. See `tf.contrib.layers.fully_connected`."""
def get_global_step(graph: _Graph | None = ...) -> _Any:
    """The global step variable of `graph` (the default one), or None."""
def get_local_variables(scope: _ScopeLike_23 | None = ..., suffix: _str | None = ...) -> _list[_Any]:
    """The local variables, those of a scope and with a suffix if they are given."""
def get_model_variables(scope: _ScopeLike_23 | None = ..., suffix: _str | None = ...) -> _list[_Any]:
    """The model variables, those of a scope and with a suffix if they are given."""
def get_or_create_global_step(graph: _Graph | None = ...) -> _Any:
    """The global step of `graph`, made if there is none."""
def get_trainable_variables(scope: _ScopeLike_23 | None = ..., suffix: _str | None = ...) -> _list[_Any]:
    """The trainable variables, those of a scope and with a suffix if they are given."""
def is_non_decreasing(x: _TensorLike_25, name: _str | None = ...) -> _Tensor:
    """Computes whether no element is less than the one before it, in row-major order."""
def is_numeric_tensor(tensor: _TensorLike_25) -> _bool:
    """Says whether `tensor` is a tensor of numbers."""
def is_strictly_increasing(x: _TensorLike_25, name: _str | None = ...) -> _Tensor:
    """Computes whether each element is greater than the one before it, in row-major order."""
def legacy_linear(x: _TensorLike_26, num_output_units: _int, *, activation_fn: _Callable | None = ..., weight_init: _Any = ..., bias_init: _Any = ..., name: _str | None = ..., weight_collections: _CollectionsLike_27 = ..., bias_collections: _Any = ..., output_collections: _CollectionsLike_27 = ..., trainable: _bool = ..., weight_regularizer: _Callable | None = ..., bias_regularizer: _Callable | None = ...) -> _Any:
    """A fully connected layer without activation. See `tf.contrib.layers.legacy_fully_connected`."""
def legacy_relu(x: _TensorLike_26, num_output_units: _int, *, activation_fn: _Callable | None = ..., weight_init: _Any = ..., bias_init: _Any = ..., name: _str | None = ..., weight_collections: _CollectionsLike_27 = ..., bias_collections: _Any = ..., output_collections: _CollectionsLike_27 = ..., trainable: _bool = ..., weight_regularizer: _Callable | None = ..., bias_regularizer: _Callable | None = ...) -> _Any:
    """A fully connected layer with `tf.nn.relu`. See `tf.contrib.layers.legacy_fully_connected`."""
def linear(inputs: _object, num_outputs: _int, *, activation_fn: _Callable | None = ..., normalizer_fn: _Callable | None = ..., normalizer_params: _dict[_str, _Any] | None = ..., weights_initializer: _InitializerLike = ..., weights_regularizer: _Callable | None = ..., biases_initializer: _InitializerLike = ..., biases_regularizer: _Callable | None = ..., reuse: _bool | None = ..., variables_collections: _CollectionsLike_19 | None = ..., outputs_collections: _CollectionsLike_19 | None = ..., trainable: _bool = ..., scope: _Any = ...) -> _Any:
    """A fully connected layer without activation. See `tf.contrib.layers.fully_connected`."""
def max_pool2d(inputs: _object, kernel_size: _SizesLike, stride: _SizesLike = ..., padding: _str = ..., data_format: _str = ..., outputs_collections: _CollectionsLike | None = ..., scope: _Any = ...) -> _Any:
    """Takes the maximum over windows of 2 spatial axes."""
def max_pool3d(inputs: _object, kernel_size: _SizesLike, stride: _SizesLike = ..., padding: _str = ..., data_format: _str = ..., outputs_collections: _CollectionsLike | None = ..., scope: _Any = ...) -> _Any:
    """Takes the maximum over windows of 3 spatial axes."""
def prepend_name_scope(name: _str, import_scope: _str | None) -> _str:
    """The name that `name` has after an import into `import_scope`."""
def relu(inputs: _object, num_outputs: _int, *, activation_fn: _Callable | None = ..., normalizer_fn: _Callable | None = ..., normalizer_params: _dict[_str, _Any] | None = ..., weights_initializer: _InitializerLike = ..., weights_regularizer: _Callable | None = ..., biases_initializer: _InitializerLike = ..., biases_regularizer: _Callable | None = ..., reuse: _bool | None = ..., variables_collections: _CollectionsLike_19 | None = ..., outputs_collections: _CollectionsLike_19 | None = ..., trainable: _bool = ..., scope: _Any = ...) -> _Any:
    """A fully connected layer with `tf.nn.relu`. See `tf.contrib.layers.fully_connected`."""
def relu6(inputs: _object, num_outputs: _int, *, activation_fn: _Callable | None = ..., normalizer_fn: _Callable | None = ..., normalizer_params: _dict[_str, _Any] | None = ..., weights_initializer: _InitializerLike = ..., weights_regularizer: _Callable | None = ..., biases_initializer: _InitializerLike = ..., biases_regularizer: _Callable | None = ..., reuse: _bool | None = ..., variables_collections: _CollectionsLike_19 | None = ..., outputs_collections: _CollectionsLike_19 | None = ..., trainable: _bool = ..., scope: _Any = ...) -> _Any:
    """A fully connected layer with `tf.nn.relu6`. See `tf.contrib.layers.fully_connected`."""
def sort(values: _TensorLike_28, axis: _AxisLike = ..., direction: _str = ..., name: _str | None = ...) -> _Tensor:
    """Sorts a tensor along one dimension, "ASCENDING" or "DESCENDING"."""
def strip_name_scope(name: _str, export_scope: _str | None) -> _str:
    """The name that `name` has within `export_scope`."""
def summarize_biases(name_filter: _str | None = ..., summarizer: _Callable = ...) -> _list[_Any]:
    """The summaries of the biases in `tf.GraphKeys.BIASES`."""
def summarize_variables(name_filter: _str | None = ..., summarizer: _Callable = ...) -> _list[_Any]:
    """The summaries of the variables in `tf.GraphKeys.GLOBAL_VARIABLES`."""
def summarize_weights(name_filter: _str | None = ..., summarizer: _Callable = ...) -> _list[_Any]:
    """The summaries of the weights in `tf.GraphKeys.WEIGHTS`."""

__all__ = [
    "BoundedTensorSpec",
    "GDN",
    "OPTIMIZER_CLS_NAMES",
    "OPTIMIZER_SUMMARIES",
    "RecordInput",
    "RevBlock",
    "TensorSpec",
    "VariableDeviceChooser",
    "add_arg_scope",
    "add_model_variable",
    "apply_regularization",
    "arg_scope",
    "arg_scope_func_key",
    "arg_scoped_arguments",
    "argsort",
    "assert_global_step",
    "assert_or_get_global_step",
    "assert_same_float_dtype",
    "assert_scalar",
    "assert_scalar_int",
    "assign_from_checkpoint",
    "assign_from_checkpoint_fn",
    "assign_from_values",
    "assign_from_values_fn",
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
    "convert_to_tensor_or_sparse_tensor",
    "convolution",
    "convolution1d",
    "convolution2d",
    "convolution2d_in_plane",
    "convolution2d_transpose",
    "convolution3d",
    "convolution3d_transpose",
    "convolutional_delta_orthogonal",
    "convolutional_orthogonal_1d",
    "convolutional_orthogonal_2d",
    "convolutional_orthogonal_3d",
    "create_feature_spec_for_parsing",
    "create_global_step",
    "crossed_column",
    "current_arg_scope",
    "data_decoder",
    "data_provider",
    "dataset",
    "dataset_data_provider",
    "dense_to_sparse",
    "deprecated",
    "deprecated_arg_values",
    "deprecated_args",
    "dropout",
    "elu",
    "embed_sequence",
    "embedding_column",
    "embedding_lookup_unique",
    "evaluation",
    "filter_variables",
    "flatten",
    "fully_connected",
    "gdn",
    "get_global_step",
    "get_graph_from_inputs",
    "get_local_variables",
    "get_model_variables",
    "get_name_scope",
    "get_or_create_global_step",
    "get_placeholders",
    "get_trainable_variables",
    "get_unique_variable",
    "get_variable_full_name",
    "get_variables",
    "get_variables_by_name",
    "get_variables_by_suffix",
    "get_variables_to_restore",
    "global_variable",
    "group_norm",
    "has_arg_scope",
    "images_to_sequence",
    "infer_real_valued_columns",
    "init_from_checkpoint",
    "initializers",
    "input_from_feature_columns",
    "instance_norm",
    "is_non_decreasing",
    "is_numeric_tensor",
    "is_strictly_increasing",
    "is_tensor",
    "joint_weighted_sum_from_feature_columns",
    "l1_l2_regularizer",
    "l1_regularizer",
    "l2_regularizer",
    "layer_norm",
    "layers",
    "learning",
    "legacy_fully_connected",
    "legacy_linear",
    "legacy_relu",
    "linear",
    "list_variables",
    "load_and_remap_matrix",
    "load_and_remap_matrix_initializer",
    "load_checkpoint",
    "load_embedding_initializer",
    "load_linear_multiclass_bias_initializer",
    "load_variable",
    "load_variable_slot_initializer",
    "local_variable",
    "losses",
    "make_place_holder_tensors_for_base_features",
    "max_pool2d",
    "max_pool3d",
    "maxout",
    "metrics",
    "model_analyzer",
    "model_variable",
    "multi_class_target",
    "nest",
    "nets",
    "one_hot_column",
    "one_hot_encoding",
    "optimize_loss",
    "parallel_reader",
    "parse_feature_columns_from_examples",
    "parse_feature_columns_from_sequence_examples",
    "prefetch_queue",
    "prepend_name_scope",
    "py_func",
    "queues",
    "real_valued_column",
    "recompute_grad",
    "reduce_sum_n",
    "regression_target",
    "regularizers",
    "relu",
    "relu6",
    "remove_squeezable_dimensions",
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
    "smart_case",
    "smart_cond",
    "smart_constant_value",
    "softmax",
    "sort",
    "sparse_column_with_hash_bucket",
    "sparse_column_with_integerized_feature",
    "sparse_column_with_keys",
    "sparse_column_with_vocabulary_file",
    "spatial_softmax",
    "stack",
    "strip_name_scope",
    "sum_regularizer",
    "summaries",
    "summarize_activation",
    "summarize_activations",
    "summarize_biases",
    "summarize_collection",
    "summarize_tensor",
    "summarize_tensors",
    "summarize_variables",
    "summarize_weights",
    "tfexample_decoder",
    "transform_features",
    "unit_norm",
    "utils",
    "variable",
    "variance_scaling_initializer",
    "weighted_sparse_column",
    "weighted_sum_from_feature_columns",
    "with_same_shape",
    "with_shape",
    "xavier_initializer",
    "xavier_initializer_conv2d",
    "zero_initializer",
]
